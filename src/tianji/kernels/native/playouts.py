"""Random play and counting: `perft`, a playout, and many of them."""

import numpy as np
from numba import njit

from tianji.kernels.bits import pointer
from tianji.kernels.native.calls import (
    CHANCE,
    GUESS,
    PICK,
    PICK_BITS,
    TERMINAL,
    choices,
    guess,
    moves,
    payoffs,
    pick,
    play,
    turn,
    weights,
)  # fmt: skip

LONGEST = 100_000  # moves of one playout
TOO_LONG = -1


@njit(cache=True, inline="always")
def draw(random, bits):
    """A random number of so many bits (xorshift64*). random: `[1]` uint64, advanced."""
    x = random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    random[0] = x
    return np.int64((x * np.uint64(2685821657736338717)) >> np.uint64(64 - bits))


@njit(cache=True, inline="always")
def below(random, n):
    """A random number from 0 to n − 1."""
    return (draw(random, PICK_BITS) * n) >> PICK_BITS


@njit(cache=True)
def outcome(at, g, s, count, chances, random):
    """The index of one of chance's outcomes. chances: scratch, overwritten."""
    weights(at, g, s, chances)
    left = draw(random, 53) / 9007199254740992.0
    for i in range(count):
        left -= chances[i]
        if left < 0.0:
            return i
    i = count - 1  # rounding: the last that can happen
    while i > 0 and chances[i] <= 0.0:
        i -= 1
    return i


@njit(cache=True)
def playout(at, g, s, depth, out, chances, pay, random):
    """Play at random from `s` to the end, or to a guess after `depth` moves (−1: never); the moves made, or TOO_LONG.

    s: overwritten. pay: `[P]`, overwritten. out, chances: scratch, `[most]`.
    """
    made, quick = 0, at[PICK] != 0
    while made < LONGEST:
        who = turn(at, g, s)
        if who == TERMINAL:
            payoffs(at, g, s, pay)
            return made
        if who == CHANCE:
            n = choices(at, g, s, out)
            move = out[outcome(at, g, s, n, chances, random)]
        elif made >= depth >= 0:
            pay[0] = guess(at, g, s) if at[GUESS] != 0 else 0.0
            pay[0] = pay[0] if who == 0 else -pay[0]
            pay[1] = -pay[0]
            return made
        elif quick:
            move = pick(at, g, s, draw(random, PICK_BITS))
        else:
            move = out[below(random, choices(at, g, s, out))]
        play(at, g, s, move)
        made += 1
    return TOO_LONG


@njit(cache=True, nogil=True)
def playouts(at, g, root, times, s, out, chances, pay, random, sums):
    """Play `times` games at random; (games, moves) that were made. sums: `[P]`, accumulated."""
    words, players, plies = root.size, sums.size, 0
    at, g, root, s, out = pointer(at), pointer(g), pointer(root), pointer(s), pointer(out)
    chances, pay, random = pointer(chances), pointer(pay), pointer(random)
    for i in range(times):
        for w in range(words):
            s[w] = root[w]
        made = playout(at, g, s, -1, out, chances, pay, random)
        if made < 0:
            return i, TOO_LONG
        plies += made
        for p in range(players):
            sums[p] += pay[p]
    return times, plies


@njit(cache=True, nogil=True)
def perft(at, g, depth, most, stack, codes, left, level, work, s, out, counts):
    """Count the positions on every level below the first, `work` of them at a time; the level to go on from, −1: done.

    stack: `[(depth + 1)·words]`, the line of positions, the root first. codes: `[(depth + 1)·most]`, the moves on
    that line; left: `[depth + 1]`, how many are still to be made. counts: `[depth + 1]`, accumulated. Begin with
    level 0, the moves of the root in `codes` and their number in `left`; a call goes on where the last one ended.
    """
    words, done = s.size, 0
    at, g, s, out = pointer(at), pointer(g), pointer(s), pointer(out)
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        if done >= work:
            return level
        left[level] -= 1
        for w in range(words):
            s[w] = stack[level * words + w]
        play(at, g, s, codes[level * most + left[level]])
        done += 1
        counts[level + 1] += 1
        if level + 1 < depth and turn(at, g, s) != TERMINAL:
            level += 1
            for w in range(words):
                stack[level * words + w] = s[w]
            left[level] = moves(at, g, s, out)
            for i in range(left[level]):
                codes[level * most + i] = out[i]
    return level
