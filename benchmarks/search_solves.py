"""What the search of a player pays for a solve behind a gate: rivers of 200 iterations, a turn to 0.5 % of the pot.

    python benchmarks/search_solves.py [river] [turn] [--threads 2]

Processor seconds, so that the figures hold on a busy machine; of a turn on several threads the wall clock as well. A
river is solved as the player does it: the root of a real hand with its menu, all 1,081 hands or 300 of them a seat,
a reach-maxmargin gate; the best of nine. *floor*: the processor time of copying as many bytes as an iteration reads
and writes of regrets and averages (20 an entry), 200 times, in blocks of the same size. Every line says what share of
its aim it takes: 10 ms a river; 4 s by the clock, on two idle cores, the turn.

`bench` is the river of benchmarks/holdem.py (463 and 498 hands, three sizes, 57 nodes), the one measured beside other
solvers, here with its ranges as vectors, as the player has them. The turn is the one of 16 M entries: two sizes, all-in
on the river, one raise, in a pot of six big blinds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from holdem import spot as benchmark_spot

from tianji.holdem.player.belief import live
from tianji.holdem.player.roots import MENUS, RIVER, Root, SearchMenu, start_root
from tianji.holdem.player.solver import Effort, solve_gated
from tianji.poker.cards import NUM_HANDS, parse_cards
from tianji.poker.hand import HandState

ITERATIONS = 200
RIVER_MS, TURN_SECONDS = 10.0, 4.0  # the aims; that of the turn by the clock, on two idle cores
LINES = {"32.8": "r300c/cc/cc/", "10.6": "r300c/r900c/cc/", "3.2": "r300c/r900c/r2700c/"}  # stack over pot
BOARD = parse_cards("Ks7h2dJc5s", "board")
BOTH = (0, 1)
DEEP_TURN = SearchMenu(
    "16 M",
    {"turn": "50%,100%", "river": "50%,100%,allin"},
    {"turn": "100%,allin", "river": "allin"},
    max_raises=1,
)


def root_of(line: str, menu: SearchMenu, hands: int, cards: int = 5) -> Root:
    """A root with drawn ranges of so many hands."""
    state = HandState.start().play(line).deal(BOARD[:cards])
    rng, free = np.random.default_rng(7), np.flatnonzero(live(state.board))
    ranges = []
    for _ in BOTH:
        weights = np.zeros(NUM_HANDS)
        kept = rng.permutation(free)[:hands]
        weights[kept] = rng.random(len(kept)) ** 4
        ranges.append(weights)
    return start_root(state, 0, (ranges[0], ranges[1]), menu)


def floor(entries: int) -> float:
    """Milliseconds of copying 20 bytes an entry `ITERATIONS` times."""
    source = np.ones(
        max(1, entries * 10 // 4), dtype=np.float32
    )  # a copy reads and writes: half of the bytes
    target = np.zeros_like(source)
    start = time.process_time()
    for _ in range(ITERATIONS):
        np.copyto(target, source)
    return 1e3 * (time.process_time() - start)


def rivers() -> None:
    """The table of rivers."""
    print(f"stack/pot  menu   hands    entries  CPU ms   floor  ratio  gap %  of the aim, {RIVER_MS:g} ms")
    state = HandState.start().play(LINES["3.2"]).deal(BOARD)
    text = benchmark_spot("river")
    oop, ip = (np.array(weights) for weights in text.weights)
    report("3.3", "bench", lambda: Root(state, 0, text.replace(oop=oop, ip=ip), 0, MENUS[RIVER][1]))
    for deep, line in LINES.items():
        for menu in MENUS[RIVER]:
            for hands in (NUM_HANDS, 300):
                report(deep, menu.name, partial(root_of, line, menu, hands))


def report(deep: str, name: str, make: Callable[[], Root]) -> None:
    """One river: the least of several solves."""
    best, solved = np.inf, None
    for _ in range(9):
        start = time.process_time()
        root = make()
        chips = np.where(root.spot.weights[1] > 0, 0.4 * root.spot.pot, np.nan)
        solved = solve_gated(root, chips, "reach-maxmargin", None, Effort(None, None, ITERATIONS, 1e-9, 1))
        best = min(best, 1e3 * (time.process_time() - start))
    assert solved is not None
    solution = solved.solution
    entries = sum(level.average.size for level in solution.backend.levels)
    least = min(floor(entries) for _ in range(3))
    count = len(solution.backend.ranges[0])
    gap = solution.exploitability_pct
    times = f"{best:>7.1f} {least:>7.2f} {best / least:>6.1f}  {gap:.2f}  {best / RIVER_MS:>6.2f}"
    print(f"{deep:>9}  {name:<6} {count:>5} {entries:>10,} {times}", flush=True)


def turn(threads: int) -> None:
    """A turn of about 15 M entries."""
    root = root_of("r300c/cc/", DEEP_TURN, NUM_HANDS, 4)
    chips = np.full(NUM_HANDS, 0.4 * root.spot.pot)
    clock, wall = time.process_time(), time.perf_counter()
    solved = solve_gated(root, chips, "combined", None, Effort(None, None, 1000, "0.5%", threads))
    used, passed = time.process_time() - clock, time.perf_counter() - wall
    solution = solved.solution
    entries = sum(level.average.size for level in solution.backend.levels)
    print(
        f"turn, {entries:,} entries, {threads} threads: {solution.iterations} iterations to "
        f"{solution.exploitability_pct:.2f} %, {used:.2f} CPU s, {passed:.2f} s by the clock: "
        f"{passed / TURN_SECONDS:.2f} of the aim, {TURN_SECONDS:g} s"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("parts", nargs="*", default=["river", "turn"])
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    if "river" in given.parts:
        rivers()
    if "turn" in given.parts:
        turn(given.threads)
