"""Proof-number search over native rules: what `search.readable.proof` does, for any game of two players without chance.

Numbers are whole, `MANY` stands for infinity. The table of df-pn holds `ENTRY` words for a position, its key (0: none)
and both numbers; it is never full, for it grows, or the search ends. The tree of best-first search holds `NODE` words
for a node.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, pointer
from tianji.kernels.native.alphabeta import MARKS, name
from tianji.kernels.native.calls import CHANCE, TERMINAL, moves, payoffs, play, turn

MANY = 1 << 50
ENTRY, FRAME, NODE, STATE = 3, 7, 7, 4
START, COUNT, WHO, KEY, MOST_PROOF, MOST_DISPROOF, NEXT = range(FRAME)  # NEXT: the child that is searched
PARENT, FIRST, CHILDREN, PROOF, DISPROOF, MINE, MOVE = range(NODE)
PLY, MODE, NODES, USED = range(STATE)
ENTER, LOOP = range(2)
DONE, PAUSED, DEEPER, HAS_CHANCE, NO_MOVES, NOT_ZERO_SUM, REPEATS, FULL = range(8)
PROVED, REFUTED = 1, 2  # in place of the key of a child: the end of the game


@njit(cache=True, inline="always")
def key_of(at, g, s, words, who, out):
    """The key of a position and its mover, above the small numbers."""
    key = name(at, g, s, words, True, out) ^ np.int64(who * 0x5851F42D4C957F2D)
    return key if key < 0 or key > REFUTED else key + 4


@njit(cache=True, inline="always")
def place(key, entries, table):
    """The first word of a key's entry, or of the free one where it belongs. entries: a power of two."""
    at = key & (entries - 1)
    while table[ENTRY * at] != 0 and table[ENTRY * at] != key:
        at = (at + 1) & (entries - 1)
    return ENTRY * at


@njit(cache=True)
def rehash(old, table):
    """Move all entries to a larger table, of zeros."""
    entries = table.size // ENTRY
    for at in range(0, old.size, ENTRY):
        if old[at] != 0:
            new = place(old[at], entries, table)
            table[new], table[new + 1], table[new + 2] = old[at], old[at + 1], old[at + 2]


@njit(cache=True, inline="always")
def numbers(key, entries, table):
    """(proof, disproof) as known of a child."""
    if key == PROVED:
        return 0, MANY
    if key == REFUTED:
        return MANY, 0
    at = place(key, entries, table)
    return (table[at + 1], table[at + 2]) if table[at] == key else (1, 1)


