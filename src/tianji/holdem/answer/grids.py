"""13×13 grids, as text and as HTML: cells split by action, or numbers; always with a legend.

Text is read without colour: every action of a menu has a sign of its own (`ACTION_SIGNS`), so that two bet sizes are
never one letter, and a cell shows the mix as that many signs, each an equal part of how the class is played.
"""

from __future__ import annotations

from html import escape

from tianji.holdem.answer.tables import HandTable
from tianji.poker.cards import cell_names

FOLD, CALL = "#6d9dc5", "#7fb77e"
REDS = ("#f2b5a7", "#e98b78", "#dd5f4c", "#c43a31", "#9c1f24", "#6f0d18")
ACTION_SIGNS = {"fold": "f", "check": "x", "call": "c", "allin": "A"}
SIZE_SIGNS = "123456789bdeghijklmn"  # of bets and raises, by size
MOST_SIGNS = 8
ABSENT = 0.005  # a class with less of it left in the range is not drawn


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


def action_signs(columns: list[str]) -> list[str]:
    """One sign an action: f fold, x check, c call, A all-in; bets and raises 1, 2, 3 … by size.

    >>> action_signs(["fold", "call", "raise 102 (60%)", "raise 150 (100%)", "allin 200 (142%)"])
    ['f', 'c', '1', '2', 'A']
    """
    sizes = iter(SIZE_SIGNS)
    return [ACTION_SIGNS.get(column.split()[0]) or next(sizes, "?") for column in columns]


def shared_out(shares: list[float], count: int) -> list[int]:
    """How many of `count` signs each share gets: rounded by largest remainder, so that they add up.

    >>> shared_out([0.6, 0.4, 0.0], 4), shared_out([1 / 3, 1 / 3, 1 / 3], 4)
    ([2, 2, 0], [2, 1, 1])
    """
    total = sum(shares) or 1.0
    exact = [count * share / total for share in shares]
    given = [int(x + 1e-9) for x in exact]
    by_rest = sorted(range(len(exact)), key=lambda k: (given[k] - exact[k], k))
    for k in by_rest[: count - sum(given)]:
        given[k] += 1
    return given


