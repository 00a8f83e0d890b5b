"""The data of a solution and of a strategy's rows as text."""

from __future__ import annotations

from typing import Any

from tianji.cli.shared import output
from tianji.cli.shared.output import clock, exact, number, table

STOPPED = {
    "until": "the exploitability asked for is reached",
    "iterations": "all iterations are done",
    "seconds": "the time is up",
    "interrupted": "interrupted by Ctrl-C",
    "cancelled": "stopped on request",
    "memory": "memory is full; this is the answer so far",
    "exact": "exact, by linear programming",
}
SHOWN_ACTIONS = 4  # of an infoset with many actions, those played most


def solution_text(data: dict[str, Any]) -> str:
    """What `solve` prints."""
    gaps = [("NashConv", data["nash_conv"]), ("exploitability", data["exploitability"])]
    figures = [(f"value of player {p}", number(value)) for p, value in enumerate(data["values"])]
    figures += [(name, exact(gap)) for name, gap in gaps]
    width = max(len(text) for _, text in figures)
    facts = [(name, text.rjust(width)) for name, text in figures]
    facts[-1] = (facts[-1][0], f"{facts[-1][1]}  (NashConv / {data['players']} players)")
    rate = f", {data['iterations'] / max(data['seconds'], 1e-9):,.0f}/s" if data["iterations"] else ""
    facts.append(("iterations", f"{data['iterations']:,} in {clock(data['seconds'])}{rate}"))
    facts.append(("stopped", STOPPED.get(data["stopped"], data["stopped"])))
    lines = [f"{data['game']} by {data['method']}: {_size(data['size'])}", "", output.facts(facts)]
    if data["nash_conv"] is None:
        lines += [
            "",
            "The game is too large to evaluate exactly, so neither its value nor NashConv is known.",
        ]
    if data["note"]:
        lines += ["", data["note"]]
    total = data["size"]["merged_infosets"] if data["size"] else None
    return "\n".join(lines) + rows_text(data["infosets"], total)


def _size(size: dict[str, int] | None) -> str:
    if size is None:
        return "not compiled"
    return f"{size['histories']:,} histories, {_merged(size, 'infosets')}, {_merged(size, 'terminals')}"


def _merged(size: dict[str, int], what: str) -> str:
    merged = size[f"merged_{what}"]
    return f"{size[what]:,} {what}" + (f" ({merged:,} merged)" if merged != size[what] else "")


def rows_text(rows: list[dict[str, Any]], total: int | None) -> str:
    """The table of infosets, or nothing when there are no rows."""
    if not rows:
        return ""
    has_counts = any(row["count"] > 1 for row in rows)
    head = ["player", "infoset", *(["stands for"] if has_counts else []), "reached", "value", "plays"]
    body = [
        [
            str(row["player"]),
            row["infoset"],
            *([str(row["count"])] if has_counts else []),
            "-" if row["reach"] is None else f"{100 * row['reach']:.2f}%",
            "-" if row["value"] is None else number(row["value"]),
            actions_text(row["actions"]),
        ]
        for row in rows
    ]
    what = "most often reached of" if rows[0]["reach"] is not None else "of"
    title = (
        f"\n\nThe {len(rows)} infosets {what} {total:,}:\n"
        if total
        else f"\n\nThe first {len(rows)} infosets:\n"
    )
    right = (0, 2, 3, 4) if has_counts else (0, 2, 3)
    return title + table(head, body, right)


def actions_text(actions: dict[str, float]) -> str:
    """Actions with their percentages; of many, only those played most.

    >>> actions_text({"p": 0.25, "b": 0.75})
    'p 25.0%  b 75.0%'
    >>> actions_text({"1": 0.5, "2": 0.25, "3": 0.125, "4": 0.1, "5": 0.02, "6": 0.005})
    '1 50.0%  2 25.0%  3 12.5%  4 10.0%  and 2 more'
    """
    names = list(actions)
    if len(names) > SHOWN_ACTIONS + 1:
        best = sorted(names, key=lambda a: -actions[a])[:SHOWN_ACTIONS]
        names = [a for a in names if a in best and actions[a] > 0]
    text = "  ".join(f"{a} {100 * actions[a]:.1f}%" for a in names)
    hidden = len(actions) - len(names)
    return f"{text}  and {hidden} more" if hidden else text
