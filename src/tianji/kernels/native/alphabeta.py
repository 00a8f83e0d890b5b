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
    SAME,
    TERMINAL,
    guess,
    moves,
    payoffs,
    play,
    same,
    turn,
)  # fmt: skip
from tianji.kernels.native.guards import is_marked
from tianji.kernels.native.ordering import (
    NOTHING,
    PRUNE,
    SCOUT,
    SYMMETRY,
    choose,
    is_ranked,
    learn,
    rank,
    wide,
)  # fmt: skip
from tianji.kernels.native.table import ENDLESS, EXACT, LOWER, UPPER, answers, digest, look_up, store

FRAME, WINDOW = 10, 4
# TRIED: moves. NEXT: of the move at hand, the place in the list. SEEN: leaves evaluated before
START, COUNT, TRIED, NEXT, WHO, DEPTH, KEY, MOVE, SEEN, SCOUTED = range(FRAME)
NOT_SCOUTED, SCOUT_AHEAD, AGAIN, CHOSEN = range(4)  # of the move at hand; AGAIN: with the whole window
ALPHA, BETA, LOW, BEST = range(WINDOW)
STATE = 11
PLY, MODE, NODES, CUTS, HITS, STORES, LEAVES, ROOT_MOVE, ROOT_SET, ASKED, FOUND = range(STATE)
SHALLOW, TRIAL, WORTH = (
    2,
    1024,
    32,
)  # the table is asked at depth SHALLOW while one of WORTH positions is found, after TRIAL
NO_KEY = 0
ARRIVE, UNFOLD, STEP, INTO, LEAVE = range(5)
DONE, PAUSED, DEEPER, HAS_CHANCE, NO_MOVES, NOT_ZERO_SUM, REPEATS, STRAYED = range(8)
MARKS = 4096


@njit(cache=True, inline="always")
def name(at, g, s, words, symmetric, out):
    """The digest of a position: of what `same` writes where there is such a rule and it is wanted, else of it all."""
    if symmetric and at[SAME] != 0:
        return digest(out, same(at, g, s, out))
    return digest(s, words)


@njit(cache=True, inline="always")
def repeats(ply, key, frames):
    """Whether a position has been on the line before."""
    p = ply - 1
    while p >= 0 and frames[p * FRAME + KEY] != key:
        p -= 1
    return p >= 0


@njit(cache=True)
def arrive(at, g, words, how, pairs, s, frames, windows, table, state, out):
    """Come to the root: whether its moves shall be listed, and the value of a search of no depth."""
    depth = frames[DEPTH]
    state[NODES] += 1
    if depth <= 0:
        state[LEAVES] += 1
        return False, guess(at, g, s) if at[GUESS] != 0 else 0.0
    kept = pairs and depth >= SHALLOW
    frames[KEY] = NO_KEY
    frames[MOVE] = state[ROOT_MOVE] if not kept and state[ROOT_SET] else NOTHING
    if kept or depth == ENDLESS:
        frames[KEY] = name(at, g, s, words, how & SYMMETRY, out)
    if kept:
        entry = look_up(frames[KEY], pairs, table)
        if entry >= 0:
            frames[MOVE] = table[entry + 3]
    return True, 0.0


@njit(cache=True)
def unfold(
    ply, at, g, most, how, levels, room, s, codes, ranks, frames, windows, killers, history, marks, state
):
    """List the moves of a position, the most promising of which its frame names; PAUSED, or why the work ends."""
    f, w = ply * FRAME, ply * WINDOW
    depth, key = frames[f + DEPTH], frames[f + KEY]
    start = 0 if ply == 0 else frames[f - FRAME + START] + wide(frames[f - FRAME + COUNT])
    if ply + 2 >= levels or start + 4 * most > room:  # a child is swept, and its moves sorted, without a look
        return DEEPER
    if depth == ENDLESS:
        if marks[key & (MARKS - 1)] and repeats(ply, key, frames):
            return REPEATS
        marks[key & (MARKS - 1)] += 1
    mine = further(codes, start)
    n = moves(at, g, s, mine)
    if n <= 0:
        return NO_MOVES
    if is_ranked(at, how, depth):
        rank(at, g, s, how, frames[f + MOVE], ply, n, mine, further(ranks, start), killers, history)
    frames[f + START], frames[f + COUNT], frames[f + TRIED] = start, n, 0
    frames[f + MOVE], frames[f + SEEN], frames[f + SCOUTED] = NOTHING, state[LEAVES], NOT_SCOUTED
    windows[w + LOW], windows[w + BEST] = windows[w + ALPHA], -np.inf
    return PAUSED


