"""Take reports of `tianji reproduce … --json` into expected.json, and write all tables of the pages anew from it.

    python experiments/brown2017_subgames/render.py runs/table1.json runs/table2.json
    python experiments/brown2017_subgames/render.py            # only the pages
    python experiments/brown2017_subgames/render.py --check    # exit code 1 where a page is out of step

A report goes to the record of its table, scale and numbers of iterations; its rows replace those of the same technique
and column. Pages have the tables between `<!-- NAME -->` and `<!-- end of NAME -->`, NAME being that of a record, or
`full scale` for all records with 52 cards. --pictures FOLDER draws every record as well.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tianji.holdem.rounds.paper import (
    BUCKETS,
    CLAIMS,
    NESTED_CLAIMS,
    NESTED_PRINTED,
    PRINTED,
    holds,
    nested_holds,
)
from tianji.holdem.rounds.plot import plot_gifts, plot_table

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
PAGES = (FOLDER / "README.md", ROOT / "docs" / "reproduction.md")
EXPECTED = FOLDER / "expected.json"
FACTOR = 1.5  # two ratios this close agree
SETTINGS = ("table", "scale", "game", "iterations", "blueprint_iterations")
KEPT = (*SETTINGS, "pairs", "value", "value_gap", "source", "machine", "margin_edges", "method")
Record = dict[str, Any]


def record_of(records: dict[str, Record], report: Record) -> str:
    """The name of the record that a report belongs to: by its table and scale, and by iterations where they differ."""
    plain = f"table{report['table']}-{report['scale']}"
    name = f"{plain}-{report['blueprint_iterations']}-{report['iterations']}"
    for known, record in records.items():
        if (
            known in (plain, name)
            and "table" in record
            and all(record[key] == report[key] for key in SETTINGS)
        ):
            return known
    return name if plain in records else plain


def merge(records: dict[str, Record], report: Record) -> str:
    """Take a report in: its rows that are done replace those of the same technique and column.

    Figure 8 and the recipe, which are no tables, are taken whole and once they are done.
    """
    if "table" not in report:
        name = f"{'figure8' if 'points' in report else 'recipe'}-{report['scale']}"
        if report["stopped"]:
            sys.exit(f"{name}: the run was stopped ({report['stopped']}); let it end first")
        records[name] = report
        return name
    name = record_of(records, report)
    rows = {(row["column"], row["technique"]): row for row in records.get(name, {}).get("rows", [])}
    for row in report["rows"]:
        if row["mean"] is not None:
            margins = row.get("margins") and [round(x, 5) for x in row["margins"]]
            rows[row["column"], row["technique"]] = {**row, **({"margins": margins} if margins else {})}
    order = list(dict.fromkeys((*PRINTED.get(report["table"], {}), *(technique for _, technique in rows))))
    found = sorted(rows.values(), key=lambda row: (row["column"], order.index(row["technique"])))
    old = records.get(name, {})
    kept = {**old, **{key: report[key] for key in KEPT if report.get(key) is not None}}
    found = [split(row, kept.get("value")) for row in found]
    records[name] = {**kept, **counted(report["table"], found), "stopped": "", "rows": found}
    return name


def split(row: Record, value: float | None) -> Record:
    """A row with its seats' losses, where the record knows the value of the game and the row its best responses."""
    if value is None or row["seat0"] is not None or row.get("response0") is None:
        return row
    return {**row, "seat0": row["response0"] + value, "seat1": row["response1"] - value}


def counted(table: int, rows: list[Record]) -> Record:
    """Claims and counts of rows, as a report has them."""
    words, check = said(table)
    held: dict[str, list[bool]] = {claim: [] for claim in words}
    for means in _means(rows).values():
        for claim, is_held in check(means).items():
            held[claim] += [] if is_held is None else [is_held]
    return {
        "claims": {claim: all(found) if found else None for claim, found in held.items()},
        "counts": {claim: [sum(found), len(found)] for claim, found in held.items()},
    }


def said(table: int) -> tuple[dict[str, str], Callable[[dict[str, float]], dict[str, bool | None]]]:
    """The claims about a table, and what checks them."""
    return (CLAIMS, holds) if table in PRINTED else (NESTED_CLAIMS, nested_holds)


