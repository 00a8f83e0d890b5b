"""SpotRunner: a solve in progress, as `tianji.run.drive` wants it; when to evaluate, and what a run file holds."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, inf, sqrt
from typing import Any

from tianji.cfr.schedule import Schedule
from tianji.core.schema import Schema, listed, number, whole
from tianji.core.strategy import FloatArray
from tianji.errors import FileFormatError
from tianji.holdem.engine.backend import Backend, measure
from tianji.holdem.engine.methods import FLOORS
from tianji.holdem.spot.gate import Gate
from tianji.holdem.spot.spot import Spot
from tianji.run.checkpoint import Tensors
from tianji.run.clock import Clock, now
from tianji.run.drive import Evaluation
from tianji.run.report import Check
from tianji.run.stopping import Cancelled

KIND = "holdem-solve"
FIRST_CHECK = 16
# The first on small rivers for shares of the pot up to 1 %: of 16, 20, … 34 on 77 rivers the one after which least is
# iterated and evaluated in all (0.98 of what 16 takes to 0.3 %).
LATER_CHECK, LATER = 24, 0.01
# On the way to a target: three by a quarter of the shortest runs, so that the time left can be told.
EARLY_CHECKS = (4, 6, 9)
BRIEF = 2**20  # bytes of averages of a solve that is over in some 30 ms: nobody is told how long it will take
USUAL_SLOPES = (2.0, 1.85, 1.7)  # ε falls about as t^−slope on flops, turns and rivers
NEAR = 10.0  # times the floor of the storage: from here on no more may be gained
# From this iteration on the terms of the averages are so small beside their sums that rounding counts.
LONG = {"float32": 1024, "int16": 256, "float64": inf}
FIRST_ROWS = 257  # of a schedule, one more than iterations
LAST_SECONDS = 0.1  # an evaluation may still take so long after a request to stop


@dataclass
class Best:
    """The best strategy evaluated so far: where, how good, evaluations since then."""

    t: int = 0
    gap: float = inf
    since: int = 0


class SpotRunner:
    """CFR on a spot, by any `Backend`; holds a copy of the averages of the best evaluation.

    Averages are sums whose terms become small beside them: what rounding takes would add up until exploitability rises
    again. In long runs the backend keeps what is left over (`add_residues`), so that it does not. On some schedules
    exploitability rises on the way all the same, and the best strategy is not the last. The copy and the residues take
    `spare` bytes of memory at most; where that is short the copy goes to disk (`Shelf`), in `folder`. `notes` say what
    there was no room for. `keeps=False`: no copy, for solves that answer with what they end with. These and solves of a
    moment (`is_brief`) are evaluated seldom, without the early ones that tell the time left.
    """

    def __init__(
        self,
        spot: Spot,
        backend: Backend,
        schedule: Schedule,
        horizon: int | None = None,
        spare: float = inf,
        folder: str | os.PathLike[str] | None = None,
        keeps: bool = True,
    ) -> None:
        self.spot, self.backend, self.schedule, self.horizon = spot, backend, schedule, horizon
        self.spare = spare
        self.best = Best()
        self.shelf = backend.make_shelf(self._take, folder) if keeps else None
        self._t = 0
        self._clock: Clock | None = None
        self._is_long = False
        self.is_brief = not keeps or backend.average_bytes <= BRIEF
        self.notes: list[str] = []
        self._floor = FLOORS[backend.storage] * spot.pot
        if self.shelf is not None:
            self.shelf.open(backend.tensors(is_resumable=False))
            if self.shelf.why_not:
                self._announce(self.shelf.why_not)

    @property
    def t(self) -> int:
        """Iterations done."""
        return self._t

    @property
    def usual_slope(self) -> float:
        """From a quarter of a run to its end, as benchmarks/curves.py saw it of the default schedules."""
        return USUAL_SLOPES[self.spot.street] if self.schedule.gamma > 2 else self.schedule.usual_slope

    @property
    def slope_spread(self) -> float:
        """With the default schedules spots of a street are so alike that one time can be told at a quarter."""
        return 1.13 if self.schedule.gamma > 2 else 1.5

    def heed(self, clock: Clock) -> None:
        """Leave an iteration early when the clock says so: on a flop it may take a second."""
        self._clock = clock

    def advance(self, iterations: int) -> None:
        """Iterate; one that was left early is finished first."""
        self.backend.heed(None if self._clock is None else self._clock.is_over)
        goal = self._t + iterations
        while self._t < goal:
            stop = self.ready(goal)
            self.moved(self.backend.iterate(self._rows(self._t + 1, stop + 1)))
            if self._t < stop:
                return

    def ready(self, goal: int) -> int:
        """Make ready for the next iterations; how far, at most to `goal`, they are all of one kind."""
        long = LONG[self.backend.storage]
        if self._t >= long and not self._is_long:
            self._is_long = True
            self._keep_residues()
        return goal if self._t >= long else int(min(goal, long))

    def moved(self, count: int) -> None:
        """So many iterations were done."""
        self._t += count

    def _rows(self, start: int, stop: int) -> FloatArray:
        """The schedule of iterations start … stop − 1; the first ones are worked out once a process."""
        if self.horizon is None and stop <= FIRST_ROWS:
            return _first_rows(self.schedule)[start - 1 : stop - 1]
        return self.schedule.rows(start, stop, self.horizon)

    def _keep_residues(self) -> None:
        if self._take(self.backend.average_bytes):
            self.backend.add_residues()
        elif self.shelf is not None:
            self.notes.append("no memory was left for what rounding takes from the averages of a long run")

    def _take(self, size: int) -> bool:
        """Whether there is room for so many bytes more, which are taken then."""
        is_room = size <= self.spare
        self.spare -= size if is_room else 0
        return is_room

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """From the evaluations so far alone, so that a resumed run evaluates where an unbroken one does."""
        last = checks[-1] if checks else None
        if target is not None and not self.is_brief and len(checks) < len(EARLY_CHECKS):
            return max(EARLY_CHECKS[len(checks)], self._t + 1)
        if last is None:
            is_near = self.is_brief and self.spot.street == 2 and (target or inf) <= LATER * self.spot.pot
            return max(LATER_CHECK if is_near else FIRST_CHECK, self._t + 1)
        most = 3 if self.is_brief else 1
        step = check_step(last.iterations, last.exploitability, target, most)
        if min(c.exploitability for c in checks) < last.exploitability:  # look whether it goes on rising
            step = min(step, max(FIRST_CHECK, last.iterations // 2))
        return max(last.iterations + step, self._t + 1)

    def evaluate(self) -> Evaluation | None:
        """Exploitability of the average strategies; None when asked to stop and it would take long."""
        self.backend.heed(self._must_leave())
        try:
            found = measure(self.backend, self.spot)
        except Cancelled:
            return None
        self._keep_best(found.exploitability)
        return found

    def _keep_best(self, gap: float) -> None:
        if gap >= self.best.gap:
            self.best.since += self._t > self.best.t
            return
        self.best = Best(self._t, gap)
        self._copy_averages()

    def _copy_averages(self) -> None:
        if self.shelf is not None and not self.shelf.keep(self.backend):
            self._announce(self.shelf.why_not)

    def _announce(self, why: str) -> None:
        """Say at once, not at the end, that a better strategy than the last may be lost."""
        said = f"the best strategy evaluated cannot be kept, only the last: {why}"
        if said not in self.notes:
            self.notes.append(said)
            warnings.warn(said, RuntimeWarning, stacklevel=2)

    def put_best(self, last: float) -> bool:
        """Have the backend hold the best averages, if they are better than the last ones and a copy was kept."""
        best, shelf = self.best, self.shelf
        if best.gap >= last:
            return False
        if shelf is None or not shelf.is_filled:
            self.notes.append(
                f"that of iteration {best.t:,} was better: {100 * best.gap / self.spot.pot:.3g} % of the pot"
            )
            return False
        self.notes.append(f"the strategy is that of iteration {best.t:,}, the best of those evaluated")
        shelf.give(self.backend)
        return True

    def _must_leave(self) -> Any:
        if self._clock is None or self._clock.stopper is None:
            return None
        stopper, end = self._clock.stopper, now() + LAST_SECONDS
        return lambda: bool(stopper.reason) and now() >= end

    def finished(self) -> str:
        """ "floor" where three times the iterations brought nothing better, near what the storage can hold."""
        best = self.best
        is_near = 0 < best.gap <= NEAR * self._floor and self._t >= 200
        if not (is_near and best.since >= 3 and self._t >= 3 * best.t):
            return ""
        storage = self.backend.storage
        more = "" if storage == "float64" else "; storage='float64' goes further"
        self.notes.append(f"more iterations do not make it better in {storage}{more}")
        return "floor"

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """The backend's memory, a half-done iteration included, and the best averages where they are not the last."""
        best, shelf, found = self.best, self.shelf, self.backend.tensors(is_resumable=True)
        if shelf is not None and shelf.is_filled and best.t < self._t:
            found.update({f"best/{name}": array for name, array in shelf.views().items()})
        return found, {"t": self._t, "best": [best.t, best.gap, best.since] if best.gap < inf else []}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Go on from a run file."""
        where = "the run file"
        if not any(name.startswith("regret/") for name in tensors):
            raise FileFormatError(
                "the file was saved without its regrets and cannot go on; solve with checkpoint="
            )
        Schema(fields={"t": whole()}, optional={"best": listed(number(0))}).check_fields(fields, where)
        best = {name[5:]: tensors[name] for name in tensors if name.startswith("best/")}
        if best:
            self.backend.schema(is_resumable=False).check(best, {}, where)
        own = {name: array for name, array in tensors.items() if not name.startswith("best/")}
        self.backend.use(own, is_resumable=True, where=where)
        self._t = int(fields["t"])
        if len(row := fields.get("best", [])) == 3:
            self.best = Best(int(row[0]), float(row[1]), int(row[2]))
            if best and self.shelf is not None:
                if not self.shelf.put(best):
                    self._announce(self.shelf.why_not)
            elif self.best.t == self._t:  # they are what the file goes on from
                self._copy_averages()


@lru_cache(maxsize=32)
def _first_rows(schedule: Schedule) -> FloatArray:
    return schedule.rows(1, FIRST_ROWS)


def check_step(done: int, gap: float, target: float | None, most: int = 1) -> int:
    """Iterations to the next evaluation, which costs as much as one on turns and flops, three on rivers.

    With a target, nine tenths of what is left if ε falls as t^−2, but at least 4 and 5 % of those done, so as to come
    close from below, and no more than `most` times those done; without one, half of those done.

    >>> check_step(16, 4.0, 0.2), check_step(16, 4.0, 0.2, 3), check_step(100, 0.3, 0.2), check_step(100, 0.1, None)
    (16, 48, 21, 50)
    """
    if target is None:
        return max(FIRST_CHECK, done // 2)
    left = 0.9 * done * (sqrt(max(gap / target, 1.0)) - 1)
    return min(ceil(max(left, 4, 0.05 * done)), most * max(done, 1))


def config_of(spot: Spot, method: str, storage: str, gate: Gate | None = None) -> dict[str, Any]:
    """What a run file belongs to."""
    return {
        "spot": plain(spot.to_dict()), "method": method, "storage": storage,
        "gate": None if gate is None else gate.to_dict(),
    }  # fmt: skip


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
