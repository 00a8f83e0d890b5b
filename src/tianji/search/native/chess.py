"""Chess at native speed: perft, and an iterative-deepening search under a clock."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.chess import Chess, ChessState, board_words
from tianji.run.threads import race
from tianji.search.native.kernel import Kernel
from tianji.search.options import Options
from tianji.search.result import ESTIMATE, EXACT, Answer
from tianji.search.task import Task

FILES = "abcdefgh"
MATE = 30_000
TABLE_BITS = 20
MOST_COUNTED = 1 << 62
QUICK, MOST_QUICK = 20_000, 200_000  # nodes of the hunt for a mate: for a second, and at most


def board_array(s: ChessState) -> np.ndarray:
    """The kernel's array for a position; see `kernels.chess.board`."""
    from tianji.kernels.chess import board as kernel

    w = np.zeros(kernel.SIZE, dtype=np.int64)
    w[: kernel.POSITION] = board_words(s)
    return w


def fits(game: Any, s: ChessState) -> bool:
    """Whether the kernel knows these rules: ordinary castling only."""
    return isinstance(game, Chess) and not game.chess960 and not s.board.has_chess960_castling_rights()


def perft(s: ChessState, depth: int) -> int:
    """Number of legal move sequences of `depth` plies."""
    from tianji.kernels.chess import board as kernel

    return 1 if depth == 0 else int(kernel.perft(board_array(s), depth))


def move_name(move: int) -> str:
    """UCI notation."""
    fr, to, promotion = move & 127, (move >> 7) & 127, (move >> 14) & 7
    name = f"{FILES[fr & 7]}{(fr >> 4) + 1}{FILES[to & 7]}{(to >> 4) + 1}"
    return name + " pnbrq"[promotion] if promotion else name


@lru_cache(maxsize=1)
def warm() -> None:
    """Load or compile the kernels before a clock starts."""
    from tianji.kernels.chess import search as chess_search

    tiny = board_array(Chess().parse("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"))
    chess_search.iterate(
        tiny, np.zeros(32, np.int64), 4, np.zeros(8, np.int64), 1, np.zeros(chess_search.LINE, np.int64)
    )


class Deepening:
    """One search: first a short hunt for a mate, then deeper and deeper, then a look for a shorter mate.

    The hunt gets about a tenth of the time. done: (depth, value, moves) of the finished iterations. every: `[3, 8]`,
    the counters of the three steps: nodes, stop, cutoffs, table hits, most nodes, whether that was reached.
    """

    def __init__(self, task: Task) -> None:
        from tianji.kernels.chess import search as chess_search
        from tianji.search.native.mate import MateHunt

        limits, nodes = task.limits, min(task.limits.nodes or 0, MOST_COUNTED)
        self.kernel, self.clock = chess_search, task.clock
        self.w, self.table = board_array(task.state), np.zeros(2 << TABLE_BITS, dtype=np.int64)
        self.every = np.zeros((3, 8), dtype=np.int64)
        self.counters, self.quick, self.shorter = self.every
        share = int(min(QUICK * limits.seconds, MOST_QUICK)) if limits.seconds else MOST_QUICK
        if nodes:
            share = min(share, nodes // 40)
        self.quick[4] = max(1, min(share, MOST_QUICK))
        self.counters[4] = max(1, nodes - self.quick[4]) if nodes else 0
        self.line = np.zeros(chess_search.LINE, dtype=np.int64)
        self.done: list[tuple[int, int, list[int]]] = []
        self.limited = limits.depth is not None
        self.top = min(limits.depth or 60, 60)
        self.hunt = MateHunt(task.state, limits.depth)

    def work(self) -> None:
        """All three steps; returns soon after any of the counters says stop."""
        self.hunt.run(self.quick)
        if self.hunt.length:
            return
        value = 0
        for depth in range(1, self.top + 1):
            value = int(self.kernel.iterate(self.w, self.table, TABLE_BITS, self.counters, depth, self.line))
            if self.counters[1]:
                return
            self.done.append((depth, value, [int(m) for m in self.line[1 : 1 + self.line[0]]]))
            self.clock.depth = depth
            if abs(value) > MATE - 500 and MATE - abs(value) <= depth:
                break
        if value > MATE - 500 and not self.limited:
            most = MOST_QUICK + int(self.counters[0]) // 8
            left = int(self.counters[4] - self.counters[0]) if self.counters[4] else most
            self.shorter[4] = max(1, min(most, left))
            self.hunt.run(self.shorter, (MATE - value + 1) // 2 - 1)

    def best(self) -> tuple[int, list[str]]:
        """The value in centipawns and the line; needs a mate or a finished iteration."""
        if self.hunt.length:
            return MATE - 2 * self.hunt.length + 1, self.hunt.line
        _, value, moves = self.done[-1]
        better = int(
            self.line[self.kernel.PARTIAL]
        )  # the unfinished iteration has already found a better move
        if better and better != moves[0]:
            return int(self.line[self.kernel.PARTIAL + 1]), [move_name(better)]
        return value, [move_name(m) for m in moves]


class ChessKernel(Kernel):
    """Iterative deepening under a clock or a limit of nodes; it plays captures out below the horizon as it is."""

    methods = dict.fromkeys(("alphabeta", "pvs", "aspiration", "mtdf"), frozenset({"quiescence"}))
    limits = frozenset({"depth", "nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Ordinary castling only."""
        return fits(game, s)

    def warm(self, threads: int) -> None:
        """Load or compile the kernels."""
        warm()

    def look(self, task: Task, options: Options) -> Answer | None:
        """Deepen until the time, the nodes or the depth is spent, or a forced mate is proved.

        A depth alone means that depth exactly, which only the readable search promises. A mate is a proof, so the value
        is exact. `stats.extra["mate_in"]` is its length in moves, negative when the mover is mated; no mate is shorter
        if `stats.extra["no_mate_in"]` is one less.
        """
        if not task.limits.is_clocked:
            return None
        work, stats, game, s = Deepening(task), task.stats, task.game, task.state
        task.clock.limit = None  # the kernel counts the nodes itself
        race([work], Deepening.work, work.every[:, 1], task.clock, lambda: int(work.every[:, 0].sum()))
        if work.counters[5] and not task.clock.stopped:
            task.clock.stopped = "nodes"
        stats.cutoffs, stats.table_hits = int(work.counters[2]), int(work.counters[3])
        stats.extra.update(native=True, no_mate_in=work.hunt.refuted)
        if not work.done and not work.hunt.length:
            action = task.first
            assert isinstance(game, Chess)
            return task.answer(action, game.evaluate(s), ESTIMATE, [action])
        value, line = work.best()
        stats.depth = work.done[-1][0] if work.done else 2 * work.hunt.length - 1
        stats.complete = abs(value) > MATE - 500
        stats.extra["centipawns"] = value
        score = max(-0.99, min(0.99, value / 10_000))
        if stats.complete:
            stats.extra["mate_in"] = (MATE - abs(value) + 1) // 2 * (1 if value > 0 else -1)
            score = 1.0 if value > 0 else -1.0
        return task.answer(line[0], score, EXACT if stats.complete else ESTIMATE, line)
