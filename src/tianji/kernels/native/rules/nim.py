"""Nim. g: whether who takes last loses.

s: who moves, where the heaps end, all stones, the xor of the heaps, the heaps from 4 on. A move is heap·2¹⁴ + what is
left of it. `turn` and `pick` have no branch that the heaps decide: in random play no processor foresees it, and that
cost more than all else. Nor have `moves` and `same`: there is room behind their numbers.
"""

ROW = 16  # moves that are written at once
NONE = 1 << 40


def turn(g, s):
    """Alternating until the stones are gone."""
    return s[0] if s[2] else -2


def moves(g, s, out):
    """Any smaller size of any heap: `ROW` are written at once, the next heap writes over those that are too many."""
    n = 0
    for i in range(4, s[1]):
        size, first = s[i], i << 14
        for left in range((max(size, 1) + 15) & -16):
            out[n + left] = first + left
        n += size
    return n


def pick(g, s, random):
    """One of them."""
    drawn = (random * s[2]) >> 40
    heap, below, total = 4, 0, 0
    for i in range(4, s[1]):
        total += s[i]
        is_past = total <= drawn
        heap += is_past
        below = total if is_past else below
    return (heap << 14) + drawn - below


def play(g, s, move):
    """Take stones."""
    heap, left = move >> 14, move & 16383
    s[2] -= s[heap] - left
    s[3] ^= s[heap] ^ left
    s[heap] = left
    s[0] = 1 - s[0]


def payoffs(g, s, out):
    """Who took last wins, unless the game is misère."""
    out[0] = 1.0 if (s[0] == 1) != (g[0] != 0) else -1.0
    out[1] = -out[0]


def same(g, s, out):
    """The heaps in order, the empty ones left out or last: neither order nor mover matters to the value."""
    end, n = s[1], 0
    if end <= 8:  # four at most: five exchanges put them in order; no heap counts as one that nobody has
        a, b = s[4] or NONE, (s[5] or NONE) if end > 5 else NONE
        c, d = (s[6] or NONE) if end > 6 else NONE, (s[7] or NONE) if end > 7 else NONE
        a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
        a, c, b, d = min(a, c), max(a, c), min(b, d), max(b, d)
        out[0], out[1], out[2], out[3] = a, min(b, c), max(b, c), d
        return 4  # always: how many are left nobody foresees either
    for i in range(4, end):
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
    return 1 if s[3] ^ s[move >> 14] == move & 16383 else 0
