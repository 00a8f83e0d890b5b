"""Othello, as sets of bits.

s: the discs of the mover, those of the other, who moves, the squares where the mover can play, whether the game is
over. A move is a square, or 64 for the pass.
"""

import numpy as np

from tianji.kernels.bits import lowest, popcount
from tianji.kernels.boards.othello import flips, legal_moves

ONE = np.uint64(1)


def turn(g, s):
    """The mover, until neither can play."""
    return -2 if s[4] else s[2]


def moves(g, s, out):
    """Squares, or the pass."""
    left, n = np.uint64(s[3]), 0
    while left:
        out[n] = lowest(left)
        left &= left - ONE
        n += 1
    if n == 0:
        out[0] = 64
        n = 1
    return n


def pick(g, s, random):
    """One of them."""
    left = np.uint64(s[3])
    for _ in range((random * popcount(left)) >> 40):
        left &= left - ONE
    return lowest(left)  # 64 where there is none: the pass


def play(g, s, move):
    """Place a disc and turn over what it encloses."""
    me, opp = np.uint64(s[0]), np.uint64(s[1])
    if move < 64:
        turned = flips(me, opp, move)
        me |= turned | (ONE << np.uint64(move))
        opp ^= turned
    legal = legal_moves(opp, me)
    s[0], s[1], s[3] = (
        np.uint64(opp).view(np.int64),
        np.uint64(me).view(np.int64),
        np.uint64(legal).view(np.int64),
    )
    s[2] = 1 - s[2]
    if legal == np.uint64(0) and (move == 64 or legal_moves(me, opp) == np.uint64(0)):
        s[4] = 1


def payoffs(g, s, out):
    """The difference of discs, with the empty squares for the winner."""
    mine, theirs = popcount(np.uint64(s[0])), popcount(np.uint64(s[1]))
    score = 0.0 if mine == theirs else 64.0 - 2.0 * theirs if mine > theirs else 2.0 * mine - 64.0
    out[0] = score if s[2] == 0 else -score
    out[1] = -out[0]


CORNERS, X_SQUARES = np.uint64(0x8100000000000081), np.uint64(0x42000000004200)


def guess(g, s):
    """Mobility, corners, squares beside empty corners and discs, all as own minus other."""
    me, opp = np.uint64(s[0]), np.uint64(s[1])
    risky, every = np.uint64(0), me | opp
    for corner, beside in ((0, 9), (7, 14), (56, 49), (63, 54)):
        if not (every >> np.uint64(corner)) & ONE:
            risky |= ONE << np.uint64(beside)
    value = 1.0 * (popcount(legal_moves(me, opp)) - popcount(legal_moves(opp, me)))
    value += 8.0 * (popcount(me & CORNERS) - popcount(opp & CORNERS))
    value += -3.0 * (popcount(me & risky) - popcount(opp & risky))
    value += 0.05 * (popcount(me) - popcount(opp))
    return max(-63.0, min(63.0, value))


def rate(g, s, move):
    """Fewest replies first, corners before all."""
    if move >= 64:
        return 0
    me, opp, bit = np.uint64(s[0]), np.uint64(s[1]), ONE << np.uint64(move)
    turned = flips(me, opp, move)
    replies = popcount(legal_moves(opp & ~turned, me | turned | bit))
    return -replies + 100 * ((bit & CORNERS) != 0) - 20 * ((bit & X_SQUARES) != 0)
