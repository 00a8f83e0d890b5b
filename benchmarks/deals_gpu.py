"""Blueprints trained on a GPU by deals: its kernels against the CPU's, then visits a second, then a blueprint's loss.

    python benchmarks/deals_gpu.py [--preset night] [--only check,speed,train] [--seconds 300] [--json FILE]

check: batches from random regrets, by the GPU in float32 and by the CPU deal by deal; `norm` is the error of all
changes over their norm (a change below 8 chips is rounded at random: where float32 rounds another way, it is off by
one), `bits` whether the same batch gave the same bits twice. Where one is over LIMIT nothing is timed.

speed: visits a second of both players, from uniform play and after some training, beside one core of the CPU's trainer
from the same table. --sweep tries sizes of batches and of blocks a processor. Buckets are those of `tiny`, split at
random into as many as the preset has: no tables to make.

train: the preset's own buckets and tables, made here by all cores, then three trainings: the CPU's on all cores but two
(--rival seconds; beside the long one), the GPU's to as many visits as that, and the GPU's for --seconds. What a best
response wins on the river from each, on the same boards, --evaluate seconds each.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from trainer import dealer_of
from trainer_gpu import counts_of, evaluated, say

import tianji as tj
from tianji.holdem.blueprint.device import deals as device_deals
from tianji.holdem.blueprint.device.deals import DealTrainer
from tianji.holdem.blueprint.menu import PRESETS
from tianji.holdem.blueprint.runner import EXPLORE, ExternalRunner
from tianji.holdem.blueprint.tree import menu_tree
from tianji.holdem.engine.machines import open_machine
from tianji.kernels.gpu import deals
from tianji.kernels.gpu.machine import HostMachine
from tianji.run.threads import available_cores

LIMIT = 1e-3
CORE_HOURS = 20.0  # two cores, ten hours: what `night` is meant for
START = perf_counter()


def by_the_cpu(cpu: ExternalRunner, count: int) -> np.ndarray:
    """What a batch of the first deals changes, deal by deal: the table of changes."""
    from tianji.kernels.poker.deals import GOLD, draw, mixed
    from tianji.kernels.poker.external import frames, traverse

    work, kept = frames(), []
    for t in range(count):
        state, sign = draw(
            cpu.dealer, np.uint64(int(mixed(np.uint64(int(cpu.seed) ^ int(mixed(np.uint64(t))))))), work
        )
        state = np.uint64((int(state) + int(GOLD)) % 2**64)
        kept.append([work.buckets.copy(), sign, state])
    now = cpu.table.copy()
    gain = np.zeros(len(now), dtype=np.int64)
    for player in (0, 1):
        added = np.zeros(len(now), dtype=np.int64)
        for deal in kept:
            work.buckets[:] = deal[0]
            table, least = now.copy(), -(2**31)
            deal[2], _ = traverse(
                cpu.betting, table, 0, player, np.float64(-deal[1] if player else deal[1]), least, 1 + least,
                np.uint64(int(deal[2])), work, cpu.seen[0],
            )  # fmt: skip
            table -= now  # whole numbers: what wraps comes back
            added += table
        gain += added
        now = (now + added).astype(np.int32)
    return gain


def check(machine: Any, preset: str, count: int) -> dict[str, Any]:
    """How far a batch is from the CPU's; see LIMIT."""
    tree, counts = menu_tree(PRESETS[preset]), counts_of(preset)
    dealer = dealer_of(counts, available_cores())
    cpu = ExternalRunner(tree, counts, dealer, seed=1, races=True)
    rng = np.random.default_rng(2)
    cpu.table[:] = rng.integers(-(10**6), 10**6, len(cpu.table))
    for n, size in enumerate(tree.actions.tolist()):
        span = slice(2 * tree.offsets(counts)[n], 2 * tree.offsets(counts)[n + 1])
        cpu.table[span].reshape(-1, 2, size)[:, 1] = 0
    begun = perf_counter()
    gain = by_the_cpu(cpu, count)
    of_cpu, found = perf_counter() - begun, []
    device = DealTrainer(tree, counts, dealer, seed=1, machine=machine, most=count, last=count)
    waiting = device.tensors()[0]["waiting"]
    for _ in range(2):
        device.restore({"table": cpu.table, "waiting": waiting}, {"t": 0, "visits": 0, "saturated": 0})
        first = device.t
        while device.t < count:  # one batch, whatever the rule for the first ones says
            device._batch(first, count)
            device._t = count
        device.advance(0)
        found.append(device._fetch().astype(np.int64) - cpu.table)
    error = float(np.linalg.norm((found[0] - gain).astype(float)) / np.linalg.norm(gain.astype(float)))
    row = {"preset": preset, "deals": count, "norm": error, "bits": bool(np.array_equal(*found)),
           "visits": [device.visits, cpu.visits]}  # fmt: skip
    row["is_fine"] = error < LIMIT and row["bits"] and abs(device.visits - cpu.visits) <= 1e-3 * cpu.visits
    say(f"check {preset}: norm {error:.1e}, bits twice the same: {row['bits']}, visits {device.visits:,} of "
        f"{cpu.visits:,} (CPU {of_cpu:.1f} s): {'fine' if row['is_fine'] else 'WRONG'}")  # fmt: skip
    return row


