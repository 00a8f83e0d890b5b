"""How soon long work returns after `stop.set()` from another thread: every kind of work, median and worst of several.

    python benchmarks/stopping.py [--repeats 5] [--out FILE]

The promise is 0.3 s with a usable answer on an idle machine. Kernels are warm: a compile cannot be interrupted.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tianji as tj

FULL = "100%"


def works() -> dict[str, Callable[[threading.Event], Any]]:
    """Each would run for minutes; each gives an object with `stopped`."""
    dice = tj.compile(tj.load("liars_dice"), merge=True)
    flop = tj.holdem.Spot(
        board="QsJh2c", pot=60, stack=200, oop=FULL, ip=FULL, bets="50%", raises="", max_raises=0
    )
    turn = tj.holdem.Spot(
        board="QsJh2c5d", pot=60, stack=200, oop=FULL, ip=FULL, bets="50%,100%", raises="100%"
    )
    leduc = tj.load("leduc(ranks=6)")
    blueprint = tj.solve(leduc, iterations=20).strategy
    cuts = tj.subgame.cuts(leduc)
    four, gomoku, othello = tj.load("connect_four"), tj.load("gomoku(size=9)"), tj.load("othello")
    hard = tj.matrix.NormalForm.random((14, 14), seed=1) if hasattr(tj.matrix.NormalForm, "random") else None
    found: dict[str, Callable[[threading.Event], Any]] = {
        "solve, dcfr on liars_dice": lambda stop: tj.solve(dice, until=1e-15, stop=stop),
        "solve, external on leduc": lambda stop: tj.solve(leduc, "external", until=1e-15, stop=stop),
        "solve, compiling liars_dice(faces=7)": lambda stop: tj.solve(
            tj.load("liars_dice(faces=7)"), stop=stop
        ),
        "holdem, a turn": lambda stop: turn.solve(until=1e-9, stop=stop),
        "holdem, a flop with all hands": lambda stop: flop.solve(until=1e-9, stop=stop),
        "subgame, solve_all by lp": lambda stop: tj.subgame.solve_all(
            leduc, blueprint, cuts, "reach-maxmargin", stop=stop
        ),
        "search, mtdf on gomoku": lambda stop: tj.search(gomoku, None, "mtdf", stop=stop),
        "search, mcts on othello": lambda stop: tj.search(othello, None, "mcts", nodes=10**9, stop=stop),
        "search, solve connect four": lambda stop: tj.search(four, None, "solve", stop=stop),
    }
    if hard is not None:
        found["matrix, every equilibrium"] = lambda stop: tj.matrix.solve(hard, "support", stop=stop)
    return found


def delay(work: Callable[[threading.Event], Any], after: float) -> tuple[float, str]:
    """Seconds from `stop.set()` to the return, and what the answer says."""
    event, answers = threading.Event(), []
    thread = threading.Thread(target=lambda: answers.append(work(event)))
    thread.start()
    time.sleep(after)
    start = time.perf_counter()
    event.set()
    thread.join()
    return time.perf_counter() - start, str(answers[0].stopped)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--after", type=float, default=1.0, help="seconds of work before the request")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = []
    for name, work in works().items():
        delay(work, options.after)  # kernels compiled, games remembered
        delays = [delay(work, options.after) for _ in range(options.repeats)]
        seconds = [d for d, _ in delays]
        row = {
            "work": name,
            "median": statistics.median(seconds),
            "worst": max(seconds),
            "stopped": delays[0][1],
        }
        rows.append(row)
        print(
            f"{name:40} median {row['median']:.3f} s, worst {row['worst']:.3f} s, {row['stopped']}",
            flush=True,
        )
    if options.out is not None:
        data = {
            "machine": platform.processor() or platform.machine(),
            "repeats": options.repeats,
            "rows": rows,
        }
        options.out.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
