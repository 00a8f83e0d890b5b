"""Who wins small board games without draws: domineering (0), breakthrough (1) and hex (2), by proof with a table.

`own` and `opp` are bit sets of the mover's and the other's men (domineering: `own` are the covered cells), bit
row · w + column; `mover` is 0 or 1. A table word is packed as in `table`, with 1 or −1 as both bounds.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint64

from tianji.kernels.bits import popcount
from tianji.kernels.boards.table import LOW7, keep, lookup

ZERO, ONE = np.uint64(0), np.uint64(1)
LINK = np.uint64(1 << 62)  # boards of at most 30 cells never have it


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


@njit(cache=True, inline="always")
def attacks(men, w, left, right, mover):
    """Cells that pawns of `mover` could capture on."""
    if mover == 0:
        return ((men & ~left) << np.uint64(w - 1)) | ((men & ~right) << np.uint64(w + 1))
    return ((men & ~left) >> np.uint64(w + 1)) | ((men & ~right) >> np.uint64(w - 1))


@njit(cache=True)
def breakthrough(own, opp, w, h, full, left, right, mover, work, at):
    """Moves in order; −1 when one of them wins, 0 when none can stop the other's next move from winning.

    A pawn one step from its goal always gets there, so it must be taken at once; and one that gets so far where
    nobody can take it has won, if the other is not as far himself.
    """
    row = (ONE << np.uint64(w)) - ONE
    up = mover == 0
    top = row << np.uint64(w * (h - 1)) if up else row
    near = row << np.uint64(w * (h - 2)) if up else row << np.uint64(w)
    danger = opp & (row << np.uint64(w) if up else row << np.uint64(w * (h - 2)))
    held, n = attacks(opp, w, left, right, 1 - mover) & full, 0
    for side in range(-1, 2):
        edge = left if side < 0 else right if side > 0 else ZERO
        step = np.uint64(w + side if up else w - side)
        start = own & ~edge
        to = ((start << step) if up else (start >> step)) & full & ~own
        if side == 0:
            to &= ~opp
        if to & top or (danger == ZERO and to & near & ~held):
            return -1
        if danger:
            to &= danger
        while to:
            low = to & (~to + ONE)
            to ^= low
            back = (low >> step) if up else (low << step)
            rest = opp & ~low
            if rest == ZERO:
                return -1
            men = (own ^ back) | low
            far = popcount(low - ONE) // w
            score = 4 * (far if up else h - 1 - far) + (40 if rest != opp else 0)
            if low & held and not low & attacks(men, w, left, right, mover):
                score -= 30
            n = push(work, at, n, score, rest, men)
    return 0 if popcount(danger) > 1 else n


@njit(cache=True, inline="always")
def bit(r, c, w):
    """One cell, or nothing off the board."""
    return ONE << np.uint64(r * w + c) if 0 <= r < w and 0 <= c < w else ZERO


@njit(cache=True)
def linked(stones, free, w, mover):
    """The free cells on which the chain of `stones` from side to side rests, plus LINK; 0 where there is no chain.

    A link is a touch or a bridge: two free cells of which the other can take but one, no two bridges sharing a cell.
    So a chain wins even when the other is to move. Mover 0 joins top and bottom, 1 left and right.
    """
    used, group, todo = ZERO, ZERO, ZERO
    for i in range(2 * w):  # first stones: on the side, or one row off it with both cells between free
        r, c = i // w, i % w
        stone = bit(r, c, w) if mover == 0 else bit(c, r, w)
        if not stones & stone:
            continue
        if r == 0:
            todo |= stone
        else:
            pair = (bit(0, c, w) | bit(0, c + 1, w)) if mover == 0 else (bit(c, 0, w) | bit(c + 1, 0, w))
            if c + 1 < w and pair & free & ~used == pair:
                used |= pair
                todo |= stone
    while todo:
        low = todo & (~todo + ONE)
        todo ^= low
        group |= low
        cell = popcount(low - ONE)
        r, c = cell // w, cell % w
        dr, dc, er, ec = -1, 0, -1, 1  # two neighbours in turn around the cell; the bridge lies beyond both
        for _ in range(6):
            fresh = bit(r + dr, c + dc, w) & stones & ~group
            todo |= fresh
            pair = bit(r + dr, c + dc, w) | bit(r + er, c + ec, w)
            far = bit(r + dr + er, c + dc + ec, w) & stones & ~(group | todo)
            if far and popcount(pair) == 2 and pair & free & ~used == pair:
                used |= pair
                todo |= far
            dr, dc, er, ec = er, ec, er + ec, -er
    for i in range(2 * w):
        r, c = w - 1 - i // w, i % w
        stone = bit(r, c, w) if mover == 0 else bit(c, r, w)
        if not group & stone:
            continue
        if r == w - 1:
            return used | LINK
        pair = (
            (bit(w - 1, c, w) | bit(w - 1, c - 1, w))
            if mover == 0
            else (bit(c, w - 1, w) | bit(c - 1, w - 1, w))
        )
        if c > 0 and pair & free & ~used == pair:
            return used | pair | LINK
    return ZERO


@njit(cache=True)
def hexagons(own, opp, w, full, mover, work, at):
    """Moves in order, the centre first; −1 when one makes a chain, 0 when the other has one or cannot be stopped.

    Where the other would have a chain by playing x, a move must hit x or a cell that chain rests on (must-play,
    Hayward and others 2003).
    """
    free = full & ~(own | opp)
    if linked(opp, free, w, 1 - mover):
        return 0
    must, cells = free, free
    while cells:
        low = cells & (~cells + ONE)
        cells ^= low
        if linked(own | low, free ^ low, w, mover):
            return -1
        carrier = linked(opp | low, free ^ low, w, 1 - mover)
        if carrier:
            must &= carrier | low
    n = 0
    while must:
        low = must & (~must + ONE)
        must ^= low
        cell = popcount(low - ONE)
        score = -abs(2 * (cell % w) - w + 1) - abs(2 * (cell // w) - w + 1)
        n = push(work, at, n, score, opp, own | low)
    return n


@njit(cache=True)
def turned(bits, w, h, how):
    """A board with its columns (1), its rows (2) or both (3) reversed, or rows for columns (4)."""
    out = ZERO
    while bits:
        low = bits & (~bits + ONE)
        bits ^= low
        cell = popcount(low - ONE)
        r, c = cell // w, cell % w
        if how == 4:
            r, c = c, r
        else:
            c = w - 1 - c if how & 1 else c
            r = h - 1 - r if how & 2 else r
        out |= ONE << np.uint64(r * w + c)
    return out


@njit(cache=True)
def key_of(kind, w, h, own, opp, mover):
    """A number for a position and its images, never 0: breakthrough and hex look the same from both sides."""
    cells = np.uint64(w * h)
    if kind == 0:
        return ((own << cells) << ONE) + np.uint64(mover + 1)
    if mover == 1:
        how = 2 if kind == 1 else 4
        own, opp = turned(own, w, h, how), turned(opp, w, h, how)
    how = 1 if kind == 1 else 3
    key = (own << cells) | opp
    return (min(key, (turned(own, w, h, how) << cells) | turned(opp, w, h, how)) << ONE) + ONE


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
    key = key_of(kind, w, h, own, opp, mover)
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
        n = hexagons(own, opp, w, full, mover, work, at)
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
