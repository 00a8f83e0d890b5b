"""GatedBackend: a tree behind a gate. The opponent's hands come in as the gate lets them, iteration by iteration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.schema import Array, Schema
from tianji.errors import FileFormatError
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.gates import gadget_bounds, gate_kind, tremble_of
from tianji.holdem.engine.memory import Verify
from tianji.holdem.spot.gate import TECHNIQUES, Behind
from tianji.kernels.constants import AVERAGE, COMBINED, MAXMARGIN, RESPONSE, SOLVE, UNSAFE
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]
# The opponent's hands that meet less than this share of what others meet are left out: their values are differences of
# sums, which that storage does not hold so exactly.
RARE = {"float32": 1e-4, "int16": 1e-4, "float64": 1e-9}


@dataclass(frozen=True, eq=False)
class Figures:
    """What a gate is worth, by the opponent's hands `[H]` in the engine's units.

    w: the resolver's range that each meets, 0 where it is left out. entries: the average weights of entering. cbv: his
    best values against the resolver's average, over w. value: the gadget's worth to him; gap: NashConv of the answer.
    """

    w: FloatArray
    entries: FloatArray
    cbv: FloatArray
    value: float
    gap: float


class GatedBackend(CpuBackend):
    """CFR with a gate before the tree: an iteration is the opponent's pass, his choice of entering, and the resolver's.

    The gate's regrets move by the tree's own schedule, and its averages with those of the tree. kind, resolver, w, alt,
    spread, theirs: the gadget, as `kernels.poker.gates` has it, `[1, H]` each; `set_gate` gives them.
    """

    is_one_call = True  # a river's iterations are a single call of a kernel

    def set_gate(
        self,
        technique: Technique,
        resolver: int,
        w: FloatArray,
        alt: FloatArray,
        spread: FloatArray,
        theirs: FloatArray,
    ) -> None:
        """Put the gate there, before the first iteration."""
        self.kind, self.resolver, self.opponent = gate_kind(technique), resolver, 1 - resolver
        self.w, self.alt, self.spread, self.theirs = w, alt, spread, theirs
        self.tremble = tremble_of(technique)
        self.state = np.zeros((2, *w.shape))
        self.entry = np.zeros(w.shape)  # the last weights, which a half-done iteration goes on with
        self.sums = self._first()
        self.count, self.total = 0, 1.0

    def _first(self) -> FloatArray:
        """`[1, H]`: entry weights before any iteration."""
        if self.kind in (UNSAFE, COMBINED):
            return np.array(self.theirs)
        live = self.w > 0
        if self.kind == MAXMARGIN:
            return np.array(live / (np.where(live, self.w, 1.0) * max(1, int(live.sum()))))
        return np.where(live, 0.5, 0.0)

    @property
    def entries(self) -> FloatArray:
        """`[H]`: the average entry weights."""
        found: FloatArray = self.sums[0] / self.total
        return found

    def _warm(self) -> None:
        from tianji.kernels.poker.gates import enter

        super()._warm()
        if len(self.levels) == 1:
            self._on_board(np.zeros((0, 6)), self.sums, is_measured=False)
        w, row = np.zeros((1, 1)), np.zeros(6)
        enter(self.kind, 1, row, w, w, w, w, w, 0.0, np.zeros((2, 1, 1)), w)

    def iterate(self, schedule: FloatArray) -> int:
        """An iteration for every row of the schedule, the opponent first; how many were finished."""
        if self.is_one_call and len(self.levels) == 1:
            self._on_board(schedule, self.sums, is_measured=False)
            return len(schedule)
        for done, row in enumerate(schedule):
            if done and self._is_asked_to_leave():
                return done
            try:
                if self._pause is None or self._pause.player == self.opponent:
                    self._enter(self.run(self.opponent, SOLVE, row), row)
                self.run_against(self.entry[0], self.resolver, SOLVE, row)
            except Cancelled:
                return done
        return len(schedule)

    def _enter(self, values: FloatArray, row: FloatArray) -> None:
        """The opponent's hands choose again, knowing what entering has brought them."""
        from tianji.kernels.poker.gates import enter

        self.count += 1
        enter(
            self.kind, self.count, row, self.w, values[None], self.alt, self.spread, self.theirs, self.tremble,
            self.state, self.entry,
        )  # fmt: skip
        before = 0.0 if self.count == 1 else float(row[AVERAGE])
        self.sums = before * self.sums + self.entry
        self.total = before * self.total + 1

    def _on_board(
        self, schedule: FloatArray, sums: FloatArray, is_measured: bool
    ) -> tuple[FloatArray, FloatArray]:
        """Iterations on the only board there is, in one call; best values `[H]` as `responses`, if they are asked for.

        sums: of the entry weights, changed in place.
        """
        from tianji.kernels.poker.gates import solve_board

        self._require_checked(0, 0, 1)
        scratch, none, nothing = self._scratches[0].get()
        ours = self.ranges[self.resolver][None].astype(self.real)
        entry, w = self.entry.astype(self.real), self.w
        best, reply = np.zeros(w.shape), np.zeros((1, len(self.ranges[self.resolver])))
        self.total = solve_board(
            self.levels[0], 0, self.resolver, self.kind, ours, self.theirs, w, self.alt, self.spread,
            self.tremble, schedule, scratch, none, nothing, self.state, entry, sums, self.count,
            self.total, is_measured, best, reply,
        )  # fmt: skip
        self._scratches[0].put((scratch, none, nothing))
        self.count, self.entry = self.count + len(schedule), entry.astype(np.float64)
        return best[0], reply[0]

    def responses(self) -> tuple[FloatArray, FloatArray]:
        """`[H]` each: the opponent's best values against the resolver's average, and the resolver's against his."""
        if self.is_one_call and len(self.levels) == 1:
            return self._on_board(np.zeros((0, 6)), self.sums.copy(), is_measured=True)
        row = np.zeros(6)
        best = self.run(self.opponent, RESPONSE, row)
        return best, self.run_against(self.entries, self.resolver, RESPONSE, row)

    def tensors(self, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
        """The gate's averages besides; and its regrets, where a run is to go on."""
        found = {**super().tensors(is_resumable), "gate/entries": self.entries}
        if is_resumable:
            found["gate/state"], found["gate/entry"] = self.state, self.entry
            found["gate/sums"] = self.sums[0]  # entries · total need not be the same to the last bit
            found["gate/count"] = np.array([self.count, self.total])
        return found

    def schema(self, is_resumable: bool) -> Schema:
        """What those tensors must be."""
        found = dict(super().schema(is_resumable).tensors)
        for name, array in GatedBackend.tensors(self, is_resumable).items():
            if name.startswith("gate/"):
                low = -np.inf if name == "gate/state" else 0.0
                is_new = name == "gate/sums"  # older run files have none
                found[name] = Array("float", array.shape, low, dtype=array.dtype, is_optional=is_new)
        return Schema(found)

    def use(
        self,
        tensors: Mapping[str, npt.NDArray[Any]],
        is_resumable: bool = False,
        where: str = "the file",
        verify: Verify | None = None,
    ) -> None:
        """Take what `tensors` gave as memory."""
        super().use(tensors, is_resumable, where, verify)
        if is_resumable:
            self.count, self.total = int(tensors["gate/count"][0]), float(tensors["gate/count"][1])
            if not self.total >= 1:  # each iteration adds 1 to what is left of those before it
                raise FileFormatError(
                    f"{where}: averages behind a gate weigh 1 or more, not {self.total:g}; start without resuming"
                )
            self.state, self.entry = (np.array(tensors[f"gate/{name}"]) for name in ("state", "entry"))
        else:
            self.total = 1.0
            if verify is not None:
                verify("gate/entries", 0, self.w.size)
        exact = tensors.get("gate/sums") if is_resumable else None
        self.sums = (self.total * np.array(tensors["gate/entries"]) if exact is None else np.array(exact))[
            None
        ]


class GatedSpot(GatedBackend):
    """A spot behind a user's `Gate`. `ranges` stay those of the spot, by which its values are told.

    The gate holds more hands of the opponent's than his range, if it is given alternatives for them.
    """

    def __init__(self, behind: Behind, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.behind, self.gate = behind, behind.gate
        combos = self.boards[0][0].combos[self.gate.opponent]
        w = self.met(self.gate.opponent)
        met = np.where(w >= RARE[self.storage] * w.max(initial=0.0), w, 0.0)[None]
        alt, spread, theirs = (row[combos][None] for row in behind.marks)
        self.set_gate(TECHNIQUES[self.gate.technique], self.gate.player, met, alt, spread, theirs)

    def figures(self) -> Figures:
        """How good the average answer is: both players' best responses in the gadget."""
        cbv, reply = self.responses()
        entries, under = self.entries, -self.ranges[self.resolver] @ reply
        w, alt = self.w[0], self.alt[0]
        best, least, _ = gadget_bounds(
            self.kind, w, alt, self.spread[0], self.theirs[0], entries, cbv, np.array(under), self.tremble
        )
        each = np.divide(cbv, w, out=np.zeros_like(cbv), where=w > 0)
        return Figures(w, entries, each, float(best), max(0.0, float(best - least)))
