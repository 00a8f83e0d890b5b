"""Expected values, best responses, NashConv and exploitability of a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import FloatArray, IntArray, Strategy
from tianji.errors import ParameterError, quote
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame, SparsePayoff
from tianji.flat.treeplex import Treeplex
from tianji.kernels.flat import sequence as kernel

Vectors = Sequence[FloatArray]


@dataclass(frozen=True)
class BestResponse(Result):
    """What `player` can get at most against the others, and the strategy profile in which he gets it."""

    player: int
    value: float
    strategy: Strategy


def require_player(flat: FlatGame, player: object) -> None:
    """Refuse a player that the game does not have."""
    if not isinstance(player, int) or not 0 <= player < flat.players:
        raise ParameterError(f"player {quote(player)} of {flat.spec}; expected 0..{flat.players - 1}")


def plans(flat: FlatGame, vectors: Vectors) -> list[FloatArray]:
    """Realisation plans: one `[Q]` vector a player, the product of his own probabilities along the path."""
    return [tree.forward(strategy) for tree, strategy in zip(flat.trees, vectors, strict=True)]


def in_proportion(tree: Treeplex, weight: FloatArray) -> FloatArray:
    """`[Q]`: the strategy that plays in proportion to non-negative weights, uniform where they are all zero."""
    strategy = np.empty(tree.num_slots)
    kernel.normalise(tree.first_slot, weight, strategy)
    return strategy


def terminal_cfv(
    flat: FlatGame, reach: Vectors, player: int, entries: SparsePayoff | None = None
) -> FloatArray:
    """`[Q]`: what the terminals right after each of the player's slots are worth, weighted by the others' reach.

    `entries` replaces the player's payoff, e.g. by chance alone to get counterfactual reach.
    """
    entries = flat.entries[player] if entries is None else entries
    cfv = np.empty(flat.trees[player].num_slots)
    if flat.players == 2:
        kernel.action_cfv(*entries, reach[1 - player], 0, cfv.size, cfv)
        return cfv
    others = [reach[j] for j in range(flat.players) if j != player]
    offset = np.cumsum([0] + [plan.size for plan in others[:-1]])[: len(others)].astype(np.int64)
    joined = np.concatenate(others) if others else np.empty(0)
    kernel.action_cfv_many(*entries, joined, offset, cfv)
    return cfv


def respond(flat: FlatGame, reach: Vectors, player: int) -> tuple[float, FloatArray, IntArray]:
    """Best-response value, `[Q]` counterfactual best values of the slots, `[I]` the slots chosen."""
    cfv = terminal_cfv(flat, reach, player)
    choice = flat.trees[player].best_response(cfv)
    return float(cfv[0]), cfv, choice


def _inner(a: FloatArray, b: FloatArray) -> float:
    """Σ a·b without BLAS, whose threads stall on a busy machine and change the order of the sum."""
    return float(np.add.reduce(a * b))


@checked
def expected_values(flat: FlatGame, reach: Vectors) -> list[float]:
    """Every player's value u_p(σ) = Σ_q plan_p(q) · cfv_p(q), from the plans."""
    if [len(plan) for plan in reach] != [tree.num_slots for tree in flat.trees]:
        raise ParameterError(f"reach: expected {flat.players} plans, one entry a slot of each player's tree")
    return _values(flat, reach)


def _values(flat: FlatGame, reach: Vectors) -> list[float]:
    return [_inner(reach[p], terminal_cfv(flat, reach, p)) for p in range(flat.players)]


def deviation_gains(flat: FlatGame, vectors: Vectors, once: bool = False) -> tuple[list[float], list[float]]:
    """Every player's value, and what he gains by switching to a best response.

    once: nobody will ask of this game again, so that two players' terminals are added up as they lie; laying out the
    rows that repeated passes use costs more than a pass.
    """
    reach = plans(flat, vectors)
    value, gain = [], []
    for p in range(flat.players):
        if once and flat.players == 2:
            weight = flat.payoff[:, p] * reach[1 - p][flat.slots[:, 1 - p]]
            cfv = np.bincount(flat.slots[:, p], weight, minlength=reach[p].size).astype(np.float64)
        else:
            cfv = terminal_cfv(flat, reach, p)
        value.append(_inner(reach[p], cfv))
        flat.trees[p].best_response(cfv)
        gain.append(float(cfv[0]) - value[p])
    return value, gain


@checked
def values(game: Game[Any, Any] | FlatGame, strategy: Strategy) -> list[float]:
    """What each player gets on average when all follow the strategy.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> [round(value, 6) for value in tj.values(game, tj.uniform(game))]
    [0.125, -0.125]
    """
    flat = as_flat(game)
    return _values(flat, plans(flat, flat.from_strategy(strategy)))


@checked
def uniform(game: Game[Any, Any] | FlatGame) -> Strategy:
    """The strategy that plays every legal action equally often."""
    flat = as_flat(game)
    return flat.to_strategy(flat.uniform())


@checked
def best_response(game: Game[Any, Any] | FlatGame, strategy: Strategy, player: int) -> BestResponse:
    """The most a player can get when the others keep to the strategy, and how.

        max_{σ_i} u_i(σ_i, σ_{−i})

    The returned profile plays a counterfactual best response: also optimal in infosets it never reaches.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> round(tj.best_response(game, tj.uniform(game), 0).value, 6)
    0.5
    """
    flat = as_flat(game)
    require_player(flat, player)
    vectors = flat.from_strategy(strategy)
    value, _, choice = respond(flat, plans(flat, vectors), player)
    pure = np.zeros(flat.trees[player].num_slots)
    pure[choice] = 1.0
    pure[0] = 1.0
    return BestResponse(player, value, flat.to_strategy([*vectors[:player], pure, *vectors[player + 1 :]]))


@checked
def nash_conv(game: Game[Any, Any] | FlatGame, strategy: Strategy) -> float:
    """How much the players could gain by deviating, summed: zero exactly at a Nash equilibrium.

        NashConv(σ) = Σ_i [ max_{σ′_i} u_i(σ′_i, σ_{−i}) − u_i(σ) ]

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> round(tj.nash_conv(game, tj.uniform(game)), 6)
    0.916667
    """
    return _nash_conv(as_flat(game), strategy)


def _nash_conv(flat: FlatGame, strategy: Strategy) -> float:
    return sum(deviation_gains(flat, flat.from_strategy(strategy))[1])


@checked
def exploitability(game: Game[Any, Any] | FlatGame, strategy: Strategy) -> float:
    """NashConv / number of players: what an average player could still gain."""
    flat = as_flat(game)
    return _nash_conv(flat, strategy) / flat.players
