"""How time and memory grow with the size of a game (liar's dice with more and more faces), and with a batch's items.

    python benchmarks/scaling.py [--faces 4 5 6 7 8 9] [--threads 1] [--out results.json]
    python benchmarks/scaling.py --overhead     what an empty item costs: serial, kept in a file, processes, Ray
    python benchmarks/scaling.py --efficiency   one-second items on all cores, and what `simulate_batch` foretells

Every size runs in a process of its own, so that its peak memory can be read. The floor timed beside it is a copy of
as many float64 as the game has merged terminals.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tianji.parallel.items import find_job
from tianji.run.threads import available_cores


def measure(faces: int, threads: int) -> dict[str, float]:
    """Compile and iterate one size in this process."""
    import tianji as tj
    from tianji.cfr.schedule import SCHEDULES
    from tianji.cfr.tables import RegretState, run

    schedule = SCHEDULES["cfr+"]
    warm = tj.compile(tj.load("liars_dice(faces=3)"))
    state = RegretState.start(warm)
    run(warm, state, schedule, 2, None, threads)
    idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    start = time.perf_counter()
    flat = tj.compile(tj.load(f"liars_dice(faces={faces})"))
    compiled = time.perf_counter() - start
    state = RegretState.start(flat)
    run(flat, state, schedule, 1, None, threads)
    count = max(2, int(2e7 / len(flat.payoff)))
    start = time.perf_counter()
    run(flat, state, schedule, count, None, threads)
    iteration = (time.perf_counter() - start) / count
    source, target = np.ones(len(flat.payoff)), np.empty(len(flat.payoff))
    np.copyto(target, source)
    start = time.perf_counter()
    for _ in range(count):
        np.copyto(target, source)
    copy = (time.perf_counter() - start) / count
    terminals = len(flat.payoff)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - idle
    return {
        "faces": faces,
        "histories": flat.histories,
        "merged terminals": terminals,
        "compile, s": compiled,
        "compile, histories/s": flat.histories / compiled,
        "arrays, bytes/terminal": flat.nbytes / terminals,
        "peak, bytes/terminal": peak / terminals,
        "iteration, ns/terminal": iteration * 1e9 / terminals,
        "iteration / copy of as many floats": iteration / copy,
    }


EMPTY, BUSY = "tianji.parallel.examples:square", "tianji.parallel.examples:busy"


def overhead() -> list[dict[str, object]]:
    """Milliseconds of an empty item by where it runs, workers begun before; the least of three runs."""
    from tianji._optional import require
    from tianji.errors import MissingExtraError
    from tianji.parallel import Processes, RayExecutor, Serial, make_items, run_batch

    def best(work: object, count: int) -> float:
        times = []
        for k in range(4):  # the first begins workers
            start = time.perf_counter()
            work(k, count)  # type: ignore[operator]
            times.append((time.perf_counter() - start) / count * 1e3)
        return min(times[1:])

    def through(executor: object) -> object:
        def work(k: int, count: int) -> None:
            items = make_items(EMPTY, [{"x": x + k * count} for x in range(count)])
            assert sum(o.status == "done" for o in executor.run(EMPTY, items)) == count  # type: ignore[attr-defined]

        return work

    def kept(k: int, count: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            assert run_batch(Path(folder) / "b", EMPTY, [{"x": x} for x in range(count)]).done == count

    rows: list[dict[str, object]] = [
        {"where": "serial", "goal, ms": 0.2, "ms an item": best(through(Serial()), 5000)},
        {"where": "serial, a synced file each", "goal, ms": 5.0, "ms an item": best(kept, 500)},
    ]
    with Processes(2) as executor:
        rows.append({"where": "processes(2)", "goal, ms": 2.0, "ms an item": best(through(executor), 2000)})
    try:
        ray = require("ray", extra="ray", needed_for="the last row")
    except MissingExtraError as error:
        rows.append({"where": f"ray: {error}"})
        return rows
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        with RayExecutor() as executor:
            rows.append({"where": "ray, 2 CPUs", "goal, ms": 5.0, "ms an item": best(through(executor), 500)})
    finally:
        ray.shutdown()
    return rows


def efficiency(workers: int) -> list[dict[str, object]]:
    """Items of a second each, 16 a core, on so many processes; then items of 0.2 to 2 s, and what was foretold of them.

    busy: seconds of items / (workers · makespan), what the batch costs. of one core alone: the same against the
    seconds that an item takes when nothing else runs; what is missing there is the machine's (clock rates).
    """
    from tianji.parallel import Processes, make_items, simulate_batch

    rounds, alone = 1_000_000, 0.0
    for _ in range(3):
        start = time.perf_counter()
        find_job(BUSY)({"rounds": rounds}, {})
        alone = time.perf_counter() - start
        rounds = int(rounds / alone)
    rows: list[dict[str, object]] = []
    draw = random.Random(1)
    with Processes(workers) as executor:
        list(executor.run(EMPTY, make_items(EMPTY, [{"x": x} for x in range(4 * workers)])))  # all have begun
        for name, lengths in (
            ("one-second items", [1.0] * 16 * workers),
            ("items of 0.2 to 2 s", [draw.uniform(0.2, 2.0) for _ in range(8 * workers)]),
        ):
            args = [{"rounds": int(rounds * length), "k": k} for k, length in enumerate(lengths)]
            items = make_items(BUSY, args)
            start = time.perf_counter()
            found = {o.key: o.seconds for o in executor.run(BUSY, items)}
            span = time.perf_counter() - start
            foretold = simulate_batch([found[item.key] for item in items], 1, workers, start=0.0)
            rows.append({
                "what": f"{len(items)} {name} on processes({workers})", "makespan, s": span,
                "busy": sum(found.values()) / (workers * span),
                "of one core alone": alone * sum(lengths) / (workers * span),
                "foretold, s": foretold.makespan, "foretold / measured": foretold.makespan / span,
            })  # fmt: skip
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--faces", type=int, nargs="*", default=[4, 5, 6, 7, 8, 9])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--overhead", action="store_true", help="of an empty item of a batch")
    parser.add_argument("--efficiency", action="store_true", help="of one-second items on all cores")
    parser.add_argument("--workers", type=int, default=available_cores())
    args = parser.parse_args()
    if args.overhead or args.efficiency:
        rows = (overhead() if args.overhead else []) + (efficiency(args.workers) if args.efficiency else [])
        for row in rows:
            print({k: f"{v:,.3f}" if isinstance(v, float) else v for k, v in row.items()}, flush=True)
        if args.out:
            args.out.write_text(json.dumps(rows, indent=1) + "\n")
        return
    if args.one:
        print(json.dumps(measure(args.one, args.threads)))
        return
    rows = []
    for faces in args.faces:
        command = [sys.executable, __file__, "--one", str(faces), "--threads", str(args.threads)]
        rows.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        print({k: f"{v:,.1f}" for k, v in rows[-1].items()}, flush=True)
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
