"""The Subgame protocol in hand vectors: the gates of a vector solver, held against the sequence form's gadgets."""

from __future__ import annotations

import pickle
import threading
from dataclasses import dataclass, field

import numpy as np
import pytest

import tianji as tj
from tianji.run.clock import NO_LIMITS
from tianji.run.limits import Limits
from tianji.run.stopping import Stopper
from tianji.subgame.carve import Trunk
from tianji.subgame.frame import build_frame
from tianji.subgame.gadget import SequenceSubgame
from tianji.subgame.protocol import Answer, Subgame, SubgameReport, solve_again
from tianji.subgame.technique import TECHNIQUES


@dataclass(frozen=True, eq=False)
class Rows:
    """A patch: the resolver's rows, `[M, A]`."""

    rows: np.ndarray

    def apply(self, strategy):
        return self.rows


@dataclass(frozen=True, eq=False)
class HandVectors:
    """One decision of a resolver with M hands against an opponent with K hands, as a vector solver keeps it.

    utility: `[K, M, A]`, the opponent's. deal: `[K, M]`, chance (0 where hands block each other). ours: `[M]`,
    theirs: `[K]`, both players' reach by the blueprint. The opponent enters with weights e `[K]`, by the gate:

        unsafe: e = theirs;   resolve: e by two regrets a hand, v(j) and alt(j) w(j);   maxmargin: e = q / w
    """

    entries: tuple[str, ...]
    utility: np.ndarray
    deal: np.ndarray
    ours: np.ndarray
    theirs: np.ndarray
    asked: list[Limits] = field(default_factory=list)

    @property
    def cf_reach(self):
        return self.deal @ self.ours

    def cfv(self, rows):
        """`[K]`: v(j), weighted by our range."""
        return np.einsum("kma,km,m,ma->k", self.utility, self.deal, self.ours, rows)

    def best_values(self, strategy):
        return self.cfv(strategy) / np.where(self.cf_reach > 0, self.cf_reach, 1.0)

    def losses(self, e):
        """`[M, A]`: what our actions lose against entry weights."""
        return np.einsum("kma,km,m,k->ma", self.utility, self.deal, self.ours, e)

    def resolve(self, payoffs, technique, limits=NO_LIMITS, stop=None):
        self.asked.append(limits)
        gate = Gate(self, payoffs.alt, technique.gadget)
        if gate.unit <= 0:
            return None
        regret, total = np.zeros((2, *self.utility.shape[1:]))
        rows, stopped = np.full_like(regret, 1 / regret.shape[1]), "iterations"
        with Stopper(stop) as stopper:
            for t in range(1, (limits.iterations or 4000) + 1):
                e = gate.enter(self.cfv(rows), t)
                losses = self.losses(e)
                total += t * rows
                regret = np.maximum(regret + (rows * losses).sum(axis=1, keepdims=True) - losses, 0.0)
                rows = matched(regret)
                mean = total / total.sum(axis=1, keepdims=True)
                if limits.until is not None and gate.gap(mean)[1] / 2 <= limits.until:
                    stopped = "until"
                    break
                if stopper.reason:
                    stopped = stopper.reason
                    break
        value, gap = gate.gap(mean)
        return Answer(Rows(mean), value, gap, stopped)


def matched(regret):
    total = regret.sum(axis=-1, keepdims=True)
    return np.where(total > 0, regret / np.where(total > 0, total, 1.0), 1 / regret.shape[-1])


class Gate:
    """Which hands come in, by regret matching+; `gap` is exact: the average against both best responses."""

    def __init__(self, subgame, alt, kind):
        self.subgame, self.alt, self.kind = subgame, alt, kind
        self.w = subgame.cf_reach
        self.live = self.w > 0
        self.regret = np.zeros((len(alt), 2)) if kind == "resolve" else np.where(self.live, 1e-9, 0.0)
        self.mean = np.zeros(len(alt))
        self.weight = 0
        self.unit = float(self.w @ subgame.theirs) if kind == "unsafe" else float(self.w.sum())

    def enter(self, v, t):
        """`[K]`: entry weights against the values v, averaged."""
        if self.kind == "unsafe":
            e = self.subgame.theirs
        elif self.kind == "resolve":
            both = np.stack([v, self.alt * self.w], axis=1)
            worth = (matched(self.regret) * both).sum(axis=1, keepdims=True)
            self.regret = np.maximum(self.regret + both - worth, 0.0)
            e = matched(self.regret)[:, 0]
        else:
            excess = np.where(self.live, v / np.where(self.live, self.w, 1.0) - self.alt, 0.0)
            rise = excess - matched(self.regret) @ excess
            self.regret = np.where(self.live, np.maximum(self.regret + rise, 0.0), 0.0)
            e = matched(self.regret) / np.where(self.live, self.w, 1.0)
        self.mean += t * e
        self.weight += t
        return e

    def gap(self, rows):
        """The gate's worth against the rows, and how far that is from the best answer to the mean entry weights."""
        v, e = self.subgame.cfv(rows), self.mean / self.weight
        least = self.subgame.losses(e).min(axis=1).sum()
        if self.kind == "unsafe":
            return float(e @ v) / self.unit, float(e @ v - least) / self.unit
        stay = self.alt * self.w
        if self.kind == "resolve":
            high = np.where(self.live, np.maximum(v, stay), 0.0).sum()
            return float(high) / self.unit, float(high - least - (1 - e) @ stay) / self.unit
        high = (v[self.live] / self.w[self.live] - self.alt[self.live]).max()
        return float(high), float(high - least + (e * self.w) @ self.alt)


