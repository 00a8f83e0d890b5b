"""`Hardening` on a GPU: batches of boards, on each the rivers that the CPU walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.blueprint.device.plan import DevicePlan, IntArray, Level
from tianji.holdem.blueprint.device.runner import SEATS, batches, next_batch
from tianji.holdem.blueprint.device.seats import SeatsAhead
from tianji.holdem.blueprint.river.learner import Hardening, pots_in_doubt, river_roots
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.tree import LAST, FlatTree
from tianji.holdem.engine.machines import room_of
from tianji.kernels.gpu import boards, rivers
from tianji.kernels.poker.public_chance import LEAST
from tianji.run.checkpoint import Tensors

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

MOST = 16  # boards of a batch: of so many it learns once, and has learned more of twice as many batches
SURE = 0.01  # big blinds: rivers cost less here, beside the trunk
GROUP = 8  # decisions, or rivers, that a block takes at most
BLOCKS = 2048  # of a launch: from so many on it takes several


class RiverPlan(DevicePlan):
    """What a machine is to hold: both players' passes at once, and what answers best on the river."""

    def __init__(self, tree: FlatTree, counts: IntArray, cards: int) -> None:
        super().__init__(tree, counts, cards, rivers=True)
        roots, places = river_roots(tree), self.places
        self.roots = np.array(
            [
                (n, *(x for p in places for x in (p.above[n], p.reach[n])), k)
                for k, n in enumerate(roots.tolist())
            ],
            dtype=np.int32,
        ).reshape(-1, rivers.ROOT)
        self.answers = max(int(((tree.street == LAST) & (tree.player == p)).sum()) for p in (0, 1))

    def bytes(self, most: int, real: np.dtype[Any]) -> int:
        """As `DevicePlan`, of both passes."""
        more = self.vectors * self.width * real.itemsize + 4 * self.reaches + self.answers * self.width
        return super().bytes(most, real) + most * more + self.roots.nbytes + 16 * len(self.roots)


