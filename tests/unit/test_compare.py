"""compare: distance, head-to-head value and exploitability of two strategies."""

from __future__ import annotations

import json

import pytest

import tianji as tj
from tianji.errors import StrategyError

KUHN = tj.load("kuhn")


def altered(strategy, player, infoset, mix):
    """The same strategy but for one infoset."""
    players = [{}, {}]
    for p, text, row in strategy.items():
        players[p][text] = mix if (p, text) == (player, infoset) else row
    return tj.Strategy.from_dict(strategy.game, players)


def test_a_strategy_is_at_no_distance_from_itself():
    uniform = tj.uniform(KUHN)
    found = tj.compare(KUHN, uniform, uniform)
    assert found.distance == 0 and found.distances == [0, 0] and found.differences == []
    assert found.a_values == found.b_values == pytest.approx(tj.values(KUHN, uniform))
    assert found.a_exploitability == pytest.approx(
        11 / 24
    )  # NashConv 11/12: OpenSpiel's exploitability_test.py


def test_one_infoset_by_hand():
    """Player 0 with the king bets at once instead of half the time: reached in 1/3 of the deals by both."""
    uniform = tj.uniform(KUHN)
    other = altered(uniform, 0, "(2, '')", {"p": 0.0, "b": 1.0})
    found = tj.compare(KUHN, uniform, other)
    (row,) = [d for d in found.differences if d.distance > 0]
    assert (row.player, row.infoset, row.reach, row.distance) == (0, "(2, '')", pytest.approx(1 / 3), 0.5)
    assert row.a == {"p": 0.5, "b": 0.5} and row.b == {"p": 0.0, "b": 1.0}
    # reach of player 0: three first moves of 1/3 each; "pb" after a pass: 1/2 · 1/2 a card, none for B's king
    mass = 1 + (3 * 1 / 12 + 2 * 1 / 12) / 2
    assert found.distances[0] == pytest.approx((1 / 3) * 0.5 / mass) and found.distances[1] == 0


@pytest.mark.parametrize("spec", ["kuhn", "leduc", "kuhn(players=3)"])
def test_the_seats_are_those_of_mixed_profiles(spec):
    game = tj.load(spec)
    a, b = tj.solve(game, iterations=30).strategy, tj.uniform(game)
    found = tj.compare(game, a, b)
    for p in range(game.players):
        mixed = tj.Strategy(game.spec, [a.tables[j] if j == p else b.tables[j] for j in range(game.players)])
        assert found.a_values[p] == pytest.approx(tj.values(game, mixed)[p])
    assert found.a_exploitability == pytest.approx(tj.exploitability(game, a))
    assert found.b_exploitability == pytest.approx(tj.exploitability(game, b))
    again = tj.compare(game, b, a)
    assert (again.a_values, again.b_values) == (found.b_values, found.a_values)
    assert again.distance == pytest.approx(found.distance) and 0 < found.distance <= 1


def test_the_equilibrium_beats_uniform_play_by_what_a_value_and_a_gain_allow():
    exact = tj.solve(KUHN, "lp").strategy
    found = tj.compare(KUHN, exact, tj.uniform(KUHN))
    assert (
        found.a_values[0] >= -1 / 18 - 1e-9 and found.a_values[1] >= 1 / 18 - 1e-9
    )  # never below the game's value
    assert found.a_mean == pytest.approx(-found.b_mean)  # zero sum


def test_rows_limit_the_list_and_the_largest_come_first():
    game = tj.load("leduc")
    found = tj.compare(game, tj.solve(game, iterations=50).strategy, tj.uniform(game), rows=4)
    weights = [row.reach * row.distance for row in found.differences]
    assert len(weights) == 4 and weights == sorted(weights, reverse=True)


def test_strategies_of_another_game_are_refused():
    with pytest.raises(StrategyError, match="belongs to 'leduc', not to 'kuhn'"):
        tj.compare(KUHN, tj.uniform(KUHN), tj.uniform(tj.load("leduc")))


def test_on_the_command_line(run, tmp_path):
    tj.solve(KUHN, "lp").save(tmp_path / "lp.json")
    code, out, err = run("compare", "kuhn", tmp_path / "lp.json", "uniform", "--rows", "3")
    assert code == 0 and not err
    assert "as player 0" in out and "B: uniform" in out and "distance 0." in out
    code, out, _ = run("compare", "kuhn", tmp_path / "lp.json", "uniform", "--json")
    data = json.loads(out)
    ours = tj.compare(KUHN, tj.solve(KUHN, "lp").strategy, tj.uniform(KUHN), rows=10)
    assert list(data)[:3] == ["game", "a", "b"] and data["a_values"] == ours.a_values
    assert data["differences"][0] == ours.differences[0].to_dict()


def test_alike_on_the_command_line(run):
    code, out, _ = run("compare", "kuhn", "uniform", "uniform")
    assert code == 0 and "distance 0.0000" in out and "differ most" not in out


def test_a_file_that_is_not_there(run):
    code, out, err = run("compare", "kuhn", "uniform", "missing.json")
    assert code == 2 and not out and "missing.json" in err
