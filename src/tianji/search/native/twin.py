"""MCTS at native speed for every game with native rules."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from tianji.core.hooks import hook
from tianji.core.memory import free_bytes
from tianji.errors import NotApplicableError
from tianji.native.twin import Twin, twin_of
from tianji.search.native.kernel import Kernel
from tianji.search.native.lines import start_of
from tianji.search.options import Sampled
from tianji.search.readable.mcts import LONGEST, SIMULATIONS
from tianji.search.result import ESTIMATE, EXACT, Answer
from tianji.search.task import Task

SLICE = 100_000  # moves between looks at the clock: some milliseconds
LEAST = 1 << 12  # nodes at first


class TwinTree:
    """The tree of one search, as `kernels.native.mcts` lays it out; `size` of its nodes are in use."""

    def __init__(self, players: int, mover: int, nodes: int) -> None:
        self.players, self.size = players, 1
        self.ints, self.move, self.sums = self._room(nodes)
        self.ints[:4] = 0, 0, 0, 2 * mover
        self.sums[: 2 * players] = 0

    def _room(self, nodes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.empty(4 * nodes, np.int32), np.empty(nodes, np.int64), np.empty(2 * self.players * nodes)

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

    def visits(self, node: int) -> int:
        """Simulations that went through a node."""
        return int(self.ints[4 * node + 2])

    def mover(self, node: int) -> int:
        """Who acts at a node that was visited."""
        return int(self.ints[4 * node + 3]) >> 1

    def is_proven(self, node: int) -> bool:
        """Whether the payoffs are a fact."""
        return bool(self.ints[4 * node + 2] and self.ints[4 * node + 3] & 1)

    def children(self, node: int) -> range:
        """The nodes below one."""
        first, count = self.ints[4 * node : 4 * node + 2].tolist()
        return range(first, first + count)

    def payoffs(self, node: int) -> tuple[float, ...]:
        """What is proved of a node, else its mean."""
        p = self.players
        if self.is_proven(node):
            return tuple(self.sums[(2 * node + 1) * p : (2 * node + 2) * p].tolist())
        return tuple(self.mean(node, i) for i in range(p))

    def mean(self, node: int, player: int) -> float:
        """The average payoff of a player."""
        visits = self.visits(node)
        return float(self.sums[2 * node * self.players + player]) / visits if visits else 0.0

    def best(self, node: int) -> int | None:
        """The index of the proved best move, else of the most visited; None where none was tried."""
        who, children = self.mover(node), self.children(node)
        visits = self.ints[4 * children.start + 2 : 4 * children.stop : 4].tolist()
        most = max(visits, default=0)
        if most == 0 or who < 0:
            return None
        if self.is_proven(node):
            goal = self.payoffs(node)[who]
            for i, c in enumerate(children):
                if self.is_proven(c) and self.payoffs(c)[who] == goal:
                    return i
        return max((i for i, n in enumerate(visits) if n == most), key=lambda i: self.mean(children[i], who))


class TwinKernel(Kernel):
    """UCT with uniform playouts over native rules; `nodes` counts simulations."""

    methods = {"mcts": frozenset({"seed", "exploration", "solver", "playout_depth"})}
    limits = frozenset({"nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Whether the game has a twin that can hold the position."""
        twin = twin_of(game)
        return twin is not None and twin.encode(s) is not None

    def look(self, task: Task, options: Sampled) -> Answer | None:
        """Sample until the budget is spent or the root is proved."""
        from tianji.kernels.native import mcts

        game, clock = task.game, task.clock
        twin = twin_of(game)
        position = twin.position(task.state) if twin is not None else None
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
        tree = TwinTree(players, task.player, max(LEAST, 2 * most))
        explore = sqrt(2) if options.exploration is None else float(options.exploration)
        top = float(hook(game, "value_range")[1])
        random, done = np.array([start_of(options.seed)], dtype=np.uint64), np.zeros(1, dtype=np.int64)
        scratch, reals = (
            np.empty(mcts.DEEPEST + position.words.size + most, np.int64),
            np.empty(most + players),
        )
        while not clock.is_over():
            tree.size, why = mcts.run(
                twin.at, twin.g, position.words, players, most, top, explore, options.solver, depth, (1 << 62) if
                limit is None else limit, SLICE, tree.size, tree.ints, tree.move, tree.sums, scratch, reals, random,
                done,
            )  # fmt: skip
            clock.nodes = int(done[0])
            if why == mcts.TOO_LONG:
                raise NotApplicableError(
                    f"{game}: a simulation goes on for more than {LONGEST:,} moves; give playout_depth="
                )
            if options.solver and tree.is_proven(0):
                break
            if why == mcts.FULL and not tree.grow():
                clock.stopped = "memory"
        return _answer(task, tree)

    @staticmethod
    def _guesses(game: Any, twin: Twin) -> bool:
        """Whether the twin can end a playout as the class would: with its evaluation, or with 0 where it has none."""
        return game.players == 2 and (twin.own.guess is not None or hook(game, "evaluate") is None)


def _answer(task: Task, tree: TwinTree) -> Answer:
    game, s, stats, viewer = task.game, task.state, task.stats, max(task.player, 0)
    actions = [a for a, _ in game.chances(s)] if task.player < 0 else game.actions(s)
    children, best = tree.children(0), tree.best(0)
    visits = tree.ints[4 * children.start + 2 : 4 * children.stop : 4].tolist()
    sums = tree.sums[
        2 * tree.players * children.start + viewer : 2 * tree.players * children.stop : 2 * tree.players
    ].tolist()
    seen = [(a, n, total) for a, n, total in zip(actions, visits, sums, strict=False) if n]
    stats.complete = tree.is_proven(0)
    stats.extra.update(visits={str(a): n for a, n, _ in seen}, native=True)
    if task.player < 0:
        action, values = None, tree.payoffs(0)
    elif best is None:  # stopped before the first simulation
        action, values = actions[0], (0.0,) * game.players
    else:
        action, values = actions[best], tree.payoffs(0 if stats.complete else children[best])
    return task.answer(
        action, values[viewer], EXACT if stats.complete else ESTIMATE, lambda: _line(game, s, tree), values=values,
        scores={a: total / n for a, n, total in seen},
    )  # fmt: skip


def _line(game: Any, s: Any, tree: TwinTree) -> list[Any]:
    """The most visited (or proved) line."""
    out: list[Any] = []
    node = 0
    while (best := tree.best(node)) is not None:
        out.append(game.actions(s)[best])
        s, node = game.result(s, out[-1]), tree.children(node)[best]
    return out
