"""The lecture's hand-computed CFR step on Kuhn poker: beliefs, values and regrets at each infoset."""

from fractions import Fraction

import numpy as np
import pytest

import tianji as tj

F = Fraction
J, Q, K = 0, 1, 2
# probability of bet/call, infoset = (card, line); "pb" is check then bet
BET = [
    {
        (K, ""): F(2, 3),
        (Q, ""): F(1, 2),
        (J, ""): F(1, 3),
        (K, "pb"): F(1),
        (Q, "pb"): F(1, 2),
        (J, "pb"): F(0),
    },
    {(K, "b"): F(1), (K, "p"): F(1), (Q, "b"): F(1, 2), (Q, "p"): F(2, 3), (J, "b"): F(0), (J, "p"): F(1, 3)},
]
# A's values: bet/call, check/fold, mixture
VALUES = {
    (K, ""): (F(5, 4), F(3, 2), F(4, 3)),
    (Q, ""): (F(-1, 2), F(-1, 3), F(-5, 12)),
    (J, ""): (F(-5, 4), F(-1), F(-13, 12)),
    (K, "pb"): (F(2), F(-1), F(2)),
    (Q, "pb"): (F(-1), F(-1), F(-1)),
    (J, "pb"): (F(-2), F(-1), F(-1)),
}
REGRET_OF_CHECK = {
    (K, ""): F(1, 6),
    (Q, ""): F(1, 12),
    (J, ""): F(1, 12),
    (K, "pb"): F(0),
    (Q, "pb"): F(0),
    (J, "pb"): F(0),
}


@pytest.fixture(scope="module")
def worth():
    game = tj.load("kuhn")
    players = [{key: {"p": float(1 - p), "b": float(p)} for key, p in table.items()} for table in BET]
    return tj.infoset_values(game, tj.Strategy.from_dict("kuhn", players), 0)


@pytest.mark.parametrize("key", VALUES)
def test_values_and_regrets(worth, key):
    i = worth.tree.index[key]
    check, bet = worth.action_values(i)
    mixture = worth.value(i)
    assert (bet, check, mixture) == pytest.approx([float(x) for x in VALUES[key]], abs=1e-12)
    # the lecture clips at zero and its regrets are per infoset, not weighted by the opponent's reach
    assert max(check - mixture, 0.0) == pytest.approx(float(REGRET_OF_CHECK[key]), abs=1e-12)


def test_beliefs_after_check_and_bet(worth):
    """P(opponent's card | own card, check, bet): KQ 2/3, KJ 1/3; QK 3/4, QJ 1/4; JK 3/5, JQ 2/5."""
    deal = F(1, 6)
    for own, shares in {
        K: {Q: F(2, 3), J: F(1, 3)},
        Q: {K: F(3, 4), J: F(1, 4)},
        J: {K: F(3, 5), Q: F(2, 5)},
    }.items():
        reach = {other: deal * BET[1][other, "p"] for other in shares}
        assert {o: r / sum(reach.values()) for o, r in reach.items()} == shares
        i = worth.tree.index[own, "pb"]
        assert worth.cf_reach[i] == pytest.approx(float(sum(reach.values())), abs=1e-12)


def test_one_iteration_of_the_solver_is_the_zinkevich_step(worth):
    """Zinkevich's regrets are the lecture's times the opponents' reach: same sign, other size."""
    from tianji.cfr.schedule import Schedule
    from tianji.cfr.tables import RegretState, run
    from tianji.evaluate.response import plans

    flat = tj.compile(tj.load("kuhn"))
    players = [{key: {"p": float(1 - p), "b": float(p)} for key, p in table.items()} for table in BET]
    vectors = flat.from_strategy(tj.Strategy.from_dict("kuhn", players))
    zeros = [np.zeros(tree.num_slots) for tree in flat.trees]
    state = RegretState(0, vectors, plans(flat, vectors), zeros, [z.copy() for z in zeros])
    run(flat, state, Schedule(is_alternating=False), 1, None)
    for key, (bet, check, mixture) in VALUES.items():
        i = flat.trees[0].index[key]
        q = flat.trees[0].first_slot[i]
        reach = worth.cf_reach[i]
        expected = [float(check - mixture) * reach, float(bet - mixture) * reach]
        assert state.cum_regret[0][q : q + 2] == pytest.approx(expected, abs=1e-12)
