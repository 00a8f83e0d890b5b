"""Coin Toss, every technique: Brown & Sandholm (2017), arXiv v3, sections 2, 4 and 5, and what follows from them.

Player 0 is the paper's P1, player 1 its P2. After Play player 1 answers (h, t, f); with V_H = 1 − 2h and
V_T = 1 − 2t, player 0's best response is worth (max(1/2, V_H) + max(−1/2, V_T))/2, and the game's value is 0.
Section 5 of the paper prints "Heads 3/4, Tails 1/4" for the optimum; that is reversed, as its section 2 says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import tianji as tj
from tianji.games.coin_toss import CoinToss, Path

H, T = "Heads Play", "Tails Play"
SOLVERS = [("lp", 1e-6), ("cfr+", 1e-3)]


@pytest.fixture(scope="module")
def coin():
    game = tj.load("coin_toss")
    return game, tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")[0]


def resolve(coin, technique, solver="lp", **options):
    game, blueprint, cut = coin
    if solver != "lp" and options.get("payoffs") != "distributional":
        options["iterations"] = 20_000
    return tj.subgame.solve(game, blueprint, cut, technique, player=1, solver=solver, **options)


def guess(result, infoset="? Play"):
    return np.array(list(result.strategy.at(1, infoset).values()))


def test_blueprint_numbers(coin):
    game, blueprint, _ = coin
    assert tj.best_response(game, blueprint, 0).value == pytest.approx(0.5, abs=1e-12)
    report = resolve(coin, "resolve").report
    assert report.loss_before == pytest.approx(0.5, abs=1e-9)
    assert report.value == pytest.approx(0.0, abs=1e-9)
    assert report.cuts[0].entries == [H, T]
    np.testing.assert_allclose(report.cuts[0].cbv, [0.0, 0.5], atol=1e-12)
    np.testing.assert_allclose(report.cuts[0].cf_reach, [0.5, 0.5])


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
@pytest.mark.parametrize(
    ("technique", "alt", "answer", "margin", "exploitability"),
    [
        ("unsafe", [0, 0.5], [1, 0, 0], [1, -0.5], 0.75),
        ("maxmargin", [0, 0.5], [5 / 8, 3 / 8, 0], [0.25, 0.25], 3 / 8),
        ("reach-maxmargin", [0.5, 0.5], [0.5, 0.5, 0], [0, 0.5], 0.25),
    ],
)
def test_unique_answers(coin, technique, alt, answer, margin, exploitability, solver, tolerance):
    result = resolve(coin, technique, solver)
    cut = result.report.cuts[0]
    np.testing.assert_allclose(cut.alt_value, alt, atol=1e-9)
    np.testing.assert_allclose(guess(result), answer, atol=tolerance)
    np.testing.assert_allclose(cut.margin, margin, atol=2 * tolerance)
    assert result.report.loss_after == pytest.approx(exploitability, abs=2 * tolerance)


def test_reach_margins_count_the_gift(coin):
    cut = resolve(coin, "reach-maxmargin").report.cuts[0]
    np.testing.assert_allclose(cut.gift, [0.5, 0.0], atol=1e-9)
    np.testing.assert_allclose(cut.reach_margin, [0.5, 0.5], atol=1e-6)


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
def test_unsafe_root_odds(coin, solver, tolerance):
    # 1/2·3/4 : 1/2·1/2 = 0.6 : 0.4, so always Heads is worth −0.6 + 0.4 to player 0
    assert resolve(coin, "unsafe", solver).report.cuts[0].gadget_value == pytest.approx(-0.2, abs=tolerance)


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
@pytest.mark.parametrize(
    ("technique", "least_h", "range_"), [("resolve", 0.5, (0.25, 0.5)), ("reach-resolve", 0.25, (0.0, 0.5))]
)
def test_resolve_lands_in_its_set(coin, technique, least_h, range_, solver, tolerance):
    result = resolve(coin, technique, solver)
    h, t, _ = guess(result)
    assert h >= least_h - tolerance
    assert t >= 0.25 - tolerance
    assert range_[0] - tolerance <= result.report.loss_after <= range_[1] + tolerance
    if technique == "resolve":
        assert result.report.cuts[0].gadget_value == pytest.approx(0.25, abs=tolerance)


def test_the_range_of_resolve_is_tight(coin):
    """Every (h, t) of the set is an equilibrium of the gadget, and exploitability runs from 1/4 to 1/2 on it."""
    from tianji.evaluate.response import plans, respond
    from tianji.subgame.carve import parent_game
    from tianji.subgame.frame import build_frame
    from tianji.subgame.gadget import resolve_gadget

    game, blueprint, cut = coin
    flat, nodes = parent_game(game)
    vectors = flat.from_strategy(blueprint)
    frame = build_frame(flat, nodes, cut.roots, 1, plans(flat, vectors)[1])
    gadget = resolve_gadget(frame, np.array([0.0, 0.5]))
    found = []
    for h in np.linspace(0, 1, 41):
        for t in np.linspace(0, 1 - h, 41):
            mine = np.array([1.0, h, t, 1 - h - t])
            worth = respond(gadget.flat, plans(gadget.flat, [gadget.flat.uniform()[0], mine]), 0)[0]
            is_inside = h >= 0.5 - 1e-12 and t >= 0.25 - 1e-12
            assert (worth <= 0.25 + 1e-9) == is_inside
            if is_inside:
                found.append(max(0.5, 1 - 2 * h) / 2 + max(-0.5, 1 - 2 * t) / 2)
    assert min(found) == pytest.approx(0.25)
    assert max(found) == pytest.approx(0.5)


@dataclass(frozen=True)
class LiveSell(CoinToss):
    """Coin Toss in which Sell leads to one more (forced) move, so it does not end the game at once."""

    registered_name: ClassVar[str] = "live_sell"

    def player(self, s: Path) -> int:
        return 0 if s[1:] == ("Sell",) else super().player(s)

    def actions(self, s: Path) -> tuple[str, ...]:
        return ("Settle",) if s[1:] == ("Sell",) else super().actions(s)


def test_the_gift_bound_of_the_experiments_needs_a_terminal():
    game = LiveSell()
    first = {"Heads": {"Sell": 0.25, "Play": 0.75}, "Tails": {"Sell": 0.5, "Play": 0.5}}
    forced = {f"{side} Sell": {"Settle": 1.0} for side in ("Heads", "Tails")}
    second = {"? Play": {"Heads": 0.5, "Tails": 0.25, "Forfeit": 0.25}}
    blueprint = tj.Strategy.from_dict(game.spec, [first | forced, second])
    cut = next(c for c in tj.subgame.cuts(game, "play") if "Play" in c.label)
    bounded = tj.subgame.solve(game, blueprint, cut, "reach-maxmargin").report.cuts[0]
    np.testing.assert_allclose(bounded.alt_value, [0.0, 0.5], atol=1e-9)
    full = tj.subgame.solve(game, blueprint, cut, "reach-maxmargin", gift_bound="full").report.cuts[0]
    np.testing.assert_allclose(full.alt_value, [0.5, 0.5], atol=1e-9)


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
@pytest.mark.parametrize("technique", ["resolve", "maxmargin"])
def test_exact_equilibrium_values_as_estimates_give_the_optimum(coin, technique, solver, tolerance):
    result = resolve(coin, technique, solver, payoffs="estimate", estimate={H: 0.5, T: -0.5})
    np.testing.assert_allclose(guess(result), [0.25, 0.75, 0], atol=tolerance)
    assert result.report.loss_after == pytest.approx(0.0, abs=2 * tolerance)
    assert not result.report.is_safe


def test_an_equilibrium_strategy_gives_those_estimates(coin):
    game, _, _ = coin
    optimum = tj.solve(game, "lp").strategy
    np.testing.assert_allclose(list(optimum.at(1, "? Play").values()), [0.25, 0.75, 0], atol=1e-9)


# (s_H, s_T) → h: equal spreads give maxmargin's answer; the others solve 2.9's convex problem, here in closed form
# from Φ((V_H − 0)/s_H) = Φ((V_T − 1/2)/s_T) with V_H = 1 − 2h, V_T = 2h − 1.
DISTRIBUTIONAL = [((0.1, 0.1), 5 / 8), ((1, 1), 5 / 8), ((0.1, 1), 0.5227272727), ((1, 0.1), 0.7272727273)]


@pytest.mark.parametrize(("spread", "h"), DISTRIBUTIONAL)
@pytest.mark.parametrize(
    ("solver", "iterations", "tolerance"), [("lp", None, 1e-6), ("cfr-br", 10_000, 1e-3)]
)
def test_distributional(coin, spread, h, solver, iterations, tolerance):
    result = resolve(
        coin, "resolve", solver, payoffs="distributional", estimate="exact",
        spread=dict(zip((H, T), spread, strict=True)), iterations=iterations,
    )  # fmt: skip
    np.testing.assert_allclose(guess(result), [h, 1 - h, 0], atol=tolerance)
    assert result.report.loss_after == pytest.approx(h - 0.25, abs=tolerance)
    assert result.report.gadget_gap < 1e-5


@pytest.mark.parametrize(
    ("spread", "h"), [((1e-12, 1e-12), 5 / 8), ((1e-10, 1e-9), 0.5227272727), ((1e-9, 1e-10), 0.7272727273)]
)
def test_spreads_of_next_to_nothing(coin, spread, h):
    """The limit is what counts: margins in proportion to the spreads, however small these are."""
    result = resolve(
        coin, "resolve", "lp", payoffs="distributional", estimate="exact",
        spread=dict(zip((H, T), spread, strict=True)),
    )  # fmt: skip
    np.testing.assert_allclose(guess(result), [h, 1 - h, 0], atol=1e-6)


@pytest.mark.parametrize(("spread", "h"), DISTRIBUTIONAL[1:])
def test_hedge_goes_to_the_same_limits(coin, spread, h):
    """With cumulative values; with mean values it would give 5/8 whatever the spreads."""
    options = {
        "payoffs": "distributional",
        "estimate": "exact",
        "spread": dict(zip((H, T), spread, strict=True)),
    }
    result = resolve(coin, "resolve", "hedge", iterations=4_000, **options)
    assert guess(result)[0] == pytest.approx(h, abs=2e-3)


@pytest.mark.parametrize("ratio", [1.0, 3.0, 1 / 10])
@pytest.mark.parametrize("spread", [1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.05, 0.1, 0.3, 1.0])
def test_every_spread_has_its_exact_answer(coin, spread, ratio):
    """h = 1/2 + s_H/(4 (s_H + s_T)) whatever the size; at 0.01 the cost is below 1e-140, at 1e-4 below 1e-1000000."""
    spreads = {H: spread, T: ratio * spread}
    result = resolve(coin, "resolve", payoffs="distributional", estimate="exact", spread=spreads)
    assert guess(result)[0] == pytest.approx(0.5 + 0.25 / (1 + ratio), abs=1e-6)
    assert guess(result)[2] == pytest.approx(0.0, abs=1e-9)
    assert result.report.gadget_gap < 1e-9


@pytest.mark.parametrize("spread", [3e-3, 0.01, 0.03, 0.1, 1.0])
@pytest.mark.parametrize("odds", [0.02, 0.2, 5.0])
def test_entries_of_unequal_reach_balance(coin, spread, odds):
    """Where π(H) Φ(V_H/s) = π(T) Φ((V_T − 1/2)/s), solved in logarithms; not the widest margin any more."""
    from dataclasses import replace

    from scipy.optimize import brentq
    from scipy.special import log_ndtr

    from tianji.subgame.carve import Trunk
    from tianji.subgame.distributional import solve_exactly
    from tianji.subgame.frame import build_frame

    game, blueprint, cut = coin
    trunk = Trunk(game, blueprint, 1)
    frame = build_frame(trunk.flat, trunk.nodes, cut.roots, 1, trunk.plans[1])
    scale = np.array([odds, 1.0])
    frame = replace(
        frame, cf_reach=frame.cf_reach * scale, weight=frame.weight * scale[frame.top_entry[frame.top]]
    )

    def tilt(h):
        return np.log(odds) + log_ndtr((1 - 2 * h) / spread) - log_ndtr((2 * h - 1.5) / spread)

    found = solve_exactly(frame, np.array([0.0, 0.5]), np.full(2, spread))[0][1]
    inner = tilt(0.0) > 0 > tilt(1.0)  # else an end of the interval: all on the entry that matters
    assert found == pytest.approx(brentq(tilt, 0.0, 1.0) if inner else float(tilt(0.0) > 0), abs=1e-5)


def test_small_spread_tends_to_the_resolve_set(coin):
    result = resolve(coin, "resolve", payoffs="distributional", estimate="exact", spread=1e-4)
    h, t, _ = guess(result)
    assert h >= 0.5 - 1e-3
    assert t >= 0.25 - 1e-3


def test_blueprint_safety_can_be_kept_with_estimates(coin):
    """Footnote 6: estimates pull towards Tails, the blueprint's CBVs (0, 1/2) stop at h = 1/2."""
    result = resolve(
        coin, "resolve", payoffs="estimate", estimate={H: 0.5, T: -0.5}, keep_blueprint_safety=True
    )
    np.testing.assert_allclose(guess(result), [0.5, 0.5, 0], atol=1e-6)
    assert result.report.is_safe
    assert result.report.min_margin >= -1e-8


