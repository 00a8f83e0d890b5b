"""Kalah at native speed: exact differences of seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from tianji.games.kalah import Kalah, Seeds
from tianji.run.clock import Clock
from tianji.run.threads import race
from tianji.search.native.kernel import POOL, SOLVE, Kernel, entries_bits, glance
from tianji.search.options import Exact
from tianji.search.result import EXACT, LOWER, UPPER, Answer
from tianji.search.task import Task


class KalahProver:
    """Null-window questions about one game. counters: `[4]` nodes, stop, table hits, cutoffs."""

    def __init__(self, game: Kalah, clock: Clock, k: int) -> None:
        self.game, self.k, self.clock = game, k, clock
        self.table = POOL.take("kalah", game.m, game.empty_capture, words=1 << k)
        self.counters = np.zeros(4, dtype=np.int64)

    def value(self, s: Seeds) -> tuple[int, int]:
        """Bounds on what the mover can still gain; equal when solved (MTD(f) from zero, all of it on one thread)."""
        from tianji.kernels.boards import kalah

        m, always, counters = self.game.m, int(self.game.empty_capture), self.counters
        work = np.zeros(2 * m * 600, dtype=np.int64)
        rest = sum(s.mine[:-1]) + sum(s.theirs[:-1])
        bounds = [-rest, rest]

        def run(_: int) -> None:
            guess = 0
            while bounds[0] < bounds[1]:
                beta = guess + 1 if guess == bounds[0] else guess
                work[: 2 * m] = s.mine[:-1] + s.theirs[:-1]
                guess = int(kalah.search(work, 0, m, always, beta - 1, beta, self.table, self.k, counters))
                if counters[1]:
                    return
                bounds[guess < beta] = guess  # fail-soft: an upper bound below beta, else a lower one

        counters[1] = 0
        race([0], run, counters[1:2], self.clock, lambda: int(counters[0]))
        return bounds[0], bounds[1]

    def rate(self, s: Seeds, a: int) -> int | None:
        """The final difference, for the mover of `s`, when he plays `a`; None when stopped."""
        child = self.game.result(s, a)
        if self.game.player(child) < 0:
            return int(self.game.utility(child)[s.mover])
        low, high = self.value(child)
        sign = 1 if child.mover == s.mover else -1
        return sign * (low + child.mine[-1] - child.theirs[-1]) if low == high else None

    def keeping(self, s: Seeds, value: int) -> int:
        """A move that keeps the value; the first where the search was stopped."""
        actions = self.game.order(s, self.game.actions(s))
        return next((a for a in actions if self.rate(s, a) == value), actions[0])

    def line(self, s: Seeds, value: int) -> list[int]:
        """Best play to the end."""
        self.clock = Clock()
        line: list[int] = []
        while self.game.player(s) >= 0:
            line.append(self.keeping(s, value))
            after = self.game.result(s, line[-1])
            value = value if after.mover == s.mover else -value
            s = after
        return line


class KalahKernel(Kernel):
    """The exact final difference, or bounds on it."""

    methods = {"solve": SOLVE}

    def fits(self, game: Any, s: Any) -> bool:
        """Whether the kernel's bounds of 63 hold all the seeds in play."""
        return isinstance(game, Kalah) and game.m <= 6 and sum(s.mine[:-1]) + sum(s.theirs[:-1]) <= 62

    def solve(self, task: Task, options: Exact) -> Answer:
        """The exact final difference for the player to move."""
        game, s, stats = task.game, task.state, task.stats
        assert isinstance(game, Kalah)
        prover = KalahProver(game, task.clock, entries_bits(options.table, 22))
        lead = s.mine[-1] - s.theirs[-1]
        low, high = (x + lead for x in prover.value(s))
        stats.table_hits, stats.cutoffs = int(prover.counters[2]), int(prover.counters[3])
        stats.extra.update(native=True, bounds=[low, high])
        if high - low == 2 * (sum(s.mine[:-1]) + sum(s.theirs[:-1])) > 0:
            return glance(task, task.clock.stopped)  # nothing is known yet
        if low < high:
            action = task.first
            value, bound = (low, LOWER) if low > 0 else (high, UPPER)
            return task.answer(action, float(value), bound, [action])
        stats.complete = True
        prover.clock = Clock(stopper=task.stopper)
        action, scores = prover.keeping(s, low), {}
        if options.scores:
            rated = {a: prover.rate(s, a) for a in game.actions(s)}
            scores = {a: float(x) for a, x in rated.items() if x is not None}
        task.clock.nodes = int(prover.counters[0])
        return task.answer(action, float(low), EXACT, lambda: prover.line(s, low), scores=scores)
