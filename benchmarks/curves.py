"""Recorded runs, for the test of the time left: evaluations (iteration, seconds, exploitability) to the hardest target.

    python benchmarks/curves.py [--only TEXT] [--out tests/data/curves.json]      # about fifteen minutes
    python benchmarks/curves.py --tables                     # what is told at a quarter of each recorded run

The solves are those of the other benchmarks: every schedule of methods.py on its games, sampling and fictitious play
on Leduc, the river, turn and small flop of holdem.py and drawn spots of holdem_schedules.py in every storage. One
thread, kernels warm, and seconds of the processor, so that a busy machine does not matter; runs of a moment are
repeated and the medians kept. A run of `tj.solve` is evaluated where its target does not matter, so that one run holds
the curves to several targets; a spot is solved once for each. `check_s`: seconds an evaluation takes. What is there
already stays unless `--only` names it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import holdem
import holdem_schedules
from methods import GAMES

import tianji as tj
import tianji.run.clock
import tianji.run.drive
from tianji.cfr.schedule import SCHEDULES

TARGETS = (5e-4, 5e-5, 5e-6, 5e-7)  # exploitabilities: NashConv 1e-3 and 1e-4 as in methods.py, and beyond
SAMPLED = {"external": 0.05, "outcome": 0.3, "average-strategy": 0.05, "fp": 0.02}  # on Leduc, soon reached
SHARES = (1.0, 0.5, 0.3, 0.1)  # percent of the pot
FILE = Path(__file__).parent.parent / "tests" / "data" / "curves.json"
Row = dict[str, Any]


class Recorder:
    """Solves on the processor's clock, with the time of the evaluations."""

    def __init__(self) -> None:
        tianji.run.clock.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
        self.checking: list[float] = []
        check = tianji.run.drive._check

        def timed(*words: Any) -> None:
            start = time.process_time()
            check(*words)
            self.checking.append(time.process_time() - start)

        tianji.run.drive._check = timed

    def row(self, solve: Callable[[], Any], targets: tuple[float, ...]) -> Row:
        """The evaluations, in four digits, of one long run or the medians of up to nine short ones."""
        self.checking.clear()
        runs = [solve().history]
        while len(runs) < 9 and sum(run[-1][1] for run in runs) < 0.4:
            runs.append(solve().history)
        seconds = [median(run[k][1] for run in runs[len(runs) > 1 :]) for k in range(len(runs[0]))]
        checks = [
            (int(c[0]), float(f"{s:.4g}"), float(f"{c[2]:.4g}"))
            for c, s in zip(runs[0], seconds, strict=True)
        ]
        return {"targets": targets, "check_s": float(f"{median(self.checking):.3g}"), "checks": checks}


def solves() -> dict[str, tuple[Callable[[], Any], tuple[float, ...]]]:
    """By name: the solve, and the targets that are looked for on its way."""
    found: dict[str, tuple[Callable[[], Any], tuple[float, ...]]] = {}
    for spec in dict.fromkeys([*GAMES, "goofspiel(cards=5)"]):
        for method, schedule in SCHEDULES.items():
            if not schedule.needs_horizon:
                found[f"{spec} {method}"] = (lambda s=spec, m=method: tree(s, m)), TARGETS
    leduc = tj.load("leduc")
    for method, target in SAMPLED.items():
        run = lambda m=method, u=target: tj.solve(leduc, m, until=u, seconds=14.0)  # noqa: E731
        found[f"leduc {method}"] = run, (target, 2 * target)
    chosen = {name: holdem.spot(name) for name in ("river", "turn", "flop_small")}
    for kind, count in (("river", 8), ("turn", 6), ("flop", 4)):
        chosen |= {f"{kind} {k}": spot for k, spot in enumerate(holdem_schedules.spots(kind, count))}
    for name, spot in chosen.items():
        for storage in ("float32", "int16", "float64"):
            for share in SHARES:
                if is_wanted(name, storage, share):
                    run = lambda s=spot, u=share, f=storage: s.solve(until=f"{u}%", threads=1, storage=f)  # noqa: E731
                    found[f"{name} {storage} {share:g}%"] = run, (share / 100 * spot.pot,)
    return found


def is_wanted(name: str, storage: str, share: float) -> bool:
    """Flops take a minute each, and half of the spots will do for the other storages."""
    if name == "flop_small":
        return storage == "float32" and share in (1.0, 0.3)
    if storage == "float32":
        return True
    is_flop = name.startswith("flop")
    return name[-1] not in "1357" and not (is_flop and (storage == "float64" or share in (1.0, 0.3)))


_flat: dict[str, tj.FlatGame] = {}


def tree(spec: str, method: str) -> Any:
    if spec not in _flat:
        _flat[spec] = tj.compile(tj.load(spec), merge=True)
    return tj.solve(_flat[spec], method, until=TARGETS[-1], seconds=8.0, threads=1)


def tables() -> None:
    """For every recorded run: the factor of what is told at a quarter to the truth, and the range."""
    sys.path.insert(0, str(FILE.parents[1] / "unit"))
    from test_run_eta import foretold, runs  # type: ignore[import-not-found]

    for name, target in runs():
        told = foretold(name, target)
        if told is None:
            print(f"{name:40} {target:8.2g}  fewer than three evaluations")
            continue
        eta, ends, truth = told
        shown = "" if ends is None else f"{ends[0] / truth:.2f} to {ends[1] / truth:.2f}"
        print(f"{name:40} {target:8.2g}  {eta / truth:6.2f}  {shown}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="")
    parser.add_argument("--out", default=str(FILE))
    parser.add_argument("--tables", action="store_true")
    options = parser.parse_args()
    if options.tables:
        tables()
        return
    recorder, out = Recorder(), Path(options.out)
    found = json.loads(out.read_text()) if options.only and out.exists() else {}
    for name, (solve, targets) in solves().items():
        if options.only in name:
            found[name] = recorder.row(solve, targets)
            print(name, found[name]["checks"][-1], flush=True)
            out.write_text(json.dumps(found, separators=(",", ":")).replace("]]},", "]]},\n") + "\n")


if __name__ == "__main__":
    main()
