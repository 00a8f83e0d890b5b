"""Pictures of the reproduced tables, and figure 8: what is drawn is what the report says."""

import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

import tianji as tj
from tianji.cli import main
from tianji.holdem.rounds.gift_curve import gift_curve
from tianji.holdem.rounds.paper import BUCKETS, GIFT_SCALE, PRINTED, TRUNK
from tianji.holdem.rounds.plot import plot_gifts, plot_table
from tianji.holdem.rounds.subgames import MARGIN_EDGES, ROWS, gate_of
from tianji.holdem.rounds.tables import reproduce

QUICK = {"iterations": 2, "blueprint_iterations": 2, "value_iterations": 0, "threads": 1}
FOLDER = Path(__file__).resolve().parents[2] / "experiments" / "brown2017_subgames"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())["table1-short"]


def texts(figure):
    return [text.get_text() for axis in figure.axes for text in axis.texts]


@pytest.fixture(scope="module")
def figure_8(tmp_path_factory):
    """A folder where the command has drawn and printed the figure, and kept its rows."""
    place = tmp_path_factory.mktemp("figure8")
    words = (
        "reproduce brown2017 figure8 --scale ci --column 4 -n 2 --blueprint-iterations 2 --value-iterations 0"
    )
    with (place / "printed").open("w") as file, redirect_stdout(file):
        assert main([*words.split(), "--folder", str(place / "rows"), "--plot", str(place / "x.svg")]) == 0
    return place


@pytest.fixture(scope="module")
def report():
    return reproduce(1, "ci", columns=[4, 16], techniques=["unsafe", "maxmargin", "combined"], **QUICK)


@pytest.mark.parametrize("width", [600, 1200])
def test_bars_show_every_ratio(width):
    figure = plot_table(EXPECTED, "ratios", width)
    shown = [float(text) for text in texts(figure)]
    rows = [row for row in EXPECTED["rows"] if row["technique"] != TRUNK]
    wanted = [x for row in rows for x in (row["ratio"], row["paper_ratio"]) if x is not None]
    assert sorted(shown) == pytest.approx(sorted(wanted), abs=5e-4)
    assert figure.get_size_inches()[0] * figure.dpi == width
    names = [label.get_text().replace("\n", " ") for label in figure.axes[0].get_yticklabels()]
    assert [name.replace("\u00a0", " ") for name in names] == list(
        dict.fromkeys(row["technique"] for row in rows)
    )


def test_a_bar_far_beyond_the_others_is_cut_and_says_so():
    rows = [
        {"technique": name, "column": 30_000, "ratio": x, "paper_ratio": y, "mean": x, "gap": None}
        for name, x, y in (("unsafe", 0.2, 9.58), ("resolve", 0.6, 0.56))
    ]
    figure = plot_table({"table": 2, "scale": "full", "rows": rows})
    assert "9.58 → " in texts(figure) and figure.axes[0].get_xlim()[1] < 1


def ticks(axis):
    low, high = axis.get_xlim()
    return [label for label in axis.get_xticklabels() if low <= label.get_position()[0] <= high]


def test_nothing_is_drawn_over_anything_else():
    """Names, numbers and titles of the widest table at both widths."""
    for width in (600, 1200):
        figure = plot_table(EXPECTED, "ratios", width)
        FigureCanvasAgg(figure).draw()
        boxes = [
            text.get_window_extent()
            for axis in figure.axes
            for text in (*axis.texts, *ticks(axis), axis.title, axis.xaxis.label)
        ]
        over = [(a, b) for k, a in enumerate(boxes) for b in boxes[:k] if a.overlaps(b)]
        assert not over
        assert all(box.x0 >= 0 and box.x1 <= width for box in boxes)


def test_margins_are_drawn_as_counted(report):
    figure = report.plot("margins", 600)
    rows = [row for row in report.rows if row.technique != TRUNK]
    assert sum(len(axis.patches) for axis in figure.axes) >= len(rows) * (len(MARGIN_EDGES) + 1)
    worse = [f"{100 * sum(row.margins[:21]):.2g}%" for row in rows]
    assert texts(figure) == worse


def test_losses_by_buckets_stand_beside_the_printed_ones(report):
    ours, printed = report.plot("buckets").axes
    lines = {line.get_label(): line for line in ours.lines}
    assert lines["unsafe"].get_xdata().tolist() == [4, 16]
    assert lines["unsafe"].get_ydata().tolist() == [
        row.mean for row in report.rows if row.technique == "unsafe"
    ]
    lines = {line.get_label(): line for line in printed.lines}
    assert lines["unsafe"].get_xdata().tolist() == list(BUCKETS[1])
    assert lines["unsafe"].get_ydata().tolist() == list(PRINTED[1]["unsafe"])


