"""Comparing solves, listing lines, looking at a decision: the numbers are those of the solves themselves."""

import json
import pickle

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError


def spot(**fields):
    given = {
        "board": "Ks7h2dJc5s",
        "pot": 60,
        "stack": 200,
        "oop": "JJ-22,AJs-A2s,KTo+",
        "ip": "22+,A2s+,K8o+:0.5",
    }
    return tj.holdem.Spot(**{**given, "bets": "33%,75%,allin", "raises": "60%,allin", **fields})


@pytest.fixture(scope="module")
def rough():
    return spot().solve(until="2%")


@pytest.fixture(scope="module")
def fine():
    return spot().solve(until="0.3%")


def test_a_solve_does_not_differ_from_itself(rough):
    found = tj.holdem.compare(rough, rough, "check")
    assert found.distance == 0 and found.hands == found.lines == found.notes == []
    assert all(v[2] == 0 for v in (*found.values.values(), *found.frequencies.values(), *found.ev.values()))


def test_two_solves(rough, fine):
    found = tj.holdem.compare(rough, fine, "check")
    assert found.player == "ip" and found.notes == [] and 0 < found.distance < 1
    for name, (a, b, difference) in found.frequencies.items():
        assert a == rough.strategy("check").means[name] and b == fine.strategy("check").means[name]
        assert difference == b - a
    assert found.values["oop"][:2] == (rough.values[0], fine.values[0])
    assert found.ev["oop"][1] == pytest.approx(fine.ev("check", "oop").mean)
    hand = found.hands[0]
    mine, his = rough.strategy("check")[hand["hand"]], fine.strategy("check")[hand["hand"]]
    assert hand["a"] == mine and hand["b"] == his
    assert hand["distance"] == pytest.approx(sum(abs(his[k] - mine[k]) for k in mine) / 2)
    assert hand["ev"] == pytest.approx(fine.ev("check")[hand["hand"]] - rough.ev("check")[hand["hand"]])
    costs = [row["frequency"] * row["distance"] for row in found.lines]
    assert costs == sorted(costs, reverse=True) and found.lines[0]["line"].startswith("check")
    assert np.allclose(found.by_hand.data.sum(axis=1), 0)


def test_trees_that_differ_are_compared_where_they_agree(fine, tmp_path):
    other = spot(bets="33%,75%").solve(until="1%")
    fine.save(tmp_path / "a.tianji")
    other.save(tmp_path / "b.tianji")
    found = tj.holdem.compare(tmp_path / "a.tianji", tmp_path / "b.tianji")
    assert found.frequencies["allin 200 (333%)"][1] == 0
    assert any("bets" in note for note in found.notes) and any(
        "only A has allin" in note for note in found.notes
    )
    assert all("allin 200" not in row["line"].split(", ")[0] for row in found.lines)
    with pytest.raises(
        tj.TianjiError if hasattr(tj, "TianjiError") else Exception, match="is no action here"
    ):
        tj.holdem.compare(fine, other, "allin")


def test_against_a_strategy(fine):
    found = tj.holdem.compare(fine, {"AA,KK": {"check": 1}}, "check")
    assert {row["hand"][0] + row["hand"][2] for row in found.hands} == {"AA", "KK"}
    evs = fine.action_evs("check")["KhKd"]
    played = fine.strategy("check")["KhKd"]
    lost = evs["check"] - sum(played[k] * evs[k] for k in played)
    assert (
        found.ev_by_hand["KhKd"] == pytest.approx(lost) and lost < -30
    )  # slow-playing a set on the river costs half a pot
    assert found.ev["ip"][2] < 0


def test_other_boards_are_refused(fine):
    other = spot(board="Ks7h2dJc4s").solve(iterations=5)
    with pytest.raises(ParameterError, match="A is on Ks7h2dJc5s, B on Ks7h2dJc4s"):
        tj.holdem.compare(fine, other)


def test_results(rough, fine):
    found = tj.holdem.compare(rough, fine)
    data = json.loads(found.to_json())
    assert set(data["values"]["oop"]) == {"a", "b", "difference"} and len(data["hands"]) == len(found.by_hand)
    for result in (found, tj.holdem.look(fine, "check"), tj.holdem.lines(fine), fine.strategy("")):
        assert json.loads(pickle.loads(pickle.dumps(result)).to_json()) == json.loads(result.to_json())
        assert "<table" in result._repr_html_()
    with pytest.raises(ParameterError, match="expected one of: check"):
        found.action_grid("bet")
    assert found.action_grid("check").columns == ["check"]


