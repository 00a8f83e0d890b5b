"""Learning dynamics and the logit path."""

from fractions import Fraction

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.errors import ParameterError, UnknownNameError
from tianji.matrix.learning.rules import RULES

F = Fraction

BIASED = tm.biased_rock_paper_scissors()


@pytest.mark.parametrize("rule", list(RULES))
def test_every_rule_approaches_the_value_of_a_zero_sum_game(rule):
    run = tm.learn(BIASED, rule, 2_000)
    assert run.nash_conv[-1] < 0.08  # the slowest, fictitious play, converges like 1/√T or worse
    assert run.average.values[0] == pytest.approx(2 / 15, abs=0.04)
    assert run.iterations[-1] == 2_000 and run.iterations[0] == 1
    for i in (0, 1):
        assert np.allclose(run.averages[i].sum(axis=1), 1) and np.allclose(run.strategies[i].sum(axis=1), 1)
    assert run.nash_conv[-1] == pytest.approx(_gap(run), abs=1e-12)


def _gap(run):
    x, y = (a[-1] for a in run.averages)
    A, B = run.game.payoffs
    return (A @ y).max() - x @ A @ y + (x @ B).max() - x @ B @ y


@pytest.mark.parametrize("rule", ["regret-matching", "lecture", "regret-matching+", "fictitious-play"])
def test_fractions_and_floats_take_the_same_course(rule):
    # Few iterations: the digits of the fractions double with each.
    exact = tm.learn(BIASED, rule, 6, every=1, exact=True)
    rough = tm.learn(BIASED, rule, 6, every=1)
    assert exact.exact and isinstance(exact.averages[0][-1][0], F)
    for i in (0, 1):
        assert np.allclose(exact.strategies[i].astype(float), rough.strategies[i], atol=1e-12)
        assert np.allclose(exact.averages[i].astype(float), rough.averages[i], atol=1e-12)
        assert sum(exact.averages[i][-1]) == 1


def test_recording_does_not_change_the_course():
    for rule in RULES:
        a, b = tm.learn(BIASED, rule, 50, every=1), tm.learn(BIASED, rule, 50, every=25)
        assert np.allclose(a.averages[0][-1], b.averages[0][-1], atol=1e-12)
        assert np.allclose(a.strategies[1][-1], b.strategies[1][-1], atol=1e-12)


def test_three_players_learn_coarse_correlated_play():
    g = tm.NormalForm(*np.random.default_rng(1).normal(size=(3, 2, 3, 2)))
    for rule in RULES:
        run = tm.learn(g, rule, 200)
        assert len(run.averages) == 3 and np.isfinite(run.nash_conv).all()


def test_replicator_conserves_and_finds_dominance():
    run = tm.learn(tm.axelrod_game(), "replicator", 400, start=[["0.9", "0.1"], [0.9, 0.1]])
    assert run.strategies[0][-1, 1] > 0.99  # defection takes over
    pennies = tm.learn(tm.matching_pennies(), "replicator", 500, start=[[0.7, 0.3], [0.6, 0.4]], step=0.01)
    x, y = pennies.strategies
    energy = np.log(x).sum(axis=1) + np.log(y).sum(axis=1)
    assert np.ptp(energy) < 1e-6  # closed orbits: Σ log x + Σ log y is conserved (Hofbauer 1996)


def test_starts_and_faults():
    run = tm.learn(BIASED, "fictitious-play", 1, start=[[1, 0, 0], [1, 0, 0]], exact=True)
    assert run.strategies[0][0].tolist() == [0, 1, 0]  # paper answers rock
    run = tm.learn(BIASED, "regret-matching", 1, start=[[0, 0, 1], [0, 1, 0]], exact=True)
    assert run.strategies[0][0].tolist() == [0, 0, 1]
    with pytest.raises(UnknownNameError, match="fictitious-play"):
        tm.learn(BIASED, "fictitous-play")
    for options in ({"iterations": 0}, {"every": 0}, {"rule": "replicator", "exact": True}):
        with pytest.raises(ParameterError):
            tm.learn(BIASED, **options)
    with pytest.raises(ParameterError, match="step"):
        tm.learn(BIASED, "replicator", step=0)
    with pytest.raises(ParameterError, match="rate"):
        tm.learn(BIASED, "hedge", rate=-1)


@pytest.mark.parametrize(
    ("payoffs", "mixed"), [("0,0 7,2; 2,7 6,6", [1 / 3, 2 / 3]), ("3,2 0,0; 0,0 2,3", [0.6, 0.4])]
)
def test_the_logit_path_of_a_symmetric_game_goes_straight_on_where_branches_cross(payoffs, mixed):
    """By symmetry what both play alike stays a quantal response: the path ends where both mix."""
    path = tm.logit_path(tm.NormalForm(payoffs))
    assert path.stopped == "" and path.profile()[0] == pytest.approx(mixed, abs=1e-4)
    assert np.all(np.diff(path.lambdas) > -1e-5)


def test_a_logit_path_says_that_its_steps_ended_it():
    assert tm.logit_path(tm.chicken(), steps=3).stopped == "steps"


def test_logit_path_of_the_asymmetric_pennies_is_a_quantal_response():
    g = tm.NormalForm([[9, 0], [0, 1]], [[0, 1], [1, 0]])
    path = tm.logit_path(g, max_lambda=5)
    x, y = (np.array(row) for row in path.profile())
    lam = path.lambdas[-1]
    for own, gains in ((x, g.payoffs[0] @ y), (y, x @ g.payoffs[1])):
        odds = np.exp(lam * (gains - gains.max()))
        assert np.allclose(own, odds / odds.sum(), atol=1e-7)  # the defining fixed point, McKelvey & Palfrey
    assert path.profile(0) == [[0.5, 0.5], [0.5, 0.5]]


def test_logit_passes_a_turning_point_and_selects():
    # McKelvey's example of a branch that bends back (Gambit ships one like it).
    g = tm.NormalForm([[6, 6], ["7.32", 1]], [[7, 7], [6, 4]])
    e = g.solve("logit")
    assert e.regret == 0 and e.exact
    many = tm.NormalForm(*np.random.default_rng(2).integers(-9, 10, (4, 2, 2, 2, 2)))
    assert many.solve("logit").regret < 1e-9
    hunt = tm.stag_hunt().solve("logit")  # the path ends in the risk-dominant equilibrium
    assert hunt.support == ((1,), (1,))


def test_logit_follows_sharp_bends_and_leaves_branching_points():
    # Found by random search: the angle between tangents once turned this path back to uniform play.
    U = [
        [[[62, 77], [6, 41]], [[52, 41], [36, 31]]],
        [[[64, 26], [52, 81]], [[8, 38], [2, 54]]],
        [[[98, 75], [61, 88]], [[77, 80], [80, 66]]],
    ]
    path = tm.logit_path(tm.NormalForm(*U), regret=0.01)
    assert path.regret <= 0.01 and path.lambdas[-1] > 0.5
    rng = np.random.default_rng(5)
    for _ in range(15):  # payoffs 0 and 1: nothing but ties
        g = tm.NormalForm(*rng.integers(0, 2, (3, 2, 3, 2)))
        assert g.solve("logit").regret < 1e-9
    wide = tm.NormalForm(*rng.normal(size=(2, 25, 25)))
    assert wide.solve("logit").regret < 1e-9
