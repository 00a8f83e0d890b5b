"""Leduc and liar's dice: what the techniques do to real blueprints; nested solving against translation."""

from __future__ import annotations

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import Schedule

ROUNDING = 1e-7


@pytest.fixture(scope="module")
def leduc():
    game = tj.load("leduc")
    return game, tj.solve(game, "cfr+", iterations=20).strategy, tj.subgame.cuts(game, "board")


def after(leduc, technique, player=1, **options):
    game, blueprint, cuts = leduc
    return tj.subgame.solve_all(game, blueprint, cuts, technique, player, **options).report


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("technique", ["resolve", "maxmargin", "reach-resolve", "reach-maxmargin"])
def test_safe_techniques_are_safe_and_help(leduc, technique, player):
    report = after(leduc, technique, player)
    assert report.is_safe
    assert report.gadget_gap < 1e-9
    assert report.loss_after < report.loss_before
    assert report.min_reach_margin >= -ROUNDING


def test_unsafe_helps_here_and_hurts_elsewhere(leduc):
    helped = after(leduc, "unsafe")
    assert helped.loss_after < after(leduc, "maxmargin").loss_after
    assert not helped.is_safe
    assert helped.claim == "no guarantee against the blueprint's loss"
    dice = tj.load("liars_dice(faces=4)")
    blueprint = tj.solve(dice, "cfr+", iterations=20).strategy
    hurt = tj.subgame.solve_all(dice, blueprint, tj.subgame.cuts(dice, "bid 1"), "unsafe", player=1).report
    assert hurt.loss_after > 3 * hurt.loss_before


def test_gifts_that_are_not_split_hurt():
    """A nearly solved blueprint, the second player, all boards: splitting gifts is safe, not splitting is far from it.

    A reference run of the same set-up (CFR with simultaneous updates, 500 iterations; the factor is the number of
    boards, 6) gave 0.05, split 0.04, not split 0.14 to 0.36 depending on the equilibrium of the gadget.
    """
    game = tj.load("leduc")
    plain = Schedule(is_alternating=False)
    spot = game, tj.solve(game, plain, iterations=500).strategy, tj.subgame.cuts(game, "board")
    solver = {"solver": "cfr+", "iterations": 1_000}  # which equilibrium an LP picks hangs on rounding
    for technique in ("reach-resolve", "reach-maxmargin"):
        split, whole = after(spot, technique, **solver), after(spot, technique, gifts="not-split", **solver)
        assert split.loss_before == pytest.approx(0.047, abs=2e-3)
        assert split.loss_after == pytest.approx(0.040, abs=2e-3)
        assert 0.14 < whole.loss_after < 0.36
        for one, six in zip(split.cuts, whole.cuts, strict=True):
            np.testing.assert_allclose(six.gift, 6 * one.gift, atol=1e-9)
            # it keeps to its payoffs; the payoffs were too generous
            share = six.cf_reach / six.cf_reach.sum()
            assert share @ np.minimum(six.reach_margin, 0.0) >= -six.gadget_gap - ROUNDING


def test_refined_resolve_is_better_than_what_the_lp_happens_to_give(leduc):
    plain = after(leduc, "resolve").loss_after
    for refine in ("leximin", "tremble"):
        assert after(leduc, "resolve", refine=refine).loss_after < 0.8 * plain


def test_lp_and_cfr_agree_on_the_margins_that_are_unique(leduc):
    game, blueprint, cuts = leduc
    exact = tj.subgame.solve(game, blueprint, cuts[0], "maxmargin").report
    for solver in ("cfr+", "dcfr", "pcfr+"):
        report = tj.subgame.solve(
            game, blueprint, cuts[0], "maxmargin", solver=solver, iterations=5_000
        ).report
        assert report.min_margin == pytest.approx(exact.min_margin, abs=1e-3)
        assert report.min_margin >= exact.min_margin - report.cuts[0].gadget_gap - 1e-9


