"""What an Othello position promises: a sum of weights, one for each line, edge and corner as it lies.

A pattern is a set of squares that stands on the board in several places (an edge with the squares diagonal to its
corners: four). What lies on it is a number in base three, 0 empty, 1 the mover's disc, 2 the other's, and that number
picks the weight. After M. Buro, *From simple features to sophisticated evaluation functions* (1998). Weights are in
units of 1/`UNIT` disc and differ by `phase_of` the number of empties.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, types, uint64

from tianji.kernels.bits import lowest, popcount
from tianji.kernels.boards.othello import NO, YES, final_score, flips, legal_moves

ZERO, ONE = np.uint64(0), np.uint64(1)
BYTE = np.uint64(255)
UNIT = 8  # weights a disc
PHASES, FIRST, SPAN = 6, 8, 4  # phases of four empties each, from eight on; the outer two take the rest
FILE, TURN = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
LENGTHS = (10, 8, 8, 8, 8, 7, 6, 5, 4, 9)  # edge with X squares, rows 2-4, diagonals, corner of 3 × 3
OFFSETS = np.concatenate([[0], np.cumsum([3**n for n in LENGTHS])]).astype(np.int64)
BIAS = int(OFFSETS[-1])  # then one weight for each number of empties in the phase
SIZE = BIAS + SPAN
ROW = np.array([0, 1, 2, 3, 3, 2, 1, 0], dtype=np.int64)  # which pattern a row or column is
X_OF_LINE = np.array([[9, 14], [49, 54], [9, 49], [14, 54]], dtype=np.int64)  # top, bottom, left, right edge


def _ternary() -> np.ndarray:
    """[256] the bits of a byte read in base three."""
    return np.array([sum(3**i for i in range(8) if b >> i & 1) for b in range(256)], dtype=np.int32)


def _corners() -> np.ndarray:
    """[4, 512] nine bits of a corner in base three, seen from that corner: A1, H1, A8, H8."""
    out = np.zeros((4, 512), dtype=np.int32)
    for corner in range(4):
        for b in range(512):
            for i in range(9):
                r, c = i // 3, i % 3
                r, c = (2 - r if corner & 2 else r), (2 - c if corner & 1 else c)
                out[corner, b] += 3**i if b >> (r * 3 + c) & 1 else 0
    return out


def _diagonals() -> tuple[np.ndarray, np.ndarray]:
    """[18] masks of the diagonals of four and more squares; [18, 2] their first column and length."""
    masks, facts = [], []
    for falling in (True, False):
        for k in range(-4, 5):
            squares = [(r, r - k if falling else 7 - r + k) for r in range(8)]
            squares = [(r, c) for r, c in squares if 0 <= c < 8]
            masks.append(sum(1 << r * 8 + c for r, c in squares))
            facts.append((min(c for _, c in squares), len(squares)))
    return np.array(masks, dtype=np.uint64), np.array(facts, dtype=np.int64)


TERNARY, CORNER = _ternary(), _corners()
DIAGONALS, DIAGONAL_FACTS = _diagonals()
FEATURES = 16 + 18 + 4 + 1


@njit(cache=True)
def phase_of(empties):
    """Which weights a position with so many empty squares takes."""
    return min(PHASES - 1, max(0, (empties - FIRST) // SPAN))


@njit(cache=True)
def line_at(board, i):
    """Row i, or column i − 8, of a board as a byte; bit 0 is the square on column A or row 1."""
    if i < 8:
        return (board >> np.uint64(8 * i)) & BYTE
    return (((board >> np.uint64(i - 8)) & FILE) * TURN) >> np.uint64(56)


@njit(cache=True)
def disc_at(me, opp, sq):
    """0 empty, 1 the mover's, 2 the other's."""
    return np.int64((me >> np.uint64(sq)) & ONE) + 2 * np.int64((opp >> np.uint64(sq)) & ONE)


@njit(cache=True)
def line_index(me, opp, i):
    """The weight of line i: rows, then columns; edges look at the squares beside them too."""
    kind = ROW[i & 7]
    index = OFFSETS[kind] + TERNARY[line_at(me, i)] + 2 * TERNARY[line_at(opp, i)]
    if kind == 0:
        edge = (2 if i >= 8 else 0) + (i & 1)
        index += 6561 * disc_at(me, opp, X_OF_LINE[edge, 0]) + 19683 * disc_at(me, opp, X_OF_LINE[edge, 1])
    return index


@njit(cache=True)
def diagonal_index(me, opp, i):
    """The weight of diagonal i."""
    shift = np.uint64(56 + DIAGONAL_FACTS[i, 0])
    mask = DIAGONALS[i]
    a, b = ((me & mask) * FILE) >> shift, ((opp & mask) * FILE) >> shift
    return OFFSETS[12 - DIAGONAL_FACTS[i, 1]] + TERNARY[a] + 2 * TERNARY[b]


@njit(cache=True)
def corner_bits(board, i):
    """The nine squares of corner i."""
    x = board >> np.uint64((i & 1) * 5 + (i >> 1) * 40)
    return (
        (x & np.uint64(7)) | ((x >> np.uint64(5)) & np.uint64(56)) | ((x >> np.uint64(10)) & np.uint64(448))
    )


@njit(cache=True)
def corner_index(me, opp, i):
    """The weight of corner i: A1, H1, A8, H8."""
    return OFFSETS[9] + CORNER[i, corner_bits(me, i)] + 2 * CORNER[i, corner_bits(opp, i)]


@njit(cache=True)
def indices(me, opp, out):
    """out: `[FEATURES]` which weights of its phase the position takes; overwritten."""
    for i in range(16):
        out[i] = line_index(me, opp, i)
    for i in range(18):
        out[16 + i] = diagonal_index(me, opp, i)
    for i in range(4):
        out[34 + i] = corner_index(me, opp, i)
    out[38] = BIAS + (popcount(~(me | opp)) & (SPAN - 1))


WEIGHTS = types.CPointer(types.int8)


@njit(int64(uint64, uint64, WEIGHTS), cache=True)
def evaluate(me, opp, weights):
    """What the position promises its mover, in 1/`UNIT` discs. weights: `[PHASES · SIZE]`."""
    n = popcount(~(me | opp))
    base = phase_of(n) * SIZE
    total = np.int64(weights[base + BIAS + (n & (SPAN - 1))])
    for i in range(16):
        total += weights[base + line_index(me, opp, i)]
    for i in range(18):
        total += weights[base + diagonal_index(me, opp, i)]
    for i in range(4):
        total += weights[base + corner_index(me, opp, i)]
    return min(64 * UNIT, max(-64 * UNIT, total))


@njit(int64(uint64, uint64, int64, int64, int64, int64, WEIGHTS), cache=True)
def promise(me, opp, depth, alpha, beta, passed, weights):
    """`evaluate` after the best `depth` plies of both: fail-soft alpha-beta, in 1/`UNIT` discs.

    Moves that leave the fewest replies come first.
    """
    if depth <= 0:
        return evaluate(me, opp, weights)
    moves = legal_moves(me, opp)
    if moves == ZERO:
        if passed:
            return UNIT * final_score(me, opp)
        return -promise(opp, me, depth, -beta, -alpha, YES, weights)
    best = np.int64(-10000)
    if depth == 1:
        while moves:
            sq = lowest(moves)
            bit = moves & (~moves + ONE)
            moves ^= bit
            turned = flips(me, opp, sq)
            value = -evaluate(opp ^ turned, me | turned | bit, weights)
            if value > best:
                best = value
                if best >= beta:
                    return best
        return best
    # the fewest replies first: a round for each number of replies up to 3, then all that are left
    done = ZERO
    for most in (1, 3, 6, 64):
        rest = moves & ~done
        while rest:
            sq = lowest(rest)
            bit = rest & (~rest + ONE)
            rest ^= bit
            turned = flips(me, opp, sq)
            a, b = opp ^ turned, me | turned | bit
            if most < 64 and popcount(legal_moves(a, b)) > most:
                continue
            done |= bit
            value = -promise(a, b, depth - 1, -beta, -max(alpha, best), NO, weights)
            if value > best:
                best = value
                if best >= beta:
                    return best
    return best