def printed_means(table: int) -> list[dict[str, float]]:
    """The printed columns of a table."""
    if table not in PRINTED:
        return [NESTED_PRINTED]
    return [{row: numbers[k] for row, numbers in PRINTED[table].items()} for k in range(3)]


def _means(rows: list[Record]) -> dict[int, dict[str, float]]:
    found: dict[int, dict[str, float]] = {}
    for row in rows:
        found.setdefault(row["column"], {})[row["technique"]] = row["mean"]
    return found


def grid(record: Record) -> str:
    """Figure 8 or the recipe: a row a line, as it was reported."""
    rows = [
        {key: x for key, x in row.items() if not key.startswith("response")}
        for row in record.get("points") or record["rows"]
    ]
    lines = [f"| {' | '.join(key.replace('_', ' ') for key in rows[0])} |", "|---" * len(rows[0]) + "|"]
    for row in rows:
        cells = ("-" if x is None else f"{x:.3f}" if isinstance(x, float) else str(x) for x in row.values())
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def table(record: Record) -> str:
    """All rows, three cells a column: the loss, its ratio to the trunk, the printed ratio."""
    if "table" not in record:
        return grid(record)
    columns = list(dict.fromkeys(row["column"] for row in record["rows"]))
    cells = {(row["technique"], row["column"]): row for row in record["rows"]}
    head = "".join(f" {f'{c:,} buckets' if c else 'exact cards'} | ratio | paper |" for c in columns)
    lines = [f"| |{head}", "|---" * (1 + 3 * len(columns)) + "|"]
    for technique in dict.fromkeys(row["technique"] for row in record["rows"]):
        line = f"| {technique} |"
        for column in columns:
            row = cells.get((technique, column))
            ratios = ("-", "-") if row is None else (_ratio(row["ratio"]), _ratio(row["paper_ratio"]))
            line += f" {'-' if row is None else _loss(row)} | {ratios[0]} | {ratios[1]} |"
        lines.append(line)
    return "\n".join(lines)


def _loss(row: Record) -> str:
    seats = "" if row["seat0"] is None else f" ({row['seat0']:.2f}, {row['seat1']:.2f})"
    gap = "" if row["gap"] is None else f" gap {row['gap']:.2f}"
    return f"**{row['mean']:.2f}**{seats}{gap}"


def _ratio(x: float | None) -> str:
    return "-" if x is None else f"{x:.3f}"


def claims(record: Record) -> str:
    """Which claims the printed columns bear out, and which ours do."""
    words, check = said(record["table"])
    printed = [check(means) for means in printed_means(record["table"])]
    lines = ["| claim | printed | here |", "|---|---|---|"]
    for claim, text in words.items():
        held, of = record["counts"][claim]
        here = f"{held} of {of}" if of else "not known yet"
        lines.append(
            f"| ({claim}) {text} | {sum(bool(c[claim]) for c in printed)} of {len(printed)} | {here} |"
        )
    return "\n".join(lines)


def far(record: Record) -> str:
    """How many ratios are near the printed ones, and those that are not, farthest first."""
    both = [
        (row["ratio"] / row["paper_ratio"], row)
        for row in record["rows"]
        if row["paper_ratio"] is not None and row["ratio"] and row["ratio"] != 1
    ]
    if not both:
        return "No ratio has a printed counterpart."
    beyond = sorted((k for k in both if not 1 / FACTOR <= k[0] <= FACTOR), key=lambda k: -max(k[0], 1 / k[0]))
    near = len(both) - len(beyond)
    text = f"Of the {len(both)} ratios with a printed counterpart {near} are within a factor {FACTOR} of it."
    if not beyond:
        return text
    cells = "; ".join(f"{row['technique']}{_with(row['column'])} ×{factor:.2f}" for factor, row in beyond)
    return f"{text} Beyond it (ours ÷ printed): {cells}."


def _with(column: int) -> str:
    return f" with {column:,} buckets" if column else ""


def about(record: Record) -> str:
    """How a record was made."""
    value = ""
    if record.get("value") is not None:
        value = (
            f" The game is worth {record['value']:.2f} mbb/h to seat 0, known to {record['value_gap']:.2f}."
        )
    machine = f" {record['machine']}." if record.get("machine") else ""
    if "table" not in record:
        return f"{record['game']}.{machine}"
    return (
        f"{record['game']}; {record['pairs']} pairs. Blueprints of {record['blueprint_iterations']:,} iterations of "
        f"{record.get('method', 'cfr+').upper()}, subgames of {record['iterations']:,}.{value}{machine}"
    )


