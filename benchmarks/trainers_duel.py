"""Trainers of blueprints against each other: exact exploitability with real cards, mbb/h, against seconds.

    python benchmarks/trainers_duel.py [--games flop20,flop20-100,turn20,flop52-200] [--threads 1] [--seconds 8]

Games small enough for an exact best response: hold'em that ends on the flop or the turn, with 20 or 52 cards, every
hand a bucket of its own or so many buckets on the last round. Trainers: `external` (deals) and `public` (boards), and
where every board fits into memory at once vector CFR over all of them (`cfr+`, `dcfr`). Both see the same buckets, so
that with few of them no trainer can come below what the buckets cost. With one thread seconds are the processor's:
others may use the machine; with more they are the clock's. Told is the curve, and the area below it: the mean of log
exploitability over log seconds, from the first point that both have to the last; the least is the best. The result is
added to `benchmarks/results/trainers.json` with --save.
"""

from __future__ import annotations

import argparse
import json
import time
from math import exp, log
from pathlib import Path

import numpy as np

from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.blueprint.exact import round_runner
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.runner import RoundRunner
from tianji.holdem.rounds.sizes import tables_of

RESULTS = Path(__file__).parent / "results" / "trainers.json"
FLOP = {"bets": ("100%", "50%,100%"), "most_bets": (2, 2)}
GAMES = {
    "flop20": ({"ranks": 5, "stack": 2000, **FLOP}, "flop", "all"),
    "flop20-100": ({"ranks": 5, "stack": 2000, **FLOP}, "flop", 100),
    "flop52-200": ({"ranks": 13, "stack": 20_000, **FLOP}, "flop", 200),
    "turn20": (
        {"last": "turn", "ranks": 5, "stack": 2000, "bets": ("100%",) * 3, "most_bets": (1, 1, 1)},
        "turn",
        "all",
    ),
}
STEPS = {"external": 5_000, "public": 5, "cfr+": 1, "dcfr": 1}
VECTOR = ("flop20", "flop20-100")  # where the rivals over all boards run too


def curve(runner, step: int, seconds: float, threads: int, mbb: float) -> list[tuple[float, float]]:
    """(seconds, exploitability) at 1/16, 1/8, … of the time and its end."""
    clock = time.process_time if threads == 1 else time.perf_counter
    used, at, found = 0.0, seconds / 32, []
    while used < seconds:
        begun = clock()
        runner.advance(step * threads)
        used += clock() - begun
        if used >= at or used >= seconds:
            at = max(2 * at, used)
            found.append((round(used, 3), round(runner.evaluate().exploitability * mbb, 1)))
    return found


def area(points: list[tuple[float, float]], low: float, high: float) -> float:
    """The mean of log exploitability over log seconds, as an exploitability."""
    grid = np.linspace(log(low), log(high), 200)
    times, gaps = np.log(np.array(points).T)
    return exp(float(np.interp(grid, times, gaps).mean()))


def duel(name: str, threads: int, seconds: float) -> dict[str, object]:
    options, last, count = GAMES[name]
    game = RoundGame(**options)
    buckets = make_buckets(last, count, deck=len(game.deck))
    runs = {m: round_runner(game, buckets, method=m, seed=1, threads=threads) for m in ("external", "public")}
    for runner in runs.values():
        runner.warm()
        runner.evaluate()
    for method in ("cfr+", "dcfr") if name in VECTOR and threads == 1 else ():
        warm, made = (BucketBackend(game, tables_of(buckets, game, 1)) for _ in range(2))
        RoundRunner(warm, method).advance(1)
        runs[method] = RoundRunner(made, method)
    curves = {m: curve(runner, STEPS[m], seconds, threads, game.mbb) for m, runner in runs.items()}
    low, high = max(c[0][0] for c in curves.values()), min(c[-1][0] for c in curves.values())
    areas = {m: round(area(points, low, high), 1) for m, points in curves.items()}
    for method, points in curves.items():
        shown = " | ".join(f"{t:.2f} s {gap:.0f}" for t, gap in points)
        print(f"{name:10} {threads} threads {method:8} area {areas[method]:6.0f}: {shown}", flush=True)
    return {"game": name, "threads": threads, "seconds": seconds, "curves": curves, "areas": areas}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    rows = [duel(name, given.threads, given.seconds) for name in given.games.split(",")]
    if given.save:
        old = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
        new = {(row["game"], row["threads"]): row for row in [*old, *rows]}
        RESULTS.write_text(json.dumps(list(new.values()), indent=1) + "\n")


if __name__ == "__main__":
    main()
