"""Treeplex: one player's infosets and slots, and the passes over them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import Any

import numpy as np

from tianji.core.strategy import FloatArray, IntArray, label


@cache
def _kernel() -> ModuleType:
    """The passes as compiled code, imported when they are first wanted: whoever only lists games needs no compiler."""
    from tianji.kernels.flat import sequence

    return sequence


@dataclass(frozen=True, eq=False)
class Treeplex:
    """One player's infosets and slots, parents first, every subtree a contiguous range (preorder).

    A *slot* is one infoset–action pair (a "sequence" in sequence-form texts); slot 0 is the empty sequence.

    first_slot: `[I + 1]`; the slots of infoset i are `first_slot[i]:first_slot[i + 1]`, and `first_slot[0] = 1`.
    parent_slot: `[I]`, the player's last slot before infoset i (0: none). Perfect recall makes it unique.
    keys, menus: `[I]`, the game's own infoset keys and actions.
    """

    first_slot: IntArray
    parent_slot: IntArray
    keys: list[Hashable]
    menus: list[tuple[Any, ...]]

    @cached_property
    def num_infosets(self) -> int:
        """How many infosets the player has."""
        return len(self.parent_slot)

    @cached_property
    def num_slots(self) -> int:
        """How many slots, the empty sequence included."""
        return int(self.first_slot[-1])

    @cached_property
    def infoset_of(self) -> IntArray:
        """`[Q]`: the infoset a slot belongs to; −1 for the empty sequence."""
        owner = np.repeat(np.arange(self.num_infosets, dtype=np.int32), np.diff(self.first_slot))
        return np.concatenate([np.array([-1], dtype=np.int32), owner])

    @cached_property
    def place_of(self) -> IntArray:
        """`[Q]`: which action of its infoset a slot is, from 0; 0 for the empty sequence."""
        place = np.zeros(self.num_slots, dtype=np.int32)
        place[1:] = np.arange(1, self.num_slots) - np.repeat(self.first_slot[:-1], np.diff(self.first_slot))
        return place

    @cached_property
    def end(self) -> IntArray:
        """`[I]`: infosets `i .. end[i] − 1` are the subtree of i."""
        end = np.arange(1, self.num_infosets + 1, dtype=np.int32)
        parent = self.infoset_of[self.parent_slot].tolist()
        for i in range(self.num_infosets - 1, -1, -1):  # children have larger indices
            if parent[i] >= 0:
                end[parent[i]] = max(end[parent[i]], end[i])
        return end

    def uniform(self) -> FloatArray:
        """`[Q]`: the strategy that plays every action equally often."""
        counts = np.diff(self.first_slot)
        return np.concatenate([[1.0], np.repeat(1.0 / counts, counts)])

    def totals(self, per_slot: FloatArray) -> FloatArray:
        """`[I]`: the sum over the actions of each infoset."""
        return np.add.reduceat(per_slot, self.first_slot[:-1]) if self.num_infosets else np.empty(0)

    def forward(self, strategy: FloatArray) -> FloatArray:
        r"""`[Q]`: the realisation plan of a behaviour strategy, plan(I, a) = plan(parent slot of I) · σ(I, a)."""
        plan = np.empty(self.num_slots)
        plan[0] = 1.0
        _kernel().forward(self.first_slot, self.parent_slot, strategy, 0, self.num_infosets, plan)
        return plan

    def backward(self, strategy: FloatArray, cfv: FloatArray) -> FloatArray:
        r"""cfv `[Q]`, accumulated: cfv(parent of I) += Σ_a σ(I, a) · cfv(I, a), children first; returned as well."""
        _kernel().backward(self.first_slot, self.parent_slot, strategy, cfv)
        return cfv

    def best_response(self, cfv: FloatArray) -> IntArray:
        r"""cfv `[Q]`, accumulated: cfv(parent of I) += max_a cfv(I, a), children first; returns `[I]` chosen slots."""
        choice = np.empty(self.num_infosets, dtype=np.int32)
        _kernel().best_response(self.first_slot, self.parent_slot, cfv, choice)
        return choice

    @cached_property
    def labels(self) -> list[str]:
        """`[I]`: stable texts of the infoset keys."""
        return [label(key) for key in self.keys]

    @cached_property
    def actions(self) -> list[tuple[str, ...]]:
        """`[I]`: stable texts of the actions."""
        return [tuple(map(label, menu)) for menu in self.menus]

    @cached_property
    def starts(self) -> IntArray:
        """`[I + 1]`: `first_slot` where the empty sequence does not count."""
        return self.first_slot - np.int32(1)

    @cached_property
    def index(self) -> dict[Hashable, int]:
        """From an infoset key to its number."""
        return {key: i for i, key in enumerate(self.keys)}
