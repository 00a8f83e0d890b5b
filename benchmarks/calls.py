"""The fixed cost of small calls: what a call costs where the work itself is next to nothing; two trees side by side.

    python benchmarks/calls.py                              # this tree
    python benchmarks/calls.py --against OLD/src            # and another one, alternating; prints new / old
    python benchmarks/calls.py --only search matrix         # cases whose names contain one of these words
    python benchmarks/calls.py --rounds 5 --out FILE

Every figure is the least of many: other work on the machine makes calls slower, never faster. Each round starts one
process a tree, so that both see the same minutes; kernels are warm before any clock starts. A case that a tree cannot
run is left out there. The fresh processes read cached kernels and byte code from the disk's cache.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
SRC = HERE.parent.parent / "src"
EASY = (
    "2252576253462244111563365343671351441"  # connect four, 5 cells left: the kernel needs two microseconds
)
OOP = "22-JJ,A2s-AJs,K2s+,Q2s+,J4s+,T6s+,95s+,85s+,74s+,63s+,53s+,43s,A2o-AJo,K9o+,Q9o+,J9o+,T9o,98o,87o"
IP = "22+,A2s+,K2s+,Q2s+,J5s+,T6s+,96s+,85s+,75s+,64s+,54s,A2o+,K8o+,Q9o+,J9o+,T8o+,98o"
RIVER = {
    "pot": 60,
    "stack": 200,
    "oop": OOP,
    "ip": IP,
    "board": "Ks7h2dJc5s",
    "bets": "50%,100%",
    "raises": "60%",
}

FLOORS = {"matrix.": 20e-6, "search connect four": 10e-6, "fresh: tianji solve kuhn": 0.5}  # seconds, at most

Case = Callable[[], Any]
FRESH = {
    "fresh: import tianji": "import tianji",
    "fresh: import solve": "import tianji; tianji.solve",
    "fresh: solve kuhn": "import tianji as tj; tj.solve(tj.load('kuhn'), iterations=1000)",
    "fresh: tianji solve kuhn": "import sys; sys.argv = ['tianji', 'solve', 'kuhn', '--quiet']; "
    "from tianji.cli import main; main()",
}


def extensive() -> dict[str, Case]:
    import tianji as tj
    from tianji.cfr import mccfr

    kuhn, leduc = tj.load("kuhn"), tj.load("leduc")
    flat, whole = tj.compile(kuhn), tj.compile(leduc)
    even, other = tj.uniform(flat), tj.uniform(whole)
    sampled = mccfr.new_state(kuhn)
    none = mccfr.new_state(kuhn)
    return {
        "load kuhn": lambda: tj.load("kuhn"),
        "compile kuhn": lambda: tj.compile(kuhn),
        "compile leduc": lambda: tj.compile(leduc),
        "solve kuhn, 1 iteration": lambda: tj.solve(tj.load("kuhn"), iterations=1),
        "solve kuhn compiled, 1 iteration": lambda: tj.solve(flat, iterations=1),
        "solve kuhn compiled, 1e-4": lambda: tj.solve(flat),
        "values kuhn": lambda: tj.values(flat, even),
        "exploitability kuhn": lambda: tj.exploitability(flat, even),
        "exploitability leduc": lambda: tj.exploitability(whole, other),
        "best response kuhn": lambda: tj.best_response(flat, even, 0),
        "external kuhn, 100 iterations": lambda: mccfr.run(kuhn, sampled, 100, 0, "external"),
        "external kuhn, keep_nodes=0": lambda: mccfr.run(kuhn, none, 100, 0, "external", {"keep_nodes": 0}),
    }


def matrix() -> dict[str, Case]:
    import tianji as tj

    chicken, pennies = tj.matrix.chicken(), tj.matrix.matching_pennies()
    table = [[3, 1], [0, 2]], [[2, 1], [0, 3]]
    games = {
        "tied 2 x 2": tj.matrix.NormalForm([[1, 1], [0, 2]], [[1, 1], [0, 2]]),
        "coordination 3 x 3": tj.matrix.NormalForm("1,1 0,0 0,0; 0,0 2,2 0,0; 0,0 0,0 3,3"),
        "rock paper scissors": tj.matrix.rock_paper_scissors(),
    }
    for _ in range(400):  # kernels for small games are loaded when there are many
        tj.matrix.solve(pennies)
    more = {
        f"matrix.equilibria {name}{by and ' by '}{by}": partial(game.equilibria, by or None)
        for name, game in games.items()
        for by in ("", "support")
    }
    return {
        "matrix.solve rock paper scissors": lambda: tj.matrix.solve(games["rock paper scissors"]),
        "matrix.solve rock paper scissors, floats": lambda: games["rock paper scissors"].solve(exact=False),
        "matrix.equilibria chicken, floats": lambda: chicken.equilibria(exact=False),
        "matrix.equilibria chicken, read": lambda: [(e.profile, e.values) for e in chicken.equilibria()],
        "matrix.equilibria pennies": pennies.equilibria,
        "matrix.correlated chicken": lambda: tj.matrix.correlated_equilibrium(chicken),
        "matrix.correlated coordination 3 x 3": lambda: tj.matrix.correlated_equilibrium(
            games["coordination 3 x 3"]
        ),
        **more,
        "matrix.NormalForm 2 x 2": lambda: tj.matrix.NormalForm(*table),
        "matrix.solve chicken": lambda: tj.matrix.solve(chicken),
        "matrix.solve chicken, floats": lambda: tj.matrix.solve(chicken, exact=False),
        "matrix.solve pennies": lambda: tj.matrix.solve(pennies),
        "matrix.equilibria chicken": lambda: tj.matrix.equilibria(chicken),
        "matrix.lemke_howson chicken": lambda: tj.matrix.lemke_howson(chicken),
    }


def search() -> dict[str, Case]:
    import tianji as tj

    four, ended = tj.load("connect_four(scoring=distance)"), tj.load("othello")
    easy = four.parse(EASY)
    line = tj.load("tic_tac_toe")
    x = line.initial()
    for a in line.actions(x)[:6]:
        x = line.result(x, a)
    last = ended.initial()
    while ended.actions(last) and (last.mine | last.theirs).bit_count() < 60:
        last = ended.result(last, ended.actions(last)[0])
    return {
        "search connect four, solve": lambda: tj.search(four, easy, "solve"),
        "search connect four, mtdf": lambda: tj.search(four, easy),
        "search of connect four, its move": lambda: tj.search(four, easy, "solve").action,
        "search of connect four, its line": lambda: tj.search(four, easy, "solve").line,
        "search othello, 4 empties": lambda: tj.search(ended, last, "solve"),
        "search tic-tac-toe, 3 empties": lambda: tj.search(line, x, "alphabeta"),
        "parse connect four": lambda: four.parse(EASY),
    }


def holdem() -> dict[str, Case]:
    import tianji as tj

    try:
        spot = tj.holdem.Spot(**RIVER, chip=1)
        more = {"chip": 1}
    except TypeError:
        spot, more = tj.holdem.Spot(**RIVER), {}
    spot.solve(iterations=2, threads=1)
    return {
        "holdem.Spot river": lambda: tj.holdem.Spot(**RIVER, **more),
        "holdem river, 1 iteration": lambda: spot.solve(iterations=1, threads=1),
        "holdem river, 0.3%": lambda: spot.solve(until="0.3%", threads=1),
    }


GROUPS = (extensive, matrix, search, holdem)


def best_of(case: Case, seconds: float) -> float:
    """The least seconds of a call: as many as fit, at least five."""
    case(), case()  # kernels and caches
    clock = time.perf_counter_ns
    began = clock()
    case()
    batch = max(1, int(2e5 / max(clock() - began, 1)))
    best, end, done = float("inf"), clock() + int(seconds * 1e9), 0
    while done < 5 or clock() < end:
        began = clock()
        for _ in range(batch):
            case()
        best, done = min(best, (clock() - began) / batch), done + 1
    return best / 1e9


def measure(only: list[str], seconds: float) -> dict[str, float]:
    """What one process finds."""
    found: dict[str, float] = {}
    for group in GROUPS:
        try:
            cases = group()
        except Exception as error:
            print(f"{group.__name__}: {error!r}", file=sys.stderr)
            continue
        for name, case in cases.items():
            if not only or any(word in name for word in only):
                try:
                    found[name] = best_of(case, seconds)
                except Exception as error:
                    print(f"{name}: {error!r}", file=sys.stderr)
    return found


def environment(src: Path) -> dict[str, str]:
    """This one, with a tree's sources in front, and with byte code kept as Python does unless it is told otherwise."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPATH": str(src)}


