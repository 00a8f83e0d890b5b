"""What a re-solve returns: the new strategy and the numbers that say how good it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tianji.core.strategy import FloatArray, Strategy


@dataclass(frozen=True, eq=False)
class CutReport:
    """One subgame, solved again. Arrays are `[K]` over the opponent's entries; values are the opponent's.

    cf_reach: π_{−opponent}(I). cbv: CBV of the blueprint. gift: what the opponent gave up on the way.
    alt_value: the alternative payoff the gadget used, gifts included. cbv_resolved: CBV of the new strategy.
    gadget_value: the gadget game's value to the opponent. gadget_gap: NashConv of the gadget's own answer.
    note: why the blueprint was kept, where it was.
    """

    label: str
    level: str
    entries: list[str]
    cf_reach: FloatArray
    cbv: FloatArray
    gift: FloatArray
    alt_value: FloatArray
    cbv_resolved: FloatArray
    gadget_value: float
    gadget_gap: float
    seconds: float
    note: str = ""

    @property
    def margin(self) -> FloatArray:
        """M(I) = CBV of the blueprint − CBV of the new strategy; ≥ 0 everywhere is safe."""
        return self.cbv - self.cbv_resolved

    @property
    def reach_margin(self) -> FloatArray:
        """M_r(I) = M(I) + gifts; ≥ 0 everywhere is safe, too."""
        return self.margin + self.gift

    @property
    def slack(self) -> float:
        """How much the whole game's exploitability may rise because the gadget was not solved to the end."""
        return self.gadget_gap * float(self.cf_reach.sum())

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        arrays = ("cf_reach", "cbv", "gift", "alt_value", "cbv_resolved", "margin", "reach_margin")
        return {
            "label": self.label,
            "level": self.level,
            "entries": self.entries,
            **{name: getattr(self, name).tolist() for name in arrays},
            "gadget_value": self.gadget_value,
            "gadget_gap": self.gadget_gap,
            "seconds": self.seconds,
            "note": self.note,
        }


@dataclass(frozen=True, eq=False)
class Report:
    """What was done and what it brought.

    Exploitability is the re-solving player's own loss against a best response, relative to the game's value
    (`value` is his; `value_error` bounds what is not known of it: 0 when an LP found it).
    """

    game: str
    technique: str
    payoffs: str
    gifts: str | float
    solver: str
    player: int
    refine: str | None
    value: float
    value_error: float
    exploitability_before: float
    exploitability_after: float
    cuts: list[CutReport] = field(repr=False)
    seconds: float
    is_safe: bool

    @property
    def min_margin(self) -> float:
        """The smallest margin over all subgames and entries; nan when nothing was solved."""
        return _smallest([cut.margin for cut in self.cuts])

    @property
    def min_reach_margin(self) -> float:
        """The smallest reach margin."""
        return _smallest([cut.reach_margin for cut in self.cuts])

    @property
    def gadget_gap(self) -> float:
        """Σ over subgames of NashConv of the gadget × reach: what unfinished solving may cost in the whole game."""
        return sum(cut.slack for cut in self.cuts)

    @property
    def claim(self) -> str:
        """What is guaranteed, in words."""
        if self.is_safe:
            return f"safe up to the gadgets' gap of {self.gadget_gap:.2g}"
        return "no guarantee against the blueprint's exploitability"

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: one row of the command line's table, and the subgames."""
        return {
            "technique": self.technique,
            "payoffs": self.payoffs,
            "gifts": self.gifts,
            "refine": self.refine,
            "solver": self.solver,
            "player": self.player,
            "value": self.value,
            "exploitability_before": self.exploitability_before,
            "exploitability": self.exploitability_after,
            "min_margin": self.min_margin,
            "min_reach_margin": self.min_reach_margin,
            "gadget_gap": self.gadget_gap,
            "is_safe": self.is_safe,
            "seconds": self.seconds,
            "cuts": [cut.to_dict() for cut in self.cuts],
        }

    def __str__(self) -> str:
        kinds = [self.payoffs, *([f"gifts {self.gifts}"] if self.gifts != "none" else [])]
        kinds += [f"refined by {self.refine}"] if self.refine else []
        lines = [
            f"{self.game}: {self.technique} ({', '.join(kinds)}), player {self.player}, "
            f"{len(self.cuts)} subgame{'s' * (len(self.cuts) != 1)}",
            f"exploitability {self.exploitability_before:.6f} → {self.exploitability_after:.6f}; {self.claim}",
            f"smallest margin {self.min_margin:.6f}, reach margin {self.min_reach_margin:.6f}; {self.seconds:.2f} s",
        ]
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Result:
    """A full strategy with the new subgame strategies spliced in, and the report."""

    strategy: Strategy
    report: Report


def _smallest(arrays: list[FloatArray]) -> float:
    joined = np.concatenate(arrays) if arrays else np.empty(0)
    return float(joined.min()) if joined.size else float("nan")
