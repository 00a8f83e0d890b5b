"""How long to train, and what hardening is worth: blueprints of a preset after some visits an infoset, each hardened.

    python benchmarks/hardened_gpu.py [--preset night] [--only check,speed,curves,table] [--visits 500,2000,8000]
                                      [--groups 0,100] [--boards 131072] [--device cpu] [--json FILE]

check: six boards of `tiny` by the machine, one a batch, and by the CPU: the error of all regrets, and of all averages,
over their norm. Where one is over its limit, nothing else is done.

speed: boards a second, after some, beside one core that goes on from the same blueprint; --parts: by kernel.

curves: the machine trains by deals to each number of visits in turn, then hardens, and on the way (after 0, 4,096 and
four times as many each time, up to --boards, or for --seconds) it is asked what a best response wins on the river
(`river_response`, --evaluate seconds of all cores but four, beside the hardening; three times as long at the end).

table: what the hardened of each number of visits win from each other, and from what they were before, at the table.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from deals_gpu import make_tables
from trainer_gpu import say

import tianji as tj
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.evaluate import river_response
from tianji.holdem.blueprint.river.device import DeviceHardening
from tianji.holdem.blueprint.river.learner import Hardening
from tianji.holdem.blueprint.store import Blueprint, blueprint_of, shipped
from tianji.holdem.blueprint.values import betting_of
from tianji.holdem.engine.machines import open_machine
from tianji.run.threads import available_cores

LIMIT, LIMIT_32 = 1e-6, 3e-2
START = perf_counter()


def hardening(
    blueprint: Blueprint, dealer: Any, groups: int | None, device: str, **options: Any
) -> Hardening:
    """On the machine that was asked for, its kernels loaded."""
    threads = available_cores()
    if device == "cpu":
        run = Hardening(blueprint, dealer, 1, threads, groups)
    else:
        run = DeviceHardening(blueprint, dealer, 1, threads, groups, machine=open_machine(), **options)
    run.warm()
    return run


def check() -> dict[str, Any]:
    """In float64, and in float32, where an answer that is as good as another may be the other one."""
    dealer = full_dealer(shipped().buckets, Work(threads=1), flops=1, seed=0)
    cpu = Hardening(shipped(), dealer, 1, 1)
    cpu.advance(6)
    row: dict[str, Any] = {"is_fine": True}
    for real, limit in ((np.float64, LIMIT), (np.float32, LIMIT_32)):
        device = hardening(shipped(), dealer, None, "cuda", most=1, real=real, sure=cpu.sure)
        device.advance(6)
        device.weights()
        norms = [
            float(np.linalg.norm(getattr(device, name) - mine) / np.linalg.norm(mine))
            for name, mine in (("regret", cpu.regret), ("average", cpu.average))
        ]
        is_fine = max(norms) < limit and bool((device.walks == cpu.walks).all())
        row[np.dtype(real).name] = norms
        row["is_fine"] &= is_fine
        say(f"check, {np.dtype(real).name}: regrets {norms[0]:.1e}, averages {norms[1]:.1e}, {device.walks.sum()} of "
            f"{cpu.walks.sum()} walks: {'fine' if is_fine else 'WRONG'}")  # fmt: skip
    return row


def speed(made: Blueprint, dealer: Any, given: argparse.Namespace) -> dict[str, Any]:
    run = hardening(made, dealer, given.groups, given.device)
    run.advance(4096)  # batches are whole from 1,024 on
    walks, first, begun = run.walks.sum(), run.t, perf_counter()
    run.advance(4096)
    row: dict[str, Any] = {"boards_s": (run.t - first) / (perf_counter() - begun),
                           "rivers": float((run.walks.sum() - walks) / (run.t - first))}  # fmt: skip
    if given.parts and isinstance(run, DeviceHardening):
        row["parts_ms"] = by_kernel(run)
    core = Hardening(made, dealer, 1, 1, given.groups)
    core.advance(2)
    begun = perf_counter()
    core.advance(40)
    row["core_boards_s"] = 40 / (perf_counter() - begun)
    row["ratio"] = row["boards_s"] / row["core_boards_s"]
    say(f"speed: {row['boards_s']:,.0f} boards/s, {row['rivers']:,.0f} rivers walked on each; one core "
        f"{row['core_boards_s']:.1f} boards/s: ratio {row['ratio']:,.0f}")  # fmt: skip
    return row


def by_kernel(run: DeviceHardening) -> dict[str, float]:
    """Milliseconds of a batch."""
    found: dict[str, float] = {}
    machine, launch = run.machine, run.machine.launch
    names = {id(one[0]): name for name, one in run._functions.items()}

    def timed(*launches: Any) -> None:
        machine.wait()
        begun = perf_counter()
        launch(*launches)
        machine.wait()
        name = names[id(launches[0][0][0])]
        found[name] = found.get(name, 0.0) + 1e3 * (perf_counter() - begun)

    machine.launch = timed
    run._steps(run.most)
    del machine.launch
    for name, ms in found.items():
        say(f"  {name:12} {ms:8.2f} ms a batch of {run.most}")
    return found


def snapshot(made: Blueprint, run: Hardening) -> Blueprint:
    """What is learned so far."""
    return blueprint_of(
        made.menu, made.buckets, run.weights(), tree=made.tree, bits=made.bits,
        about={**made.about, "hardened": {"boards": run.t, "device": run.device}}, flop=made.flop,
    )  # fmt: skip


def lost(made: Blueprint, seconds: float) -> dict[str, Any]:
    """What a best response wins on the river, on as many boards as there is time for."""
    threads = max(1, available_cores() - 4)
    found = river_response(made, boards=100_000, seed=1, seconds=seconds, threads=threads).to_dict()
    return {name: found[name] for name in ("mbb_h", "stderr", "boards", "gains")}


def tell(name: str, done: Future[dict[str, Any]]) -> None:
    found = done.result()
    say(f"{name}: loses {found['mbb_h']:.0f} ± {found['stderr']:.0f} ({found['boards']} boards)")


def curve(
    made: Blueprint, dealer: Any, given: argparse.Namespace, jobs: ThreadPoolExecutor, groups: int | None
) -> tuple[list[tuple[int, float, Future[dict[str, Any]]]], Blueprint]:
    """Boards, seconds, and what is lost, on the way; and the last of them."""
    run = hardening(made, dealer, groups, given.device)
    name = f"{made.about['visits_per_infoset']:,.0f} visits"

    def ask(
        now: Blueprint, boards: int, seconds: float, budget: float
    ) -> tuple[int, float, Future[dict[str, Any]]]:
        answer = jobs.submit(lost, now, budget)
        answer.add_done_callback(
            lambda done: tell(f"{name}, hardened on {boards:,} boards, {seconds:.0f} s", done)
        )
        return boards, seconds, answer

    found, goal, seconds = [ask(made, 0, 0.0, given.evaluate)], 4096, 0.0
    while True:
        begun = perf_counter()
        while run.t < min(goal, given.boards) and seconds + perf_counter() - begun < given.seconds:
            run.advance(min(goal, given.boards, run.t + 256) - run.t)
        seconds += perf_counter() - begun
        now, is_last = snapshot(made, run), run.t < goal or run.t >= given.boards
        found.append(ask(now, run.t, seconds, given.evaluate * (3 if is_last else 1)))
        if is_last:
            return found, now
        goal *= 4


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


def table(everybody: dict[str, Blueprint], dealer: Any, deals: int) -> dict[str, list[float]]:
    """What each wins from the one before it."""
    names, found = list(everybody), {}
    for first, second in zip(names[1:], names, strict=False):
        one = found[f"{first} from {second}"] = won(everybody[first], everybody[second], dealer, deals)
        say(f"{first} wins {one[0]:.1f} ± {one[1]:.1f} mbb/h from {second}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default="night")
    parser.add_argument("--only", default="check,speed,curves,table")
    parser.add_argument("--visits", default="500,2000,8000")
    parser.add_argument("--groups", default="0", help="numbers, by commas; 0: more with time")
    parser.add_argument("--boards", type=int, default=131_072)
    parser.add_argument("--seconds", type=float, default=600.0, help="of hardening, each, at most")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--evaluate", type=float, default=10.0)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--parts", action="store_true", help="milliseconds of a batch by kernel")
    parser.add_argument("--folder", help="where the hardened blueprints are kept")
    parser.add_argument("--json", metavar="FILE")
    given = parser.parse_args()
    ways = [int(text) or None for text in given.groups.split(",")]
    given.groups, steps = ways[0], given.only.split(",")
    row: dict[str, Any] = {
        "preset": given.preset,
        "cores": available_cores(),
        "device": "cpu" if given.device == "cpu" else open_machine().name,
    }
    if "check" in steps and given.device != "cpu":
        row["check"] = check()
        if not row["check"]["is_fine"]:
            raise SystemExit("the GPU is wrong: nothing is timed")
    make_tables(given.preset)
    say(f"{perf_counter() - START:.0f} s so far")
    everybody: dict[str, Blueprint] = {}
    dealer, jobs = None, ThreadPoolExecutor(1)
    row["curves"] = []
    for visits in given.visits.split(","):
        made = tj.holdem.train(
            given.preset, device=given.device, visits=float(visits), seed=1, value_boards=0, threads=available_cores()
        )  # fmt: skip
        about = {k: made.about[k] for k in ("iterations", "visits_per_infoset", "seconds", "device")}
        say(f"{about['visits_per_infoset']:,.0f} visits an infoset after {about['seconds']:.1f} s")
        dealer = dealer or full_dealer(made.buckets, Work(threads=available_cores()))
        if "speed" in steps and "speed" not in row:
            row["speed"] = speed(made, dealer, given)
        everybody[visits] = made
        for groups in ways if "curves" in steps else []:
            points, hard = curve(made, dealer, given, jobs, groups)
            kept = f"{visits} hardened" + (f" in {groups}" if len(ways) > 1 else "")
            everybody[kept] = hard
            row["curves"].append({**about, "groups": groups, "points": points, "name": kept})
            if given.folder:
                hard.save(Path(given.folder) / f"{given.preset}-{visits}-{groups or 0}.blueprint")
    for one in row["curves"]:
        one["points"] = [
            {"learned": boards, "seconds": seconds, **answer.result()}
            for boards, seconds, answer in one["points"]
        ]
    if given.json:
        Path(given.json).write_text(json.dumps(row, indent=1) + "\n")
    if "table" in steps:
        row["won"] = table(everybody, dealer, given.deals)
    if given.json:
        Path(given.json).write_text(json.dumps(row, indent=1) + "\n")


if __name__ == "__main__":
    main()
