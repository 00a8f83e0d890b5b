"""What threads gain: CFR+ iterations a second on 1, 2, … threads, and that the bits are the same.

python benchmarks/threads.py [--games "liars_dice" "liars_dice(faces=7)"] [--threads 1 2] [--out results.json]
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.cfr.tables import RegretState, run

GAMES = ["leduc", "goofspiel(cards=5)", "liars_dice(faces=5)", "liars_dice", "liars_dice(faces=7)"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    rows = []
    for spec in args.games:
        flat = tj.compile(tj.load(spec))
        count = max(10, int(3e7 / len(flat.payoff)))
        row: dict[str, object] = {"game": spec, "merged terminals": len(flat.payoff), "cores": os.cpu_count()}
        first = None
        for threads in args.threads:
            state = RegretState.start(flat)
            run(flat, state, SCHEDULES["cfr+"], 5, None, threads)
            best = np.inf
            for _ in range(3):
                start = time.perf_counter()
                run(flat, state, SCHEDULES["cfr+"], count, None, threads)
                best = min(best, (time.perf_counter() - start) / count)
            if first is None:
                first, reference = best, state
            same = all(
                np.array_equal(a, b) for a, b in zip(state.cum_regret, reference.cum_regret, strict=True)
            )
            row[f"{threads} threads, it/s"] = 1 / best
            row[f"{threads} threads, speed-up"] = first / best
            row[f"{threads} threads, same bits"] = same
        rows.append(row)
        print({k: f"{v:,.2f}" if isinstance(v, float) else v for k, v in row.items()}, flush=True)
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
