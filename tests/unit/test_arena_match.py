"""Matches of any game: seats, duplicate deals, intervals, faults, stops; AIVAT exactly on small games."""

from __future__ import annotations

import json
import random
import threading

import numpy as np
import pytest

import tianji as tj
from tianji import cli
from tianji.arena import Aivat, Estimate, StrategyPlayer, hand_agent, match, take_seat
from tianji.core.game import TERMINAL
from tianji.errors import NotApplicableError, ParameterError, StrategyError, UnknownNameError
from tianji.evaluate.response import in_proportion, plans
from tianji.flat.cache import as_flat
from tianji.flat.nodes import node_table


def random_strategy(game, seed):
    flat, rng = as_flat(game), np.random.default_rng(seed)
    return flat.to_strategy([in_proportion(tree, rng.random(tree.num_slots) + 1e-3) for tree in flat.trees])


def test_a_strategy_against_itself_wins_nothing_in_duplicate():
    game = tj.load("kuhn")
    found = match(game, "uniform", "random", hands=4000, seed=2)
    assert (
        found.hands == 4000 and found.score.count == 2000 and abs(found.score.mean) < 4 * found.score.stderr
    )
    assert found.aivat.mean == pytest.approx(0, abs=1e-12) and "exact value" in found.note


def test_the_interval_holds_the_exact_value():
    game = tj.load("kuhn")
    a, b = random_strategy(game, 1), random_strategy(game, 2)
    exact = tj.compare(game, a, b).a_mean
    hits = 0
    for seed in range(20):
        found = match(game, a, b, hands=600, seed=seed, aivat=False)
        hits += found.score.low <= exact <= found.score.high
    assert hits >= 17 and found.aivat is None


def test_the_same_seed_is_the_same_match_and_another_is_not():
    game = tj.load("leduc")
    rows = [match(game, "uniform", "uniform", hands=60, seed=s).to_dict() for s in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]


def test_duplicate_deals_share_their_luck():
    """Two agents that never look at chance but at their seat: every deal ends level."""
    game = tj.load("kuhn")

    class Passive:
        name = "passive"

        def choose(self, state, player):
            return "p"

    found = match(game, Passive(), Passive(), hands=100)
    assert found.score.mean == 0 and found.score.stderr == 0 and found.by_seat[0] == -found.by_seat[1]
    single = match(game, Passive(), Passive(), hands=100, duplicate=False)
    assert single.hands == single.score.count == 100 and single.score.stderr > 0
    assert "neither agent" in single.note


def test_three_players_and_board_games_sit_down_too():
    assert match(tj.load("kuhn(players=3)"), "uniform", "uniform", hands=10).hands == 12
    found = match(tj.load("tic_tac_toe"), "mcts:nodes=60", "uniform", hands=6, seed=1)
    assert found.score.mean > 0 and found.note.startswith("no AIVAT")
    again = match(tj.load("tic_tac_toe"), "mcts:nodes=60", "uniform", hands=6, seed=1)
    assert again.to_dict() == found.to_dict()


def test_an_illegal_action_is_counted_told_and_replaced():
    game = tj.load("kuhn")

    class Rogue:
        def choose(self, state, player):
            return "raise" if player == 0 else "p"

    found = match(game, Rogue(), "uniform", hands=40, aivat=False)
    assert found.illegal[0] >= 20 and found.illegal[1] == 0 and len(found.faults) == 10
    assert "Rogue played 'raise'" in found.faults[0] and "p was played instead" in found.faults[0]


def test_a_match_stops_when_asked():
    game, stop = tj.load("kuhn"), threading.Event()
    stop.set()
    assert match(game, "uniform", "uniform", hands=10**6, stop=stop).stopped == "cancelled"
    found = match(game, "uniform", "uniform", hands=10**9, progress=lambda report: report.done < 50)
    assert found.stopped == "cancelled" and 0 < found.hands < 10**9
    assert match(game, "uniform", "uniform", hands=10**9, seconds=0.05).stopped == "seconds"


def test_agents_that_cannot_be_are_refused():
    game = tj.load("kuhn")
    for who, error, why in (
        ("dcfrr", UnknownNameError, "did you mean 'dcfr'"),
        ("mtdf", NotApplicableError, "perfect information"),
        (7, ParameterError, "expected a name, a Strategy or an object"),
        (tj.uniform(tj.load("leduc")), StrategyError, "leduc"),
    ):
        with pytest.raises(error, match=why):
            take_seat(game, who)
    with pytest.raises(ParameterError, match="expected a number"):
        take_seat(tj.load("nim"), "mtdf:nodes=x")
    with pytest.raises(UnknownNameError, match="did you mean 'nodes'"):
        take_seat(tj.load("nim"), "mtdf:node=1")


