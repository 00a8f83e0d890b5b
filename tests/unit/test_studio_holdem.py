"""Hold'em in the studio: what the API says is what the library says; what that refuses is never queued."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from base64 import b64decode
from urllib.parse import quote

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from studio_bench import ENDLESS, ENVIRONMENT, PATIENCE, until
from tianji.poker.categories import MADE
from tianji.studio.events import Hub
from tianji.studio.keeper import Keeper

TURN = {
    "board": "Ks7h2dJc", "pot": 60, "stack": 120, "oop": "QQ,99,AJs,KTs", "ip": "TT,88,AKs,QJs", "bets": "75%",
    "raises": "",
}  # fmt: skip
SHOVE = {
    "board": "Ks7h2d", "pot": 60, "stack": 60, "oop": "QQ,AKs", "ip": "JJ,AQs", "bets": "allin", "raises": "",
}  # fmt: skip
ON = {"iterations": ENDLESS, "threads": 1, "storage": "float64"}  # until somebody ends it


def start(studio, spot, **stops):
    status, run = studio.ask(
        "/holdem/runs", "POST", {"holdem": {"spot": spot, **(stops or {"until": "0.5%"})}}
    )
    assert status == 202, run
    return run["id"]


@pytest.fixture(scope="module")
def solved(studio):
    run = start(studio, TURN)
    assert studio.wait(run)["state"] == "done"
    return run


@pytest.fixture(scope="module")
def solution(studio, solved):
    return tj.holdem.Solution.load(studio.workspace / "runs" / solved / "result.tianji")


def unpacked(text, kind="<f4"):
    return np.frombuffer(b64decode(text), dtype=kind)


def test_a_range_is_read_as_the_library_reads_it(studio):
    status, found = studio.ask("/holdem/ranges", "POST", {"text": "AA,AKs:0.5, KK"})
    wanted = tj.holdem.Range.parse("AA,AKs:0.5, KK")
    assert (status, found["text"], found["combos"]) == (200, str(wanted), wanted.combos)
    assert np.array_equal(unpacked(found["weights"]), wanted.weights.astype(np.float32))
    status, problem = studio.ask("/holdem/ranges", "POST", {"text": "AA,XX"})
    assert (status, problem["code"]) == (422, "ParameterError")
    assert "column 4" in problem["detail"]


def test_a_plan_is_that_of_the_library_and_offers_trees_that_fit(studio):
    plan = studio.ask("/holdem/plans", "POST", {"spot": TURN})[1]
    wanted = tj.holdem.Spot.from_dict(TURN).plan()
    assert (plan["bytes"], plan["betting_nodes"], plan["fits"]) == (wanted.bytes, wanted.betting_nodes, True)
    assert plan["menu"][0]["actions"] == ["check", "bet 45 (75%)"]
    huge = {
        **TURN,
        "board": "Ks7h2d",
        "stack": 6000,
        "oop": "100%",
        "ip": "100%",
        "bets": "25%,50%,100%,200%",
        "raises": "50%,100%",
    }
    plan = studio.ask("/holdem/plans", "POST", {"spot": huge})[1]
    assert plan["fits"] is False
    assert 0 < len(plan["trees"]) <= 3
    status, problem = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": huge}})
    assert (status, problem["code"]) == (422, "TooLargeError")


WRONG = {
    "has 2 cards": {"board": "Ks7h"},
    "expected chips above 0": {"pot": 0},
    "has no hand left on the board": {"oop": "KsKh"},
    "no tree is called": {"tree": "huge"},
    "bets": {"bets": "lots"},
    "no action here": {"locks": [{"line": "", "strategy": {"raise": 1.0}}]},
    "extra inputs are not permitted": {"path": "/etc/passwd"},
}


@pytest.mark.parametrize("sentence", WRONG)
def test_what_the_library_refuses_is_refused_before_it_is_queued(studio, sentence):
    before = studio.ask("/meta")[1]["runs"]
    body = {"holdem": {"spot": {**TURN, **WRONG[sentence]}}}
    status, problem = studio.ask("/holdem/runs", "POST", body)
    assert status == 422
    assert sentence in problem["detail"] or sentence == "no tree is called"
    assert studio.ask("/meta")[1]["runs"] == before


def test_every_number_of_a_node_is_that_of_the_library(studio, solved, solution):
    for line in ("", "check, bet 45", "bet 45, call, 3d"):
        node = studio.ask(f"/solves/{solved}/node?line={quote(line)}")[1]
        table = solution.strategy(line)
        hands = unpacked(node["seats"][table.player]["hands"], "<u2")
        assert np.array_equal(hands, table.hands)
        assert np.allclose(unpacked(node["strategy"]).reshape(table.data.shape), table.data, atol=1e-6)
        evs = solution.action_evs(line).data
        assert np.allclose(
            unpacked(node["action_evs"]).reshape(evs.shape), evs, rtol=1e-5, atol=1e-4, equal_nan=True
        )
        for seat in ("oop", "ip"):
            ev = solution.ev(line, seat)
            assert node["seats"][seat]["mean_ev"] == pytest.approx(ev.mean)
            assert np.allclose(
                unpacked(node["seats"][seat]["ev"]), ev.data[:, 0], rtol=1e-5, atol=1e-4, equal_nan=True
            )
            assert node["seats"][seat]["mean_equity"] == pytest.approx(solution.equity(line, seat).mean)
        assert node["of"]["exploitability"] == pytest.approx(solution.exploitability)
        assert MADE[unpacked(node["seats"]["oop"]["made"], "u1")[0]]
    assert [step.get("chosen") for step in node["trail"]] == [1, 1, None]
    assert studio.ask(f"/solves/{solved}/node?line=check,%20check")[1]["kind"] == "deal"
    assert studio.ask(f"/solves/{solved}/node?line=bet,fold")[1]["kind"] == "fold"
    assert studio.ask(f"/solves/{solved}/node?line=jump")[0] == 422
    cards = studio.ask(f"/solves/{solved}/cards?line=check,%20check")[1]
    assert cards["rows"][0]["ev"] == pytest.approx(solution.cards("check, check").rows[0]["ev"])


def test_a_lock_is_a_new_run_and_two_solves_are_compared(studio, solved):
    run = start(studio, {**TURN, "locks": [{"line": "", "strategy": {"QQ,99": {"check": 1.0}}}]})
    assert studio.wait(run)["state"] == "done"
    found = studio.ask(f"/compare?a={solved}&b={run}")[1]
    assert found["frequencies"]["check"]["b"] > found["frequencies"]["check"]["a"]
    assert len(unpacked(found["apart"]["shares"])) == 169 * len(found["apart"]["actions"])
    assert studio.ask(f"/compare?a={solved}&b=aaaaaaaaaa")[0] == 404


def test_an_edited_strategy_is_evaluated_as_the_library_does(studio, solved, solution):
    strategy = {"QQ,99": {"check": 1.0}}
    body = {"edits": [{"line": "", "strategy": strategy}], "line": ""}
    status, found = studio.ask(f"/solves/{solved}/evaluate", "POST", body)
    assert status == 200, found
    edited = solution.evaluate({"": strategy})
    assert [each["exploitability"] for each in found["proofs"]] == pytest.approx(
        [solution.exploitability, edited.exploitability]
    )
    assert found["proofs"][1]["values"] == pytest.approx(edited.values)
    assert found["ev"]["oop"]["b"] == pytest.approx(edited.ev("", "oop").mean)
    wrong = {"edits": [{"line": "", "strategy": {"jump": 1}}]}
    status, told = studio.ask(f"/solves/{solved}/evaluate", "POST", wrong)
    assert status == 422 and "jump" in told["detail"]
    assert studio.ask(f"/solves/{solved}/evaluate", "POST", {"edits": []})[0] == 422
    assert studio.ask("/solves/aaaaaaaaaa/evaluate", "POST", body)[0] == 404


def is_the_unbroken(studio, run, spot, iterations):
    """Whether a run ended where a solve that nobody disturbed does, bit for bit."""
    whole = tj.holdem.Spot.from_dict(spot).solve(**{**ON, "iterations": iterations})
    broken = tj.holdem.Solution.load(studio.workspace / "runs" / run / "result.tianji")
    return (
        (broken.iterations, broken.values) == (iterations, whole.values)
        and np.array_equal(broken.strategy("").data, whole.strategy("").data)
        and np.array_equal(broken.strategy("check").data, whole.strategy("check").data)
    )


def watched(studio, run):
    """Where a run stands, once its grid can be seen."""

    def grid():
        progress = studio.ask(f"/runs/{run}")[1]["progress"] or {}
        return "grid" in progress and progress

    return until(grid, "a grid")


@pytest.mark.slow
def test_a_solve_that_is_killed_ends_where_an_unbroken_one_does(studio):
    """The worker is killed on its way; it is started again, goes on from its checkpoint, and its answer is the same."""
    spot = {**TURN, "oop": "22+,A2s+,KTs+", "ip": "22+,A2s+,KTs+"}
    run = start(studio, spot, **ON)
    watched(studio, run)
    pid, goal = studio.cut_short(run, "holdem-solve", 50)
    os.kill(pid, signal.SIGKILL)
    assert studio.wait(run)["state"] == "done"
    assert is_the_unbroken(studio, run, spot, goal)


def test_a_run_shows_its_grid_and_stops_with_an_answer(studio):
    run = start(studio, {**TURN, "oop": "22+,A2s+,K2s+", "ip": "22+,A2s+,K2s+"}, **ON)
    grid = watched(studio, run)["grid"]
    assert len(unpacked(grid["reach"], "u1")) == 169
    assert sum(grid["frequencies"]) == pytest.approx(1)
    studio.ask(f"/runs/{run}/stop", "POST", {})
    done = studio.wait(run)
    assert (done["state"], done["result"]["stopped"]) == ("stopped", "cancelled")
    assert studio.ask(f"/solves/{run}/node")[1]["player"] == "oop"


@pytest.mark.parametrize("word", ["stop", "pause"])
def test_a_run_that_was_stopped_or_paused_goes_on_bit_for_bit(studio, word):
    spot = {**TURN, "oop": "22+,A2s+", "ip": "22+,A2s+"}
    run = start(studio, spot, **ON)
    watched(studio, run)
    studio.ask(f"/runs/{run}/{word}", "POST", {})
    found = studio.wait(run)
    assert found["state"] == {"stop": "stopped", "pause": "paused"}[word]
    goal = found["result"]["iterations"] + 50
    assert goal > 50
    studio.end_at(run, goal)
    assert studio.ask(f"/runs/{run}/resume", "POST", {})[0] == 202
    assert studio.wait(run, states=("done", "failed"))["state"] == "done"
    assert is_the_unbroken(studio, run, spot, goal)


# A worker that is killed at the moment it has told the second row of its report.
DIES = """
import os, signal, sys
from tianji.studio import runs, worker

