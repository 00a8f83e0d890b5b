"""Kalah at native speed: exact differences of seeds."""

from __future__ import annotations

import threading
import time
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.kalah import Kalah, Seeds
from tianji.search.result import EXACT, LOWER, UPPER, SearchResult, Stats
from tianji.search.table import check_memory


def fits(game: Any, s: Seeds) -> bool:
    """Whether the kernel's bounds of 63 hold all the seeds in play."""
    return isinstance(game, Kalah) and game.m <= 6 and sum(s.mine[:-1]) + sum(s.theirs[:-1]) <= 62


@lru_cache(maxsize=4)
def _table(m: int, always: bool, k: int) -> np.ndarray:
    check_memory("kalah table", 1 << k, 8 << k)
    return np.zeros(1 << k, dtype=np.uint64)


class _Prover:
    """Null-window questions about one game, on a thread that Ctrl-C and a clock can stop."""

    def __init__(self, game: Kalah, seconds: float | None, k: int) -> None:
        self.game, self.k = game, k
        self.table = _table(game.m, game.empty_capture, k)
        self.counters = np.zeros(4, dtype=np.int64)
        self.deadline = None if seconds is None else time.perf_counter() + seconds

    def ask(self, s: Seeds, beta: int) -> int | None:
        """A fail-soft answer to "can the mover still gain at least beta?", or None when stopped."""
        from tianji.kernels.boards import kalah

        work = np.zeros(2 * self.game.m * 600, dtype=np.int64)
        work[: 2 * self.game.m] = s.mine[:-1] + s.theirs[:-1]
        out: list[int] = []

        def run() -> None:
            value = kalah.search(
                work,
                0,
                self.game.m,
                int(self.game.empty_capture),
                beta - 1,
                beta,
                self.table,
                self.k,
                self.counters,
            )
            out.append(int(value))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            left = None if self.deadline is None else max(0.0, self.deadline - time.perf_counter())
            while thread.is_alive():
                thread.join(0.5 if left is None else left)
                if left is not None:
                    break
        except KeyboardInterrupt:
            pass
        if thread.is_alive():
            self.counters[1] = 1
            thread.join()
            return None
        return out[0]

    def value(self, s: Seeds) -> tuple[int, int]:
        """Bounds on what the mover can still gain; equal when solved (MTD(f) from zero)."""
        rest = sum(s.mine[:-1]) + sum(s.theirs[:-1])
        low, high, guess = -rest, rest, 0
        while low < high:
            beta = guess + 1 if guess == low else guess
            answer = self.ask(s, beta)
            if answer is None:
                break
            guess = answer
            if guess < beta:
                high = guess
            else:
                low = guess
        return low, high


def solve(
    game: Kalah,
    s: Seeds,
    budget: dict[str, Any],
    *,
    method: str = "solve",
    table: int | None = None,
    **options: Any,
) -> SearchResult:
    """The exact final difference for the player to move."""
    k = 22 if table is None else max(14, int(table).bit_length() - 1)
    started = time.perf_counter()
    prover = _Prover(game, budget["seconds"], k)
    lead = s.mine[-1] - s.theirs[-1]
    low, high = prover.value(s)
    action, scores = game.actions(s)[0], {}
    if low == high:
        action = _keeping(game, s, low + lead, prover)
        if options.get("scores"):
            scores = {a: float(_rate(game, s, a, prover)) for a in game.actions(s)}
    stats = Stats(
        method=method, nodes=int(prover.counters[0]), table_hits=int(prover.counters[2]),
        cutoffs=int(prover.counters[3]), seconds=time.perf_counter() - started,
        complete=low == high, interrupted=low != high, extra={"native": True, "bounds": [low + lead, high + lead]},
    )  # fmt: skip
    if low == high:
        value = low + lead
        line = lambda: _line(game, s, value, prover)  # noqa: E731 - found when it is first read
        return SearchResult(action, float(value), EXACT, line, stats, scores=scores)
    value, bound = (low + lead, LOWER) if low + lead > 0 else (high + lead, UPPER)
    return SearchResult(action, float(value), bound, [action], stats)


def _rate(game: Kalah, s: Seeds, a: int, prover: _Prover) -> int:
    """The final difference, for the mover of `s`, when he plays `a`."""
    child = game.result(s, a)
    sign = 1 if child.mover == s.mover else -1
    if game.player(child) < 0:
        return int(game.utility(child)[s.mover])
    low, _ = prover.value(child)
    return sign * (low + child.mine[-1] - child.theirs[-1])


def _keeping(game: Kalah, s: Seeds, value: int, prover: _Prover) -> int:
    prover.deadline = None
    prover.counters[1] = 0
    return next(a for a in game.order(s, game.actions(s)) if _rate(game, s, a, prover) == value)


def _line(game: Kalah, s: Seeds, value: int, prover: _Prover) -> list[int]:
    line: list[int] = []
    while game.player(s) >= 0:
        line.append(_keeping(game, s, value, prover))
        after = game.result(s, line[-1])
        value = value if after.mover == s.mover else -value
        s = after
    return line
