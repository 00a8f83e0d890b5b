"""External and outcome sampling CFR over native rules, for two players: the walks of `cfr.sampling_walks`, compiled.

Infosets are met as the walks meet them and kept in an open-addressing table: `index` `[2^b]` int32 holds the number
of an infoset + 1, found by the hash of who acts and what he knows. Of infoset i, with K words of a key: `keys` `[i·(K
+ 1)]` the player and the key, `states` `[i·words]` a position where he knows just that, `first` `[i + 1]` where its
actions begin in `regret` and `average`. A walk that finds no room returns in the middle of it and is taken up again,
once there is, as if it had never ended: all that it knows stands in `control` and `stack`.
"""

import numpy as np
from numba import njit

from tianji.errors import GameRuleError
from tianji.kernels.bits import pointer
from tianji.kernels.native.calls import CHANCE, TERMINAL, choices, key, payoffs, play, turn
from tianji.kernels.native.playouts import draw, outcome

DONE, FULL, TOO_DEEP = 0, 1, 2
T, PLAYER, DEPTH, PHASE, INFOSETS, SLOTS = range(6)  # control, int64
BEGIN, DOWN, UP = 0, 1, 2
WEIGHT, VALUE = 0, 1  # reals
DEEPEST = 512  # own decisions on a line


@njit(cache=True, inline="always")
def scramble(x):
    """The finaliser of SplitMix64, a bijection (Steele, Lea & Flood 2014)."""
    x += np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(cache=True, inline="always")
def hashed(size, words, start):
    """The hash of the player and the key that begin there."""
    h = np.uint64(words[start])
    for i in range(1, size + 1):
        h = scramble(h ^ np.uint64(words[start + i]))
    return np.int64(h)


@njit(cache=True, inline="always")
def find(size, index, mask, keys, known):
    """The place in `index` of an infoset: its number + 1 stands there, or 0 where it is new.

    known: `[size + 1]`, the player and the key, padded with zeros; `size` is K.
    """
    at = hashed(size, known, 0) & mask
    while index[at] != 0:
        i = (index[at] - 1) * (size + 1)
        same = True
        for j in range(size + 1):
            if keys[i + j] != known[j]:
                same = False
                break
        if same:
            break
        at = (at + 1) & mask
    return at


@njit(cache=True, inline="always")
def match(regret, first, n, strategy):
    """σ(I, a) = R⁺(I, a) / Σ_b R⁺(I, b), uniform where no regret is positive."""
    total = 0.0
    for a in range(n):
        total += max(regret[first + a], 0.0)
    for a in range(n):
        strategy[a] = max(regret[first + a], 0.0) / total if total > 0.0 else 1.0 / n


@njit(cache=True, inline="always")
def pick(strategy, n, random):
    """An index drawn with these probabilities, never one of probability zero."""
    left = draw(random, 53) / 9007199254740992.0
    for a in range(n):
        left -= strategy[a]
        if left < 0.0:
            return a
    a = n - 1
    while strategy[a] <= 0.0:
        a -= 1
    return a


