"""Chess endings without pawns: two kings and one or two pieces, for retrograde analysis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin

GONE = -1
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
STEPS = {"K": STRAIGHT + DIAGONAL, "Q": STRAIGHT + DIAGONAL, "R": STRAIGHT, "B": DIAGONAL, "N": LEAPS}


class EndingState(NamedTuple):
    """Squares of the men in the order of the game's `men` (a1 = 0, h8 = 63, −1 captured), and who moves."""

    squares: tuple[int, ...]
    mover: int = 0


@dataclass(frozen=True)
class ChessEnding(Game[EndingState, str]):
    """An ending named as chess players do, the strong side White: KQK, KRK, KBBK, KBNK, KQKR, ...

    Mate pays one; stalemate and bare kings are draws; the fifty-move rule and repetitions are ignored, so play can
    be endless: solve it with `tianji.search.retrograde`, or "solve", which reads the ending's table.

    >>> game = ChessEnding("KRK")
    >>> s = game.parse("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
    >>> game.actions(s)[:3]
    ['a1b1', 'a1a2', 'b2c2']
    """

    pieces: str = "KQK"
    registered_name = "chess_ending"

    def __post_init__(self) -> None:
        text = str(self.pieces)
        kings = [i for i, c in enumerate(text) if c == "K"]
        if len(kings) != 2 or kings[0] != 0 or set(text) - set("KQRBN") or not 3 <= len(text) <= 4:
            raise ParameterError(
                f"chess_ending: pieces={quote(self.pieces)}; expected two kings and one or two pieces, White's first: "
                "KQK, KRK, KBBK, KBNK, KQKR"
            )

    @cached_property
    def men(self) -> tuple[tuple[str, int], ...]:
        """(kind, colour) of every man: the kings, then the pieces as written."""
        second = self.pieces.index("K", 1)
        white = [(c, 0) for c in self.pieces[1:second]]
        black = [(c, 1) for c in self.pieces[second + 1 :]]
        return (("K", 0), ("K", 1), *white, *black)

    def initial(self) -> EndingState:
        """A position with every man on board and White to move; the first legal one in index order."""
        from itertools import product

        for squares in product(range(64), repeat=len(self.men)):
            s = EndingState(squares, 0)
            if self.legal(s) and self.actions(s):
                return s
        raise AssertionError("every ending has a legal position")

    def reach(self, s: EndingState, i: int) -> list[int]:
        """Squares that man i attacks or can go to, own men included."""
        kind = self.men[i][0]
        r, c = divmod(s.squares[i], 8)
        out = []
        for dr, dc in STEPS[kind]:
            for n in range(1, 2 if kind in "KN" else 8):
                y, x = r + n * dr, c + n * dc
                if not (0 <= y < 8 and 0 <= x < 8):
                    break
                out.append(8 * y + x)
                if 8 * y + x in s.squares:
                    break
        return out

    def attacked(self, s: EndingState, square: int, by: int) -> bool:
        """Whether a man of colour `by` attacks a square."""
        return any(
            colour == by and s.squares[i] != GONE and square in self.reach(s, i)
            for i, (_, colour) in enumerate(self.men)
        )

    def legal(self, s: EndingState) -> bool:
        """Whether the men stand apart and the side not to move is not in check."""
        on = [q for q in s.squares if q != GONE]
        return len(set(on)) == len(on) and not self.attacked(s, s.squares[1 - s.mover], s.mover)

    def actions(self, s: EndingState) -> list[str]:
        """Moves as `e2e4`."""
        out = []
        for i, (_, colour) in enumerate(self.men):
            if colour != s.mover or s.squares[i] == GONE:
                continue
            own = {q for q, (_, c) in zip(s.squares, self.men, strict=True) if c == colour}
            for to in self.reach(s, i):
                if to not in own and to != s.squares[1 - s.mover] and self.legal(self._moved(s, i, to)):
                    out.append(_name(s.squares[i]) + _name(to))
        return out

    def _moved(self, s: EndingState, i: int, to: int) -> EndingState:
        squares = [GONE if q == to else q for q in s.squares]
        squares[i] = to
        return EndingState(tuple(squares), 1 - s.mover)

    def player(self, s: EndingState) -> int:
        """Over at mate, stalemate or when only the kings are left."""
        if all(q == GONE for q in s.squares[2:]) or not self.actions(s):
            return TERMINAL
        return s.mover

    def result(self, s: EndingState, a: str) -> EndingState:
        """Play a move."""
        if a not in self.actions(s):
            raise ParameterError(f"{self.spec}: move {quote(a)} is illegal; legal: {self.actions(s)!r}")
        return self._moved(s, s.squares.index(_square(a[:2])), _square(a[2:]))

    def utility(self, s: EndingState) -> tuple[float, float]:
        """Mate pays one."""
        if self.attacked(s, s.squares[s.mover], 1 - s.mover) and not self.actions(s):
            return (-1.0, 1.0) if s.mover == 0 else (1.0, -1.0)
        return 0.0, 0.0

    value_range = (-1.0, 1.0)

    def twin(self) -> Twin:
        """The squares, then the mover."""
        about = [number for kind, colour in self.men for number in ("KQRBN".index(kind), colour)]
        return Twin("chess_ending", (len(self.men), *about), lambda s: (*s.squares, s.mover), 64)

    def parse(self, text: str) -> EndingState:
        """A FEN whose men are those of the ending, White the strong side as named."""
        board, side = [*(text.split() or [""]), "w"][:2]
        found: dict[tuple[str, int], list[int]] = {}
        rank, file = 7, 0
        for char in board:
            if char == "/":
                rank, file = rank - 1, 0
            elif char in "12345678":
                file += int(char)
            else:
                square = 8 * rank + file if file < 8 else -2
                found.setdefault((char.upper(), 0 if char.isupper() else 1), []).append(square)
                file += 1
        squares = [found[man].pop(0) if found.get(man) else -2 for man in self.men]
        if min(squares) < 0 or any(found.values()) or side not in ("w", "b"):
            raise ParameterError(
                f"{self.spec}: position {quote(text)}; expected a FEN with exactly the men of {self.pieces}"
            )
        s = EndingState(tuple(squares), 0 if side == "w" else 1)
        if not self.legal(s):
            raise ParameterError(
                f"{self.spec}: position {quote(text)} is illegal: the side not to move is in check"
            )
        return s

    def fen(self, s: EndingState) -> str:
        """The position as FEN."""
        at = {
            q: (k if c == 0 else k.lower())
            for q, (k, c) in zip(s.squares, self.men, strict=True)
            if q != GONE
        }
        rows = []
        for r in range(7, -1, -1):
            row, gap = "", 0
            for f in range(8):
                man = at.get(8 * r + f)
                if man is None:
                    gap += 1
                else:
                    row, gap = row + (str(gap) if gap else "") + man, 0
            rows.append(row + (str(gap) if gap else ""))
        return "/".join(rows) + f" {'wb'[s.mover]} - - 0 1"

    def show(self, s: EndingState) -> str:
        """The board, White at the bottom."""
        at = {q: (k if c == 0 else k.lower()) for q, (k, c) in zip(s.squares, self.men, strict=True)}
        rows = [" ".join(at.get(8 * r + f, ".") for f in range(8)) for r in range(7, -1, -1)]
        return "\n".join([*rows, f"{'White' if s.mover == 0 else 'Black'} to move"])


def _name(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def _square(name: str) -> int:
    return (int(name[1]) - 1) * 8 + "abcdefgh".index(name[0])