tell = runs.Journal.tell

def tells_and_dies(journal, event, /, **data):
    tell(journal, event, **data)
    if len(journal.rows("run.row")) == 2:
        os.kill(os.getpid(), signal.SIGKILL)

runs.Journal.tell = tells_and_dies
worker.main()
"""


@pytest.mark.slow
def test_rows_of_a_report_come_one_by_one_and_a_killed_one_goes_on(tmp_path):
    boards = ["Ks7h2d", "Qs7h2d", "Kh7h2h", "Kc7d7h"]
    for part in ("runs", "trash"):
        (tmp_path / part).mkdir()
    keeper = Keeper(tmp_path / "runs", tmp_path / "trash", Hub())
    body = {"spot": SHOVE, "boards": boards, "iterations": 20, "threads": 1}
    run = keeper.add({"kind": "report", "body": body})
    command = [sys.executable, "-c", DIES, str(run.folder)]
    assert subprocess.run(command, env=ENVIRONMENT, timeout=PATIENCE).returncode == -signal.SIGKILL
    until(lambda: not keeper.look(), "the report, and for its process to end")
    told = [row for row in run.events if row["event"] == "run.row"]
    assert run.state == "done"
    assert [row["why"] for row in run.events if row.get("state") == "queued"] == ["asked", "lost"]
    assert [row["board"] for row in told] == boards
    wanted = tj.holdem.report(tj.holdem.Spot.from_dict(SHOVE), boards, iterations=20, threads=1)
    assert [row["row"] for row in told] == wanted.rows
    assert run.detail["result"]["mean"][1:] == pytest.approx(wanted.mean_row()[1:])


@pytest.mark.slow
def test_the_plan_of_a_report_names_its_boards(studio):
    body = {"spot": SHOVE, "boards": ["Ks7h2d", "Qs7h2d"], "iterations": 20, "threads": 1}
    status, run = studio.ask("/holdem/reports", "POST", {"report": body})
    assert (status, run["plan"]["boards"]) == (202, 2)
    found = studio.wait(run["id"])
    assert (found["state"], found["result"]["boards"]) == ("done", 2)


def test_push_or_fold_is_that_of_the_library(studio):
    found = studio.ask("/pushfold?stack=8&ante=0")[1]
    wanted = tj.holdem.push_fold(8.0)
    assert found["value"] == pytest.approx(wanted.value)
    assert found["exploitability"] == pytest.approx(wanted.exploitability, abs=1e-12)
    assert np.allclose(unpacked(found["classes"]["push"]), [row["push"] for row in wanted.rows()], atol=1e-6)
    assert studio.ask("/pushfold?stack=-1")[0] == 422


def test_hands_that_were_played_become_a_deck_and_the_worst_are_asked_again(studio):
    """Cards are the rows of `holdem.review`, dearest first; a mistake is asked until it is mended."""
    body = {"text": HANDS, "oop": "AA,KK,QJs", "ip": "QQ,AJs", "threads": 1, "each_seconds": 1.0}
    status, problem = studio.ask("/holdem/reviews", "POST", {"review": {"text": "no hand"}})
    assert (status, problem["code"]) == (422, "FileFormatError")
    status, run = studio.ask("/holdem/reviews", "POST", {"review": body})
    assert (status, run["plan"]["hands"]) == (202, 1)
    found = studio.wait(run["id"])
    assert found["state"] == "done"
    told = json.loads((studio.workspace / "runs" / run["id"] / "result.json").read_text())
    rows = sorted(told["rows"], key=lambda row: -row["loss_bb"])
    assert found["result"]["loss_bb"] == pytest.approx(sum(row["loss_bb"] for row in rows))
    assert str(studio.workspace) not in json.dumps(told)
    assert rows[0]["action"] == "fold"  # a pair of aces, to a small bet
    deck = studio.ask("/decks", "POST", {"run": run["id"]})[1]
    assert deck["cards"] == len([row for row in rows if len(row["evs"]) > 1])
    first = studio.ask(f"/decks/{deck['id']}/next", "POST", {})[1]
    assert [first[name] for name in ("board", "line", "infoset")] == [
        rows[0][name] for name in ("board", "line", "cards")
    ]
    assert not {"values", "shares", "error"} & set(first)
    values = list(rows[0]["evs"].values())
    bad, good = values.index(min(values)), values.index(max(values))
    answer = studio.ask(f"/decks/{deck['id']}/answers", "POST", {"key": first["key"], "action": bad})[1]
    assert answer["loss"] == pytest.approx(max(values) - min(values))
    assert answer["error"] >= rows[0]["error"]
    again = studio.ask(f"/decks/{deck['id']}/next", "POST", {"worst": True})[1]
    assert (again["key"], again["why"]) == (first["key"], "worst")
    studio.ask(f"/decks/{deck['id']}/answers", "POST", {"key": first["key"], "action": good})
    assert studio.ask(f"/decks/{deck['id']}/next", "POST", {"worst": True})[1]["key"] != first["key"]


HANDS = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ["d dh p1 AhAd", "d dh p2 QsQd", "p2 cc", "p1 cc", "d db 2c7d9s", "p1 cc", "p2 cc", "d db 3h", "p1 cc",
    "p2 cc", "d db Kc", "p1 cc", "p2 cbr 100", "p1 f"]
players = ["me", "him"]
"""