def test_estimates_from_an_abstraction(leduc):
    """CBV~ is the value of a response that the abstraction can express: never above CBV, exact when it is lossless."""
    game = leduc[0]
    coarse = tj.subgame.abstract(game, lambda player, key: key[2:] if "|/" not in key else key)
    report = after(leduc, "resolve", payoffs="estimate", estimate=coarse)
    for cut in report.cuts:
        assert (cut.alt_value <= cut.cbv + 1e-9).all()
    fine = tj.subgame.abstract(game, lambda player, key: key)
    exact = after(leduc, "resolve", payoffs="estimate", estimate=fine)
    for cut in exact.cuts:
        np.testing.assert_allclose(cut.alt_value, cut.cbv, atol=1e-9)


def test_an_abstraction_is_a_smaller_game_with_the_same_rules():
    game = tj.load("leduc")
    lossless = tj.subgame.abstract(
        game, lambda player, key: (key[0], key.split("|")[1][:1], key.split("|")[2])
    )
    assert lossless.num_infosets == 288
    value = tj.solve(lossless, "lp").values[0]
    assert value == pytest.approx(-0.0856064240, abs=1e-8)  # suits do not matter
    # bucketing the king with the queen loses something: the strategy is exploitable in the real game
    lossy = tj.subgame.abstract(game, lambda player, key: (key[0] == "J", *key.split("|")[1:]))
    solution = tj.solve(lossy, "lp")
    assert tj.nash_conv(lossy, solution.strategy) == pytest.approx(0.0, abs=1e-9)
    assert tj.nash_conv(game, solution.strategy) > 0.5


def test_a_resolve_does_not_walk_the_rules_again(leduc, monkeypatch):
    game, blueprint, cuts = leduc
    after(leduc, "resolve")
    for name in ("player", "actions", "result", "information", "chances", "utility"):
        monkeypatch.setattr(type(game), name, lambda *_: pytest.fail("walked the rules again"))
    tj.subgame.solve_all(game, blueprint, cuts, "reach-maxmargin")


@pytest.mark.parametrize("unit", [1e-8, 1e9])
def test_the_unit_of_the_payoffs_does_not_matter(unit):
    """Chips of 1e-8 or 1e9: linear and convex programs judge by absolute tolerances, so payoffs are scaled first."""
    from tianji.games.leduc import Leduc

    class Scaled(Leduc):
        registered_name = "scaled_leduc"
        factor = 1.0

        def utility(self, s):
            return tuple(self.factor * u for u in super().utility(s))

    class Far(Scaled):
        registered_name = "far_leduc"
        factor = unit

    found = []
    for game in (Scaled(suits=1), Far(suits=1)):
        tables = tj.solve(tj.load("leduc(suits=1)"), "cfr+", iterations=5).strategy.tables
        rows = [
            *("unsafe", "maxmargin", "reach-maxmargin"),
            tj.subgame.Technique("maxmargin", refine="leximin"),
            tj.subgame.Technique("resolve", refine="tremble"),
            tj.subgame.Technique("resolve", payoffs="distributional"),
        ]
        spot = game, tj.Strategy(game.spec, tables), tj.subgame.cuts(game, "board")
        found.append(list(tj.subgame.compare(*spot, rows=rows)))
    for near, far in zip(*found, strict=True):
        assert far.loss_before == pytest.approx(unit * near.loss_before, rel=1e-6)
        assert far.min_reach_margin == pytest.approx(unit * near.min_reach_margin, rel=1e-5, abs=1e-6 * unit)
        if near.method.gadget != "unsafe":  # has many equilibria
            assert far.loss_after == pytest.approx(unit * near.loss_after, rel=1e-3)


