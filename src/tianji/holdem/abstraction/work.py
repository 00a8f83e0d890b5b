"""Long work in pieces: threads, the clock, and what the progress callback is told, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from tianji._log import logger
from tianji.errors import FileAccessError
from tianji.parallel import Executor, make_executor
from tianji.run.clock import REPORT_SECONDS, Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Pace, Progress, Report
from tianji.run.stopping import Stop
from tianji.run.threads import check_threads, each

log = logger("holdem")
Item = TypeVar("Item")
Done = TypeVar("Done")


class Work:
    """The clock of a call and its callback; each phase has a count and a pace of its own.

    executor: what runs items in other processes; None where all is done here, on threads.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        progress: Progress | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.executor = executor
        self.clock = clock or Clock()
        self.progress = progress
        self.threads = check_threads(threads)
        self.phase, self.pace, self.report_at = "", Pace(), 0.0
        self.kept = 0  # steps written down

    def tell(self, phase: str, done: int, total: int, unit: str, detail: str = "") -> None:
        """So much of a phase is done, and one more fact; told of it ten times a second, the callback may end it all."""
        if phase != self.phase:
            self.phase, self.pace = phase, Pace()
        now = self.clock.seconds
        if self.progress is None or now < self.report_at:
            return
        self.report_at = now + REPORT_SECONDS
        self.pace.add(done, now)
        left = None if not self.pace.rate else (total - done) / self.pace.rate
        self.clock.tell(
            self.progress, Report(phase, done, total, unit, now, self.pace.rate, left, detail=detail)
        )

    def check(self) -> None:
        """Raise `OutOfBudget` when the work must end."""
        if self.clock.is_over():
            raise OutOfBudget

    def keep(self, save: Callable[[], object]) -> bool:
        """Write a step down; whether it was."""
        try:
            save()
        except FileAccessError as error:
            self.miss(error)
            return False
        self.kept += 1
        return True

    def miss(self, error: FileAccessError) -> None:
        """A step was not written down: where it is the first, that is told before the work, by raising.

        Later, on a full disk, it is told in a line, and the work goes on: it costs the way back alone.
        """
        if not self.kept:
            raise error
        log.warning("%s; the work goes on, and could not be taken up from here", error)

    def map(
        self, phase: str, unit: str, items: Sequence[Item], run: Callable[[Item], Done], size: int = 1,
        already: int = 0, total: int | None = None,
    ) -> list[Done]:  # fmt: skip
        """`run(item)` for every item, of `size` units each; all of them, or `OutOfBudget`.

        already, total: units of the phase done by earlier calls, and in all.
        """
        whole = already + size * len(items) if total is None else total

        def told(count: int) -> None:
            self.tell(phase, min(already + size * count, whole), whole, unit)

        done = each(items, run, self.threads, self.clock, told)
        if self.clock.stopped:
            raise OutOfBudget
        return [piece for piece in done if piece is not None]


@contextmanager
def working(
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
    on: str = "serial",
) -> Iterator[Work]:
    """Work that heeds `seconds`, `stop`, Ctrl-C and the callback while the block runs; on: see `make_executor`."""
    with (
        make_executor(on) as executor,
        clocked(Limits(seconds=seconds, threads=threads), stop) as clock,
    ):
        yield Work(clock, progress, threads, None if executor.is_here else executor)
