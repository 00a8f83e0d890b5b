"""Hold'em: iterations to 0.3 % and 0.1 % of the pot, a schedule at a time, on rivers, turns and flops.

    python benchmarks/holdem_schedules.py [--kinds river,turn,flop] [--count 8] [--most 600] [--out FILE]
    python benchmarks/holdem_schedules.py --kinds river,turn --spots tests/data/poker/spots.json   # held out
    python benchmarks/holdem_schedules.py --kinds full --most 200 --storage float64     # the flop on which β = 0 jumps
    python benchmarks/holdem_schedules.py --floors       # how exact each storage becomes, with rounded sums and exact
    python benchmarks/holdem_schedules.py --jumps        # which rows make exploitability jump up with β = 0
    python benchmarks/holdem_schedules.py --flop-jump    # the same on the full flop, with a control: 4 GiB, 10 min

Spots are drawn with a fixed seed: boards at random, ranges of the benchmark's spots, pots of 60 and stacks of 1 to 6
pots. Only counts of iterations are compared, so the machine does not matter. `rise` is the largest factor by which an
evaluation was above the least before it: 1 is a run that only ever got better.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from math import ceil, exp, inf, log
from pathlib import Path

import numpy as np

import tianji as tj
from tianji.cfr.schedule import Schedule
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.engine.runner import LONG
from tianji.holdem.spot.lines import find_line
from tianji.kernels.constants import NEGATIVE, SOLVE
from tianji.poker.cards import show_cards

OOP = "22-JJ,A2s-AJs,K2s+,Q2s+,J4s+,T6s+,95s+,85s+,74s+,63s+,53s+,43s,A2o-AJo,K9o+,Q9o+,J9o+,T9o,98o,87o"
IP = "22+,A2s+,K2s+,Q2s+,J5s+,T6s+,96s+,85s+,75s+,64s+,54s,A2o+,K8o+,Q9o+,J9o+,T8o+,98o"
SCHEDULES = {
    f"({a:g}, {b:g}, {c:g})": Schedule(alpha=a, beta=b, gamma=c)
    for a, b, c in [(1.5, 0, 3), (1.5, 0, 4), (1.4, 0.15, 4), (1.3, 0.3, 4), (1.3, 0.5, 4)]
} | {name: METHODS[name] for name in ("half-instant", "half-instant-smooth")}
TARGETS = (0.3, 0.1)


def spots(kind: str, count: int, seed: int = 0) -> list[tj.holdem.Spot]:
    """Spots of a kind, the same every time; "full" is one flop with all hands, 3.5 GiB in float32."""
    if kind == "full":
        tree = {"bets": "50%,100%", "raises": "100%", "max_raises": 2, "allin_share": 0.67, "chip": 1.0}
        return [tj.holdem.Spot(board="QsJh2c", pot=60, stack=200, oop="random", ip="random", **tree)]
    rng = np.random.default_rng([seed, len(kind)])
    found = []
    for k in range(count):
        cards = rng.permutation(52)[: {"river": 5, "turn": 4, "flop": 3}[kind]]
        stack = float(round(60 * exp(rng.uniform(0, log(6)))))
        full = "random" if k % 2 else None
        tree = {"river": ("50%,100%,allin", "60%,allin"), "turn": ("50%,allin", "60%"), "flop": ("50%", "")}[
            kind
        ]
        found.append(
            tj.holdem.Spot(
                board=show_cards([int(c) for c in cards]), pot=60, stack=min(stack, 90.0) if kind == "flop" else stack,
                oop=full or OOP, ip=full or IP, bets=tree[0], raises=tree[1], max_raises=2,
            )
        )  # fmt: skip
    return found


def read(path: str, kind: str) -> list[tj.holdem.Spot]:
    """Spots of a kind from a file like tests/data/poker/spots.json: what the schedules were not chosen on."""
    found = []
    for data in json.loads(Path(path).read_text())["spots"]:
        menus: dict[str, dict[str, dict[str, str]]] = {"bets": {}, "raises": {}}
        for (street, players), name in product(data["sizes"].items(), menus):
            menus[name][street] = {
                p: ",".join([f"{x}%" for x in menu[name]] + ["allin"] * menu["allin"])
                for p, menu in players.items()
            }
        rake = (data["rake"]["rate"], data["rake"]["cap"]) if data["rake"] else (0.0, 0.0)
        if data["street"] == kind and not data["id"].startswith("toy"):
            ranges = {"oop": data["oop_range"], "ip": data["ip_range"]}
            rest = {name: data[name] for name in ("board", "pot", "stack")}
            found.append(tj.holdem.Spot(**rest, **ranges, **menus, rake=rake, chip=1))
    return found


def curve(spot: tj.holdem.Spot, schedule: Schedule, most: int, storage: str) -> list[tuple[int, float]]:
    """(iteration, percent of the pot) every 6 % of the way, until the hardest target is met."""
    backend = make_backend(spot, storage=storage)
    rows, t = [], 0
    while t < most and (not rows or rows[-1][1] > min(TARGETS)):
        step = max(2, ceil(0.06 * t))
        backend.iterate(schedule.rows(t + 1, t + 1 + step))
        t += step
        if t >= 20:
            rows.append((t, 100 * backend.exploitability() / spot.pot))
    return rows


def summary(rows: list[tuple[int, float]]) -> dict[str, float]:
    """Iterations to each target, interpolated in log-log, and the largest rise."""
    found: dict[str, float] = {}
    for target in TARGETS:
        at = next((k for k, (_, gap) in enumerate(rows) if gap <= target), None)
        if at is None:
            found[f"{target:g}"] = inf
            continue
        (t1, g1), (t0, g0) = rows[at], rows[max(at - 1, 0)]
        share = (log(g0) - log(target)) / (log(g0) - log(g1)) if g0 > g1 else 1.0
        found[f"{target:g}"] = exp(log(t0) + share * (log(t1) - log(t0)))
    least, rise = inf, 1.0
    for _, gap in rows:
        rise = max(rise, gap / least)
        least = min(least, gap)
    found["rise"] = rise
    return found


def floors() -> None:
    """Exploitability in percent of the pot on the way, by storage, on a toy river; exact: as solves add up averages."""
    spot = tj.holdem.Spot(
        board="Ks7h2dJc5s", pot=60, stack=200, oop="JJ-88,AJs,AQs", ip="99+,AQs,KQs", bets="50%,allin", raises="60%"
    )  # fmt: skip
    for storage, is_exact in product(("float32", "float64", "int16"), (False, True)):
        backend, t = make_backend(spot, storage=storage), 0
        for mark in (256, 1_024, 10_000, 50_000, 140_000, 400_000, 1_000_000, 1_700_000):
            backend.iterate(SCHEDULES["(1.5, 0, 4)"].rows(t + 1, mark + 1))
            t = mark
            if is_exact and t >= LONG[storage]:
                backend.add_residues()
            shown = f"{100 * backend.exploitability() / spot.pot:.3g} %"
            print(storage, "exact" if is_exact else "rounded", mark, shown, flush=True)


# Rivers (of `spots("river", 24)`) on which it jumps, and when; the action that had been given up and comes back.
JUMPS = ((7, "check, bet 60", "allin", 85, 100), (10, "", "allin", 33, 46), (14, "", "allin", 38, 54))


def jumps() -> None:
    """The largest rise on three rivers, with β = 0 or 0.5 and the other at chosen rows alone.

    Chosen: the action that comes back, the replies to it, both; all other rows are left as they were.
    """
    rivers = spots("river", 24)
    for k, line, action, first, last in JUMPS:
        backend = make_backend(rivers[k], storage="float64")
        actor, rows = _rows(backend, line)
        replier, replies = _rows(backend, f"{line}, {action}" if line else action)
        own, none = {actor: rows[-1:]}, {}
        chosen = {
            "none": none,
            "action": own,
            "replies": {replier: replies},
            "both": {**own, replier: replies},
        }
        for base, other in ((0.0, 0.5), (0.5, 0.0)):
            for name, which in chosen.items():
                gaps = _mixed(rivers[k], base, other, which, last)[first - 1 :]
                least = np.minimum.accumulate(gaps)
                at = int((gaps / least).argmax())
                print(
                    rivers[k].board, f"β = {base:g}, {other:g} at {name}: {least[at]:.3f} -> {gaps[at]:.3f} %",
                    f"(x {gaps[at] / least[at]:.2f}, iteration {first + at})", flush=True,
                )  # fmt: skip


# The full flop: all iterations up to BRANCH with β = 0; from there on β = 0.5 at nine rows of the flop alone. Those
# that the jump is put down to (IP after the check, OOP's replies to his bets), and a control: nine rows on the other
# side of the tree (OOP to begin, IP's replies to his bets).
BRANCH, END = 100, 144
BLAMED = ("check", "check, bet 30", "check, bet 60")
CONTROL = ("", "bet 30", "bet 60")


def flop_jump() -> None:
    """Percent of the pot after every fourth iteration, by which rows remember their debts."""
    backend = make_backend(spots("full", 1)[0])
    backend.iterate(Schedule(alpha=1.5, beta=0.0, gamma=3).rows(1, BRANCH + 1))
    saved = {name: array.copy() for name, array in backend.tensors(is_resumable=True).items()}
    for name, lines in (("none", ()), ("the action and the replies", BLAMED), ("nine other rows", CONTROL)):
        backend.use(saved, is_resumable=True)
        chosen: dict[int, list[int]] = {}
        for line in lines:
            player, rows = _rows(backend, line)
            chosen.setdefault(player, []).extend(rows)
        usual, changed = (Schedule(alpha=1.5, beta=b, gamma=3).rows(BRANCH + 1, END + 1) for b in (0.0, 0.5))
        for k, row in enumerate(usual):
            _one_mixed(backend, row, changed[k, NEGATIVE] - row[NEGATIVE], chosen)
            if not (BRANCH + k + 1) % 4:
                gap = 100 * backend.exploitability() / 60
                count = sum(map(len, chosen.values()))
                print(
                    f"β = 0.5 at {name} ({count} rows): iteration {BRANCH + k + 1}: {gap:.3f} %", flush=True
                )


def _rows(backend: CpuBackend, line: str) -> tuple[int, list[int]]:
    """Who acts after a line of the first street, and his actions' rows."""
    number = find_line(backend.tree, line).node
    node, forest = backend.tree.nodes[number], backend.forests[0]
    row = forest.action_slot[number] - forest.roots
    return node.player, list(range(row, row + len(node.actions)))