@pytest.mark.parametrize("refine", ["leximin", "tremble"])
@pytest.mark.parametrize(
    ("technique", "exploitability"), [("resolve", 3 / 8), ("maxmargin", 3 / 8), ("reach-resolve", 1 / 4)]
)
def test_refined_answers_drop_forfeit(coin, technique, refine, exploitability):
    """Resolve alone may keep the blueprint (1/2); refined, it is as good as maxmargin."""
    result = resolve(coin, technique, refine=refine)
    assert guess(result)[2] == pytest.approx(0, abs=1e-6)
    assert result.report.loss_after == pytest.approx(exploitability, abs=1e-6)
    assert result.report.is_safe


@pytest.mark.parametrize("size", [0.2, 0.01])
def test_a_tremble_of_a_size_drops_forfeit(coin, size):
    """Resolve: any answer without Forfeit that keeps Heads at 1/2 and Tails at 1/4; Maxmargin: the only one."""
    heads, tails, forfeit = guess(resolve(coin, "resolve", refine=size))
    assert forfeit == pytest.approx(0, abs=1e-6) and heads >= 0.5 - 1e-6 and tails >= 0.25 - 1e-6
    result = resolve(coin, "maxmargin", refine=size)
    assert guess(result) == pytest.approx([5 / 8, 3 / 8, 0], abs=1e-6)
    assert result.report.loss_after == pytest.approx(3 / 8, abs=1e-6) and result.report.gadget_gap < 1e-9


