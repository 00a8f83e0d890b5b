"""Carving: node tables, public states, levels, closure."""

from __future__ import annotations

import numpy as np
import pytest

import tianji as tj
from tianji.core.game import TERMINAL
from tianji.core.walk import histories
from tianji.flat.nodes import node_table
from tianji.games.leduc import Leduc
from tianji.subgame.carve import closure, default_level, overlapping, parent_game


class Untold(Leduc):
    """Leduc without its own word on what is public: the table must find public states itself."""

    public = tj.Game.public


@pytest.mark.parametrize(
    "spec", ["kuhn", "coin_toss(subgames=2)", "liars_dice(faces=2)", "goofspiel(cards=3)"]
)
def test_the_node_table_is_the_walk(spec):
    game = tj.load(spec)
    flat, nodes = parent_game(game)
    assert nodes is node_table(flat)  # kept beside the compiled game
    walked = list(histories(game))
    assert nodes.num_nodes == len(walked)
    for h, visit in enumerate(walked):
        assert nodes.player[h] == visit.player
        assert nodes.depth[h] == visit.depth
        assert nodes.chance[h] == pytest.approx(visit.chance_reach)
        assert nodes.state(h) == visit.state
        for p in (0, 1):
            assert nodes.known[p][nodes.key[h, p]] == game.information(visit.state, p)
    is_end = nodes.player == TERMINAL
    assert (nodes.end[is_end] == np.flatnonzero(is_end) + 1).all()
    assert nodes.end[0] == nodes.num_nodes


def test_slots_are_those_of_the_compiled_game():
    flat, nodes = parent_game(tj.load("leduc"))
    ends = nodes.player == TERMINAL
    vectors = flat.uniform()
    from tianji.evaluate.response import expected_values, plans

    reach = plans(flat, vectors)
    weight = nodes.chance[ends] * reach[0][nodes.slots[ends, 0]] * reach[1][nodes.slots[ends, 1]]
    assert weight.sum() == pytest.approx(1.0)
    assert weight @ nodes.utility[ends, 0] == pytest.approx(expected_values(flat, reach)[0])


def test_public_states_are_found_without_being_told():
    told, found = tj.subgame.cuts(Leduc(), "board"), tj.subgame.cuts(Untold(), "board")
    assert len(told) == len(found) == 30
    assert sorted(c.roots.tobytes() for c in told) == sorted(c.roots.tobytes() for c in found)
    # four opponents for each of the cards of two players, less what the board and the other hold
    assert all(len(c.roots) == 20 for c in told)


@pytest.mark.parametrize(
    ("spec", "level", "count"),
    [
        ("coin_toss", "play", 1),
        ("coin_toss(subgames=3)", "draw", 1),
        ("coin_toss(subgames=3)", "play", 3),
        ("kuhn", "deal", 1),
        ("kuhn", "pass", 1),
        ("kuhn", "bet", 1),
        ("leduc", "board", 30),
        ("leduc(ranks=3,suits=1)", "board", 15),
        ("liars_dice(faces=3)", "bid 1", 6),
        ("leduc_bets(sizes=(1,),suits=1)", "board", 9),
    ],
)
def test_levels(spec, level, count):
    assert len(tj.subgame.cuts(tj.load(spec), level)) == count


@pytest.mark.parametrize(
    ("spec", "level"),
    [
        ("coin_toss", "play"),
        ("kuhn", "bet"),
        ("leduc", "board"),
        ("liars_dice(faces=2)", "bid 1"),
        ("tian_ji", "depth 1"),
    ],
)
def test_default_level(spec, level):
    assert default_level(tj.subgame.cuts(tj.load(spec))) == level


def test_closure_of_a_seed():
    game = tj.load("leduc")
    cut = tj.subgame.carve(game, lambda s: s == ("Ja", "Qa", "Ka", "cc/"))
    assert cut.level == "board"
    assert cut.label == "Ka|cc/"
    assert len(cut.roots) == 20
    _, nodes = parent_game(game)
    whole = closure(nodes, cut.roots)
    assert (whole == nodes.subtree(cut.roots)[0]).all()


