"""Learning to play: regret matching, fictitious play, multiplicative weights, replicator dynamics."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import ParameterError, StrategyError, UnknownNameError, suggest
from tianji.matrix.budget import Budget
from tianji.matrix.equilibrium import Equilibrium, as_profile
from tianji.matrix.payoffs import FloatArray

if TYPE_CHECKING:
    from tianji.matrix.normal_form import NormalForm


@dataclass(frozen=True)
class RegretRule:
    """Regret matching as four constants.

        R ← clip_sum[ R + clip_gain[ u(a) − u(σ) ] ],    σ ∝ R⁺,    average weight of iteration t: t^power

    `start` is the regret before the first iteration. A clip takes the positive part.
    """

    start: int = 0
    clip_gain: bool = False
    clip_sum: bool = False
    power: float = 0.0


RULES: dict[str, RegretRule | str] = {
    "regret-matching": RegretRule(),  # Hart & Mas-Colell (2000), with expected payoffs
    "lecture": RegretRule(start=1, clip_gain=True),  # regrets start at one and never fall
    "regret-matching+": RegretRule(clip_sum=True, power=1.0),  # Tammelin (2014), linear averaging
    "fictitious-play": "fictitious-play",
    "multiplicative-weights": "multiplicative-weights",
    "replicator": "replicator",
}
ALIASES = {"rm": "regret-matching", "rm+": "regret-matching+", "fp": "fictitious-play", "hedge": "multiplicative-weights",
           "mwu": "multiplicative-weights", "regret-matching-lecture": "lecture"}  # fmt: skip


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
    stopped: str = ""
    game: NormalForm = field(repr=False, default=None)  # type: ignore[assignment]

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
        machine: Any = (_FastRegret if fast else _Regret)(game, chosen, prior, exact)
    elif name == "fictitious-play":
        machine = _Fictitious(game, prior, exact)
    elif name == "multiplicative-weights":
        machine = _Hedge(game, prior, rate)
    else:
        machine = _Replicator(game, prior, step)
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
                machine.gap(means[-1]) if hasattr(machine, "gap") else _nash_conv(game, means[-1], exact)
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


def _payoffs(game: NormalForm, strategies: list[Any], exact: bool) -> list[Any]:
    """u_i(·, x_−i) for every player."""
    out = []
    for i, table in enumerate(game.fractions if exact else game.payoffs):
        for j in range(len(strategies) - 1, -1, -1):
            if j != i:
                table = np.tensordot(table, strategies[j], axes=(j, 0))
        out.append(table)
    return out


def _nash_conv(game: NormalForm, strategies: list[Any], exact: bool) -> Any:
    gains = _payoffs(game, strategies, exact)
    return sum(g.max() - x @ g for g, x in zip(gains, strategies, strict=True))


def _matched(regret: Any) -> Any:
    positive = np.maximum(regret, 0)
    total = positive.sum()
    if total > 0:
        return positive / total
    return np.full(
        regret.shape, Fraction(1, regret.size) if regret.dtype == object else 1.0 / regret.size, regret.dtype
    )


class _Regret:
    """Regret matching written out: any number of players, floats or fractions. The reference for the kernel."""

    def __init__(self, game: NormalForm, rule: RegretRule, prior: list[Any] | None, exact: bool) -> None:
        self.game, self.rule, self.exact = game, rule, exact
        kind: Any = object if exact else float
        zero: Any = Fraction(0) if exact else 0.0
        # A prior is given as the regrets that produce it, on top of what the rule starts with.
        self.regret = [np.full(m, zero + rule.start, dtype=kind) for m in game.shape]
        if prior is not None:
            self.regret = [r * 0 + p * max(rule.start, 1) for r, p in zip(self.regret, prior, strict=True)]
        self.current: list[Any] = [_matched(r) for r in self.regret]
        self.total = [np.full(m, zero, dtype=kind) for m in game.shape]

    def advance(self, done: int, count: int) -> None:
        for t in range(done + 1, done + count + 1):
            self.current = [_matched(r) for r in self.regret]
            gains = _payoffs(self.game, self.current, self.exact)
            weight: Any = t ** int(self.rule.power) if self.exact else float(t) ** self.rule.power
            for i, (x, u) in enumerate(zip(self.current, gains, strict=True)):
                self.total[i] = self.total[i] + weight * x
                gain = u - x @ u
                total = self.regret[i] + (np.maximum(gain, 0) if self.rule.clip_gain else gain)
                self.regret[i] = np.maximum(total, 0) if self.rule.clip_sum else total

    def strategies(self) -> list[Any]:
        return self.current

    def averages(self) -> list[Any]:
        return [s / s.sum() for s in self.total]

    def regrets(self) -> list[Any]:
        return self.regret

    def following(self) -> list[Any]:
        return [_matched(r) for r in self.regret]


class _FastRegret(_Regret):
    """The same for two players in float64, compiled."""

    def __init__(self, game: NormalForm, rule: RegretRule, prior: list[Any] | None, exact: bool) -> None:
        super().__init__(game, rule, prior, exact)
        self.At = np.ascontiguousarray(game.payoffs[0].T)
        self.B = np.ascontiguousarray(game.payoffs[1])
        self.scratch = [np.empty(m) for m in game.shape] + [np.empty(m, dtype=np.int64) for m in game.shape]

    def advance(self, done: int, count: int) -> None:
        from tianji.kernels.dynamics import regret_matching

        rule = self.rule
        # Short bursts, so that Ctrl-C is answered: a compiled loop does not listen.
        cells = max(1, self.At.size)
        burst = max(1, 200_000_000 // cells)
        for first in range(0, count, burst):
            regret_matching(
                self.At, self.B, *self.current, *self.regret, *self.total, *self.scratch,
                done + first, min(burst, count - first), rule.clip_gain, rule.clip_sum, rule.power,
            )  # fmt: skip

    def gap(self, averages: list[Any]) -> float:
        """NashConv with the same kernel: a threaded BLAS is far slower on a busy machine."""
        from tianji.kernels.dynamics import mix_rows

        x, y = averages
        u, v, ix, iy = self.scratch
        mix_rows(self.At, y, iy, u)
        mix_rows(self.B, x, ix, v)
        return float(u.max() - (u * x).sum() + v.max() - (v * y).sum())


class _Fictitious:
    """Best responses to the empirical mixture; ties go to the first action. Brown (1951), simultaneous."""

    def __init__(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> None:
        self.game, self.exact = game, exact
        zero: Any = Fraction(0) if exact else 0.0
        kind: Any = object if exact else float
        self.count = [np.full(m, zero, dtype=kind) for m in game.shape]
        uniform = [np.full(m, Fraction(1, m) if exact else 1.0 / m, dtype=kind) for m in game.shape]
        self.prior = uniform if prior is None else prior
        self.current: list[Any] = self.prior
        self.scores = [u * 0 + u for u in _payoffs(game, self.prior, exact)]

    def advance(self, done: int, count: int) -> None:
        if len(self.game.shape) == 2 and not self.exact and count > 1:
            from tianji.kernels.dynamics import fictitious_play

            At, B = np.ascontiguousarray(self.game.payoffs[0].T), np.ascontiguousarray(self.game.payoffs[1])
            self.scores = [np.ascontiguousarray(s) for s in self.scores]
            fictitious_play(At, B, *self.count, *self.scores, count - 1)
            done, count = done + count - 1, 1  # the last round is written out: it is the one recorded
        for t in range(done + 1, done + count + 1):
            self.current = self._responses()
            for i, x in enumerate(self.current):
                self.count[i] = self.count[i] + x
            if len(self.game.shape) == 2:  # payoffs are linear in the opponent's play: add them up
                for i, u in enumerate(_payoffs(self.game, self.current, self.exact)):
                    self.scores[i] = self.scores[i] + u
            else:  # the empirical mixtures are independent: payoffs against their product
                beliefs = [(c + p) / (t + 1) for c, p in zip(self.count, self.prior, strict=True)]
                self.scores = _payoffs(self.game, beliefs, self.exact)

    def _responses(self) -> list[Any]:
        out = []
        for s in self.scores:
            best = int(np.flatnonzero(s == s.max())[0])
            row = s * 0
            row[best] = row[best] + 1
            out.append(row)
        return out

    def strategies(self) -> list[Any]:
        return self.current

    def averages(self) -> list[Any]:
        return [c / c.sum() for c in self.count]

    def regrets(self) -> list[Any]:
        return []

    def following(self) -> list[Any]:
        return self._responses()


class _Hedge:
    """x ∝ exp(η_t · cumulative payoff): multiplicative weights. Freund & Schapire (1999)."""

    def __init__(self, game: NormalForm, prior: list[Any] | None, rate: float | None) -> None:
        if rate is not None and not rate > 0:
            raise ParameterError(f"rate must be positive, got {rate!r}")
        self.game, self.rate = game, rate
        self.spread = [max(float(np.ptp(t)), 1e-300) for t in game.payoffs]
        base = [np.full(m, 1.0 / m) for m in game.shape] if prior is None else prior
        self.base: list[FloatArray] = [np.log(np.maximum(p, 1e-300)) for p in base]
        self.cum = [np.zeros(m) for m in game.shape]
        self.total = [np.zeros(m) for m in game.shape]
        self.t = 1
        self.current: list[Any] = self.following()

    def following(self) -> list[Any]:
        out = []
        for base, cum, spread in zip(self.base, self.cum, self.spread, strict=True):
            eta = (
                self.rate
                if self.rate is not None
                else np.sqrt(8 * np.log(max(cum.size, 2)) / self.t) / spread
            )
            score = base + eta * cum
            x = np.exp(score - score.max())
            out.append(x / x.sum())
        return out

    def advance(self, done: int, count: int) -> None:
        for t in range(done + 1, done + count + 1):
            self.t = t
            self.current = self.following()
            for i, u in enumerate(_payoffs(self.game, self.current, False)):
                self.cum[i] += u
                self.total[i] += self.current[i]
        self.t = done + count + 1

    def strategies(self) -> list[Any]:
        return self.current

    def averages(self) -> list[Any]:
        return [s / s.sum() for s in self.total]

    def regrets(self) -> list[Any]:
        return []


class _Replicator:
    """ẋ_i(a) = x_i(a) [u_i(a, x_−i) − u_i(x)], one population a player. Taylor & Jonker (1978)."""

    def __init__(self, game: NormalForm, prior: list[Any] | None, step: float) -> None:
        if not step > 0:
            raise ParameterError(f"step must be positive, got {step!r}")
        self.game, self.step = game, step
        # Uniform play is a rest point of many games: tilt the default start a little, the same way for all.
        tilt = [1.0 + 0.1 * np.arange(m) / max(m - 1, 1) for m in game.shape]
        self.current: list[Any] = [t / t.sum() for t in tilt] if prior is None else prior
        self.total = [np.zeros(m) for m in game.shape]

    def _flow(self, x: list[Any]) -> list[Any]:
        return [p * (u - p @ u) for p, u in zip(x, _payoffs(self.game, x, False), strict=True)]

    def advance(self, done: int, count: int) -> None:
        h = self.step
        for _ in range(count):
            x = self.current
            k1 = self._flow(x)
            k2 = self._flow([p + h / 2 * d for p, d in zip(x, k1, strict=True)])
            k3 = self._flow([p + h / 2 * d for p, d in zip(x, k2, strict=True)])
            k4 = self._flow([p + h * d for p, d in zip(x, k3, strict=True)])
            moved = [
                p + h / 6 * (a + 2 * b + 2 * c + d) for p, a, b, c, d in zip(x, k1, k2, k3, k4, strict=True)
            ]
            clean = [np.clip(p, 0.0, None) for p in moved]
            self.current = [p / p.sum() for p in clean]
            for i, p in enumerate(self.current):
                self.total[i] += p

    def strategies(self) -> list[Any]:
        return self.current

    def averages(self) -> list[Any]:
        return [s / s.sum() for s in self.total]

    def regrets(self) -> list[Any]:
        return []

    def following(self) -> list[Any]:
        twin = _Replicator(self.game, [np.array(p) for p in self.current], self.step)
        twin.advance(0, 1)
        return twin.current
