"""The order of slots and terminals: treeplexes in preorder, terminals sorted and merged."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tianji.core.strategy import FloatArray, IntArray
from tianji.flat.treeplex import Treeplex

MANY = 4_000  # infosets from which on a kernel is worth loading


def preorder(tree: Treeplex) -> tuple[Treeplex, IntArray, IntArray]:
    """Renumber infosets so that every subtree is a contiguous range.

    Returns the new treeplex, `[Q]` the new number of every old slot, `[I]` the new number of every old infoset.
    The given order must have parents first; siblings keep their order.
    """
    old = _order(tree) if tree.num_infosets < MANY else _fast_order(tree)
    counts = np.diff(tree.first_slot)[old]
    first_slot = np.ones(len(old) + 1, dtype=np.int32)
    first_slot[1:] += np.cumsum(counts, dtype=np.int32)
    place = np.arange(tree.num_slots - 1, dtype=np.int32) - np.repeat(first_slot[:-1] - 1, counts)
    new_slot = np.zeros(tree.num_slots, dtype=np.int32)
    new_slot[np.repeat(tree.first_slot[:-1][old], counts) + place] = np.arange(
        1, tree.num_slots, dtype=np.int32
    )
    new_infoset = np.empty(len(old), dtype=np.int32)
    new_infoset[old] = np.arange(len(old), dtype=np.int32)
    parent_slot = new_slot[tree.parent_slot[old]]
    order = old.tolist()
    keys, menus = map(tree.keys.__getitem__, order), map(tree.menus.__getitem__, order)
    renumbered = Treeplex(first_slot, parent_slot, list(keys), list(menus))
    return renumbered, new_slot, new_infoset


def _order(tree: Treeplex) -> IntArray:
    """`[I]`: the infosets in preorder."""
    children: list[list[int]] = [[] for _ in range(tree.num_slots)]
    for i, parent in enumerate(tree.parent_slot.tolist()):
        children[parent].append(i)
    first = tree.first_slot.tolist()
    order: list[int] = []
    stack = children[0][::-1]
    while stack:
        i = stack.pop()
        order.append(i)
        for q in range(first[i + 1] - 1, first[i] - 1, -1):
            if children[q]:
                stack.extend(reversed(children[q]))
    return np.array(order, dtype=np.int32)


def _fast_order(tree: Treeplex) -> IntArray:
    """The same, compiled."""
    from tianji.kernels.native import unfold

    order = np.empty(tree.num_infosets, dtype=np.int32)
    unfold.preorder(
        np.ascontiguousarray(tree.parent_slot, dtype=np.int32),
        np.ascontiguousarray(tree.first_slot, dtype=np.int32),
        order,
    )
    return order


def merge_terminals(
    slots: IntArray, payoff: FloatArray, chance: FloatArray, trees: Sequence[Treeplex]
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Sum payoffs and chances of terminals with equal slot tuples; sorted by player 0's slot, then player 1's, …"""
    num_slots = [tree.num_slots for tree in trees]
    if math.prod(num_slots) < 2**62:
        code = slots[:, 0].astype(np.int64)
        for p in range(1, slots.shape[1]):
            code *= num_slots[p]
            code += slots[:, p]
        order = np.argsort(code, kind="stable")
        code = code[order]
        is_new = np.concatenate([[True], code[1:] != code[:-1]])
    else:
        order = np.lexsort(slots.T[::-1])
        ordered = slots[order]
        is_new = np.concatenate([[True], (ordered[1:] != ordered[:-1]).any(axis=1)])
    if is_new.all():  # nothing to sum
        return slots[order], payoff[order], chance[order]
    starts = np.flatnonzero(is_new)
    summed = np.add.reduceat(payoff[order], starts, axis=0)
    return slots[order[starts]], summed, np.add.reduceat(chance[order], starts)
