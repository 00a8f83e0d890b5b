"""Blueprints trained on a GPU: its kernels against the CPU's, then boards a second, then a blueprint and its loss.

    python benchmarks/trainer_gpu.py --preset night --seconds 240 [--total 560] [--out FILE] [--json] [--host]

Three steps, each with its seconds; --only check, speed or train (a list with commas) does some.

check: a batch from random regrets, by the GPU in float32 and by the CPU board by board in float64; vectors are NaN and
every line marked alive before. `pot` is the error of a regret's change over the batch's weights, the 990 hands of the
opponent and the decision's pot, the largest but for one number in a million (a regret that comes out as 0 may have
either sign, and the second player meets another strategy then); `norm` that of all changes over their norm. Each case
runs twice: as launched, and as recorded. Where one is over LIMITS or not a number nothing is timed.

speed: boards a second at uniform play, where no line is dead, and after --after boards (2,048), beside one core of
`--method public` with the same tables; (action, hand) pairs are the tree's actions times 1,081 hands times two players.
--levels times every kernel by street; --sweep runs some numbers of boards a batch, decisions a block and blocks a
processor. Buckets are those of `tiny`, split at random into as many as the preset has: no tables to make.

train: the preset's own buckets and tables, made here by all cores (or --boards N flops, which have none to make), a
training of --seconds, then what a best response wins on the river for --evaluate seconds of all cores. All that is to
end --total seconds after the start: the training is cut short for it. --rival SECONDS trains `external` on all cores
with the same tables for that long, and evaluates it on the same boards. --host runs the check alone, by the host's
compiler, on a small tree.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from trainer import dealer_of

import tianji as tj
from tianji.holdem.blueprint.device import runner as device_runner
from tianji.holdem.blueprint.device.runner import DeviceTrainer
from tianji.holdem.blueprint.evaluate import river_response
from tianji.holdem.blueprint.menu import PRESETS
from tianji.holdem.blueprint.river.learner import pots_of
from tianji.holdem.blueprint.runner import NO_PIECE, PublicRunner
from tianji.holdem.blueprint.tree import FlatTree, menu_tree
from tianji.holdem.engine.machines import open_machine
from tianji.kernels.gpu import boards
from tianji.kernels.gpu.machine import HostMachine
from tianji.run.threads import available_cores

LIMITS = {"pot": 1e-3, "norm": 1e-4}
START = perf_counter()
FROM = 1024  # the board that a check begins with: batches are whole from there on
OPPONENTS, RARE = 990, 1e-6


def say(text: str) -> None:
    print(f"[{perf_counter() - START:6.1f} s] {text}", flush=True)


def counts_of(preset: str) -> list[int]:
    return [169, *map(int, PRESETS[preset].buckets.split(","))]


def by_the_cpu(cpu: PublicRunner, regret: np.ndarray, first: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
    """What a batch changes: (regrets, averages) in float64, board by board."""
    from tianji.kernels.poker.public_chance import HANDS, WHOLE, learn_board, seat_board

    table, ones, none = cpu.tables[0], np.ones(HANDS), np.zeros((0, 0))
    average, gain, now = (np.zeros(len(regret)) for _ in range(3))
    for player in (0, 1):
        before, rows = regret + gain, gain
        for t in range(first, stop):
            seat_board(cpu.dealer, cpu.seed, t, table)
            now[:] = before
            learn_board(
                cpu.betting, now, average, t + 1.0, player, table, cpu.seen[0], 0, ones[: table.sizes[0]], NO_PIECE,
                WHOLE, none, none,
            )  # fmt: skip
            rows = rows + (now - before)
        gain = rows
    return gain, average


def check(machine: Any, preset: str, batch: int, counts: list[int]) -> list[dict[str, Any]]:
    """How far a batch is from the CPU's; see LIMITS."""
    tree, dealer = menu_tree(PRESETS[preset]), dealer_of(counts, available_cores())
    cpu = PublicRunner(tree, counts, dealer, seed=1)
    rng = np.random.default_rng(2)
    regret = rng.uniform(-1e6, 1e6, cpu.entries).astype(np.float32)
    begun = perf_counter()
    gain, average = by_the_cpu(cpu, regret.astype(np.float64), FROM, FROM + batch)
    of_cpu = perf_counter() - begun
    device = DeviceTrainer(tree, counts, dealer, seed=1, machine=machine, most=batch)
    pot, offsets = pots_of(tree, PRESETS[preset].blinds), tree.offsets(counts)
    unit = np.repeat(pot * OPPONENTS * float(np.arange(FROM + 1, FROM + batch + 1).sum()), np.diff(offsets))
    found = []
    for way in ("launched", "recorded"):
        fresh = {"regret": regret, "average": np.zeros(cpu.entries, dtype=np.float32)}
        device.restore(fresh, {"t": FROM, "visits": 0, "saturated": 0})
        device._kept["vectors"][batch * device._plan.width :] = float("nan")
        device._kept["alive"][1:] = 1
        begun = perf_counter()
        device.advance(batch)
        seconds = perf_counter() - begun
        device.tensors()
        mine = device.regret.astype(np.float64) - regret, device.average.astype(np.float64)
        errors = {
            "pot": float(np.quantile(np.abs(mine[0] - gain) / unit, 1 - RARE)),
            "norm": max(
                float(np.linalg.norm(a - b) / np.linalg.norm(b))
                for a, b in zip(mine, (gain, average), strict=True)
            ),
        }
        is_fine = all(errors[name] <= limit for name, limit in LIMITS.items())
        is_fine &= abs(device.visits - cpu.visits) <= RARE * cpu.visits
        found.append({"preset": preset, "boards": batch, "way": way, **errors, "is_fine": is_fine,
                      "visits": [device.visits, cpu.visits]})  # fmt: skip
        say(
            f"check {preset}, {batch} boards, {way}: pot {errors['pot']:.1e}, norm {errors['norm']:.1e}, visits "
            f"{device.visits:,} of {cpu.visits:,}, {seconds:.2f} s (CPU {of_cpu:.1f} s): "
            + ("fine" if is_fine else "WRONG")
        )
    return found


