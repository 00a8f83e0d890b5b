"""Domineering on up to 62 cells, as a set of bits, row by row.

g: columns, all cells, the cells that have a right neighbour, the number of cells. s: covered cells, who moves (0 lays
upright). A move is the upper or left cell.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import lowest, popcount

ONE = np.uint64(1)


@njit(cache=True, inline="always")
def places(g, cells, mover):
    """Upper or left cells where a domino fits."""
    free = np.uint64(g[1]) & ~np.uint64(cells)
    return free & (free >> np.uint64(g[0])) if mover == 0 else free & (free >> ONE) & np.uint64(g[2])


@njit(cache=True, inline="always")
def safe(g, cells, mover):
    """Disjoint places that only the mover can use."""
    theirs, step = places(g, cells, 1 - mover), np.uint64(g[0] if mover == 0 else 1)
    touched = theirs | (theirs << (ONE if mover == 0 else np.uint64(g[0])))
    own, count = places(g, np.int64((np.uint64(cells) | touched) & np.uint64(g[1])), mover), 0
    while own:
        low = own & (~own + ONE)
        own &= ~(low | (low << step))
        count += 1
    return count


def turn(g, s):
    """The mover, while he can move."""
    return s[1] if places(g, s[0], s[1]) else -2


def moves(g, s, out):
    """Places for a domino."""
    left, n = places(g, s[0], s[1]), 0
    while left:
        out[n] = lowest(left)
        left &= left - ONE
        n += 1
    return n


def pick(g, s, random):
    """One of them."""
    left = places(g, s[0], s[1])
    for _ in range((random * popcount(left)) >> 40):
        left &= left - ONE
    return lowest(left)


def play(g, s, move):
    """Lay a domino."""
    s[0] |= (np.int64(1) << move) | (np.int64(1) << (move + (g[0] if s[1] == 0 else 1)))
    s[1] = 1 - s[1]


def payoffs(g, s, out):
    """Who cannot move has lost."""
    out[0] = -1.0 if s[1] == 0 else 1.0
    out[1] = -out[0]


def guess(g, s):
    """Places for dominoes, and moves that cannot be taken away."""
    real = popcount(places(g, s[0], s[1])) - popcount(places(g, s[0], 1 - s[1]))
    sure = safe(g, s[0], s[1]) - safe(g, s[0], 1 - s[1])
    return max(-0.9, min(0.9, (real + 3 * sure) / g[3]))


def rate(g, s, move):
    """Moves that leave the other fewest places, and oneself most."""
    cells = s[0] | (np.int64(1) << move) | (np.int64(1) << (move + (g[0] if s[1] == 0 else 1)))
    return popcount(places(g, cells, s[1])) - popcount(places(g, cells, 1 - s[1]))
