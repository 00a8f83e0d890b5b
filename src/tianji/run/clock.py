"""Clock: seconds, nodes and requests to stop, in one cheap question."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from tianji.core.arguments import checked_init
from tianji.run.limits import Limits
from tianji.run.report import Pace, Progress, Report
from tianji.run.stopping import CANCELLED, Stop, Stopper

NO_LIMITS = Limits()
REPORT_SECONDS = 0.1  # between two calls of a progress callback


def now() -> float:
    """Seconds of the one clock, from no particular moment: for what is too short for a `Clock`."""
    return time.perf_counter()


class OutOfBudget(Exception):  # noqa: N818 - a signal inside the library, never shown to a user
    """The nodes or the seconds are spent, or somebody asked to stop; the driver answers with what it has."""


@checked_init
class Clock:
    """Counts nodes and seconds against `limits`, and heeds a `Stopper`.

    The time is read once in `STRIDE` nodes: a read costs about as much as a node of a small game. `already` are the
    seconds of earlier sessions. A `progress` callback is told the count, in `unit`, ten times a second; its False ends
    the work.

    >>> clock = Clock(Limits(nodes=2))
    >>> clock.tick(); clock.tick(); clock.is_over()
    True
    >>> clock.stopped
    'nodes'
    """

    STRIDE = 64

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        stopper: Stopper | None = None,
        already: float = 0.0,
        *,
        progress: Progress | None = None,
        phase: str = "search",
        unit: str = "nodes",
    ) -> None:
        self.limit = limits.nodes
        self.threads = limits.threads  # that may work at once; None: as many as pay
        self.stopper = stopper
        self.progress, self.phase, self.unit = progress, phase, unit
        self.pace: Pace | None = None  # made for the first report: most clocks are never read
        self.report_at = 0.0
        self.depth: int | None = None  # plies finished, where a search deepens: for reports
        self.nodes = 0
        self.stopped = ""
        self.started = time.perf_counter() - already
        self.deadline = inf if limits.seconds is None else self.started + limits.seconds
        self.next = self._next()

    def _next(self) -> float:
        """The node count at which something has to be looked at again."""
        timed = self.stopper is not None or self.deadline < inf or self.progress is not None
        if self.limit is None:
            return self.nodes + self.STRIDE if timed else inf
        return min(self.limit + 1, self.nodes + self.STRIDE) if timed else self.limit + 1

    def tick(self) -> None:
        """Count one node; raise `OutOfBudget` when that was one too many."""
        self.nodes += 1
        if self.nodes >= self.next:
            self.check()

    def check(self) -> None:
        """Raise `OutOfBudget` when the work must end."""
        if self.limit is not None and self.nodes > self.limit:
            self.stopped = "nodes"
        if self.stopped or self._timed_out():
            raise OutOfBudget
        self.next = self._next()

    def is_over(self) -> bool:
        """Whether the work must end; `stopped` then says why: "nodes", "seconds", "interrupted" or "cancelled"."""
        if not self._timed_out() and self.limit is not None and self.nodes >= self.limit:
            self.stopped = "nodes"
        return bool(self.stopped)

    def step(self) -> None:
        """Count one node and look at once: for steps that take longer than a look at the clock."""
        self.nodes += 1
        self.check()

    @property
    def asked(self) -> str:
        """Why somebody asked for the end, "interrupted" or "cancelled"; "" while nobody did."""
        return "" if self.stopper is None else self.stopper.reason

    def tell(self, progress: Progress | None, report: Report) -> None:
        """Tell a callback where the work stands; its answer False asks for the end."""
        if progress is not None and progress(report) is False:
            if self.stopper is not None:
                self.stopper.cancel()
            self.stopped = self.stopped or CANCELLED

    def _timed_out(self) -> bool:
        now = time.perf_counter()
        if self.stopper is not None and self.stopper.reason:
            self.stopped = self.stopper.reason
        elif now >= self.deadline:
            self.stopped = "seconds"
        elif self.progress is not None and now >= self.report_at:
            self.report_at = now + REPORT_SECONDS
            self.pace = self.pace or Pace()
            self.pace.add(self.nodes, self.seconds)
            self.tell(self.progress, self._report(self.pace.rate))
        return bool(self.stopped)

    def _report(self, rate: float | None) -> Report:
        left = inf if self.limit is None or not rate else (self.limit - self.nodes) / rate
        left = max(0.0, min(left, self.left))
        return Report(
            self.phase,
            self.nodes,
            self.limit,
            self.unit,
            self.seconds,
            rate,
            eta=left if left < inf else None,
            depth=self.depth,
        )

    @property
    def seconds(self) -> float:
        """Seconds of work so far."""
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        """Seconds left; infinite without a limit."""
        return self.deadline - time.perf_counter()


@contextmanager
def clocked(
    limits: Limits,
    stop: Stop = None,
    progress: Progress | None = None,
    phase: str = "search",
    unit: str = "nodes",
    already: float = 0.0,
) -> Iterator[Clock]:
    """A clock that heeds `stop`, Ctrl-C and the callback while the block runs.

    >>> with clocked(Limits(nodes=1)) as clock:
    ...     clock.step(); clock.is_over()
    True
    """
    with Stopper(stop) as stopper:
        yield Clock(limits, stopper, already, progress=progress, phase=phase, unit=unit)
