"""More than two players: max^n and paranoid search."""

from __future__ import annotations

from math import inf
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.hooks import hooks
from tianji.errors import NotApplicableError, quote
from tianji.run.clock import Clock
from tianji.search.options import Options
from tianji.search.readable.path import Path
from tianji.search.result import EXACT, LOWER, Answer, Stats
from tianji.search.table import SearchRoom
from tianji.search.task import Found, Iterations, Task

Vector = tuple[float, ...]


class MaxN:
    """Every player maximises his own component of a payoff vector.

        v(s) = v(result(s, a*)),   a* = argmax_a v_i(result(s, a)) for the player i to move

    Ties go to the first action: max^n values are unique only without ties. Luckhardt & Irani (1986). An
    unfinished leaf takes the game's `evaluations(s)`, one number a player, or zeros.
    """

    def __init__(self, game: Game[Any, Any], clock: Clock, stats: Stats) -> None:
        self.game, self.clock, self.stats = game, clock, stats
        self.leaf, self.path = hooks(game).evaluations, Path(game)
        self.memory: dict[tuple[Any, float], tuple[Vector, tuple[Any, ...]]] = {}
        self.room = SearchRoom(clock)

    def value(self, s: Any, depth: float = inf) -> tuple[Vector, tuple[Any, ...]]:
        """The payoff vector under max^n play, and the line that reaches it."""
        self.clock.tick()
        mover = self.game.player(s)
        if mover == TERMINAL:
            return tuple(float(u) for u in self.game.utility(s)), ()
        if mover == CHANCE:
            raise NotApplicableError(
                f"{self.game}: chance moves at {quote(s)}; use 'expectiminimax' or 'mcts'"
            )
        if depth <= 0:
            self.stats.horizon += 1
            return tuple(self.leaf(s)) if self.leaf else (0.0,) * self.game.players, ()
        known = self.memory.get((s, depth))
        if known is not None:
            self.stats.table_hits += 1
            return known
        self.path.enter(s, depth)
        best: tuple[Vector, tuple[Any, ...]] | None = None
        for a in self.game.actions(s):
            vector, line = self.value(self.game.result(s, a), depth - 1)
            if best is None or vector[mover] > best[0][mover]:
                best = vector, (a, *line)
        self.path.leave(s, depth)
        assert best is not None
        self.room.grow()
        self.memory[(s, depth)] = best
        return best


class Paranoid:
    """Player `me` against a coalition of all others, who only want his payoff small: a zero-sum search.

    A lower bound on what `me` can be sure of; alpha-beta cuts apply. Sturtevant & Korf (2000).

    With v the coalition value, `value(s, depth, alpha, beta)` returns r with
    alpha < r < beta => r = v,   r <= alpha => v <= r,   r >= beta => v >= r.
    """

    def __init__(self, game: Game[Any, Any], me: int, clock: Clock, stats: Stats) -> None:
        self.game, self.me, self.clock, self.stats = game, me, clock, stats
        self.leaf, self.path = hooks(game).evaluations, Path(game)

    def value(
        self, s: Any, depth: float = inf, alpha: float = -inf, beta: float = inf
    ) -> tuple[float, tuple[Any, ...]]:
        """The value for `me`, and the line."""
        self.clock.tick()
        mover = self.game.player(s)
        if mover == TERMINAL:
            return float(self.game.utility(s)[self.me]), ()
        if mover == CHANCE:
            raise NotApplicableError(
                f"{self.game}: chance moves at {quote(s)}; use 'expectiminimax' or 'mcts'"
            )
        if depth <= 0:
            self.stats.horizon += 1
            return float(self.leaf(s)[self.me]) if self.leaf else 0.0, ()
        self.path.enter(s, depth)
        mine = mover == self.me
        best, line = (-inf, ()) if mine else (inf, ())
        for a in self.game.actions(s):
            value, below = self.value(self.game.result(s, a), depth - 1, alpha, beta)
            if (value > best) if mine else (value < best):
                best, line = value, (a, *below)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                self.stats.cutoffs += 1
                break
        self.path.leave(s, depth)
        return best, line


def run_maxn(task: Task, options: Options) -> Answer:
    """max^n as a search method."""

    def step(depth: float) -> Found:
        vector, line = MaxN(task.game, task.clock, task.stats).value(task.state, depth)
        return Found(line[0], vector[task.player], line, vector)

    return Iterations(task).run(step)


def run_paranoid(task: Task, options: Options) -> Answer:
    """Paranoid search; its value is what the player can be sure of, a lower bound with three or more players."""

    def step(depth: float) -> Found:
        value, line = Paranoid(task.game, task.player, task.clock, task.stats).value(task.state, depth)
        return Found(line[0], value, line)

    answer = Iterations(task).run(step)
    if answer.bound == EXACT and task.game.players > 2:
        answer.bound = LOWER
    return answer
