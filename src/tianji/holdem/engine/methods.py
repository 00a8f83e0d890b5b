"""Which CFR schedule a solve uses, and how exact each kind of storage can become."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from tianji.cfr.schedule import SCHEDULES, Schedule
from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.holdem.engine.forecast import check_storage
from tianji.holdem.spot.spot import Spot
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


# Discounted CFR by its α, β and γ. With β = 0 the debt of an action that was given up, and of the replies to it, is
# forgotten within a few iterations: best on a river, but many hands may take such an action up again at once, and
# exploitability jumps up, in float64 as in float32. β = 0.5 at these rows alone takes the jump away (docs/holdem.md).
METHODS = {
    "dcfr(3)": Schedule(alpha=1.5, beta=0, gamma=3),
    "dcfr(1.3,0.3,4)": Schedule(alpha=1.3, beta=0.3, gamma=4),
    "dcfr(1.4,0.15,4)": Schedule(alpha=1.4, beta=0.15, gamma=4),
    "dcfr(1.5,0,4)": Schedule(alpha=1.5, beta=0, gamma=4),
    "half-instant": HandedSchedule(alpha=1.3, gamma=5),
    "half-instant-smooth": HandedSchedule(alpha=1.4, gamma=4, debt=0.4, late_debt=0.75, by=100),
    **SCHEDULES,
}
DEFAULT_METHODS = ("half-instant-smooth", "half-instant-smooth", "half-instant")  # flop, turn, river
_DCFR = re.compile(r"^dcfr\((-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?)\)$")


def default_method(spot: Spot) -> str:
    """The method that took the least time on spots of this street (benchmarks/holdem_schedules.py)."""
    return DEFAULT_METHODS[spot.street]


# What each storage can be trusted to reach, as a share of the pot: 5 to 10 times what toy rivers reach before their
# exploitability only swings any more (benchmarks/holdem_schedules.py --floors).
FLOORS = {"float32": 1e-5, "int16": 5e-5, "float64": 1e-12}


def choose_storage(storage: str, share: float | None) -> str:
    """The storage of a solve to a share of the pot: "auto" is float32, or float64 where that would not get there.

    >>> choose_storage("auto", 0.003), choose_storage("auto", 1e-6)
    ('float32', 'float64')
    """
    if storage == "auto":
        return "float32" if share is None or share >= FLOORS["float32"] else "float64"
    check_storage(storage)
    if share is not None and share < FLOORS[storage]:
        better = [name for name, floor in FLOORS.items() if floor <= share]
        what = f"use storage={better[-1]!r}, or a larger until" if better else "use a larger until"
        raise ParameterError(
            f"until is {100 * share:.3g} % of the pot, storage={storage!r} can be trusted to reach "
            f"{100 * FLOORS[storage]:g} %: {what}"
        )
    return storage


def method_schedule(method: str | Schedule) -> tuple[str, Schedule]:
    """A schedule by its name, or by its numbers α, β, γ.

    >>> method_schedule("dcfr(1.5, 0, 4)")[1] == METHODS["dcfr(1.5,0,4)"]
    True
    """
    if isinstance(method, Schedule):
        known = [name for name, schedule in METHODS.items() if schedule == method]
        name, schedule = known[0] if known else repr(method), method
    else:
        name = "".join(text_of(method).lower().split()).replace("_", "-")
        name = {"hs-dcfr": "hs-dcfr(30)"}.get(name, name)
        numbers = _DCFR.match(name)
        if name not in METHODS and numbers is None:
            raise UnknownNameError(f"no method {quote(method)} for hold'em; {suggest(name, list(METHODS))}")
        schedule = METHODS[name] if numbers is None else _by_numbers(*map(float, numbers.groups()))
    if not schedule.is_alternating:
        raise ParameterError(
            f"method {name!r} updates both players at once; hold'em solves update them in turn"
        )
    return name, schedule


def _by_numbers(alpha: float, beta: float, gamma: float) -> Schedule:
    return Schedule(alpha=alpha, beta=beta, gamma=gamma)
