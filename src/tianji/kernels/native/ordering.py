"""The order in which alpha-beta over native rules tries moves, and what it learns from those that are too good."""

import numpy as np
from numba import njit

from tianji.kernels.bits import further
from tianji.kernels.native.calls import GUESS, RATE, rates

PRUNE, SCOUT, KILLERS, HISTORY, SYMMETRY = 1, 2, 4, 8, 16  # of `how`
HISTORIES = 4096
NOTHING = -(1 << 62)
FIRST, KILLER, MOST_HISTORY = 1 << 62, 1 << 61, 1 << 40
FEW = 3  # moves that are brought one by one
SOME, MANY = 6, 32  # moves that are sorted by counting: of fewer and of more hardly any has to go far


@njit(cache=True, inline="always")
def at_history(move):
    """Where the history of a move is kept."""
    return np.int64((np.uint64(move) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(52))


@njit(cache=True)
def rank(at, g, s, how, first, ply, count, codes, ranks, killers, history):
    """How promising every move is: the table's, killers, then by history, then as the game rates them."""
    killer, other = NOTHING, NOTHING
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
        ranks[i] = FIRST if move == first else r


@njit(cache=True)
def bring(i, count, codes, ranks):
    """Bring the most promising of the moves from i on to place i; the others keep their order."""
    best, r = i, ranks[i]
    for j in range(i + 1, count):  # without a branch: which move is better next nobody foresees
        is_better = ranks[j] > r
        best = j if is_better else best
        r = ranks[j] if is_better else r
    if best > i:
        move = codes[best]
        for j in range(best, i, -1):
            codes[j], ranks[j] = codes[j - 1], ranks[j - 1]
        codes[i], ranks[i] = move, r


@njit(cache=True)
def count_out(count, codes, ranks):
    """Put moves in order: each has its place by how many are better, or as good and before it; `count` more have room.

    Where each goes in the line of those before it nobody foresees; to count takes no branch.
    """
    found, sorted_ranks = further(codes, count), further(ranks, count)
    for i in range(count):
        r, place = ranks[i], 0
        for j in range(i):
            place += ranks[j] >= r
        for j in range(i + 1, count):
            place += ranks[j] > r
        found[place], sorted_ranks[place] = codes[i], r
    for i in range(count):
        codes[i], ranks[i] = found[i], sorted_ranks[i]


@njit(cache=True)
def order(i, count, codes, ranks):
    """Bring all moves from i on into the order in which `bring` would bring them one by one."""
    if SOME <= count - i <= MANY:
        count_out(count - i, further(codes, i), further(ranks, i))
        return
    for j in range(i + 1, count):
        move, r, k = codes[j], ranks[j], j
        while k > i and ranks[k - 1] < r:
            codes[k], ranks[k] = codes[k - 1], ranks[k - 1]
            k -= 1
        codes[k], ranks[k] = move, r


@njit(cache=True, inline="always")
def is_ranked(at, how, depth):
    """Whether moves are put in order: not where all that follows is a horizon nobody evaluates."""
    return how & PRUNE and (depth > 1 or at[GUESS] != 0)


@njit(cache=True, inline="always")
def arrange(i, count, codes, ranks):
    """Have the next best move at place i: the first ones are brought, then all others are put in order."""
    if i < FEW:
        bring(i, count, codes, ranks)
    elif i == FEW:  # none of the first was too good: the others will all be tried
        order(i, count, codes, ranks)


@njit(cache=True)
def learn(ply, depth, move, how, killers, history):
    """A move was too good to be allowed: remember it for the order of others."""
    if how & KILLERS and killers[2 * ply] != move:
        killers[2 * ply + 1], killers[2 * ply] = killers[2 * ply], move
    if how & HISTORY:
        h = at_history(move)
        history[h] = min(history[h] + min(depth, 64) ** 2, MOST_HISTORY)
