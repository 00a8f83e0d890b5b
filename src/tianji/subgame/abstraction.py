"""Abstraction: a smaller game in which a player cannot tell apart infosets that a function puts together."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

import numpy as np

from tianji.core.game import Game
from tianji.core.strategy import FloatArray, IntArray
from tianji.errors import GameRuleError, ParameterError
from tianji.evaluate.response import terminal_cfv
from tianji.flat.cache import as_flat
from tianji.flat.order import merge_terminals
from tianji.flat.sequence import FlatGame, Merge, Treeplex
from tianji.kernels.flat import sequence as kernel

Bucket = Callable[[int, Any], Hashable]


def abstract(game: Game[Any, Any] | FlatGame, bucket: Bucket) -> FlatGame:
    """The game in which infosets of equal bucket are one; its strategies are read and written over the real ones.

    `bucket(player, key)` names the class of an infoset. Two infosets are put together when their buckets and their
    actions are equal and their own earlier moves fall together too, so that perfect recall is kept; the latter
    two are looked after here. The answer is a FlatGame: `tj.solve` solves it, and the strategy it returns is that
    of the whole game, playing alike within a class.

    >>> import tianji as tj
    >>> leduc = tj.load("leduc")
    >>> small = abstract(leduc, lambda player, key: key[:1] + key[2:])  # own card without its suit
    >>> tj.compile(leduc).num_infosets, small.num_infosets
    (936, 558)
    """
    flat = as_flat(game)
    if flat.merge is not None:
        raise ParameterError(f"{flat.spec} is merged already; pass the Game itself to abstract()")
    if not callable(bucket):
        raise ParameterError(f"bucket={bucket!r}; expected a function of (player, infoset key)")
    trees, classes = [], []
    slots = np.empty_like(flat.slots)
    for player, tree in enumerate(flat.trees):
        small, of, slot_of = _quotient(flat.spec, tree, player, bucket)
        slots[:, player] = slot_of[flat.slots[:, player]]
        trees.append(small)
        classes.append(of)
    merged, payoff, chance = merge_terminals(slots, flat.payoff, flat.chance, trees)
    return replace(
        flat,
        trees=tuple(trees),
        slots=merged,
        payoff=payoff,
        chance=chance,
        merge=Merge(flat.trees, tuple(classes)),
    )


def _quotient(spec: str, tree: Treeplex, player: int, bucket: Bucket) -> tuple[Treeplex, IntArray, IntArray]:
    """The treeplex of the classes in preorder, the class of every infoset, the class slot of every slot."""
    members: list[int] = []  # first member of each class, as met
    parents: list[tuple[int, int]] = []  # (class, action) above it; (−1, 0) at the top
    number: dict[Hashable, int] = {}
    of = np.empty(tree.num_infosets, dtype=np.int32)
    owner, first = tree.infoset_of.tolist(), tree.first_slot.tolist()
    for i, slot in enumerate(tree.parent_slot.tolist()):
        above = (int(of[owner[slot]]), slot - first[owner[slot]]) if slot else (-1, 0)
        try:
            name = (above, bucket(player, tree.keys[i]), tree.menus[i])
            of[i] = number.setdefault(name, len(members))
        except Exception as error:
            raise GameRuleError(
                f"{spec}: bucket({player}, {tree.keys[i]!r}) failed with {type(error).__name__}: {error}; "
                "it must return something hashable for every infoset key"
            ) from error
        if of[i] == len(members):
            members.append(i)
            parents.append(above)
    order = _preorder(parents)
    rank = np.argsort(np.array(order, dtype=np.int64)).astype(np.int32)
    chosen = np.array([members[c] for c in order], dtype=np.int64)
    counts = np.diff(tree.first_slot)[chosen]
    first_slot = np.concatenate([[1], 1 + np.cumsum(counts)]).astype(np.int32)
    parent_slot = np.array(
        [first_slot[rank[c]] + a if c >= 0 else 0 for c, a in (parents[c] for c in order)], dtype=np.int32
    )
    small = Treeplex(first_slot, parent_slot, [tree.keys[i] for i in chosen], [tree.menus[i] for i in chosen])
    of = rank[of]
    return small, of, _slot_of(tree, small, of)


def _preorder(parents: list[tuple[int, int]]) -> list[int]:
    children: dict[int, list[int]] = {}
    for c, (above, _) in enumerate(parents):
        children.setdefault(above, []).append(c)
    for above, found in children.items():
        if above >= 0:
            found.sort(key=lambda c: parents[c][1])
    order, stack = [], children.get(-1, [])[::-1]
    while stack:
        c = stack.pop()
        order.append(c)
        stack.extend(reversed(children.get(c, [])))
    return order


def _slot_of(tree: Treeplex, small: Treeplex, of: IntArray) -> IntArray:
    """`[Q]`: the class slot of every slot."""
    place = np.arange(tree.num_slots) - tree.first_slot[tree.infoset_of]
    mapped = np.where(tree.infoset_of >= 0, small.first_slot[np.append(of, 0)[tree.infoset_of]] + place, 0)
    return mapped.astype(np.int32)


def restricted_response(flat: FlatGame, small: FlatGame, plans: list[FloatArray], player: int) -> FloatArray:
    """`[Q]`: a player's best response among the strategies that the abstraction can express, optimal at every class.

    plans: the realisation plans of the whole game, of which the other player's is answered. Brown & Sandholm (2017),
    section 6: with it the opponent's values are estimated as the abstraction sees them.
    """
    if small.merge is None or small.merge.original[player] is not flat.trees[player]:
        raise ParameterError(
            f"the abstraction {small!r} was not made from this {flat.spec}; "
            "make it with tj.subgame.abstract(game, bucket)"
        )
    tree = small.trees[player]
    slot_of = _slot_of(flat.trees[player], tree, small.merge.infoset[player])
    values = np.bincount(slot_of, terminal_cfv(flat, plans, player), minlength=tree.num_slots)
    choice = np.empty(tree.num_infosets, dtype=np.int32)
    kernel.best_response(tree.first_slot, tree.parent_slot, values, choice)
    pure = np.zeros(tree.num_slots)
    pure[choice], pure[0] = 1.0, 1.0
    return pure[slot_of]
