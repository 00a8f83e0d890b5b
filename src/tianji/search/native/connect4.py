"""Connect four at native speed: exact scores from the bitboard kernel, with bounds when time runs out."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.errors import NotApplicableError, ParameterError
from tianji.games.connect_four import ConnectFour, Stones
from tianji.search.race import check_threads, race
from tianji.search.result import ESTIMATE, EXACT, LOWER, UPPER, SearchResult, Stats
from tianji.search.table import check_memory


def fits(game: Any) -> bool:
    """Whether the board fits one 64-bit word with a spare row."""
    return (
        isinstance(game, ConnectFour)
        and game.columns * (game.rows + 1) <= 63
        and game.columns * game.rows < 60
    )


BRIEF = 100_000  # nodes to try on the caller's thread, where Ctrl-C has to wait: about ten milliseconds


def never() -> np.ndarray:
    """A stop signal that is not set, and no limit of nodes."""
    return np.array([0, 1 << 62], dtype=np.int64)


def slots(cells_left: int) -> int:
    """Log2 of the table size: as small as the search allows, since a small table stays in the cache."""
    for most, k in ((24, 16), (27, 18), (30, 20), (34, 22)):
        if cells_left <= most:
            return k
    return 24


SIZES = (16, 18, 20, 22, 24)  # log2 of the tables that `slots` chooses from


@lru_cache(maxsize=8)
def _table(columns: int, rows: int, k: int) -> np.ndarray:
    """A table kept between searches: its entries are facts about positions, true for ever."""
    check_memory("connect four table", 1 << k, 8 << k)
    return np.zeros(1 << k, dtype=np.uint64)


@lru_cache(maxsize=2)
def warm(several: bool = False) -> None:
    """Load or compile the kernel before a clock starts: solve a board of two by two."""
    tiny = ConnectFour(2, 2)
    Arena(tiny, 14, crowd(1 + several)).run(tiny.initial(), -1, 1, never())


def crowd(threads: int) -> np.ndarray | None:
    """Where threads tell each other what they are searching; one thread has nobody to tell."""
    from tianji.kernels.boards import connect4

    return None if threads == 1 else np.zeros(1 << connect4.BUSY, dtype=np.uint64)


class Arena:
    """Arrays for one thread of the kernel."""

    def __init__(self, game: ConnectFour, k: int, busy: np.ndarray | None = None) -> None:
        w, h = game.columns, game.rows
        self.shape = np.array([w, h], dtype=np.int64)
        odd = sum(game.bottom << r for r in range(0, h, 2)) if h % 2 == 0 else 0
        self.geometry = np.array([game.board, game.bottom, odd], dtype=np.uint64)
        self.order = np.array(sorted(range(w), key=lambda c: (abs(2 * c - w + 1), c)), dtype=np.int64)
        self.k = k
        self.table = _table(w, h, k)
        self.busy = busy
        self.work = np.zeros((w * h + 2) * (8 + 2 * w), dtype=np.uint64)
        self.counters = np.zeros(4, dtype=np.int64)
        self.bounds = np.zeros(4, dtype=np.int64)

    def run(self, s: Stones, low: int, high: int, stop: np.ndarray) -> None:
        """Solve `s` between the bounds; the answer is in `bounds`."""
        from tianji.kernels.boards import connect4

        connect4.solve(
            np.uint64(s.mine), np.uint64(s.all), s.all.bit_count(), low, high, self.shape, self.geometry,
            self.order, self.table, self.k, self.busy, self.work, self.counters, stop, self.bounds,
        )  # fmt: skip


def score(
    game: ConnectFour, s: Stones, low: int, high: int, seconds: float | None, threads: int, k: int | None
) -> tuple[Arena, int, bool]:
    """Solve on one or more threads that share the table and divide the moves; the first to finish ends the others.

    The value never depends on timing: every thread proves the same number.
    Returns the arena that answered, the nodes of all, and whether it was interrupted.
    """
    size = k or slots(game.columns * game.rows - s.all.bit_count())
    busy = crowd(threads)
    arenas = [Arena(game, size, busy) for _ in range(threads)]
    if seconds is None or seconds > 0.1:  # most positions are easy: try without the cost of a thread
        brief = np.array([0, BRIEF], dtype=np.int64)
        arenas[0].run(s, low, high, brief)
        if brief[0] == 0:
            return arenas[0], int(arenas[0].counters[0]), False
        if busy is not None:
            busy[:] = 0  # what was given up is nobody's work
    stop = never()
    winner = race(arenas, lambda arena: arena.run(s, low, high, stop), stop, seconds)
    nodes = int(sum(arena.counters[0] for arena in arenas))
    if winner is not None:
        for (
            arena
        ) in arenas:  # the thread that finished may have read the last proof, and its move, from the table
            if winner.bounds[2] == 0 and arena.bounds[0] == winner.bounds[0]:
                winner.bounds[2] = arena.bounds[2]
        return winner, nodes, False
    return max(arenas, key=lambda a: int(a.bounds[0]) - int(a.bounds[1])), nodes, True


def solve(
    game: ConnectFour,
    s: Stones,
    budget: dict[str, Any],
    *,
    method: str = "solve",
    threads: int = 1,
    table: int | None = None,
    scores: bool = False,
) -> SearchResult:
    """The exact score, or the tightest bound that the time allowed."""
    check_position(game, s)
    check_threads(threads)
    k = None if table is None else max(14, int(table).bit_length() - 1)
    outcome = game.scoring == "outcome"
    low, high = (-1, 1) if outcome else (-63, 63)
    warm()
    if threads > 1:
        warm(several=True)
    started = time.perf_counter()
    arena, nodes, interrupted = score(game, s, low, high, budget["seconds"], threads, k)
    lower, upper = (int(x) for x in arena.bounds[:2])
    if outcome:
        lower, upper = max(-1, min(1, lower)), max(-1, min(1, upper))
    stats = Stats(
        method=method, nodes=nodes, cutoffs=int(arena.counters[1]), table_hits=int(arena.counters[2]),
        table_stores=int(arena.counters[3]), passes=int(arena.bounds[3]), seconds=time.perf_counter() - started,
        complete=not interrupted, interrupted=interrupted, extra={"native": True, "bounds": [lower, upper]},
    )  # fmt: skip
    proof = _column(game, int(arena.bounds[2]))  # the move behind the lower bound
    if lower == upper:
        action = proof or _any_best(game, s, lower, k)
    else:
        action = proof if proof and lower > 0 else _sampled(game, s)
    value, bound = _answer(lower, upper)
    rated = {a: _child(game, game.result(s, a), a, k) for a in game.actions(s)} if scores else {}
    line = (lambda: _line(game, s, action, lower, k)) if lower == upper else [action]
    return SearchResult(action, float(value), bound, line, stats, scores=rated)


def _sampled(game: ConnectFour, s: Stones) -> int:
    """A move for a position that was not solved in time: a low bound alone is no reason to play a move."""
    from tianji.search.native.lines import run_native

    budget = {"nodes": 20_000, "seconds": None, "depth": None}
    found = run_native(ConnectFour(game.columns, game.rows), s, budget)
    return int(found.action) if found is not None else game.order(s, game.actions(s))[0]


def _answer(lower: int, upper: int) -> tuple[int, str]:
    if lower == upper:
        return lower, EXACT
    if lower > 0:
        return lower, LOWER
    if upper < 0:
        return upper, UPPER
    return (lower, LOWER) if lower == 0 else (upper, UPPER) if upper == 0 else (0, ESTIMATE)


def _column(game: ConnectFour, move: int) -> int | None:
    return (move.bit_length() - 1) // (game.rows + 1) + 1 if move else None


def _child(game: ConnectFour, child: Stones, a: int, k: int | None) -> float:
    """The exact value, for the player who moved, of the position he made."""
    if game.player(child) < 0:
        return float(abs(game.utility(child)[0]))
    low, high = (-1, 1) if game.scoring == "outcome" else (-63, 63)
    arena, _, _ = score(game, child, low, high, None, 1, k)
    value = int(arena.bounds[0])
    return float(-value if game.scoring == "distance" else -max(-1, min(1, value)))


def _any_best(game: ConnectFour, s: Stones, value: int, k: int | None) -> int:
    """A move that keeps a value which followed from bounds or the table alone: one null window a move."""
    if game.scoring == "outcome" and value < 0:
        return game.order(s, game.actions(s))[0]  # every move loses, and the distance does not count
    for a in game.order(s, game.actions(s)):
        child = game.result(s, a)
        if game.player(child) < 0:
            if abs(game.utility(child)[0]) == value:
                return a
            continue
        arena, _, _ = score(
            game, child, -value, 1 - value, None, 1, k
        )  # can the opponent do better than that?
        if arena.bounds[1] <= -value:
            return a
    raise AssertionError(f"no move of {s!r} keeps its value {value}")


def _line(game: ConnectFour, s: Stones, action: int, value: int, k: int | None) -> list[int]:
    """Optimal play to the end; one null window a move, and the table answers most of it."""
    line = []
    while True:
        line.append(action)
        s, value = game.result(s, action), -value
        if game.player(s) < 0:
            return line
        arena, _, _ = score(game, s, value - 1, value, None, 1, k)
        action = _column(game, int(arena.bounds[2])) or _any_best(game, s, value, k)


def check_position(game: ConnectFour, s: Stones) -> None:
    """Refuse stones that float, overlap or outnumber."""
    stones = s.all
    floating = any(
        (column := (stones >> c * (game.rows + 1)) & ((1 << game.rows + 1) - 1)) & (column + 1)
        for c in range(game.columns)
    )
    if stones & ~game.board or s.mine & ~stones or floating or s.mine.bit_count() != stones.bit_count() // 2:
        raise ParameterError(f"{game}: {s!r} is no position that play can reach; use parse() or result()")


def solve_many(
    game: ConnectFour, states: Sequence[Stones], *, threads: int = 1, table: int | None = None
) -> list[int]:
    """Exact distance scores of many positions; threads take them from a queue and finish the last ones together.

    >>> game = ConnectFour(scoring="distance")
    >>> solve_many(game, [game.parse("7422341735647741166133573473242566")])
    [1]
    """
    from tianji.kernels.boards import connect4

    if not fits(game):
        raise NotApplicableError(f"{game} does not fit a 64-bit board; search it with 'mtdf' and a depth")
    for s in states:
        check_position(game, s)
    cells, fixed = game.columns * game.rows, None if table is None else max(14, int(table).bit_length() - 1)
    sizes = [fixed or slots(cells - s.all.bit_count()) for s in states]
    kinds = sorted(set(sizes)) or [14]
    tables = tuple(_table(game.columns, game.rows, kinds[min(i, len(kinds) - 1)]) for i in range(len(SIZES)))
    rows = np.array(
        [(s.mine, s.all, s.all.bit_count(), k, kinds.index(k)) for s, k in zip(states, sizes, strict=True)],
        dtype=np.uint64,
    ).reshape(-1, 5)
    scores, queue, busy = np.zeros(len(rows), np.int64), np.zeros(1, np.int64), crowd(threads)
    stops = np.tile(never(), (len(rows), 1))

    def work() -> None:
        a = Arena(game, kinds[0], busy)
        connect4.solve_many(
            rows, queue, a.shape, a.geometry, a.order, tables, busy, a.work, a.counters, stops, scores
        )

    pool = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    return [int(x) for x in scores]