@njit(cache=True, nogil=True)
def run(
    at, g, root, most, size, epsilon, linear, seed, until, work, control, reals, random, index, keys, states, first,
    regret, average, scratch, floats, stack, values,
):  # fmt: skip
    """Iterations up to number `until`, or until `work` moves are made or the table is full; why it ended.

    epsilon: of outcome sampling; below 0 for external. Iteration t draws from (seed, t) alone. scratch: `[2·words +
    most + size + 1]`; floats: `[2·most + 2]`. stack: `[DEEPEST·(words + most + 3)]`, of every own decision on the
    line: the position, the moves, how many, which one is being tried, the infoset; values: `[DEEPEST·(2·most + 2)]`,
    the strategy, the values of the moves, the weight and what drawing the move cost.
    """  # fmt: skip
    words, mask, capacity, room = root.size, index.size - 1, index.size // 2, regret.size
    s, out, known = pointer(scratch), pointer(scratch[words:]), pointer(scratch[words + most :])
    strategy, pay = pointer(floats), pointer(floats[2 * most :])
    wide, tall = words + most + 3, 2 * most + 2
    stack, values, index, keys, states = (
        pointer(stack),
        pointer(values),
        pointer(index),
        pointer(keys),
        pointer(states),
    )
    first, regret, average = pointer(first), pointer(regret), pointer(average)
    at, g, root, control, reals, random = (
        pointer(at), pointer(g), pointer(root), pointer(control), pointer(reals), pointer(random)
    )  # fmt: skip
    player, depth, phase, plies = control[PLAYER], control[DEPTH], control[PHASE], 0
    weight, value = reals[WEIGHT], reals[VALUE]
    while True:
        if phase == BEGIN:
            if player == 2:
                control[T] += 1
                player = 0
            if control[T] >= until or plies >= work:
                control[PLAYER], control[DEPTH], control[PHASE] = player, 0, BEGIN
                return DONE
            if player == 0:
                random[0] = scramble(scramble(np.uint64(seed)) + np.uint64(control[T] + 1)) | np.uint64(1)
            for w in range(words):
                s[w] = root[w]
            weight, depth, phase = np.float64(control[T] + 1) if linear else 1.0, 0, DOWN
        elif phase == DOWN:
            who = turn(at, g, s)
            plies += 1
            if who == TERMINAL:
                payoffs(at, g, s, pay)
                value, phase = pay[player], UP
                continue
            n = choices(at, g, s, out)
            if who == CHANCE:
                play(at, g, s, out[outcome(at, g, s, n, strategy, random)])
                continue
            known[0] = who
            for i in range(1, size + 1):
                known[i] = 0
            key(at, g, s, who, pointer(scratch[words + most + 1 :]))
            place = find(size, index, mask, keys, known)
            i = index[place] - 1
            if i < 0:
                i = control[INFOSETS]
                if i >= capacity or control[SLOTS] + n > room:
                    control[PLAYER], control[DEPTH], control[PHASE] = player, depth, phase
                    reals[WEIGHT], reals[VALUE] = weight, value
                    return FULL
                index[place] = i + 1
                for j in range(size + 1):
                    keys[i * (size + 1) + j] = known[j]
                for w in range(words):
                    states[i * words + w] = s[w]
                for a in range(n):
                    regret[control[SLOTS] + a], average[control[SLOTS] + a] = 0.0, 0.0
                control[INFOSETS] += 1
                control[SLOTS] += n
                first[i + 1] = control[SLOTS]
            slot = first[i]
            if n != first[i + 1] - slot:
                raise GameRuleError(
                    "native rules: one key() stands for positions with different numbers of moves"
                )
            match(regret, slot, n, strategy)
            if who != player:
                for a in range(n):
                    average[slot + a] += weight * strategy[a]
                play(at, g, s, out[pick(strategy, n, random)])
                continue
            if depth == DEEPEST:
                return TOO_DEEP
            frame, row = depth * wide, depth * tall
            depth += 1
            stack[frame + words + most], stack[frame + words + most + 2] = n, i
            for a in range(n):
                values[row + a] = strategy[a]
            values[row + 2 * most] = weight
            if epsilon < 0.0:
                for w in range(words):
                    stack[frame + w] = s[w]
                for a in range(n):
                    stack[frame + words + a] = out[a]
                a = 0
            else:
                for b in range(n):
                    strategy[b] = epsilon / n + (1.0 - epsilon) * strategy[b]
                a = pick(strategy, n, random)
                values[row + 2 * most + 1] = strategy[a]
                weight /= strategy[a]
            stack[frame + words + most + 1] = a
            play(at, g, s, out[a])
        elif depth == 0:
            player, phase = player + 1, BEGIN
        else:
            frame, row = (depth - 1) * wide, (depth - 1) * tall
            n, a, i = (
                stack[frame + words + most],
                stack[frame + words + most + 1],
                stack[frame + words + most + 2],
            )
            slot, share = first[i], values[row + 2 * most]
            if epsilon >= 0.0:
                drawn = value / values[row + 2 * most + 1]
                value = values[row + a] * drawn
                for b in range(n):
                    regret[slot + b] -= share * value
                regret[slot + a] += share * drawn
                depth -= 1
                continue
            values[row + most + a] = value
            if a + 1 < n:
                stack[frame + words + most + 1] = a + 1
                for w in range(words):
                    s[w] = stack[frame + w]
                play(at, g, s, stack[frame + words + a + 1])
                phase = DOWN
                continue
            value = 0.0
            for b in range(n):
                value += values[row + b] * values[row + most + b]
            for b in range(n):
                regret[slot + b] += share * (values[row + most + b] - value)
            depth -= 1


@njit(cache=True)
def rehash(count, size, keys, index):
    """Put the infosets into a larger table. index: zeros."""
    mask, index, keys = index.size - 1, pointer(index), pointer(keys)
    for i in range(count):
        at = hashed(size, keys, i * (size + 1)) & mask
        while index[at] != 0:
            at = (at + 1) & mask
        index[at] = i + 1
