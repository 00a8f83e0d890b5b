"""Promises that must hold on every game: random trees with chance, hidden information and perfect recall."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tianji as tj
from tianji.core.game import CHANCE, TERMINAL
from tianji.evaluate.response import deviation_gains, expected_values, plans, respond

SEEDS = st.integers(0, 10**6)


def random_flat(seed, players=2, zero_sum=True, depth=4):
    return tj.compile(
        tj.load(f"random_game(seed={seed},depth={depth},players={players},zero_sum={zero_sum})")
    )


def random_vectors(flat, rng):
    rows = []
    for tree in flat.trees:
        parts = [np.array([1.0])] + [rng.dirichlet(np.ones(k)) for k in np.diff(tree.first_slot)]
        rows.append(np.concatenate(parts))
    return rows


def long_hand_values(flat, vectors):
    """u(σ) by walking the rules themselves."""
    game = flat.game
    probs = [
        {key: v[tree.first_slot[i] : tree.first_slot[i + 1]] for i, key in enumerate(tree.keys)}
        for tree, v in zip(flat.trees, vectors, strict=True)
    ]

    def walk(s):
        who = game.player(s)
        if who == TERMINAL:
            return np.array(game.utility(s), dtype=float)
        if who == CHANCE:
            return sum(p * walk(game.result(s, a)) for a, p in game.chances(s))
        row = probs[who][game.information(s, who)]
        return sum(p * walk(game.result(s, a)) for p, a in zip(row, game.actions(s), strict=True))

    return walk(game.initial())


@given(SEEDS, st.integers(2, 3), st.booleans())
def test_values_equal_a_walk_over_the_rules(seed, players, zero_sum):
    flat = random_flat(seed, players, zero_sum)
    vectors = random_vectors(flat, np.random.default_rng(seed))
    assert expected_values(flat, plans(flat, vectors)) == pytest.approx(
        list(long_hand_values(flat, vectors)), abs=1e-9
    )


@given(SEEDS, st.integers(2, 3))
def test_a_best_response_gets_its_value_and_nothing_beats_it(seed, players):
    flat = random_flat(seed, players, zero_sum=False)
    rng = np.random.default_rng(seed)
    vectors = random_vectors(flat, rng)
    strategy = flat.to_strategy(vectors)
    for p in range(players):
        best = tj.best_response(flat, strategy, p)
        assert tj.values(flat, best.strategy)[p] == pytest.approx(best.value, abs=1e-9)
        for _ in range(5):
            other = [*vectors[:p], random_vectors(flat, rng)[p], *vectors[p + 1 :]]
            assert expected_values(flat, plans(flat, other))[p] <= best.value + 1e-9


@given(SEEDS, st.integers(2, 3), st.booleans())
def test_merging_changes_no_value(seed, players, zero_sum):
    """A strategy of the merged game has the same values and best responses when lifted to the original."""
    flat = random_flat(seed, players, zero_sum)
    merged = tj.compile(flat.game, merge=True)
    vectors = random_vectors(merged, np.random.default_rng(seed))
    lifted = flat.from_strategy(merged.to_strategy(vectors))
    small, large = deviation_gains(merged, vectors), deviation_gains(flat, lifted)
    assert small[0] == pytest.approx(large[0], abs=1e-9)
    assert small[1] == pytest.approx(large[1], abs=1e-9)


@given(SEEDS)
def test_the_lp_is_an_equilibrium_and_cfr_agrees(seed):
    flat = random_flat(seed)
    exact = tj.solve(flat, "lp")
    assert exact.nash_conv < 1e-7
    solution = tj.solve(flat, "dcfr", iterations=2000)
    # the value of an ε-equilibrium (ε its NashConv) is within ε of the game's value
    assert abs(solution.values[0] - exact.values[0]) <= solution.nash_conv + 1e-7


@given(SEEDS)
def test_counterfactual_values_add_up(seed):
    """Σ over root infosets of cfv plus terminals before any own move is the value; CBV ≥ cfv everywhere."""
    flat = random_flat(seed)
    vectors = random_vectors(flat, np.random.default_rng(seed))
    strategy = flat.to_strategy(vectors)
    reach = plans(flat, vectors)
    for p in range(2):
        worth = tj.infoset_values(flat, strategy, p)
        assert worth.action_cfv[0] == pytest.approx(expected_values(flat, reach)[p], abs=1e-9)
        assert worth.action_cbv[0] == pytest.approx(respond(flat, reach, p)[0], abs=1e-12)
        assert (worth.cbv >= worth.cfv - 1e-12).all()
        assert (worth.cf_reach > -1e-15).all()
        assert (worth.cf_reach <= 1 + 1e-12).all()


@given(SEEDS)
def test_counterfactual_reach_equals_a_walk(seed):
    flat = random_flat(seed)
    vectors = random_vectors(flat, np.random.default_rng(seed))
    game = flat.game
    found = [dict.fromkeys(tree.keys, 0.0) for tree in flat.trees]

    def walk(s, reach):
        who = game.player(s)
        if who == TERMINAL:
            return
        if who == CHANCE:
            for a, p in game.chances(s):
                walk(game.result(s, a), [r * p for r in reach])
            return
        key = game.information(s, who)
        found[who][key] += reach[who]
        tree = flat.trees[who]
        first = tree.first_slot[tree.index[key]]
        for k, a in enumerate(game.actions(s)):
            p = vectors[who][first + k]
            walk(game.result(s, a), [r if j == who else r * p for j, r in enumerate(reach)])

    walk(game.initial(), [1.0, 1.0])
    for p in range(2):
        worth = tj.infoset_values(flat, flat.to_strategy(vectors), p)
        assert worth.cf_reach == pytest.approx([found[p][key] for key in flat.trees[p].keys], abs=1e-12)


@given(SEEDS, st.sampled_from(["cfr", "cfr+", "dcfr", "pcfr+"]))
def test_threads_change_no_bit(seed, method):
    flat = random_flat(seed, depth=5)
    one = tj.solve(flat, method, iterations=30, threads=1)
    two = tj.solve(flat, method, iterations=30, threads=2)
    for a, b in zip(one.strategy.tables, two.strategy.tables, strict=True):
        assert np.array_equal(a.probs, b.probs)


@given(SEEDS, st.integers(2, 4))
def test_strategies_survive_files_and_labels(seed, players):
    flat = random_flat(seed, players, zero_sum=False, depth=3)
    strategy = flat.to_strategy(random_vectors(flat, np.random.default_rng(seed)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.safetensors"
        strategy.save(path)
        again = tj.Strategy.load(path, flat)
    for a, b in zip(flat.from_strategy(strategy), flat.from_strategy(again), strict=True):
        assert np.array_equal(a, b)
    third = tj.Strategy.from_json(strategy.to_json())
    for a, b in zip(flat.from_strategy(strategy), flat.from_strategy(third), strict=True):
        assert np.array_equal(a, b)
