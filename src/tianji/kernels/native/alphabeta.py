"""Alpha-beta over native rules: what `search.readable.alphabeta` does, for any game of two players without chance.

The line from the root lies in arrays, so the work can be left and taken up again at any position, and no line is too
deep. A frame of the line: `frames` `[FRAME]` int64 and `windows` `[WINDOW]` float64. The table has two entries to a
pair of `2·ENTRY` words, of the key, the value, depth and bound, and the move; positions are told apart by 64 bits of a
hash, so two of 2³² would be mistaken for each other once in about 2³² tables.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, pointer
from tianji.kernels.native.calls import (
    CHANCE,
    GUESS,
    RATE,
    SAME,
    TERMINAL,
    guess,
    moves,
    payoffs,
    play,
    rate,
    same,
    turn,
)  # fmt: skip

FRAME, WINDOW, ENTRY = 9, 4, 4
START, COUNT, NEXT, WHO, DEPTH, KEY, MOVE, SEEN, SCOUTED = range(FRAME)  # SEEN: leaves evaluated before
ALPHA, BETA, LOW, BEST = range(WINDOW)
ENDLESS = 1 << 30  # the depth of a search without a horizon
EXACT, LOWER, UPPER = 1, 2, 3
STATE = 10
PLY, MODE, NODES, CUTS, HITS, STORES, LEAVES, ROOT_MOVE, ROOT_SET, USED = range(STATE)
ENTER, STEP, TAKE, BACK = range(4)
DONE, PAUSED, DEEPER, HAS_CHANCE, NO_MOVES, NOT_ZERO_SUM, REPEATS = range(7)
PRUNE, SCOUT, KILLERS, HISTORY, SYMMETRY = 1, 2, 4, 8, 16  # of `how`
HISTORIES, MARKS = 4096, 4096
NOTHING = -(1 << 62)
FIRST, KILLER, MOST_RATE = 1 << 62, 1 << 61, 1 << 19


@njit(cache=True, inline="always")
def digest(numbers, count):
    """64 bits of so many whole numbers, mixed (the finisher of splitmix64 after every one)."""
    h = np.uint64(count) + np.uint64(0x9E3779B97F4A7C15)
    for i in range(count):
        h ^= np.uint64(numbers[i])
        h *= np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(29)
    h *= np.uint64(0x94D049BB133111EB)
    h ^= h >> np.uint64(32)
    return np.int64(h)


@njit(cache=True, inline="always")
def name(at, g, s, words, symmetric, out):
    """The digest of a position: of what `same` writes where there is such a rule and it is wanted, else of it all."""
    if symmetric and at[SAME] != 0:
        return digest(out, same(at, g, s, out))
    return digest(s, words)


@njit(cache=True, inline="always")
def at_history(move):
    """Where the history of a move is kept."""
    return np.int64((np.uint64(move) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(52))


@njit(cache=True, inline="always")
def rank(at, g, s, how, first, ply, count, codes, ranks, killers, history):
    """How promising every move is: the table's, killers, then by history, then as the game rates them."""
    for i in range(count):
        move, r = codes[i], 0
        if move == first:
            r = FIRST
        elif how & KILLERS and (move == killers[2 * ply] or move == killers[2 * ply + 1]):
            r = KILLER
        else:
            if how & HISTORY:
                r = min(history[at_history(move)], 1 << 40) << 20
            if at[RATE] != 0:
                r += max(-MOST_RATE, min(MOST_RATE, rate(at, g, s, move)))
        ranks[i] = r


@njit(cache=True, inline="always")
def bring(i, count, codes, ranks):
    """Bring the most promising of the moves from i on to place i; the others keep their order."""
    best = i
    for j in range(i + 1, count):
        if ranks[j] > ranks[best]:
            best = j
    if best > i:
        move, r = codes[best], ranks[best]
        for j in range(best, i, -1):
            codes[j], ranks[j] = codes[j - 1], ranks[j - 1]
        codes[i], ranks[i] = move, r


