"""Hold'em from the blinds on: the vector engine, boards merged by suit, against the generic linear program."""

from math import comb

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.game import RoundGame

GAMES = [
    "flop_holdem(ranks=3,suits=3)",  # three suits: boards with and without symmetries of their own
    "flop_holdem",
    "turn_holdem(ranks=4,suits=2)",
    "flop_holdem(stack=1000,bets=('50%,100%','100%'),most_bets=(2,2))",
]


@pytest.mark.parametrize(("ranks", "suits"), [(13, 4), (5, 4), (7, 4), (5, 3), (4, 2)])
def test_boards_stand_for_all_boards(ranks, suits):
    flops = RoundGame(ranks=ranks, suits=suits).boards()[1]
    assert sum(flop.copies for flop in flops) == comb(ranks * suits, 3)


@pytest.mark.slow
def test_turns_of_the_whole_deck():
    game = RoundGame("turn", bets=("100%",) * 3, most_bets=(1, 1, 1))
    assert len(game.hands) == 1326 and game.classes.max() == 168
    vars(game)["hands"] = game.hands[
        :6
    ]  # which boards there are does not hang on hands, and few are quickly ranked
    assert [len(level) for level in game.boards()] == [1, 1755, 63193]


def test_blinds_limps_and_caps():
    tree = RoundGame(bets=("100%", "100%"), most_bets=(1, 1)).tree()
    root = tree.nodes[0]
    assert root.player == 1 and [str(a) for a in root.actions] == ["fold", "call", "raise 300"]
    limped = tree.nodes[root.children[1]]
    assert limped.player == 0 and [str(a) for a in limped.actions] == ["check", "raise 300"]
    assert tree.nodes[limped.children[0]].kind == "deal"
    raised = tree.nodes[root.children[2]]
    assert [str(a) for a in raised.actions] == ["fold", "call"]  # one bet a round
    assert tree.payoff(tree.nodes[root.children[0]], (0, 0))[1][1] == -50


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"last": "river"}, "expected one of flop, turn"),
        ({"ranks": 3, "suits": 2}, "too small"),
        ({"blinds": (100, 50)}, "small <= big"),
        ({"bets": ("100%",)}, "one a round, 2"),
        ({"bets": ("100%", "half")}, "bets[flop]"),
        ({"most_bets": (1, -1)}, "whole number"),
    ],
)
def test_games_that_cannot_be(wrong, words):
    with pytest.raises(tj.errors.ParameterError, match=words.replace("[", r"\[").replace("(", r"\(")):
        RoundGame(**wrong)


def lossless(game):
    """Every hand a bucket of its own, classes before the flop."""
    tables = []
    for k, level in enumerate(game.boards()):
        table = np.full((len(level), 1326), -1)
        if k == 0:
            table[0, game.hands] = game.classes
        else:
            for b, board in enumerate(level):
                held = board.combos[0]
                table[b, held] = np.arange(len(held)) + table.max() + 1
        tables.append(table)
    return tables


@pytest.mark.parametrize("spec", [GAMES[0], "turn_holdem(ranks=4,suits=2)"])
def test_lossless_buckets_find_the_value_too(spec):
    game = tj.load(spec)
    truth = tj.solve(game, "lp").values
    backend = BucketBackend(game.rules, lossless(game.rules))
    backend.iterate(SCHEDULES["cfr+"].rows(1, 201))
    assert backend.values() == pytest.approx(truth, abs=0.1)
    assert backend.exploitability() < 0.2


@pytest.mark.parametrize(("spec", "boards"), [("flop_holdem(ranks=4,suits=3)", [220]), (GAMES[2], [56, 280])])
def test_sums_over_boards_count_all_that_are_equal_by_suit(spec, boards):
    """One bucket, which everybody reaches: as many hands as all boards leave, those that differ by suits alone too."""
    game = tj.load(spec).rules
    tables = [np.where(table < 0, -1, table if k == 0 else 0) for k, table in enumerate(lossless(game))]
    backend = BucketBackend(game, tables, storage="float64")
    for pair in backend.strategy:
        for cells in pair:
            cells[:] = 1.0
    for player in (0, 1):
        _, values, plans = backend.sweep(player, backend.strategy, is_learning=True)
        for k, count in enumerate(boards, 1):
            left = len(game.deck) - 2 - k
            hands = count * comb(left, 2)
            assert plans[k].tolist() == [hands] * plans[k].size
            chips = np.abs(values[k]) / (hands * comb(left - 2, 2))
            assert chips[chips > 1e-6].min() == pytest.approx(100)  # a fold after calls


def test_coarse_buckets_cost_and_threads_do_not_matter():
    game = tj.load("flop_holdem(ranks=4,suits=3)").rules
    fine = lossless(game)
    coarse = [fine[0], np.where(fine[1] < 0, -1, fine[1] % 5)]
    schedule = SCHEDULES["cfr+"].rows(1, 101)
    backends = [BucketBackend(game, tables, threads=n) for tables, n in ((fine, 1), (coarse, 1), (coarse, 2))]
    for backend in backends:
        backend.iterate(schedule)
    gaps = [backend.exploitability() for backend in backends]
    assert gaps[0] < 1 < 10 < gaps[1] and gaps[1] == gaps[2]
