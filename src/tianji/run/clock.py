"""Clock: seconds, nodes and requests to stop, in one cheap question."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from tianji.run.limits import Limits
from tianji.run.stopping import Stopper

NO_LIMITS = Limits()
BEAT_SECONDS = 0.1  # between two beats


class OutOfBudget(Exception):  # noqa: N818 - a signal inside the library, never shown to a user
    """The nodes or the seconds are spent, or somebody asked to stop; the driver answers with what it has."""


class Clock:
    """Counts nodes and seconds against `limits`, and heeds a `Stopper`.

    The time is read once in `STRIDE` nodes: a read costs about as much as a node of a small game. `already` are the
    seconds of earlier sessions. `beat` is called some ten times a second while the clock is asked: for progress.

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
        beat: Callable[[], object] | None = None,
    ) -> None:
        self.limit = limits.nodes
        self.stopper, self.beat = stopper, beat
        self.nodes = 0
        self.stopped = ""
        self.started = time.perf_counter() - already
        self.deadline = inf if limits.seconds is None else self.started + limits.seconds
        self._beat_at = self.started + already + BEAT_SECONDS
        self.next = self._next()

    def _next(self) -> float:
        """The node count at which something has to be looked at again."""
        look: float = inf if self.limit is None else self.limit + 1
        timed = self.deadline < inf or self.stopper is not None or self.beat is not None
        return min(look, self.nodes + self.STRIDE) if timed else look

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

    def _timed_out(self) -> bool:
        now = time.perf_counter()
        if self.beat is not None and now >= self._beat_at:
            self._beat_at = now + BEAT_SECONDS
            self.beat()
        if self.stopper is not None and self.stopper.reason:
            self.stopped = self.stopper.reason
        elif now >= self.deadline:
            self.stopped = "seconds"
        return bool(self.stopped)

    @property
    def seconds(self) -> float:
        """Seconds of work so far."""
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        """Seconds left; infinite without a limit."""
        return self.deadline - time.perf_counter()
