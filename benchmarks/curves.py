"""Recorded runs, for the test of the time left: evaluations (iteration, seconds, exploitability) to the hardest target.

    python benchmarks/curves.py [--only TEXT] [--out tests/data/curves.json]      # about five minutes

The solves are those of the other benchmarks: every schedule of methods.py on its games, sampling and fictitious play
on Leduc, the river, turn and small flop of holdem.py, and drawn spots of holdem_schedules.py. One thread, kernels warm.
Half of the runs ("train") served to choose the constants of `tianji.run.report`; the other half only tests them. A run
of `tj.solve` is evaluated where its target does not matter, so that one run holds the curves to several targets.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import holdem
import holdem_schedules
from methods import GAMES

import tianji as tj
from tianji.cfr.schedule import SCHEDULES

TRAIN = ("kuhn", "leduc", "liars_dice(faces=4)", "goofspiel(cards=4)")
TARGETS = (5e-4, 5e-5, 5e-6, 5e-7)  # exploitabilities: NashConv 1e-3 and 1e-4 as in methods.py, and beyond
SAMPLED = {
    "external": 0.05,
    "outcome": 0.3,
    "average-strategy": 0.05,
    "fp": 0.02,
}  # on Leduc, to what they reach soon
FILE = Path(__file__).parent.parent / "tests" / "data" / "curves.json"


def trees(only: str) -> dict[str, Any]:
    """Schedules on compiled games."""
    found = {}
    for spec in dict.fromkeys([*GAMES, "goofspiel(cards=5)"]):
        flat = tj.compile(tj.load(spec), merge=True)
        for method, schedule in SCHEDULES.items():
            if not schedule.needs_horizon and only in f"{spec} {method}":
                run = tj.solve(flat, method, until=TARGETS[-1], seconds=6.0, threads=1)
                found[f"{spec} {method}"] = {"train": spec in TRAIN, "targets": TARGETS, "checks": curve(run)}
    for k, (method, target) in enumerate(
        {"external": 0.05, "outcome": 0.3, "average-strategy": 0.05, "fp": 0.02}.items()
    ):
        if only in f"leduc {method}":
            run = tj.solve(tj.load("leduc"), method, until=target, seconds=12.0)
            found[f"leduc {method}"] = {
                "train": k % 2 == 0,
                "targets": [target, 2 * target],
                "checks": curve(run),
            }
    return found


def spots(only: str) -> dict[str, Any]:
    """Hold'em: the spots of holdem.py test, drawn ones are shared out."""
    chosen = [(name, holdem.spot(name), False) for name in ("river", "turn", "flop_small")]
    for kind, count in (("river", 8), ("turn", 6), ("flop", 4)):
        drawn = holdem_schedules.spots(kind, count)
        chosen += [(f"{kind} {k}", spot, k < count // 2) for k, spot in enumerate(drawn)]
    found = {}
    for name, spot, is_train in chosen:
        for share in (0.3, 0.1):
            if only in f"{name} {share:g}%" and (name, share) != ("flop_small", 0.1):
                run = spot.solve(until=f"{share}%", threads=1)
                row = {"train": is_train, "targets": [share / 100 * spot.pot], "checks": curve(run)}
                found[f"{name} {share:g}%"] = row
    return found


def curve(run: Any) -> list[tuple[int, float, float]]:
    """The evaluations, in four digits."""
    return [(int(c[0]), float(f"{c[1]:.4g}"), float(f"{c[2]:.4g}")) for c in run.history]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="")
    parser.add_argument("--out", default=str(FILE))
    options = parser.parse_args()
    found = {**trees(options.only), **spots(options.only)}
    found = {name: row for name, row in found.items() if len(row["checks"]) >= 3}
    Path(options.out).write_text(json.dumps(found, separators=(",", ":")).replace("]]},", "]]},\n") + "\n")


if __name__ == "__main__":
    main()
