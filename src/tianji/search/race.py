"""Several threads at the same exact question: the first to answer ends the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from tianji.errors import ParameterError

Runner = TypeVar("Runner")


def check_threads(threads: int) -> None:
    """Refuse a number of threads that nobody can mean."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 64:
        raise ParameterError(f"search: threads={threads!r}; expected a whole number from 1 to 64")


def race(
    runners: Sequence[Runner], run: Callable[[Runner], None], stop: np.ndarray, seconds: float | None
) -> Runner | None:
    """The first of `runners` to finish `run(runner)`, each on a thread; None if time or Ctrl-C came first.

    `run` must release the interpreter's lock and return soon after stop[0] is set. All threads have ended on return.
    """
    done: list[Runner] = []
    over = threading.Event()

    def work(runner: Runner) -> None:
        run(runner)
        if not done and stop[0] == 0:
            done.append(runner)
            stop[0] = 1
        over.set()

    deadline = None if seconds is None else time.perf_counter() + seconds
    pool = [threading.Thread(target=work, args=(runner,), daemon=True) for runner in runners]
    for thread in pool:
        thread.start()
    try:
        while not done and any(t.is_alive() for t in pool):
            left = 0.5 if deadline is None else deadline - time.perf_counter()
            if left <= 0:
                break
            over.wait(min(left, 0.5))
    except KeyboardInterrupt:
        pass
    stop[0] = 1
    for thread in pool:
        thread.join()
    return done[0] if done else None
