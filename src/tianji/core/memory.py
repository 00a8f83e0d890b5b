"""How much memory this process can still be given, and the sentence when that is not enough."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from tianji.errors import TooLargeError

UNKNOWN = 8 * 2**30  # assumed where the system says nothing
UNLIMITED = 2**62  # groups without a limit name a number above this
SELDOM = 100_000  # new containers between two searches for cycles while somebody walks; usually it is 700
_changing = threading.Lock()
_walks, _usual = 0, (700, 10, 10)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Have Python look for garbage in cycles less often: a walk keeps most of what it makes, and its tuples are freed.

    The threshold belongs to the process: the first walk raises it, the last one to end lowers it again.
    """
    global _walks, _usual
    with _changing:
        if _walks == 0:
            _usual = gc.get_threshold()
            if 0 < _usual[0] < SELDOM:
                gc.set_threshold(SELDOM, *_usual[1:])
        _walks += 1
    try:
        yield
    finally:
        with _changing:
            _walks -= 1
            if _walks == 0 and gc.get_threshold()[0] == SELDOM:
                gc.set_threshold(*_usual)


def free_bytes(root: Path = Path("/")) -> int:
    """Bytes that can be taken without swapping or being stopped.

    The least of what the machine has left, what the control groups (containers, versions 1 and 2) leave us, and what
    `ulimit -v` does. root: where the system's files are; tests put their own there.

    >>> free_bytes() > 0
    True
    """
    rooms = [room for room in (_machine(root), _address_space(root)) if room is not None]
    return max(0, _groups(root, min(rooms, default=UNLIMITED), UNKNOWN))


def require(what: str, size: float, way_out: str, *, allowed: int | None = None) -> None:
    """Raise a `TooLargeError` unless `size` more bytes can be had (or are `allowed`); way_out: what to do instead.

    >>> require("the table", 2**70, "ask for fewer entries", allowed=2**30)
    Traceback (most recent call last):
        ...
    tianji.errors.TooLargeError: the table needs about 1.02e+03 EiB, 1 GiB can be had; ask for fewer entries
    """
    room = free_bytes() if allowed is None else allowed
    if size > room:
        raise TooLargeError(f"{what} needs about {size_text(size)}, {size_text(room)} can be had; {way_out}")


def size_text(count: float) -> str:
    """Bytes for people.

    >>> size_text(1.5 * 2**30), size_text(100)
    ('1.5 GiB', '100 B')
    """
    count = max(-1e300, min(count, 1e300))  # a number given may be too large for a float
    for unit in ("B", "KiB", "MiB", "GiB", "TiB", "PiB"):
        if count < 1024:
            return f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.3g} EiB"


def _machine(root: Path) -> int | None:
    """MemAvailable, else the free pages, else nothing."""
    free = _entry(f"{root}/proc/meminfo", "MemAvailable:")
    if free is not None:
        return free * 1024
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _address_space(root: Path) -> int | None:
    """What `ulimit -v` (RLIMIT_AS) leaves above what is mapped already."""
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit == resource.RLIM_INFINITY:
            return None
        pages = int((root / "proc/self/statm").read_text().split()[0])
        return limit - pages * os.sysconf("SC_PAGE_SIZE")
    except (ImportError, OSError, ValueError, IndexError):
        return None


def _groups(root: Path, least: int, unknown: int) -> int:
    """The least of `least` and what each control group that holds this process leaves; `unknown` if nobody limits it.

    Every group up to the root may have a limit.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        lines = ["0::/", "1:memory:/"]
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if controllers == "":
            base, names = f"{root}/sys/fs/cgroup", ("memory.max", "memory.current", "inactive_file")
        elif "memory" in controllers.split(","):
            base = f"{root}/sys/fs/cgroup/memory"
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        else:
            continue
        group = PurePosixPath("/") / path
        for folder in (
            group,
            *group.parents,
        ):  # inside a container the path may be the host's: then only "/" is there
            least = min(least, _room(f"{base}{folder}", *names, least))
    return unknown if least == UNLIMITED else least


def _room(folder: str, limit_name: str, used_name: str, cache_name: str, least: int) -> int:
    """limit − used; pages of files that nobody holds are given back when asked for, so they count as free.

    Anything from `least` on will do: the system takes a tenth of a millisecond to add up what a group uses.
    """
    limit = _entry(f"{folder}/{limit_name}")
    used = None if limit is None or limit >= UNLIMITED else _entry(f"{folder}/{used_name}")
    if limit is None or used is None:
        return UNLIMITED
    if limit - used >= least:
        return least
    return max(0, limit - used + (_entry(f"{folder}/memory.stat", cache_name) or 0))


def _entry(path: str, name: str = "") -> int | None:
    """The number in a file of the system, after `name` where it has many; None for "max" and for no such file."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - asked before every solve
            data = b"\n" + file.read()
        words = data[data.index(f"\n{name}".encode()) :].split(None, 2)
        return int(words[1 if name else 0])
    except (OSError, ValueError, IndexError):
        return None
