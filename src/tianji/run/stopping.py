"""Stopping from outside: an event, a callable, the progress callback, Ctrl-C; asked between two steps of work."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType

from tianji.core.arguments import checked
from tianji.errors import ParameterError, quote

try:  # the same function without enums around it: they take 9 µs a call, more than many a search
    from _signal import SIGINT  # type: ignore[import-not-found]
    from _signal import signal as set_handler
except ImportError:
    from signal import SIGINT
    from signal import signal as set_handler

Stop = threading.Event | Callable[[], object] | None

INTERRUPTED, CANCELLED = "interrupted", "cancelled"

_reraises: ContextVar[bool] = ContextVar("reraises", default=False)


class Cancelled(Exception):  # noqa: N818 - a signal inside the library, never shown to a user
    """Work that cannot answer half-done was asked to stop; whoever called it answers instead."""


@contextmanager
@checked
def interrupts(mode: str) -> Iterator[None]:
    """What Ctrl-C does to long work inside this block: "return" the answer so far (as always), or "raise".

    With "raise" the work still ends between two steps and its checkpoint is written; then KeyboardInterrupt goes on
    to the caller, as programs that drive many solves want it.

    >>> with interrupts("raise"):
    ...     pass
    """
    if mode not in ("return", "raise"):
        raise ParameterError(f"interrupts({quote(mode)}); expected 'return' or 'raise'")
    token = _reraises.set(mode == "raise")
    try:
        yield
    finally:
        _reraises.reset(token)


class Stopper:
    """One question for every way to stop; a context manager, so that Ctrl-C is listened to only while work runs.

    stop: a `threading.Event`, or a callable that gives true when the work should end. The first Ctrl-C is a request,
    the second raises at once. Signals reach the main thread alone; elsewhere only `stop` counts.

    >>> event = threading.Event()
    >>> with Stopper(event) as stopper:
    ...     before = stopper.reason
    ...     event.set()
    ...     before, stopper.reason
    ('', 'cancelled')
    """

    def __init__(self, stop: Stop = None) -> None:
        asked = stop.is_set if isinstance(stop, threading.Event) else stop
        if asked is not None and not callable(asked):
            raise ParameterError(
                f"stop={quote(stop)}; expected a threading.Event, or a function that says whether to stop"
            )
        self._asked = asked
        self._reason = ""
        self._previous: object = None
        self._listens = False
        self._raised = False

    @property
    def reason(self) -> str:
        """ "" while work may go on, else why it may not: "interrupted" or "cancelled"."""
        if not self._reason and self._asked is not None and self._asked():
            self._reason = CANCELLED
        return self._reason

    def cancel(self) -> None:
        """Ask for the end, as the progress callback does."""
        self._reason = self._reason or CANCELLED

    def check(self) -> None:
        """Raise `Cancelled` when asked to stop: for work that has no answer until it is done."""
        if self.reason:
            raise Cancelled(self.reason)

    def __enter__(self) -> Stopper:
        if threading.current_thread() is threading.main_thread():
            self._previous = set_handler(SIGINT, self._on_signal)
            self._listens = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._listens:
            set_handler(SIGINT, self._previous)
            self._listens = False
        if self._raised and kind is not None and issubclass(kind, Exception):
            raise KeyboardInterrupt from error  # it was lost in a C callback, and broke what was done there
        # work within other work only ends: the outermost still has to put its answers away
        is_outer = not isinstance(getattr(self._previous, "__self__", None), Stopper)
        is_work = kind is None or issubclass(kind, Exception)  # one may say that there is nothing to give
        if is_outer and is_work and self._reason == INTERRUPTED and _reraises.get():
            raise KeyboardInterrupt

    def _on_signal(self, number: int, frame: object) -> None:
        if self._reason == INTERRUPTED:
            self._raised = True
            raise KeyboardInterrupt
        self._reason = INTERRUPTED
        outer = getattr(self._previous, "__self__", None)
        if isinstance(outer, Stopper) and not outer._reason:  # work inside other work: all of it is meant
            outer._on_signal(number, frame)
