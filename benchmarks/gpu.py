"""Hold'em spots on a GPU: every kernel against float64 first, then milliseconds an iteration and seconds to a target.

    python benchmarks/gpu.py [--json] [--only NAME …] [--host]

NAME is of a spot, "turn behind a gate: unsafe" and so on, "two rounds, table 1" or 2, "report, turns: 36",
"sequence form: leduc" and other games, or "report, flops: 184".

The check starts both from the same random regrets and averages, poisons what kernels write with NaN, and compares an
iteration (in float64 a second one, half-instant) and the best responses with the CPU's in float64, or int16 with the
CPU's int16; where one is off by
more than LIMITS nothing is timed. seconds_to counts from the first iteration, evaluations and copies of the best
strategy included, kernels compiled;
`compile` is what making or loading them took before. --json writes benchmarks/results/gpu.json; --host runs the check
alone, by the host's compiler.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import tianji as tj
from tianji.holdem.answer import batch
from tianji.holdem.answer.solve import run
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.engine.device import DeviceBackend
from tianji.holdem.engine.machines import open_machine
from tianji.holdem.engine.methods import METHODS, default_method, method_schedule
from tianji.holdem.rounds.tables import table_game
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.kernels.gpu.machine import HostMachine
from tianji.run.limits import Limits

LIMITS = {
    "float64": 1e-12,
    "float32": 1e-4,
    "int16": 1e-2,  # of the CPU's int16: where regrets are near 0, a number rounded the other way is another strategy
}  # ‖found − exact‖ / ‖exact‖ of regrets and averages; of values, of the pot
REPORT, TURNS, ROUNDS, GATE = "report, flops:", "report, turns:", "two rounds, table", "turn behind a gate:"
SEQUENCE = "sequence form:"
GAMES = (
    "leduc",
    *(f"liars_dice(faces={n})" for n in (6, 7, 8)),
    "liars_dice(dice=2,faces=3)",
    "goofspiel(cards=6)",
)
RESULT = Path(__file__).parent / "results" / "gpu.json"
Spot = partial(tj.holdem.Spot, pot=60, stack=200)
FULL = {"board": "QsJh2c", "oop": "random", "ip": "random", "chip": 1.0}
OOP = (
    "22,33,44,55,66,77,88,99,TT,JJ,A2s+,K2s+,Q2s+,J4s+,T6s+,95s+,85s+,74s+,63s+,53s+,43s,A2o-AJo,K9o+,Q9o+,J9o+,T9o,"
    "98o,87o"
)
IP = "22+,A2s+,K2s+,Q2s+,J5s+,T6s+,96s+,85s+,75s+,64s+,54s,A2o+,K8o+,Q9o+,J9o+,T8o+,98o"
SPOTS = {  # name: spot, target in percent of the pot, method, storage
    "full flop": (Spot(**FULL, bets="50%,100%", raises="100%", max_raises=2, allin_share=0.67), 0.3, None),
    "full flop, dcfr": (
        Spot(**FULL, bets="50%,100%", raises="100%", max_raises=2, allin_share=0.67), 0.3, "dcfr(1.3,0.3,4)",
    ),
    "full flop, int16": (
        Spot(**FULL, bets="50%,100%", raises="100%", max_raises=2, allin_share=0.67), 0.3, None, "int16",
    ),
    "full flop, 0.94 G entries": (
        Spot(**FULL, bets="50%,100%", raises="100%", max_raises=2, allin_share=0.76), 0.3, None,
    ),
    "turn": (Spot(board="Ks7h2dJc", oop=OOP, ip=IP, bets="50%,100%,allin", raises="60%,allin"), 0.1, None),
    "flop": (Spot(board="Ks7h2d", oop=OOP, ip=IP, bets="50%,100%,allin", raises="60%,allin"), 0.3, None),
    "flop, three sizes": (
        tj.holdem.Spot(
            **FULL, pot=60, stack=600, bets="33%,75%,150%", raises="60%", max_raises=2, allin_share=0.8
        ), 0.3, None,
    ),
    "flop, three sizes, int16": (
        tj.holdem.Spot(
            **FULL, pot=60, stack=600, bets="33%,75%,150%", raises="60%", max_raises=2, allin_share=0.8
        ), 0.3, None, "int16",
    ),
}  # fmt: skip
CHECKED = {
    "river": {"board": "Ks7h2dJc5s", "oop": "random", "ip": IP, "bets": "50%,100%", "raises": "60%", "rake": (0.05, 3)},
    "turn": {"board": "Ks7s2sJc", "oop": OOP, "ip": "random", "bets": "50%,100%", "raises": "60%"},
    "flop": {"board": "Ks7s2s", "oop": "AA,KK,T9s,87s,A5s", "ip": "QQ,JJ,AKs,76s", "bets": "100%", "raises": "60%"},
}  # fmt: skip


def places(backend: Any) -> list[tuple[int, int, int]]:
    return [(k, b, p) for k, boards in enumerate(backend.boards) for b in range(len(boards)) for p in (0, 1)]


def check(spot: tj.holdem.Spot, machine: Any, storage: str) -> dict[str, float]:
    """How far iterations and the values are from the CPU's in float64, or in int16; see LIMITS."""
    cpu = make_backend(spot, storage="float64")
    device = make_backend(spot, storage=storage, machine=machine)
    rng = np.random.default_rng(3)
    source = make_backend(spot, storage=storage)  # what its storage cannot hold is no error of a kernel
    for at in places(cpu):
        shape = cpu.rows(*at, "regret").shape
        for name, numbers in (("regret", rng.uniform(-1, 1, size=shape)), ("average", rng.random(shape))):
            for row, values in enumerate(numbers):
                source.set_row(*at, name, row, values)
    for level in source.levels:
        if storage == "int16":
            level.scales[0] *= rng.uniform(1, 60, level.scales.shape[1]).astype(np.float32)
        else:
            level.regret[:] *= 30
    device.use(source.tensors(is_resumable=True), is_resumable=True)
    if storage == "int16":
        cpu = source
    else:
        for at in places(cpu):
            for name in ("regret", "average"):
                cpu.set_rows(*at, name, source.rows(*at, name))
    for street in device.streets:
        for array in (street.out, street.value, street.reach):
            array[:] = float("nan")
    found = {}
    for mode, name in ((VALUE, "values"), (RESPONSE, "best responses")):
        a, b = np.array(cpu.values(mode)), np.array(device.values(mode))
        found[name] = float(np.abs(a - b).max() / spot.pot)
    rows = [METHODS["dcfr(1.3,0.3,4)"].rows(7, 8)]
    if storage == "float64":  # half-instant weights may all but cancel: in float32 rounding then decides
        rows.append(METHODS["half-instant"].rows(8, 9))
    for row in rows:
        cpu.iterate(row)
        device.iterate(row)
    for name in ("regret", "average"):
        pairs = [(cpu.rows(*at, name), device.rows(*at, name)) for at in places(cpu)]
        off = sum(float(((a - b) ** 2).sum()) for a, b in pairs)
        found[name] = (off / sum(float((a**2).sum()) for a, _ in pairs)) ** 0.5
    return {name: float("inf") if np.isnan(x) else x for name, x in found.items()}


