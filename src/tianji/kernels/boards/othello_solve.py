"""The exact score of an Othello position: alpha-beta with a table, fastest-first ordering and stability cuts.

A table slot is four 64-bit words. The third holds lower bound, upper bound (+64 each, 8 bits) and move + 1; the
first two are the boards xor the third, so that a slot torn between two threads is never believed (Hyatt's trick).
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, types, uint64

from tianji.kernels.bits import lowest, pointer, popcount, prefetch
from tianji.kernels.boards.othello import (
    CORNERS,
    NEAR,
    NO,
    QUADRANTS,
    YES,
    final_score,
    flips,
    legal_moves,
    shallow,
    stable,
)

ZERO, ONE = np.uint64(0), np.uint64(1)
MIX1, MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
BYTE = np.uint64(255)
X_SQUARES = np.uint64(0x0042000000004200)
LEAF = 7  # empties below which parity alone orders the moves


@njit(cache=True, inline="always")
def slot_of(me, opp, k):
    """Index of the first word of a position's slot."""
    h = (me * MIX1) ^ ((opp * MIX2) >> np.uint64(7)) ^ (opp * MIX2)
    h = (h ^ (h >> np.uint64(29))) * MIX1
    return (h >> np.uint64(64 - k)) << np.uint64(2)


@njit(cache=True, inline="always")
def lookup(table, slot, me, opp):
    """The third word of a position's slot, or 0 when the slot holds another."""
    info = table[slot + np.uint64(2)]
    if table[slot] ^ info == me and table[slot + ONE] ^ info == opp:
        return info
    return ZERO


@njit(cache=True, inline="always")
def keep(table, slot, me, opp, lower, upper, move):
    """Overwrite a slot."""
    info = (
        np.uint64(lower + 64)
        | (np.uint64(upper + 64) << np.uint64(8))
        | (np.uint64(move + 1) << np.uint64(16))
    )
    table[slot], table[slot + ONE], table[slot + np.uint64(2)] = me ^ info, opp ^ info, info


@njit(cache=True, inline="always")
def odd_quadrants(empty):
    """Squares of quadrants with an odd number of empties."""
    odd = ZERO
    for q in QUADRANTS:
        if popcount(empty & q) & 1:
            odd |= q
    return odd


@njit(cache=True)
def sort_moves(me, opp, moves, first, variant, table, k, work, at):
    """Fastest first: the fewer replies the better, corners and odd regions liked, squares beside corners not.

    Writes (score, square) pairs to `work` from `at`, best first; returns their number. `variant` shuffles near-ties
    so that threads sharing a table part ways.
    """
    odd = odd_quadrants(~(me | opp))
    count = 0
    while moves:
        sq = lowest(moves)
        bit = moves & (~moves + ONE)
        moves ^= bit
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | bit
        prefetch(table, slot_of(a, b, k))
        replies = legal_moves(a, b)
        score = -16 * (popcount(replies) + popcount(replies & CORNERS))
        score += 5 * ((bit & odd) != ZERO) + 24 * ((bit & CORNERS) != ZERO) - 6 * ((bit & X_SQUARES) != ZERO)
        score -= popcount(NEAR[sq] & ~(me | opp))
        if a == ZERO:
            score += 10000
        if variant:
            score += ((sq * 37 + variant * 101) >> 2) & 7
        if sq == first:
            score += 5000
        j = count
        while j > 0 and work[at + 2 * j - 2] < score:
            work[at + 2 * j], work[at + 2 * j + 1] = work[at + 2 * j - 2], work[at + 2 * j - 1]
            j -= 1
        work[at + 2 * j], work[at + 2 * j + 1] = score, sq
        count += 1
    return count


@njit(cache=True, inline="always")
def refuted_below(me, opp, count, beta, table, k, work, at):
    """A bound ≥ beta that a child's slot already gives, or −100 (enhanced transposition cutoff)."""
    for i in range(count):
        sq = work[at + 2 * i + 1]
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        info = lookup(table, slot_of(a, b, k), a, b)
        if info:
            bound = 64 - np.int64((info >> np.uint64(8)) & BYTE)
            if bound >= beta:
                return bound
    return -100


WORDS, NUMBERS = types.CPointer(uint64), types.CPointer(int64)


