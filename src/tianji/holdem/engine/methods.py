"""Which CFR schedule a solve uses, and how exact each kind of storage can become."""

from __future__ import annotations

from tianji.cfr.schedule import SCHEDULES, Schedule
from tianji.errors import ParameterError, UnknownNameError, suggest

# Iterations to 0.1 % of the pot, geometric mean of twelve spots: 115, with dcfr+ too. On the benchmark's river and turn
# 175 and 245; cfr+ 330 and 340, pcfr+ more than 400.
METHODS = {"dcfr(3)": Schedule(alpha=1.5, beta=0, gamma=3), **SCHEDULES}
DEFAULT_METHOD = "dcfr(3)"


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
