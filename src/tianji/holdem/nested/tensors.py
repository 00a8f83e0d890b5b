"""All flops at once, in tensors: what `forest`, `prepared` and `gated` do on one flop after the other.

Arrays have an axis for the flops before the others, `[B, L, H]`; hands are those of each flop by strength.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.gates import gate_kind, tremble_of
from tianji.holdem.nested.forest import FloatArray, FlopForest, SolvedForest
from tianji.holdem.nested.gated import GatedRounds
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.tree import Carved
from tianji.holdem.rounds.device import OnStreet, require_room, require_solve
from tianji.holdem.rounds.entries import Entries
from tianji.holdem.rounds.subgames import MARGIN_EDGES
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique


class Flops:
    """All flops, as `forest.Flop` is one; goes_on: told how much of all parts of a solve is done, whether to go on."""

    def __init__(self, tables: Any, goes_on: Callable[[float], bool]) -> None:
        self.xp, self.tables, self._goes_on = tables.xp, tables, goes_on
        self._part, self._parts = 0, 1

    def begin(self, part: int, parts: int) -> None:
        """Told which part of a solve begins: shares are of the whole."""
        self._part, self._parts = part, parts

    def goes_on(self, share: float) -> bool:
        """Tell how much of this part is done; whether to go on."""
        return self._goes_on((self._part + share) / self._parts)

    def down(self, rows: FloatArray) -> Any:
        """`[B, C, H′]` of `[C, H]`, in what the passes reckon in."""
        return self.tables.down(rows)

    def given(self, entries: Entries, b: int, gate: Technique) -> Sequence[Any]:
        """What the gates on all flops are told by the trunk, `[B, C, H′]` each."""
        ours, theirs, w = entries.entrants(slice(None))
        parts = (ours, theirs, w, *entries.payoffs(slice(None), gate, w))
        return [self.tables.take(part) for part in parts]

    def meets(self, reach: Any) -> Any:
        """`[B, L, H′]`: how much of a range each hand can meet."""
        return self.tables.meets(reach)

    def wide(self, rows: Any) -> Any:
        """In float64."""
        return rows.double()

    def send(self, matrix: FloatArray) -> Any:
        """A matrix to multiply rows by."""
        return self.tables.send(matrix)

    def total(self, values: Any, hands: int) -> FloatArray:
        """`[C, H]`: summed over all flops and those that are equal to them by suit."""
        found: FloatArray = self.tables.total(values).cpu().numpy()
        return found

    def counts(self, margins: Any, w: Any) -> FloatArray:
        """The weight of the hands by the bins of `MARGIN_EDGES`; likewise summed."""
        edges = self.xp.tensor(MARGIN_EDGES, dtype=self.xp.float64, device=w.device)
        bins = self.xp.searchsorted(edges, margins.contiguous(), side="right")
        weight = w * self.tables.copies[:, None, None]
        found: FloatArray = (
            self.xp.bincount(bins.flatten(), weight.flatten(), len(edges) + 1).cpu().numpy().astype(float)
        )
        return found


class TensorForest(FlopForest):
    """The betting below some roots on all flops; storage and device are those of the tables."""

    def __init__(self, carved: Carved, tables: Any) -> None:
        from tianji.kernels.gpu.street import Street

        super().__init__(carved)
        self.street: Any = Street(tables, self.forest)

    def empty(self, player: int, flop: Any) -> Any:
        """`[B, R, H]` of zeros."""
        rows = self.forest.slots[player] - self.forest.roots
        require_room(self.street.tables, "a strategy on all flops", rows * self.street.tables.row_bytes)
        return self.street.empty(player)

    def reach(self, player: int, rows: Any, start: Any) -> Any:
        """`[B, Q, H]`: a player's reach of all slots; start: `[B, L, H]` at the roots."""
        return self.street.forward(player, start.to(self.street.real), rows)

    def best_values(self, flop: Any, player: int, rows: Any, start: Any) -> Any:
        """`[B, Q, H]`: as `FlopForest` has it."""
        require_room(self.street.tables, "a best response on all flops", self.street.pass_bytes())
        found = self.street.terminals(player, self.reach(1 - player, rows, start))
        self.street.value(player, found, None)
        return found

    def solve(
        self,
        flop: Any,
        seat: int,
        gate: Technique,
        ours: Any,
        theirs: Any,
        w: Any,
        alt: Any,
        schedule: FloatArray,
        spread: Any = None,
    ) -> SolvedForest:
        """Every root of every flop behind its own gate."""
        from tianji.kernels.gpu.gates import DeviceGate, slacks, solve

        require_solve(self.street, f"solving {self.street.forest.roots} subgames a flop")
        none = flop.xp.zeros((), dtype=w.dtype, device=w.device) if spread is None else spread
        gates = DeviceGate(gate_kind(gate), w, alt, none, theirs, tremble_of(gate))
        found = solve(self.street, seat, gates, ours, schedule, lambda t: flop.goes_on(t / len(schedule)))
        if found is None:
            raise Cancelled
        left = float(flop.tables.copies @ slacks(gates, ours, found))
        return SolvedForest((found.rows[0], found.rows[1]), found.entries, found.cbv, found.reply, left)


class TensorPrepared(Prepared):
    """Strategies on all flops as tensors, `[B, R, H]` a player; its files are those of `Prepared`."""

    tensors: dict[int, Any]

    def flop(self, player: int, b: int) -> Any:
        """`[B, R, H]`: a player's rows on all flops."""
        return self.tensors[player]

    def take(self, backend: CpuBackend) -> None:
        """Fill it from a backend's averages."""
        assert isinstance(backend, OnStreet)
        for p in (0, 1):
            if nodes := self.nodes[0, p]:
                self.rows[0, p][:] = backend.rows(0, 0, p, "average")[self._chosen(backend, 0, nodes)]
        self.tensors = {
            p: backend.flop_rows(p)[:, self._chosen(backend, 1, self.nodes[1, p])] for p in (0, 1)
        }

    def save(self, path: Path) -> None:
        """Write it down."""
        for p, rows in self.tensors.items():
            self.rows[1, p][:] = rows.transpose(0, 1).flatten(1).cpu().numpy()
        super().save(path)

    def send(self, tables: Any) -> None:
        """Put the rows, as they were loaded, onto the device of the tables."""
        shape = (-1, tables.boards, tables.hands)
        parts = [tables.send(np.require(self.rows[1, p], requirements="W")) for p in (0, 1)]
        self.tensors = {p: part.reshape(shape).transpose(0, 1).contiguous() for p, part in enumerate(parts)}


class TensorGated(OnStreet, GatedRounds):
    """A `GatedRounds` whose flops are walked in tensors."""
