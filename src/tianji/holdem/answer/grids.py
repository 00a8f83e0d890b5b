"""13×13 grids as HTML: cells split by action, filled by how much of the class is left in the range."""

from __future__ import annotations

from html import escape

from tianji.holdem.answer.tables import HandTable
from tianji.poker.cards import cell_names

FOLD, CALL = "#6d9dc5", "#7fb77e"
REDS = ("#f2b5a7", "#e98b78", "#dd5f4c", "#c43a31", "#9c1f24", "#6f0d18")


def action_colours(columns: list[str]) -> list[str]:
    """Fold blue, check and call green, bets in reds that deepen with size."""
    bets = [c for c in columns if c.split()[0] in ("bet", "raise", "allin")]
    colours = []
    for column in columns:
        verb = column.split()[0]
        if verb == "fold":
            colours.append(FOLD)
        elif verb in ("check", "call"):
            colours.append(CALL)
        else:
            at = bets.index(column) if column in bets else 0
            colours.append(
                REDS[min(len(REDS) - 1, at * len(REDS) // max(1, len(bets)) + (len(REDS) // (len(bets) + 1)))]
            )
    return colours


def html_grid(table: HandTable) -> str:
    """A self-contained table element with a caption of the range's means."""
    cells = table.grid()
    is_strategy = table.kind == "strategy"
    colours = action_colours(table.columns) if is_strategy else []
    values = [means[0] for weight, means in cells.values() if weight > 0]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    rows = []
    for names in cell_names():
        row = []
        for name in names:
            weight, means = cells.get(name, (0.0, []))
            tip = "; ".join(f"{c} {m:.3g}" for c, m in zip(table.columns, means, strict=False))
            if weight <= 0:
                style = "background:#eeeeee;color:#aaaaaa"
            elif is_strategy:
                style = f"background:{_stripes(means, colours)};opacity:{0.35 + 0.65 * min(1.0, weight):.2f}"
            else:
                share = (means[0] - low) / (high - low) if high > low else 1.0
                style = (
                    f"background:hsl({120 * share:.0f},45%,70%);opacity:{0.35 + 0.65 * min(1.0, weight):.2f}"
                )
            row.append(
                f'<td title="{escape(name)}: {escape(tip)}" style="{style};padding:2px 4px">{name}</td>'
            )
        rows.append("<tr>" + "".join(row) + "</tr>")
    means_text = ", ".join(f"{escape(c)} {m:.3g}" for c, m in table.means.items())
    caption = f"{escape(table.player)} on {escape(table.board)} after “{escape(table.line) or 'start'}”: {means_text}"
    return (
        '<table style="border-collapse:collapse;font:11px sans-serif;text-align:center">'
        f'<caption style="caption-side:bottom;text-align:left">{caption}</caption>{"".join(rows)}</table>'
    )


def _stripes(means: list[float], colours: list[str]) -> str:
    stops = []
    at = 0.0
    for mean, colour in zip(means, colours, strict=True):
        stops.append(f"{colour} {100 * at:.0f}% {100 * (at + mean):.0f}%")
        at += mean
    return f"linear-gradient(90deg,{','.join(stops)})"
