"""Local best response and matches of public states: bounds and exact answers on small games, known sums in hold'em."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tianji as tj
from tianji import cli
from tianji.arena import holdem_lbr, local_best_response, match, public_match
from tianji.core.strategy import label
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError
from tianji.evaluate.response import in_proportion
from tianji.flat.cache import as_flat


def random_strategy(game, seed):
    flat, rng = as_flat(game), np.random.default_rng(seed)
    return flat.to_strategy([in_proportion(tree, rng.random(tree.num_slots) + 1e-3) for tree in flat.trees])


def always(game, name):
    """The strategy that plays one action wherever there is one of that name."""
    flat, rows = as_flat(game), []
    for tree in flat.trees:
        row = np.zeros(tree.num_slots)
        row[0] = 1
        for i, menu in enumerate(tree.menus):
            row[tree.first_slot[i] + [label(a) for a in menu].index(name)] = 1
        rows.append(row)
    return flat.to_strategy(rows)


def calls(key, actions):
    """Kuhn's passive action: b answers a bet, p is a check."""
    return "b" if "b" in str(key[1]) else "p"


@pytest.mark.parametrize(("name", "passive"), [("kuhn", calls), ("leduc", None), ("kuhn(players=3)", calls)])
def test_it_never_wins_more_than_the_best_response(name, passive):
    game = tj.load(name)
    strategies = [tj.uniform(game), random_strategy(game, 1), random_strategy(game, 2)]
    for strategy in [*strategies, tj.solve(game, iterations=100).strategy]:
        for player in range(game.players):
            found = local_best_response(game, strategy, player, passive=passive)
            assert found.value <= found.best + 1e-12
            assert found.best == pytest.approx(tj.best_response(game, strategy, player).value)
            assert found.value == pytest.approx(tj.values(game, found.strategy)[player])


def test_against_one_who_always_calls_it_is_the_best_response():
    game = tj.load("leduc")
    for player in (0, 1):
        found = local_best_response(game, always(game, "c"), player)
        assert found.value == pytest.approx(found.best) and found.value > 1


def test_a_smaller_menu_wins_no_more():
    game = tj.load("leduc")
    strategy = always(game, "c")
    few = local_best_response(game, strategy, 0, allow=lambda a: a != "r")
    assert few.value == pytest.approx(0, abs=1e-12)
    assert local_best_response(game, strategy, 0).value > 1
    with pytest.raises(ParameterError, match="allow= leaves none"):
        local_best_response(game, strategy, 0, allow=lambda a: False)


def test_games_without_a_call_are_asked_for_one():
    with pytest.raises(NotApplicableError, match="give passive="):
        local_best_response(tj.load("kuhn"), tj.uniform(tj.load("kuhn")), 0)
    with pytest.raises(NotApplicableError, match="passive= gave 'x'"):
        local_best_response(tj.load("kuhn"), tj.uniform(tj.load("kuhn")), 0, passive=lambda key, actions: "x")


# Hold'em ------------------------------------------------------------------------------------------------------


def test_known_sums_against_baselines():
    """Lisý & Bowling (2017), table 1: 750 mbb/h against one who always folds with fcpa, 250 in the mean with fc."""
    assert holdem_lbr("fold", hands=10).score.mean == 750
    found = holdem_lbr("fold", hands=400, menu="fc", first=3)
    assert abs(found.score.mean - 250) < 4 * found.score.stderr
    assert holdem_lbr("call", hands=10, menu="fc").score.mean == 0  # nobody ever bets
    assert holdem_lbr("call", hands=30, seed=1).score.low > 0
    assert holdem_lbr("allin", hands=10).score.mean == 0  # all-in before it may act, from both seats


def test_a_player_of_ones_own_with_rows():
    """Bets the turn with pairs in hand alone, else checks and folds: the response believes it."""
    from tianji.poker.cards import hand_cards

    cards = hand_cards().astype(int)
    pair = (cards[:, 0] // 4 == cards[:, 1] // 4).astype(float)

    class Honest:
        name = "honest"

        def act(self, told, rng):
            raise AssertionError("only its rows are asked for")

        def rows(self, state):
            legal = state.legal()
            if legal.fold:
                return {"f": 1 - pair, "c": pair}
            if state.street == 2 and legal.least is not None:
                return {f"r{legal.most}": pair, "c": 1 - pair}
            return {"c": np.ones(1326)}

    found = holdem_lbr(Honest(), hands=60, seed=3)
    assert found.player == "honest" and found.score.mean > 0 and found.stopped == "hands"
    assert found.to_dict() == holdem_lbr(Honest(), hands=60, seed=3).to_dict()


def test_what_cannot_be_asked():
    class Mute:
        name = "mute"

        def act(self, told, rng):
            return "c"

    with pytest.raises(NotApplicableError, match=r"'mute' does not say .* needs rows"):
        holdem_lbr(Mute())
    with pytest.raises(ParameterError, match="menu='fcpb'"):
        holdem_lbr("call", menu="fcpb")
    with pytest.raises(ParameterError, match="first=0"):
        holdem_lbr("call", first=0)


# Public states ------------------------------------------------------------------------------------------------


def test_a_match_of_public_states_finds_the_value_with_less_noise():
    game = tj.load("leduc")
    a, b = random_strategy(game, 1), random_strategy(game, 2)
    exact = tj.compare(game, a, b).a_mean
    ranges = public_match(game, a, b, "board", hands=2000, seed=1)
    hands = match(game, a, b, hands=2000, seed=1, aivat=False)
    assert abs(ranges.score.mean - exact) < 4 * ranges.score.stderr
    assert ranges.score.stderr < 0.6 * hands.score.stderr and ranges.roots == 30
    assert public_match(game, a, b, "board", hands=50, seed=1) == public_match(
        game, a, b, "board", hands=50, seed=1
    )


def test_public_states_that_cannot_be():
    game = tj.load("leduc")
    with pytest.raises(UnknownNameError, match=r"no stage 'bord'; did you mean 'board'"):
        public_match(game, "uniform", "uniform", "bord")
    with pytest.raises(NotApplicableError, match="needs two players"):
        public_match(tj.load("kuhn(players=3)"), "uniform", "uniform", "board")


def test_the_commands(capsys):
    assert cli.main(["holdem", "lbr", "fold", "--hands", "10", "--json", "--quiet"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["mbb_h"] == 750 and data["streets"] == [2, 3]
    assert cli.main(["holdem", "lbr", "fold", "--hands", "10", "--quiet"]) == 0
    assert "it wins, mbb/h  750.0 ± 0.0" in capsys.readouterr().out
    assert (
        cli.main(["match", "leduc", "uniform", "uniform", "--level", "board", "--hands", "20", "--quiet"])
        == 0
    )
    assert "states at board" in capsys.readouterr().out
    assert cli.main(["match", "leduc", "uniform", "uniform", "--level", "board", "--single"]) == 2
    assert "--single with --level" in capsys.readouterr().err
