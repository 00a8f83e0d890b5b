"""Every position of a game and the moves between them, and verdicts spread from the ends backwards.

What `search.retrograde` does, for native rules. Positions are numbered as they are met, and known by two hashes of 64
bits: `keys`, by which a table finds them, and `checks`, which tell two positions with equal keys apart.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, pointer
from tianji.kernels.native.calls import CHANCE, SAME, TERMINAL, moves, payoffs, play, same, turn
from tianji.kernels.native.table import digest

NEXT, SIZE, EDGES, HEAD, TAIL, STATE = range(6)  # HEAD, TAIL: of the queue
DONE, PAUSED, FULL, TROUBLE, CLASH = range(5)
NOBODY = -1


@njit(cache=True, inline="always")
def other_digest(numbers, count):
    """64 bits of so many whole numbers, mixed otherwise than by `digest`."""
    h = np.uint64(count) + np.uint64(0xD1B54A32D192ED03)
    for i in range(count):
        h ^= np.uint64(numbers[i])
        h *= np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(33)
    return np.int64(h)


@njit(cache=True, inline="always")
def known_by(at, g, s, words, who, winner, out):
    """(key, check) of a position, or of what `same` writes of it: who moves, or who has won, is a part of the key."""
    if at[SAME] != 0:
        count = same(at, g, s, out)
        key, check = digest(out, count), other_digest(out, count)
    else:
        key, check = digest(s, words), other_digest(s, words)
    mixed = np.uint64(key) + np.uint64(who + 8 * winner + 99) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(31)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    mixed ^= mixed >> np.uint64(32)
    return mixed, check


@njit(cache=True, inline="always")
def outcome_of(at, g, s, who, pay):
    """(who has won, whether the payoffs sum to zero) where the game is over; nobody else."""
    if who != TERMINAL:
        return NOBODY, True
    payoffs(at, g, s, pay)
    return NOBODY if pay[0] == 0.0 else 0 if pay[0] > 0.0 else 1, pay[0] + pay[1] == 0.0


@njit(cache=True)
def key_of(at, g, s, out, pay):
    """The key of a position, for whoever looks it up."""
    words = s.size
    at, g, s, out, pay = pointer(at), pointer(g), pointer(s), pointer(out), pointer(pay)
    who = turn(at, g, s)
    winner, _ = outcome_of(at, g, s, who, pay)
    return known_by(at, g, s, words, who, winner, out)[0]


@njit(cache=True, inline="always")
def number(at, g, s, words, size, positions, keys, checks, slots, mask, movers, winners, out, pay):
    """The number of the position `s`, which may be new; −1: chance or odd payoffs, −2: two positions with one key."""
    who = turn(at, g, s)
    winner, is_fair = outcome_of(at, g, s, who, pay)
    if who == CHANCE or not is_fair:
        return -1
    key, check = known_by(at, g, s, words, who, winner, out)
    slot = np.int64(key) & mask
    while slots[slot] >= 0:
        if keys[slots[slot]] == key:
            return slots[slot] if checks[slots[slot]] == check else -2
        slot = (slot + 1) & mask
    slots[slot] = size
    keys[size], checks[size], movers[size], winners[size] = key, check, who, winner
    for k in range(words):
        positions[size * words + k] = s[k]
    return size


@njit(cache=True)
def rehash(size, keys, slots):
    """Enter all positions into a larger table, of −1."""
    mask = slots.size - 1
    for i in range(size):
        slot = np.int64(keys[i]) & mask
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = i


@njit(cache=True, nogil=True)
def grow(
    at,
    g,
    words,
    most,
    work,
    state,
    positions,
    keys,
    checks,
    slots,
    movers,
    winners,
    first,
    edges,
    s,
    codes,
    out,
    pay,
):
    """Follow the moves of `work` positions more; why it ended.

    For N positions: positions `[N·words]`, keys and checks `[N]`, movers and winners `[N]`, first `[N + 1]`, where the
    moves of a position begin in `edges`; slots: the table, a power of two. s: `[words]`. Begin with `begin`.
    """
    capacity, room, mask = keys.size, edges.size, slots.size - 1
    at, g, positions, s, codes, out, pay = (
        pointer(at), pointer(g), pointer(positions), pointer(s), pointer(codes), pointer(out), pointer(pay),
    )  # fmt: skip
    i, size, count, done = state[NEXT], state[SIZE], state[EDGES], 0
    why = DONE
    while i < size:
        if done >= work:
            why = PAUSED
            break
        if size + most >= capacity or count + most > room or 2 * (size + most) > mask:
            why = FULL
            break
        first[i] = count
        if movers[i] >= 0:
            here = further(positions, i * words)
            n = moves(at, g, here, codes)
            for j in range(n):
                for k in range(words):
                    s[k] = here[k]
                play(at, g, s, codes[j])
                c = number(
                    at, g, s, words, size, positions, keys, checks, slots, mask, movers, winners, out, pay
                )
                if c < 0:
                    return TROUBLE if c == -1 else CLASH
                size += c == size
                edges[count] = c
                count += 1
        i += 1
        done += 1
    first[i] = count
    state[NEXT], state[SIZE], state[EDGES] = i, size, count
    return why


@njit(cache=True)
def begin(at, g, words, state, positions, keys, checks, slots, movers, winners, s, out, pay):
    """Enter a root; whether it could be."""
    size, mask = state[SIZE], slots.size - 1
    at, g, positions, s, out, pay = (
        pointer(at),
        pointer(g),
        pointer(positions),
        pointer(s),
        pointer(out),
        pointer(pay),
    )
    c = number(at, g, s, words, size, positions, keys, checks, slots, mask, movers, winners, out, pay)
    state[SIZE] += c == size
    return c >= 0


@njit(cache=True)
def link(size, first, edges, start, parents):
    """Turn the moves round: who leads to each position. start: `[size + 1]` of zeros; parents: `[edges]`."""
    for e in range(first[size]):
        start[edges[e] + 1] += 1
    for i in range(size):
        start[i + 1] += start[i]
    at = start[:size].copy()
    for i in range(size):
        for e in range(first[i], first[i + 1]):
            c = edges[e]
            parents[at[c]] = i
            at[c] += 1


@njit(cache=True, nogil=True)
def spread(work, state, start, parents, movers, winners, left, plies, queue):
    """From the ends backwards, first in, first out, so that distances come in order; whether all is done."""
    head, tail, done = state[HEAD], state[TAIL], 0
    while head < tail and done < work:
        i = queue[head]
        head, done = head + 1, done + 1
        for e in range(start[i], start[i + 1]):
            p = parents[e]
            if winners[p] >= 0:
                continue
            left[p] -= 1
            if movers[p] == winners[i] or left[p] == 0:
                winners[p], plies[p] = winners[i], plies[i] + 1
                queue[tail] = p
                tail += 1
    state[HEAD], state[TAIL] = head, tail
    return head == tail
