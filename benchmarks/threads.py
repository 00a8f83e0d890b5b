"""What threads gain: CFR+ iterations a second on 1, 2, … threads, and that the bits are the same.

    python benchmarks/threads.py [--games "liars_dice" "liars_dice(faces=7)"] [--threads 1 2] [--out results.json]
    python benchmarks/threads.py --only turn --threads 1,16     # hold'em's turns instead, in less than a minute

Turns: that of benchmarks/holdem.py (4.7 M entries) and that of benchmarks/search_solves.py behind its gate (16 M, in 16
bits, as the searching player has it). Numbers of threads take turns, a second each, four rounds; *as fast* compares
the best iterations. Aim: 8 on 16 cores.
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


AIM = {16: 8.0}  # times as fast on so many threads


def turns(threads: list[int]) -> list[dict[str, object]]:
    """Hold'em's turns: iterations on each number of threads, and that regrets and averages are the same to the bit."""
    from holdem import spot
    from search_solves import DEEP_TURN, root_of

    from tianji.holdem.engine.backend import make_backend
    from tianji.holdem.engine.methods import METHODS
    from tianji.holdem.player.solver import gated_backend
    from tianji.holdem.spot.gate import Gate
    from tianji.poker.cards import NUM_HANDS

    deep = root_of("r300c/cc/", DEEP_TURN, NUM_HANDS, 4)
    gate = Gate(0, np.full(NUM_HANDS, 0.4 * deep.spot.pot), "combined")
    makers = {
        "turn": lambda count: make_backend(spot("turn"), threads=count),
        "turn behind a gate": lambda count: gated_backend(deep.spot, gate, count),
    }
    found = []
    for name, make in makers.items():
        backends = [make(count) for count in threads]
        schedule = METHODS["half-instant"].rows(1, 10_001)
        done, best = [8] * len(threads), [np.inf] * len(threads)
        for backend in backends:
            backend.iterate(schedule[:8])
        is_same = [
            all(
                np.array_equal(getattr(mine, part), getattr(first, part))
                for mine, first in zip(backend.levels, backends[0].levels, strict=True)
                for part in ("regret", "average")
            )
            for backend in backends
        ]
        for _ in range(4):
            for k, backend in enumerate(backends):
                begun = time.perf_counter()
                while time.perf_counter() - begun < 1.0:
                    start = time.perf_counter()
                    backend.iterate(schedule[done[k] : done[k] + 4])
                    best[k] = min(best[k], (time.perf_counter() - start) / 4)
                    done[k] += 4
        row: dict[str, object] = {
            "turn": name,
            "entries": sum(level.regret.size for level in backends[0].levels),
            "cores": os.cpu_count(),
        }
        for k, count in enumerate(threads):
            gain = best[0] / best[k]
            row[f"{count} threads, ms"] = 1e3 * best[k]
            row[f"{count} threads, as fast"] = gain
            if count in AIM:
                row[f"{count} threads, of the aim"] = gain / AIM[count]
            row[f"{count} threads, same bits"] = is_same[k]
        for backend in backends:
            backend.close()
        found.append(row)
        print({k: f"{v:,.2f}" if isinstance(v, float) else v for k, v in row.items()}, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--only", choices=["games", "turn"], default="games")
    parser.add_argument("--threads", nargs="*", default=["1", "2"], help="1 2, or 1,2")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    threads = [int(count) for count in ",".join(args.threads).split(",")]
    rows = turns(threads) if args.only == "turn" else games(args.games, threads)
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1) + "\n")


def games(specs: list[str], counts: list[int]) -> list[dict[str, object]]:
    """The compiled games, one after the other."""
    rows = []
    for spec in specs:
        flat = tj.compile(tj.load(spec))
        count = max(10, int(3e7 / len(flat.payoff)))
        row: dict[str, object] = {"game": spec, "merged terminals": len(flat.payoff), "cores": os.cpu_count()}
        first = None
        for threads in counts:
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
    return rows


if __name__ == "__main__":
    main()
