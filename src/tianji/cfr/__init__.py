"""Counterfactual regret minimisation: one loop, schedules as values; sampling variants; fictitious play."""

from tianji.cfr.schedule import SCHEDULES as SCHEDULES
from tianji.cfr.schedule import Schedule as Schedule
from tianji.cfr.solve import Solution as Solution
from tianji.cfr.solve import methods as methods
from tianji.cfr.solve import solve as solve
