"""Forecast: how large a game is, before the walk; counted when small, estimated by wide stratified probes when not."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.memory import free_bytes, size_text
from tianji.core.result import Result
from tianji.core.walk import DEEP, DepthWatch, Walk
from tianji.errors import TianjiError, TooLargeError

WALK_BYTES_PER_TERMINAL = 250  # peak of compile and solve together, measured: benchmarks/scaling.py
HISTORIES_PER_SECOND = 150_000
PROBE_STATES = 40_000  # states that all probes together may ask the rules for
QUICK_STATES = 10_000  # the same where it is enough to see that a game fits many times over
CERTAIN = 1000.0  # "at least" is wrong once in so many games at most, whatever their trees look like
SURE = 50  # a game that fits this many times over needs no better estimate
VARIED = 10  # times as often where the probes differ
WIDE, LISTED = 1_000, 100  # children that a probe follows, fewer the wider; moves whose listing costs a state
LITTLE = 2**24  # bytes; to ask the system whether there are as many takes longer than to compile Kuhn poker


@dataclass(frozen=True)
class Plan(Result):
    """The size of a game and what it needs, known or estimated before it is compiled.

    `exact` says whether the whole tree was counted within the budget; otherwise the counts are the mean of independent
    unbiased estimates, and `low` bounds the histories: what was counted, or the least estimate lowered so far that
    Markov's inequality vouches for it, whatever the tree looks like. `agree` says whether four standard errors of the
    mean are within a factor 1.2. Nothing bounds an estimate from above (`high` is infinite): a large subtree among ten
    thousand small ones that begin alike goes unseen, and the mean is right only if all is like what was sampled.
    """

    histories: float
    terminals: float
    exact: bool
    bytes_needed: int
    bytes_free: int
    seconds: float
    low: float = 0.0
    high: float = math.inf
    agree: bool = False

    @property
    def fits(self) -> bool:
        """Whether compile and solve fit in the memory that is free now."""
        return self.bytes_needed <= self.bytes_free

    @property
    def size(self) -> str:
        """The counts in words; of a game that was not counted, a bound, and what the samples say."""
        counts = f"{self.histories:,.0f} histories, {self.terminals:,.0f} terminals"
        if self.exact:
            return counts
        if self.low >= self.histories:
            return f"at least {counts}"
        mean = _rounded(self.histories)
        told = (
            f"about {mean} if all is like the samples"
            if self.agree
            else f"estimates vary, their mean is {mean}"
        )
        return f"at least {_rounded(self.low, down=True)} histories ({told})"

    def to_dict(self) -> dict[str, Any]:
        """The sizes, and whether they fit."""
        return {**super().to_dict(), "fits": self.fits}

    def __str__(self) -> str:
        verdict = "fits" if self.fits else "does not fit"
        about = "" if self.exact else "about "
        if self.fits and not self.exact and self.low >= self.histories:  # no estimate came to an end
            about, verdict = "at least ", "nobody knows whether it fits"
        text = f"{self.size}; {about}{size_text(self.bytes_needed)} of {size_text(self.bytes_free)} free: {verdict}"
        if verdict != "fits":
            text += "; use a sampling method (--method external), which keeps no tree, or smaller parameters"
        return text


def _rounded(count: float, down: bool = False) -> str:
    """Three digits of an estimate, two of a bound and never above it: more would be a lie.

    >>> _rounded(294883.4), _rounded(1.234e30), _rounded(206999.0, down=True), _rounded(1.99e30, down=True)
    ('295,000', '1.23e+30', '200,000', '1.9e+30')
    """
    if down:
        unit = 10.0 ** (math.floor(math.log10(max(count, 1.0))) - 1)
        count = math.floor(count / unit * (1 + 1e-12)) * unit if unit >= 1 else math.floor(count)
    if count >= 1e15:
        return f"{count:.3g}"
    return f"{float(f'{count:.3g}'):,.0f}"


@checked
def plan(
    game: Game[Any, Any],
    *,
    budget: int = 20_000,
    probes: int = 20,
    seed: int = 0,
    max_bytes: int | None = None,
) -> Plan:
    """Count the game within `budget` histories; past that, estimate it by so many wide stratified probes.

    A probe goes down level by level. States of a stratum (same depth, same actor, equally many moves) are all kept
    while they are few; of more, a sample in proportion to the histories they stand for stands for all of them. That
    is an unbiased estimate of every count, exact near the root, with little spread where states of a stratum have
    subtrees of like size. Chen (1992), "Heuristic sampling"; Rubinstein (2013), "Stochastic enumeration method", after
    Knuth (1975). The bound: Gomes, Hoffmann, Sabharwal & Selman (2007), "From sampling to model counting".

    >>> from tianji.games import load
    >>> report = plan(load("kuhn"))
    >>> report.histories, report.terminals, report.exact, report.fits
    (58, 30, True, True)
    >>> print(plan(load("liars_dice")).size)
    at least 200,000 histories (about 295,000 if all is like the samples)
    """
    terminals = 0
    with Walk(game, limit=budget) as walk:
        for who, moves, (state, depth) in walk.steps():
            if who == TERMINAL:
                terminals += 1
            walk.expand(who, moves, state, depth)
    if walk.complete:
        return _plan(walk.histories, terminals, True, max_bytes, walk.histories)
    return _estimated(game, probes, seed, max_bytes, walk.histories, terminals)


def _plan(
    histories: float, terminals: float, exact: bool, max_bytes: int | None, low: float, agree: bool = True
) -> Plan:
    return Plan(
        histories=histories,
        terminals=terminals,
        exact=exact,
        bytes_needed=int(terminals * WALK_BYTES_PER_TERMINAL) if math.isfinite(terminals) else 2**62,
        bytes_free=free_bytes() if max_bytes is None else max_bytes,
        seconds=histories / HISTORIES_PER_SECOND,
        low=low,
        high=histories if exact else math.inf,
        agree=agree,
    )


def require_fit(game: Game[Any, Any], max_bytes: int | None = None) -> None:
    """Raise a `TooLargeError` that says how large the game is and what to do instead, unless it fits.

    A few probes settle it for most games, though they differ; the walk itself is guarded too (`core.walk.Room`).
    """
    quick = _estimated(game, 4, 0, LITTLE if max_bytes is None else max_bytes, states=QUICK_STATES)
    needed = SURE * quick.bytes_needed * (1 if quick.agree else VARIED)
    has_ended = quick.terminals > 0  # some probe
    if has_ended and (needed <= quick.bytes_free or (max_bytes is None and needed <= free_bytes())):
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
    states: int = PROBE_STATES,
) -> Plan:
    """The estimate, never below what has been counted already; states: that the rules are asked for."""
    probe, rng = _Probe(game, states), random.Random(seed)
    found: list[tuple[float, float]] = []
    width = 1
    while len(found) < probes and probe.states < states:
        begun = probe.states
        whole = probe.run(rng, width)
        if whole is None:
            break
        found.append(whole)
        room = (states - probe.states) / max(1, probes - len(found))
        width = max(1, int(width * room / (probe.states - begun)))
    if len(found) > 2:
        del found[0]  # as narrow as can be, to see what a probe costs
    if not found:
        least = max(seen, probe.states)
        return _plan(least, seen_terminals, False, max_bytes, least, agree=False)
    histories, terminals = (math.fsum(column) / len(found) for column in zip(*found, strict=True))
    spread = histories
    if len(found) > 1 and histories < 1e150:
        spread = math.sqrt(math.fsum((row[0] - histories) ** 2 for row in found) / (len(found) - 1))
    error = 4 * spread / math.sqrt(len(found)) + 1e-9 * histories  # sums of floats
    # Where they differ, or have missed what was counted, they do not agree.
    agree = histories + error <= 1.2 * max(histories - error, seen) and histories + error >= seen
    # P(every one of n estimates ≥ c · truth) ≤ c^−n, as each is unbiased and not negative
    low = max(min(row[0] for row in found) / CERTAIN ** (1 / len(found)), seen)
    return _plan(max(histories, seen), max(terminals, seen_terminals), False, max_bytes, low, agree)


Sampled = tuple[float, Any, list[Any]]
"""A state of a probe: how many histories it stands for, itself, its moves."""


class _Probe:
    """Wide probes of one game; `states` counts how many the rules were asked for, `most` in one probe."""

    def __init__(self, game: Game[Any, Any], most: int) -> None:
        self.game, self.law, self.most = game, Contract(game), most
        self.line = DepthWatch(self.law, repeats=False)
        self.states = 0
        self.at: Any = "before initial()"

    def run(self, rng: random.Random, width: int) -> tuple[float, float] | None:
        """Histories and terminals as one probe has them; None if the states ran out before the end."""
        try:
            return self._run(rng, width)
        except TianjiError:
            raise
        except (Exception, SystemExit) as error:
            raise self.law.raised(error, self.at) from error

    def _run(self, rng: random.Random, width: int) -> tuple[float, float] | None:
        histories = terminals = 0.0
        depth, last = 0, self.states + self.most
        level: dict[tuple[int, int], list[Sampled]] = {}
        self._join(level, 1.0, self.game.initial())
        while level:
            below: dict[tuple[int, int], list[Sampled]] = {}
            depth += 1
            for (who, _), nodes in level.items():
                total = min(sum(weight for weight, _, _ in nodes), 1e300)
                histories += total
                if who == TERMINAL:
                    terminals += total
                    continue
                for weight, state, moves in _sample(nodes, total, max(1, width // len(level)), rng):
                    if depth >= DEEP:
                        self.line.check(state, depth)
                    count = min(len(moves), max(2, WIDE // (1 + len(moves) // LISTED)))
                    if self.states + count > last:
                        return None
                    # of very many moves a sample, each for its share: children are as wide, and to list them costs
                    for a in moves if count == len(moves) else rng.sample(moves, count):
                        self.at = state
                        self._join(below, weight * len(moves) / count, self.game.result(state, a))
            level = below
        return histories, terminals

    def _join(self, level: dict[tuple[int, int], list[Sampled]], weight: float, state: Any) -> None:
        """Add a state to its stratum."""
        self.at = state
        self.states += 1
        who = self.game.player(state)
        if who == CHANCE:
            moves = [a for a, _ in self.law.chances(state)]
        else:
            moves = (
                [] if who == TERMINAL else list(self.law.listed(state, "actions", self.game.actions(state)))
            )
        self.states += len(moves) // LISTED
        level.setdefault((who, len(moves)), []).append((weight, state, moves))


def _sample(nodes: list[Sampled], total: float, count: int, rng: random.Random) -> list[Sampled]:
    """All of a stratum, or `count` that stand for it: in proportion to their weights, evenly spaced (systematic)."""
    if len(nodes) <= count:
        return nodes
    step = total / count
    kept: list[Sampled] = []
    reached, mark = 0.0, rng.random() * step
    for weight, state, moves in nodes:
        reached += weight
        while mark < reached and len(kept) < count:
            kept.append((step, state, moves))
            mark += step
    return kept or [(total, *nodes[-1][1:])]
