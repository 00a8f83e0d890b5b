"""Domineering, breakthrough and hex at native speed: who wins, and a winning line."""

from __future__ import annotations

import threading
import time
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.breakthrough import Breakthrough
from tianji.games.domineering import Domineering
from tianji.games.hexgame import Hex
from tianji.search.result import ESTIMATE, EXACT, SearchResult, Stats
from tianji.search.table import check_memory


def _shape(game: Any) -> tuple[int, int, int] | None:
    """(kind, width, height) of a game with a kernel."""
    if isinstance(game, Domineering):
        return 0, game.columns, game.rows
    if isinstance(game, Breakthrough):
        return 1, game.width, game.height
    return (2, game.size, game.size) if isinstance(game, Hex) else None


def fits(game: Any) -> bool:
    """Whether both boards fit one 64-bit key."""
    shape = _shape(game)
    if shape is None:
        return False
    cells = shape[1] * shape[2]
    return (cells if shape[0] == 0 else 2 * cells) <= 61


@lru_cache(maxsize=4)
def _table(spec: str, k: int) -> np.ndarray:
    check_memory(f"{spec} table", 1 << k, 8 << k)
    return np.zeros(1 << k, dtype=np.uint64)


def _boards(s: Any, kind: int, mover: int) -> tuple[int, int]:
    if kind == 0:
        return s.cells, 0
    both = (s.white, s.black) if kind == 1 else (s.first, s.second)
    return both if mover == 0 else (both[1], both[0])


class _Prover:
    """Asks the kernel about positions of one game, on a thread that a clock and Ctrl-C can stop."""

    def __init__(self, game: Any, seconds: float | None, k: int) -> None:
        shape = _shape(game)
        assert shape is not None
        self.game, self.shape, self.k = game, shape, k
        # The first player of domineering is no part of its positions: both share a table.
        name = f"{game.name}({shape[1]},{shape[2]})"
        self.table = _table(name, k)
        self.counters = np.zeros(4, dtype=np.int64)
        self.deadline = None if seconds is None else time.perf_counter() + seconds

    def wins(self, s: Any) -> int:
        """1 or −1 for the player to move; 0 when stopped."""
        from tianji.kernels.boards import cells as boards

        kind, w, h = self.shape
        mover = self.game.player(s)
        own, opp = _boards(s, kind, mover)
        work, out = np.zeros(3 * 64 * 64, dtype=np.int64), []

        def run() -> None:
            value = boards.wins(
                kind, w, h, np.uint64(own), np.uint64(opp), mover, self.table, self.k, work, 0, self.counters
            )
            out.append(int(value))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                left = 0.5 if self.deadline is None else self.deadline - time.perf_counter()
                if left <= 0:
                    break
                thread.join(min(left, 0.5))
        except KeyboardInterrupt:
            pass
        if thread.is_alive():
            self.counters[1] = 1
            thread.join()
        return out[0]

    def child(self, s: Any, a: Any) -> int:
        """The value of playing `a`, for the player who plays it."""
        after = self.game.result(s, a)
        return (
            int(self.game.utility(after)[self.game.player(s)])
            if self.game.player(after) < 0
            else -self.wins(after)
        )

    def best(self, s: Any, value: int) -> Any:
        """A move that keeps the value."""
        actions = self.game.order(s, self.game.actions(s))
        if value < 0:
            return actions[0]
        return next((a for a in actions if self.child(s, a) == value), actions[0])

    def line(self, s: Any, value: int) -> list[Any]:
        """Play to the end; the loser tries his most promising moves."""
        out: list[Any] = []
        while self.game.player(s) >= 0:
            out.append(self.best(s, value))
            s, value = self.game.result(s, out[-1]), -value
        return out


def solve(
    game: Any,
    s: Any,
    budget: dict[str, Any],
    *,
    method: str = "solve",
    table: int | None = None,
    **options: Any,
) -> SearchResult:
    """Win or loss for the player to move."""
    started = time.perf_counter()
    prover = _Prover(game, budget["seconds"], 22 if table is None else max(14, int(table).bit_length() - 1))
    value = prover.wins(s)
    prover.deadline = None
    action = prover.best(s, value) if value else game.order(s, game.actions(s))[0]
    scores = (
        {a: float(prover.child(s, a)) for a in game.actions(s)} if options.get("scores") and value else {}
    )
    stats = Stats(
        method=method, nodes=int(prover.counters[0]), table_hits=int(prover.counters[2]),
        cutoffs=int(prover.counters[3]), seconds=time.perf_counter() - started,
        complete=value != 0, interrupted=value == 0, extra={"native": True},
    )  # fmt: skip
    if value == 0:
        return SearchResult(action, 0.0, ESTIMATE, [action], stats)
    return SearchResult(action, float(value), EXACT, lambda: prover.line(s, value), stats, scores=scores)
