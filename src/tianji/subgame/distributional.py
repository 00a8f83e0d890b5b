"""Alternative payoffs that are random: the opponent sees the draw, the resolver does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt

import numpy as np

from tianji.cfr.schedule import SCHEDULES
from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError
from tianji.flat.sequence import Treeplex
from tianji.kernels.constants import AVERAGE
from tianji.kernels.flat import sequence as kernel
from tianji.subgame.frame import Frame
from tianji.subgame.margin import Program

RULES = ("cfr-br", "hedge")
ROUNDS = 40  # cutting planes; the entries are few and their worths smooth, so ten or so are used
POINTS = 33  # nodes of the quadratures below: errors under 1e-4 at every slope


@dataclass(frozen=True, eq=False)
class DistributionalAnswer:
    """The resolver's strategy `[Q]` of the frame, its worth to the opponent, and how far that is from the optimum."""

    strategy: FloatArray
    value: float
    gap: float


def worth(cf_reach: FloatArray, value: FloatArray, mean: FloatArray, spread: FloatArray) -> float:
    r"""What the gadget is worth to an opponent who enters whenever that is better than his draw X ~ N(μ, s²).

        Σ_I π(I)/π · E max(X_I, V(I)),     E max(X, V) = μ + s ψ((V − μ)/s),   ψ(z) = z Φ(z) + φ(z)

    Convex and increasing in V, so the resolver's answer is a convex problem. As s → 0 it is resolve's hinge; as
    s → ∞ the mean of the values. Derived for Brown & Sandholm (2017), appendix C.

    >>> half = np.array([0.5, 0.5])
    >>> round(worth(half, np.array([-0.25, 0.25]), np.array([0.0, 0.5]), np.array([1e-9, 1e-9])), 6)
    0.25
    """
    return float(cf_reach @ _expected_max(value, mean, spread)) / float(cf_reach.sum())


def _expected_max(value: FloatArray, mean: FloatArray, spread: FloatArray) -> FloatArray:
    gap = value - mean
    safe = np.where(spread > 0, spread, 1.0)
    z = gap / safe
    return mean + np.where(spread > 0, safe * (z * _cdf(z) + _pdf(z)), np.maximum(gap, 0.0))


def _cdf(z: FloatArray) -> FloatArray:
    from scipy.special import ndtr

    result: FloatArray = ndtr(z)
    return result


def _pdf(z: FloatArray) -> FloatArray:
    return np.exp(-0.5 * z * z) / sqrt(2 * np.pi)


def solve_exactly(frame: Frame, mean: FloatArray, spread: FloatArray) -> DistributionalAnswer:
    """The convex problem by cutting planes: tangents of each entry's worth, and one LP a round (Kelley 1960).

    The LP is a lower bound. Its strategies sit where two tangents meet, which near the flat optimum is known to
    the LP's tolerance only (1e-5 in the strategy), so each is joined to the best plan so far by a line search on
    the true worth: an upper bound, exact to 1e-8 where one line holds the answer.
    """
    k, program = frame.num_entries, Program(frame)
    rows: list[FloatArray] = []
    bounds: list[FloatArray] = []
    for z in np.linspace(-4.0, 4.0, 17):
        _tangents(mean + z * spread, mean, spread, rows, bounds)
    for sign in (-1.0, 1.0):  # the two asymptotes: worth ≥ μ and worth ≥ V
        _asymptote(mean, sign, rows, bounds)
    cost = np.concatenate([np.zeros(k), frame.cf_reach / frame.cf_reach.sum()])

    def height(plan: FloatArray) -> float:
        return worth(frame.cf_reach, frame.best_values(plan), mean, spread)

    low, before, best = -np.inf, np.full(k, np.inf), np.empty(0)
    for _ in range(ROUNDS):
        answer = program.minimise(cost, np.concatenate(rows), np.concatenate(bounds), np.ones(k))
        low = max(low, answer.value)
        plan = _plan(frame, answer.strategy)
        _tangents(frame.best_values(plan), mean, spread, rows, bounds)
        best = plan if not best.size else _between(height, best, plan)
        value = frame.best_values(best)
        if np.abs(value - before).max() <= 1e-9 * max(1.0, float(np.abs(value).max())):
            break
        before = value
        _tangents(value, mean, spread, rows, bounds)
    strategy = np.empty(best.size)
    kernel.normalise(frame.trees[frame.resolver].first_slot, best, strategy)
    high = height(best)
    return DistributionalAnswer(strategy, high, max(0.0, high - low))