GIVEN = {
    "until": 0.1,
    "seconds": 0.1,
    "seed": 3,
    "rng": random.Random(3),
    "progress": lambda report: None,
    "stop": lambda: False,
}


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize(
    "who", ["file", "uniform", "strategy", "own", "mtdf", "mtdf:0.1", "mcts:nodes=9", "dcfr"]
)
def test_a_keyword_that_does_nothing_to_an_agent_is_refused_by_name(who, name, tmp_path):
    """Of a file, a search or an agent of one's own `until` and its like were accepted and ignored."""
    game = tj.load("nim(heaps='2')")
    saved = tmp_path / "even.json"
    even = tj.uniform(game)
    even.save(saved)
    agent = {"file": str(saved), "strategy": even, "own": StrategyPlayer(game, even, random.Random(0))}.get(
        who, who
    )
    does = {
        "file": {"seed", "rng"},
        "uniform": {"seed", "rng"},
        "strategy": {"seed", "rng"},
        "own": set(),
        "mtdf": {"seconds"},
        "mtdf:0.1": set(),
        "mcts:nodes=9": {"seed"},
        "dcfr": set(GIVEN),
    }
    if name in does[who]:
        take_seat(game, agent, **{name: GIVEN[name]})
    else:
        with pytest.raises(ParameterError, match=f"^{name}=.* does nothing to"):
            take_seat(game, agent, **{name: GIVEN[name]})


def test_a_seed_and_an_rng_are_not_taken_both_where_one_would_be_ignored():
    game = tj.load("kuhn")
    with pytest.raises(ParameterError, match="the rng draws, so leave out the seed"):
        take_seat(game, "dcfr", until=0.5, seed=1, rng=random.Random(1))
    take_seat(game, "external", until=0.5, seed=1, rng=random.Random(1))  # one solves, the other plays


def test_the_seed_of_a_match_is_that_of_a_search_that_draws():
    """`mcts` drew from seed 0 whatever the match was given."""
    game = tj.load("connect_four")
    means = {
        match(game, "mcts:nodes=20", "mcts:nodes=25", hands=2, seed=seed).score.mean for seed in range(4)
    }
    assert len(means) > 1


def test_estimates():
    assert np.isnan(Estimate.of([]).mean) and Estimate.of([]).count == 0 and Estimate.of([3.0]).stderr is None
    found = Estimate.of([1.0, 5.0, 3.0])
    assert found == Estimate.of([5.0, 3.0, 1.0]) and found.scaled(2).mean == 6
    assert found.high - found.mean == pytest.approx(
        4.302652729911275 * found.stderr
    )  # t with two degrees of freedom


# AIVAT, over every hand that can be ---------------------------------------------------------------------------


def every_hand(game, sides):
    """`[H]` the probability of each terminal when player p follows sides[p], and the payoffs."""
    flat = as_flat(game)
    nodes = node_table(flat)
    own = plans(flat, [flat.from_strategy(sides[p])[p] for p in range(game.players)])
    odds = nodes.chance * (nodes.player == TERMINAL)
    for p in range(game.players):
        odds = odds * own[p][nodes.slots[:, p]]
    return odds, nodes.utility


@pytest.mark.parametrize(
    "name", ["kuhn", "leduc", "kuhn(players=3)", "liars_dice(dice=1,faces=3)", "tian_ji"]
)
def test_aivat_has_no_bias_and_less_noise(name):
    game = tj.load(name)
    known, other = random_strategy(game, 3), random_strategy(game, 4)
    for player in range(game.players):
        sides = [known if p == player else other for p in range(game.players)]
        odds, payoff = every_hand(game, sides)
        exact = float(odds @ payoff[:, player])
        plain = float(odds @ (payoff[:, player] - exact) ** 2)
        for model in (None, random_strategy(game, 5), other):
            found = Aivat(game, {player: known}, player, model).values
            assert float(odds @ found) == pytest.approx(exact, abs=1e-12)
            assert float(odds @ (found - exact) ** 2) < plain + 1e-12