def rate(runner: Any, seconds: float) -> float:
    """Visits a second, for so long."""
    visits, begun = runner.visits, perf_counter()
    while perf_counter() - begun < seconds:
        runner.advance(getattr(runner, "most", 4096) * 2)
    return (runner.visits - visits) / (perf_counter() - begun)


def speed(machine: Any, preset: str, given: argparse.Namespace) -> dict[str, Any]:
    tree, counts = menu_tree(PRESETS[preset]), counts_of(preset)
    dealer, prune = dealer_of(counts, available_cores()), 300 * PRESETS[preset].stack

    def fresh(**options: Any) -> DealTrainer:
        return DealTrainer(tree, counts, dealer, machine=machine, prune=prune, **options)

    runner = fresh()
    row: dict[str, Any] = {
        "preset": preset,
        "entries": runner.entries,
        "most": runner.most,
        "explore": EXPLORE,
    }
    runner.advance(1)
    row["first_visits_s"] = rate(runner, 3.0)
    say(
        f"speed {preset}: {row['first_visits_s'] / 1e9:.2f} G visits/s from uniform play, batches of {runner.most:,}"
    )
    while runner.t < 12 * runner.period:  # pruning begins after ten periods
        runner.advance(runner.period)
    row["visits_s"] = rate(runner, 5.0)
    tensors, fields = runner.tensors()
    cpu = ExternalRunner(tree, counts, dealer, prune=prune)
    cpu.restore(tensors, fields)
    cpu.advance(1000)
    row["core_visits_s"] = rate(cpu, 5.0)
    row["ratio"] = row["visits_s"] / row["core_visits_s"]
    say(f"speed {preset}: {row['visits_s'] / 1e9:.2f} G visits/s; one core {row['core_visits_s'] / 1e6:.1f} M: "
        f"ratio {row['ratio']:,.0f}")  # fmt: skip
    if given.parts:
        row["parts_ms"] = by_part(machine, runner)
    if given.sweep:
        row["sweep"] = []
        usual = deals.RESIDENT, device_deals.LARGEST
        for most, resident in (
            (1 << 19, 4),
            (1 << 20, 2),
            (1 << 20, 3),
            (1 << 20, 4),
            (1 << 20, 5),
            (1 << 21, 4),
        ):
            deals.RESIDENT, device_deals.LARGEST = resident, most
            trial = fresh(most=most)
            trial.restore(tensors, fields)
            trial.advance(1)
            found = rate(trial, 2.0)
            row["sweep"].append([trial.most, resident, found])
            say(
                f"  {trial.most:9,} deals a batch, {resident} blocks a processor: {found / 1e9:.2f} G visits/s"
            )
            del trial
        deals.RESIDENT, device_deals.LARGEST = usual
    return row


def by_part(machine: Any, runner: DealTrainer) -> dict[str, float]:
    """Milliseconds of a batch by kernel."""
    found: dict[str, float] = {}
    launch = runner._launch

    def timed(name: str, blocks: int, given: Any) -> None:
        machine.wait()
        begun = perf_counter()
        launch(name, blocks, given)
        machine.wait()
        found[name] = found.get(name, 0.0) + 1e3 * (perf_counter() - begun)

    runner._launch = timed  # type: ignore[method-assign]
    runner._batch(runner.t, runner.t + runner.most)
    runner._fade(1.0)
    del runner._launch  # type: ignore[attr-defined]
    for name, ms in found.items():
        say(f"  {name:12} {ms:8.2f} ms a batch of {runner.most:,}")
    return found


def trained(preset: str, given: argparse.Namespace, name: str, **options: Any) -> dict[str, Any]:
    """A blueprint, kept in --folder, and what it loses."""
    found = tj.holdem.train(preset, seed=1, value_boards=0, **options)
    about = {
        k: found.about[k]
        for k in ("device", "iterations", "visits", "visits_per_infoset", "seconds", "watched")
    }
    path = Path(given.folder) / f"{name}.blueprint"
    found.save(path)
    say(f"train {preset}, {name}: {about['iterations']:,} deals, {about['visits']:.3g} visits, "
        f"{about['visits_per_infoset']:,.0f} an infoset, {about['seconds']:.0f} s")  # fmt: skip
    return {"name": name, **about, "bytes": path.stat().st_size, "path": str(path)}