def test_the_toy_of_appendix_c():
    """Estimates (1, 10); answer A leaves the opponent (0.99, 9.99), B (1.01, 0). Only random payoffs prefer B."""
    from tianji.core.game import CHANCE, TERMINAL, Game
    from tianji.subgame.distributional import worth

    class Toy(Game):
        """Chance shows player 0 one of two cards; he leaves or stays; player 1 answers A or B without seeing it."""

        def initial(self):
            return ()

        def player(self, s):
            return (CHANCE, 0, 1, TERMINAL)[len(s)] if "leave" not in s else TERMINAL

        def chances(self, s):
            return [("first", 0.5), ("second", 0.5)]

        def actions(self, s):
            return ("stay", "leave") if len(s) == 1 else ("A", "B")

        def result(self, s, a):
            return (*s, a)

        def utility(self, s):
            won = {"A": (0.99, 9.99), "B": (1.01, 0.0), "leave": (0.0, 0.0)}[s[-1]][s[0] == "second"]
            return won, -won

        def information(self, s, player):
            return s if player == 0 else s[1:]

    game = Toy()
    entries = ("first", "stay"), ("second", "stay")
    cut = tj.subgame.carve(game, lambda s: s[1:] == ("stay",))
    estimate = dict(zip(entries, (1.0, 10.0), strict=True))
    uniform = tj.uniform(game)
    options = {"payoffs": "estimate", "estimate": estimate}
    maxmargin = tj.subgame.solve(game, uniform, cut, "maxmargin", **options)
    assert maxmargin.strategy.at(1, ("stay",))["A"] == pytest.approx(1.0, abs=1e-6)
    resolve = tj.subgame.solve(game, uniform, cut, "resolve", **options)
    assert (
        resolve.strategy.at(1, ("stay",))["B"] <= 0.5 + 1e-6
    )  # more B would break the first entry's constraint
    half = np.array([0.5, 0.5])
    means, spreads = np.array([1.0, 10.0]), np.array([0.1, 1.0])
    assert worth(half, np.array([1.01, 0.0]), means, spreads) < worth(
        half, np.array([0.99, 9.99]), means, spreads
    )
    # Allowed to mix, the answer gives B just enough that the second entry no longer matters: where the slopes meet,
    # 0.02 Φ((0.02 b − 0.01)/0.1) = 9.99 Φ(−0.01 − 9.99 b), i.e. b = 0.30922. With more doubt (s = 10) it is B alone.
    for second, b in ((1.0, 0.30922), (10.0, 1.0)):
        options = {"payoffs": "distributional", "estimate": estimate}
        options["spread"] = dict(zip(entries, (0.1, second), strict=True))
        for solver in ("lp", "cfr-br", "hedge"):
            iterations = None if solver == "lp" else 3_000  # one exact step refuses them
            random = tj.subgame.solve(
                game, uniform, cut, "resolve", solver=solver, iterations=iterations, **options
            )
            tolerance = {"lp": 1e-4, "cfr-br": 0.03, "hedge": 0.08}[solver]  # the worth is nearly flat there
            assert random.strategy.at(1, ("stay",))["B"] == pytest.approx(b, abs=tolerance)


# Nested ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nested():
    large = tj.load("leduc_bets(suits=1,ranks=4)")
    small = tj.load("leduc_bets(suits=1,ranks=4,sizes=(0.5,1))")
    return large, small, tj.solve(small, "pcfr+", iterations=1_000).strategy


def test_nested_solving_beats_translation():
    """The shape of table 4: the player knows bets of 0.5 and 1 pot, the opponent also bets 0.75."""
    large, small = tj.load("leduc_bets"), tj.load("leduc_bets(sizes=(0.5,1))")
    blueprint = tj.solve(small, "pcfr+", iterations=1_000).strategy
    value = tj.solve(large, "lp").values[0]
    lost = []
    for randomised in (True, False):
        strategy = tj.subgame.translated(large, small, blueprint, 1, randomised=randomised)
        lost.append(tj.best_response(large, strategy, 0).value - value)
    assert 0.005 < lost[0] < lost[1]
    for technique, variant in (
        ("resolve", "inexpensive"),
        ("reach-maxmargin", "inexpensive"),
        ("maxmargin", "expensive"),
    ):
        policy = tj.subgame.NestedPlayer(large, small, blueprint, technique=technique, variant=variant)
        report = policy.report()
        assert report.subgames == 109
        assert report.gadget_gap < 1e-8
        assert report.loss < 0.1 * lost[0]
        if (
            technique != "resolve"
        ):  # resolve weighs entries by their reach, and lets one that hardly matters go
            assert (
                report.min_margin > -1e-9
            )  # the bet of 0.75 gains nothing: as safe as the small game's blueprint
        direct = tj.best_response(large, policy.strategy(), 0).value - value
        assert report.loss == pytest.approx(max(direct, 0.0), abs=1e-9)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("technique", ["resolve", "maxmargin", "reach-maxmargin"])
