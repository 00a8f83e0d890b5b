"""MCTS at native speed for k-in-a-row boards."""

from __future__ import annotations

import secrets
from functools import cache, lru_cache
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

I32, U64 = np.dtype(np.int32), np.dtype(np.uint64)  # looked up once
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


@lru_cache(maxsize=64)
def _geometry(w: int, h: int) -> tuple[np.uint64, np.uint64]:
    """The lowest cells, and all."""
    bottom = sum(1 << c * (h + 1) for c in range(w))
    return np.uint64(bottom), np.uint64(bottom * ((1 << h) - 1))


@cache
def kernels() -> Any:
    """The kernel, imported when it is first asked for; an import statement in every call takes a microsecond."""
    from tianji.kernels.boards import mcts_line

    return mcts_line


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


@lru_cache(maxsize=256)
def _kind(cls: type) -> type | None:
    """Which of the two a class is: an abstract one is slow to ask."""
    return next((kind for kind in (ConnectFour, MNK) if issubclass(cls, kind)), None)


class LinesKernel(Kernel):
    """UCT with uniform playouts on k-in-a-row boards; `nodes` counts simulations."""

    methods = {"mcts": frozenset({"seed", "exploration", "solver"})}
    limits = frozenset({"nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Boards of one 64-bit word with a spare row."""
        asked: type = type(game)
        kind = _kind(asked)
        if kind is ConnectFour:
            return bool(game.columns * (game.rows + 1) <= 63 and game.scoring == "outcome")
        return kind is MNK and bool(game.m * (game.n + 1) <= 63)

    def warm(self, threads: int) -> None:
        """Load or compile the kernel."""
        warm()

    def look(self, task: Task, options: Sampled) -> Answer:
        """Sample until the budget is spent or the root is proved."""
        assert isinstance(task.game, (ConnectFour, MNK))
        mcts_line = kernels()
        mine, theirs, w, h, k, gravity = _position(task.game, task.state)
        limit = task.limits.nodes if task.limits.is_clocked else SIMULATIONS
        bottom, board = _geometry(w, h)
        size = MOST_NODES if limit is None else min(MOST_NODES, 130 + limit * w * (1 if gravity else h))
        check_memory("tree", size, 32 * size)
        ints, move, total = np.empty(4 * size, I32), np.empty(size, U64), np.empty(size)
        scratch = np.empty(67, U64)
        scratch[0] = start_of(options.seed)
        explore = sqrt(2) if options.exploration is None else float(options.exploration)
        me, opp = np.uint64(mine), np.uint64(theirs)
        used, clock = 0, task.clock
        clock.limit = limit
        while not clock.is_over():
            used, done = mcts_line.run(
                me, opp, board, bottom, h, k, gravity, CHUNK if limit is None else min(limit - clock.nodes, CHUNK),
                explore, options.solver, used, ints, move, total, scratch,
            )  # fmt: skip
            clock.nodes += done
            if done == 0 or (options.solver and ints[3]):
                break
        if used == 0:  # stopped before it began
            ints[:4] = 0
        return _answer(task, (ints, move, total), h)


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


Tree = tuple[
    np.ndarray, np.ndarray, np.ndarray
]  # ints, move, total, as `kernels.boards.mcts_line` lays them out


def _children(tree: Tree, node: int) -> tuple[int, int, list[int], list[int]]:
    """Where the children begin and how many there are, their visits and what is proved of them."""
    first, count = tree[0][4 * node : 4 * node + 2].tolist()
    rows: list[int] = tree[0][4 * first : 4 * (first + count)].tolist()
    return first, count, rows[2::4], rows[3::4]


def _answer(task: Task, tree: Tree, h: int) -> Answer:
    """The proved best move, else the most visited; what else there is to say is said when somebody asks."""
    game, stats, (ints, move, total) = task.game, task.stats, tree
    first, count, seen, facts = _children(tree, 0)
    proved = int(ints[3])
    stats.complete = proved != 0

    def names() -> list[int]:
        return _actions(game, move[first : first + count].tolist(), h)

    def means() -> list[float]:
        sums = total[first : first + count].tolist()
        return [2.0 - fact if fact else t / max(n, 1) for n, t, fact in zip(seen, sums, facts, strict=True)]

    stats.later(lambda: {"visits": dict(zip(map(str, names()), seen, strict=True)), "native": True})
    if not count:  # stopped before the first simulation
        action = game.actions(task.state)[0]
        return task.answer(action, 0.0, ESTIMATE, [action])
    best = _best(stats.complete, seen, facts)
    fact = proved or facts[best]
    value = (
        float(proved - 2)
        if proved
        else 2.0 - fact
        if fact
        else float(total[first + best]) / max(seen[best], 1)
    )
    return task.answer(
        _actions(game, [int(move[first + best])], h)[0], value, EXACT if proved else ESTIMATE,
        lambda: _line(game, tree, h), scores=lambda: dict(zip(names(), means(), strict=True)),
    )  # fmt: skip


def _best(is_proven: bool, visits: list[int], facts: list[int]) -> int:
    """The index of the move with the best proof, then with most visits."""
    if not any(facts):
        return visits.index(max(visits))
    rank = [
        (RANK[fact] if is_proven or fact in (1, 3) else 0, n) for fact, n in zip(facts, visits, strict=True)
    ]
    return rank.index(max(rank))


def _line(game: Any, tree: Tree, h: int) -> list[int]:
    """The best moves, one after the other."""
    ints, move, _ = tree
    line: list[int] = []
    node = 0
    while ints[4 * node + 1] > 0 and len(line) < 64:
        first, _, visits, facts = _children(tree, node)
        node = first + _best(bool(ints[4 * node + 3]), visits, facts)
        line += _actions(game, [int(move[node])], h)
    return line


def _actions(game: Any, bits: list[int], h: int) -> list[int]:
    """The game's names of moves."""
    cells = [divmod(bit.bit_length() - 1, h + 1) for bit in bits]
    return [x + 1 for x, _ in cells] if isinstance(game, ConnectFour) else [y * game.m + x for x, y in cells]
