"""tianji bench."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.errors import ParameterError

METHOD = "cfr+"
SOLVED = (("kuhn", False), ("leduc", False), ("leduc", True), ("liars_dice", False))  # game, merged
COMPILED = ("leduc", "liars_dice")


def bench(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="TIME", parser=options.duration, help="time for each measurement"),
    ] = 0.5,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how fast this machine compiles and solves, on one thread.

    Every figure stands beside a floor timed in the same run: for solving, copying the game's arrays once; for
    compiling, walking the rules and keeping nothing. Compare the ratios between machines, not the rates.

    \b
    Example:
      tianji bench --seconds 2

    --json prints machine {tianji, python, numba, numpy, cores, processor}, seconds and results [{what, unit,
    rate, floor, ratio}]; rate and floor are per second, ratio is rate / floor.
    """
    import tianji
    from tianji.cli.shared.live import Live

    if not seconds > 0:
        raise ParameterError(f"--seconds {seconds}; expected more than 0")
    with Live(quiet) as live:
        live.announce(tianji.load("kuhn"))
        results = [_compile(name, seconds) for name in COMPILED]
        results += [_solve(name, merge, seconds) for name, merge in SOLVED]
    output.show({"machine": _machine(), "seconds": seconds, "results": results}, _text, json)


def _compile(name: str, seconds: float) -> dict[str, Any]:
    import tianji
    from tianji.core.walk import histories

    game = tianji.load(name)
    count = tianji.plan(game, budget=1_000_000).histories
    rate = count * _rate(lambda: tianji.compile(game), seconds)
    floor = count * _rate(lambda: sum(1 for _ in histories(game)), seconds)
    return _result(f"compile {name}", "histories", rate, floor)


def _solve(name: str, merge: bool, seconds: float) -> dict[str, Any]:
    import numpy as np

    import tianji

    flat = tianji.compile(tianji.load(name), merge=merge)
    tianji.solve(flat, METHOD, iterations=10, threads=1)  # kernels compiled, arrays built
    run = tianji.solve(flat, METHOD, seconds=seconds, threads=1)
    source = np.ones(max(1, flat.nbytes // 8))
    target = np.empty_like(source)
    floor = _rate(lambda: np.copyto(target, source), seconds / 2)
    return _result(
        f"{METHOD} on {name}{', merged' if merge else ''}", "iterations", run.iterations / run.seconds, floor
    )


def _rate(work: Callable[[], object], seconds: float) -> float:
    """Calls a second, the best of several equal parts of the time."""
    best, end = 0.0, time.perf_counter() + seconds
    calls = 1
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        now = time.perf_counter()
        best = max(best, calls / max(now - start, 1e-9))
        if now >= end:
            return best
        calls = max(1, int(best * seconds / 10))


def _result(what: str, unit: str, rate: float, floor: float) -> dict[str, Any]:
    return {"what": what, "unit": unit, "rate": rate, "floor": floor, "ratio": rate / floor}


def _machine() -> dict[str, Any]:
    import os
    import platform
    from importlib.metadata import version

    from tianji import __version__

    return {
        "tianji": __version__,
        **{package: version(package) for package in ("numba", "numpy")},
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
    }


def _text(data: dict[str, Any]) -> str:
    rows = [
        (r["what"], f"{r['rate']:,.0f}", f"{r['unit']}/s", f"{r['floor']:,.0f}", f"{r['ratio']:.3f}")
        for r in data["results"]
    ]
    machine = data["machine"]
    head = ", ".join(f"{name} {machine[name]}" for name in ("tianji", "python", "numba", "cores"))
    return f"{head}\n\n" + output.table(("what", "rate", "", "floor", "ratio"), rows, (1, 3, 4))
