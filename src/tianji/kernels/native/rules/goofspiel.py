"""Goofspiel with up to 15 cards. g: cards, order of the prizes (0 descending, 1 ascending, 2 random), hidden bids,
win or loss.

s: the bids of player 0, of player 1, the prizes, each as a count and as hexadecimal digits from the lowest; the
record, two bits a round (0 and 1 who took the prize, 2 a tie); and the lead of player 0.
"""

from numba import njit

COUNT0, COUNT1, COUNT_PRIZES, BIDS0, BIDS1, PRIZES, RECORD, LEAD = range(8)


@njit(cache=True, inline="always")
def used(digits, count):
    """The set of the first digits."""
    out = 0
    for i in range(count):
        out |= 1 << ((digits >> (4 * i)) & 15)
    return out


@njit(cache=True, inline="always")
def settle(s, bid, reply, prize):
    """Who takes the prize of this round."""
    who = 0 if bid > reply else 1 if reply > bid else 2
    s[RECORD] |= who << (2 * (s[COUNT1] - 1))
    s[LEAD] += prize if who == 0 else -prize if who == 1 else 0


def turn(g, s):
    """In each round: chance if the order is random, player 0, player 1."""
    if s[COUNT1] == g[0]:
        return -2
    if s[COUNT_PRIZES] == s[COUNT1]:
        return -1
    return 1 if s[COUNT0] > s[COUNT1] else 0


def moves(g, s, out):
    """Cards still held, or prizes not yet seen."""
    if s[COUNT_PRIZES] == s[COUNT1]:
        gone = used(s[PRIZES], s[COUNT_PRIZES])
    elif s[COUNT0] > s[COUNT1]:
        gone = used(s[BIDS1], s[COUNT1])
    else:
        gone = used(s[BIDS0], s[COUNT0])
    n = 0
    for card in range(1, g[0] + 1):
        if not gone >> card & 1:
            out[n] = card
            n += 1
    return n


def weights(g, s, out):
    """Every prize that is left, alike."""
    left = g[0] - s[COUNT_PRIZES]
    for i in range(left):
        out[i] = 1.0 / left


def play(g, s, move):
    """Turn up a prize, lay the first card, or answer it and settle the round; the last round plays itself."""
    if s[COUNT_PRIZES] == s[COUNT1]:
        s[PRIZES] |= move << (4 * s[COUNT_PRIZES])
        s[COUNT_PRIZES] += 1
        return
    if s[COUNT0] == s[COUNT1]:
        s[BIDS0] |= move << (4 * s[COUNT0])
        s[COUNT0] += 1
        return
    s[BIDS1] |= move << (4 * s[COUNT1])
    s[COUNT1] += 1
    at = 4 * (s[COUNT1] - 1)
    settle(s, (s[BIDS0] >> at) & 15, move, (s[PRIZES] >> at) & 15)
    n = s[COUNT1]
    if n == g[0] - 1:
        rest = (1 << (g[0] + 1)) - 2  # the sets of cards 1 … n
        bid, reply, prize, at = (
            rest & ~used(s[BIDS0], n),
            rest & ~used(s[BIDS1], n),
            rest & ~used(s[PRIZES], n),
            4 * n,
        )
        a, b, c = 0, 0, 0
        while bid >> (a + 1):
            a += 1
        while reply >> (b + 1):
            b += 1
        while prize >> (c + 1):
            c += 1
        s[BIDS0] |= a << at
        s[BIDS1] |= b << at
        s[PRIZES] |= c << at
        s[COUNT0], s[COUNT1], s[COUNT_PRIZES] = g[0], g[0], g[0]
        settle(s, a, b, c)
    elif g[1] < 2:
        s[PRIZES] |= (g[0] - n if g[1] == 0 else n + 1) << (4 * n)
        s[COUNT_PRIZES] += 1


def payoffs(g, s, out):
    """Who won more, or by how much each is above the average."""
    lead = s[LEAD]
    out[0] = 0.5 * lead if g[3] == 0 else 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


def key(g, s, player, out):
    """The own bids, the prizes and the record; where bids are shown, the opponent's settled ones too."""
    out[0] = s[BIDS0 + player]
    out[1] = s[PRIZES]
    out[2] = (s[RECORD] << 8) | (s[COUNT1] << 4) | (s[COUNT0] - s[COUNT1])
    out[3] = s[BIDS1 - player] & ((1 << (4 * s[COUNT1])) - 1) if g[2] == 0 else 0
    return 4