def rate(runner: DeviceTrainer, count: int) -> float:
    """Boards a second, the next ones drawn while it works as in training."""
    runner.advance(1)
    first, begun = runner.t, perf_counter()
    runner.advance(count)
    return (runner.t - first) / (perf_counter() - begun)


def uniform_rate(machine: Any, tree: FlatTree, counts: list[int], dealer: Any, most: int) -> float:
    runner = DeviceTrainer(tree, counts, dealer, machine=machine, threads=available_cores(), most=most)
    runner._t = 16 * most  # whole batches
    runner.advance(most)
    found = rate(runner, 4 * most)
    del runner
    return found


def by_level(machine: Any, runner: DeviceTrainer) -> dict[str, float]:
    """Milliseconds of a batch by kernel and street, launch after launch."""
    found: dict[str, float] = {}
    for player, one in enumerate(runner._plan.passes):
        launches = [
            (f"{name} {level.street}", runner._level(function, one, player, level, runner.most))
            for name, function, levels in zip(
                boards.NAMES, runner._functions, (one.down, one.up), strict=False
            )
            for level in levels
        ] + [("add_delta", runner._added(player))]
        for name, launch in launches:
            machine.wait()
            begun = perf_counter()
            machine.launch(launch)
            machine.wait()
            found[name] = found.get(name, 0.0) + 1e3 * (perf_counter() - begun)
    return found


