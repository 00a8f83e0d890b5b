"""Tables 1–4 of Brown & Sandholm (2017) in miniature, on games where losses are exact.

    python experiments/brown2017_small/run.py            print the tables, compare with expected.json
    python experiments/brown2017_small/run.py --write    write expected.json and the tables of README.md anew

Only the public interface of tianji is used. One core, about five minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import tianji as tj

HERE = Path(__file__).parent
RANKS = "23456789TJQKA"
SOLVER = {
    "solver": "cfr+",
    "iterations": 1_000,
}  # gadgets as in the paper; refined rows and random payoffs: LP


def pair_only(player: int, key: str) -> tuple[object, ...]:
    """Leduc after the public card: the own rank and whether it pairs, not which card it is."""
    card, board, line = key.split("|")
    return (card[0], board[:1] == card[0] if board else None, line)


def pair_or_side(player: int, key: str) -> tuple[object, ...]:
    """The same, and whether the public card is above or below the own one."""
    card, board, line = key.split("|")
    own, public = RANKS.index(card[0]), RANKS.index(board[0]) if board else -1
    return (own, (public > own) - (public < own) if board else None, line)


# column: game, level, blueprint = ("cfr+", iterations) or an abstraction solved with cfr+ for 2,000 iterations
COLUMNS = {
    "leduc, abstraction": ("leduc", "board", pair_only),
    "leduc, cfr+ 20": ("leduc", "board", ("cfr+", 20)),
    "leduc, cfr+ 200": ("leduc", "board", ("cfr+", 200)),
    "leduc(ranks=4), abstraction": ("leduc(ranks=4)", "board", pair_only),
    "leduc(ranks=4), finer": ("leduc(ranks=4)", "board", pair_or_side),
    "leduc(ranks=4), cfr+ 20": ("leduc(ranks=4)", "board", ("cfr+", 20)),
    "liars_dice(faces=4), cfr+ 20": ("liars_dice(faces=4)", "bid 1", ("cfr+", 20)),
    "liars_dice(faces=4), cfr+ 200": ("liars_dice(faces=4)", "bid 1", ("cfr+", 200)),
}

ROWS = {
    "Unsafe": {"technique": "unsafe", **SOLVER},
    "Resolve": {"technique": "resolve", **SOLVER},
    "Resolve, refined: leximin": {"technique": "resolve", "refine": "leximin"},
    "Resolve, refined: tremble": {"technique": "resolve", "refine": "tremble"},
    "Maxmargin": {"technique": "maxmargin", **SOLVER},
    "Reach-Maxmargin": {"technique": "reach-maxmargin", **SOLVER},
    "Reach-Maxmargin (not split)": {"technique": "reach-maxmargin", "gifts": "not-split", **SOLVER},
    "Estimate": {"technique": "resolve", "payoffs": "estimate", **SOLVER},
    "Estimate, blueprint safety kept": {
        "technique": "resolve",
        "payoffs": "estimate",
        "keep_blueprint_safety": True,
    },
    "Estimate + Distributional": {"technique": "resolve", "payoffs": "distributional"},
    "Reach-Estimate + Distributional": {"technique": "reach-resolve", "payoffs": "distributional"},
    "Reach-Estimate + Distributional (not split)": {
        "technique": "reach-resolve",
        "payoffs": "distributional",
        "gifts": "not-split",
    },
}

NESTED = {
    "Randomised pseudo-harmonic mapping": {"randomised": True},
    "Deterministic pseudo-harmonic mapping": {"randomised": False},
    "Resolve (inexpensive)": {"technique": "resolve", "variant": "inexpensive"},
    "Reach-Maxmargin (expensive)": {"technique": "reach-maxmargin", "variant": "expensive"},
    "Unsafe (expensive)": {"technique": "unsafe", "variant": "expensive"},
    "Maxmargin (inexpensive)": {"technique": "maxmargin", "variant": "inexpensive"},
    "Reach-Maxmargin (inexpensive)": {"technique": "reach-maxmargin", "variant": "inexpensive"},
}
NESTED_GAMES = ("leduc_bets", "leduc_bets(ranks=4)", "leduc_bets(ranks=5,suits=1)")


def column(name: str) -> dict[str, list[float]]:
    """Row → loss of player 0, player 1; "Trunk" is the blueprint."""
    spec, level, source = COLUMNS[name]
    game = tj.load(spec)
    if callable(source):
        estimate = tj.subgame.abstract(game, source)
        blueprint = tj.solve(estimate, "cfr+", iterations=2_000).strategy
    else:
        estimate = None
        blueprint = tj.solve(game, source[0], iterations=source[1]).strategy
    cuts = tj.subgame.cuts(game, level)
    table: dict[str, list[float]] = {"Trunk": []}
    for player in (0, 1):
        for row, options in ROWS.items():
            extra = {"estimate": estimate} if options.get("payoffs", "exact") != "exact" else {}
            report = tj.subgame.solve_all(game, blueprint, cuts, player=player, **options, **extra).report
            table.setdefault(row, []).append(report.loss_after)
            if len(table["Trunk"]) == player:
                table["Trunk"].append(report.loss_before)
    return table


def nested(spec: str) -> dict[str, list[float]]:
    """Row → loss of the player who knows bets of 0.5 and 1 pot only, as player 0 and as player 1."""
    large = tj.load(spec)
    small = large.restrict(["f", "c", "b50", "b100"])
    blueprint = tj.solve(small, "pcfr+", iterations=3_000).strategy
    values = tj.solve(large, "lp").values
    table: dict[str, list[float]] = {}
    for player in (0, 1):
        for row, options in NESTED.items():
            if "variant" in options:
                lost = tj.subgame.NestedPlayer(large, small, blueprint, player, **options).report().loss
            else:
                strategy = tj.subgame.translated(large, small, blueprint, player, **options)
                lost = tj.best_response(large, strategy, 1 - player).value - values[1 - player]
            table.setdefault(row, []).append(lost)
    return table


def mean(numbers: list[float]) -> float:
    """Of both seats: the paper does not say which seat its columns show."""
    return sum(numbers) / len(numbers)


def claims(tables: dict[str, dict[str, list[float]]]) -> dict[str, str]:
    """The paper's qualitative claims (a)–(e), counted over our columns, both seats averaged."""
    counts = dict.fromkeys("abcde", 0)
    orders = {"Trunk > Resolve": 0, "Resolve > Maxmargin": 0, "Maxmargin >= Reach": 0, "Reach > not split": 0}
    ratio = 0.0
    for table in tables.values():
        m = {row: mean(numbers) for row, numbers in table.items()}
        chain = [
            m["Trunk"],
            m["Resolve"],
            m["Maxmargin"],
            m["Reach-Maxmargin"],
            m["Reach-Maxmargin (not split)"],
        ]
        steps = [chain[0] > chain[1], chain[1] > chain[2], chain[2] >= chain[3] - 1e-9, chain[3] > chain[4]]
        for order, holds in zip(orders, steps, strict=True):
            orders[order] += holds
        counts["a"] += all(steps)
        counts["b"] += m["Estimate"] < m["Maxmargin"]
        counts["c"] += m["Estimate + Distributional"] < m["Estimate"]
        counts["d"] += m["Unsafe"] < min(m["Resolve"], m["Maxmargin"], m["Reach-Maxmargin"])
        ratio = max(ratio, m["Unsafe"] / m["Trunk"])
        best = m["Reach-Estimate + Distributional (not split)"]
        safe = [
            v
            for row, v in m.items()
            if row not in ("Trunk", "Unsafe") and "refined" not in row and "kept" not in row
        ]
        counts["e"] += best <= min(safe) + 1e-9
    n = len(tables)
    steps_text = ", ".join(f"{order} in {k}" for order, k in orders.items())
    return {
        "a": f"the whole chain in {counts['a']} of {n} columns ({steps_text})",
        "b": f"Estimate beats Maxmargin in {counts['b']} of {n}",
        "c": f"Distributional improves on Estimate in {counts['c']} of {n}",
        "d": f"Unsafe beats every full-CBV safe row in {counts['d']} of {n}; at worst {ratio:.1f} times the trunk",
        "e": f"Reach-Estimate + Distributional (not split) is the best safe row of the paper in {counts['e']} of {n}",
    }