def _mixed(
    spot: tj.holdem.Spot, base: float, other: float, rows: dict[int, list[int]], last: int
) -> np.ndarray:
    """Percent of the pot after each iteration, negative regrets of `rows` discounted by another β than the rest."""
    backend, gaps = make_backend(spot, storage="float64"), []
    usual, changed = (Schedule(alpha=1.5, beta=b, gamma=3).rows(1, last + 1) for b in (base, other))
    for row, factor in zip(usual, changed[:, NEGATIVE] - usual[:, NEGATIVE], strict=True):
        _one_mixed(backend, row, factor, rows)
        gaps.append(100 * backend.exploitability() / spot.pot)
    return np.array(gaps)


def _one_mixed(backend: CpuBackend, row: np.ndarray, factor: float, rows: dict[int, list[int]]) -> None:
    """One iteration; the negative regrets of `rows`, of the first street, keep `factor` more of what they were."""
    for player in (0, 1):
        old = backend.rows(0, 0, player, "regret")
        backend.run(player, SOLVE, row)
        new = backend.rows(0, 0, player, "regret")
        for r in rows.get(player, []):
            backend.set_row(0, 0, player, "regret", r, new[r] + factor * np.minimum(old[r], 0))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kinds", default="river,turn,flop")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--most", type=int, default=600)
    parser.add_argument("--storage", default="float32")
    parser.add_argument("--floors", action="store_true")
    parser.add_argument("--jumps", action="store_true")
    parser.add_argument("--flop-jump", action="store_true")
    parser.add_argument("--spots", help="a file of spots, instead of drawn ones")
    parser.add_argument("--out")
    options = parser.parse_args()
    if options.floors or options.jumps or options.flop_jump:
        (floors if options.floors else jumps if options.jumps else flop_jump)()
        return
    data: dict[str, object] = {}
    for kind in options.kinds.split(","):
        table: dict[str, list[dict[str, float]]] = {name: [] for name in SCHEDULES}
        for spot in read(options.spots, kind) if options.spots else spots(kind, options.count):
            for name, schedule in SCHEDULES.items():
                one = summary(curve(spot, schedule, options.most, options.storage))
                table[name].append(one)
                print(
                    kind, spot.board, f"{spot.stack:g}", name,
                    json.dumps({k: round(v, 2) for k, v in one.items()}), flush=True,
                )  # fmt: skip
        base = next(iter(table.values()))
        for name, runs in table.items():
            row: dict[str, object] = {}
            for target in (f"{t:g}" for t in TARGETS):
                ratios = [run[target] / first[target] for run, first in zip(runs, base, strict=True)]
                row[target] = (
                    round(exp(sum(log(r) for r in ratios) / len(ratios)), 3) if inf not in ratios else None
                )
                row[f"{target} worst"] = round(max(ratios), 2)
            row["rise"] = round(max(run["rise"] for run in runs), 2)
            data[f"{kind} {name}"] = row
            print("SUM", kind, name, json.dumps(row), flush=True)
    if options.out:
        Path(options.out).write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
