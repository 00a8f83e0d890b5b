"""Parameters out of range: one sentence that names the game, the parameter, the value and the range."""

from __future__ import annotations

import pytest

from tianji.errors import ParameterError
from tianji.games import load

BAD = [
    ("coin_toss(subgames=0)", "subgames=0"),
    ("coin_toss(sell_heads=much)", "sell_heads='much'"),
    ("coin_toss(sell_tails=true)", "sell_tails=True"),
    ("coin_toss(forfeit=2)", "true or false"),
    ("goofspiel(cards=1)", "from 2 to 52"),
    ("goofspiel(points_order=rising)", "descending, ascending, random"),
    ("goofspiel(returns=all)", "win_loss, point_difference"),
    ("goofspiel(hidden_bids=1)", "true or false"),
    ("inspection(V=-1)", "V=-1"),
    ("inspection(F=1e999)", "F=inf"),
    ("kuhn(players=11)", "from 2 to 10"),
    ("kuhn(players=2.0)", "players=2.0"),
    ("kuhn(players=true)", "players=True"),
    ("kuhn(cards=1)", "from 2 to 1000"),
    ("kuhn(players=4,cards=3)", "from 4"),
    ("leduc(ranks=1)", "from 2 to 13"),
    ("leduc(suits=0)", "from 1 to 8"),
    ("leduc(ranks=2,suits=1)", "at least three cards"),
    ("leduc(raises=-1)", "from 0 to 20"),
    ("leduc(bets=2)", "bets=2"),
    ("leduc(bets=(1,2,3))", "two sizes"),
    ("leduc(bets=(0,2))", "bets=0"),
    ("liars_dice(dice=0)", "from 1 to 6"),
    ("liars_dice(faces=10)", "from 1 to 9"),
    ("prisoners_dilemma(reward=1)", "above the next"),
    ("prisoners_dilemma(sucker=x)", "sucker='x'"),
    ("random_game(depth=0)", "depth=0"),
    ("random_game(chance=1.5)", "from 0 to 1"),
    ("random_game(merge=-0.1)", "from 0 to 1"),
    ("random_game(players=0)", "players=0"),
    ("random_game(seed=-1)", "seed=-1"),
    ("random_game(zero_sum=yes)", "true or false"),
    ("rock_paper_scissors(biased=3)", "true or false"),
    ("rock_paper_scissors(payoff_matrix=((1,2),(3,4)))", "payoff_matrix"),
    ("rock_paper_scissors(payoff_matrix=3)", "payoff_matrix"),
    ("rock_paper_scissors(payoff_matrix=((1,2,3),(1,2,3),(1,2,x)))", "'x'"),
    ("rock_paper_scissors(biased=true,payoff_matrix=((0,0,0),(0,0,0),(0,0,0)))", "keep one"),
    ("tian_ji(horses=7)", "from 1 to 6"),
]


@pytest.mark.parametrize("spec, says", BAD)
def test_refused(spec, says):
    with pytest.raises(ParameterError) as caught:
        load(spec)
    assert says in str(caught.value)
    assert spec.partition("(")[0] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", sorted({spec.partition("(")[0] for spec, _ in BAD}))
def test_parameters_are_listed_without_the_tables(name):
    game = load(name)
    assert game.parameters
    assert not any(field.startswith("_") for field in game.parameters)
    assert game.spec == name