@njit(
    int64(uint64, uint64, int64, int64, int64, int64, WORDS, int64, NUMBERS, int64, NUMBERS, NUMBERS),
    cache=True,
    nogil=True,
)
def deep(me, opp, alpha, beta, passed, variant, table, k, work, at, counters, stop):
    """The score r for the player to move, exact inside (alpha, beta), fail-soft outside; see the search contract.

    table: `[4 · 2^k]`. work: `[4096]` scratch from `at`. counters: `[4]` nodes, cutoffs, hits, stores; accumulated.
    stop: `[1]`; non-zero makes answers meaningless. The four are bare pointers: an array's reference count would be
    touched at every call.
    """  # fmt: skip
    empty = ~(me | opp)
    n = popcount(empty)
    if n <= LEAF:
        if n == 0:
            return final_score(me, opp)
        packed = shallow(me, opp, empty, alpha, beta, passed)
        counters[0] += packed >> 8
        return (packed & 255) - 128
    counters[0] += 1
    if stop[0] != 0:
        return 0
    # 1. Stable discs of the opponent are lost to us for ever.
    if alpha >= 64 - 2 * popcount(opp):
        bound = 64 - 2 * popcount(stable(opp, me))
        if bound <= alpha:
            counters[1] += 1
            return bound
    # 2. The table.
    lower, upper, first = -64, 64, -1
    slot = slot_of(me, opp, k)
    info = lookup(table, slot, me, opp)
    if info:
        lower = np.int64(info & BYTE) - 64
        upper = np.int64((info >> np.uint64(8)) & BYTE) - 64
        first = np.int64((info >> np.uint64(16)) & BYTE) - 1
        if lower >= beta or upper <= alpha or lower == upper:
            counters[2] += 1
            return lower if lower >= beta else upper
    moves = legal_moves(me, opp)
    if moves == ZERO:
        if passed:
            return final_score(me, opp)
        return -deep(opp, me, -beta, -alpha, YES, variant, table, k, work, at, counters, stop)
    count = sort_moves(me, opp, moves, first, variant, table, k, work, at)
    if n > LEAF + 2:
        bound = refuted_below(me, opp, count, beta, table, k, work, at)
        if bound != -100:
            counters[2] += 1
            return bound
    # 3. Principal variation search over the moves.
    best, low, choice = -100, alpha, first
    for i in range(count):
        sq = work[at + 2 * i + 1]
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        below = at + 2 * count
        if i and beta > low + 1:
            value = -deep(a, b, -low - 1, -low, NO, variant, table, k, work, below, counters, stop)
            if low < value < beta:
                value = -deep(a, b, -beta, -value, NO, variant, table, k, work, below, counters, stop)
        else:
            value = -deep(a, b, -beta, -low, NO, variant, table, k, work, below, counters, stop)
        if stop[0] != 0:
            return 0
        if value > best:
            best, choice = value, sq
            low = max(low, value)
            if low >= beta:
                counters[1] += 1
                break
    # 4. Remember.
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    keep(table, slot, me, opp, lower, upper, choice)
    counters[3] += 1
    return best


@njit(cache=True, nogil=True)
def root(me, opp, alpha, beta, variant, table, k, work, counters, stop, answer):
    """Search every root move; answer: `[3]` best score so far, its square, moves finished; overwritten."""
    moves = legal_moves(me, opp)
    info = lookup(table, slot_of(me, opp, k), me, opp)
    first = np.int64((info >> np.uint64(16)) & BYTE) - 1 if info else -1
    count = sort_moves(me, opp, moves, first, variant, table, k, work, 0)
    words, scratch, counts, halt = pointer(table), pointer(work), pointer(counters), pointer(stop)
    best = -100
    low = alpha
    answer[0], answer[1], answer[2] = -100, work[1], 0
    for i in range(count):
        sq = work[2 * i + 1]
        turned = flips(me, opp, sq)
        a, b = opp ^ turned, me | turned | (ONE << np.uint64(sq))
        if i and beta > low + 1:
            value = -deep(a, b, -low - 1, -low, NO, variant, words, k, scratch, 2 * count, counts, halt)
            if low < value < beta:
                value = -deep(a, b, -beta, -value, NO, variant, words, k, scratch, 2 * count, counts, halt)
        else:
            value = -deep(a, b, -beta, -low, NO, variant, words, k, scratch, 2 * count, counts, halt)
        if stop[0] != 0:
            return
        answer[2] += 1
        if value > best:
            best = value
            low = max(low, value)
            answer[0], answer[1] = best, sq
            if low >= beta:
                break
