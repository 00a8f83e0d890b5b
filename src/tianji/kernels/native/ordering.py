"""The order in which alpha-beta over native rules tries moves, and what it learns from those that are too good.

A move's rank and its place in the list are one number, the greater the sooner it is tried: no two are equal, and the
greatest of eight is found without a branch. The list of moves itself stays as the rules wrote it.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, highest
from tianji.kernels.native.calls import GUESS, RATE, rates

PRUNE, SCOUT, KILLERS, HISTORY, SYMMETRY = 1, 2, 4, 8, 16  # of `how`
HISTORIES = 4096
NOTHING = -(1 << 62)
FIRST, KILLER, MOST_HISTORY = 1 << 50, 1 << 49, 1 << 28  # ranks, of 51 bits; of the last, times 2**20
BITS = 12  # left for the place; in a longer list the last bits of a rank are lost
LANES = 8  # a list of ranks is filled up to a multiple of them
FEW = 3  # moves that are brought one by one
MANY = 64  # moves that are sorted by counting: of more hardly any has to go far


@njit(cache=True, inline="always")
def at_history(move):
    """Where the history of a move is kept."""
    return np.int64((np.uint64(move) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(52))


@njit(cache=True, inline="always")
def wide(count):
    """The room that so many ranks take."""
    return (count + LANES - 1) & -LANES


@njit(cache=True, inline="always")
def bits_of(count):
    """Of a place among so many."""
    return highest(np.uint64(count)) + 1


@njit(cache=True)
def rank(at, g, s, how, first, ply, count, codes, ranks, killers, history):
    """How promising every move is: the table's, killers, then by history, then as the game rates them.

    Earlier moves come first among equals.
    """
    killer, other, bits = NOTHING, NOTHING, bits_of(count)
    lost = max(0, bits - BITS)
    if how & KILLERS:
        killer, other = killers[2 * ply], killers[2 * ply + 1]
    if at[RATE] != 0:
        rates(at, g, s, codes, count, ranks)
    else:
        for i in range(count):
            ranks[i] = 0
    for i in range(count):
        move, r = codes[i], ranks[i]
        if how & HISTORY:
            r += history[at_history(move)] << 20
        r = KILLER if (move == killer) | (move == other) else r
        r = FIRST if move == first else r
        ranks[i] = (r >> lost << bits) + (count - 1 - i)
    for i in range(count, wide(count)):
        ranks[i] = NOTHING


@njit(cache=True)
def bring(count, ranks):
    """The most promising of the moves not yet tried: its place in the list. It is struck out."""
    best = max(
        max(max(ranks[0], ranks[1]), max(ranks[2], ranks[3])),
        max(max(ranks[4], ranks[5]), max(ranks[6], ranks[7])),
    )
    for j in range(LANES, wide(count)):
        best = max(best, ranks[j])
    i = count - 1 - (best & ((1 << bits_of(count)) - 1))
    ranks[i] = NOTHING
    return i


@njit(cache=True)
def count_out(count, ranks):
    """Put ranks in order, `FEW` places further: each has its place by how many are greater; `2·count` more have room.

    Where each goes in the line of those before it nobody foresees; to count takes no branch.
    """
    room = wide(count)
    places, found = further(ranks, room), further(ranks, 2 * room)
    for j in range(room):
        places[j] = FEW
    for i in range(0, room, 4):
        a, b, c, d = ranks[i], ranks[i + 1], ranks[i + 2], ranks[i + 3]
        for j in range(room):
            r = ranks[j]
            places[j] += (int(a > r) + int(b > r)) + (int(c > r) + int(d > r))
    for j in range(count):
        found[places[j]] = ranks[j]
    for j in range(FEW, count):
        ranks[j] = found[j]


@njit(cache=True)
def order(count, ranks):
    """Put what is left of the ranks in order, from place `FEW` on."""
    if count <= MANY:
        count_out(count, ranks)
        return
    n = 0
    for j in range(count):
        r = ranks[j]
        if r != NOTHING:
            k = n
            while k > 0 and ranks[k - 1] < r:
                ranks[k] = ranks[k - 1]
                k -= 1
            ranks[k] = r
            n += 1
    for j in range(count - 1, FEW - 1, -1):
        ranks[j] = ranks[j - FEW]


@njit(cache=True, inline="always")
def is_ranked(at, how, depth):
    """Whether moves are put in order: not where all that follows is a horizon nobody evaluates."""
    return how & PRUNE and (depth > 1 or at[GUESS] != 0)


@njit(cache=True, inline="always")
def choose(i, count, ranks):
    """The place in the list of the i-th best move: the first ones are brought, then all others are put in order."""
    if i < FEW or count <= LANES:
        return bring(count, ranks)
    if i == FEW:  # none of the first was too good: the others will all be tried
        order(count, ranks)
    return count - 1 - (ranks[i] & ((1 << bits_of(count)) - 1))


@njit(cache=True)
def learn(ply, depth, move, how, killers, history):
    """A move was too good to be allowed: remember it for the order of others."""
    if how & KILLERS and killers[2 * ply] != move:
        killers[2 * ply + 1], killers[2 * ply] = killers[2 * ply], move
    if how & HISTORY:
        h, d = at_history(move), min(depth, 64)
        history[h] = min(history[h] + d * d, MOST_HISTORY)
