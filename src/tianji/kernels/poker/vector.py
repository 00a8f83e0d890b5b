"""CFR on a betting tree with hand vectors: the sequence form of a street, one board at a time.

A street's betting forest is one sequence form a player: slot l < L is the arrival at root l, and every action of an
infoset has a slot of its own. Cards live in the last axis: hands come in blocks of BLOCK, and a *row* of storage
(flat, see `infoset_rows`) holds one slot of one block. Nothing is done at the opponent's nodes: his reach is a row
of his own sequence form.

Rows of a board and player: row(block, slot) = base + block · Q + slot − L. Locked infosets keep their rows.

Compiled without reference counts (`_nrt`), as `external` is: counting took a ninth of a small river's time.
"""

from collections import namedtuple

import numpy as np
from numba import njit

from tianji.kernels.bits import lift, look, stand_aside, take, tell
from tianji.kernels.constants import (
    AVERAGE,
    BLOCK,
    CHUNK,
    COUNTERS,
    DOWN,
    FLOOR,
    INSTANT,
    LOOKAHEAD,
    NEGATIVE,
    PEEK,
    POSITIVE,
    PREDICTION,
    RESPONSE,
    SOLVE,
    TILE,
    UP,
)
from tianji.kernels.poker.infoset_rows import ONE, W, carry, normalise, weights
from tianji.kernels.poker.lanes import HALF, WHOLE, add_up, collect, finish, spread, sweep
from tianji.kernels.poker.learning import mean, update
from tianji.kernels.poker.sums import FIRST, NONE

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
        "copies",  # [B] how many boards of equal value a board stands for
        "spans",  # [B, 4] first and last group, first and last board of the next street
        "cards",  # [hands of all boards, 2]
        "same",  # [hands of all boards] the other player's number of the same cards on this board, or −1
        "parents",  # [Σ members · hands] number of the hand on the board of the street before, a member at a time
        "groups",  # [Σ groups, 4] see showdown.sweep
        "regret",  # [rows · BLOCK] cumulative regret
        "average",  # [rows · BLOCK] cumulative strategy
        "residue",  # [rows · BLOCK or 0] what the rounding of the average left over, in long runs
        "prediction",  # [rows · BLOCK or 0] last regret, for predictive schedules
        "scales",  # [2, rows or 1] of a row of regret and of average when they are stored as integers, else 1
        "locks",  # [rows · BLOCK or 0] 1 where the strategy is fixed
    ],
)

# What a task needs to itself; reaches, cfv and strategy are rows: reaches [Q + 1] by slot, the last one zeros, cfv [Q],
# strategy [most actions], tile [4 · BLOCK], columns [TILE, BLOCK]; reach, those that terminals look at, beats and meets
# [chunks, H, CHUNK] with H a multiple of TILE, sums [53, CHUNK].
Scratch = namedtuple(
    "Scratch", ["reaches", "cfv", "strategy", "tile", "columns", "reach", "beats", "meets", "sums"]
)


