"""How a round may end: probabilities that sum to 1 and whose mean is the value of the infoset."""

from __future__ import annotations

import pytest

import tianji as tj
from tianji.core.strategy import label
from tianji.errors import TooLargeError
from tianji.evaluate.infosets import infoset_values
from tianji.evaluate.outcomes import outcomes
from tianji.flat.cache import as_flat


@pytest.mark.parametrize("spec", ["kuhn", "kuhn(players=3)", "coin_toss"])
def test_the_mean_is_the_value_of_the_infoset(spec):
    game = tj.load(spec)
    strategy = tj.solve(game, iterations=50).strategy
    checked = 0
    for player in range(game.players):
        worth = infoset_values(as_flat(game), strategy, player)
        for key, i in worth.tree.index.items():
            if not (worth.cf_reach[i] > 0 and worth.own_reach[i] > 0):
                continue
            found = outcomes(game, strategy, player, key)
            assert sum(found.values()) == pytest.approx(1)
            mix = strategy.at(player, key)
            menu = [label(a) for a in worth.tree.menus[i]]
            values = dict(zip(menu, worth.action_values(i), strict=True))
            mean = sum(mix[name] * values[name] for name in menu)
            assert sum(u * p for u, p in found.items()) == pytest.approx(mean, abs=1e-9), (player, key)
            checked += 1
    assert checked >= 3


def test_what_does_not_happen_has_no_outcomes_and_too_much_is_refused():
    game = tj.load("kuhn")
    with pytest.raises(TooLargeError, match="over 5 histories"):
        outcomes(game, tj.uniform(game), 0, (1, ""), max_histories=5)
    assert outcomes(game, tj.uniform(game), 0, "nowhere") == {}
