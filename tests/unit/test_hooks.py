"""Optional hooks: what a game offers, and what a restricted game keeps of it."""

import tianji as tj
from tianji.core.hooks import NAMES, Hooks, hooks


def test_a_game_without_hooks_offers_none():
    assert hooks(tj.load("matching_pennies")) == Hooks()


def test_a_restricted_game_keeps_what_still_holds():
    whole = tj.load("connect_four")
    small = hooks(whole.restrict([3, 4]))
    assert small.evaluate is not None and small.order is not None
    assert small.value_range == hooks(whole).value_range
    assert small.evaluate(whole.initial()) == whole.evaluate(whole.initial())
    assert small.canonical is None  # the mirror of column 3 of 7 may be off the menu


def test_noisy_actions_and_priors_keep_to_the_menu():
    class Priors(tj.Game):
        """One move."""

        def initial(self):
            return ""

        def player(self, s):
            return tj.TERMINAL if s else 0

        def actions(self, s):
            return ("a", "b", "c")

        def result(self, s, a):
            return a

        def utility(self, s):
            return (0, 0)

        def priors(self, s):
            return [0.5, 0.25, 0.25]

        def noisy(self, s):
            return ["a", "b"]

    small = hooks(Priors().restrict(["b", "c"]))
    assert small.priors is not None and small.noisy is not None
    assert list(small.priors("")) == [0.5, 0.5]
    assert list(small.noisy("")) == ["b"]


def test_every_hook_is_documented():
    assert all(name in (Hooks.__doc__ or "") for name in NAMES)
