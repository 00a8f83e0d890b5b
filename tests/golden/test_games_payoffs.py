"""Payoffs and values known in closed form, by walking the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from tianji.core.game import CHANCE, TERMINAL
from tianji.games import load
from tianji.games.kuhn import KuhnState
from tianji.games.leduc import LeducState


def expected(game, policy, state=None):
    """Every player's expected payoff when all follow `policy(player, key, actions) -> probabilities`."""
    state = game.initial() if state is None else state
    player = game.player(state)
    if player == TERMINAL:
        return [float(u) for u in game.utility(state)]
    if player == CHANCE:
        moves = game.chances(state)
    else:
        actions = game.actions(state)
        moves = list(zip(actions, policy(player, game.information(state, player), actions), strict=True))
    total = [0.0] * game.players
    for action, p in moves:
        if p:
            for i, u in enumerate(expected(game, policy, game.result(state, action))):
                total[i] += p * u
    return total


def mixed(rows):
    """A policy that looks up `rows[player][key][action]`."""
    return lambda player, key, actions: [rows[player][key][a] for a in actions]


def one_shot(first, second):
    return mixed([{"chooses": first}, {"chooses": second}])


@pytest.mark.parametrize(
    "h, t, f", [(0.5, 0.25, 0.25), (1, 0, 0), (0, 1, 0), (0.25, 0.75, 0), (0.2, 0.3, 0.5)]
)
def test_coin_toss_play_is_worth(h, t, f):
    # Brown & Sandholm (2017), section 2: V_H = 1 − 2h, V_T = 1 − 2t for player 0
    game = load("coin_toss")
    player_1 = {"? Play": {"Heads": h, "Tails": t, "Forfeit": f}}
    for coin, worth in (("Heads", 1 - 2 * h), ("Tails", 1 - 2 * t)):
        assert expected(game, mixed([{}, player_1]), (coin, "Play"))[0] == pytest.approx(worth)
    assert game.utility(("Heads", "Sell")) == (0.5, -0.5)
    assert game.utility(("Tails", "Sell")) == (-0.5, 0.5)


def test_coin_toss_with_two_subgames():
    game = load("coin_toss(subgames=2)")
    assert game.chances(("Heads", "Play")) == [("S1", 0.5), ("S2", 0.5)]
    assert game.actions(("Heads", "Play", "S1")) == ("Heads", "Tails")
    assert game.information(("Heads", "Play", "S1"), 1) == game.information(("Tails", "Play", "S1"), 1)
    assert game.information(("Heads", "Play", "S1"), 1) != game.information(("Heads", "Play", "S2"), 1)


def test_kuhn_family_of_equilibria():
    # Kuhn (1950): for every α in [0, 1/3] this pair is an equilibrium, worth −1/18 to the first player.
    for alpha in (0, 1 / 6, 1 / 3):
        bet_0 = {
            (0, ""): alpha,
            (1, ""): 0,
            (2, ""): 3 * alpha,
            (0, "pb"): 0,
            (1, "pb"): alpha + 1 / 3,
            (2, "pb"): 1,
        }
        bet_1 = {(0, "p"): 1 / 3, (1, "p"): 0, (2, "p"): 1, (0, "b"): 0, (1, "b"): 1 / 3, (2, "b"): 1}
        rows = [{key: {"p": 1 - q, "b": q} for key, q in bets.items()} for bets in (bet_0, bet_1)]
        assert expected(load("kuhn"), mixed(rows))[0] == pytest.approx(-1 / 18)


@pytest.mark.parametrize(
    "cards, line, pay",
    [
        ((2, 0), "pp", (1, -1)),
        ((0, 2), "bp", (1, -1)),
        ((0, 2), "bb", (-2, 2)),
        ((2, 1), "pbp", (-1, 1)),
        ((2, 1), "pbb", (2, -2)),
    ],
)
def test_kuhn_payoffs(cards, line, pay):
    assert load("kuhn").utility(KuhnState(cards, line)) == pay


def test_kuhn_three_players():
    # everybody folds to the last player's bet, who wins both antes
    assert load("kuhn(players=3)").utility(KuhnState((3, 2, 0), "ppbpp")) == (-1, -1, 2)
    # two call: the best card among the callers wins, the folder's ante stays in the pot
    assert load("kuhn(players=3)").utility(KuhnState((3, 2, 0), "pbbp")) == (-1, 3, -2)


