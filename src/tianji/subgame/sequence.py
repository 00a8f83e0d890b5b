"""SequenceSubgame: a subgame of a compiled game, solved again by a gadget, a linear program, or regret minimisation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tianji.cfr.solve import solve as solve_game
from tianji.core.strategy import FloatArray
from tianji.errors import TianjiError
from tianji.evaluate.lp import solve_lp
from tianji.evaluate.response import deviation_gains
from tianji.flat.sequence import FlatGame
from tianji.run.clock import NO_LIMITS
from tianji.run.limits import Limits
from tianji.run.stopping import Stop
from tianji.subgame.distributional import solve_random
from tianji.subgame.frame import Frame
from tianji.subgame.gadget import Gadget, maxmargin_gadget, resolve_gadget, unsafe_gadget
from tianji.subgame.payoffs import Payoffs
from tianji.subgame.program import solve_by_program
from tianji.subgame.protocol import Answer
from tianji.subgame.technique import Technique

LP_SIZE = 200_000  # merged terminals of a gadget above which "auto" iterates instead
ITERATIONS = 10_000
ENOUGH = (
    1e-6  # exploitability of a gadget that iterates with no stop given, relative to the range of its payoffs
)

Vectors = Sequence[FloatArray]


@dataclass(frozen=True, eq=False)
class SequenceSubgame:
    """A `Subgame` whose strategies are one `[Q]` vector a player of the whole game.

    opponent_plan: `[Q]`, the opponent's plan in the whole game: the odds of unsafe solving.
    """

    frame: Frame
    opponent_plan: FloatArray

    @property
    def entries(self) -> list[str]:
        """`[K]`: the opponent's infosets of S_top."""
        return self.frame.names

    @property
    def cf_reach(self) -> FloatArray:
        """`[K]`: π_{−opponent} of each."""
        return self.frame.cf_reach

    def best_values(self, strategy: Vectors) -> FloatArray:
        """`[K]`: CBV of the entries."""
        return self.frame.best_values(self.frame.plan(self.frame.resolver, strategy[self.frame.resolver]))

    def resolve(
        self, payoffs: Payoffs, technique: Technique, limits: Limits = NO_LIMITS, stop: Stop = None
    ) -> Answer[Vectors] | None:
        """By the program, the random payoffs' solver, or the gadget game that the technique names."""
        frame, r, o = self.frame, self.frame.resolver, self.frame.opponent
        if technique.is_random or technique.is_program:
            return self._in_units(payoffs, technique, limits, stop)
        gadget = self._gadget(payoffs, technique)
        if gadget is None:
            return None
        vectors, stopped = solve_gadget(gadget.flat, technique.solver, self._limits(limits), stop)
        values, gains = deviation_gains(gadget.flat, vectors)
        mine, theirs = (frame.patch(p, gadget.to_frame(p, vectors[p])) for p in (r, o))
        is_unsafe = technique.gadget == "unsafe"
        return Answer(mine, values[o], max(0.0, sum(gains)), stopped, theirs if is_unsafe else None)

    @property
    def unit(self) -> float:
        """The largest payoff, by size."""
        return float(np.abs(self.frame.gain).max(initial=0.0)) or 1.0

    def _limits(self, limits: Limits) -> Limits:
        """When a gadget that iterates ends if nobody says."""
        if limits.iterations is None and limits.until is None:
            return replace(limits, iterations=ITERATIONS, until=ENOUGH * self.unit)
        return limits

    def _in_units(
        self, payoffs: Payoffs, technique: Technique, limits: Limits, stop: Stop
    ) -> Answer[Vectors]:
        """Linear and convex programs judge by absolute tolerances, so the largest payoff is their unit."""
        unit = self.unit
        frame, payoffs = replace(self.frame, gain=self.frame.gain / unit), payoffs.scaled(1.0 / unit)
        if technique.is_random:
            until = None if limits.until is None else limits.until / unit
            found = solve_random(frame, payoffs, technique.solver, replace(limits, until=until), stop)
            return replace(found, value=unit * found.value, gap=unit * found.gap)
        strategy, value, gap = solve_by_program(frame, payoffs, technique)
        return Answer(frame.patch(frame.resolver, strategy), unit * value, unit * gap)

    def _gadget(self, payoffs: Payoffs, technique: Technique) -> Gadget | None:
        if technique.gadget == "unsafe":
            return unsafe_gadget(self.frame, self.opponent_plan)
        return (maxmargin_gadget if technique.is_maxmargin else resolve_gadget)(self.frame, payoffs.alt)


def solve_gadget(
    flat: FlatGame, solver: str, limits: Limits, stop: Stop = None
) -> tuple[list[FloatArray], str]:
    """An answer of a gadget by the solver asked for, and why it stopped."""
    if solver == "lp" or (solver == "auto" and len(flat.payoff) <= LP_SIZE):
        try:
            return solve_lp(flat)[0], "exact"
        except TianjiError:
            if solver == "lp":
                raise
    # too large for the LP, or the LP met numerical trouble: "auto" iterates, and the gap says how far it got
    found = solve_game(
        flat, "pcfr+" if solver == "auto" else solver, merge=False, threads=1,
        iterations=limits.iterations, until=limits.until, stop=stop,
    )  # fmt: skip
    return flat.from_strategy(found.strategy), found.stopped
