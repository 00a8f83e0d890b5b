"""The trainer's walk on a game it was not made for: Leduc hold'em as a tree of two streets, measured exactly."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

import tianji as tj
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.blueprint.values import betting_of
from tianji.kernels.poker.deals import mixed
from tianji.kernels.poker.external import averages, discount, frames, traverse

CHIPS = 100  # an ante
COUNTS = [3, 9]  # buckets: the card; the card and the public one
NEVER, FLOOR = -2_000_000_001, -2_000_000_000


@njit
def deal_many(betting, table, seed, first, count, work, seen):
    """Deals number first … first + count: two cards and a public one of six, walked for both players."""
    for t in range(first, first + count):
        state = mixed(seed ^ mixed(np.uint64(t)))
        i, j, k = (
            state % np.uint64(6),
            state // np.uint64(6) % np.uint64(5),
            state // np.uint64(30) % np.uint64(4),
        )
        one, two, board = np.int64(i), np.int64(j), np.int64(k)
        two += two >= one
        board += board >= min(one, two)
        board += board >= max(one, two)
        r, s, o = one // 2, two // 2, board // 2
        work.buckets[0], work.buckets[1], work.buckets[2], work.buckets[3] = r, s, 3 * r + o, 3 * s + o
        x, y = (9 if r == o else r), (9 if s == o else s)
        sign = np.float64(x > y) - np.float64(x < y)
        state = traverse(betting, table, 0, sign, NEVER, FLOOR, state, work, seen)
        traverse(betting, table, 1, -sign, NEVER, FLOOR, state, work, seen)


def leduc_tree(game):
    """The betting as arrays, and the line of every decision."""
    lines, order, waiting = game._lines, [], [""]
    while waiting:
        line = waiting.pop()
        if lines[line].player in (0, 1):
            order.append(line)
            waiting += [line + action for action in reversed(lines[line].actions)]
        elif line + "/" in lines:
            waiting.append(line + "/")
    place = {line: k for k, line in enumerate(order)}
    child, total = [], []
    for line in order:
        for action in lines[line].actions:
            after, player = line + action, lines[line].player
            below = place.get(after, place.get(after + "/"))
            stake = int(CHIPS * min(lines[after].paid))
            child.append(~(4 * stake + (player if action == "f" else 2)) if below is None else below)
            total.append(-1 if action == "f" else int(CHIPS * lines[after].paid[player]))
    kinds = [(line.count("/"), lines[line].player, len(lines[line].actions)) for line in order]
    street, player, actions = np.array(kinds, dtype=np.int8).T
    return FlatTree(street, player, actions, np.array(child, np.int32), np.array(total, np.int32)), order


def nash_conv(game, tree, order, weights):
    offsets, place = tree.offsets(COUNTS), {line: k for k, line in enumerate(order)}
    ranks = {"J": 0, "Q": 1, "K": 2}
    tables = []
    for table in tj.uniform(game).tables:
        rows = {}
        for key in table.labels:
            card, board, line = key.split("|")
            node, bucket = place[line], ranks[card[0]]
            bucket = 3 * bucket + ranks[board[0]] if board else bucket
            size = int(tree.actions[node])
            row = weights[offsets[node] + bucket * size :][:size].astype(float)
            row = row if row.sum() > 0 else np.ones(size)
            rows[key] = dict(zip(game._lines[line].actions, row / row.sum(), strict=True))
        tables.append(rows)
    return tj.evaluate.nash_conv(game, tj.Strategy.from_dict(game.spec, tables))


@pytest.mark.parametrize(
    ("deals", "gap"), [(2_000_000, 0.05), pytest.param(400_000_000, 1e-3, marks=pytest.mark.nightly)]
)
def test_leduc_comes_to_its_equilibrium(deals, gap):
    """0.014 after 2, 0.0062 after 16, 0.0038 after 32 million deals, in antes."""
    game = tj.load("leduc")
    tree, order = leduc_tree(game)
    tree.check("leduc")
    betting, table = betting_of(tree, COUNTS), np.zeros(2 * int(tree.offsets(COUNTS)[-1]), dtype=np.int32)
    work, seen, parts = frames(), np.zeros(2, dtype=np.int64), 20 if deals < 10**7 else 400
    for k in range(parts):
        deal_many(betting, table, np.uint64(1), k * deals // parts, deals // parts, work, seen)
        discount(table, 0, table.size, (k + 1) / (k + 2))
    weights = np.empty(len(table) // 2, dtype=np.float32)
    averages(betting.info, betting.offset, np.array([*COUNTS, 0, 0]), table, weights)
    assert nash_conv(game, tree, order, weights) < gap
    assert seen[1] == 0
