"""Mate in chess: the shortest one, proved. Df-pn at native speed, one more move allowed each time."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.chess import Chess, ChessState
from tianji.run.threads import race
from tianji.search.native.chess import MOST_COUNTED, board_array, fits, move_name
from tianji.search.native.kernel import Kernel, entries_bits
from tianji.search.options import Proving
from tianji.search.result import ESTIMATE, EXACT, Answer
from tianji.search.table import check_memory
from tianji.search.task import Task

TABLE_BITS = 19


def _table(bits: int) -> np.ndarray:
    from tianji.kernels.chess import mate as kernel

    words = 2 * kernel.WAYS << bits
    check_memory("mate table", words // 2, 8 * words)
    return np.zeros(words, dtype=np.int64)


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

    def __init__(self, s: ChessState, depth: int | None = None, bits: int = TABLE_BITS) -> None:
        from tianji.kernels.chess import mate as kernel

        warm()
        self.bits, self.board, self.table = bits, board_array(s), _table(bits)
        self.most = min(kernel.MOST_MOVES, (101 - s.board.halfmove_clock) // 2)
        if depth is not None:
            self.most = min(self.most, (depth + 1) // 2)
        self.refuted, self.length, self.first = 0, 0, ""
        self.line: list[str] = []

    def run(self, counters: np.ndarray, most: int | None = None) -> None:
        """Go on until a mate is found, `most` moves are refuted or the counters' node limit or stop says so."""
        from tianji.kernels.chess import mate as kernel
        from tianji.kernels.chess.board import KILLER

        rest = (self.board, self.table, self.bits, counters)
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


class MateKernel(Kernel):
    """The shortest mate, proved; table: positions kept."""

    methods = {"dfpn": frozenset({"goal", "table"})}
    limits = frozenset({"depth", "nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Ordinary castling only."""
        return fits(game, s)

    def warm(self, threads: int) -> None:
        """Load or compile the kernels."""
        warm()

    def solve(self, task: Task, options: Proving) -> Answer | None:
        """Whether the side to move can force mate, and the shortest mate: `stats.extra["mate_in"]`, in moves.

        A `depth` counts plies. Lengths that the fifty-move rule could touch are not searched. Without a mate the answer
        stays open: `stats.extra["no_mate_in"]` is the number of moves that was proved not to be enough. Goals other
        than to win are left to the readable search.
        """
        from tianji.kernels.chess import mate as kernel

        if not 0 < options.goal <= 1:
            return None
        bits = entries_bits(options.table and max(1, options.table // kernel.WAYS), TABLE_BITS, 4)
        hunt, counters = MateHunt(task.state, task.limits.depth, bits), np.zeros(8, dtype=np.int64)
        counters[4] = min(task.limits.nodes or 0, MOST_COUNTED)
        task.clock.limit = None  # the kernel counts the nodes itself
        race([hunt], lambda h: h.run(counters), counters[1:2], task.clock, lambda: int(counters[0]))
        if counters[5] and not task.clock.stopped:
            task.clock.stopped = "nodes"
        mate, stats = hunt.length, task.stats
        stats.complete, stats.depth = mate > 0, 2 * mate - 1 if mate else 2 * hunt.refuted
        stats.extra.update(native=True, proved=bool(mate) or None, goal=1.0, no_mate_in=hunt.refuted)
        if not mate:
            action = task.first
            return task.answer(action, 0.0, ESTIMATE, [action])
        stats.extra["mate_in"] = mate
        return task.answer(hunt.first, 1.0, EXACT, hunt.line)
