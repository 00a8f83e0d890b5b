"""How `tianji holdem` shows what it found: live lines, tables, the 13×13 grid in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tianji.cli._output import clock, exact, short, table

if TYPE_CHECKING:
    from tianji.holdem import HandTable, Solution


def equity_data(found: Any) -> dict[str, Any]:
    """An equity as plain values."""
    return {
        "equity_first": found.first, "equity_second": found.second,
        "win": found.win, "tie": found.tie, "lose": found.lose,
    }  # fmt: skip


def solution_data(found: Solution) -> dict[str, Any]:
    """What `solve` prints, as plain values."""
    return {
        "board": found.spot.board, "pot": found.spot.pot, "stack": found.spot.stack, "values": found.values,
        "exploitability": found.exploitability, "exploitability_pct": found.exploitability_pct,
        "iterations": found.iterations, "seconds": found.seconds, "stopped": found.stopped, "method": found.method,
        "actions": found.strategy("").means, "history": [list(row) for row in found.history],
    }  # fmt: skip


def solution_text(data: dict[str, Any]) -> str:
    """The same as a table."""
    rows = [
        ("board", data["board"]),
        ("ev oop, ip", ", ".join(exact(v) for v in data["values"])),
        (
            "exploitability",
            f"{short(data['exploitability'])} chips, {short(data['exploitability_pct'])}% of pot",
        ),
        ("iterations", f"{data['iterations']:,} in {clock(data['seconds'])} ({data['stopped']})"),
        *((f"oop {name}", f"{100 * share:.2f} %") for name, share in data["actions"].items()),
    ]
    return table(("", ""), rows).strip("\n")


def show_text(data: dict[str, Any], grid: HandTable | None) -> str:
    """What `show` prints, with a grid where one is asked for."""
    rows = [("board", data["board"]), ("line", data["line"] or "start"), ("to act", data["player"])]
    if "hand" in data:
        one = data["hand"]
        rows += [(f"{one['hand']} {name}", f"{100 * share:.2f} %") for name, share in one["strategy"].items()]
        rows += [("ev", exact(one["ev"])), ("equity", f"{100 * one['equity']:.2f} %")]
    else:
        rows += [(name, f"{100 * share:.2f} %") for name, share in data["frequencies"].items()]
        rows += [("ev", exact(data["ev"])), ("equity", f"{100 * data['equity']:.2f} %")]
    text = table(("", ""), rows).strip("\n")
    return text if grid is None else text + "\n\n" + grid_text(grid)


def grid_text(strategy: HandTable) -> str:
    """The 13×13 grid: cells split by action in colour on a terminal, elsewhere the letter of the commonest action."""
    import sys

    from tianji.holdem.answer.grids import action_colours
    from tianji.poker.cards import cell_names

    cells = strategy.grid()
    colours = action_colours(strategy.columns)
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    lines = []
    for names in cell_names():
        row = []
        for name in names:
            weight, means = cells.get(name, (0.0, []))
            if weight <= 0:
                row.append("  .  ")
            elif is_terminal:
                row.append(_cell(name, means, colours))
            else:
                best = max(range(len(means)), key=lambda k: means[k])
                row.append(f"{name:3}{strategy.columns[best][0]} ")
        lines.append("".join(row).rstrip())
    key = "  ".join(f"{c}: {100 * m:.1f} %" for c, m in strategy.means.items())
    return "\n".join([*lines, "", key])


def _cell(name: str, means: list[float], colours: list[str]) -> str:
    """Five columns of background, shared out by action."""
    text, out, done = f"{name:4} ", "", 0
    for k, mean in enumerate(means):
        end = 5 if k == len(means) - 1 else min(5, round(5 * sum(means[: k + 1])))
        if end > done and mean > 0:
            r, g, b = (int(colours[k][i : i + 2], 16) for i in (1, 3, 5))
            out += f"\x1b[48;2;{r};{g};{b};38;2;0;0;0m{text[done:end]}"
            done = end
    return out + text[done:] + "\x1b[0m"
