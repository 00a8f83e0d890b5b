"""Hex: join your two sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote
from tianji.native.stones import Walled, stones
from tianji.native.twin import Twin


class HexState(NamedTuple):
    """Bit sets of both players' stones (bit row·n + column); `done`: the last move joined its sides."""

    first: int
    second: int
    done: bool = False


@cache
def neighbours(n: int) -> tuple[int, ...]:
    """The cells that touch each cell, as masks."""
    out = []
    for r in range(n):
        for c in range(n):
            around = ((r - 1, c), (r - 1, c + 1), (r, c - 1), (r, c + 1), (r + 1, c - 1), (r + 1, c))
            out.append(sum(1 << y * n + x for y, x in around if 0 <= y < n and 0 <= x < n))
    return tuple(out)


@dataclass(frozen=True)
class Hex(Game[HexState, str]):
    """The first player joins top and bottom, the second left and right; no swap. Cells are a1, b1, ...

    Cell (r, c) touches (r−1, c), (r−1, c+1), (r, c−1), (r, c+1), (r+1, c−1), (r+1, c); a column letter, then the
    row from the top. There is no draw, and the first player wins on every size (Nash).
    """

    size: int = 5
    registered_name = "hex"

    def __post_init__(self) -> None:
        if not isinstance(self.size, int) or not 1 <= self.size <= 19:
            raise ParameterError(f"hex: size={quote(self.size)}; expected a whole number from 1 to 19")

    def initial(self) -> HexState:
        """The empty board."""
        return HexState(0, 0)

    def player(self, s: HexState) -> int:
        """Alternating until somebody has joined his sides."""
        return TERMINAL if s.done else (s.first | s.second).bit_count() & 1

    def _name(self, cell: int) -> str:
        return f"{chr(97 + cell % self.size)}{cell // self.size + 1}"

    def actions(self, s: HexState) -> list[str]:
        """Empty cells."""
        taken = s.first | s.second
        return [self._name(cell) for cell in range(self.size**2) if not taken >> cell & 1]

    def result(self, s: HexState, a: str) -> HexState:
        """Place a stone."""
        n = self.size
        row = whole_number(a[1:])
        cell = -1 if row is None else (row - 1) * n + ord(a[0]) - 97
        if not 0 <= cell < n * n or (s.first | s.second) >> cell & 1 or self._name(cell) != a:
            raise ParameterError(f"{self.spec}: cell {quote(a)} is taken or off the board")
        if (s.first | s.second).bit_count() & 1 == 0:
            mine = s.first | 1 << cell
            return HexState(mine, s.second, self._joined(mine, cell, True))
        mine = s.second | 1 << cell
        return HexState(s.first, mine, self._joined(mine, cell, False))

    def _joined(self, stones: int, cell: int, vertical: bool) -> bool:
        n = self.size
        row, column = (1 << n) - 1, sum(1 << r * n for r in range(n))
        start, end = (row, row << n * (n - 1)) if vertical else (column, column << n - 1)
        near, group, todo = neighbours(n), 1 << cell, 1 << cell
        while todo:
            low = todo & -todo
            fresh = near[low.bit_length() - 1] & stones & ~group
            group |= fresh
            todo = (todo ^ low) | fresh
        return bool(group & start and group & end)

    def utility(self, s: HexState) -> tuple[float, float]:
        """Who moved last has won."""
        return (1.0, -1.0) if (s.first | s.second).bit_count() & 1 else (-1.0, 1.0)

    value_range = (-1.0, 1.0)

    def canonical(self, s: HexState) -> tuple[int, int]:
        """The lesser of the position and its half-turn."""
        last = self.size**2 - 1

        def turn(bits: int) -> int:
            return sum(1 << last - i for i in range(last + 1) if bits >> i & 1)

        return min((s.first, s.second), (turn(s.first), turn(s.second)))

    def distance(self, own: int, other: int, vertical: bool) -> int:
        """Stones still needed to join the sides."""
        n, near = self.size, neighbours(self.size)
        row, column = (1 << n) - 1, sum(1 << r * n for r in range(n))
        start, end = (row, row << n * (n - 1)) if vertical else (column, column << n - 1)
        reached, border, steps = 0, start & ~other, 0
        while border:
            free = border & own  # own stones cost nothing
            while free:
                reached |= free
                spread = 0
                bits = free
                while bits:
                    low = bits & -bits
                    spread |= near[low.bit_length() - 1]
                    bits ^= low
                border |= spread & ~other & ~reached
                free = border & own & ~reached
            if reached & end:
                return steps
            fresh = border & ~own & ~reached
            if not fresh:
                break
            steps += 1
            reached |= fresh
            if reached & end:
                return steps
            spread = 0
            while fresh:
                low = fresh & -fresh
                spread |= near[low.bit_length() - 1]
                fresh ^= low
            border = spread & ~other & ~reached
        return n * n

    def evaluate(self, s: HexState) -> float:
        """Who needs fewer stones to connect."""
        gap = self.distance(s.second, s.first, False) - self.distance(s.first, s.second, True)
        gap = gap if self.player(s) == 0 else -gap
        return max(-0.95, min(0.95, gap / (self.size + 1)))

    def order(self, s: HexState, actions: list[str]) -> list[str]:
        """The centre first."""
        mid = (self.size - 1) / 2
        return sorted(actions, key=lambda a: abs(ord(a[0]) - 97 - mid) + abs(int(a[1:]) - 1 - mid))

    def twin(self) -> Twin:
        """Stones on a padded board, and the groups they form."""
        board, last = stones(self.size, self.size), self.size - 1
        sides, central = [[0] * board.cells for _ in range(2)], [0] * board.cells
        for cell, (y, x) in ((board.cell(i), divmod(i, self.size)) for i in range(self.size**2)):
            for side, at in zip(sides, (y, x), strict=True):
                side[cell] = (at == 0) + 2 * (at == last)
            central[cell] = -abs(2 * y - last) - abs(2 * x - last)

        is_small = board.cells <= 62  # the padded board fits a machine word

        def as_set(bits: int) -> int:
            return sum(1 << board.cell(i) for i in range(self.size**2) if bits >> i & 1)

        def encode(s: HexState) -> list[int] | None:
            found = board.encode(s.first, s.second, s.done)
            if found is None:
                return None
            return found + self._links(s, sides, board) + [as_set(x) if is_small else 0 for x in s[:2]]

        sets = [sum(1 << i for i, x in enumerate(side) if x & bit) for side in sides for bit in (1, 2)]
        masks = (*sets, as_set((1 << self.size**2) - 1)) if is_small else ()
        numbers = (board.cells, self.size + 1, *sides[0], *sides[1], *central, *masks)
        return Twin("hexgame", numbers, encode, self.size**2 + 1)

    def _links(self, s: HexState, sides: list[list[int]], board: Walled) -> list[int]:
        """Every stone linked to one of its group, which holds −1 − the sides that the group touches."""
        links, near = [-1] * board.cells, neighbours(self.size)
        for stones_of, side in zip((s.first, s.second), sides, strict=True):
            left = stones_of
            while left:
                group = todo = left & -left
                while todo:
                    low = todo & -todo
                    fresh = near[low.bit_length() - 1] & stones_of & ~group
                    group |= fresh
                    todo = (todo ^ low) | fresh
                left &= ~group
                cells = [board.cell(i) for i in range(self.size**2) if group >> i & 1]
                touched = 0
                for cell in cells:
                    links[cell] = cells[0]
                    touched |= side[cell]
                links[cells[0]] = -1 - touched
        return links

    def parse(self, text: str) -> HexState:
        """Moves in order, by blanks: `c3 b2 d1`."""
        s = self.initial()
        for a in text.split():
            if s.done:
                raise ParameterError(
                    f"{self.spec}: {quote(text)} goes on after {quote(a)}; the game was over"
                )
            s = self.result(s, a)
        return s

    def show(self, s: HexState) -> str:
        """The board, X joins top and bottom."""
        rows = []
        for r in range(self.size):
            bits = range(r * self.size, (r + 1) * self.size)
            cells = " ".join("X" if s.first >> b & 1 else "O" if s.second >> b & 1 else "." for b in bits)
            rows.append(" " * r + cells)
        return "\n".join(rows)
