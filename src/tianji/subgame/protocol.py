"""The Subgame protocol: all that solving again needs to know of a subgame, and the figures that it leaves.

A subgame is seen by the player who solves it again. The opponent enters it through K infosets, the *entries*. What a
strategy is (slot vectors, vectors over hands) is the implementation's affair: callers hand it in, and get it back from
`Patch.apply`. `gadget.SequenceSubgame` is the one for compiled games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, overload

import numpy as np

from tianji.core.result import Result, html_table
from tianji.core.strategy import FloatArray, Strategy
from tianji.run.clock import NO_LIMITS, Clock
from tianji.run.limits import Limits
from tianji.run.stopping import Stop
from tianji.subgame.payoffs import Payoffs, margin, reach_margin
from tianji.subgame.technique import Technique

S = TypeVar("S")


class Patch(Protocol[S]):
    """A subgame's answer: opaque but for `apply`; it pickles, so that it may be found elsewhere."""

    def apply(self, strategy: S) -> S:
        """The whole strategy with the answer in it; what was given is not changed."""


@dataclass(frozen=True, eq=False)
class Answer(Generic[S]):
    """What solving a subgame again gave.

    patch: the resolver's new strategy. value: the gadget's worth to the opponent, as chance deals in it: per unit of
    Σ cf_reach, and of one entry for maxmargin. gap: NashConv of the gadget's answer; half of it is what `until` asks
    for. stopped: why it ended, "exact" for a linear program. opponent: the opponent's part of the equilibrium where the
    gadget deals as the blueprint does (unsafe), else None.
    """

    patch: Patch[S]
    value: float
    gap: float
    stopped: str = "exact"
    opponent: Patch[S] | None = None


class Subgame(Protocol[S]):
    """A subgame with its trunk's reach folded in, as the resolving player sees it."""

    @property
    def entries(self) -> Sequence[str]:
        """`[K]`: the opponent's infosets at the top, S_top, as texts: his hands, in poker."""

    @property
    def cf_reach(self) -> FloatArray:
        """`[K]`: π_{−opponent}(I) of each: chance and the resolver's blueprint; 0 for a hand that nobody can hold."""

    def best_values(self, strategy: S) -> FloatArray:
        """`[K]`: CBV(I), what the entries are worth to an opponent who plays best below, normalised by `cf_reach`.

        Where that is 0, any finite number: no figure looks at it.
        """

    def resolve(
        self, payoffs: Payoffs, technique: Technique, limits: Limits = NO_LIMITS, stop: Stop = None
    ) -> Answer[S] | None:
        """The technique's answer; None where the blueprint's opponent never comes, so that unsafe has no odds.

        Of the limits, iterations and until are this subgame's; the seconds are the caller's, who tells by `stop`.
        """


def solve_again(
    subgame: Subgame[S],
    strategy: S,
    payoffs: Payoffs,
    technique: Technique,
    limits: Limits = NO_LIMITS,
    stop: Stop = None,
    *,
    label: str = "",
    level: str = "",
) -> tuple[Answer[S] | None, CutReport]:
    """Solve one subgame again and measure the answer at its entries: the one path of `solve_all` and nested play."""
    clock = Clock()
    answer = subgame.resolve(payoffs, technique, limits, stop)
    if answer is None:
        why = "the blueprint's opponent never comes here, so unsafe solving has no odds; kept as it is"
        return None, kept(label, level, why, clock)
    return answer, CutReport(
        label=label,
        level=level,
        entries=list(subgame.entries),
        cf_reach=subgame.cf_reach,
        cbv=payoffs.cbv,
        gift=payoffs.gift,
        alt_value=payoffs.alt,
        cbv_resolved=subgame.best_values(answer.patch.apply(strategy)),
        gadget_value=answer.value,
        gadget_gap=answer.gap,
        seconds=clock.seconds,
        stopped=answer.stopped,
    )


def kept(label: str, level: str, note: str, clock: Clock | None = None) -> CutReport:
    """The report of a subgame in which the blueprint was kept, and why."""
    none = np.empty(0)
    seconds = 0.0 if clock is None else clock.seconds
    return CutReport(label, level, [], none, none, none, none, none, 0.0, 0.0, seconds, note=note)


