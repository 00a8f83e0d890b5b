"""Abstraction: a smaller game in which a player cannot tell apart infosets that a function puts together."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.game import Game
from tianji.core.strategy import FloatArray
from tianji.errors import GameRuleError, ParameterError, quote
from tianji.evaluate.response import terminal_cfv
from tianji.flat.cache import as_flat
from tianji.flat.merge import class_slots, quotient
from tianji.flat.sequence import FlatGame, Treeplex

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
    return quotient(
        flat, [_classes(flat.spec, tree, player, bucket) for player, tree in enumerate(flat.trees)]
    )


def _classes(spec: str, tree: Treeplex, player: int, bucket: Bucket) -> npt.NDArray[np.int64]:
    """`[I]`: the class of every infoset: equal bucket, equal actions, the same action of the same class before it."""
    number: dict[Hashable, int] = {}
    of = np.empty(tree.num_infosets, dtype=np.int64)
    owner, place = tree.infoset_of.tolist(), tree.place_of.tolist()
    for i, slot in enumerate(tree.parent_slot.tolist()):
        above = (int(of[owner[slot]]), place[slot]) if slot else (-1, 0)
        try:
            name = (above, bucket(player, tree.keys[i]), tree.menus[i])
            of[i] = number.setdefault(name, len(number))
        except Exception as error:
            raise GameRuleError(
                f"{spec}: bucket({player}, {quote(tree.keys[i])}) failed with {type(error).__name__}: {error!s:.120}; "
                "it must return something hashable for every infoset key"
            ) from error
    return of


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
    slot_of = class_slots(flat.trees[player], tree, small.merge.infoset[player])
    values = np.bincount(slot_of, terminal_cfv(flat, plans, player), minlength=tree.num_slots).astype(
        np.float64
    )
    choice = tree.best_response(values)
    pure = np.zeros(tree.num_slots)
    pure[choice], pure[0] = 1.0, 1.0
    return pure[slot_of]
