"""Othello's end game at native speed: exact disc differences, a bound when time runs out."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.errors import ParameterError
from tianji.games.othello import FULL, PASS, SQUARES, Discs, Othello, legal_moves
from tianji.search.race import check_threads, race
from tianji.search.result import ESTIMATE, EXACT, LOWER, SearchResult, Stats
from tianji.search.table import check_memory

READY = 24  # empties from which a search under a clock has a fair chance to finish


@lru_cache(maxsize=2)
def _table(k: int) -> np.ndarray:
    """Kept between searches: its entries are facts."""
    check_memory("othello table", 1 << k, 32 << k)
    return np.zeros(4 << k, dtype=np.uint64)


@lru_cache(maxsize=1)
def warm() -> None:
    """Load or compile the kernel before a clock starts: a board with one empty square."""
    Arena(10, 0).run(Discs(1 << 2, 1 << 1 | (FULL ^ 7)), -64, 64, np.zeros(1, dtype=np.int64))


class Arena:
    """Arrays for one thread of the kernel."""

    def __init__(self, k: int, variant: int) -> None:
        self.k, self.variant, self.table = k, variant, _table(k)
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


def _search(
    s: Discs, alpha: int, beta: int, seconds: float | None, threads: int, k: int
) -> tuple[Arena, int, bool]:
    """One or more threads over a shared table; the first to finish answers. The value is the same for all."""
    stop = np.zeros(1, dtype=np.int64)
    arenas = [Arena(k, i) for i in range(threads)]
    winner = race(arenas, lambda arena: arena.run(s, alpha, beta, stop), stop, seconds)
    nodes = int(sum(arena.counters[0] for arena in arenas))
    if winner is not None:
        return winner, nodes, False
    return max(arenas, key=lambda a: int(a.answer[0])), nodes, True


def solve(
    game: Othello,
    s: Discs,
    budget: dict[str, Any],
    *,
    method: str = "solve",
    threads: int = 1,
    table: int | None = None,
    scores: bool = False,
) -> SearchResult:
    """The exact score for the player to move; interrupted, the best finished move as a lower bound."""
    if s.mine & s.theirs or (s.mine | s.theirs) & ~FULL:
        raise ParameterError(f"othello: {s!r} has two discs on one square or lies off the board; use parse()")
    check_threads(threads)
    warm()
    started = time.perf_counter()
    empties = 64 - (s.mine | s.theirs).bit_count()
    k = (
        (12 if empties < 15 else 18 if empties < 19 else 21)
        if table is None
        else max(10, int(table).bit_length() - 1)
    )
    if not legal_moves(s.mine, s.theirs):
        below = solve(game, game.result(s, PASS), budget, threads=threads, table=table)
        flipped = {EXACT: EXACT, LOWER: "upper"}.get(below.bound, ESTIMATE)
        return SearchResult(PASS, -below.value, flipped, lambda: (PASS, *below.line), below.stats)
    arena, nodes, interrupted = _search(s, -64, 64, budget["seconds"], threads, k)
    stats = Stats(
        method=method, nodes=nodes, cutoffs=int(arena.counters[1]), table_hits=int(arena.counters[2]),
        table_stores=int(arena.counters[3]), seconds=time.perf_counter() - started, depth=empties,
        complete=not interrupted, interrupted=interrupted, passes=1, extra={"native": True, "empties": empties},
    )  # fmt: skip
    value, action, finished = int(arena.answer[0]), SQUARES[int(arena.answer[1])], int(arena.answer[2])
    if interrupted and not finished:
        return SearchResult(action, float(game.evaluate(s)), ESTIMATE, [action], stats)
    if interrupted:
        return SearchResult(action, float(value), LOWER, [action], stats)
    rated = {a: _rate(game, s, a, k) for a in game.actions(s)} if scores else {}
    return SearchResult(
        action, float(value), EXACT, lambda: _line(game, s, action, value, k), stats, scores=rated
    )


def _rate(game: Othello, s: Discs, a: str, k: int) -> float:
    child = game.result(s, a)
    if game.player(child) < 0:
        return float(game.utility(child)[s.mover])
    budget = {"seconds": None, "nodes": None, "depth": None}
    return 0.0 - solve(game, child, budget, table=1 << k).value


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
        arena, _, _ = _search(s, value - 1, value + 1, None, 1, k)
        action = SQUARES[int(arena.answer[1])]
