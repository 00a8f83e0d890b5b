"""drive: advance a method to its stop; evaluate on a growing grid, report, checkpoint, heed Ctrl-C."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from math import ceil, inf, log
from typing import Any

from tianji.cfr.checkpoint import load_checkpoint, save_checkpoint
from tianji.cfr.runners import Runner
from tianji.core.interrupt import interruptible
from tianji.core.progress import Progress, Report
from tianji.errors import FileAccessError
from tianji.flat.sequence import FlatGame

CALL_SECONDS = 0.2  # a kernel call lasts about this long, so that Ctrl-C and progress stay prompt


@dataclass(frozen=True)
class Stops:
    """When to stop: the first of these that is reached."""

    iterations: int | None
    until: float | None
    seconds: float | None

    def with_defaults(self, flat: FlatGame | None, until: float, seconds: float) -> Stops:
        """What "just solve it" means: an accuracy where that can be had, else a time."""
        if (self.iterations, self.until, self.seconds) != (None, None, None):
            return self
        if flat is None or flat.players != 2 or not flat.is_zero_sum:
            return replace(self, seconds=10.0)
        return replace(self, until=until, seconds=seconds)


@dataclass
class End:
    """Where a run stands or ended."""

    seconds: float = 0.0
    history: list[tuple[int, float, float]] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    nash_conv: float | None = None
    stopped: str = ""
    unsaved: str = ""  # why the last checkpoint could not be written, e.g. a full disk; "" when it was


def drive(
    runner: Runner,
    stops: Stops,
    config: dict[str, Any],
    *,
    curve: bool,
    checkpoint: str | None,
    resume: bool,
    checkpoint_every: float,
    progress: Progress | None,
) -> End:
    """Advance until a stop; the points of evaluation depend on the game alone, so that resumed runs coincide.

    The first checkpoint is written at once, so that a path that does not work is known before the work. When
    a later one fails, the run goes on and `unsaved` says why: a full disk must not cost the result as well.
    """
    end = End()
    if resume:
        assert checkpoint is not None
        end.seconds, end.history = load_checkpoint(checkpoint, runner, config)
    elif checkpoint is not None:
        save_checkpoint(checkpoint, runner, config, 0.0, [])
    clock = _Clock(end.seconds)
    saved = time.monotonic()
    rate = 0.0
    next_check = _next_check(runner, curve)
    with interruptible() as interrupted:
        while not end.stopped:
            end.stopped = _reached(runner, stops, end, clock.seconds(), interrupted.is_set())
            if end.stopped:
                break
            goal = min(next_check, stops.iterations or next_check)
            count = _chunk(goal - runner.t, rate, runner.t)
            before = clock.seconds()
            runner.advance(count)
            rate = count / max(clock.seconds() - before, 1e-9)
            if runner.t == next_check:
                _check(runner, end, clock.seconds())
                next_check = _next_check(runner, curve)
            if checkpoint is not None and time.monotonic() - saved > checkpoint_every:
                _save(checkpoint, runner, config, end, clock.seconds())
                saved = time.monotonic()
            if progress is not None:
                progress(_report(runner, stops, end, clock.seconds()))
    end.seconds = clock.seconds()
    if (
        checkpoint is not None
    ):  # before the last evaluation: off the grid, it would let a resumed run stop early
        _save(checkpoint, runner, config, end, end.seconds)
    if not end.history or end.history[-1][0] != runner.t or not end.values:
        _check(runner, end, end.seconds)
    return end


def _save(path: str, runner: Runner, config: dict[str, Any], end: End, seconds: float) -> None:
    try:
        save_checkpoint(path, runner, config, seconds, end.history)
        end.unsaved = ""
    except FileAccessError as error:
        end.unsaved = str(error)


class _Clock:
    """Seconds of solving, earlier sessions of a resumed run included."""

    def __init__(self, already: float) -> None:
        self.start = time.perf_counter() - already

    def seconds(self) -> float:
        return time.perf_counter() - self.start


def _reached(runner: Runner, stops: Stops, end: End, seconds: float, is_interrupted: bool) -> str:
    if is_interrupted:
        return "interrupted"
    is_checked = bool(end.history) and end.history[-1][0] == runner.t
    if stops.until is not None and is_checked and end.history[-1][2] <= stops.until:
        return "until"
    if stops.iterations is not None and runner.t >= stops.iterations:
        return "iterations"
    if stops.seconds is not None and seconds >= stops.seconds:
        return "seconds"
    return ""


def _next_check(runner: Runner, curve: bool) -> int:
    """At least 25 evaluations' worth of iterations later, and 10 % later: evaluation is under 5 % of the run.

    The grid is 1, 2, 3, … on a logarithmic scale of 16 points a decade when a curve is wanted.
    """
    first, factor = (1, 10 ** (1 / 16)) if curve else (ceil(25 * runner.check_cost), 1.1)
    grid = first
    while grid <= runner.t:  # from the start, so that it does not matter where a run was resumed
        grid = max(grid + first, ceil(factor * grid))
    return grid


def _chunk(left: int, rate: float, done: int) -> int:
    if rate == 0.0:
        return max(1, min(left, 1 + done // 10, 10))  # the first call may compile; learn the speed first
    return max(1, min(left, int(rate * CALL_SECONDS)))


def _check(runner: Runner, end: End, seconds: float) -> None:
    found = runner.evaluate()
    if found is not None:
        end.values, end.nash_conv = found[0], max(0.0, found[1])
        if end.history and end.history[-1][0] == runner.t:  # known from the checkpoint, but for the values
            end.history.pop()
        end.history.append((runner.t, seconds, end.nash_conv))


def _report(runner: Runner, stops: Stops, end: End, seconds: float) -> Report:
    rate = runner.t / max(seconds, 1e-9)
    left = [inf]
    if stops.iterations is not None:
        left.append((stops.iterations - runner.t) / rate)
    if stops.seconds is not None:
        left.append(stops.seconds - seconds)
    if stops.until is not None and len(end.history) >= 2:
        left.append(_seconds_to(stops.until, end.history, seconds))
    eta = max(0.0, min(left))
    return Report(
        "solve", runner.t, stops.iterations, seconds, rate, eta if eta < inf else None,
        end.history[-1][2] if end.history else None, end.unsaved,
    )  # fmt: skip


def _seconds_to(target: float, history: list[tuple[int, float, float]], seconds: float) -> float:
    """Extrapolate log NashConv against log t through the last tenth of a decade."""
    t2, _, c2 = history[-1]
    t1, _, c1 = next((row for row in reversed(history[:-1]) if row[0] <= 0.5 * t2), history[0])
    if c2 <= target or c1 <= c2 or c2 <= 0 or t1 >= t2:
        return 0.0 if c2 <= target else inf
    slope = log(c1 / c2) / log(t2 / t1)
    return float(seconds * ((c2 / target) ** (1 / max(slope, 0.1)) - 1))
