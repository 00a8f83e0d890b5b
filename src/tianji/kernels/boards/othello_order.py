"""In which order Othello's solver tries moves, and which it does not try in a selective search."""

from __future__ import annotations

import numpy as np
from numba import int64, njit, types, uint64

from tianji.kernels.bits import lowest, popcount, prefetch
from tianji.kernels.boards.othello import CORNERS, NEAR, NO, flips, legal_moves
from tianji.kernels.boards.othello_eval import UNIT, WEIGHTS, evaluate, promise
from tianji.kernels.boards.othello_last import odd_quadrants
from tianji.kernels.boards.othello_table import bucket_of, lookup, part

ZERO, ONE = np.uint64(0), np.uint64(1)
X_SQUARES = np.uint64(0x0042000000004200)
WORDS, NUMBERS = types.CPointer(uint64), types.CPointer(int64)
JUDGED = 11  # empties from which weights order the moves
FOLLOWED = 9  # empties above which the replies' notes are looked up
LOOKED = np.array([0] * 15 + [1] * 3 + [2] * 4 + [3] * 43, dtype=np.int64)  # plies to look ahead, by empties
A_REPLY = 18  # what a reply left to the opponent costs, in 1/UNIT discs
SELECTIVE = 13  # empties from which a selective search cuts
CHANCES = np.array([0.8, 1.3, 2.0], dtype=np.float64)  # standard deviations, by level
GLANCE = np.array(
    [0] * 13 + [2] * 6 + [4] * 6 + [6] * 40, dtype=np.int64
)  # plies of a cut's search, by empties


@njit(int64(uint64, uint64, uint64, WORDS, int64, NUMBERS, int64), cache=True)
def list_moves(me, opp, moves, table, k, work, at):
    """Write (score, square) for every move to `work` from `at`: the fewer replies the better, corners and odd regions
    liked, squares beside corners not. Returns their number.
    """
    odd = odd_quadrants(~(me | opp))
    count = 0
    while moves:
        sq = lowest(moves)
        bit = moves & (~moves + ONE)
        moves ^= bit
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | bit
        prefetch(table, bucket_of(a, b, k))
        replies = legal_moves(a, b)
        score = -16 * (popcount(replies) + popcount(replies & CORNERS))
        score += 5 * ((bit & odd) != ZERO) + 24 * ((bit & CORNERS) != ZERO) - 6 * ((bit & X_SQUARES) != ZERO)
        score -= popcount(NEAR[sq] & ~(me | opp))
        if a == ZERO:
            score += 100000
        work[at + 2 * count], work[at + 2 * count + 1] = score, sq
        count += 1
    return count


@njit(cache=True)
def refuted_below(me, opp, count, alpha, level, table, k, work, at):
    """A bound > alpha that a reply's note already gives, or −100 (enhanced transposition cutoff)."""
    for i in range(count):
        sq = work[at + 2 * i + 1]
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        note = lookup(table, bucket_of(a, b, k), a, b)
        if note and part(note, 3) >= level and 64 - part(note, 1) > alpha:
            work[at + 1] = sq
            return 64 - part(note, 1)
    return -100


@njit(cache=True)
def judge_moves(me, opp, count, weights, work, at):
    """Replace the scores of listed moves by what the weights say after each, less a fee for every reply."""
    depth = LOOKED[popcount(~(me | opp))]
    for i in range(count):
        sq = work[at + 2 * i + 1]
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        if a == ZERO:
            continue
        replies = legal_moves(a, b)
        score = -promise(a, b, depth, -10000, 10000, NO, weights)
        work[at + 2 * i] = score - A_REPLY * (popcount(replies) + popcount(replies & CORNERS))


@njit(cache=True)
def sort(count, first, work, at):
    """Listed moves, best first, the square `first` before all."""
    for i in range(count):
        score, sq = work[at + 2 * i], work[at + 2 * i + 1]
        if sq == first:
            score += 1000000
        j = i
        while j > 0 and work[at + 2 * j - 2] < score:
            work[at + 2 * j], work[at + 2 * j + 1] = work[at + 2 * j - 2], work[at + 2 * j - 1]
            j -= 1
        work[at + 2 * j], work[at + 2 * j + 1] = score, sq


@njit(int64(uint64, uint64, int64, int64, WEIGHTS), cache=True)
def likely(me, opp, alpha, level, weights):
    """1 where a shallow search makes a score above `alpha` likely, −1 where one not above it, else 0.

    ProbCut (M. Buro 1995): a search of a few plies misses the truth by about `miss` discs (standard deviation); what
    lies further away than `CHANCES` of those is believed.
    """
    n = popcount(~(me | opp))
    depth = GLANCE[n]
    miss = 7.0 - 0.55 * depth + 0.07 * n
    margin = np.int64(CHANCES[level] * miss * UNIT)
    middle = UNIT * alpha
    now = evaluate(me, opp, weights)
    if now > middle:
        high = middle + margin
        if promise(me, opp, depth, high - 1, high, NO, weights) >= high:
            return 1
    else:
        low = middle - margin
        if promise(me, opp, depth, low, low + 1, NO, weights) <= low:
            return -1
    return 0
