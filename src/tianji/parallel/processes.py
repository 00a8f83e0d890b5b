"""Processes: items on the cores of this machine, each in a process of its own that may die without harm."""

from __future__ import annotations

import selectors
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np

from tianji.core.memory import free_bytes
from tianji.errors import NotApplicableError, quote
from tianji.parallel.executors import THREADS, Executor, Order
from tianji.parallel.frames import FrameError, read_frame, write_frame
from tianji.parallel.items import Outcome, Shared
from tianji.parallel.tries import Try, require_same
from tianji.run.child import child
from tianji.run.stopping import INTERRUPTED
from tianji.run.threads import POLL_SECONDS, available_cores, check_threads

STARTS = 10  # workers that may end before they greet, one after the other


@dataclass(eq=False)
class Worker:
    """A process, and what it is at."""

    process: subprocess.Popen[bytes]
    errors: IO[bytes]
    has_greeted: bool = False
    at: Try | None = None

    @property
    def handle(self) -> int:
        """Where it is heard."""
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def send(self, what: Try, job: str, shared: Mapping[str, str]) -> None:
        """Give it an item; when it is dead, that is seen where it is listened to."""
        assert self.process.stdin is not None
        self.at = what
        head = {"job": job, "key": what.item.key, "args": dict(what.item.args), "shared": dict(shared)}
        with suppress(BrokenPipeError):
            write_frame(self.process.stdin.fileno(), head)

    def end(self) -> str:
        """End it; what it died of, in words."""
        self.process.kill()
        code = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        for pipe in (self.process.stdin, self.process.stdout, self.errors):
            if pipe is not None:
                pipe.close()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"{how}: {said[-1][:200]}" if said else how


class Processes(Executor):
    """So many worker processes, begun when they are needed and kept from run to run; a context manager.

    A worker that dies is replaced and its item tried again, `attempts` times in all. Workers must have this Tianji and
    its kernels, or are refused by name. They end with this process, killed or not.

    >>> from tianji.parallel import make_items
    >>> job = "tianji.parallel.examples:square"
    >>> with Processes(2) as executor:
    ...     sorted(outcome.fields["square"] for outcome in executor.run(job, make_items(job, [{"x": 2}, {"x": 3}])))
    [4, 9]
    """

    is_here = False

    def __init__(self, count: int) -> None:
        self.count = check_threads(count)
        self.command = child("tianji.parallel.worker")[0]
        self._workers: list[Worker] = []
        self._false_starts = 0

    def threads_each(self) -> int:
        """Its share of the cores."""
        return max(1, available_cores() // self.count)

    def outcomes(self, order: Order) -> Iterator[Outcome]:
        """Outcomes as they come; the order is no one's promise."""
        waiting = deque(Try(item) for item in order.items)
        room, cpus = free_bytes(), max((item.cpus for item in order.items), default=1)
        with _files(order.shared) as paths:
            try:
                while waiting or self._busy():
                    reason = order.stop()
                    if reason and (reason != INTERRUPTED or not self._busy()):
                        return
                    if not reason:
                        self._hand_out(waiting, order.job, paths, room, cpus)
                    for worker in self._heard():
                        yield from self._answer(worker, waiting, order.attempts)
            finally:
                for worker in self._busy():  # left early: nobody waits for what they are at
                    self._end(worker)

    def _busy(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.at is not None]

    def _hand_out(
        self, waiting: deque[Try], job: str, paths: Mapping[str, str], room: int, cpus: int
    ) -> None:
        """Give what waits to those who are free; begin workers that are missing."""
        while len(self._workers) < min(self.count, len(waiting) + len(self._busy())):
            self._begin(cpus)
        for worker in self._workers:
            used = sum(busy.at.item.memory for busy in self._busy() if busy.at is not None)
            if not waiting or (used and used + waiting[0].item.memory > room):
                return
            if worker.has_greeted and worker.at is None:
                worker.send(waiting.popleft(), job, paths)

    def _begin(self, cpus: int) -> None:
        _, environment = child("tianji.parallel.worker")
        errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
            env={**environment, **dict.fromkeys(THREADS, str(cpus))},
            start_new_session=True,  # Ctrl-C is for the driver
        )  # fmt: skip
        self._workers.append(Worker(process, errors))

    def _heard(self) -> list[Worker]:
        """Workers that have said something, or are gone."""
        with selectors.DefaultSelector() as selector:
            for worker in self._workers:
                selector.register(worker.handle, selectors.EVENT_READ, worker)
            return [key.data for key, _ in selector.select(POLL_SECONDS)]

    def _answer(self, worker: Worker, waiting: deque[Try], attempts: int) -> Iterator[Outcome]:
        """Take in what a worker says: a greeting, an outcome, or nothing any more; nonsense costs it its life."""
        at, frame, odd = worker.at, None, ""
        try:
            frame = read_frame(worker.handle)
            if frame is not None and at is not None:
                found = at.outcome(*frame)
            elif frame is not None and worker.has_greeted:
                raise FrameError("an answer that nobody asked for")
        except FrameError as error:
            frame, odd = None, f"a message that is none ({error}), and "
        if frame is None:
            how = odd + self._end(worker)
            self._false_starts += not worker.has_greeted
            if self._false_starts >= STARTS:
                self.close()
                raise NotApplicableError(
                    f"worker processes end before they begin ({how}); see that {quote(self.command[0])} can import "
                    "tianji"
                )
            if at is not None:
                yield from at.died(how, waiting, attempts)
        elif at is None:
            self._greet(worker, frame[0])
        else:
            worker.at = None
            yield found

    def _greet(self, worker: Worker, head: Mapping[str, object]) -> None:
        try:
            require_same(head)
        except NotApplicableError:
            self.close()
            raise
        worker.has_greeted, self._false_starts = True, 0

    def _end(self, worker: Worker) -> str:
        self._workers.remove(worker)
        return worker.end()

    def close(self) -> None:
        """End all workers."""
        while self._workers:
            self._end(self._workers[0])


@contextmanager
def _files(shared: Shared) -> Iterator[dict[str, str]]:
    """Arrays as files that every process maps into its memory, once for all."""
    with tempfile.TemporaryDirectory(prefix="tianji-shared-") as folder:
        paths = {name: str(Path(folder) / f"{k}.npy") for k, name in enumerate(shared)}
        for name, path in paths.items():
            np.save(path, np.asarray(shared[name]), allow_pickle=False)
        yield paths
