"""experiments/brown2017_subgames: its README shows the figures of expected.json, and its claims follow from them."""

import json
from pathlib import Path

import pytest

from tianji.holdem.rounds.paper import PRINTED, TRUNK, holds
from tianji.holdem.rounds.tables import describe, pairs, scale_of, table_game

FOLDER = Path(__file__).resolve().parents[2] / "experiments" / "brown2017_subgames"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())


@pytest.mark.parametrize("name", list(EXPECTED))
def test_the_readme_shows_what_was_found(name):
    report, text = EXPECTED[name], (FOLDER / "README.md").read_text()
    shown = text.partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]
    for row in report["rows"]:
        assert f"**{row['mean']:.2f}** ({row['seat0']:.2f}, {row['seat1']:.2f})" in shown
        assert f"{row['ratio']:.3f}" in shown


@pytest.mark.parametrize("name", list(EXPECTED))
def test_the_record_is_of_todays_game_and_its_claims_follow(name):
    report = EXPECTED[name]
    game, columns = (
        table_game(report["table"], report["scale"]),
        scale_of(report["table"], report["scale"]).buckets,
    )
    assert report["game"] == describe(game) and report["pairs"] == pairs(game) and report["stopped"] == ""
    held = dict.fromkeys("abcde", 0)
    for place, column in enumerate(columns):
        rows = {row["technique"]: row for row in report["rows"] if row["column"] == column}
        printed = PRINTED[report["table"]]
        for claim, is_held in holds({name: row["mean"] for name, row in rows.items()}).items():
            held[claim] += bool(is_held)
        for technique, row in rows.items():
            assert row["mean"] == pytest.approx((row["seat0"] + row["seat1"]) / 2, abs=report["value_gap"])
            assert row["ratio"] == pytest.approx(row["mean"] / rows[TRUNK]["mean"])
            assert row["paper"] == (printed[technique][place] if technique in printed else None)
    assert held == {claim: counts[0] for claim, counts in report["counts"].items()}
