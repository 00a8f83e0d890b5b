"""Standard output that may be full or closed: one sentence, or silence."""

from __future__ import annotations

import os
import sys

from tianji.errors import FileAccessError


def write_out(text: str) -> None:
    """Write and flush; a full disk behind standard output is one sentence, a closed pipe is for `main`."""
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
