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
        "columns",  # [2, chunks · CHUNK] the slot of this player whose reach is the column, or −1
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

# What a task needs to itself: plan [Q, W], cfv [Q, W], tile [4, W], reach/beats/meets [chunks, H, CHUNK], total, by_card
Scratch = namedtuple("Scratch", ["plan", "cfv", "tile", "reach", "beats", "meets", "total", "by_card"])


@njit(cache=True)
def _load(stored, scale, row, out):
    """out[k] = stored[row, k] · scale(row)."""
    unit = out.dtype.type(scale)
    for k in range(out.shape[0]):
        out[k] = stored[row, k] * unit


@njit(cache=True)
def _store(values, row, stored, scale):
    """Write a row; integers are rounded to multiples of max |values| / 32767."""
    if scale.size > 1:
        top = values.dtype.type(0)
        for k in range(values.shape[0]):
            top = max(top, abs(values[k]))
        unit = values.dtype.type(32767) / top if top > 0 else values.dtype.type(0)
        scale[row] = 1 / unit if top > 0 else 1
        for k in range(values.shape[0]):
            stored[row, k] = np.rint(values[k] * unit)
    else:
        for k in range(values.shape[0]):
            stored[row, k] = values[k]


@njit(cache=True)
def _scale_of(scales, row):
    return scales[row] if scales.size > 1 else scales[0]


@njit(cache=True)
def _weights(level, row, actions, coefficients, mode, tile, plan, at):
    """Unnormalised strategy of an infoset into plan[at : at + actions], and its norm into tile.

    plan rows hold w(a) ≥ 0; tile[0] becomes 1 / Σ w, tile[1] the uniform part where Σ w = 0: σ = w · tile[0] + tile[1].
    """
    real = tile.dtype.type
    zero = real(0)
    width = tile.shape[1]
    stored, scales = (level.regret, level.scales[0]) if mode == SOLVE else (level.average, level.scales[1])
    is_predictive = mode == SOLVE and level.prediction.shape[0] > 0
    ahead, share = real(coefficients[LOOKAHEAD]), real(coefficients[PREDICTION])
    for k in range(width):
        tile[0, k] = zero
    for a in range(actions):
        unit = real(_scale_of(scales, row + a))
        if is_predictive:
            for k in range(width):
                x = ahead * real(stored[row + a, k]) * unit + share * level.prediction[row + a, k]
                x = x if x > zero else zero
                plan[at + a, k] = x
                tile[0, k] += x
        else:
            for k in range(width):
                x = real(stored[row + a, k]) * unit
                x = x if x > zero else zero
                plan[at + a, k] = x
                tile[0, k] += x
    uniform = real(1) / real(actions)
    one = real(1)
    for k in range(width):
        x = tile[0, k]
        tile[0, k] = one / x if x > zero else zero
        tile[1, k] = zero if x > zero else uniform


