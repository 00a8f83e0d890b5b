"""Boards of stones as the native rules lay them out; see `kernels/native/rules/stones.py`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

WALL = -9


@dataclass(frozen=True)
class Walled:
    """A board of m columns and n rows with a wall around."""

    m: int
    n: int

    @property
    def cells(self) -> int:
        """Padded cells."""
        return (self.m + 1) * (self.n + 2) + 1

    def cell(self, i: int) -> int:
        """The padded cell of cell i, counted row by row."""
        return self.m + 2 + i // self.m * (self.m + 1) + i % self.m

    def encode(self, first: int, second: int, over: bool) -> list[int] | None:
        """The position with these sets of stones; None where they have not been placed in turn."""
        if first & second or first.bit_count() - second.bit_count() not in (0, 1):
            return None
        free: list[int] = []
        board = [WALL] * self.cells
        for i in range(self.m * self.n):
            if first >> i & 1 or second >> i & 1:
                board[self.cell(i)] = -1 if first >> i & 1 else -2
            else:
                board[self.cell(i)] = len(free)
                free.append(self.cell(i))
        count = first.bit_count() + second.bit_count()
        return [count, int(over), len(free), *board, *free, *([0] * (self.cells - len(free)))]


@lru_cache(maxsize=64)
def stones(m: int, n: int) -> Walled:
    """The board of that size."""
    return Walled(m, n)
