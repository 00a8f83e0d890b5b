"""Breakthrough: pawns that race for the far row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin


class Pawns(NamedTuple):
    """Bit sets of White (player 0, moving up) and Black; bit row·width + column, row 0 White's home. Who moves."""

    white: int
    black: int
    mover: int = 0


@dataclass(frozen=True)
class Breakthrough(Game[Pawns, str]):
    """Two full rows of pawns each; a pawn steps straight or diagonally ahead and captures only diagonally.

    Reaching the far row or capturing everything wins. Actions are written `a2-a3`, captures `a2xb3`.
    """

    width: int = 8
    height: int = 8
    registered_name = "breakthrough"

    def __post_init__(self) -> None:
        for name, low in (("width", 2), ("height", 4)):
            value = getattr(self, name)
            if not isinstance(value, int) or not low <= value <= 12:
                raise ParameterError(
                    f"breakthrough: {name}={quote(value)}; expected a whole number from {low} to 12"
                )

    @cached_property
    def _row(self) -> int:
        return (1 << self.width) - 1

    def initial(self) -> Pawns:
        """Two rows each, White begins."""
        home = (1 << 2 * self.width) - 1
        return Pawns(home, home << (self.height - 2) * self.width, 0)

    def player(self, s: Pawns) -> int:
        """Alternating until a pawn arrives, a side is gone or cannot move."""
        if s.white >> (self.height - 1) * self.width or s.black & self._row or not s.white or not s.black:
            return TERMINAL
        return s.mover

    def _moves(self, s: Pawns) -> list[tuple[int, int, bool]]:
        own, other = (s.white, s.black) if s.mover == 0 else (s.black, s.white)
        out = []
        for at in range(self.width * self.height):
            if not own >> at & 1:
                continue
            r, c = divmod(at, self.width)
            r += 1 if s.mover == 0 else -1
            if not 0 <= r < self.height:
                continue
            for column in (c, c - 1, c + 1):
                to = r * self.width + column
                if 0 <= column < self.width and not own >> to & 1:
                    capture = bool(other >> to & 1)
                    if not (capture and column == c):
                        out.append((at, to, capture))
        return out

    def _name(self, at: int) -> str:
        return f"{chr(97 + at % self.width)}{at // self.width + 1}"

    def actions(self, s: Pawns) -> list[str]:
        """Steps and captures. A pawn ahead of all others can always step or capture, so there is a move."""
        return [f"{self._name(a)}{'x' if cap else '-'}{self._name(b)}" for a, b, cap in self._moves(s)]

    def _square(self, name: str) -> int:
        return (int(name[1:]) - 1) * self.width + ord(name[0]) - 97

    def result(self, s: Pawns, a: str) -> Pawns:
        """Move a pawn."""
        try:
            start, _, end = a.replace("x", "-").partition("-")
            move = self._square(start), self._square(end), "x" in a
        except (ValueError, IndexError, TypeError):
            move = (-1, -1, False)
        own = s.white if s.mover == 0 else s.black
        ahead = self.width if s.mover == 0 else -self.width
        if (
            move[0] < 0
            or not own >> move[0] & 1
            or abs(move[1] - move[0] - ahead) > 1
            or move not in self._moves(s)
        ):
            raise ParameterError(f"{self.spec}: move {quote(a)} is illegal; legal: {self.actions(s)!r}")
        change, target = 1 << move[0] | 1 << move[1], ~(1 << move[1])
        if s.mover == 0:
            return Pawns(s.white ^ change, s.black & target, 1)
        return Pawns(s.white & target, s.black ^ change, 0)

    def utility(self, s: Pawns) -> tuple[float, float]:
        """The winner takes one."""
        white = bool(s.white >> (self.height - 1) * self.width) or not s.black
        return (1.0, -1.0) if white else (-1.0, 1.0)

    # What search may use ------------------------------------------------------------------------------------

    value_range = (-1.0, 1.0)

    def canonical(self, s: Pawns) -> tuple[int, int, int]:
        """The lesser of the position and its mirror image."""

        def mirror(bits: int) -> int:
            out = 0
            for at in range(self.width * self.height):
                if bits >> at & 1:
                    r, c = divmod(at, self.width)
                    out |= 1 << r * self.width + self.width - 1 - c
            return out

        return min((s.white, s.black, s.mover), (mirror(s.white), mirror(s.black), s.mover))

    def order(self, s: Pawns, actions: list[str]) -> list[str]:
        """Arrivals, captures, then the most advanced."""

        def rank(a: str) -> tuple[bool, int]:
            row = int(a[4:] if len(a) == 5 else a.replace("x", "-").split("-")[1][1:])
            return "x" not in a, -row if s.mover == 0 else row

        return sorted(actions, key=rank)

    def evaluate(self, s: Pawns) -> float:
        """Pawns and how far they have come."""
        white = black = 0.0
        for at in range(self.width * self.height):
            if s.white >> at & 1:
                white += 1 + 0.1 * (at // self.width)
            elif s.black >> at & 1:
                black += 1 + 0.1 * (self.height - 1 - at // self.width)
        lead = 0.9 * (white - black) / (white + black + 1)
        return lead if s.mover == 0 else -lead

    def twin(self) -> Twin | None:
        """For boards of up to 64 squares."""
        w, h = self.width, self.height
        if w * h > 64:
            return None
        column = sum(1 << w * r for r in range(h))
        full = (1 << w * h) - 1
        numbers = w, full & ~column, full & ~(column << w - 1), self._row << w * (h - 1), self._row, full
        return Twin("breakthrough", numbers, lambda s: (s.white, s.black, s.mover), 6 * w)

    def parse(self, text: str) -> Pawns:
        """Rows from the top by `/`, W, B and `.`, then a blank and the side to move: `BB/BB/WW/WW W`."""
        board, _, side = text.strip().partition(" ")
        rows = board.split("/")
        bad = (
            len(rows) != self.height
            or any(len(r) != self.width for r in rows)
            or set("".join(rows)) - set("WB.")
        )
        if bad or side not in ("", "W", "B"):
            raise ParameterError(
                f"{self.spec}: position {quote(text)}; expected {self.height} rows of {self.width} characters W, B "
                "or . joined by /, then W or B to move"
            )
        cells = "".join(reversed(rows))
        white = sum(1 << i for i, c in enumerate(cells) if c == "W")
        black = sum(1 << i for i, c in enumerate(cells) if c == "B")
        return Pawns(white, black, 1 if side == "B" else 0)

    def show(self, s: Pawns) -> str:
        """The board, White at the bottom."""
        rows = []
        for r in range(self.height - 1, -1, -1):
            bits = range(r * self.width, (r + 1) * self.width)
            cells = " ".join("W" if s.white >> b & 1 else "B" if s.black >> b & 1 else "." for b in bits)
            rows.append(f"{r + 1:2d} {cells}")
        return "\n".join([*rows, "   " + " ".join(chr(97 + c) for c in range(self.width))])
