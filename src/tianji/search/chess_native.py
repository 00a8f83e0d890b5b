"""Chess at native speed: perft, and an iterative-deepening search under a clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from tianji.games.chess import Chess, ChessState
from tianji.search.result import ESTIMATE, EXACT, SearchResult, Stats

FILES = "abcdefgh"
MATE = 30_000
TABLE_BITS = 20


def board_array(s: ChessState) -> np.ndarray:
    """The kernel's array for a position; see `kernels.chess_board`."""
    from tianji.kernels import chess_board as kernel

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
    return w


def fits(game: Any, s: ChessState) -> bool:
    """Whether the kernel knows these rules: ordinary castling only."""
    return isinstance(game, Chess) and not game.chess960 and not s.board.has_chess960_castling_rights()


def perft(s: ChessState, depth: int) -> int:
    """Number of legal move sequences of `depth` plies."""
    from tianji.kernels import chess_board as kernel

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
    from tianji.kernels import chess_search

    tiny = board_array(Chess().parse("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"))
    chess_search.iterate(
        tiny, np.zeros(32, np.int64), 4, np.zeros(8, np.int64), 1, np.zeros(chess_search.LINE, np.int64)
    )


def timed(work: Callable[[], None], counters: np.ndarray, seconds: float | None) -> bool:
    """Run a kernel in a thread until it ends, the clock or Ctrl-C stops it; whether it was cut short.

    counters[1] asks the kernel to stop; it sets counters[5] when its node limit is reached.
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
    counters[1] = 1
    thread.join()
    return running or counters[5] > 0


def run(game: Chess, s: ChessState, budget: dict[str, Any], name: str) -> SearchResult:
    """Deepen until the time, the nodes or the depth is spent, or a forced mate is proved."""
    from tianji.kernels import chess_search

    warm()
    w, table = board_array(s), _table()
    table[:] = 0
    counters = np.zeros(8, dtype=np.int64)
    counters[4] = budget["nodes"] or 0
    line = np.zeros(chess_search.LINE, dtype=np.int64)
    done: list[tuple[int, int, list[int]]] = []
    top = min(budget["depth"] or 60, 60)

    def work() -> None:
        for depth in range(1, top + 1):
            value = int(chess_search.iterate(w, table, TABLE_BITS, counters, depth, line))
            if counters[1]:
                break
            done.append((depth, value, [int(m) for m in line[1 : 1 + line[0]]]))
            if abs(value) > MATE - 500 and MATE - abs(value) <= depth:
                break

    started = time.perf_counter()
    interrupted = timed(work, counters, budget["seconds"])
    stats = Stats(
        method=name, nodes=int(counters[0]), cutoffs=int(counters[2]), table_hits=int(counters[3]),
        seconds=time.perf_counter() - started, interrupted=interrupted, extra={"native": True},
    )  # fmt: skip
    if not done:
        action = game.actions(s)[0]
        return SearchResult(action, game.evaluate(s), ESTIMATE, [action], stats)
    depth, value, moves = done[-1]
    stats.depth = depth
    better = int(line[chess_search.PARTIAL])  # the unfinished iteration has already found a better move
    names = [move_name(m) for m in moves]
    if better and move_name(better) != names[0]:
        names = [move_name(better)]
        value = int(line[chess_search.PARTIAL + 1])
    mate = abs(value) > MATE - 500
    stats.complete = mate
    stats.extra["centipawns"] = value
    if mate:
        stats.extra["mate_in"] = (MATE - abs(value) + 1) // 2 * (1 if value > 0 else -1)
    score = (1.0 if value > 0 else -1.0) if mate else max(-0.99, min(0.99, value / 10_000))
    return SearchResult(names[0], score, EXACT if mate else ESTIMATE, names, stats)
