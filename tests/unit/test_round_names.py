"""Short hold'em as a game: streets are levels, and bets are called by chips or by the pot."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.errors import UnknownNameError

POT = "flop_holdem(bets=('100%','50%,100%'),most_bets=(0,1),bet_names='pot')"


def test_the_flop_is_a_level():
    game = tj.load("flop_holdem")
    flops = tj.subgame.cuts(game, "flop")
    assert {len(cut.nodes.state(int(cut.roots[0])).cards) for cut in flops} == {3}
    assert tj.subgame.default_level(tj.subgame.cuts(game)) == "flop"


def test_bets_by_the_pot_are_the_same_game():
    game, plain = tj.load(POT), tj.load(POT.replace(",bet_names='pot'", ""))
    assert tj.load(game.spec) == game
    menus = {a for tree in tj.compile(game).trees for menu in tree.menus for a in menu}
    assert {a: game.bet_size(a) for a in menus if game.bet_size(a)} == {"b50": 0.5, "b100": 1.0}
    assert plain.bet_size("bet 200") is None
    mine, theirs = tj.compile(game), tj.compile(plain)
    assert (mine.payoff == theirs.payoff).all()
    assert (mine.slots == theirs.slots).all()


def test_a_name_that_is_none():
    with pytest.raises(UnknownNameError, match="no bet_names 'pots'; did you mean 'pot'"):
        tj.load("flop_holdem(bet_names='pots')")
