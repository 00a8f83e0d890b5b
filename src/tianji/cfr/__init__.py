"""Counterfactual regret minimisation: one loop, schedules as values; sampling variants; fictitious play."""

from tianji.cfr.schedule import SCHEDULES as SCHEDULES
from tianji.cfr.schedule import Schedule as Schedule
from tianji.cfr.solve import Solution as Solution
from tianji.cfr.solve import methods as methods
from tianji.cfr.solve import solve as solve
from tianji.cfr.timeline import CfrTrace as CfrTrace
from tianji.cfr.timeline import Iteration as Iteration
from tianji.cfr.timeline import explain as explain
from tianji.cfr.timeline import trace as trace
