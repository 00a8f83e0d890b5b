"""Trainers: linear CFR on a flat tree with buckets, by deals or by boards, as `tianji.run.drive` wants them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import require
from tianji.core.schema import Array, Schema, whole
from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.blocks import Blocks, BoardPieces
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.blueprint.values import betting_of
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
LARGE = 200  # decisions of a tree whose pieces are worth several threads a board
NO_PIECE = np.zeros(0, dtype=np.int32)


class Trainer(ABC):
    """What both trainers share: the tree with its buckets, threads, counts, and what the averages are worth.

    counts: buckets by street. seed: the same one gives the same tables, on any number of threads, however the run is
    cut. races: threads walk deals or boards of their own and add to one table without locks; no promise then. measure:
    of games small enough, what the averages are worth: weights `[E]` → an evaluation.
    """

    unit = "deals"

    def __init__(
        self,
        tree: FlatTree,
        counts: Sequence[int],
        dealer: Dealer,
        *,
        seed: int = 0,
        threads: int = 1,
        races: bool = False,
        measure: Callable[[FloatArray], Evaluation] | None = None,
    ) -> None:
        from tianji.kernels.poker.external import APART

        self.tree, self.dealer, self.threads, self.races = tree, dealer, threads, races
        self.counts = np.array(counts, dtype=np.int64)
        self.entries = int(tree.offsets(counts)[-1])
        require(
            f"a blueprint of {self.entries:,} entries",
            9.0 * self.entries,
            "take a smaller preset or fewer buckets",
        )
        self.infosets = int(self.counts[tree.street].sum())
        self.betting = betting_of(tree, counts)
        self.seed, self.measure = np.uint64(seed % 2**64), measure
        self.seen = np.zeros((threads, 2 + APART), dtype=np.int64)
        self.most_visits: float | None = None  # an infoset: where a run may end
        self._t = 0
        self._make_tables()

    @abstractmethod
    def _make_tables(self) -> None:
        """Room for what is learned, and for each thread."""

    @property
    def t(self) -> int:
        """Iterations done."""
        return self._t

    @property
    def visits(self) -> int:
        """Infosets visited, of both players."""
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

    @abstractmethod
    def warm(self) -> None:
        """Have the kernels compiled or loaded before the clock runs."""

    @abstractmethod
    def advance(self, iterations: int) -> None:
        """So many iterations, on all threads."""

    @abstractmethod
    def weights(self) -> npt.NDArray[np.float32]:
        """`[E]`: the average strategies, not normalised."""

    @abstractmethod
    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """All that must survive, for a checkpoint."""

    @abstractmethod
    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave."""

    @property
    def first_check(self) -> int:
        """Iterations before the first evaluation, where there is something to measure."""
        return 1

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """Twice as far each time, where there is something to measure."""
        return NEVER if self.measure is None else geometric_check(self._t, self.first_check, 2.0)

    def evaluate(self) -> Evaluation | None:
        """How good the averages are; None of a game too large to say."""
        return None if self.measure is None else self.measure(self.weights().astype(np.float64))

    def finished(self) -> str:
        """ "visits" where there are enough of them."""
        is_enough = self.most_visits is not None and self.visits >= self.most_visits * self.infosets
        return "visits" if is_enough else ""

    def _share(self, first: int, stop: int, work: Callable[[int, int, int], None]) -> None:
        """`work(k, first, count)` on every thread k, its part of first … stop."""
        edges = np.linspace(first, stop, self.threads + 1).astype(np.int64).tolist()

        def part(k: int) -> None:
            work(k, edges[k], edges[k + 1] - edges[k])

        if self.threads == 1:
            part(0)
        else:
            each(list(range(self.threads)), part, self.threads, Clock())

    def _fields(self) -> dict[str, Any]:
        return {"t": self._t, "visits": self.visits, "saturated": self.saturated}

    def _restore(self, tensors: Tensors, fields: dict[str, Any], forms: dict[str, Array]) -> None:
        """Check what was saved, and take its counts."""
        Schema(forms, {"t": whole(), "visits": whole(), "saturated": whole()}).check(
            tensors, fields, "the checkpoint"
        )
        self.seen[:] = 0
        self.seen[0, :2] = fields["visits"], fields["saturated"]
        self._t = fields["t"]