def text_grid(table: HandTable, width: int = 80, is_coloured: bool = False) -> str:
    """The grid as text of at most `width` columns, with a legend; ranks label its sides. Too wide, it comes in blocks.

    A strategy's cell is a row of signs, `xx1A`: half check, a quarter the smallest bet, a quarter all-in. Other tables
    show numbers: EV in chips, shares in percent.
    """
    is_strategy = table.kind == "strategy"
    entries: list[tuple[str, str, str]]
    if is_strategy:
        cells, colours, about = _sign_cells(table, width)
        entries = _signs(table)
    else:
        cells, colours, about = _number_cells(table, width)
        entries = _ends(cells, colours)
    wide, at = max(len(cell) for row in cells for cell in row), "^" if is_strategy else ">"
    most = min(13, max(1, (width - 2 + 1) // (wide + 1)))  # columns side by side; the others follow below
    each = -(-13 // -(-13 // most))
    ranks = [row[k][0] for k, row in enumerate(cell_names())]
    blocks = []
    for first in range(0, 13, each):
        span = range(first, min(13, first + each))
        lines = ["  " + " ".join(f"{ranks[j]:{at}{wide}}" for j in span)]
        for i, rank in enumerate(ranks):
            texts = [f"{cells[i][j]:{at}{wide}}" for j in span]
            if is_coloured:
                texts = [
                    _painted(t, colours[i][j]) if colours[i][j] else t
                    for t, j in zip(texts, span, strict=True)
                ]
            lines.append(f"{rank} " + " ".join(texts))
        blocks.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join([*blocks, "\n".join(_legend(entries, about, width, is_coloured))])


def _sign_cells(table: HandTable, width: int) -> tuple[list[list[str]], list[list[list[str]]], str]:
    size = min(MOST_SIGNS, max(2, (min(width, 120) - 2) // 13 - 1))
    grid, signs, hues = table.grid(), action_signs(table.columns), action_colours(table.columns)
    cells, colours = [], []
    for names in cell_names():
        row, paint = [], []
        for name in names:
            weight, means = grid.get(name, (0.0, []))
            counts = shared_out(means, size) if weight >= ABSENT else []
            row.append("".join(sign * n for sign, n in zip(signs, counts, strict=False)) or ".")
            paint.append([hue for hue, n in zip(hues, counts, strict=False) for _ in range(n)])
        cells.append(row)
        colours.append(paint)
    return cells, colours, f"each sign 1/{size} of how the class is played; . not in the range"


def _number_cells(table: HandTable, width: int) -> tuple[list[list[str]], list[list[list[str]]], str]:
    grid = table.grid()
    shown = {n: means[0] for n, (weight, means) in grid.items() if weight >= ABSENT and means[0] == means[0]}
    is_chips = "ev" in table.columns[0]
    sign = "+" if "difference" in table.kind else ""
    factor = 1.0 if is_chips else 100.0
    most = max((abs(factor * x) for x in shown.values()), default=0.0)
    room = max(3, (min(width, 120) - 2) // 13 - 1)
    digits = 2 if is_chips and most < 10 else 1 if is_chips and most < 1000 else 0
    while digits and max(len(_number(factor * x, sign, digits)) for x in shown.values()) > room:
        digits -= 1
    low, high = min(shown.values(), default=0.0), max(shown.values(), default=0.0)
    if sign:  # no difference is in the middle of the scale
        low, high = -max(abs(low), abs(high)), max(abs(low), abs(high))
    cells, colours = [], []
    for names in cell_names():
        cells.append([_number(factor * shown[n], sign, digits) if n in shown else "." for n in names])
        colours.append([
            [_scale((shown[n] - low) / (high - low) if high > low else 0.5)] * 12 if n in shown else [] for n in names
        ])  # fmt: skip
    unit = "chips" if is_chips else "percentage points" if sign else "percent"
    return cells, colours, f"{table.columns[0]} in {unit}; . not in the range"


def _number(value: float, sign: str, digits: int) -> str:
    """A number without a sign where it is zero as shown."""
    text = f"{value:{sign}.{digits}f}"
    return text if float(text) else text.lstrip("+-")


def _scale(share: float) -> str:
    """From red to green, light enough for black letters."""
    red, green = round(235 - 100 * max(0.0, 2 * share - 1)), round(135 + 80 * min(1.0, 2 * share))
    return f"#{red:02x}{green:02x}80"


def _painted(text: str, colours: list[str]) -> str:
    """Text with a background letter by letter; spaces around it stay as they are."""
    body = text.strip()
    before = text.index(body)
    out = ""
    for k, letter in enumerate(body):
        out += f"{_paint(colours[min(k, len(colours) - 1)])}{letter}"
    return text[:before] + out + "\x1b[0m" + text[before + len(body) :]


def _paint(colour: str) -> str:
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    ink = "0;0;0" if 0.3 * r + 0.6 * g + 0.1 * b > 100 else "255;255;255"
    return f"\x1b[48;2;{r};{g};{b};38;2;{ink}m"


def _signs(table: HandTable) -> list[tuple[str, str, str]]:
    """Sign, colour and meaning of every action, with the range's mean of each."""
    hues = action_colours(table.columns)
    named = zip(action_signs(table.columns), hues, table.means.items(), strict=True)
    return [(sign, hue, f"{name} {100 * mean:.1f} %") for sign, hue, (name, mean) in named]


def _ends(cells: list[list[str]], colours: list[list[list[str]]]) -> list[tuple[str, str, str]]:
    """The least and the most that is shown, with their colours: the ends of the scale."""
    painted = zip((c for row in cells for c in row), (p for row in colours for p in row), strict=True)
    shown = sorted({(float(cell), cell, paint[0]) for cell, paint in painted if paint})
    return [(shown[k][1], shown[k][2], name) for k, name in ((0, "least"), (-1, "most"))] if shown else []


def _legend(entries: list[tuple[str, str, str]], about: str, width: int, is_coloured: bool) -> list[str]:
    """What signs and colours mean, then how to read the grid; whole entries, wrapped."""
    lines: list[list[tuple[str, str]]] = [[]]
    for sign, hue, text in entries:
        entry = (
            f"{_paint(hue)} {sign} \x1b[0m {text}" if is_coloured else f" {sign}  {text}",
            f" {sign}  {text}",
        )
        if lines[-1] and sum(len(plain) + 2 for _, plain in [*lines[-1], entry]) > width:
            lines.append([])
        lines[-1].append(entry)
    found = ["  ".join(shown for shown, _ in line).rstrip() for line in lines if line]
    return [*found, *_wrapped(f"{about}; suited above the diagonal, offsuit below", width)]


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, max(width, 20))


def html_grid(table: HandTable, means: dict[str, float] | None = None) -> str:
    """A self-contained table element with a legend of the range's means (the table's own, unless they are given)."""
    cells = table.grid()
    is_strategy = table.kind == "strategy"
    colours = action_colours(table.columns) if is_strategy else []
    values = [mix[0] for weight, mix in cells.values() if weight > 0]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if "difference" in table.kind:  # none is in the middle of the scale
        low, high = -max(-low, high), max(-low, high)
    rows = []
    for names in cell_names():
        row = []
        for name in names:
            weight, mix = cells.get(name, (0.0, []))
            tip = "; ".join(f"{c} {_mean(table, m)}" for c, m in zip(table.columns, mix, strict=False))
            if weight <= 0:
                style = "background:#eeeeee;color:#aaaaaa"
            elif is_strategy:
                style = f"background:{_stripes(mix, colours)};opacity:{0.35 + 0.65 * min(1.0, weight):.2f}"
            else:
                share = (mix[0] - low) / (high - low) if high > low else 1.0
                style = (
                    f"background:hsl({120 * share:.0f},45%,70%);opacity:{0.35 + 0.65 * min(1.0, weight):.2f}"
                )
            row.append(
                f'<td title="{escape(name)}: {escape(tip)}" style="{style};padding:2px 4px">{name}</td>'
            )
        rows.append("<tr>" + "".join(row) + "</tr>")
    caption = f"{escape(table.player)} on {escape(table.board)} after “{escape(table.line) or 'start'}”: "
    for k, (column, mean) in enumerate((means or table.means).items()):
        patch = f'<span style="background:{colours[k]}">&nbsp;&nbsp;&nbsp;</span> ' if is_strategy else ""
        caption += f"{', ' if k else ''}{patch}{escape(column)} {_mean(table, mean)}"
    return (
        '<table style="border-collapse:collapse;font:11px sans-serif;text-align:center">'
        f'<caption style="caption-side:bottom;text-align:left">{caption}</caption>{"".join(rows)}</table>'
    )


def _mean(table: HandTable, mean: float) -> str:
    """A share as a percentage, as in the text; EV in chips, differences with their sign."""
    if table.kind == "difference":
        return f"{100 * mean:+.1f} points"
    sign = "+" if "difference" in table.kind else ""
    return f"{100 * mean:.1f} %" if table.kind in ("strategy", "equity", "range") else f"{mean:{sign}.3g}"


def _stripes(means: list[float], colours: list[str]) -> str:
    stops = []
    at = 0.0
    for mean, colour in zip(means, colours, strict=True):
        stops.append(f"{colour} {100 * at:.0f}% {100 * (at + mean):.0f}%")
        at += mean
    return f"linear-gradient(90deg,{','.join(stops)})"