@dataclass(frozen=True, eq=False)
class CutReport(Result):
    """One subgame, solved again. Arrays are `[K]` over the opponent's entries; values are the opponent's.

    cf_reach: π_{−opponent}(I). cbv: CBV of the blueprint. gift: what the opponent gave up on the way.
    alt_value: the alternative payoff the gadget used, gifts included. cbv_resolved: CBV of the new strategy.
    gadget_value: the gadget game's value to the opponent. gadget_gap: NashConv of the gadget's own answer.
    stopped: why solving ended: "exact", "until", "iterations", … note: why the blueprint was kept, where it was.
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
    stopped: str = ""
    note: str = ""

    @property
    def margin(self) -> FloatArray:
        """M(I) = CBV of the blueprint − CBV of the new strategy; ≥ 0 everywhere is safe."""
        return margin(self.cbv, self.cbv_resolved)

    @property
    def reach_margin(self) -> FloatArray:
        """M_r(I) = M(I) + gifts; ≥ 0 everywhere is safe, too."""
        return reach_margin(self.cbv, self.cbv_resolved, self.gift)

    @property
    def gadget_exploitability(self) -> float:
        """NashConv / 2 of the gadget's own answer: what `until` asks for."""
        return self.gadget_gap / 2

    @property
    def slack(self) -> float:
        """How much the player's loss in the whole game may rise because the gadget was not solved to the end."""
        return self.gadget_gap * float(self.cf_reach.sum())

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        margins = {"margin": self.margin.tolist(), "reach_margin": self.reach_margin.tolist()}
        return {**super().to_dict(), **margins, "gadget_exploitability": self.gadget_exploitability}


