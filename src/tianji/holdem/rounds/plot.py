"""Pictures of the reproduced tables: losses beside the printed ones, margins, losses by buckets, the scale of gifts.

Every function takes what a report's `to_dict` gives (or JSON read back) and returns a matplotlib `Figure` as wide as
asked for, in pixels at 100 a inch; save it with `figure.savefig("x.png")`. Colours are those of Okabe and Ito, which
colour-blind readers can tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from textwrap import fill
from typing import TYPE_CHECKING, Any

from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest
from tianji.holdem.rounds.paper import BUCKETS, PRINTED, TRANSLATION, TRUNK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OURS, PRINTED_COLOUR = "#0072B2", "#E69F00"
COLOURS = (
    "#000000",
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#7F7F7F",
    "#0072B2",
    "#D55E00",
    "#009E73",
)
MARKERS = "osD^vPX<>*h"
DPI = 100
WIDE = 900  # pixels from which panels stand side by side
NAME = 26  # letters of a technique's name to a line
TICKS = {-1e4: "−10⁴", -1e2: "−100", 1e2: "100", 1e4: "10⁴"}  # of margins, in mbb

Data = Mapping[str, Any]
Lines = dict[str, list[tuple[int, float]]]


def plot_table(data: Data, kind: str = "ratios", width: int = 1200) -> Figure:
    """A table as bars ("ratios"), its margins ("margins") or its losses by buckets ("buckets")."""
    if kind not in KINDS:
        raise UnknownNameError(f"no picture {quote(kind)} of a table; {suggest(str(kind)[:80], list(KINDS))}")
    return KINDS[kind](data, width)


def _figure(panels: int, width: int, height: float, wide_height: float) -> tuple[Figure, list[Any]]:
    """Panels side by side where there is room for it, else one below the other; heights of a panel in inches."""
    from matplotlib.figure import Figure

    if isinstance(width, bool) or not isinstance(width, int) or not 300 <= width <= 10_000:
        raise ParameterError(f"width={quote(width)}; expected pixels, a whole number from 300 to 10000")
    is_wide = width >= WIDE
    size = (width / DPI, wide_height if is_wide else height * panels)
    figure = Figure(figsize=size, dpi=DPI, layout="constrained")
    rows, columns = (1, panels) if is_wide else (panels, 1)
    axes = figure.subplots(rows, columns, squeeze=False, sharey=is_wide)
    return figure, list(axes.flat)


def _columns(data: Data, key: str) -> dict[int, list[Data]]:
    """Rows that have this figure, by column."""
    found: dict[int, list[Data]] = {}
    for row in data["rows"]:
        if row.get(key) is not None:
            found.setdefault(row["column"], []).append(row)
    if not found:
        raise NotApplicableError(f"no row of this table has its {key} yet; run it to the end, then draw it")
    return found


def _names(rows: Sequence[Data]) -> list[str]:
    """Techniques in lines of a few words; "(not split)" is not."""
    return [fill(row["technique"].replace("(not s", "(not\u00a0s"), NAME) for row in rows]


def _title(data: Data, words: str) -> str:
    return f"Table {data['table']}, {data['scale']}: {words}"


def _bars(data: Data, width: int) -> Figure:
    """Loss over the trunk's, ours and the printed, a group of bars for each technique."""
    columns = _columns(data, "ratio")
    most = max(len(rows) for rows in columns.values())
    figure, axes = _figure(len(columns), width, 0.9 + 0.46 * most, 1.4 + 0.46 * most)
    for axis, (count, rows) in zip(axes, columns.items(), strict=True):
        rows = [row for row in rows if row["technique"] not in (TRUNK, TRANSLATION)]
        shown = [x for row in rows for x in (row["ratio"], row["paper_ratio"]) if x is not None and x <= 1.5]
        edge = max(shown, default=1.0) * 1.3
        for k, row in enumerate(rows):
            _bar(axis, k - 0.2, row["ratio"], edge, OURS, "ours")
            if row["paper_ratio"] is not None:
                _bar(axis, k + 0.2, row["paper_ratio"], edge, PRINTED_COLOUR, "printed")
            if row["gap"] is not None and row["mean"]:
                low = max(0.0, row["ratio"] * (1 - row["gap"] / row["mean"]))
                axis.plot([low, min(row["ratio"], edge)], [k - 0.2] * 2, color="black", lw=1.2)
        axis.set_yticks(range(len(rows)), _names(rows), fontsize=9)
        axis.set(
            xlim=(0, edge),
            ylim=(len(rows) - 0.45, -0.55),
            xlabel=f"loss / {TRUNK if count else TRANSLATION}'s loss",
        )
        axis.set_title(f"{count:,} buckets" if count else "exact cards", fontsize=10)
        axis.grid(visible=True, axis="x", color="0.9")
        axis.set_axisbelow(True)
    _legend(figure, axes[0], [("ours", OURS), ("printed", PRINTED_COLOUR)], "gap of ours")
    figure.suptitle(_title(data, "loss of each technique"), fontsize=11)
    return figure


