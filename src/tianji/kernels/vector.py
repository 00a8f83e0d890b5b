"""CFR on a betting tree with hand vectors: the sequence form of a street, one board at a time.

A street's betting forest is one sequence form a player: slot l < L is the arrival at root l, and every action of an
infoset has a slot of its own. Cards live in the last axis: hands come in blocks of `W`, and a *row* of storage holds
one slot of one block, `[W]`. Nothing is done at the opponent's nodes: his reach is a row of his own plan.

Rows of a board and player: row(block, slot) = base + block · Q + slot − L. Locked infosets keep their rows.
"""

from collections import namedtuple

import numpy as np
from numba import njit

from tianji.kernels.showdown import CHUNK, facing, sums, sweep

SOLVE, VALUE, RESPONSE = 0, 1, 2  # learn; value of the average strategies; best response to the average strategy
POSITIVE, NEGATIVE, FLOOR, AVERAGE, PREDICTION, LOOKAHEAD = range(6)  # columns of a schedule row

# A named tuple, against the house rule, because a task walks two streets: 2 × 17 arrays as arguments would hide it.
Level = namedtuple(
    "Level",
    [
        "sizes",  # [2, 7] per player: roots L, infosets I, slots Q, chunks, showdown chunks, terms, chance leaves
        "infosets",  # [2, I, 3] parent slot, first slot, number of actions; parents first
        "columns",  # [2, chunks · CHUNK] the slot of this player whose reach is the column; padding: row of zeros
        "is_met",  # [2, chunks] whether the other player's values need `facing` of the chunk
        "terms",  # [2, T, 3] slot of this player, 0 beats / 1 meets, column of the *other* player
        "amounts",  # [2, T] chips a unit of it is worth
        "chances",  # [2, C] this player's slot at each chance leaf; leaf c is root c of the next street
        "boards",  # [B, 2, 6] first hand, hands, blocks, base row, first of `parents`, members
        "spans",  # [B, 4] first and last group, first and last board of the next street
        "cards",  # [hands of all boards, 2]
        "same",  # [hands of all boards] the other player's number of the same cards on this board, or −1
        "parents",  # [Σ members · hands] number of the hand on the board of the street before, a member at a time
        "groups",  # [Σ groups, 4] see showdown.sweep
        "regret",  # [rows, W] cumulative regret
        "average",  # [rows, W] cumulative strategy
        "prediction",  # [rows or 0, W] last regret, for predictive schedules
        "scales",  # [2, rows or 1] of a row of regret and of average when they are stored as integers, else 1
        "locks",  # [rows or 0, W] 1 where the strategy is fixed
    ],
)

# What a task needs to itself: plan [Q + 1, W] with a last row of zeros, cfv [Q, W], tile [4, W], columns [CHUNK, W],
# reach, beats, meets [chunks, H, CHUNK], total [CHUNK], by_card [52, CHUNK].
Scratch = namedtuple(
    "Scratch", ["plan", "cfv", "tile", "columns", "reach", "beats", "meets", "total", "by_card"]
)


@njit(cache=True)
def _store(tile, row, stored, scales):
    """Write tile[2] as a row of integers, rounded to multiples of its largest size / 32767."""
    top = tile.dtype.type(0)
    for k in range(tile.shape[1]):
        size = abs(tile[2, k])
        top = size if size > top else top
    unit = tile.dtype.type(32767) / top if top > 0 else tile.dtype.type(0)
    scales[row] = top / tile.dtype.type(32767) if top > 0 else 1
    for k in range(tile.shape[1]):
        stored[row, k] = np.rint(tile[2, k] * unit)


@njit(cache=True)
def _weights(stored, scales, prediction, row, actions, ahead, share, plan, at, tile):
    """Unnormalised strategy of an infoset into plan[at : at + actions], and its norm into tile.

    plan rows hold w(a) = max(stored, 0) ≥ 0, with the prediction added where there is one; tile[0] becomes 1 / Σ w and
    tile[1] the uniform part where Σ w = 0: σ = w · tile[0] + tile[1].
    """
    real = tile.dtype.type
    zero, one = real(0), real(1)
    width = tile.shape[1]
    for k in range(width):
        tile[0, k] = zero
    for a in range(actions):
        unit = real(scales[row + a]) if scales.size > 1 else one
        if prediction.shape[0] > 0:
            for k in range(width):
                x = ahead * real(stored[row + a, k]) * unit + share * prediction[row + a, k]
                x = x if x > zero else zero
                plan[at + a, k] = x
                tile[0, k] += x
        else:
            for k in range(width):
                x = real(stored[row + a, k]) * unit
                x = x if x > zero else zero
                plan[at + a, k] = x
                tile[0, k] += x
    uniform = one / real(actions)
    for k in range(width):
        x = tile[0, k]
        tile[0, k] = one / x if x > zero else zero
        tile[1, k] = zero if x > zero else uniform


