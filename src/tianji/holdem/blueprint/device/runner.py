"""Public chance sampling on a GPU: batches of boards, on each the walk of `PublicRunner`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.device.plan import DevicePlan, Level, Pass
from tianji.holdem.blueprint.device.seats import SeatsAhead, Span
from tianji.holdem.blueprint.runner import PublicRunner
from tianji.holdem.blueprint.tree import FlatTree
from tianji.holdem.engine.machines import room_of
from tianji.kernels.gpu import boards
from tianji.run.checkpoint import Tensors
from tianji.run.drive import Evaluation
from tianji.run.report import Check

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

MOST = 64  # boards of a batch
SHARE = 16  # a batch is at most one of so many of the boards before it
BLOCKS = 2048  # of a launch: from so many on a block takes several decisions
GROUP = 8  # of them at most
SEATS = 4  # threads that draw boards ahead


def batch_end(t: int, most: int = MOST) -> int:
    """Where the batch that board t is in ends: batches grow with what came before, by powers of two.

    >>> batch_end(0), batch_end(31), batch_end(32), batch_end(100), batch_end(5000)
    (1, 32, 34, 104, 5056)
    """
    size = min(1 << (max(t // SHARE, 1).bit_length() - 1), most)
    return (t // size + 1) * size


def end_of_batches(t: int, iterations: int, last: int | None, end_of: Callable[[int], int]) -> int:
    """Where so many iterations after t have brought a run: to the end of a batch, but never beyond `last`."""
    goal = t + iterations
    if last is not None and goal >= last:
        return goal
    goal = max(goal, end_of(goal - 1))
    return goal if last is None else min(goal, last)


def batches(t: int, iterations: int, most: int, last: int | None) -> list[Span]:
    """Those that bring a run so many boards further than t."""
    edges, goal = [t], end_of_batches(t, iterations, last, lambda t: batch_end(t, most))
    while edges[-1] < goal:
        edges.append(min(goal, batch_end(edges[-1], most)))
    return list(pairwise(edges))


def next_batch(t: int, most: int, last: int | None) -> Span:
    """The one that begins at t; of no boards where the run has ended."""
    end = batch_end(t, most)
    return t, end if last is None else min(end, max(last, t))


class DeviceTrainer(PublicRunner):
    """`PublicRunner` by a machine of `kernels.gpu.machine`, whole batches of boards in every launch.

    The boards are those of the CPU, one for one, and so are their weights. Both players' strategies stay as they are
    for a batch: first one learns from all its boards, then the other, against what the first has learned. With one
    board a batch that is the CPU's trainer. most: boards of a batch; by default 64, or as many as the memory holds.
    real: what it reckons in. last: the board the run is to end at, where a batch is cut short.
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
        measure: Callable[[FloatArray], Evaluation] | None = None,
        most: int | None = None,
        real: Any = np.float32,
        last: int | None = None,
    ) -> None:
        self.machine, self.real, self.last = machine, np.dtype(real), last
        self.most = MOST if most is None else most
        super().__init__(tree, counts, dealer, seed=seed, threads=threads, measure=measure)

    # memory
    def _make_tables(self) -> None:
        dealer, machine = self.dealer, self.machine
        self._plan = plan = DevicePlan(self.tree, self.counts, len(dealer.deck) - int(dealer.sizes[0]))
        self.most = plan.fitting(self.most, room_of(machine), self.real)
        self._seats = SeatsAhead(dealer, self.seed, self.most, plan, self.real, min(self.threads, SEATS))
        sizes = {"regret": plan.rows.entries, "delta": plan.rows.entries, "average": plan.rows.entries}
        sizes["vectors"] = plan.vectors * self.most * plan.width
        self._kept = {name: machine.zeros(size, self.real) for name, size in sizes.items()}
        alive = np.zeros((plan.reaches, self.most), dtype=np.int32)
        alive[0] = 1
        self._kept["alive"] = machine.array(alive)
        ones = np.zeros((self.most, plan.width), dtype=self.real)
        ones[:, : plan.hands] = 1
        machine.send(ones.ravel(), self._kept["vectors"][: ones.size])
        self._kept["visits"] = machine.zeros(boards.COUNTERS, np.int64)
        self._kept["board"] = machine.zeros(self._seats.size, np.uint8)
        for p, one in enumerate(plan.passes):
            self._kept[f"nodes{p}"] = machine.array(one.nodes)
            self._kept[f"sources{p}"] = machine.array(one.sources)
        self._functions = machine.build(boards.kernels(plan.cards, plan.width, plan.actions, self.real))
        self._recorded: dict[int, Callable[[], None]] = {}

    # batches
    def warm(self) -> None:
        """Have the kernels compiled or loaded before the clock runs."""
        self._seats.take((0, 0))
        self.machine.wait()

    def advance(self, iterations: int) -> None:
        """So many boards, and those that are left of the last batch, unless the run is to end there."""
        for first, stop in batches(self._t, iterations, self.most, self.last):
            self._batch(first, stop)
            self._t = stop
        self.machine.wait()
        found = np.zeros(self._kept["visits"].shape, dtype=np.int64)
        self.machine.fetch(self._kept["visits"], found)
        self.machine.send(np.zeros_like(found), self._kept["visits"])
        self.seen[0, 0] += int(found.sum())

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """As `Trainer`, where a batch ends."""
        found = super().next_check(checks, target)
        end = batch_end(found - 1, self.most)
        return end if self.last is None else max(found, min(end, self.last))

    def _batch(self, first: int, stop: int) -> None:
        self.machine.send(self._seats.take((first, stop)), self._kept["board"])
        size = 1 << (stop - first - 1).bit_length()
        if size in self._recorded:
            self._recorded[size]()
        else:
            self._both_passes(size)
            self._recorded[size] = self.machine.record(lambda: self._both_passes(size))
        self._seats.draw(next_batch(stop, self.most, self.last))  # while the machine is busy with these

    def _both_passes(self, size: int) -> None:
        for player, one in enumerate(self._plan.passes):
            for function, levels in zip(self._functions, (one.down, one.up), strict=False):
                for level in levels:
                    self.machine.launch(self._level(function, one, player, level, size))
            self.machine.launch(self._added(player))

    def _level(self, function: Any, one: Pass, player: int, level: Level, size: int) -> Any:
        """A launch of one level on so many boards."""
        group = max(1, min(GROUP, level.count * size // BLOCKS))
        given = self._arguments(player, size)
        given.street, given.first, given.count = level.street, level.first, level.count
        given.group, given.actions = group, level.actions
        call, threads, _ = function
        room = boards.room_of(self._plan.cards, self._plan.width, level.actions, self.real)
        return (call, threads, room), -(-level.count // group) * size, given

    def _added(self, player: int) -> Any:
        return self._functions[2], -(-self._plan.rows.entries // boards.SPAN), self._arguments(player, 1)

    def _arguments(self, player: int, size: int) -> Any:
        given = boards.arguments(self.real.type)()
        at = self.machine.pointer(self._kept["board"])
        for name, (begin, _) in self._seats.parts.items():
            setattr(given, name, at + begin)
        for name in ("vectors", "alive", "regret", "delta", "average", "visits"):
            setattr(given, name, self.machine.pointer(self._kept[name]))
        given.nodes = self.machine.pointer(self._kept[f"nodes{player}"])
        given.sources = self.machine.pointer(self._kept[f"sources{player}"])
        given.entries, given.most, given.batch = self._plan.rows.entries, self.most, size
        given.hands = self._plan.hands
        return given

    # what is learned
    def _fetch(self) -> None:
        """Regrets and averages from the machine's memory."""
        padded = np.empty(self._plan.rows.entries, dtype=self.real)
        for name in ("regret", "average"):
            self.machine.fetch(self._kept[name], padded)
            if getattr(self, name, None) is None:
                setattr(self, name, np.empty(self.entries, dtype=self.real))
            self._plan.rows.take(padded, getattr(self, name))

    def weights(self) -> npt.NDArray[np.float32]:
        """As `PublicRunner`."""
        self._fetch()
        return super().weights()

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """As `PublicRunner`, so that a run goes on on either device."""
        self._fetch()
        return super().tensors()

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """As `PublicRunner`."""
        self._fetch()
        super().restore(tensors, fields)
        padded = np.zeros(self._plan.rows.entries, dtype=self.real)
        for name in ("regret", "average"):
            self._plan.rows.put(getattr(self, name), padded)
            self.machine.send(padded, self._kept[name])
