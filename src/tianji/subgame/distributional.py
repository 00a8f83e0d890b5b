"""Alternative payoffs that are random: the opponent sees the draw, the resolver does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import log, sqrt
from typing import Any

import numpy as np
from scipy.special import erfcx, log_ndtr, ndtr

from tianji.cfr.schedule import SCHEDULES
from tianji.cfr.tables import regret_pass
from tianji.core.strategy import FloatArray
from tianji.errors import FileFormatError, ParameterError, quote
from tianji.evaluate.response import in_proportion
from tianji.kernels.constants import AVERAGE
from tianji.run.checkpoint import Tensors
from tianji.run.drive import Evaluation, drive, geometric_check
from tianji.run.limits import Limits
from tianji.run.report import Check
from tianji.run.stopping import Stop
from tianji.subgame.frame import Frame, sums
from tianji.subgame.payoffs import Payoffs
from tianji.subgame.program import Program
from tianji.subgame.technique import RULES

ITERATIONS = 10_000
ROUNDS = 40  # cutting planes; the entries are few and their worths smooth, so ten or so are used
ENOUGH = 1e-9  # relative gap at which cutting planes end
SHARP = 1e-6  # differences of V too fine for a linear program to weigh
WIDEST = (
    1e5  # spreads, of the payoffs: what an answer costs differs from another's by their inverse, of itself
)
POINTS = 33  # nodes of the quadratures below: errors under 1e-4 at every slope

Solved = tuple[FloatArray, float, float]  # the resolver's strategy `[Q]` of the frame, its worth, the gap


def solve_random(
    frame: Frame, payoffs: Payoffs, solver: str, limits: Limits, stop: Stop = None
) -> tuple[Solved, str]:
    """The resolve gadget with normal alternative payoffs N(alt, spread²): by cutting planes, or by regret.

    Returned with why it ended. The gap is NashConv in the gadget of infinitely many types; `until` is half of it.
    """
    mean, spread = payoffs.alt, payoffs.spread
    size = max(float(np.abs(frame.gain).max(initial=0.0)), float(np.abs(mean).max(initial=0.0)))
    if float(spread.max(initial=0.0)) > WIDEST * size:
        raise ParameterError(
            f"spread={quote(float(spread.max()))} of payoffs up to {size:.3g}: so wide that floating point cannot tell "
            f"one answer from another; expected at most {WIDEST * size:.3g}"
        )
    if solver not in RULES:
        return solve_exactly(frame, mean, spread), "exact"
    if limits.iterations is None and limits.until is None:
        limits = replace(limits, iterations=ITERATIONS)
    runner = RandomPayoffRunner(frame, mean, spread, solver)
    end = drive(runner, replace(limits, seconds=None), stop=stop, phase="subgame")
    return runner.answer(), end.stopped


def worth(cf_reach: FloatArray, value: FloatArray, mean: FloatArray, spread: FloatArray) -> float:
    r"""What the gadget is worth to an opponent who enters whenever that is better than his draw X ~ N(μ, s²).

        Σ_I π(I)/π · E max(X_I, V(I)),     E max(X, V) = μ + s ψ((V − μ)/s),   ψ(z) = z Φ(z) + φ(z)

    Convex and increasing in V, so the resolver's answer is a convex problem. As s → 0 it is resolve's hinge; as
    s → ∞ the mean of the values. Derived for Brown & Sandholm (2017), appendix C.

    >>> half = np.array([0.5, 0.5])
    >>> round(worth(half, np.array([-0.25, 0.25]), np.array([0.0, 0.5]), np.array([1e-9, 1e-9])), 6)
    0.25
    """
    share = cf_reach / cf_reach.sum()
    return float(share @ mean) + float(np.exp(_log_costs(share, value, mean, spread)).sum())


def _log_costs(share: FloatArray, value: FloatArray, mean: FloatArray, spread: FloatArray) -> FloatArray:
    """`[K]`: log of π(I)/π · s ψ((V − μ)/s), what being able to enter is worth at each entry; hinge where s = 0."""
    gap = value - mean
    safe = np.where(spread > 0, spread, 1.0)
    with np.errstate(divide="ignore"):
        hinge = np.log(np.maximum(gap, 0.0))
        return np.log(share) + np.where(spread > 0, np.log(safe) + _log_psi(gap / safe), hinge)


def _log_psi(z: FloatArray) -> FloatArray:
    """log ψ(z), to nearly full precision also far in the tail, where ψ itself is below the smallest number.

    With y = −z > 0 and the Mills ratio R: ψ = φ(y) (1 − y R(y)); from y = 100 on by its asymptotic series.

    >>> _log_psi(np.array([0.0, -2.5, -40.0, -3000.0])).round(6).tolist()
    [-0.918939, -6.212542, -808.298568, -4500016.931674]
    """
    y = np.maximum(-z, 0.0)
    near = 1.0 - y * sqrt(np.pi / 2) * erfcx(y / sqrt(2.0))
    q = 1.0 / np.maximum(y, 100.0) ** 2
    tail = (
        -0.5 * y * y - 0.5 * log(2 * np.pi) + np.log(np.where(y < 100.0, near, q * (1 - 3 * q + 15 * q * q)))
    )
    up = np.maximum(z, 0.0)
    return np.where(z > 0, np.log(np.where(z > 0, up * ndtr(up) + _pdf(up), 1.0)), tail)


def _pdf(z: FloatArray) -> FloatArray:
    return np.exp(-0.5 * z * z) / sqrt(2 * np.pi)


def solve_exactly(frame: Frame, mean: FloatArray, spread: FloatArray) -> Solved:
    r"""The convex problem by cutting planes (Kelley 1960): strategy `[Q]` of the frame, worth, gap.

        min_x F(V),   F = Σ_I c_I(V(I)),   c_I(V) = π(I)/π · s ψ((V − μ)/s)

    With small spreads F is flat: where every margin is some ten spreads wide, ψ is below 1e-20 and any such answer
    costs the same to sixteen digits, yet only one is optimal (with equal spreads and reach, the one with the largest
    smallest margin). So F is minimised relative to itself: all is divided by F₀ = F(best so far), in logarithms. Only
    V with c_I(V) ≤ F₀ can be better, which bounds V(I) from above; inside, tangents of c_I/F₀ have moderate slopes.
    The start is the answer whose smallest margin *in spreads* is largest, within a bounded factor of the optimum.

    The LP is a lower bound; each of its plans is joined to the best one so far by a line search on the true F.
    """
    tree = frame.trees[frame.resolver]
    share = frame.cf_reach / frame.cf_reach.sum()
    problem = _Flat(Program(frame), share, mean, spread)

    def height(plan: FloatArray) -> float:
        costs = _log_costs(share, frame.best_values(plan), mean, spread)
        top = float(costs.max())
        return top + log(float(np.exp(costs - top).sum())) if top > -np.inf else -np.inf

    best = min((tree.forward(strategy) for strategy in problem.starts()), key=height)
    low = 0.0  # of F relative to F(best)
    for _ in range(ROUNDS):
        before = height(best)
        value = frame.best_values(best)
        if before == -np.inf:  # no entry is worth anything
            break
        problem.points.append(value)
        strategy, low = problem.minimise(before)
        plan = tree.forward(strategy)
        problem.points.append(frame.best_values(plan))
        best = _between(height, best, plan)
        moved = float(np.abs(frame.best_values(best) - value).max())
        low *= np.exp(min(before - height(best), 700.0))
        if 1.0 - low <= ENOUGH or moved <= 1e-9 * max(1.0, float(np.abs(value).max())):
            break
    top = np.exp(height(best))
    high = float(share @ mean) + top
    return in_proportion(tree, best), high, max(0.0, float(top * (1.0 - low)))


@dataclass(eq=False)
class _Flat:
    """Linear programs over (V, t): t(I) ≥ tangents of c_I(V)/F₀, V(I) ≤ where c_I = F₀."""

    program: Program
    share: FloatArray
    mean: FloatArray
    spread: FloatArray
    points: list[FloatArray] = field(default_factory=list)

    def starts(self) -> list[FloatArray]:
        """Resolve's answer for the means alone; where that costs nothing, also the widest margin in spreads."""
        k = len(self.mean)
        hinge = np.concatenate([np.eye(k), -np.eye(k)], axis=1)
        plain = self.program.minimise(np.concatenate([np.zeros(k), self.share]), hinge, self.mean)
        if plain.value > 1e-9 or not self.spread.any():
            return [plain.strategy]
        unit = self.spread / self.spread.max()  # the LP takes a coefficient of 1e-9 for none
        rows = np.concatenate([np.eye(k), unit[:, None]], axis=1)
        slack = np.where(self.spread > 0, 0.0, 1e-9 * np.maximum(1.0, np.abs(self.mean)))
        cost = np.concatenate([np.zeros(k), [-1.0]])
        widest = self.program.minimise(cost, rows, self.mean + slack, np.ones(1))
        return [plain.strategy, widest.strategy]

    def minimise(self, log_f0: float) -> tuple[FloatArray, float]:
        """A strategy, and a lower bound on F/F₀."""
        k = len(self.mean)
        cap = self._cap(log_f0)
        # c_I falls by a factor of about e in this much of V(I), which is endless where c_I is flat
        fold = np.exp(np.minimum(log_f0 - self._log_slope(cap), 100.0))
        is_blunt = fold > SHARP * np.maximum(1.0, np.abs(cap))  # else V ≤ cap has to say it
        rows, bounds = [np.eye(k, 2 * k)], [cap + 1e-10 * np.maximum(1.0, np.abs(cap))]
        grid = [cap - depth * fold for depth in (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)]
        for at in (*grid, *(np.minimum(point, cap) for point in self.points)):
            # t ≥ c + c′ (V − a), each row divided by max(1, c′)
            cost = np.exp(np.minimum(_log_costs(self.share, at, self.mean, self.spread) - log_f0, 0.0))
            slope = np.exp(np.clip(self._log_slope(at) - log_f0, -700.0, 700.0))
            scale = np.where(is_blunt, np.maximum(1.0, slope), np.inf)
            rows.append(np.concatenate([np.diag(slope / scale), -np.diag(1.0 / scale)], axis=1)[is_blunt])
            bounds.append(((slope * at - cost) / scale)[is_blunt])
        found = self.program.minimise(
            np.concatenate([np.zeros(k), np.ones(k)]), np.concatenate(rows), np.concatenate(bounds)
        )
        return found.strategy, found.value

    def _log_slope(self, at: FloatArray) -> FloatArray:
        """log c_I′ = log π(I)/π + log Φ((V − μ)/s)."""
        safe = np.where(self.spread > 0, self.spread, 1.0)
        hinge = np.where(at > self.mean, 0.0, -np.inf)
        return np.log(self.share) + np.where(self.spread > 0, log_ndtr((at - self.mean) / safe), hinge)

    def _cap(self, log_f0: float) -> FloatArray:
        """`[K]`: the V at which c_I(V) = F₀, by bisection of log ψ."""
        safe = np.where(self.spread > 0, self.spread, 1.0)
        target = log_f0 - np.log(self.share * safe)
        low, high = -np.sqrt(2.0 * np.maximum(-target, 0.0)) - 1.0, np.exp(np.minimum(target, 700.0)) + 1.0
        for _ in range(100):
            middle = (low + high) / 2
            if ((middle == low) | (middle == high)).all():  # no number lies between them
                break
            is_below = _log_psi(middle) < target
            low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
        return self.mean + np.where(self.spread > 0, safe * high, np.exp(log_f0) / self.share)