class ExternalRunner(Trainer):
    """Deals one after the other, each walked for both players; every period all that came before weighs less.

    prune: regrets below −prune are left out of 95 % of deals after `PRUNE_FROM` periods; 0 never prunes. Deals
    go in blocks (`kernels.poker.blocks`) unless threads race. The rest as `Trainer`.
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
        races: bool = False,
        measure: Callable[[FloatArray], Evaluation] | None = None,
    ) -> None:
        super().__init__(tree, counts, dealer, seed=seed, threads=threads, races=races, measure=measure)
        self.period = max(LEAST_PERIOD, self.entries // PERIOD) if period is None else period
        self.prune = prune

    def _make_tables(self) -> None:
        from tianji.kernels.poker.external import frames

        self.table = np.zeros(2 * self.entries, dtype=np.int32)
        self.table[:] = 0  # touched now: else the first visits wait for the system's pages
        self.frames = [frames() for _ in range(self.threads)]
        self.blocks = None if self.races else Blocks(self.tree, self.betting, self.counts, self.threads)

    @property
    def first_check(self) -> int:
        """The first period."""
        return self.period

    def warm(self) -> None:
        """Have the kernels compiled or loaded before the clock runs."""
        self._run(0, 0)
        self._discount(0, 0)

    def advance(self, iterations: int) -> None:
        """So many deals, on all threads; the ends of periods and blocks are where they are, however the run is cut."""
        end = self._t + iterations
        while self._t < end:
            stop = min(end, (self._t // self.period + 1) * self.period)
            self._run(self._t, stop)
            self._t = stop
            if stop % self.period == 0:
                self._discount(stop // self.period)

    def _bounds(self, first: int) -> tuple[int, int]:
        """From deal `first` on: the regret below which an action is left out, and the least that one may have."""
        is_pruning = self.prune > 0 and first >= PRUNE_FROM * self.period
        least = -int(self.prune * (1 + BELOW)) if self.prune else -MOST
        return -self.prune if is_pruning else -MOST - 1, least

    def _run(self, first: int, stop: int) -> None:
        from tianji.kernels.poker.external import train

        line, floor = self._bounds(first)
        if self.blocks is not None:
            self.blocks.run(
                self.dealer, self.table, self.frames, self.seen, seed=self.seed, span=(first, stop),
                is_end=stop % self.period == 0, prune=line, explore=EXPLORE, floor=floor,
            )  # fmt: skip
            return

        def work(k: int, first: int, count: int) -> None:
            train(
                self.betting, self.dealer, self.table, self.seed, first, count, line, EXPLORE, floor, self.frames[k],
                self.seen[k],
            )  # fmt: skip

        self._share(first, stop, work)

    def _discount(self, k: int, size: int | None = None) -> None:
        """After period k everything ← k / (k + 1): the period's weight in the end is k, as in linear CFR."""
        from tianji.kernels.poker.external import discount

        size = self.table.size if size is None else size
        self._share(0, size, lambda _, first, count: discount(self.table, first, first + count, k / (k + 1)))

    def weights(self) -> npt.NDArray[np.float32]:
        """`[E]`: the average strategies, not normalised."""
        from tianji.kernels.poker.external import averages

        out = np.empty(self.entries, dtype=np.float32)
        averages(self.betting.info, self.betting.offset, self.counts, self.table, out)
        return out

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets and averages, what waits for the end of a block, and how far it is."""
        more = {} if self.blocks is None else {"waiting": self.blocks.waiting}
        return {"table": self.table, **more}, self._fields()

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave."""
        self._restore(tensors, fields, self._forms(None if self.blocks is None else self.blocks.cut.size))
        self.table[:] = tensors["table"]
        if self.blocks is not None:
            self.blocks.restore(tensors["waiting"])

    def _forms(self, waiting: int | None) -> dict[str, Array]:
        """What a checkpoint holds; waiting: numbers of the top, None where threads race."""
        forms = {"table": Array("int", (2 * self.entries,), -MOST - 1, 2**31 - 1, np.int32)}
        if waiting is not None:
            forms["waiting"] = Array("int", (waiting,), -(2**62), 2**62, np.int64)
        return forms


class PublicRunner(Trainer):
    """Boards one after the other, on each all hands walk the whole tree, for both players; board t weighs t.

        R(b, a) ← R(b, a) + t · Σ_{h in b} (cfv(h, a) − cfv(h)),   S(b, a) ← S(b, a) + t · Σ_{h in b} reach(h) · σ(b, a)

    An iteration has less noise than one deal and takes as long as ten thousands of them. Johanson, Bard, Lanctot,
    Gibson, Bowling (2012), "Efficient Nash Equilibrium Approximation through Monte Carlo Counterfactual Regret
    Minimization" (public chance sampling), with linear weights.
    """

    unit = "boards"

    def _make_tables(self) -> None:
        from tianji.kernels.poker.public_chance import make_table

        self.regret, self.average = (np.zeros(self.entries, dtype=np.float32) for _ in range(2))
        self.tables = [make_table() for _ in range(self.threads)]
        self.boards = None
        if self.threads > 1 and len(self.tree) >= LARGE and not self.races:
            self.boards = BoardPieces(self.tree, self.betting, self.counts, self.tables)

    def warm(self) -> None:
        """Have the kernels compiled or loaded before the clock runs."""
        self._run(0, 0)

    def advance(self, iterations: int) -> None:
        """So many boards, on all threads."""
        self._run(self._t, self._t + iterations)
        self._t += iterations

    def _run(self, first: int, stop: int) -> None:
        from tianji.kernels.poker.public_chance import HANDS, train_public

        if self.boards is not None and stop > first:
            self.boards.run(
                self.dealer, self.regret, self.average, self.seen, seed=self.seed, span=(first, stop)
            )
            return
        ones, none = np.ones(HANDS), np.zeros((0, 0))

        def work(k: int, first: int, count: int) -> None:
            train_public(
                self.betting, self.dealer, self.regret, self.average, self.seed, first, count, self.tables[k],
                self.seen[k], ones, NO_PIECE, none,
            )  # fmt: skip

        if self.races:
            self._share(first, stop, work)
        else:  # a small tree: threads would wait longer than they work
            work(0, first, stop - first)

    def weights(self) -> npt.NDArray[np.float32]:
        """`[E]`: the average strategies, not normalised; where nobody came yet, by regrets."""
        from tianji.kernels.poker.external import fill_averages

        out = np.empty(self.entries, dtype=np.float32)
        fill_averages(
            self.tree.offsets(self.counts.tolist()), self.tree.actions, self.average, self.regret, out
        )
        return out

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets and averages, and how far it is."""
        return {"regret": self.regret, "average": self.average}, self._fields()

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave."""
        form = Array("float", (self.entries,), dtype=np.float32)
        self._restore(tensors, fields, {"regret": form, "average": replace(form, low=0.0)})
        self.regret[:], self.average[:] = tensors["regret"], tensors["average"]