@njit(cache=True)
def known(at, g, s, who, out, table):
    """(proof, disproof) as known of a position."""
    words = s.size
    at, g, s, out = pointer(at), pointer(g), pointer(s), pointer(out)
    return numbers(key_of(at, g, s, words, who, out), table.size // ENTRY, table)


@njit(cache=True, inline="always")
def child(at, g, s, words, move, attacker, goal, after, out, pay):
    """Play a move into `after`: (who acts there, its key, or whether the end is what the attacker wants, trouble)."""
    for k in range(words):
        after[k] = s[k]
    play(at, g, after, move)
    who = turn(at, g, after)
    if who == TERMINAL:
        payoffs(at, g, after, pay)
        if pay[0] + pay[1] != 0.0:
            return who, 0, NOT_ZERO_SUM
        return who, PROVED if pay[attacker] >= goal else REFUTED, DONE
    if who == CHANCE:
        return who, 0, HAS_CHANCE
    return who, key_of(at, g, after, words, who, out), DONE


@njit(cache=True, inline="always")
def weigh(start, count, mine, entries, kids, table):
    """Of a node with these children: proof, disproof, the best child, its numbers, and the second best own number."""
    least, total, best, second = MANY, 0, 0, MANY
    at_best = (MANY, MANY)
    for i in range(count):
        p, d = numbers(kids[start + i], entries, table)
        own, other = (p, d) if mine else (d, p)
        total = min(MANY, total + other)
        if own < least or i == 0:
            least, second, best, at_best = own, least if i else MANY, i, (p, d)
        elif own < second:
            second = own
    return (least, total, best, at_best, second) if mine else (total, least, best, at_best, second)


@njit(cache=True, nogil=True)
def dfpn(
    at, g, words, most, holds, attacker, goal, work, stack, codes, kids, frames, marks, table, state, out, pay,
):  # fmt: skip
    """Search on, for `work` steps more; why it ended.

    holds: the most positions that may be kept. stack: `[levels·words]`, the line of positions, the root first. codes,
    kids: `[room]`, the moves along the line and the keys that they lead to. The first frame holds who moves and both
    thresholds; the mode is ENTER.
    """
    levels, room, entries = frames.size // FRAME, codes.size, table.size // ENTRY
    at, g, stack, codes, kids, frames = (
        pointer(at),
        pointer(g),
        pointer(stack),
        pointer(codes),
        pointer(kids),
        pointer(frames),
    )
    marks, table, state, out, pay = pointer(marks), pointer(table), pointer(state), pointer(out), pointer(pay)
    ply, mode, done, why = state[PLY], state[MODE], 0, PAUSED
    while done < work:
        f, s = ply * FRAME, further(stack, ply * words)
        if mode == ENTER:
            start = 0 if ply == 0 else frames[f - FRAME + START] + frames[f - FRAME + COUNT]
            if ply + 1 >= levels or start + most > room:
                why = DEEPER
                break
            key = key_of(at, g, s, words, frames[f + WHO], out)
            if marks[key & (MARKS - 1)]:
                for p in range(ply):
                    if frames[p * FRAME + KEY] == key:
                        why = REPEATS
            if why == REPEATS:
                break
            n = moves(at, g, s, further(codes, start))
            if n <= 0:
                why = NO_MOVES
                break
            frames[f + START], frames[f + COUNT], frames[f + KEY] = start, n, key
            for i in range(n):
                _, kids[start + i], trouble = child(
                    at,
                    g,
                    s,
                    words,
                    codes[start + i],
                    attacker,
                    goal,
                    further(stack, (ply + 1) * words),
                    out,
                    pay,
                )
                if trouble != DONE:
                    why, frames[f + NEXT] = trouble, i
                    break
            if why != PAUSED:
                break
            marks[key & (MARKS - 1)] += 1
            mode = LOOP
        done += 1
        start, mine = frames[f + START], frames[f + WHO] == attacker
        proof, disproof, best, at_best, second = weigh(start, frames[f + COUNT], mine, entries, kids, table)
        e = place(frames[f + KEY], entries, table)
        if table[e] == 0:
            if 4 * state[USED] >= 3 * entries or state[USED] >= holds:
                why = FULL
                break
            state[USED] += 1
            table[e] = frames[f + KEY]
        table[e + 1], table[e + 2] = proof, disproof
        most_proof, most_disproof = frames[f + MOST_PROOF], frames[f + MOST_DISPROOF]
        if proof >= most_proof or disproof >= most_disproof or proof == 0 or disproof == 0:
            marks[frames[f + KEY] & (MARKS - 1)] -= 1
            if ply == 0:
                why = DONE
                break
            ply -= 1
            continue
        c, d = frames[f + START] + best, f + FRAME
        who, _, _ = child(
            at, g, s, words, codes[c], attacker, goal, further(stack, (ply + 1) * words), out, pay
        )
        frames[f + NEXT], frames[d + WHO] = best, who
        if mine:
            limit = max(min(most_proof, second + 1), at_best[0] + 1)
            frames[d + MOST_PROOF], frames[d + MOST_DISPROOF] = (
                limit,
                min(MANY, most_disproof - disproof + at_best[1]),
            )
        else:
            limit = max(min(most_disproof, second + 1), at_best[1] + 1)
            frames[d + MOST_PROOF], frames[d + MOST_DISPROOF] = (
                min(MANY, most_proof - proof + at_best[0]),
                limit,
            )
        ply, mode = ply + 1, ENTER
    state[PLY], state[MODE] = ply, mode
    state[NODES] += done
    return why


@njit(cache=True, nogil=True)
def pns(at, g, root, most, attacker, goal, work, nodes, state, s, after, codes, out, pay):
    """Grow the tree by `work` nodes more; why it ended. nodes: `[capacity·NODE]`, the root in it; s, after: scratch."""
    words, capacity, size, done = root.size, nodes.size // NODE, state[USED], 0
    at, g, root, nodes, s, after = (
        pointer(at),
        pointer(g),
        pointer(root),
        pointer(nodes),
        pointer(s),
        pointer(after),
    )
    codes, out, pay = pointer(codes), pointer(out), pointer(pay)
    why = PAUSED
    while done < work:
        if nodes[PROOF] == 0 or nodes[DISPROOF] == 0:
            why = DONE
            break
        if size + most > capacity:
            why = FULL
            break
        for k in range(words):
            s[k] = root[k]
        leaf = 0
        while nodes[leaf * NODE + CHILDREN]:
            column, first = PROOF if nodes[leaf * NODE + MINE] else DISPROOF, nodes[leaf * NODE + FIRST]
            best = first
            for c in range(first + 1, first + nodes[leaf * NODE + CHILDREN]):
                if nodes[c * NODE + column] < nodes[best * NODE + column]:
                    best = c
            leaf = best
            play(at, g, s, nodes[leaf * NODE + MOVE])
        n = moves(at, g, s, codes)
        if n <= 0:
            why = NO_MOVES
            break
        for i in range(n):
            who, key, trouble = child(at, g, s, words, codes[i], attacker, goal, after, out, pay)
            if trouble != DONE:
                state[USED], state[MODE] = size, leaf
                return trouble
            c = (size + i) * NODE
            nodes[c + PARENT], nodes[c + CHILDREN], nodes[c + MINE], nodes[c + MOVE] = (
                leaf,
                0,
                who == attacker,
                codes[i],
            )
            nodes[c + PROOF] = 0 if key == PROVED else MANY if key == REFUTED else 1
            nodes[c + DISPROOF] = MANY if key == PROVED else 0 if key == REFUTED else 1
        nodes[leaf * NODE + FIRST], nodes[leaf * NODE + CHILDREN] = size, n
        size, done, node = size + n, done + n, leaf
        while node >= 0:
            mine, least, total = nodes[node * NODE + MINE], MANY, 0
            own, other = (PROOF, DISPROOF) if mine else (DISPROOF, PROOF)
            first = nodes[node * NODE + FIRST]
            for c in range(first, first + nodes[node * NODE + CHILDREN]):
                least = min(least, nodes[c * NODE + own])
                total = min(MANY, total + nodes[c * NODE + other])
            if nodes[node * NODE + own] == least and nodes[node * NODE + other] == total:
                break
            nodes[node * NODE + own], nodes[node * NODE + other] = least, total
            node = nodes[node * NODE + PARENT]
    state[USED] = size
    state[NODES] += done
    return why
