"""Proof-number search at native speed for every game with native rules."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from tianji.core.game import TERMINAL
from tianji.core.memory import free_bytes
from tianji.native.twin import twin_of
from tianji.run.clock import Clock, OutOfBudget
from tianji.search.native.kernel import Kernel
from tianji.search.native.twin_window import NONE, line_of, refused
from tianji.search.options import Growing, Proving
from tianji.search.readable.proof import DfPn, answer_of, run_dfpn
from tianji.search.result import Answer
from tianji.search.task import Task

SLICE = 20_000  # steps between looks at the clock
LEVELS, LEAST = 64, 1 << 12  # of the line, and entries of the table, at first
RETROGRADE = "use tianji.search.retrograde"


class TwinDfPn(DfPn):
    """df-pn whose tree is walked by a kernel; positions are known by 64 bits of a hash."""

    def __init__(self, game: Any, attacker: int, goal: float, clock: Clock, most: float = inf) -> None:
        from tianji.kernels.native import proof as kernel

        super().__init__(game, attacker, goal, clock, most)
        twin = twin_of(game)
        assert twin is not None
        self.twin, self.kernel, self.most = twin, kernel, most
        self.entries = np.zeros(kernel.ENTRY * LEAST, dtype=np.int64)
        self.used = self.levels = 0
        self.stack = self.frames = self.codes = self.kids = self.marks = NONE

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return self.used

    def numbers(self, s: Any) -> tuple[float, float]:
        """(proof, disproof) numbers as known."""
        mover = self.game.player(s)
        if mover == TERMINAL:
            return super().numbers(s)
        position = self.twin.position(s)
        assert position is not None
        out = np.zeros(position.words.size + position.most + 64, dtype=np.int64)
        found = self.kernel.known(self.twin.at, self.twin.g, position.words, mover, out, self.entries)
        proof, disproof = (inf if n >= self.kernel.MANY else float(n) for n in found)
        return proof, disproof

    def search(self, s: Any, most_proof: float, most_disproof: float) -> tuple[float, float]:
        """Expand below `s` until its numbers reach a threshold."""
        mover = self.game.player(s)
        if mover == TERMINAL:
            return self.numbers(s)
        kernel, position = self.kernel, self.twin.position(s)
        assert position is not None
        self.words, self.most_moves = position.words.size, position.most
        self._room(max(LEVELS, self.levels))
        self.stack[: self.words] = position.words
        limits = [kernel.MANY if x == inf else int(x) for x in (most_proof, most_disproof)]
        self.frames[kernel.WHO], self.frames[kernel.MOST_PROOF : kernel.NEXT] = mover, limits
        state = np.zeros(kernel.STATE, dtype=np.int64)
        state[kernel.USED] = self.used
        self._run(s, state)
        return self.numbers(s)

    def _room(self, levels: int) -> None:
        kernel = self.kernel
        stack, frames = (np.zeros(levels * n, dtype=np.int64) for n in (self.words, kernel.FRAME))
        codes, kids = (np.zeros(levels * self.most_moves, dtype=np.int64) for _ in range(2))
        if self.levels == levels:
            frames = self.frames
            self.marks[:] = 0
        elif self.levels:
            for new, old in (
                (stack, self.stack),
                (frames, self.frames),
                (codes, self.codes),
                (kids, self.kids),
            ):
                new[: old.size] = old
        else:
            self.marks = np.zeros(kernel.MARKS, dtype=np.int32)
            self.out = np.zeros(self.words + self.most_moves + 64, dtype=np.int64)
            self.pay = np.zeros(2)
        self.stack, self.frames, self.codes, self.kids, self.levels = stack, frames, codes, kids, levels

    def _run(self, s: Any, state: np.ndarray) -> None:
        kernel, clock, twin = self.kernel, self.clock, self.twin
        why, counted = kernel.PAUSED, 0
        holds = kernel.MANY if self.most == inf else min(kernel.MANY, int(self.most))
        clock.check()
        while why != kernel.DONE:
            work = SLICE if clock.limit is None else max(1, min(SLICE, clock.limit + 1 - clock.nodes))
            why = kernel.dfpn(
                twin.at, twin.g, self.words, self.most_moves, holds, self.attacker, float(self.goal), work, self.stack,
                self.codes, self.kids, self.frames, self.marks, self.entries, state, self.out, self.pay,
            )  # fmt: skip
            clock.nodes += int(state[kernel.NODES]) - counted
            counted, self.used = int(state[kernel.NODES]), int(state[kernel.USED])
            if why == kernel.FULL:
                self._grow()
            elif why == kernel.DEEPER:
                self._room(2 * self.levels)
            elif why == kernel.PAUSED:
                clock.check()
            elif why != kernel.DONE:
                line = line_of(kernel, self.frames, self.codes, int(state[kernel.PLY]), why)
                raise refused(self.game, self.twin, s, line, why, kernel, "proofs need none", RETROGRADE)

    def _grow(self) -> None:
        """Twice the table; where that would take more than half of the memory that is free, the search ends."""
        old = self.entries
        if self.used >= self.most or 16 * old.size > free_bytes() // 2:
            self.clock.stopped = "memory"
            raise OutOfBudget
        self.entries = np.zeros(2 * old.size, dtype=np.int64)
        self.kernel.rehash(old, self.entries)


class TwinProofKernel(Kernel):
    """df-pn, and best-first search with the tree in memory."""

    methods = {"dfpn": frozenset({"goal", "table"}), "pns": frozenset({"goal"})}
    limits = frozenset({"nodes", "seconds"})

    def fits(self, game: Any, s: Any) -> bool:
        """Whether the game has a twin that can hold the position."""
        twin = twin_of(game)
        return game.players == 2 and twin is not None and twin.encode(s) is not None

    def solve(self, task: Task, options: Proving) -> Answer:
        """df-pn."""
        task.stats.extra["native"] = True
        return run_dfpn(task, options, TwinDfPn)

    def look(self, task: Task, options: Growing) -> Answer:
        """Best-first search."""
        from tianji.kernels.native import proof as kernel

        game, clock = task.game, task.clock
        twin = twin_of(game)
        position = twin.position(task.state) if twin is not None else None
        assert twin is not None and position is not None
        root, most, state = position.words, position.most, np.zeros(kernel.STATE, dtype=np.int64)
        nodes = np.zeros(kernel.NODE * max(LEAST, 2 * most), dtype=np.int64)
        nodes[: kernel.NODE] = -1, 0, 0, 1, 1, 1, 0
        state[kernel.USED], clock.nodes = 1, 1
        s, after, codes = root.copy(), root.copy(), np.zeros(most, dtype=np.int64)
        out, pay, why = np.zeros(root.size + most + 64, dtype=np.int64), np.zeros(2), kernel.PAUSED
        while why != kernel.DONE and not clock.is_over():
            work = SLICE if clock.limit is None else max(1, min(SLICE, clock.limit - clock.nodes))
            why = kernel.pns(
                twin.at, twin.g, root, most, task.player, float(options.goal), work, nodes, state, s, after, codes, out,
                pay,
            )  # fmt: skip
            clock.nodes = 1 + int(state[kernel.NODES])
            if why == kernel.FULL:
                if 16 * nodes.size > free_bytes() // 2:
                    clock.stopped = "memory"
                else:
                    nodes = np.concatenate([nodes, np.zeros_like(nodes)])
            elif why not in (kernel.DONE, kernel.PAUSED):
                line = _moves_to(nodes, int(state[kernel.MODE]), kernel)
                raise refused(game, twin, task.state, line, why, kernel, "proofs need none", "use 'dfpn'")
        proof, disproof = int(nodes[kernel.PROOF]), int(nodes[kernel.DISPROOF])
        proved = True if proof == 0 else False if disproof == 0 else None
        task.stats.complete, task.stats.extra["native"] = proved is not None, True
        actions, first, count = (
            game.actions(task.state),
            int(nodes[kernel.FIRST]),
            int(nodes[kernel.CHILDREN]),
        )
        column = kernel.DISPROOF if proved is False else kernel.PROOF
        scores = [int(nodes[c * kernel.NODE + column]) for c in range(first, first + count)]
        action = actions[scores.index(min(scores)) if scores else 0]
        return answer_of(task, options.goal, proved, action, [action])


def _moves_to(nodes: np.ndarray, node: int, kernel: Any) -> list[int]:
    """The moves from the root to a node."""
    line: list[int] = []
    while node > 0:
        line.append(int(nodes[node * kernel.NODE + kernel.MOVE]))
        node = int(nodes[node * kernel.NODE + kernel.PARENT])
    return line[::-1]