@njit(cache=True)
def leave(ply, pairs, frames, windows, marks, table, state):
    """All moves of a position are made: remember what is known of it; its value."""
    f, w = ply * FRAME, ply * WINDOW
    value, depth = windows[w + BEST], frames[f + DEPTH]
    if depth == ENDLESS:
        marks[frames[f + KEY] & (MARKS - 1)] -= 1
    if pairs and depth >= SHALLOW and frames[f + KEY] != NO_KEY:
        true_depth = ENDLESS if state[LEAVES] == frames[f + SEEN] else depth
        bound = UPPER if value <= windows[w + LOW] else LOWER if value >= windows[w + BETA] else EXACT
        store(frames[f + KEY], true_depth, value, bound, frames[f + MOVE], pairs, table)
        state[STORES] += 1
    return value


@njit(cache=True, inline="always")
def made(at, g, words, s, after, move):
    """Who acts after a move, the position of which is written to `after`."""
    for k in range(words):
        after[k] = s[k]
    play(at, g, after, move)
    return turn(at, g, after)


@njit(cache=True, inline="always")
def sweep(
    ply, who, alpha, beta, at, g, words, how, s, codes, ranks, killers, history, state, pay
):  # fmt: skip
    """A position one move above the horizon, in one go: what `tour` does, without a frame and without a pause.

    (Whether all went well, the value, positions and leaves met); where it did not, `tour` shall say what is wrong.
    """
    after, count = further(s, words + PAD), moves(at, g, s, codes)
    best, i, nodes, leaves, is_well = -np.inf, 0, 0, 0, count > 0
    ranked = is_ranked(at, how, 1) and is_well
    if ranked:
        rank(at, g, s, how, NOTHING, ply, count, codes, ranks, killers, history)
    while i < count:
        move = codes[choose(i, count, ranks) if ranked else i]
        next_who, value = made(at, g, words, s, after, move), 0.0
        i, nodes = i + 1, nodes + 1
        if next_who == TERMINAL:
            payoffs(at, g, after, pay)
            value = pay[who]
        else:
            leaves += 1
            if at[GUESS] != 0:
                value = guess(at, g, after)
                value = value if next_who == who else -value
            if how & SCOUT and i > 1 and alpha < value < beta:  # asked again with the whole window
                nodes, leaves = nodes + 1, leaves + 1
        if next_who == CHANCE or (next_who == TERMINAL and pay[0] + pay[1] != 0.0):
            is_well = False
            break
        if value > best:
            best = value
            if how & PRUNE and value > alpha:
                alpha = value
                if value >= beta:
                    state[CUTS] += 1
                    learn(ply, 1, move, how, killers, history)
                    break
    return is_well, best, nodes, leaves


@njit(cache=True, inline="always")
def is_worth(state):
    """Whether enough positions at depth `SHALLOW` are found in the table to go on asking for them."""
    return state[ASKED] < TRIAL or state[FOUND] * WORTH >= state[ASKED]


