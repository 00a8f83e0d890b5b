"""Gomoku: five in a row on a large board, with an evaluation by patterns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote
from tianji.games.mnk import rows_of
from tianji.native.stones import stones
from tianji.native.twin import Twin


class GomokuState(NamedTuple):
    """Stones of the mover and of the other (bit row·size + column); `won`: the last move made five."""

    mine: int
    theirs: int
    won: bool = False


# Worth of a five-cell window that holds so many stones of one colour and none of the other.
WINDOW = (0.0, 1.0, 8.0, 60.0, 500.0, 0.0)


@cache
def near(size: int, reach: int = 2) -> tuple[int, ...]:
    """For every cell, the cells at most `reach` steps away."""
    out = []
    for cell in range(size * size):
        y, x = divmod(cell, size)
        mask = 0
        for b in range(max(0, y - reach), min(size, y + reach + 1)):
            for a in range(max(0, x - reach), min(size, x + reach + 1)):
                mask |= 1 << b * size + a
        out.append(mask)
    return tuple(out)


@dataclass(frozen=True)
class Gomoku(Game[GomokuState, str]):
    """Free-style gomoku: five or more in a row wins. Actions are `h8`: column letter, row from the bottom.

    `evaluate` adds up patterns: every window of five cells that only one colour occupies counts by its stones, so
    an open three weighs more than a blocked one because it lies in more windows. `noisy` are the moves that make
    or stop a five or an open four, `order` puts them first and drops nothing.
    """

    size: int = 15
    registered_name = "gomoku"

    def __post_init__(self) -> None:
        if not isinstance(self.size, int) or not 5 <= self.size <= 19:
            raise ParameterError(f"gomoku: size={quote(self.size)}; expected a whole number from 5 to 19")

    @cached_property
    def _rows(self) -> tuple[tuple[int, ...], ...]:
        return rows_of(self.size, self.size, 5)

    @cached_property
    def _windows(self) -> tuple[int, ...]:
        return tuple({row for through in self._rows for row in through})

    def initial(self) -> GomokuState:
        """The empty board."""
        return GomokuState(0, 0)

    def player(self, s: GomokuState) -> int:
        """Alternating; five in a row or a full board ends it."""
        count = (s.mine | s.theirs).bit_count()
        return TERMINAL if s.won or count == self.size**2 else count & 1

    def name_of(self, cell: int) -> str:
        """`a1` is the lower left corner."""
        return f"{chr(97 + cell % self.size)}{cell // self.size + 1}"

    def cell_of(self, name: str) -> int:
        """The cell of a name, or −1."""
        row = whole_number(name[1:])
        if row is None or not 1 <= row <= self.size or not 0 <= ord(name[0]) - 97 < self.size:
            return -1
        return (row - 1) * self.size + ord(name[0]) - 97

    def actions(self, s: GomokuState) -> list[str]:
        """Empty cells."""
        taken = s.mine | s.theirs
        return [self.name_of(cell) for cell in range(self.size**2) if not taken >> cell & 1]

    def result(self, s: GomokuState, a: str) -> GomokuState:
        """Place a stone."""
        cell = self.cell_of(a)
        if cell < 0 or (s.mine | s.theirs) >> cell & 1:
            raise ParameterError(f"{self.spec}: cell {quote(a)} is taken or off the board")
        mine = s.mine | 1 << cell
        return GomokuState(s.theirs, mine, any(mine & row == row for row in self._rows[cell]))

    def utility(self, s: GomokuState) -> tuple[float, float]:
        """The winner takes 100,000, more than any pattern is worth."""
        if not s.won:
            return 0.0, 0.0
        return (1e5, -1e5) if (s.mine | s.theirs).bit_count() & 1 else (-1e5, 1e5)

    # What search may use ------------------------------------------------------------------------------------

    value_range = (-1e5, 1e5)

    def evaluate(self, s: GomokuState) -> float:
        """Own windows minus theirs; the mover's count a little more, since he is to move."""
        own = other = 0.0
        for row in self._windows:
            a, b = (s.mine & row).bit_count(), (s.theirs & row).bit_count()
            if a and not b:
                own += WINDOW[a]
            elif b and not a:
                other += WINDOW[b]
        return max(-9e4, min(9e4, 1.2 * own - other))

    def urgency(self, s: GomokuState, cell: int) -> float:
        """How much a stone on `cell` would add, for either side."""
        total = 0.0
        for row in self._rows[cell]:
            a, b = (s.mine & row).bit_count(), (s.theirs & row).bit_count()
            if not b:
                total += 2e4 if a == 4 else WINDOW[a + 1] - WINDOW[a]
            if not a:
                total += 1e4 if b == 4 else 0.9 * (WINDOW[b + 1] - WINDOW[b])
        return total

    def order(self, s: GomokuState, actions: list[str]) -> list[str]:
        """By urgency; cells far from all stones come last."""
        taken = s.mine | s.theirs
        close, nearby = 0, near(self.size)
        bits = taken
        while bits:
            low = bits & -bits
            close |= nearby[low.bit_length() - 1]
            bits ^= low
        middle = (self.size - 1) / 2

        def rank(a: str) -> float:
            cell = self.cell_of(a)
            edge = abs(cell % self.size - middle) + abs(cell // self.size - middle)
            return edge / 100 - (self.urgency(s, cell) if close >> cell & 1 else 0.0)

        return sorted(actions, key=rank)

    def noisy(self, s: GomokuState) -> list[str]:
        """Moves that make five, or stop it."""
        wins: list[str] = []
        stops: list[str] = []
        for row in self._windows:
            a, b = (s.mine & row).bit_count(), (s.theirs & row).bit_count()
            if (a == 4 and not b) or (b == 4 and not a):
                cell = (row & ~(s.mine | s.theirs)).bit_length() - 1
                (wins if a else stops).append(self.name_of(cell))
        return list(dict.fromkeys(wins + stops))

    def twin(self) -> Twin:
        """Stones on a padded board."""
        board = stones(self.size, self.size)

        def encode(s: GomokuState) -> list[int] | None:
            odd = (s.mine | s.theirs).bit_count() & 1
            return board.encode(*((s.theirs, s.mine) if odd else (s.mine, s.theirs)), s.won)

        return Twin("gomoku", (board.cells, self.size + 1, 5, 100_000), encode, self.size**2 + 1)

    def parse(self, text: str) -> GomokuState:
        """Moves in order, by blanks: `h8 i9 g7`."""
        s = self.initial()
        for a in text.split():
            if s.won:
                raise ParameterError(f"{self.spec}: {quote(text)} goes on at {quote(a)} after five in a row")
            s = self.result(s, a)
        return s

    def show(self, s: GomokuState) -> str:
        """Rows from the top, X moves first."""
        odd = (s.mine | s.theirs).bit_count() & 1
        x, o = (s.theirs, s.mine) if odd else (s.mine, s.theirs)
        rows = []
        for r in range(self.size - 1, -1, -1):
            bits = range(r * self.size, (r + 1) * self.size)
            cells = " ".join("X" if x >> b & 1 else "O" if o >> b & 1 else "." for b in bits)
            rows.append(f"{r + 1:2d} {cells}")
        return "\n".join([*rows, "   " + " ".join(chr(97 + c) for c in range(self.size))])
