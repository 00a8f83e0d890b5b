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

import numpy as np

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
    rng = np.random.default_rng(0)
    hard = tj.matrix.NormalForm(*rng.integers(-99, 100, (2, 14, 14)))
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
        "matrix, every equilibrium": lambda stop: hard.equilibria("support", stop=stop),
        "matrix, learning": lambda stop: tj.matrix.learn(hard, iterations=10**9, stop=stop),
    }
    return {**found, **more_works(turn)}


def more_works(turn: tj.holdem.Spot) -> dict[str, Callable[[threading.Event], Any]]:
    """Batches, matches, tables of the paper, nested play."""
    from tianji.holdem.rounds.tables import reproduce

    large = tj.load("leduc_bets(suits=2,sizes=(0.5,1,2))")
    small = large.restrict(["f", "c", "b50"])
    known = tj.solve(small, iterations=50).strategy
    blueprint = tj.holdem.train("tiny", boards=5, iterations=20_000, value_boards=2)
    boards = ["QsJh2c5d", "QsJh2c5h"]
    return {
        "subgame, nested play": lambda stop: tj.subgame.NestedPlayer(large, small, known, stop=stop).report(),
        "holdem, a report": lambda stop: tj.holdem.report(turn, boards, until=1e-9, stop=stop),
        "holdem, buckets": lambda stop: tj.holdem.make_buckets("flop", 200, stop=stop),
        "holdem, improve": lambda stop: tj.holdem.improve(blueprint, boards=5, iterations=10**8, stop=stop),
        "holdem, river responses": lambda stop: tj.holdem.river_response(blueprint, boards=10**6, stop=stop),
        "holdem, reproduce table 1": lambda stop: reproduce(1, "short", stop=stop),
        "arena, a match": lambda stop: tj.arena.holdem_match("call", "random", hands=10**6, stop=stop),
        "arena, local best response": lambda stop: tj.arena.holdem_lbr("call", hands=10**6, stop=stop),
    }


def delay(work: Callable[[threading.Event], Any], after: float) -> tuple[float, float, str]:
    """Seconds from `stop.set()` to the return, those of the processor among them, and what the answer says."""
    event, answers = threading.Event(), []
    thread = threading.Thread(target=lambda: answers.append(work(event)))
    thread.start()
    time.sleep(after)
    start, busy = time.perf_counter(), time.process_time()
    event.set()
    thread.join()
    return time.perf_counter() - start, time.process_time() - busy, str(answers[0].stopped)


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
        seconds = [row[0] for row in delays]
        row = {
            "work": name,
            "median": statistics.median(seconds),
            "worst": max(seconds),
            "worst_busy": max(row[1] for row in delays),  # what counts on a machine with other work
            "stopped": delays[0][2],
        }
        rows.append(row)
        print(
            f"{name:40} median {row['median']:.3f} s, worst {row['worst']:.3f} s "
            f"(busy {row['worst_busy']:.3f} s), {row['stopped']}",
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
