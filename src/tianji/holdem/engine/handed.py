"""HandedSchedule: discounted CFR for hand vectors whose values go up a step ahead of the strategy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tianji.cfr.schedule import Schedule
from tianji.core.strategy import FloatArray
from tianji.kernels.constants import NEGATIVE


@dataclass(frozen=True)
class HandedSchedule(Schedule):
    r"""Discounts as in `Schedule`, but for negative regrets, and with another mean of values that is handed up.

        R ← d · R + r_t                            d = s^α/(s^α + 1) where R > 0,  s = t − 1
        d = debt + (late_debt − debt) · min(1, s/by)     where R ≤ 0
        handed up: Σ w(a) u(a) / Σ w(a),  w(a) = [d · R(a) + instant · r_t(a)]⁺,   in place of Σ σ_t(a) u(a)

    u(a) are the counterfactual values of an infoset's actions. With instant = 0 the mean is that of CFR; with 1 it is
    the mean under the strategy of the next iteration. Half a step ahead takes fewest iterations
    (benchmarks/holdem_schedules.py). The first iteration hands up the mean of CFR: without regrets yet it would be near
    the best action's value, which many lines share, and rounding would choose between them. Nothing is proved of it:
    exploitability may rise on the way, and solves return the best strategy evaluated.

    >>> HandedSchedule(alpha=1.3, gamma=5).rows(2, 3).round(4).tolist()
    [[0.5, 0.3033, -inf, 0.0312, 0.0, 1.0, 0.5]]
    """

    instant: float = 0.5
    debt: float = 0.3
    late_debt: float = 0.8
    by: float = 150.0

    def rows(self, start: int, stop: int, horizon: int | None = None) -> FloatArray:
        """`[stop − start, 7]`: the coefficients of iterations start .. stop − 1 (columns: `kernels.constants`)."""
        found = super().rows(start, stop, horizon)
        s = np.arange(start, stop, dtype=np.float64) - 1.0
        found[:, NEGATIVE] = self.debt + (self.late_debt - self.debt) * np.minimum(1.0, s / self.by)
        ahead = np.where(s > 0, self.instant, 0.0)
        return np.concatenate([found, ahead[:, None]], axis=1)
