"""Who wins small board games without draws: domineering (0), breakthrough (1) and hex (2), by proof with a table.

`own` and `opp` are bit sets of the mover's and the other's men (domineering: `own` are the covered cells), bit
row · w + column; `mover` is 0 or 1. A table word is packed as in `connect4`, with 1 or −1 as both bounds.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from tianji.kernels.bits import popcount
from tianji.kernels.connect4 import LOW7, keep, lookup

ZERO, ONE = np.uint64(0), np.uint64(1)


@njit(cache=True, inline="always")
def column(w, h, c):
    """The cells of one column."""
    out = ZERO
    for r in range(h):
        out |= ONE << np.uint64(r * w + c)
    return out


@njit(cache=True)
def push(work, at, n, score, own, opp):
    """Insert a move (its score and the boards after it, as the next mover sees them) in order of score."""
    j = n
    while j > 0 and work[at + 3 * j - 3] < score:
        for i in range(3):
            work[at + 3 * j + i] = work[at + 3 * j - 3 + i]
        j -= 1
    work[at + 3 * j], work[at + 3 * j + 1], work[at + 3 * j + 2] = score, np.int64(own), np.int64(opp)
    return n + 1


@njit(cache=True, inline="always")
def places(cells, w, full, right, mover):
    """Upper or left cells where a domino of `mover` fits; `right` are the cells of the last column."""
    free = full & ~cells
    return free & (free >> np.uint64(w)) if mover == 0 else free & (free >> ONE) & ~right


@njit(cache=True)
def sure(cells, w, full, right, mover):
    """Dominoes that `mover` can lay whatever the other does."""
    step, other = np.uint64(w if mover == 0 else 1), np.uint64(1 if mover == 0 else w)
    theirs = places(cells, w, full, right, 1 - mover)
    own = places(cells | theirs | (theirs << other), w, full, right, mover)
    count = 0
    while own:
        low = own & (~own + ONE)
        own &= ~(low | (low << step))
        count += 1
    return count


@njit(cache=True)
def domineering(cells, w, full, right, mover, work, at):
    """Moves in order; −1 when the mover surely wins, 0 when he surely loses."""
    mine, theirs = places(cells, w, full, right, mover), places(cells, w, full, right, 1 - mover)
    if mine == ZERO:
        return 0
    step, other = np.uint64(w if mover == 0 else 1), np.uint64(1 if mover == 0 else w)
    if sure(cells, w, full, right, mover) > popcount(theirs | (theirs << other)) // 2:
        return -1
    if sure(cells, w, full, right, 1 - mover) >= popcount(mine | (mine << step)) // 2:
        return 0
    n = 0
    while mine:
        low = mine & (~mine + ONE)
        mine ^= low
        after = cells | low | (low << step)
        score = popcount(places(after, w, full, right, mover)) - popcount(
            places(after, w, full, right, 1 - mover)
        )
        score += 2 * (sure(after, w, full, right, mover) - sure(after, w, full, right, 1 - mover))
        n = push(work, at, n, score, after, ZERO)
    return n


@njit(cache=True)
def breakthrough(own, opp, w, h, full, left, right, mover, work, at):
    """Moves in order; −1 when one of them wins at once."""
    top = ((ONE << np.uint64(w)) - ONE) << (np.uint64(w * (h - 1)) if mover == 0 else ZERO)
    n = 0
    for side in range(-1, 2):
        edge = left if side < 0 else right if side > 0 else ZERO
        step = np.uint64(w + side if mover == 0 else w - side)
        start = own & ~edge
        to = ((start << step) if mover == 0 else (start >> step)) & full & ~own
        if side == 0:
            to &= ~opp
        if to & top:
            return -1
        while to:
            low = to & (~to + ONE)
            to ^= low
            back = (low >> step) if mover == 0 else (low << step)
            rest = opp & ~low
            if rest == ZERO:
                return -1
            row = popcount(low - ONE) // w
            score = (row if mover == 0 else h - 1 - row) + (100 if rest != opp else 0)
            n = push(work, at, n, score, rest, (own ^ back) | low)
    return n


@njit(cache=True)
def joined(stones, w, left, right, mover):
    """Whether `stones` join top and bottom (mover 0) or left and right (1) of a hex board."""
    row = (ONE << np.uint64(w)) - ONE
    last = row << np.uint64(w * (w - 1))
    group, end = (stones & row, last) if mover == 0 else (stones & left, right)
    down, slant = np.uint64(w), np.uint64(w - 1)
    while True:
        more = ((group & ~right) << ONE) | ((group & ~left) >> ONE) | (group << down) | (group >> down)
        more |= ((group & ~left) << slant) | ((group & ~right) >> slant)
        more = (more | group) & stones
        if more == group:
            return group & end != ZERO
        group = more


@njit(cache=True)
def hexagons(own, opp, w, full, left, right, mover, work, at):
    """Moves in order, the centre first; −1 when one joins the sides."""
    free = full & ~(own | opp)
    n = 0
    while free:
        low = free & (~free + ONE)
        free ^= low
        if joined(own | low, w, left, right, mover):
            return -1
        cell = popcount(low - ONE)
        score = -abs(2 * (cell % w) - w + 1) - abs(2 * (cell // w) - w + 1)
        n = push(work, at, n, score, opp, own | low)
    return n


@njit(
    int64(int64, int64, int64, uint64, uint64, int64, uint64[::1], int64, int64[::1], int64, int64[::1]),
    cache=True,
    nogil=True,
)
def wins(kind, w, h, own, opp, mover, table, k, work, at, c):
    """1 when the mover wins, −1 when he loses; 0 when stopped.

    table: `[2^k]`. work: scratch from `at`, three numbers a move. c: `[4]` nodes, stop, hits, cutoffs; accumulated.
    """
    c[0] += 1
    if c[1]:
        return 0
    cells = np.uint64(w * h)
    key = (((own << cells) | opp) << ONE) + np.uint64(mover + 1)
    entry = lookup(table, k, key)
    if entry:
        c[2] += 1
        return np.int64(entry & LOW7) - 64
    full = (ONE << cells) - ONE
    left, right = column(w, h, 0), column(w, h, w - 1)
    if kind == 0:
        n = domineering(own, w, full, right, mover, work, at)
    elif kind == 1:
        n = breakthrough(own, opp, w, h, full, left, right, mover, work, at)
    else:
        n = hexagons(own, opp, w, full, left, right, mover, work, at)
    value = 1 if n < 0 else -1
    for i in range(n):
        a, b = np.uint64(work[at + 3 * i + 1]), np.uint64(work[at + 3 * i + 2])
        answer = wins(kind, w, h, a, b, 1 - mover, table, k, work, at + 3 * n, c)
        if c[1]:
            return 0
        if answer < 0:
            value = 1
            c[3] += 1
            break
    keep(table, k, key, value, value)
    return value
