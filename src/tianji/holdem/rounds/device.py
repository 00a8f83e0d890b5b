"""The rounds after the first on a GPU, or in the same tensors on the CPU: all flops at once, and their turns.

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
from tianji.holdem.engine.machines import open_machine
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.gpu.turns import WAY_OUT, TurnPiece, Turns, in_cells
from tianji.holdem.rounds.gpu.walk import TurnWalk
from tianji.holdem.rounds.subgames import BoardAnswer, Spread, SubgameSolver, answer
from tianji.kernels.constants import AVERAGE, RESPONSE, SOLVE
from tianji.kernels.gpu.machine import require_cuda
from tianji.poker.cards import hand_cards
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]
DEVICES = ("cpu", "cuda", "tensors")
NO_VALUE = "leave its value out (value_iterations=0): means of both seats do not need it"


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


def require_room(tables: Any, what: str, size: float, way_out: str = WAY_OUT) -> None:
    """Refuse what does not fit into the memory of a device, before any of it is taken."""
    where = "" if tables.free() is None else " on the device"
    require(f"{what}{where}", size, way_out, allowed=tables.free())


class TensorBackend(BucketBackend):
    """A `BucketBackend` whose later rounds are walked in tensors; while it iterates, their cells are there, too.

    piece: bytes that the turns of some flops may take at a time (`gpu.turns.PIECE`).
    """

    def __init__(
        self,
        game: RoundGame,
        tables: Sequence[npt.NDArray[np.integer]],
        *,
        device: str = "tensors",
        storage: str = "float32",
        threads: int = 1,
        tick: Callable[[], None] | None = None,
        piece: float | None = None,
    ) -> None:
        from tianji.kernels.gpu.cells import CellMemory
        from tianji.kernels.gpu.cells import Cells as TensorCells

        self.device = check_device(device)
        super().__init__(game, tables, storage=storage, threads=threads, tick=tick)
        self.street = make_street(self, make_tables(self.boards, device, storage))
        require_room(self.street.tables, "a pass over the flops", self.street.pass_bytes())
        self.shared: Any = TensorCells(self.street, self._held(1), self.cells[1])
        self.turns: Turns | None = None
        self._memory: list[Any] = [CellMemory(self.street, self.cells[1])]
        if game.rounds == 3:
            given = self.forests[2], self.street.tables, game.cards_left[1] + 4, piece
            self.turns = Turns(self.boards, *given, self._held(2), self.cells[2])
            self._memory.append(CellMemory(self.turns.pieces[0].street, self.cells[2]))
        self._row: Any = None  # of the schedule, while learning
        self.machine: Any = None  # of the generated kernels that solve subgames on turns; None: in tensors
        if self.turns is not None and self.street.tables.is_fast:
            self.machine = open_machine()
        self._walks: dict[int, TurnWalk] = {}  # by piece

    def _held(self, k: int) -> npt.NDArray[np.int32]:
        """`[B, H]`: the buckets of the hands of round k."""
        return self.buckets[k].reshape(len(self.boards[k]), 2, -1)[:, 0]

    def _empty(self) -> Cells:
        """Arrays that a GPU can read and write at full speed."""
        found = super()._empty()
        if self.device != "cuda":
            return found
        from tianji.kernels.gpu.cells import pinned

        return [(pinned(a.size), pinned(b.size)) for a, b in found]

    def iterate(self, schedule: FloatArray) -> int:
        """CFR for every row of the schedule, players in turn."""
        kept = list(zip(self.regret[1:], self.average[1:], self.strategy[1:], strict=True))
        for memory, arrays in zip(self._memory, kept, strict=True):
            memory.load(*arrays)
        try:
            return super().iterate(schedule)
        finally:
            for memory, arrays in zip(self._memory, kept, strict=True):
                memory.save(*arrays)

    def _pass(self, player: int, row: FloatArray) -> None:
        self._row = row
        try:
            _, values, plans = self.sweep(player, self.strategy, is_learning=True)
        finally:
            self._row = None
        self._learn(0, player, row, values[0], plans[0])

    def walk(self, piece: TurnPiece) -> TurnWalk | None:
        """A piece's turns by generated kernels, made when first asked for; None where there is no machine for them."""
        if self.machine is not None and piece.number not in self._walks:
            flops = self.boards[1]
            turns = range(flops[piece.flops.start].below[0], flops[piece.flops.stop - 1].below[1])
            given = (
                self.machine,
                self.forests[2],
                self.levels[2],
                self.boards[2],
                turns,
                piece.street.tables,
                piece.cells,
            )
            self._walks[piece.number] = TurnWalk(*given)
        return self._walks.get(piece.number)

    def is_left(self) -> bool:
        """Whether the work was told to end (`heed`)."""
        return self._is_over is not None and self._is_over()

    def sent(self, cells: Cells) -> list[list[Any]]:
        """Cells of the rounds after the first on the device, `[rows, K]` by round and player."""
        send = self.street.tables.send
        return [[send(part.reshape(-1, self.cells[k])) for part in cells[k]] for k in range(1, len(cells))]

    def _flops(
        self, player: int, cells: Cells, is_best: bool, reach: Any, values: list[Any], plans: list[Any]
    ) -> Any:  # fmt: skip
        """`[B, C, H]`: a player's values at the roots of all flops.

        values, plans: by round after the first; sums into cells are added to them, unless they have no room.
        """
        if self.is_left():
            raise Cancelled
        is_learning = self._row is not None
        sigma = [memory.strategy for memory in self._memory] if is_learning else self.sent(cells)
        start = self.street.tables.down(reach)
        found, sums = self._both_ways(player, start, sigma, is_best, is_learning or values[0].size > 0)
        for k, (plan, value) in enumerate(sums):
            if is_learning:
                self._memory[k].learn(player, plan, value, self._row)
            else:
                plans[k] += plan.cpu().numpy().ravel()
                values[k] += value.cpu().numpy().ravel()
        return found

    def _both_ways(
        self, player: int, start: Any, sigma: Sequence[Sequence[Any]], is_best: bool, is_counted: bool
    ) -> tuple[Any, list[tuple[Any, Any]]]:
        """Values at the roots of all flops; by round, where counted, sums of the other's plans and of the values."""
        street, shared, other, sums = self.street, self.shared, 1 - player, []
        reach = shared.forward(other, start, sigma[0][other])
        cfv = street.terminals(player, reach)
        if self.turns is not None:
            below: list[Any] = [0.0, 0.0]
            visit = in_cells(player, sigma[1], is_best, below if is_counted else None, self.walk)
            add_turns(self, self.turns, player, reach, cfv, visit, self.is_left)
            sums = [(below[0], below[1])] if is_counted else []
        found = street.value(player, cfv, None) if is_best else shared.value(player, cfv, sigma[0][player])
        return found, [(shared.sums(reach), shared.sums(cfv)), *sums] if is_counted else []

    def _sweep_below(
        self,
        player: int,
        cells: Cells,
        is_best: bool,
        reach: Any,
        values: list[FloatArray],
        plans: list[FloatArray],
    ) -> FloatArray:
        found = self._flops(player, cells, is_best, reach, values[1:], plans[1:])
        assert self.classes is not None
        return class_means(self.street.tables.total(found).cpu().numpy(), self.classes)

    def board_values(self, player: int, cells: Cells, is_best: bool, reach: FloatArray) -> FloatArray:
        """As `BucketBackend` has it."""
        none = [np.zeros(0)]
        values = self._flops(player, cells, is_best, reach, none, none)
        found: FloatArray = self.street.tables.up(values).double().cpu().numpy()
        return found


