"""Othello (reversi) on eight by eight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin

PASS = "pass"
SQUARES = tuple(f"{c}{r}" for r in range(1, 9) for c in "ABCDEFGH")
INDEX = {name: i for i, name in enumerate(SQUARES)}
FULL = (1 << 64) - 1
INNER = 0x7E7E7E7E7E7E7E7E
CORNERS = 0x8100000000000081
X_SQUARES = 0x0042000000004200
DIRECTIONS = ((1, INNER), (8, FULL), (9, INNER), (7, INNER))


class Discs(NamedTuple):
    """Bit sets of the mover's and the other's discs, A1 = bit 0, B1 = bit 1; and who moves (0 black, 1 white)."""

    mine: int
    theirs: int
    mover: int = 0


def legal_moves(me: int, opp: int) -> int:
    """Squares where the mover turns something over."""
    moves = 0
    for d, mask in DIRECTIONS:
        other = opp & mask
        up, down = other & (me << d), other & (me >> d)
        for _ in range(5):
            up |= other & (up << d)
            down |= other & (down >> d)
        moves |= (up << d) | (down >> d)
    return moves & ~(me | opp) & FULL


def flips(me: int, opp: int, bit: int) -> int:
    """Discs that a move on `bit` turns over."""
    out = 0
    for d, mask in DIRECTIONS:
        other = opp & mask
        run, x = 0, (bit << d) & FULL
        while x & other:
            run |= x
            x = (x << d) & FULL
        if x & me:
            out |= run
        run, x = 0, bit >> d
        while x & other:
            run |= x
            x >>= d
        if x & me:
            out |= run
    return out


@dataclass(frozen=True)
class Othello(Game[Discs, str]):
    """Turn over lines of opposing discs; the payoff is the disc difference, empty squares counting for the winner.

    A player who cannot move plays `pass`; the game ends when neither can.

    >>> game = Othello()
    >>> game.actions(game.initial())
    ['D3', 'C4', 'F5', 'E6']
    """

    registered_name = "othello"

    def initial(self) -> Discs:
        """Four discs in the middle, black to move."""
        return Discs(1 << INDEX["E4"] | 1 << INDEX["D5"], 1 << INDEX["D4"] | 1 << INDEX["E5"], 0)

    def player(self, s: Discs) -> int:
        """Black is 0, white is 1."""
        if legal_moves(s.mine, s.theirs) or legal_moves(s.theirs, s.mine):
            return s.mover
        return TERMINAL

    def actions(self, s: Discs) -> list[str]:
        """Squares, or the pass."""
        moves = legal_moves(s.mine, s.theirs)
        return [SQUARES[i] for i in range(64) if moves >> i & 1] or [PASS]

    def result(self, s: Discs, a: str) -> Discs:
        """Place a disc and turn over what it encloses."""
        if a == PASS:
            if legal_moves(s.mine, s.theirs):
                raise ParameterError(
                    f"othello: a pass is legal only without moves; here are {self.actions(s)!r}"
                )
            return Discs(s.theirs, s.mine, 1 - s.mover)
        bit = 1 << INDEX[a] if a in INDEX else 0
        turned = flips(s.mine, s.theirs, bit) if bit and not bit & (s.mine | s.theirs) else 0
        if not turned:
            raise ParameterError(f"othello: move {quote(a)} is illegal; legal: {self.actions(s)!r}")
        return Discs(s.theirs & ~turned, s.mine | turned | bit, 1 - s.mover)

    def utility(self, s: Discs) -> tuple[float, float]:
        """Disc difference with the empties for the winner."""
        m, o = s.mine.bit_count(), s.theirs.bit_count()
        score = 0.0 if m == o else float(64 - 2 * o) if m > o else float(2 * m - 64)
        return (score, -score) if s.mover == 0 else (-score, score)

    # What search may use ------------------------------------------------------------------------------------

    value_range = (-64.0, 64.0)
    weights = {"mobility": 1.0, "corners": 8.0, "x_squares": -3.0, "discs": 0.05}

    def features(self, s: Discs) -> dict[str, float]:
        """What the evaluation weighs, all as own minus other."""
        me, opp = s.mine, s.theirs
        empty_corners = [(0, 1 << 9), (7, 1 << 14), (56, 1 << 49), (63, 1 << 54)]
        risky = sum(x for corner, x in empty_corners if not (me | opp) >> corner & 1)
        return {
            "mobility": legal_moves(me, opp).bit_count() - legal_moves(opp, me).bit_count(),
            "corners": (me & CORNERS).bit_count() - (opp & CORNERS).bit_count(),
            "x_squares": (me & risky).bit_count() - (opp & risky).bit_count(),
            "discs": me.bit_count() - opp.bit_count(),
        }

    def evaluate(self, s: Discs) -> float:
        """The weighted sum of features, as a guess of the final difference."""
        value = sum(self.weights[name] * x for name, x in self.features(s).items())
        return max(-63.0, min(63.0, value))

    def order(self, s: Discs, actions: list[str]) -> list[str]:
        """Fewest replies first, corners before all."""
        if actions == [PASS]:
            return actions

        def replies(a: str) -> int:
            bit = 1 << INDEX[a]
            turned = flips(s.mine, s.theirs, bit)
            count = legal_moves(s.theirs & ~turned, s.mine | turned | bit).bit_count()
            return count - (100 if bit & CORNERS else 0) + (20 if bit & X_SQUARES else 0)

        return sorted(actions, key=replies)

    def twin(self) -> Twin:
        """The discs, and what follows from them."""

        def encode(s: Discs) -> tuple[int, ...]:
            moves = legal_moves(s.mine, s.theirs)
            return s.mine, s.theirs, s.mover, moves, int(not moves and not legal_moves(s.theirs, s.mine))

        return Twin("othello", (), encode, 34)

    def parse(self, text: str) -> Discs:
        """64 characters from A1, B1 to H8 (X black, O white, - empty), a blank and the side to move; a `;` ends it."""
        parts = text.split(";")[0].split()
        board, side = (parts[0], parts[1]) if len(parts) == 2 else (parts[0] if parts else "", "X")
        board = board.replace("*", "X").replace(".", "-")
        if len(board) != 64 or set(board) - set("XO-") or side not in ("X", "O") or len(parts) > 2:
            raise ParameterError(
                f"othello: position {quote(text)}; expected 64 characters X, O or - from A1 to H8, a blank, then X or O"
            )
        x = sum(1 << i for i, c in enumerate(board) if c == "X")
        o = sum(1 << i for i, c in enumerate(board) if c == "O")
        return Discs(x, o, 0) if side == "X" else Discs(o, x, 1)

    def show(self, s: Discs) -> str:
        """The board with its frame."""
        x, o = (s.mine, s.theirs) if s.mover == 0 else (s.theirs, s.mine)
        rows = ["  A B C D E F G H"]
        for r in range(8):
            cells = ("X" if x >> r * 8 + c & 1 else "O" if o >> r * 8 + c & 1 else "-" for c in range(8))
            rows.append(f"{r + 1} " + " ".join(cells))
        return "\n".join([*rows, f"{'XO'[s.mover]} to move"])
