"""MCTS at native speed for every game with native rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from tianji.core.hooks import hook
from tianji.core.memory import free_bytes
from tianji.errors import NotApplicableError
from tianji.kernels.constants import PAD
from tianji.native.agree import strayed
from tianji.native.twin import Encoded, Twin, twin_of
from tianji.search.native.kernel import Kernel
from tianji.search.native.lines import start_of
from tianji.search.options import Sampled
from tianji.search.readable.mcts import LONGEST, SIMULATIONS
from tianji.search.result import ESTIMATE, EXACT, Answer
from tianji.search.task import Task

ROOT_2 = sqrt(2)
I32, I64, U64 = np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.uint64)  # looked up once
SLICE = 100_000  # moves between looks at the clock: some milliseconds
LEAST = 1 << 12  # nodes at first


@cache
def kernels() -> Any:
    """The kernels, imported when they are first asked for; an import statement in every call takes a microsecond."""
    from tianji.kernels.native import mcts

    return mcts


class TwinTree:
    """The tree of one search, as `kernels.native.mcts` lays it out; `size` of its nodes are in use."""

    def __init__(self, players: int, nodes: int) -> None:
        self.players, self.size = players, 0
        self.ints, self.move, self.sums = self._room(nodes)

    def _room(self, nodes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.empty(4 * nodes, I32), np.empty(nodes, I64), np.empty(2 * self.players * nodes)

    def grow(self) -> bool:
        """Room for twice the nodes; False where that would take more than half of the memory that is free."""
        nodes = 2 * self.move.size
        if nodes >= 1 << 29 or nodes * (24 + 16 * self.players) > free_bytes() // 2:
            return False
        larger = self._room(nodes)
        for old, new in zip((self.ints, self.move, self.sums), larger, strict=True):
            new[: old.size] = old
        self.ints, self.move, self.sums = larger
        return True

    def row(self, node: int) -> list[int]:
        """The first child, how many there are, visits, and 2·who acts + whether the payoffs are a fact."""
        found: list[int] = self.ints[4 * node : 4 * node + 4].tolist()
        return found

    def is_proven(self, node: int) -> bool:
        """Whether the payoffs are a fact."""
        return bool(self.ints[4 * node + 2] and self.ints[4 * node + 3] & 1)

    def counted(self, first: int, count: int) -> list[int]:
        """The visits of nodes that lie side by side."""
        visits: list[int] = self.ints[4 * first + 2 : 4 * (first + count) : 4].tolist()
        return visits

    def payoffs(self, node: int) -> list[float]:
        """What is proved of a node, else its mean."""
        p, (_, _, visits, flags) = self.players, self.row(node)
        if visits and flags & 1:
            facts: list[float] = self.sums[(2 * node + 1) * p : 2 * (node + 1) * p].tolist()
            return facts
        sums: list[float] = self.sums[2 * node * p : (2 * node + 1) * p].tolist()
        return [total / visits for total in sums] if visits else sums

    def mean(self, node: int, player: int) -> float:
        """The average payoff of a player at a node that was visited."""
        return float(self.sums[2 * node * self.players + player]) / int(self.ints[4 * node + 2])

    def best(self, node: int) -> int | None:
        """The index of the proved best move, else of the most visited; None where none was tried."""
        first, count, visits, flags = self.row(node)
        if not count or flags < 0:
            return None
        if visits and flags & 1:
            goal = self.payoffs(node)[flags >> 1]
            for i in range(count):
                if self.is_proven(first + i) and self.payoffs(first + i)[flags >> 1] == goal:
                    return i
        tried = self.counted(first, count)
        most = max(tried)
        best = tried.index(most)
        if most and most in tried[best + 1 :]:
            ways = (i for i, n in enumerate(tried) if n == most)
            return max(ways, key=lambda i: self.mean(first + i, flags >> 1))
        return best if most else None


class TwinKernel(Kernel):
    """UCT with uniform playouts over native rules; `nodes` counts simulations."""

    methods = {"mcts": frozenset({"seed", "exploration", "solver", "playout_depth"})}
    limits = frozenset({"nodes", "seconds"})

    def __init__(self) -> None:
        self.seen: tuple[Any, Any, Twin | None, Encoded | None] = None, None, None, None

    def position(self, game: Any, s: Any) -> tuple[Twin | None, Encoded | None]:
        """The twin, and the state as it takes it; those of the last question are kept, as each is asked for twice."""
        asked, state, twin, position = self.seen
        if asked is not game or state is not s:
            twin = twin_of(game)
            position = None if twin is None else twin.position(s)
            self.seen = game, s, twin, position
        return twin, position

    def fits(self, game: Any, s: Any) -> bool:
        """Whether the game has a twin that can hold the position."""
        return self.position(game, s)[1] is not None

    def look(self, task: Task, options: Sampled) -> Answer | None:
        """Sample until the budget is spent or the root is proved."""
        game, clock, mcts = task.game, task.clock, kernels()
        twin, position = self.position(game, task.state)
        assert twin is not None and position is not None
        depth = -1 if options.playout_depth is None else min(options.playout_depth, LONGEST)
        if depth >= 0 and not self._guesses(game, twin):
            if options.native:
                raise NotApplicableError(
                    f"search: native=True, but the native rules of {game} have no guess()"
                )
            return None
        limit = task.limits.nodes if task.limits.is_clocked else SIMULATIONS
        clock.limit = limit
        most, players = position.most, game.players
        room = LEAST if limit is None else min(LEAST, (limit + 1) * most)
        tree = TwinTree(players, max(room, 2 * most) + 1)
        explore = ROOT_2 if options.exploration is None else float(options.exploration)
        top = float(hook(game, "value_range")[1])
        beside = 3 * PAD
        random, scratch = np.empty(1, U64), np.empty(mcts.DEEPEST + position.words.size + most + beside, I64)
        random[0] = start_of(options.seed)
        reals = np.empty(most + players + beside)
        at, words = twin.at, position.words
        while not clock.is_over():
            left = 1 << 62 if limit is None else limit - clock.nodes
            tree.size, done, why = mcts.run(
                at, twin.g, words, players, most, top, explore, options.solver, depth, left, SLICE,
                tree.size, tree.ints, tree.move, tree.sums, scratch, reals, random,
            )  # fmt: skip
            clock.nodes += done
            if why == mcts.TOO_LONG:
                raise NotApplicableError(
                    f"{game}: a simulation goes on for more than {LONGEST:,} moves; give playout_depth="
                )
            if why == mcts.STRAYED:
                raise strayed(game, twin, task.state)
            if options.solver and tree.is_proven(0):
                break
            if why == mcts.FULL and not tree.grow():
                clock.stopped = "memory"
        if tree.size == 0:  # stopped before it began
            tree.ints[:4], tree.sums[: 2 * players] = 0, 0.0
        return _answer(task, tree)

    @staticmethod
    def _guesses(game: Any, twin: Twin) -> bool:
        """Whether the twin can end a playout as the class would: with its evaluation, or with 0 where it has none."""
        return game.players == 2 and (twin.own.guess is not None or hook(game, "evaluate") is None)


def _answer(task: Task, tree: TwinTree) -> Answer:
    game, s, stats, viewer = task.game, task.state, task.stats, max(task.player, 0)
    actions = [a for a, _ in game.chances(s)] if task.player < 0 else game.actions(s)
    (first, count, visits, flags), best = tree.row(0), tree.best(0)
    stats.complete = bool(visits and flags & 1)

    def seen() -> Iterator[tuple[Any, int, int]]:
        """The moves that were tried, how often, and the node after each."""
        return ((a, n, first + i) for i, (a, n) in enumerate(zip(actions, tree.counted(first, count))) if n)  # noqa: B905

    stats.later(lambda: {"visits": {str(a): n for a, n, _ in seen()}, "native": True})
    if task.player < 0:
        action, values = None, tree.payoffs(0)
    elif best is None:  # stopped before the first simulation
        action, values = actions[0], [0.0] * game.players
    else:
        action, values = actions[best], tree.payoffs(0 if stats.complete else first + best)
    return task.answer(
        action, values[viewer], EXACT if stats.complete else ESTIMATE, lambda: _line(game, s, tree),
        values=tuple(values), scores=lambda: {a: tree.mean(c, viewer) for a, _, c in seen()},
    )  # fmt: skip


def _line(game: Any, s: Any, tree: TwinTree) -> list[Any]:
    """The most visited (or proved) line."""
    out: list[Any] = []
    node = 0
    while (best := tree.best(node)) is not None:
        out.append(game.actions(s)[best])
        s, node = game.result(s, out[-1]), tree.row(node)[0] + best
    return out
