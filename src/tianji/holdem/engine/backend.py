"""Backend: what a solve needs of the machine that does the work; and how a spot is put into one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tianji.core.schema import Schema
from tianji.errors import FileFormatError, ParameterError, quote
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.gated import GatedSpot
from tianji.holdem.engine.layout import Forest
from tianji.holdem.engine.memory import Verify
from tianji.holdem.engine.shelf import Shelf
from tianji.holdem.spot.boards import all_boards
from tianji.holdem.spot.gate import Behind
from tianji.holdem.spot.locks import Lock
from tianji.holdem.spot.spot import Spot
from tianji.holdem.spot.tree import BettingTree
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.run.drive import Evaluation

FloatArray = npt.NDArray[np.float64]
MEASURED = 2**20  # bytes of averages: what a file says of itself is measured where that takes a moment
TOLD = "(values and exploitability are as the file tells them: a solve over 1 MiB is not measured when it is opened)"
MEASURE_ERROR = 1e-4  # of the pot: a saved strategy is rounded


class Backend(Protocol):
    """A spot in the memory of some machine: iterate, values, best responses, rows in and out.

    Streets count from the spot's own, k = 0, and boards of a street as `boards[k][b]`; hands of a board come in the
    order of `boards[k][b].combos[player]`. `forests[k]` numbers the betting of a street: a row an action.
    """

    tree: BettingTree
    boards: list[list[Any]]
    forests: list[Forest]
    ranges: tuple[FloatArray, FloatArray]
    cards_left: list[int]
    norm: float
    storage: str
    device: str

    @property
    def average_bytes(self) -> int:
        """The size of a copy of the averages."""

    def make_shelf(self, take: Callable[[int], bool], folder: str | os.PathLike[str] | None = None) -> Shelf:
        """Room for a copy of the averages, in the machine's memory where `take` grants it."""

    def heed(self, is_over: Callable[[], bool] | None) -> None:
        """Ask this now and then inside a pass, and leave early when it says so."""

    def warm(self) -> None:
        """Have kernels compiled or loaded, so that the clock of the work can start."""

    def iterate(self, schedule: FloatArray) -> int:
        """An iteration for every row of the schedule (`cfr.schedule`), players in turn; how many were finished.

        One that was left early is finished first by the next call, which begins with the same row.
        """

    def values(self, mode: int = VALUE) -> list[float]:
        """Each player's value of the average strategies (mode VALUE), or of a best response to them (RESPONSE).

        In chips relative to half the pot. Raises `run.stopping.Cancelled` when told to leave early.
        """

    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: FloatArray
    ) -> FloatArray:
        """`[C, H]`: values at the chance leaves of board b of street k, summed over the next cards.

        reach: `[C, H']`, the opponent's reach there.
        """

    def rows(self, k: int, b: int, player: int, name: str) -> FloatArray:
        """`[rows, H]`: a board's part of `regret`, `average` or `locks`, one row an action."""

    def set_row(self, k: int, b: int, player: int, name: str, row: int, values: npt.NDArray[Any]) -> None:
        """Write one action's `[H]` into a board's part of `regret`, `average` or `locks`."""

    def add_locks(self) -> None:
        """Make room for locked strategies."""

    def add_residues(self) -> None:
        """Add up the averages exactly from now on, in as much memory more as they take."""

    def tensors(self, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
        """What a file keeps of it: the averages, and with `is_resumable` all that an iteration needs."""

    def schema(self, is_resumable: bool) -> Schema:
        """What those tensors must be."""

    def use(
        self,
        tensors: Mapping[str, npt.NDArray[Any]],
        is_resumable: bool = False,
        where: str = "the file",
        verify: Verify | None = None,
    ) -> None:
        """Go on from what `tensors` gave; refuse what does not fit with `FileFormatError`.

        verify: asked before any part of a tensor is used, where the bytes of a file have not been compared yet.
        """

    def close(self) -> None:
        """Let threads and memory go."""


def make_backend(
    spot: Spot,
    *,
    storage: str = "float32",
    is_predictive: bool = False,
    threads: int = 1,
    tick: Callable[[], None] | None = None,
    behind: Behind | None = None,
    machine: Any = None,
) -> CpuBackend:
    """Deal the boards and lay the spot out in memory, locks applied; `tick` is called now and then, and may raise.

    behind: a gate before the spot. machine: what it runs on (`engine.machines`); None is the CPU.
    """
    weights, marks = (spot.weights, []) if behind is None else (behind.weights(spot), behind.marks)
    boards: list[list[Any]] = list(all_boards(spot.cards, weights, spot.is_merged, tick, marks))
    first = boards[0][0]
    ranges = (spot.weights[0][first.combos[0]], spot.weights[1][first.combos[1]])
    left = [48 - len(level[0].cards) for level in boards]
    make: Any = CpuBackend if behind is None else partial(GatedSpot, behind)
    if machine is not None:
        from tianji.holdem.engine.device import DeviceBackend
        from tianji.holdem.engine.gpu.gate import DeviceGatedSpot

        make = (
            partial(DeviceBackend, machine) if behind is None else partial(DeviceGatedSpot, behind, machine)
        )
    backend: CpuBackend = make(
        spot.tree(), boards, ranges, left,
        rake=spot.rake, storage=storage, is_predictive=is_predictive, threads=threads,
    )  # fmt: skip
    if not backend.norm > 0:
        raise ParameterError(f"{spot!r}: every pair of hands shares a card; give ranges that can meet")
    if spot.locks:
        backend.add_locks()
        set_locks(backend, spot, "regret")
    return backend


def set_locks(backend: Backend, spot: Spot, name: str) -> None:
    """Write the locked probabilities where regrets or averages are kept, and what they bind."""
    write_strategies(backend, spot, spot.locks, name)
    for lock in spot.locks:
        for k, b, player, row, combos in _rows_of(backend, spot, lock):
            for a in range(len(lock.probabilities)):
                backend.set_row(k, b, player, "locks", row + a, lock.hands[combos])


def write_strategies(backend: Backend, spot: Spot, locks: Sequence[Lock], name: str) -> None:
    """Write probabilities where regrets or averages are kept; equal up to a factor is all that counts."""
    for lock in locks:
        for k, b, player, row, combos in _rows_of(backend, spot, lock):
            old = backend.rows(k, b, player, name)
            for a, wanted in enumerate(lock.probabilities):
                values = np.where(lock.hands[combos], wanted[combos], old[row + a])
                backend.set_row(k, b, player, name, row + a, values)


def _rows_of(
    backend: Backend, spot: Spot, lock: Lock
) -> Iterator[tuple[int, int, int, int, npt.NDArray[np.int64]]]:
    """Street, board, player, first row and hands of every place that a lock is of."""
    node = backend.tree.nodes[lock.place.node]
    k = node.street - backend.tree.street
    row = int(backend.forests[k].action_slot[lock.place.node] - backend.forests[k].roots)
    for b, board in enumerate(backend.boards[k]):
        if tuple(board.cards[len(spot.cards) :]) == lock.place.cards:
            yield k, b, node.player, row, board.combos[node.player]


def measure(backend: Backend, spot: Spot) -> Evaluation:
    """Exploitability in chips: the mean of both players' best-response gains, in the gate's gadget where there is one.

    Without rake the players' values cancel, and are left out.
    """
    if spot.locks:
        set_locks(backend, spot, "average")
    if isinstance(backend, GatedSpot):
        gap = backend.figures().gap
        return Evaluation([], gap, gap / 2)
    values = backend.values(VALUE) if spot.rake[0] else []
    nash_conv = max(0.0, sum(backend.values(RESPONSE)) - sum(values))
    return Evaluation(values, nash_conv, nash_conv / 2)


def require_figures(
    backend: Backend, spot: Spot, values: Sequence[float] | None, gap: float | None, where: str, is_read: bool
) -> str:
    """Refuse a value or an exploitability that a file tells and its strategies do not have; a note of what is told.

    A large solve is not measured, as that takes long; what no strategy could have is refused there too.
    """
    if isinstance(backend, GatedSpot):
        return ""
    _require_possible(spot, values, gap, where)
    if not is_read or backend.average_bytes > MEASURED:
        return TOLD
    real = [] if values is None else [v + backend.tree.stake(0, p) for p, v in enumerate(backend.values())]
    pairs = list(zip(values or [], real, strict=True))
    pairs += [] if gap is None else [(gap, measure(backend, spot).exploitability)]
    for told, found in pairs:
        if abs(told - found) > MEASURE_ERROR * spot.pot + 1e-3 * abs(found):
            raise FileFormatError(
                f"{where!r} says {told:.6g} where its strategies give {found:.6g}; restore it from a copy"
            )
    return ""


def _require_possible(spot: Spot, values: Sequence[float] | None, gap: float | None, where: str) -> None:
    """Refuse figures that no strategy has: values that do not share the pot, a gain of more than all chips."""
    slack, low = MEASURE_ERROR * spot.pot, spot.pot - (spot.rake[1] if spot.rake[0] else 0)
    is_fine = values is None or (
        len(values) == 2
        and low - slack <= sum(values) <= spot.pot + slack
        and min(values) >= -spot.stack - slack
    )
    if not is_fine or (gap is not None and gap > spot.pot + 2 * spot.stack):
        raise FileFormatError(
            f"{where!r} tells values {quote(values)} and an exploitability of {gap}, which no strategy has with "
            f"a pot of {spot.pot:g} and a stack of {spot.stack:g}; restore it from a copy"
        )
