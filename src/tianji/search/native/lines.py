"""MCTS at native speed for k-in-a-row boards."""

from __future__ import annotations

import time
from math import sqrt
from typing import Any

import numpy as np

from tianji.games.connect_four import ConnectFour
from tianji.games.mnk import MNK
from tianji.search.result import ESTIMATE, EXACT, SearchResult, Stats

CHUNK = 4096  # simulations between looks at the clock
MOST_NODES = 1 << 23
RANK = (0, 2, 1, -1)  # of open, won, drawn and lost moves


def _padded(bits: int, m: int, n: int) -> int:
    """Row-major cells of an m,n,k board as padded columns."""
    out = 0
    for cell in range(m * n):
        if bits >> cell & 1:
            out |= 1 << (cell % m) * (n + 1) + cell // m
    return out


def _position(game: Any, s: Any) -> tuple[int, int, int, int, int, int] | None:
    """(me, opponent, columns, rows, k, gravity), or None where there is no kernel."""
    if isinstance(game, ConnectFour) and game.columns * (game.rows + 1) <= 63 and game.scoring == "outcome":
        return s.mine, s.mine ^ s.all, game.columns, game.rows, 4, 1
    if isinstance(game, MNK) and game.m * (game.n + 1) <= 63:
        return _padded(s.mine, game.m, game.n), _padded(s.theirs, game.m, game.n), game.m, game.n, game.k, 0
    return None


def run_native(
    game: Any,
    s: Any,
    budget: dict[str, Any],
    *,
    seed: int | None = 0,
    exploration: float | None = None,
    solver: bool = True,
) -> SearchResult | None:
    """UCT with uniform playouts in the kernel; None where the game has none."""
    position = _position(game, s)
    if position is None:
        return None
    from tianji.kernels.boards import mcts_line

    me, opp, w, h, k, gravity = position
    limit = budget["nodes"] if budget["nodes"] or budget["seconds"] else 2_000
    bottom = sum(1 << c * (h + 1) for c in range(w))
    size = MOST_NODES if limit is None else min(MOST_NODES, 130 + limit * w * (1 if gravity else h))
    ints = [np.zeros(size, dtype=np.int32) for _ in range(3)]
    first, count, visits = ints
    move, total, proven = np.zeros(size, np.uint64), np.zeros(size), np.zeros(size, np.int8)
    path, stop = np.zeros(66, dtype=np.int64), np.zeros(1, dtype=np.int64)
    state = np.array([np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] | 1], dtype=np.uint64)
    mcts_line.run(  # load or compile the kernel before the clock starts: no simulations
        np.uint64(me), np.uint64(opp), np.uint64(bottom * ((1 << h) - 1)), np.uint64(bottom), h, k, gravity, 0,
        1.0, solver, 1, first, count, move, visits, total, proven, path, state, stop,
    )  # fmt: skip
    stats = Stats(method="mcts")
    started, used = time.perf_counter(), 1
    deadline = None if budget["seconds"] is None else started + budget["seconds"]
    board = np.uint64(bottom * ((1 << h) - 1))
    try:
        while limit is None or stats.nodes < limit:
            used, done = mcts_line.run(
                np.uint64(me), np.uint64(opp), board, np.uint64(bottom), h, k, gravity,
                CHUNK if limit is None else min(limit - stats.nodes, CHUNK if deadline else limit),
                sqrt(2) if exploration is None else float(exploration), solver, used,
                first, count, move, visits, total, proven, path, state, stop,
            )  # fmt: skip
            stats.nodes += done
            if done == 0 or (deadline is not None and time.perf_counter() > deadline):
                stats.interrupted = done != 0
                break
    except KeyboardInterrupt:
        stats.interrupted = True
    stats.seconds = time.perf_counter() - started
    return _answer(game, s, (first, count, visits, move, total, proven), stats, h)


def _answer(game: Any, s: Any, tree: tuple[np.ndarray, ...], stats: Stats, h: int) -> SearchResult:
    first, count, visits, move, total, proven = tree
    line: list[int] = []
    node, state = 0, s
    scores: dict[Any, float] = {}
    while count[node] > 0 and len(line) < 64:
        children = range(int(first[node]), int(first[node] + count[node]))

        def merit(c: int, node: int = node) -> tuple[int, float]:
            settled = RANK[int(proven[c])] if proven[node] or proven[c] in (1, 3) else 0
            return settled, float(visits[c])

        best = max(children, key=merit)
        if node == 0:
            stats.extra["visits"] = {str(_action(game, int(move[c]), h)): int(visits[c]) for c in children}
            for c in children:
                value = 2.0 - proven[c] if proven[c] else total[c] / max(int(visits[c]), 1)
                scores[_action(game, int(move[c]), h)] = float(value)
        line.append(_action(game, int(move[best]), h))
        state = game.result(state, line[-1])
        node = best
    exact = proven[0] != 0
    value = float(proven[0] - 2) if exact else scores[line[0]]
    stats.complete = bool(exact)
    stats.extra["native"] = True
    return SearchResult(line[0], value, EXACT if exact else ESTIMATE, line, stats, scores=scores)


def _action(game: Any, bit: int, h: int) -> int:
    index = bit.bit_length() - 1
    x, y = divmod(index, h + 1)
    return x + 1 if isinstance(game, ConnectFour) else y * game.m + x