def _between(height: Callable[[FloatArray], float], a: FloatArray, b: FloatArray) -> FloatArray:
    """The lowest plan on the line from a to b. Golden section: `height` is convex with kinks, where Brent stalls."""
    ratio = (sqrt(5.0) - 1.0) / 2.0
    lo, hi = 0.0, 1.0
    x, y = hi - ratio * (hi - lo), lo + ratio * (hi - lo)
    at_x, at_y = height(a + x * (b - a)), height(a + y * (b - a))
    for _ in range(40):
        if at_x <= at_y:
            hi, y, at_y = y, x, at_x
            x = hi - ratio * (hi - lo)
            at_x = height(a + x * (b - a))
        else:
            lo, x, at_x = x, y, at_y
            y = lo + ratio * (hi - lo)
            at_y = height(a + y * (b - a))
    at = (lo + hi) / 2
    return a + at * (b - a)


@dataclass(eq=False)
class RandomPayoffRunner:
    r"""CFR+ below the entries, and at the entries one of two rules for the chance of entering:

    - "cfr-br": P(X ≤ v_t), the best answer to what entering is worth now (Theorem 3);
    - "hedge": ∫ f_X(x) / (1 + e^{k_t (x − v̄)}) dx, v̄ the average worth so far and
      k_t = t η_t = √(t ln 2) / (3 √VAR_t), VAR_t the variance of what was observed.

    The slope k_t belongs to *cumulative* values: η_t alone goes to 0 and, with means, would forget the spread.
    The gap is exact: the average strategy's worth less the resolver's best answer to the opponent's average.
    Brown & Sandholm (2017), appendices B.1 and C.

    A `Runner`. Index 0 is the resolver, 1 the opponent, whose slots `1 .. K` are the entries of the frame.
    """

    frame: Frame
    mean: FloatArray
    spread: FloatArray
    rule: str
    usual_slope, slope_spread = 1.0, 2.0

    def __post_init__(self) -> None:
        f = self.frame
        self.k, self.total = f.num_entries, float(f.cf_reach.sum())
        self.trees = f.trees[f.resolver], f.trees[f.opponent]
        self.own, self.other = f.slots[:, f.opponent], f.slots[:, f.resolver]
        self.gain = f.weight * f.gain / self.total
        self.share = f.cf_reach / self.total
        self.t = 0
        self.strategy = [tree.uniform() for tree in self.trees]
        self.cum_regret = [np.zeros(tree.num_slots) for tree in self.trees]
        self.cum_strategy = [np.zeros(tree.num_slots) for tree in self.trees]
        self.seen = np.zeros((2, self.k))  # Σ and Σ of squares of what entering was worth
        self.weight_sum, self.refused = (
            0.0,
            0.0,
        )  # of the average: its weight, its worth where the draw is taken
        self.strategy[1][1 : self.k + 1] = 1.0

    def advance(self, iterations: int) -> None:
        """Iterate."""
        for row in SCHEDULES["cfr+"].rows(self.t + 1, self.t + 1 + iterations):
            self._step(row)

    def _step(self, row: FloatArray) -> None:
        """The opponent looks at what entering is worth and updates; then the resolver."""
        self.t += 1
        mine, theirs = self.trees
        entries = slice(1, self.k + 1)
        reach = mine.forward(self.strategy[0])
        cfv = sums(self.own, self.gain * reach[self.other], theirs.num_slots)
        plan = theirs.forward(self.strategy[1])
        regret_pass(
            theirs, row, cfv, plan, self.strategy[1], self.cum_regret[1], self.cum_strategy[1], first=1
        )
        self.strategy[1][entries], refused = self._respond(cfv[entries] / self.share)
        weight = row[AVERAGE]
        self.refused = weight * self.refused + float(self.share @ refused)
        self.cum_strategy[1][entries] = weight * self.cum_strategy[1][entries] + self.strategy[1][entries]
        self.weight_sum = weight * self.weight_sum + 1.0
        plan = theirs.forward(self.strategy[1])
        loss = sums(self.other, -self.gain * plan[self.own], mine.num_slots)
        regret_pass(mine, row, loss, reach, self.strategy[0], self.cum_regret[0], self.cum_strategy[0])

    def _respond(self, value: FloatArray) -> tuple[FloatArray, FloatArray]:
        """`[K]` the chance of entering, and `[K]` E[X; not entered]."""
        if self.rule == "cfr-br":
            return _threshold(value, self.mean, self.spread)
        self.seen += value, value * value
        average = self.seen[0] / self.t
        variance = np.maximum(self.seen[1] / self.t - average**2, 1e-12)
        return _logistic(average, np.sqrt(self.t * log(2)) / (3 * np.sqrt(variance)), self.mean, self.spread)

    def answer(self) -> Solved:
        """The average strategy `[Q]`, its worth and the gap."""
        mine, theirs = self.trees
        strategy = in_proportion(mine, self.cum_strategy[0])
        value = self.frame.best_values(mine.forward(strategy))
        high = worth(self.frame.cf_reach, value, self.mean, self.spread)
        average = in_proportion(theirs, self.cum_strategy[1])
        average[1 : self.k + 1] = self.cum_strategy[1][1 : self.k + 1] / max(self.weight_sum, 1e-300)
        loss = sums(self.other, -self.gain * theirs.forward(average)[self.own], mine.num_slots)
        mine.best_response(loss)  # what the resolver gets against the opponent's average: a lower bound
        low = self.refused / max(self.weight_sum, 1e-300) - float(loss[0])
        return strategy, high, max(0.0, high - low)

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """About as costly as an iteration: every tenth more."""
        return geometric_check(self.t, 20, 1.1)

    def evaluate(self) -> Evaluation | None:
        """Exact; None before the first iteration."""
        if self.t == 0:
            return None
        _, value, gap = self.answer()
        values = [-value, value] if self.frame.resolver == 0 else [value, -value]
        return Evaluation(values, gap, gap / 2)

    def finished(self) -> str:
        """Never by itself."""
        return ""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets, sums, the current strategy."""
        lists = {"strategy": self.strategy, "cum_regret": self.cum_regret, "cum_strategy": self.cum_strategy}
        tensors = {f"{name}.{p}": vector for name, both in lists.items() for p, vector in enumerate(both)}
        fields = {"t": self.t, "weight_sum": self.weight_sum, "refused": self.refused}
        return {**tensors, "seen": self.seen}, fields

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back."""
        mine, _ = self.tensors()
        for name, vector in mine.items():
            if tensors[name].shape != vector.shape:
                raise FileFormatError(
                    f"the checkpoint's {name} has {tensors[name].shape}, not {vector.shape}"
                )
            vector[...] = tensors[name]
        self.t = int(fields["t"])
        self.weight_sum, self.refused = float(fields["weight_sum"]), float(fields["refused"])


