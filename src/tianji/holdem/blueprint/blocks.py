"""Deals and boards that threads share by pieces of the tree, so that every number of threads gives the same bits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from threading import Barrier
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.blueprint.tree import FlatTree, IntArray
from tianji.poker.cards import NUM_HANDS
from tianji.run.clock import Clock
from tianji.run.threads import each

if TYPE_CHECKING:
    from tianji.kernels.poker.blocks import TreeCut
    from tianji.kernels.poker.deals import Dealer
    from tianji.kernels.poker.external import Betting, Frames
    from tianji.kernels.poker.public_chance import BoardTable

LEAST, MOST = 256, 32_768  # deals of a block
SHARE = 64  # a block has at most one of so many of the deals before it


def block_end(t: int) -> int:
    """Where the block that deal t is in ends: blocks grow with what came before, by powers of two.

    >>> block_end(0), block_end(300), block_end(70_000), block_end(10**7)
    (256, 512, 70656, 10027008)
    """
    size = min(max(1 << (max(t // SHARE, 1).bit_length() - 1), LEAST), MOST)
    return (t // size + 1) * size


def cut_tree(tree: FlatTree, counts: IntArray) -> TreeCut:
    """The top of a tree, all before the flop, and the pieces below it, each where a flop is dealt."""
    from tianji.kernels.poker.blocks import TreeCut

    is_top = tree.street == 0
    owner = np.repeat(np.arange(len(tree)), tree.actions)
    above = owner[np.maximum(tree.parent, 0)]
    roots = np.flatnonzero(~is_top & is_top[above])
    piece = np.full(len(tree), -1, dtype=np.int32)
    piece[roots] = np.arange(len(roots))
    sizes = np.where(is_top, 2 * tree.actions.astype(np.int64) * int(counts[0]), 0)
    return TreeCut(
        piece, roots.astype(np.int64), np.where(is_top, np.cumsum(sizes) - sizes, -1), int(sizes.sum())
    )


class Blocks:
    """External sampling by blocks of deals (`tianji.kernels.poker.blocks`), on threads that wait for each other.

    A block's end is where `block_end` says or a period ends, however the run is cut: until then what was learned
    about the top waits in `pending`, `[threads, Z]`.
    """

    def __init__(self, tree: FlatTree, betting: Betting, counts: IntArray, threads: int) -> None:
        from tianji.kernels.poker.blocks import Block

        self.betting, self.counts, self.threads = betting, counts, threads
        self.cut = cut_tree(tree, counts)
        self.pending = np.zeros((threads, self.cut.size), dtype=np.int64)
        walks = (len(self.cut.root), 2 * MOST)
        self.block = Block(
            np.zeros((MOST, 8), dtype=np.int32), np.zeros(MOST, dtype=np.int8), np.zeros(MOST, dtype=np.bool_),
            np.zeros(MOST, dtype=np.uint64), np.zeros(walks, dtype=np.int32), np.zeros(walks),
            np.zeros((threads, walks[0]), dtype=np.int64),
        )  # fmt: skip

    def run(
        self,
        dealer: Dealer,
        table: npt.NDArray[np.int32],
        frames: list[Frames],
        seen: IntArray,
        *,
        seed: np.uint64,
        span: tuple[int, int],
        is_end: bool,
        prune: int,
        explore: float,
        floor: int,
    ) -> None:
        """Deals of a span within one period; is_end: the period ends with it."""
        from tianji.kernels.poker import blocks as kernels

        betting, cut, block, pending = self.betting, self.cut, self.block, self.pending
        spans, queue = _spans(*span), iter([0][:0])
        at = 0

        def order() -> None:
            nonlocal queue
            queue = iter(np.argsort(-block.counts.sum(axis=0), kind="stable").tolist())

        def fold() -> None:
            nonlocal at
            first, stop = spans[at]
            at += 1
            is_over = stop == block_end(first) or (is_end and stop == span[1])
            kernels.fold_top(betting, cut, self.counts, table, pending, floor, is_over, seen[0])

        dealt, played, settled = (Barrier(self.threads, action) for action in (order, None, fold))

        def work(k: int) -> None:
            for first, stop in spans:
                edges = np.linspace(0, stop - first, self.threads + 1).astype(np.int64)
                mine = (k, edges[k], edges[k + 1], prune)
                kernels.deal_block(
                    betting, cut, dealer, table, pending[k], block, seed, first, *mine, explore, frames[k]
                )
                dealt.wait()
                for p in queue:
                    kernels.play_piece(betting, cut, table, block, p, edges, prune, floor, frames[k], seen[k])
                played.wait()
                kernels.settle_block(betting, cut, table, pending[k], block, *mine, frames[k], seen[k])
                settled.wait()

        _on_all(self.threads, work, dealt, played, settled)

    @property
    def waiting(self) -> npt.NDArray[np.int64]:
        """`[Z]`: what was learned about the top since the block began."""
        found: npt.NDArray[np.int64] = self.pending.sum(axis=0)
        return found

    def restore(self, waiting: npt.NDArray[Any]) -> None:
        """Continue from what was waiting."""
        self.pending[:] = 0
        self.pending[0] = waiting


def _spans(first: int, stop: int) -> list[tuple[int, int]]:
    """A span of deals cut where blocks end; one that is empty is walked once, so that kernels are there."""
    edges = [first]
    while edges[-1] < stop:
        edges.append(min(stop, block_end(edges[-1])))
    return list(pairwise(edges)) or [(first, stop)]


class BoardPieces:
    """Public chance sampling on threads that share out the pieces of the tree (`public_chance.learn_board`).

    No two of them have a row of the table, and a board is done before the next begins: the bits are those of one
    thread.
    """

    def __init__(self, tree: FlatTree, betting: Betting, counts: IntArray, tables: list[BoardTable]) -> None:
        self.betting, self.cut = betting, cut_tree(tree, counts)
        shared = ("sizes", "hand", "cards", "groups", "bucket", "place", "drawn", "ranks", "mark")
        board = {name: getattr(tables[0], name) for name in shared}
        self.tables = [table._replace(**board) for table in tables]
        self.reaches, self.values = (np.zeros((max(len(self.cut.root), 1), NUM_HANDS)) for _ in range(2))
        ends = np.append(self.cut.root[1:], len(tree))
        self.order = np.argsort(self.cut.root - ends, kind="stable").tolist()  # the largest first

    def run(
        self,
        dealer: Dealer,
        regret: npt.NDArray[np.float32],
        average: npt.NDArray[np.float32],
        seen: IntArray,
        *,
        seed: np.uint64,
        span: tuple[int, int],
    ) -> None:
        """Boards of a span, one after the other, on as many threads as there are tables."""
        from tianji.kernels.poker import public_chance as kernels

        threads, queue, ones = len(self.tables), iter(self.order), np.ones(NUM_HANDS)
        ready, played = Barrier(threads), Barrier(threads)

        def learn(k: int, t: int, player: int, root: int, start: npt.NDArray[Any], step: int) -> None:
            kernels.learn_board(
                self.betting, regret, average, float(t + 1), player, self.tables[k], seen[k], root,
                start[: self.tables[k].sizes[0]], self.cut.piece, step, self.reaches, self.values,
            )  # fmt: skip

        def work(k: int) -> None:
            nonlocal queue
            for t in range(*span):
                if k == 0:
                    kernels.seat_board(dealer, seed, t, self.tables[0])
                for player in range(2):
                    if k == 0:
                        self.reaches[:], self.values[:] = 0.0, 0.0
                        learn(k, t, player, 0, ones, kernels.DOWN)
                        queue = iter(self.order)
                    ready.wait()
                    for p in queue:
                        if self.reaches[p].any():
                            learn(k, t, player, int(self.cut.root[p]), self.reaches[p], kernels.WHOLE)
                            self.values[p] = self.tables[k].value[0]
                    played.wait()
                    if k == 0:
                        learn(k, t, player, 0, ones, kernels.UP)

        _on_all(threads, work, ready, played)


def _on_all(threads: int, work: Callable[[int], None], *barriers: Barrier) -> None:
    """`work(k)` on every thread k; where one fails nobody waits for it."""

    def part(k: int) -> None:
        try:
            work(k)
        except BaseException:
            for barrier in barriers:
                barrier.abort()
            raise

    if threads == 1:
        part(0)
    else:
        each(list(range(threads)), part, threads, Clock())
