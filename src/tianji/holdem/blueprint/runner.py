"""ExternalRunner: external-sampling linear CFR on a flat tree, as `tianji.run.drive` wants it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import require
from tianji.core.schema import Array, Schema, whole
from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.tree import FlatTree
from tianji.run.checkpoint import Tensors
from tianji.run.clock import Clock
from tianji.run.drive import Evaluation, geometric_check
from tianji.run.report import Check
from tianji.run.threads import each

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

NEVER = 10**18
PERIOD = 20  # a period is at least entries / PERIOD deals, so that discounting stays cheap
LEAST_PERIOD = 20_000
EXPLORE = 0.05  # the share of deals in which nothing is pruned
PRUNE_FROM = 10  # periods before pruning begins
BELOW = 0.05  # how far below the pruning line a regret may fall, as a share of it
MOST = 2_000_000_000


class ExternalRunner:
    """Deals one after the other, each walked for both players; every period all that came before weighs less.

    counts: buckets by street. seed: with one thread the same seed gives the same tables, however the run is cut. prune:
    regrets below −prune are left out of 95 % of deals after `PRUNE_FROM` periods; 0 never prunes. measure: of games
    small enough, what the averages are worth: weights `[E]` → an evaluation.
    """

    def __init__(
        self,
        tree: FlatTree,
        counts: Sequence[int],
        dealer: Dealer,
        *,
        seed: int = 0,
        threads: int = 1,
        prune: int = 0,
        period: int | None = None,
        measure: Callable[[FloatArray], Evaluation] | None = None,
    ) -> None:
        from tianji.kernels.poker.external import APART, Betting, frames

        self.tree, self.dealer, self.threads = tree, dealer, threads
        self.counts = np.array(counts, dtype=np.int64)
        offsets = tree.offsets(counts)
        self.entries = int(offsets[-1])
        require(
            f"a blueprint of {self.entries:,} entries",
            9.0 * self.entries,
            "take a smaller preset or fewer buckets",
        )
        self.infosets = int(self.counts[tree.street].sum())
        info = np.stack([2 * tree.street + tree.player, tree.actions, tree.first[:-1], tree.player], axis=1)
        self.betting = Betting(info.astype(np.int32), 2 * offsets[:-1], tree.child)
        self.table = np.zeros(2 * self.entries, dtype=np.int32)
        self.table[:] = 0  # touched now: else the first visits wait for the system's pages
        self.period = max(LEAST_PERIOD, self.entries // PERIOD) if period is None else period
        self.prune, self.seed = prune, np.uint64(seed % 2**64)
        self.measure = measure
        self.frames = [frames() for _ in range(threads)]
        self.seen = np.zeros((threads, 2 + APART), dtype=np.int64)
        self._t = 0

    @property
    def t(self) -> int:
        """Deals done."""
        return self._t

    @property
    def visits(self) -> int:
        """Decisions visited, of both players."""
        return int(self.seen[:, 0].sum())

    @property
    def saturated(self) -> int:
        """How often a regret stood at the ceiling; 0 unless payoffs are too large for the numbers."""
        return int(self.seen[:, 1].sum())

    @property
    def usual_slope(self) -> float:
        """Sampling error: 1/√t."""
        return 0.5

    @property
    def slope_spread(self) -> float:
        """Exploitability with buckets does not go to 0."""
        return 2.0

    def warm(self) -> None:
        """Have the kernels compiled or loaded before the clock runs."""
        self._run(0, 0)
        self._discount(0, 0)

    def advance(self, iterations: int) -> None:
        """So many deals, on all threads; a period's end is where it is, however the run is cut."""
        end = self._t + iterations
        while self._t < end:
            stop = min(end, (self._t // self.period + 1) * self.period)
            self._run(self._t, stop)
            self._t = stop
            if stop % self.period == 0:
                self._discount(stop // self.period)

    def _run(self, first: int, stop: int) -> None:
        from tianji.kernels.poker.external import train

        is_pruning = self.prune > 0 and first >= PRUNE_FROM * self.period
        line = -self.prune if is_pruning else -MOST - 1
        floor = -int(self.prune * (1 + BELOW)) if self.prune else -MOST
        edges = np.linspace(first, stop, self.threads + 1).astype(np.int64)

        def work(k: int) -> None:
            train(
                self.betting, self.dealer, self.table, self.seed, int(edges[k]), int(edges[k + 1] - edges[k]), line,
                EXPLORE, floor, self.frames[k], self.seen[k],
            )  # fmt: skip

        self._each(work)

    def _discount(self, k: int, size: int | None = None) -> None:
        """After period k everything ← k / (k + 1): the period's weight in the end is k, as in linear CFR."""
        from tianji.kernels.poker.external import discount

        edges = np.linspace(0, self.table.size if size is None else size, self.threads + 1).astype(np.int64)
        self._each(lambda j: discount(self.table, int(edges[j]), int(edges[j + 1]), k / (k + 1)))

    def _each(self, work: Callable[[int], None]) -> None:
        if self.threads == 1:
            work(0)
        else:
            each(list(range(self.threads)), work, self.threads, Clock())

    def weights(self) -> npt.NDArray[np.float32]:
        """`[E]`: the average strategies, not normalised."""
        from tianji.kernels.poker.external import averages

        out = np.empty(self.entries, dtype=np.float32)
        averages(self.betting.info, self.betting.offset, self.counts, self.table, out)
        return out

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """Twice as far each time, where there is something to measure."""
        return NEVER if self.measure is None else geometric_check(self._t, self.period, 2.0)

    def evaluate(self) -> Evaluation | None:
        """How good the averages are; None of a game too large to say."""
        return None if self.measure is None else self.measure(self.weights().astype(np.float64))

    def finished(self) -> str:
        """It never is."""
        return ""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets and averages, and how far it is."""
        return {"table": self.table}, {"t": self._t, "visits": self.visits, "saturated": self.saturated}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave."""
        Schema(
            {"table": Array("int", (self.table.size,), -MOST - 1, 2**31 - 1, np.int32)},
            {"t": whole(), "visits": whole(), "saturated": whole()},
        ).check(tensors, fields, "the checkpoint")
        self.table[:] = tensors["table"]
        self.seen[:] = 0
        self.seen[0, :2] = fields["visits"], fields["saturated"]
        self._t = fields["t"]
