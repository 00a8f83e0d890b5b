"""The compile walk over native rules: every history once, depth first, as `flat.build` walks the class.

The line lies in `stack` `[levels·wide]`, of every level the position, the moves, then `LEVEL` numbers and a slot a
player; `reals` `[levels·(most + 1)]` holds the chance of getting there and chance's weights. Infosets are kept as
`kernels.native.sampling` keeps them; `about` `[3·i]` has the first slot, the parent slot and the number of moves of
infoset i. A walk that finds no room returns in the middle of it and is taken up again.
"""

import numpy as np
from numba import njit

from tianji.kernels.bits import further, pointer
from tianji.kernels.native.calls import CHANCE, TERMINAL, WEIGHTS, key, moves, payoffs, play, turn, weights
from tianji.kernels.native.sampling import find

COUNT, NEXT, WHO, FIRST, LEVEL = range(5)
DEPTH, PHASE, HISTORIES, CHANCES, TERMINALS, INFOSETS, CONTROL = range(7)
VISIT, STEP = range(2)
TOLERANCE = 1e-9  # on the sum of chance's probabilities
DONE, PAUSED, FULL, TROUBLE = range(4)


@njit(cache=True, inline="always")
def is_lawful(n, chances):
    """Whether they are probabilities that sum to one."""
    total, least = 0.0, 0.0
    for i in range(n):
        total += chances[i]
        least = min(least, chances[i])
    return least >= 0.0 and abs(total - 1.0) <= TOLERANCE


@njit(cache=True, nogil=True)
def run(
    at, g, words, most, players, size, work, control, slots_of, stack, reals, index, keys, states, about, slots, reach,
    utility, known, pay,
):  # fmt: skip
    """Walk on, for `work` histories more; why it ended.

    size: words of a key. slots_of: `[P]` slots so far. slots `[T·P]`, reach `[T]`, utility `[T·P]`: of the terminals.
    known: `[size + 1 + spare]` and pay `[P]`, scratch. TROUBLE: rules that the class will name.
    """
    wide = words + most + LEVEL + players
    levels, capacity, room, mask = stack.size // wide, index.size // 2, reach.size, index.size - 1
    at, g, stack, reals, index, keys = (
        pointer(at),
        pointer(g),
        pointer(stack),
        pointer(reals),
        pointer(index),
        pointer(keys),
    )
    states, about, slots, reach, utility = (
        pointer(states),
        pointer(about),
        pointer(slots),
        pointer(reach),
        pointer(utility),
    )
    known, pay = pointer(known), pointer(pay)
    depth, phase, done, why = control[DEPTH], control[PHASE], 0, PAUSED
    while done < work:
        s = further(stack, depth * wide)
        out, row, mine = further(s, words), further(s, words + most), further(s, words + most + LEVEL)
        chances = further(reals, depth * (most + 1))
        if phase == VISIT:
            if depth + 1 >= levels or control[TERMINALS] >= room or control[INFOSETS] >= capacity:
                why = FULL
                break
            who = turn(at, g, s)
            done += 1
            control[HISTORIES] += 1
            if who == TERMINAL:
                t = control[TERMINALS]
                payoffs(at, g, s, pay)
                reach[t] = chances[most]
                for p in range(players):
                    slots[t * players + p], utility[t * players + p] = mine[p], pay[p]
                control[TERMINALS] += 1
                depth, phase = depth - 1, STEP
                if depth < 0:
                    why = DONE
                    break
                continue
            n = moves(at, g, s, out)
            if n <= 0 or who >= players or who < CHANCE or (who == CHANCE and at[WEIGHTS] == 0):
                return TROUBLE
            row[COUNT], row[NEXT], row[WHO], phase = n, 0, who, STEP
            if who == CHANCE:
                weights(at, g, s, chances)
                if not is_lawful(n, chances):
                    return TROUBLE
                control[CHANCES] += 1
                continue
            known[0] = who
            for i in range(1, size + 1):
                known[i] = 0
            key(at, g, s, who, further(known, 1))
            place = find(size, index, mask, keys, known)
            i = index[place] - 1
            if i < 0:
                i = control[INFOSETS]
                control[INFOSETS] += 1
                index[place] = i + 1
                for j in range(size + 1):
                    keys[i * (size + 1) + j] = known[j]
                for w in range(words):
                    states[i * words + w] = s[w]
                about[3 * i], about[3 * i + 1], about[3 * i + 2] = slots_of[who], mine[who], n
                slots_of[who] += n
            elif about[3 * i + 1] != mine[who] or about[3 * i + 2] != n:
                return TROUBLE
            row[FIRST] = about[3 * i]
            continue
        i, who = row[NEXT], row[WHO]
        if i == row[COUNT]:
            depth -= 1
            if depth < 0:
                why = DONE
                break
            continue
        row[NEXT] = i + 1
        if who == CHANCE and chances[i] <= 0.0:
            continue
        after = further(stack, (depth + 1) * wide)
        for w in range(words):
            after[w] = s[w]
        theirs = further(after, words + most + LEVEL)
        for p in range(players):
            theirs[p] = mine[p]
        further(reals, (depth + 1) * (most + 1))[most] = (
            chances[most] * chances[i] if who == CHANCE else chances[most]
        )
        if who != CHANCE:
            theirs[who] = row[FIRST] + i
        play(at, g, after, out[i])
        depth, phase = depth + 1, VISIT
    control[DEPTH], control[PHASE] = depth, phase
    return why


@njit(cache=True)
def preorder(parent_slot, first_slot, order):
    """`[I]` infosets, every subtree contiguous, siblings in the order given; parents come first in it."""
    count = parent_slot.size
    slots = first_slot[count]
    head, after = np.full(slots, -1), np.empty(count, np.int64)
    for i in range(count - 1, -1, -1):
        after[i] = head[parent_slot[i]]
        head[parent_slot[i]] = i
    stack, top, made = np.empty(slots + 1, np.int64), 0, 0
    stack[0] = head[0]  # the rest of a row of siblings each
    while top >= 0:
        i = stack[top]
        if i < 0:
            top -= 1
            continue
        stack[top] = after[i]
        order[made] = i
        made += 1
        for q in range(first_slot[i + 1] - 1, first_slot[i] - 1, -1):
            if head[q] >= 0:
                top += 1
                stack[top] = head[q]
