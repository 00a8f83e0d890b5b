"""Schedule: a CFR variant is a row of coefficients."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from tianji.core.arguments import checked, checked_init
from tianji.core.strategy import FloatArray
from tianji.kernels.constants import AVERAGE, FLOOR, LOOKAHEAD, NEGATIVE, POSITIVE, PREDICTION

MODEST = 15.0  # exponents for which no power of an iteration's number overflows


@checked_init
@dataclass(frozen=True)
class Schedule:
    r"""How regrets and the average are discounted, clipped and predicted at iteration t = 1, 2, …

        R ← d · R + r_t            d = s^α/(s^α + c) where R > 0,  s^β/(s^β + 1) where R ≤ 0,   s = t − 1
        R ← max(R, 0)              if `is_clipped`
        σ ∝ [d′ · R + prediction · r_t]⁺      d′ = the discount of iteration t + 1 where R is clipped, else 1
        S ← (s/t)^γ · S + plan     so that iteration t weighs t^γ in the average

    R are cumulative regrets, r_t the instantaneous ones, S the cumulative strategy. The *old* R is discounted by
    its own sign, then r_t is added, as in the papers. With `horizon` slopes, α, β and γ move linearly with t/n,
    n the planned number of iterations (hyperparameter schedules).

    Where this deviates: iteration t averages the strategy that was *used* in iteration t (the papers agree on
    sums over t but not on whether the last update counts); players update in turn unless `is_alternating` is
    False; the discount index is t − 1, the number of iterations whose regrets are discounted.

    With β = 0 negative regrets halve every iteration: an action that was given up soon has no debt, nor have the
    replies to it, and many infosets may take it up again at once: exploitability then jumps up, in any precision.
    A β of 0.3 to 0.5 remembers (docs/holdem.md; the experiment: benchmarks/holdem_schedules.py --jumps).

    Sources: Zinkevich et al. (2007); Tammelin (2014); Brown & Sandholm (2019); Farina, Kroer & Sandholm (2021);
    Xu et al. (2022; 2024, PDCFR+); Zhang et al. (2026, HS); Meng et al. (2025, SAPCFR+).

    >>> SCHEDULES["dcfr"].rows(2, 3).round(4).tolist()
    [[0.5, 0.5, -inf, 0.25, 0.0, 1.0]]
    """

    alpha: float = inf
    beta: float = inf
    gamma: float = 0.0
    is_clipped: bool = False
    prediction: float = 0.0
    is_lookahead: bool = False
    offset: float = 1.0
    alpha_slope: float = 0.0
    beta_slope: float = 0.0
    gamma_slope: float = 0.0
    is_alternating: bool = True

    @property
    def needs_horizon(self) -> bool:
        """Whether the schedule depends on the number of iterations planned."""
        return bool(self.alpha_slope or self.beta_slope or self.gamma_slope)

    @property
    def usual_slope(self) -> float:
        """ε falls about as t^−slope: what benchmarks/curves.py saw of methods of this kind, for estimates of time."""
        if self.prediction:
            return 2.4
        return 1.2 if self.is_clipped or self.gamma > 1 else 0.7

    @checked
    def rows(self, start: int, stop: int, horizon: int | None = None) -> FloatArray:
        """`[stop − start, 6]`: the coefficients of iterations start .. stop − 1 (columns: `kernels.constants`)."""
        t = np.arange(start, stop, dtype=np.float64)
        s = t - 1.0  # exponents become arrays: s**2.0 is a product, whose last bit may differ from a power's
        alpha: FloatArray | float = float(self.alpha)
        beta: FloatArray | float = float(self.beta)
        gamma: FloatArray | float = float(self.gamma)
        if horizon and self.needs_horizon:
            fraction = s / horizon
            alpha = alpha + self.alpha_slope * fraction
            beta = beta + self.beta_slope * fraction
            gamma = gamma + self.gamma_slope * fraction
        rows = np.empty((len(t), 6))
        rows[:, POSITIVE] = _discount(s, alpha, self.offset)
        rows[:, NEGATIVE] = _discount(s, beta, 1.0)
        rows[:, FLOOR] = 0.0 if self.is_clipped else -inf
        rows[:, AVERAGE] = (s / t) ** (gamma + np.zeros(len(s)))
        rows[:, PREDICTION] = self.prediction
        rows[:, LOOKAHEAD] = _discount(t, alpha, self.offset) if self.is_lookahead else 1.0
        return rows


def _discount(s: FloatArray, exponent: FloatArray | float, offset: float) -> FloatArray:
    """s^e / (s^e + offset); 1 for e = ∞, 0 for e = −∞."""
    if isinstance(exponent, float) and 0 <= exponent <= MODEST:  # as most are: nothing overflows
        power: FloatArray = s ** np.full(len(s), exponent)
        return power / (power + offset)
    exponent = np.broadcast_to(np.asarray(exponent, dtype=np.float64), s.shape)
    if np.isinf(exponent).all():
        return np.where(exponent > 0, 1.0, 0.0)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        power = s**exponent
        return np.where(np.isinf(power), 1.0, power / (power + offset))


# One row a method. Standing of each row: docs/how-to-choose.md, from benchmarks/methods.py.
SCHEDULES: dict[str, Schedule] = {
    "cfr": Schedule(),
    "cfr+": Schedule(is_clipped=True, gamma=1),
    "lcfr": Schedule(alpha=1, beta=1, gamma=1),
    "dcfr": Schedule(alpha=1.5, beta=0, gamma=2),
    "dcfr+": Schedule(alpha=1.5, gamma=4, is_clipped=True),
    "pcfr+": Schedule(gamma=2, is_clipped=True, prediction=1),
    "pdcfr+": Schedule(alpha=2.3, gamma=5, is_clipped=True, prediction=1, is_lookahead=True),
    "hs-dcfr(30)": Schedule(alpha=1, alpha_slope=3, beta=-1, beta_slope=-2, gamma=30, gamma_slope=-5),
    "sapcfr+": Schedule(gamma=2, is_clipped=True, prediction=1 / 3),
}

SUMMARIES = {
    "cfr": "regret matching, plain average; 1/sqrt(T)",
    "cfr+": "clipped regrets, linear average",
    "lcfr": "linear discounting",
    "dcfr": "discounted CFR (1.5, 0, 2)",
    "dcfr+": "discounted and clipped (1.5, gamma 4)",
    "pcfr+": "predictive CFR+, quadratic average",
    "pdcfr+": "predictive discounted CFR+ (2.3, gamma 5)",
    "hs-dcfr(30)": "DCFR with hyperparameter schedules; needs iterations=",
    "sapcfr+": "predictive CFR+ with a third of the prediction",
}
