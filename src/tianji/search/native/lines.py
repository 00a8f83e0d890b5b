"""MCTS at native speed for k-in-a-row boards."""

from __future__ import annotations

import secrets
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from tianji.games.connect_four import ConnectFour
from tianji.games.mnk import MNK
from tianji.run.limits import Limits
from tianji.search.native.kernel import Kernel
from tianji.search.options import Sampled
from tianji.search.readable.mcts import SIMULATIONS
from tianji.search.result import ESTIMATE, EXACT, Answer
from tianji.search.table import check_memory
from tianji.search.task import Task

CHUNK = 4096  # simulations between looks at the clock
MOST_NODES = 1 << 23
RANK = (0, 2, 1, -1)  # of open, won, drawn and lost moves


def _padded(bits: int, m: int, n: int) -> int:
    """Row-major cells of an m,n,k board as padded columns."""
    out, bits = 0, bits & (1 << m * n) - 1
    while bits:
        cell = bits.bit_length() - 1
        bits ^= 1 << cell
        out |= 1 << (cell % m) * (n + 1) + cell // m
    return out


def _position(game: ConnectFour | MNK, s: Any) -> tuple[int, int, int, int, int, int]:
    """(me, opponent, columns, rows, k, gravity)."""
    if isinstance(game, ConnectFour):
        return s.mine, s.mine ^ s.all, game.columns, game.rows, 4, 1
    return _padded(s.mine, game.m, game.n), _padded(s.theirs, game.m, game.n), game.m, game.n, game.k, 0


WORD = (1 << 64) - 1


def start_of(seed: int | None) -> int:
    """The first state of the kernel's random numbers: odd; None takes one from the system.

    The finaliser of SplitMix64 (Steele, Lea & Flood 2014) of every 64 bits of the seed, one after the other.

    >>> start_of(0), start_of(1), start_of(1 + (5 << 64)) != start_of(1)
    (16294208416658607535, 10451216379200822465, True)
    """
    rest, x = secrets.randbits(64) if seed is None else seed, 0
    while True:
        x = (x ^ rest) + 0x9E3779B97F4A7C15 & WORD
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
        x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
        x ^= x >> 31
        rest >>= 64
        if not rest:
            return x | 1


class LinesKernel(Kernel):
    """UCT with uniform playouts on k-in-a-row boards; `nodes` counts simulations."""

    methods = {"mcts": frozenset({"seed", "exploration", "solver"})}
    limits = frozenset({"nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Boards of one 64-bit word with a spare row."""
        if isinstance(game, ConnectFour):
            return game.columns * (game.rows + 1) <= 63 and game.scoring == "outcome"
        return isinstance(game, MNK) and game.m * (game.n + 1) <= 63

    def warm(self, threads: int) -> None:
        """Load or compile the kernel."""
        warm()

    def look(self, task: Task, options: Sampled) -> Answer:
        """Sample until the budget is spent or the root is proved."""
        from tianji.kernels.boards import mcts_line

        assert isinstance(task.game, (ConnectFour, MNK))
        me, opp, w, h, k, gravity = _position(task.game, task.state)
        limit = task.limits.nodes if task.limits.is_clocked else SIMULATIONS
        bottom = sum(1 << c * (h + 1) for c in range(w))
        size = MOST_NODES if limit is None else min(MOST_NODES, 130 + limit * w * (1 if gravity else h))
        check_memory("tree", size, 29 * size)
        first, count, visits = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
        move, total, proven = np.empty(size, np.uint64), np.empty(size), np.empty(size, np.int8)
        first[0] = count[0] = visits[0] = total[0] = proven[0] = 0  # `expand` writes all others
        path, stop = np.empty(66, dtype=np.int64), np.zeros(1, dtype=np.int64)
        state = np.array([start_of(options.seed)], dtype=np.uint64)
        explore = sqrt(2) if options.exploration is None else float(options.exploration)

        def run(simulations: int, used: int) -> tuple[int, int]:
            grown: tuple[int, int] = mcts_line.run(
                np.uint64(me), np.uint64(opp), np.uint64(bottom * ((1 << h) - 1)), np.uint64(bottom), h, k, gravity,
                simulations, explore, options.solver, used, first, count, move, visits, total, proven, path, state,
                stop,
            )  # fmt: skip
            return grown

        used, clock = 1, task.clock
        clock.limit = limit
        while not clock.is_over():
            used, done = run(CHUNK if limit is None else min(limit - clock.nodes, CHUNK), used)
            clock.nodes += done
            if done == 0 or (options.solver and proven[0]):
                break
        return _answer(task, (first, count, visits, move, total, proven), h)


def sample(game: Any, s: Any, playouts: int) -> Answer | None:
    """What sampled play makes of a position; None where there is no kernel."""
    kernel, player = LinesKernel(), game.player(s)
    if not kernel.fits(game, s):
        return None
    return kernel.look(Task(game, s, player, "mcts", Limits(nodes=playouts)), Sampled())


@lru_cache(maxsize=1)
def warm() -> None:
    """Load or compile the kernel before a clock starts: one playout of a board of two by two."""
    tiny = ConnectFour(2, 2)
    sample(tiny, tiny.initial(), 1)


Tree = tuple[np.ndarray, ...]  # first, count, visits, move, total, proven


def _answer(task: Task, tree: Tree, h: int) -> Answer:
    game, stats = task.game, task.stats
    first, count, visits, move, total, proven = tree
    below = slice(int(first[0]), int(first[0] + count[0]))
    actions = _actions(game, move[below].tolist(), h)
    seen, facts = visits[below].tolist(), proven[below].tolist()
    scores = [
        2.0 - fact if fact else t / max(n, 1)
        for n, t, fact in zip(seen, total[below].tolist(), facts, strict=True)
    ]
    stats.complete = bool(proven[0] != 0)
    stats.later(lambda: {"visits": dict(zip(map(str, actions), seen, strict=True)), "native": True})
    if not actions:  # stopped before the first simulation
        action = game.actions(task.state)[0]
        return task.answer(action, 0.0, ESTIMATE, [action])
    best = _best(stats.complete, seen, facts)
    value = float(proven[0] - 2) if stats.complete else scores[best]
    return task.answer(
        actions[best], value, EXACT if stats.complete else ESTIMATE, lambda: _line(game, tree, h),
        scores=lambda: dict(zip(actions, scores, strict=True)),
    )  # fmt: skip


def _best(is_proven: bool, visits: list[int], facts: list[int]) -> int:
    """The index of the move with the best proof, then with most visits."""
    rank = [
        (RANK[fact] if is_proven or fact in (1, 3) else 0, n) for fact, n in zip(facts, visits, strict=True)
    ]
    return rank.index(max(rank))


def _line(game: Any, tree: Tree, h: int) -> list[int]:
    """The best moves, one after the other."""
    first, count, visits, move, _, proven = tree
    line: list[int] = []
    node = 0
    while count[node] > 0 and len(line) < 64:
        below = slice(int(first[node]), int(first[node] + count[node]))
        node = below.start + _best(bool(proven[node]), visits[below].tolist(), proven[below].tolist())
        line += _actions(game, [int(move[node])], h)
    return line


def _actions(game: Any, bits: list[int], h: int) -> list[int]:
    """The game's names of moves."""
    cells = [divmod(bit.bit_length() - 1, h + 1) for bit in bits]
    return [x + 1 for x, _ in cells] if isinstance(game, ConnectFour) else [y * game.m + x for x, y in cells]
