"""Mate in chess: the shortest one, proved. Df-pn at native speed, one more move allowed each time."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.chess import Chess, ChessState
from tianji.search.native.chess import board_array, move_name, timed
from tianji.search.result import ESTIMATE, EXACT, SearchResult, Stats

TABLE_BITS = 19


def _table(bits: int) -> np.ndarray:
    from tianji.kernels.chess import mate as kernel

    return np.zeros(2 * kernel.WAYS << bits, dtype=np.int64)


@lru_cache(maxsize=1)
def warm() -> None:
    """Load or compile the kernels before a clock starts."""
    from tianji.kernels.chess import mate as kernel

    w, table = board_array(Chess().parse("8/8/8/8/8/1K6/3Q4/k7 w - - 0 1")), _table(4)
    counters = np.zeros(8, dtype=np.int64)
    kernel.prove(w, table, 4, counters, 1)
    kernel.mating_line(w, table, 4, counters, 1, np.zeros(2, dtype=np.int64))


class MateHunt:
    """The question "mate in m moves?" for growing m, about one position, with a table that lasts.

    refuted: moves that were proved not to be enough. length: of the shortest mate, once found; first: its first move.
    """

    def __init__(self, s: ChessState, depth: int | None = None) -> None:
        from tianji.kernels.chess import mate as kernel

        warm()
        self.board, self.table = board_array(s), _table(TABLE_BITS)
        self.most = min(kernel.MOST_MOVES, (101 - s.board.halfmove_clock) // 2)
        if depth is not None:
            self.most = min(self.most, (depth + 1) // 2)
        self.refuted, self.length, self.first = 0, 0, ""
        self.line: list[str] = []

    def run(self, counters: np.ndarray, most: int | None = None) -> None:
        """Go on until a mate is found, `most` moves are refuted or the counters' node limit or stop says so."""
        from tianji.kernels.chess import mate as kernel
        from tianji.kernels.chess.board import KILLER

        rest = (self.board, self.table, TABLE_BITS, counters)
        for m in range(self.refuted + 1, min(self.most, self.most if most is None else most) + 1):
            answer = kernel.prove(*rest, m)
            if answer == 1:
                self.length, self.first = m, move_name(int(self.board[KILLER + 1]))
                out = np.zeros(2 * m, dtype=np.int64)
                count = kernel.mating_line(*rest, m, out)
                self.line = [move_name(int(x)) for x in out[:count]] or [self.first]
            if answer != 0:
                return
            self.refuted = m


def run(game: Chess, s: ChessState, budget: dict[str, Any], name: str) -> SearchResult:
    """Whether the side to move can force mate, and the shortest mate: `stats.extra["mate_in"]`, in moves.

    A `depth` counts plies. Lengths that the fifty-move rule could touch are not searched. Without a mate the answer
    stays open: `stats.extra["no_mate_in"]` is the number of moves that was proved not to be enough.
    """
    hunt, counters = MateHunt(s, budget["depth"]), np.zeros(8, dtype=np.int64)
    counters[4] = budget["nodes"] or 0
    started = time.perf_counter()
    interrupted = timed(lambda: hunt.run(counters), [counters], budget["seconds"])
    mate = hunt.length
    extra = {"native": True, "proved": bool(mate) or None, "goal": 1.0, "no_mate_in": hunt.refuted}
    stats = Stats(
        method=name, nodes=int(counters[0]), seconds=time.perf_counter() - started, complete=mate > 0,
        depth=2 * mate - 1 if mate else 2 * hunt.refuted, interrupted=interrupted and not mate, extra=extra,
    )  # fmt: skip
    if not mate:
        action = game.actions(s)[0]
        return SearchResult(action, 0.0, ESTIMATE, [action], stats)
    extra["mate_in"] = mate
    return SearchResult(hunt.first, 1.0, EXACT, hunt.line, stats)
