"""Threads: how many there are, how many may be asked for, and several at one question."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tianji.errors import ParameterError, quote

if TYPE_CHECKING:
    from tianji.run.clock import Clock

MOST_THREADS = 256
POLL_SECONDS = 0.05  # between two looks at the clock while kernels work
GRACE_SECONDS = 0.15  # work that heeds the clock itself has this long to hand over what it has

Racer = TypeVar("Racer")
Item = TypeVar("Item")
Done = TypeVar("Done")


def available_cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_threads(threads: int | None, most: int = MOST_THREADS) -> int:
    """The number of threads asked for, by default all cores; refuses what nobody can mean.

    >>> check_threads(3)
    3
    """
    if threads is None:
        return min(available_cores(), most)
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= most:
        raise ParameterError(f"threads={quote(threads)}; expected a whole number from 1 to {most}")
    return threads


def require_one(threads: int | None, what: str) -> None:
    """Refuse more than one thread where the work can use no more.

    >>> require_one(2, "the method 'vertex'")
    Traceback (most recent call last):
        ...
    tianji.errors.ParameterError: threads=2: the method 'vertex' runs on one; leave threads= out
    """
    if threads is not None and check_threads(threads) > 1:
        raise ParameterError(f"threads={threads}: {what} runs on one; leave threads= out")


def race(
    racers: Sequence[Racer],
    run: Callable[[Racer], None],
    flag: np.ndarray,
    clock: Clock,
    nodes: Callable[[], int] | None = None,
) -> Racer | None:
    """The first of `racers` to finish `run(racer)`, each on a thread of its own; None if the clock ran out first.

    `run` must release the interpreter's lock and return soon after the flags are set. flag: `[F]`, zeros; a kernel that
    sets one itself, as at a limit of nodes, has not finished. nodes: how many all have visited, for the
    clock. All threads have ended on return; what one of them raised is raised here.
    """
    done: list[Racer] = []
    faults: list[BaseException] = []
    working = list(racers)
    over = threading.Event()  # somebody has the answer, or nobody is working any more

    def work(racer: Racer) -> None:
        try:
            run(racer)
            if not done and not np.count_nonzero(flag):
                done.append(racer)
                flag.fill(1)
        except BaseException as error:
            faults.append(error)
            flag.fill(1)
        working.pop()
        if done or faults or not working:
            over.set()

    if (
        clock.is_over()
    ):  # before the first one begins: what is done in a moment would else be done or not, by chance
        flag.fill(1)
    pool = [threading.Thread(target=work, args=(racer,), daemon=True) for racer in racers]
    for thread in pool:
        thread.start()
    try:
        while working and not over.is_set():
            if nodes is not None:
                clock.nodes = nodes()
            if clock.is_over():
                break
            over.wait(min(POLL_SECONDS, max(clock.left, 0.0)))
    finally:
        flag.fill(1)
        for thread in pool:
            thread.join()
    if nodes is not None:
        clock.nodes = nodes()
    if faults:
        raise faults[0]
    return done[0] if done else None


def each(
    items: Sequence[Item],
    work: Callable[[Item], Done],
    threads: int,
    clock: Clock,
    told: Callable[[int], object] | None = None,
) -> list[Done | None]:
    """`work(item)` for every item on so many threads; None for what was not done when the clock ran out.

    The order of the answers is that of the items, whoever was faster. A piece that cannot be interrupted (a linear
    program) is left behind on its thread, which ends with it: the caller is free at once. told(done) is called on this
    thread. What a piece raised is raised here.

    >>> from tianji.run.clock import Clock
    >>> each([3, 1, 2], lambda n: 10 * n, 2, Clock())
    [30, 10, 20]
    """
    found: list[Done | None] = [None] * len(items)
    ended: list[int] = []
    faults: list[BaseException] = []
    moved, over = threading.Event(), threading.Event()
    order = iter(range(len(items)))  # shared: the interpreter hands out each number once

    def run() -> None:
        for k in order:
            if over.is_set():
                return
            try:
                found[k] = work(items[k])
                ended.append(k)
            except BaseException as error:
                faults.append(error)
            moved.set()

    size = 0 if clock.is_over() else min(threads, len(items))
    pool = [threading.Thread(target=run, daemon=True) for _ in range(size)]
    for thread in pool:
        thread.start()
    shown = 0
    try:
        while shown < len(items) and not faults and not clock.is_over():
            if len(ended) == shown:
                moved.wait(min(POLL_SECONDS, max(clock.left, 0.0)))
                moved.clear()
                continue
            shown = len(ended)
            if told is not None:
                told(shown)
    finally:
        over.set()
    for thread in pool:
        thread.join(GRACE_SECONDS / len(pool) if clock.stopped else None)
    if faults:
        raise faults[0]
    return found
