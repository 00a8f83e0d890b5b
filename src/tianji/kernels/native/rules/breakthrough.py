"""Breakthrough on up to 64 squares, as sets of bits.

g: width, the columns that may go left, those that may go right, Black's home row, White's home row, all squares.
s: White's pawns, Black's, who moves. A move is 3·square + 0 straight, 1 left, 2 right.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import lowest, popcount

ONE = np.uint64(1)


@njit(cache=True, inline="always")
def steps(g, s):
    """The pawns of the mover that can go straight, left and right."""
    w = np.uint64(g[0])
    white, black = np.uint64(s[0]), np.uint64(s[1])
    empty = np.uint64(g[5]) & ~(white | black)
    if s[2] == 0:
        straight = white & (empty >> w)
        left = white & np.uint64(g[1]) & ~(white >> (w - ONE))
        right = white & np.uint64(g[2]) & ~(white >> (w + ONE))
    else:
        straight = black & (empty << w)
        left = black & np.uint64(g[1]) & ~(black << (w + ONE))
        right = black & np.uint64(g[2]) & ~(black << (w - ONE))
    return straight, left, right


def turn(g, s):
    """Alternating until a pawn arrives or a side is gone."""
    if s[0] & g[3] or s[1] & g[4] or s[0] == 0 or s[1] == 0:
        return -2
    return s[2]


def moves(g, s, out):
    """Pawn by pawn: straight, left, right."""
    straight, left, right = steps(g, s)
    movable, n = straight | left | right, 0
    while movable:
        at = lowest(movable)
        bit = ONE << np.uint64(at)
        movable ^= bit
        if straight & bit:
            out[n] = 3 * at
            n += 1
        if left & bit:
            out[n] = 3 * at + 1
            n += 1
        if right & bit:
            out[n] = 3 * at + 2
            n += 1
    return n


def pick(g, s, random):
    """One of them."""
    straight, left, right = steps(g, s)
    a, b = popcount(straight), popcount(left)
    k, way, found = (random * (a + b + popcount(right))) >> 40, 0, straight
    if k >= a + b:
        k, way, found = k - a - b, 2, right
    elif k >= a:
        k, way, found = k - a, 1, left
    for _ in range(k):
        found &= found - ONE
    return 3 * lowest(found) + way


def play(g, s, move):
    """Move a pawn; what stands on its target is gone."""
    at, way = move // 3, move % 3
    side = 0 if way == 0 else 2 * way - 3
    to = at + side + (g[0] if s[2] == 0 else -g[0])
    target = np.int64(1) << to
    own, other = s[2], 1 - s[2]
    s[own] ^= (np.int64(1) << at) | target
    s[other] &= ~target
    s[2] = other


def payoffs(g, s, out):
    """The winner takes one."""
    out[0] = 1.0 if s[0] & g[3] or s[1] == 0 else -1.0
    out[1] = -out[0]


def guess(g, s):
    """Pawns and how far they have come."""
    w = g[0]
    h = popcount(np.uint64(g[5])) // w
    white = black = 0.0
    left = np.uint64(s[0])
    while left:
        white += 1 + 0.1 * (lowest(left) // w)
        left &= left - ONE
    left = np.uint64(s[1])
    while left:
        black += 1 + 0.1 * (h - 1 - lowest(left) // w)
        left &= left - ONE
    lead = 0.9 * (white - black) / (white + black + 1)
    return lead if s[2] == 0 else -lead


def rate(g, s, move):
    """Arrivals and captures, then the most advanced."""
    at, way = move // 3, move % 3
    to = at + (0 if way == 0 else 2 * way - 3) + (g[0] if s[2] == 0 else -g[0])
    row = to // g[0]
    return (row if s[2] == 0 else -row) + 100 * (s[1 - s[2]] >> to & 1)
