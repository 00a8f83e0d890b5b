"""Alpha-beta over native rules: what `search.readable.alphabeta` does, for any game of two players without chance.

The line from the root lies in arrays, so the work can be left and taken up again at any position, and no line is too
deep. A frame of the line: `frames` `[FRAME]` int64 and `windows` `[WINDOW]` float64.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, pointer
from tianji.kernels.constants import PAD
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
from tianji.kernels.native.guards import is_marked
from tianji.kernels.native.table import ENDLESS, EXACT, LOWER, UPPER, answers, digest, look_up, store

FRAME, WINDOW = 9, 4
START, COUNT, NEXT, WHO, DEPTH, KEY, MOVE, SEEN, SCOUTED = range(FRAME)  # SEEN: leaves evaluated before
ALPHA, BETA, LOW, BEST = range(WINDOW)
STATE = 10
PLY, MODE, NODES, CUTS, HITS, STORES, LEAVES, ROOT_MOVE, ROOT_SET, USED = range(STATE)
ENTER, STEP, TAKE, BACK = range(4)
DONE, PAUSED, DEEPER, HAS_CHANCE, NO_MOVES, NOT_ZERO_SUM, REPEATS, STRAYED = range(8)
PRUNE, SCOUT, KILLERS, HISTORY, SYMMETRY = 1, 2, 4, 8, 16  # of `how`
HISTORIES, MARKS = 4096, 4096
NOTHING = -(1 << 62)
FIRST, KILLER, MOST_RATE = 1 << 62, 1 << 61, 1 << 19
FEW = 3  # moves that are brought one by one


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
    killer, other = NOTHING, NOTHING
    if how & KILLERS:
        killer, other = killers[2 * ply], killers[2 * ply + 1]
    for i in range(count):
        move, r = codes[i], 0
        if move == first:
            r = FIRST
        elif move in (killer, other):
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


@njit(cache=True, inline="always")
def order(i, count, codes, ranks):
    """Bring all moves from i on into the order in which `bring` would bring them one by one."""
    for j in range(i + 1, count):
        move, r, k = codes[j], ranks[j], j
        while k > i and ranks[k - 1] < r:
            codes[k], ranks[k] = codes[k - 1], ranks[k - 1]
            k -= 1
        codes[k], ranks[k] = move, r


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


@njit(cache=True, inline="always")
def known(ply, key, depth, windows, pairs, table, state):
    """(the move that the table has for a position, whether its entry is the answer, the value then)."""
    entry = look_up(key, pairs, table)
    if entry < 0:
        return NOTHING, False, 0.0
    alpha, beta = windows[ply * WINDOW + ALPHA], windows[ply * WINDOW + BETA]
    if ply == 0 or not answers(entry, depth, alpha, beta, table):
        return table[entry + 3], False, 0.0
    state[HITS] += 1
    state[LEAVES] += table[entry + 2] >> 2 != ENDLESS
    return NOTHING, True, np.int64(table[entry + 1]).view(np.float64)


@njit(cache=True, inline="always")
def is_ranked(at, how, depth):
    """Whether moves are put in order: not where all that follows is a horizon nobody evaluates."""
    return how & PRUNE and (depth > 1 or at[GUESS] != 0)


@njit(cache=True, inline="always")
def enter(
    ply, at, g, words, how, pairs, s, codes, ranks, frames, windows, killers, history, marks, table, state, out
):  # fmt: skip
    """Come to a position: (BACK and its value, or STEP with its moves listed; PAUSED, or why the work ends)."""
    f, w = ply * FRAME, ply * WINDOW
    depth, key, first = frames[f + DEPTH], np.int64(0), NOTHING
    if depth <= 0:
        state[LEAVES] += 1
        return BACK, guess(at, g, s) if at[GUESS] != 0 else 0.0, PAUSED
    kept = pairs and depth > 1  # what lies one move above the horizon is searched faster than found
    if kept or depth == ENDLESS:
        key = name(at, g, s, words, how & SYMMETRY, out)
    if kept:
        first, is_answer, value = known(ply, key, depth, windows, pairs, table, state)
        if is_answer:
            return BACK, value, PAUSED
    elif ply == 0 and state[ROOT_SET]:
        first = state[ROOT_MOVE]
    if depth == ENDLESS:
        if marks[key & (MARKS - 1)] and repeats(ply, key, frames):
            return ENTER, 0.0, REPEATS
        marks[key & (MARKS - 1)] += 1
    start = 0 if ply == 0 else frames[f - FRAME + START] + frames[f - FRAME + COUNT]
    mine = further(codes, start)
    n = moves(at, g, s, mine)
    if n <= 0:
        return ENTER, 0.0, NO_MOVES
    if is_ranked(at, how, depth):
        rank(at, g, s, how, first, ply, n, mine, further(ranks, start), killers, history)
    frames[f + START], frames[f + COUNT], frames[f + NEXT], frames[f + KEY] = start, n, 0, key
    frames[f + MOVE], frames[f + SEEN], frames[f + SCOUTED] = NOTHING, state[LEAVES], 0
    windows[w + LOW], windows[w + BEST] = windows[w + ALPHA], -np.inf
    return STEP, 0.0, PAUSED


@njit(cache=True, inline="always")
def leave(ply, pairs, frames, windows, marks, table, state):
    """All moves of a position are made: remember what is known of it; its value."""
    f, w = ply * FRAME, ply * WINDOW
    value, depth = windows[w + BEST], frames[f + DEPTH]
    if depth == ENDLESS:
        marks[frames[f + KEY] & (MARKS - 1)] -= 1
    if pairs and depth > 1:
        true_depth = ENDLESS if state[LEAVES] == frames[f + SEEN] else depth
        bound = UPPER if value <= windows[w + LOW] else LOWER if value >= windows[w + BETA] else EXACT
        store(frames[f + KEY], true_depth, value, bound, frames[f + MOVE], pairs, table)
        state[STORES] += 1
    return value


@njit(cache=True, inline="always")
def step(ply, at, g, words, how, until, s, codes, ranks, frames, windows, state, pay):
    """Make the next move of a position: (TAKE and the payoff, or ENTER; PAUSED, or why the work ends)."""
    f, w = ply * FRAME, ply * WINDOW
    start, i, depth = frames[f + START], frames[f + NEXT], frames[f + DEPTH]
    if i <= FEW and is_ranked(at, how, depth):
        if i < FEW:
            bring(i, frames[f + COUNT], further(codes, start), further(ranks, start))
        else:  # none of the first was too good: the others will all be tried
            order(i, frames[f + COUNT], further(codes, start), further(ranks, start))
    after = further(s, words + PAD)
    for k in range(words):
        after[k] = s[k]
    play(at, g, after, codes[start + i])
    who = turn(at, g, after)
    if who == TERMINAL:
        state[NODES] += 1
        payoffs(at, g, after, pay)
        frames[f + SCOUTED] = 0
        return TAKE, pay[frames[f + WHO]], NOT_ZERO_SUM if pay[0] + pay[1] != 0.0 else PAUSED
    if who == CHANCE:
        return STEP, 0.0, HAS_CHANCE
    alpha, beta, upper = windows[w + ALPHA], windows[w + BETA], windows[w + BETA]
    frames[f + SCOUTED] = 0
    if how & SCOUT and i:
        above = np.nextafter(alpha, np.inf)
        if above < beta:
            frames[f + SCOUTED], upper = 1, above
    deeper = depth if depth == ENDLESS else depth - 1
    if deeper == 0 and state[NODES] < until:  # at the horizon: no need to go there
        state[NODES] += 1
        state[LEAVES] += 1
        frames[f + FRAME + WHO] = who
        value = guess(at, g, after) if at[GUESS] != 0 else 0.0
        return TAKE, value if who == frames[f + WHO] else -value, PAUSED
    descend(ply, who, deeper, alpha, upper, frames, windows)
    return ENTER, 0.0, PAUSED


@njit(cache=True, inline="always")
def cut(ply, depth, move, how, killers, history, state):
    """A move was too good to be allowed: remember it for the order of others."""
    state[CUTS] += 1
    if how & KILLERS and killers[2 * ply] != move:
        killers[2 * ply + 1], killers[2 * ply] = killers[2 * ply], move
    if how & HISTORY:
        history[at_history(move)] += min(depth, 64) ** 2


@njit(cache=True, inline="always")
def take(ply, value, how, codes, frames, windows, killers, history, state, found):
    """Take the value of a move: STEP, or ENTER where a null window has told too little."""
    f, w = ply * FRAME, ply * WINDOW
    i, depth, alpha, beta = frames[f + NEXT], frames[f + DEPTH], windows[w + ALPHA], windows[w + BETA]
    if frames[f + SCOUTED] and alpha < value < beta:
        frames[f + SCOUTED] = 0
        deeper = depth if depth == ENDLESS else depth - 1
        descend(ply, frames[f + FRAME + WHO], deeper, alpha, beta, frames, windows)
        return ENTER
    frames[f + NEXT] = i + 1
    if value > windows[w + BEST]:
        move = codes[frames[f + START] + i]
        windows[w + BEST], frames[f + MOVE] = value, move
        if ply == 0 and (value > windows[w + LOW] or not state[ROOT_SET]):
            state[ROOT_MOVE], state[ROOT_SET], found[1] = move, 1, value
        if how & PRUNE and value > alpha:
            windows[w + ALPHA] = value
            if value >= beta:
                frames[f + NEXT] = frames[f + COUNT]
                cut(ply, depth, move, how, killers, history, state)
    return STEP


@njit(cache=True, inline="always")
def sweep(
    ply, at, g, words, how, until, s, codes, ranks, frames, windows, killers, history, state, pay
):  # fmt: skip
    """The moves of a position one above the horizon, in one go: what `step` and `take` do, without going anywhere.

    BACK and the value, or STEP with the moves left; PAUSED, or why the work ends.
    """
    f, w = ply * FRAME, ply * WINDOW
    start, after = frames[f + START], further(s, words + PAD)
    mine, values = further(codes, start), further(ranks, start)
    who, count, i = frames[f + WHO], frames[f + COUNT], frames[f + NEXT]
    alpha, beta, best = windows[w + ALPHA], windows[w + BETA], windows[w + BEST]
    ranked, why, nodes, leaves = is_ranked(at, how, 1), PAUSED, state[NODES], 0
    while i < count and nodes < until:
        if ranked and i < FEW:
            bring(i, count, mine, values)
        elif ranked and i == FEW:
            order(i, count, mine, values)
        move = mine[i]
        for k in range(words):
            after[k] = s[k]
        play(at, g, after, move)
        next_who, value = turn(at, g, after), 0.0
        if next_who == CHANCE:
            why = HAS_CHANCE
            break
        nodes += 1
        if next_who == TERMINAL:
            payoffs(at, g, after, pay)
            if pay[0] + pay[1] != 0.0:
                why = NOT_ZERO_SUM
                break
            value = pay[who]
        else:
            leaves += 1
            if at[GUESS] != 0:
                value = guess(at, g, after)
                value = value if next_who == who else -value
            if how & SCOUT and i and alpha < value < beta:  # asked again with the whole window
                nodes += 1
                leaves += 1
        i += 1
        if value > best:
            best = value
            if how & PRUNE and value > alpha:
                alpha = value
                if value >= beta:
                    cut(ply, 1, move, how, killers, history, state)
                    i = count
    frames[f + NEXT], windows[w + ALPHA], windows[w + BEST] = i, alpha, best
    state[NODES] = nodes
    state[LEAVES] += leaves
    return BACK if i >= count else STEP, best, why


@njit(cache=True, nogil=True)
def run(
    at, g, words, how, pairs, work, stack, codes, ranks, frames, windows, killers, history, marks, table, state,
    found, out, pay,
):  # fmt: skip
    """Search on, for `work` positions more; why it ended. The contract of the value is that of the readable text.

    words: of a position. pairs: of the table, 0 without one. stack: `[levels·(words + PAD) + PAD]`, the line of
    positions, the root first, with guards around each. codes, ranks: `[room]`, the moves along the line. killers:
    `[2·levels]`. history: `[HISTORIES]`. marks: `[MARKS]`, how many positions of the line have these last bits. state:
    `[STATE]`; found: `[2]`, the value and the best of the root so far. out: `[PAD + most + words + PAD]` and pay:
    `[PAD + 2 + PAD]`, scratch within guards; STRAYED: a rule has written to one. The first frame holds who moves, the
    depth and the window; the mode is ENTER.
    """
    levels, room, behind = killers.size // 2, codes.size, out.size - PAD
    most = room // levels
    at, g, stack, codes, ranks = pointer(at), pointer(g), pointer(stack), pointer(codes), pointer(ranks)
    frames, windows, killers = pointer(frames), pointer(windows), pointer(killers)
    history, marks, table = pointer(history), pointer(marks), pointer(table)
    state, found, beside, around = pointer(state), pointer(found), pointer(out), pointer(pay)
    out, pay = further(beside, PAD), further(around, PAD)
    ply, mode, value, until, why = state[PLY], state[MODE], 0.0, state[NODES] + work, PAUSED
    while why == PAUSED:
        f, s = ply * FRAME, further(stack, PAD + ply * (words + PAD))
        if mode == ENTER:
            if state[NODES] >= until:
                break
            state[NODES] += 1
            mode, value, why = enter(
                ply, at, g, words, how, pairs, s, codes, ranks, frames, windows, killers, history, marks, table, state,
                out,
            )  # fmt: skip
        elif mode == STEP:
            if frames[f + NEXT] >= frames[f + COUNT]:
                value, mode = leave(ply, pairs, frames, windows, marks, table, state), BACK
            elif ply + 1 >= levels or frames[f + START] + frames[f + COUNT] + most > room:
                why = DEEPER
            elif frames[f + DEPTH] == 1 and ply > 0:
                mode, value, why = sweep(
                    ply, at, g, words, how, until, s, codes, ranks, frames, windows, killers, history, state, pay
                )  # fmt: skip
                if mode == STEP and why == PAUSED:
                    break
            else:
                mode, value, why = step(
                    ply, at, g, words, how, until, s, codes, ranks, frames, windows, state, pay
                )  # fmt: skip
                ply += mode == ENTER
        elif mode == BACK:
            if ply == 0:
                why = DONE
                break
            ply -= 1
            mode, value = TAKE, -value if frames[f + WHO] != frames[f - FRAME + WHO] else value
        else:
            mode = take(ply, value, how, codes, frames, windows, killers, history, state, found)
            ply += mode == ENTER
    state[PLY], state[MODE], found[0] = ply, mode, value
    for level in range(levels + 1):
        why = why if is_marked(further(stack, level * (words + PAD))) else STRAYED
    for guard in (0, behind):
        why = why if is_marked(further(beside, guard)) else STRAYED
    for guard in (0, PAD + 2):
        why = why if is_marked(further(around, guard)) else STRAYED
    return why
