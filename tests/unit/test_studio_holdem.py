"""Hold'em in the studio: what the API says is what the library says; what that refuses is never queued."""

from __future__ import annotations

import json
import os
import signal
import time
from base64 import b64decode
from urllib.parse import quote

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from studio_bench import Studio
from tianji.poker.categories import MADE

TURN = {
    "board": "Ks7h2dJc", "pot": 60, "stack": 120, "oop": "QQ,99,AJs,KTs", "ip": "TT,88,AKs,QJs", "bets": "75%",
    "raises": "",
}  # fmt: skip
SHOVE = {
    "board": "Ks7h2d", "pot": 60, "stack": 60, "oop": "QQ,AKs", "ip": "JJ,AQs", "bets": "allin", "raises": "",
}  # fmt: skip
WAIT = 240


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    server = Studio(tmp_path_factory.mktemp("holdem") / "space")
    yield server
    server.close()


def start(studio, spot, **stops):
    status, run = studio.ask(
        "/holdem/runs", "POST", {"holdem": {"spot": spot, **(stops or {"until": "0.5%"})}}
    )
    assert status == 202, run
    return run["id"]


@pytest.fixture(scope="module")
def solved(studio):
    run = start(studio, TURN)
    assert studio.wait(run, seconds=WAIT)["state"] == "done"
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
    assert studio.wait(run, seconds=WAIT)["state"] == "done"
    found = studio.ask(f"/compare?a={solved}&b={run}")[1]
    assert found["frequencies"]["check"]["b"] > found["frequencies"]["check"]["a"]
    assert len(unpacked(found["apart"]["shares"])) == 169 * len(found["apart"]["actions"])
    assert studio.ask(f"/compare?a={solved}&b=aaaaaaaaaa")[0] == 404


@pytest.mark.slow
def test_a_solve_that_is_killed_ends_where_an_unbroken_one_does(studio):
    """The worker is killed once it has a checkpoint; it is started again, goes on, and its answer is the same."""
    spot = {**TURN, "oop": "22+,A2s+,KTs+", "ip": "22+,A2s+,KTs+"}
    stops = {"iterations": 300, "threads": 1}
    whole, broken = start(studio, spot, **stops), start(studio, spot, **stops)
    assert studio.wait(whole, seconds=WAIT)["state"] == "done"
    folder = studio.workspace / "runs" / broken
    end = time.monotonic() + WAIT
    while not (folder / "checkpoint.tianji").exists():
        if time.monotonic() > end:  # ends a hang; nothing is claimed about time
            pytest.fail("still waiting")
        time.sleep(0.01)
    rows = [json.loads(line) for line in (folder / "events.jsonl").read_bytes().splitlines()]
    os.kill([row["pid"] for row in rows if row.get("state") == "running"][-1], signal.SIGKILL)
    assert studio.wait(broken, seconds=WAIT)["state"] == "done"
    one, two = (
        tj.holdem.Solution.load(studio.workspace / "runs" / run / "result.tianji") for run in (whole, broken)
    )
    assert one.values == two.values
    assert np.array_equal(one.strategy("").data, two.strategy("").data)


def test_a_run_shows_its_grid_and_stops_with_an_answer(studio):
    run = start(studio, {**TURN, "oop": "22+,A2s+,K2s+", "ip": "22+,A2s+,K2s+"}, until="0.00001%")
    end = time.monotonic() + WAIT
    while "grid" not in ((found := studio.ask(f"/runs/{run}")[1])["progress"] or {}):
        if time.monotonic() > end:  # ends a hang; nothing is claimed about time
            pytest.fail(f"still waiting: {found}")
        time.sleep(0.05)
    grid = found["progress"]["grid"]
    assert len(unpacked(grid["reach"], "u1")) == 169
    assert sum(grid["frequencies"]) == pytest.approx(1)
    studio.ask(f"/runs/{run}/stop", "POST", {})
    done = studio.wait(run, seconds=WAIT)
    assert (done["state"], done["result"]["stopped"]) == ("stopped", "cancelled")
    assert studio.ask(f"/solves/{run}/node")[1]["player"] == "oop"


@pytest.mark.parametrize("word", ["stop", "pause"])
def test_a_run_that_was_stopped_or_paused_goes_on_bit_for_bit(studio, word):
    spot, stops = {**TURN, "oop": "22+,A2s+", "ip": "22+,A2s+"}, {"iterations": 200, "threads": 1}
    run = start(studio, spot, **stops)
    end = time.monotonic() + WAIT
    while "grid" not in ((found := studio.ask(f"/runs/{run}")[1])["progress"] or {}):
        if time.monotonic() > end:  # ends a hang; nothing is claimed about time
            pytest.fail(f"still waiting: {found}")
        time.sleep(0.01)
    studio.ask(f"/runs/{run}/{word}", "POST", {})
    found = studio.wait(run, seconds=WAIT)
    assert found["state"] == {"stop": "stopped", "pause": "paused"}[word]
    assert 0 < found["result"]["iterations"] < 200
    assert studio.ask(f"/runs/{run}/resume", "POST", {})[0] == 202
    assert studio.wait(run, states=("done", "failed"), seconds=WAIT)["result"]["iterations"] == 200
    whole = tj.holdem.Spot.from_dict(spot).solve(**stops)
    broken = tj.holdem.Solution.load(studio.workspace / "runs" / run / "result.tianji")
    assert broken.values == whole.values
    assert np.array_equal(broken.strategy("").data, whole.strategy("").data)
    assert np.array_equal(broken.strategy("check").data, whole.strategy("check").data)


@pytest.mark.slow
def test_rows_of_a_report_come_one_by_one_and_a_killed_one_goes_on(studio):
    boards = ["Ks7h2d", "Qs7h2d", "Kh7h2h", "Kc7d7h"]
    body = {"spot": SHOVE, "boards": boards, "iterations": 20, "threads": 1}
    status, run = studio.ask("/holdem/reports", "POST", {"report": body})
    assert (status, run["plan"]["boards"]) == (202, 4)
    folder = studio.workspace / "runs" / run["id"]
    end = time.monotonic() + WAIT
    while b"run.row" not in (text := (folder / "events.jsonl").read_bytes()):
        if time.monotonic() > end:  # ends a hang; nothing is claimed about time
            pytest.fail("still waiting")
        time.sleep(0.01)
    rows = [json.loads(line) for line in text.splitlines()]
    pid = [row["pid"] for row in rows if row.get("state") == "running"][-1]
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pytest.skip("all boards were done before the kill")
    found = studio.wait(run["id"], seconds=WAIT)
    told = [
        row
        for row in map(json.loads, (folder / "events.jsonl").read_bytes().splitlines())
        if row["event"] == "run.row"
    ]
    assert found["state"] == "done"
    assert [row["board"] for row in told] == boards
    wanted = tj.holdem.report(tj.holdem.Spot.from_dict(SHOVE), boards, iterations=20, threads=1)
    assert [row["row"] for row in told] == wanted.rows
    assert found["result"]["mean"][1:] == pytest.approx(wanted.mean_row()[1:])


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
    found = studio.wait(run["id"], seconds=WAIT)
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