def markdown(tables: dict[str, dict[str, list[float]]]) -> str:
    """Rows × columns, both seats and their mean, in chips."""
    names = list(tables)
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for row in tables[names[0]]:
        cells = [
            f"**{mean(tables[n][row]):.5f}** ({tables[n][row][0]:.5f}, {tables[n][row][1]:.5f})"
            for n in names
        ]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def write_readme(found: dict) -> None:
    """Put the tables and the counted claims between the markers of README.md."""
    file = HERE / "README.md"
    text = file.read_text()
    counted = "\n".join(f"- ({claim}) {sentence}" for claim, sentence in claims(found["subgames"]).items())
    for name, body in (
        ("subgames", markdown(found["subgames"])),
        ("claims", counted),
        ("nested", markdown(found["nested"]) if found["nested"] else ""),
    ):
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, _, rest = text.partition(start)
        text = f"{head}{start}\n{body}\n{end}{rest.partition(end)[2]}"
    file.write_text(text)


def differences(found: dict, expected: dict) -> list[str]:
    """Numbers that moved by more than a tenth and 1e-3 chips: other library versions may pick other equilibria."""
    moved = []
    for part in ("subgames", "nested"):
        for name, table in expected[part].items():
            for row, numbers in table.items():
                for seat, number in enumerate(numbers):
                    new = found[part][name][row][seat]
                    if abs(new - number) > max(1e-3, 0.1 * abs(number)):
                        moved.append(
                            f"{part}, {name}, {row}, player {seat}: {number:.6f} expected, {new:.6f} found"
                        )
    return moved


def main() -> int:
    """Run, print, compare or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write expected.json and README.md's tables")
    parser.add_argument("--only", default="", help="columns whose names contain this text")
    options = parser.parse_args()
    found: dict[str, dict] = {"subgames": {}, "nested": {}}
    for name in COLUMNS:
        if options.only in name:
            started = time.perf_counter()
            found["subgames"][name] = column(name)
            print(f"{name}: {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    for spec in NESTED_GAMES:
        if options.only in spec:
            started = time.perf_counter()
            found["nested"][spec] = nested(spec)
            print(f"nested, {spec}: {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    if found["subgames"]:
        print(markdown(found["subgames"]), "\n")
        for claim, text in claims(found["subgames"]).items():
            print(f"({claim}) {text}")
    if found["nested"]:
        print("\n" + markdown(found["nested"]))
    file = HERE / "expected.json"
    if options.write:
        old = (
            json.loads(file.read_text()) if file.exists() and options.only else {"subgames": {}, "nested": {}}
        )
        # columns in the order of the tables above, whatever was run last
        for part, names in (("subgames", COLUMNS), ("nested", NESTED_GAMES)):
            merged = {**old[part], **found[part]}
            old[part] = {name: merged[name] for name in names if name in merged}
        file.write_text(json.dumps(old, indent=1) + "\n")
        write_readme(old)
        return 0
    expected = json.loads(file.read_text())
    kept = {part: {n: t for n, t in tables.items() if n in found[part]} for part, tables in expected.items()}
    moved = differences(found, kept)
    print("\n".join(moved) or "\nall numbers as expected")
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main())
