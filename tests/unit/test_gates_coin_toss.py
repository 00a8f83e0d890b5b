"""Entry weights of the gates in Coin Toss (Brown & Sandholm 2017, figure 2); the resolver plays by regret."""

import numpy as np
import pytest

from tianji.cfr.schedule import SCHEDULES
from tianji.kernels.constants import AVERAGE, COMBINED, DISTRIBUTIONAL, MAXMARGIN, RESOLVE, UNSAFE
from tianji.kernels.poker.gates import enter

PAYOFF = np.array(
    [[-1.0, 1.0, 1.0], [1.0, -1.0, 1.0]]
)  # the opponent's, by coin and answer (Heads, Tails, Forfeit)
ALT = np.array([[0.0, 0.5]])  # what the blueprint 1/2, 1/4, 1/4 leaves him
W = np.array([[0.5, 0.5]])


def answer(kind, alt=ALT, spread=(0.0, 0.0), theirs=(1.0, 2 / 3), iterations=20_000, tremble=0.0):
    """The resolver's average answer."""
    regret, average, state, out = np.zeros(3), np.zeros(3), np.zeros((2, 1, 2)), np.zeros((1, 2))
    spread, theirs = np.array([spread]), np.array([theirs])
    for t, row in enumerate(SCHEDULES["cfr+"].rows(1, iterations + 1), 1):
        sigma = regret / regret.sum() if regret.sum() > 0 else np.full(3, 1 / 3)
        enter(kind, t, row, W, W * (PAYOFF @ sigma), alt, spread, theirs, tremble, state, out)
        gain = -(out * W)[0] @ PAYOFF
        regret = np.maximum(regret + gain - sigma @ gain, 0.0)
        average = row[AVERAGE] * average + sigma
    return average / average.sum()


def test_unsafe_always_says_heads():
    assert answer(UNSAFE) == pytest.approx([1, 0, 0], abs=1e-3)  # odds 0.6 : 0.4


def test_resolve_leaves_nothing_above_the_alternatives():
    assert (PAYOFF @ answer(RESOLVE) <= ALT[0] + 1e-3).all()


@pytest.mark.parametrize("kind", [RESOLVE, MAXMARGIN])
def test_a_tremble_drops_forfeit(kind):
    """Alone, resolve may as well forfeit: 1/2, 1/4, 1/4 leaves nothing above the alternatives."""
    found = answer(kind, tremble=0.05)
    assert found[2] == pytest.approx(0, abs=1e-3) and (PAYOFF @ found <= ALT[0] + 1e-3).all()


@pytest.mark.parametrize(("kind", "weights"), [(RESOLVE, [1.0, 0.05]), (MAXMARGIN, [1.94, 0.04])])
def test_all_hands_enter_in_a_tremble(kind, weights):
    out, state, row = np.zeros((1, 2)), np.zeros((2, 1, 2)), SCHEDULES["cfr+"].rows(1, 2)[0]
    w, values = np.array([[0.5, 0.75]]), np.array([[5.0, -5.0]])  # he would enter with the first hand alone
    enter(kind, 1, row, w, values, ALT, 0 * ALT, ALT, 0.05, state, out)
    assert out[0] == pytest.approx(weights)  # of maxmargin: 0.95 / 0.5 + 0.05 / 1.25 and 0.05 / 1.25


@pytest.mark.parametrize(("alt", "heads"), [((0.0, 0.5), 5 / 8), ((0.5, 0.5), 1 / 2), ((0.5, -0.5), 1 / 4)])
def test_maxmargin_and_reach_maxmargin(alt, heads):
    assert answer(MAXMARGIN, np.array([alt])) == pytest.approx([heads, 1 - heads, 0], abs=1e-3)


@pytest.mark.parametrize(
    ("spread", "heads"), [((0.3, 0.3), 5 / 8), ((0.1, 1.0), 0.522727), ((1.0, 0.1), 0.727273)]
)
def test_distributional(spread, heads):
    found = answer(DISTRIBUTIONAL, spread=spread)
    assert found == pytest.approx([heads, 1 - heads, 0], abs=1e-3)


def test_combined_adds_a_fifth_and_a_tenth_of_the_range():
    out, state, row = np.zeros((1, 2)), np.zeros((2, 1, 2)), SCHEDULES["cfr+"].rows(1, 2)[0]
    theirs, values = np.array([[0.0, 0.5]]), np.array([[5.0, 5.0]])  # both hands would enter
    enter(COMBINED, 1, row, W, values, ALT, 0 * ALT, theirs, 0.0, state, out)
    share = 0.2 * 0.5 / 1.5  # a fifth of the mass over (1 − theirs) · P(enter)
    assert out[0] == pytest.approx([share + 0.025, 0.5 + 0.5 * share + 0.025])
