"""How many threads a solve uses."""

from __future__ import annotations

import os

from tianji.errors import ParameterError
from tianji.flat.sequence import FlatGame

# Merged terminals above which two threads beat one by a clear margin: benchmarks/threads.py.
WORTH_THREADS = 60_000


def available_cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def choose_threads(flat: FlatGame, threads: int | None) -> int:
    """The number asked for, or one for small games and every core for large ones."""
    if threads is None:
        return available_cores() if flat.players == 2 and len(flat.payoff) >= WORTH_THREADS else 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ParameterError(f"threads={threads!r}; expected a whole number of at least 1")
    return threads
