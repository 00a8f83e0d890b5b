"""Hold'em: iterations, time to an accuracy, memory and hand ranks, beside a copy loop timed in the same run.

    python benchmarks/holdem.py [--spots river,turn,flop_small] [--threads 1,2] [--targets 0.3,0.1] [--out FILE]
    python benchmarks/holdem.py --peer --then FOLDER/src [--spots river,turn,flop_small]    # a table of ratios to
                                                               # postflop-solver, two threads
    python benchmarks/holdem.py --spots turn --threads 1,2,4,8,16 --no-accuracy    # what threads gain: times_as_fast

The spots are those on which postflop-solver (Rust, 2 threads, float32) was measured on another 2-core machine; its
figures stand in `PEER` with their source, and `ratio` is ours over theirs, uncorrected for the machine. What does not
depend on the machine: nanoseconds an (action, hand) entry and iteration and core, and how many times a copy of as
many bytes that is. Kernels are warm; evaluations are inside our times to an accuracy, and outside the peer's.

`--peer` takes the figures that both had in the same minutes (`SIDE_BY_SIDE`), and how long an iteration of ours took
then. What the kernels of then take now says how fast this machine is, and the peer's figure is scaled by it
(*machine*): `--then` is their source, `git archive 4f9dd39f src | tar -x -C FOLDER`, and they are timed before and
after every call of ours, each ratio by what they took around it. Without it they are reckoned from today's by what was
gained since (`SINCE`), which is another factor on every kind of processor, and not known for flops. Whole calls on both
sides: ours from `Spot` to solution, evaluations included; rivers also without what the process remembers of ranges,
boards and trees (*new*). Besides: int16 against our own float32, building the flop, and fresh processes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from starting import RIVER

import tianji as tj
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.spot import boards, tree
from tianji.kernels.poker.ranks import rank_hands
from tianji.poker import cards, ranges
from tianji.poker.ranks import tables

OOP = (
    "22-JJ,A2s-AJs,K2s+,Q2s+,J4s+,T6s+,95s+,85s+,74s+,63s+,53s+,43s,A2o-AJo,K9o+,Q9o+,J9o+,T9o,98o,87o"
)  # fmt: skip
IP = "22+,A2s+,K2s+,Q2s+,J5s+,T6s+,96s+,85s+,75s+,64s+,54s,A2o+,K8o+,Q9o+,J9o+,T8o+,98o"
SPOTS = {
    "river": {"board": "Ks7h2dJc5s", "bets": "50%,100%,allin", "raises": "60%,allin"},
    "turn": {"board": "Ks7h2dJc", "bets": "50%,100%,allin", "raises": "60%,allin"},
    "flop_small": {"board": "Ks7h2d", "bets": "50%", "raises": "60%"},
    "flop": {"board": "Ks7h2d", "bets": "50%,100%,allin", "raises": "60%,allin"},
}
# postflop-solver at 9d1509f, 2 threads, float32, on an AMD EPYC virtual machine with 2 cores; solve steps only.
PEER = {
    "river": {"ms": 0.26, "0.3": 0.028, "0.1": 0.051},
    "turn": {"ms": 25.0, "0.3": 3.3, "0.1": 6.3, "GiB": 0.036},
    "flop_small": {"ms": 1010.0, "0.3": 142.0, "GiB": 1.384},
    "flop": {"ms": 2800.0, "GiB": 4.129},
}


# Both on one machine in the same minutes, wall clock: our iteration of dcfr(3) then, on so many threads, and the peer's
# seconds to 0.3 % and 0.1 % of the pot on two, in float32 and int16.
SIDE_BY_SIDE: dict[str, Any] = {
    "river": {"ms": 0.051, "threads": 1, "float32": (0.0165, 0.0279), "int16": (0.0173, 0.0293)},
    "turn": {"ms": 8.3, "threads": 2, "float32": (4.48, 8.55), "int16": (2.90, 5.77)},
    "flop_small": {"ms": 272.0, "threads": 2, "float32": (106.9, None), "int16": (None, None)},
}
# What an iteration takes of what it took by the kernels of then (4f9dd39f), both in turn on an EPYC with 512-bit
# vectors; on an older one 0.86 and 0.84 of a river and a turn on one thread.
SINCE = {"river": 0.67, "turn": 0.7, "flop_small": 0.81}
BLOCK = {"river": 15}  # calls in a row, where not one
BATCH = {
    "river": 1000,
    "turn": 10,
    "flop_small": 3,
}  # iterations that tell how fast the machine is: 0.04 to 0.5 s
THEN = """
import json, sys, time
import tianji as tj
from tianji.holdem.solve import METHODS, make_engine
given, threads, batch = json.loads(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
engine, rows, t = make_engine(tj.holdem.Spot(**given), threads=threads), METHODS["dcfr(3)"].rows(1, 100_001), 0
while True:
    start, rest = time.perf_counter(), rows[t : t + batch]
    engine.iterate(rest)
    print(1e3 * (time.perf_counter() - start) / batch, flush=True)
    t = 0 if t + 2 * batch > len(rows) else t + batch
    if not sys.stdin.readline():
        break
"""
FLOORS = {"float32": 0.33, "int16": 0.4, "int16 / float32": 1.0, "build": 0.3, "cached": 0.4, "cold": 8.0}


def spot(name: str) -> tj.holdem.Spot:
    return tj.holdem.Spot(pot=60, stack=200, oop=OOP, ip=IP, chip=1, **SPOTS[name])


def copy_rate() -> float:
    """Gigabytes a second read and written by a copy of 64 MiB, the best of ten."""
    source = np.ones(16_777_216, dtype=np.float32)
    target = np.zeros_like(source)
    best = min(_timed(lambda: np.copyto(target, source)) for _ in range(10))
    return 2 * source.nbytes / best / 1e9


def _timed(work: object) -> float:
    start = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - start


def speed(name: str, threads: int, seconds: float) -> dict[str, float]:
    """Milliseconds an iteration: median and best of as many as fit."""
    backend = make_backend(spot(name), threads=threads)
    rows = METHODS["dcfr(3)"].rows(1, 10_001)
    backend.iterate(rows[:100])
    batch = 100 if name == "river" else 1
    times: list[float] = []
    done, start, spent = 100, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds or len(times) < 3:
        before = time.perf_counter()
        backend.iterate(rows[done : done + batch])
        times.append((time.perf_counter() - before) / batch)
        done = done + batch if done + 2 * batch <= len(rows) else 100  # a fast machine comes to the last row
    core = (time.process_time() - spent) / (batch * len(times))
    entries = sum(level.regret.size for level in backend.levels)
    backend.close()
    return {
        "threads": threads,
        "ms_median": 1e3 * float(np.median(times)),
        "ms_best": 1e3 * min(times),
        "core_ms": 1e3 * core,
        "entries": entries,
        "ns_per_entry_and_core": 1e9 * core / entries,
        "GiB": entries * 8 / 2**30,
    }


def accuracy(name: str, threads: int, targets: list[float], repeats: int) -> dict[str, object]:
    """Seconds and iterations to shares of the pot, evaluations included: the median of some solves, and the best."""
    found: dict[str, object] = {"threads": threads}
    for target in targets:
        runs = [spot(name).solve(until=f"{target}%", threads=threads) for _ in range(repeats)]
        seconds = sorted(run.history[-1][1] for run in runs)
        row: dict[str, object] = {"seconds": seconds[len(seconds) // 2], "best": seconds[0]}
        row["iterations"] = runs[0].history[-1][0]
        theirs = PEER[name].get(f"{target:g}")
        if theirs:
            row["ratio"], row["ratio_best"] = row["seconds"] / theirs, seconds[0] / theirs  # type: ignore[operator]
        found[f"{target:g}"] = row
        found["values"] = runs[0].values
    return found


class Machine:
    """How much longer an iteration takes here than it took beside the peer; a context manager.

    then: source of the kernels of then, which wait in a process of their own; "" reckons from today's.
    """

    def __init__(self, name: str, then: str) -> None:
        self.name, self.process = name, None
        side = SIDE_BY_SIDE[name]
        if then:
            asked = json.dumps({"pot": 60, "stack": 200, "oop": OOP, "ip": IP, "chip": 1, **SPOTS[name]})
            command = [sys.executable, "-c", THEN, asked, str(side["threads"]), str(BATCH[name])]
            env = {**os.environ, "PYTHONPATH": then}
            self.process = subprocess.Popen(
                command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self.process.stdout.readline()  # type: ignore[union-attr] - the first iterations, cold
        else:
            self.now = speed(name, side["threads"], 1.0)["ms_best"] / SINCE[name]

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process is not None:
            self.process.communicate()

    def factor(self) -> float:
        """Of this moment."""
        if self.process is not None:
            self.process.stdin.write("\n")  # type: ignore[union-attr]
            self.process.stdin.flush()  # type: ignore[union-attr]
            self.now = float(self.process.stdout.readline())  # type: ignore[union-attr]
        return float(self.now / SIDE_BY_SIDE[self.name]["ms"])


def forget() -> None:
    """What the process remembers of ranges, boards and trees."""
    for remembered in (boards._by_strength, cards._blocked, ranges._read_before):
        remembered.cache_clear()
    tree._rivers.clear()


def whole_calls(
    name: str, target: float, storage: str, repeats: int, machine: Machine, is_new: bool = False
) -> tuple[float, float, float]:
    """Seconds from the spot to its solution, the machine's factor, and seconds over factor: medians of some calls.

    Rivers are called several times between two looks at the machine, or their caches would be those of another process.
    """
    if name != "flop_small":
        solved(name, target, storage)
    calls, factors, scaled = [], [], []
    for _ in range(repeats):
        before = machine.factor()
        for _ in range(BLOCK.get(name, 1)):
            if is_new:
                forget()
            calls.append(_timed(partial(solved, name, target, storage)))
        factors.append((before + machine.factor()) / 2)
        scaled.append(float(np.median(calls[-BLOCK.get(name, 1) :])) / factors[-1])
    return float(np.median(calls)), float(np.median(factors)), float(np.median(scaled))


def solved(name: str, target: float, storage: str) -> tj.holdem.Solution:
    """The whole call."""
    return spot(name).solve(until=f"{target}%", threads=2, storage=storage)


def beside_peer(names: list[str], repeats: int, then: str, out: str | None) -> None:
    """The table of ratios, each with its floor."""
    print(f"{'':30}{'ours':>10}{'peer':>12}{'machine':>9}{'ratio':>8}{'floor':>7}", flush=True)
    rows: list[dict[str, object]] = []

    def line(what: str, ours: float, theirs: float | None, scale: float, ratio: float, floor: float) -> None:
        peer = "" if theirs is None else f"{theirs:.4g} s"
        print(f"{what:30}{ours:>8.4g} s{peer:>12}{scale:>9.2f}{ratio:>8.2f}{floor:>7.2f}", flush=True)
        row = {"what": what, "ours": ours, "peer": theirs, "machine": scale, "ratio": ratio, "floor": floor}
        rows.append(row)

    for name in names:
        with Machine(name, then) as machine:
            for k, target in enumerate((0.3, 0.1)):
                beside_target(name, k, target, repeats, machine, line)
    flop = spot("flop_small")
    make_backend(flop).close()
    took = _timed(lambda: make_backend(flop).close())
    line("build flop_small", took, None, 1.0, took, FLOORS["build"])
    with tempfile.TemporaryDirectory() as kernels:
        env = {**os.environ, "NUMBA_CACHE_DIR": kernels}
        start = lambda: subprocess.run([sys.executable, "-c", RIVER], env=env, check=True)  # noqa: E731
        took = _timed(start)
        line("fresh process, no kernels", took, None, 1.0, took, FLOORS["cold"])
        took = min(_timed(start) for _ in range(5))
        line("fresh process, cached kernels", took, None, 1.0, took, FLOORS["cached"])
    if out:
        Path(out).write_text(
            json.dumps({**about(), "kernels of then": bool(then), "rows": rows}, indent=1) + "\n"
        )


def beside_target(name: str, k: int, target: float, repeats: int, machine: Machine, line: Any) -> None:
    """The rows of one spot and one of its two targets."""
    for storage in ("float32", "int16"):
        theirs = SIDE_BY_SIDE[name][storage][k]
        for is_new in (False, True)[: 0 if theirs is None else 1 + (name == "river")]:
            ours, factor, scaled = whole_calls(name, target, storage, repeats, machine, is_new)
            what = f"{name} {storage} to {target} %{', new' * is_new}"
            line(what, ours, theirs, factor, scaled / theirs, FLOORS[storage])
    if SIDE_BY_SIDE[name]["int16"][k] is not None:
        kinds, pairs = ("float32", "int16"), []
        for _ in range(repeats * BLOCK.get(name, 1)):
            pairs.append([_timed(partial(solved, name, target, kind)) for kind in kinds])
        ours, theirs = np.median(pairs, axis=0)[::-1]
        what, ratio = f"{name} int16 / float32, {target} %", float(np.median([b / a for a, b in pairs]))
        line(what, ours, theirs, 1.0, ratio, FLOORS["int16 / float32"])


def about() -> dict[str, Any]:
    """Where and of what figures are."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores",
        "python": sys.version.split()[0],
        "commit": commit.stdout.strip(),
        "load": os.getloadavg() if hasattr(os, "getloadavg") else None,
    }


