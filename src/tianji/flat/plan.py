"""plan: how large a game is, before the walk; counted when small, estimated by stratified probes when not."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from tianji.core.arguments import checked
from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.memory import free_bytes, size_text
from tianji.core.result import Result
from tianji.core.walk import DEEP, Line, Walk
from tianji.errors import TianjiError, TooLargeError

WALK_BYTES_PER_TERMINAL = 250  # peak of compile and solve together, measured: benchmarks/scaling.py
HISTORIES_PER_SECOND = 150_000
PROBE_STATES = 60_000  # states that all probes together may ask the rules for
SURE = 50  # a game that fits this many times over needs no better estimate
LITTLE = 2**24  # bytes; to ask the system whether there are as many takes longer than to compile Kuhn poker


@dataclass(frozen=True)
class Plan(Result):
    """The size of a game and what it needs, known or estimated before it is compiled.

    `exact` says whether the whole tree was counted within the budget; otherwise the counts are the mean of stratified
    probes, and `low` and `high` bound the histories as the spread of the probes has it (four standard errors). `high`
    is infinite when lines of play are too long to be probed to their end, or when more was counted than the probes
    have: then the counts are what was seen. No probe sees a large subtree among a thousand small ones that begin alike.
    """

    histories: float
    terminals: float
    exact: bool
    bytes_needed: int
    bytes_free: int
    seconds: float
    low: float = 0.0
    high: float = math.inf

    @property
    def fits(self) -> bool:
        """Whether compile and solve fit in the memory that is free now."""
        return self.bytes_needed <= self.bytes_free

    @property
    def size(self) -> str:
        """The counts in words; an estimate says how far it may be off, and a bound that it is one."""
        counts = f"{self.histories:,.0f} histories, {self.terminals:,.0f} terminals"
        if self.exact:
            return counts
        if self.high == math.inf:
            return f"at least {counts}"
        counts = f"about {_rounded(self.histories)} histories, {_rounded(self.terminals)} terminals"
        if self.high <= 1.2 * self.low:
            return counts
        return f"{counts} (between {_rounded(self.low)} and {_rounded(self.high)} histories)"

    def to_dict(self) -> dict[str, Any]:
        """The sizes, and whether they fit."""
        return {**super().to_dict(), "fits": self.fits}

    def __str__(self) -> str:
        verdict = "fits" if self.fits else "does not fit"
        about = "" if self.exact else "about "
        text = f"{self.size}; {about}{size_text(self.bytes_needed)} of {size_text(self.bytes_free)} free: {verdict}"
        if not self.fits:
            text += "; use a sampling method (--method external), which keeps no tree, or smaller parameters"
        return text


def _rounded(count: float) -> str:
    """Three digits of an estimate: more would be a lie.

    >>> _rounded(294883.4), _rounded(1.234e30)
    ('295,000', '1.23e+30')
    """
    if count >= 1e15:
        return f"{count:.3g}"
    return f"{float(f'{count:.3g}'):,.0f}"


@checked
def plan(
    game: Game[Any, Any],
    *,
    budget: int = 20_000,
    probes: int = 100,
    seed: int = 0,
    max_bytes: int | None = None,
) -> Plan:
    """Count the game within `budget` histories; past that, estimate it by stratified probes.

    A probe goes down level by level and keeps one state of each stratum (same depth, same actor, equally many moves)
    for all of them, chosen in proportion to the histories it stands for: an unbiased estimate of every count, with
    little spread where states of a stratum have subtrees of like size. Chen (1992), "Heuristic sampling: a method for
    predicting the performance of tree searching programs", after Knuth (1975).

    >>> from tianji.games import load
    >>> report = plan(load("kuhn"))
    >>> report.histories, report.terminals, report.exact, report.fits
    (58, 30, True, True)
    >>> print(plan(load("liars_dice")).size)
    about 295,000 histories, 147,000 terminals
    """
    terminals = 0
    with Walk(game, limit=budget) as walk:
        for who, moves, (state, depth) in walk.steps():
            if who == TERMINAL:
                terminals += 1
            walk.expand(who, moves, state, depth)
    if walk.complete:
        return _plan(walk.histories, terminals, True, max_bytes, walk.histories, walk.histories)
    return _estimated(game, probes, seed, max_bytes, walk.histories, terminals)


def _plan(
    histories: float, terminals: float, exact: bool, max_bytes: int | None, low: float, high: float
) -> Plan:
    return Plan(
        histories=histories,
        terminals=terminals,
        exact=exact,
        bytes_needed=int(terminals * WALK_BYTES_PER_TERMINAL) if math.isfinite(terminals) else 2**62,
        bytes_free=free_bytes() if max_bytes is None else max_bytes,
        seconds=histories / HISTORIES_PER_SECOND,
        low=low,
        high=high,
    )


def require_fit(game: Game[Any, Any], max_bytes: int | None = None) -> None:
    """Raise a `TooLargeError` that says how large the game is and what to do instead, unless it fits.

    A few probes settle it for most games; the walk itself is guarded too (`core.walk.Room`).
    """
    quick = _estimated(game, 4, 0, LITTLE if max_bytes is None else max_bytes)
    needed = SURE * quick.bytes_needed
    if quick.high < math.inf and (
        needed <= quick.bytes_free or (max_bytes is None and needed <= free_bytes())
    ):
        return
    report = plan(game, max_bytes=max_bytes)
    if not report.fits:
        raise TooLargeError(f"{game} is too large to compile: {report}")


def _estimated(
    game: Game[Any, Any],
    probes: int,
    seed: int,
    max_bytes: int | None,
    seen: float = 0.0,
    seen_terminals: float = 0.0,
) -> Plan:
    """The estimate, never below what has been counted already."""
    probe, rng = _Probe(game), random.Random(seed)
    found: list[tuple[float, float]] = []
    while len(found) < probes and probe.states < PROBE_STATES:
        whole = probe.run(rng)
        if whole is None:
            break
        found.append(whole)
    if not found:
        return _plan(
            max(seen, probe.states), seen_terminals, False, max_bytes, max(seen, probe.states), math.inf
        )
    histories, terminals = (fmean(column) for column in zip(*found, strict=True))
    spread = stdev(row[0] for row in found) if len(found) > 1 and histories < 1e150 else histories
    error = 4 * spread / math.sqrt(len(found))
    high = (
        histories + error if histories + error >= seen else math.inf
    )  # the probes have missed what was counted
    return _plan(
        max(histories, seen),
        max(terminals, seen_terminals),
        False,
        max_bytes,
        max(histories - error, seen),
        high,
    )


class _Probe:
    """Chen's probes of one game; `states` counts how many the rules were asked for."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.law = game, Contract(game)
        self.line = Line(self.law, repeats=False)
        self.states = 0
        self.at: Any = "before initial()"

    def run(self, rng: random.Random) -> tuple[float, float] | None:
        """Histories and terminals as one probe has them; None if the states ran out before the end."""
        try:
            return self._run(rng)
        except TianjiError:
            raise
        except (Exception, SystemExit) as error:
            raise self.law.raised(error, self.at) from error

    def _run(self, rng: random.Random) -> tuple[float, float] | None:
        histories = terminals = 0.0
        depth, last = 0, self.states + PROBE_STATES
        level: dict[tuple[int, int], tuple[float, Any, list[Any]]] = {}
        self._join(level, rng, 1.0, self.game.initial())
        while level:
            below: dict[tuple[int, int], tuple[float, Any, list[Any]]] = {}
            depth += 1
            for (who, _), (weight, state, moves) in level.items():
                histories += weight
                if who == TERMINAL:
                    terminals += weight
                    continue
                if depth >= DEEP:
                    self.line.check(state, depth)
                if self.states + len(moves) > last:
                    return None
                for a in moves:
                    self.at = state
                    self._join(below, rng, weight, self.game.result(state, a))
            level = below
        return histories, terminals

    def _join(
        self,
        level: dict[tuple[int, int], tuple[float, Any, list[Any]]],
        rng: random.Random,
        weight: float,
        state: Any,
    ) -> None:
        """Add a state to its stratum; it comes to stand for the stratum in proportion to its weight."""
        self.at = state
        self.states += 1
        who = self.game.player(state)
        if who == CHANCE:
            moves = [a for a, _ in self.law.chances(state)]
        else:
            moves = (
                [] if who == TERMINAL else list(self.law.listed(state, "actions", self.game.actions(state)))
            )
        total, kept, its_moves = level.get((who, len(moves)), (0.0, None, moves))
        total = min(total + weight, 1e300)
        if kept is None or rng.random() * total < weight:
            kept, its_moves = state, moves
        level[who, len(moves)] = (total, kept, its_moves)
