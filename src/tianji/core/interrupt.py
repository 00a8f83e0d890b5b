"""Ctrl-C as a flag: long work looks at it between two steps, so that nothing is left half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into a flag, looked at between two steps; a second one stops at once.

    Outside the main thread, where no signal arrives, the flag stays down.
    """
    flag = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return

    def on_signal(number: int, frame: object) -> None:
        if flag.is_set():
            raise KeyboardInterrupt
        flag.set()

    previous = signal.signal(signal.SIGINT, on_signal)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, previous)
