"""How trees of mcts and of proof numbers grew: replayed, the steps give the tree that answered."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.search import search


@pytest.mark.parametrize("method", ["mcts", "puct"])
def test_replayed_simulations_give_visits_and_means(method):
    game = tj.load("tic_tac_toe")
    plain = search(game, method=method, nodes=300, seed=4, **({"native": False} if method == "mcts" else {}))
    found = search(game, method=method, nodes=300, seed=4, steps=True)
    assert (found.action, found.value, plain.growth) == (plain.action, plain.value, None)
    assert found.growth is not None
    visits, sums = {}, {}
    for step in found.growth.steps:
        assert step.values is not None
        visits[step.path[0]] = visits.get(step.path[0], 0) + 1
        sums[step.path[0]] = sums.get(step.path[0], 0.0) + step.values[0]
    assert visits == found.stats.extra["visits"]
    assert {str(a): v for a, v in found.scores.items()} == pytest.approx(
        {a: sums[a] / visits[a] for a in visits}
    )
    known = set()
    for step in found.growth.steps:  # a node is new once, below one that is known
        assert step.is_new == (step.path not in known) or step.path in known
        assert len(step.path) == 1 or step.path[:-1] in known
        known.add(step.path)
    assert found.to_dict()["growth"]["dropped"] == 0


def test_expansions_of_proof_numbers_lead_to_the_proof():
    game = tj.load("tic_tac_toe")
    state = game.parse("XX./OO./...") if hasattr(game, "parse") else None
    plain, found = search(game, state, "pns"), search(game, state, "pns", steps=True)
    assert (found.value, found.bound) == (plain.value, plain.bound)
    assert found.growth is not None
    steps = found.growth.steps
    assert steps[0].path == () and steps[0].root == (1.0, 1.0)
    seen = {()}
    for step in steps[1:]:
        assert step.path[:-1] in seen
        seen.add(step.path)
        assert step.proof == step.disproof == 1.0  # a leaf that nothing is known of