def test_what_cannot_be_drawn_is_refused(report):
    with pytest.raises(
        tj.errors.UnknownNameError, match="no picture 'rations' of a table; did you mean 'ratios'"
    ):
        report.plot("rations")
    with pytest.raises(tj.errors.ParameterError, match="width=10; expected pixels"):
        report.plot(width=10)
    with pytest.raises(tj.errors.NotApplicableError, match="no row of this table has its margins yet"):
        plot_table({**EXPECTED, "rows": [{**row, "margins": None} for row in EXPECTED["rows"]]}, "margins")
    one = reproduce(1, "ci", columns=[4], techniques=["unsafe"], seconds=1e-6, **QUICK)
    with pytest.raises(tj.errors.NotApplicableError, match="no row of this table has its ratio yet"):
        one.plot()
    with pytest.raises(tj.errors.NotApplicableError, match="needs two columns"):
        plot_table({**report.to_dict(), "rows": report.to_dict()["rows"][:4]}, "buckets")
    with pytest.raises(tj.errors.NotApplicableError, match="needs two factors"):
        plot_gifts({"points": [{"ratio": 1.0}]})


def test_gates_with_gifts_of_another_scale():
    assert gate_of("reach-maxmargin (gifts x1)") == ROWS["reach-maxmargin"]
    assert gate_of("reach-estimate + distributional (gifts x2.5)").gifts == 2.5
    for name in ("maxmargin (gifts x2)", "reach-maxmargin (gifts x-1)", "reach-resolve (gifts x2)", 7):
        with pytest.raises(tj.errors.UnknownNameError, match="no technique"):
            gate_of(name)


def test_figure_8_goes_through_the_rows_of_the_table(figure_8):
    curve = gift_curve("ci", column=4, factors=[0, 1, 10, 95], folder=figure_8 / "rows", **QUICK)
    names = ["maxmargin", "reach-maxmargin", "reach-maxmargin (not split)", "reach-maxmargin (gifts x10)"]
    table = reproduce(2, "ci", columns=[4], techniques=names, folder=figure_8 / "rows", **QUICK)
    means = {row.technique: row.mean for row in table.rows}
    assert [point.mean for point in curve.points] == [means[names[k]] for k in (0, 1, 3, 2)]
    assert curve.points[0].ratio == 1 and curve.points[1].paper == GIFT_SCALE[1] and curve.num_flops == 95
    drawn = curve.plot(600).axes[0].lines[0]
    assert drawn.get_xdata().tolist() == [0, 1, 10, 95]
    assert drawn.get_ydata().tolist() == [point.ratio for point in curve.points]
    with pytest.raises(tj.errors.ParameterError, match="factors: -1; expected whole numbers"):
        gift_curve("ci", factors=[-1])


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_curve_fits_the_terminal(width, monkeypatch):
    from tianji.cli import reproduce as command
    from tianji.cli.shared import layout

    keys = ("seat0", "seat1", "mean", "ratio", "paper", "paper_ratio", "gap")
    points = [{"factor": factor, **dict.fromkeys(keys, 110.675)} for factor in GIFT_SCALE]
    data = {**EXPECTED, "column": 1_000, "num_flops": 266, "points": points}
    monkeypatch.setattr(layout, "columns", lambda stream: width)
    lines = layout.within(command._curve_text(data), width).split("\n")
    assert all(len(line) <= width for line in lines)
    assert sum(line.count("110.7") == 7 for line in lines) == len(points)  # a point a line
    assert "gifts change nothing here" in " ".join(lines)


def test_the_command_draws_and_prints_figure_8(figure_8):
    out = (figure_8 / "printed").read_text()
    assert (figure_8 / "x.svg").read_bytes().startswith(b"<?xml")
    assert "Figure 8, scale ci" in out and "x1,000,000" in out and "x95" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["figure8", "--technique", "resolve"], "leave out --technique"),
        (
            ["figure8", "--plot", "x.png", "--picture", "ratios"],
            "--picture ratios says which picture of a table",
        ),
        (["table1", "--picture", "ratios"], "--picture ratios says which picture of a table"),
        (["table1", "--plot", "x.png", "--picture", "bars"], "no picture 'bars'"),
        (["table1", "--plot", "x.gif"], "pictures are written as .png, .svg, .pdf"),
        (["table1", "--plot", "no/such/folder/x.png"], "no/such/folder"),
        (["figure9"], "no table 'figure9'; did you mean 'figure8'"),
    ],
)
def test_what_cannot_be_asked_for(words, said, capsys):
    assert main(["reproduce", "brown2017", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
