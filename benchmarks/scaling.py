"""How time and memory grow with the size of a game: liar's dice with more and more faces.

    python benchmarks/scaling.py [--faces 4 5 6 7 8 9] [--threads 1] [--out results.json]

Every size runs in a process of its own, so that its peak memory can be read. The floor timed beside it is a copy of
as many float64 as the game has merged terminals.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np


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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--faces", type=int, nargs="*", default=[4, 5, 6, 7, 8, 9])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
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
