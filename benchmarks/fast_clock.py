"""A clock that runs faster than the wall's, for a server and all that it starts: eight of its hours in forty minutes.

What a process asks the system for the time is answered by libfaketime, and every wait is that much shorter: time-outs,
heartbeats, checkpoints and the life of codes come as often as they would in those hours. The clock is shared, so that a
worker stamps its events by the clock of the server that has started it. Whoever is outside stays on the wall's.
Files' times are the wall's too; the studio asks only whether those have changed.
What libfaketime 0.9.10 does not know is Python's wait for a lock with a time-out, `Event.wait(3)`: it would last for
ever. Nothing in the studio waits so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import Self

# Both clocks at one moment; the system call goes past the library. Then the other processes' way to the same clock.
HOLDER = """
import ctypes, json, os, sys, time
class Spec(ctypes.Structure):
    _fields_ = [("s", ctypes.c_long), ("ns", ctypes.c_long)]
wall = Spec()
ctypes.CDLL(None).syscall({number}, 0, ctypes.byref(wall))
names = ("LD_PRELOAD", "FAKETIME", "FAKETIME_SHARED")
told = {{name: os.environ[name] for name in names if name in os.environ}}
print(json.dumps([wall.s + wall.ns / 1e9, time.time(), told]), flush=True)
sys.stdin.read()
"""
CALLS = {"x86_64": 228, "aarch64": 113}  # clock_gettime


class FastClock:
    """The clock, as long as the block lasts: what a process needs in its environment, and how to read its stamps."""

    def __init__(self, factor: float) -> None:
        self.factor, self.started, self.environment = factor, 0.0, dict[str, str]()

    def __enter__(self) -> Self:
        if self.factor == 1:
            return self
        program, machine = shutil.which("faketime"), os.uname().machine
        if program is None or machine not in CALLS:
            sys.exit(
                f"--clock {self.factor:g}: needs Linux and libfaketime (Debian: apt install faketime); leave it out"
            )
        code = HOLDER.format(number=CALLS[machine])
        clean = {name: text for name, text in os.environ.items() if not name.startswith("FAKETIME")}
        self.holder = subprocess.Popen(
            [program, "-m", "-f", f"+0 x{self.factor:g}", sys.executable, "-c", code],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=clean,
        )  # fmt: skip
        assert self.holder.stdout is not None
        wall, here, self.environment = json.loads(self.holder.stdout.readline())
        self.environment["NO_FAKE_STAT"] = "1"
        self.started = wall - (here - wall) / (self.factor - 1)
        return self

    def __exit__(self, *_: object) -> None:
        if self.factor != 1:
            self.holder.communicate()

    def now(self) -> datetime:
        """What it shows now."""
        return datetime.fromtimestamp(self.started + self.factor * (time.time() - self.started), UTC)

    def seconds(self, own: float) -> float:
        """As many seconds of the wall's as so many of its own."""
        return own / self.factor
