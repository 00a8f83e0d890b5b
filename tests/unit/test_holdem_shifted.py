"""An action played more often by the hands it costs least: by how much, by whom, at what price."""

from __future__ import annotations

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.answer.edited import shifted


@pytest.fixture(scope="module")
def solution():
    spot = tj.holdem.Spot("Ks7h2dJc5s", 60, 60, "QQ,99,AJs,KTs", "TT,88,AKs,QJs", bets="75%", raises="")
    return spot.solve(until="1%", threads=1)


def told(solution, line):
    """σ, v and the weights of the range, hands in the table's order."""
    node = solution.node(line)
    weight = node.strategy.weight / node.strategy.weight.sum()
    return node, node.strategy.data.astype(float), node.action_evs.data.astype(float), weight


@pytest.mark.parametrize(("word", "share"), [("check", 0.05), ("check", -0.05)])
def test_so_much_of_the_range_moves_and_it_is_the_cheapest(solution, word, share):
    node, before, evs, weight = told(solution, "")
    a = node.words.index(word)
    found = shifted(solution, "", word, share)
    after = np.array(
        [[found["strategy"].get(hand, {}).get(w, 0.0) for w in node.words] for hand in node.strategy]
    )
    after[weight == 0] = before[weight == 0]
    assert after.sum(axis=1) == pytest.approx(1)
    assert weight @ after[:, a] - weight @ before[:, a] == pytest.approx(share, abs=1e-9)
    assert found["frequency"] == pytest.approx(weight @ after[:, a])
    assert found["cost"] == pytest.approx(weight @ ((before - after) * evs).sum(axis=1), abs=1e-9)
    # by the linear program of Dantzig's knapsack: the least price of so much weight, one hand in part at most
    moved = np.abs(after[:, a] - before[:, a])
    b = 1 - a  # two actions: what leaves one goes to the other
    price = (evs[:, b] - evs[:, a]) * np.sign(share)
    room = weight * ((1 - before[:, a]) if share > 0 else before[:, a])
    left, least = abs(share), 0.0
    for k in np.argsort(price, kind="stable"):
        part = min(left, room[k])
        left, least = left - part, least + part * price[k]
    assert found["cost"] == pytest.approx(least, abs=1e-9)
    assert ((moved > 1e-9) & (moved < (room / np.maximum(weight, 1e-300)) - 1e-9)).sum() <= 1


def test_without_an_action_it_is_the_strategy_and_a_lock_takes_it(solution):
    found = shifted(solution, "")
    node, _, _, weight = told(solution, "")
    assert set(found["strategy"]) == {hand for hand, w in zip(node.strategy, weight, strict=True) if w > 0}
    locked = solution.spot.locked("", shifted(solution, "", "check", 0.1)["strategy"])
    assert [lock.line for lock in locked.locks] == [""]
    same = solution.evaluate({"": found["strategy"]})
    assert same.exploitability == pytest.approx(solution.exploitability, abs=1e-4)


@pytest.mark.parametrize(("word", "share"), [("fly", 0.1), ("check", 0.0), ("check", 2.0)])
def test_what_makes_no_sense_is_told(solution, word, share):
    with pytest.raises(ParameterError):
        shifted(solution, "", word, share)
