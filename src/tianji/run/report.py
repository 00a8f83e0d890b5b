"""Report: where long work stands, in one shape for every kind of work; and when it will end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Report:
    """Where a piece of work stands.

    phase: which part of the work, "compile" or "solve". done, total: how much of it, counted in `unit`; total is None
    where the end is not known. rate: units a second, of late. eta: seconds left, None while nobody can know;
    eta_range: from and to, where eta may well be off by more than a factor 1.5: show that instead. gap: the
    exploitability found last, in the game's units; gap_of: what 100 % of it would be, where that means something (the
    pot). depth: plies finished, in a search. message: something to be told once. detail: one more fact, in words, such
    as "320 visits an infoset". peek: where a method offers it, a function that gives the answer so far; to be called
    within the callback alone.
    """

    phase: str
    done: int
    total: int | None = None
    unit: str = "iterations"
    seconds: float = 0.0
    rate: float | None = None
    eta: float | None = None
    eta_range: tuple[float, float] | None = None
    gap: float | None = None
    gap_of: float | None = None
    depth: int | None = None
    message: str = ""
    detail: str = ""
    peek: Callable[[], Any] | None = field(default=None, compare=False, repr=False)

    @property
    def stage(self) -> str:
        """The older name of `phase`: a stage is also a round of a game (`Game.stage`)."""
        return self.phase


Progress = Callable[[Report], object]
"""What `progress=` takes: called with a `Report` now and then; an answer of False (not None) asks to stop."""


class Check(NamedTuple):
    """One evaluation on the way: after how many iterations and seconds, and what it found.

    exploitability is nash_conv / players; a run stops by it.
    """

    iterations: int
    seconds: float
    exploitability: float
    nash_conv: float


# Found on tests/data/curves.json (benchmarks/curves.py): whoever takes others did worse on the games left out.
LOOK_BACK = 16.0  # the slope is fitted to the checks since t / LOOK_BACK
NOISE = 0.022  # the usual slope weighs as much as checks whose log t vary by NOISE / log(spread)²
LEAST_SPREAD = 1.05
SLOPES = (0.25, 4.0)  # slower or faster decays are not believed


def iterations_to(
    target: float, checks: Sequence[Check], usual: float = 1.0, spread: float = 2.0, factor: float = 1.0
) -> float | None:
    """The iteration at which ε will be `target`, if log ε goes on falling in log t as it did; None before three checks.

        ε(t) ≈ c · t^−slope,   slope by least squares over the checks since t / 16, drawn towards the `usual` one

    spread: the factor within which slopes stay of the usual one, as benchmarks saw it; the less, the more that one
    counts. A run stops by the least ε, and ε swings from check to check: the line starts half-way (in log ε) between
    the least so far and the fit. factor: the slope is taken to be so many times that; for the ends of a range.

    >>> round(iterations_to(1e-3, [Check(t, 0.0, 1 / t, 2 / t) for t in (10, 20, 40)]))
    1000
    """
    if len(checks) < 3:
        return None
    least, done = min(check.exploitability for check in checks), float(checks[-1].iterations)
    if least <= target:
        return done
    rows = [(log(c.iterations), log(c.exploitability)) for c in checks if c.iterations > 0]
    recent = [row for row in rows if row[0] >= log(done / LOOK_BACK)]
    recent = recent if len(recent) >= 3 else rows[-3:]
    x = sum(row[0] for row in recent) / len(recent)
    y = sum(row[1] for row in recent) / len(recent)
    variance = sum((row[0] - x) ** 2 for row in recent) / len(recent)
    fall = -sum((row[0] - x) * (row[1] - y) for row in recent) / len(recent)
    belief = NOISE / log(max(spread, LEAST_SPREAD)) ** 2
    slope = factor * min(max((fall + usual * belief) / (variance + belief), SLOPES[0]), SLOPES[1])
    level = (log(least) + y - slope * (log(done) - x)) / 2
    return max(done * exp(min((level - log(target)) / slope, 600.0)), done)


class Pace:
    """The rate of late: the last third of the work done since the first step, which may have compiled kernels.

    Evaluations are counted apart: a run that is to be stopped by them begins with several and has few later on.

    >>> pace = Pace()
    >>> for done, seconds in ((1, 5.0), (101, 6.0), (201, 7.0)):
    ...     pace.add(done, seconds)
    >>> pace.rate
    100.0
    >>> pace.checked(0.5)
    >>> pace.rate_with(50)
    50.0
    """

    def __init__(self) -> None:
        self.rows: list[tuple[int, float]] = []
        self._checks, self._checking = 0, 0.0

    def add(self, done: int, seconds: float) -> None:
        """So much is done after so many seconds."""
        self.rows.append((done, seconds - self._checking))
        if len(self.rows) > 400:  # keep the first, thin out the older half
            self.rows = [self.rows[0], *self.rows[1:200:2], *self.rows[200:]]

    def checked(self, seconds: float) -> None:
        """An evaluation took so long."""
        self._checks, self._checking = self._checks + 1, self._checking + seconds

    def rate_with(self, every: float) -> float | None:
        """Units a second with an evaluation after every so many of them."""
        if not self.rate or not self._checks:
            return self.rate
        return 1 / (1 / self.rate + self._checking / self._checks / max(every, 1.0))

    @property
    def rate(self) -> float | None:
        """Units a second without evaluations, or None before two steps."""
        if len(self.rows) < 2:
            return None
        begun = self.rows[0][1]
        done, now = self.rows[-1]
        since = begun + (now - begun) * 2 / 3
        before = next((row for row in reversed(self.rows[:-1]) if row[1] <= since), self.rows[0])
        return (done - before[0]) / max(now - before[1], 1e-9)
