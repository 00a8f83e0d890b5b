"""The steps of a street's pass as one Triton kernel each, so that every number is read and written once.

Tensors are `[B, rows, H]`, contiguous; a program takes one board and a block of its hands. `street` has the same steps
in plain tensors, which the CPU runs; TRITON_INTERPRET=1 runs these there, too.
"""

import torch
import triton
import triton.language as tl

BLOCK = 1024


@triton.jit
def _total(weights, hands, mask, A: tl.constexpr):
    total = tl.maximum(tl.load(weights, mask, 0), 0)
    for a in tl.static_range(1, A):
        total += tl.maximum(tl.load(weights + a * hands, mask, 0), 0)
    return total


@triton.jit
def _matched(weight, total, A: tl.constexpr):
    return tl.where(total > 0, tl.maximum(weight, 0) / tl.maximum(total, 1e-30), 1 / A)


@triton.jit
def _carry(
    weights, average, reach, rows, slots, row, first, above, hands, factor,
    A: tl.constexpr, IS_AVERAGED: tl.constexpr, SIZE: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    mask = hand < hands
    at, to = (board * rows + row) * hands + hand, (board * slots + first) * hands + hand
    before = tl.load(reach + (board * slots + above) * hands + hand, mask, 0)
    total = _total(weights + at, hands, mask, A)
    for a in tl.static_range(A):
        found = before * _matched(tl.load(weights + at + a * hands, mask, 0), total, A)
        tl.store(reach + to + a * hands, found, mask)
        if IS_AVERAGED:
            old = tl.load(average + at + a * hands, mask, 0)
            tl.store(average + at + a * hands, factor * old + found, mask)


@triton.jit
def _learn(
    regret, cfv, rows, slots, row, first, above, hands, positive, negative, floor,
    A: tl.constexpr, SIZE: tl.constexpr,
):  # fmt: skip
    board = tl.program_id(0).to(tl.int64)
    hand = tl.program_id(1) * SIZE + tl.arange(0, SIZE)
    mask = hand < hands
    at, below = (board * rows + row) * hands + hand, (board * slots + first) * hands + hand
    total = _total(regret + at, hands, mask, A)
    value = tl.zeros([SIZE], regret.dtype.element_ty)
    for a in tl.static_range(A):
        sigma = _matched(tl.load(regret + at + a * hands, mask, 0), total, A)
        value += sigma * tl.load(cfv + below + a * hands, mask, 0)
    for a in tl.static_range(A):
        old = tl.load(regret + at + a * hands, mask, 0)
        gain = tl.load(cfv + below + a * hands, mask, 0) - value
        tl.store(
            regret + at + a * hands,
            tl.maximum(tl.where(old > 0, positive, negative) * old + gain, floor),
            mask,
        )
    up = cfv + (board * slots + above) * hands + hand
    tl.store(up, tl.load(up, mask, 0) + value, mask)


@triton.jit
def _cut(reach, columns, out, slots, count, hands, SIZE: tl.constexpr):
    board = tl.program_id(0).to(tl.int64)
    k = tl.program_id(1)
    for lo in range(0, hands, SIZE):
        hand = lo + tl.arange(0, SIZE)
        mask = hand < hands
        x = tl.load(reach + (board * slots + tl.load(columns + k)) * hands + hand, mask, 0)
        to = (board * 3 * count + k) * hands + hand
        for part in tl.static_range(3):
            rounded = x.to(tl.bfloat16)
            tl.store(out + to + part * count * hands, rounded, mask)
            x -= rounded.to(tl.float32)


@triton.jit
def _add_beats(found, amounts, rows, cfv, slots, count, hands, SIZE: tl.constexpr):
    board = tl.program_id(0).to(tl.int64)
    k = tl.program_id(1)
    amount, to = tl.load(amounts + k), (board * slots + tl.load(rows + k)) * hands
    for lo in range(0, hands, SIZE):
        hand = lo + tl.arange(0, SIZE)
        mask = hand < hands
        at = found + (board * 3 * count + k) * hands + hand
        x = tl.load(at, mask, 0) + (
            tl.load(at + count * hands, mask, 0) + tl.load(at + 2 * count * hands, mask, 0)
        )
        tl.store(cfv + to + hand, tl.load(cfv + to + hand, mask, 0) + amount * x, mask)


@triton.jit
def _add_meets(
    reach,
    columns,
    others,
    by_card,
    totals,
    cards,
    amounts,
    rows,
    cfv,
    slots,
    count,
    hands,
    SIZE: tl.constexpr,
):
    board = tl.program_id(0).to(tl.int64)
    k = tl.program_id(1)
    amount, to = tl.load(amounts + k), (board * slots + tl.load(rows + k)) * hands
    sums, total = by_card + (board * count + k) * 52, tl.load(totals + board * count + k)
    for lo in range(0, hands, SIZE):
        hand = lo + tl.arange(0, SIZE)
        mask = hand < hands
        first = tl.load(cards + (board * 2) * hands + hand, mask, 0)
        second = tl.load(cards + (board * 2 + 1) * hands + hand, mask, 0)
        x = tl.load(reach + (board * others + tl.load(columns + k)) * hands + hand, mask, 0)
        x += total - tl.load(sums + first, mask, 0) - tl.load(sums + second, mask, 0)
        tl.store(cfv + to + hand, tl.load(cfv + to + hand, mask, 0) + amount * x, mask)


def _grid(x):
    return x.shape[0], triton.cdiv(x.shape[2], BLOCK)


def carry(weights, average, reach, row, first, above, actions, factor):
    """reach(first + a) = reach(above) · σ(a), σ by the weights of rows `row` on; average ← factor · average + reach."""
    is_averaged = average is not None
    _carry[_grid(reach)](
        weights, average if is_averaged else weights, reach, weights.shape[1], reach.shape[1], row, first, above,
        reach.shape[2], float(factor), A=actions, IS_AVERAGED=is_averaged, SIZE=BLOCK,
    )  # fmt: skip


def learn(regret, cfv, row, first, above, actions, positive, negative, floor):
    """cfv(above) += v; R(a) ← max(d · R(a) + cfv(first + a) − v, floor)."""
    _learn[_grid(cfv)](
        regret, cfv, regret.shape[1], cfv.shape[1], row, first, above, cfv.shape[2],
        float(positive), float(negative), float(floor), A=actions, SIZE=BLOCK,
    )  # fmt: skip


def _product(reach, columns, matrix):
    """`[B, 3, K, ·]`: reach(columns), cut into three numbers of eight bits each, times a matrix a board."""
    boards, slots, hands = reach.shape
    count = len(columns)
    parts = torch.empty(boards, 3 * count, hands, device=reach.device, dtype=torch.bfloat16)
    _cut[(boards, count)](reach, columns, parts, slots, count, hands, SIZE=BLOCK)
    if parts.is_cuda:
        found = torch.bmm(parts, matrix, out_dtype=torch.float32)
    else:
        found = torch.bmm(parts.float(), matrix.float())
    return found.view(boards, 3, count, -1)


def add_beats(reach, columns, matrix, amounts, rows, cfv):
    """cfv(rows) += amounts · reach(columns) × matrix, in three products of bfloat16; rows must differ."""
    boards, count, hands = len(reach), len(columns), reach.shape[2]
    found = _product(reach, columns, matrix)
    _add_beats[(boards, count)](found, amounts, rows, cfv, cfv.shape[1], count, hands, SIZE=BLOCK)


def add_meets(reach, columns, incidence, cards, amounts, rows, cfv):
    """cfv(rows) += amounts · what hands can meet of reach(columns); cards: `[B, 2, H]`; rows must differ."""
    boards, count, hands = len(reach), len(columns), reach.shape[2]
    by_card = _product(reach, columns, incidence).sum(dim=1)
    totals = by_card.sum(dim=2) / 2  # every hand has two cards
    _add_meets[(boards, count)](
        reach, columns, reach.shape[1], by_card, totals, cards, amounts, rows, cfv, cfv.shape[1], count, hands,
        SIZE=BLOCK,
    )  # fmt: skip
