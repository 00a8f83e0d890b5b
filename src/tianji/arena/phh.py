"""PHH: hand histories as TOML, read and written; hold'em is replayed by our rules, other variants by pokerkit.

Kim (2024), "Recording and Describing Poker Hands". A file holds one hand (.phh), or many under [1], [2], … (.phhs).
Amounts in cents become whole numbers of the smallest unit a hand uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from tianji.arena.acpc import read_text
from tianji.arena.replay import Replay, read_amount
from tianji.arena.variants import RecordEnd, plain_action, settle_variant
from tianji.core.arguments import checked
from tianji.core.result import Result, plain
from tianji.core.storage import write_atomic
from tianji.core.text import read_toml, to_toml
from tianji.errors import FileFormatError, ParameterError, TianjiError, quote, quote_path, short_path
from tianji.poker.cards import show_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

HOLDEM = ("NT", "FT")  # no-limit and fixed-limit Texas hold'em: replayed here
_SIZES = ("min_bet", "small_bet", "big_bet", "bring_in")
_AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", *_SIZES)
_MARK = re.compile(r"^#=== ?(.*)$", re.MULTILINE)
# of a hand: neither [_notes] nor [1._notes]
_TABLE = re.compile(
    r"""^[ \t]*\[[ \t]*("[^"\n]+"|'[^'\n]+'|[^\[\].,_\s"'][^\[\].,"'\n]*)[ \t]*\]\s*(?:#.*)?$""", re.MULTILINE
)
ENDLESS = 10**15  # chips of a stack that a file gives as inf: nobody counted it
_DIGITS = 9  # decimal places of an amount
_LONGEST = 10_000  # actions of one hand: no real one has a hundredth of that


