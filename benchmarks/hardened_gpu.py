"""How long to train, and what hardening is worth: blueprints of a preset after some visits an infoset, each hardened.

    python benchmarks/hardened_gpu.py [--preset night] [--visits 500,2000,8000] [--seconds 180] [--json FILE]

The GPU trains by deals to each number of visits in turn; then all are hardened at once, each by its share of the cores
for --seconds. For each, before and after: what a best response wins on the river (`river_response`, --evaluate seconds
of all cores), and what the first wins from each of the others at the table, all actions of a deal counted.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from deals_gpu import make_tables
from trainer_gpu import evaluated, say

import tianji as tj
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.values import betting_of
from tianji.run.threads import available_cores


def won(first: Blueprint, second: Blueprint, dealer: Any, deals: int) -> list[float]:
    """What the first wins a hand from the second, in mbb/h: mean and standard error."""
    from tianji.kernels.poker.external import duel, frames

    betting, threads = betting_of(first.tree, first.counts), available_cores()
    weights = []
    for one in (first, second):
        steps, at = one.steps().astype(np.float32), one.tree.offsets(one.counts)
        for n, size in enumerate(one.tree.actions.tolist()):
            steps[at[n] : at[n + 1]].reshape(-1, size)[:] /= (1 << one.bits) - 1
        weights.append(steps)
    sums = np.zeros((threads, 2))

    def part(k: int) -> None:
        share = deals // threads
        duel(betting, dealer, *weights, np.uint64(7), k * share, share, frames(), sums[k])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(threads)))
    count, (total, squares) = deals // threads * threads, sums.sum(axis=0)
    mbb = 1000 / first.menu.blinds[1]
    spread = (squares / count - (total / count) ** 2) / count
    return [mbb * float(total / count), mbb * float(np.sqrt(spread))]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default="night")
    parser.add_argument("--visits", default="500,2000,8000")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--evaluate", type=float, default=10.0)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--folder", default=".")
    parser.add_argument("--json", metavar="FILE")
    given = parser.parse_args()
    make_tables(given.preset)
    rows: list[dict[str, Any]] = []
    found: list[Blueprint] = []
    for visits in given.visits.split(","):
        made = tj.holdem.train(
            given.preset,
            device=given.device,
            visits=float(visits),
            seed=1,
            value_boards=0,
            threads=available_cores(),
        )
        about = {k: made.about[k] for k in ("iterations", "visits_per_infoset", "seconds", "device")}
        rows.append({"visits": float(visits), **about, "before": evaluated(made, given.evaluate)})
        found.append(made)
        lost = rows[-1]["before"]
        say(
            f"{visits} visits an infoset, {about['seconds']:.0f} s: loses {lost['mbb_h']:.0f} ± {lost['stderr']:.0f}"
        )
    share = max(1, available_cores() // len(found))
    with ThreadPoolExecutor(len(found)) as pool:
        hard = list(
            pool.map(
                lambda one: tj.holdem.harden(one, boards=10**7, seconds=given.seconds, threads=share), found
            )
        )
    for row, one in zip(rows, hard, strict=True):
        row["hardened"], row["after"] = dict(one.about["hardened"]), evaluated(one, given.evaluate)
        one.save(Path(given.folder) / f"hardened_{row['visits']:.0f}.blueprint")
        say(f"{row['visits']:.0f} visits, hardened on {row['hardened']['boards']:,} boards: loses "
            f"{row['after']['mbb_h']:.0f} ± {row['after']['stderr']:.0f}")  # fmt: skip
    dealer = full_dealer(found[0].buckets, Work(threads=available_cores()))
    everybody = {**{f"{r['visits']:.0f}": b for r, b in zip(rows, found, strict=True)},
                 **{f"{r['visits']:.0f} hardened": b for r, b in zip(rows, hard, strict=True)}}  # fmt: skip
    names = list(everybody)
    table = {}
    for name in names[1:]:
        table[name] = won(everybody[names[0]], everybody[name], dealer, given.deals)
        say(f"{names[0]} wins {table[name][0]:.1f} ± {table[name][1]:.1f} mbb/h from {name}")
    if given.json:
        Path(given.json).write_text(
            json.dumps({"preset": given.preset, "rows": rows, "won": table}, indent=1) + "\n"
        )


if __name__ == "__main__":
    main()
