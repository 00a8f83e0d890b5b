"""Budgets: nodes and seconds, checked cheaply."""

from __future__ import annotations

import time
from math import inf, isfinite

from tianji.errors import ParameterError


class OutOfBudget(Exception):  # noqa: N818 - a signal inside the searches, never shown to a user
    """The clock or the node limit ran out; the driver answers with what it has."""


class Clock:
    """Counts nodes and raises `OutOfBudget` when the nodes or the seconds are spent.

    The wall clock is read once in `STRIDE` nodes: a read costs about as much as a node of a small game.
    """

    STRIDE = 64

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        check_budget(nodes, seconds)
        self.nodes = 0
        self.limit = nodes
        self.started = time.perf_counter()
        self.deadline = None if seconds is None else self.started + seconds
        self.next = self._next()

    def _next(self) -> float:
        """The node count at which something has to be looked at again."""
        look: float = inf if self.limit is None else self.limit + 1
        return look if self.deadline is None else min(look, self.nodes + self.STRIDE)

    def tick(self) -> None:
        """Count one node."""
        self.nodes += 1
        if self.nodes >= self.next:
            self.check()

    def check(self) -> None:
        """Raise when the budget is spent."""
        if (self.limit is not None and self.nodes > self.limit) or self.expired:
            raise OutOfBudget
        self.next = self._next()

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    @property
    def expired(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.perf_counter() > self.deadline


def check_budget(nodes: int | None, seconds: float | None) -> None:
    """Refuse budgets that allow no search at all."""
    if nodes is not None and (not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1):
        raise ParameterError(f"search: nodes={nodes!r}; expected a whole number of at least 1")
    if seconds is not None and not (
        isinstance(seconds, (int, float))
        and isfinite(seconds)
        and seconds > 0
        and not isinstance(seconds, bool)
    ):
        raise ParameterError(f"search: seconds={seconds!r}; expected a number above 0, for example seconds=1")


def check_depth(depth: int | None) -> None:
    """Refuse a depth that is not a positive whole number."""
    if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 1):
        raise ParameterError(f"search: depth={depth!r}; expected a whole number of plies of at least 1")
