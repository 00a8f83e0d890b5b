"""Every method on four small games: NashConv after 100 and 1,000 iterations, seconds to 1e-3 and 1e-4.

    python benchmarks/methods.py                       # all of it, about five minutes
    python benchmarks/methods.py --games kuhn leduc    # some games; the others' figures in the file are kept

Games are compiled with lossless merging before the clock starts and kernels are warm. The iterations needed are
found on a grid that grows by 15 %, so they are upper bounds; the seconds are those of other runs with exactly that
many iterations, the fastest of up to nine (a busy neighbour only ever adds time). `hs-dcfr(30)` plans its discounts
over a fixed number of iterations, so every point of its grid is a run of its own, and what is reported is the
shortest plan that ends at or below the target. Sampling methods and fictitious play are given a fixed time instead.
docs/how-to-choose.md quotes the tables (--tables prints them again).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tianji as tj
from tianji.cfr.mccfr import SAMPLERS
from tianji.cfr.schedule import SCHEDULES

GAMES = ["kuhn", "leduc", "liars_dice(faces=4)", "goofspiel(cards=4)", "liars_dice"]
LP_UP_TO = 30_000  # merged infosets; beyond, the linear program takes minutes
REPEAT_S = 3.0  # long runs are repeated less often
RESULTS = Path(__file__).parent / "results" / "methods.json"
TARGETS = (1e-3, 1e-4)


def grid(limit: int) -> list[int]:
    """1, 2, 3, … growing by 15 % up to the limit."""
    points, t = [], 1
    while t <= limit:
        points.append(t)
        t = max(t + 1, int(t * 1.15))
    return points


def nash_conv_after(flat: tj.FlatGame, method: str, iterations: int) -> float:
    return float(tj.solve(flat, method, iterations=iterations).nash_conv or 0.0)


def iterations_to(flat: tj.FlatGame, method: str, limit_s: float) -> dict[float, int | None]:
    """The first point of the grid at or below each target; None when it is not reached in time."""
    if SCHEDULES[method].needs_horizon:
        return {target: shortest_plan(flat, method, target) for target in TARGETS}
    found = tj.solve(flat, method, until=min(TARGETS) / flat.players, seconds=limit_s, curve=True)
    return {
        target: next((c.iterations for c in found.history if c.nash_conv <= target), None)
        for target in TARGETS
    }


def shortest_plan(flat: tj.FlatGame, method: str, target: float) -> int | None:
    plans = (n for n in grid(20_000) if nash_conv_after(flat, method, n) <= target)
    return next(plans, None)


def fastest_seconds(flat: tj.FlatGame, method: str, iterations: int) -> float:
    times: list[float] = []
    while len(times) < 9 and sum(times) < REPEAT_S:
        times.append(tj.solve(flat, method, iterations=iterations, threads=1).seconds)
    return min(times)


def measure_schedule(flat: tj.FlatGame, method: str, limit_s: float) -> dict[str, Any]:
    tj.solve(flat, method, iterations=10)  # warm
    needed = iterations_to(flat, method, limit_s)
    return {
        "nash_conv_100": nash_conv_after(flat, method, 100),
        "nash_conv_1000": nash_conv_after(flat, method, 1000),
        **{f"iterations_to_{target:g}": n for target, n in needed.items()},
        **{
            f"seconds_to_{target:g}": fastest_seconds(flat, method, n) if n is not None else None
            for target, n in needed.items()
        },
    }


def measure_timed(game: tj.Game[Any, Any], method: str, seconds: float) -> dict[str, Any]:
    found = tj.solve(game, method, seconds=seconds, seed=1 if method in SAMPLERS else None)
    return {"seconds": found.seconds, "iterations": found.iterations, "nash_conv": found.nash_conv}


def measure_lp(flat: tj.FlatGame) -> dict[str, Any] | None:
    if flat.num_infosets > LP_UP_TO:
        return None
    runs = [tj.solve(flat, "lp") for _ in range(3)]
    best = min(runs, key=lambda run: run.seconds)
    return {"value": best.values[0], "seconds": best.seconds, "nash_conv": best.nash_conv}


def measure_game(spec: str, limit_s: float, sample_s: float) -> dict[str, Any]:
    game = tj.load(spec)
    flat = tj.compile(game, merge=True)
    exact = measure_lp(flat)
    row: dict[str, Any] = {
        "infosets": tj.compile(game).num_infosets,
        "merged_infosets": flat.num_infosets,
        "merged_terminals": len(flat.payoff),
        "schedules": {},
        "timed": {},
        "lp": exact,
    }
    for method in SCHEDULES:
        row["schedules"][method] = measure_schedule(flat, method, limit_s)
        print(spec, method, row["schedules"][method], flush=True)
    for method in [*SAMPLERS, "fp"]:
        row["timed"][method] = measure_timed(game, method, sample_s)
        print(spec, method, row["timed"][method], flush=True)
    return row


def machine() -> dict[str, Any]:
    """What the figures depend on besides the code."""
    cpu = Path("/proc/cpuinfo")
    models = [line.partition(":")[2].strip() for line in cpu.read_text().splitlines() if "model name" in line]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return {
        "cpu": models[0] if models else platform.processor(),
        "cores": os.cpu_count(),
        "threads": 1,
        "load_1min": os.getloadavg()[0],
        "python": platform.python_version(),
        "packages": {name: version(name) for name in ("tianji", "numpy", "numba", "scipy")},
        "commit": commit.stdout.strip(),
    }


def schedule_table(row: dict[str, Any]) -> str:
    """The schedules of one game as a Markdown table."""
    lines = [
        "| method | NashConv after 100 | after 1,000 | iterations to 1e-3 | to 1e-4 |",
        "|---|---|---|---|---|",
    ]
    for method, found in row["schedules"].items():
        cells = [f"`{method}`", f"{found['nash_conv_100']:.1e}", f"{found['nash_conv_1000']:.1e}"]
        for target in TARGETS:
            n, seconds = found[f"iterations_to_{target:g}"], found[f"seconds_to_{target:g}"]
            cells.append("–" if n is None else f"{n:,} ({clock(seconds)})")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def timed_table(games: dict[str, Any]) -> str:
    """NashConv of the sampling methods and fictitious play after a fixed time, and the LP's seconds."""
    methods = list(next(iter(games.values()))["timed"])
    lines = ["| game | " + " | ".join(f"`{m}`" for m in methods) + " | `lp`, exact |"]
    lines.append("|---" * (len(methods) + 2) + "|")
    for spec, row in games.items():
        cells = [f"`{spec}`", *(f"{row['timed'][m]['nash_conv']:.1e}" for m in methods)]
        cells.append("–" if row["lp"] is None else clock(row["lp"]["seconds"]))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def tables(results: dict[str, Any]) -> list[str]:
    """Every row of every table."""
    parts = [schedule_table(row) for row in results["games"].values()] + [timed_table(results["games"])]
    return "\n".join(parts).splitlines()


def clock(seconds: float) -> str:
    return f"{1e3 * seconds:.2g} ms" if seconds < 0.0995 else f"{seconds:.2g} s"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--limit", type=float, default=5.0, help="seconds a schedule may take to reach 1e-4")
    parser.add_argument("--sample", type=float, default=5.0, help="seconds given to sampling methods and fp")
    parser.add_argument("--tables", action="store_true", help="only print the tables of the stored results")
    options = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"games": {}}
    if not options.tables:
        results |= {"machine": machine(), "limit_s": options.limit, "sample_s": options.sample}
        for spec in options.games:
            results["games"][spec] = measure_game(spec, options.limit, options.sample)
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    for spec, row in results["games"].items():
        print(f"\n{spec}\n\n{schedule_table(row)}")
    print(f"\n{timed_table(results['games'])}")


if __name__ == "__main__":
    sys.exit(main())
