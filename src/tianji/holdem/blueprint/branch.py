"""Runners of one branch: what a player gets there who plays his best, and a solve behind a gate.

Both draw whole deals and keep those that come to the branch by the strategy that is there: one player's range is fixed,
the other's is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.runner import MOST, ExternalRunner
from tianji.holdem.blueprint.tree import FlatTree

if TYPE_CHECKING:
    from tianji.kernels.poker.branch import Way
    from tianji.kernels.poker.deals import Dealer

FIXED = 1e9  # what stands in a table for probability 1; it is discounted with the rest and stays large enough
ENTER = 0.1  # how often every hand enters a branch at least: those that gain nothing there get an answer too


def way_of(slots: Sequence[int], numbers: Sequence[FloatArray]) -> Way:
    """What the kernels take: `[K]` numbers of each decision on a way, and 2 · street + player of it."""
    from tianji.kernels.poker.branch import Way

    first = np.concatenate([[0], np.cumsum([len(row) for row in numbers])]).astype(np.int64)
    flat = np.concatenate([*numbers, np.zeros(1)]).astype(np.float64)
    return Way(np.array(slots, dtype=np.int64), first[:-1], flat)


@dataclass(frozen=True, eq=False)
class HandWorths:
    """What hands are worth at a branch: by half of the deals and bucket how many came, their mean and its variance."""

    sums: FloatArray

    @property
    def came(self) -> float:
        """Deals that came, of both halves."""
        return float(self.sums[:, :, 0].sum())

    def means(self, half: int | None = None) -> tuple[FloatArray, FloatArray]:
        """`[K]` means and their squared standard errors; of both halves together where none is asked for."""
        count, total, square = (self.sums.sum(axis=0) if half is None else self.sums[half]).T
        some = np.maximum(count, 1.0)
        mean = total / some
        spread = np.maximum(square / some - mean**2, 0.0) / np.maximum(count - 1.0, 1.0)
        return mean, spread


def gained(new: HandWorths, old: HandWorths) -> tuple[float, float]:
    """What hands gain that are worth more in `new` than in `old`, a deal that comes; and its standard error.

        E Σ_b p(b) · [new(b) − old(b)]⁺

    Which buckets gain is told from one half of the deals, and how much from the other, so that luck is not counted.
    """
    p = new.sums[:, :, 0].sum(axis=0) / max(new.came, 1.0)
    total, spread = 0.0, 0.0
    for half in (0, 1):
        more = new.means(half)[0] > old.means(half)[0]
        (a, wide), (b, other) = new.means(1 - half), old.means(1 - half)
        total += 0.5 * float((p * (a - b))[more].sum())
        spread += 0.25 * float((p**2 * (wide + other))[more].sum())
    return total, float(np.sqrt(spread))


class Approach(NamedTuple):
    """How a branch is come to: how likely the other's hands come, who bets, and the street on which it begins."""

    way: Way
    player: int
    street: int

    @property
    def slot(self) -> int:
        """Where the player's bucket of that street stands in a deal."""
        return 2 * self.street + self.player


class Response(ExternalRunner):
    """A player learns his best in a branch against one who does not change; `found` is what his hands got of late.

    come: who learns, from where on. fixed: (chance, weights `[E]`) of what the other does, one or two of them: a bet
    that stands for either of two is drawn once a hand.
    """

    def __init__(
        self,
        tree: FlatTree,
        counts: Sequence[int],
        dealer: Dealer,
        come: Approach,
        fixed: Sequence[tuple[float, FloatArray]],
        **options: Any,
    ) -> None:
        super().__init__(tree, counts, dealer, races=True, **options)
        self.way, self.player, self.slot = come.way, come.player, come.slot
        self.chance = fixed[0][0] if len(fixed) > 1 else 1.0
        self.table = np.zeros(2 * self.entries * len(fixed), dtype=np.int32)
        offsets, theirs = tree.offsets(counts), tree.player != come.player
        for k, (_, weights) in enumerate(fixed):
            for node in np.flatnonzero(theirs):
                low, high, size = int(offsets[node]), int(offsets[node + 1]), int(tree.actions[node])
                rows = weights[low:high].reshape(-1, size)
                shares = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-300)
                base = 2 * self.entries * k
                self.table[base + 2 * low : base + 2 * high].reshape(-1, 2 * size)[:, :size] = FIXED * shares
        shift = 2 * self.entries * (len(fixed) - 1) * theirs
        self.other = self.betting._replace(offset=self.betting.offset + shift)
        self.sums = np.zeros((self.threads, 2, int(self.counts[come.street]), 3))

    def _run(self, first: int, stop: int) -> None:
        from tianji.kernels.poker.branch import respond

        def work(k: int, first: int, count: int) -> None:
            respond(
                self.betting, self.other, self.chance, self.dealer, self.table, self.way, self.slot, self.player,
                self.seed, first, count, -MOST, self.frames[k], self.seen[k], self.sums[k],
            )  # fmt: skip

        self._share(first, stop, work)

    def forget(self) -> None:
        """Count from here on: what came while he was still learning is not what his best is worth."""
        self.sums[:] = 0.0

    @property
    def found(self) -> HandWorths:
        """What his hands got since `forget`."""
        return HandWorths(self.sums.sum(axis=0))


class Gated(ExternalRunner):
    """Both learn in a branch; `come.player`, who comes there by a bet, may leave at a gate for what he had without it.

    leave: `[K]` chips by his bucket where the branch begins; gifts: what he gave up on the way, added to it
    (reach-resolve, Brown & Sandholm 2017).
    """

    def __init__(
        self,
        tree: FlatTree,
        counts: Sequence[int],
        dealer: Dealer,
        come: Approach,
        leave: FloatArray,
        gifts: Way,
        **options: Any,
    ) -> None:
        super().__init__(tree, counts, dealer, races=True, **options)
        self.way, self.gifts, self.player, self.slot = come.way, gifts, come.player, come.slot
        self.leave = np.ascontiguousarray(leave, dtype=np.float64)
        self.gate: npt.NDArray[np.float64] = np.zeros((int(self.counts[come.street]), 2))

    def _run(self, first: int, stop: int) -> None:
        from tianji.kernels.poker.branch import train_gated

        def work(k: int, first: int, count: int) -> None:
            train_gated(
                self.betting, self.dealer, self.table, self.way, self.gifts, self.slot, self.player, self.gate,
                self.leave, ENTER, self.seed, first, count, -MOST, self.frames[k], self.seen[k],
            )  # fmt: skip

        self._share(first, stop, work)

    def _discount(self, k: int, size: int | None = None) -> None:
        super()._discount(k, size)
        if size is None:
            self.gate *= k / (k + 1)
