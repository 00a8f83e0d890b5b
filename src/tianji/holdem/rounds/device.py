"""The last round of a game on a GPU, or in the same tensors on the CPU: all flops at once.

The first round stays with the compiled kernels: it has one board. Everything is checked against them in float64; in
float32 sums differ in the last digits, since they are taken in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji._optional import require as require_package
from tianji.cfr.schedule import SCHEDULES
from tianji.core.memory import require
from tianji.errors import NotApplicableError, UnknownNameError, quote
from tianji.holdem.engine.cpu import CpuBackend, class_means
from tianji.holdem.engine.gates import gate_kind, tremble_of
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import BoardAnswer, Spread, SubgameSolver, answer
from tianji.kernels.constants import RESPONSE, SOLVE
from tianji.kernels.gpu.machine import require_cuda
from tianji.poker.cards import hand_cards
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]
DEVICES = ("cpu", "cuda", "tensors")
WAY_OUT = "use device='cpu', which walks one flop after the other, or a smaller scale"


def check_device(device: str) -> str:
    """`device` as given, when this machine has it.

    "cpu": the compiled kernels. "cuda": a GPU, by PyTorch. "tensors": what the GPU does, on the CPU, to check it.
    """
    if device not in DEVICES:
        raise UnknownNameError(f"device={quote(device)}; expected one of {', '.join(DEVICES)}")
    if device != "cpu":
        if device == "cuda":
            require_cuda()
        require_package("torch", extra="torch", needed_for=f"device={device!r}")
    return device


def require_room(tables: Any, what: str, size: float) -> None:
    """Refuse what does not fit into the memory of a device, before any of it is taken."""
    where = "" if tables.free() is None else " on the device"
    require(f"{what}{where}", size, WAY_OUT, allowed=tables.free())


class TensorBackend(BucketBackend):
    """A `BucketBackend` whose last round is walked in tensors; while it iterates, the cells are there, too."""

    def __init__(
        self,
        game: RoundGame,
        tables: Sequence[npt.NDArray[np.integer]],
        *,
        device: str = "tensors",
        storage: str = "float32",
        threads: int = 1,
        tick: Callable[[], None] | None = None,
    ) -> None:
        require_two_rounds(game, device)
        from tianji.kernels.gpu.cells import Cells as TensorCells

        self.device = check_device(device)
        super().__init__(game, tables, storage=storage, threads=threads, tick=tick)
        self.street = make_street(self, make_tables(self.boards, device, storage))
        require_room(self.street.tables, "a pass over the flops", self.street.pass_bytes())
        shape = (len(self.boards[1]), 2, -1)
        self._shared: Any = TensorCells(self.street, self.buckets[1].reshape(shape)[:, 0], self.cells[1])
        self._row: Any = None  # of the schedule, while learning

    def _empty(self) -> Cells:
        """Arrays that a GPU can read and write at full speed."""
        found = super()._empty()
        if self.device != "cuda":
            return found
        from tianji.kernels.gpu.cells import pinned

        return [(pinned(a.size), pinned(b.size)) for a, b in found]

    def iterate(self, schedule: FloatArray) -> int:
        """CFR for every row of the schedule, players in turn."""
        kept = self.regret[1], self.average[1], self.strategy[1]
        self._shared.load(*kept)
        try:
            return super().iterate(schedule)
        finally:
            self._shared.save(*kept)

    def _pass(self, player: int, row: FloatArray) -> None:
        self._row = row
        try:
            _, values, plans = self.sweep(player, self.strategy, is_learning=True)
        finally:
            self._row = None
        self._learn(0, player, row, values[0], plans[0])

    def is_left(self) -> bool:
        """Whether the work was told to end (`heed`)."""
        return self._is_over is not None and self._is_over()

    def _flops(self, player: int, cells: Cells, is_best: bool, reach: Any, values: Any, plans: Any) -> Any:
        """`[B, C, H]`: a player's values at the roots of all flops; sums into cells are added to values and plans."""
        if self.is_left():
            raise Cancelled
        street, shared, other = self.street, self._shared, 1 - player
        start = street.tables.down(reach)
        if self._row is not None:
            reaches = shared.forward(other, start, shared.strategy[other])
            cfv = street.terminals(player, reaches)
            found = shared.value(player, cfv, shared.strategy[player])
            shared.learn(player, reaches, cfv, self._row)
            return found
        sigma = [street.tables.send(cells[1][p].reshape(-1, self.cells[1])) for p in (0, 1)]
        reaches = shared.forward(other, start, sigma[other])
        if plans.size:
            plans += shared.sums(reaches).cpu().numpy().ravel()
        cfv = street.terminals(player, reaches)
        found = street.value(player, cfv, None) if is_best else shared.value(player, cfv, sigma[player])
        if values.size:
            values += shared.sums(cfv).cpu().numpy().ravel()
        return found

    def _sweep_below(
        self,
        player: int,
        cells: Cells,
        is_best: bool,
        reach: Any,
        values: list[FloatArray],
        plans: list[FloatArray],
    ) -> FloatArray:
        found = self._flops(player, cells, is_best, reach, values[1], plans[1])
        assert self.classes is not None
        return class_means(self.street.tables.total(found).cpu().numpy(), self.classes)

    def board_values(self, player: int, cells: Cells, is_best: bool, reach: FloatArray) -> FloatArray:
        """As `BucketBackend` has it."""
        none = np.zeros(0)
        values = self._flops(player, cells, is_best, reach, none, none)
        found: FloatArray = self.street.tables.up(values).double().cpu().numpy()
        return found


