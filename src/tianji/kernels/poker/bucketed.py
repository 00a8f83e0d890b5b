"""Passes over a betting tree with hand vectors whose strategies are shared by buckets of hands, on all boards.

An infoset is (betting line, bucket): σ is kept as *cells* [slot − L, K], gathered to the hands of a board on the way
down, and values are summed back into cells on the way up. Sums of one bucket run over all boards before anything is
learned from them, so that regrets are clipped once an iteration. Names as in `kernels.poker.vector`.
"""

import numpy as np
from numba import njit

from tianji.kernels.constants import BLOCK, CHUNK, FLOOR, NEGATIVE, POSITIVE, TILE
from tianji.kernels.poker.lanes import spread
from tianji.kernels.poker.vector import terminal_values, terminals

W = np.uint64(BLOCK)


@njit(cache=True)
def forward(level, board, player, weight, buckets, num_buckets, sigma, rows_in, sums, scratch, rows_out):
    """Carry a player's range down a street: plan(q) = plan(parent) · σ(q, bucket of the hand).

    weight: how many boards this one stands for. buckets: `[hands of all boards]`. sigma: `[(Q − L) · K]`, this
    player's. sums: like sigma, accumulated: Σ over hands of weight · plan, or empty. The rest as `vector.forward`.
    """
    roots, num, chunks = level.sizes[player, 0], level.sizes[player, 1], level.sizes[player, 3]
    first, hands, blocks, _, parent = level.boards[board, player, 0:5]
    plan, every_reach = scratch.reaches, scratch.reach
    infosets, columns = level.infosets[player], level.columns[player]
    parents, chances = level.parents, level.chances
    for block in range(blocks):
        lo = block * BLOCK
        size = min(BLOCK, hands - lo)
        for root in range(roots):
            for k in range(size):
                plan[root * BLOCK + k] = rows_in[root, parents[parent + lo + k]]
        for i in range(num):
            above, at, actions = infosets[i, 0], infosets[i, 1], infosets[i, 2]
            q = np.uint64(above) * W
            for a in range(actions):
                p, row = np.uint64(at + a) * W, np.int64(at + a - roots) * num_buckets
                for k in range(np.uint64(size)):
                    plan[p + k] = plan[q + k] * sigma[row + buckets[first + lo + k]]
                for k in range(np.uint64(size), np.uint64((size + 7) // 8 * 8)):
                    plan[p + k] = 0
                if sums.size > 0:
                    for k in range(np.uint64(size)):
                        sums[row + buckets[first + lo + k]] += weight * plan[p + k]
        for chunk in range(chunks):
            reach = every_reach[chunk]
            for lane in range(0, CHUNK, TILE):
                for k in range(0, size, TILE):
                    spread(plan, BLOCK, columns, chunk * CHUNK + lane, k, reach, lo + k, lane)
        for leaf in range(level.sizes[player, 6]):
            slot = chances[player, leaf]
            for k in range(size):
                rows_out[leaf, lo + k] = plan[slot * BLOCK + k]


@njit(cache=True)
def backward(
    level, board, player, weight, buckets, num_buckets, sigma, rows_value, share, is_best, sums, scratch, rows_out
):  # fmt: skip
    """Carry values up a street: cfv(parent) += Σ_a σ(a) · cfv(a), or with is_best each hand's best action.

    weight: as `forward`. sums: like sigma, accumulated: Σ over hands of weight · cfv, or empty. The rest as
    `vector.backward`.
    """
    roots, num, slots = level.sizes[player, 0], level.sizes[player, 1], level.sizes[player, 2]
    first, hands, blocks, _, parent, members = level.boards[board, player]
    cfv, copies = scratch.cfv, level.copies[board]
    infosets, chances, parents = level.infosets[player], level.chances[player], level.parents
    sizes, terms, amounts = level.sizes[player], level.terms[player], level.amounts[player]
    for block in range(blocks):
        lo = block * BLOCK
        size = min(BLOCK, hands - lo)
        n = np.uint64(size)
        cfv[: slots * BLOCK] = 0
        terminal_values(terms, amounts, sizes, lo, size, scratch.beats, scratch.meets, scratch.columns, cfv)
        for leaf in range(sizes[6]):
            for k in range(size):
                cfv[chances[leaf] * BLOCK + k] += share * rows_value[leaf, lo + k]
        for back in range(num):
            i = num - 1 - back
            above, at, actions = infosets[i, 0], infosets[i, 1], infosets[i, 2]
            q = np.uint64(above) * W
            if is_best:
                p = np.uint64(at) * W
                for k in range(n):
                    value = cfv[p + k]
                    for a in range(np.uint64(1), np.uint64(actions)):
                        x = cfv[p + a * W + k]
                        value = x if x > value else value
                    cfv[q + k] += value
                continue
            for a in range(actions):
                p, row = np.uint64(at + a) * W, np.int64(at + a - roots) * num_buckets
                for k in range(n):
                    cfv[q + k] += sigma[row + buckets[first + lo + k]] * cfv[p + k]
        if sums.size > 0:
            for slot in range(roots, slots):
                p, row = np.uint64(slot) * W, np.int64(slot - roots) * num_buckets
                for k in range(n):
                    sums[row + buckets[first + lo + k]] += weight * cfv[p + k]
        for root in range(roots):
            for member in range(members):
                to = parent + member * hands + lo
                for k in range(size):
                    rows_out[root, parents[to + k]] += copies * cfv[root * BLOCK + k]


@njit(cache=True, nogil=True)
def walk(
    level, after, lo, hi, player, buckets, num_buckets, sigma_0, sigma_1, plans, values,
    buckets_after, num_after, sigma_after_0, sigma_after_1, plans_after, values_after,
    rows_in, share, is_best, scratch, scratch_after, reach, value, no_reach, no_value, out,
):  # fmt: skip
    """One player's pass over boards lo:hi of a street and those below them, as `vector.walk`.

    sigma_p: player p's cells; plans: sums of the opponent's plan, values: of the player's values; of both streets.
    Sums weigh a board by how many it stands for: copies · members, times those of the board above.
    """
    own, others = (sigma_0, sigma_1) if player == 0 else (sigma_1, sigma_0)
    own_after, others_after = (
        (sigma_after_0, sigma_after_1) if player == 0 else (sigma_after_1, sigma_after_0)
    )
    other = 1 - player
    for board in range(lo, hi):
        mass = level.copies[board] * level.boards[board, player, 5]
        forward(level, board, other, mass, buckets, num_buckets, others, rows_in, plans, scratch, reach)
        value[:] = 0
        for below in range(level.spans[board, 2], level.spans[board, 3]):
            weight = mass * after.copies[below] * after.boards[below, player, 5]
            forward(
                after, below, other, weight, buckets_after, num_after, others_after, reach, plans_after, scratch_after,
                no_reach,
            )  # fmt: skip
            terminals(after, below, player, scratch_after)
            backward(
                after, below, player, weight, buckets_after, num_after, own_after, no_value, 0.0, is_best, values_after,
                scratch_after, value,
            )  # fmt: skip
        terminals(level, board, player, scratch)
        backward(
            level, board, player, mass, buckets, num_buckets, own, value, share, is_best, values, scratch, out
        )


@njit(cache=True)
def learn(infosets, num, roots, num_buckets, row, values, sigma, regret):
    r"""R(a) ← max(d · R(a) + cfv(a) − v, floor), v = Σ_a σ(a) · cfv(a), bucket by bucket; d by the sign of R.

    row: a row of the schedule. values: `[(Q − L) · K]`, cfv summed over boards; sigma, regret: alike.
    """
    positive, negative, floor = row[POSITIVE], row[NEGATIVE], row[FLOOR]
    for i in range(num):
        at, actions = (infosets[i, 1] - roots) * num_buckets, infosets[i, 2]
        for b in range(num_buckets):
            v = 0.0
            for a in range(actions):
                v += sigma[at + a * num_buckets + b] * values[at + a * num_buckets + b]
            for a in range(actions):
                c = at + a * num_buckets + b
                old = regret[c] * (positive if regret[c] > 0 else negative)
                x = old + values[c] - v
                regret[c] = x if x > floor else floor


@njit(cache=True)
def match(infosets, num, roots, num_buckets, weights, sigma):
    """σ(a) ∝ max(weights(a), 0), even where all are 0; bucket by bucket."""
    for i in range(num):
        at, actions = (infosets[i, 1] - roots) * num_buckets, infosets[i, 2]
        for b in range(num_buckets):
            total = 0.0
            for a in range(actions):
                x = weights[at + a * num_buckets + b]
                total += x if x > 0 else 0.0
            for a in range(actions):
                c = at + a * num_buckets + b
                x = weights[c] if weights[c] > 0 else 0.0
                sigma[c] = x / total if total > 0 else 1.0 / actions


@njit(cache=True)
def respond(infosets, lo, hi, roots, num_buckets, values, sigma):
    """Infosets lo:hi choose their best action, bucket by bucket."""
    for i in range(lo, hi):
        at, actions = (infosets[i, 1] - roots) * num_buckets, infosets[i, 2]
        for b in range(num_buckets):
            best = 0
            for a in range(1, actions):
                if values[at + a * num_buckets + b] > values[at + best * num_buckets + b]:
                    best = a
            for a in range(actions):
                sigma[at + a * num_buckets + b] = 1.0 if a == best else 0.0


@njit(cache=True)
def add(plans, weight, average):
    """S ← weight · S + plan."""
    for c in range(average.size):
        average[c] = weight * average[c] + plans[c]
