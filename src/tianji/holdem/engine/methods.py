"""Which CFR schedule a solve uses, and how exact each kind of storage can become."""

from __future__ import annotations

from tianji.cfr.schedule import SCHEDULES, Schedule
from tianji.errors import ParameterError, UnknownNameError, suggest
from tianji.holdem.engine.plan import check_storage
from tianji.holdem.spot.spot import Spot

# Iterations to 0.1 % of the pot, geometric mean of twelve spots: 115, with dcfr+ too. On the benchmark's river and turn
# 175 and 245; cfr+ 330 and 340, pcfr+ more than 400.
METHODS = {"dcfr(3)": Schedule(alpha=1.5, beta=0, gamma=3), **SCHEDULES}
DEFAULT_METHOD = "dcfr(3)"


def default_method(spot: Spot) -> str:
    """The method that is best on a spot, if nobody asks for another."""
    return DEFAULT_METHOD


# What each storage can be trusted to reach, as a share of the pot: 5 to 10 times what toy rivers reached before their
# exploitability rose again (benchmarks/holdem_schedules.py --floors).
FLOORS = {"float32": 1e-5, "int16": 5e-4, "float64": 1e-12}


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
    """A schedule by its name; one that has none is named by its numbers."""
    if isinstance(method, Schedule):
        known = [name for name, schedule in METHODS.items() if schedule == method]
        name, schedule = known[0] if known else repr(method), method
    else:
        name = str(method).strip().lower().replace("_", "-")
        name = {"hs-dcfr": "hs-dcfr(30)"}.get(name, name)
        if name not in METHODS:
            raise UnknownNameError(f"no method {method!r:.80} for hold'em; {suggest(name, list(METHODS))}")
        schedule = METHODS[name]
    if not schedule.is_alternating:
        raise ParameterError(
            f"method {name!r} updates both players at once; hold'em solves update them in turn"
        )
    return name, schedule
