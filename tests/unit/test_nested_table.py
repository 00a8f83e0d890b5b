"""Table 4: steps kept in a folder, runs that go on, files of something else, the contract; with seven cards."""

import json

import pytest

import tianji as tj
from tianji.cli import main
from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.nested.reproduce import _row
from tianji.holdem.nested.seat import NESTINGS
from tianji.holdem.nested.table import NestedTable, small_game
from tianji.holdem.nested.tree import SeatTree
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.config import check_config
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import NESTED_CLAIMS, NESTED_PRINTED, TRANSLATION
from tianji.holdem.rounds.tables import TableReport, reproduce
from tianji.run.clock import OutOfBudget

BIG = RoundGame(ranks=7, suits=1, bets=("50%,75%,100%",) * 2, most_bets=(1, 1))
SOME = (TRANSLATION, "reach-maxmargin (inexpensive)", "unsafe (expensive)")


def table(folder=None, work=None, iterations=20, techniques=SOME):
    work = work or Work(threads=1)
    return NestedTable(BIG, small_game(BIG), Settings(30, iterations), folder, work, techniques)


def figures(found):
    return {key: (row.response, row.slack, row.margin) for key, row in found.rows.items()}


@pytest.fixture(scope="module")
def whole():
    found = table()
    found.run()
    return found


def test_a_run_in_pieces_ends_where_an_unbroken_one_does(tmp_path, whole):
    for most in (
        1,
        4,
        9,
        15,
    ):  # reports until somebody says stop: in the blueprint, in a solve, among the flops

        def said(report, seen=[], most=most):  # noqa: B006 - a count of its own for each call
            seen.append(report)
            return len(seen) < most

        with working(None, 1, said) as work, pytest.raises(OutOfBudget):
            found = table(tmp_path, work)
            work.report_at = -1e9
            found.run()
            raise OutOfBudget
    again = table(tmp_path)
    again.run()
    assert repr(figures(again)) == repr(figures(whole))
    assert not list(tmp_path.glob("*-run.safetensors"))
    written = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    table(tmp_path).run()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written  # all of it is done


def test_flops_solved_in_other_processes_give_the_same_rows(tmp_path, whole):
    with working(None, 1, on="processes(2)") as work:
        found = table(tmp_path, work)
        found.run()
    assert repr(figures(found)) == repr(figures(whole))
    for key, row in found.rows.items():
        assert row.leaves.tobytes() == whole.rows[key].leaves.tobytes(), key
    again = table(tmp_path)
    again.run()
    assert repr(figures(again)) == repr(figures(whole))


def test_files_of_something_else_are_refused(tmp_path):
    table(tmp_path, techniques=SOME[1:2]).run()
    with pytest.raises(tj.errors.ParameterError, match="made with iterations=20, this run has iterations=21"):
        table(tmp_path, iterations=21, techniques=SOME[1:2]).run()
    (tmp_path / "seat0-reach-maxmargin-inexpensive.safetensors").unlink()
    with pytest.raises(tj.errors.ParameterError, match="made with iterations=20, this run has iterations=21"):
        table(tmp_path, iterations=21, techniques=SOME[1:2]).run()


def test_rows_of_the_old_weight_rule_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tianji.holdem.nested.table.LEAST_WEIGHT", 1e-9)
    table(tmp_path, techniques=SOME[:1]).run()
    monkeypatch.undo()
    with pytest.raises(
        tj.errors.ParameterError, match="made with least weight=1e-09, this run has least weight"
    ):
        table(tmp_path, techniques=SOME[:1]).run()
    with pytest.raises(
        tj.errors.ParameterError,
        match=r"does not say its least weight: it was made by an older version; use another",
    ):
        check_config("row.safetensors", {"iterations": 3}, {"iterations": 3, "least weight": 1e-9})


def test_the_contract(tmp_path, capsys):
    words = ["reproduce", "brown2017", "table4", "--scale", "ci", "--technique", TRANSLATION, "--quiet"]
    few = ["--blueprint-iterations", "3", "--value-iterations", "2", "--folder", str(tmp_path)]
    assert main([*words, *few, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    (row,) = data["rows"]
    wanted = {"technique", "column", "seat0", "seat1", "mean", "ratio", "paper", "paper_ratio", "gap"}
    assert wanted <= set(row) and data["table"] == 4 and data["stopped"] == ""
    assert row["ratio"] == 1 and row["paper"] == 1465 and row["paper_ratio"] == 1 and row["gap"] is None
    assert row["mean"] == pytest.approx((row["seat0"] + row["seat1"]) / 2)
    assert data["claims"] == dict.fromkeys(NESTED_CLAIMS) and data["pairs"] == 1652
    assert main([*words, *few]) == 0
    shown = capsys.readouterr().out
    assert "ratio: to the row translation" in shown and all(said in shown for said in NESTED_CLAIMS.values())


def test_pictures(whole):
    """Rows as the report makes them; unsafe solves have no margins."""
    rows = [_row(whole, None, name) for name in SOME]
    assert [row.margins is None for row in rows] == [True, False, True]
    assert rows[1].ratio == pytest.approx(rows[1].mean / rows[0].mean) and rows[1].gap > 0
    report = TableReport(4, "ci", tuple(rows), {}, {}, "", 0, 20, 30, None, None, 0, 0)
    for kind in ("ratios", "margins"):
        assert report.plot(kind).axes


def test_no_time_at_all():
    report = reproduce(4, "ci", seconds=1e-6)
    assert report.stopped == "seconds" and report.done == 0 and report.claims == dict.fromkeys(NESTED_CLAIMS)
    assert [row.technique for row in report.rows] == list(NESTED_PRINTED) == [TRANSLATION, *NESTINGS]


def test_a_game_with_raises_before_the_flop_is_refused():
    with pytest.raises(tj.errors.NotApplicableError, match="at most one bet before the flop"):
        SeatTree(RoundGame(most_bets=(2, 3)), RoundGame(most_bets=(2, 3)), 0)
