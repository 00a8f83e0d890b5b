"""How fast the trainer of blueprints is: decisions visited a second and core, by size of the blueprint.

    python benchmarks/trainer.py [--presets laptop/600,laptop,weekend] [--threads 1,2] [--rounds 5] [--races] [--json]

Deals are of some boards with the shipped buckets, each split at random into as many as the preset has, so that hands
are played as in training while nothing has to be made first. The best of several short rounds is told, in processor
seconds: others may use the machine. Memory: 8 bytes an entry, 1.6 GB for `weekend`. `--races` measures threads that do
not wait for each other beside those that do, in alternating rounds. `laptop/600` is the tree of `laptop` with 600
buckets a street: 5 M entries, where the preset has 32 M.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import listed_boards, make_dealer
from tianji.holdem.blueprint.menu import PRESETS
from tianji.holdem.blueprint.runner import ExternalRunner
from tianji.holdem.blueprint.store import shipped_buckets
from tianji.holdem.blueprint.tree import menu_tree
from tianji.run.threads import available_cores

FLOPS = 12


def dealer_of(counts: list[int], threads: int):
    """Deals whose buckets are those of `tiny`, split into as many as asked for."""
    buckets = shipped_buckets()
    listed, rows, found = listed_boards(buckets, FLOPS, 0, Work(threads=threads))
    rng = np.random.default_rng(0)
    tables = []
    for table, count in zip(found, counts[1:], strict=True):
        parts = count // 50
        split = table.astype(np.int64) * parts + rng.integers(0, parts, table.shape)
        tables.append(np.where(table == 2**16 - 1, 2**16 - 1, split).astype(np.uint16))
    return make_dealer(buckets.ranks, 5, buckets.of(0)[0], tables, listed, rows)


def trained(name: str, counts: list[int], dealer, warm: float) -> ExternalRunner:
    """A trainer some way into its run: rates grow while strategies become plainer, so all are measured from here."""
    runner = ExternalRunner(
        menu_tree(PRESETS[name.partition("/")[0]]), counts, dealer, threads=available_cores()
    )
    runner.warm()
    begun = time.perf_counter()
    while time.perf_counter() - begun < warm:
        runner.advance(10_000)
    return runner


def measure(
    name: str, start: ExternalRunner, threads: int, ways: tuple[bool, ...], rounds: int, seconds: float
) -> list[dict[str, object]]:
    """One row a way, races or not; each begins where the training stood, and the best of its rounds is told."""
    best: dict[bool, dict[str, float]] = {races: {"visits_s": 0.0} for races in ways}
    for _ in range(rounds):
        for races in ways:
            runner = ExternalRunner(
                start.tree, start.counts.tolist(), start.dealer, threads=threads, races=races
            )
            runner.warm()
            runner.table[:], runner._t = start.table, start.t
            begun, work = time.perf_counter(), time.process_time()
            while time.perf_counter() - begun < seconds:
                runner.advance(15_000 * threads)  # about as long as a call of a training's
            wall, work = time.perf_counter() - begun, time.process_time() - work
            visits, deals = runner.visits, runner.t - start.t
            if visits / work > best[races]["visits_s"]:
                best[races] = {
                    "visits_s": visits / work, "wall_visits_s": visits / wall / threads, "deals_s": deals / work,
                    "visits_a_deal": visits / deals,
                }  # fmt: skip
    head = {"preset": name, "entries": start.entries, "threads": threads}
    return [{**head, "races": races, **best[races]} for races in ways]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--presets", default="laptop/600,laptop,weekend")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--warm", type=float, default=5.0, help="seconds of training before the clock starts")
    parser.add_argument("--races", action="store_true", help="beside it, threads that do not wait")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    for name in given.presets.split(","):
        preset, _, each = name.partition("/")
        counts = [169, *([int(each)] * 3 if each else map(int, PRESETS[preset].buckets.split(",")))]
        start = trained(name, counts, dealer_of(counts, available_cores()), given.warm)
        for threads in map(int, given.threads.split(",")):
            ways = (False, True) if given.races else (False,)
            for row in measure(name, start, threads, ways, given.rounds, given.seconds):
                print(
                    json.dumps(row)
                    if given.json
                    else f"{name:10} {row['entries'] / 1e6:6.1f} M entries, {threads} threads"
                    f"{', races' if row['races'] else ''}: {row['visits_s'] / 1e6:5.2f} M visits/s and core "
                    f"({row['wall_visits_s'] / 1e6:.2f} by the clock), "
                    f"{row['deals_s']:,.0f} deals/s and core of {row['visits_a_deal']:.0f} visits",
                    flush=True,
                )


if __name__ == "__main__":
    main()