def test_theorem_1_is_tight_here(coin):
    """From 1/2 the exploitability falls by exactly 1/2 times the margin at Tails, which a best response reaches."""
    for technique in ("maxmargin", "reach-maxmargin"):
        report = resolve(coin, technique).report
        fall = report.loss_before - report.loss_after
        assert fall == pytest.approx(report.cuts[0].cf_reach[1] * report.cuts[0].reach_margin[1], abs=1e-6)


def test_lucky_tails_turns_the_answer_around():
    game = tj.load("coin_toss(sell_heads=-0.5, sell_tails=0.5)")
    np.testing.assert_allclose(
        list(tj.solve(game, "lp").strategy.at(1, "? Play").values()), [0.75, 0.25, 0], atol=1e-9
    )


# Two subgames after a public draw (figure 4) -----------------------------------------------------------------


@pytest.fixture(scope="module")
def twice():
    game = tj.load("coin_toss(subgames=2)")
    return game, tj.subgame.coin_toss_blueprint(game), tj.subgame.cuts(game, "play")


def entry(side, draw):
    return f"{side} Play S{draw}"


@pytest.mark.parametrize(("solver", "tolerance"), SOLVERS)
@pytest.mark.parametrize(
    ("technique", "gifts", "which", "alt", "h", "exploitability"),
    [
        ("maxmargin", None, (1, 2), [0, 0], 1 / 2, 0.25),
        ("reach-maxmargin", "split", (1, 2), [0.5, 0], 3 / 8, 0.125),
        ("reach-maxmargin", 2.0, (1,), [1, 0], 1 / 4, 0.125),
        ("reach-maxmargin", "not-split", (1, 2), [1, 0], 1 / 4, 0.0),
    ],
)
def test_two_subgames(twice, technique, gifts, which, alt, h, exploitability, solver, tolerance):
    game, blueprint, cuts = twice
    chosen = [cuts[i - 1] for i in which]
    iterations = None if solver == "lp" else 20_000
    result = tj.subgame.solve_all(
        game, blueprint, chosen, technique, gifts=gifts, solver=solver, iterations=iterations
    )
    assert result.report.loss_before == pytest.approx(0.25, abs=1e-9)
    for i, cut in zip(which, result.report.cuts, strict=True):
        np.testing.assert_allclose(cut.alt_value, alt, atol=1e-9)
        np.testing.assert_allclose(guess(result, f"? Play S{i}"), [h, 1 - h], atol=tolerance)
    assert result.report.loss_after == pytest.approx(exploitability, abs=2 * tolerance)


@pytest.mark.parametrize(("which", "exploitability"), [((1,), 0.0), ((1, 2), 0.25)])
def test_not_split_allows_always_tails(twice, which, exploitability):
    """Resolve with (1, 0) accepts always Tails: good in one subgame, as bad as the blueprint in both."""
    game, blueprint, cuts = twice
    answers = {1: [0.5, 0.5], 2: [0.5, 0.5]} | {i: [0.0, 1.0] for i in which}
    second = {f"? Play S{i}": dict(zip(("Heads", "Tails"), p, strict=True)) for i, p in answers.items()}
    first = {side: dict(blueprint.at(0, side)) for side in ("Heads", "Tails")}
    strategy = tj.Strategy.from_dict(game.spec, [first, second])
    assert tj.best_response(game, strategy, 0).value == pytest.approx(exploitability)
    # its values (1, −1) respect the alternative payoffs (1, 0) that "not split" offers
    report = tj.subgame.solve_all(game, blueprint, cuts, "reach-resolve", gifts="not-split").report
    for cut in report.cuts:
        np.testing.assert_allclose(cut.alt_value, [1.0, 0.0], atol=1e-9)
        assert (np.array([1.0, -1.0]) <= cut.alt_value + 1e-9).all()
    assert not report.is_safe
