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
