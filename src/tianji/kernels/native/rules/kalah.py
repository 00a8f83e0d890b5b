"""Kalah. g: the pits of a side, whether an empty capture counts.

s: the pits and the store of player 0, those of player 1, who moves, and the set of places with seeds (what random play
has in its pits cannot be foreseen: asking every pit is a branch that is guessed wrong). A move is a pit of the mover,
from 0.
"""

from tianji.kernels.bits import lowest, popcount


def turn(g, s):
    """The mover, until a side is empty."""
    m = g[0]
    pits, filled = (1 << m) - 1, s[2 * m + 3]
    return s[2 * m + 2] if filled & pits and filled >> (m + 1) & pits else -2


def moves(g, s, out):
    """Own pits with seeds."""
    m, n = g[0], 0
    side = s[2 * m + 2] * (m + 1)
    for i in range(m):
        if s[side + i]:
            out[n] = i
            n += 1
    return n


def pick(g, s, random):
    """One of them."""
    m = g[0]
    filled = s[2 * m + 3] >> (s[2 * m + 2] * (m + 1)) & (1 << m) - 1
    for _ in range((random * popcount(filled)) >> 40):
        filled &= filled - 1
    return lowest(filled)


def play(g, s, move):
    """Sow one pit."""
    m = g[0]
    places, who = 2 * m + 2, s[2 * m + 2]
    side = who * (m + 1)
    store, skipped = side + m, m if who else 2 * m + 1
    at, last = side + move, places - (who == 0)  # player 0 sows as if his opponent's store were not there
    seeds, s[at] = s[at], 0
    filled = s[places + 1] & ~(1 << at)
    while seeds:
        at += 1
        if at >= last:
            at = 0
        elif at == skipped:
            at += 1
        s[at] += 1
        filled |= 1 << at
        seeds -= 1
    if side <= at < store and s[at] == 1:
        opposite = 2 * m - at
        if s[opposite] or g[1]:
            s[store] += 1 + s[opposite]
            s[at] = 0
            s[opposite] = 0
            filled = (filled | 1 << store) & ~(1 << at | 1 << opposite)
    s[places + 1] = filled
    if at != store:
        s[places] = 1 - who


def payoffs(g, s, out):
    """Seeds of player 0 minus seeds of player 1."""
    m, lead = g[0], 0
    for i in range(m + 1):
        lead += s[i] - s[m + 1 + i]
    out[0], out[1] = float(lead), -float(lead)


def guess(g, s):
    """The lead in the stores, and a little for seeds on the own side."""
    m, pits = g[0], 0
    for i in range(m):
        pits += s[i] - s[m + 1 + i]
    lead = s[m] - s[2 * m + 1] + 0.1 * pits
    return lead if s[2 * m + 2] == 0 else -lead


def same(g, s, out):
    """The mover's side, then the other's: the rules are the same for both."""
    m = g[0] + 1
    side = s[2 * m] * m
    for i in range(m):
        out[i], out[m + i] = s[side + i], s[m - side + i]
    return 2 * m


def rate(g, s, move):
    """Extra turns first, then pits near the store."""
    m = g[0]
    return move + 100 * (s[s[2 * m + 2] * (m + 1) + move] % (2 * m + 1) == m - move)