def _bar(axis: Any, y: float, ratio: float, edge: float, colour: str, what: str) -> None:
    is_cut = ratio > edge
    hatch = "///" if what == "printed" else None
    axis.barh(y, min(ratio, edge), 0.38, color=colour, hatch=hatch, edgecolor="white", lw=0)
    text = f"{ratio:.3f}" if ratio < 1 else f"{ratio:.2f}"
    place = (edge, "right") if is_cut else (ratio, "left")
    label = f"{text} → " if is_cut else f" {text}"
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0} if is_cut else None
    axis.text(place[0], y, label, ha=place[1], va="center", fontsize=8, bbox=box)


def _legend(figure: Figure, axis: Any, entries: Sequence[tuple[str, str]], line: str = "") -> None:
    handles = [
        axis.barh(
            0,
            0,
            color=colour,
            label=name,
            hatch="///" if name == "printed" else None,
            edgecolor="white",
            lw=0,
        )
        for name, colour in entries
    ]
    if line:
        handles += axis.plot([], [], color="black", lw=1.2, label=line)
    figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=9, frameon=False)


def _margins(data: Data, width: int) -> Figure:
    """How margins are distributed over hands: a strip a technique, worse hands than before in orange."""
    columns = _columns(data, "margins")
    edges = list(data["margin_edges"])
    most = max(len(rows) for rows in columns.values())
    figure, axes = _figure(len(columns), width, 0.8 + 0.5 * most, 1.3 + 0.5 * most)
    middle = len(edges) // 2  # the bin around 0
    for axis, (count, rows) in zip(axes, columns.items(), strict=True):
        for k, row in enumerate(rows):
            shares, top = row["margins"], max(row["margins"])
            colours = [
                PRINTED_COLOUR if b < middle else "0.65" if b == middle else OURS for b in range(len(shares))
            ]
            heights = [-0.78 * x / top for x in shares]
            axis.bar(range(len(shares)), heights, 1.0, bottom=k + 0.42, color=colours, lw=0)
            axis.axhline(k + 0.42, color="0.8", lw=0.6)
            axis.text(-0.4, k, f"{100 * sum(shares[:middle]):.2g}%", ha="left", va="center", fontsize=8)
        axis.set_yticks(range(len(rows)), _names(rows), fontsize=9)
        places = [middle, *(edges.index(x) + 0.5 for x in TICKS)]
        axis.set_xticks(places, ["0", *TICKS.values()], fontsize=9)
        axis.set(xlim=(-1, len(edges) + 1), ylim=(len(rows) - 0.4, -0.6), xlabel="margin, mbb")
        axis.set_title(f"{count:,} buckets" if count else "exact cards", fontsize=10)
    _legend(
        figure,
        axes[0],
        [("worse than the blueprint", PRINTED_COLOUR), ("within 1 mbb", "0.65"), ("better", OURS)],
    )
    words = "margins of hands (share of those that are worse)"
    figure.suptitle(_title(data, words), fontsize=11)
    return figure


