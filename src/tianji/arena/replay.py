"""Replay: a recorded hand of hold'em played again, action by action, in the words of PHH."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote
from tianji.poker.cards import parse_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import BOARD_CARDS
from tianji.poker.settle import settle

_AMOUNT = re.compile(
    r"\+?[$€£¥]?((\d{1,15}|\d{1,3}(?:[,_]\d{3}){1,4})(\.\d{0,6})?(E\+?\d{1,2})?|\.\d{1,6})", re.IGNORECASE
)


def read_amount(word: str) -> Decimal | None:
    """Chips as an action writes them: `300`, `2.50`, `.5`, `1,000`, `3E+2`, `$30`; None for anything else.

    >>> read_amount("$1,250.50"), read_amount("-3")
    (Decimal('1250.50'), None)
    """
    found = _AMOUNT.fullmatch(word)
    return Decimal(re.sub("[,_]", "", found[1])) if found else None


def read_chips(amount: str, unit: Decimal) -> int:
    """Chips of an action in whole units."""
    value = read_amount(amount)
    if value is None:
        raise ParameterError(f"amount {quote(amount)}; expected chips such as 300 or 2.50")
    chips = value / unit
    if chips != chips.to_integral_value():
        raise ParameterError(f"amount {amount} is no multiple of {unit}")
    return int(chips)


@dataclass(frozen=True)
class Replay:
    """Where a recorded hand stands, and what the record left out: `notes` says what had to be assumed.

    unit: the record's worth of one chip. base: `[seats]` chips in before this street, which PHH does not count.
    mucked: seats that did not show and so win nothing; shown: seats that did, which stays so whatever comes later.
    halves: of hands dealt card by card, seat and first card.
    """

    state: HandState
    unit: Decimal = Decimal(1)
    base: tuple[int, ...] = ()
    mucked: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    halves: tuple[tuple[int, int], ...] = ()

    def take(self, action: str) -> Replay:
        """The hand after one more action of the record; comments and empty ones change nothing."""
        words = action.partition("#")[0].split()
        if not words:
            return self
        words[:2] = [word.lower() for word in words[:2]]
        if words[:2] == ["d", "db"] and len(words) > 2:
            return self._board("".join(words[2:]))
        if words[:2] == ["d", "dh"] and len(words) > 3:
            return self._hole(self._seat(words[2]), "".join(words[3:]))
        if len(words) < 2 or words[0] == "d":
            raise ParameterError(
                "expected 'd dh p1 AhKd', 'd db Ks7h2d', 'p1 f', 'p1 cc', 'p1 cbr 300' or 'p1 sm'"
            )
        seat, word = self._seat(words[0]), words[1]
        if word == "sm":
            return self._show(seat, words[2:])
        if words[1:] == ["cc"] and self._is_idle(seat):
            return self
        if word in ("f", "cc") and len(words) == 2:
            return self._to(seat)._act("f" if word == "f" else "c")
        if word == "cbr" and len(words) in (2, 3):
            return self._to(seat)._raise(words[2] if len(words) == 3 else "")
        raise ParameterError(f"{quote(word)} is no action of hold'em; expected f, cc, cbr or sm")

    def _is_idle(self, seat: int) -> bool:
        """Whether a check is a formality: he is all-in, or somebody is and nobody is left to bet against."""
        state, left = self.state, self.left()
        if seat not in state.contenders:
            return False
        return not left[seat] or (state.is_showdown and any(not left[i] for i in state.contenders))

    def _seat(self, word: str) -> int:
        number = whole_number(word[1:]) if word[:1] in "pP" else None
        if number is None or not 1 <= number <= self.state.rules.seats:
            raise ParameterError(f"player {quote(word)}; expected p1 … p{self.state.rules.seats}")
        return number - 1

    def _to(self, seat: int) -> Replay:
        """The hand with this seat to act: those before him who are passed over check, or fold to a bet."""
        at = self
        while not at.state.is_over and at.state.player != seat and not at.state.folded[seat]:
            at = at._skip(f"before p{seat + 1}")
        if at.state.player != seat:
            raise ParameterError(
                f"p{seat + 1} cannot act: {'the hand is over' if at.state.is_over else 'he has folded'}"
            )
        return at

    def _skip(self, where: str) -> Replay:
        action = "c" if self.state.legal().call == 0 else "f"
        did = "checked" if action == "c" else "folded"
        note = f"p{self.state.player + 1} is taken to have {did} {where}: the record leaves it out"
        return replace(self, notes=(*self.notes, note))._act(action)

    def _act(self, action: str) -> Replay:
        after = self.state.act(action)
        base = after.spent if after.street > self.state.street else self.base
        return replace(self, state=after, base=base)

    def _raise(self, amount: str) -> Replay:
        state = self.state
        if state.rules.raise_sizes and not amount:
            return self._act("r")
        total = (self.base[state.player] if self.base else 0) + read_chips(amount, self.unit)
        if total <= state.level and total == state.act("c").spent[state.player]:
            return self._act("c")  # all-in by less than the bet, or the bet itself, written as a raise
        usual = state.rules.raise_sizes and total == state.act("r").spent[state.player]
        return self._act("r" if usual else f"r{total}")

    def _board(self, text: str) -> Replay:
        if "?" in text:
            return replace(self, notes=(*self.notes, "board cards are not known"))
        at, cards = self, parse_cards(text, "board")
        if len(at.state.board) + len(cards) > BOARD_CARDS[-1]:
            raise ParameterError(
                "more than five board cards: a board run twice is not supported; record one run"
            )
        while not at.state.is_over and len(at.state.board) + len(cards) > BOARD_CARDS[at.state.street]:
            at = at._skip("before the board")
        return replace(at, state=at.state.deal(cards))

    def _hole(self, seat: int, text: str) -> Replay:
        if "?" in text:
            return self
        cards = tuple(parse_cards(text, "hole cards"))
        if len(cards) == 1 and not self.state.hole[seat]:
            first = dict(self.halves)
            if seat not in first:
                return replace(self, halves=(*self.halves, (seat, cards[0])))
            cards = (first[seat], cards[0])
        if len(cards) != 2:
            raise ParameterError(f"{len(cards)} hole cards; expected two")
        hole = tuple(cards if i == seat else h for i, h in enumerate(self.state.hole))
        HandState.start(self.state.rules, hole).deal(())  # refuses a card dealt twice
        taken = set(self.state.board) & set(cards)
        if taken:
            raise ParameterError(f"{text} holds a card of the board")
        return replace(self, state=replace(self.state, hole=hole))

    def _show(self, seat: int, words: list[str]) -> Replay:
        """`sm` alone mucks, and `sm ????`, as files write of one who loses; `sm -` shows what was dealt.

        Cards that are named count, whether they are shown before the board of an all-in or after unknown ones.
        """
        text = "".join(words)
        if not text.strip("?"):
            if seat in self.shown:
                return self
            note = f"p{seat + 1} is taken to have mucked: he shows cards that are not named"
            notes = (*self.notes, note) if text and note not in self.notes else self.notes
            return replace(self, mucked=self.mucked | {seat}, notes=notes)
        if "?" in text:
            return self
        if (
            text != "-"
            and len(self.state.hole[seat]) == 2
            and set(self.state.hole[seat]) != set(parse_cards(text, "shown cards"))
        ):
            raise ParameterError(f"p{seat + 1} shows {text}, which is not what he was dealt")
        notes = tuple(
            note for note in self.notes if not note.startswith(f"p{seat + 1} is taken to have mucked")
        )
        found = replace(self, mucked=self.mucked - {seat}, shown=self.shown | {seat}, notes=notes)
        return found if text == "-" else found._hole(seat, text)

    def left(self) -> list[int]:
        """`[seats]`: the chips in front of everybody as far as the record goes, none of the pot."""
        rules = self.state.rules
        return [live - spent for live, spent in zip(rules.live, self.state.spent, strict=True)]

    def stacks(self) -> list[int]:
        """`[seats]`: the chips at the end, without those who did not show."""
        state = self.state
        if not state.is_over:
            raise ParameterError(
                f"the record ends with p{state.player + 1} to act after {quote(state.betting_text)}"
            )
        paid = settle(state, self.mucked if state.is_showdown else ())
        return [int(stack + net) for stack, net in zip(state.rules.stacks, paid, strict=True)]
