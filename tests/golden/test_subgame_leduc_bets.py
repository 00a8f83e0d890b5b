"""leduc_bets by hand, and against Leduc where the two games have one tree."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.games.leduc_bets import LeducBetsState


@pytest.mark.parametrize(
    ("state", "pay"),
    [
        # ante 1 each; half of the pot of 2 is 1: the caller has put in 1 when he folds
        (("Ka", "Qa", "", ("b50", "f")), (1, -1)),
        (("Ka", "Qa", "", ("b50", "c")), None),
        # pot 4 after the call; a pot bet adds 4; called: 6 each
        (("Ka", "Qa", "Ja", ("b50", "c", "/", "b100", "c")), (6, -6)),
        (("Ka", "Qa", "Qb", ("b50", "c", "/", "b100", "c")), (-6, 6)),
        # checked to 2; bet 1, raise: call 1 makes the pot 4, three quarters of it are 3: 5 against 2, then a fold
        (("Ka", "Qa", "Ja", ("c", "c", "/", "b50", "b75", "f")), (-2, 2)),
        (("Qa", "Qb", "Ja", ("c", "c", "/", "c", "c")), (0, 0)),
    ],
)
def test_payoffs(state, pay):
    game = tj.load("leduc_bets")
    s = LeducBetsState(*state)
    if pay is None:
        assert game.player(s) == tj.CHANCE
    else:
        assert game.player(s) == tj.TERMINAL
        assert game.utility(s) == pay


def test_one_size_and_one_bet_is_the_tree_of_leduc():
    ours, theirs = (
        tj.compile(tj.load("leduc_bets(sizes=(1,),bets=(1,1))")),
        tj.compile(tj.load("leduc(raises=1)")),
    )
    assert (ours.histories, ours.terminals, ours.num_infosets) == (
        theirs.histories,
        theirs.terminals,
        theirs.num_infosets,
    )


def test_bets_are_capped_and_folding_needs_a_bet():
    game = tj.load("leduc_bets")
    assert game.actions(LeducBetsState("Ka", "Qa")) == ("c", "b50", "b75", "b100")
    assert game.actions(LeducBetsState("Ka", "Qa", "", ("b75",))) == ("f", "c")
    assert game.actions(LeducBetsState("Ka", "Qa", "Ja", ("c", "c", "/", "b75", "b50"))) == ("f", "c")
    assert game.bet_size("b75") == 0.75
    assert game.bet_size("c") is None


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("leduc_bets(sizes=(1,0.5))", "rising fractions"),
        ("leduc_bets(sizes=())", "rising fractions"),
        ("leduc_bets(bets=(1,))", "expected two numbers"),
        ("leduc_bets(ranks=2,suits=1)", "at least three cards"),
    ],
)
def test_parameters(spec, words):
    with pytest.raises(ParameterError, match=words):
        tj.load(spec)
