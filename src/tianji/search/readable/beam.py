"""Beam search: keep only the moves that look best one ply ahead."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tianji.core.game import Game
from tianji.core.hooks import hooks
from tianji.run.clock import Clock
from tianji.search.options import Thinned
from tianji.search.readable.alphabeta import payoff
from tianji.search.readable.path import Path
from tianji.search.result import Answer, Stats
from tianji.search.task import Found, Iterations, Task

EMPTY: tuple[Any, ...] = ()


class Beam:
    """Alpha-beta over at most `width` moves a node, those whose children evaluate best.

    Forward pruning: the value is that of the thinned tree, an estimate unless no node had more moves than
    `width`. Lowerre (1976).
    """

    def __init__(
        self,
        game: Game[Any, Any],
        clock: Clock,
        stats: Stats,
        width: int,
        evaluate: Callable[[Any], float] | None = None,
    ) -> None:
        self.game, self.clock, self.stats, self.width = game, clock, stats, width
        self.path = Path(game)
        self.evaluate: Callable[[Any], float] = evaluate or hooks(game).evaluate or (lambda s: 0.0)

    def value(
        self, s: Any, player: int, depth: float, alpha: float = -inf, beta: float = inf
    ) -> tuple[float, tuple[Any, ...]]:
        """The value of the thinned tree for `player`, who is to move, and its line; fail-soft."""
        self.clock.tick()
        if depth <= 0:
            self.stats.horizon += 1
            return float(self.evaluate(s)), ()
        self.path.enter(s, depth)
        ranked = []
        for a in self.game.actions(s):
            child = self.game.result(s, a)
            mover = self.game.player(child)
            if mover < 0:
                look = payoff(self.game, child, player)
            else:
                look = float(self.evaluate(child)) * (1 if mover == player else -1)
            ranked.append((look, a, child, mover))
        ranked.sort(key=lambda row: -row[0])
        if len(ranked) > self.width:
            self.stats.horizon += 1  # moves were left out unproven
            self.stats.extra["dropped"] = self.stats.extra.get("dropped", 0) + len(ranked) - self.width
        best = -inf
        line: tuple[Any, ...] = ()
        for look, a, child, mover in ranked[: self.width]:
            if mover < 0:
                self.clock.tick()
                value, below = look, EMPTY
            elif mover == player:
                value, below = self.value(child, mover, depth - 1, alpha, beta)
            else:
                value, below = self.value(child, mover, depth - 1, -beta, -alpha)
                value = -value
            if value > best:
                best, line = value, (a, *below)
                alpha = max(alpha, value)
                if alpha >= beta:
                    self.stats.cutoffs += 1
                    break
        self.path.leave(s, depth)
        return best, line


def run_beam(task: Task, options: Thinned) -> Answer:
    """Beam search as a search method."""

    def step(depth: float) -> Found:
        beam = Beam(task.game, task.clock, task.stats, options.width, options.evaluate)
        value, line = beam.value(task.state, task.player, depth)
        return Found(line[0], value, line)

    return Iterations(task).run(step)