def _between(height: Callable[[FloatArray], float], a: FloatArray, b: FloatArray) -> FloatArray:
    """The lowest plan on the line from a to b; `height` is convex. Golden section."""
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


def _tangents(
    at: FloatArray, mean: FloatArray, spread: FloatArray, rows: list[FloatArray], bounds: list[FloatArray]
) -> None:
    """worth_I ≥ f(a) + f′(a) (V − a), as f′(a) V − worth ≤ f′(a) a − f(a)."""
    safe = np.where(spread > 0, spread, 1.0)
    slope = np.where(spread > 0, _cdf((at - mean) / safe), (at > mean).astype(float))
    rows.append(np.concatenate([np.diag(slope), -np.eye(len(at))], axis=1))
    bounds.append(slope * at - _expected_max(at, mean, spread))


def _asymptote(mean: FloatArray, sign: float, rows: list[FloatArray], bounds: list[FloatArray]) -> None:
    k = len(mean)
    rows.append(np.concatenate([np.eye(k) if sign > 0 else np.zeros((k, k)), -np.eye(k)], axis=1))
    bounds.append(np.zeros(k) if sign > 0 else -mean)


def _plan(frame: Frame, strategy: FloatArray) -> FloatArray:
    tree = frame.trees[frame.resolver]
    plan = np.ones(tree.num_slots)
    kernel.forward(tree.first_slot, tree.parent_slot, strategy, 0, tree.num_infosets, plan)
    return plan


def solve_by_regret(
    frame: Frame, mean: FloatArray, spread: FloatArray, rule: str = "cfr-br", iterations: int = 2_000
) -> DistributionalAnswer:
    r"""CFR+ below the entries, and at the entries one of two rules for the chance of entering:

    - "cfr-br": P(X ≤ v_t), the best answer to what entering is worth now (Theorem 3);
    - "hedge": ∫ f_X(x) / (1 + e^{k_t (x − v̄)}) dx, v̄ the average worth so far and
      k_t = t η_t = √(t ln 2) / (3 √VAR_t), VAR_t the variance of what was observed.

    The slope k_t belongs to *cumulative* values: η_t alone goes to 0 and, with means, would forget the spread.
    The gap is exact: the average strategy's worth less the resolver's best answer to the opponent's average.
    Brown & Sandholm (2017), appendices B.1 and C.
    """
    if rule not in RULES:
        raise ParameterError(f"solver={rule!r} for random payoffs; expected 'lp', 'cfr-br' or 'hedge'")
    run = _Run(frame, mean, spread, rule)
    for row in SCHEDULES["cfr+"].rows(1, iterations + 1):
        run.step(row)
    return run.answer()


