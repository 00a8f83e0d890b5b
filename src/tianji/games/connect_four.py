"""Connect four on a board of any size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin


class Stones(NamedTuple):
    """Bit sets: the mover's stones, and all stones. Column c holds bits c·(rows+1) .. c·(rows+1)+rows−1."""

    mine: int
    all: int
    won: bool = False


@dataclass(frozen=True)
class ConnectFour(Game[Stones, int]):
    """Drop stones into columns 1, 2, ...; four in a row win.

    scoring="outcome" pays 1; scoring="distance" pays the winner (cells + 2 − stones on the board) // 2, which on
    the 7 × 6 board is 22 minus the stones he has played: the score of the usual test sets.

    >>> game = ConnectFour(scoring="distance")
    >>> print(game.show(game.parse("44455")))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . O X . .
    . . . X O . .
    """

    columns: int = 7
    rows: int = 6
    scoring: str = "outcome"
    registered_name = "connect_four"

    def __post_init__(self) -> None:
        for name, low, high in (("columns", 1, 9), ("rows", 1, 20)):
            value = getattr(self, name)
            if not isinstance(value, int) or not low <= value <= high:
                raise ParameterError(
                    f"connect_four: {name}={quote(value)}; expected a whole number from {low} to {high}"
                )
        if self.scoring not in ("outcome", "distance"):
            raise ParameterError(
                f"connect_four: scoring={quote(self.scoring)}; expected 'outcome' or 'distance'"
            )

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of every column."""
        return sum(1 << c * (self.rows + 1) for c in range(self.columns))

    @cached_property
    def board(self) -> int:
        """All cells."""
        return self.bottom * ((1 << self.rows) - 1)

    @cached_property
    def _column(self) -> tuple[int, ...]:
        return tuple(((1 << self.rows) - 1) << c * (self.rows + 1) for c in range(self.columns))

    @cached_property
    def _central(self) -> tuple[int, ...]:
        return tuple(sorted(range(1, self.columns + 1), key=lambda c: abs(2 * c - self.columns - 1)))

    @cached_property
    def _lowest(self) -> dict[str, int]:
        """The lowest cell of a column, by its name."""
        return {str(c + 1): 1 << c * (self.rows + 1) for c in range(self.columns)}

    def initial(self) -> Stones:
        """The empty board."""
        return Stones(0, 0)

    def player(self, s: Stones) -> int:
        """Alternating; four in a row or a full board ends the game."""
        return TERMINAL if s.won or s.all == self.board else s.all.bit_count() & 1

    def actions(self, s: Stones) -> list[int]:
        """Columns with room, from 1."""
        room = (s.all + self.bottom) & self.board
        return [c + 1 for c, column in enumerate(self._column) if room & column]

    def result(self, s: Stones, a: int) -> Stones:
        """Drop a stone."""
        if not 1 <= a <= self.columns or not (s.all + self.bottom) & self._column[a - 1]:
            raise ParameterError(
                f"{self.spec}: column {quote(a)} is full or off the board; legal: {self.actions(s)!r}"
            )
        after = s.all | (s.all + (1 << (a - 1) * (self.rows + 1)))
        return Stones(s.mine ^ s.all, after, self._four(s.mine ^ s.all ^ after))

    def _four(self, p: int) -> bool:
        d = self.rows
        q = p & (p >> 1)
        if q & (q >> 2):
            return True
        q = p & (p >> d)
        if q & (q >> 2 * d):
            return True
        q = p & (p >> d + 1)
        if q & (q >> 2 * d + 2):
            return True
        q = p & (p >> d + 2)
        return q & (q >> 2 * d + 4) != 0

    def utility(self, s: Stones) -> tuple[float, float]:
        """One, or more for an early win; see the class."""
        if not s.won:
            return 0.0, 0.0
        stones = s.all.bit_count()
        pay = 1.0 if self.scoring == "outcome" else float((self.columns * self.rows + 2 - stones) // 2)
        return (pay, -pay) if stones & 1 else (-pay, pay)

    # What search may use ------------------------------------------------------------------------------------

    def canonical(self, s: Stones) -> tuple[int, int]:
        """The lesser of the position and its mirror image."""
        a, b, width = 0, 0, self.rows + 1
        for c, column in enumerate(self._column):
            move = (self.columns - 1 - 2 * c) * width
            a |= (s.mine & column) << move if move >= 0 else (s.mine & column) >> -move
            b |= (s.all & column) << move if move >= 0 else (s.all & column) >> -move
        return min((s.mine, s.all), (a, b))

    def order(self, s: Stones, actions: list[int]) -> list[int]:
        """The centre first."""
        legal = set(actions)
        return [c for c in self._central if c in legal]

    def threats(self, p: int, empty: int) -> int:
        """Empty cells that would complete a four for stones `p`."""
        r = (p << 1) & (p << 2) & (p << 3)
        for d in (self.rows, self.rows + 1, self.rows + 2):
            q = (p << d) & (p << 2 * d)
            r |= q & ((p << 3 * d) | (p >> d))
            q = (p >> d) & (p >> 2 * d)
            r |= q & ((p << d) | (p >> 3 * d))
        return r & empty

    def evaluate(self, s: Stones) -> float:
        """Threats and central stones, in hundredths of a point."""
        empty, theirs = self.board ^ s.all, s.mine ^ s.all
        middle = self._column[self.columns // 2]
        lead = self.threats(s.mine, empty).bit_count() - self.threats(theirs, empty).bit_count()
        centre = (s.mine & middle).bit_count() - (theirs & middle).bit_count()
        return max(-0.9, min(0.9, 0.1 * lead + 0.02 * centre))

    @property
    def value_range(self) -> tuple[float, float]:
        """No payoff lies outside."""
        top = 1.0 if self.scoring == "outcome" else float((self.columns * self.rows - 5) // 2)
        return -top, top

    def twin(self) -> Twin | None:
        """For boards of up to 63 cells with a spare row."""
        if self.columns * (self.rows + 1) > 63:
            return None
        middle, counts = self._column[self.columns // 2], int(self.scoring != "outcome")
        numbers = self.rows, self.bottom, self.board, middle, self.columns, counts
        return Twin("connect_four", numbers, tuple, self.columns)

    def parse(self, text: str) -> Stones:
        """The columns played, first player first: `44455`."""
        mine = stones = 0
        lowest, off = self._lowest, ~self.board
        for char in text.strip():
            after = stones | (stones + lowest[char]) if char in lowest else off
            if after & off:
                break
            mine, stones = mine ^ stones, after
        else:
            if not self._four(mine) and not self._four(
                mine ^ stones
            ):  # as fours last, there was none on the way
                return Stones(mine, stones)
        return self._parse_slowly(text)

    def _parse_slowly(self, text: str) -> Stones:
        """Move by move, to name the one that is wrong; or the last one wins."""
        s = self.initial()
        for i, char in enumerate(text.strip()):
            if char not in "123456789"[: self.columns]:
                raise ParameterError(
                    f"{self.spec}: move {i + 1} of {quote(text)} is {char!r}; expected columns 1 to {self.columns}"
                )
            if s.won:
                raise ParameterError(f"{self.spec}: {quote(text)} goes on after move {i}, which won")
            if int(char) not in self.actions(s):
                raise ParameterError(f"{self.spec}: move {i + 1} of {quote(text)}: column {char} is full")
            s = self.result(s, int(char))
        return s

    def show(self, s: Stones) -> str:
        """The board from the top, X moves first."""
        odd = s.all.bit_count() & 1
        x, o = (s.mine ^ s.all, s.mine) if odd else (s.mine, s.mine ^ s.all)
        rows = []
        for r in range(self.rows - 1, -1, -1):
            bits = [c * (self.rows + 1) + r for c in range(self.columns)]
            rows.append(" ".join("X" if x >> b & 1 else "O" if o >> b & 1 else "." for b in bits))
        return "\n".join(rows)
