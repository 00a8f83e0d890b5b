"""drive: advance a runner to its stop; evaluate, report, checkpoint, and heed every request to end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Any, NamedTuple, Protocol

from tianji._log import logger
from tianji.run.checkpoint import Checkpoint, Tensors
from tianji.run.clock import Clock
from tianji.run.limits import Limits
from tianji.run.report import Check, Pace, Progress, Report, iterations_to
from tianji.run.stopping import Stop, Stopper

SURE = 1.5  # a range is told as well where an end of it is further than this factor from its middle
CALL_SECONDS = 0.1  # a call of `advance` lasts about this long, so that stops and progress stay prompt
log = logger("run")


class Evaluation(NamedTuple):
    """How good the answer so far is: every player's value, NashConv, and exploitability (NashConv / players)."""

    values: list[float]
    nash_conv: float
    exploitability: float


class Runner(Protocol):
    """A method in progress: what `drive` needs of it."""

    @property
    def t(self) -> int:
        """Iterations done."""

    @property
    def usual_slope(self) -> float:
        """ε falls about as t^−slope, as benchmarks saw it: what the time left is estimated by at first."""

    @property
    def slope_spread(self) -> float:
        """The factor within which slopes stay of the usual one; 1 where that can be relied on."""

    def advance(self, iterations: int) -> None:
        """Do that many iterations."""

    def next_check(self, checks: list[Check], target: float | None) -> int:
        """The iteration to evaluate at next: from the checks so far, never from the clock, so that runs coincide."""

    def evaluate(self) -> Evaluation | None:
        """How good the answer so far is; None where the game is too large to say."""

    def finished(self) -> str:
        """Why there is nothing more to be gained ("exact", "floor"), else "" ."""

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """All that must survive, for a checkpoint."""

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Continue from what `tensors` gave; raise `FileFormatError` where it does not fit."""


class Patient(Protocol):
    """A runner whose single steps may take long: it asks the clock on its way and leaves a step early.

    What it has left half-done, the next `advance` finishes; `t` counts whole iterations only. After a request to stop,
    `evaluate` may answer None instead of taking its time.
    """

    def heed(self, clock: Clock) -> None:
        """Ask this clock from now on."""


@dataclass
class End:
    """Where a run stands or ended; `stopped` is one of `STOPS`, or what the runner's `finished` said."""

    seconds: float = 0.0
    checks: list[Check] = field(default_factory=list)
    evaluation: Evaluation | None = None
    stopped: str = ""
    unsaved: str = ""  # why the last checkpoint could not be written, e.g. a full disk; "" when it was


STOPS = ("until", "iterations", "seconds", "interrupted", "cancelled")


def drive(
    runner: Runner,
    limits: Limits,
    *,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
    phase: str = "solve",
    gap_of: float | None = None,
) -> End:
    """Advance until the first limit; points of evaluation do not depend on the clock, so that resumed runs coincide.

    gap_of: what exploitability is a share of when it is shown, such as the pot.
    """
    end = End()
    if checkpoint is not None:
        end.seconds, end.checks = checkpoint.open(runner)
    with Stopper(stop) as stopper:
        clock = Clock(Limits(seconds=limits.seconds), stopper, already=end.seconds)
        heed: Callable[[Clock], None] | None = getattr(
            runner, "heed", None
        )  # a protocol's isinstance takes 10 µs
        if heed is not None:
            heed(clock)
        is_moved = _run(runner, limits, end, clock, checkpoint, progress, phase, gap_of)
        end.seconds = clock.seconds
        # before the last evaluation: off the grid, it would let a resumed run stop early
        if checkpoint is not None and is_moved:
            checkpoint.keep(runner, end.seconds, end.checks, last=True)
            end.unsaved = checkpoint.unsaved
        if end.evaluation is None or end.checks[-1].iterations != runner.t:
            _check(runner, end, end.seconds)
            if end.stopped in ("iterations", "seconds") and _is_enough(runner, limits, end):
                end.stopped = "until"  # reached between two points of evaluation
    log.info("%s: %s after %d iterations, %.2f s", phase, end.stopped, runner.t, end.seconds)
    return end


