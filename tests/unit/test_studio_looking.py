"""Search at the desk: positions by their moves, the library's own answers, and the steps that led there."""

from __future__ import annotations

import json
from math import inf

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from tianji.errors import NotApplicableError, ParameterError
from tianji.search import Trace, search
from tianji.studio.clerk import finite
from tianji.studio.desk import LINE
from tianji.studio.looking import GROWN, TRACED, VISITS, columns, look, position, search_methods


def test_the_answer_is_the_librarys():
    game = tj.load("tic_tac_toe")
    state = game.result(game.result(game.initial(), 4), 8)
    found = look("tic_tac_toe", ["4", "8"], "alphabeta", depth=9)
    mine = search(game, state, "alphabeta", depth=9)
    answer = found["answer"]
    assert (answer["action"], answer["value"], answer["bound"]) == (str(mine.action), mine.value, mine.bound)
    assert found["shows"] == game.show(state)
    assert [each["name"] for each in found["actions"]] == [str(a) for a in game.actions(state)]


def test_a_position_is_set_up_in_the_games_own_notation():
    game = tj.load("tic_tac_toe")
    found = look("tic_tac_toe", ["2"], "alphabeta", pos="XO./.X./..O", depth=9)
    state = game.result(game.parse("XO./.X./..O"), 2)
    assert found["shows"] == game.show(state)
    assert found["answer"]["value"] == search(game, state, "alphabeta", depth=9).value
    with pytest.raises(ParameterError, match="position"):
        look("tic_tac_toe", [], pos="XXXX")


def test_a_search_ends_by_its_seconds():
    found = look("othello", [], "alphabeta", seconds=0.05)["answer"]
    assert found["stopped"] == "seconds" and found["action"] is not None


@pytest.mark.parametrize("method", TRACED + GROWN)
def test_every_method_that_says_so_can_be_watched(method):
    depth = 3 if method in TRACED else None
    nodes = None if method in TRACED else 150
    found = look("tic_tac_toe", ["4", "8"], method, depth=depth, nodes=nodes, trace=True)["answer"]
    steps = found["trace"]["parent"] if method in TRACED else found["growth"]["steps"]
    assert len(steps) > 20
    assert json.dumps(finite(found))
    plain = look("tic_tac_toe", ["4", "8"], method, depth=depth, nodes=nodes)["answer"]
    assert "trace" not in plain and "growth" not in plain
    if method != "mcts":  # whose kernel, which answers where nobody watches, draws otherwise
        assert found["value"] == plain["value"]


def test_a_trace_in_columns_is_the_librarys():
    found = look("tic_tac_toe", ["4", "8"], "alphabeta", depth=3, trace=True)["answer"]["trace"]
    game = tj.load("tic_tac_toe")
    state = game.result(game.result(game.initial(), 4), 8)
    kept = search(game, state, "alphabeta", depth=3, trace=True, deepen=False).trace
    ends = {inf: "inf", -inf: "-inf"}
    rows = zip(
        *(found[name] for name in ("parent", "ply", "action", "node", "cause", "alpha", "beta", "value")), strict=True
    )  # fmt: skip
    for visit, (parent, ply, action, node, cause, alpha, beta, value) in zip(kept.visits, rows, strict=True):
        assert (visit.parent, visit.ply, visit.value) == (parent, ply, value)
        assert (visit.action, visit.node) == (found["actions"][action], found["nodes"][node])
        assert visit.cause == found["causes"][cause]
        assert [ends.get(x, x) for x in visit.window] == [alpha, beta]
    cuts = [[visit.index, visit.pruned, list(visit.cut_by)] for visit in kept.visits if visit.pruned]
    assert cuts and found["cuts"] == cuts
    assert all(low >= high for _, _, (low, high) in cuts)


def test_a_hundred_thousand_visits_fit_an_answer():
    trace = Trace(VISITS)
    for k in range(VISITS + 5):
        trace.leave(trace.enter(k % 9, k % 2, (-1 / 3, k / 7)), k / 9, "searched")
    found = columns(trace)
    assert (len(found["parent"]), found["dropped"]) == (100_000, 5)
    assert len(json.dumps(found)) < LINE / 2


def test_what_cannot_be_searched_is_told():
    names = {row["name"]: row["trace"] for row in search_methods()}
    assert names["alphabeta"] and names["mcts"] and not names["dfpn"]
    with pytest.raises(NotApplicableError, match="hides information"):
        look("kuhn", [])
    with pytest.raises(ParameterError, match="move 2, '4', cannot be played"):
        look("tic_tac_toe", ["4", "4"])
    with pytest.raises(NotApplicableError, match="cannot be watched"):
        look("tic_tac_toe", [], "dfpn", trace=True)
    over = look("tic_tac_toe", ["0", "3", "1", "4", "2"], "mtdf")
    assert (over["payoffs"], over["answer"], over["actions"]) == ([1.0, -1.0], None, [])


def test_the_bounds_of_a_simulation_are_ucb1_of_what_was_seen():
    from tianji.search.readable.mcts import ucb1

    growth = look("tic_tac_toe", ["4", "8"], "mcts", nodes=60, trace=True)["answer"]["growth"]
    assert len(growth["bounds"]) == len(growth["steps"])
    seen: dict[str, list[float]] = {}
    for number, (step, bounds) in enumerate(zip(growth["steps"], growth["bounds"], strict=True), 1):
        seen.setdefault(step["path"][0], []).append(step["values"][0])
        assert bounds == {
            name: pytest.approx(ucb1(sum(v) / len(v), len(v), number), abs=1e-4) for name, v in seen.items()
        }


def test_the_value_at_every_depth_is_that_of_a_search_so_deep():
    rows = look("tic_tac_toe", ["4", "8"], "alphabeta", depth=3)["answer"]["by_depth"]
    game, state = position("tic_tac_toe", ["4", "8"])
    assert [row["depth"] for row in rows] == [1, 2, 3]
    for row in rows:
        found = search(game, state, "alphabeta", depth=row["depth"])
        assert (row["value"], row["action"]) == (found.value, str(found.action))