@njit(cache=True, inline="always")
def look_up(key, pairs, table):
    """The first word of the entry of a position, −1: none."""
    at = 2 * ENTRY * np.int64(np.uint64(key) % np.uint64(pairs))
    if table[at] == key and table[at + 2] != 0:
        return at
    at += ENTRY
    return at if table[at] == key and table[at + 2] != 0 else -1


@njit(cache=True, inline="always")
def store(key, depth, value, bound, move, pairs, table):
    """Remember a fact: the deeper search keeps the first of the pair, the latest takes the second."""
    at = 2 * ENTRY * np.int64(np.uint64(key) % np.uint64(pairs))
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


@njit(cache=True, inline="always")
def repeats(ply, key, frames):
    """Whether a position has been on the line before."""
    p = ply - 1
    while p >= 0 and frames[p * FRAME + KEY] != key:
        p -= 1
    return p >= 0


@njit(cache=True, inline="always")
def descend(ply, who, depth, alpha, beta, frames, windows):
    """The frame of a child, with the window as its mover sees it."""
    f, w = (ply + 1) * FRAME, (ply + 1) * WINDOW
    frames[f + WHO], frames[f + DEPTH] = who, depth
    if who == frames[ply * FRAME + WHO]:
        windows[w + ALPHA], windows[w + BETA] = alpha, beta
    else:
        windows[w + ALPHA], windows[w + BETA] = -beta, -alpha


