"""Task: one question to a method, with the clock it is asked under and what is counted on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

from tianji.core.game import Game
from tianji.core.hooks import hook
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stopper
from tianji.search.result import ESTIMATE, EXACT, LOWER, Answer, SearchResult, Stats
from tianji.search.trace import Trace

UNLIMITED = Limits(threads=1)  # what most searches are asked under
Line = Sequence[Any] | Callable[[], Sequence[Any]]


class Task:
    """A position, who moves there, the method's name, the limits, and everything that may end the work early."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        player: int,
        method: str,
        limits: Limits,
        stopper: Stopper | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.game, self.state, self.player, self.method = game, state, player, method
        self.limits, self.stopper, self.progress = limits, stopper, progress
        self.stats = Stats(method=method)

    @cached_property
    def clock(self) -> Clock:
        """Begins to count when it is first asked for."""
        return self.part()

    def start(self) -> None:
        """Begin to count: kernels are loaded or compiled before this."""
        self.clock = self.part()

    def part(self, share: float | None = None) -> Clock:
        """A clock over a share of the seconds, which heeds the same requests to stop."""
        limits = self.limits
        if share is not None and limits.seconds is not None:
            limits = Limits(seconds=share * limits.seconds, threads=limits.threads)
        if self.progress is None:
            return Clock(limits, self.stopper)
        return Clock(limits, self.stopper, progress=self.progress, phase=self.method)

    @property
    def threads(self) -> int:
        """How many may work at once."""
        return self.limits.threads or 1

    @property
    def first(self) -> Any:
        """A move for want of a better: the first, as the game orders them; None where chance moves."""
        if self.player < 0:
            return None
        actions, order = self.game.actions(self.state), hook(self.game, "order")
        return (order(self.state, list(actions)) if order is not None else actions)[0]

    @property
    def depth(self) -> float:
        """Plies to look ahead; infinite without a limit."""
        return inf if self.limits.depth is None else self.limits.depth

    def answer(self, action: Any, value: float, bound: str, line: Line = (), **more: Any) -> Answer:
        """The result, with what the search cost and why it ended."""
        stats, clock = self.stats, self.clock
        stats.nodes, stats.seconds = clock.nodes, clock.seconds
        stats.interrupted = not stats.complete and bool(clock.stopped)
        stats.stopped = "exact" if stats.complete else clock.stopped or "depth"
        return SearchResult(action, value, bound, line, stats, **more)


class Found(NamedTuple):
    """What one iteration of a search found."""

    action: Any
    value: float
    line: tuple[Any, ...] = ()
    values: tuple[float, ...] | None = None


class Iterations:
    """Deepening under the clock: the last finished iteration answers, or the best move that was finished before.

    `note` is told every better root move of a search without a horizon: its value is a lower bound.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.noted: Found | None = None

    def note(self, action: Any, value: float) -> None:
        """A root move has been searched to the end."""
        if self.noted is None or value > self.noted.value:
            self.noted = Found(action, value, (action,))

    def run(self, step: Callable[[float], Found], trace: Trace | None = None) -> Answer:
        """Answer `step(depth)` for depth 1, 2, … where the budget is a clock, else for the depth asked for."""
        task, stats = self.task, self.task.stats
        found: Found | None = None
        try:
            for d in range(1, 1_000_000) if task.limits.is_clocked else (task.depth,):
                before, self.noted = stats.horizon, None
                found = step(d)
                stats.depth = int(d) if d < inf else len(found.line)
                task.clock.depth = stats.depth
                stats.complete = stats.horizon == before
                stats.passes += 1
                if stats.complete or d >= task.depth:
                    break
        except OutOfBudget:
            if trace is not None:
                trace.rewind()
        if found is None:
            found = self.noted or Found(task.first, 0.0, () if task.player < 0 else (task.first,))
            bound = LOWER if self.noted is not None and stats.horizon == 0 else ESTIMATE
        else:
            bound = EXACT if stats.complete else ESTIMATE
        return task.answer(found.action, found.value, bound, found.line, values=found.values, trace=trace)