@dataclass(frozen=True, eq=False)
class SubgameReport(Result):
    """What was done and what it brought.

    A *loss* is the re-solving player's own, against a best response and relative to the game's value: exp(σ_i) of
    Brown & Sandholm (2017), section 3. `value` is his; `value_error` bounds what is not known of it: 0 when an LP
    found it. All three are nan when the work was stopped before the value was known. nash_conv and exploitability
    (NashConv / 2) are those of the whole new profile, the opponent's part as the blueprint has it. stopped: "exact"
    when every gadget was solved exactly, "until", "iterations", "seconds", "interrupted" or "cancelled"; subgames
    that were not reached then keep the blueprint, and their `note` says so.
    """

    game: str
    method: Technique
    player: int
    value: float
    value_error: float
    loss_before: float
    loss_after: float
    nash_conv: float
    cuts: list[CutReport] = field(repr=False)
    seconds: float
    stopped: str = "exact"

    @property
    def technique(self) -> str:
        """The technique's name."""
        return self.method.name

    @property
    def payoffs(self) -> str:
        """The kind of alternative payoffs."""
        return self.method.payoffs

    @property
    def gifts(self) -> str | float:
        """How gifts were counted."""
        return self.method.gifts

    @property
    def refine(self) -> str | float | None:
        """Which equilibrium of the gadget was chosen."""
        return self.method.refine

    @property
    def solver(self) -> str:
        """What solved the gadgets."""
        return self.method.solver

    @property
    def is_safe(self) -> bool:
        """Whether the theory promises a loss no larger than the blueprint's, up to the gadgets' gap."""
        return self.method.is_safe

    @property
    def exploitability(self) -> float:
        """NashConv / 2 of the whole new profile."""
        return self.nash_conv / 2

    @property
    def exploitability_before(self) -> float:
        """The older name of `loss_before`: the player's own loss, not NashConv / 2."""
        return self.loss_before

    @property
    def exploitability_after(self) -> float:
        """The older name of `loss_after`: the player's own loss, not NashConv / 2."""
        return self.loss_after

    @property
    def min_margin(self) -> float:
        """The smallest margin over all subgames and entries; nan when nothing was solved."""
        return _smallest([cut.margin[cut.cf_reach > 0] for cut in self.cuts])

    @property
    def min_reach_margin(self) -> float:
        """The smallest reach margin."""
        return _smallest([cut.reach_margin[cut.cf_reach > 0] for cut in self.cuts])

    @property
    def gadget_gap(self) -> float:
        """Σ over subgames of NashConv of the gadget × reach: what unfinished solving may cost in the whole game."""
        return sum(cut.slack for cut in self.cuts)

    @property
    def claim(self) -> str:
        """What is guaranteed, in words."""
        if self.is_safe:
            return f"safe up to the gadgets' gap of {self.gadget_gap:.2g}"
        return "no guarantee against the blueprint's loss"

    def row(self) -> dict[str, Any]:
        """The main figures: one row of a table of techniques."""
        names = (
            "technique", "payoffs", "gifts", "refine", "solver", "loss_after", "nash_conv", "exploitability",
            "min_margin", "min_reach_margin", "gadget_gap", "is_safe", "stopped", "seconds",
        )  # fmt: skip
        safety = {"keep_blueprint_safety": self.method.keep_blueprint_safety}
        return {"title": str(self.method)} | {name: getattr(self, name) for name in names} | safety

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: the figures, and the subgames."""
        about = {
            name: getattr(self, name) for name in ("game", "player", "value", "value_error", "loss_before")
        }
        return about | self.row() | {"cuts": [cut.to_dict() for cut in self.cuts]}

    def __str__(self) -> str:
        many = f"{len(self.cuts)} subgame{'s' * (len(self.cuts) != 1)}"
        lines = [
            f"{self.game}: {self.method}, player {self.player}, {many}",
            f"loss {self.loss_before:.6f} → {self.loss_after:.6f}; {self.claim}",
            f"smallest margin {self.min_margin:.6f}, reach margin {self.min_reach_margin:.6f}; {self.seconds:.2f} s",
        ]
        return "\n".join(lines)


Report = SubgameReport  # its name before; `tianji.run.Report` says where work stands


@dataclass(frozen=True, eq=False)
class SubgameResult(Result):
    """A full strategy with the new subgame strategies spliced in, and the report."""

    strategy: Strategy
    report: SubgameReport

    @property
    def stopped(self) -> str:
        """Why the work ended."""
        return self.report.stopped

    def to_dict(self) -> dict[str, Any]:
        """The report's figures; the strategy is saved by `strategy.save`."""
        return self.report.to_dict()


@dataclass(frozen=True, eq=False)
class TechniqueComparison(Result, Sequence[SubgameReport]):
    """Several techniques on the same blueprint and the same subgames: a sequence of reports, and their table.

    stopped: "" when every row was solved to its end; else why the rows after the last one are missing.
    """

    reports: list[SubgameReport]
    stopped: str = ""

    @overload
    def __getitem__(self, place: int) -> SubgameReport: ...

    @overload
    def __getitem__(self, place: slice) -> list[SubgameReport]: ...

    def __getitem__(self, place: int | slice) -> SubgameReport | list[SubgameReport]:
        return self.reports[place]

    def __len__(self) -> int:
        return len(self.reports)

    def __iter__(self) -> Iterator[SubgameReport]:
        return iter(self.reports)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: what all rows share, and a row a technique."""
        about: dict[str, Any] = {}
        if self.reports:
            first = self.reports[0]
            levels = list(dict.fromkeys(cut.level for cut in first.cuts))
            about = {
                "game": first.game,
                "level": ", ".join(levels),
                "subgames": len(first.cuts),
                "player": first.player,
                "value": first.value,
                "loss_before": first.loss_before,
            }
        return about | {"rows": [report.row() for report in self.reports], "stopped": self.stopped}

    def _repr_html_(self) -> str:
        """A notebook's view."""
        names = ("title", "loss_after", "min_margin", "gadget_gap", "is_safe", "seconds")
        rows = [[report.row()[name] for name in names] for report in self.reports]
        return html_table(names, rows, caption="techniques")


def _smallest(arrays: list[FloatArray]) -> float:
    joined = np.concatenate(arrays) if arrays else np.empty(0)
    return float(joined.min()) if joined.size else float("nan")
