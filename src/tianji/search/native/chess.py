"""Chess at native speed: perft, and an iterative-deepening search under a clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.chess import Chess, ChessState
from tianji.search.result import ESTIMATE, EXACT, SearchResult, Stats

FILES = "abcdefgh"
MATE = 30_000
TABLE_BITS = 20
QUICK, MOST_QUICK = 20_000, 200_000  # nodes of the hunt for a mate: for a second, and at most


def board_array(s: ChessState) -> np.ndarray:
    """The kernel's array for a position; see `kernels.chess.board`."""
    from tianji.kernels.chess import board as kernel
    from tianji.kernels.chess.evaluate import sum_up

    board = s.board
    w = np.zeros(kernel.SIZE, dtype=np.int64)
    for square, piece in board.piece_map().items():
        at = 16 * (square >> 3) + (square & 7)
        w[at] = piece.piece_type if piece.color else -piece.piece_type
        if piece.piece_type == 6:
            w[kernel.KINGS + (0 if piece.color else 1)] = at
    w[kernel.SIDE] = 1 if board.turn else -1
    rights = board.clean_castling_rights()
    w[kernel.CASTLE] = sum(bit for bit, sq in ((1, 7), (2, 0), (4, 63), (8, 56)) if rights >> sq & 1)
    ep = board.ep_square
    legal = ep is not None and board.has_pseudo_legal_en_passant()
    w[kernel.EP] = 16 * (ep >> 3) + (ep & 7) if legal else -1
    w[kernel.HALF] = board.halfmove_clock
    w[kernel.KEY] = kernel.full_key(w)
    sum_up(w)
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
def _table() -> np.ndarray:
    return np.zeros(2 << TABLE_BITS, dtype=np.int64)


@lru_cache(maxsize=1)
def warm() -> None:
    """Load or compile the kernels before a clock starts."""
    from tianji.kernels.chess import search as chess_search

    tiny = board_array(Chess().parse("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"))
    chess_search.iterate(
        tiny, np.zeros(32, np.int64), 4, np.zeros(8, np.int64), 1, np.zeros(chess_search.LINE, np.int64)
    )


def timed(work: Callable[[], None], counters: Sequence[np.ndarray], seconds: float | None) -> bool:
    """Run kernels in a thread until they end, the clock or Ctrl-C stops them; whether they were cut short.

    c[1] asks a kernel to stop; it sets c[5] when its node limit is reached. The first of `counters` is asked for that.
    """
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    until = None if seconds is None else time.perf_counter() + seconds
    try:
        while thread.is_alive() and (until is None or time.perf_counter() < until):
            thread.join(0.5 if until is None else max(0.0, until - time.perf_counter()))
    except KeyboardInterrupt:
        pass
    running = thread.is_alive()
    for c in counters:
        c[1] = 1
    thread.join()
    return running or bool(counters[0][5])


class Deepening:
    """One search: first a short hunt for a mate, then deeper and deeper, then a look for a shorter mate.

    The hunt gets about a tenth of the time. done: (depth, value, moves) of the finished iterations.
    """

    def __init__(self, s: ChessState, budget: dict[str, Any]) -> None:
        from tianji.kernels.chess import search as chess_search
        from tianji.search.native.mate import MateHunt

        warm()
        self.kernel = chess_search
        self.w, self.table = board_array(s), _table()
        self.table[:] = 0
        self.counters, self.quick, self.shorter = (np.zeros(8, dtype=np.int64) for _ in range(3))
        share = int(QUICK * budget["seconds"]) if budget["seconds"] else MOST_QUICK
        if budget["nodes"]:
            share = min(share, budget["nodes"] // 40)
        self.quick[4] = max(1, min(share, MOST_QUICK))
        self.counters[4] = max(1, budget["nodes"] - self.quick[4]) if budget["nodes"] else 0
        self.line = np.zeros(chess_search.LINE, dtype=np.int64)
        self.done: list[tuple[int, int, list[int]]] = []
        self.limited = budget["depth"] is not None
        self.top = min(budget["depth"] or 60, 60)
        self.hunt = MateHunt(s, budget["depth"])

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


def run(game: Chess, s: ChessState, budget: dict[str, Any], name: str) -> SearchResult:
    """Deepen until the time, the nodes or the depth is spent, or a forced mate is proved.

    A mate is a proof, so the value is exact. `stats.extra["mate_in"]` is its length in moves, negative when the mover
    is mated; no mate is shorter if `stats.extra["no_mate_in"]` is one less.
    """
    task = Deepening(s, budget)
    every = [task.counters, task.quick, task.shorter]
    started = time.perf_counter()
    interrupted = timed(task.work, every, budget["seconds"])
    stats = Stats(
        method=name, nodes=int(sum(c[0] for c in every)), cutoffs=int(task.counters[2]),
        table_hits=int(task.counters[3]), seconds=time.perf_counter() - started, interrupted=interrupted,
        extra={"native": True, "no_mate_in": task.hunt.refuted},
    )  # fmt: skip
    if not task.done and not task.hunt.length:
        action = game.actions(s)[0]
        return SearchResult(action, game.evaluate(s), ESTIMATE, [action], stats)
    value, line = task.best()
    stats.depth = task.done[-1][0] if task.done else 2 * task.hunt.length - 1
    mate = abs(value) > MATE - 500
    stats.complete = mate
    stats.extra["centipawns"] = value
    if mate:
        stats.extra["mate_in"] = (MATE - abs(value) + 1) // 2 * (1 if value > 0 else -1)
    score = (1.0 if value > 0 else -1.0) if mate else max(-0.99, min(0.99, value / 10_000))
    return SearchResult(line[0], score, EXACT if mate else ESTIMATE, line, stats)
