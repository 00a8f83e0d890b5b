"""benchmark: how fast this machine compiles and solves, each figure beside a floor timed in the same run."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from tianji._version import __version__
from tianji.cfr.solve import solve
from tianji.core.result import Result, rows_html
from tianji.core.walk import histories
from tianji.flat.build import compile_game
from tianji.flat.forecast import plan
from tianji.games.registry import load
from tianji.parallel import make_executor
from tianji.parallel.items import Shared, Tensors
from tianji.parallel.ordered import Meter, in_order
from tianji.run.clock import Clock, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import CANCELLED, INTERRUPTED, Cancelled, Stop, Stopper

METHOD = "cfr+"
SOLVED = (("kuhn", False), ("leduc", False), ("leduc", True), ("liars_dice", False))  # game, merged
COMPILED = ("leduc", "liars_dice")


@dataclass(frozen=True)
class Measurement(Result):
    """One figure: rate and floor in units a second; compare their ratio between machines, not the rate."""

    what: str
    unit: str
    rate: float
    floor: float

    @property
    def ratio(self) -> float:
        """rate / floor."""
        return self.rate / self.floor

    def to_dict(self) -> dict[str, Any]:
        """The figure with its ratio."""
        return {**super().to_dict(), "ratio": self.ratio}


@dataclass(frozen=True)
class Benchmark(Result):
    """What `tianji bench` prints; stopped: "" when every measurement was made."""

    machine: dict[str, Any]
    seconds: float
    results: tuple[Measurement, ...]
    stopped: str = ""

    def _repr_html_(self) -> str:
        return rows_html([row.to_dict() for row in self.results], f"tianji {self.machine['tianji']}")


JOB = "tianji.cfr.bench:measure"


def benchmark(
    seconds: float = 0.5, *, on: str = "serial", progress: Progress | None = None, stop: Stop = None
) -> Benchmark:
    """Compile and solve a few games on one thread, `seconds` for each measurement.

    The floor of solving is to copy the game's arrays once; of compiling, to walk the rules and keep nothing. on: where
    it is measured (`tianji.parallel`): on "processes(n)" so many at once, which tells what the cores do to each other;
    on "ray" by the nodes of a cluster.
    """
    Limits(seconds=seconds)
    todo = [("compile", name, False) for name in COMPILED] + [
        ("solve", name, merge) for name, merge in SOLVED
    ]
    found: list[Measurement] = []
    with make_executor(on) as executor, clocked(Limits(), stop) as clock:
        meter = Meter("bench", len(todo), "measurements", clock, progress)
        if executor.is_here:
            try:
                for what, name, merge in todo:
                    found.append(_measure(what, name, merge, seconds, clock))
                    meter.done = len(found)
                    meter.tell(always=True)
            except Cancelled:
                pass
        else:
            args = [{"what": w, "name": n, "merge": m, "seconds": seconds} for w, n, m in todo]
            rows = in_order(executor, JOB, args, meter=meter, what=lambda k: f"{todo[k][0]} {todo[k][1]}")
            found += [Measurement(**outcome.fields) for _, outcome in rows]
        return Benchmark(_machine(), seconds, tuple(found), "" if len(found) == len(todo) else clock.asked)


def measure(args: dict[str, Any], shared: Shared) -> tuple[Tensors, dict[str, Any]]:
    """The job: one measurement."""
    with clocked(Limits()) as clock:
        found = _measure(args["what"], args["name"], args["merge"], args["seconds"], clock)
    return {}, {name: getattr(found, name) for name in ("what", "unit", "rate", "floor")}


def _measure(what: str, name: str, merge: bool, seconds: float, clock: Clock) -> Measurement:
    stopper = clock.stopper
    assert stopper is not None
    return (
        _compiling(name, seconds, stopper) if what == "compile" else _solving(name, merge, seconds, stopper)
    )


def _compiling(name: str, seconds: float, stopper: Stopper) -> Measurement:
    game = load(name)
    count = plan(game, budget=1_000_000).histories
    rate = count * _rate(lambda: compile_game(game), seconds, stopper)
    floor = count * _rate(lambda: sum(1 for _ in histories(game)), seconds, stopper)
    return Measurement(f"compile {name}", "histories", rate, floor)


def _solving(name: str, merge: bool, seconds: float, stopper: Stopper) -> Measurement:
    flat = compile_game(load(name), merge=merge)
    solve(flat, METHOD, iterations=10, threads=1)  # kernels compiled, arrays built
    run = solve(flat, METHOD, seconds=seconds, threads=1, stop=lambda: stopper.reason)
    if run.stopped in (INTERRUPTED, CANCELLED):
        raise Cancelled(run.stopped)
    source = np.ones(max(1, flat.nbytes // 8))
    target = np.empty_like(source)
    floor = _rate(lambda: np.copyto(target, source), seconds / 2, stopper)
    what = f"{METHOD} on {name}{', merged' if merge else ''}"
    return Measurement(what, "iterations", run.iterations / run.seconds, floor)


def _rate(work: Callable[[], object], seconds: float, stopper: Stopper) -> float:
    """Calls a second, the best of several equal parts of the time."""
    clock = Clock(Limits(seconds=seconds))
    best, calls = 0.0, 1
    while True:
        stopper.check()
        start = clock.seconds
        for _ in range(calls):
            work()
        best = max(best, calls / max(clock.seconds - start, 1e-9))
        if clock.is_over():
            return best
        calls = max(1, int(best * seconds / 10))


def _machine() -> dict[str, Any]:
    return {
        "tianji": __version__,
        **{package: version(package) for package in ("numba", "numpy")},
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
    }
