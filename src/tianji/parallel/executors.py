"""Executor: where items run; in this process one after the other, or by name somewhere else."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import ParameterError, UnknownNameError, quote, suggest
from tianji.parallel.items import Item, Outcome, Shared, attempt, find_job
from tianji.run.threads import available_cores

ATTEMPTS = 3  # of an item whose process dies, before it is given up
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
Reason = Callable[[], str]
"""Why work should end, "" while it may go on; after "interrupted" items that run are waited for, else cancelled."""


@dataclass(frozen=True, eq=False)
class Order:
    """What an executor is asked for, checked. shared: arrays that every item may read; attempts: of an item whose
    process dies; stop: asked between outcomes."""

    job: str
    items: Sequence[Item]
    shared: Shared
    attempts: int
    stop: Reason


class Executor(ABC):
    """Runs items of a job, and gives what became of them as they finish, in any order. A context manager.

    is_here: whether they run in this process, one by one, on all the threads that it may use.
    """

    is_here = True

    def run(
        self,
        job: str,
        items: Sequence[Item],
        shared: Shared | None = None,
        attempts: int = ATTEMPTS,
        stop: Reason | None = None,
    ) -> Iterator[Outcome]:
        """Outcomes one by one; see `Order`."""
        find_job(job)
        check_attempts(attempts)
        return self.outcomes(Order(job, items, shared or {}, attempts, stop or (lambda: "")))

    @abstractmethod
    def outcomes(self, order: Order) -> Iterator[Outcome]:
        """What `run` gives."""

    def threads_each(self) -> int:
        """Threads of an item, where nobody says how many."""
        return available_cores()

    def close(self) -> None:
        """End its processes, where it has some."""
        return

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def check_attempts(attempts: int) -> None:
    """Refuse a number of attempts that nobody can mean."""
    if isinstance(attempts, bool) or not isinstance(attempts, int) or not 1 <= attempts <= 100:
        raise ParameterError(f"attempts={quote(attempts)}; expected a whole number from 1 to 100")


class Serial(Executor):
    """One item after the other, in this process.

    >>> from tianji.parallel import make_items
    >>> job = "tianji.parallel.examples:square"
    >>> [outcome.fields for outcome in Serial().run(job, make_items(job, [{"x": 2}, {"x": 3}]))]
    [{'square': 4}, {'square': 9}]
    """

    def outcomes(self, order: Order) -> Iterator[Outcome]:
        """Outcomes in the order of the items. What kills its process kills this one: there is one attempt."""
        arrays = {name: np.asarray(array).view() for name, array in order.shared.items()}
        for array in arrays.values():
            array.flags.writeable = False
        for item in order.items:
            if order.stop():
                return
            yield attempt(order.job, item.key, dict(item.args), arrays)


@checked
def make_executor(on: str) -> Executor:
    """An executor by its name: "serial", "processes(n)", or "processes" for all cores; "ray(HOST:PORT)" for a Ray
    cluster by its head, or "ray" for the one that this machine is in.

    >>> make_executor("processes(3)").count
    3
    """
    from tianji.parallel.cluster import RayExecutor
    from tianji.parallel.processes import Processes

    found = re.fullmatch(r"(serial|processes|ray)(?:\(([^()]*)\))?", on.strip())
    if found is None or (found[1] == "serial" and found[2] is not None):
        raise UnknownNameError(f"on={quote(on)}; {suggest(on[:80], ['serial', 'processes(2)', 'ray'])}")
    if found[1] == "ray":
        return RayExecutor(found[2])
    if found[1] == "serial":
        return Serial()
    if found[2] is not None and not re.fullmatch(r"\d{1,6}", found[2], re.ASCII):
        raise UnknownNameError(f"on={quote(on)}; expected a number of processes, such as 'processes(2)'")
    return Processes(available_cores() if found[2] is None else int(found[2]))
