"""TurnSolver: subgames that begin with the turn's card in tensors, all turns of some flops at once.

What is one number a hand of a flop is summed and compared on the CPU, with the functions of `trunk`. The blueprint's
values on the turns are found anew for every row: two passes beside those of a hundred iterations, where keeping them
would take gigabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.engine.gates import gate_kind, gift_factor, tremble_of
from tianji.holdem.rounds.device import TensorBackend, require_solve
from tianji.holdem.rounds.entries import LEAST_WEIGHT
from tianji.holdem.rounds.gpu.turns import TurnPiece, Turns
from tianji.holdem.rounds.subgames import MARGIN_EDGES, BoardAnswer, Spread, SubgameSolver
from tianji.holdem.rounds.trunk import RoundTrunk, Weight, best_values, line_gifts
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]


class GateInputs(NamedTuple):
    """What the gates on the turns of a piece are told, `[turns, C, H]` each in float64; cbv: the blueprint's."""

    ours: Any
    theirs: Any
    w: Any
    alt: Any
    spread: Any
    cbv: Any


class TurnSolver(SubgameSolver):
    """A `SubgameSolver` of three rounds that solves all turns of a piece of the flops at once."""

    blueprint: TensorBackend

    def next_flops(self, done: int) -> range:
        """As `SubgameSolver` has it: the rest of a piece."""
        return range(done, self._turns.piece_of(done).flops.stop)

    def solve_many(
        self,
        boards: Sequence[int],
        gate: Technique,
        iterations: int,
        spread: Spread,
        tell: Callable[[float], None],
        method: str = "cfr+",
    ) -> list[BoardAnswer]:
        """All turns of the piece that the first of these flops is in; then what the flops came to."""
        from tianji.kernels.gpu.gates import DeviceGate, solve

        if self.blueprint.is_left():
            raise Cancelled
        piece, schedule = self._turns.piece_of(boards[0]), SCHEDULES[method].rows(1, iterations + 1)
        require_solve(piece.street, f"solving the turns of {len(piece.flops):,} flops")
        given = self._given(piece, gate)
        gates = DeviceGate(gate_kind(gate), given.w, given.alt, given.spread, given.theirs, tremble_of(gate))

        def goes_on(t: int) -> bool:
            tell(t / len(schedule))
            return not self.blueprint.is_left()

        walk = self.blueprint.walk(piece)
        if walk is None:
            found: Any = solve(piece.street, self.seat, gates, given.ours, schedule, goes_on)
        else:
            found = walk.solve(self.seat, gates, given.ours, schedule, goes_on)
        if found is None:
            raise Cancelled
        answers = self._answers(piece, gates, given, found)
        return [answers[b - piece.flops.start] for b in boards]

    @property
    def _turns(self) -> Turns:
        assert self.blueprint.turns is not None
        return self.blueprint.turns

    @cached_property
    def _sigma(self) -> Any:
        """The seat's cells on the turn, on the device."""
        return self.blueprint.sent(self.cells)[1][self.seat]

    @cached_property
    def _replies(self) -> Any:
        """The opponent's there when he answers best as far as buckets let him."""
        return self.blueprint.sent(self.response)[1][self.trunk.opponent]

    @cached_property
    def _flop(self) -> RoundTrunk:
        """Some flop, for its betting, which is that of all."""
        return RoundTrunk(self.blueprint, self.cells, self.seat, 1, 0, self.trunk)

    @cached_property
    def _reach(self) -> list[Any]:
        """`[B, slots, H]` in float64 by player: his reach of every slot of all flops."""
        from tianji.kernels.gpu.cells import carry_cells

        street, shared, found = self.blueprint.street, self.blueprint.shared, []
        for p in (0, 1):
            start = street.tables.put(self.trunk.reach[p])[:, street.tables.parents].transpose(0, 1)
            reach = start.new_empty(len(start), street.forest.slots[p], start.shape[2])
            reach[:, : street.forest.roots] = start
            sigma = street.tables.put(self.cells[1][p].reshape(-1, shared.count))
            carry_cells(street.infosets[p], street.forest.roots, sigma, shared.buckets, reach)
            found.append(reach)
        return found

    @cached_property
    def _met(self) -> FloatArray:
        """`[B, slots, H]`: what hands of the opponent can meet at every slot of the seat's."""
        found: FloatArray = self.blueprint.street.tables.meets(self._reach[self.seat]).cpu().numpy()
        return found

    @cached_property
    def _parents(self) -> npt.NDArray[np.int64]:
        """`[B, H]`: the places of each flop's hands among all."""
        return np.stack([board.parents[0][0] for board in self.blueprint.boards[1]]).astype(np.int64)

    def _weight(self, piece: TurnPiece) -> Weight:
        """As `RoundTrunk.weight`, on all flops of a piece, `[B, H]`."""
        slots = self.blueprint.forests[1].node_slots
        return lambda n: self._met[piece.part, slots[n][self.seat]]

    def _values(self, piece: TurnPiece, leaves: Any) -> dict[int, FloatArray]:
        """By node of the flop, `[B, H]`: what it is worth to an opponent who plays best; leaves: `[B, C, H]`."""
        after = leaves.cpu().numpy() / self.blueprint.cards_left[1]
        at_line = {line: after[:, c] for c, line in enumerate(self._flop.lines)}
        return best_values(self.blueprint.tree, self._flop.nodes, self.seat, self._weight(piece), at_line)

    def _given(self, piece: TurnPiece, gate: Technique) -> GateInputs:
        """What a technique tells the gates of a piece."""
        from tianji.kernels.gpu.gates import entrants, payoffs

        street, deals, other = piece.street, piece.deals, self.trunk.opponent
        slots = [street.tables.put(rows).long() for rows in self.blueprint.forests[1].chances]
        ours, theirs = (deals.down(self._reach[p][piece.part][:, slots[p]]) for p in (self.seat, other))
        theirs, w = entrants(street.tables, ours, theirs, LEAST_WEIGHT)
        cfv = street.terminals(other, piece.cells.forward(self.seat, ours, self._sigma))
        estimate = None
        if gate.payoffs != "exact":
            estimate = piece.cells.value(other, cfv.clone(), self._replies).double()
        cbv = street.value(other, cfv, None).double()
        gift = None if gate.gifts == "none" else deals.down(self._gifts(piece, gate, cbv))
        alt, spread = payoffs(w, cbv, estimate, gift)
        return GateInputs(ours, theirs, w, alt, spread, cbv)

    def _gifts(self, piece: TurnPiece, gate: Technique, cbv: Any) -> Any:
        """`[B, C, H]`: what is added to payoffs for what the opponent gave up in the rounds before."""
        flop, turns = self._flop, np.diff(piece.spans)
        values = self._values(piece, piece.deals.up(cbv))
        late = line_gifts(self.blueprint.tree, flop.nodes, self.seat, self._weight(piece), values, flop.lines)
        early = self.gifts[:, self._parents[piece.part]][flop.origins]  # `[C, B, H]`, as the others
        factors = [
            np.array([gift_factor(gate, n) for n in count]) for count in (len(self.copies) * turns, turns)
        ]
        found = factors[0][:, None] * early + factors[1][:, None] * late
        return piece.street.tables.put(found).transpose(0, 1)

    def _answers(self, piece: TurnPiece, gates: Any, given: GateInputs, found: Any) -> list[BoardAnswer]:
        """What the flops of a piece came to, as `SubgameSolver.solve` says it."""
        from tianji.kernels.gpu.gates import margins, slacks

        unit, first, left = self.blueprint.game.mbb, piece.spans[:-1], self.blueprint.cards_left[1]
        least, counts = margins(given.w, given.cbv, found.cbv, unit, MARGIN_EDGES)
        gaps = slacks(gates, given.ours, found).cpu().numpy()
        slack = np.add.reduceat(piece.times * gaps, first) / left
        margin = np.minimum.reduceat(least.cpu().numpy(), first)
        shares = np.add.reduceat(piece.times[:, None] * counts.cpu().numpy(), first) / left
        values = self._values(piece, piece.deals.up(found.cbv))
        roots = np.array([values[n] for n in self._flop.roots])
        cbv = np.zeros((len(first), len(roots), len(self.trunk.cards)))
        for b, places in enumerate(self._parents[piece.part]):
            cbv[b][:, places] = roots[:, b]
        return [
            BoardAnswer(cbv[b], float(slack[b]), float(margin[b]) if margin[b] < inf else nan, shares[b])
            for b in range(len(first))
        ]