class _Run:
    """The state of one regret-minimising run; the opponent's slots `1 .. K` are the entries of the frame."""

    def __init__(self, frame: Frame, mean: FloatArray, spread: FloatArray, rule: str) -> None:
        self.frame, self.mean, self.spread, self.rule = frame, mean, spread, rule
        self.k = frame.num_entries
        self.total = float(frame.cf_reach.sum())
        self.mine, self.theirs = frame.trees[frame.resolver], frame.trees[frame.opponent]
        own, other = frame.slots[:, frame.opponent], frame.slots[:, frame.resolver]
        gain = frame.weight * frame.gain / self.total
        self.own, self.other, self.gain = own, other, gain
        self.strategy = [_uniform(tree) for tree in (self.mine, self.theirs)]
        self.cum_regret = [np.zeros(tree.num_slots) for tree in (self.mine, self.theirs)]
        self.cum_strategy = [np.zeros(tree.num_slots) for tree in (self.mine, self.theirs)]
        self.plan = [np.ones(tree.num_slots) for tree in (self.mine, self.theirs)]
        self.share = frame.cf_reach / self.total
        self.t = 0
        self.sum_value, self.sum_square = np.zeros(self.k), np.zeros(self.k)
        self.weight_sum = 0.0
        self.refused = 0.0  # the average's worth where the opponent takes his draw
        self.enter = np.ones(self.k)
        self._forward(0)

    def step(self, row: FloatArray) -> None:
        """One iteration: the opponent looks at what entering is worth and updates; then the resolver."""
        self.t += 1
        theirs, k = self.theirs, self.k
        cfv = np.bincount(self.own, self.gain * self.plan[0][self.other], minlength=theirs.num_slots)
        if theirs.num_infosets > 1:
            self._forward_opponent()
            kernel.regret_step(
                theirs.first_slot, theirs.parent_slot, row, 1, theirs.num_infosets,
                cfv, self.plan[1], self.strategy[1], self.cum_regret[1], self.cum_strategy[1],
            )  # fmt: skip
        value = cfv[1 : k + 1] / self.share
        self.enter, refused = self._respond(value)
        weight = row[AVERAGE]
        self.refused = weight * self.refused + float(self.share @ refused)
        self.cum_strategy[1][1 : k + 1] = weight * self.cum_strategy[1][1 : k + 1] + self.enter
        self.weight_sum = weight * self.weight_sum + 1.0
        self._forward_opponent()
        loss = np.bincount(self.other, -self.gain * self.plan[1][self.own], minlength=self.mine.num_slots)
        kernel.regret_step(
            self.mine.first_slot, self.mine.parent_slot, row, 0, self.mine.num_infosets,
            loss, self.plan[0], self.strategy[0], self.cum_regret[0], self.cum_strategy[0],
        )  # fmt: skip
        self._forward(0)

    def _respond(self, value: FloatArray) -> tuple[FloatArray, FloatArray]:
        """`[K]` the chance of entering, and `[K]` E[X; not entered]."""
        if self.rule == "cfr-br":
            return _threshold(value, self.mean, self.spread)
        self.sum_value += value
        self.sum_square += value * value
        average = self.sum_value / self.t
        variance = np.maximum(self.sum_square / self.t - average**2, 1e-12)
        return _logistic(average, np.sqrt(self.t * log(2)) / (3 * np.sqrt(variance)), self.mean, self.spread)

    def _forward(self, which: int) -> None:
        tree = (self.mine, self.theirs)[which]
        kernel.forward(
            tree.first_slot, tree.parent_slot, self.strategy[which], 0, tree.num_infosets, self.plan[which]
        )

    def _forward_opponent(self) -> None:
        self.plan[1][1 : self.k + 1] = self.enter
        tree = self.theirs
        kernel.forward(
            tree.first_slot, tree.parent_slot, self.strategy[1], 1, tree.num_infosets, self.plan[1]
        )

    def answer(self) -> DistributionalAnswer:
        """The average strategy, its worth and the gap."""
        strategy = np.empty(self.mine.num_slots)
        kernel.normalise(self.mine.first_slot, self.cum_strategy[0], strategy)
        value = self.frame.best_values(_plan(self.frame, strategy))
        high = worth(self.frame.cf_reach, value, self.mean, self.spread)
        return DistributionalAnswer(strategy, high, max(0.0, high - self._low()))

    def _low(self) -> float:
        """What the resolver gets against the opponent's average: a lower bound on the gadget's worth."""
        average = np.empty(self.theirs.num_slots)
        kernel.normalise(self.theirs.first_slot, self.cum_strategy[1], average)
        average[1 : self.k + 1] = self.cum_strategy[1][1 : self.k + 1] / self.weight_sum
        plan = np.ones(self.theirs.num_slots)
        kernel.forward(
            self.theirs.first_slot, self.theirs.parent_slot, average, 0, self.theirs.num_infosets, plan
        )
        loss = np.bincount(self.other, -self.gain * plan[self.own], minlength=self.mine.num_slots)
        choice = np.empty(self.mine.num_infosets, dtype=np.int32)
        kernel.best_response(self.mine.first_slot, self.mine.parent_slot, loss, choice)
        return self.refused / self.weight_sum - float(loss[0])


def _uniform(tree: Treeplex) -> FloatArray:
    counts = np.diff(tree.first_slot)
    return np.concatenate([[1.0], np.repeat(1.0 / counts, counts)])


def _threshold(value: FloatArray, mean: FloatArray, spread: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Enter iff X ≤ v: P(X ≤ v) and E[X; X > v]."""
    safe = np.where(spread > 0, spread, 1.0)
    z = np.where(spread > 0, (value - mean) / safe, np.where(value >= mean, np.inf, -np.inf))
    enter = _cdf(z)
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
