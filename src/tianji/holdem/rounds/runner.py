"""RoundRunner: a game of rounds being solved, with buckets or without, as `tianji.run.drive` wants it."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import FileFormatError
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.run.checkpoint import Tensors
from tianji.run.clock import Clock
from tianji.run.drive import Evaluation, geometric_check
from tianji.run.report import Check
from tianji.run.stopping import Cancelled

FIRST_CHECK, CHECK_FACTOR = 64, 2.0


class RoundRunner:
    """CFR+ on a backend; a pass that is left early is begun again, or taken up, by the next `advance`."""

    def __init__(self, backend: CpuBackend, method: str = "cfr+") -> None:
        self.backend, self.schedule = backend, SCHEDULES[method]
        self._t = 0
        self._clock: Clock | None = None

    @property
    def t(self) -> int:
        """Iterations done."""
        return self._t

    @property
    def usual_slope(self) -> float:
        """As benchmarks saw it of the schedule."""
        return self.schedule.usual_slope

    @property
    def slope_spread(self) -> float:
        """Slopes of abstract games are known badly: exploitability with real cards does not go to 0."""
        return 2.0

    def heed(self, clock: Clock) -> None:
        """Ask this clock between the boards of a pass."""
        self._clock = clock

    def advance(self, iterations: int) -> None:
        """Iterate, or leave early when the clock says so."""
        self.backend.heed(None if self._clock is None else self._clock.is_over)
        self._t += self.backend.iterate(self.schedule.rows(self._t + 1, self._t + iterations + 1))

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """A fixed grid: an evaluation costs two iterations."""
        return geometric_check(self._t, FIRST_CHECK, CHECK_FACTOR)

    def evaluate(self) -> Evaluation | None:
        """Values and exploitability with real cards; None when asked to stop meanwhile."""
        try:
            values, best = self.backend.evaluate()
        except Cancelled:
            return None
        return Evaluation(values, sum(best), sum(best) / 2)

    def finished(self) -> str:
        """CFR never is."""
        return ""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """Regrets and averages, and how far it is."""
        if not isinstance(self.backend, BucketBackend):
            return self.backend.tensors(is_resumable=True), {"t": self._t, "player": 0}
        return cells_of(self.backend), {"t": self._t, "player": self.backend.player}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave."""
        t, player = fields.get("t"), fields.get("player")
        if not isinstance(t, int) or t < 0 or player not in (0, 1):
            raise FileFormatError("it does not say how far the run had come; start without resuming")
        if isinstance(self.backend, BucketBackend):
            for name, array in cells_of(self.backend).items():
                given = tensors.get(name)
                if given is None or given.shape != array.shape or given.dtype != array.dtype:
                    raise FileFormatError(f"{name} does not fit this game and its buckets; start anew")
                if not np.isfinite(given).all():
                    raise FileFormatError(f"{name} has numbers that are not finite; start anew")
                array[:] = given
            self.backend.renew()
            self.backend.player = player
        else:
            self.backend.use(tensors, is_resumable=True)
        self._t = t


def cells_of(backend: BucketBackend) -> Tensors:
    """A blueprint's memory by name."""
    return {
        f"{name}/{k}/{p}": pair[p]
        for name, cells in (("regret", backend.regret), ("average", backend.average))
        for k, pair in enumerate(cells)
        for p in (0, 1)
    }


def blueprint_digest(backend: BucketBackend) -> str:
    """SHA-256 of the averages, which are the blueprint."""
    sha = hashlib.sha256()
    for name, array in cells_of(backend).items():
        if name.startswith("average"):
            sha.update(array.tobytes())
    return sha.hexdigest()
