"""most_reached against a walk over the game itself; draw_tree against the counts of histories."""

from __future__ import annotations

from collections import defaultdict

import pytest

import tianji as tj
from tianji.core.draw import draw_tree
from tianji.core.game import CHANCE, TERMINAL
from tianji.core.strategy import label
from tianji.core.walk import histories
from tianji.errors import ParameterError, TooLargeError
from tianji.evaluate.ranking import most_reached


def walked(game, strategy):
    """(player, infoset) → [probability of getting there, Σ probability × the player's payoff]."""
    found = defaultdict(lambda: [0.0, 0.0])

    def walk(state, p):
        player = game.player(state)
        if player == TERMINAL:
            return [p * u for u in game.utility(state)]
        if player == CHANCE:
            moves = game.chances(state)
        else:
            odds = strategy.at(player, game.information(state, player))
            moves = [(a, odds[label(a)]) for a in game.actions(state)]
        below = [walk(game.result(state, a), p * q) for a, q in moves]
        total = [sum(column) for column in zip(*below, strict=True)]
        if player >= 0:
            entry = found[player, label(game.information(state, player))]
            entry[0] += p
            entry[1] += total[player]
        return total

    walk(game.initial(), 1.0)
    return found


@pytest.mark.parametrize("spec", ["kuhn", "kuhn(players=3)", "leduc", "goofspiel(cards=3)", "coin_toss"])
def test_reach_and_value_are_those_of_a_walk(spec):
    game = tj.load(spec)
    strategy = tj.solve(game, "cfr", iterations=7).strategy
    truth = walked(game, strategy)
    rows = most_reached(game, strategy, limit=10_000)
    assert len(rows) == len(truth)
    assert [row.reach for row in rows] == sorted((row.reach for row in rows), reverse=True)
    for row in rows:
        reach, worth = truth[row.player, row.infoset]
        assert row.count == 1 and row.reach == pytest.approx(reach, abs=1e-12)
        if reach > 1e-9:
            assert row.value == pytest.approx(worth / reach, abs=1e-8)
        assert row.actions == pytest.approx(strategy.at(row.player, row.infoset))


def test_a_merged_infoset_stands_for_all_it_was_made_of():
    game = tj.load("leduc")
    solution = tj.solve(game, "cfr", iterations=7)
    whole = {(r.player, r.infoset): r for r in most_reached(game, solution.strategy, 10_000)}
    merged = most_reached(solution.flat, solution.strategy, 10_000)
    assert (len(merged), sum(r.count for r in merged), len(whole)) == (288, 936, 936)
    assert sum(r.reach for r in merged) == pytest.approx(sum(r.reach for r in whole.values()))
    opening = next(r for r in merged if r.infoset == "Ka||")
    assert opening.reach == pytest.approx(2 * whole[0, "Ka||"].reach) == pytest.approx(1 / 3)
    assert opening.value == pytest.approx(whole[0, "Ka||"].value)


def test_limits():
    game = tj.load("kuhn")
    uniform = tj.uniform(game)
    assert most_reached(game, uniform, 0) == []
    for bad in (-1, 2.0, True):
        with pytest.raises(ParameterError, match="limit="):
            most_reached(game, uniform, bad)


@pytest.mark.parametrize("spec", ["kuhn", "coin_toss", "tian_ji", "inspection"])
def test_one_line_a_history_one_mark_an_infoset(spec):
    game = tj.load(spec)
    lines = draw_tree(game).splitlines()
    assert len(lines) == sum(1 for _ in histories(game))
    marks = {line.split("#")[1].split()[0] for line in lines if "#" in line}
    assert len(marks) == tj.compile(game).num_infosets
    assert sum("├─" in line or "└─" in line for line in lines) == len(lines) - 1


def test_a_tree_too_large_to_draw_is_refused_without_walking_it():
    with pytest.raises(TooLargeError, match="too many to draw"):
        draw_tree(tj.load("liars_dice(dice=3)"))