GATED = {
    "unsafe": {},
    "reach-maxmargin": {"gifts": "random: 2"},
    "distributional": {"spread": "random: 8"},
    "combined": {},
}


def check_gate(machine: Any) -> float:
    """How far the entry weights of a turn behind every kind of gate are from the CPU's in float64, at most."""
    spot, worst, rows = Spot(**CHECKED["turn"]), 0.0, METHODS["dcfr(1.3,0.3,4)"].rows
    rng = np.random.default_rng(5)
    for technique, more in GATED.items():
        behind = tj.holdem.Gate("oop", 40 * rng.random(1326), technique, **more).behind(spot)
        cpu, device = (
            make_backend(spot, storage="float64", behind=behind, machine=m) for m in (None, machine)
        )
        for at in places(cpu):
            cpu.set_rows(*at, "regret", 30 * rng.normal(size=cpu.rows(*at, "regret").shape))  # no ties
        device.use(cpu.tensors(is_resumable=True), is_resumable=True)
        for backend in (cpu, device):
            backend.iterate(rows(7, 9))
        off = float(np.abs(cpu.entries - device.entries).max() / np.abs(cpu.entries).max())
        worst = max(worst, float("inf") if np.isnan(off) else off)
    return worst


def timed_gate(technique: str, machine: Any) -> dict[str, Any]:
    """The turn again behind a gate whose alternatives are a rough solve's."""
    spot, count = SPOTS["turn"][0], 100
    rough = spot.solve(iterations=30, device="cuda")
    behind = tj.holdem.Gate("oop", rough.alternatives("oop"), technique, **GATED[technique]).behind(spot)
    backend, rows = make_backend(spot, behind=behind, machine=machine), METHODS["dcfr(1.3,0.3,4)"].rows
    backend.warm()
    backend.iterate(rows(1, 3))
    begun = perf_counter()
    backend.iterate(rows(3, 3 + count))
    each, gap = (perf_counter() - begun) / count, backend.figures().gap
    return {"ms_per_iteration": round(1e3 * each, 3), "iterations": 2 + count, "gap": gap}