@njit(cache=True, nogil=True)
def run(
    at, g, words, how, pairs, work, stack, codes, ranks, frames, windows, killers, history, marks, table, state,
    found, out, pay,
):  # fmt: skip
    """Search on, for `work` positions more; why it ended. The contract of the value is that of the readable text.

    words: of a position. pairs: of the table, 0 without one. stack: `[levels·words]`, the line of positions, the root
    first. codes, ranks: `[room]`, the moves along the line. killers: `[2·levels]`. history: `[HISTORIES]`. marks:
    `[MARKS]`, how many positions of the line have these last bits. state: `[STATE]`; found: `[2]`, the value and the
    best of the root so far. out: `[most + words]` and pay: `[2]`, scratch. The first frame holds who moves, the depth
    and the window; the mode is ENTER.
    """
    levels, room = killers.size // 2, codes.size
    at, g, stack, codes, ranks, frames = (
        pointer(at),
        pointer(g),
        pointer(stack),
        pointer(codes),
        pointer(ranks),
        pointer(frames),
    )
    windows, killers, history, marks, table = (
        pointer(windows),
        pointer(killers),
        pointer(history),
        pointer(marks),
        pointer(table),
    )
    state, found, out, pay = pointer(state), pointer(found), pointer(out), pointer(pay)
    most = room // levels
    ply, mode, value, done, terminal = state[PLY], state[MODE], 0.0, 0, False
    why = PAUSED
    while True:
        f, w = ply * FRAME, ply * WINDOW
        s = further(stack, ply * words)
        if mode == ENTER:
            if done >= work:
                break
            done += 1
            depth, alpha, beta, mode = frames[f + DEPTH], windows[w + ALPHA], windows[w + BETA], BACK
            if depth <= 0:
                state[LEAVES] += 1
                value = guess(at, g, s) if at[GUESS] != 0 else 0.0
                continue
            key, first = np.int64(0), NOTHING
            kept = pairs and depth > 1  # what lies one move above the horizon is searched faster than found
            if kept or depth == ENDLESS:
                key = name(at, g, s, words, how & SYMMETRY, out)
            if kept:
                entry = look_up(key, pairs, table)
                if entry >= 0:
                    first = table[entry + 3]
                    if ply and answers(entry, depth, alpha, beta, table):
                        state[HITS] += 1
                        state[LEAVES] += table[entry + 2] >> 2 != ENDLESS
                        value = np.int64(table[entry + 1]).view(np.float64)
                        continue
            elif ply == 0 and state[ROOT_SET]:
                first = state[ROOT_MOVE]
            if depth == ENDLESS:
                if marks[key & (MARKS - 1)] and repeats(ply, key, frames):
                    why = REPEATS
                    break
                marks[key & (MARKS - 1)] += 1
            start = 0 if ply == 0 else frames[f - FRAME + START] + frames[f - FRAME + COUNT]
            n = moves(at, g, s, further(codes, start))
            if n <= 0:
                why = NO_MOVES
                break
            if how & PRUNE:
                rank(
                    at,
                    g,
                    s,
                    how,
                    first,
                    ply,
                    n,
                    further(codes, start),
                    further(ranks, start),
                    killers,
                    history,
                )
            frames[f + START], frames[f + COUNT], frames[f + NEXT], frames[f + KEY] = start, n, 0, key
            frames[f + MOVE], frames[f + SEEN], frames[f + SCOUTED] = NOTHING, state[LEAVES], 0
            windows[w + LOW], windows[w + BEST] = alpha, -np.inf
            mode = STEP
        elif mode == STEP:
            start, i = frames[f + START], frames[f + NEXT]
            depth, alpha, beta = frames[f + DEPTH], windows[w + ALPHA], windows[w + BETA]
            if i >= frames[f + COUNT]:
                value, mode = windows[w + BEST], BACK
                if depth == ENDLESS:
                    marks[frames[f + KEY] & (MARKS - 1)] -= 1
                if pairs and depth > 1:
                    known = ENDLESS if state[LEAVES] == frames[f + SEEN] else depth
                    bound = UPPER if value <= windows[w + LOW] else LOWER if value >= beta else EXACT
                    store(frames[f + KEY], known, value, bound, frames[f + MOVE], pairs, table)
                    state[STORES] += 1
                continue
            if ply + 1 >= levels or start + frames[f + COUNT] + most > room:
                why = DEEPER
                break
            if how & PRUNE:
                bring(i, frames[f + COUNT], further(codes, start), further(ranks, start))
            after = further(stack, (ply + 1) * words)
            for k in range(words):
                after[k] = s[k]
            play(at, g, after, codes[start + i])
            who = turn(at, g, after)
            if who == TERMINAL:
                done += 1
                payoffs(at, g, after, pay)
                if pay[0] + pay[1] != 0.0:
                    why = NOT_ZERO_SUM
                    break
                value, mode, terminal = pay[frames[f + WHO]], TAKE, True
                continue
            if who == CHANCE:
                why = HAS_CHANCE
                break
            above = np.nextafter(alpha, np.inf)
            frames[f + SCOUTED] = how & SCOUT and i and above < beta
            deeper = depth if depth == ENDLESS else depth - 1
            descend(ply, who, deeper, alpha, above if frames[f + SCOUTED] else beta, frames, windows)
            ply, mode = ply + 1, ENTER
        elif mode == BACK:
            if ply == 0:
                why = DONE
                break
            ply -= 1
            if frames[f + WHO] != frames[f - FRAME + WHO]:
                value = -value
            mode, terminal = TAKE, False
        else:
            i, depth = frames[f + NEXT], frames[f + DEPTH]
            alpha, beta, mode = windows[w + ALPHA], windows[w + BETA], STEP
            if not terminal and frames[f + SCOUTED] and alpha < value < beta:
                frames[f + SCOUTED], mode = 0, ENTER
                deeper = depth if depth == ENDLESS else depth - 1
                descend(ply, frames[f + FRAME + WHO], deeper, alpha, beta, frames, windows)
                ply += 1
                continue
            frames[f + NEXT] = i + 1
            if value > windows[w + BEST]:
                move = codes[frames[f + START] + i]
                windows[w + BEST], frames[f + MOVE] = value, move
                if ply == 0 and (value > windows[w + LOW] or not state[ROOT_SET]):
                    state[ROOT_MOVE], state[ROOT_SET], found[1] = move, 1, value
                if how & PRUNE and value > alpha:
                    windows[w + ALPHA] = value
                    if value >= beta:  # too good to be allowed
                        state[CUTS] += 1
                        frames[f + NEXT] = frames[f + COUNT]
                        if how & KILLERS and killers[2 * ply] != move:
                            killers[2 * ply + 1], killers[2 * ply] = killers[2 * ply], move
                        if how & HISTORY:
                            history[at_history(move)] += min(depth, 64) ** 2
    state[PLY], state[MODE], found[0] = ply, mode, value
    state[NODES] += done
    return why
