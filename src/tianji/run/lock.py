"""one_writer: a file that one process at a time may write, by a lock beside it that names the process."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tianji._log import logger
from tianji.errors import FileAccessError, ParameterError, quote_path

log = logger("run")


@contextmanager
def one_writer(path: str | Path) -> Iterator[None]:
    """Hold `PATH.lock`, which names this process, while the block runs; refused while another one holds it.

    The lock of a process that is gone, as after a kill, is named in a warning and taken over. That of another machine
    cannot be asked about: it has to be deleted by hand.
    """
    lock = Path(f"{path}.lock")
    mine = {"pid": os.getpid(), "host": socket.gethostname()}
    while not _taken(lock, mine):
        held = _holder(lock)
        if held is None:  # gone, or unreadable, in this very moment
            continue
        where = f"{quote_path(path)} is being written by process {held['pid']}"
        if held["host"] != mine["host"]:
            raise ParameterError(f"{where} on {held['host']}; if it is gone, delete {quote_path(lock)}")
        if held["pid"] != mine["pid"] and _is_alive(int(str(held["pid"]))):
            raise ParameterError(f"{where}; wait for it, or choose another file")
        log.warning("%s: a lock of process %s, which is gone; taken over", lock, held["pid"])
        with suppress(OSError):
            lock.unlink()
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()


def _taken(lock: Path, mine: dict[str, object]) -> bool:
    """Whether the lock could be made."""
    try:
        handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return False
    except (OSError, ValueError) as error:  # a name with NUL in it is a ValueError
        why = getattr(error, "strerror", None) or error
        raise FileAccessError(f"cannot write {quote_path(lock)}: {why}; choose another file") from None
    with os.fdopen(handle, "w") as file:
        file.write(json.dumps(mine))
    return True


def _holder(lock: Path) -> dict[str, object] | None:
    """Who holds the lock; a lock without a name is of nobody who lives."""
    try:
        found = json.loads(lock.read_text())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        found = {}
    is_known = isinstance(found, dict) and isinstance(found.get("pid"), int) and "host" in found
    return found if is_known else {"pid": 0, "host": socket.gethostname()}


def _is_alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
