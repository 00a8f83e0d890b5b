"""Kalah. g: the pits of a side, whether an empty capture counts; from `AHEAD` on, for each pit of player 0, then of
player 1, how far ahead of it every word of the position lies on the way of its seeds, from 0.

s: the pits and the store of player 0, those of player 1, who moves, and the set of places with seeds. What random play
has in its pits cannot be foreseen, so that every branch that asks is guessed wrong; here none does: a move of twelve
seeds is sown as fast as one of one. A move is a pit of the mover, from 0.
"""

from tianji.kernels.bits import lowest, nth_bit, popcount

AHEAD = 2


def turn(g, s):
    """The mover, until a side is empty."""
    m = g[0]
    pits, filled = (1 << m) - 1, s[2 * m + 3]
    return s[2 * m + 2] if filled & pits and filled >> (m + 1) & pits else -2


def moves(g, s, out):
    """Own pits with seeds."""
    m, n = g[0], 0
    side = s[2 * m + 2] * (m + 1)
    for i in range(m):  # an empty pit is written over by the next
        out[n] = i
        n += s[side + i] != 0
    return n


def pick(g, s, random):
    """One of them."""
    m = g[0]
    filled = s[2 * m + 3] >> (s[2 * m + 2] * (m + 1)) & (1 << m) - 1
    return lowest(nth_bit(filled, (random * popcount(filled)) >> 40))


def play(g, s, move):
    """Sow one pit.

    The mover's ring has all places but the other's store; place p of player 1 has the number p − 1 there where his
    opponent's store lies below it.
    """
    m = g[0]
    places, who, ring = 2 * m + 2, s[2 * m + 2], 2 * m + 1
    side = who * (m + 1)
    store, pit = side + m, side + move
    start, seeds, rounds = m * who + move, s[pit], 0  # the start as the ring counts
    sown, order = seeds, AHEAD + start * (places + 2)
    while seeds >= ring:  # hardly ever
        rounds += 1
        seeds -= ring
    for p in range(places + 2):  # the mover and the set of places lie too far away to get a seed
        s[p] += g[order + p] < seeds
    if rounds:
        skipped = m if who else 2 * m + 1
        for p in range(places):
            s[p] += rounds if p != skipped else 0
    s[pit] -= sown
    at = start + seeds
    at -= ring if at >= ring else 0
    at += who & (at >= m)
    sown, low = ((1 << seeds) - 1) << (start + 1), (1 << m) - 1
    sown = (sown | sown >> ring) & (1 << ring) - 1
    sown = sown if rounds == 0 else (1 << ring) - 1
    filled = s[places + 1] & ~(1 << pit) | sown & low | (sown & ~low) << who
    opposite = 2 * m - at
    is_own = (at >= side) & (at < store)
    opposite = opposite if is_own else store
    taken = is_own & (s[at] == 1) & ((s[opposite] != 0) | (g[1] != 0))
    kept = 1 - taken
    won = taken * (1 + s[opposite])
    s[at] *= kept
    s[opposite] *= kept
    s[store] += won
    s[places + 1] = (filled | taken << store) & ~(taken << at | taken << opposite)
    s[places] = who if at == store else 1 - who


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
    seeds = s[s[2 * m + 2] * (m + 1) + move]
    while seeds > 2 * m:  # hardly ever
        seeds -= 2 * m + 1
    return move + 100 * (seeds == m - move)
