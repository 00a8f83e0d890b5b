"""Hold'em from the blinds on: the vector engine, boards merged by suit, against the generic linear program."""

import pytest

import tianji as tj
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.rounds.game import RoundGame, canonical_boards

GAMES = [
    "flop_holdem(ranks=3,suits=3)",  # three suits: boards with and without symmetries of their own
    "flop_holdem",
    "turn_holdem(ranks=4,suits=2)",
    "flop_holdem(stack=1000,bets=('50%,100%','100%'),most_bets=(2,2))",
]


@pytest.mark.parametrize("spec", GAMES)
def test_the_vector_engine_finds_the_value_of_the_linear_program(spec):
    game = tj.load(spec)
    truth = tj.solve(game, "lp").values
    backend = game.rules.backend(storage="float64")
    backend.iterate(METHODS["dcfr(3)"].rows(1, 1001))
    values, best = backend.evaluate()
    assert values == pytest.approx(truth, abs=2e-2)  # chips; the big blind is 100
    assert best[0] >= truth[0] - 1e-9 and best[1] >= truth[1] - 1e-9
    assert backend.exploitability() < 2e-2


@pytest.mark.parametrize(
    ("ranks", "suits", "size"), [(13, 4, 3), (13, 4, 4), (5, 4, 3), (7, 4, 3), (4, 2, 3)]
)
def test_boards_are_counted_once(ranks, suits, size):
    game = RoundGame(ranks=ranks, suits=suits)
    boards = canonical_boards(game.deck, game.renamings, size)
    known = {(13, 4, 3): 1755, (13, 4, 4): 16432}
    from math import comb

    assert sum(copies for _, copies in boards) == comb(ranks * suits, size)
    assert len(boards) == known.get((ranks, suits, size), len(boards))


def test_turns_of_the_whole_deck():
    boards = RoundGame("turn", bets=("100%",) * 3, most_bets=(1, 1, 1)).boards()
    assert [len(level) for level in boards] == [1, 1755, 63193]
    assert len(RoundGame().hands) == 1326 and RoundGame().classes.max() == 168


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
        ({"ranks": 2, "suits": 2}, "too small"),
        ({"blinds": (100, 50)}, "small <= big"),
        ({"bets": ("100%",)}, "one a round, 2"),
        ({"bets": ("100%", "half")}, "bets[flop]"),
        ({"most_bets": (1, -1)}, "whole number"),
    ],
)
def test_games_that_cannot_be(wrong, words):
    with pytest.raises(tj.errors.ParameterError, match=words.replace("[", r"\[").replace("(", r"\(")):
        RoundGame(**wrong)
