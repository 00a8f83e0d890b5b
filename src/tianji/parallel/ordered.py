"""Meter: the one view of a batch; in_order: its outcomes in the order of its items, whoever was faster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from tianji.errors import NotApplicableError
from tianji.parallel.executors import Executor
from tianji.parallel.items import DONE, Outcome, Shared, make_items
from tianji.run.clock import REPORT_SECONDS, Clock
from tianji.run.report import Pace, Progress, Report

NAMED = 6  # workers whose share is told one by one


class Meter:
    """What a progress callback hears of a batch: units done, rate, time left, items that failed, what each worker did.

    total: in units; one outcome may stand for several. done: of earlier runs. Told ten times a second at most, unless
    it is asked for.

    >>> meter = Meter("batch", 4, "items", Clock(), done=1)
    >>> for where, status in (("a:1", "done"), ("a:2", "done"), ("a:1", "failed")):
    ...     meter.add(Outcome("key", status, where=where))
    >>> meter.report().done, meter.report().detail
    (4, '2 workers: 2 + 1, 1 failed')
    """

    def __init__(
        self, phase: str, total: int, unit: str, clock: Clock, progress: Progress | None = None, done: int = 0,
        failed: int = 0,
    ) -> None:  # fmt: skip
        self.phase, self.total, self.unit, self.clock, self.progress = phase, total, unit, clock, progress
        self.done, self.failed = done, failed
        self.workers: Counter[str] = Counter()
        self.pace = Pace()
        self.pace.add(done, clock.seconds)
        self._at = 0.0

    def add(self, outcome: Outcome, units: int = 1) -> None:
        """An item has ended."""
        self.done += units
        self.failed += outcome.status != DONE
        if outcome.where:
            self.workers[outcome.where] += units
        self.pace.add(self.done, self.clock.seconds)

    @property
    def detail(self) -> str:
        """What each worker did, and what failed, in words: where a line is short, the last of them stays."""
        shares, parts = [count for _, count in sorted(self.workers.items())], []
        if 1 < len(shares) <= NAMED:
            parts.append(f"{len(shares)} workers: {' + '.join(map(str, shares))}")
        elif len(shares) > NAMED:
            parts.append(f"{len(shares)} workers: {min(shares)} to {max(shares)} each")
        return ", ".join([*parts, f"{self.failed} failed"] if self.failed else parts)

    def report(self) -> Report:
        """Where it stands."""
        rate = self.pace.rate
        left = (self.total - self.done) / rate if rate else None
        return Report(
            self.phase, self.done, self.total, self.unit, self.clock.seconds, rate, left, detail=self.detail
        )

    def tell(self, always: bool = False) -> None:
        """Tell the callback; its answer False asks the clock for the end."""
        now = self.clock.seconds
        if self.progress is not None and (always or now >= self._at):
            self._at = now + REPORT_SECONDS
            self.clock.tell(self.progress, self.report())


def in_order(
    executor: Executor, job: str, args: Sequence[Mapping[str, Any]], *, meter: Meter,
    units: Callable[[int], int] = lambda k: 1, what: Callable[[int], str] = lambda k: f"item {k}",
    shared: Shared | None = None, cpus: int = 1, memory: int = 0,
) -> Generator[tuple[int, Outcome]]:  # fmt: skip
    """(number, outcome) of every item, 0, 1, …; fewer when the meter's clock is over: what runs then is cancelled.

    units: of an item, as the meter counts. An item that was not done ends it all by `NotApplicableError`, in which
    `what` names it.
    """
    items = make_items(job, args, cpus=cpus, memory=memory)
    number = {item.key: k for k, item in enumerate(items)}
    ready: dict[int, Outcome] = {}
    at = 0

    def reason() -> str:
        meter.tell()
        return "cancelled" if meter.clock.is_over() else ""

    for outcome in executor.run(job, items, shared, stop=reason):
        k = number[outcome.key]
        if outcome.status != DONE:
            raise NotApplicableError(
                f"{what(k)} was not done: {outcome.error}; what was kept before it stays, and the same call goes on"
            )
        meter.add(outcome, units(k))
        ready[k] = outcome
        while at in ready:
            yield at, ready.pop(at)
            at += 1
    meter.tell(always=True)