def _threshold(value: FloatArray, mean: FloatArray, spread: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Enter iff X ≤ v: P(X ≤ v) and E[X; X > v]."""
    safe = np.where(spread > 0, spread, 1.0)
    z = np.where(spread > 0, (value - mean) / safe, np.where(value >= mean, np.inf, -np.inf))
    enter = ndtr(z)
    return enter, mean * (1.0 - enter) + spread * _pdf(z)


@lru_cache(maxsize=1)
def _quadrature() -> tuple[FloatArray, FloatArray, FloatArray]:
    """Quantiles of the logistic distribution; nodes and weights of Gauss–Hermite for the normal one."""
    quantile = (np.arange(POINTS) + 0.5) / POINTS
    nodes, weights = np.polynomial.hermite_e.hermegauss(POINTS)
    return np.log(quantile / (1.0 - quantile)), nodes, weights / weights.sum()


def _logistic(
    value: FloatArray, slope: FloatArray, mean: FloatArray, spread: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """E[L(X)] and E[X (1 − L(X))] for L(x) = 1/(1 + e^{slope (x − value)}) and normal X.

    L(x) is the chance that a logistic Y/slope is below value − x, so both are means over Y of a threshold rule;
    that is smooth where the logistic is steep. Where it is flat, Gauss–Hermite over X is used instead.
    """
    logit, nodes, weights = _quadrature()
    enter_steep, refused_steep = _threshold(value - logit[:, None] / slope, mean, spread)
    x = mean + nodes[:, None] * spread
    enters = 1.0 / (1.0 + np.exp(np.clip(slope * (x - value), -700.0, 700.0)))
    is_steep = slope * spread > 1.0
    enter = np.where(is_steep, enter_steep.mean(axis=0), weights @ enters)
    return enter, np.where(is_steep, refused_steep.mean(axis=0), weights @ (x * (1.0 - enters)))