def _buckets(data: Data, width: int) -> Figure:
    """Loss against the number of buckets, a line a technique: ours, and the printed ones beside them."""
    ours: Lines = {}
    for count, rows in _columns(data, "mean").items():
        for row in rows:
            ours.setdefault(row["technique"], []).append((count, row["mean"]))
    if all(len(points) < 2 for points in ours.values()):
        raise NotApplicableError("a curve over buckets needs two columns of the table; this one has not")
    number = data["table"]
    printed: Lines = {
        name: list(zip(BUCKETS[number], PRINTED[number][name], strict=True))
        for name in ours
        if name in PRINTED[number]
    }
    figure, axes = _figure(2, width, 3.4, 5.6)
    for axis, lines, title in zip(axes, (ours, printed), ("ours", "printed"), strict=True):
        for k, name in enumerate(ours):  # wide lines first: where they coincide, all can be seen
            colour, marker = COLOURS[k % len(COLOURS)], MARKERS[k % len(MARKERS)]
            axis.loglog(
                *zip(*lines.get(name, [(nan, nan)]), strict=True), "-" if k < 8 else "--", color=colour, marker=marker,
                ms=max(3.0, 9 - 0.6 * k), lw=max(1.0, 3.6 - 0.3 * k), label=name,
            )  # fmt: skip
        counts = sorted({count for points in lines.values() for count, _ in points})
        axis.set_xticks(counts, [f"{count:,}" for count in counts])
        axis.minorticks_off()
        axis.set(xlabel="buckets", ylabel="loss, mbb/h")
        axis.set_title(title, fontsize=10)
        axis.grid(visible=True, which="major", color="0.9")
    handles, labels = axes[0].get_legend_handles_labels()
    ncols = 3 if width >= WIDE else 2
    figure.legend(handles, labels, loc="outside lower center", ncols=ncols, fontsize=8, frameon=False)
    figure.suptitle(_title(data, "loss against buckets"), fontsize=11)
    return figure


def plot_gifts(data: Data, width: int = 1200) -> Figure:
    """The gift-scale curve: loss over that without gifts, against the factor that gifts are multiplied by."""
    points = [point for point in data["points"] if point["ratio"] is not None]
    if len(points) < 2:
        raise NotApplicableError(
            f"a curve needs two factors that are done, this one has {len(points)}; run it to the end"
        )
    figure, (axis,) = _figure(1, width, 4.2, 5.2)
    for key, name, colour, style in (
        ("ratio", "ours", OURS, "o-"), ("paper_ratio", "printed (read off figure 8)", PRINTED_COLOUR, "s--"),
    ):  # fmt: skip
        drawn = [(point["factor"], point[key]) for point in data["points"] if point[key] is not None]
        axis.plot(*zip(*drawn, strict=True), style, color=colour, lw=1.6, ms=6, label=name)
    axis.set_xscale("symlog", linthresh=1, linscale=0.6)
    axis.axvline(
        data["num_flops"], color="0.5", ls=":", lw=1.4, label=f"not split: {data['num_flops']:,} flops"
    )
    axis.axhline(1, color="0.8", lw=0.8)
    axis.set_xticks(
        [0, *(10**k for k in range(7))], ["0", "1", "10", "100", *(f"$10^{k}$" for k in range(3, 7))]
    )
    axis.set(xlabel="factor on gifts", ylabel="loss / loss without gifts (maxmargin)", xlim=(-0.2, 2e6))
    axis.set_ylim(0, 1.06 * axis.dataLim.ymax)
    axis.grid(visible=True, color="0.92")
    axis.legend(fontsize=9, frameon=False)
    axis.set_title(f"Figure 8, {data['scale']}: {data['column']:,} buckets, reach-maxmargin", fontsize=11)
    return figure


KINDS = {"ratios": _bars, "margins": _margins, "buckets": _buckets}
