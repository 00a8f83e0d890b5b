"""Minimax and negamax without pruning: the definitions that every other search must agree with."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.errors import NotApplicableError, quote
from tianji.run.clock import Clock
from tianji.search.options import Plain
from tianji.search.readable.alphabeta import payoff
from tianji.search.readable.path import Path
from tianji.search.result import Answer, Stats
from tianji.search.task import Found, Iterations, Task
from tianji.search.trace import Trace

Evaluate = Callable[[Any], float] | None


class PlainWalk:
    """What a plain search needs on its way: the leaves' evaluation, a clock, counters, a record."""

    def __init__(
        self,
        game: Game[Any, Any],
        evaluate: Evaluate = None,
        clock: Clock | None = None,
        stats: Stats | None = None,
        trace: Trace | None = None,
    ) -> None:
        self.game, self.evaluate, self.trace = game, evaluate, trace
        self.clock, self.stats, self.path = clock or Clock(), stats or Stats(), Path(game)

    def minimax(self, s: Any, depth: float, via: Any = None) -> float:
        """The value of `s` for player 0; see `minimax`."""
        game, mover = self.game, self.game.player(s)
        self.clock.tick()
        visit = self.trace.enter(via, mover) if self.trace is not None else None
        if mover == TERMINAL:
            value, cause = payoff(game, s, 0), "terminal"
        elif mover == CHANCE:
            raise NotApplicableError(
                f"{game}: chance moves at {quote(s)}; minimax needs none, use 'expectiminimax'"
            )
        elif depth <= 0:
            value, cause = self._leaf(s) * (1 if mover == 0 else -1), "horizon"
        else:
            self.path.enter(s, depth)
            better, value, cause = max if mover == 0 else min, -inf if mover == 0 else inf, "searched"
            for a in game.actions(s):
                value = better(value, self.minimax(game.result(s, a), depth - 1, a))
            self.path.leave(s, depth)
        if self.trace is not None:
            self.trace.leave(visit, self.trace.seen(value, 0), cause)
        return value

    def negamax(self, s: Any, depth: float, via: Any = None) -> float:
        """The value of `s` for the player to move; see `negamax`."""
        game, mover = self.game, self.game.player(s)
        self.clock.tick()
        visit = self.trace.enter(via, mover) if self.trace is not None else None
        if depth <= 0:
            value, cause = self._leaf(s), "horizon"
        else:
            self.path.enter(s, depth)
            value, cause = -inf, "searched"
            for a in game.actions(s):
                value = max(value, self.child(s, mover, a, depth))
            self.path.leave(s, depth)
        if self.trace is not None:
            self.trace.leave(visit, self.trace.seen(value, mover), cause)
        return value

    def child(self, s: Any, mover: int, a: Any, depth: float) -> float:
        """What playing `a` is worth to the mover, who reads the payoff where the game is over."""
        after = self.game.result(s, a)
        turn = self.game.player(after)
        if turn >= 0:
            value = self.negamax(after, depth - 1, a)
            return value if turn == mover else -value
        if turn == CHANCE:
            raise NotApplicableError(
                f"{self.game}: chance moves at {quote(after)}; negamax needs none, use 'expectiminimax'"
            )
        self.clock.tick()
        value = payoff(self.game, after, mover)
        if self.trace is not None:
            self.trace.leave(self.trace.enter(a, TERMINAL), self.trace.seen(value, mover), "terminal")
        return value

    def _leaf(self, s: Any) -> float:
        self.stats.horizon += 1
        return float(self.evaluate(s)) if self.evaluate is not None else 0.0


def minimax(game: Game[Any, Any], s: Any, depth: float = inf, evaluate: Evaluate = None) -> float:
    """The value of `s` for player 0 when both play best: player 0 maximises, player 1 minimises.

        v(s) = u₀(s) at the end;   max_a v(result(s, a)) for player 0;   min_a v(result(s, a)) for player 1

    At depth 0, `evaluate` (for the player to move) stands in. von Neumann (1928); Shannon (1950).
    """
    return PlainWalk(game, evaluate).minimax(s, depth)


def negamax(game: Game[Any, Any], s: Any, depth: float = inf, evaluate: Evaluate = None) -> float:
    """The value of `s` for the player to move; what is good for one is as bad for the other.

        v(s) = max_a −v(result(s, a)),   without the minus when the same player moves again

    At a terminal there is no player to move, so its parent reads the payoff.
    """
    return PlainWalk(game, evaluate).negamax(s, depth)


def _run(task: Task, options: Plain, value_of: Callable[[PlainWalk, Any, float], float]) -> Answer:
    """Both methods: the root's best action; ties go to the first."""
    game, s, player = task.game, task.state, task.player
    trace = Trace.of(options.trace, player)
    evaluate = options.evaluate or hooks(game).evaluate
    iterations = Iterations(task)

    def step(depth: float) -> Found:
        walk = PlainWalk(game, evaluate, task.clock, task.stats, trace)
        task.clock.tick()
        visit = trace.enter(None, player) if trace is not None else None
        walk.path.enter(s, depth)
        best: Found | None = None
        for a in game.actions(s):
            value = value_of(walk, a, depth)
            if best is None or value > best.value:
                best = Found(a, value, (a,))
                iterations.note(a, value)
        assert best is not None
        if trace is not None:
            trace.leave(visit, best.value, "searched")
        return best

    return iterations.run(step, trace)


def run_minimax(task: Task, options: Plain) -> Answer:
    """Plain minimax as a search method."""
    sign = 1 if task.player == 0 else -1
    after = task.game.result
    return _run(task, options, lambda walk, a, d: sign * walk.minimax(after(task.state, a), d - 1, a))


def run_negamax(task: Task, options: Plain) -> Answer:
    """Plain negamax as a search method."""
    return _run(task, options, lambda walk, a, d: walk.child(task.state, task.player, a, d))
