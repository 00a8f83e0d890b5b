"""How large a betting tree is, counted street by street without building it: quick however large it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from tianji.errors import TooLargeError
from tianji.holdem.spot.tree import BettingNode, BettingTree, child_of, legal_actions
from tianji.kernels.constants import BLOCK
from tianji.poker.cards import blocked, hand_cards
from tianji.poker.isomorphism import classes_of_cards, rename, symmetries

if TYPE_CHECKING:
    from tianji.holdem.spot.gate import Behind
    from tianji.holdem.spot.spot import Spot

SAMPLE = 1500  # roots of a street that are walked; of more, each stands for its neighbours in the pot's order
BUDGET = 250_000  # decisions walked in all, two or three seconds
Roots = dict[tuple[float, int], float]  # chips matched and last street's bettor → how many lines lead there


@dataclass
class Counts:
    """Nodes and rows (actions of each player) by street, first street first.

    is_exact: every line was counted; else the figures are estimates, or with `is_bound` only a lower bound.
    """

    nodes: list[float] = field(default_factory=list)
    rows: list[tuple[float, float]] = field(default_factory=list)
    is_exact: bool = True
    is_bound: bool = False


def count_tree(spot: Spot, budget: int = BUDGET) -> Counts:
    """Count the betting tree of a spot.

    Subtrees of a street depend only on the chips matched before it and on who bet last, so lines that agree in these
    are counted once. A street with more than `SAMPLE` different roots is walked at that many of them.
    """
    known: dict[int, Counts] = vars(spot).setdefault(
        "_counts", {}
    )  # a spot does not change, and is solved often
    if budget not in known:
        known[budget] = _counted(spot, budget)
    return known[budget]


def _counted(spot: Spot, budget: int) -> Counts:
    if spot.given["add_lines"] or spot.given["remove_lines"] or spot.given["start"]:
        return _count_built(spot.tree())
    if spot.street == 2:  # a river has one street, and who asks for its size builds it next
        with suppress(TooLargeError):
            return _count_built(spot.tree())
    counts = Counts()
    roots: Roots = {(0.0, -1): 1.0}
    for street in range(spot.street, 3):
        if counts.is_bound:  # not walked: at least every root is there
            counts.nodes.append(sum(roots.values()))
            counts.rows.append((0.0, 0.0))
            roots = {}
            continue
        budget, roots = _count_street(spot, street, roots, counts, budget)
    return counts


def _count_street(spot: Spot, street: int, roots: Roots, counts: Counts, budget: int) -> tuple[int, Roots]:
    """Add a street's nodes and rows to `counts`; what is left of the budget, and the next street's roots."""
    tree = BettingTree([], spot.pot, spot.stack, spot.street)
    nodes, rows = 0.0, [0.0, 0.0]
    below: Roots = {}
    for (matched, bettor), lines in _sampled(roots, spot.stack, counts):
        nodes += lines
        if matched >= spot.stack:
            if street < 2:
                below[matched, -1] = below.get((matched, -1), 0.0) + lines
            continue
        waiting = [BettingNode("act", street, matched, aggressor=bettor)]
        while waiting:
            if budget <= 0:
                counts.is_bound, counts.is_exact = True, False
                break
            budget -= 1
            node = waiting.pop()
            actions = legal_actions(tree, node, spot.menus, spot.limits)
            rows[node.player] += lines * len(actions)
            nodes += lines * len(actions)
            for action in actions:
                child = child_of(tree, node, -1, action)
                if child.kind == "act":
                    waiting.append(child)
                elif child.kind == "deal":
                    key = (round(matched + child.totals[0], 9), child.last_bettor)
                    below[key] = below.get(key, 0.0) + lines
    counts.nodes.append(nodes)
    counts.rows.append((rows[0], rows[1]))
    return budget, below


def _sampled(roots: Roots, stack: float, counts: Counts) -> Iterator[tuple[tuple[float, int], float]]:
    """The roots, or evenly chosen ones that stand for their neighbours in (last bettor, chips matched)."""
    ordered = sorted(roots.items(), key=lambda item: (item[0][1], item[0][0]))
    if len(ordered) <= SAMPLE:
        yield from ordered
        return
    counts.is_exact = False
    for (_, is_allin), group in groupby(ordered, key=lambda item: (item[0][1], item[0][0] >= stack)):
        members = list(group)
        parts = 1 if is_allin else -(-SAMPLE * len(members) // len(ordered))
        for k in range(parts):
            part = members[k * len(members) // parts : (k + 1) * len(members) // parts]
            if part:
                yield part[len(part) // 2][0], sum(lines for _, lines in part)


def _count_built(tree: BettingTree) -> Counts:
    """The counts of a tree that is built anyway; kept with it."""
    known: list[Counts] = vars(tree).setdefault("_counts", [])
    if not known:
        counts = Counts()
        for street in range(tree.street, 3):
            nodes = [node for node in tree.nodes if node.street == street]
            rows = [sum(len(node.actions) for node in nodes if node.player == p) for p in (0, 1)]
            counts.nodes.append(len(nodes))
            counts.rows.append((rows[0], rows[1]))
        known.append(counts)
    return known[0]


@dataclass
class Cards:
    """The cards' share of a spot's size: boards a street, hands, and `padded[k][p]`, player p's rows' total length."""

    boards: tuple[int, ...]
    hands: tuple[int, int]
    padded: list[tuple[int, int]]


def count_cards(spot: Spot, behind: Behind | None = None) -> Cards:
    """Count without dealing: boards by class, hands less those that hold a dealt card, in whole blocks.

    behind: a gate, through which the opponent may bring hands that are not in his range.
    """
    weights, marks = (spot.weights, []) if behind is None else (behind.weights(spot), behind.marks)
    free = ~blocked(spot.cards)
    alive = [(w > 0) & free for w in weights]
    if len(spot.cards) == 5:
        one, two = (int(np.count_nonzero(a)) for a in alive)
        return Cards((1,), (one, two), [(-(-one // BLOCK) * BLOCK, -(-two // BLOCK) * BLOCK)])
    by_card = [np.bincount(hand_cards()[a].ravel(), minlength=52) for a in alive]
    hands = [int(a.sum()) for a in alive]
    group = symmetries(spot.cards, [*weights, *marks]) if spot.is_merged else [(0, 1, 2, 3)]
    levels = [[(list(spot.cards), (0, 0), group)]]
    while len(levels[-1][0][0]) < 5:
        below = []
        for dealt, gone, kept in levels[-1]:
            for card, _ in classes_of_cards([c for c in range(52) if c not in dealt], kept):
                less = (gone[0] + int(by_card[0][card]), gone[1] + int(by_card[1][card]))
                below.append(([*dealt, card], less, [r for r in kept if rename(card, r) == card]))
        levels.append(below)
    padded = []
    for level in levels:
        a, b = (sum(-(-(hands[p] - gone[p]) // BLOCK) * BLOCK for _, gone, _ in level) for p in (0, 1))
        padded.append((a, b))
    return Cards(tuple(len(level) for level in levels), (hands[0], hands[1]), padded)