def coin(dead=False):
    """Coin Toss after Play, V_H = 1 − 2h, V_T = 1 − 2t; with `dead`, a hand that cannot be held."""
    utility = np.array([[[-1.0, 1.0, 1.0]], [[1.0, -1.0, 1.0]], [[9.0, 9.0, 9.0]]])
    deal = np.array([[0.5], [0.5], [0.0]])
    names, k = ("Heads Play", "Tails Play", "Edge Play"), 3 if dead else 2
    theirs = np.array([0.75, 0.5, 1.0])
    return HandVectors(names[:k], utility[:k], deal[:k], np.ones(1), theirs[:k])


def kuhn_after_a_bet(theirs):
    """Player 0 bet; player 1 passes (−1) or calls (±2). Hands block each other."""
    j, m = np.arange(3)[:, None], np.arange(3)[None, :]
    utility = np.stack([np.ones((3, 3)), np.where(j > m, 2.0, -2.0)], axis=2)
    return HandVectors(tuple(f"({c}, 'b')" for c in range(3)), utility, (j != m) / 6, np.ones(3), theirs)


def sequence_forms():
    """The same two subgames by their rules, with their blueprints."""
    toss, kuhn = tj.load("coin_toss"), tj.load("kuhn")
    blueprints = [(toss, tj.subgame.coin_toss_blueprint(toss), tj.subgame.cuts(toss, "play")[0])]
    after = tj.subgame.carve(kuhn, lambda s: s.line == "b")
    blueprints.append((kuhn, tj.solve(kuhn, "cfr+", iterations=3).strategy, after))
    for game, blueprint, cut in blueprints:
        trunk = Trunk(game, blueprint, 1)
        frame = build_frame(trunk.flat, trunk.nodes, cut.roots, 1, trunk.plans[1])
        odds = trunk.plans[0][frame.entry_slot]
        toy = coin() if game is toss else kuhn_after_a_bet(odds)
        yield toy, SequenceSubgame(frame, trunk.plans[0]), trunk


@pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=str)
def test_hand_vectors_and_sequence_form_agree(technique):
    for toy, real, trunk in sequence_forms():
        np.testing.assert_allclose(toy.cf_reach, real.cf_reach)
        cbv = real.best_values(trunk.vectors)
        gift = np.linspace(0.3, 0.0, len(cbv)) * (technique.gifts != "none")
        payoffs = tj.subgame.Payoffs(cbv, cbv, gift)
        subgame: Subgame[np.ndarray] = toy
        start = np.full(toy.utility.shape[1:], 0.5)
        answer, report = solve_again(
            subgame, start, payoffs, technique, Limits(until=1e-3, iterations=20_000)
        )
        exact = real.resolve(payoffs, technique)
        assert answer.stopped == "until"
        assert answer.value == pytest.approx(exact.value, abs=2e-3)
        assert answer.gap <= 2e-3
        np.testing.assert_allclose(report.alt_value, cbv + gift)
        if (
            technique.is_safe
        ):  # what is left of the margins is the gate's gap, at each entry as likely as it is
            assert (report.cf_reach * np.minimum(report.reach_margin, 0)).sum() >= -report.slack
        again = pickle.loads(pickle.dumps(answer)).patch.apply(start)
        np.testing.assert_array_equal(toy.best_values(again), report.cbv_resolved)


def test_a_hand_that_cannot_be_held_keeps_its_place_and_counts_for_nothing():
    zero = np.zeros(3)
    payoffs = tj.subgame.Payoffs(np.array([0.0, 0.5, 0.0]), np.array([0.0, 0.5, 0.0]), zero)
    start = np.array([[0.5, 0.25, 0.25]])
    answer, report = solve_again(coin(dead=True), start, payoffs, TECHNIQUES["maxmargin"], Limits(5_000))
    assert answer.patch.apply(start)[0] == pytest.approx([5 / 8, 3 / 8, 0], abs=2e-3)  # the paper's
    assert report.entries == ["Heads Play", "Tails Play", "Edge Play"]
    whole = SubgameReport("toy", TECHNIQUES["maxmargin"], 1, 0.0, 0.0, 0.5, 0.375, 0.0, [report], 0.0)
    assert whole.min_margin == pytest.approx(0.25, abs=2e-3)
    assert whole.min_reach_margin == whole.min_margin


def test_a_vector_subgame_is_told_limits_and_stop():
    payoffs = tj.subgame.Payoffs(np.array([0.0, 0.5]), np.array([0.0, 0.5]), np.zeros(2))
    event, toy = threading.Event(), coin()
    event.set()
    limits = Limits(iterations=50)
    answer, report = solve_again(toy, np.ones((1, 3)) / 3, payoffs, TECHNIQUES["resolve"], limits, event)
    assert (answer.stopped, report.stopped) == ("cancelled", "cancelled")
    assert toy.asked == [limits]
    assert report.gadget_gap > 0


def test_unsafe_without_odds_keeps_the_blueprint():
    toy = kuhn_after_a_bet(np.zeros(3))
    answer, report = solve_again(toy, None, tj.subgame.Payoffs(*np.zeros((3, 3))), TECHNIQUES["unsafe"])
    assert answer is None and "kept as it is" in report.note