def tell(row: dict[str, Any], given: argparse.Namespace) -> dict[str, Any]:
    """The same with what a best response wins on the river."""
    from tianji.holdem.blueprint.store import Blueprint

    row["river_response"] = lost = evaluated(Blueprint.load(row.pop("path")), given.evaluate)
    say(f"{row['name']}: loses {lost['mbb_h']:.0f} ± {lost['stderr']:.0f} mbb/h to a best response on the river "
        f"({lost['boards']} boards)")  # fmt: skip
    return row


def make_tables(preset: str) -> None:
    from tianji.holdem.abstraction.work import Work
    from tianji.holdem.blueprint.dealing import bucket_table
    from tianji.holdem.blueprint.train import _buckets

    work = Work(threads=available_cores())
    buckets = _buckets(PRESETS[preset], None, work)
    say(f"buckets {PRESETS[preset].buckets}: there")
    for size in (3, 4, 5):
        bucket_table(buckets, size, work)
    say("tables: there")


def rival(preset: str, given: argparse.Namespace) -> None:
    """The CPU's training, in a process of its own."""
    threads = max(1, available_cores() - 2)
    row = trained(preset, given, "cpu", seconds=given.rival, threads=threads)
    (Path(given.folder) / "cpu.json").write_text(json.dumps({**row, "threads": threads}))


def _every(seconds: float) -> Any:
    """What prints a trainer's report now and then."""
    last = [-seconds]

    def tell(report: Any) -> None:
        if report.seconds - last[0] >= seconds:
            last[0] = report.seconds
            say(f"  {report.seconds:.0f} s: {report.done:,} deals, {report.detail}")

    return tell


def train(preset: str, given: argparse.Namespace) -> list[dict[str, Any]]:
    make_tables(preset)
    beside = None
    if given.rival:
        words = [
            sys.executable,
            __file__,
            "--preset",
            preset,
            "--rival",
            str(given.rival),
            "--folder",
            given.folder,
            "--as-rival",
        ]
        beside = subprocess.Popen(words, env=os.environ)
    left = given.total - (perf_counter() - START) - 3 * (given.evaluate + 8) - (25 if given.rival else 0)
    seconds = min(given.seconds, left)
    if seconds < 5:
        raise SystemExit(f"{left:.0f} s are left for training; take a larger --total")
    told = _every(30.0) if given.watch else None
    rows = [trained(preset, given, "gpu", device="cuda", seconds=seconds, threads=2, progress=told)]
    if beside is not None:
        beside.wait()
        rows.append(json.loads((Path(given.folder) / "cpu.json").read_text()))
        visits = rows[1]["visits_per_infoset"]
        rows.append(
            trained(preset, given, "gpu_as_many", device="cuda", visits=visits, threads=available_cores())
        )
    return [tell(row, given) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default="night", choices=list(PRESETS))
    parser.add_argument("--only", default="check,speed,train")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--total", type=float, default=560.0)
    parser.add_argument("--evaluate", type=float, default=30.0)
    parser.add_argument("--rival", type=float, default=0.0)
    parser.add_argument("--as-rival", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--folder", default=".", help="where blueprints are kept")
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--parts", action="store_true", help="milliseconds of a batch by kernel")
    parser.add_argument("--watch", action="store_true", help="print the trainer's own reports")
    parser.add_argument(
        "--host", action="store_true", help="the check alone, by the host's compiler, on a small tree"
    )
    parser.add_argument("--json", metavar="FILE")
    given = parser.parse_args()
    if given.as_rival:
        rival(given.preset, given)
        return
    machine = HostMachine() if given.host else open_machine()
    steps = ["check"] if given.host else given.only.split(",")
    row: dict[str, Any] = {"device": machine.name, "cores": available_cores()}
    say(f"{machine.name}, {available_cores()} cores")
    if "check" in steps:
        row["check"] = [check(machine, "tiny", 256)]
        if not given.host:
            row["check"].append(check(machine, given.preset, 12))
        if not all(found["is_fine"] for found in row["check"]):
            raise SystemExit("the GPU is wrong: nothing is timed")
    if "speed" in steps:
        row["speed"] = speed(machine, given.preset, given)
    if "train" in steps:
        row["train"] = train(given.preset, given)
    if given.json:
        Path(given.json).write_text(json.dumps(row, indent=1) + "\n")


if __name__ == "__main__":
    main()
