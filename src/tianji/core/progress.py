"""How long work reports: one callback, called with a `Report`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """Where a long piece of work stands.

    `total` is None when the end is not known in advance; `eta_s` is an estimate of the seconds left.
    """

    stage: str
    done: int
    total: int | None = None
    seconds: float = 0.0
    rate: float | None = None
    eta_s: float | None = None
    nash_conv: float | None = None
    message: str = ""


Progress = Callable[[Report], None]
