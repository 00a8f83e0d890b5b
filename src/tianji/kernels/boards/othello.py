"""Othello on two 64-bit boards: moves, flips and stable discs.

Bit row·8 + column, A1 = bit 0, H8 = bit 63. `me` are the discs of the player to move.
"""

from __future__ import annotations

import numpy as np
from numba import config, int64, njit, uint64

from tianji.kernels.bits import lowest, popcount
from tianji.kernels.boards.othello_lanes import flips_on_lanes, moves_on_lanes

ZERO, ONE = np.uint64(0), np.uint64(1)
NO, YES = np.int64(0), np.int64(1)  # typed: a literal in a recursive call breaks Numba's cache
INNER = np.uint64(0x7E7E7E7E7E7E7E7E)
CORNERS = np.uint64(0x8100000000000081)
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _rays() -> np.ndarray:
    """[64, 8] masks of the squares beyond each one: four directions upwards in bit order, then four down."""
    out = np.zeros((64, 8), dtype=np.uint64)
    for sq in range(64):
        for d, (dr, dc) in enumerate(STEPS + tuple((-r, -c) for r, c in STEPS)):
            r, c, mask = sq // 8 + dr, sq % 8 + dc, 0
            while 0 <= r < 8 and 0 <= c < 8:
                mask |= 1 << r * 8 + c
                r, c = r + dr, c + dc
            out[sq, d] = mask
    return out


def _near() -> np.ndarray:
    """[64] masks of the neighbours of each square."""
    out = np.zeros(64, dtype=np.uint64)
    for sq in range(64):
        for r in range(max(0, sq // 8 - 1), min(8, sq // 8 + 2)):
            for c in range(max(0, sq % 8 - 1), min(8, sq % 8 + 2)):
                if r * 8 + c != sq:
                    out[sq] |= np.uint64(1 << r * 8 + c)
    return out


RAYS, NEAR = _rays(), _near()
QUADRANTS = np.array(
    [sum(1 << r * 8 + c for r in range(a, a + 4) for c in range(b, b + 4)) for a in (0, 4) for b in (0, 4)],
    dtype=np.uint64,
)


def plain_flips(me, opp, sq):
    """`flips` in plain Python, one direction after the other.

    Upwards the carry of an addition runs along opposing discs to the first other square; downwards the first other
    square is the highest bit that is not opposing.
    """
    out = ZERO
    for d in range(4):
        ray = RAYS[sq, d]
        end = ((opp | ~ray) + ONE) & ray & me
        if end:
            out |= (end - ONE) & ray
    for d in range(4, 8):
        ray = RAYS[sq, d]
        rest = ray & ~opp
        if rest:
            end = ONE << np.uint64(int(rest).bit_length() - 1)
            if end & me:
                out |= ray & ~(end + (end - ONE))
    return out


def plain_moves(me, opp):
    """`legal_moves` in plain Python, one axis after the other."""
    moves = ZERO
    inner = opp & INNER
    for d in (np.uint64(1), np.uint64(8), np.uint64(9), np.uint64(7)):
        other = opp if d == np.uint64(8) else inner
        up = other & (me << d)
        down = other & (me >> d)
        for _ in range(5):
            up |= other & (up << d)
            down |= other & (down >> d)
        moves |= (up << d) | (down >> d)
    return moves & ~(me | opp)


@njit(uint64(uint64, uint64, int64), cache=True)
def flips(me, opp, sq):
    """Discs that a move on `sq` turns over; 0 when the move is illegal (`sq` must be empty)."""
    return flips_on_lanes(me, opp, RAYS, sq)


@njit(uint64(uint64, uint64), cache=True)
def legal_moves(me, opp):
    """Squares where the player to move turns something over."""
    return moves_on_lanes(me, opp)


if config.DISABLE_JIT:  # the same kernels as plain Python: slow, but the reference
    flips, legal_moves = plain_flips, plain_moves


@njit(int64(uint64, uint64), cache=True)
def final_score(me, opp):
    """Disc difference when nobody can move; empty squares go to the winner."""
    m, o = popcount(me), popcount(opp)
    if m == o:
        return 0
    return 64 - 2 * o if m > o else 2 * m - 64


@njit(cache=True, inline="always")
def full_lines(taken, d, rim):
    """Squares whose whole line along step `d` is occupied; `rim` squares end a line and count as safe."""
    full = taken
    for _ in range(6):
        full &= rim | ((full >> d) & (full << d))
    return full | rim


@njit(uint64(uint64, uint64), cache=True)
def stable(own, opp):
    """A set of `own` discs that can never be turned over (not always all of them).

    A disc is safe along an axis when the line is full, the border is beside it, or a stable friend is. Grown from
    nothing to a fixed point, so the answer errs only on the safe side.
    """
    taken = own | opp
    column = np.uint64(0x8181818181818181)
    row = np.uint64(0xFF000000000000FF)
    safe0 = full_lines(taken, np.uint64(1), column)
    safe1 = full_lines(taken, np.uint64(8), row)
    safe2 = full_lines(taken, np.uint64(9), column | row)
    safe3 = full_lines(taken, np.uint64(7), column | row)
    found = own & safe0 & safe1 & safe2 & safe3
    while True:
        more = own
        more &= safe0 | (found << ONE) | (found >> ONE)
        more &= safe1 | (found << np.uint64(8)) | (found >> np.uint64(8))
        more &= safe2 | (found << np.uint64(9)) | (found >> np.uint64(9))
        more &= safe3 | (found << np.uint64(7)) | (found >> np.uint64(7))
        if more | found == found:
            return found
        found |= more


@njit(int64(uint64, uint64, int64), cache=True)
def perft(me, opp, depth):
    """Number of move sequences of `depth` plies; a pass counts as a move, a finished game as one leaf at any depth."""
    if depth == 0:
        return 1
    moves = legal_moves(me, opp)
    if moves == ZERO:
        if legal_moves(opp, me) == ZERO:
            return 1
        return perft(opp, me, depth - 1)
    total = 0
    while moves:
        sq = lowest(moves)
        moves &= moves - ONE
        turned = flips(me, opp, sq)
        total += perft(opp ^ turned, me | turned | (ONE << np.uint64(sq)), depth - 1)
    return total
