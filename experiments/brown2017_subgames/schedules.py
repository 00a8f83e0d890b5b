"""How fast the gadgets of table 2 converge by each schedule of CFR: the gap after so many iterations, same subgames.

    python experiments/brown2017_subgames/schedules.py [--scale short] [--column 1000] [--flops 5] [--seat 0]

solves a blueprint (CFR+), then the subgames of a few flops of one seat behind four gates by every schedule, and prints
what is left between both players' best responses, in mbb per hand that gets there. Other schedules: `TRIED`.
"""

from __future__ import annotations

import argparse

import numpy as np

from tianji.cfr.schedule import SCHEDULES, Schedule
from tianji.holdem.abstraction.work import working
from tianji.holdem.rounds.column import Column, Settings
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.tables import scale_of, table_game

GATES = ("unsafe", "resolve", "maxmargin", "estimate")
COUNTS = (50, 100, 200, 400)
TRIED = {
    "cfr+": SCHEDULES["cfr+"],
    "cfr+, quadratic average": Schedule(is_clipped=True, gamma=2),
    "lcfr": SCHEDULES["lcfr"],
    "dcfr (1.5, 0, 2)": SCHEDULES["dcfr"],
    "dcfr (1.5, 0.2, 2)": Schedule(alpha=1.5, beta=0.2, gamma=2),
    "dcfr (1.5, 0.5, 3)": Schedule(alpha=1.5, beta=0.5, gamma=3),
    "dcfr (1.3, 0.5, 4)": Schedule(alpha=1.3, beta=0.5, gamma=4),
    "dcfr (1.2, 0, 3)": Schedule(alpha=1.2, beta=0, gamma=3),
    "dcfr+ (1.5, 4)": SCHEDULES["dcfr+"],
    "dcfr+ (2, 4)": Schedule(alpha=2, gamma=4, is_clipped=True),
}


def main() -> None:
    """Print a table a gate."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", default="short")
    parser.add_argument("--column", type=int, default=1_000)
    parser.add_argument("--flops", type=int, default=5)
    parser.add_argument("--seat", type=int, default=0)
    given = parser.parse_args()
    SCHEDULES.update(TRIED)
    game, size = table_game(2, given.scale), scale_of(2, given.scale)
    with working() as work:
        column = Column(game, given.column, Settings(size.blueprint, size.iterations), None, work, ())
        solver = SubgameSolver(column.solved(), given.seat)
        solver.prepare()
    flops = np.linspace(0, len(solver.copies) - 1, given.flops).astype(int).tolist()
    reach = sum(float(solver.entries(b).entrants(b)[2].sum()) for b in flops)
    for gate in GATES:
        print(f"\n| {gate} | " + " | ".join(f"{count} iterations" for count in COUNTS) + " |")
        print("|---" * (len(COUNTS) + 1) + "|")
        for name in TRIED:
            left = [
                sum(solver.solve(b, ROWS[gate], count, name).slack for b in flops) / reach * game.mbb
                for count in COUNTS
            ]
            print(f"| {name} | " + " | ".join(f"{gap:.2f}" for gap in left) + " |", flush=True)


if __name__ == "__main__":
    main()
