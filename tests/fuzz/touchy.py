"""Targets that fail on purpose, for the test of the campaign; in a module of their own, as processes import it."""

from __future__ import annotations

import os
import signal
from random import Random

FATAL = 637  # what the seed 5 draws first


def drawn(seed: int) -> int:
    """What decides over a seed."""
    return Random(seed).randrange(1000)


def _touchy(rng: Random) -> None:
    number = rng.randrange(1000)
    if number == FATAL:
        os.kill(os.getpid(), signal.SIGSEGV)
    if number < 100:
        raise ValueError(f"{number} is too low")


def targets() -> dict[str, object]:
    """One that is calm, and one that raises or ends its process, by seed."""
    return {"calm": lambda folder: lambda rng: None, "touchy": lambda folder: _touchy}
