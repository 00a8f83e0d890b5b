"""External sampling on a GPU: deals in batches, on each the walks of `ExternalRunner`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import size_text
from tianji.core.strategy import FloatArray
from tianji.errors import TooLargeError
from tianji.holdem.blueprint.blocks import cut_tree
from tianji.holdem.blueprint.device.plan import Rows
from tianji.holdem.blueprint.device.runner import end_of_batches
from tianji.holdem.blueprint.runner import EXPLORE, ExternalRunner
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.engine.machines import room_of
from tianji.kernels.gpu import deals
from tianji.run.checkpoint import Tensors
from tianji.run.drive import Evaluation
from tianji.run.report import Check

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

LEAST, LARGEST = 256, 1 << 20  # deals of a batch
SHARE = 64  # a batch is at most one of so many of the deals before it
CHUNK = 1024  # rows that a block discounts
LOOKED_AT = 2000  # boards from which the share of a bucket is taken
HALVED = 1 << 24  # deals after which averages are halved at the latest: of one row fewer than 2^30 / 64
TABLES = ("classes", "flop", "turn", "river", "maps", "renamings", "word", "displacement", "value", "flush")
HASHES = ("keys_flop", "keys_turn", "keys_river", "places_flop", "places_turn", "places_river")


def deal_batch_end(t: int, period: int, most: int = LARGEST) -> int:
    """Where the batch that deal t is in ends: batches grow with what came before, by powers of two; so do periods.

    >>> deal_batch_end(0, 10**6), deal_batch_end(70_000, 10**6), deal_batch_end(999_999, 10**6)
    (256, 70656, 1000000)
    """
    size = min(max(1 << (max(t // SHARE, 1).bit_length() - 1), LEAST), most)
    return min((t // size + 1) * size, (t // period + 1) * period, (t // HALVED + 1) * HALVED)


def largest_batch(dealer: Dealer, stack: int) -> int:
    """Deals of a batch, at most, so that what a row learns from them should stay below 2³¹, the room of its sums.

    A deal changes a regret by two stacks at most, and a row is met by the share of the deals that the commonest bucket
    has (on the boards looked at): twice as many, all of them two stacks the same way, would still have room.
    """
    shares = [12 / 1326]  # a class before the flop: AKo
    for table in (dealer.flop, dealer.turn, dealer.river):
        if table.size:
            some = table[:: max(1, len(table) // LOOKED_AT)]
            met = np.bincount(some[some != np.iinfo(np.uint16).max])
            shares.append(float(met.max() / met.sum()))
    most = int((2**31 - 1) / (2 * stack) / (2 * max(shares)))
    return min(LARGEST, 1 << max(0, most.bit_length() - 1))


def packed_nodes(tree: FlatTree, rows: Rows) -> npt.NDArray[np.int32]:
    """`[N, 4]`: decisions as `deals.h` has them."""
    leads = np.zeros(len(tree), dtype=np.int64)
    owner = np.repeat(np.arange(len(tree)), tree.actions)
    place = np.arange(len(tree.child)) - tree.first[owner]
    np.add.at(leads, owner, np.where(tree.child >= 0, 1 << place, 0))
    slot = 2 * tree.street.astype(np.int64) + tree.player
    packed = slot | tree.actions.astype(np.int64) << 4 | rows.wide << 8 | leads << 12
    return np.stack([packed, tree.first[:-1], rows.first[:-1] // 4, 0 * packed], axis=1).astype(np.int32)


def chunks_of(rows: Rows) -> npt.NDArray[np.int32]:
    """`[C, 3]`: all rows, some of a decision at a time."""
    found = [
        (int(first) // 4 + at * int(wide) // 4, min(CHUNK, int(count) - at), int(wide))
        for first, wide, count in zip(rows.first, rows.wide, rows.counts, strict=False)
        for at in range(0, int(count), CHUNK)
    ]
    return np.array(found, dtype=np.int32)


def deepest(tree: FlatTree) -> int:
    """Decisions of one player on a line, at most."""
    owner = np.repeat(np.arange(len(tree)), tree.actions)
    depth = np.zeros((len(tree), 2), dtype=np.int64)
    for n in range(len(tree)):
        if n:
            depth[n] = depth[owner[tree.parent[n]]]
        depth[n, tree.player[n]] += 1
    return int(depth.max())


def require_room(rows: Rows, tables: int, room: int) -> None:
    """Refuse what a machine has no room for; tables: bytes of the buckets of all boards."""
    need = 12 * rows.entries + tables + LARGEST * deals.DEAL
    if need > room:
        raise TooLargeError(
            f"training {int(rows.offsets[-1]):,} entries needs {size_text(need)} on the GPU, {size_text(room)} are "
            "allowed; use device='cpu', or take a smaller preset or fewer buckets"
        )


class DealTrainer(ExternalRunner):
    """`ExternalRunner` by a machine of `kernels.gpu.machine`: a thread a walk, tens of thousands at once.

    The deals are those of the CPU, one for one, and so are discounts and pruning. Regrets stay as they are for a batch:
    first one player learns from all its deals, then the other, against what the first has learned. With one deal a
    batch that is the CPU's trainer, bit for bit where it reckons in float64; sums are of whole numbers, so that a run
    gives the same bits again on the same machine. most: deals of a batch. real: what values are reckoned in. last: the
    deal the run is to end at, where a batch is cut short.
    """

    def __init__(
        self,
        tree: FlatTree,
        counts: Sequence[int],
        dealer: Dealer,
        *,
        machine: Any,
        seed: int = 0,
        threads: int = 1,
        prune: int = 0,
        period: int | None = None,
        measure: Callable[[FloatArray], Evaluation] | None = None,
        most: int | None = None,
        real: Any = np.float32,
        last: int | None = None,
    ) -> None:
        self.machine, self.real, self.last = machine, np.dtype(real), last
        stack = int((~tree.child[tree.child < 0] >> 2).max())
        self.most = min(LARGEST if most is None else most, largest_batch(dealer, stack))
        super().__init__(
            tree, counts, dealer, seed=seed, threads=threads, prune=prune, period=period, measure=measure
        )

    # memory
    def _make_tables(self) -> None:
        self.blocks, machine, dealer = None, self.machine, self.dealer
        self._rows = rows = Rows.of(self.tree, self.counts)
        tables = sum(getattr(dealer, name).nbytes for name in (*TABLES, *HASHES))
        require_room(rows, tables, room_of(machine))
        self._kept = {name: machine.array(getattr(dealer, name)) for name in (*TABLES, *HASHES, "deck")}
        self._kept |= {"listed": machine.array(dealer.listed), "rows": machine.array(dealer.rows)}
        self._kept |= {
            "nodes": machine.array(packed_nodes(self.tree, rows)),
            "child": machine.array(self.tree.child),
        }
        self._chunks = chunks_of(rows)
        self._kept["chunks"] = machine.array(self._chunks)
        sizes = {"regret": rows.entries, "average": rows.entries, "queue": 2}
        self._kept |= {name: machine.zeros(size, np.int32) for name, size in sizes.items()}
        self._kept["delta"] = machine.zeros(rows.entries // 2, np.int64)
        self._kept["visits"] = machine.zeros(deals.COUNTERS + 1, np.int64)
        self._kept["deals"] = machine.zeros(self.most * deals.DEAL // 8, np.int64)
        deep, actions = deepest(self.tree), int(self.tree.actions.max())
        self._functions = dict(
            zip(deals.NAMES, machine.build(deals.kernels(deep, actions, self.real)), strict=True)
        )

    def _arguments(self) -> Any:
        given, dealer = deals.arguments()(), self.dealer
        for name in self._kept:
            setattr(given, name, self.machine.pointer(self._kept[name]))
        given.entries, given.explore, given.keep, given.seed = (
            self._rows.entries,
            EXPLORE,
            1.0,
            signed(self.seed),
        )
        given.decks, given.boards = len(dealer.deck), len(dealer.listed)
        given.shown, given.streets = dealer.sizes.tolist()
        for name in ("flop", "turn", "river"):
            setattr(given, f"mask_{name}", len(getattr(dealer, f"places_{name}")) - 1)
        return given

    # batches
    def warm(self) -> None:
        """Have the kernels loaded before the clock runs."""
        self.machine.wait()

    def advance(self, iterations: int) -> None:
        """So many deals, and those that are left of the last batch, unless the run is to end there."""
        goal = end_of_batches(self._t, iterations, self.last, self._batch_end)
        while self._t < goal:
            stop = min(goal, self._batch_end(self._t))
            self._batch(self._t, stop)
            self._t = stop
            if stop % self.period == 0:
                k = stop // self.period
                self._fade(k / (k + 1))
            elif stop % HALVED == 0:
                self._fade(1.0)
        found = np.zeros(self._kept["visits"].shape, dtype=np.int64)
        self.machine.wait()
        self.machine.fetch(self._kept["visits"], found)
        self.machine.send(np.zeros_like(found), self._kept["visits"])
        self.seen[0, :2] += int(found[:-1].sum()), int(found[-1])

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """As `Trainer`, where a batch ends."""
        found = super().next_check(checks, target)
        end = self._batch_end(found - 1)
        return end if self.last is None else max(found, min(end, self.last))

    def _batch_end(self, t: int) -> int:
        return deal_batch_end(t, self.period, self.most)

    def _batch(self, first: int, stop: int) -> None:
        given = self._arguments()
        given.first, given.batch = first, stop - first
        given.prune, given.floor = self._bounds(first)
        self._launch("draw_deals", -(-given.batch // deals.SPAN), given)
        for player in (0, 1):
            given.player = player
            self._launch("walk_deals", self.machine.processors * deals.RESIDENT, given)
            self._launch("add_deals", -(-self._rows.entries // (2 * deals.SPAN)), given)

    def _fade(self, keep: float) -> None:
        given = self._arguments()
        given.keep = keep
        self._launch("fade_rows", len(self._chunks), given)

    def _launch(self, name: str, blocks: int, given: Any) -> None:
        self.machine.launch((self._functions[name], blocks, given))

    # what is learned
    def _fetch(self) -> npt.NDArray[np.int32]:
        """The CPU's table: by row regrets, then averages."""
        padded = np.empty(self._rows.entries, dtype=np.int32)
        table = np.empty(2 * self.entries, dtype=np.int32)
        for k, name in enumerate(("regret", "average")):
            self.machine.fetch(self._kept[name], padded)
            for mine, wide in self._views(table, padded, k):
                mine[:] = wide
        return table

    def _views(self, table: npt.NDArray[np.int32], padded: npt.NDArray[np.int32], k: int) -> Any:
        """By decision its regrets (k = 0) or averages (1): in the CPU's table, and padded."""
        rows = self._rows
        for n, (count, wide, size) in enumerate(
            zip(rows.counts.tolist(), rows.wide.tolist(), self.tree.actions.tolist(), strict=True)
        ):
            mine = table[2 * rows.offsets[n] : 2 * rows.offsets[n + 1]].reshape(count, 2, size)[:, k]
            yield mine, padded[rows.first[n] : rows.first[n] + count * wide].reshape(count, wide)[:, :size]

    def weights(self) -> npt.NDArray[np.float32]:
        """As `ExternalRunner`."""
        self.table = self._fetch()
        return super().weights()

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """As `ExternalRunner`, so that a run goes on on either device."""
        waiting = np.zeros(cut_tree(self.tree, self.counts).size, dtype=np.int64)
        return {"table": self._fetch(), "waiting": waiting}, self._fields()

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """As `ExternalRunner`; what waits for the end of a block on the CPU is learned now."""
        from tianji.kernels.poker.blocks import fold_top

        cut = cut_tree(self.tree, self.counts)
        self._restore(tensors, fields, self._forms(cut.size))
        table, waiting = np.array(tensors["table"]), np.array(tensors["waiting"])[None]
        fold_top(self.betting, cut, self.counts, table, waiting, self._bounds(0)[1], True, self.seen[0])
        padded = np.zeros(self._rows.entries, dtype=np.int32)
        for k, name in enumerate(("regret", "average")):
            for mine, wide in self._views(table, padded, k):
                wide[:] = mine
            self.machine.send(padded, self._kept[name])
            padded[:] = 0


def signed(x: np.uint64) -> int:
    """The same 64 bits as a signed number."""
    return int(np.array(x).view(np.int64))