@pytest.mark.parametrize(
    "state, pay",
    [
        (("Ka", "Qa", "", "rf"), (1, -1)),
        (("Ka", "Qa", "", "rrf"), (-3, 3)),
        (("Ka", "Qa", "Qb", "rrc/rrc"), (-13, 13)),  # a pair beats the king: 1 + 2·2 + 2·4 chips
        (("Ja", "Jb", "Ka", "rc/rc"), (0, 0)),
        (("Qa", "Ja", "Ka", "cc/cc"), (1, -1)),
    ],
)
def test_leduc_payoffs(state, pay):
    assert load("leduc").utility(LeducState(*state)) == pay


def test_leduc_fold_needs_a_bet_and_raises_are_capped():
    game = load("leduc")
    assert game.actions(LeducState("Ka", "Qa")) == ("c", "r")
    assert game.actions(LeducState("Ka", "Qa", "", "rr")) == ("f", "c")


def test_tian_ji_by_hand():
    # Value −1: the king mixes the six orders evenly and wins one race net whatever Tian Ji does.
    game = load("tian_ji")
    orders = game.actions(())
    matrix = [[game.utility((a, b))[0] for b in orders] for a in orders]
    assert {sum(row) for row in matrix} == {sum(column) for column in zip(*matrix, strict=True)} == {-6.0}
    assert sorted(row.count(1.0) for row in matrix) == [1] * 6  # one order in six wins two races of three
    assert game.utility(("312", "123")) == (1.0, -1.0)
    assert game.utility(("123", "123")) == (-3.0, 3.0)
    assert len(orders) == len(list(permutations("123")))


def test_biased_rock_paper_scissors():
    # Lecture notes: A = (1/5, 7/15, 1/3), B = (1/3, 7/15, 1/5), value 2/15; each makes the other indifferent.
    game = load("rock_paper_scissors(biased=true)")
    hands = game.actions(())
    row = dict(zip(hands, map(Fraction, ("1/5", "7/15", "1/3")), strict=True))
    column = dict(zip(hands, map(Fraction, ("1/3", "7/15", "1/5")), strict=True))
    for hand in hands:
        pure = {h: int(h == hand) for h in hands}
        assert expected(game, one_shot(row, pure))[0] == pytest.approx(2 / 15)
        assert expected(game, one_shot(pure, column))[0] == pytest.approx(2 / 15)
    half = {"rock": 0.5, "paper": 0.5, "scissors": 0}
    assert expected(game, one_shot(half, {"rock": 0, "paper": 1, "scissors": 0}))[0] == -0.5
    matrix = "((0,-1,3),(1,0,-1),(-1,1,0))"
    same = load(f"rock_paper_scissors(payoff_matrix={matrix})")
    assert all(same.utility((a, b)) == game.utility((a, b)) for a in hands for b in hands)


@pytest.mark.parametrize("V, W, H, C, F", [(16, 4, 2, 1, 0), (10, 3, 1, 1, 2), (20, 5, 4, 2, 1)])
def test_inspection_equilibrium(V, W, H, C, F):
    # P(inspect) = H/(W+F) makes the employee indifferent, P(shirk) = C/(W+F) the employer.
    game = load(f"inspection(V={V},W={W},H={H},C={C},F={F})")
    inspect, shirk = H / (W + F), C / (W + F)
    first = {"inspect": inspect, "not": 1 - inspect}
    second = {"shirk": shirk, "work": 1 - shirk}
    employer = V - W - C * V / (W + F)
    for move in ("inspect", "not"):
        pure = {m: int(m == move) for m in first}
        assert expected(game, one_shot(pure, second))[0] == pytest.approx(employer)
    for move in ("shirk", "work"):
        pure = {m: int(m == move) for m in second}
        assert expected(game, one_shot(first, pure))[1] == pytest.approx(W - H)


def test_prisoners_dilemma_years():
    game = load("prisoners_dilemma")
    pay = {s: game.utility(s) for s in [(a, b) for a in game.actions(()) for b in game.actions(())]}
    assert pay == {
        ("cooperate", "cooperate"): (-0.5, -0.5),
        ("cooperate", "defect"): (-10, 0),
        ("defect", "cooperate"): (0, -10),
        ("defect", "defect"): (-5, -5),
    }


def test_goofspiel_prizes():
    game = load("goofspiel(returns=point_difference)")
    state = game.initial()
    for bid in (4, 1, 3, 2, 2, 4):  # 4 is won by 0, 3 by 0, 2 by 1; the last cards, 1 and 3, play themselves
        state = game.result(state, bid)
    assert game.player(state) == TERMINAL
    assert state[3] == "0011"  # who took the prize, round by round
    assert game.utility(state) == (7 - 5, 3 - 5)  # 7 and 3 points, less the average
