"""GateReport: what solving again behind a gate promises, hand by hand; and the alternatives that a solve leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tianji.core.result import Result
from tianji.core.schema import Schema, listed, number
from tianji.errors import FileFormatError
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.engine.gated import Figures, GatedSpot
from tianji.holdem.spot.spot import Spot
from tianji.holdem.spot.tree import PLAYERS
from tianji.kernels.constants import MAXMARGIN
from tianji.poker.cards import hand_names

_FIGURES = Schema(
    fields={"w": listed(number(0)), "entries": listed(number(0)), "cbv": listed(number())}
    | {"value": number(), "gap": number(0)}
)


@dataclass(frozen=True, eq=False)
class GateReport(Result):
    r"""How much worse off the opponent is for the new strategy, and how exactly its gadget was solved. In chips.

        margin(j) = alternative(j) + gift(j) − CBV(j)

    player: who solved again; opponent: the other. table: by the opponent's hand, its alternative (gift, spread), CBV
    (his best against the new strategy, counted as `Solution.ev` counts), margin, and enter: the average probability of
    entering (of being the hand that is chosen for maxmargin; a weight for unsafe and combined). least_margin: the
    smallest, of `least_hand`; where it is at least 0 the new strategy loses no more than the old one, whatever the
    opponent does. value: the gadget's worth to the opponent: of his EV for resolve and unsafe, minus the least margin
    for maxmargin. gap: NashConv of the gadget's answer, twice `Solution.exploitability`. left_out: hands that hardly
    meet the resolver's range, too rare for the storage to value.
    """

    player: str
    opponent: str
    technique: str
    least_margin: float
    least_hand: str
    value: float
    gap: float
    gap_pct: float
    left_out: int
    table: HandTable

    @property
    def margins(self) -> dict[str, float]:
        """The margin of every hand of the opponent's."""
        return {row["hand"]: row["margin"] for row in self.table.rows()}

    @property
    def entries(self) -> dict[str, float]:
        """How often each hand enters."""
        return {row["hand"]: row["enter"] for row in self.table.rows()}

    @property
    def cbv(self) -> dict[str, float]:
        """What the opponent's best is worth against the new strategy, by hand."""
        return {row["hand"]: row["cbv"] for row in self.table.rows()}

    def to_dict(self) -> dict[str, Any]:
        """The main figures, and one dict a hand."""
        found = {name: value for name, value in vars(self).items() if name != "table"}
        return {**found, "hands": self.table.rows()}

    def _repr_html_(self) -> str:
        return super()._repr_html_() + self.table._repr_html_()


def gate_report(spot: Spot, backend: GatedSpot, figures: Figures) -> GateReport:
    """What the figures of a gated solve say, in chips."""
    gate = backend.gate
    half = backend.tree.stake(0, gate.opponent)
    live = figures.w > 0
    hands = backend.boards[0][0].combos[backend.opponent][live]
    columns = {"alternative": gate.alternatives[hands]}
    for name, values in (("gift", gate.gifts[hands]), ("spread", gate.spread[hands])):
        if values.any():
            columns[name] = values
    cbv = figures.cbv[live] + half
    enter = figures.entries[live] * (figures.w[live] if backend.kind == MAXMARGIN else 1.0)
    margin = gate.alternatives[hands] + gate.gifts[hands] - cbv
    columns.update(cbv=cbv, margin=margin, enter=enter)
    theirs = spot.weights[gate.opponent][hands]
    table = HandTable(
        "gate", "", spot.board, PLAYERS[gate.opponent], list(columns), np.asarray(hands, dtype=np.int64), theirs,
        theirs * figures.w[live], np.stack(list(columns.values()), axis=1),
    )  # fmt: skip
    least = int(np.argmin(margin))
    is_ev = backend.kind != MAXMARGIN
    return GateReport(
        PLAYERS[gate.player], PLAYERS[gate.opponent], gate.technique, float(margin[least]), hand_names()[hands[least]],
        figures.value + half * is_ev, figures.gap, 100 * figures.gap / spot.pot, int((~live).sum()), table,
    )  # fmt: skip


def pack_figures(figures: Figures) -> dict[str, Any]:
    """The figures as plain values, for a file."""
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in vars(figures).items()
    }


def unpack_figures(fields: dict[str, Any], backend: GatedSpot, where: str) -> Figures:
    """The figures of a file."""
    _FIGURES.check_fields(fields, where)
    arrays = [np.array(fields[name], dtype=np.float64) for name in ("w", "entries", "cbv")]
    if any(array.shape != backend.entries.shape for array in arrays):
        raise FileFormatError(f"{where}: the gate's figures are of other hands; restore it from a copy")
    return Figures(arrays[0], arrays[1], arrays[2], float(fields["value"]), float(fields["gap"]))
