"""Liar's dice. g: dice of a player, faces.

s: the dice rolled, the last bid (from 1 on, 0: none), whether "liar" was called, the bids so far as two sets of 62
bits, the number of calls, then how many dice of each face player 0 has, and player 1. A bid is number (dice −
1)·faces + face from 0 on; "liar" is the number after the last bid; a roll is a face.
"""

HEAD = 6


def turn(g, s):
    """Chance rolls all dice; then the players bid in turn."""
    if s[2]:
        return -2
    return -1 if s[0] < 2 * g[0] else s[5] & 1


def moves(g, s, out):
    """Faces, or every higher bid and "liar"."""
    if s[0] < 2 * g[0]:
        for face in range(g[1]):
            out[face] = face
        return g[1]
    bids, n = 2 * g[0] * g[1], 0
    for bid in range(s[1], bids):
        out[n] = bid
        n += 1
    if s[1]:
        out[n] = bids
        n += 1
    return n


def weights(g, s, out):
    """One fair die."""
    for face in range(g[1]):
        out[face] = 1.0 / g[1]


def play(g, s, move):
    """Roll a die, bid, or call."""
    if s[0] < 2 * g[0]:
        s[HEAD + (g[1] if s[0] >= g[0] else 0) + move] += 1
        s[0] += 1
        return
    s[5] += 1
    if move == 2 * g[0] * g[1]:
        s[2] = 1
    else:
        s[1] = move + 1
        s[3 + move // 62] |= 1 << (move % 62)


def payoffs(g, s, out):
    """The last bidder wins if the bid is true; the highest face is wild."""
    count, face, wild = (s[1] - 1) // g[1] + 1, (s[1] - 1) % g[1], g[1] - 1
    there = s[HEAD + face] + s[HEAD + g[1] + face]
    if face != wild:
        there += s[HEAD + wild] + s[HEAD + g[1] + wild]
    bidder = s[5] & 1
    pay = 1.0 if there >= count else -1.0
    out[bidder], out[1 - bidder] = pay, -pay


def key(g, s, player, out):
    """The own dice, and the bids."""
    own = 0
    for face in range(g[1]):
        own = own * 8 + s[HEAD + player * g[1] + face]
    out[0], out[1], out[2] = own, s[3], s[4]
    return 3