@dataclass(frozen=True)
class HandRecord(Result):
    """A hand of a PHH file, `fields` as written there. A stack given as inf counts as 10¹⁵ chips."""

    name: str
    fields: dict[str, Any] = field(repr=False)
    text: str = field(repr=False, default="")

    @property
    def variant(self) -> str:
        """The code of the game: NT is no-limit hold'em."""
        return str(self.fields.get("variant", "")).strip().upper()

    @property
    def players(self) -> list[str]:
        """Who sat where; p1, p2, … where the file gives no names."""
        given = self.fields.get("players")
        names = [str(name) for name in given] if isinstance(given, list) else []
        seats = len(self._numbers("starting_stacks"))
        return [name or f"p{k + 1}" for k, name in zip(range(seats), [*names, *[""] * seats], strict=False)]

    @property
    def unit(self) -> Decimal:
        """What one chip of our whole numbers is worth in the file: 1, or 0.01 where it counts cents."""
        values = [v for name in _AMOUNTS for v in self._numbers(name)]
        words = [word for action in self._actions() for word in action.partition("#")[0].split()[2:3]]
        values += [value for word in words if (value := read_amount(word)) is not None]
        digits = [
            -int(v.normalize().as_tuple().exponent)
            for v in values
            if isinstance(v, Decimal) and v and v.is_finite()
        ]
        if max([0, *digits]) > _DIGITS:
            raise FileFormatError(
                f"{self.name}: chips with {max(digits)} decimal places; at most {_DIGITS} are read"
            )
        return Decimal(1).scaleb(-max([0, *digits]))

    @property
    def finishing_stacks(self) -> list[int] | None:
        """What everybody had at the end, as the file says; None where it does not."""
        return self._chips("finishing_stacks") if "finishing_stacks" in self.fields else None

    def to_dict(self) -> dict[str, Any]:
        """The fields of the file, after the hand's name."""
        return {"name": self.name, **{key: plain(value) for key, value in self.fields.items()}}

    def rules(self) -> HandRules:
        """The table: stacks, blinds, antes; heads-up, PHH writes small and big blind in the order they post."""
        stacks = self._chips("starting_stacks")
        blinds, antes = (self._by_seat(name, len(stacks)) for name in ("blinds_or_straddles", "antes"))
        if len(stacks) == 2:
            blinds, antes = blinds[::-1], antes[::-1]
        small, big, least = (sum(self._chips(name)) for name in ("small_bet", "big_bet", "min_bet"))
        is_limit = self.variant == "FT"
        try:
            return HandRules(
                tuple(stacks), tuple(blinds), tuple(antes) if any(antes) else (), (), least or small,
                antes_matched=bool(self.fields.get("ante_trimming_status", False)), whole_chips=True, is_lenient=True,
                raise_sizes=(small, small, big, big) if is_limit else (),
            )  # fmt: skip
        except ParameterError as error:
            raise FileFormatError(f"{self.name}: {error}") from None

    def replay(self) -> Replay:
        """The hand played again by our rules; hold'em alone.

        A big blind who cannot pay it sets the whole price, or that of what he posts if the record is right only so.
        """
        if self.variant not in HOLDEM:
            raise FileFormatError(
                f"{self.name}: variant {quote(self.variant)}; only hold'em ({', '.join(HOLDEM)}) is replayed here"
            )
        rules, given = self.rules(), self.finishing_stacks
        other = replace(rules, posted_price=True)
        if rules.price == other.price:
            return self._replayed(rules)
        found: list[Replay] = []
        for house in (rules, other):
            with suppress(TianjiError):
                found.append(self._replayed(house))
                if given is None or self._taken(given, self._ends(found[-1])) is not None:
                    return found[-1]
        return found[0] if found else self._replayed(rules)

    def _replayed(self, rules: HandRules) -> Replay:
        played = Replay(HandState.start(rules), self.unit)
        for k, action in enumerate(self._actions(), 1):
            try:
                played = played.take(action)
            except TianjiError as error:
                raise FileFormatError(f"{self.name}, action {k} {quote(action)}: {error}") from None
        return played

    def settle(self) -> list[int]:
        """The finishing stacks by the rules: ours for hold'em, pokerkit's for the other variants."""
        if self.variant not in HOLDEM:
            found = self._by_pokerkit()
            if not found.is_over:
                raise FileFormatError(f"{self.name}: the record ends before the hand does")
            return found.stacks
        return self._stacks(self.replay())

    def _by_pokerkit(self) -> RecordEnd:
        stacks = self._chips("starting_stacks")
        blinds = self._by_seat("blinds_or_straddles", len(stacks))
        fields: dict[str, Any] = {
            "starting_stacks": stacks, "antes": self._by_seat("antes", len(stacks)), "blinds_or_straddles": blinds,
            "min_bet": max(map(abs, blinds)),
            **{name: sum(self._chips(name)) for name in _SIZES if name in self.fields},
            "ante_trimming_status": bool(self.fields.get("ante_trimming_status", False)),
        }  # fmt: skip
        try:
            actions = [plain_action(action, self.unit) for action in self._actions()]
            return settle_variant(self.variant, fields, actions)
        except (FileFormatError, ParameterError) as error:
            raise FileFormatError(f"{self.name}: {error}") from None

    def _actions(self) -> list[str]:
        actions = self.fields.get("actions")
        if (
            not isinstance(actions, list)
            or len(actions) > _LONGEST
            or not all(isinstance(a, str) for a in actions)
        ):
            raise FileFormatError(
                f"{self.name}: actions {quote(actions)}; expected a list of texts such as 'p1 cc'"
            )
        return actions

    def _numbers(self, name: str) -> list[int | Decimal]:
        given: Any = self.fields.get(name, [])
        values: list[Any] = given if isinstance(given, list) else [given]
        good = all(isinstance(v, (int, Decimal)) and not isinstance(v, bool) for v in values)
        if good:
            good = not any(
                Decimal(v).is_nan() or ENDLESS <= abs(v) < Decimal("inf") or -v > ENDLESS for v in values
            )
        if not good or len(values) > 100 or (name == "starting_stacks" and not values):
            raise FileFormatError(f"{self.name}: {name} is {quote(given)}; expected numbers of chips")
        return values

    def _chips(self, name: str) -> list[int]:
        return [_chips(self.name, name, Decimal(v), self.unit) for v in self._numbers(name)]

    def _by_seat(self, name: str, seats: int) -> list[int]:
        """One number is everybody's; who is not named posts nothing."""
        found = self._chips(name)
        if name in self.fields and not isinstance(self.fields[name], list):
            return found * seats
        return found + [0] * (seats - len(found))

    @property
    def agrees(self) -> bool | None:
        """Whether the file's finishing stacks are ours; None where it gives none.

        Of a record that ends before the hand does they are the chips that are left behind. Who gets an odd chip is the
        table's affair, and so is a rake: `rake`.
        """
        given = self.finishing_stacks
        return None if given is None else self._taken(given, self._ends()) is not None

    @property
    def rake(self) -> int:
        """The chips that the file's finishing stacks lack where they are ours but for them: what the house took."""
        given = self.finishing_stacks
        return 0 if given is None else self._taken(given, self._ends()) or 0

    def _taken(self, given: list[int], ends: RecordEnd) -> int | None:
        """The rake with which these are the stacks at the end; None where they are not, whatever the rake.

        It is taken from those who are paid out of the pot, a tenth of it at most.
        """
        found, behind = ends.stacks, ends.behind
        rake = sum(found) - sum(given)
        pot = sum(found) - sum(behind)
        if not 0 <= 10 * rake <= pot:
            rake = 0
        sat = zip(self._numbers("starting_stacks"), given, found, behind, strict=False)
        off = [
            (found - given, found > behind)
            for stack, given, found, behind in sat
            if not Decimal(stack).is_infinite()
        ]
        near = 1 if sum(given) == sum(found) else 0
        if rake and all(0 <= less <= rake * is_paid for less, is_paid in off):
            return rake
        return 0 if all(abs(less) <= near for less, _ in off) else None

    def _ends(self, played: Replay | None = None) -> RecordEnd:
        """How the hand ends; of a record that ends before it does everybody has what is left behind."""
        if self.variant not in HOLDEM:
            return self._by_pokerkit()
        played = self.replay() if played is None else played
        is_over = played.state.is_over and not played.state.cards_due
        return RecordEnd(self._stacks(played) if is_over else played.left(), played.left(), is_over)

    def _stacks(self, played: Replay) -> list[int]:
        try:
            return played.stacks()
        except ParameterError as error:
            raise FileFormatError(f"{self.name}: {error}") from None

    @classmethod
    def from_state(
        cls, state: HandState, players: Iterable[str] = (), hand: int | None = None, **extra: Any
    ) -> HandRecord:
        """A record of a hand of ours; `extra` fields are kept under `_tianji_NAME`.

        A showdown whose cards are not all known has no stacks at the end: nobody can say who wins.
        """
        rules = state.rules
        flip = -1 if rules.seats == 2 else 1
        limit = rules.raise_sizes
        fields: dict[str, Any] = {
            "variant": "FT" if limit else "NT", "ante_trimming_status": rules.antes_matched,
            "antes": list(rules.antes or (0,) * rules.seats)[::flip], "blinds_or_straddles": list(rules.blinds)[::flip],
            **({"small_bet": limit[0], "big_bet": limit[2]} if limit else {"min_bet": rules.least_bet}),
            "starting_stacks": list(rules.stacks), "actions": _written(state),
        }  # fmt: skip
        if hand is not None:
            fields["hand"] = hand
        names = list(players)
        if names:
            fields["players"] = names
        if state.is_over and not state.cards_due and _is_known(state):
            ends = [Fraction(net) + stack for net, stack in zip(state.payoffs(), rules.stacks, strict=True)]
            fields["finishing_stacks"] = [int(e) if e == int(e) else Decimal(f"{float(e):.6f}") for e in ends]
        fields.update({f"_tianji_{name}": value for name, value in extra.items()})
        return cls(f"hand {hand}" if hand is not None else "hand", fields)


