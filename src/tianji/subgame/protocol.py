"""The Subgame protocol: all that solving again needs to know of a subgame, whatever it is made of.

A subgame is seen by the player who solves it again. The opponent enters it through K infosets, the *entries*. What a
strategy is (slot vectors, vectors over hands) is the implementation's affair: callers hand it in, and get it back from
`Patch.apply`. `sequence.SequenceSubgame` is the one for compiled games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.run.clock import NO_LIMITS, Clock
from tianji.run.limits import Limits
from tianji.run.stopping import Stop
from tianji.subgame.payoffs import Payoffs
from tianji.subgame.report import CutReport
from tianji.subgame.technique import Technique

S = TypeVar("S")


class Patch(Protocol[S]):
    """A subgame's answer: opaque but for `apply`; it pickles, so that it may be found elsewhere."""

    def apply(self, strategy: S) -> S:
        """The whole strategy with the answer in it; what was given is not changed."""


@dataclass(frozen=True, eq=False)
class Answer(Generic[S]):
    """What solving a subgame again gave.

    patch: the resolver's new strategy. value: the gadget's worth to the opponent. gap: NashConv of the gadget's
    answer; half of it is what `until` asks for. stopped: why it ended, "exact" for a linear program. opponent: the
    opponent's part of the equilibrium where the gadget deals as the blueprint does (unsafe), else None.
    """

    patch: Patch[S]
    value: float
    gap: float
    stopped: str = "exact"
    opponent: Patch[S] | None = None


class Subgame(Protocol[S]):
    """A subgame with its trunk's reach folded in, as the resolving player sees it."""

    @property
    def entries(self) -> list[str]:
        """`[K]`: the opponent's infosets at the top, S_top, as texts."""

    @property
    def cf_reach(self) -> FloatArray:
        """`[K]`: π_{−opponent}(I) of each: chance and the resolver's blueprint."""

    def best_values(self, strategy: S) -> FloatArray:
        """`[K]`: CBV(I), what the entries are worth to an opponent who plays best below, normalised by `cf_reach`."""

    def resolve(
        self, payoffs: Payoffs, technique: Technique, limits: Limits = NO_LIMITS, stop: Stop = None
    ) -> Answer[S] | None:
        """The technique's answer; None where the blueprint's opponent never comes, so that unsafe has no odds."""


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
        entries=subgame.entries,
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
