"""The last few empty squares of Othello: whether the mover scores more than alpha, without table or lists.

Scores are even, so a question asks for more than an odd `alpha`. Answers are fail-soft: above alpha a lower bound of
the score, else an upper bound. Node count and score share one number, 256 · nodes + score + 128, since Numba passes
arrays and tuples through recursion at a price. Bit row·8 + column, as in `othello`.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from tianji.kernels.bits import lowest, popcount
from tianji.kernels.boards.othello import NEAR, NO, QUADRANTS, YES, final_score, flips

ZERO, ONE = np.uint64(0), np.uint64(1)
BYTE, TOP = np.uint64(255), np.uint64(56)
FILE, TURN = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)


def _turned_in_line() -> np.ndarray:
    """[8, 256] twice the discs turned by a move on square i of a full line where a byte tells the mover's discs."""
    out = np.zeros((8, 256), dtype=np.uint8)
    for i in range(8):
        for mine in range(256):
            for step in (1, -1):
                j = i + step
                while 0 <= j < 8 and not mine >> j & 1:
                    j += step
                if 0 <= j < 8:
                    out[i, mine] += 2 * (abs(j - i) - 1)
    return out


def _crossing() -> np.ndarray:
    """[64, 2] masks of the two diagonals through each square."""
    out = np.zeros((64, 2), dtype=np.uint64)
    for sq in range(64):
        for r in range(8):
            for d, c in enumerate((sq % 8 + r - sq // 8, sq % 8 - r + sq // 8)):
                if 0 <= c < 8:
                    out[sq, d] |= np.uint64(1 << r * 8 + c)
    return out


IN_LINE, CROSSING = _turned_in_line(), _crossing()
QUADRANT = np.array([sq // 32 * 2 + sq % 8 // 4 for sq in range(64)], dtype=np.int64)


@njit(cache=True)
def twice_turned(me, sq):
    """Twice the discs that `me` turns on the last empty square; all other discs are the opponent's.

    Squares beyond the end of a diagonal read as the opponent's: they never end a row of discs.
    """
    r, c = sq >> 3, sq & 7
    total = np.int64(IN_LINE[c, (me >> np.uint64(sq & 56)) & BYTE])
    total += IN_LINE[r, (((me >> np.uint64(c)) & FILE) * TURN) >> TOP]
    total += IN_LINE[c, ((me & CROSSING[sq, 0]) * FILE) >> TOP]
    total += IN_LINE[c, ((me & CROSSING[sq, 1]) * FILE) >> TOP]
    return total


@njit(int64(uint64, int64), cache=True)
def last_square(me, sq):
    """The score when one square is empty and the mover has the discs `me`."""
    score = 2 * popcount(me) - 64
    gain = twice_turned(me, sq)
    if gain:
        return score + gain + 2
    loss = twice_turned(~me & ~(ONE << np.uint64(sq)), sq)
    if loss:
        return score - loss
    return score + 2 if score >= 0 else score  # nobody can move: the empty square is the winner's


@njit(int64(uint64, uint64, int64, int64, int64), cache=True)
def last_two(me, opp, x, y, alpha):
    """`shallow` with two empty squares."""
    best, nodes = -100, 1
    if NEAR[x] & opp:
        turned = flips(me, opp, x)
        if turned:
            best, nodes = -last_square(opp ^ turned, y), 2
            if best > alpha:
                return 256 * nodes + best + 128
    if NEAR[y] & opp:
        turned = flips(me, opp, y)
        if turned:
            best, nodes = max(best, -last_square(opp ^ turned, x)), nodes + 1
    if best != -100:
        return 256 * nodes + best + 128
    turned = flips(opp, me, x)  # a pass: the opponent takes the least
    if turned:
        best, nodes = last_square(me ^ turned, y), nodes + 1
        if best <= alpha:
            return 256 * nodes + best + 128
    turned = flips(opp, me, y)
    if turned:
        value = last_square(me ^ turned, x)
        best, nodes = (value if best == -100 else min(best, value)), nodes + 1
    if best == -100:
        best = final_score(me, opp)
    return 256 * nodes + best + 128


@njit(int64(uint64, uint64, int64, int64, int64, int64, int64), cache=True)
def last_three(me, opp, x, y, z, alpha, passed):
    """`shallow` with three empty squares; the one that is alone in its quadrant comes first."""
    if QUADRANT[x] == QUADRANT[y]:
        if QUADRANT[y] != QUADRANT[z]:
            x, z = z, x
    elif QUADRANT[x] == QUADRANT[z]:
        x, y = y, x
    best, nodes = -100, 1
    for _ in range(3):
        if NEAR[x] & opp:
            turned = flips(me, opp, x)
            if turned:
                packed = last_two(opp ^ turned, me | turned | (ONE << np.uint64(x)), y, z, -alpha)
                nodes += packed >> 8
                value = 128 - (packed & 255)
                if value > best:
                    best = value
                    if best > alpha:
                        return 256 * nodes + best + 128
        x, y, z = y, z, x
    if best != -100:
        return 256 * nodes + best + 128
    if passed:
        return 256 * nodes + final_score(me, opp) + 128
    packed = last_three(opp, me, x, y, z, -alpha, YES)
    return packed + 256 - 2 * (packed & 255)


@njit(int64(uint64, uint64, int64, int64, int64, int64, int64, int64), cache=True)
def last_four(me, opp, w, x, y, z, alpha, passed):
    """`shallow` with four empty squares."""
    best, nodes = -100, 1
    for _ in range(4):
        if NEAR[w] & opp:
            turned = flips(me, opp, w)
            if turned:
                packed = last_three(opp ^ turned, me | turned | (ONE << np.uint64(w)), x, y, z, -alpha, NO)
                nodes += packed >> 8
                value = 128 - (packed & 255)
                if value > best:
                    best = value
                    if best > alpha:
                        return 256 * nodes + best + 128
        w, x, y, z = x, y, z, w
    if best != -100:
        return 256 * nodes + best + 128
    if passed:
        return 256 * nodes + final_score(me, opp) + 128
    packed = last_four(opp, me, w, x, y, z, -alpha, YES)
    return packed + 256 - 2 * (packed & 255)


@njit(cache=True)
def odd_quadrants(empty):
    """Squares of quadrants with an odd number of empties."""
    odd = ZERO
    for q in QUADRANTS:
        if popcount(empty & q) & 1:
            odd |= q
    return odd


@njit(int64(uint64, uint64, uint64, int64, int64), cache=True)
def four(me, opp, empty, alpha, passed):
    """`last_four` with its squares in order: those in odd quadrants first."""
    odd = odd_quadrants(empty)
    first, rest = empty & odd, empty & ~odd
    if first == ZERO:
        first, rest = rest, ZERO
    w = lowest(first)
    first &= first - ONE
    x = lowest(first)
    first &= first - ONE
    rest |= first
    y = lowest(rest)
    rest &= rest - ONE
    return last_four(me, opp, w, x, y, lowest(rest), alpha, passed)


@njit(int64(uint64, uint64, uint64, int64, int64), cache=True)
def shallow(me, opp, empty, alpha, passed):
    """Whether the mover scores more than `alpha` with a few empty squares, two at least.

    Squares in quadrants with an odd number of empties come first: whoever moves there can move there last.
    """
    n = popcount(empty)
    if n <= 4:
        x = lowest(empty)
        rest = empty & (empty - ONE)
        y, z = lowest(rest), lowest(rest & (rest - ONE))
        if n == 2:
            return last_two(me, opp, x, y, alpha)
        if n == 3:
            return last_three(me, opp, x, y, z, alpha, passed)
        return four(me, opp, empty, alpha, passed)
    odd = odd_quadrants(empty)
    best, nodes = -100, 1
    for part in (empty & odd, empty & ~odd):
        while part:
            sq = lowest(part)
            bit = part & (~part + ONE)
            part ^= bit
            if NEAR[sq] & opp == ZERO:
                continue
            turned = flips(me, opp, sq)
            if turned == ZERO:
                continue
            a, b = opp ^ turned, me | turned | bit
            if n == 5:
                packed = four(a, b, empty ^ bit, -alpha, NO)
            else:
                packed = shallow(a, b, empty ^ bit, -alpha, NO)
            nodes += packed >> 8
            value = 128 - (packed & 255)
            if value > best:
                best = value
                if best > alpha:
                    return nodes * 256 + best + 128
    if best == -100:
        if passed:
            return nodes * 256 + final_score(me, opp) + 128
        packed = shallow(opp, me, empty, -alpha, YES)
        return packed + 256 - 2 * (packed & 255)
    return nodes * 256 + best + 128