def test_states_as_seeds():
    game = tj.load("kuhn")
    by_state = tj.subgame.carve(game, [((0, 1), "p")])
    assert by_state.level == "pass"
    assert len(by_state.roots) == 6


def test_hidden_moves_widen_a_cut():
    """In matching pennies nothing but the start is a subgame of its own: player 1 cannot tell the choices apart."""
    cuts = tj.subgame.cuts(tj.load("matching_pennies"))
    assert [len(c.roots) for c in cuts] == [2]


def test_overlap():
    game = tj.load("leduc")
    assert overlapping(tj.subgame.cuts(game, "board")) is None
    found = overlapping(tj.subgame.cuts(game))
    assert found is not None
    assert found[0].overlaps(found[1])


def test_nested_cuts_are_solved_from_the_top_down():
    game = tj.load("kuhn")
    blueprint = tj.uniform(game)
    result = tj.subgame.solve_all(game, blueprint, tj.subgame.cuts(game), "maxmargin", player=1)
    assert len(result.report.cuts) == 5
    assert [cut.level for cut in result.report.cuts] == ["depth 1", "deal", "pass", "bet", "depth 4"]
    top = tj.subgame.solve(game, blueprint, tj.subgame.cuts(game)[0], "maxmargin", player=1).report
    assert result.report.loss_after <= top.loss_after < top.loss_before
    # chance and all: the first subgame is the game but for its first card, and unsafe solving of it is solving it
    whole = tj.subgame.solve(game, blueprint, tj.subgame.cuts(game)[0], "unsafe", player=1).report
    assert whole.loss_after == pytest.approx(0.0, abs=1e-7)


def test_a_subgame_the_blueprint_never_allows_is_kept():
    game = tj.load("kuhn")
    never_bets = tj.Strategy.from_dict(
        "kuhn",
        [
            {(c, line): {"p": 1.0, "b": 0.0} for c in range(3) for line in ("", "pb")},
            {(c, line): {"p": 0.5, "b": 0.5} for c in range(3) for line in ("p", "b")},
        ],
    )
    cut = tj.subgame.cuts(game, "bet")[0]
    report = tj.subgame.solve(game, never_bets, cut, "resolve", player=0).report
    assert "never lets" in report.cuts[0].note
    assert report.loss_after == report.loss_before
    unsafe = tj.subgame.solve(game, never_bets, cut, "unsafe", player=1).report
    assert "unsafe solving has no odds" in unsafe.cuts[0].note


@pytest.mark.parametrize(
    ("options", "is_safe"),
    [
        ({"technique": "reach-maxmargin"}, True),
        ({"technique": "reach-maxmargin", "gift_bound": "full"}, True),
        ({"technique": "reach-maxmargin", "gift_bound": "estimate"}, False),
        ({"technique": "reach-maxmargin", "gifts": 0.5}, True),
        ({"technique": "reach-maxmargin", "gifts": 2}, False),
        ({"technique": "resolve", "payoffs": "estimate"}, False),
        ({"technique": "resolve", "payoffs": "estimate", "keep_blueprint_safety": True}, True),
        (
            {
                "technique": "reach-resolve",
                "payoffs": "estimate",
                "gift_bound": "estimate",
                "keep_blueprint_safety": True,
            },
            False,
        ),
    ],
)
def test_what_is_called_safe(options, is_safe):
    game = tj.load("coin_toss")
    blueprint, cuts = tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")
    assert tj.subgame.solve(game, blueprint, cuts[0], **options).report.is_safe is is_safe


def test_report_texts():
    game = tj.load("coin_toss")
    result = tj.subgame.solve(
        game, tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")[0], "reach-maxmargin"
    )
    text = str(result.report)
    assert "loss 0.500000 → 0.250000; safe up to the gadgets' gap" in text
    data = result.report.to_dict()
    assert data["loss_after"] == pytest.approx(0.25)
    assert data["exploitability"] == pytest.approx(tj.exploitability(game, result.strategy), abs=1e-12)
    assert data["cuts"][0]["entries"] == ["Heads Play", "Tails Play"]
    assert data["cuts"][0]["reach_margin"] == pytest.approx([0.5, 0.5])