@njit(cache=True)
def _add_average(level, row, plan, at, weight, tile):
    """S ← weight · S + plan."""
    weight = tile.dtype.type(weight)
    width = tile.shape[1]
    scales = level.scales[1]
    if scales.size > 1:
        _load(level.average, scales[row], row, tile[2])
        for k in range(width):
            tile[2, k] = tile[2, k] * weight + plan[at, k]
        _store(tile[2], row, level.average, scales)
    else:
        for k in range(width):
            level.average[row, k] = level.average[row, k] * weight + plan[at, k]


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
    infosets = level.infosets[player]
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
            _weights(level, shift + at, actions, coefficients, mode, tile, plan, at)
            for k in range(width):
                tile[0, k] *= plan[above, k]
                tile[1, k] *= plan[above, k]
            for a in range(actions):
                for k in range(width):
                    plan[at + a, k] = plan[at + a, k] * tile[0, k] + tile[1, k]
                if mode == SOLVE:
                    _add_average(level, shift + at + a, plan, at + a, coefficients[AVERAGE], tile)
        for column in range(chunks * CHUNK):
            slot = level.columns[player, column]
            if slot >= 0:
                chunk, lane = column // CHUNK, column % CHUNK
                for k in range(size):
                    scratch.reach[chunk, lo + k, lane] = plan[slot, k]
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
def _learn(level, row, actions, coefficients, cfv, at, tile):
    """Regrets of one infoset from the values of its actions; tile[3] holds the infoset's value."""
    real = tile.dtype.type
    zero = real(0)
    width = tile.shape[1]
    positive, negative = real(coefficients[POSITIVE]), real(coefficients[NEGATIVE])
    floor = real(coefficients[FLOOR])
    is_locked = level.locks.shape[0] > 0
    scales = level.scales[0]
    for a in range(actions):
        unit = real(_scale_of(scales, row + a))
        for k in range(width):
            old = real(level.regret[row + a, k]) * unit
            x = old * (positive if old > zero else negative) + (cfv[at + a, k] - tile[3, k])
            tile[2, k] = x if x > floor else floor
        if is_locked:
            for k in range(width):
                if level.locks[row + a, k]:
                    tile[2, k] = real(level.regret[row + a, k]) * unit
        if scales.size > 1:
            _store(tile[2], row + a, level.regret, scales)
        else:
            for k in range(width):
                level.regret[row + a, k] = tile[2, k]
        if level.prediction.shape[0] > 0:
            for k in range(width):
                level.prediction[row + a, k] = cfv[at + a, k] - tile[3, k]
            if is_locked:
                for k in range(width):
                    if level.locks[row + a, k]:
                        level.prediction[row + a, k] = zero


@njit(cache=True)
def _respond(level, row, actions, cfv, at, tile):
    """Replace the mean in tile[3] by the best action's value, except where the strategy is locked."""
    is_locked = level.locks.shape[0] > 0
    for k in range(tile.shape[1]):
        if is_locked and level.locks[row, k]:
            continue
        best = cfv[at, k]
        for a in range(1, actions):
            best = max(best, cfv[at + a, k])
        tile[3, k] = best


@njit(cache=True)
def _leaf_values(level, player, lo, size, rows_value, share, scratch):
    """Values of the slots from the leaves that follow them at once: terminals, then chance."""
    cfv = scratch.cfv
    real = cfv.dtype.type
    for slot in range(level.sizes[player, 2]):
        for k in range(cfv.shape[1]):
            cfv[slot, k] = real(0)
    for term in range(level.sizes[player, 5]):
        slot, kind, column = level.terms[player, term, 0], level.terms[player, term, 1], level.terms[player, term, 2]
        amount = real(level.amounts[player, term])
        chunk, lane = column // CHUNK, column % CHUNK
        source = scratch.beats if kind == 0 else scratch.meets
        for k in range(size):
            cfv[slot, k] += amount * source[chunk, lo + k, lane]
    for leaf in range(level.sizes[player, 6]):
        slot = level.chances[player, leaf]
        for k in range(size):
            cfv[slot, k] += real(share * rows_value[leaf, lo + k])


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
    infosets = level.infosets[player]
    for block in range(blocks):
        lo = block * width
        size = min(width, hands - lo)
        _leaf_values(level, player, lo, size, rows_value, share, scratch)
        shift = base + block * (slots - roots) - roots
        for back in range(num):
            i = num - 1 - back
            above, at, actions = infosets[i, 0], infosets[i, 1], infosets[i, 2]
            row = shift + at
            _weights(level, row, actions, coefficients, mode, tile, plan, 0)
            for k in range(width):
                tile[3, k] = real(0)
            for a in range(actions):
                for k in range(width):
                    tile[3, k] += (plan[a, k] * tile[0, k] + tile[1, k]) * cfv[at + a, k]
            if mode == SOLVE:
                _learn(level, row, actions, coefficients, cfv, at, tile)
            elif mode == RESPONSE:
                _respond(level, row, actions, cfv, at, tile)
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