def timed(
    machine: Any, spot: tj.holdem.Spot, percent: float, method: str | None, storage: str = "float32"
) -> dict[str, Any]:
    """A solve to the target: time by the clock, exploitability as the device measures it."""
    name, schedule = method_schedule(method or default_method(spot))
    start, forecast = perf_counter(), spot.plan(storage)
    backend = make_backend(spot, storage=storage, machine=machine)
    laid = perf_counter()
    backend.warm()
    compiled = perf_counter()
    backend.iterate(schedule.rows(1, 3))  # first launches
    backend.values(RESPONSE)
    begun, count = perf_counter(), 20
    backend.iterate(schedule.rows(3, 3 + count))
    each = (perf_counter() - begun) / count
    backend = make_backend(spot, storage=storage, machine=machine)  # all zeros again
    backend.warm()
    spare = 0.8 * machine.free_bytes()
    solution = run(spot, backend, name, schedule, Limits(None, percent / 100 * spot.pot), spare=spare)
    return {
        "entries": forecast.entries, "GB of regrets and averages": round(forecast.bytes / 1e9, 2), "method": name,
        "storage": storage,
        "ms_per_iteration": round(1e3 * each, 3), "target_percent": percent,
        f"seconds_to_{percent:g}": round(solution.checks[-1].seconds, 3), "iterations": solution.iterations,
        "exploitability": solution.exploitability, "exploitability_percent": solution.exploitability_pct,
        "stopped": solution.stopped, "layout_seconds": round(laid - start, 2),
        "compile_seconds": round(compiled - laid, 2),
    }  # fmt: skip


def timed_rounds(table: int, machine: Any) -> dict[str, Any]:
    """All flops of a game of two rounds without buckets (`tianji reproduce`) as one batch."""
    game = table_game(table, "full")
    boards = [list(level) for level in game.boards()]
    even = np.ones(len(game.hands))
    backend = DeviceBackend(machine, game.tree(), boards, (even, even), game.cards_left, classes=game.classes)
    start, rows = perf_counter(), METHODS["dcfr(1.3,0.3,4)"].rows
    backend.warm()
    warmed = perf_counter() - start
    backend.iterate(rows(1, 4))
    begun, count = perf_counter(), 50
    backend.iterate(rows(4, 4 + count))
    each = (perf_counter() - begun) / count
    entries = sum(level.regret.size for level in backend.levels)
    return {
        "flops": len(boards[1]), "entries": entries, "GB of regrets and averages": round(8 * entries / 1e9, 2),
        "ms_per_iteration": round(1e3 * each, 3), "iterations": 3 + count,
        "exploitability, mbb": backend.exploitability() * game.mbb, "compile_seconds": round(warmed, 2),
    }  # fmt: skip


def timed_sequence(spec: str, machine: Any) -> dict[str, Any]:
    """CFR on the compiled game here and on the CPU: strategies after 20 iterations, then milliseconds an iteration."""
    flat, found = tj.compile(tj.load(spec)), {}
    averages, count = [], 200
    for device in ("cuda", "cpu"):
        averages.append(tj.solve(flat, "dcfr", iterations=20, device=device).exploitability)
        begun = perf_counter()
        tj.solve(flat, "dcfr", iterations=20, device=device)
        short = perf_counter() - begun
        begun = perf_counter()
        tj.solve(flat, "dcfr", iterations=20 + count, device=device)
        each = 1e3 * (perf_counter() - begun - short) / count
        found["ms_per_iteration" if device == "cuda" else "ms_per_iteration, cpu"] = round(each, 4)
    terminals = len(flat.payoff)
    return {
        "merged terminals": terminals,
        **found,
        "difference of exploitability": abs(averages[0] - averages[1]),
    }


