"""A solution and a strategy's rows as data, and that data as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tianji.cli._output import clock, exact, number, table

if TYPE_CHECKING:
    from tianji.cfr.solve import Solution
    from tianji.core.strategy import Strategy
    from tianji.flat.sequence import FlatGame

STOPPED = {
    "until": "the exploitability asked for is reached",
    "iterations": "all iterations are done",
    "seconds": "the time is up",
    "interrupted": "interrupted by Ctrl-C",
    "cancelled": "stopped on request",
    "exact": "exact, by linear programming",
}
SHOWN_ACTIONS = 4  # of an infoset with many actions, those played most


def solution_data(solution: Solution, rows: int) -> dict[str, Any]:
    """What `solve --json` prints."""
    flat = solution.flat
    return {
        "game": solution.game,
        "method": solution.method,
        "size": None if flat is None else size_data(flat),
        "values": solution.values,
        "nash_conv": solution.nash_conv,
        "exploitability": solution.exploitability,
        "players": solution.players,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "stopped": solution.stopped,
        "seed": solution.seed,
        "note": solution.note,
        "infosets": strategy_rows(flat, solution.strategy, rows),
        "history": [check._asdict() for check in solution.history],
    }


def size_data(flat: FlatGame) -> dict[str, int]:
    """Counts of a compiled game; the merged ones equal the others where nothing is merged."""
    original = flat.trees if flat.merge is None else flat.merge.original
    return {
        "histories": flat.histories,
        "infosets": sum(tree.num_infosets for tree in original),
        "merged_infosets": flat.num_infosets,
        "terminals": flat.terminals,
        "merged_terminals": len(flat.payoff),
        "chance_nodes": flat.chance_nodes,
    }


def strategy_rows(flat: FlatGame | None, strategy: Strategy, rows: int) -> list[dict[str, Any]]:
    """The infosets reached most often; without a compiled game, the first ones as listed."""
    if flat is not None:
        from tianji.evaluate.ranking import most_reached

        return [asdict(row) for row in most_reached(flat, strategy, rows)]
    from itertools import islice

    return [
        {"player": player, "infoset": text, "count": 1, "reach": None, "value": None, "actions": actions}
        for player, text, actions in islice(strategy.items(), rows)
    ]


def solution_text(data: dict[str, Any]) -> str:
    """What `solve` prints."""
    lines = [f"{data['game']} by {data['method']}: {_size(data['size'])}", ""]
    facts = [(f"value of player {p}", number(value).rjust(9)) for p, value in enumerate(data["values"])]
    facts.append(("NashConv", exact(data["nash_conv"]).rjust(9)))
    facts.append(
        (
            "exploitability",
            f"{exact(data['exploitability']).rjust(9)}  (NashConv / {data['players']} players)",
        )
    )
    rate = f", {data['iterations'] / max(data['seconds'], 1e-9):,.0f}/s" if data["iterations"] else ""
    facts.append(("iterations", f"{data['iterations']:,} in {clock(data['seconds'])}{rate}"))
    facts.append(("stopped", STOPPED[data["stopped"]]))
    lines += [f"{name:19}{text}" for name, text in facts]
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