@checked
def read_phh(path: str | Path) -> list[HandRecord]:
    """The hands of a .phh or .phhs file; one that is not TOML is refused by its name."""
    return parse_phh(read_text(path), short_path(path))


@checked
def parse_phh(text: str, where: str = "PHH") -> list[HandRecord]:
    """The hands of a text: one, several under [1], [2], …, or several after lines `#=== name`.

    >>> (hand,) = parse_phh('''variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [50, 100]
    ... min_bet = 100
    ... starting_stacks = [1000, 1000]
    ... actions = ["d dh p1 ????", "d dh p2 AhKd", "p2 cbr 300", "p1 f"]''')
    >>> hand.replay().state.betting_text, hand.settle()
    ('r300f', [900, 1100])
    """
    records = []
    for found in each_hand(text, where):
        if isinstance(found, FileFormatError):
            raise found
        records.append(found)
    return records


def each_hand(text: str, where: str = "PHH") -> Iterator[HandRecord | FileFormatError]:
    """The hands of a text one by one, and for each that cannot be read why: the others do not suffer for it."""
    parts = _parts(_MARK, text) or [(f"hand [{name}]", body) for name, body in _parts(_TABLE, text)]
    for name, body in parts or [(where, text)]:
        try:
            fields = read_toml(body, Decimal)
        except (RecursionError, ValueError, ArithmeticError) as error:
            yield FileFormatError(f"{where}: {name} is not TOML: {error}")
            continue
        found = [(name, fields, body)] if "variant" in fields else list(_nested(fields, name))
        yield from (HandRecord(*one) for one in found)
        if not found:
            yield FileFormatError(f"{where}: {name} has no variant; expected a hand history in PHH")