@njit(cache=True)
def _add_average(average, scales, row, plan, at, weight, tile):
    """S ← weight · S + plan."""
    width = tile.shape[1]
    if scales.size > 1:
        unit = tile.dtype.type(scales[row])
        for k in range(width):
            tile[2, k] = tile.dtype.type(average[row, k]) * unit * weight + plan[at, k]
        _store(tile, row, average, scales)
    else:
        for k in range(width):
            average[row, k] = average[row, k] * weight + plan[at, k]


@njit(cache=True)
def _spread(plan, slots, column, lo, size, reach):
    """reach[lo + k, column + j] = plan[slots(column + j), k] for eight columns: an unrolled transposition."""
    column = column % CHUNK
    j0, j1, j2, j3 = column, column + 1, column + 2, column + 3
    j4, j5, j6, j7 = column + 4, column + 5, column + 6, column + 7
    s0, s1, s2, s3, s4, s5, s6, s7 = slots[0], slots[1], slots[2], slots[3], slots[4], slots[5], slots[6], slots[7]
    for k in range(size):
        reach[lo + k, j0] = plan[s0, k]
        reach[lo + k, j1] = plan[s1, k]
        reach[lo + k, j2] = plan[s2, k]
        reach[lo + k, j3] = plan[s3, k]
        reach[lo + k, j4] = plan[s4, k]
        reach[lo + k, j5] = plan[s5, k]
        reach[lo + k, j6] = plan[s6, k]
        reach[lo + k, j7] = plan[s7, k]


@njit(cache=True)
def _collect(source, lo, size, tile):
    """tile[j, k] = source[lo + k, j]: a chunk of columns back into rows, four at a time."""
    for j in range(0, CHUNK, 4):
        for k in range(size):
            tile[j, k] = source[lo + k, j]
            tile[j + 1, k] = source[lo + k, j + 1]
            tile[j + 2, k] = source[lo + k, j + 2]
            tile[j + 3, k] = source[lo + k, j + 3]


