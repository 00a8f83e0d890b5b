"""Trunk: a blueprint seen by the player who re-solves; what every subgame of one call shares."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from tianji.cfr.solve import solve as solve_game
from tianji.core.game import Game
from tianji.core.strategy import FloatArray, Strategy
from tianji.errors import ParameterError
from tianji.evaluate.infosets import cf_reach
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import plans, respond
from tianji.flat.merge import merge_lossless
from tianji.flat.sequence import FlatGame
from tianji.subgame.carve import parent_game

LP_SLOTS = 12_000  # above this the value of the whole game is bracketed by CFR instead of computed
BRACKET = 3e-5  # the width asked of that bracket, relative to the range of the payoffs

_values: WeakKeyDictionary[FlatGame, tuple[float, float]] = WeakKeyDictionary()


class Trunk:
    """The compiled game, the blueprint as vectors, and the opponent's counterfactual best values against it.

    resolver: whose strategy is improved. vectors, plans: `[Q]` a player. Values are the opponent's.
    """

    def __init__(self, game: Game[Any, Any] | FlatGame, blueprint: Strategy, resolver: int) -> None:
        self.flat, self.nodes = parent_game(game)
        if not isinstance(blueprint, Strategy):
            raise ParameterError(
                f"the blueprint is a {type(blueprint).__name__}; expected a Strategy such as tj.solve(game).strategy"
            )
        if isinstance(resolver, bool) or resolver not in (0, 1):
            raise ParameterError(
                f"player={resolver!r}; expected 0 or 1, the player whose strategy is improved"
            )
        self.resolver, self.opponent = resolver, 1 - resolver
        self.blueprint = blueprint
        self.vectors = self.flat.from_strategy(blueprint)
        self.plans = plans(self.flat, self.vectors)

    @cached_property
    def cf_reach(self) -> FloatArray:
        """`[I]`: π_{−opponent} of the opponent's infosets."""
        return cf_reach(self.flat, self.plans, self.opponent)

    @cached_property
    def action_cbv(self) -> FloatArray:
        """`[Q]`: the opponent's counterfactual best values CBV(I, a), weighted by π_{−opponent}."""
        return respond(self.flat, self.plans, self.opponent)[1]

    def best_response_value(self, vector: FloatArray) -> float:
        """What the opponent gets at most when the resolver plays `vector`."""
        both = list(self.vectors)
        both[self.resolver] = vector
        return respond(self.flat, plans(self.flat, both), self.opponent)[0]

    @cached_property
    def opponent_value(self) -> tuple[float, float]:
        """The game's value to the opponent, and half the width of the interval that is known to hold it."""
        value, gap = game_value(self.flat)
        return (value if self.opponent == 0 else -value), gap

    def exploitability(self, vector: FloatArray) -> float:
        """exp(σ) = u(σ*) − u(σ, BR(σ)): the resolver's own loss, relative to the game's value; never below 0."""
        return max(0.0, self.best_response_value(vector) - self.opponent_value[0])


def game_value(flat: FlatGame) -> tuple[float, float]:
    """Player 0's value of a two-player zero-sum game and its uncertainty: 0 by the LP, else a bracket by CFR."""
    known = _values.get(flat)
    if known is None:
        small = merge_lossless(flat)
        if sum(tree.num_slots for tree in small.trees) <= LP_SLOTS:
            known = solve_lp(small)[1], 0.0
        else:
            span = flat.utility_range[1] - flat.utility_range[0]
            solution = solve_game(small, "pcfr+", until=BRACKET * max(span, 1e-9), seconds=60.0)
            vectors = small.from_strategy(solution.strategy)
            reach = plans(small, vectors)
            high, low = respond(small, reach, 0)[0], -respond(small, reach, 1)[0]
            known = (high + low) / 2, (high - low) / 2
        _values[flat] = known
    return known
