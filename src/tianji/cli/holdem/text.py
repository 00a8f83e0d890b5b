"""How `tianji holdem` shows what it found: tables, and the 13×13 grid in the terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from tianji.cli.holdem.spot import offer_options
from tianji.cli.shared.layout import WIDE, columns
from tianji.cli.shared.output import clock, exact, is_terminal, short, table
from tianji.core.memory import size_text

if TYPE_CHECKING:
    from tianji.holdem import HandTable
    from tianji.holdem.engine.forecast import Fit

PLAIN_WIDTH = 80  # of a grid in a file or a pipe


def solution_text(data: dict[str, Any]) -> str:
    """What `solve` prints."""
    rows = [
        ("board", data["board"]),
        ("ev oop, ip", ", ".join(exact(v) for v in data["values"])),
        (
            "exploitability",
            f"{short(data['exploitability'])} chips, {short(data['exploitability_pct'])}% of pot",
        ),
        ("iterations", f"{data['iterations']:,} in {clock(data['seconds'])} ({data['stopped']})"),
        *((f"oop {name}", _percent(share)) for name, share in data["actions"].items()),
        *_gate_rows(data.get("gate")),
        *([("note", data["note"])] if data.get("note") else []),
    ]
    return table(("", ""), rows).strip("\n")


def _gate_rows(gate: dict[str, Any] | None) -> list[tuple[str, str]]:
    """What solving behind a gate promises, where there was one."""
    if gate is None:
        return []
    return [
        ("gate", f"{gate['player']} again by {gate['technique']}, {len(gate['hands'])} hands of {gate['opponent']}"),
        ("least margin", f"{exact(gate['least_margin'])} chips, of {gate['least_hand']}"),
        ("gadget", f"worth {exact(gate['value'])} chips to {gate['opponent']}, gap {short(gate['gap_pct'])}% of pot"),
    ]  # fmt: skip


def plan_text(found: Fit, left_out: str = "") -> str:
    """What `plan` prints: one fact a line, and the trees that fit if this one does not, with what to leave out then."""
    forecast = found.plan
    about = "at least " if forecast.is_bound else "" if forecast.is_exact else "about "
    boards = " × ".join(f"{n:,}" for n in forecast.boards)
    time = forecast.cost.partition(" and " if forecast.is_bound else ", ")[2]
    rows = [
        (
            "tree",
            f"{about}{forecast.betting_nodes:,} betting nodes, {forecast.nodes:,} with boards ({boards})",
        ),
        ("hands", f"{forecast.hands[0]} and {forecast.hands[1]}"),
        (
            "memory",
            f"{about}{size_text(forecast.bytes)} ({forecast.storage}); {size_text(found.allowed_bytes)} are allowed",
        ),
        ("file", f"{about}{size_text(forecast.file_bytes)} when saved"),
        ("time", f"{'at least ' if forecast.is_bound else ''}{time} to 0.3 % of the pot"),
        *([("estimate", forecast.estimate)] if forecast.estimate else []),
    ]
    text = table(("", ""), rows).strip("\n")
    if found.fits:
        return text
    if not found.trees:
        return f"{text}\n\nIt does not fit; narrow the ranges, or start on a later street."
    body = [(offer_options(o), *o.plan.cost.split(", ", 1)) for o in found.trees]
    way = f"; {left_out}" if left_out and any("tree" in o.changes for o in found.trees) else ""
    return f"{text}\n\nIt does not fit; these do{way}:\n\n{table(('options', 'memory', 'time'), body)}"


def show_text(data: dict[str, Any], grid: HandTable | None) -> str:
    """What `show` prints, with a grid or hands where they are asked for."""
    rows = [("board", data["board"]), ("line", data["line"] or "start"), ("to act", data["to_act"])]
    whose = "" if data["player"] == data["to_act"] else f" of {data['player']}"
    if "hand" in data:
        one = data["hand"]
        rows += [(f"{one['hand']} {name}", _percent(share)) for name, share in one["strategy"].items()]
        rows += [(f"ev{whose}", exact(one["ev"])), (f"equity{whose}", _percent(one["equity"]))]
    else:
        rows += [(name, _percent(share)) for name, share in data["frequencies"].items()]
        rows += [(f"ev{whose}", exact(data["ev"])), (f"equity{whose}", _percent(data["equity"]))]
    parts = [table(("", ""), rows + _gate_rows(data.get("gate"))).strip("\n")]
    if grid is not None:
        parts.append(grid_text(grid))
    if "hands" in data:
        parts.append(_hands_text(data["hands"]))
    return "\n\n".join(parts)


def _hands_text(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "None of these hands is in the range."
    first = ["weight", "ev", "equity"]  # so that a narrow terminal parts the table between actions
    names = [*first, *(name for name in rows[0] if name not in ("hand", *first))]
    body = [
        [row["hand"], *(exact(row[n]) if n == "ev" else _percent(row[n], 1) for n in names)] for row in rows
    ]
    return table(["", *names], body, right=range(1, len(names) + 1))  # without a name it may come in groups


def lines_text(data: dict[str, Any]) -> str:
    """What `lines` prints."""
    body = [
        [
            row["line"] or "start",
            "a card" if row["player"] == "card" else row["player"],
            _percent(row["frequency"]),
            f"{row['pot']:g}",
            "  ".join(f"{name} {_percent(share, 1)}" for name, share in row["actions"].items()),
        ]
        for row in data["lines"]
    ]
    head = f"{data['street']} {data['board']}"
    return f"{head}\n\n{table(('line', 'next', 'reached', 'pot', 'plays'), body, right=(2, 3), wrap=(0,))}"


def compare_text(data: dict[str, Any], grid: HandTable | None) -> str:
    """What `compare` prints."""
    rows = [
        *((f"ev {p} at the start", *_three(v, exact)) for p, v in data["values"].items()),
        *((f"ev {p} after the line", *_three(v, exact)) for p, v in data["ev"].items() if data["line"]),
        *((f"{data['player']} {name}", *_three(v, _percent)) for name, v in data["frequencies"].items()),
    ]
    parts = [
        f"{data['board']} after {data['line'] or 'the start'}: the two act differently "
        f"{_percent(data['distance'])} of the time",
        table(("", "A", "B", "B - A"), rows, right=(1, 2, 3)),
        *(f"Note: {note}." for note in data["notes"]),
    ]
    if data["most_different_hands"]:
        parts.append("Hands that differ most:\n\n" + _differing(data["most_different_hands"]))
    if data["most_different_lines"]:
        body = [
            [row["line"] or "start", row["player"], _percent(row["frequency"]), _percent(row["distance"])]
            for row in data["most_different_lines"]
        ]
        parts.append(
            "Lines that differ most:\n\n" + table(("line", "player", "reached", "apart"), body, right=(2, 3))
        )
    if grid is not None:
        parts.append(f"B - A, {grid.columns[0]}:\n\n{grid_text(grid)}")
    return "\n\n".join(parts)


def _differing(rows: list[dict[str, Any]]) -> str:
    def plays(mix: dict[str, float]) -> str:
        return "  ".join(f"{name} {_percent(share, 0)}" for name, share in mix.items() if share >= 0.005)

    body = [
        [row["hand"], _percent(row["distance"], 0), f"{row['ev']:+.3g}", *(plays(row[side]) for side in "ab")]
        for row in rows
    ]
    return table(("hand", "apart", "ev", "A plays", "B plays"), body, right=(1, 2), wrap=(3, 4))


def _three(values: dict[str, float], shown: Any) -> tuple[str, str, str]:
    change = shown(values["difference"])
    return shown(values["a"]), shown(values["b"]), change if change.startswith("-") else f"+{change}"


def _percent(share: float | None, digits: int = 2) -> str:
    return "-" if share is None or share != share else f"{100 * share:.{digits}f} %"


def grid_text(grid: HandTable) -> str:
    """The grid, as wide as the terminal; coloured there unless NO_COLOR is set."""
    width = columns(sys.stdout)
    is_coloured = is_terminal() and not os.environ.get("NO_COLOR")
    return grid.to_text(PLAIN_WIDTH if width == WIDE else width, is_coloured)
