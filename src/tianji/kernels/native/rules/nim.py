"""Nim. g: whether who takes last loses. s: who moves, where the heaps end, the heaps from 2 on.

A move is heap·2¹⁴ + what is left of it.
"""


def turn(g, s):
    """Alternating until the stones are gone."""
    for i in range(2, s[1]):
        if s[i]:
            return s[0]
    return -2


def moves(g, s, out):
    """Any smaller size of any heap."""
    n = 0
    for i in range(2, s[1]):
        for left in range(s[i]):
            out[n] = (i << 14) + left
            n += 1
    return n


def pick(g, s, random):
    """One of them."""
    total = 0
    for i in range(2, s[1]):
        total += s[i]
    left, i = (random * total) >> 40, 2
    while left >= s[i]:
        left -= s[i]
        i += 1
    return (i << 14) + left


def play(g, s, move):
    """Take stones."""
    s[move >> 14] = move & 16383
    s[0] = 1 - s[0]


def payoffs(g, s, out):
    """Who took last wins, unless the game is misère."""
    out[0] = 1.0 if (s[0] == 1) != (g[0] != 0) else -1.0
    out[1] = -out[0]


def same(g, s, out):
    """The heaps in order, without empty ones: neither order nor mover matters to the value."""
    n = 0
    for i in range(2, s[1]):
        if s[i]:
            j = n
            while j > 0 and out[j - 1] > s[i]:
                out[j] = out[j - 1]
                j -= 1
            out[j] = s[i]
            n += 1
    return n


def rate(g, s, move):
    """Moves that leave an xor of zero first; the search still has to prove them."""
    total = 0
    for i in range(2, s[1]):
        total ^= s[i]
    return 1 if total ^ s[move >> 14] ^ (move & 16383) == 0 else 0