class DeviceHardening(Hardening):
    """`Hardening` by a machine of `kernels.gpu.machine`, whole batches of boards in every launch.

    Boards, their weights and the rivers that are walked are those of the CPU, one for one. Strategies stay as they are
    for a batch; with one board a batch that is the CPU's hardening. most: boards of a batch, or as many as the memory
    holds. last: the board the run is to end at, where a batch is cut short.
    """

    usual_sure = SURE

    def __init__(
        self,
        blueprint: Blueprint,
        dealer: Dealer,
        seed: int,
        threads: int,
        groups: int | None = None,
        sure: float | None = None,
        *,
        machine: Any,
        most: int = MOST,
        real: Any = np.float32,
        last: int | None = None,
    ) -> None:
        self.machine, self.most, self.real, self.last = machine, most, np.dtype(real), last
        self.device = str(machine.kind)
        super().__init__(blueprint, dealer, seed, threads, groups, sure)

    def _make_room(self) -> None:
        machine, dealer = self.machine, self.dealer
        counts = np.array(self.counts, dtype=np.int64)
        self._plan = plan = RiverPlan(self.tree, counts, len(dealer.deck) - int(dealer.sizes[0]))
        self.most = plan.fitting(self.most, room_of(machine), self.real)
        self._seats = SeatsAhead(dealer, self.seed, self.most, plan, self.real, min(self.threads, SEATS))
        entries = plan.rows.entries
        self._kept = {name: machine.zeros(entries, self.real) for name in ("regret", "delta", "average")}
        self._send()
        self._kept["visits"] = machine.zeros(boards.COUNTERS, np.int64)
        self._kept["board"] = machine.zeros(self._seats.size, np.uint8)
        self._kept["best"] = machine.zeros(plan.answers * self.most * plan.width, np.uint8)
        self._kept["roots"] = machine.array(plan.roots)
        self._kept["pots"] = machine.array(pots_in_doubt(self.blueprint, self.sure)[plan.roots[:, 0]])
        self._kept["walks"] = machine.zeros(len(plan.roots), np.int64)
        ones = np.zeros((self.most, plan.width), dtype=self.real)
        ones[:, : plan.hands] = 1
        for p, one in enumerate(plan.passes):
            alive = np.zeros((plan.reaches, self.most), dtype=np.int32)
            alive[0] = 1
            self._kept[f"alive{p}"] = machine.array(alive)
            self._kept[f"vectors{p}"] = machine.zeros(plan.vectors * self.most * plan.width, self.real)
            machine.send(ones.ravel(), self._kept[f"vectors{p}"][: ones.size])
            self._kept[f"nodes{p}"] = machine.array(one.nodes)
            self._kept[f"sources{p}"] = machine.array(one.sources)
        texts = rivers.kernels(plan.cards, plan.width, plan.actions, self.real)
        self._functions = dict(zip(texts, machine.build(list(texts.values())), strict=True))
        self._recorded: dict[int, Callable[[], None]] = {}

    # batches
    def _learn(self, boards: int) -> None:
        """So many boards, and those that are left of the last batch, unless the run is to end there."""
        if not boards:
            self._seats.take((0, 0))
            return
        for first, stop in batches(self.t, boards, self.most, self.last):
            self._batch(first, stop)
            self.t = stop
        self.machine.wait()

    def _batch(self, first: int, stop: int) -> None:
        self.machine.send(self._seats.take((first, stop)), self._kept["board"])
        size = 1 << (stop - first - 1).bit_length()
        if size not in self._recorded:
            self._recorded[size] = self.machine.record(lambda: self._steps(size))
        self._recorded[size]()
        self._seats.draw(next_batch(stop, self.most, self.last))  # while the machine is busy with these

    def _steps(self, size: int) -> None:
        """Both ranges down to the rivers that are walked; there, for either player, the best answer, and to learn."""
        for p in (0, 1):
            self._launch("play_down", p, size, on_river=False)
        self._launch_draw(size)
        for learner in (0, 1):
            other = 1 - learner
            self._launch("play_down", other, size)
            self._launch("answer_up", other, size)
            self._launch("choose_down", learner, size)
            self._launch("learn_up", learner, size)
        span = -(-self._plan.rows.entries // boards.SPAN)
        self.machine.launch((self._functions["add_delta"], span, self._arguments(0, size)))

    def _launch(self, name: str, player: int, size: int, on_river: bool = True) -> None:
        """All levels of a player's pass, on the river or before it."""
        one, plan = self._plan.passes[player], self._plan
        call, threads, room = self._functions[name]
        for level in one.down if name.endswith("_down") else one.up:
            if (level.street == LAST) != on_river:
                continue
            given = self._arguments(player, size)
            if name == "play_down":
                given.least = LEAST if on_river else 0.0
                given.average = given.average if on_river else None
            if name in boards.NAMES:
                room = boards.room_of(plan.cards, plan.width, level.actions, self.real)
            self._level(given, level, size)
            self.machine.launch(((call, threads, room), -(-level.count // given.group) * size, given))

    def _level(self, given: Any, level: Level, size: int) -> None:
        given.street, given.first, given.count = level.street, level.first, level.count
        given.group = max(1, min(GROUP, level.count * size // BLOCKS))
        given.actions = level.actions

    def _launch_draw(self, size: int) -> None:
        given = rivers.draw_arguments(self.real.type)()
        for name in ("roots", "pots", "vectors0", "vectors1", "alive0", "alive1", "walks"):
            setattr(given, name, self.machine.pointer(self._kept[name]))
        self._seat(given, ("weights", "live"))
        given.seed = int(self.seed.astype(np.int64))
        given.most, given.batch, given.hands = self.most, size, self._plan.hands
        given.count = len(self._plan.roots)
        given.group = max(1, min(GROUP, given.count * size // BLOCKS))
        self.machine.launch((self._functions["draw_rivers"], -(-given.count // given.group) * size, given))

    def _seat(self, given: Any, names: tuple[str, ...]) -> None:
        at = self.machine.pointer(self._kept["board"])
        for name in names:
            setattr(given, name, at + self._seats.parts[name][0])

    def _arguments(self, player: int, size: int) -> Any:
        given = boards.arguments(self.real.type)()
        self._seat(given, tuple(self._seats.parts))
        for name in ("regret", "delta", "average", "visits", "best"):
            setattr(given, name, self.machine.pointer(self._kept[name]))
        for name in ("vectors", "alive", "nodes", "sources"):
            setattr(given, name, self.machine.pointer(self._kept[f"{name}{player}"]))
        given.entries, given.most, given.batch = self._plan.rows.entries, self.most, size
        given.hands = self._plan.hands
        return given

    # what is learned
    def _send(self) -> None:
        """Regrets and averages into the machine's memory; before the river the blueprint's, which stay."""
        padded = np.zeros(self._plan.rows.entries, dtype=self.real)
        for name, given in (("regret", self.regret + self.steps), ("average", self.average)):
            self._plan.rows.put(given, padded)
            self.machine.send(padded, self._kept[name])

    def _fetch(self) -> None:
        """Regrets and averages of the river from the machine's memory."""
        padded, found = np.empty(self._plan.rows.entries, self.real), np.empty(self.regret.size, self.real)
        for name in ("regret", "average"):
            self.machine.fetch(self._kept[name], padded)
            self._plan.rows.take(padded, found)
            setattr(self, name, found.astype(np.float32))
        self.regret -= self.steps

    def _take(self, regret: npt.NDArray[np.float32], average: npt.NDArray[np.float32]) -> None:
        super()._take(regret, average)
        self._send()

    @property
    def walks(self) -> IntArray:
        """As `Hardening`."""
        some, found = np.empty(len(self._plan.roots), dtype=np.int64), self._walked.copy()
        self.machine.fetch(self._kept["walks"], some)
        found[self._plan.roots[:, 0]] += some
        return found

    def _refine(self, stage: int) -> None:
        """As `Hardening`."""
        self._fetch()
        super()._refine(stage)

    def _leave_room(self) -> None:
        self._recorded.clear()
        self._kept.clear()

    def weights(self) -> npt.NDArray[np.float32]:
        """As `Hardening`."""
        self._fetch()
        return super().weights()

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """As `Hardening`, so that a run goes on on either device."""
        self._fetch()
        return super().tensors()
