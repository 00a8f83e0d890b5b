"""Counterfactual regret minimisation: one loop, schedules as values; sampling variants; fictitious play."""

from typing import TYPE_CHECKING

from tianji._package import make_lazy

if TYPE_CHECKING:
    from tianji.cfr.blocks import solve_blocks as solve_blocks
    from tianji.cfr.schedule import SCHEDULES as SCHEDULES
    from tianji.cfr.schedule import Schedule as Schedule
    from tianji.cfr.seeds import SeedAverage as SeedAverage
    from tianji.cfr.seeds import solve_seeds as solve_seeds
    from tianji.cfr.solve import Solution as Solution
    from tianji.cfr.solve import methods as methods
    from tianji.cfr.solve import solve as solve
    from tianji.cfr.timeline import CfrTrace as CfrTrace
    from tianji.cfr.timeline import Iteration as Iteration
    from tianji.cfr.timeline import explain as explain
    from tianji.cfr.timeline import trace as trace

_HOME = {
    "CfrTrace": "tianji.cfr.timeline",
    "Iteration": "tianji.cfr.timeline",
    "SCHEDULES": "tianji.cfr.schedule",
    "Schedule": "tianji.cfr.schedule",
    "SeedAverage": "tianji.cfr.seeds",
    "Solution": "tianji.cfr.solve",
    "explain": "tianji.cfr.timeline",
    "methods": "tianji.cfr.solve",
    "solve": "tianji.cfr.solve",
    "solve_blocks": "tianji.cfr.blocks",
    "solve_seeds": "tianji.cfr.seeds",
    "trace": "tianji.cfr.timeline",
}

__all__ = [*sorted(_HOME)]

make_lazy(__name__, _HOME)
