"""SpotRunner: a solve in progress, as `tianji.run.drive` wants it; when to evaluate, and what a run file holds."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt
from typing import Any

from tianji.cfr.schedule import Schedule
from tianji.core.schema import Schema, whole
from tianji.errors import FileFormatError
from tianji.holdem.engine.backend import Backend, measure
from tianji.holdem.spot.spot import Spot
from tianji.run.checkpoint import Tensors
from tianji.run.clock import Clock
from tianji.run.drive import Evaluation
from tianji.run.limits import Limits
from tianji.run.report import Check
from tianji.run.stopping import Cancelled

KIND = "holdem-solve"
FIRST_CHECK = 16
LAST_SECONDS = 0.15  # an evaluation may still take so long after a request to stop


class SpotRunner:
    """CFR on a spot, by any `Backend`."""

    def __init__(self, spot: Spot, engine: Backend, schedule: Schedule, horizon: int | None = None) -> None:
        self.spot, self.engine, self.schedule, self.horizon = spot, engine, schedule, horizon
        self._t = 0
        self._clock: Clock | None = None

    @property
    def t(self) -> int:
        """Iterations done."""
        return self._t

    @property
    def usual_slope(self) -> float:
        """From 0.3 % to 0.1 % of the pot takes 1.9 times the iterations (benchmarks/holdem_schedules.py)."""
        return 1.7

    def heed(self, clock: Clock) -> None:
        """Leave an iteration early when the clock says so: on a flop it may take a second."""
        self._clock = clock

    def advance(self, iterations: int) -> None:
        """Iterate; one that was left early is finished first."""
        self.engine.heed(None if self._clock is None else self._clock.is_over)
        rows = self.schedule.rows(self._t + 1, self._t + 1 + iterations, self.horizon)
        self._t += self.engine.iterate(rows)

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """From the evaluations so far alone, so that a resumed run evaluates where an unbroken one does."""
        last = checks[-1] if checks else None
        if last is None:
            return max(FIRST_CHECK, self._t + 1)
        return max(last.iterations + check_step(last.iterations, last.exploitability, target), self._t + 1)

    def evaluate(self) -> Evaluation | None:
        """Exploitability of the average strategies; None when asked to stop and it would take long."""
        self.engine.heed(self._must_leave())
        try:
            return measure(self.engine, self.spot)
        except Cancelled:
            return None

    def _must_leave(self) -> Any:
        if self._clock is None or self._clock.stopper is None:
            return None
        stopper, grace = self._clock.stopper, Clock(Limits(seconds=LAST_SECONDS))
        return lambda: bool(stopper.reason) and grace.is_over()

    def finished(self) -> str:
        """Never by itself."""
        return ""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """The engine's memory, a half-done iteration included."""
        return self.engine.tensors(is_resumable=True), {"t": self._t}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Go on from a run file."""
        if not any(name.startswith("regret/") for name in tensors):
            raise FileFormatError(
                "the file was saved without its regrets and cannot go on; solve with checkpoint="
            )
        where = "the run file"
        Schema(fields={"t": whole()}).check_fields(fields, where)
        self.engine.use(tensors, is_resumable=True, where=where)
        self._t = int(fields["t"])


def check_step(done: int, gap: float, target: float | None) -> int:
    """Iterations to the next evaluation, which costs as much as one on turns and flops, three on rivers.

    With a target, nine tenths of what is left if ε falls as t^−2, but at least 4 and 5 % of those done, so as to come
    close from below, and no more than double them; without one, half of those done.

    >>> check_step(16, 4.0, 0.2), check_step(100, 0.3, 0.2), check_step(100, 0.1, None)
    (16, 21, 50)
    """
    if target is None:
        return max(FIRST_CHECK, done // 2)
    left = 0.9 * done * (sqrt(max(gap / target, 1.0)) - 1)
    return min(ceil(max(left, 4, 0.05 * done)), max(done, 1))


def config_of(spot: Spot, method: str, storage: str) -> dict[str, Any]:
    """What a run file belongs to."""
    return {"spot": plain(spot.to_dict()), "method": method, "storage": storage}


def plain(value: Any) -> Any:
    """As JSON gives it back: lists for tuples, texts for keys."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def upgrade(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a run or solve file as `run.checkpoint` writes them; older files had a layout of their own.

    They held (iteration, seconds, exploitability) rows, and no chip: bets were whole chips where pot and stack were.
    """
    if "run" not in fields:
        return fields
    run, spot = fields["run"], dict(fields["spot"])
    if "chip" not in spot:
        spot["chip"] = 1.0 if all(float(spot[name]).is_integer() for name in ("pot", "stack")) else 0.01
    return {
        **{k: v for k, v in fields.items() if k in ("values", "is_resumable")},
        "config": {"spot": spot, "method": fields["method"], "storage": fields.get("storage", "float32")},
        "runner": {"t": run["iterations"]},
        "seconds": run["seconds"],
        "checks": [[t, s, gap, 2 * gap] for t, s, gap in run["history"]],
        "stopped": run.get("stopped", ""),
    }
