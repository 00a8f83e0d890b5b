"""CFR+ against the peers from PyPI, side by side in one run; every figure that counts is a ratio.

    pip install . open_spiel LiteEFG && python benchmarks/extensive.py [--seconds 3] [--out results.json]

Iterations a second: rounds of ours and the peers' alternate, so that a busy moment hits both; the median round
counts. Ours runs on one thread, kernels warm, infosets *not* merged, the same rules as open_spiel's (the tests
compare the trees). Seconds to a NashConv on Leduc: solver time only for the peers; ours with lossless merging, once
with warm kernels and a compiled game, once with compiling the game from its rules included.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import peers

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.cfr.tables import RegretState, run

GAMES = ["kuhn", "leduc", "liars_dice(faces=4)", "goofspiel(cards=4)", "goofspiel(cards=5)", "liars_dice"]
TARGET = 1e-4


def ours(flat: tj.FlatGame) -> Callable[[int], None]:
    """Advance our CFR+ by a number of iterations."""
    state = RegretState.start(flat)
    run(flat, state, SCHEDULES["cfr+"], 2, None)
    return lambda count: run(flat, state, SCHEDULES["cfr+"], count, None)


def rate(advance: Callable[[int], object], seconds: float) -> float:
    """Iterations a second over about that long."""
    count, spent, done = 1, 0.0, 0
    while spent < seconds:
        start = time.perf_counter()
        advance(count)
        taken = time.perf_counter() - start
        spent, done = spent + taken, done + count
        count = max(1, min(4 * count, int(count * (seconds - spent) / max(taken, 1e-9))))
    return done / spent


def speeds(spec: str, seconds: float, rounds: int = 3) -> dict[str, object]:
    """Median iterations a second of everybody, and the median of the rounds' ratios."""
    flat = tj.compile(tj.load(spec))
    advance = ours(flat)
    rivals = [peer for peer in (peers.open_spiel(spec), peers.lite_efg(spec)) if peer is not None]
    mine: list[float] = []
    theirs: dict[str, list[float]] = {peer.name: [] for peer in rivals}
    for peer in rivals:
        peer.step()
    for _ in range(rounds):
        mine.append(rate(advance, seconds / rounds))
        for peer in rivals:
            theirs[peer.name].append(rate(lambda n, p=peer: [p.step() for _ in range(n)], seconds / rounds))
    row: dict[str, object] = {"game": spec, "tianji": statistics.median(mine)}
    for name, values in theirs.items():
        row[name] = statistics.median(values)
        row[f"ratio to {name}"] = statistics.median(a / b for a, b in zip(mine, values, strict=True))
    return row


def seconds_to(peer: peers.Peer, target: float) -> float:
    """Solver seconds until NashConv is at most the target, looked at every 15 % more iterations."""
    spent, done, check = 0.0, 0, 8
    while True:
        start = time.perf_counter()
        peer.step()
        spent, done = spent + time.perf_counter() - start, done + 1
        if done >= check:
            if peer.nash_conv() <= target:
                return spent
            check = int(done * 1.15) + 1


def leduc_to_target() -> dict[str, object]:
    """Seconds to NashConv 1e-4 (exploitability 5e-5) on Leduc: CFR+ for all, and our default and exact methods."""
    game = tj.load("leduc")
    tj.solve(tj.compile(game, merge=True), "cfr+", until=TARGET / 2)  # warms the kernels
    compile_times, solve_times = [], []
    for _ in range(5):
        start = time.perf_counter()
        flat = tj.compile(game, merge=True)
        compile_times.append(time.perf_counter() - start)
        solve_times.append(tj.solve(flat, "cfr+", until=TARGET / 2).seconds)
    solved, compiled = statistics.median(solve_times), statistics.median(compile_times)
    row: dict[str, object] = {
        "tianji cfr+, solve": solved,
        "tianji cfr+, compile and solve": solved + compiled,
        "tianji dcfr, solve": tj.solve(flat, "dcfr", until=TARGET / 2).seconds,
        "tianji lp, solve": tj.solve(flat, "lp").seconds,
    }
    for peer in (peers.open_spiel("leduc"), peers.lite_efg("leduc")):
        if peer is not None:
            theirs = seconds_to(peer, TARGET)
            row[peer.name] = theirs
            row[f"{peer.name} / tianji, solve"] = theirs / solved
            row[f"{peer.name} / tianji, compile and solve"] = theirs / (solved + compiled)
    return row


def compile_speed() -> dict[str, float]:
    """Histories a second through `tj.compile`, median of three."""
    table = {}
    for spec in ("leduc", "liars_dice", "goofspiel(cards=5)"):
        game, found = tj.load(spec), []
        for _ in range(3):
            start = time.perf_counter()
            flat = tj.compile(game)
            found.append(flat.histories / (time.perf_counter() - start))
        table[spec] = statistics.median(found)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="per solver and game")
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    report: dict[str, object] = {
        "machine": {"cpu": _cpu(), "cores": os.cpu_count(), "python": platform.python_version()},
        "compile, histories/s": compile_speed(),
        "iterations/s": [],
    }
    print("compile, histories/s:", {k: f"{v:,.0f}" for k, v in report["compile, histories/s"].items()})  # type: ignore[attr-defined]
    for spec in args.games:
        row = speeds(spec, args.seconds)
        report["iterations/s"].append(row)  # type: ignore[attr-defined]
        print({k: v if isinstance(v, str) else f"{v:,.1f}" for k, v in row.items()}, flush=True)
    report["leduc to NashConv 1e-4, s"] = leduc_to_target()
    print({k: f"{v:,.4f}" for k, v in report["leduc to NashConv 1e-4, s"].items()})  # type: ignore[attr-defined]
    if args.out:
        args.out.write_text(json.dumps(report, indent=1) + "\n")


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


if __name__ == "__main__":
    main()
