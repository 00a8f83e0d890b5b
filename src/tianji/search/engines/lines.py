"""An engine reads on a thread of its own: what cannot wait is obeyed while a search runs, the rest in turn."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tianji._log import logger

Write = Callable[[str], None]
log = logger("search")


@dataclass
class Job:
    """A line to be obeyed in its turn; `stop` is set when the search that it asks for should end."""

    line: str
    stop: threading.Event = field(default_factory=threading.Event)


class LineEngine(ABC):
    """Lines in, lines out.

    The caller's thread obeys the lines one after the other, so that answers come in order; a second thread reads, and
    obeys at once what `urgent` says. When the input ends, what was asked is still answered, but nothing waits for ever.
    """

    def __init__(self, write: Write) -> None:
        self._out, self._lock = write, threading.Lock()
        self._pending: list[Job] = []
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.running = True
        self.at_end = threading.Event()  # no further line will come

    def write(self, line: str) -> None:
        """One line out, whole, whichever thread writes."""
        with self._lock:
            self._out(line)

    @property
    def is_busy(self) -> bool:
        """Whether a line is being obeyed or waits for its turn."""
        return bool(self._pending)

    def stop(self) -> None:
        """End the search that runs, and those that wait, each with the best answer so far."""
        for job in list(self._pending):
            job.stop.set()

    @abstractmethod
    def urgent(self, line: str) -> bool:
        """Obey the line at once, on the reading thread, if it cannot wait; whether that was done."""

    @abstractmethod
    def obey(self, job: Job) -> None:
        """Obey a line in its turn."""

    @abstractmethod
    def fault(self, job: Job, error: Exception) -> None:
        """Answer a line that broke something: a mistake of ours must not end the conversation."""

    def serve(self, lines: Iterable[str]) -> None:
        """Obey every line until `quit` or the end."""
        reader = threading.Thread(target=self._read, args=(lines,), daemon=True)
        reader.start()
        try:
            while self.running and (job := self._jobs.get()) is not None:
                try:
                    self.obey(job)
                except Exception as error:
                    log.exception("engine: %.120r", job.line)
                    self.fault(job, error)
                self._pending.remove(job)
        finally:
            self.running = False

    def _read(self, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                if line.strip() and not self.urgent(line):
                    job = Job(line)
                    self._pending.append(job)
                    self._jobs.put(job)
                if not self.running:
                    break
        finally:
            self.at_end.set()
            self._jobs.put(None)