@njit(cache=True, _nrt=False)
def forward(level, board, player, rows_in, coefficients, mode, scratch, rows_out):
    r"""Carry a player's range down a street: reach(q) = reach(parent) · σ(q), hand by hand.

    rows_in: `[L, H of the street before]`, his reach at the roots. In mode SOLVE σ is the current strategy, and the
    reaches are added to the average (not in mode PEEK); else σ is the average strategy. scratch.reach: his columns;
    rows_out: `[C, H]`, his reach at the chance leaves; both overwritten.
    """
    roots, num, slots, chunks = (
        level.sizes[player, 0],
        level.sizes[player, 1],
        level.sizes[player, 2],
        level.sizes[player, 3],
    )
    leaves = level.sizes[player, 6]
    _, hands, blocks, base, parent = level.boards[board, player, 0:5]
    reaches, tile, every_reach = scratch.reaches, scratch.tile, scratch.reach
    parents, chances = level.parents, level.chances
    real = reaches.dtype.type
    infosets, columns = level.infosets[player], level.columns[player]
    padding = np.uint64(max(level.sizes[0, 2], level.sizes[1, 2]))
    is_current = mode in (SOLVE, PEEK)
    stored, scales = (level.regret, level.scales[0]) if is_current else (level.average, level.scales[1])
    prediction = level.prediction if is_current else level.prediction[:0]
    ahead, share = real(coefficients[LOOKAHEAD]), real(coefficients[PREDICTION])
    residue = level.residue
    average, average_scales, weight = level.average, level.scales[1], coefficients[AVERAGE]
    for block in range(blocks):
        lo = block * BLOCK
        size = min(BLOCK, hands - lo)
        width = np.uint64((size + 15) // 16 * 16)
        for root in range(roots):
            for k in range(size):
                reaches[root * BLOCK + k] = rows_in[root, np.uint64(parents[parent + lo + k])]
            for k in range(size, (size + 15) // 16 * 16):
                reaches[root * BLOCK + k] = real(0)
        shift = base + block * (slots - roots) - roots
        carry(
            infosets, num, shift, width, stored, scales, prediction, ahead, share,
            mode == SOLVE, weight, average, average_scales, residue, tile, reaches,
        )  # fmt: skip
        for chunk in range(chunks):
            reach = every_reach[chunk]
            for lane in range(0, CHUNK, TILE):
                if columns[chunk * CHUNK + lane] == padding:
                    break  # zeros from the start on
                for k in range(0, size, TILE):
                    spread(reaches, BLOCK, columns, chunk * CHUNK + lane, k, reach, lo + k, lane)
        for leaf in range(leaves):
            slot = chances[player, leaf]
            for k in range(size):
                rows_out[leaf, lo + k] = reaches[slot * BLOCK + k]


@njit(cache=True, _nrt=False)
def terminals(level, board, player, scratch):
    """The player's values of all betting lines that end on this board: scratch.beats and scratch.meets, overwritten."""
    first, hands = level.boards[board, player, 0], level.boards[board, player, 1]
    other, others = level.boards[board, 1 - player, 0], level.boards[board, 1 - player, 1]
    cards = level.cards[first : first + hands]
    opponent_cards = level.cards[other : other + others]
    groups = level.groups[level.spans[board, 0] : level.spans[board, 1]]
    same = level.same[first : first + hands]
    sums, sizes, is_met = scratch.sums, level.sizes[1 - player], level.is_met[1 - player]
    every_reach, every_beats, every_meets = scratch.reach, scratch.beats, scratch.meets
    columns, padding = level.columns[1 - player], np.uint64(max(level.sizes[0, 2], level.sizes[1, 2]))
    for chunk in range(sizes[3]):
        reach, beats, meets = every_reach[chunk], every_beats[chunk], every_meets[chunk]
        is_swept, is_needed = chunk < sizes[4], is_met[chunk] > 0
        if columns[chunk * CHUNK + CHUNK // 2] == padding:  # the last chunk, on small rivers the only one
            if is_swept:
                sweep(groups, cards, opponent_cards, reach, player, sums, beats, HALF)
            else:
                add_up(opponent_cards, reach, sums, HALF)
            finish(cards, same, reach, sums, is_swept, is_needed, beats, meets, HALF)
            continue
        if is_swept:
            sweep(groups, cards, opponent_cards, reach, player, sums, beats, WHOLE)
        else:
            add_up(opponent_cards, reach, sums, WHOLE)
        finish(cards, same, reach, sums, is_swept, is_needed, beats, meets, WHOLE)


@njit(cache=True, _nrt=False)
def terminal_values(terms, amounts, sizes, lo, size, beats, meets, tile, cfv):
    """Add what the terminals are worth to the slots they follow; terms come sorted by kind and column."""
    loaded = -1
    for term in range(sizes[5]):
        slot, kind, column = terms[term, 0], terms[term, 1], terms[term, 2]
        chunk, lane = column // CHUNK, column % CHUNK
        if 2 * (column // TILE) + kind != loaded:
            loaded = 2 * (column // TILE) + kind
            source = beats[chunk] if kind == 0 else meets[chunk]
            for k in range(0, size, TILE):
                collect(source, lo + k, lane // TILE * TILE, tile, BLOCK, k)
        amount = cfv.dtype.type(amounts[term])
        at = np.uint64(slot) * np.uint64(BLOCK)
        for k in range(np.uint64(size)):
            cfv[at + k] += amount * tile[lane % TILE, k]


@njit(cache=True, _nrt=False)
def respond(locks, row, actions, width, above, at, is_best, strategy, tile, cfv):
    """cfv(above) += the mean under σ, or with is_best the best action's value where the strategy is not locked."""
    mean(actions, width, at, strategy, cfv, tile)
    r, p, q = np.uint64(row) * W, np.uint64(at) * W, np.uint64(above) * W
    for k in range(width):
        value = tile[W + k]
        if is_best and not (locks.size > 0 and locks[r + k]):
            value = cfv[p + k]
            for a in range(ONE, np.uint64(actions)):
                x = cfv[p + a * W + k]
                value = x if x > value else value
        cfv[q + k] += value


@njit(cache=True, _nrt=False)
def evaluate(
    infosets, num, shift, width, locks, scales, is_best, strategy, tile, cfv, average, no_prediction
):
    """Carry values up under the average strategy, or with is_best those of the best actions; as `carry`.

    no_prediction: empty.
    """
    one, zero = cfv.dtype.type(1), cfv.dtype.type(0)
    is_free = is_best and locks.size == 0
    for back in range(num):
        i = num - 1 - back
        above, at, actions = np.int64(infosets[i, 0]), np.int64(infosets[i, 1]), np.int64(infosets[i, 2])
        if is_free and actions == 2:
            p, q = np.uint64(at) * W, np.uint64(above) * W
            for k in range(width):
                x, y = cfv[p + k], cfv[p + W + k]
                cfv[q + k] += x if x > y else y
        elif is_free and actions == 3:
            p, q = np.uint64(at) * W, np.uint64(above) * W
            for k in range(width):
                x, y, z = cfv[p + k], cfv[p + W + k], cfv[p + W + W + k]
                x = x if x > y else y
                cfv[q + k] += x if x > z else z
        elif is_free and actions == 4:
            p, q = np.uint64(at) * W, np.uint64(above) * W
            for k in range(width):
                x, y, z, o = cfv[p + k], cfv[p + W + k], cfv[p + W + W + k], cfv[p + W + W + W + k]
                x, z = x if x > y else y, z if z > o else o
                cfv[q + k] += x if x > z else z
        else:
            weights(average, scales, no_prediction, shift + at, actions, width, one, zero, strategy, FIRST)
            normalise(strategy, FIRST, actions, width, NONE, tile)
            respond(locks, shift + at, actions, width, above, at, is_best, strategy, tile, cfv)


@njit(cache=True, _nrt=False)
def backward(level, board, player, rows_value, share, coefficients, mode, scratch, rows_out):
    r"""Carry values up a street, and learn: cfv(parent) += Σ_a σ(a) · cfv(a).

    rows_value: `[C, H]`, values at the chance leaves summed over the next cards; share: the chance of one card.
    In mode SOLVE regrets move by the schedule's coefficients; RESPONSE takes the maximum instead of the mean.
    rows_out: `[L, H of the street before]`, values at the roots, accumulated over the cards that are equal by suit.
    scratch.cfv holds the slots' values of the last block on return.
    """
    roots, num, slots = level.sizes[player, 0], level.sizes[player, 1], level.sizes[player, 2]
    _, hands, blocks, base, parent, members = level.boards[board, player]
    cfv, tile, strategy = scratch.cfv, scratch.tile, scratch.strategy
    real = cfv.dtype.type
    infosets, chances, parents = level.infosets[player], level.chances[player], level.parents
    terms, amounts, sizes = level.terms[player], level.amounts[player], level.sizes[player]
    beats, meets, columns = scratch.beats, scratch.meets, scratch.columns
    regret, average, prediction, locks = level.regret, level.average, level.prediction, level.locks
    no_prediction = prediction[:0]
    scales = level.scales[0] if mode == SOLVE else level.scales[1]
    ahead, predicted = real(coefficients[LOOKAHEAD]), real(coefficients[PREDICTION])
    positive, negative = real(coefficients[POSITIVE]), real(coefficients[NEGATIVE])
    floor, copies = real(coefficients[FLOOR]), level.copies[board]
    instant = real(coefficients[INSTANT]) if coefficients.size > INSTANT else real(0)
    for block in range(blocks):
        lo = block * BLOCK
        size = min(BLOCK, hands - lo)
        width = np.uint64((size + 15) // 16 * 16)
        cfv[: slots * BLOCK] = 0
        terminal_values(terms, amounts, sizes, lo, size, beats, meets, columns, cfv)
        for leaf in range(sizes[6]):
            for k in range(size):
                cfv[chances[leaf] * BLOCK + k] += real(share * rows_value[leaf, lo + k])
        shift = base + block * (slots - roots) - roots
        if mode == SOLVE:
            update(
                infosets, num, shift, width, locks, scales, ahead, predicted, positive, negative, floor, instant,
                strategy, tile, cfv, regret, prediction,
            )  # fmt: skip
        else:
            evaluate(
                infosets, num, shift, width, locks, scales, mode == RESPONSE, strategy, tile, cfv,
                average, no_prediction,
            )  # fmt: skip
        for root in range(roots):
            for member in range(members):
                to = parent + member * hands + lo
                for k in range(size):
                    rows_out[root, np.uint64(parents[to + k])] += copies * cfv[root * BLOCK + k]


# A crew's counters, each in a line of the cache of its own: the job at hand, from 1; items done of it; whether the work
# is over; and from TAKEN on, for every item, the last job for which somebody has taken it.
JOB, DONE, OVER, TAKEN = np.uint64(0), np.uint64(8), np.uint64(16), np.uint64(COUNTERS)


@njit(cache=True, _nrt=False)
def _do(
    after, first, players, schedule, mode, edges, job, item, reach, parts, value, scratch, no_reach, no_value
):
    """One item of a job: odd jobs walk the boards of a part, even ones add the parts up at a chance leaf, in order."""
    if job & 1 == 0:
        value[item] = 0
        for part in range(parts.shape[0]):
            for k in range(value.shape[1]):
                value[item, k] += parts[part, item, k]
        return
    row, player = schedule[(job >> 1) // players], first + (job >> 1) % players  # of jobs 1, 3, 5, …
    part = parts[item]
    part[:] = 0
    for below in range(edges[item], edges[item + 1]):
        forward(after, below, 1 - player, reach, row, mode, scratch, no_reach)
        terminals(after, below, player, scratch)
        backward(after, below, player, no_value, 0.0, row, mode, scratch, part)


@njit(cache=True, _nrt=False)
def _take_part(
    after, first, players, schedule, mode, edges, crew, job, who, of, reach, parts, value, scratch, no_reach, no_value
):  # fmt: skip
    """Do what nobody has taken of a job, the same items first every time: they are still in the processor's cache."""
    items = value.shape[0] if job & 1 == 0 else parts.shape[0]
    for k in range(items):
        item = (who * items // of + k) % items
        at = TAKEN + np.uint64(item)
        if look(crew, at) < job and lift(crew, at, job) < job:
            _do(
                after, first, players, schedule, mode, edges, job, item, reach, parts, value, scratch,
                no_reach, no_value,
            )  # fmt: skip
            take(crew, DONE, 1)


@njit(cache=True, _nrt=False)
def _help(
    after, first, players, schedule, mode, edges, crew, job, who, of, reach, parts, value, scratch, no_reach, no_value
):  # fmt: skip
    """Have `job` done, for who leads; or with job < 0 take part in all to come. Nobody waits for who has not come."""
    is_leading, seen, idle = job >= 0, np.int64(0), 0
    if is_leading:
        tell(crew, DONE, 0)
        tell(crew, JOB, job)
    while is_leading or not look(crew, OVER):
        now = look(crew, JOB)
        if now > seen:
            seen, idle = now, 0
            _take_part(
                after, first, players, schedule, mode, edges, crew, now, who, of, reach, parts, value, scratch,
                no_reach, no_value,
            )  # fmt: skip
        elif is_leading and look(crew, DONE) >= (value.shape[0] if job & 1 == 0 else parts.shape[0]):
            break
        else:
            idle += 1
            if idle > 200:
                stand_aside()


@njit(cache=True, nogil=True, _nrt=False)
def walk(
    level, after, lo, hi, first, players, rows_0, rows_1, share, schedule, mode,
    scratch, scratch_after, reach, value, no_reach, no_value, out_0, out_1, edges, crew, parts, who, of, way,
):  # fmt: skip
    """Passes over boards lo:hi of a street and all boards below them: the opponent's range down, values up.

    For every row of the schedule, `players` players from `first` on take their turn. rows_p: `[L, H]`, player p's reach
    at the street's roots; out_p: `[L, H]`, his values there, accumulated. after: the level below, of boards that have
    one; share: the chance of one of its cards. reach: `[C, H']`, value: `[C, H]`, scratch for the chance leaves;
    no_reach, no_value: `[0, 0]`, in their place on the last street.

    With a crew (`[TAKEN + …]` counters, else empty) the boards below the only one, lo, are done by all `of` threads
    that are in here with the same arguments but for scratch_after: number 0 of them (`who`) leads, others help. Boards
    edges[j]:edges[j + 1] are part j, parts `[tasks, C, H]` are added up in order: sums do not depend on who did what.

    way: BOTH_WAYS; or DOWN alone, which fills `reach` and the columns in scratch, then UP, with `value` given, where
    somebody else does the boards below.

    One entry for all uses: every entry makes the compiler build the whole chain of calls again.
    """
    if crew.size > 0 and who > 0:
        _help(
            after, first, players, schedule, mode, edges, crew, NONE, who, of, reach, parts, value, scratch_after,
            no_reach, no_value,
        )  # fmt: skip
        return
    for t in range(schedule.shape[0]):
        row = schedule[t]
        for player in range(first, first + players):
            rows_in = rows_1 if player == 0 else rows_0
            out = out_0 if player == 0 else out_1
            for board in range(lo, hi):
                if way != UP:
                    forward(level, board, 1 - player, rows_in, row, mode, scratch, reach)
                if way == DOWN:
                    continue
                if crew.size > 0:
                    for half in range(2):
                        job = 2 * (t * players + player - first) + half + 1
                        _help(
                            after, first, players, schedule, mode, edges, crew, job, who, of, reach, parts, value,
                            scratch_after, no_reach, no_value,
                        )  # fmt: skip
                elif way != UP:
                    value[:] = 0
                    for below in range(level.spans[board, 2], level.spans[board, 3]):
                        forward(after, below, 1 - player, reach, row, mode, scratch_after, no_reach)
                        terminals(after, below, player, scratch_after)
                        backward(after, below, player, no_value, 0.0, row, mode, scratch_after, value)
                terminals(level, board, player, scratch)
                backward(level, board, player, value, share, row, mode, scratch, out)
    if crew.size > 0:
        tell(crew, OVER, 1)
