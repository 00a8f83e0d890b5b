"""Domineering, breakthrough and hex at native speed: who wins, and a winning line."""

from __future__ import annotations

from typing import Any

import numpy as np

from tianji.games.breakthrough import Breakthrough
from tianji.games.domineering import Domineering
from tianji.games.hexgame import Hex
from tianji.run.clock import Clock
from tianji.run.threads import race
from tianji.search.native.kernel import NOTHING, PLAIN, POOL, SOLVE, Kernel, entries_bits, glance
from tianji.search.options import Exact, Options
from tianji.search.result import EXACT, Answer
from tianji.search.task import Task

BRIEF = (20, 16, 16)  # cells, of domineering free ones: solved in milliseconds, not worth a thread


def _shape(game: Any) -> tuple[int, int, int] | None:
    """(kind, width, height) of a game with a kernel."""
    if isinstance(game, Domineering):
        return 0, game.columns, game.rows
    if isinstance(game, Breakthrough):
        return 1, game.width, game.height
    return (2, game.size, game.size) if isinstance(game, Hex) else None


def _boards(s: Any, kind: int, mover: int) -> tuple[int, int]:
    if kind == 0:
        return s.cells, 0
    both = (s.white, s.black) if kind == 1 else (s.first, s.second)
    return both if mover == 0 else (both[1], both[0])


class BoardProver:
    """Asks the kernel about positions of one game. counters: `[4]` nodes, stop, table hits, cutoffs."""

    def __init__(self, game: Any, clock: Clock, k: int) -> None:
        shape = _shape(game)
        assert shape is not None
        self.game, self.shape, self.k, self.clock = game, shape, k, clock
        # The first player of domineering is no part of its positions: both share a table.
        self.table = POOL.take(f"{game.name}({shape[1]},{shape[2]})", words=1 << k)
        self.counters = np.zeros(4, dtype=np.int64)

    def wins(self, s: Any) -> int:
        """1 or −1 for the player to move; 0 when stopped."""
        from tianji.kernels.boards import cells as boards

        kind, w, h = self.shape
        mover = self.game.player(s)
        own, opp = _boards(s, kind, mover)
        work, counters = np.zeros(3 * 64 * 64, dtype=np.int64), self.counters
        out = [0]

        def run(_: int) -> None:
            stones = np.uint64(own), np.uint64(opp)
            out[0] = int(boards.wins(kind, w, h, *stones, mover, self.table, self.k, work, 0, counters))

        counters[1] = 0
        if w * h - (own.bit_count() if kind == 0 else 0) <= BRIEF[kind]:
            run(0)
            self.clock.nodes = int(counters[0])
            return out[0]
        ended = race([0], run, counters[1:2], self.clock, lambda: int(counters[0]))
        return 0 if ended is None else out[0]

    def child(self, s: Any, a: Any) -> int:
        """The value of playing `a`, for the player who plays it; 0 when stopped."""
        after = self.game.result(s, a)
        if self.game.player(after) < 0:
            return int(self.game.utility(after)[self.game.player(s)])
        return -self.wins(after)

    def best(self, s: Any, value: int) -> Any:
        """A move that keeps the value."""
        actions = self.game.order(s, self.game.actions(s))
        if value < 0:
            return actions[0]
        return next((a for a in actions if self.child(s, a) == value), actions[0])

    def line(self, s: Any, value: int) -> list[Any]:
        """Play to the end; the loser tries his most promising moves."""
        self.clock = Clock()
        out: list[Any] = []
        while self.game.player(s) >= 0:
            out.append(self.best(s, value))
            s, value = self.game.result(s, out[-1]), -value
        return out


class BoardsKernel(Kernel):
    """Win or loss; under a clock that runs out, what the readable search sees."""

    methods = {"solve": SOLVE, "mtdf": NOTHING}

    def fits(self, game: Any, s: Any) -> bool:
        """Whether both boards fit one 64-bit key."""
        shape = _shape(game)
        cells = 0 if shape is None else shape[1] * shape[2]
        return shape is not None and (cells if shape[0] == 0 else 2 * cells) <= 61

    def solve(self, task: Task, options: Options) -> Answer:
        """Win or loss for the player to move."""
        game, s, stats, clock = task.game, task.state, task.stats, task.part(0.8)
        exact = options if isinstance(options, Exact) else PLAIN
        prover = BoardProver(game, clock, entries_bits(exact.table, 22))
        value = prover.wins(s)
        task.clock.nodes = clock.nodes
        stats.table_hits, stats.cutoffs = int(prover.counters[2]), int(prover.counters[3])
        stats.extra["native"] = True
        if value == 0:
            return glance(task, clock.stopped)
        stats.complete = True
        prover.clock = Clock(stopper=task.stopper)
        action = prover.best(s, value)
        scores = {a: float(prover.child(s, a)) for a in game.actions(s)} if exact.scores else {}
        task.clock.nodes = int(prover.counters[0])
        return task.answer(action, float(value), EXACT, lambda: prover.line(s, value), scores=scores)