def ranks() -> float:
    """Million seven-card hands a second on one core, the best of 20 rounds of half a million."""
    rng = np.random.default_rng(0)
    hands = np.argsort(rng.random((500_000, 52)), axis=1)[:, :7].astype(np.uint8)
    out = np.empty(len(hands), dtype=np.uint16)
    work = lambda: rank_hands(hands, *tables(7), out)  # noqa: E731
    work()
    return len(hands) / min(_timed(work) for _ in range(20)) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--spots", default="river,turn")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--targets", default="0.3,0.1")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each speed")
    parser.add_argument("--repeats", type=int, default=3, help="solves to each accuracy")
    parser.add_argument("--no-accuracy", action="store_true")
    parser.add_argument("--peer", action="store_true", help="ratios to the peer, each with its floor, alone")
    parser.add_argument("--then", default="", help="with --peer: the source of the kernels of then")
    parser.add_argument("--out")
    options = parser.parse_args()
    if options.peer:
        beside_peer(options.spots.split(","), options.repeats, options.then, options.out)
        return
    threads = [int(t) for t in options.threads.split(",")]
    data = {**about(), "copy_GB_s": copy_rate(), "rank_million_hands_s": ranks(), "spots": {}}
    print(json.dumps(data))
    for name in options.spots.split(","):
        row: dict[str, object] = {"speed": [speed(name, t, options.seconds) for t in threads]}
        for one in row["speed"]:  # type: ignore[attr-defined]
            one["copies_per_entry"] = one["ns_per_entry_and_core"] / (16 / data["copy_GB_s"])  # type: ignore[operator]
            one["ratio_to_peer"] = one["ms_median"] / PEER[name]["ms"]
            one["times_as_fast"] = row["speed"][0]["ms_median"] / one["ms_median"]  # type: ignore[index]
        if not options.no_accuracy:
            targets = [float(t) for t in options.targets.split(",")]
            row["accuracy"] = accuracy(name, max(threads), targets, options.repeats)
        row["peak_GiB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        data["spots"][name] = row  # type: ignore[index]
        print(name, json.dumps(row), flush=True)
    if options.out:
        Path(options.out).write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
