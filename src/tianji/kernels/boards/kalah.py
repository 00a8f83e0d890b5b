"""Kalah: the best difference of seeds still to be won, by alpha-beta with a table.

What the stores hold does not change what can still be won, so a position is the pits alone: 2m numbers of 60 / 2m
bits (at most six) in one 64-bit key, m of the mover first. A table word is packed as in `table`: spread key, upper
and lower bound.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from tianji.kernels.boards.table import LOW7, SEVEN, keep, lookup

ONE = np.uint64(1)


@njit(cache=True)
def sow(work, at, m, pit, always, to):
    """Sow a pit of the row of 2m pits at `at` into the row at `to`, as the next mover sees it.

    Returns 2 · gain, plus 1 for another turn.
    """
    ring = 2 * m + 1  # place m is the own store
    for i in range(2 * m):
        work[to + i] = work[at + i]
    seeds, place, gain = work[to + pit], pit, 0
    work[to + pit] = 0
    while seeds:
        place = (place + 1) % ring
        if place == m:
            gain += 1
        else:
            work[to + (place if place < m else place - 1)] += 1
        seeds -= 1
    if place < m and work[to + place] == 1:
        opposite = 2 * m - 1 - place
        if work[to + opposite] or always:
            gain += 1 + work[to + opposite]
            work[to + place] = work[to + opposite] = 0
    if place == m:
        return 2 * gain + 1
    for i in range(m):
        work[to + i], work[to + m + i] = work[to + m + i], work[to + i]
    return 2 * gain


@njit(
    int64(int64[::1], int64, int64, int64, int64, int64, uint64[::1], int64, int64[::1]),
    cache=True,
    nogil=True,
)
def search(work, at, m, always, alpha, beta, table, k, c):
    """Seeds the mover can still win minus those the other can, exact inside (alpha, beta), fail-soft outside.

    work: rows of 2m pits from `at`, then scratch. table: `[2^k]`. c: `[4]` nodes, stop, hits, cutoffs.
    """
    c[0] += 1
    if c[1]:
        return 0
    own, other, most, key = 0, 0, 0, np.uint64(0)
    width = min(60 // (2 * m), 6)
    for i in range(2 * m):
        most = max(most, work[at + i])
        key = (key << np.uint64(width)) | np.uint64(work[at + i])
        if i < m:
            own += work[at + i]
        else:
            other += work[at + i]
    if own == 0 or other == 0:
        return own - other
    if own + other <= alpha or -own - other >= beta:  # all the seeds would not be enough
        return own + other if own + other <= alpha else -own - other
    key += ONE
    lower, upper = -63, 63
    entry = lookup(table, k, key)
    if most >> width == 0 and entry:  # a pit too full for its bits has no key
        lower = np.int64(entry & LOW7) - 64
        upper = np.int64((entry >> SEVEN) & LOW7) - 64
        if lower >= beta or upper <= alpha or lower == upper:
            c[2] += 1
            return lower if lower >= beta else upper
    best, low, to = -100, alpha, at + 2 * m
    for again in range(1, -1, -1):  # moves that end in the store first: they cost no turn
        for pit in range(m - 1, -1, -1):
            seeds = work[at + pit]
            if seeds == 0 or (seeds % (2 * m + 1) == m - pit) != (again == 1):
                continue
            packed = sow(work, at, m, pit, always, to)
            gain = packed >> 1
            if packed & 1:
                value = gain + search(work, to, m, always, low - gain, beta - gain, table, k, c)
            else:
                value = gain - search(work, to, m, always, gain - beta, gain - low, table, k, c)
            if value > best:
                best = value
                low = max(low, best)
                if low >= beta:
                    break
        if low >= beta:
            break
    if c[1]:
        return 0
    c[3] += best >= beta
    if most >> width == 0:
        lower, upper = max(lower, best) if best > alpha else lower, min(upper, best) if best < beta else upper
        keep(table, k, key, lower, upper)
    return best