def _run(
    runner: Runner,
    limits: Limits,
    end: End,
    clock: Clock,
    checkpoint: Checkpoint | None,
    progress: Progress | None,
    phase: str,
    gap_of: float | None,
) -> bool:
    """Until something says stop; whether there was anything to do: what is done already need not be saved again."""
    pace, speed, is_moved = Pace(), 0.0, False
    if _is_enough(runner, limits, end):  # as a checkpoint says, which is no proof
        _check(runner, end, clock.seconds)
    while True:
        end.stopped = _reached(runner, limits, end, clock)
        if end.stopped:
            return is_moved
        check = runner.next_check(end.checks, limits.until)
        goal = min(check, limits.iterations or check)
        count = _chunk(goal - runner.t, speed, runner.t)
        before, is_moved = clock.seconds, True
        runner.advance(count)
        speed = count / max(clock.seconds - before, 1e-9)
        pace.add(runner.t, clock.seconds)
        if runner.t == check:
            before = clock.seconds
            _check(runner, end, before)
            pace.checked(clock.seconds - before)
        if checkpoint is not None:
            checkpoint.keep(runner, clock.seconds, end.checks)
            end.unsaved = checkpoint.unsaved
        if progress is not None:
            clock.tell(progress, _report(runner, limits, end, clock, pace, phase, gap_of))


def _reached(runner: Runner, limits: Limits, end: End, clock: Clock) -> str:
    if _is_enough(runner, limits, end):
        return "until"
    if limits.iterations is not None and runner.t >= limits.iterations:
        return "iterations"
    return runner.finished() or (clock.stopped if clock.is_over() else "")


def _is_enough(runner: Runner, limits: Limits, end: End) -> bool:
    """Whether what there is now was evaluated and is as good as was asked for."""
    if limits.until is None or not end.checks or end.checks[-1].iterations != runner.t:
        return False
    return end.checks[-1].exploitability <= limits.until


def _chunk(left: int, speed: float, done: int) -> int:
    if speed == 0.0:
        return max(1, min(left, 1 + done // 10, 10))  # the first call may compile; learn the speed first
    return max(1, min(left, int(speed * CALL_SECONDS)))


def _check(runner: Runner, end: End, seconds: float) -> None:
    found = runner.evaluate()
    if found is None:
        return
    end.evaluation = found
    if end.checks and end.checks[-1].iterations == runner.t:  # known from the checkpoint, but for the values
        seconds = end.checks.pop().seconds
    end.checks.append(Check(runner.t, seconds, found.exploitability, found.nash_conv))


def _report(
    runner: Runner, limits: Limits, end: End, clock: Clock, pace: Pace, phase: str, gap_of: float | None
) -> Report:
    last = end.checks[-1].iterations if end.checks else 0
    coming = runner.next_check(end.checks, limits.until)
    rate = pace.rate_with(coming - last)
    now = (runner.t, clock.seconds, rate)
    eta, ends = foretell(limits, end.checks, coming, *now, runner.usual_slope, runner.slope_spread)
    return Report(
        phase, runner.t, limits.iterations, seconds=clock.seconds, rate=rate, eta=eta, eta_range=ends,
        gap=end.checks[-1].exploitability if end.checks else None, gap_of=gap_of, message=end.unsaved,
    )  # fmt: skip


def foretell(
    limits: Limits,
    checks: list[Check],
    coming: int,
    done: int,
    seconds: float,
    rate: float | None,
    slope: float,
    spread: float,
) -> tuple[float | None, tuple[float, float] | None]:
    """Seconds left, and their range where it reaches further than a factor `SURE`: both from slopes within `spread`.

    coming: the next evaluation; the target is not met before it.
    """
    eta, low, high = (
        seconds_left(
            limits,
            None if limits.until is None else iterations_to(limits.until, checks, slope, spread, factor),
            coming, done, seconds, rate,
        )
        for factor in (1.0, spread, 1 / spread)
    )  # fmt: skip
    if eta is None or low is None or high is None:
        return None, None
    return eta, None if high <= SURE**2 * low else (low, high)


def seconds_left(
    limits: Limits, at: float | None, coming: int, done: int, seconds: float, rate: float | None
) -> float | None:
    """Seconds until the first limit, at the rate of late; at: the iteration of the target; None: nobody can know."""
    left = inf if limits.seconds is None else limits.seconds - seconds
    goal = inf if limits.iterations is None else float(limits.iterations)
    if limits.until is not None and at is None:
        return None  # the other limits only bound it: a minute allowed is not a minute needed
    if rate is not None and rate > 0:
        left = min(left, (min(goal, inf if at is None else max(at, coming)) - done) / rate)
    return max(0.0, left) if left < inf else None


def geometric_check(t: int, first: int, factor: float) -> int:
    """The next point after t of the grid first, max(+ first, · factor), …: the same wherever a run was resumed.

    >>> [geometric_check(t, 10, 1.5) for t in (0, 10, 40)]
    [10, 20, 45]
    """
    grid = first
    while grid <= t:
        grid = max(grid + first, ceil(factor * grid))
    return grid
