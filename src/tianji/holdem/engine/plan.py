"""Plan: how large a solve will be, before anything is allocated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tianji.core.memory import free_bytes, size_text
from tianji.errors import ParameterError, TooLargeError
from tianji.holdem.engine.layout import make_forest
from tianji.holdem.spot.tree import STREETS, Tree
from tianji.kernels.constants import BLOCK
from tianji.poker.cards import hand_cards
from tianji.poker.isomorphism import classes_of_cards, rename, symmetries

if TYPE_CHECKING:
    from tianji.holdem.spot.spot import Spot

BYTES = {"float32": 8, "float64": 16, "int16": 4}  # regret and average of one action and hand
NANOSECONDS = 6.0  # an action and hand, an iteration, on one core: benchmarks/holdem.py
ITERATIONS = 140  # to 0.3 % of the pot, as seen on the benchmark's spots


@dataclass(frozen=True)
class Plan:
    """What a solve takes: nodes with boards, (action, hand) entries, bytes, seconds an iteration and in all (0.3 %)."""

    betting_nodes: int
    nodes: int
    boards: tuple[int, ...]
    hands: tuple[int, int]
    entries: int
    bytes: int
    seconds_per_iteration: float
    storage: str

    def __str__(self) -> str:
        boards = " × ".join(f"{n:,}" for n in self.boards)
        return (
            f"{self.betting_nodes:,} betting nodes, {self.nodes:,} with boards ({boards}); hands {self.hands[0]} and "
            f"{self.hands[1]}; {size_text(self.bytes)} ({self.storage}); about {self.seconds_per_iteration:.2g} s an "
            f"iteration, {self.seconds_per_iteration * ITERATIONS:.2g} s to 0.3 % of the pot"
        )


def check_storage(storage: object) -> str:
    """A kind of storage that exists.

    >>> check_storage("int16")
    'int16'
    """
    if not isinstance(storage, str) or storage not in BYTES:
        raise ParameterError(f"storage={storage!r:.80}; expected one of: {', '.join(BYTES)}")
    return storage


def read_memory(memory: object) -> int:
    """Bytes, from a whole number or a text with a unit.

    >>> read_memory("8 GiB"), read_memory("500MB"), read_memory(1024)
    (8589934592, 500000000, 1024)
    """
    match = (
        re.match(r"^\s*(\d+(?:\.\d+)?)\s*([kmgt]i?)b?\s*$", memory.lower())
        if isinstance(memory, str)
        else None
    )
    if match is not None:
        unit = (1024 if match[2].endswith("i") else 1000) ** ("kmgt".index(match[2][0]) + 1)
        memory = round(min(float(match[1]), 1e9) * unit)
    if isinstance(memory, bool) or not isinstance(memory, int) or memory < 1:
        raise ParameterError(
            f"memory={memory!r:.80}; expected bytes as a whole number, or a text with its unit such as '8 GiB'"
        )
    return memory


def make_plan(spot: Spot, tree: Tree, storage: str = "float32", threads: int = 1) -> Plan:
    """Count without dealing: boards by class, hands less those that hold a dealt card."""
    check_storage(storage)
    cards = spot.cards
    weights = spot.weights
    blocked = np.isin(hand_cards(), cards).any(axis=1)
    alive = [(w > 0) & ~blocked for w in weights]
    by_card = [np.bincount(hand_cards()[a].ravel(), minlength=52) for a in alive]
    hands = [int(a.sum()) for a in alive]
    group = symmetries(cards, list(weights)) if spot.is_merged else [(0, 1, 2, 3)]
    boards = [[(list(cards), (0, 0), group)]]
    while len(boards[-1][0][0]) < 5:
        below = []
        for dealt, gone, kept in boards[-1]:
            for card, _ in classes_of_cards([c for c in range(52) if c not in dealt], kept):
                less = (gone[0] + int(by_card[0][card]), gone[1] + int(by_card[1][card]))
                below.append(([*dealt, card], less, [r for r in kept if rename(card, r) == card]))
        boards.append(below)
    entries = nodes = 0
    for k, level in enumerate(boards):
        forest = make_forest(tree, tree.street + k)
        nodes += len(forest.numbers) * len(level)
        for _, gone, _ in level:
            for p in (0, 1):
                entries += -(-(hands[p] - gone[p]) // BLOCK) * BLOCK * forest.rows[p]
    return Plan(
        len(tree.nodes), nodes, tuple(len(level) for level in boards), (hands[0], hands[1]), entries,
        entries * BYTES[storage], entries * NANOSECONDS * 1e-9 / threads, storage,
    )  # fmt: skip


def check_fits(spot: Spot, plan: Plan, limit: int | None) -> None:
    """Refuse a plan over the limit, with the cheapest change that would fit."""
    allowed = free_bytes() * 9 // 10 if limit is None else limit
    if plan.bytes <= allowed:
        return
    raise TooLargeError(
        f"the solve needs {size_text(plan.bytes)}, {size_text(allowed)} are allowed ({plan}); "
        f"{_way_out(spot, plan, allowed)}"
    )


def _way_out(spot: Spot, plan: Plan, allowed: int) -> str:
    """The first change, from the mildest on, after which the solve would fit."""
    if plan.storage != "int16" and plan.bytes * BYTES["int16"] // BYTES[plan.storage] <= allowed:
        return "use storage='int16', which halves it"
    for raises in (3, 2, 1, 0):
        if spot.limits.max_raises is None or raises < spot.limits.max_raises:
            smaller = spot.replace(max_raises=raises)
            found = make_plan(smaller, smaller.tree(), plan.storage)
            if found.bytes <= allowed:
                return f"max_raises={raises} would need {size_text(found.bytes)}"
    streets = STREETS[spot.street :]
    smaller = spot.replace(bets="75%", raises="allin", max_raises=1)
    found = make_plan(smaller, smaller.tree(), "int16")
    if found.bytes <= allowed:
        return (
            f"one bet size and one raise on {', '.join(streets)} with storage='int16' would need "
            f"{size_text(found.bytes)}"
        )
    return "narrow the ranges, or start on a later street"
