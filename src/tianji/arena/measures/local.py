"""local_best_response: what a player gains who looks one answer ahead, in any game small enough to compile."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.game import CHANCE, Game
from tianji.core.result import Result
from tianji.core.strategy import FloatArray, IntArray, Strategy, label
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.evaluate.response import expected_values, plans, require_player, respond
from tianji.flat.cache import as_flat
from tianji.flat.nodes import NodeTable, node_table
from tianji.flat.sequence import FlatGame

PASSIVE = ("c", "k", "call", "check", "x")  # actions that only stay in the pot, by name

Passive = Callable[[Hashable, Sequence[Any]], Any]
"""(infoset key, actions) → the action that only stays in the game."""


@dataclass(frozen=True)
class LocalResponse(Result):
    """What `player` gets against the others by looking one answer ahead, and what he could get at most.

    value ≤ best: the first is a strategy of his, the second the best there is. strategy: the profile in which he plays
    so and the others as before.
    """

    player: int
    value: float
    best: float
    strategy: Strategy = field(repr=False)


@checked
def local_best_response(
    game: Game[Any, Any],
    strategy: Strategy,
    player: int,
    *,
    passive: Passive | None = None,
    allow: Callable[[Any], bool] | None = None,
) -> LocalResponse:
    """A lower bound on what the best response wins, found without solving anything.

    At each of his infosets the player believes the others to hold what the strategy and chance say, tries every action
    (that `allow` says yes to, where given) and takes the best by this guess: the others answer it once by their
    strategy, and from then on everybody is passive. Its true value is then worked out exactly. passive: the action that
    just stays in, by default the one called c, k, call, check or x.

    Lisý & Bowling (2017), "Equilibrium Approximation Quality of Current No-Limit Poker Bots", who count any answer
    but a fold as a call; here the answer is the strategy's own. Not yet reproduced: their figures are for hold'em.

    >>> import tianji as tj
    >>> game = tj.load("leduc")
    >>> found = local_best_response(game, tj.uniform(game), 0)
    >>> 0 < found.value <= found.best
    True
    """
    flat = as_flat(game)
    require_player(flat, player)
    nodes = node_table(flat)
    vectors = flat.from_strategy(strategy)
    own = plans(flat, vectors)
    stay = [_passive_slots(flat, p, passive) for p in range(flat.players)]
    local = _local_values(nodes, vectors, stay, player)
    weight = nodes.chance.copy()
    for p in range(flat.players):
        if p != player:
            weight *= own[p][nodes.slots[:, p]]
    pure = _choices(flat, nodes, player, weight * local, allow)
    answer = [*vectors[:player], pure, *vectors[player + 1 :]]
    value = expected_values(flat, plans(flat, answer))[player]
    best, _, _ = respond(flat, own, player)
    return LocalResponse(player, value, best, flat.to_strategy(answer))


def _passive_slots(flat: FlatGame, player: int, passive: Passive | None) -> IntArray:
    """`[I]`: the slot of the passive action at each infoset of a player."""
    tree = flat.trees[player]
    slots = []
    for i, (key, actions) in enumerate(zip(tree.keys, tree.menus, strict=True)):
        if passive is not None:
            wanted = passive(key, actions)
        else:
            wanted = next(
                (a for a in actions if label(a).lower() in PASSIVE), actions[0] if len(actions) == 1 else None
            )
        if wanted not in actions:
            say = "passive= gave" if passive is not None else "no action is called check or call:"
            raise NotApplicableError(
                f"{flat.spec}: {say} {quote(wanted if passive is not None else actions)} at {quote(label(key))}; "
                "give passive=, a function of the infoset and its actions"
            )
        slots.append(int(tree.first_slot[i]) + actions.index(wanted))
    return np.array(slots, dtype=np.int32)


def _local_values(
    nodes: NodeTable, vectors: Sequence[FloatArray], stay: Sequence[IntArray], player: int
) -> FloatArray:
    """`[H]`: the guess. One answer of the others by their strategy, before that and after it everybody passive."""
    passive = nodes.utility[:, player].copy()
    local = passive.copy()
    for h in range(nodes.num_nodes - 1, 0, -1):
        parent = int(nodes.parent[h])
        who = int(nodes.player[parent])
        if nodes.player[h] == player:
            local[h] = passive[h]
        if who == CHANCE:
            odds = nodes.chance[h] / nodes.chance[parent]
            passive[parent] += odds * passive[h]
            local[parent] += odds * local[h]
            continue
        slot = int(nodes.slots[h, who])
        if slot == stay[who][nodes.infoset[parent]]:
            passive[parent] = passive[h]
        if who != player:
            local[parent] += vectors[who][slot] * passive[h]
    return local


def _choices(
    flat: FlatGame, nodes: NodeTable, player: int, worth: FloatArray, allow: Callable[[Any], bool] | None
) -> FloatArray:
    """`[Q]`: the pure strategy that takes the action of the greatest guess at every infoset."""
    tree = flat.trees[player]
    after = np.flatnonzero((nodes.parent >= 0) & (nodes.player[nodes.parent] == player))
    total = np.bincount(nodes.slots[after, player], worth[after], tree.num_slots)
    pure = np.zeros(tree.num_slots)
    pure[0] = 1.0
    for i, actions in enumerate(tree.menus):
        first = int(tree.first_slot[i])
        allowed = [k for k, a in enumerate(actions) if allow is None or allow(a)]
        if not allowed:
            raise ParameterError(
                f"{flat.spec}: allow= leaves none of {quote(actions)} at {quote(label(tree.keys[i]))}"
            )
        pure[first + max(allowed, key=lambda k: total[first + k])] = 1.0
    return pure
