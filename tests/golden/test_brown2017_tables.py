"""experiments/brown2017_subgames: pages show the figures of expected.json, and claims follow from them."""

import importlib.util
import json
from pathlib import Path

import pytest

from tianji.holdem.rounds.gift_curve import gift_curve
from tianji.holdem.rounds.paper import PRINTED, TRUNK
from tianji.holdem.rounds.tables import describe, pairs, reproduce, scale_of, table_game

FOLDER = Path(__file__).resolve().parents[2] / "experiments" / "brown2017_subgames"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())


spec = importlib.util.spec_from_file_location("render", FOLDER / "render.py")
render = importlib.util.module_from_spec(spec)
spec.loader.exec_module(render)
QUICK = {"iterations": 3, "blueprint_iterations": 5, "value_iterations": 0, "threads": 1}


def test_the_pages_are_in_step_with_the_record():
    """`python experiments/brown2017_subgames/render.py` would change nothing."""
    pages = {page: page.read_text() for page in render.PAGES}
    for page, text in pages.items():
        assert render.render(text, EXPECTED) == text, page
    assert render.dump(EXPECTED) == (FOLDER / "expected.json").read_text()
    for name, record in EXPECTED.items():  # every record is shown somewhere, row by row
        shown = [text for text in pages.values() if render.table(record) in text]
        assert shown, name
        if "table" in record:
            assert all(f"| {row['technique']} |" in shown[0] for row in record["rows"])


def test_a_new_report_is_taken_in_row_by_row():
    records = {}
    both = [
        json.loads(reproduce(1, "ci", columns=[column], techniques=[name], **QUICK).to_json())
        for column, name in ((16, "resolve"), (4, "unsafe"))
    ]
    assert [render.merge(records, report) for report in both] == ["table1-ci"] * 2
    rows = [(row["column"], row["technique"]) for row in records["table1-ci"]["rows"]]
    assert rows == [(4, TRUNK), (4, "unsafe"), (16, TRUNK), (16, "resolve")]
    assert render.merge(records, {**both[0], "iterations": 4}) == "table1-ci-5-4"
    late = json.loads(reproduce(1, "ci", columns=[4], techniques=["unsafe"], seconds=1e-6, **QUICK).to_json())
    before = json.dumps(records["table1-ci"]["rows"])
    render.merge(records, late)  # rows that are not done replace nothing
    assert json.dumps(records["table1-ci"]["rows"]) == before
    page = "x\n<!-- table1-ci -->\nold\n<!-- end of table1-ci -->\ny\n"
    written = render.render(page, records)
    unsafe = records["table1-ci"]["rows"][1]
    assert (
        f"| unsafe | **{unsafe['mean']:.2f}** gap {unsafe['gap']:.2f} | {unsafe['ratio']:.3f} | 0.166 | - | - | - |"
        in written
    )
    assert "old" not in written and render.render(written, records) == written
    curve = gift_curve("ci", column=4, factors=[0, 95], **QUICK).to_dict()
    assert render.merge(records, curve) == "figure8-ci" and "| 95 |" in render.table(records["figure8-ci"])
    assert "| 95 |" in render.render("<!-- figure8-ci -->\n<!-- end of figure8-ci -->", records)
    with pytest.raises(SystemExit, match="let it end first"):
        render.merge(records, {**curve, "stopped": "seconds"})
    with pytest.raises(SystemExit, match="is of no record"):
        render.render("<!-- table9 -->\n<!-- end of table9 -->", records)


def test_a_value_that_comes_later_splits_the_mean_into_seats():
    """Best responses are kept seat by seat, value or not: any later run of the same game fills in the losses."""
    records, some = {}, {**QUICK, "columns": [4], "techniques": ["resolve"]}
    rows = reproduce(1, "ci", **some)
    known = reproduce(1, "ci", **{**some, "value_iterations": 20})
    render.merge(records, json.loads(rows.to_json()))
    assert records["table1-ci"]["rows"][1]["seat0"] is None
    later = {**json.loads(rows.to_json()), "value": known.value, "value_gap": known.value_gap, "rows": []}
    render.merge(records, later)
    for row, wanted in zip(records["table1-ci"]["rows"], known.rows, strict=True):
        assert (row["seat0"], row["seat1"]) == pytest.approx(
            (wanted.seat0, wanted.seat1), abs=1e-3
        )  # float32, seat by seat
    nested = reproduce(4, "ci", techniques=["translation"], **QUICK).rows[0]
    assert nested.seat0 is None and nested.mean == pytest.approx((nested.response0 + nested.response1) / 2)


@pytest.mark.parametrize("name", [name for name, record in EXPECTED.items() if "table" in record])
def test_the_record_is_of_todays_game_and_its_claims_follow(name):
    report = EXPECTED[name]
    game = table_game(report["table"], report["scale"])
    assert report["game"] == describe(game) and report["pairs"] == pairs(game) and report["stopped"] == ""
    columns = scale_of(report["table"], report["scale"]).buckets if report["table"] in PRINTED else (0,)
    printed = dict(zip(columns, render.printed_means(report["table"]), strict=True))
    for row in report["rows"]:
        if row["seat0"] is not None:
            mean = (row["seat0"] + row["seat1"]) / 2
            assert row["mean"] == pytest.approx(mean, abs=report["value_gap"])
        base = next(r["mean"] for r in report["rows"] if r["column"] == row["column"])
        assert row["ratio"] == pytest.approx(row["mean"] / base)
        assert row["paper"] == printed[row["column"]].get(row["technique"])
        if row.get("response0") is not None:
            assert row["mean"] == pytest.approx((row["response0"] + row["response1"]) / 2, abs=1e-9)
        if row.get("margins") is not None and report["table"] in PRINTED:
            assert sum(row["margins"]) == pytest.approx(1, abs=1e-3) and min(row["margins"]) >= 0
        assert row["gap"] is None or row["gap"] > -1e-3 * base
    counted = render.counted(report["table"], report["rows"])
    assert {key: report[key] for key in counted} == counted


def test_the_recipe_is_shown_as_it_was_found():
    """recipe.json is what `tianji reproduce brown2017 recipe --scale short --json` printed."""
    report, text = json.loads((FOLDER / "recipe.json").read_text()), (FOLDER / "README.md").read_text()
    assert report["game"] == describe(table_game(4, report["scale"])) and report["stopped"] == ""
    shown = text.partition("## The whole recipe")[2].partition("\n## ")[0]
    for row in report["rows"]:
        figures = f"**{row['mean']:.2f}** ({row['seat0']:.2f}, {row['seat1']:.2f}) | {row['share']:.3f}"
        assert f"| {row['cards']} | {row['answer']} | {figures} | {row['on_menu']:.2f} |" in shown
        assert row["share"] == pytest.approx(row["mean"] / report["rows"][0]["mean"])
