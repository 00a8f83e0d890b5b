"""experiments/brown2017_small: its README shows its numbers, and a few of them are computed again."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import tianji as tj

FOLDER = Path(__file__).resolve().parents[2] / "experiments" / "brown2017_small"


@pytest.fixture(scope="module")
def run():
    spec = importlib.util.spec_from_file_location("brown2017_small_run", FOLDER / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def expected():
    return json.loads((FOLDER / "expected.json").read_text())


def test_readme_shows_what_was_found(run, expected):
    text = (FOLDER / "README.md").read_text()
    assert run.markdown(expected["subgames"]) in text
    assert run.markdown(expected["nested"]) in text
    for sentence in run.claims(expected["subgames"]).values():
        assert sentence in text
    assert list(expected["subgames"]) == list(run.COLUMNS)
    assert list(expected["nested"]) == list(run.NESTED_GAMES)


@pytest.mark.parametrize("row", ["Unsafe", "Maxmargin", "Reach-Maxmargin", "Resolve, refined: leximin"])
def test_numbers_come_out_again(run, expected, row):
    """Rows whose answer does not depend on which equilibrium a solver picks, or that are solved by CFR+."""
    game = tj.load("liars_dice(faces=4)")
    blueprint = tj.solve(game, "cfr+", iterations=20).strategy
    cuts = tj.subgame.cuts(game, "bid 1")
    report = tj.subgame.solve_all(game, blueprint, cuts, player=1, **run.ROWS[row]).report
    table = expected["subgames"]["liars_dice(faces=4), cfr+ 20"]
    assert report.loss_before == pytest.approx(table["Trunk"][1], abs=1e-9)
    assert report.loss_after == pytest.approx(table[row][1], rel=0.05, abs=1e-4)


def test_differences_are_noticed(run, expected):
    assert run.differences(expected, expected) == []
    moved = json.loads(json.dumps(expected))
    moved["nested"]["leduc_bets"]["Unsafe (expensive)"][1] += 0.01
    assert len(run.differences(moved, expected)) == 1
