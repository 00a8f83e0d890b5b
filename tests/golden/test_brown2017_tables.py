"""experiments/brown2017_subgames: pages show the figures of expected.json, and claims follow from them."""

import importlib.util
import json
from pathlib import Path

import pytest

from tianji.holdem.rounds.paper import PRINTED, TRUNK, holds
from tianji.holdem.rounds.tables import SCALES, describe, pairs, reproduce, table_game

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
    with pytest.raises(SystemExit, match="is of no record"):
        render.render("<!-- table9 -->\n<!-- end of table9 -->", records)


@pytest.mark.parametrize("name", list(EXPECTED))
def test_the_record_is_of_todays_game_and_its_claims_follow(name):
    report = EXPECTED[name]
    game, columns = table_game(report["table"], report["scale"]), SCALES[report["scale"]].buckets
    assert report["game"] == describe(game) and report["pairs"] == pairs(game) and report["stopped"] == ""
    held = dict.fromkeys("abcde", 0)
    for place, column in enumerate(columns):
        rows = {row["technique"]: row for row in report["rows"] if row["column"] == column}
        printed = PRINTED[report["table"]]
        for claim, is_held in holds({name: row["mean"] for name, row in rows.items()}).items():
            held[claim] += bool(is_held)
        for technique, row in rows.items():
            if row["seat0"] is not None:
                assert row["mean"] == pytest.approx(
                    (row["seat0"] + row["seat1"]) / 2, abs=report["value_gap"]
                )
            assert row["ratio"] == pytest.approx(row["mean"] / rows[TRUNK]["mean"])
            assert row["paper"] == (printed[technique][place] if technique in printed else None)
    assert held == {claim: counts[0] for claim, counts in report["counts"].items()}
