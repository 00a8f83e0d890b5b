"""merge_lossless: put strategically identical infosets together; no value changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray, IntArray
from tianji.flat.order import merge_terminals, preorder
from tianji.flat.sequence import FlatGame, Merge
from tianji.flat.treeplex import Treeplex

Colours = npt.NDArray[np.int64]


def merge_lossless(flat: FlatGame) -> FlatGame:
    r"""The quotient of a game by its coarsest equitable partition (with actions matched in order).

    Infosets get the same colour when nothing tells them apart: their parent slots have the same colour, action k
    of one has the same colour as action k of the other, and slots have the same colour when they have equally many
    child infosets of each colour and, for every tuple c of colours of the other players' slots,

        Σ_{n : slots_{−i}(n) ∈ c} payoff_i(n)     is the same.

    Then a strategy that treats equal colours alike gives equal counterfactual values to equal colours, so some best
    response treats them alike too: values, best responses and exploitability are those of the original game.
    Found by colour refinement; after Grohe, Kersting, Mladenov & Selman (2014), who do so for linear programs.

    Deviation: Grohe et al. would also merge the actions of one infoset; we match action k with action k, so that
    the quotient is again a game with the same menus.

    >>> from tianji.games import load
    >>> from tianji.flat.build import compile_game
    >>> leduc = compile_game(load("leduc"))
    >>> leduc.num_infosets, merge_lossless(leduc).num_infosets
    (936, 288)
    """
    if flat.merge is not None:
        return flat
    colours = _refine(flat)
    if all(len(c) == tree.num_infosets for c, tree in zip(map(np.unique, colours), flat.trees, strict=True)):
        return flat
    return quotient(flat, colours)


def _refine(flat: FlatGame) -> list[Colours]:
    """Infoset colours per player that no further round of refinement splits."""
    rng = np.random.default_rng(20140711)
    infoset = [_rank_pairs(np.diff(tree.first_slot).astype(np.int64), _depths(tree)) for tree in flat.trees]
    slot = [_slot_colours(tree, c) for tree, c in zip(flat.trees, infoset, strict=True)]
    while True:
        before = [int(c.max(initial=-1)) for c in infoset] + [int(c.max()) for c in slot]
        # a random weight a colour: two sums over colour classes agree for all weights only if they are equal
        weights = [rng.uniform(1.0, 2.0, size=int(c.max()) + 1)[c] for c in slot]
        for p, tree in enumerate(flat.trees):
            slot[p] = _split(slot[p], *_payoff_sums(flat, weights, p))
            child = rng.uniform(1.0, 2.0, size=int(infoset[p].max(initial=0)) + 1)[infoset[p]]
            children: FloatArray = np.bincount(tree.parent_slot, child, tree.num_slots).astype(np.float64)
            slot[p] = _split(slot[p], children, children)
            infoset[p] = _infoset_colours(tree, infoset[p], slot[p])
            slot[p] = _rank_pairs(slot[p], _slot_colours(tree, infoset[p]))
        if before == [int(c.max(initial=-1)) for c in infoset] + [int(c.max()) for c in slot]:
            return infoset


def _depths(tree: Treeplex) -> Colours:
    """`[I]`: own infosets above each; what differs there can never be merged, and would be told apart level by level.

    By doubling: after k rounds every infoset knows its 2^k-th ancestor.
    """
    above = np.full(tree.num_infosets + 1, -1, dtype=np.int64)  # the last stands for nothing above
    is_below = tree.parent_slot > 0
    above[:-1][is_below] = tree.infoset_of[tree.parent_slot[is_below]]
    depth = (above >= 0).astype(np.int64)
    while (above >= 0).any():
        depth += np.where(above >= 0, depth[above], 0)
        above = np.where(above >= 0, above[above], -1)
    return depth[:-1]


def _payoff_sums(flat: FlatGame, weights: list[FloatArray], player: int) -> tuple[FloatArray, FloatArray]:
    """`[Q]`: Σ over a slot's terminals of payoff × the random weights of the others' colours; and Σ |…|."""
    total = flat.payoff[:, player].copy()
    for j, weight in enumerate(weights):
        if j != player:
            total *= weight[flat.slots[:, j]]
    own, size = flat.slots[:, player], flat.trees[player].num_slots
    sums, sizes = np.bincount(own, total, size), np.bincount(own, np.abs(total), size)
    return sums.astype(np.float64), sizes.astype(np.float64)


def _slot_colours(tree: Treeplex, infoset: Colours) -> Colours:
    """Slots start from their infoset's colour and their place in the menu."""
    colours = np.full(tree.num_slots, -1, dtype=np.int64)
    colours[1:] = infoset[tree.infoset_of[1:]]
    return _rank_pairs(colours, tree.place_of.astype(np.int64))