@njit(cache=True)
def forward(level, board, player, rows_in, coefficients, mode, scratch, rows_out):
    r"""Carry a player's range down a street: plan(q) = plan(parent) · σ(q), hand by hand.

    rows_in: `[L, H of the street before]`, his reach at the roots. In mode SOLVE σ is the current strategy, and the
    plan is added to the average; else σ is the average strategy. scratch.reach: his columns, overwritten.
    rows_out: `[C, H]`, his reach at the chance leaves, overwritten.
    """
    roots, num, slots, chunks = level.sizes[player, 0], level.sizes[player, 1], level.sizes[player, 2], level.sizes[player, 3]
    leaves = level.sizes[player, 6]
    first, hands, blocks, base, parent = level.boards[board, player, 0:5]
    plan, tile = scratch.plan, scratch.tile
    width = plan.shape[1]
    real = plan.dtype.type
    infosets, columns = level.infosets[player], level.columns[player]
    is_current = mode == SOLVE
    stored, scales = (level.regret, level.scales[0]) if is_current else (level.average, level.scales[1])
    prediction = level.prediction if is_current else level.prediction[:0]
    ahead, share = real(coefficients[LOOKAHEAD]), real(coefficients[PREDICTION])
    average, average_scales, weight = level.average, level.scales[1], real(coefficients[AVERAGE])
    for block in range(blocks):
        lo = block * width
        size = min(width, hands - lo)
        for root in range(roots):
            for k in range(size):
                plan[root, k] = rows_in[root, level.parents[parent + lo + k]]
            for k in range(size, width):
                plan[root, k] = real(0)
        shift = base + block * (slots - roots) - roots
        for i in range(num):
            above, at, actions = infosets[i, 0], infosets[i, 1], infosets[i, 2]
            _weights(stored, scales, prediction, shift + at, actions, ahead, share, plan, at, tile)
            for k in range(width):
                tile[0, k] *= plan[above, k]
                tile[1, k] *= plan[above, k]
            for a in range(actions):
                for k in range(width):
                    plan[at + a, k] = plan[at + a, k] * tile[0, k] + tile[1, k]
                if is_current:
                    _add_average(average, average_scales, shift + at + a, plan, at + a, weight, tile)
        for column in range(0, chunks * CHUNK, 8):
            _spread(plan, columns[column : column + 8], column, lo, size, scratch.reach[column // CHUNK])
        for leaf in range(leaves):
            slot = level.chances[player, leaf]
            for k in range(size):
                rows_out[leaf, lo + k] = plan[slot, k]


@njit(cache=True)
def terminals(level, board, player, scratch):
    """The player's values of all betting lines that end on this board: scratch.beats and scratch.meets, overwritten."""
    first, hands = level.boards[board, player, 0], level.boards[board, player, 1]
    other, others = level.boards[board, 1 - player, 0], level.boards[board, 1 - player, 1]
    cards = level.cards[first : first + hands]
    opponent_cards = level.cards[other : other + others]
    groups = level.groups[level.spans[board, 0] : level.spans[board, 1]]
    for chunk in range(level.sizes[1 - player, 3]):
        reach = scratch.reach[chunk]
        if chunk < level.sizes[1 - player, 4]:
            sweep(
                groups, cards, opponent_cards, reach, player, scratch.total, scratch.by_card, scratch.beats[chunk]
            )
        else:
            sums(opponent_cards, reach, scratch.total, scratch.by_card)
        if level.is_met[1 - player, chunk]:
            same = level.same[first : first + hands]
            facing(cards, same, reach, scratch.total, scratch.by_card, scratch.meets[chunk])


@njit(cache=True)
def _learn(regret, scales, prediction, locks, row, actions, positive, negative, floor, cfv, at, tile):
    """Regrets of one infoset from the values of its actions; tile[3] holds the infoset's value."""
    real = tile.dtype.type
    zero = real(0)
    width = tile.shape[1]
    for a in range(actions):
        unit = real(scales[row + a]) if scales.size > 1 else real(1)
        for k in range(width):
            old = real(regret[row + a, k]) * unit
            x = old * (positive if old > zero else negative) + (cfv[at + a, k] - tile[3, k])
            tile[2, k] = x if x > floor else floor
        if locks.shape[0] > 0:
            for k in range(width):
                if locks[row + a, k]:
                    tile[2, k] = real(regret[row + a, k]) * unit
        if scales.size > 1:
            _store(tile, row + a, regret, scales)
        else:
            for k in range(width):
                regret[row + a, k] = tile[2, k]
        if prediction.shape[0] > 0:
            for k in range(width):
                prediction[row + a, k] = cfv[at + a, k] - tile[3, k]
            if locks.shape[0] > 0:
                for k in range(width):
                    prediction[row + a, k] = zero if locks[row + a, k] else prediction[row + a, k]


@njit(cache=True)
def _respond(locks, row, actions, cfv, at, tile):
    """Replace the mean in tile[3] by the best action's value, except where the strategy is locked."""
    for k in range(tile.shape[1]):
        if locks.shape[0] > 0 and locks[row, k]:
            continue
        best = cfv[at, k]
        for a in range(1, actions):
            best = max(best, cfv[at + a, k])
        tile[3, k] = best


@njit(cache=True)
def _terminal_values(terms, amounts, sizes, lo, size, beats, meets, tile, cfv):
    """Add what the terminals are worth to the slots they follow; terms come sorted by kind and column."""
    loaded = -1
    for term in range(sizes[5]):
        slot, kind, column = terms[term, 0], terms[term, 1], terms[term, 2]
        chunk, lane = column // CHUNK, column % CHUNK
        if 2 * chunk + kind != loaded:
            loaded = 2 * chunk + kind
            if kind == 0:
                _collect(beats[chunk], lo, size, tile)
            else:
                _collect(meets[chunk], lo, size, tile)
        amount = cfv.dtype.type(amounts[term])
        for k in range(cfv.shape[1]):
            cfv[slot, k] += amount * tile[lane, k]


@njit(cache=True)
def backward(level, board, player, rows_value, share, coefficients, mode, scratch, rows_out):
    r"""Carry values up a street, and learn: cfv(parent) += Σ_a σ(a) · cfv(a).

    rows_value: `[C, H]`, values at the chance leaves summed over the next cards; share: the chance of one card.
    In mode SOLVE regrets move by the schedule's coefficients; RESPONSE takes the maximum instead of the mean.
    rows_out: `[L, H of the street before]`, values at the roots, accumulated over the cards that are equal by suit.
    scratch.cfv holds the slots' values of the last block on return.
    """
    roots, num, slots = level.sizes[player, 0], level.sizes[player, 1], level.sizes[player, 2]
    first, hands, blocks, base, parent, members = level.boards[board, player]
    cfv, tile, plan = scratch.cfv, scratch.tile, scratch.plan
    width = cfv.shape[1]
    real = cfv.dtype.type
    infosets, chances = level.infosets[player], level.chances[player]
    is_current = mode == SOLVE
    stored, scales = (level.regret, level.scales[0]) if is_current else (level.average, level.scales[1])
    prediction = level.prediction if is_current else level.prediction[:0]
    ahead, predicted = real(coefficients[LOOKAHEAD]), real(coefficients[PREDICTION])
    positive, negative = real(coefficients[POSITIVE]), real(coefficients[NEGATIVE])
    floor = real(coefficients[FLOOR])
    for block in range(blocks):
        lo = block * width
        size = min(width, hands - lo)
        cfv[:slots] = 0
        _terminal_values(
            level.terms[player], level.amounts[player], level.sizes[player], lo, size,
            scratch.beats, scratch.meets, scratch.columns, cfv,
        )  # fmt: skip
        for leaf in range(level.sizes[player, 6]):
            for k in range(size):
                cfv[chances[leaf], k] += real(share * rows_value[leaf, lo + k])
        shift = base + block * (slots - roots) - roots
        for back in range(num):
            i = num - 1 - back
            above, at, actions = infosets[i, 0], infosets[i, 1], infosets[i, 2]
            row = shift + at
            _weights(stored, scales, prediction, row, actions, ahead, predicted, plan, 0, tile)
            for k in range(width):
                tile[3, k] = real(0)
            for a in range(actions):
                for k in range(width):
                    tile[3, k] += (plan[a, k] * tile[0, k] + tile[1, k]) * cfv[at + a, k]
            if is_current:
                _learn(
                    level.regret, scales, prediction, level.locks, row, actions,
                    positive, negative, floor, cfv, at, tile,
                )  # fmt: skip
            elif mode == RESPONSE:
                _respond(level.locks, row, actions, cfv, at, tile)
            for k in range(width):
                cfv[above, k] += tile[3, k]
        for root in range(roots):
            for member in range(members):
                to = parent + member * hands + lo
                for k in range(size):
                    rows_out[root, level.parents[to + k]] += cfv[root, k]


@njit(cache=True, nogil=True)
def last_boards(level, lo, hi, player, rows_in, coefficients, mode, scratch, no_reach, no_value, rows_out):
    """One player's pass over boards lo:hi of the last street: the opponent's range down, values up.

    rows_in: `[L, H']` the opponent's reach at the roots; rows_out: `[L, H]` the player's values, accumulated. no_reach
    and no_value: `[0, 0]`, in place of chance leaves.
    """
    for board in range(lo, hi):
        forward(level, board, 1 - player, rows_in, coefficients, mode, scratch, no_reach)
        terminals(level, board, player, scratch)
        backward(level, board, player, no_value, 0.0, coefficients, mode, scratch, rows_out)


@njit(cache=True, nogil=True)
def inner_boards(
    level, after, lo, hi, player, rows_in, share, coefficients, mode, scratch, scratch_after,
    reach, value, no_reach, no_value, rows_out,
):  # fmt: skip
    """The same over boards of the last street but one, with all boards of the last street below them.

    share: the chance of one last card. reach: `[C, H']` and value: `[C, H]`, scratch for the chance leaves.
    """
    for board in range(lo, hi):
        forward(level, board, 1 - player, rows_in, coefficients, mode, scratch, reach)
        value[:] = 0
        last_boards(
            after, level.spans[board, 2], level.spans[board, 3],
            player, reach, coefficients, mode, scratch_after, no_reach, no_value, value,
        )  # fmt: skip
        terminals(level, board, player, scratch)
        backward(level, board, player, value, share, coefficients, mode, scratch, rows_out)


@njit(cache=True, nogil=True)
def iterate(level, rows_0, rows_1, schedule, scratch, no_reach, no_value, value):
    """Whole iterations of a spot on its last street, one for every row of the schedule.

    rows_p: `[1, H]`, the ranges. value: `[1, max H]`, scratch. Players update in turn.
    """
    for t in range(schedule.shape[0]):
        value[:] = 0
        last_boards(level, 0, 1, 0, rows_1, schedule[t], SOLVE, scratch, no_reach, no_value, value)
        value[:] = 0
        last_boards(level, 0, 1, 1, rows_0, schedule[t], SOLVE, scratch, no_reach, no_value, value)
