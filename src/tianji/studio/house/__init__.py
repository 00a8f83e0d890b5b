"""What the owner of a workspace has settled for all that is run in it: WORKSPACE/settings.json.

threads: cores that a worker may use, None for all. memory_gib: what a hold'em solve may take, None for what is free.
Language, theme and keys are the reader's, and stay in the browser.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tianji.studio.files import read_whole, write_whole
from tianji.studio.problems import Problem, writing

NAME = "settings.json"
USUAL: dict[str, Any] = {"threads": None, "memory_gib": None}


def read(workspace: Path) -> dict[str, Any]:
    """The settings; a file that cannot be read, or a value that is none, is as if it were not there."""
    kept = read_whole(workspace / NAME) or {}
    threads, memory = kept.get("threads"), kept.get("memory_gib")
    return {
        "threads": threads if isinstance(threads, int) and threads >= 1 else None,
        "memory_gib": float(memory) if isinstance(memory, int | float) and memory > 0 else None,
    }


def write(workspace: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """Keep them; runs that are waiting heed them, one that has begun goes on as it is."""
    cores = all_cores()
    if settings["threads"] is not None and settings["threads"] > len(cores):
        raise Problem(
            422, f"threads={settings['threads']}: this machine has {len(cores)} cores for a run", "ParameterError",
            "/threads",
        )  # fmt: skip
    if settings["threads"] is not None and not hasattr(os, "sched_setaffinity"):
        raise Problem(
            501, "this system cannot bind a run to some of its cores; leave threads empty", "NoCores"
        )
    with writing():
        write_whole(workspace / NAME, {**USUAL, **settings})
    return read(workspace)


def all_cores() -> list[int]:
    """The cores that this process may use, by number."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def heed(workspace: Path) -> None:
    """Leave this process, a worker, as many cores as it was given: all that counts cores then counts those."""
    threads = read(workspace)["threads"]
    if threads is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, all_cores()[:threads])


def memory_bytes(workspace: Path) -> int | None:
    """What a hold'em solve may take, None for what is free."""
    gib = read(workspace)["memory_gib"]
    return None if gib is None else int(gib * 2**30)