def _infoset_colours(tree: Treeplex, infoset: Colours, slot: Colours) -> Colours:
    """Split infosets by the colour of their parent slot and of each of their actions."""
    colours = _rank_pairs(infoset, slot[tree.parent_slot])
    counts = np.diff(tree.first_slot)
    for k in range(int(counts.max(initial=0))):
        has = counts > k
        action = np.full(tree.num_infosets, -1, dtype=np.int64)
        action[has] = slot[tree.first_slot[:-1][has] + k]
        colours = _rank_pairs(colours, action)
    return colours


def _split(colours: Colours, sums: FloatArray, magnitude: FloatArray) -> Colours:
    """Split colours by sums that are equal up to rounding, judged by the magnitude of what was added up."""
    order = np.argsort(sums, kind="stable")
    sized = magnitude[order]
    is_gap = np.diff(sums[order]) > 1e-11 * np.maximum(sized[1:], sized[:-1])
    group = np.empty(len(sums), dtype=np.int64)
    group[order] = np.concatenate([[0], np.cumsum(is_gap)])
    return _rank_pairs(colours, group)


def _rank(values: Colours) -> Colours:
    inverse: Colours = np.unique(values, return_inverse=True)[1]
    return inverse


def _rank_pairs(a: Colours, b: Colours) -> Colours:
    low = int(b.min(initial=0))
    return _rank((a - int(a.min(initial=0))) * (int(b.max(initial=0)) - low + 1) + (b - low))


def quotient(flat: FlatGame, colours: Sequence[Colours]) -> FlatGame:
    """One infoset a colour, represented by its first member; payoffs of merged slot tuples add up.

    colours: per player `[I]`. Infosets of one colour must have equally many actions, and parent slots that are the
    same action of one colour. Lossless merging and abstraction are both this, with different colours.
    """
    trees, classes, new_slots = [], [], np.empty_like(flat.slots)
    for p, tree in enumerate(flat.trees):
        _, member, inverse = np.unique(colours[p], return_index=True, return_inverse=True)
        member = np.sort(member)  # classes in the order of their first members: parents stay first
        rank = np.empty(len(member), dtype=np.int32)
        rank[inverse[member]] = np.arange(len(member), dtype=np.int32)
        of = rank[inverse].astype(np.int32)
        small, _, new_infoset = preorder(_members(tree, member, of))
        of = new_infoset[of]
        new_slots[:, p] = class_slots(tree, small, of)[flat.slots[:, p]]
        trees.append(small)
        classes.append(of)
    slots, payoff, chance = merge_terminals(new_slots, flat.payoff, flat.chance, trees)
    return replace(
        flat,
        trees=tuple(trees),
        slots=slots,
        payoff=payoff,
        chance=chance,
        merge=Merge(flat.trees, tuple(classes), flat.digest),
    )


def class_slots(tree: Treeplex, small: Treeplex, of: IntArray) -> IntArray:
    """`[Q]`: the slot of its class for every slot; of: `[I]`, the class of every infoset."""
    mapped = np.zeros(tree.num_slots, dtype=np.int32)
    mapped[1:] = small.first_slot[of[tree.infoset_of[1:]]] + tree.place_of[1:]
    return mapped


def _members(tree: Treeplex, member: npt.NDArray[np.int64], of: IntArray) -> Treeplex:
    """The treeplex of the classes' first members; a parent slot becomes the same action of its own class."""
    counts = np.diff(tree.first_slot)[member]
    first_slot = np.ones(len(member) + 1, dtype=np.int32)
    first_slot[1:] += np.cumsum(counts, dtype=np.int32)
    parent = tree.parent_slot[member]
    parent_slot = np.zeros(len(member), dtype=np.int32)
    has = parent > 0
    parent_slot[has] = first_slot[of[tree.infoset_of[parent[has]]]] + tree.place_of[parent[has]]
    return Treeplex(first_slot, parent_slot, [tree.keys[i] for i in member], [tree.menus[i] for i in member])
