"""Domineering: one player lays dominoes upright, the other across; who cannot move loses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin


class Cover(NamedTuple):
    """Covered cells (bit row·columns + column) and who moves: 0 Vertical, 1 Horizontal."""

    cells: int
    mover: int = 0


@dataclass(frozen=True)
class Domineering(Game[Cover, str]):
    """Domineering: player 0 lays vertical dominoes, player 1 horizontal ones; who cannot move loses.

    `first` says who begins. Actions name the upper or left cell: `a1`, a column letter and the row from the top.
    """

    rows: int = 5
    columns: int = 5
    first: str = "vertical"
    registered_name = "domineering"

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= 20:
                raise ParameterError(
                    f"domineering: {name}={quote(value)}; expected a whole number from 1 to 20"
                )
        if self.first not in ("vertical", "horizontal"):
            raise ParameterError(
                f"domineering: first={quote(self.first)}; expected 'vertical' or 'horizontal'"
            )

    @cached_property
    def _full(self) -> int:
        return (1 << self.rows * self.columns) - 1

    @cached_property
    def _left(self) -> int:
        """Cells that have a right neighbour."""
        return sum(1 << r * self.columns + c for r in range(self.rows) for c in range(self.columns - 1))

    def places(self, cells: int, mover: int) -> int:
        """Upper or left cells where a domino fits."""
        free = self._full & ~cells
        return free & (free >> self.columns) if mover == 0 else free & (free >> 1) & self._left

    def initial(self) -> Cover:
        """The empty board."""
        return Cover(0, 0 if self.first == "vertical" else 1)

    def player(self, s: Cover) -> int:
        """The mover, while he can move."""
        return s.mover if self.places(s.cells, s.mover) else TERMINAL

    def actions(self, s: Cover) -> list[str]:
        """Places for a domino."""
        places = self.places(s.cells, s.mover)
        return [self._name(i) for i in range(self.rows * self.columns) if places >> i & 1]

    def _name(self, cell: int) -> str:
        return f"{chr(97 + cell % self.columns)}{cell // self.columns + 1}"

    def result(self, s: Cover, a: str) -> Cover:
        """Lay a domino."""
        row = whole_number(a[1:])
        cell = -1 if row is None else (row - 1) * self.columns + ord(a[0]) - 97
        if not 0 <= cell < self.rows * self.columns or not self.places(s.cells, s.mover) >> cell & 1:
            raise ParameterError(f"{self.spec}: no domino fits at {quote(a)}; legal: {self.actions(s)!r}")
        return Cover(s.cells | 1 << cell | 1 << cell + (self.columns if s.mover == 0 else 1), 1 - s.mover)

    def utility(self, s: Cover) -> tuple[float, float]:
        """Who cannot move has lost."""
        return (-1.0, 1.0) if s.mover == 0 else (1.0, -1.0)

    # What search may use ------------------------------------------------------------------------------------

    value_range = (-1.0, 1.0)

    def canonical(self, s: Cover) -> tuple[int, int]:
        """The least of the four reflections."""
        rows, columns = self.rows, self.columns
        lines = [s.cells >> r * columns & (1 << columns) - 1 for r in range(rows)]
        turned = [int(f"{x:0{columns}b}"[::-1], 2) for x in lines]

        def join(parts: list[int]) -> int:
            return sum(x << r * columns for r, x in enumerate(parts))

        return min(join(lines), join(lines[::-1]), join(turned), join(turned[::-1])), s.mover

    def safe(self, cells: int, mover: int) -> int:
        """A number of moves that `mover` can make whatever the other does: disjoint places only he can use."""
        free = self._full & ~cells
        theirs = self.places(cells, 1 - mover)
        touched = theirs | (theirs << 1 if mover == 0 else theirs << self.columns)
        own = self.places(cells & self._full | (touched & free), mover)
        count = 0
        step = self.columns if mover == 0 else 1
        while own:
            low = own & -own
            own &= ~(low | low << step)
            count += 1
        return count

    def order(self, s: Cover, actions: list[str]) -> list[str]:
        """Moves that leave the other fewest places, and oneself most."""

        def rank(a: str) -> int:
            after = self.result(s, a).cells
            return self.places(after, 1 - s.mover).bit_count() - self.places(after, s.mover).bit_count()

        return sorted(actions, key=rank)

    def evaluate(self, s: Cover) -> float:
        """Places for dominoes, and moves that cannot be taken away."""
        real = self.places(s.cells, s.mover).bit_count() - self.places(s.cells, 1 - s.mover).bit_count()
        sure = self.safe(s.cells, s.mover) - self.safe(s.cells, 1 - s.mover)
        return max(-0.9, min(0.9, (real + 3 * sure) / (self.rows * self.columns)))

    def twin(self) -> Twin | None:
        """For boards of up to 62 cells."""
        cells = self.rows * self.columns
        if cells > 62:
            return None
        return Twin("domineering", (self.columns, self._full, self._left, cells), tuple, cells)

    def parse(self, text: str) -> Cover:
        """Rows from the top by `/`, `#` covered, `.` free; then a blank and V or H to move."""
        board, _, side = text.strip().partition(" ")
        rows = board.split("/")
        bad = (
            len(rows) != self.rows
            or any(len(r) != self.columns for r in rows)
            or set("".join(rows)) - set("#.")
        )
        if bad or side not in ("", "V", "H"):
            raise ParameterError(
                f"{self.spec}: position {quote(text)}; expected {self.rows} rows of {self.columns} characters # or . "
                "joined by /, then V or H"
            )
        mover = {"V": 0, "H": 1}.get(side, self.initial().mover)
        return Cover(sum(1 << i for i, c in enumerate("".join(rows)) if c == "#"), mover)

    def show(self, s: Cover) -> str:
        """The board and who moves."""
        cells = "".join("#" if s.cells >> i & 1 else "." for i in range(self.rows * self.columns))
        rows = [cells[r * self.columns : (r + 1) * self.columns] for r in range(self.rows)]
        return "\n".join([*rows, f"{'VH'[s.mover]} to move"])
