"""Connect four on boards of up to 63 cells with a spare row, as sets of bits: column by column, from the bottom.

g: rows, the lowest cell of every column, all cells, the cells of the middle column, columns, whether the score counts.
s: the mover's stones, all stones, whether the last one made four. A move is a column, from 0.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import lowest, popcount

ONE = np.uint64(1)


@njit(cache=True, inline="always")
def room(g, s):
    """The cells where a stone would come to lie."""
    return (np.uint64(s[1]) + np.uint64(g[1])) & np.uint64(g[2])


def turn(g, s):
    """Alternating; four in a row or a full board ends the game."""
    return -2 if s[2] or s[1] == g[2] else popcount(np.uint64(s[1])) & 1


def moves(g, s, out):
    """Columns with room."""
    left, n = room(g, s), 0
    while left:
        out[n] = lowest(left) // (g[0] + 1)
        left &= left - ONE
        n += 1
    return n


def pick(g, s, random):
    """One of them."""
    left = room(g, s)
    for _ in range((random * popcount(left)) >> 40):
        left &= left - ONE
    return lowest(left) // (g[0] + 1)


def play(g, s, move):
    """Drop a stone."""
    mine = s[0] ^ s[1]
    after = s[1] | (s[1] + (np.int64(1) << move * (g[0] + 1)))
    p, four = np.uint64(mine ^ after), False
    for way in range(4):
        d = np.uint64(1 if way == 0 else g[0] + way - 1)
        q = p & (p >> d)
        four |= (q & (q >> (d + d))) != np.uint64(0)
    s[0], s[1], s[2] = mine, after, four


def payoffs(g, s, out):
    """One, or more for an early win where the score counts."""
    stones = popcount(np.uint64(s[1]))
    pay = float((g[4] * g[0] + 2 - stones) // 2) if g[5] else 1.0
    out[0] = 0.0 if not s[2] else pay if stones & 1 else -pay
    out[1] = -out[0]


@njit(cache=True, inline="always")
def threats(g, p, empty):
    """How many empty cells would complete a four for stones `p`."""
    two, three = np.uint64(2), np.uint64(3)
    r = (p << ONE) & (p << two) & (p << three)
    for way in range(3):
        d = np.uint64(g[0] + way)
        q = (p << d) & (p << (two * d))
        r |= q & ((p << (three * d)) | (p >> d))
        q = (p >> d) & (p >> (two * d))
        r |= q & ((p << d) | (p >> (three * d)))
    return popcount(r & empty)


def guess(g, s):
    """Threats and central stones, in hundredths of a point."""
    mine, every = np.uint64(s[0]), np.uint64(s[1])
    theirs, empty, middle = mine ^ every, np.uint64(g[2]) ^ every, np.uint64(g[3])
    lead = threats(g, mine, empty) - threats(g, theirs, empty)
    centre = popcount(mine & middle) - popcount(theirs & middle)
    return max(-0.9, min(0.9, 0.1 * lead + 0.02 * centre))


def same(g, s, out):
    """The lesser of the position and its mirror image."""
    mine, every, width = np.uint64(0), np.uint64(0), np.uint64(g[0] + 1)
    column = (ONE << width) - ONE
    a, b = np.uint64(s[0]), np.uint64(s[1])
    for _ in range(g[4]):
        mine, every = (mine << width) | (a & column), (every << width) | (b & column)
        a, b = a >> width, b >> width
    out[0], out[1] = s[0], s[1]
    if np.int64(mine) < s[0] or (np.int64(mine) == s[0] and np.int64(every) < s[1]):
        out[0], out[1] = np.int64(mine), np.int64(every)
    return 2


def rate(g, s, move):
    """The centre first."""
    return -abs(2 * move - g[4] + 1)