def timed_turns(count: int, machine: Any) -> dict[str, Any]:
    """A report of so many turns of a flop at once, and one by one; their rows must not differ."""
    spot = SPOTS["turn"][0]
    boards = [f"Ks7h2d{rank}{suit}" for rank in "AQJT98654" for suit in "shdc"][:count]
    seconds, rows, most = [], [], batch.MOST
    tj.holdem.report(
        spot, boards, iterations=2, device="cuda"
    )  # kernels: one for each number of rows of hands
    for batch.MOST in (most, 1):
        begun = perf_counter()
        rows.append(tj.holdem.report(spot, boards, until="0.3%", device="cuda").rows)
        seconds.append(perf_counter() - begun)
    batch.MOST = most
    off = max(abs(a - b) for x, y in zip(*rows, strict=True) for a, b in zip(x[1:], y[1:], strict=True))
    return {
        "boards": count, "target_percent": 0.3, "seconds a board": round(seconds[0] / count, 4),
        "seconds a board, one by one": round(seconds[1] / count, 4), "largest difference of a figure": off,
    }  # fmt: skip


def timed_report(count: int, machine: Any) -> dict[str, Any]:
    """A report of so many flops of a built-in subset, one tree of two sizes a street, to 0.5 % of the pot."""
    spot = Spot(board="Ks7h2d", oop=OOP, ip=IP, bets="33%,75%", raises="60%", max_raises=2, allin_share=0.67)
    boards = [board for board, _ in tj.holdem.flops(184)][:: 184 // count][:count]
    tj.holdem.report(spot, boards[:1], until="0.5%", device="cuda")  # the first kernels
    solving: list[float] = []
    begun = perf_counter()
    found = tj.holdem.report(
        spot,
        boards,
        until="0.5%",
        device="cuda",
        each=lambda board, solution: solving.append(solution.seconds),
    )
    each = (perf_counter() - begun) / len(found.rows)
    return {
        "flops": len(found.rows), "entries of one": spot.plan().entries, "target_percent": 0.5,
        "seconds a flop": round(each, 3), "of solving": round(sum(solving) / len(solving), 3),
        "minutes for 1755": round(each * 1755 / 60, 1), "exploitability_percent": found.mean_row()[2],
    }  # fmt: skip


def main() -> None:
    """Check, time, tell."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help=f"write {RESULT.name} under benchmarks/results")
    names = [*SPOTS, *(f"{GATE} {name}" for name in GATED), f"{ROUNDS} 1", f"{ROUNDS} 2"]
    names += [f"{TURNS} 36", *(f"{SEQUENCE} {spec}" for spec in GAMES), f"{REPORT} 184"]
    parser.add_argument("--only", nargs="*", default=names, help=f"which of {', '.join(names)}")
    parser.add_argument("--host", action="store_true", help="check the kernels' text on the host alone")
    asked = parser.parse_args()
    machine = HostMachine() if asked.host else open_machine()
    checks = {}
    for name, fields in CHECKED.items():
        for storage in LIMITS:
            found = checks[f"{name}, {storage}"] = check(Spot(**fields), machine, storage)
            print(
                f"check {name}, {storage}: " + ", ".join(f"{k} {v:.1e}" for k, v in found.items()), flush=True
            )
            if max(found.values()) > LIMITS[storage]:
                raise SystemExit(f"a kernel is off by more than {LIMITS[storage]}: nothing is timed")
    checks["gates, float64"] = {"entries": check_gate(machine)}
    print(f"check gates, float64: entries {checks['gates, float64']['entries']:.1e}", flush=True)
    if checks["gates, float64"]["entries"] > 1e-10:
        raise SystemExit("a gate's kernel is off: nothing is timed")
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    result: dict[str, Any] = {
        "device": machine.name,
        "commit": commit.stdout.strip(),
        "checks": checks,
        "spots": {},
    }
    for name in [] if asked.host else asked.only:
        try:
            kind, _, number = name.rpartition(" ")
            if name in SPOTS:
                result["spots"][name] = timed(machine, *SPOTS[name])
            elif kind in (GATE, SEQUENCE):
                result["spots"][name] = {GATE: timed_gate, SEQUENCE: timed_sequence}[kind](number, machine)
            else:
                result["spots"][name] = {REPORT: timed_report, TURNS: timed_turns, ROUNDS: timed_rounds}[
                    kind
                ](int(number), machine)
        except Exception as error:  # the others are timed all the same
            result["spots"][name] = {"failed": f"{type(error).__name__}: {error}"}
        print(name, json.dumps(result["spots"][name]), flush=True)
        if asked.json:
            RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
