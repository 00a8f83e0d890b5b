"""Is every registered game lawful? `check_game` at small sizes, and the spec that leads back to the game."""

from __future__ import annotations

import pickle

import pytest

from tianji.core.check import check_game
from tianji.games import load, names

SIZES = [
    "coin_toss",
    "coin_toss(subgames=2)",
    "coin_toss(sell_heads=-1/2,sell_tails=0.5,forfeit=false)",
    "flop_holdem",
    "flop_holdem(ranks=4,suits=2,bets=('50%,100%','allin'),blinds=(1,2),stack=12)",
    "goofspiel(cards=3)",
    "goofspiel(cards=3,points_order=ascending,hidden_bids=false)",
    "goofspiel(cards=3,points_order=random,returns=point_difference)",
    "inspection(V=10,W=3,H=1,C=1,F=2)",
    "kuhn",
    "kuhn(cards=5)",
    "kuhn(players=3)",
    "kuhn(players=4,cards=4)",
    "leduc",
    "leduc(ranks=4,suits=1,bets=(1,3),raises=1)",
    "leduc(ranks=2,suits=3,raises=3)",
    "leduc_bets(suits=1)",
    "leduc_bets(sizes=(1/2,2),ranks=2,bets=(2,1))",
    "liars_dice(faces=3)",
    "liars_dice(dice=2,faces=2)",
    "matching_pennies",
    "prisoners_dilemma",
    "random_game",
    "random_game(seed=3,depth=6,players=3,zero_sum=false)",
    "random_game(seed=4,depth=7,branching=2,merge=1,chance=0)",
    "random_game(seed=5,depth=5,merge=0,chance=1/2,players=1)",
    "rock_paper_scissors",
    "rock_paper_scissors(biased=true)",
    "rock_paper_scissors(payoff_matrix=((0,-2,1),(2,0,-1),(-1,1,0)))",
    "tian_ji",
    "tian_ji(horses=2)",
    "turn_holdem",
]
GENERAL_SUM = ("inspection", "prisoners_dilemma", "random_game(seed=3")


# games with perfect information, checked in test_search_games.py
SEARCHED = {
    "breakthrough", "chess", "chess_ending", "connect_four", "domineering", "gomoku", "hex", "kalah", "mnk", "nim",
    "othello", "three_lines", "tic_tac_toe",
}  # fmt: skip


def test_every_registered_game_is_here():
    assert {spec.partition("(")[0] for spec in SIZES} | SEARCHED == set(names())


@pytest.mark.parametrize("spec", SIZES)
def test_contract(spec):
    report = check_game(load(spec), seconds=None)
    assert report.complete
    assert report.recall_everywhere, report.lapse
    assert report.zero_sum != spec.startswith(GENERAL_SUM)


@pytest.mark.parametrize("spec", SIZES)
def test_spec_leads_back(spec):
    game = load(spec)
    assert load(game.spec) == game
    assert hash(load(game.spec)) == hash(game)
    assert load(game.spec).spec == game.spec
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.spec.partition("(")[0] == spec.partition("(")[0]


@pytest.mark.parametrize("name", sorted(names()))
def test_rules_in_brief_for_people(name):
    game = load(name)
    doc = type(game).__doc__ or ""
    assert len(doc.split("\n\n")) >= 2, "the command line prints the class docstring: say the rules there"
    assert not doc.startswith(f"{type(game).__name__}("), "a dataclass without a docstring"
    assert game.show(game.initial())
