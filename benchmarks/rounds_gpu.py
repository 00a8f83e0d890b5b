"""Games of two and three rounds on a GPU: check the tensors against the compiled kernels, then time iterations.

    python benchmarks/rounds_gpu.py [--table 1 2 3] [--device cuda|tensors] [--scale full|short|ci] [--json FILE]
    python benchmarks/rounds_gpu.py --table 3 --column 200 --seconds 400 --folder runs --json FILE --report FILE

The check plays 30 iterations on both, with 20 cards and 16 buckets, and solves all subgames behind five gates; where a
figure is off by more than 2e-3 nothing is timed. Of tables 1 and 2 the game without buckets
is timed then, with its kernels. Of table 3 every step is: boards, an iteration of a blueprint of 200 buckets, best
responses, an iteration of some flops' turns behind each gate, and, with --value, one of the game without buckets (60
GiB). What a row would take with --iterations follows from that, beside what is forecast.

With --column nothing of that is timed: once the check has passed that column of table 3 is worked out (discounted CFR,
--blueprint-iterations, --iterations, no value of the game), within --seconds, from where --folder left off. --json then
says where the seconds went, and --report has what experiments/brown2017_subgames/render.py takes in.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.device import TensorBackend, TensorGame, TensorSolver
from tianji.holdem.rounds.gpu.forecast import table_forecast
from tianji.holdem.rounds.gpu.turn_solver import TurnSolver
from tianji.holdem.rounds.sizes import tables_of
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.tables import pairs, reproduce, table_game
from tianji.kernels.constants import RESPONSE

GATES = ("unsafe", "resolve", "maxmargin", "estimate + distributional", "combined")
LIMIT = 2e-3
CHECKED = 1e8  # bytes of a piece of the flops while table 3 is checked, so that there are some
ROWS_OF = SCHEDULES["cfr+"].rows


def off(table: int, device: str) -> dict[str, float]:
    """How far the tensors, in float32, are from the compiled kernels in float64, as shares of the figures."""
    game = table_game(table, "ci" if table == 1 else "short")  # 20 cards: with fewer, actions tie
    tables = tables_of(make_buckets(game.last, 16, deck=len(game.deck)), game, 1)
    exact = BucketBackend(game, tables, storage="float64")
    tensors = TensorBackend(game, tables, device=device, piece=CHECKED)
    for backend in (exact, tensors):
        backend.iterate(ROWS_OF(1, 31))
    found = {
        "average strategy": max(
            float(np.abs(mine - theirs).max() / np.abs(mine).max())
            for pair in zip(exact.average, tensors.average, strict=True)
            for mine, theirs in zip(*pair, strict=True)
        )
    }
    solvers = SubgameSolver(exact, 0), (TensorSolver if game.rounds == 2 else TurnSolver)(tensors, 0)
    for name in GATES:
        values = [response(solver, name) for solver in solvers]
        found[name] = abs(values[1] / values[0] - 1)
    return found


def response(solver: SubgameSolver, name: str) -> float:
    """What a best response wins from a seat whose subgames are all solved by 30 iterations."""
    answers: list[Any] = []
    while len(answers) < len(solver.copies):
        flops = solver.next_flops(len(answers))
        answers += solver.solve_many(
            flops, ROWS[name], 30, lambda items, run: [run(b) for b in items], print_not
        )
    return solver.trunk.response(sum(a.cbv * n for a, n in zip(answers, solver.copies, strict=True)))


def print_not(*told: Any) -> None:
    """Nobody watches."""


def synchronised(device: str) -> float:
    if device == "cuda":
        torch.cuda.synchronize()
    return perf_counter()


def timed(table: int, scale: str, device: str, count: int) -> dict[str, Any]:
    """Milliseconds an iteration of the game without buckets, both players, and where they go."""
    game = table_game(table, scale)
    backend = TensorGame(game, device=device)
    backend.iterate(ROWS_OF(1, 6))
    began = synchronised(device)
    backend.iterate(ROWS_OF(6, 6 + count))
    ms = (synchronised(device) - began) / count * 1e3
    found: dict[str, Any] = {"pairs": pairs(game), "ms_per_iteration": ms}
    if device == "cuda":
        found["GiB"] = torch.cuda.max_memory_allocated() / 2**30
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
            backend.iterate(ROWS_OF(6 + count, 8 + count))
            torch.cuda.synchronize()
        kernels = sorted(profile.key_averages(), key=lambda e: -e.device_time_total)[:8]
        found["kernels, ms"] = {e.key[:60]: e.device_time_total / 2e3 for e in kernels}
    return found


def steps(scale: str, device: str, iterations: int, has_value: bool) -> dict[str, Any]:
    """Table 3: seconds of every step, and what a column would take of so many iterations."""
    found: dict[str, Any] = {"forecast": str(table_forecast(scale, [200], None, iterations, iterations, 0))}
    game, began = table_game(3, scale), [perf_counter()]

    def took(name: str, count: int = 1) -> None:
        now = synchronised(device)
        found[name] = (now - began[0]) / count
        print(f"table 3: {name} {found[name]:.3f}", flush=True)
        began[0] = synchronised(device)

    count = 200 if scale == "full" else 16
    buckets = make_buckets("turn", count, deck=len(game.deck))
    took("seconds for buckets")
    tables = tables_of(buckets, game, 1)
    took("seconds for tables of buckets")
    backend = TensorBackend(game, tables, device=device)
    took("seconds to deal and send the boards")
    backend.iterate(ROWS_OF(1, 3))
    took("seconds of two iterations, kernels compiled")
    backend.iterate(ROWS_OF(3, 8))
    took("seconds an iteration of the blueprint", 5)
    backend.values(RESPONSE)
    took("seconds of both best responses")
    solver = TurnSolver(backend, 0)
    solver.prepare()
    took("seconds to prepare a seat")
    assert backend.turns is not None
    piece = backend.turns.pieces[0]
    found["share of the turns"] = len(piece.times) / len(backend.boards[2])
    gates: dict[str, float] = {}
    solver.solve_many(piece.flops, ROWS["unsafe"], 2, print_not, print_not)
    took("seconds of two iterations behind gates, kernels compiled")
    for name in GATES:
        times = []
        for n in (4, 14):
            began[0] = synchronised(device)
            solver.solve_many(piece.flops, ROWS[name], n, print_not, print_not)
            times.append(synchronised(device) - began[0])
        each = (times[1] - times[0]) / 10
        gates[name] = each / found["share of the turns"]
        print(f"table 3: {name}: {gates[name]:.3f} s an iteration of all turns, in one seat", flush=True)
        found[f"seconds beside the iterations, {name}"] = (times[0] - 4 * each) / found["share of the turns"]
    found["seconds an iteration of a seat's row"] = gates
    found["seconds of a row"] = {name: 2 * iterations * each for name, each in gates.items()}
    if device == "cuda":
        found["GiB"] = torch.cuda.max_memory_allocated() / 2**30
    if has_value:
        del backend, solver, piece
        found["value"] = timed(3, scale, device, 5)
        print(
            f"table 3: without buckets {found['value']['ms_per_iteration']:.1f} ms an iteration", flush=True
        )
    return found


def column(options: argparse.Namespace) -> dict[str, Any]:
    """A column of table 3, with the seconds at which each part of it was told to begin."""
    began, parts = perf_counter(), {}

    def tell(report: Any) -> None:
        if report.phase not in parts:
            parts[report.phase] = round(perf_counter() - began, 1)
            print(f"{parts[report.phase]:7.1f} s: {report.phase}", flush=True)

    report = reproduce(
        3, options.scale, columns=[options.column], techniques=options.technique, device=options.device,
        folder=options.folder, method="dcfr", blueprint_iterations=options.blueprint_iterations,
        iterations=options.iterations, value_iterations=0, seconds=options.seconds, threads=os.cpu_count(),
        progress=tell,
    )  # fmt: skip
    for row in report.rows:
        figures = [x if x is None else round(x, 3) for x in (row.mean, row.gap, row.ratio, row.paper_ratio)]
        print(f"{row.technique:44} mean, gap, ratio, paper's {figures}, {row.seconds:.1f} s", flush=True)
    parts["whole"] = round(perf_counter() - began, 1)
    if options.device == "cuda":
        parts["GiB"] = round(torch.cuda.max_memory_allocated() / 2**30, 1)
    print(f"{report.done} of {report.flops} flops of all rows; {report.claims}; {parts}", flush=True)
    if options.report is not None:
        options.report.write_text(report.to_json() + "\n")
    return {"seconds at which parts began": parts, "stopped": report.stopped}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", type=int, nargs="+", default=[1, 2], choices=(1, 2, 3))
    parser.add_argument("--device", default="cuda", choices=("cuda", "tensors"))
    parser.add_argument("--scale", default="full", choices=("full", "short", "ci"))
    parser.add_argument("--count", type=int, default=20, help="iterations that are timed")
    parser.add_argument(
        "--iterations", type=int, default=100, help="of a row that is reckoned, or worked out"
    )
    parser.add_argument(
        "--blueprint-iterations", type=int, default=250, help="of a column that is worked out"
    )
    parser.add_argument("--column", type=int, help="work out this column of table 3 and time nothing else")
    parser.add_argument(
        "--technique", nargs="+", choices=tuple(ROWS), help="rows of a column; all by default"
    )
    parser.add_argument("--seconds", type=float, help="that a column may take")
    parser.add_argument("--folder", type=Path, help="where a column is kept")
    parser.add_argument("--report", type=Path, help="write the report of a column there")
    parser.add_argument("--unchecked", action="store_true", help="leave the check out, as it passed before")
    parser.add_argument("--value", action="store_true", help="also time table 3 without buckets")
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    found: dict[str, Any] = {
        "device": torch.cuda.get_device_name() if options.device == "cuda" else "tensors on the CPU",
        "torch": torch.__version__,
        "off": {},
    }
    for checked in (
        () if options.unchecked else sorted({1 if table == 2 else table for table in options.table})
    ):
        errors = off(checked, options.device)
        found["off"] |= errors if checked == 1 else {f"table 3, {name}": x for name, x in errors.items()}
    for name, error in found["off"].items():
        print(f"{name:40} off by {error:.1e}", flush=True)
    if not max(found["off"].values(), default=0.0) <= LIMIT:
        print("the tensors are wrong here: nothing is timed", file=sys.stderr)
        return 1
    if options.column is not None:
        found |= column(options)
    for table in options.table if options.column is None else ():
        name = f"table{table}-{options.scale}"
        if table == 3:
            found[name] = steps(options.scale, options.device, options.iterations, options.value)
            continue
        found[name] = timed(table, options.scale, options.device, options.count)
        print(f"table {table}: {found[name]['ms_per_iteration']:.1f} ms an iteration", flush=True)
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
