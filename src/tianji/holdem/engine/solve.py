"""solve: iterate a spot until it is exact enough, interruptible, resumable, within memory."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from math import ceil, inf, isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.cfr.schedule import SCHEDULES, Schedule
from tianji.errors import ParameterError, UnknownNameError, suggest
from tianji.holdem.answer.solution import Solution
from tianji.holdem.answer.view import View, next_view, root_view
from tianji.holdem.engine.cpu import STORAGE, Engine
from tianji.holdem.engine.plan import check_fits, make_plan
from tianji.holdem.spot.boards import all_boards
from tianji.holdem.spot.spot import Spot
from tianji.run.report import Progress, Report
from tianji.run.stopping import Stopper
from tianji.run.threads import available_cores

# Iterations to 0.1 % of the pot, geometric mean of twelve spots: 115, with dcfr+ too. On the benchmark's river and turn
# 175 and 245; cfr+ 330 and 340, pcfr+ more than 400.
METHODS = {"dcfr(3)": Schedule(alpha=1.5, beta=0, gamma=3), **SCHEDULES}
DEFAULT_METHOD = "dcfr(3)"
DEFAULT_UNTIL = "0.3%"
CALL_SECONDS = 0.2  # of iterations between two looks at the clock, where iterations are short


@dataclass
class Run:
    """A solve in progress: iterations done, seconds spent, and (iteration, seconds, exploitability in chips) rows."""

    iterations: int = 0
    seconds: float = 0.0
    history: list[tuple[int, float, float]] = field(default_factory=list)
    stopped: str = ""


def read_until(until: str | float | None, pot: float) -> float | None:
    """An exploitability in chips from `0.3%` (of the pot) or a number of chips.

    >>> read_until("0.5%", 60)
    0.3
    """
    if until is None:
        return None
    text = str(until).strip()
    try:
        value = float(text[:-1]) / 100 * pot if text.endswith("%") else float(text)
    except ValueError:
        value = -1.0
    if isinstance(until, bool) or not isfinite(value) or value <= 0:
        raise ParameterError(f"until={until!r}; expected a share of the pot such as '0.3%', or chips above 0")
    return value


def method_schedule(method: str | Schedule) -> tuple[str, Schedule]:
    """A schedule by its name."""
    if isinstance(method, Schedule):
        return "schedule", method
    name = str(method).strip().lower().replace("_", "-")
    name = {"hs-dcfr": "hs-dcfr(30)"}.get(name, name)
    if name not in METHODS:
        raise UnknownNameError(f"no method {method!r} for hold'em; {suggest(name, list(METHODS))}")
    return name, METHODS[name]


def make_engine(
    spot: Spot, *, storage: str = "float32", is_predictive: bool = False, threads: int = 1
) -> Engine:
    """Deal the boards and lay the spot out in memory, locks applied."""
    boards: list[list[Any]] = list(all_boards(spot.cards, spot.weights, spot.is_merged))
    first = boards[0][0]
    ranges = (spot.weights[0][first.combos[0]], spot.weights[1][first.combos[1]])
    left = [48 - len(level[0].cards) for level in boards]
    engine = Engine(
        spot.tree(), boards, ranges, left,
        rake=spot.rake, storage=storage, is_predictive=is_predictive, threads=threads,
    )  # fmt: skip
    if not engine.norm > 0:
        raise ParameterError(f"{spot!r}: every pair of hands shares a card; give ranges that can meet")
    if spot.locks:
        engine.add_locks()
        set_locks(engine, spot, "regret")
    return engine


def set_locks(engine: Engine, spot: Spot, name: str) -> None:
    """Write the locked probabilities where regrets or averages are kept; equal up to a factor is all that counts."""
    for lock in spot.locks:
        node = engine.tree.nodes[lock.place.node]
        k = node.street - engine.tree.street
        for b, board in enumerate(engine.boards[k]):
            if tuple(board.cards[len(spot.cards) :]) != lock.place.cards:
                continue
            combos = board.combos[node.player]
            bound = lock.hands[combos]
            row = engine.forests[k].first_slot[lock.place.node] - engine.forests[k].roots
            old = engine.rows(k, b, node.player, name)
            for a in range(len(node.actions)):
                values = np.where(bound, lock.probabilities[a][combos], old[row + a])
                engine.set_row(k, b, node.player, name, row + a, values)
                engine.set_row(k, b, node.player, "locks", row + a, bound)


def solve(
    spot: Spot,
    *,
    until: str | float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    method: str | Schedule = DEFAULT_METHOD,
    threads: int | None = None,
    storage: str = "float32",
    memory: int | None = None,
    checkpoint: str | None = None,
    resume: bool = False,
    checkpoint_every: float = 60.0,
    progress: Progress | None = None,
) -> Solution:
    """Solve a spot until its exploitability is `until` (share of the pot, default 0.3 %), or for iterations or seconds.

    Exploitability is the mean of both players' best-response gains. method: a CFR schedule by name (`METHODS`), or one.
    storage: float32, int16 (half the memory) or float64. memory: bytes allowed, by default 9/10 of what is free; a
    solve that would not fit is refused with the cheapest way out. With `checkpoint` the run is saved there every
    `checkpoint_every` seconds and at the end, and `resume` continues it. Ctrl-C returns the answer so far.

    >>> from tianji.holdem import Spot
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,AdAh,AcAd,QcJd,QdJc,QhJc", ip="KhKc,KhKs,KcKs",
    ...             bets={"oop": "100%", "ip": ""}, raises="")
    >>> solution = spot.solve(until="0.1%")
    >>> [round(value) for value in solution.values]
    [75, 25]
    """
    name, schedule = method_schedule(method)
    if storage not in STORAGE:
        raise ParameterError(f"storage={storage!r}; expected one of: {', '.join(STORAGE)}")
    if iterations is None and seconds is None and until is None:
        until = DEFAULT_UNTIL
    target = read_until(until, spot.pot)
    _check_stops(iterations, seconds, schedule, name)
    count = _threads(threads)
    check_fits(spot, make_plan(spot, storage, count), memory)
    if progress is not None:
        progress(Report("prepare", 0, message=_compile_note()))
    engine = make_engine(spot, storage=storage, is_predictive=schedule.prediction > 0, threads=count)
    run = Run()
    if resume:
        from tianji.holdem.files.solves import load_run

        if checkpoint is None:
            raise ParameterError("resume=True needs checkpoint=FILE, the file to continue from")
        run = load_run(checkpoint, spot, engine, name)
    _drive(
        spot, engine, run, schedule, name, target, iterations, seconds, checkpoint, checkpoint_every, progress
    )
    if spot.locks:
        set_locks(engine, spot, "average")
    return Solution(spot, engine, run, name)


def _check_stops(iterations: int | None, seconds: float | None, schedule: Schedule, name: str) -> None:
    if iterations is not None and (
        not isinstance(iterations, int) or isinstance(iterations, bool) or iterations < 1
    ):
        raise ParameterError(f"iterations={iterations!r}; expected a whole number of at least 1")
    if seconds is not None and not (isinstance(seconds, (int, float)) and isfinite(seconds) and seconds > 0):
        raise ParameterError(f"seconds={seconds!r}; expected a number above 0")
    if schedule.needs_horizon and iterations is None:
        raise ParameterError(
            f"method {name!r} plans its discounts over a known number of iterations; give iterations="
        )
    if not schedule.is_alternating:
        raise ParameterError(
            f"method {name!r} updates both players at once; hold'em solves update them in turn"
        )


def _threads(threads: int | None) -> int:
    if threads is None:
        return available_cores()
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ParameterError(f"threads={threads!r}; expected a whole number of at least 1")
    return threads


def _compile_note() -> str:
    from tianji.kernels._compile import is_cached
    from tianji.kernels.poker import vector

    return "" if is_cached(vector.walk) else "compiling kernels, once on this machine: up to 40 s"


def _drive(
    spot: Spot,
    engine: Engine,
    run: Run,
    schedule: Schedule,
    name: str,
    target: float | None,
    iterations: int | None,
    seconds: float | None,
    checkpoint: str | None,
    checkpoint_every: float,
    progress: Progress | None,
) -> None:
    """Iterate to a stop; when to evaluate does not depend on the clock, so that resumed runs coincide."""
    from tianji.holdem.files.solves import save_run

    start = time.perf_counter() - run.seconds
    saved = time.monotonic()
    speed = 0.0
    horizon = iterations if schedule.needs_horizon else None
    with Stopper() as interrupted:
        if run.iterations:
            run.stopped = _stop(run, target, iterations, seconds, False)
        while not run.stopped:
            check = _next_check(run, target)
            step = _chunk(min(check, iterations or check) - run.iterations, speed)
            before = time.perf_counter()
            engine.iterate(schedule.rows(run.iterations + 1, run.iterations + 1 + step, horizon))
            speed = step / max(time.perf_counter() - before, 1e-9)
            run.iterations += step
            run.seconds = time.perf_counter() - start
            if run.iterations == check and (target is not None or progress is not None):
                run.history.append((run.iterations, run.seconds, measure(spot, engine)))
                run.seconds = time.perf_counter() - start
            run.stopped = _stop(run, target, iterations, seconds, bool(interrupted.reason))
            if checkpoint is not None and time.monotonic() - saved > checkpoint_every and not run.stopped:
                save_run(checkpoint, spot, engine, run, name)
                saved = time.monotonic()
            if progress is not None:
                progress(replace(_report(run, target, iterations, seconds), gap_of=spot.pot))
    if not run.history or run.history[-1][0] != run.iterations:
        run.history.append((run.iterations, run.seconds, measure(spot, engine)))
    if checkpoint is not None:
        save_run(checkpoint, spot, engine, run, name)


def measure(spot: Spot, engine: Engine) -> float:
    """Exploitability in chips."""
    if spot.locks:
        set_locks(engine, spot, "average")
    return engine.exploitability(engine.values() if spot.rake[0] else None)


def _next_check(run: Run, target: float | None) -> int:
    """The next iteration to evaluate at; it follows from the evaluations so far, whether or not a run was resumed."""
    found = {t: gap for t, _, gap in run.history}
    grid = 10
    while grid <= run.iterations:
        grid += _step(grid, found.get(grid), target)
    return grid


def _step(done: int, gap: float | None, target: float | None) -> int:
    """Iterations between two evaluations: ten, or 6 % of those done; an evaluation costs about half an iteration.

    With a target, four fifths of what is left if ε falls as t^−1.4: seldom at first, then close enough not to run over.
    """
    if gap is None or target is None:
        return max(10, ceil(0.06 * done))
    left: float = done * (max(gap / target, 1.0) ** (1 / 1.4) - 1)
    return ceil(min(max(0.8 * left, 5, 0.03 * done), max(10, 0.35 * done)))


def _chunk(left: int, speed: float) -> int:
    return max(1, min(left, int(speed * CALL_SECONDS))) if speed else 1


def _stop(
    run: Run, target: float | None, iterations: int | None, seconds: float | None, is_interrupted: bool
) -> str:
    if is_interrupted:
        return "interrupted"
    if (
        target is not None
        and run.history
        and run.history[-1][0] == run.iterations
        and run.history[-1][2] <= target
    ):
        return "until"
    if iterations is not None and run.iterations >= iterations:
        return "iterations"
    return "seconds" if seconds is not None and run.seconds >= seconds else ""


def _report(run: Run, target: float | None, iterations: int | None, seconds: float | None) -> Report:
    rate = run.iterations / max(run.seconds, 1e-9)
    left = [inf]
    if iterations is not None:
        left.append((iterations - run.iterations) / rate)
    if seconds is not None:
        left.append(seconds - run.seconds)
    if target is not None and run.history:
        last = run.history[-1]
        left.append(
            max(0.0, last[0] * (max(last[2] / target, 1.0) ** (1 / 1.4) - 1) / rate)
        )  # ε falls about as t^−1.4
    eta = max(0.0, min(left))
    gap = run.history[-1][2] if run.history else None
    return Report(
        "solve", run.iterations, iterations, "iterations", run.seconds, rate, eta if eta < inf else None, gap
    )


def view_of(engine: Engine, cards: tuple[int, ...]) -> tuple[View, npt.NDArray[np.int64]]:
    """The view of the board after dealt cards, and the renaming of hands `[1326]` from it to the cards asked for."""
    from tianji.holdem.engine.places import follow

    view = root_view(engine)
    numbers, to = follow(engine, cards)
    for b in numbers:
        view = next_view(view, b)
    return view, to