def section(name: str, record: Record) -> str:
    """A record with all that is said of it."""
    if "table" not in record:
        return f"### {name}\n\n{about(record)}\n\n{grid(record)}"
    parts = [f"### Table {record['table']} ({name})", about(record), table(record)]
    return "\n\n".join([*parts, claims(record), far(record)])


def missing(records: dict[str, Record]) -> str:
    """What has not been run at full scale."""
    lines = []
    for number in (*sorted(PRINTED), 4):
        full = [r for r in records.values() if r["scale"] == "full" and r.get("table") == number]
        found = {(row["column"], row["technique"]) for record in full for row in record["rows"]}
        columns = dict(zip(BUCKETS.get(number, (0,)), printed_means(number), strict=True))
        open_rows = {
            column: sum((column, row) not in found for row in rows) for column, rows in columns.items()
        }
        left = [f"{n} rows{_with(column)}" for column, n in open_rows.items() if n]
        if left:
            lines.append(f"- table {number}: {', '.join(left)}")
    return "Not run yet at full scale:\n\n" + "\n".join(lines) if lines else "Every printed row has been run."


def render(text: str, records: dict[str, Record]) -> str:
    """A page with its tables as the records have them; a marker of no record is a mistake."""
    full = {name: record for name, record in records.items() if record["scale"] == "full"}
    parts = {name: table(record) for name, record in records.items()}
    tables = {name: record for name, record in records.items() if "table" in record}
    parts |= {f"claims of {name}": claims(record) for name, record in tables.items()}
    parts |= {f"far in {name}": far(record) for name, record in tables.items()}
    parts["full scale"] = "\n\n".join([*(section(*item) for item in full.items()), missing(records)])

    def written(match: re.Match[str]) -> str:
        if match[1] not in parts:
            sys.exit(
                f"a page has the marker {match[1]!r}, which is of no record; expected one of {', '.join(parts)}"
            )
        return f"<!-- {match[1]} -->\n{parts[match[1]]}\n<!-- end of {match[1]} -->"

    return re.sub(r"<!-- ([^>]*?) -->\n.*?<!-- end of \1 -->", written, text, flags=re.DOTALL)


def dump(records: dict[str, Record]) -> str:
    """JSON with a field a line, and lists of numbers on one."""

    def line(match: re.Match[str]) -> str:
        return "[" + re.sub(r"\s+", " ", match[0][1:-1]).strip() + "]"

    text = json.dumps(records, indent=1, ensure_ascii=False)
    return re.sub(r"\[[-\d.,e\s]+\]", line, text) + "\n"


def draw(records: dict[str, Record], folder: Path) -> None:
    """Every picture of every record."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, record in records.items():
        if "points" in record:
            plot_gifts(record).savefig(folder / f"{name}.svg")
        if "table" not in record:
            continue
        kinds = ["ratios"]
        kinds += ["margins"] if any(row.get("margins") for row in record["rows"]) else []
        kinds += ["buckets"] if len(_means(record["rows"])) > 1 and record["table"] in PRINTED else []
        for kind in kinds:
            plot_table(record, kind).savefig(folder / f"{name}-{kind}.svg")


def main() -> None:
    """Merge, then render."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reports", nargs="*", type=Path, metavar="REPORT.json")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--machine", help="said of the reports given: where they were made and how long it took"
    )
    options = parser.parse_args()
    records = json.loads(EXPECTED.read_text())
    for path in options.reports:
        report = json.loads(path.read_text())
        name = merge(records, {**report, **({"machine": options.machine} if options.machine else {})})
        print(f"{path}: {name}")
    late = [page for page in PAGES if render(page.read_text(), records) != page.read_text()]
    if options.check:
        sys.exit(f"out of step with expected.json: {', '.join(map(str, late))}" if late else 0)
    EXPECTED.write_text(dump(records))
    for page in late:
        page.write_text(render(page.read_text(), records))
        print(f"{page.relative_to(ROOT)}: written anew")
    if options.pictures is not None:
        draw(records, options.pictures)


if __name__ == "__main__":
    main()
