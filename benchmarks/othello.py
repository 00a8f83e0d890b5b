"""Othello end games to the last disc: problems of the French federation (FFO), from nothing, by any number of cores.

    python benchmarks/othello.py [--threads N] [--empties 20 26] [--seconds 600] [--file MORE.obf]

A line a position: empties, score, whether it is the known one, nodes, seconds, and million nodes a second of all
threads. Every position begins with an empty table. `--seconds` is the most a position may take; what is not proved by
then is shown as the bound that it is. The process ends with an error if a score differs from the known one.
`--file` takes positions in the same form: 64 squares, who moves, `;`, and where it is known `MOVE:SCORE;`, best first.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tianji.games.othello import Othello
from tianji.run.threads import available_cores
from tianji.search import search
from tianji.search.native.kernel import POOL

PROBLEMS = """
-OOOOO----OXXO---OOOOXXO-OOOXOXX-OOXOOXX-XOXXOXX--O-XXXX--O----O X; D8:+0;
--O-------OOO--X-XOOOOXXXXXXOXOX-XXOXOOXXXOXOOXX-OOOOO-X---OOO-- X; F1:+0;
-------------O-O-OOOOOOOOOOOOXOOOXXOOOXO-XXXOXOO--XXXOXO--OXXXXO X; C2:-2;
---X-O----XXXO-XXXXXXXXXXOOXXOOXXOXOOOXXXXOOOO-XX--OOOO--------- O; B7:+0;
--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6;
--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O; G3:-12;
--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O; D2:-14;
-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O; F6:+28;
O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O; A8:+64;
--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X; E1:+16;
----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O; E2:+6;
"""  # facts: squares and scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--threads", type=int, default=available_cores())
    parser.add_argument("--empties", type=int, nargs=2, default=(20, 26), metavar=("FROM", "TO"))
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--file", type=Path, help="more positions")
    given = parser.parse_args()
    game, wrong = Othello(), 0
    rows = [line for line in PROBLEMS.splitlines() if line]
    if given.file is not None:
        rows = [r for r in given.file.read_text(encoding="utf-8").splitlines() if r and not r.startswith("#")]
    search(game, game.parse(rows[0]), "solve", seconds=0.1)  # compiled before a clock starts
    print(f"threads {given.threads}\nempties  score  known           nodes  seconds  M nodes/s")
    for row in rows:
        s, best = game.parse(row), row.split(";")[1].strip()
        empties = 64 - (s.mine | s.theirs).bit_count()
        if not given.empties[0] <= empties <= given.empties[1]:
            continue
        POOL.clear()
        started = time.perf_counter()
        found = search(game, s, "solve", threads=given.threads, seconds=given.seconds)
        seconds, nodes = time.perf_counter() - started, found.stats.nodes
        agrees: object = found.bound
        if found.bound == "exact":
            agrees = found.value == float(best.split(":")[1]) if best else "unknown"
        wrong += agrees is False
        print(
            f"{empties:7} {found.value:+6g}  {agrees!s:8} {nodes:>13,} {seconds:8.2f} {nodes / seconds / 1e6:10.1f}",
            flush=True,
        )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
