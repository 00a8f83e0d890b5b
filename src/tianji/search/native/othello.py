"""Othello's end game at native speed: exact disc differences, a bound when time runs out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tianji.errors import ParameterError, quote
from tianji.games.othello import FULL, PASS, SQUARES, Discs, Othello, legal_moves
from tianji.run.clock import Clock
from tianji.run.threads import race
from tianji.search.native.kernel import NOTHING, PLAIN, POOL, SOLVE, Kernel, entries_bits, glance
from tianji.search.options import Exact, Options
from tianji.search.result import ESTIMATE, EXACT, LOWER, UPPER, Answer
from tianji.search.task import Task

BRIEF = 10  # empties that are solved in less time than a thread takes to start twice
READY = 24  # empties from which a search under a clock has a fair chance to finish


class OthelloArena:
    """Arrays for one thread of the kernel. answer: `[3]` value, square, finished moves of the root."""

    def __init__(self, k: int, variant: int) -> None:
        self.k, self.variant, self.table = k, variant, POOL.take("othello", k, words=4 << k)
        self.work = np.zeros(4096, dtype=np.int64)
        self.counters = np.zeros(4, dtype=np.int64)
        self.answer = np.zeros(3, dtype=np.int64)

    def run(self, s: Discs, alpha: int, beta: int, stop: np.ndarray) -> None:
        """Search the root; the answer is in `answer`."""
        from tianji.kernels.boards import othello_solve

        othello_solve.root(
            np.uint64(s.mine), np.uint64(s.theirs), alpha, beta, self.variant, self.table, self.k, self.work,
            self.counters, stop, self.answer,
        )  # fmt: skip


@lru_cache(maxsize=1)
def warm() -> None:
    """A board with one empty square."""
    OthelloArena(10, 0).run(Discs(1 << 2, 1 << 1 | (FULL ^ 7)), -64, 64, np.zeros(1, dtype=np.int64))


def _empties(s: Discs) -> int:
    return 64 - (s.mine | s.theirs).bit_count()


def _search(s: Discs, alpha: int, beta: int, clock: Clock, threads: int, k: int) -> tuple[OthelloArena, bool]:
    """One or more threads over a shared table; the first to finish answers. The value is the same for all."""
    stop = np.zeros(1, dtype=np.int64)
    arenas = [OthelloArena(k, i) for i in range(threads)]
    before = clock.nodes
    if _empties(s) <= BRIEF:
        arenas[0].run(s, alpha, beta, stop)
        clock.nodes += int(arenas[0].counters[0])
        return arenas[0], True
    winner = race(
        arenas, lambda arena: arena.run(s, alpha, beta, stop), stop, clock,
        lambda: before + int(sum(arena.counters[0] for arena in arenas)),
    )  # fmt: skip
    if winner is not None:
        return winner, True
    return max(arenas, key=lambda a: int(a.answer[0])), False


class OthelloKernel(Kernel):
    """The exact score; interrupted, the best finished move as a lower bound."""

    methods = {"solve": SOLVE, "mtdf": NOTHING}
    threads = True

    def fits(self, game: Any, s: Any) -> bool:
        """Every position of othello."""
        return isinstance(game, Othello)

    def warm(self, threads: int) -> None:
        """Load or compile the kernel."""
        warm()

    def look(self, task: Task, options: Options) -> Answer | None:
        """As `solve`, or None where an exact search is out of reach: an evaluation is of more use there."""
        return self.solve(task, options) if _empties(task.state) <= READY else None

    def solve(self, task: Task, options: Options) -> Answer:
        """The exact score for the player to move."""
        s = task.state
        if s.mine & s.theirs or (s.mine | s.theirs) & ~FULL:
            raise ParameterError(
                f"othello: {quote(s)} has two discs on one square or lies off the board; use parse()"
            )
        exact = options if isinstance(options, Exact) else PLAIN
        empties = _empties(s)
        k = entries_bits(exact.table, 12 if empties < 15 else 18 if empties < 19 else 21, 10)
        task.stats.extra.update(native=True, empties=empties)
        task.stats.passes += 1
        if not legal_moves(s.mine, s.theirs):
            return self._passed(task, options)
        game, clock = task.game, task.part(0.9)
        assert isinstance(game, Othello)
        arena, finished = _search(s, -64, 64, clock, task.threads, k)
        stats = task.stats
        stats.cutoffs, stats.table_hits, stats.table_stores = arena.counters[1:].tolist()
        task.clock.nodes = clock.nodes
        value, action, moves = int(arena.answer[0]), SQUARES[int(arena.answer[1])], int(arena.answer[2])
        if not finished and not moves:
            return glance(task, clock.stopped)
        if not finished:
            task.clock.stopped = clock.stopped
            return task.answer(action, float(value), LOWER, [action])
        stats.complete, stats.depth = True, empties
        rest, scores = Clock(stopper=task.stopper), {}
        for a in game.actions(s) if exact.scores else ():
            if (rated := _rate(game, s, a, rest, k)) is not None:
                scores[a] = rated
        return task.answer(
            action, float(value), EXACT, lambda: _line(game, s, action, value, k), scores=scores
        )

    def _passed(self, task: Task, options: Options) -> Answer:
        """A pass: the other side's answer, seen from here."""
        below = Task(
            task.game, task.game.result(task.state, PASS), 1 - task.player, task.method, task.limits,
            task.stopper, task.progress,
        )  # fmt: skip
        found = self.solve(below, options)
        flipped = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}.get(found.bound, ESTIMATE)
        task.stats, task.clock = found.stats, below.clock
        line = lambda: (PASS, *found.line)  # noqa: E731 - found when it is first read
        return task.answer(PASS, -found.value, flipped, line)


def _rate(game: Othello, s: Discs, a: str, clock: Clock, k: int) -> float | None:
    """The exact value of a move for the player who makes it; None when stopped."""
    child, sign = game.result(s, a), -1
    if game.player(child) >= 0 and game.actions(child) == [PASS]:
        child, sign = game.result(child, PASS), 1
    if game.player(child) < 0:
        return float(game.utility(child)[s.mover])
    arena, finished = _search(child, -64, 64, clock, 1, k)
    return float(sign * int(arena.answer[0])) if finished else None


def _line(game: Othello, s: Discs, action: str, value: int, k: int) -> list[str]:
    """Optimal play to the end: narrow windows around the known value, mostly answered by the table."""
    line: list[str] = []
    while True:
        line.append(action)
        s, value = game.result(s, action), -value
        if game.player(s) < 0:
            return line
        if game.actions(s) == [PASS]:
            action = PASS
            continue
        arena, _ = _search(s, value - 1, value + 1, Clock(), 1, k)
        action = SQUARES[int(arena.answer[1])]
