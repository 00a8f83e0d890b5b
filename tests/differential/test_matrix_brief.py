"""Small games in one call of a kernel beside the usual way: the same answers, ties, fractions and floats included."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.matrix.nash import brief, correlated
from tianji.matrix.nash.method import as_method
from tianji.matrix.nash.solve import listed, solved
from tianji.run.limits import Limits


@pytest.fixture(autouse=True)
def loaded(monkeypatch):
    monkeypatch.setattr(brief, "PATIENCE", 0)


def small_games(rng, count):
    """Games of up to four actions a player: few values, so many ties; constant sums; thirds; roots."""
    for number in range(count):
        shape, high = rng.integers(1, 5, 2), int(rng.choice([1, 2, 9, 99]))
        A, B = rng.integers(-high, high + 1, (2, *shape))
        B = (B, B, 3 - A)[number % 3]
        kind = number % 4
        if kind == 1:
            A, B = ([[Fraction(int(v), 3) for v in row] for row in table] for table in (A, B))
        yield tm.NormalForm(A * 2**0.5, B * 2**0.5) if kind == 2 else tm.NormalForm(A, B)


def assert_same(new, old, scale):
    assert (new.exact, new.method, new.stopped) == (old.exact, old.method, old.stopped)
    if old.exact:
        assert new == old and new.to_dict() == old.to_dict() and pickle.loads(pickle.dumps(new)) == old
        return
    for row, expected in zip(new.profile, old.profile, strict=True):
        assert row == pytest.approx(expected, rel=0, abs=4e-15)
    assert new.values == pytest.approx(old.values, rel=0, abs=1e-14 * scale)
    assert new.regret == pytest.approx(old.regret, rel=0, abs=1e-14 * scale)


@pytest.mark.parametrize("exact", [None, False])
def test_lists_are_those_of_the_usual_way(exact):
    answered = 0
    for game in small_games(np.random.default_rng(5), 24):
        for name in ("auto", "vertex", "support"):
            found = brief.listed_at_once(game, name, exact)
            if found is None:
                continue
            old = listed(game, as_method(name, exact=exact), Limits(), None, None)
            assert (len(found), found.complete, found.note) == (len(old), old.complete, old.note)
            for new, expected in zip(found, old, strict=True):
                assert_same(new, expected, game.scale)
            assert [list(map(len, group)) for group in map(sizes, found.components)] == [
                list(map(len, group)) for group in map(sizes, old.components)
            ]
            if game.rational and exact is None:
                assert pickle.loads(pickle.dumps(found)).components == old.components == found.components
            answered += 1
    assert answered > 48  # ties among numbers that are no fractions go the usual way, little else


def sizes(group):
    return [subset.rows + subset.columns for subset in group]


@pytest.mark.parametrize("exact", [None, False])
def test_one_equilibrium_is_that_of_the_usual_way(exact):
    answered = 0
    for game in small_games(np.random.default_rng(6), 60):
        new = brief.solved_at_once(game, None, exact, None)
        if new is not None:
            assert_same(
                new, solved(game, as_method(None, exact=exact), Limits(), None, None), game.scale or 1
            )
            answered += 1
    assert answered > 50


@pytest.mark.parametrize("coarse", [False, True])
def test_correlated_equilibria_are_those_of_the_usual_way(coarse):
    for game in small_games(np.random.default_rng(7), 12):
        for objective in ("welfare", "anti-welfare", 1) if game.rational and 1 < max(game.shape) < 4 else ():
            new = correlated._at_once(game, objective, coarse, None)
            assert new is not None
            old = correlated._by_program(game, objective, coarse, None)
            assert new.joint.tolist() == old.joint.tolist()
            assert (new.values, new.regret, new.objective) == (old.values, old.regret, old.objective)


def test_what_is_large_is_left_to_the_usual_way():
    huge = tm.NormalForm([[2**24, 0], [0, 1]], [[1, 0], [0, 1]])
    wide = tm.NormalForm(np.arange(24).reshape(2, 12))
    apart = tm.NormalForm(np.diag([2**23, 2**22 + 1, 2**23 - 1, 2**21 + 1]), np.eye(4, dtype=int))
    assert all(brief.listed_at_once(game, None, None) is None for game in (huge, wide, apart))
    assert len(apart.equilibria()) == 15 and all(e.regret == 0 for e in apart.equilibria())


def test_the_kernel_is_loaded_when_it_pays(monkeypatch):
    monkeypatch.setattr(brief, "PATIENCE", 3)
    monkeypatch.setattr(brief, "_asked", 0)
    monkeypatch.setattr(brief, "_kernel", None)
    assert [tm.matching_pennies().equilibria() and brief._kernel is not None for _ in range(5)] == [
        False, False, False, True, True,
    ]  # fmt: skip


def test_best_responses_are_exact_where_the_payoffs_are_thirds():
    game = tm.NormalForm([["-1/3", "-1/2"], ["-1/2", "-1/3"]])
    assert game.best_responses(0, [[1, 0], [1, 0]]) == ([0], Fraction(-1, 3))