def fresh(src: Path, code: str) -> float:
    """Processor seconds of a whole process, the bare interpreter's own included: the clock on a quiet machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env=environment(src), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def child(src: Path, only: list[str], seconds: float) -> dict[str, float]:
    command = [sys.executable, str(HERE), "--child", "--seconds", str(seconds), "--only", *only]
    done = subprocess.run(command, env=environment(src), check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def run(trees: list[Path], only: list[str], rounds: int, seconds: float) -> list[dict[str, float]]:
    """The least of every case by tree."""
    best: list[dict[str, float]] = [{} for _ in trees]
    for number in range(rounds):
        for k, src in enumerate(trees):
            found = child(src, only, seconds)
            for name, code in FRESH.items():
                if not only or any(word in name for word in only):
                    found[name] = min(fresh(src, code) for _ in range(3 if number else 2))
            for name, value in found.items():
                best[k][name] = min(value, best[k].get(name, value))
    return best


def show(seconds: float) -> str:
    return f"{1e6 * seconds:10,.1f} us" if seconds < 0.01 else f"{1e3 * seconds:10,.1f} ms"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--against", type=Path, help="another source tree, its `src`")
    options.add_argument("--only", nargs="*", default=[])
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=float, default=0.2, help="a case, a tree and a round")
    options.add_argument("--out", type=Path)
    options.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.child:
        print(json.dumps(measure(given.only, given.seconds)))
        return
    trees = [SRC] + ([given.against.resolve()] if given.against else [])
    best = run(trees, given.only, given.rounds, given.seconds)
    rows = {}
    for name, new in best[0].items():
        old = best[1].get(name) if given.against else None
        ratio = "" if old is None else f"{show(old)}  {new / old:6.2f}"
        floor = next((least for start, least in FLOORS.items() if name.startswith(start)), None)
        kept = "" if floor is None else f"  at most {show(floor).strip()}: {'yes' if new <= floor else 'NO'}"
        print(f"{name:46}{show(new)}  {ratio}{kept}")
        rows[name] = {"seconds": new} if old is None else {"seconds": new, "old": old, "ratio": new / old}
    if given.out:
        commit = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=SRC
        )
        head = {"machine": platform.platform(), "cores": os.cpu_count(), "commit": commit.stdout.strip()}
        given.out.write_text(
            json.dumps({**head, "python": platform.python_version(), "calls": rows}, indent=1) + "\n"
        )


if __name__ == "__main__":
    main()
