"""Trunk: a blueprint seen by the player who re-solves; what every subgame of one call shares."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, partial
from math import isfinite
from typing import Any
from weakref import WeakKeyDictionary

from tianji.cfr.solve import solve as solve_game
from tianji.core.game import Game
from tianji.core.strategy import FloatArray, Strategy
from tianji.errors import NotApplicableError, ParameterError
from tianji.evaluate.infosets import cf_reach
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import plans, respond
from tianji.flat.merge import merge_lossless
from tianji.flat.sequence import FlatGame
from tianji.games.coin_toss import CoinToss
from tianji.run.clock import Clock
from tianji.run.stopping import CANCELLED, INTERRUPTED, Cancelled, Stop, Stopper
from tianji.run.threads import each
from tianji.subgame.carve import parent_game

LP_SLOTS = 12_000  # above this the value of the whole game is bracketed by CFR instead of computed
BRACKET = 3e-5  # the width asked of that bracket, relative to the range of the payoffs

_values: WeakKeyDictionary[FlatGame, tuple[float, float]] = WeakKeyDictionary()


class Trunk:
    """The compiled game, the blueprint as vectors, and the opponent's counterfactual best values against it.

    resolver: whose strategy is improved. vectors, plans: `[Q]` a player. Values are the opponent's.
    """

    def __init__(
        self, game: Game[Any, Any] | FlatGame, blueprint: Strategy, resolver: int, stop: Stop = None
    ) -> None:
        self.flat, self.nodes = parent_game(game, stop)
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
        self.vectors: Sequence[FloatArray] = self.flat.from_strategy(blueprint)
        self.plans = plans(self.flat, self.vectors)

    def improved(self, vectors: Sequence[FloatArray]) -> Trunk:
        """The same trunk with another strategy."""
        return Trunk(self.flat, self.flat.to_strategy(vectors), self.resolver)

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
        reach = list(self.plans)
        reach[self.resolver] = self.flat.trees[self.resolver].forward(vector)
        return respond(self.flat, reach, self.opponent)[0]

    def loss(self, vector: FloatArray, opponent_value: float | None = None) -> float:
        """exp(σ) = u(σ*) − u(σ, BR(σ)): the resolver's own loss, relative to the game's value; never below 0."""
        if opponent_value is None:
            opponent_value = game_value(self.flat)[0] * (1 if self.opponent == 0 else -1)
        lost = self.best_response_value(vector) - opponent_value
        return max(0.0, lost) if isfinite(lost) else lost


def game_value(flat: FlatGame, stop: Stop = None) -> tuple[float, float]:
    """Player 0's value of a two-player zero-sum game and its uncertainty: 0 by the LP, else a bracket by CFR."""
    known = _values.get(flat)
    if known is None:
        small = merge_lossless(flat)
        if sum(tree.num_slots for tree in small.trees) <= LP_SLOTS:
            known = solve_lp(small)[1], 0.0
        else:
            span = flat.utility_range[1] - flat.utility_range[0]
            until = BRACKET * max(span, 1e-9) / 2
            solution = solve_game(small, "pcfr+", until=until, seconds=60.0, stop=stop)
            if solution.stopped in (CANCELLED, INTERRUPTED):
                raise Cancelled(solution.stopped)
            reach = plans(small, small.from_strategy(solution.strategy))
            high, low = respond(small, reach, 0)[0], -respond(small, reach, 1)[0]
            known = (high + low) / 2, (high - low) / 2
        _values[flat] = known
    return known


def value_for(flat: FlatGame, player: int, stopper: Stopper) -> tuple[float, float]:
    """The game's value to a player and its uncertainty; nan when somebody asked to stop before it was known."""
    known = _values.get(flat)
    if known is None and not stopper.reason:
        work = partial(game_value, stop=lambda: stopper.reason)
        with suppress(Cancelled):
            known = each([flat], work, 1, Clock(stopper=stopper))[0]
    value, error = (float("nan"), float("nan")) if known is None else known
    return (value if player == 0 else -value), error


def coin_toss_blueprint(game: Game[Any, Any]) -> Strategy:
    """The blueprint of Coin Toss that Brown & Sandholm (2017) improve: figure 2, and figure 4 with several subgames.

    Player 0 plays with 3/4 on Heads and 1/2 on Tails. Player 1 answers Heads 1/2, Tails 1/4, Forfeit 1/4; where
    there is no Forfeit, Heads 1/2, Tails 1/2.
    """
    if not isinstance(game, CoinToss):
        raise NotApplicableError(
            f"{game} is not coin_toss; solve it for a blueprint, e.g. tj.solve(game, 'cfr+', iterations=20)"
        )
    first = {"Heads": {"Sell": 0.25, "Play": 0.75}, "Tails": {"Sell": 0.5, "Play": 0.5}}
    guess = (0.5, 0.25, 0.25) if len(game.actions(("Heads", "Play", "S1"))) == 3 else (0.5, 0.5)
    names = [f"? Play S{i + 1}" for i in range(game.subgames)] if game.subgames > 1 else ["? Play"]
    sides = ("Heads", "Tails", "Forfeit")
    second = {name: dict(zip(sides, guess, strict=False)) for name in names}
    return Strategy.from_dict(game.spec, [first, second])
