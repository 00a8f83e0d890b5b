"""Standard streams that may be full, closed or without Unicode: one sentence, or silence."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from tianji.errors import FileAccessError


def prepare_streams() -> None:
    """Make printing safe: closed streams lead nowhere, letters a terminal cannot show become their codes."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - it lives as long as the process
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    log = logging.getLogger("tianji.kernels")
    if not log.handlers:
        log.addHandler(_Notes(logging.WARNING))


class _Notes(logging.Handler):
    """What the library has to say about this machine, as the command line says things."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"tianji: {record.getMessage()}", file=sys.stderr)


def write_out(text: str) -> None:
    """Write and flush; a full disk behind standard output is one sentence, a closed pipe is for `main`."""
    if sys.stdout is None:
        raise FileAccessError("cannot write to standard output: it is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        silence_out()
        raise FileAccessError(f"cannot write to standard output: {error.strerror or error}") from None


def silence_out() -> None:
    """Send the rest nowhere, so that the interpreter does not complain when it flushes at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stream without a file behind it
        return