def add_turns(
    backend: CpuBackend, turns: Turns, player: int, reach: Any, cfv: Any, visit: Any, is_over: Callable[[], bool]
) -> None:  # fmt: skip
    """What a player wins on the turns is added to his values on the flops, `[B, slots, H]`; reach: the opponent's."""
    chances = [turns.flops.put(slots).long() for slots in backend.forests[1].chances]
    found = turns.values(reach[:, chances[1 - player]], visit, is_over)
    cfv.index_add_(1, chances[player], (found / backend.cards_left[1]).to(cfv.dtype))


class OnStreet(CpuBackend):
    """A backend without buckets whose flops, and turns after them, are walked in tensors, which hold their memory.

    tables: of the flops (`make_tables`); the rest as the backend whose flops they are.
    """

    def __init__(self, tables: Any, *args: Any, piece: float | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.street = make_street(self, tables)
        self.turns: Turns | None = None
        streets = [self.street]
        if len(self.boards) == 3:
            self.turns = Turns(self.boards, self.forests[2], tables, self.cards_left[1] + 4, piece)
            streets += [piece.street for piece in self.turns.pieces]
        room = sum(street.kept_bytes() for street in streets)
        room += max(street.pass_bytes() for street in streets)
        require_room(tables, "the game", room, WAY_OUT if self.turns is None else NO_VALUE)
        kept = [[[street.empty(p) for p in (0, 1)] for street in streets] for _ in range(2)]
        self._regrets, self._averages = kept  # by street and player
        self._regret, self._average = self._regrets[0], self._averages[0]

    def _level(self, k: int, is_predictive: bool) -> Any:
        return self._bare_level(k) if k else super()._level(k, is_predictive)

    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any
    ) -> FloatArray:
        """As `CpuBackend` has it."""
        if self._is_over is not None and self._is_over():
            raise Cancelled
        street, other, is_learning = self.street, 1 - player, mode == SOLVE
        strategy = self._regret if is_learning else self._average
        added = (self._average[other], float(coefficients[AVERAGE])) if is_learning else ()
        reached = street.forward(other, street.tables.down(reach), strategy[other], *added)
        cfv = street.terminals(player, reached)
        if self.turns is not None:
            visit = self._visit(player, mode, coefficients)
            add_turns(self, self.turns, player, reached, cfv, visit, lambda: False)  # all learn, or none
        if is_learning:
            found = street.learn(player, cfv, self._regret[player], coefficients)
        else:
            found = street.value(player, cfv, None if mode == RESPONSE else self._average[player])
        assert self.classes is not None
        return class_means(street.tables.total(found).cpu().numpy(), self.classes)

    def _visit(self, player: int, mode: int, coefficients: FloatArray) -> Any:
        """A player's pass over the turns of a piece."""

        def visit(piece: TurnPiece, start: Any) -> Any:
            street, k = piece.street, 1 + piece.number
            regret, average = self._regrets[k], self._averages[k]
            if mode == SOLVE:
                return street.iterate(player, start, regret, average, coefficients)
            cfv = street.terminals(player, street.forward(1 - player, start, average[1 - player]))
            return street.value(player, cfv, None if mode == RESPONSE else average[player])

        return visit

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
        piece: float | None = None,
    ) -> None:
        boards: list[list[Any]] = list(game.boards())
        even = np.ones(len(game.hands))
        super().__init__(
            make_tables(boards, check_device(device), storage) if tables is None else tables,
            game.tree(), boards, (even, even), game.cards_left, piece=piece, storage=storage, threads=threads,
            classes=game.classes,
        )  # fmt: skip


def make_tables(boards: Sequence[Sequence[Any]], device: str, storage: str) -> Any:
    """The flops, on a device; boards: as `RoundGame.boards` gives them."""
    from tianji.kernels.gpu.tables import Tables

    (root,), flops = boards[:2]
    hands = np.stack([board.combos[0] for board in flops])
    groups = np.zeros(hands.shape, dtype=np.int64)  # hands are not shown where more cards are to come
    if len(boards) == 2:
        shown = [board.groups for board in flops]
        groups = np.stack([np.repeat(np.arange(len(g)), g[:, 1] - g[:, 0]) for g in shown])
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
