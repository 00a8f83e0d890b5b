"""The LP at any scale: payoffs tiny, huge or shifted; told exact only when its own best response says so."""

import threading
from dataclasses import dataclass
from importlib import import_module

import pytest

import tianji as tj
from tianji.errors import NotApplicableError, TianjiError

LEDUC = -0.08560642  # the LP itself, unscaled; OpenSpiel's sequence-form LP agrees


@dataclass(frozen=True)
class Scaled(tj.Game):
    """Another game with every payoff times `scale`, plus `gift` to both."""

    whole: tj.Game
    scale: float = 1.0
    gift: float = 0.0
    tax: float = 0.0

    @property
    def spec(self):
        return f"{self.whole.spec} times {self.scale}"

    def initial(self):
        return self.whole.initial()

    def player(self, s):
        return self.whole.player(s)

    def actions(self, s):
        return self.whole.actions(s)

    def chances(self, s):
        return self.whole.chances(s)

    def result(self, s, a):
        return self.whole.result(s, a)

    def information(self, s, player):
        return self.whole.information(s, player)

    def utility(self, s):
        first, second = self.whole.utility(s)
        lost = self.tax * abs(first)
        return first * self.scale + self.gift - lost, second * self.scale + self.gift


@pytest.mark.parametrize("scale", [1e-200, 1e-20, 1e-8, 1.0, 1e9, 1e20, 1e200])
def test_leduc_at_every_scale(scale):
    solution = tj.solve(Scaled(tj.load("leduc"), scale), "lp")
    assert solution.stopped == "exact"
    assert solution.values[0] == pytest.approx(LEDUC * scale, rel=1e-6)
    assert solution.nash_conv <= 1e-8 * scale


@pytest.mark.parametrize(("scale", "gift"), [(1.0, 0.5), (1e-8, 5e-9), (1e9, -3e9), (1.0, 1e6)])
def test_constant_sums_are_solved_and_valued_in_the_games_own_payoffs(scale, gift):
    solution = tj.solve(Scaled(tj.load("kuhn"), scale, gift), "lp")
    value = -scale / 18
    assert solution.values == pytest.approx([value + gift, -value + gift], abs=1e-9 * (scale + abs(gift)))
    assert not solution.note


@dataclass(frozen=True)
class Common(Scaled):
    """With `gift` to player 0 and minus `other` to player 1: what payoffs have in common, or one player's have."""

    other: float = 0.0

    def utility(self, s):
        first, second = self.whole.utility(s)
        return first + self.gift, second - self.other


@pytest.mark.parametrize(
    ("gift", "other"), [(1e9, 1e9), (-1e12, -1e12), (0.0, 1e12), (1e12, 0.0), (1e9, -1e9)]
)
def test_what_payoffs_have_in_common_hides_nothing(gift, other):
    """Beside 1e9 the value was off by 0.04, beside 1e12 by 2, and called exact."""
    solution = tj.solve(Common(tj.load("leduc"), gift=gift, other=other), "lp")
    assert solution.stopped == "exact"
    for value, common in zip(
        solution.values, (gift, -other), strict=True
    ):  # as exact as payoffs of that size can be
        sign = 1 if value == solution.values[0] else -1
        assert value - common == pytest.approx(sign * LEDUC, abs=1e-7 + 1e-14 * abs(common))


def test_small_payoffs_that_do_not_cancel_are_general_sum():
    game = Scaled(tj.load("kuhn"), 1e-11, 0.0, 1e-12)
    assert not tj.compile(game).is_zero_sum
    assert not tj.check_game(game).zero_sum
    with pytest.raises(NotApplicableError, match="do not cancel"):
        tj.solve(game, "lp")


@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1e12])
def test_zero_sum_is_a_matter_of_proportion(scale):
    assert tj.compile(Scaled(tj.load("leduc"), scale)).is_zero_sum
    assert tj.check_game(Scaled(tj.load("kuhn"), scale)).zero_sum


def test_one_large_payoff_does_not_hide_that_small_ones_do_not_cancel():
    class Mixed(Scaled):
        """A bet of 1e12 beside a present of 1 to both."""

        def utility(self, s):
            return (
                (1.0, 1.0)
                if self.whole.utility(s)[0] == 1
                else tuple(1e12 * u for u in self.whole.utility(s))
            )

    assert not tj.compile(Mixed(tj.load("kuhn"))).is_zero_sum


def test_a_time_limit_is_told_with_the_true_figure_of_what_is_returned():
    solution = tj.solve(tj.load("leduc"), "lp", merge=False, seconds=1e-6)
    assert solution.stopped == "seconds" and "uniform" in solution.note
    assert solution.nash_conv == pytest.approx(4.747222, abs=1e-5)  # uniform play


def test_stop_is_heeded_while_the_program_is_solved(monkeypatch):
    event, begun, done = threading.Event(), threading.Event(), threading.Event()

    def slow(flat, seconds=None):
        begun.set()
        done.wait(300)
        raise TianjiError("never seen")

    monkeypatch.setattr(import_module("tianji.cfr.solve"), "solve_lp", slow)
    threading.Thread(target=lambda: (begun.wait(300), event.set()), daemon=True).start()
    solution = tj.solve(tj.load("kuhn"), "lp", stop=event)
    done.set()
    assert solution.stopped == "cancelled" and solution.nash_conv == pytest.approx(11 / 12)