def _nested(fields: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Hands in tables of tables, [day.1], and in lists of them, [[hands]]: name, fields and TOML."""
    for key, value in fields.items():
        rows = value if isinstance(value, list) else [value]
        for k, row in enumerate(rows, 1):
            if isinstance(row, dict) and not key.startswith("_"):
                called = f"{name}, {quote(key)}" + (f" {k}" if len(rows) > 1 else "")
                if "variant" in row:
                    yield called, row, to_toml(row)
                else:
                    yield from _nested(row, called)


def _parts(mark: re.Pattern[str], text: str) -> list[tuple[str, str]]:
    """(name, text) after every mark, up to the next one."""
    found = list(mark.finditer(text))
    ends = [*(m.start() for m in found[1:]), len(text)]
    return [(m[1].strip(" \t\r\"'"), text[m.end() : end]) for m, end in zip(found, ends, strict=bool(found))]


@checked
def write_phh(path: str | Path, records: Iterable[HandRecord]) -> None:
    """Write hands: one as .phh, many as .phhs under [1], [2], …"""
    rows = list(records)
    if Path(path).suffix == ".phh" and len(rows) != 1:
        raise ParameterError(
            f"{quote_path(path)}: a .phh file holds one hand, not {len(rows)}; name it .phhs"
        )
    text = to_toml(rows[0].fields) if Path(path).suffix == ".phh" else phh_text(rows)
    write_atomic(path, text.encode())


def phh_text(records: Iterable[HandRecord]) -> str:
    """Hands as the text of a .phhs file, under [1], [2], …"""
    return "\n".join(f"[{k}]\n{to_toml(row.fields)}" for k, row in enumerate(records, 1))


def _chips(where: str, name: str, value: Decimal, unit: Decimal) -> int:
    if value.is_infinite():
        return ENDLESS
    chips = value / unit
    if chips != chips.to_integral_value():
        raise FileFormatError(f"{where}: {name} {value} is no multiple of {unit}")
    return int(chips)


def _is_known(state: HandState) -> bool:
    """Whether it can be said who wins a hand that is over."""
    return not state.is_showdown or all(state.hole[i] for i in state.contenders)


def _written(state: HandState) -> list[str]:
    """The actions of a hand in PHH's words."""
    rules = state.rules
    rows = [f"d dh p{i + 1} {show_cards(h) if h else '????'}" for i, h in enumerate(state.hole)]
    at, base, board = HandState.start(rules, state.hole), (0,) * rules.seats, list(state.board)
    for street, actions in enumerate(state.betting):
        if street:
            count = 3 if street == 1 else 1
            if len(board) >= count:
                rows.append(f"d db {show_cards(board[:count])}")
            board, base = board[count:], at.spent
        for action in actions:
            p, after = at.player, at.act(action)
            word = {"f": "f", "c": "cc"}.get(action, f"cbr {after.spent[p] - base[p]}")
            rows.append(f"p{p + 1} {word}")
            at = after
    if state.is_showdown:
        rows += [f"p{i + 1} sm {show_cards(state.hole[i])}" for i in state.contenders if state.hole[i]]
    return rows
