"""Search at the desk: positions by their moves, the library's own answers, and the steps that led there."""

from __future__ import annotations

import json

import pytest

import tianji as tj
from tianji.errors import NotApplicableError, ParameterError
from tianji.search import search
from tianji.studio.clerk import finite
from tianji.studio.looking import GROWN, TRACED, look, search_methods


def test_the_answer_is_the_librarys():
    game = tj.load("tic_tac_toe")
    state = game.result(game.result(game.initial(), 4), 8)
    found = look("tic_tac_toe", ["4", "8"], "alphabeta", depth=9)
    mine = search(game, state, "alphabeta", depth=9)
    answer = found["answer"]
    assert (answer["action"], answer["value"], answer["bound"]) == (str(mine.action), mine.value, mine.bound)
    assert found["shows"] == game.show(state)
    assert [each["name"] for each in found["actions"]] == [str(a) for a in game.actions(state)]


@pytest.mark.parametrize("method", TRACED + GROWN)
def test_every_method_that_says_so_can_be_watched(method):
    depth = 3 if method in TRACED else None
    nodes = None if method in TRACED else 150
    found = look("tic_tac_toe", ["4", "8"], method, depth=depth, nodes=nodes, trace=True)["answer"]
    steps = found["trace"]["visits"] if method in TRACED else found["growth"]["steps"]
    assert len(steps) > 20
    assert json.dumps(finite(found))
    plain = look("tic_tac_toe", ["4", "8"], method, depth=depth, nodes=nodes)["answer"]
    assert "trace" not in plain and "growth" not in plain
    if method != "mcts":  # whose kernel, which answers where nobody watches, draws otherwise
        assert found["value"] == plain["value"]
    if method == "alphabeta":
        cuts = [visit for visit in steps if visit["pruned"]]
        assert cuts and all(visit["cut_by"][0] >= visit["cut_by"][1] for visit in cuts)


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
