"""The Subgame protocol: a toy that knows no slots, and the sequence form beside it; patches travel."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

import tianji as tj
from tianji.evaluate import lp
from tianji.evaluate.response import deviation_gains
from tianji.run.clock import NO_LIMITS
from tianji.subgame import gadget
from tianji.subgame.carve import Trunk, parent_game
from tianji.subgame.frame import build_frame
from tianji.subgame.gadget import SequenceSubgame
from tianji.subgame.protocol import Answer, Subgame, solve_again
from tianji.subgame.technique import TECHNIQUES


@dataclass(frozen=True)
class Guess:
    """A patch of the toy: the strategy is one number, the probability of Heads."""

    heads: float

    def apply(self, strategy: float) -> float:
        return self.heads


@dataclass(frozen=True)
class Coin:
    """Coin Toss after Play without arrays: V_H = 1 − 2h, V_T = 2h − 1; solved by trying every thousandth."""

    entries = ("Heads Play", "Tails Play")
    cf_reach = np.array([0.5, 0.5])

    def best_values(self, strategy: float) -> np.ndarray:
        return np.array([1 - 2 * strategy, 2 * strategy - 1])

    def resolve(self, payoffs, technique, limits=NO_LIMITS, stop=None):
        if not technique.is_maxmargin:
            return None
        tried = np.linspace(0, 1, 1001)
        margins = np.array([(payoffs.alt - self.best_values(h)).min() for h in tried])
        best = int(margins.argmax())
        return Answer(Guess(float(tried[best])), -float(margins[best]), 0.0)


def payoffs(gift):
    return tj.subgame.Payoffs(np.array([0.0, 0.5]), np.array([0.0, 0.5]), np.array(gift))


@pytest.mark.parametrize(("gift", "heads"), [([0.0, 0.0], 5 / 8), ([0.5, 0.0], 1 / 2)])
def test_the_one_path_solves_a_toy_that_has_no_slots(gift, heads):
    """Brown & Sandholm (2017): 5/8 by maxmargin, 1/2 with the gift of Sell."""
    toy: Subgame[float] = Coin()
    answer, report = solve_again(toy, 0.5, payoffs(gift), TECHNIQUES["maxmargin"], label="toy", level="play")
    assert answer.patch.apply(0.5) == pytest.approx(heads)
    np.testing.assert_allclose(report.cbv_resolved, [1 - 2 * heads, 2 * heads - 1], atol=1e-9)
    np.testing.assert_allclose(report.reach_margin, report.cbv - report.cbv_resolved + gift)
    assert (report.label, report.stopped) == ("toy", "exact")
    assert pickle.loads(pickle.dumps(answer)).patch == answer.patch


def test_a_subgame_without_an_answer_keeps_the_blueprint():
    answer, report = solve_again(Coin(), 0.5, payoffs([0, 0]), TECHNIQUES["unsafe"])
    assert answer is None
    assert "kept as it is" in report.note


def sequence_form(spec="coin_toss", level="play", player=1):
    game = tj.load(spec)
    blueprint = tj.subgame.coin_toss_blueprint(game) if spec == "coin_toss" else tj.uniform(game)
    trunk = Trunk(game, blueprint, player)
    frames = [
        build_frame(trunk.flat, trunk.nodes, cut.roots, player, trunk.plans[player])
        for cut in tj.subgame.cuts(game, level)
    ]
    return trunk, [SequenceSubgame(frame, trunk.plans[1 - player]) for frame in frames if frame is not None]


def test_toy_and_sequence_form_agree():
    trunk, [real] = sequence_form()
    assert real.entries == list(Coin.entries)
    np.testing.assert_allclose(real.cf_reach, Coin.cf_reach)
    for gift in ([0.0, 0.0], [0.5, 0.0], [0.1, 0.3]):
        found = real.resolve(payoffs(gift), TECHNIQUES["maxmargin"])
        assert found.value == pytest.approx(
            Coin().resolve(payoffs(gift), TECHNIQUES["maxmargin"]).value, abs=2e-3
        )
        heads = found.patch.apply(trunk.vectors)[1][1]
        np.testing.assert_allclose(
            real.best_values(found.patch.apply(trunk.vectors)), Coin().best_values(heads), atol=1e-9
        )


def test_patches_travel_and_commute():
    trunk, subgames = sequence_form("leduc(suits=1)", "board")
    before = [vector.copy() for vector in trunk.vectors]
    patches = []
    for subgame in subgames:
        cbv = subgame.best_values(trunk.vectors)
        worth = tj.subgame.Payoffs(cbv, cbv, np.zeros_like(cbv))
        patches.append(pickle.loads(pickle.dumps(subgame.resolve(worth, TECHNIQUES["maxmargin"]).patch)))
    forth, back = trunk.vectors, trunk.vectors
    for patch in patches:
        forth = patch.apply(forth)
    for patch in reversed(patches):
        back = patch.apply(back)
    for a, b, old, now in zip(forth, back, before, trunk.vectors, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(old, now)  # nothing was written into the blueprint
    assert any((a != old).any() for a, old in zip(forth, before, strict=True))


def test_unsafe_gives_the_opponents_part_too():
    trunk, [real] = sequence_form()
    answer = real.resolve(payoffs([0, 0]), TECHNIQUES["unsafe"])
    assert answer.opponent is not None
    assert real.resolve(payoffs([0, 0]), TECHNIQUES["resolve"]).opponent is None
    assert (
        len(answer.opponent.apply(trunk.vectors)[0])
        == parent_game(tj.load("coin_toss"))[0].trees[0].num_slots
    )


def test_an_exact_gadget_is_measured_once(monkeypatch):
    """The linear program tries both best responses before it calls itself exact: those figures are the answer's."""
    _, subgames = sequence_form("leduc(suits=1)", "board")
    measured = []

    def gains(flat, vectors, once=False):
        measured.append(deviation_gains(flat, vectors))
        return deviation_gains(flat, vectors, once)

    monkeypatch.setattr(lp, "deviation_gains", gains)
    monkeypatch.setattr(gadget, "deviation_gains", None)
    for subgame in subgames:
        cbv = np.zeros(len(subgame.entries))
        answer = subgame.resolve(tj.subgame.Payoffs(cbv, cbv, cbv), TECHNIQUES["maxmargin"])
        values, gained = measured.pop()
        assert not measured
        assert answer.value == pytest.approx(values[0], abs=1e-12)
        assert answer.gap == pytest.approx(max(0.0, sum(gained)), abs=1e-12)
