"""m,n,k games: k in a row on a board of m columns and n rows; tic-tac-toe is (3, 3, 3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.stones import stones
from tianji.native.twin import Twin


class BoardState(NamedTuple):
    """Stones as bit sets, the mover's first; bit row·m + column. `won`: the player who just moved has k in a row."""

    mine: int
    theirs: int
    won: bool = False


@cache
def rows_of(m: int, n: int, k: int) -> tuple[tuple[int, ...], ...]:
    """For every cell, the masks of all k-rows through it."""
    through: list[list[int]] = [[] for _ in range(m * n)]
    for x in range(m):
        for y in range(n):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= x + (k - 1) * dx < m and y + (k - 1) * dy < n:
                    cells = [(y + i * dy) * m + x + i * dx for i in range(k)]
                    for cell in cells:
                        through[cell].append(sum(1 << c for c in cells))
    return tuple(map(tuple, through))


@cache
def symmetries_of(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """The board's symmetries as permutations of cells: 4 for a rectangle, 8 for a square."""
    maps = []
    for flip_x in (False, True):
        for flip_y in (False, True):
            for swap in (False, True) if m == n else (False,):
                cells = []
                for cell in range(m * n):
                    x, y = cell % m, cell // m
                    x, y = (m - 1 - x if flip_x else x), (n - 1 - y if flip_y else y)
                    cells.append((x * m + y) if swap else (y * m + x))
                maps.append(tuple(cells))
    return tuple(maps)


@lru_cache(maxsize=65536)
def _mapped(bits: int, perm: tuple[int, ...]) -> int:
    out = 0
    while bits:
        low = bits & -bits
        out |= 1 << perm[low.bit_length() - 1]
        bits ^= low
    return out


@dataclass(frozen=True)
class MNK(Game[BoardState, int]):
    """The m,n,k game: players place stones in turn on m columns and n rows; k in a row wins.

    Rows count in all eight directions. A full board is a draw. Actions are cells, row by row from 0.
    """

    m: int = 3
    n: int = 3
    k: int = 3
    registered_name = "mnk"

    def __post_init__(self) -> None:
        for name in ("m", "n", "k"):
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= 25:
                raise ParameterError(
                    f"{self.name}: {name}={quote(value)}; expected a whole number from 1 to 25"
                )

    @cached_property
    def _full(self) -> int:
        return (1 << self.m * self.n) - 1

    @cached_property
    def _rows(self) -> tuple[tuple[int, ...], ...]:
        return rows_of(self.m, self.n, self.k)

    @cached_property
    def _central(self) -> tuple[int, ...]:
        def far(cell: int) -> float:
            return abs(cell % self.m - (self.m - 1) / 2) + abs(cell // self.m - (self.n - 1) / 2)

        return tuple(sorted(range(self.m * self.n), key=far))

    def initial(self) -> BoardState:
        """The empty board."""
        return BoardState(0, 0)

    def player(self, s: BoardState) -> int:
        """The players alternate; a row of k or a full board ends the game."""
        if s.won or s.mine | s.theirs == self._full:
            return TERMINAL
        return (s.mine | s.theirs).bit_count() & 1

    def actions(self, s: BoardState) -> list[int]:
        """Empty cells."""
        empty = self._full & ~(s.mine | s.theirs)
        return [cell for cell in range(self.m * self.n) if empty >> cell & 1]

    def result(self, s: BoardState, a: int) -> BoardState:
        """Place a stone."""
        bit = 1 << a if a >= 0 else 0
        if not bit or (s.mine | s.theirs) & bit or bit > self._full:
            raise ParameterError(
                f"{self.spec}: cell {quote(a)} is taken or off the board; legal: {self.actions(s)!r}"
            )
        mine = s.mine | bit
        for row in self._rows[a]:
            if mine & row == row:
                return BoardState(s.theirs, mine, True)
        return BoardState(s.theirs, mine)

    def utility(self, s: BoardState) -> tuple[float, float]:
        """The winner takes one."""
        if not s.won:
            return 0.0, 0.0
        return (1.0, -1.0) if (s.mine | s.theirs).bit_count() & 1 else (-1.0, 1.0)

    # What search may use ------------------------------------------------------------------------------------

    value_range = (-1.0, 1.0)

    def canonical(self, s: BoardState) -> tuple[int, int]:
        """The least of the symmetric positions."""
        return min((_mapped(s.mine, p), _mapped(s.theirs, p)) for p in symmetries_of(self.m, self.n))

    def order(self, s: BoardState, actions: list[int]) -> list[int]:
        """Wins, then blocks, then the centre outwards."""
        empty = set(actions)
        wins, blocks, rest = [], [], []
        for a in self._central:
            if a in empty:
                bit = 1 << a
                if any((s.mine | bit) & row == row for row in self._rows[a]):
                    wins.append(a)
                elif any((s.theirs | bit) & row == row for row in self._rows[a]):
                    blocks.append(a)
                else:
                    rest.append(a)
        return wins + blocks + rest

    def twin(self) -> Twin:
        """Stones on a padded board."""
        board = stones(self.m, self.n)

        def encode(s: BoardState) -> list[int] | None:
            odd = (s.mine | s.theirs).bit_count() & 1
            return board.encode(*((s.theirs, s.mine) if odd else (s.mine, s.theirs)), s.won)

        return Twin("lines", (board.cells, self.m + 1, self.k, 1), encode, self.m * self.n + 1)

    def parse(self, text: str) -> BoardState:
        """Rows from the top, `X`, `O` and `.`, separated by `/`: `X.O/.X./..O`; X moves first.

        >>> MNK().player(MNK().parse("X.O/.X./..O"))
        0
        """
        rows = text.strip().split("/")
        if len(rows) != self.n or any(len(r) != self.m for r in rows) or set("".join(rows)) - set("XO."):
            raise ParameterError(
                f"{self.spec}: position {quote(text)}; expected {self.n} rows of {self.m} characters X, O or . "
                "joined by /"
            )
        cells = "".join(rows)
        x = sum(1 << i for i, c in enumerate(cells) if c == "X")
        o = sum(1 << i for i, c in enumerate(cells) if c == "O")
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise ParameterError(
                f"{self.spec}: position {quote(text)} has {x.bit_count()} X and {o.bit_count()} O; X begins"
            )
        x_to_move = x.bit_count() == o.bit_count()
        mine, theirs = (x, o) if x_to_move else (o, x)
        rows_won = {row for through in self._rows for row in through}
        if any(mine & row == row for row in rows_won):
            raise ParameterError(
                f"{self.spec}: position {quote(text)}: the player to move has won already; that cannot be"
            )
        return BoardState(mine, theirs, any(theirs & row == row for row in rows_won))

    def show(self, s: BoardState) -> str:
        """Rows from the top."""
        odd = (s.mine | s.theirs).bit_count() & 1
        x, o = (s.theirs, s.mine) if odd else (s.mine, s.theirs)
        cells = "".join("X" if x >> i & 1 else "O" if o >> i & 1 else "." for i in range(self.m * self.n))
        return "\n".join(cells[r * self.m : (r + 1) * self.m] for r in range(self.n))


@dataclass(frozen=True)
class TicTacToe(MNK):
    """Tic-tac-toe: three in a row on three by three.

    A draw with best play; 255,168 games, 5,478 positions. Actions are cells, row by row from 0.
    """

    registered_name = "tic_tac_toe"
