"""The steps of a street's pass as one Triton kernel each, so that every number is read and written once.

Tensors are `[B, rows, H]`, contiguous; a program takes one board and a block of its hands. `street`, `ends`
and `cells` have the same steps in plain tensors, which the CPU runs; TRITON_INTERPRET=1 runs these there, too.
"""

import torch
import triton
import triton.language as tl

from tianji.kernels.gpu.ends import CARDS

BLOCK = 256
TERMS = 16  # ranges a program reckons with the same tables
WARPS = 4  # of such a program
ROWS = 4  # summed by a program


@triton.jit
def _total(weights, actions, hands, mask):
    total = tl.maximum(tl.load(weights, mask, 0), 0)
    for a in range(1, actions):
        total += tl.maximum(tl.load(weights + a * hands, mask, 0), 0)
    return total


@triton.jit
def _matched(weight, total, actions):
    return tl.where(total > 0, tl.maximum(weight, 0) / tl.maximum(total, 1e-30), 1 / actions)


@triton.jit
def _carry(
    infosets, count, roots, weights, average, reach, rows, slots, hands, factor,
    IS_AVERAGED: tl.constexpr, SIZE: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    mask = hand < hands
    for n in range(count):  # a thread reads what it has written itself: hands do not mix on the way down
        above, first = tl.load(infosets + 3 * n), tl.load(infosets + 3 * n + 1)
        actions = tl.load(infosets + 3 * n + 2)
        at, to = (board * rows + first - roots) * hands + hand, (board * slots + first) * hands + hand
        before = tl.load(reach + (board * slots + above) * hands + hand, mask, 0)
        total = _total(weights + at, actions, hands, mask)
        for a in range(actions):
            found = before * _matched(tl.load(weights + at + a * hands, mask, 0), total, actions)
            tl.store(reach + to + a * hands, found, mask)
            if IS_AVERAGED:
                old = tl.load(average + at + a * hands, mask, 0)
                tl.store(average + at + a * hands, factor * old + found, mask)


@triton.jit
def _learn(
    infosets, count, roots, regret, cfv, rows, slots, hands, positive, negative, floor, SIZE: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    mask = hand < hands
    for k in range(count):
        n = count - 1 - k
        above, first = tl.load(infosets + 3 * n), tl.load(infosets + 3 * n + 1)
        actions = tl.load(infosets + 3 * n + 2)
        at, below = (board * rows + first - roots) * hands + hand, (board * slots + first) * hands + hand
        total = _total(regret + at, actions, hands, mask)
        value = tl.zeros([SIZE], regret.dtype.element_ty)
        for a in range(actions):
            sigma = _matched(tl.load(regret + at + a * hands, mask, 0), total, actions)
            value += sigma * tl.load(cfv + below + a * hands, mask, 0)
        for a in range(actions):
            old = tl.load(regret + at + a * hands, mask, 0)
            gain = tl.load(cfv + below + a * hands, mask, 0) - value
            new = tl.maximum(tl.where(old > 0, positive, negative) * old + gain, floor)
            tl.store(regret + at + a * hands, new, mask)
        up = cfv + (board * slots + above) * hands + hand
        tl.store(up, tl.load(up, mask, 0) + value, mask)


@triton.jit
def _add_ends(
    reach, cfv, members, lo, hi, low, high, cards, columns, rows, amounts, others, slots, count, hands,
    IS_SHOWN: tl.constexpr, SIZE: tl.constexpr, CARDS: tl.constexpr, WIDTH: tl.constexpr, TERMS: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand, place = tl.arange(0, SIZE), tl.arange(0, CARDS * WIDTH)
    mask, at = hand < hands, board * hands + hand
    member = tl.load(members + board * (CARDS * WIDTH) + place)
    is_member = member < hands
    card0 = tl.load(cards + board * hands + at, mask, 0).to(tl.int32)
    card1 = tl.load(cards + board * hands + hands + at, mask, 0).to(tl.int32)
    if IS_SHOWN:
        below, upto = tl.load(lo + at, mask, 0).to(tl.int32), tl.load(hi + at, mask, 0).to(tl.int32)
        low0 = tl.load(low + board * hands + at, mask, 0).to(tl.int32)
        low1 = tl.load(low + board * hands + hands + at, mask, 0).to(tl.int32)
        high0 = tl.load(high + board * hands + at, mask, 0).to(tl.int32)
        high1 = tl.load(high + board * hands + hands + at, mask, 0).to(tl.int32)
    for k in range(tl.program_id(1) * TERMS, tl.minimum((tl.program_id(1) + 1) * TERMS, count)):
        row = reach + (board * others + tl.load(columns + k)) * hands
        by_card = tl.reshape(tl.load(row + member, is_member, 0), (CARDS, WIDTH))
        totals = tl.sum(by_card, 1)
        both = tl.gather(totals, card0, 0) + tl.gather(totals, card1, 0)
        if IS_SHOWN:
            moved = tl.load(row + hand - 1, (hand > 0) & (hand <= hands), 0)
            total, running = tl.sum(moved, 0), tl.cumsum(moved, 0)
            sums = tl.reshape(tl.cumsum(by_card, 1), (CARDS * WIDTH,))
            found = tl.gather(running, below, 0) + tl.gather(running, upto, 0) - total + both
            found -= tl.gather(sums, low0, 0) + tl.gather(sums, low1, 0)
            found -= tl.gather(sums, high0, 0) + tl.gather(sums, high1, 0)
        else:
            x = tl.load(row + hand, mask, 0)
            found = tl.sum(x, 0) - both + x
        to = cfv + (board * slots + tl.load(rows + k)) * hands + hand
        tl.store(to, tl.load(to, mask, 0) + tl.load(amounts + k) * found, mask)


@triton.jit
def _carry_cells(
    infosets, count, roots, sigma, buckets, reach, slots, hands, num_buckets, SIZE: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    mask = hand < hands
    bucket = tl.load(buckets + board * hands + hand, mask, 0)
    for n in range(count):
        above, first = tl.load(infosets + 3 * n), tl.load(infosets + 3 * n + 1)
        before = tl.load(reach + (board * slots + above) * hands + hand, mask, 0)
        for slot in range(first, first + tl.load(infosets + 3 * n + 2)):
            chance = tl.load(sigma + (slot - roots) * num_buckets + bucket, mask, 0)
            tl.store(reach + (board * slots + slot) * hands + hand, before * chance, mask)


@triton.jit
def _value_cells(
    infosets, count, roots, sigma, buckets, cfv, slots, hands, num_buckets, SIZE: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    mask = hand < hands
    bucket = tl.load(buckets + board * hands + hand, mask, 0)
    for k in range(count):
        n = count - 1 - k
        above, first = tl.load(infosets + 3 * n), tl.load(infosets + 3 * n + 1)
        up = cfv + (board * slots + above) * hands + hand
        value = tl.load(up, mask, 0)
        for slot in range(first, first + tl.load(infosets + 3 * n + 2)):
            chance = tl.load(sigma + (slot - roots) * num_buckets + bucket, mask, 0)
            value += chance * tl.load(cfv + (board * slots + slot) * hands + hand, mask, 0)
        tl.store(up, value, mask)


@triton.jit
def _sum_cells(
    values, order, edges, copies, out, to_board, to_row, hands, num_buckets, rows,
    SOME: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
):  # fmt: skip
    bucket = tl.program_id(0) * SOME + tl.arange(0, SOME)
    is_one = bucket < num_buckets
    first, last = tl.load(edges + bucket, is_one, 0), tl.load(edges + bucket + 1, is_one, 0)
    longest = tl.max(last - first, 0)
    lane = tl.arange(0, WIDTH)
    for row in range(tl.program_id(1) * ROWS, tl.minimum((tl.program_id(1) + 1) * ROWS, rows)):
        start = values + tl.cast(row, tl.int64) * to_row
        total = tl.zeros([SOME, WIDTH], tl.float64)
        for step in range(0, longest, WIDTH):
            place = first[:, None] + step + lane[None, :]
            mask = place < last[:, None]
            at = tl.load(order + place, mask, 0)
            board, hand = (at // hands).to(tl.int64), at % hands
            value = tl.load(start + board * to_board + hand, mask, 0)
            total += value.to(tl.float64) * tl.load(copies + board, mask, 0)
        tl.store(out + row * num_buckets + bucket, tl.sum(total, 1), is_one)


def _grid(x):
    return x.shape[0], triton.cdiv(x.shape[2], BLOCK)


def carry(infosets, roots, weights, average, reach, factor):
    """Infoset by infoset, reach(first + a) = reach(above) · σ(a), σ by weights; average ← factor · average + reach."""
    is_averaged = average is not None
    _carry[_grid(reach)](
        infosets, len(infosets), roots, weights, average if is_averaged else weights, reach, weights.shape[1],
        reach.shape[1], reach.shape[2], float(factor), IS_AVERAGED=is_averaged, SIZE=BLOCK,
    )  # fmt: skip


def learn(infosets, roots, regret, cfv, positive, negative, floor):
    """From the last infoset to the first, cfv(above) += v; R(a) ← max(d · R(a) + cfv(first + a) − v, floor)."""
    _learn[_grid(cfv)](
        infosets, len(infosets), roots, regret, cfv, regret.shape[1], cfv.shape[1], cfv.shape[2],
        float(positive), float(negative), float(floor), SIZE=BLOCK,
    )  # fmt: skip


def add_ends(ends, is_shown, reach, columns, amounts, rows, cfv):
    """cfv(rows) += amounts · beats of reach(columns), or meets where nobody shows; rows must differ."""
    boards, others, hands = reach.shape
    count = len(columns)
    _add_ends[(boards, triton.cdiv(count, TERMS))](
        reach, cfv, ends.members, ends.lo, ends.hi, ends.low, ends.high, ends.cards, columns, rows, amounts, others,
        cfv.shape[1], count, hands, IS_SHOWN=is_shown, SIZE=triton.next_power_of_2(hands + 1), CARDS=CARDS,
        WIDTH=ends.width, TERMS=TERMS, num_warps=WARPS,
    )  # fmt: skip


def carry_cells(infosets, roots, sigma, buckets, reach):
    """Infoset by infoset, reach(first + a) = reach(above) · σ(a, bucket); sigma: `[rows, K]`, buckets: `[B, H]`."""
    _carry_cells[_grid(reach)](
        infosets, len(infosets), roots, sigma, buckets, reach, reach.shape[1], reach.shape[2], sigma.shape[1],
        SIZE=BLOCK,
    )  # fmt: skip


def value_cells(infosets, roots, sigma, buckets, cfv):
    """From the last infoset to the first, cfv(above) += Σ_a σ(a, bucket) · cfv(first + a)."""
    _value_cells[_grid(cfv)](
        infosets, len(infosets), roots, sigma, buckets, cfv, cfv.shape[1], cfv.shape[2], sigma.shape[1], SIZE=BLOCK,
    )  # fmt: skip


def sum_cells(cells, values):
    """`[rows, K]` in float64: Σ over boards and hands of copies · values, `[B, rows, H]`, by bucket."""
    boards, rows, hands = values.shape
    count = cells.count
    out = torch.empty(rows, count, device=values.device, dtype=torch.float64)
    width = min(1024, max(16, triton.next_power_of_2(triton.cdiv(boards * hands, count))))
    some = 1024 // width
    _sum_cells[(triton.cdiv(count, some), triton.cdiv(rows, ROWS))](
        values, cells.order, cells.edges, cells.copies, out, values.stride(0), values.stride(1), hands, count, rows,
        SOME=some, WIDTH=width, ROWS=ROWS,
    )  # fmt: skip
    return out
