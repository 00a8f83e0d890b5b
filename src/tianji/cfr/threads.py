"""Threads: how many a solve uses, and how a treeplex is cut into pieces that can be updated at the same time."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from tianji.core.strategy import IntArray
from tianji.errors import NotApplicableError
from tianji.flat.sequence import FlatGame
from tianji.run.clock import Clock
from tianji.run.threads import available_cores

WORTH_THREADS = 100_000  # merged terminals below which threads never pay: benchmarks/threads.py
TRY_AFTER_SECONDS = 5.0  # compiling the threaded kernel takes about as long, once
TRIAL_SECONDS = 0.5
PIECES_PER_THREAD = 4


def require_threads(flat: FlatGame, threads: int | None) -> None:
    """Raise unless the number of threads makes sense for the game."""
    if threads is not None and threads > 1 and flat.players != 2:
        raise NotApplicableError(
            f"threads={threads} needs a two-player game, {flat.spec} has {flat.players} players"
        )


class ThreadTrial:
    """Decides how many threads the next call uses, from how fast earlier calls were."""

    def __init__(self, flat: FlatGame, threads: int | None) -> None:
        self.threads = 1 if threads is None else threads
        self.is_open = (
            threads is None
            and flat.players == 2
            and len(flat.payoff) >= WORTH_THREADS
            and available_cores() > 1
        )
        self.seconds = {1: 0.0, available_cores(): 0.0}
        self.iterations = dict.fromkeys(self.seconds, 0)

    @contextmanager
    def timed(self, iterations: int) -> Iterator[int]:
        """The number of threads to use for a call of so many iterations."""
        clock = Clock()
        yield self.threads
        if self.is_open:
            self._learn(iterations, clock.seconds)

    def _learn(self, iterations: int, seconds: float) -> None:
        many = max(self.seconds)
        if self.threads == 1 and self.seconds[1] + seconds > TRY_AFTER_SECONDS:
            self.threads = many
            self.is_first = True
            return
        if self.threads == many and self.is_first:
            self.is_first = False  # this call compiled or loaded the kernel
            return
        self.seconds[self.threads] += seconds
        self.iterations[self.threads] += iterations
        if self.threads == many and self.seconds[many] > TRIAL_SECONDS:
            rate = {n: self.iterations[n] / max(self.seconds[n], 1e-9) for n in self.seconds}
            self.threads = many if rate[many] > 1.05 * rate[1] else 1
            self.is_open = False

    is_first = False


class Pieces(NamedTuple):
    """One player's treeplex in pieces; the arrays of `kernels.flat.cfr_threads.step`."""

    up_slot: IntArray
    groups: IntArray
    subtrees: IntArray
    top: IntArray


def cut(flat: FlatGame, player: int, threads: int) -> Pieces:
    """Split the heaviest subtree into its children until no piece is more than a fraction of a thread's share."""
    tree = flat.trees[player]
    length = flat.entries[player].rows[:, 2].astype(np.int64)
    slot_work = np.concatenate([[0], np.cumsum(length + 4)])
    end = tree.end

    def work(i: int) -> int:
        return int(slot_work[tree.first_slot[end[i]]] - slot_work[tree.first_slot[i]])

    share = int(slot_work[-1]) // (threads * PIECES_PER_THREAD) + 1
    roots = np.flatnonzero(tree.parent_slot == 0).tolist()
    heap = [(-work(i), i) for i in roots]
    heapq.heapify(heap)
    spine: list[int] = []
    while heap and -heap[0][0] > share and len(heap) < 64 * threads:
        _, i = heapq.heappop(heap)
        spine.append(i)
        child = i + 1
        while child < end[i]:
            heapq.heappush(heap, (-work(child), child))
            child = int(end[child])
    return _pack(flat, player, spine, [i for _, i in heap], threads)


def _pack(flat: FlatGame, player: int, spine: list[int], roots: list[int], threads: int) -> Pieces:
    """Heaviest piece first to the least loaded thread."""
    tree = flat.trees[player]
    size = {i: int(tree.first_slot[tree.end[i]] - tree.first_slot[i]) for i in roots}
    loads = [(0, g) for g in range(threads)]
    members: list[list[int]] = [[] for _ in range(threads)]
    for i in sorted(roots, key=lambda i: -size[i]):
        load, g = heapq.heappop(loads)
        members[g].append(i)
        heapq.heappush(loads, (load + size[i], g))
    ordered = [i for group in members for i in sorted(group)]
    number = {i: s for s, i in enumerate(ordered)}
    up_slot = tree.parent_slot.copy()
    for i, s in number.items():
        up_slot[i] = tree.num_slots + s
    top = sorted([(i, -1) for i in spine] + list(number.items()))
    return Pieces(
        up_slot,
        np.cumsum([0] + [len(group) for group in members]).astype(np.int32),
        np.array([(i, tree.end[i]) for i in ordered], dtype=np.int32).reshape(-1, 2),
        np.array(top, dtype=np.int32).reshape(-1, 2),
    )
