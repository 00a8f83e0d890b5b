"""Three players on one board: k in a row wins, the two others lose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote
from tianji.games.mnk import rows_of
from tianji.native.twin import Twin


class ThreeState(NamedTuple):
    """Stones of players 0, 1, 2 as bit sets, and the winner so far (−1: nobody)."""

    stones: tuple[int, int, int] = (0, 0, 0)
    winner: int = -1


@dataclass(frozen=True)
class ThreeLines(Game[ThreeState, int]):
    """Tic-tac-toe for three: players take turns; k in a row pays 2 to its owner and −1 to both others.

    A test bed for max^n and paranoid search: no two players' interests are opposed.
    """

    m: int = 4
    n: int = 3
    k: int = 3
    players = 3
    registered_name = "three_lines"

    def __post_init__(self) -> None:
        for name in ("m", "n", "k"):
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= 9:
                raise ParameterError(
                    f"three_lines: {name}={quote(value)}; expected a whole number from 1 to 9"
                )

    @cached_property
    def _rows(self) -> tuple[tuple[int, ...], ...]:
        return rows_of(self.m, self.n, self.k)

    def initial(self) -> ThreeState:
        """The empty board."""
        return ThreeState()

    def player(self, s: ThreeState) -> int:
        """In turn, until somebody wins or the board is full."""
        count = sum(x.bit_count() for x in s.stones)
        return TERMINAL if s.winner >= 0 or count == self.m * self.n else count % 3

    def actions(self, s: ThreeState) -> list[int]:
        """Empty cells, row by row from 0."""
        taken = s.stones[0] | s.stones[1] | s.stones[2]
        return [cell for cell in range(self.m * self.n) if not taken >> cell & 1]

    def result(self, s: ThreeState, a: int) -> ThreeState:
        """Place a stone."""
        if a not in self.actions(s):
            raise ParameterError(
                f"{self.spec}: cell {quote(a)} is taken or off the board; legal: {self.actions(s)!r}"
            )
        mover = sum(x.bit_count() for x in s.stones) % 3
        mine = s.stones[mover] | 1 << a
        stones = (*s.stones[:mover], mine, *s.stones[mover + 1 :])
        won = any(mine & row == row for row in self._rows[a])
        return ThreeState((stones[0], stones[1], stones[2]), mover if won else -1)

    def utility(self, s: ThreeState) -> tuple[float, float, float]:
        """Two for the winner, minus one for the others."""
        if s.winner < 0:
            return 0.0, 0.0, 0.0
        a, b, c = (2.0 if p == s.winner else -1.0 for p in range(3))
        return a, b, c

    value_range = (-1.0, 2.0)

    def evaluations(self, s: ThreeState) -> tuple[float, float, float]:
        """Rows still open to each player, weighted by the stones in them, shared out to sum zero."""
        score = [0.0, 0.0, 0.0]
        for row in {row for through in self._rows for row in through}:
            owners = [p for p in range(3) if s.stones[p] & row]
            if len(owners) == 1:
                score[owners[0]] += 0.02 * (s.stones[owners[0]] & row).bit_count() ** 2
        mean = sum(score) / 3
        return score[0] - mean, score[1] - mean, score[2] - mean

    def twin(self) -> Twin:
        """The stones placed, the winner, and who owns each cell."""

        def encode(s: ThreeState) -> list[int] | None:
            counts = [x.bit_count() for x in s.stones]
            if not counts[2] <= counts[1] <= counts[0] <= counts[2] + 1:
                return None  # not placed in turn
            cells = (
                next((p for p in range(3) if s.stones[p] >> cell & 1), -1) for cell in range(self.m * self.n)
            )
            return [sum(counts), s.winner, *cells]

        return Twin("three_lines", (self.m, self.n, self.k), encode, self.m * self.n)

    def parse(self, text: str) -> ThreeState:
        """Cells in the order played, by blanks: `0 5 2`."""
        s = self.initial()
        for word in text.split():
            cell = whole_number(word)
            if cell is None:
                raise ParameterError(
                    f"{self.spec}: {quote(word)} in {quote(text)}; expected cell numbers from 0"
                )
            s = self.result(s, cell)
        return s

    def show(self, s: ThreeState) -> str:
        """Rows from the top: A, B, C."""
        cells = [
            next(("ABC"[p] for p in range(3) if s.stones[p] >> i & 1), ".") for i in range(self.m * self.n)
        ]
        return "\n".join("".join(cells[r * self.m : (r + 1) * self.m]) for r in range(self.n))
