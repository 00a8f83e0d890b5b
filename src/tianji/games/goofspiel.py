"""Goofspiel: bid your cards, each once, for a row of prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.games._validate import choice, flag, whole
from tianji.native.twin import Twin

ORDERS = ("descending", "ascending", "random")
RETURNS = ("win_loss", "point_difference")
PENDING = "?"
REMEMBERED = 100_000  # of what comes up again and again; a table of 13! orders would not fit

GoofspielState = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str]
"""Bids of player 0 and of player 1, the prizes turned up so far, and the public record.

The record has one letter a round: "0" or "1" for who took the prize, "=" for a tie (nobody does), and "?"
while player 0 has laid a card face down and player 1 has not.
"""


@dataclass(frozen=True)
class Goofspiel(Game[GoofspielState, int]):
    """Goofspiel: both hold cards 1..n and bid one at a time for a prize; the higher bid takes it.

    A tie discards the prize. Bids are simultaneous: player 0 lays a card face down, then player 1. The last
    card is played by itself. With `hidden_bids` only who won a round is announced, otherwise bids are shown.
    `returns`: win_loss pays 1 to the winner, point_difference pays the prizes won less the average of both.

    Ross (1971), "Goofspiel: the game of pure strategy"; equal to OpenSpiel's goofspiel (imp_info=hidden_bids,
    num_cards=cards) in its turn-based form.

    >>> game = Goofspiel(cards=3)
    >>> game.information(((3,), (2,), (3, 2), "0"), 1)  # I bid 2 and lost the 3
    ((2,), (3, 2), '0')
    """

    cards: int = 4
    points_order: str = "descending"
    hidden_bids: bool = True
    returns: str = "win_loss"

    registered_name: ClassVar[str] = "goofspiel"
    # Tables that fill as the game is played; ClassVar keeps them out of the dataclass fields.
    _left: ClassVar[dict[tuple[int, ...], tuple[int, ...]]]  # cards played → cards left
    _rows: ClassVar[
        dict[tuple[int, ...], tuple[int, ...]]
    ]  # cards played but one → all cards, in the order played
    _paid: ClassVar[dict[tuple[tuple[int, ...], str], tuple[float, float]]]  # prizes and record → payoffs

    def __post_init__(self) -> None:
        whole("goofspiel", "cards", self.cards, 2, 52)
        choice("goofspiel", "points_order", self.points_order, ORDERS)
        flag("goofspiel", "hidden_bids", self.hidden_bids)
        choice("goofspiel", "returns", self.returns, RETURNS)
        for table in ("_left", "_rows", "_paid"):
            object.__setattr__(self, table, {})

    def _hand(self, played: tuple[int, ...]) -> tuple[int, ...]:
        """Cards not among `played`; remembered, for the same hands come up again and again."""
        hand = self._left.get(played)
        if hand is None:
            hand = tuple(c for c in range(1, self.cards + 1) if c not in played)
            if len(self._left) < REMEMBERED:
                self._left[played] = hand
        return hand

    def _row(self, played: tuple[int, ...]) -> tuple[int, ...]:
        """All cards, the last one after those `played`; remembered."""
        row = played + self._hand(played)
        if len(self._rows) < REMEMBERED:
            self._rows[played] = row
        return row

    def initial(self) -> GoofspielState:
        """The first prize is turned up, or waits for chance."""
        return self._next((), (), (), "")

    def _next(
        self, first: tuple[int, ...], second: tuple[int, ...], prizes: tuple[int, ...], record: str
    ) -> GoofspielState:
        """The state at the start of a round: the next prize if its order is fixed, the last round played."""
        left = self.cards - len(record)
        if left == 1:
            row = self._rows.get
            first, second = row(first) or self._row(first), row(second) or self._row(second)
            prizes = row(prizes) or self._row(prizes)
            record += _taker(first[-1], second[-1])
        elif self.points_order == "descending":
            prizes = prizes + (left,)
        elif self.points_order == "ascending":
            prizes = prizes + (self.cards - left + 1,)
        return first, second, prizes, record

    def player(self, s: GoofspielState) -> int:
        """In each round: chance if the order is random, player 0, player 1."""
        first, second, prizes, _ = s
        played = len(second)
        if played == self.cards:
            return TERMINAL
        if played == len(prizes):
            return CHANCE
        return 1 if len(first) > played else 0

    def actions(self, s: GoofspielState) -> tuple[int, ...]:
        """Any card still held."""
        first, second, _, _ = s
        played = first if len(first) == len(second) else second
        return self._left.get(played) or self._hand(played)

    def chances(self, s: GoofspielState) -> list[tuple[int, float]]:
        """Any prize not yet seen."""
        hand = self._hand(s[2])
        return [(prize, 1 / len(hand)) for prize in hand]

    def result(self, s: GoofspielState, a: int) -> GoofspielState:
        """Turn up a prize, lay the first card, or answer it and settle the round."""
        first, second, prizes, record = s
        played = len(second)
        if played == len(prizes):
            return first, second, prizes + (a,), record
        if played == len(first):
            return first + (a,), second, prizes, record + PENDING
        return self._next(first, second + (a,), prizes, record[:-1] + _taker(first[-1], a))

    def utility(self, s: GoofspielState) -> tuple[float, float]:
        """Who won more, or by how much each is above the average; remembered, as the same records come up again."""
        _, _, prizes, record = s
        paid = self._paid.get((prizes, record))
        if paid is None:
            signs = {"0": 1, "1": -1, "=": 0}
            lead = sum(prize * signs[who] for prize, who in zip(prizes, record, strict=True))
            pay = float((lead > 0) - (lead < 0)) if self.returns == "win_loss" else lead / 2
            paid = pay, 0.0 - pay
            if len(self._paid) < REMEMBERED:
                self._paid[prizes, record] = paid
        return paid

    def information(self, s: GoofspielState, player: int) -> tuple[object, ...]:
        """The own bids, the prizes and the record; where bids are shown, the opponent's settled bids too."""
        first, second, prizes, record = s
        if self.hidden_bids:
            return (second if player else first), prizes, record
        own, other = (second, first) if player else (first, second)
        return own, other[: len(second)], prizes, record

    def twin(self) -> Twin | None:
        """Bids as hexadecimal digits: up to fifteen cards."""
        if self.cards > 15:
            return None

        def encode(s: GoofspielState) -> list[int]:
            *rows, letters = s
            digits = [sum(card << 4 * i for i, card in enumerate(row)) for row in rows]
            settled = letters.rstrip(PENDING)
            record = sum("01=".index(who) << 2 * i for i, who in enumerate(settled))
            lead = sum({"0": p, "1": -p, "=": 0}[who] for p, who in zip(s[2], settled, strict=False))
            return [*map(len, rows), *digits, record, lead]

        def decode(position: Sequence[int]) -> GoofspielState:
            first, second, prizes = (
                tuple(digits >> 4 * i & 15 for i in range(n))
                for n, digits in zip(position[:3], position[3:6], strict=True)
            )
            settled = "".join("01="[position[6] >> 2 * i & 3] for i in range(len(second)))
            return first, second, prizes, settled + PENDING * (len(first) - len(second))

        order = ("descending", "ascending", "random").index(self.points_order)
        numbers = self.cards, order, int(self.hidden_bids), int(self.returns == "win_loss")
        return Twin("goofspiel", numbers, encode, self.cards, decode, key_words=4)

    def describe(self, s: GoofspielState, a: int) -> str:
        """Which prize is turned up; which card is bid for it."""
        return f"the prize is {a}" if self.player(s) == CHANCE else f"bids {a} for the {s[2][-1]}"

    def show(self, s: GoofspielState) -> str:
        """Prizes, bids and record, one column a round."""
        first, second, prizes, record = s
        rows = {"prizes": prizes, "player 0": first, "player 1": second, "won by": tuple(record)}
        return ", ".join(f"{name} {' '.join(map(str, row)) or '-'}" for name, row in rows.items())


def _taker(bid: int, reply: int) -> str:
    """Who takes the prize."""
    return "0" if bid > reply else "1" if reply > bid else "="
