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
from tianji.kernels.poker.public_chance import WHOLE, learn_board, make_table

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
        state, _ = traverse(betting, table, 0, 0, sign, NEVER, FLOOR, state, work, seen)
        traverse(betting, table, 0, 1, -sign, NEVER, FLOOR, state, work, seen)


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


def test_deals_bring_leduc_near_its_equilibrium():
    """0.014 after 2, 0.0062 after 16, 0.0032 after 64 million deals, in antes."""
    game = tj.load("leduc")
    tree, order = leduc_tree(game)
    tree.check("leduc")
    betting, table = betting_of(tree, COUNTS), np.zeros(2 * int(tree.offsets(COUNTS)[-1]), dtype=np.int32)
    work, seen = frames(), np.zeros(2, dtype=np.int64)
    for k in range(20):
        deal_many(betting, table, np.uint64(1), k * 100_000, 100_000, work, seen)
        discount(table, 0, table.size, (k + 1) / (k + 2))
    weights = np.empty(len(table) // 2, dtype=np.float32)
    averages(betting.info, betting.offset, np.array([*COUNTS, 0, 0]), table, weights)
    assert nash_conv(game, tree, order, weights) < 0.05
    assert seen[1] == 0


def leduc_board(card):
    """A public card on the trainer's table: the five other cards are the hands, each with a second card of its own."""
    table, own = make_table(), card // 2
    hands = sorted((c for c in range(6) if c != card), key=lambda c: 9 if c // 2 == own else c // 2)
    strength = [9 if c // 2 == own else c // 2 for c in hands]
    edges = [k for k in range(5) if k == 0 or strength[k] != strength[k - 1]]
    table.groups[: len(edges) + 1] = [*edges, 5]
    table.cards[:5] = [(c, 6 + c) for c in hands]
    table.sizes[:2] = 5, len(edges)
    for street, buckets in enumerate(([c // 2 for c in hands], [3 * (c // 2) + own for c in hands])):
        met = sorted(set(buckets))
        table.bucket[street, : len(met)] = met
        table.place[street, :5] = [met.index(b) for b in buckets]
        table.sizes[2 + street] = len(met)
    return table


@pytest.mark.parametrize(
    ("iterations", "gap"), [(500, 0.05), pytest.param(50_000, 1e-3, marks=pytest.mark.nightly)]
)
def test_boards_bring_leduc_to_its_equilibrium(iterations, gap):
    game = tj.load("leduc")
    tree, order = leduc_tree(game)
    betting, entries = betting_of(tree, COUNTS), int(tree.offsets(COUNTS)[-1])
    regret, average = np.zeros(entries, dtype=np.float32), np.zeros(entries, dtype=np.float32)
    tables, seen = [leduc_board(c) for c in range(6)], np.zeros(2, dtype=np.int64)
    for t in range(1, iterations + 1):
        for player in (0, 1):  # all boards by one strategy: with sampling they come in no order instead
            total = regret.copy()
            for table in tables:
                learned = regret.copy()
                learn_board(
                    betting, learned, average, float(t), player, table, seen, 0, np.ones(table.sizes[0]),
                    np.zeros(0, np.int32), WHOLE, np.zeros((0, 0)), np.zeros((0, 0)),
                )  # fmt: skip
                total += learned - regret
            regret[:] = total
    assert nash_conv(game, tree, order, average) < gap
