"""Our trees against OpenSpiel's: the same players, probabilities, payoffs and infosets at every history."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tianji.core.check import check_game
from tianji.core.game import CHANCE, TERMINAL
from tianji.core.strategy import Strategy
from tianji.core.walk import histories
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError
from tianji.games import load

DATA = Path(__file__).parent.parent / "data" / "openspiel" / "fixed_policy_values.json"

PAIRS = {
    "kuhn": "kuhn_poker",
    "kuhn(players=3)": "kuhn_poker(players=3)",
    "kuhn(players=4)": "kuhn_poker(players=4)",
    "leduc": "leduc_poker",
    "liars_dice(faces=2)": "liars_dice(dice_sides=2)",
    "liars_dice(faces=3)": "liars_dice(dice_sides=3)",
    "liars_dice(dice=2,faces=2)": "liars_dice(numdice=2,dice_sides=2)",
    "goofspiel(cards=3)": "goofspiel(num_cards=3,imp_info=True,points_order=descending)",
    "goofspiel": "goofspiel(num_cards=4,imp_info=True,points_order=descending)",
    "goofspiel(points_order=ascending,returns=point_difference)": (
        "goofspiel(num_cards=4,imp_info=True,points_order=ascending,returns_type=point_difference)"
    ),
    "goofspiel(cards=3,points_order=random,hidden_bids=false)": (
        "goofspiel(num_cards=3,imp_info=False,points_order=random)"
    ),
    "goofspiel(points_order=random)": "goofspiel(num_cards=4,imp_info=True,points_order=random)",
    "matching_pennies": "matrix_mp",
    "rock_paper_scissors": "matrix_rps",
}


@pytest.fixture(scope="module")
def pyspiel():
    return pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install 'tianji[interop]'")


def moves_of(game, state, player):
    if player == CHANCE:
        return list(game.chances(state))
    return [(a, 1.0) for a in game.actions(state)]


@pytest.mark.interop
@pytest.mark.parametrize("spec", PAIRS)
def test_same_tree(spec, pyspiel):
    """A walk of both at once; actions correspond by their order."""
    ours, theirs = load(spec), load("openspiel:" + PAIRS[spec])
    assert ours.players == theirs.players
    partner: list[dict] = [{} for _ in range(ours.players)]
    stack = [(ours.initial(), theirs.initial())]
    while stack:
        s, t = stack.pop()
        player = ours.player(s)
        assert theirs.player(t) == player, (s, t)
        if player == TERMINAL:
            assert list(ours.utility(s)) == pytest.approx(theirs.utility(t)), (s, t)
            continue
        if player >= 0:
            key = theirs.information(t, player)
            assert partner[player].setdefault(ours.information(s, player), key) == key, (s, t)
        left, right = moves_of(ours, s, player), moves_of(theirs, t, player)
        assert [p for _, p in left] == pytest.approx([p for _, p in right])
        stack.extend(
            (ours.result(s, a), theirs.result(t, b)) for (a, _), (b, _) in zip(left, right, strict=True)
        )
    for pairs in partner:
        assert len(set(pairs.values())) == len(pairs)


def rank_policy(game, policy):
    """The named policy of the data file, for every player."""
    rows: list[dict] = [{} for _ in range(game.players)]
    for visit in histories(game):
        if visit.player >= 0:
            menu = list(game.actions(visit.state))
            if policy.startswith("probability proportional to rank"):
                weights = [float(i + 1) for i in range(len(menu))]
            else:
                pick = -1 if "highest" in policy else 0
                weights = [float(a == menu[pick]) for a in menu]
            total = sum(weights)
            key = game.information(visit.state, visit.player)
            rows[visit.player][key] = {a: w / total for a, w in zip(menu, weights, strict=True)}
    return rows


def expected(game, rows):
    """Expected payoffs by a plain recursion, no compiled form."""

    def value(state):
        player = game.player(state)
        if player == TERMINAL:
            return [float(u) for u in game.utility(state)]
        moves = (
            game.chances(state) if player == CHANCE else rows[player][game.information(state, player)].items()
        )
        total = [0.0] * game.players
        for action, p in moves:
            if p:
                total = [t + p * v for t, v in zip(total, value(game.result(state, action)), strict=True)]
        return total

    return value(game.initial())


OURS = {theirs: ours for ours, theirs in PAIRS.items()}
ITEMS = json.loads(DATA.read_text(encoding="utf-8"))["items"]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item['game']}, {item['policy'][:24]}")
def test_fixed_policies(item):
    """Expected returns, best responses and NashConv; needs no OpenSpiel, the numbers are its."""
    from tianji import best_response, nash_conv

    game = load(OURS[item["game"]])
    rows = rank_policy(game, item["policy"])
    assert expected(game, rows) == pytest.approx(item["expected_returns"], abs=1e-12)
    strategy = Strategy.from_dict(game.spec, rows)
    assert nash_conv(game, strategy) == pytest.approx(item["nash_conv"], abs=1e-9)
    for player, value in enumerate(item["best_response_values"]):
        assert best_response(game, strategy, player).value == pytest.approx(value, abs=1e-9)


@pytest.mark.interop
def test_states_are_values(pyspiel):
    game = load("openspiel:kuhn_poker")
    first = game.result(game.result(game.initial(), 0), 1)
    second = game.result(game.result(game.initial(), 0), 1)
    assert first == second and hash(first) == hash(second)
    assert game.result(first, 0) != game.result(first, 1)
    assert game.player(first) == 0  # unchanged by the moves made from it
    assert game.spec == "openspiel:kuhn_poker" and game.name == "openspiel:kuhn_poker"


@pytest.mark.interop
@pytest.mark.parametrize(
    "spec",
    [
        "openspiel:tiny_hanabi",  # general sum
        "openspiel:matrix_rps",  # simultaneous
        "openspiel:oshi_zumo(coins=2,horizon=2)",  # simultaneous, several rounds
        "openspiel:pig(horizon=3)",  # perfect information, chance, no information states
        "openspiel:markov_soccer(horizon=1)",  # simultaneous, observations only
        "openspiel:phantom_go(board_size=2)",  # hidden moves, observations only
    ],
)
def test_any_game(spec, pyspiel):
    game = load(spec)
    assert load(game.spec) == game
    report = check_game(game, max_histories=1000)
    assert report.histories > 1
    assert report.recall_everywhere, report.lapse


@pytest.mark.interop
@pytest.mark.parametrize(
    "spec, error, says",
    [
        ("openspiel:khun_poker", UnknownNameError, "did you mean 'kuhn_poker'"),
        ("openspiel:", UnknownNameError, "no game ''"),
        ("openspiel:kuhn_poker(players=99)", ParameterError, "OpenSpiel refuses it"),
        ("openspiel:kuhn_poker(cards=3)", ParameterError, "Unknown parameter 'cards'"),
        ("openspiel:kuhn_poker(", ParameterError, "closing bracket"),
        ("openspiel:kuhn_poker(a=\x07)", ParameterError, "name(parameter=value,...)"),
        ("openspiel:mfg_crowd_modelling", NotApplicableError, "mean-field"),
        ("openspiel:negotiation", NotApplicableError, "draws its chance moves inside"),
    ],
)
def test_refused(spec, error, says, pyspiel):
    with pytest.raises(error) as caught:
        load(spec)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
