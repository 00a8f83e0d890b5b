"""Retrograde analysis at native speed for every game with native rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tianji.core.memory import free_bytes
from tianji.errors import TooLargeError
from tianji.native.twin import Encoded, Twin, twin_of
from tianji.run.clock import Clock, OutOfBudget

SLICE = 1 << 14  # positions between looks at the clock
LEAST = 1 << 12  # positions at first


class NativeKeys:
    """The key of a state in a table that native rules built."""

    def __init__(self, game: Any, twin: Twin) -> None:
        self.game, self.twin = game, twin

    def __call__(self, s: Any) -> int:
        """64 bits, or 0 where the rules cannot hold the state."""
        from tianji.kernels.native import graph

        position = self.twin.position(s)
        if position is None:
            return 0
        out = np.zeros(position.words.size + position.most + 64, dtype=np.int64)
        return int(graph.key_of(self.twin.at, self.twin.g, position.words, out, np.zeros(2)))


class TwinGraph:
    """Positions by number, as `kernels.native.graph` lays them out."""

    def __init__(self, game: Any, twin: Twin, roots: Sequence[Encoded], limit: int) -> None:
        from tianji.kernels.native import graph

        self.game, self.twin, self.roots, self.limit, self.kernel = game, twin, roots, limit, graph
        self.words, self.most = roots[0].words.size, max(root.most for root in roots)
        self.state = np.zeros(graph.STATE, dtype=np.int64)
        self.s, self.codes = np.zeros(self.words, dtype=np.int64), np.zeros(self.most, dtype=np.int64)
        self.out, self.pay = np.zeros(self.words + self.most + 64, dtype=np.int64), np.zeros(2)
        size = max(LEAST, 4 * self.most, 2 * len(roots))
        self.positions, self.keys = np.zeros(size * self.words, np.int64), np.zeros(size, np.uint64)
        self.checks, self.first = np.zeros(size, np.int64), np.zeros(size + 1, np.int64)
        self.movers, self.winners = np.zeros(size, np.int8), np.zeros(size, np.int8)
        self.slots, self.edges = np.full(4 * _power(size), -1, np.int32), np.zeros(4 * size, np.int32)
        self.plies, self.known = np.zeros(0, np.int32), 0

    @property
    def size(self) -> int:
        """Positions met."""
        return int(self.state[self.kernel.SIZE])

    def grow(self, clock: Clock) -> bool:
        """Find every position; False where the rules do something that the readable text will name."""
        kernel, twin = self.kernel, self.twin
        for root in self.roots:
            if not kernel.begin(
                twin.at, twin.g, self.words, self.state, self.positions, self.keys, self.checks, self.slots,
                self.movers, self.winners, root.words.copy(), self.out, self.pay,
            ):  # fmt: skip
                return False
        why = kernel.PAUSED
        clock.check()
        while why != kernel.DONE:
            why = kernel.grow(
                twin.at, twin.g, self.words, self.most, SLICE, self.state, self.positions, self.keys, self.checks,
                self.slots, self.movers, self.winners, self.first, self.edges, self.s, self.codes, self.out, self.pay,
            )  # fmt: skip
            if why in (kernel.TROUBLE, kernel.CLASH):
                return False
            clock.nodes = self.size
            if self.size > self.limit:
                raise TooLargeError(
                    f"retrograde analysis of {self.game}: more than {self.limit} positions; "
                    "raise limit= or choose smaller parameters"
                )
            if why == kernel.FULL:
                self._room(clock)
            clock.check()
        return True

    def _room(self, clock: Clock) -> None:
        """Twice the positions and moves; the work ends where that would take more than half of the free memory."""
        arrays = (self.positions, self.keys, self.checks, self.first, self.movers, self.winners, self.edges)
        if sum(a.nbytes for a in arrays) > free_bytes() // 4:
            clock.stopped = "memory"
            raise OutOfBudget
        larger = [np.concatenate([a, np.zeros_like(a)]) for a in arrays]
        self.positions, self.keys, self.checks, self.first, self.movers, self.winners, self.edges = larger
        self.slots = np.full(2 * self.slots.size, -1, np.int32)
        self.kernel.rehash(self.size, self.keys, self.slots)

    def spread(self, clock: Clock) -> None:
        """From the ends backwards."""
        kernel, size, count = self.kernel, self.size, int(self.state[self.kernel.EDGES])
        self.slots = np.zeros(0, np.int32)
        start, parents = np.zeros(size + 1, np.int64), np.empty(count, np.int32)
        kernel.link(size, self.first, self.edges, start, parents)
        left = np.diff(self.first[: size + 1]).astype(np.int32)
        self.plies, self.known, queue = np.zeros(size, np.int32), size, np.empty(size, np.int32)
        won = np.flatnonzero(self.winners[:size] >= 0)
        queue[: won.size], self.state[kernel.TAIL] = won, won.size
        while not kernel.spread(
            SLICE, self.state, start, parents, self.movers, self.winners, left, self.plies, queue
        ):
            clock.nodes += SLICE
            clock.check()

    def codes_of(self, undecided: int) -> tuple[np.ndarray, np.ndarray]:
        """(keys, codes) as a table keeps them, sorted by key."""
        n = self.known
        winner, viewer = self.winners[:n], np.maximum(self.movers[:n], 0)
        sign = np.where(winner == viewer, 1, -1)
        codes = np.where(winner >= 0, (self.plies + 1) * sign, undecided).astype(np.int32)
        order = np.argsort(self.keys[:n])
        return self.keys[:n][order], codes[order]


def graph_of(game: Any, start: Sequence[Any], limit: int) -> TwinGraph | None:
    """The graph of a game with native rules that can hold these roots, if there are such."""
    twin = twin_of(game)
    if twin is None or not start:
        return None
    roots = [twin.position(s) for s in start]
    known = [root for root in roots if root is not None]
    sizes = {root.words.size for root in known}
    return TwinGraph(game, twin, known, limit) if len(known) == len(roots) and len(sizes) == 1 else None


def _power(n: int) -> int:
    return 1 << (n - 1).bit_length()
