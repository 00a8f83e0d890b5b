"""The table of a search over native rules: facts about positions, by 64 bits of a hash.

Two entries to a pair of `2·ENTRY` words, of the key, the value, depth and bound, and the move. Two of 2³² positions
would be mistaken for each other once in about 2³² tables.
"""

import numpy as np
from numba import njit

ENTRY = 4
ENDLESS = 1 << 30  # the depth of a search without a horizon
EXACT, LOWER, UPPER = 1, 2, 3


@njit(cache=True)
def mixed(h, number):
    """A hash with one more number in it."""
    h = (h ^ np.uint64(number)) * np.uint64(0xBF58476D1CE4E5B9)
    return h ^ (h >> np.uint64(29))


@njit(cache=True)
def digest(numbers, count):
    """64 bits of so many whole numbers, mixed after every one; four by four, since one mixing waits for the last."""
    a = np.uint64(count) + np.uint64(0x9E3779B97F4A7C15)
    b, c, d = a + np.uint64(0x3C6EF372FE94F82B), a ^ np.uint64(0xDAA66D2C7DDF743F), ~a
    i = 0
    while i + 4 <= count:
        a, b = mixed(a, numbers[i]), mixed(b, numbers[i + 1])
        c, d = mixed(c, numbers[i + 2]), mixed(d, numbers[i + 3])
        i += 4
    while i < count:
        a = mixed(a, numbers[i])
        i += 1
    h = mixed(mixed(a, b), mixed(c, d)) * np.uint64(0x94D049BB133111EB)
    return np.int64(h ^ (h >> np.uint64(32)))


@njit(cache=True, inline="always")
def pair_of(key, pairs):
    """The first word of the pair that a key belongs to; nearly every table is a power of two, and dividing is slow."""
    if pairs & (pairs - 1) == 0:
        return 2 * ENTRY * (key & (pairs - 1))
    return 2 * ENTRY * np.int64(np.uint64(key) % np.uint64(pairs))


@njit(cache=True, inline="always")
def look_up(key, pairs, table):
    """The first word of the entry of a position, −1: none."""
    at = pair_of(key, pairs)
    if table[at] == key and table[at + 2] != 0:
        return at
    at += ENTRY
    return at if table[at] == key and table[at + 2] != 0 else -1


@njit(cache=True, inline="always")
def store(key, depth, value, bound, move, pairs, table):
    """Remember a fact: the deeper search keeps the first of the pair, the latest takes the second."""
    at = pair_of(key, pairs)
    if table[at + 2] == 0 or table[at] == key or depth >= table[at + 2] >> 2:
        if table[at + 2] != 0 and table[at] != key:
            for i in range(ENTRY):
                table[at + ENTRY + i] = table[at + i]
    else:
        at += ENTRY
    table[at] = key
    table[at + 1] = np.float64(value).view(np.int64)
    table[at + 2] = 4 * depth + bound
    table[at + 3] = move


@njit(cache=True)
def rehash(old, table):
    """Move the entries of a table to a larger one, of zeros."""
    pairs = table.size // (2 * ENTRY)
    for at in range(0, old.size, ENTRY):
        if old[at + 2] != 0:
            depth, bound = old[at + 2] >> 2, old[at + 2] & 3
            store(old[at], depth, np.int64(old[at + 1]).view(np.float64), bound, old[at + 3], pairs, table)


@njit(cache=True, inline="always")
def answers(at, depth, alpha, beta, table):
    """Whether an entry says all that a search of the depth would."""
    known, bound = table[at + 2] >> 2, table[at + 2] & 3
    value = np.int64(table[at + 1]).view(np.float64)
    return known in (depth, ENDLESS) and (
        bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    )
