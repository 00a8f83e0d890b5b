"""A hand of hold'em as immutable states: blinds, bets, all-in, side pots, and betting written as the ACPC writes it.

Seats are those of the ACPC and of PHH: seat 0 acts first after the flop. With two seats, 0 is the big blind and 1 the
button, who posts the small blind and acts first before the flop; with more, 0 is the small blind and 1 the big one.
An action is `f` (fold), `c` (check or call) or `r300`: raise to 300 chips of one's own *in the whole hand*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, TypeVar

from tianji.core.game import TERMINAL
from tianji.errors import ParameterError, quote
from tianji.poker.cards import show_card
from tianji.poker.rules import BOARD_CARDS, HandRules

T = TypeVar("T")
Chips = int | Fraction
STREETS = ("preflop", "flop", "turn", "river")
_ACTION = re.compile(r"[fc]|r[0-9]{0,18}")
_MEANT = re.compile(
    r"([fckrb])(?:[ \t]*([+-]?[0-9]{1,18}))?", re.IGNORECASE
)  # as the ACPC's dealer reads one


class Legal(NamedTuple):
    """What the player to act may do: fold or not; call at what cost (0: check); raise to `least` … `most`, if any."""

    fold: bool
    call: int
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class HandState:
    """A moment of a hand; `act` and `deal` give the next one.

    player: the seat to act, or TERMINAL. spent: `[seats]` chips put in on all streets, antes apart. level: what has to
    be matched; least_raise: the least that a raise adds to it. acted: who has acted on this street. hole: two cards a
    seat, () where not known. The betting needs no cards: a board may be dealt at once, later or never.

    >>> state = HandState.start().play("r300c/")
    >>> state.street, state.player, state.pot, state.legal()
    (1, 0, 600, Legal(fold=False, call=0, least=400, most=20000))
    >>> state.play("cr20000c//").betting_text
    'r300c/cr20000c//'
    """

    rules: HandRules
    hole: tuple[tuple[int, ...], ...]
    spent: tuple[int, ...]
    level: int
    least_raise: int
    player: int
    board: tuple[int, ...] = ()
    betting: tuple[tuple[str, ...], ...] = ((),)
    folded: tuple[bool, ...] = ()
    acted: tuple[bool, ...] = ()
    raises: int = field(default=0, repr=False)

    @classmethod
    def start(cls, rules: HandRules | None = None, hole: tuple[tuple[int, ...], ...] = ()) -> HandState:
        """Blinds and antes posted, nobody has acted; the first hand dealt where none is given."""
        rules = HandRules() if rules is None else rules
        seats = rules.seats
        hole = hole or ((),) * seats
        if len(hole) != seats or any(len(h) not in (0, 2) for h in hole):
            raise ParameterError(
                f"hole cards {quote(hole)}; expected two cards, or none, for each of {seats} seats"
            )
        _refuse_doubles([c for h in hole for c in h])
        spent, price, no = rules.posted, rules.price, (False,) * seats
        before = cls(rules, hole, spent, price, rules.least_bet, TERMINAL, (), ((),), no, no)
        return before._moved((rules.opener(0) - 1) % seats, spent, price, rules.least_bet, (), no, no, 0)

    # What is where ------------------------------------------------------------------------------------------

    @property
    def street(self) -> int:
        """0 before the flop, 1, 2, 3 on flop, turn, river."""
        return len(self.betting) - 1

    @property
    def is_over(self) -> bool:
        """Whether nobody acts any more."""
        return self.player == TERMINAL

    @property
    def contenders(self) -> list[int]:
        """The seats that have not folded."""
        return [i for i, gone in enumerate(self.folded) if not gone]

    @property
    def is_showdown(self) -> bool:
        """Whether the hand is over with two or more players left."""
        return self.is_over and len(self.contenders) > 1

    @property
    def pot(self) -> int:
        """All chips put in, antes too."""
        return sum(self.spent) + sum(self.rules.paid_antes)

    @property
    def behind(self) -> tuple[int, ...]:
        """`[seats]`: what each can still put in."""
        return tuple(chips - spent for chips, spent in zip(self.rules.live, self.spent, strict=True))

    @property
    def betting_text(self) -> str:
        """The betting as the ACPC writes it: `cr300c/cc/r600f`."""
        return "/".join("".join(street) for street in self.betting)

    @property
    def cards_due(self) -> int:
        """How many board cards are to be dealt before the player to act, or a showdown, may see on."""
        wanted = 0 if self.is_over and not self.is_showdown else BOARD_CARDS[self.street]
        return max(0, wanted - len(self.board))

    # What may be done ---------------------------------------------------------------------------------------

    def legal(self) -> Legal:
        """What the player to act may do."""
        if self.is_over:
            raise ParameterError(f"the hand {quote(self.betting_text)} is over; nobody acts")
        call = self._call_to() - self.spent[self.player]
        least, most = self._raise_range() or (None, None)
        return Legal(call > 0 or self.rules.is_lenient, call, least, most)

    def _call_to(self) -> int:
        """What a call brings the player's chips to: never more than he has, or than anybody else could put in."""
        live, p = self.rules.live, self.player
        others = max(live[i] for i in self.contenders if i != p)
        return max(min(self.level, live[p], others), self.spent[p])

    def _raise_range(self) -> tuple[int, int] | None:
        """The least and the most a raise may go to; a short all-in does not let those who acted raise again."""
        rules, p = self.rules, self.player
        most = rules.live[p]
        if most <= self.level:
            return None
        if rules.is_lenient:
            return self.level + 1, most
        if self.raises >= rules.cap(self.street):
            return None
        if not any(rules.live[i] > self.level for i in self.contenders if i != p):
            return None
        if self.acted[p] and self.level - self.spent[p] < self.least_raise:
            return None
        least = self._raise_to()
        return (least, least) if rules.raise_sizes else (least, most)

    def _raise_to(self) -> int:
        """The least raise there is: the one of a limit game."""
        sizes = self.rules.raise_sizes
        step = sizes[self.street] if sizes else self.least_raise
        return min(self.level + step, self.rules.live[self.player])

    def actions(self) -> Iterator[str]:
        """Every legal action, raises ascending: there may be thousands."""
        legal = self.legal()
        if legal.fold:
            yield "f"
        yield "c"
        if legal.least is not None and legal.most is not None:
            if self.rules.raise_sizes:
                yield "r"
            else:
                yield from (f"r{total}" for total in range(legal.least, legal.most + 1))

    def why_illegal(self, action: object) -> str:
        """What is wrong with an action here, in words; "" where it is legal."""
        if not isinstance(action, str) or not _ACTION.fullmatch(action):
            return "expected f, c or r with the chips raised to, such as r300"
        if action == "c" and not self.is_over:
            return ""
        legal = self.legal()
        if action == "f":
            return "" if legal.fold else "there is nothing to call; check with c"
        if legal.least is None or legal.most is None:
            return "no raise is possible here; call with c"
        if self.rules.raise_sizes and (action == "r" or not self.rules.is_lenient):
            return "" if action == "r" else "raises have a fixed size here; write r alone"
        if action != "r" and legal.least <= int(action[1:]) <= legal.most:
            return ""
        return f"raises go to {legal.least} … {legal.most} chips of the player in the whole hand"

    def mended(self, action: object) -> str:
        """The legal action that the ACPC's dealer takes an illegal one for.

        It reads k for c, b for r, and capitals, and nothing behind the action; a raise becomes one of the nearest size,
        anything else, a raise without a size too, a check or call.

        >>> HandState.start().mended("r120"), HandState.start().play("c").mended("f"), HandState.start().mended("B 300")
        ('r200', 'c', 'r300')
        """
        if not self.why_illegal(action):
            return str(action)
        meant = _MEANT.match(action) if isinstance(action, str) else None
        letter, size = (meant[1].lower(), meant[2]) if meant else ("c", None)
        legal = self.legal()
        if letter == "f":
            return "f" if legal.fold else "c"
        if letter in "ck" or legal.least is None or legal.most is None:
            return "c"
        if self.rules.raise_sizes:
            return "r"
        return "c" if size is None else f"r{min(max(int(size), legal.least), legal.most)}"

    # What is done -------------------------------------------------------------------------------------------

    def act(self, action: str) -> HandState:
        """The state after the player's action; an illegal one is refused."""
        why = self.why_illegal(action)
        if why:
            raise ParameterError(
                f"{quote(action)} of seat {self.player} after {quote(self.betting_text)} is not legal: {why}"
            )
        p, spent, folded = self.player, self.spent, self.folded
        level, least_raise, raises = self.level, self.least_raise, self.raises
        if action == "f":
            folded = _with(folded, p, True)
        elif action == "c":
            spent = _with(spent, p, self._call_to())
        else:
            level = int(action[1:]) if len(action) > 1 else self._raise_to()
            action = f"r{level}" if len(action) > 1 else "r"  # one way to write a size: r0300 is r300
            spent, raises = _with(spent, p, level), raises + 1
            least_raise = max(least_raise, level - self.level)
        return self._moved(
            p,
            spent,
            level,
            least_raise,
            (*self.betting[-1], action),
            folded,
            _with(self.acted, p, True),
            raises,
        )

    def _moved(
        self, after: int, spent: tuple[int, ...], level: int, least_raise: int, actions: tuple[str, ...],
        folded: tuple[bool, ...], acted: tuple[bool, ...], raises: int,
    ) -> HandState:  # fmt: skip
        """The state with these chips and actions on the street, and whoever acts after seat `after`.

        That is on the next street if this one is done. Built once: a hand is some ten of these.
        """
        rules = self.rules
        seats, live = rules.seats, rules.live
        betting = (*self.betting[:-1], actions)
        contenders = [i for i, gone in enumerate(folded) if not gone]
        player = TERMINAL
        if len(contenders) > 1:
            able = [i for i in contenders if spent[i] < live[i]]
            player = _next_to_act(after, seats, able, contenders, spent, acted, level)
            if player == TERMINAL and len(able) < 2:
                betting += ((),) * (len(STREETS) - len(betting))
            elif player == TERMINAL and len(betting) < len(STREETS):
                betting, acted, raises, least_raise = (*betting, ()), (False,) * seats, 0, rules.least_bet
                opener = rules.opener(len(betting) - 1)
                player = _next_to_act((opener - 1) % seats, seats, able, contenders, spent, acted, level)
        return HandState(
            rules, self.hole, spent, level, least_raise, player, self.board, betting, folded, acted, raises
        )

    def play(self, text: str) -> HandState:
        """The state after a betting text such as `r300c/cc/r600`; `/` stands where a street ends, and only there.

        >>> HandState.start().play("r300c/c/")
        Traceback (most recent call last):
            ...
        tianji.errors.ParameterError: betting 'r300c/c/', column 8: '/' before the street ends; seat 1 is to act
        """
        if not isinstance(text, str):
            raise ParameterError(f"betting {quote(text)}; expected a text such as 'r300c/cc'")
        state, k, street = self, 0, self.street
        while k < len(text):
            where = f"betting {quote(text)}, column {k + 1}"
            if text[k] == "/":
                street += 1
                if street > state.street:
                    raise ParameterError(f"{where}: '/' before the street ends; {_whose(state)}")
                k += 1
                continue
            found = _ACTION.match(text, k)
            if found is None:
                raise ParameterError(
                    f"{where}: {quote(text[k : k + 10])}; expected f, c, r with a size, or '/'"
                )
            if state.is_over or street < state.street:
                raise ParameterError(f"{where}: {quote(found[0])} where {_whose(state, street)}")
            why = state.why_illegal(found[0])
            if why:
                raise ParameterError(f"{where}: {quote(found[0])} of seat {state.player} is not legal: {why}")
            state, k = state.act(found[0]), found.end()
        if street < state.street:
            raise ParameterError(
                f"betting {quote(text)} ends without '/' after a street that is done; add it"
            )
        return state

    def steps(self) -> Iterator[tuple[HandState, str]]:
        """Every action so far with the state it was taken at, the board dealt as it was then.

        >>> [(at.player, action) for at, action in HandState.start().play("r300c/c").steps()]
        [(1, 'r300'), (0, 'c'), (0, 'c')]
        """
        at = HandState.start(self.rules, self.hole)
        for street, actions in enumerate(self.betting):
            at = at.deal(self.board[len(at.board) : BOARD_CARDS[street]])
            for action in actions:
                yield at, action
                at = at.act(action)

    def deal(self, cards: tuple[int, ...] | list[int]) -> HandState:
        """The state with these cards laid after those of the board."""
        board = (*self.board, *cards)
        if len(board) > BOARD_CARDS[self.street]:
            raise ParameterError(
                f"{len(board)} board cards on the {STREETS[self.street]}; expected {BOARD_CARDS[self.street]}"
            )
        _refuse_doubles([*board, *(c for h in self.hole for c in h)])
        return replace(self, board=board)

    def seen_by(self, seat: int) -> HandState:
        """What a seat may know: its own cards, the board of the street; all shown cards when there is a showdown."""
        shown = set(self.contenders) if self.is_showdown else set()
        hole = tuple(h if i == seat or i in shown else () for i, h in enumerate(self.hole))
        return replace(self, hole=hole, board=self.board[: BOARD_CARDS[self.street]])

    # What it is worth ---------------------------------------------------------------------------------------

    def payoffs(self) -> tuple[Chips, ...]:
        """What each seat has won or lost when the hand is over, the pots split as the rules say; they sum to 0."""
        from tianji.poker.settle import settle

        return settle(self)


def _with(values: tuple[T, ...], k: int, value: T) -> tuple[T, ...]:
    return (*values[:k], value, *values[k + 1 :])


def _next_to_act(
    after: int, seats: int, able: list[int], contenders: list[int], spent: tuple[int, ...], acted: tuple[bool, ...],
    level: int,
) -> int:  # fmt: skip
    """Who acts on this street after a seat; TERMINAL where it is done."""
    for k in range(1, seats + 1):
        i = (after + k) % seats
        if i not in able or (acted[i] and spent[i] >= level):
            continue
        if len(able) == 1 and spent[i] >= max(spent[j] for j in contenders if j != i):
            continue  # all others are all-in, and he has matched them
        return i
    return TERMINAL


def _whose(state: HandState, street: int | None = None) -> str:
    if street is not None and street < state.street:
        return "a '/' is missing: the street is done"
    return "the hand is over" if state.is_over else f"seat {state.player} is to act"


def _refuse_doubles(cards: list[int]) -> None:
    for k, card in enumerate(cards):
        if not 0 <= card < 52:
            raise ParameterError(f"card number {quote(card)}; expected 0 … 51")
        if card in cards[:k]:
            raise ParameterError(f"{show_card(card)} is dealt twice; every card is there once")
