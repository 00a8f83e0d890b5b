"""Games with dice: expectiminimax, with and without Star1 pruning."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.errors import GameRuleError, quote
from tianji.run.clock import Clock
from tianji.search.options import Averaged
from tianji.search.readable.alphabeta import payoff
from tianji.search.readable.path import Path
from tianji.search.result import Answer, Stats
from tianji.search.task import Found, Iterations, Task


class Expectiminimax:
    """Maximise, minimise, or average over chance.

        v(s) = Σ_o p(o) · v(result(s, o))   at chance nodes

    With `bounds = (L, U)` on all values a chance node is cut as soon as its finished outcomes decide: with
    weight w done, sum S and 1 − w left, S + (1 − w)·U ≤ alpha or S + (1 − w)·L ≥ beta (Star1). All values are
    for `viewer`. Michie (1966); Ballard (1983).

    `value(s, depth, alpha, beta)` returns r with, v being the depth-limited expectation,
    alpha < r < beta => r = v,   r <= alpha => v <= r,   r >= beta => v >= r.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        viewer: int,
        clock: Clock,
        stats: Stats,
        evaluate: Callable[[Any], float] | None = None,
        bounds: tuple[float, float] = (-inf, inf),
        prune: bool = True,
    ) -> None:
        self.game, self.viewer, self.clock, self.stats = game, viewer, clock, stats
        self.evaluate = evaluate or hooks(game).evaluate
        self.low, self.high = bounds
        self.prune, self.path = prune, Path(game)

    def value(self, s: Any, depth: float = inf, alpha: float = -inf, beta: float = inf) -> float:
        """The expected value of `s` for the viewer, exact inside the window."""
        self.clock.tick()
        mover = self.game.player(s)
        if mover == TERMINAL:
            return payoff(self.game, s, self.viewer)
        if depth <= 0:
            self.stats.horizon += 1
            if mover == CHANCE or self.evaluate is None:
                return 0.0
            return float(self.evaluate(s)) * (1 if mover == self.viewer else -1)
        self.path.enter(s, depth)
        value = (self._chance if mover == CHANCE else self._choice)(s, depth, alpha, beta)
        self.path.leave(s, depth)
        return value

    def _choice(self, s: Any, depth: float, alpha: float, beta: float) -> float:
        mover = self.game.player(s)
        best = -inf if mover == self.viewer else inf
        for a in self.game.actions(s):
            value = self.value(self.game.result(s, a), depth - 1, alpha, beta)
            if mover == self.viewer:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if self.prune and alpha >= beta:
                self.stats.cutoffs += 1
                break
        return best

    def _chance(self, s: Any, depth: float, alpha: float, beta: float) -> float:
        outcomes = self.game.chances(s)
        weight = sum(p for _, p in outcomes)
        if abs(weight - 1) > 1e-9:
            raise GameRuleError(f"{self.game}: chances at {quote(s)} sum to {weight!r}, expected 1")
        total, left = 0.0, 1.0
        bounded = self.prune and self.low > -inf and self.high < inf
        for o, p in outcomes:
            if p == 0:
                continue
            left = max(left - p, 0.0)
            low, high = -inf, inf
            if bounded:  # the child's window: outside it, the rest cannot bring the mean back inside
                low = (alpha - total - left * self.high) / p
                high = (beta - total - left * self.low) / p
            value = self.value(self.game.result(s, o), depth - 1, low, high)
            total += p * value
            if bounded and value <= low:
                self.stats.cutoffs += 1
                return min(alpha, total + left * self.high)
            if bounded and value >= high:
                self.stats.cutoffs += 1
                return max(beta, total + left * self.low)
        return total


def run_expectiminimax(task: Task, options: Averaged) -> Answer:
    """Expectiminimax as a search method; at a chance node there is no action, and the value is player 0's."""
    game, s, prune = task.game, task.state, options.prune
    limits = options.bounds or hooks(game).value_range
    iterations = Iterations(task)

    def step(depth: float) -> Found:
        tree = Expectiminimax(
            game, max(task.player, 0), task.clock, task.stats, options.evaluate, limits, prune
        )
        if task.player < 0:
            return Found(None, tree.value(s, depth))
        best: Found | None = None
        for a in game.actions(s):
            low = -inf if best is None or not prune else best.value
            value = tree.value(game.result(s, a), depth - 1, low, inf)
            if best is None or value > best.value:
                best = Found(a, value, (a,))
                iterations.note(a, value)
        assert best is not None
        return best

    return iterations.run(step)
