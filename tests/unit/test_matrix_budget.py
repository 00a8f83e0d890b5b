"""Budgets and Ctrl-C: what was found so far, marked incomplete."""

from importlib import import_module

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.errors import NotApplicableError, ParameterError
from tianji.matrix.budget import Budget

RNG = np.random.default_rng(0)
BIG = tm.NormalForm(RNG.integers(-99, 100, (9, 9)), RNG.integers(-99, 100, (9, 9)))


def press_ctrl_c_after(monkeypatch, steps):
    spend = Budget.spend

    def interrupted(self):
        if self.taken >= steps:
            raise KeyboardInterrupt
        return spend(self)

    monkeypatch.setattr(Budget, "spend", interrupted)


@pytest.mark.parametrize("method", ["vertex", "support", "lemke-howson"])
def test_a_step_limit_returns_what_was_found(method):
    found = BIG.equilibria(method, steps=3)
    assert not found.complete and "step limit 3" in found.stopped
    assert all(e.regret == 0 for e in found)
    assert "incomplete" in repr(found)


def test_a_time_limit_is_kept():
    import time

    wide = tm.NormalForm(RNG.integers(-99, 100, (16, 16)), RNG.integers(-99, 100, (16, 16)))
    began = time.perf_counter()
    found = wide.equilibria(seconds=0.3)
    assert time.perf_counter() - began < 3.0
    assert not found.complete and "time limit" in found.stopped


@pytest.mark.parametrize("method", ["vertex", "support", "lemke-howson"])
def test_ctrl_c_keeps_the_results(monkeypatch, method):
    press_ctrl_c_after(monkeypatch, 40 if method == "vertex" else 4)
    found = BIG.equilibria(method)
    assert not found.complete and "interrupted" in found.stopped
    assert all(e.regret == 0 for e in found)


def test_ctrl_c_in_learning_tournaments_and_paths(monkeypatch):
    press_ctrl_c_after(monkeypatch, 5)
    run = tm.learn(tm.rock_paper_scissors(), iterations=1_000, every=10)
    assert run.stopped == "interrupted by the user" and len(run.iterations) == 5
    result = tm.tournament(["tit for tat", "defector", "grim"], rounds=5)
    assert not result.complete and np.isnan(result.scores).any() and len(result.ranking) == 3
    path = tm.logit_path(tm.chicken())
    assert len(path.lambdas) <= 6
    three = tm.NormalForm(*RNG.integers(-9, 10, (3, 3, 3, 3)))
    found = three.equilibria()
    assert not found.complete and "interrupted" in found.stopped


def test_many_players_always_get_an_answer():
    three = tm.NormalForm(*np.random.default_rng(4).integers(-9, 10, (3, 2, 2, 2)))
    found = three.equilibria(steps=1)
    assert len(found) >= 1 and all(e.regret < 1e-9 for e in found)


def test_solve_never_comes_back_empty_handed(monkeypatch):
    monkeypatch.setattr(import_module("tianji.matrix.nash.lemke_howson"), "_exact_path", lambda *_: None)
    e = BIG.solve()
    assert "budget spent" in e.method and 0 <= e.regret < 100
    assert e.regret == BIG.verify(e.profile).regret


def test_budgets_are_checked():
    with pytest.raises(ParameterError, match="seconds"):
        BIG.equilibria(seconds=0)
    with pytest.raises(ParameterError, match="steps"):
        BIG.equilibria(steps=-1)
    with pytest.raises(NotApplicableError, match="not finished"):
        tm.lemke_howson(BIG, budget=Budget(steps=1))
    assert Budget(seconds=10).remaining() <= 10 and Budget().remaining() is None
