"""GatedBackend: the rest of a hand after an off-tree bet before the flop, over all flops, solved behind one gate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.schema import Schema
from tianji.errors import FileFormatError
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.gates import gate_kind
from tianji.holdem.engine.memory import Verify
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.subgames import gadget_slack
from tianji.holdem.spot.boards import Board
from tianji.holdem.spot.tree import BettingTree
from tianji.kernels.constants import AVERAGE, RESPONSE, SOLVE
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]


class GatedBackend(CpuBackend):
    """CFR in which the opponent's range at the start is what the gate lets in (`kernels.poker.gates`).

    ours, theirs, w, alt: `[1, H]`, as there. An iteration is the opponent's pass, the gate, the seat's pass.
    """

    def __init__(
        self,
        game: RoundGame,
        tree: BettingTree,
        boards: list[list[Board]],
        seat: int,
        gate: Technique,
        ours: FloatArray,
        theirs: FloatArray,
        w: FloatArray,
        alt: FloatArray,
        *,
        storage: str = "float32",
        threads: int = 1,
    ) -> None:
        self.seat, self.gate = seat, gate
        self.ours, self.theirs, self.w, self.alt = ours, theirs, w, alt
        ranges = [ours[0].copy(), ours[0].copy()]
        ranges[1 - seat] = theirs[0].copy()
        levels: list[list[Any]] = list(boards)
        super().__init__(
            tree, levels, (ranges[0], ranges[1]), game.cards_left, storage=storage, threads=threads,
            classes=game.classes,
        )  # fmt: skip
        # what the gate remembers, its average entry weights so far, and [iterations, sum of weights]
        self.state, self.entries, self.count = np.zeros((2, *w.shape)), np.zeros(w.shape), np.zeros(2)

    def iterate(self, schedule: FloatArray) -> int:
        """As `CpuBackend.iterate`, the opponent first."""
        for done, row in enumerate(schedule):
            try:
                if self._pause is None or self._pause.player != self.seat:
                    self._open(row, self.run(1 - self.seat, SOLVE, row))
                self.run(self.seat, SOLVE, row)
            except Cancelled:
                return done
        return len(schedule)

    def _open(self, row: FloatArray, values: FloatArray) -> None:
        """The gate's turn: the opponent's range is what enters."""
        from tianji.kernels.poker.gates import enter

        weights = np.zeros(self.w.shape)
        self.count[:] = self.count[0] + 1, row[AVERAGE] * self.count[1] + 1
        enter(
            gate_kind(self.gate), int(self.count[0]), row, self.w, values[None], self.alt, np.zeros(self.w.shape),
            self.theirs, self.state, weights,
        )  # fmt: skip
        self.entries *= row[AVERAGE]
        self.entries += weights
        self.ranges[1 - self.seat][:] = weights[0]

    def slack(self) -> float:
        """What is left between both players' best responses in the gadget, in units of reach."""
        row, opponent = np.zeros(6), 1 - self.seat
        now = self.ranges[opponent].copy()
        entries = self.entries / max(self.count[1], 1.0)
        cbv = self.run(opponent, RESPONSE, row)[None]
        try:
            self.ranges[opponent][:] = entries[0]
            reply = self.run(self.seat, RESPONSE, row)[None]
        finally:
            self.ranges[opponent][:] = now
        return gadget_slack(self.gate, self.ours, self.theirs, self.w, self.alt, entries, cbv, reply)

    def evaluate(self) -> tuple[list[float], list[float]]:
        """As values 0 and 0; best responses differ by the gadget's gap, in chips of a hand that gets here."""
        return [0.0, 0.0], [self.slack() / max(float(self.ours[0] @ self.w[0]), 1e-300), 0.0]

    def tensors(self, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
        """The averages, and all else that the solve goes on from."""
        found = super().tensors(is_resumable)
        return {**found, **self._gate()} if is_resumable else found

    def _gate(self) -> dict[str, npt.NDArray[Any]]:
        entry = self.ranges[1 - self.seat]
        return {"state": self.state, "entries": self.entries, "count": self.count, "entry": entry}

    def schema(self, is_resumable: bool) -> Schema:
        """Of the levels; the gate is looked after by `use`."""
        found = super().schema(is_resumable)
        return Schema({name: array for name, array in found.tensors.items() if name not in self._gate()})

    def use(
        self,
        tensors: Mapping[str, npt.NDArray[Any]],
        is_resumable: bool = False,
        where: str = "the file",
        verify: Verify | None = None,
    ) -> None:
        """Take what `tensors` gave."""
        given = dict(tensors)
        for name, own in self._gate().items() if is_resumable else ():
            part = given.pop(name, None)
            is_alike = part is not None and part.shape == own.shape and part.dtype == own.dtype
            if part is None or not is_alike or not np.isfinite(part).all():
                raise FileFormatError(f"{where}: the gate ({name}) does not fit; start without resuming")
            own[:] = part
        super().use(given, is_resumable, where, verify)
