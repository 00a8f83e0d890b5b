"""Threads: how many there are, how many may be asked for, and several at one question."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tianji.errors import ParameterError

if TYPE_CHECKING:
    from tianji.run.clock import Clock

MOST_THREADS = 256
POLL_SECONDS = 0.05  # between two looks at the clock while kernels work

Racer = TypeVar("Racer")


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
        raise ParameterError(f"threads={threads!r:.80}; expected a whole number from 1 to {most}")
    return threads


def race(
    racers: Sequence[Racer], run: Callable[[Racer], None], flag: np.ndarray, clock: Clock
) -> Racer | None:
    """The first of `racers` to finish `run(racer)`, each on a thread of its own; None if the clock ran out first.

    `run` must release the interpreter's lock and return soon after the flags are set. flag: `[F]`, zeros; a kernel that
    sets one itself, as at a limit of nodes, has not finished. All threads have ended on return;
    what one of them raised is raised here.
    """
    done: list[Racer] = []
    faults: list[BaseException] = []
    over = threading.Event()

    def work(racer: Racer) -> None:
        try:
            run(racer)
            if not done and not flag.any():
                done.append(racer)
                flag.fill(1)
        except BaseException as error:
            faults.append(error)
            flag.fill(1)
        over.set()

    pool = [threading.Thread(target=work, args=(racer,), daemon=True) for racer in racers]
    for thread in pool:
        thread.start()
    try:
        while not done and not faults and any(thread.is_alive() for thread in pool):
            if clock.is_over():
                break
            over.wait(min(POLL_SECONDS, max(clock.left, 0.0)))
    finally:
        flag.fill(1)
        for thread in pool:
            thread.join()
    if faults:
        raise faults[0]
    return done[0] if done else None
