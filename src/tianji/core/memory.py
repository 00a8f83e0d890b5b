"""How much memory the machine can still give."""

from __future__ import annotations

import os
from pathlib import Path


def free_bytes() -> int:
    """Memory that can be taken without swapping; the container's limit when it is lower."""
    free = 8 * 2**30
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable"):
                free = int(line.split()[1]) * 1024
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
        if limit != "max":
            used = int(Path("/sys/fs/cgroup/memory.current").read_text())
            free = min(free, max(0, int(limit) - used))
    except (OSError, ValueError):
        if hasattr(os, "sysconf") and "SC_AVPHYS_PAGES" in os.sysconf_names and free == 8 * 2**30:
            free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return free
