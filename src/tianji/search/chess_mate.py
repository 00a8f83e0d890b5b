"""Mate in chess: the shortest one, proved. Df-pn at native speed, one more move allowed each time."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.chess import Chess, ChessState
from tianji.search.chess_native import board_array, move_name, timed
from tianji.search.result import ESTIMATE, EXACT, SearchResult, Stats

TABLE_BITS = 19


def _table(bits: int) -> np.ndarray:
    from tianji.kernels import chess_mate as kernel

    return np.zeros(2 * kernel.WAYS << bits, dtype=np.int64)


@lru_cache(maxsize=1)
def warm() -> None:
    """Load or compile the kernels before a clock starts."""
    from tianji.kernels import chess_mate as kernel

    w, table = board_array(Chess().parse("8/8/8/8/8/1K6/3Q4/k7 w - - 0 1")), _table(4)
    counters = np.zeros(8, dtype=np.int64)
    kernel.prove(w, table, 4, counters, 1)
    kernel.mating_line(w, table, 4, counters, 1, np.zeros(2, dtype=np.int64))


def run(game: Chess, s: ChessState, budget: dict[str, Any], name: str) -> SearchResult:
    """Whether the side to move can force mate, and the shortest mate: `stats.extra["mate_in"]`, in moves.

    A `depth` counts plies. Lengths that the fifty-move rule could touch are not searched. Without a mate the answer
    stays open: `stats.extra["no_mate_in"]` is the number of moves that was proved not to be enough.
    """
    from tianji.kernels import chess_mate as kernel

    warm()
    w, table, counters = board_array(s), _table(TABLE_BITS), np.zeros(8, dtype=np.int64)
    counters[4] = budget["nodes"] or 0
    most = min(kernel.MOST_MOVES, (101 - s.board.halfmove_clock) // 2)
    if budget["depth"] is not None:
        most = min(most, (budget["depth"] + 1) // 2)
    line = np.zeros(2 * kernel.MOST_MOVES, dtype=np.int64)
    found = {"no": 0, "mate": 0, "first": 0, "length": 0}

    def work() -> None:
        for m in range(1, most + 1):
            answer = kernel.prove(w, table, TABLE_BITS, counters, m)
            if answer == 1:
                found["mate"], found["first"] = m, int(w[kernel.KILLER + 1])
                found["length"] = int(kernel.mating_line(w, table, TABLE_BITS, counters, m, line))
            if answer != 0:
                return
            found["no"] = m

    started = time.perf_counter()
    interrupted = timed(work, counters, budget["seconds"])
    mate = found["mate"]
    extra = {"native": True, "proved": bool(mate) or None, "goal": 1.0, "no_mate_in": found["no"]}
    stats = Stats(
        method=name, nodes=int(counters[0]), seconds=time.perf_counter() - started, complete=mate > 0,
        depth=2 * mate - 1 if mate else 2 * found["no"], interrupted=interrupted and not mate, extra=extra,
    )  # fmt: skip
    if not mate:
        action = game.actions(s)[0]
        return SearchResult(action, 0.0, ESTIMATE, [action], stats)
    extra["mate_in"] = mate
    names = [move_name(int(x)) for x in line[: found["length"]]] or [move_name(found["first"])]
    return SearchResult(names[0], 1.0, EXACT, names, stats)