def speed(machine: Any, preset: str, given: argparse.Namespace) -> dict[str, Any]:
    tree, counts = menu_tree(PRESETS[preset]), counts_of(preset)
    dealer = dealer_of(counts, available_cores())
    slots = int(tree.actions.astype(np.int64).sum())
    row: dict[str, Any] = {
        "preset": preset,
        "uniform_boards_s": uniform_rate(machine, tree, counts, dealer, given.most),
    }
    say(f"speed {preset}, uniform play: {row['uniform_boards_s']:,.0f} boards/s")
    runner = DeviceTrainer(tree, counts, dealer, machine=machine, threads=available_cores(), most=given.most)
    runner.advance(given.after)
    row["boards_s"] = rate(runner, given.after // 2)
    row["pairs_s"] = row["boards_s"] * slots * 1081 * 2
    if given.levels:
        row["levels_ms"] = by_level(machine, runner)
        for name, ms in sorted(row["levels_ms"].items(), key=lambda item: -item[1]):
            say(f"  {name:14} {ms:7.2f} ms a batch of {runner.most}")
    tensors, fields = runner.tensors()
    cpu = PublicRunner(tree, counts, dealer)
    cpu.restore(tensors, fields)
    cpu.advance(1)
    begun = perf_counter()
    cpu.advance(given.cpu_boards)
    row["core_boards_s"] = given.cpu_boards / (perf_counter() - begun)
    row["ratio"] = row["boards_s"] / row["core_boards_s"]
    say(
        f"speed {preset}, {runner.most} boards a batch: {row['boards_s']:,.0f} boards/s, "
        f"{row['pairs_s'] / 1e9:,.0f} G pairs/s; one core {row['core_boards_s']:.2f} boards/s: "
        f"ratio {row['ratio']:,.0f}"
    )
    if given.sweep:
        row["sweep"] = []
        usual = device_runner.GROUP, boards.RESIDENT
        del runner
        for most, group, resident in (
            (64, 8, 5), (64, 8, 4), (64, 8, 3), (64, 8, 6), (64, 4, 5), (64, 16, 5), (64, 1, 5), (32, 8, 5),
            (128, 8, 5), (256, 8, 5),
        ):  # fmt: skip
            device_runner.GROUP, boards.RESIDENT = group, resident
            found = uniform_rate(machine, tree, counts, dealer, most)
            row["sweep"].append([most, group, resident, found])
            say(
                f"  {most:4} boards a batch, {group:2} decisions a block, {resident} blocks: {found:,.0f} boards/s"
            )
        device_runner.GROUP, boards.RESIDENT = usual
    return row


def evaluated(found: Any, seconds: float) -> dict[str, Any]:
    """What a best response wins on the river, on as many boards as there is time for."""
    lost = river_response(found, boards=100_000, seed=1, seconds=seconds, threads=available_cores()).to_dict()
    return {name: lost[name] for name in ("mbb_h", "stderr", "boards", "gains")}


def train(preset: str, given: argparse.Namespace) -> dict[str, Any]:
    """A blueprint, and what it loses."""
    from tianji.holdem.abstraction.work import Work
    from tianji.holdem.blueprint.dealing import bucket_table
    from tianji.holdem.blueprint.train import _buckets

    threads, buckets = available_cores(), None
    if given.boards is None:
        work = Work(threads=threads)
        buckets = _buckets(PRESETS[preset], None, work)
        say(f"buckets {PRESETS[preset].buckets}: there")
        for size in (3, 4, 5):
            bucket_table(buckets, size, work)
            say(f"table of {size} cards: there")
    rivals = [("cuda", "public", given.seconds), *([("cpu", "external", given.rival)] if given.rival else [])]
    later = (2 if given.rival else 1) * (given.evaluate + 10) + given.rival
    rows = []
    for device, method, seconds in rivals:
        left = given.total - (perf_counter() - START) - later
        if device == "cuda" and left < 5:
            raise SystemExit(f"{left:.0f} s are left for training; take --boards, or a larger --total")
        seconds = min(seconds, left) if device == "cuda" else seconds
        found = tj.holdem.train(
            preset, method=method, device=device, buckets=buckets, boards=given.boards, seconds=seconds, seed=1,
            threads=threads, value_boards=0,
        )  # fmt: skip
        about = dict(found.about)
        say(
            f"train {preset}, {method} on {about['device']}: {about['iterations']:,} "
            f"{'boards' if method == 'public' else 'deals'} in {about['seconds']:.0f} s, "
            f"{about['visits_per_infoset']:,.0f} visits an infoset"
        )
        if device == "cuda" and given.out:
            found.save(given.out)
            say(f"saved {given.out}, {Path(given.out).stat().st_size / 2**20:.1f} MiB")
        lost = evaluated(found, given.evaluate)
        say(
            f"best response on the river against {method}: {lost['mbb_h']:.0f} ± {lost['stderr']:.0f} mbb/h, "
            f"{lost['boards']:,} boards"
        )
        rows.append(
            {"method": method, "device": about["device"], "seconds": about["seconds"], "boards": about["iterations"],
             "visits_per_infoset": about["visits_per_infoset"], "response": lost}
        )  # fmt: skip
    return {"preset": preset, "runs": rows}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default="night", choices=list(PRESETS))
    parser.add_argument("--only", default="check,speed,train")
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--total", type=float, default=560.0)
    parser.add_argument("--evaluate", type=float, default=60.0)
    parser.add_argument("--rival", type=float, default=0.0)
    parser.add_argument("--boards", type=int, help="train on so many flops instead of all boards")
    parser.add_argument("--most", type=int, default=device_runner.MOST, help="boards a batch")
    parser.add_argument(
        "--after", type=int, default=2048, help="boards before the rate beside the CPU is taken"
    )
    parser.add_argument("--cpu-boards", type=int, default=6)
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--out")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    steps = ["check"] if given.host else given.only.split(",")
    machine = HostMachine() if given.host else open_machine()
    device_runner.MOST = given.most
    row: dict[str, Any] = {"device": machine.name}
    say(f"{machine.name}, {available_cores()} cores")
    if "check" in steps:
        row["check"] = check(machine, "tiny", 4 if given.host else 64, counts_of("tiny"))
        if not given.host:
            row["check"] += check(machine, given.preset, 8, counts_of(given.preset))
        if not all(found["is_fine"] for found in row["check"]):
            raise SystemExit("the GPU is wrong: nothing is timed")
    if "speed" in steps:
        row["speed"] = speed(machine, given.preset, given)
    if "train" in steps:
        row["train"] = train(given.preset, given)
    if given.json:
        print(json.dumps(row))


if __name__ == "__main__":
    main()
