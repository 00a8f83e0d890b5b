"""Writing Gambit files: the same tree comes back, with exact numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import GameRuleError, TooLargeError
from tianji.games import load
from tianji.games._efg_write import exact_probabilities
from tianji.games.efg import read_efg, write_efg

GAMES = [
    "coin_toss",
    "coin_toss(subgames=2,sell_heads=1/3)",
    "goofspiel(cards=3,points_order=random)",
    "inspection",
    "kuhn",
    "kuhn(players=3)",
    "leduc(suits=1,bets=(1.5,4))",
    "liars_dice(faces=2)",
    "prisoners_dilemma",
    "random_game(seed=9,depth=6,players=3,zero_sum=false)",
    "tian_ji",
]


def assert_same_tree(ours, theirs):
    """Walk both at once: players, probabilities, payoffs, and one infoset for one infoset."""
    partner: list[dict] = [{} for _ in range(ours.players)]
    stack = [(ours.initial(), theirs.initial())]
    while stack:
        s, t = stack.pop()
        player = ours.player(s)
        assert theirs.player(t) == player
        if player == TERMINAL:
            assert tuple(theirs.utility(t)) == pytest.approx(tuple(ours.utility(s)), rel=1e-12)
            continue
        if player == CHANCE:
            left, right = ours.chances(s), theirs.chances(t)
            assert [p for _, p in right] == pytest.approx([p for _, p in left], rel=1e-12)
            moves = [(a, b) for (a, _), (b, _) in zip(left, right, strict=True)]
        else:
            key = theirs.information(t, player)
            assert partner[player].setdefault(ours.information(s, player), key) == key
            moves = list(zip(ours.actions(s), theirs.actions(t), strict=True))
        stack.extend((ours.result(s, a), theirs.result(t, b)) for a, b in moves)
    for pairs in partner:
        assert len(set(pairs.values())) == len(pairs)


@pytest.mark.parametrize("spec", GAMES)
def test_round_trip(spec):
    game = load(spec)
    text = write_efg(game)
    again = read_efg(text)
    assert_same_tree(game, again)
    assert again.title == game.spec
    assert read_efg(write_efg(again)) == again


@pytest.mark.parametrize(
    "probs, exact",
    [
        ([1 / 3] * 3, ["1/3"] * 3),
        ([1 / 7, 2 / 7, 4 / 7], ["1/7", "2/7", "4/7"]),
        ([0.1] * 10, ["1/10"] * 10),
        ([0.0, 1.0], ["0", "1"]),
        ([Fraction(1, 3), Fraction(2, 3)], ["1/3", "2/3"]),
        ([1e-20, 1.0], [str(Fraction(1e-20)), str(1 - Fraction(1e-20))]),  # no short fraction: kept as it is
    ],
)
def test_simple_fractions_are_recovered(probs, exact):
    assert [str(p) for p in exact_probabilities(probs)] == exact
    assert sum(exact_probabilities(probs)) == 1


@pytest.mark.parametrize("probs", [[0.5, 0.4], [float("nan"), 1.0], [1.5, -0.5]])
def test_no_distribution(probs):
    with pytest.raises(GameRuleError, match="chance probabilities"):
        exact_probabilities(probs)


class Odd(Game):
    """Keys, actions and payoffs that are awkward to write."""

    def initial(self):
        return ()

    def player(self, s):
        return len(s) if len(s) < 2 else TERMINAL

    def actions(self, s):
        return ('say "hi"', "back\\slash", ("a", 1))

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        return (1e-7 / 3, -12345.678901234567)

    def information(self, s, player):
        return ("key", 'with "quotes"', len(s))


def test_awkward_text_and_numbers():
    game = read_efg(write_efg(Odd()))
    assert game.actions(0) == ('say "hi"', "back/slash", "('a', 1)")
    end = game.result(game.result(0, 'say "hi"'), "back/slash")
    assert game.utility(end) == Odd().utility(())
    assert_same_tree(Odd(), game)


def test_too_large():
    with pytest.raises(TooLargeError, match="over 100 histories"):
        write_efg(load("leduc"), max_histories=100)


def test_payoffs_must_be_finite():
    game = load("matching_pennies")
    object.__setattr__(game, "payoff", lambda row, column: (float("nan"), 0.0))
    with pytest.raises(GameRuleError, match="finite"):
        write_efg(game)


@pytest.mark.parametrize(
    "payoff",
    [10**400, 10**302, 1e308, Fraction(1, 10**400), Fraction(10**400 + 1, 10**400)],
    ids=["10^400", "10^302", "1e308", "10^-400", "1+10^-400"],
)
def test_numbers_that_no_reader_takes_are_not_written(payoff):
    """`convert` wrote payoffs of 10**400, which nothing could read."""
    game = one_move(payoff)
    with pytest.raises(GameRuleError, match=r"none beyond 1e|at most 400"):
        write_efg(game)


@pytest.mark.parametrize(
    "payoff", [1e-320, 1e300, -1e300, 5e-324, 0.1 + 0.2, 10**300, Fraction(10**150 + 1, 3)]
)
def test_what_is_written_reads_back(payoff):
    game = read_efg(write_efg(one_move(payoff)))
    after = game.result(game.initial(), game.actions(game.initial())[0])
    assert float(game.utility(after)[0]) == float(payoff)


def one_move(payoff):
    rules = {
        "initial": lambda self: "",
        "player": lambda self, s: TERMINAL if s else 0,
        "actions": lambda self, s: ("a", "b"),
        "result": lambda self, s, a: a,
        "utility": lambda self, s: (payoff, -payoff) if s == "a" else (1, -1),
    }
    return type("Move", (Game,), rules)()
