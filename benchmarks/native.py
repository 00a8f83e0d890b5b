"""Native rules beside open_spiel's C++, one core each, in one run.

    python benchmarks/native.py                  # all games
    python benchmarks/native.py --only nim hex   # some
    python benchmarks/native.py --rounds 5       # alternating rounds; the median ratio is printed

Simulations of UCT a CPU second from the first position, with uniform playouts and without proofs, in searches of the
size given: both sides make one search after the other, and the peer is asked between ours. `floor` is what we
promise.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from importlib import import_module
from typing import Any

import tianji as tj

# game, its name there, simulations a search, searches a round, floor
MCTS = [
    ("breakthrough", "breakthrough", 200, 4, 3.0),
    ("hex", "hex(board_size=5)", 200, 20, 3.0),
    ("kalah", "mancala", 200, 20, 3.0),
    ("nim", "nim(pile_sizes=3;4;5)", 200, 60, 3.0),
    ("nim", "nim(pile_sizes=3;4;5)", 5_000, 4, 3.0),
    ("othello", "othello", 100, 3, 5.0),
    ("gomoku", "mnk(m=15,n=15,k=5)", 100, 1, 5.0),
    ("tic_tac_toe", "tic_tac_toe", 100, 100, 2.0),
]


def ours(spec: str, nodes: int, searches: int, seed: int) -> float:
    game = tj.load(spec)
    s, done, started = game.initial(), 0, time.process_time()
    for i in range(searches):
        done += tj.search(game, s, "mcts", nodes=nodes, solver=False, seed=seed + i).stats.nodes
    return done / (time.process_time() - started)


def theirs(pyspiel: Any, name: str, nodes: int, searches: int, seed: int) -> float:
    game = pyspiel.load_game(name)
    s = game.new_initial_state()
    bots = [
        pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, seed + i), 1.4, nodes, 1000, False, seed + i, False,
            pyspiel.ChildSelectionPolicy.UCT,
        )
        for i in range(searches)
    ]  # fmt: skip
    started = time.process_time()
    for bot in bots:
        bot.mcts_search(s)
    return nodes * searches / (time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    try:
        pyspiel = import_module("pyspiel")
    except ModuleNotFoundError:
        sys.exit("benchmarks/native.py needs open_spiel beside it: pip install '.[test]'")
    print(f"{'mcts':14} {'a search':>8} {'ours/s':>12} {'open_spiel/s':>12} {'ratio':>7} {'floor':>6}")
    for spec, name, nodes, searches, floor in MCTS:
        if arguments.only and spec not in arguments.only:
            continue
        ours(spec, nodes, 2, 0)  # compile, or load
        rows = []
        for k in range(arguments.rounds):
            rows.append(
                (ours(spec, nodes, searches, 100 * k), theirs(pyspiel, name, nodes, searches, 100 * k))
            )
        ratio = statistics.median(a / b for a, b in rows)
        a, b = (statistics.median(column) for column in zip(*rows, strict=True))
        mark = "" if ratio >= floor else "  below"
        print(f"{spec:14} {nodes:8,} {a:12,.0f} {b:12,.0f} {ratio:7.2f} {floor:6.1f}{mark}", flush=True)


if __name__ == "__main__":
    main()
