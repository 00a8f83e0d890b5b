"""Learning to play: regret matching, fictitious play, multiplicative weights, replicator dynamics."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import ParameterError, StrategyError, UnknownNameError, suggest
from tianji.matrix.budget import Budget
from tianji.matrix.game.equilibrium import Equilibrium, as_profile
from tianji.matrix.learning.learners import (
    CompiledRegret,
    Fictitious,
    Hedge,
    Regret,
    RegretRule,
    Replicator,
    nash_conv,
)

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


RULES: dict[str, RegretRule | str] = {
    "regret-matching": RegretRule(),  # Hart & Mas-Colell (2000), with expected payoffs
    "lecture": RegretRule(start=1, clip_gain=True),  # regrets start at one and never fall
    "regret-matching+": RegretRule(clip_sum=True, power=1.0),  # Tammelin (2014), linear averaging
    "fictitious-play": "fictitious-play",
    "multiplicative-weights": "multiplicative-weights",
    "replicator": "replicator",
}
ALIASES = {
    "rm": "regret-matching",
    "rm+": "regret-matching+",
    "regret-matching-lecture": "lecture",
    "fp": "fictitious-play",
    "hedge": "multiplicative-weights",
    "mwu": "multiplicative-weights",
}


@dataclass(frozen=True)
class Trajectory:
    """What a learning rule played, at the recorded iterations.

    iterations: `[T]`. strategies[i] and averages[i]: `[T, m_i]`, played at and averaged up to each of them.
    nash_conv: `[T]`, of the averages: Σ_i gain from deviating. regrets[i]: `[m_i]`, cumulative, at the end;
    empty for rules without regrets. next: the strategies that would be played next. In exact runs arrays
    hold fractions. `stopped` says why the run ended early, if it did.
    """

    rule: str
    iterations: Any
    strategies: tuple[Any, ...]
    averages: tuple[Any, ...]
    nash_conv: Any
    regrets: tuple[Any, ...]
    next: tuple[Any, ...]
    seconds: float
    exact: bool
    stopped: str
    game: NormalForm = field(repr=False)

    @property
    def average(self) -> Equilibrium:
        """The final average profile, with its values and regret."""
        return self.game.verify([row[-1].tolist() for row in self.averages], self.rule)

    @property
    def last(self) -> Equilibrium:
        """The profile played last."""
        return self.game.verify([row[-1].tolist() for row in self.strategies], self.rule)


def learn(
    game: NormalForm,
    rule: str = "regret-matching",
    iterations: int = 1_000,
    *,
    every: int | None = None,
    start: Sequence[Sequence[Any]] | None = None,
    rate: float | None = None,
    step: float = 0.05,
    exact: bool = False,
    seconds: float | None = None,
) -> Trajectory:
    """Let every player follow one learning rule and record the course.

    Rules: "regret-matching", "lecture" (regrets start at 1, only positive gains are added),
    "regret-matching+", "fictitious-play", "multiplicative-weights" (`rate`, or √(8 ln m / t) / range when
    None) and "replicator" (Runge–Kutta with time `step` an iteration). `start` gives the first strategies
    (a prior for fictitious play). `every` sets the recorded iterations. `exact` runs in fractions.
    Ctrl-C and `seconds` end the run early with what was learnt.

    >>> from tianji.matrix import NormalForm
    >>> g = NormalForm("0 -1 3; 1 0 -1; -1 1 0")
    >>> learn(g, "lecture", 1, exact=True).next[0].tolist()
    [Fraction(13, 31), Fraction(9, 31), Fraction(9, 31)]
    """
    name = ALIASES.get(rule.lower().replace("_", "-"), rule.lower().replace("_", "-"))
    if name not in RULES:
        raise UnknownNameError(f"no learning rule {rule!r}; {suggest(name, list(RULES))}")
    if iterations < 1:
        raise ParameterError(f"iterations must be at least 1, got {iterations!r}")
    if exact and (not game.rational or name in ("multiplicative-weights", "replicator")):
        raise ParameterError(f"exact=True needs rational payoffs and a rational rule; {name!r} here is not")
    every = max(1, iterations // 100) if every is None else every
    if every < 1:
        raise ParameterError(f"every must be at least 1, got {every!r}")
    prior = None if start is None else _start(game, start, exact)
    chosen = RULES[name]
    if isinstance(chosen, RegretRule):
        fast = len(game.shape) == 2 and not exact
        machine: Any = (CompiledRegret if fast else Regret)(game, chosen, prior, exact)
    elif name == "fictitious-play":
        machine = Fictitious(game, prior, exact)
    elif name == "multiplicative-weights":
        machine = Hedge(game, prior, rate)
    else:
        machine = Replicator(game, prior, step)
    return _run(game, name, machine, iterations, every, Budget(seconds), exact)


def _start(game: NormalForm, start: Sequence[Sequence[Any]], exact: bool) -> list[Any]:
    rows, rational = as_profile(game, start)
    if exact and not rational:
        raise StrategyError("exact=True, but the start holds floats; give fractions or texts such as '1/3'")
    return [np.array(row, dtype=object if exact else float) for row in rows]


def _run(
    game: NormalForm, name: str, machine: Any, iterations: int, every: int, budget: Budget, exact: bool
) -> Trajectory:
    times: list[int] = []
    played: list[list[Any]] = []
    means: list[list[Any]] = []
    gaps: list[Any] = []
    began, done = time.perf_counter(), 0
    try:
        while done < iterations and (budget.spend() or not times):
            count = min(every if done else 1, iterations - done) if every > 1 else 1
            machine.advance(done, count)
            done += count
            times.append(done)
            played.append([np.array(s) for s in machine.strategies()])
            means.append([np.array(s) for s in machine.averages()])
            gaps.append(
                machine.gap(means[-1]) if hasattr(machine, "gap") else nash_conv(game, means[-1], exact)
            )
    except KeyboardInterrupt:
        budget.interrupt()
        if not times:
            raise
    players = range(len(game.shape))
    return Trajectory(
        rule=name,
        iterations=np.array(times),
        strategies=tuple(np.array([row[i] for row in played]) for i in players),
        averages=tuple(np.array([row[i] for row in means]) for i in players),
        nash_conv=np.array(gaps),
        regrets=tuple(np.array(r) for r in machine.regrets()),
        next=tuple(np.array(s) for s in machine.following()),
        seconds=time.perf_counter() - began,
        exact=exact,
        stopped=budget.stopped,
        game=game,
    )
