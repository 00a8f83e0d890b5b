"""Othello's end game at native speed: exact disc differences, a bound when time runs out."""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from typing import Any

import numpy as np

from tianji.errors import ParameterError, quote
from tianji.games.othello import FULL, PASS, SQUARES, Discs, Othello, legal_moves
from tianji.run.clock import Clock
from tianji.run.threads import race
from tianji.search.native.kernel import NOTHING, PLAIN, POOL, SOLVE, Kernel, entries_bits, glance
from tianji.search.native.othello_weights import shipped
from tianji.search.options import Exact, Options
from tianji.search.result import ESTIMATE, EXACT, LOWER, UPPER, Answer
from tianji.search.task import Task

BRIEF = 10  # empties that are solved in less time than a thread takes to start twice
READY = 26  # empties from which a search under a clock has a fair chance to finish
UNKNOWN = -102  # no guess; as in the kernel
GENERATIONS = cycle(range(1, 256))


class Ring:
    """What all threads of one search share: the table, the positions in work, the request to stop."""

    def __init__(self, k: int, threads: int) -> None:
        from tianji.kernels.boards import othello_solve

        self.k, self.table, self.generation = k, POOL.take("othello", k, words=4 << k), next(GENERATIONS)
        self.busy = np.zeros((1 << othello_solve.BUSY) + 1, dtype=np.uint64)
        self.busy[-1] = threads > 1
        self.stop = np.zeros(1, dtype=np.int64)
        self.arenas = [OthelloArena(self, othello_solve.WORK) for _ in range(threads)]

    @property
    def counters(self) -> list[int]:
        """Nodes, cutoffs, hits and stores of all threads."""
        return [sum(int(arena.work[i]) for arena in self.arenas) for i in range(4)]


class OthelloArena:
    """Arrays for one thread. answer: `[9]` lower bound, upper bound and move: proved, guessed, in work."""

    def __init__(self, ring: Ring, size: int) -> None:
        self.ring = ring
        self.work, self.answer = np.zeros(size, dtype=np.int64), np.zeros(9, dtype=np.int64)

    def run(self, s: Discs, guess: int) -> None:
        """Search the root; the answer is in `answer`."""
        from tianji.kernels.boards import othello_solve

        ring = self.ring
        othello_solve.solve(
            np.uint64(s.mine), np.uint64(s.theirs), guess, ring.k, ring.generation, ring.table, ring.busy, self.work,
            ring.stop, shipped(), self.answer,
        )  # fmt: skip


@lru_cache(maxsize=1)
def warm() -> None:
    """A board with one empty square."""
    Ring(10, 1).arenas[0].run(Discs(1 << 2, 1 << 1 | (FULL ^ 7)), 0)


def _empties(s: Discs) -> int:
    return 64 - (s.mine | s.theirs).bit_count()


def _search(s: Discs, guess: int, clock: Clock, threads: int, k: int) -> tuple[list[int], list[int], bool]:
    """The answer of one or more threads over a shared table, the counters of all, and whether it is finished."""
    ring = Ring(k, threads)
    before = clock.nodes
    if _empties(s) <= BRIEF:
        ring.arenas[0].run(s, guess)
        clock.nodes += ring.counters[0]
        return ring.arenas[0].answer.tolist(), ring.counters, True
    winner = race(
        ring.arenas, lambda arena: arena.run(s, guess), ring.stop, clock, lambda: before + ring.counters[0]
    )
    best = winner or max(ring.arenas, key=_worth)
    return best.answer.tolist(), ring.counters, winner is not None


def _worth(arena: OthelloArena) -> tuple[int, int, bool]:
    """How much an unfinished search tells: a proved lower bound, an upper one, a guess."""
    lower, upper, _, _, _, guessed = arena.answer[:6].tolist()
    return lower, -upper, guessed >= 0


class OthelloKernel(Kernel):
    """The exact score; interrupted, the bound that is proved, or what a selective search guessed."""

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
        k = entries_bits(
            exact.table, 12 if empties < 15 else 18 if empties < 19 else 21 if empties < 23 else 23, 10
        )
        task.stats.extra.update(native=True, empties=empties)
        task.stats.passes += 1
        if not legal_moves(s.mine, s.theirs):
            return self._passed(task, options)
        game, clock = task.game, task.part(0.9)
        assert isinstance(game, Othello)
        answer, counters, finished = _search(s, UNKNOWN, clock, task.threads, k)
        stats = task.stats
        stats.cutoffs, stats.table_hits, stats.table_stores = counters[1:]
        task.clock.nodes = clock.nodes
        if not finished:
            return self._unfinished(task, clock, answer)
        value, action = answer[0], SQUARES[answer[2]]
        stats.complete, stats.depth = True, empties
        rest, scores = Clock(stopper=task.stopper), {}
        for a in game.actions(s) if exact.scores else ():
            if (rated := _rate(game, s, a, rest, k)) is not None:
                scores[a] = rated
        return task.answer(
            action, float(value), EXACT, lambda: _line(game, s, action, value, k), scores=scores
        )

    def _unfinished(self, task: Task, clock: Clock, answer: list[int]) -> Answer:
        """The best that an interrupted search can say."""
        lower, upper, move, guess, _, guessed = answer[:6]
        if move < 0 and guessed < 0:
            return glance(task, clock.stopped)
        task.clock.stopped = clock.stopped
        action = SQUARES[move if move >= 0 else guessed]
        if lower > -64:
            return task.answer(action, float(lower), LOWER, [action])
        if upper < 64:
            return task.answer(action, float(upper), UPPER, [action])
        return task.answer(action, float(guess), ESTIMATE, [action])

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
    answer, _, finished = _search(child, UNKNOWN, clock, 1, k)
    return float(sign * answer[0]) if finished else None


def _line(game: Othello, s: Discs, action: str, value: int, k: int) -> list[str]:
    """Optimal play to the end: questions around the known value, mostly answered by the table."""
    line: list[str] = []
    while True:
        line.append(action)
        s, value = game.result(s, action), -value
        if game.player(s) < 0:
            return line
        if game.actions(s) == [PASS]:
            action = PASS
            continue
        answer, _, _ = _search(s, value, Clock(), 1, k)
        action = SQUARES[answer[2]]