@njit(cache=True, inline="always")
def judge(
    ply, start, deeper, who, low, high, at, g, words, how, pairs, rest, s, codes, ranks, frames, windows, killers,
    history, table, state, out, pay,
):  # fmt: skip
    """(Whether the value of a child is known without a look into it, the value, positions met); else its frame is made.

    start: where its moves may be listed. rest: positions that may be met.
    """
    f, w = (ply + 1) * FRAME, (ply + 1) * WINDOW
    if deeper == 0:
        state[LEAVES] += 1
        return True, guess(at, g, s) if at[GUESS] != 0 else 0.0, 0
    key, first = np.int64(NO_KEY), NOTHING
    # What lies one move above the horizon is searched faster than found, and two moves above it where little is found.
    kept = pairs and (deeper > SHALLOW or (deeper == SHALLOW and is_worth(state)))
    if kept or deeper == ENDLESS:
        key = name(at, g, s, words, how & SYMMETRY, out)
    if kept:
        entry = look_up(key, pairs, table)
        if deeper == SHALLOW:
            state[ASKED] += 1
            state[FOUND] += entry >= 0
        if entry >= 0:
            if answers(entry, deeper, low, high, table):
                state[HITS] += 1
                state[LEAVES] += table[entry + 2] >> 2 != ENDLESS
                return True, np.int64(table[entry + 1]).view(np.float64), 0
            first = table[entry + 3]
    if deeper == 1 and rest >= 0:
        is_well, value, nodes, leaves = sweep(
            ply + 1, who, low, high, at, g, words, how, s, further(codes, start), further(ranks, start), killers,
            history, state, pay,
        )  # fmt: skip
        if is_well:
            state[LEAVES] += leaves
            return True, value, nodes
    frames[f + WHO], frames[f + DEPTH], frames[f + KEY], frames[f + MOVE] = who, deeper, key, first
    windows[w + ALPHA], windows[w + BETA] = low, high
    return False, 0.0, 0


@njit(cache=True, inline="always")
def take(
    ply, i, count, move, depth, value, alpha, beta, best, how, frames, windows, killers, history, state, found
):
    """Take the value of a move: (the next one, or `count` where this one is too good; alpha, and the best so far)."""
    if value > best:
        best = value
        frames[ply * FRAME + MOVE] = move
        if ply == 0 and (value > windows[LOW] or not state[ROOT_SET]):
            state[ROOT_MOVE], state[ROOT_SET], found[1] = move, 1, value
        if how & PRUNE and value > alpha:
            alpha = value
            if value >= beta:
                state[CUTS] += 1
                learn(ply, depth, move, how, killers, history)
                return count, alpha, best
    return i + 1, alpha, best