def test_off_tree_actions_gain_no_more_than_the_margins_allow(nested, technique, player):
    """Every off-tree action is worth at most CBV~ − margin, and a hand has at most two of them here."""
    large, small, blueprint = nested
    on_tree = tj.best_response(small, blueprint, 1 - player).value
    policy = tj.subgame.NestedPlayer(large, small, blueprint, player, technique=technique)
    report = policy.report()
    gained = tj.best_response(large, policy.strategy(), 1 - player).value - on_tree
    assert -1e-9 <= gained <= 2 * max(0.0, -report.min_margin) + 1e-9


def test_without_off_tree_actions_the_policy_is_the_blueprint(nested):
    _, small, blueprint = nested
    policy = tj.subgame.NestedPlayer(small, small, blueprint, player=1)
    report = policy.report()
    assert report.subgames == 0
    assert report.min_margin == float("inf")
    for ours, theirs in zip(policy.strategy().tables, blueprint.tables, strict=True):
        np.testing.assert_array_equal(ours.probs, theirs.probs)


def test_a_restricted_game_is_the_smaller_game(nested):
    large, small, blueprint = nested
    restricted = large.restrict(["f", "c", "b50", "b100"])
    assert tj.compile(restricted).num_infosets == tj.compile(small).num_infosets
    same = tj.Strategy(restricted.spec, blueprint.tables)
    by_size = tj.subgame.NestedPlayer(large, small, blueprint, technique="resolve").report()
    by_menu = tj.subgame.NestedPlayer(large, restricted, same, technique="resolve").report()
    assert by_menu.loss == by_size.loss


def test_nested_play_solves_only_what_it_meets(nested):
    large, small, blueprint = nested
    policy = tj.subgame.NestedPlayer(large, small, blueprint, player=1, technique="maxmargin")
    on_tree = policy.probabilities("Ka||b50")
    assert on_tree == blueprint.at(1, "Ka||b50")
    assert len(policy.solved) == 0
    answer = policy.probabilities("Ka||b75")
    assert sum(answer.values()) == pytest.approx(1.0)
    assert len(policy.solved) == 1
    twice = policy.probabilities("Ka|Ja|b75 c / b75")
    assert set(twice) == {"f", "c", "b50", "b75", "b100"}
    assert twice["b75"] == 0.0  # he does not have that bet himself
    assert len(policy.solved) == 2
    whole = policy.strategy()
    np.testing.assert_allclose(list(answer.values()), list(whole.at(1, "Ka||b75").values()))


def test_unsafe_nested_solving_may_be_expensive_only(nested):
    large, small, blueprint = nested
    report = tj.subgame.NestedPlayer(
        large, small, blueprint, player=1, technique="unsafe", variant="expensive"
    ).report()
    assert report.loss >= 0.0
    assert report.subgames > 10


@pytest.mark.parametrize(("a", "b"), [(0.0, 1.0), (0.5, 1.0), (0.25, 3.0)])
def test_pseudo_harmonic_identities(a, b):
    """Ganzfried & Sandholm (2013): 1 at A, 0 at B, falling, 1/2 at (A + B + 2AB)/(A + B + 2)."""
    f = tj.subgame.pseudo_harmonic
    assert f(a, b, a) == pytest.approx(1.0)
    assert f(a, b, b) == pytest.approx(0.0)
    assert (np.diff([f(a, b, x) for x in np.linspace(a, b, 50)]) < 0).all()
    assert f(a, b, (a + b + 2 * a * b) / (a + b + 2)) == pytest.approx(0.5)
    assert tj.subgame.pseudo_harmonic(0.5, 1.0, 0.75) == pytest.approx(3 / 7)


def test_translation_ends():
    assert tj.subgame.translation(0.1, [0.5, 1.0]) == [(0, 1.0)]
    assert tj.subgame.translation(0.75, [0.5, 1.0], randomised=False) == [(1, 1.0)]
    assert tj.subgame.translation(0.5, [0.5, 1.0]) == [(0, 1.0)]