class OnStreet(CpuBackend):
    """A backend of two rounds without buckets whose flops are walked in tensors, which hold their regrets and averages.

    tables: of the flops (`make_tables`); the rest as the backend whose flops they are.
    """

    def __init__(self, tables: Any, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.street = make_street(self, tables)
        require_room(tables, "the game", self.street.kept_bytes() + self.street.pass_bytes())
        self._regret = [self.street.empty(p) for p in (0, 1)]
        self._average = [self.street.empty(p) for p in (0, 1)]

    def _level(self, k: int, is_predictive: bool) -> Any:
        return self._bare_level(k) if k else super()._level(k, is_predictive)

    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any
    ) -> FloatArray:
        """As `CpuBackend` has it."""
        if self._is_over is not None and self._is_over():
            raise Cancelled
        street, other = self.street, 1 - player
        start = street.tables.down(reach)
        if mode == SOLVE:
            found = street.iterate(player, start, self._regret, self._average, coefficients)
        else:
            cfv = street.terminals(player, street.forward(other, start, self._average[other]))
            found = street.value(player, cfv, None if mode == RESPONSE else self._average[player])
        assert self.classes is not None
        return class_means(street.tables.total(found).cpu().numpy(), self.classes)

    def flop_rows(self, player: int) -> Any:
        """`[B, R, H]`: a player's averages on the flops."""
        return self._average[player]


class TensorGame(OnStreet):
    """A `RoundGame` without buckets: every hand of every flop for itself."""

    def __init__(
        self,
        game: RoundGame,
        *,
        device: str = "tensors",
        storage: str = "float32",
        threads: int = 1,
        tables: Any = None,
    ) -> None:
        require_two_rounds(game, device)
        boards: list[list[Any]] = list(game.boards())
        even = np.ones(len(game.hands))
        super().__init__(
            make_tables(boards, check_device(device), storage) if tables is None else tables,
            game.tree(), boards, (even, even), game.cards_left, storage=storage, threads=threads, classes=game.classes,
        )  # fmt: skip


def require_two_rounds(game: RoundGame, device: str) -> None:
    """Refuse a game that does not end on the flop."""
    if game.rounds != 2:
        raise NotApplicableError(
            f"device={device!r} walks games that end on the flop; this one ends on the {game.last}"
        )


def make_tables(boards: Sequence[Sequence[Any]], device: str, storage: str) -> Any:
    """The flops, on a device; boards: as `RoundGame.boards` gives them."""
    from tianji.kernels.gpu.tables import Tables

    (root,), flops = boards
    hands = np.stack([board.combos[0] for board in flops])
    groups = np.stack([np.repeat(np.arange(len(b.groups)), b.groups[:, 1] - b.groups[:, 0]) for b in flops])
    parents = np.stack([board.parents[0][0] for board in flops])
    copies = np.array([board.copies for board in flops], dtype=np.float64)
    where = "cuda" if device == "cuda" else "cpu"
    return Tables(
        hands, groups, parents, hand_cards(), copies, len(root.combos[0]), where, storage == "float64"
    )


def make_street(backend: CpuBackend, tables: Any) -> Any:
    """The last round of a backend on its boards."""
    from tianji.kernels.gpu.street import Street

    return Street(tables, backend.forests[1])


def require_solve(street: Any, what: str) -> None:
    """Refuse to solve all roots of a street at once where the device has no room for it."""
    from tianji.kernels.gpu.gates import gate_bytes

    require_room(street.tables, what, street.kept_bytes() + street.pass_bytes() + gate_bytes(street))


class TensorSolver(SubgameSolver):
    """A `SubgameSolver` that solves all flops at once."""

    blueprint: TensorBackend
    piece = 10**9

    def solve_many(
        self,
        boards: Sequence[int],
        gate: Technique,
        iterations: int,
        spread: Spread,
        tell: Callable[[float], None],
        method: str = "cfr+",
    ) -> list[BoardAnswer]:
        """All flops behind their gates; then what each came to."""
        if list(boards) != list(range(len(self.blueprint.boards[1]))):
            raise NotApplicableError(
                "tensors solve all flops at once; begin this row anew, in another folder"
            )
        given, found = self._solve_all(gate, SCHEDULES[method].rows(1, iterations + 1), tell)

        def answer_of(b: int) -> BoardAnswer:
            ours, theirs, w, alt, wide = (part[b] for part in given)
            entries, cbv, reply = (part[b] for part in found)
            return answer(self._flops, b, gate, (ours, theirs, w, alt, wide), (entries, cbv, reply))

        return spread(boards, answer_of)

    def _solve_all(
        self, gate: Technique, schedule: FloatArray, tell: Callable[[float], None]
    ) -> tuple[list[FloatArray], list[FloatArray]]:
        """What is given to the gates and what they find, as `answer` wants it; `[B, C, H]` each."""
        from tianji.kernels.gpu.gates import DeviceGate, solve

        street, backend, everywhere = self.blueprint.street, self.blueprint, slice(None)
        tables = street.tables
        require_solve(street, "solving all flops")
        ours, theirs, w = self._entrants
        alt, spread = self._flops.payoffs(everywhere, gate, w)
        parts = [tables.take(x) for x in (w, alt, spread, theirs)]
        gates = DeviceGate(gate_kind(gate), parts[0], parts[1], parts[2], parts[3], tremble_of(gate))

        def goes_on(t: int) -> bool:
            tell(t / len(schedule))
            return not backend.is_left()

        found = solve(street, self.seat, gates, tables.take(ours), schedule, goes_on)
        if found is None:
            raise Cancelled
        cbv, entries, reply = (tables.up(x).cpu().numpy() for x in found[:3])
        return [ours, theirs, w, alt, spread], [entries, cbv, reply]

    @cached_property
    def _entrants(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        return self._flops.entrants(slice(None))