@njit(cache=True, inline="always")
def tour(
    ply, has_value, value, at, g, words, most, how, pairs, until, s, codes, ranks, frames, windows, killers, history,
    table, state, found, out, pay,
):  # fmt: skip
    """Make the moves of a position until all are made, one is too good, or one has to be looked into.

    has_value: `value` is what the move at hand was found to be worth. (LEAVE and the value; INTO, with the frame of the
    child; or STEP, where no position is left to count), and PAUSED, or why the work ends.
    """
    f, w = ply * FRAME, ply * WINDOW
    start, count, i, chosen = frames[f + START], frames[f + COUNT], frames[f + TRIED], frames[f + NEXT]
    who, depth, scouted = frames[f + WHO], frames[f + DEPTH], frames[f + SCOUTED]
    alpha, beta, best = windows[w + ALPHA], windows[w + BETA], windows[w + BEST]
    mine, values, after = further(codes, start), further(ranks, start), further(s, words + PAD)
    ranked, deeper = is_ranked(at, how, depth), depth if depth == ENDLESS else depth - 1
    mode, why, nodes, is_last = STEP, PAUSED, state[NODES], ply > 0 and depth == 1
    while mode == STEP:
        if has_value:
            has_value = False
            if scouted == SCOUT_AHEAD and alpha < value < beta:
                scouted = AGAIN
            else:
                scouted = NOT_SCOUTED
                i, alpha, best = take(
                    ply, i, count, mine[chosen], depth, value, alpha, beta, best, how, frames, windows, killers,
                    history, state, found,
                )  # fmt: skip
        if i >= count:
            mode = LEAVE
            break
        if is_last and nodes >= until:
            break
        if scouted < AGAIN:
            chosen = choose(i, count, values) if ranked else i
        next_who = made(at, g, words, s, after, mine[chosen])
        if next_who == CHANCE:
            why = HAS_CHANCE
            break
        if next_who == TERMINAL:
            payoffs(at, g, after, pay)
            has_value, value, scouted, nodes = True, pay[who], NOT_SCOUTED, nodes + 1
            if pay[0] + pay[1] != 0.0:
                why = NOT_ZERO_SUM
                break
            continue
        if nodes >= until:
            scouted = AGAIN if scouted == AGAIN else CHOSEN
            break
        above = np.nextafter(alpha, np.inf) if how & SCOUT else beta
        scouted = SCOUT_AHEAD if i and above < beta and scouted != AGAIN else NOT_SCOUTED
        low, high = (alpha, above if scouted else beta)
        if next_who != who:
            low, high = -high, -low
        has_value, value, met = judge(
            ply, start + wide(count), deeper, next_who, low, high, at, g, words, how, pairs,
            until - nodes - 1 - 2 * most, after, codes, ranks, frames, windows, killers, history, table, state, out,
            pay,
        )  # fmt: skip
        nodes += 1 + met
        value = value if next_who == who else -value
        if not has_value:
            mode = INTO
    frames[f + TRIED], frames[f + NEXT], frames[f + SCOUTED] = i, chosen, scouted
    windows[w + ALPHA], windows[w + BEST] = alpha, best
    state[NODES] = nodes
    return mode, best, why


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
    depth and the window; the mode is ARRIVE.
    """
    levels, room, behind = killers.size // 2, codes.size, out.size - PAD
    most = room // levels
    at, g, stack, codes, ranks = pointer(at), pointer(g), pointer(stack), pointer(codes), pointer(ranks)
    frames, windows, killers = pointer(frames), pointer(windows), pointer(killers)
    history, marks, table = pointer(history), pointer(marks), pointer(table)
    state, found, beside, around = pointer(state), pointer(found), pointer(out), pointer(pay)
    out, pay = further(beside, PAD), further(around, PAD)
    ply, mode, value, until, why = state[PLY], state[MODE], 0.0, state[NODES] + work, PAUSED
    if mode == ARRIVE:
        mode = UNFOLD
        is_open, value = arrive(
            at, g, words, how, pairs, further(stack, PAD), frames, windows, table, state, out
        )
        why = PAUSED if is_open else DONE
    has_value = False
    while why == PAUSED:
        f, s = ply * FRAME, further(stack, PAD + ply * (words + PAD))
        if mode == UNFOLD:
            why = unfold(
                ply,
                at,
                g,
                most,
                how,
                levels,
                room,
                s,
                codes,
                ranks,
                frames,
                windows,
                killers,
                history,
                marks,
                state,
            )
            if why != PAUSED:
                break
            mode = STEP
        mode, value, why = tour(
            ply, has_value, value, at, g, words, most, how, pairs, until, s, codes, ranks, frames, windows, killers,
            history, table, state, found, out, pay,
        )  # fmt: skip
        has_value = False
        if mode == INTO:
            ply, mode = ply + 1, UNFOLD
        elif mode == LEAVE:
            value = leave(ply, pairs, frames, windows, marks, table, state)
            if ply == 0:
                why = DONE
                break
            ply, mode, has_value = ply - 1, STEP, True
            value = -value if frames[f + WHO] != frames[f - FRAME + WHO] else value
        else:
            break
    state[PLY], state[MODE], found[0] = ply, mode, value
    for level in range(levels + 1):
        why = why if is_marked(further(stack, level * (words + PAD))) else STRAYED
    for guard in (0, behind):
        why = why if is_marked(further(beside, guard)) else STRAYED
    for guard in (0, PAD + 2):
        why = why if is_marked(further(around, guard)) else STRAYED
    return why
