"""Kernels against the same formulas written out in NumPy, infoset by infoset."""

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.cfr.tables import RegretState, run
from tianji.evaluate.response import plans


def long_hand(flat, schedule, iterations, horizon):
    """The schedule's docstring, literally, with dense payoffs."""
    dense = [np.zeros((flat.trees[0].num_slots, flat.trees[1].num_slots)) for _ in range(2)]
    for p in range(2):
        np.add.at(dense[p], (flat.slots[:, 0], flat.slots[:, 1]), flat.payoff[:, p])
    sigma = flat.uniform()
    regret = [np.zeros(tree.num_slots) for tree in flat.trees]
    total = [np.zeros(tree.num_slots) for tree in flat.trees]
    for t in range(1, iterations + 1):
        s = t - 1
        part = s / horizon
        alpha, beta = schedule.alpha + schedule.alpha_slope * part, schedule.beta + schedule.beta_slope * part
        gamma = schedule.gamma + schedule.gamma_slope * part
        old_plans = plans(flat, sigma)
        for p, tree in enumerate(flat.trees):
            reach = plans(flat, sigma) if schedule.is_alternating else old_plans
            cfv = dense[0] @ reach[1] if p == 0 else dense[1].T @ reach[0]
            total[p] = (s / t) ** gamma * total[p] + plans(flat, sigma)[p]
            new = sigma[p].copy()
            for i in range(tree.num_infosets - 1, -1, -1):
                q = slice(tree.first_slot[i], tree.first_slot[i + 1])
                value = sigma[p][q] @ cfv[q]
                cfv[tree.parent_slot[i]] += value
                r = cfv[q] - value
                d = np.where(regret[p][q] > 0, discount(s, alpha, schedule.offset), discount(s, beta, 1.0))
                regret[p][q] = d * regret[p][q] + r
                if schedule.is_clipped:
                    regret[p][q] = np.maximum(regret[p][q], 0)
                ahead = discount(t, alpha, schedule.offset) if schedule.is_lookahead else 1.0
                weight = np.maximum(ahead * regret[p][q] + schedule.prediction * r, 0)
                size = q.stop - q.start
                new[q] = weight / weight.sum() if weight.sum() > 0 else 1 / size
            sigma[p] = new
    return sigma, regret, total


def discount(s, exponent, offset):
    if np.isinf(exponent):
        return 1.0 if exponent > 0 else 0.0
    if s == 0 and exponent < 0:
        return 1.0
    return s**exponent / (s**exponent + offset)


# generic payoffs: where regrets tie exactly (Kuhn), rounding decides between uniform and pure play
@pytest.mark.parametrize("name", SCHEDULES)
@pytest.mark.parametrize(
    "spec", ["random_game(seed=5)", "random_game(seed=8,zero_sum=False)", "prisoners_dilemma"]
)
def test_every_schedule_equals_its_docstring(name, spec):
    flat = tj.compile(tj.load(spec))
    schedule = SCHEDULES[name]
    state = RegretState.start(flat)
    run(flat, state, schedule, 7, 20)
    run(flat, state, schedule, 5, 20)
    sigma, regret, total = long_hand(flat, schedule, 12, 20)
    for p in range(2):
        assert state.strategy[p] == pytest.approx(sigma[p], abs=1e-9)
        assert state.cum_regret[p] == pytest.approx(regret[p], abs=1e-9)
        assert state.cum_strategy[p][1:] == pytest.approx(total[p][1:], abs=1e-9)


def test_two_player_and_many_player_loops_agree():
    """A third player who never acts changes nothing, and forces the general loop."""
    from dataclasses import replace

    from tianji.flat.treeplex import Treeplex

    flat = tj.compile(tj.load("leduc"))
    idle = Treeplex(np.array([1], dtype=np.int32), np.empty(0, dtype=np.int32), [], [])
    three = replace(
        flat,
        trees=(*flat.trees, idle),
        slots=np.concatenate([flat.slots, np.zeros((len(flat.slots), 1), dtype=np.int32)], axis=1),
        payoff=np.concatenate([flat.payoff, np.zeros((len(flat.payoff), 1))], axis=1),
    )
    for is_alternating in (True, False):
        schedule = replace(SCHEDULES["dcfr"], is_alternating=is_alternating)
        a, b = RegretState.start(flat), RegretState.start(three)
        run(flat, a, schedule, 20, None)
        run(three, b, schedule, 20, None)
        for p in range(2):
            assert a.cum_regret[p] == pytest.approx(b.cum_regret[p], abs=1e-12)


def test_shared_rows_are_the_payoff_matrix():
    """Entries with equal rows stored once rebuild the payoff exactly."""
    for spec in ("leduc", "goofspiel(cards=4)", "random_game(seed=3)", "kuhn(players=3)"):
        flat = tj.compile(tj.load(spec))
        for p in range(flat.players):
            rows, column, weight = flat.entries[p]
            found = {}
            for q, (a, b, length) in enumerate(rows.tolist()):
                for k in range(length):
                    others = column[a + k].tolist() if flat.players > 2 else [int(column[a + k])]
                    others.insert(p, q)
                    found[tuple(others)] = weight[b + k]
            expected = {
                tuple(s): u for s, u in zip(flat.slots.tolist(), flat.payoff[:, p].tolist(), strict=True)
            }
            assert found == expected
