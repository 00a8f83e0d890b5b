"""What a thread of connect four's kernel works with: arrays, the board's table, and arenas kept for the next call."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.connect_four import ConnectFour, Stones
from tianji.search.native.kernel import POOL

BRIEF = 100_000  # nodes to try on the caller's thread, where a stop has to wait: about ten milliseconds
AT_ONCE = 30_000  # and to try before anything else, a few milliseconds
MOST_IDLE = 32  # arenas of a board kept for the next call


def never() -> np.ndarray:
    """A stop signal that is not set, and no limit of nodes."""
    return np.array([0, 1 << 62], dtype=np.int64)


def slots(cells_left: int) -> int:
    """Log2 of the table size: as small as the search allows, since a small table stays in the cache."""
    if cells_left <= 24:
        return 16
    return 18 if cells_left <= 27 else 20 if cells_left <= 30 else 22 if cells_left <= 34 else 24


def kept_table(game: ConnectFour, k: int) -> np.ndarray:
    """The table of a board, `[2^k]`."""
    return POOL.take("connect four", game.columns, game.rows, words=1 << k)


@lru_cache(maxsize=2)
def warm(several: bool = False) -> None:
    """Load or compile the kernel before a clock starts: solve a board of two by two."""
    tiny = ConnectFour(2, 2)
    ConnectFourArena(tiny, 14, crowd(1 + several)).run(tiny.initial(), -1, 1, never())


def crowd(threads: int) -> np.ndarray | None:
    """Where threads tell each other what they are searching; one thread has nobody to tell."""
    if threads == 1:
        return None
    from tianji.kernels.boards import connect4

    return np.zeros(1 << connect4.BUSY, dtype=np.uint64)


@lru_cache(maxsize=16)
def layout(w: int, h: int) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray]:
    """The kernel, and what it knows of a board: shape, geometry, order of columns. Kept: an easy call is short."""
    from tianji.kernels.boards import connect4

    game = ConnectFour(w, h)
    odd = sum(game.bottom << r for r in range(0, h, 2)) if h % 2 == 0 else 0
    return (
        connect4,
        np.array([w, h], dtype=np.int64),
        np.array([game.board, game.bottom, odd], dtype=np.uint64),
        np.array(sorted(range(w), key=lambda c: (abs(2 * c - w + 1), c)), dtype=np.int64),
    )


class ConnectFourArena:
    """Arrays for one thread of the kernel."""

    def __init__(self, game: ConnectFour, k: int, busy: np.ndarray | None = None) -> None:
        w, h = game.columns, game.rows
        self.kernel, self.shape, self.geometry, self.order = layout(w, h)
        self.k = k
        self.table, self.epoch = kept_table(game, k), POOL.epoch
        self.busy = busy
        self.work = np.zeros((w * h + 2) * (8 + 2 * w), dtype=np.uint64)
        self.found = np.zeros(8, dtype=np.int64)
        self.bounds, self.counters = self.found[:4], self.found[4:]
        self.brief = np.array([0, BRIEF], dtype=np.int64)
        self.at_once = np.array([0, AT_ONCE], dtype=np.int64)

    def ask(self, s: Stones, low: int, high: int) -> tuple[list[int], bool]:
        """What is found in a moment, bounds, a best move and counters as of `score`, and whether that is the answer."""
        self.at_once[0] = 0
        self.kernel.answer(
            np.uint64(s.mine), np.uint64(s.all), s.all.bit_count(), low, high, self.shape, self.geometry,
            self.order, self.table, self.k, self.busy, self.work, self.counters, self.at_once, self.bounds,
        )  # fmt: skip
        return self.found.tolist(), not self.at_once[0]

    def run(self, s: Stones, low: int, high: int, stop: np.ndarray) -> None:
        """Solve `s` between the bounds; the answer is in `bounds`."""
        self.kernel.solve(
            np.uint64(s.mine), np.uint64(s.all), s.all.bit_count(), low, high, self.shape, self.geometry,
            self.order, self.table, self.k, self.busy, self.work, self.counters, stop, self.bounds,
        )  # fmt: skip


# By board, for the next call: an easy one takes less time than arrays.
IDLE: dict[tuple[int, int], list[ConnectFourArena]] = {}


def lend(game: ConnectFour, k: int, busy: np.ndarray | None) -> ConnectFourArena:
    """An arena nobody uses, with its counters at zero."""
    idle = IDLE.get((game.columns, game.rows))
    if not idle:
        return ConnectFourArena(game, k, busy)
    arena = idle.pop()
    if arena.k != k or arena.epoch != POOL.epoch:
        arena.k, arena.table, arena.epoch = k, kept_table(game, k), POOL.epoch
    arena.busy = busy
    arena.found.fill(0)
    arena.brief[0] = 0
    return arena


def give_back(game: ConnectFour, arenas: list[ConnectFourArena]) -> None:
    """The arenas may be lent again."""
    idle = IDLE.setdefault((game.columns, game.rows), [])
    if len(idle) < MOST_IDLE:
        idle += arenas