def test_lines_of_a_street(fine):
    rows = {row.line: row for row in tj.holdem.lines(fine).rows}
    assert rows[""].frequency == 1 and rows["check"].player == "ip"
    for line, row in rows.items():
        table = fine.strategy(line)
        assert row.actions == table.means
        for action, share in table.means.items():
            below = ", ".join(filter(None, (line, action.partition(" (")[0])))
            if below in rows:
                assert rows[below].frequency == pytest.approx(row.frequency * share, rel=1e-6)
    turn = spot(board="Ks7h2dJc", bets="75%", raises="").solve(iterations=20)
    found = {row.line: row for row in tj.holdem.lines(turn).rows}
    assert found["check, check"].player == "card" and found["check, bet 45, call"].pot == 150
    below = tj.holdem.lines(turn, "check, check, 8h")
    assert (
        below.street == "river"
        and below.board == "Ks7h2dJc8h"
        and below.rows[1].line == "check, check, 8h, check"
    )


def test_look(fine):
    found = tj.holdem.look(fine, "check", "oop")
    assert found.player == "oop" and found.strategy.player == "ip"
    assert found.grid("ev")["JJ"] == fine.ev("check", "oop")["JJ"]
    assert found.grid("range").kind == "range" and found.grid("range")["JhJd"] <= 1
    assert {row["hand"] for row in found.rows("JJ")} == {"JsJh", "JsJd", "JhJd"}
    assert "check" not in found.rows()[0] and "check" in tj.holdem.look(fine, "check").rows()[0]
    with pytest.raises(ParameterError, match="strategy, ev, equity, range"):
        found.grid("colour")


def test_an_edited_strategy_is_measured_and_not_solved(rough):
    """Its EVs are those of `compare` with the strategy, and what a best response gains those of the locked spot."""
    line, strategy = "check", {"22+": {"check": 1}, "A2s+": {"bet 75%": 0.5, "check": 0.5}}
    found = rough.evaluate({line: strategy})
    told = tj.holdem.compare(rough, strategy, line)
    assert found.ev(line, "ip").mean == pytest.approx(told.ev["ip"][1], abs=1e-5)
    assert found.strategy(line)["8c8d"]["check"] == 1 and rough.strategy(line)["8c8d"]["check"] < 1
    assert found.strategy("")["8c8d"] == rough.strategy("")["8c8d"]
    assert sum(found.values) == pytest.approx(60, abs=1e-4)
    assert found.exploitability > rough.exploitability and "check" in found.note and found.stopped == "edited"
    own = dict(zip(rough.lines(line), rough.strategy(line)["8c8d"].values(), strict=True))
    same = rough.evaluate({line: {"8c8d": own}})
    assert same.values == pytest.approx(rough.values, abs=1e-5)
    assert same.exploitability == pytest.approx(rough.exploitability, abs=1e-4)


def test_an_edit_that_cannot_be_measured_is_refused(rough):
    with pytest.raises(ParameterError, match="nothing is edited"):
        rough.evaluate({})
    with pytest.raises(ParameterError, match="nobody acts there"):
        rough.evaluate({"check, check": {"check": 1}})
    locked = spot().locked("", {"AA,88": {"check": 1}}).solve(iterations=2)
    with pytest.raises(ParameterError, match="locked"):
        locked.evaluate({"": {"88": {"check": 1}}})
    locked.evaluate({"": {"77": {"check": 1}}})
    turn = tj.holdem.Spot(
        board="Ks7h2dJc", pot=60, stack=60, oop="QQ,AKs", ip="JJ,AQs", bets="allin", raises=""
    )
    flop = tj.holdem.Spot(board="7c7d7h", pot=60, stack=60, oop="QQ", ip="JJ", bets="allin", raises="")
    for each, edit in ((flop, "QcQd"), (turn, "QcQd")):
        solved = each.solve(iterations=1)
        solved.evaluate({"": {"QQ": {"check": 1}}})
        if each is flop:  # suits are alike there
            with pytest.raises(tj.errors.NotApplicableError, match="suits"):
                solved.evaluate({"": {edit: {"check": 1}}})
        else:
            solved.evaluate({"": {edit: {"check": 1}}})