def test_correcting_a_stranger_by_a_guess_would_bias():
    """The mistake the paper warns of: the others' actions corrected by a strategy they do not follow."""
    game = tj.load("leduc")
    known, other = random_strategy(game, 3), random_strategy(game, 4)
    odds, payoff = every_hand(game, [known, other])
    wrong = Aivat(game, {0: known, 1: known}, 0).values
    assert abs(float(odds @ wrong) - float(odds @ payoff[:, 0])) > 0.02


def test_with_all_strategies_known_nothing_is_left_to_luck():
    game = tj.load("leduc")
    strategy = random_strategy(game, 3)
    odds, _ = every_hand(game, [strategy, strategy])
    found = Aivat(game, {0: strategy, 1: strategy}, 0).values[odds > 0]
    assert np.ptp(found) < 1e-9 and found[0] == pytest.approx(tj.values(game, strategy)[0])


def test_aivat_in_a_match_against_a_stranger():
    game = tj.load("leduc")
    a, b = random_strategy(game, 1), random_strategy(game, 2)
    stranger = take_seat(game, b, seed=5).agent

    class Stranger:
        def choose(self, state, player):
            return stranger.choose(state, player)

    found = match(game, a, Stranger(), hands=3000, seed=4)
    exact = tj.compare(game, a, b).a_mean
    assert found.aivat.stderr < 0.7 * found.score.stderr
    assert abs(found.aivat.mean - exact) < 4 * found.aivat.stderr


def test_moves_that_are_no_hand_are_refused():
    game = tj.load("kuhn")
    table = Aivat(game, {0: tj.uniform(game)}, 0)
    with pytest.raises(ParameterError, match="'x' after"):
        table.estimate([2, 0, "x"])
    with pytest.raises(ParameterError, match="do not end the game"):
        table.estimate([2, 0, "p"])
    with pytest.raises(ParameterError, match="player 2 of kuhn"):
        Aivat(game, {2: tj.uniform(game)}, 0)


# The command --------------------------------------------------------------------------------------------------


def test_the_command(capsys, tmp_path):
    game = tj.load("kuhn")
    tj.uniform(game).save(tmp_path / "u.json")
    assert (
        cli.main(["match", "kuhn", "dcfr", str(tmp_path / "u.json"), "--hands", "200", "--json", "--quiet"])
        == 0
    )
    data = json.loads(capsys.readouterr().out)
    assert data["hands"] == 200 and data["stderr"] > 0 and data["aivat"] == pytest.approx(0.14, abs=0.02)
    assert cli.main(["match", "kuhn", "uniform", "uniform", "--hands", "1e2", "--single", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "A wins a hand" in out and "95 % from" in out and "100 hands, seed 3" in out
    assert cli.main(["match", "kuhn", "nobody", "uniform"]) == 2
    assert "no method 'nobody'" in capsys.readouterr().err


def test_a_match_ends_in_the_middle_of_a_thought() -> None:
    """mcts:99999999999 thinks for 3,000 years a move; the match's own end is heeded, and the broken deal left out."""
    game = tj.load("tic_tac_toe")
    found = tj.arena.match(game, "uniform", "mcts:99999999999", hands=2, seconds=0.05)
    assert (found.hands, found.stopped) == (0, "seconds")
    event = threading.Event()
    timer = threading.Timer(0.1, event.set)
    timer.start()
    found = tj.arena.match(game, "mcts:99999999999", "uniform", hands=2, stop=event)
    assert (found.hands, found.stopped) == (0, "cancelled")


def test_seconds_end_the_solve_before_a_match_too() -> None:
    """`external` has no end of its own."""
    found = tj.arena.match(tj.load("kuhn"), "uniform", "external", hands=2, seconds=0.05)
    assert found.stopped in ("hands", "seconds")


@pytest.mark.parametrize("name", ["seconds", "grace"])
def test_only_a_program_may_be_late(name):
    """`hand_agent("call", seconds=5)` was accepted and ignored."""
    with pytest.raises(ParameterError, match=f"{name}=5 does nothing to 'call'"):
        hand_agent("call", **{name: 5})


def test_a_match_tells_how_often_a_player_had_to_do_without_its_solve():
    class Searcher:
        name = "searcher"
        counts = {"solves": 3, "fallback base": 2, "fallback equity": 1, "translated": 2}

        def act(self, told, rng):
            return "c"

    found = tj.arena.holdem_match(Searcher(), "call", hands=2)
    assert "searcher had no solve for 3 decisions and fell back: base 2, equity 1" in found.note
    assert "no solve" not in tj.arena.holdem_match("call", "call", hands=2).note
