"""One contract: until, iterations, seconds, stop, progress, threads; what is stopped keeps the blueprint."""

from __future__ import annotations

import json
import math
import pickle
import threading

import numpy as np
import pytest

import tianji as tj
from tianji.run.drive import drive
from tianji.run.limits import Limits
from tianji.subgame import gadget
from tianji.subgame.carve import Trunk
from tianji.subgame.distributional import RandomPayoffRunner
from tianji.subgame.frame import build_frame
from tianji.subgame.technique import RULES


@pytest.fixture(scope="module")
def leduc():
    game = tj.load("leduc(suits=1)")
    return game, tj.solve(game, "cfr+", iterations=5).strategy, tj.subgame.cuts(game, "board")


@pytest.fixture(scope="module")
def nested():
    large = tj.load("leduc_bets(suits=1)")
    small = large.restrict(["f", "c", "b50", "b100"])
    return large, small, tj.solve(small, "pcfr+", iterations=300).strategy


def same(a, b):
    return all((x.probs == y.probs).all() for x, y in zip(a.tables, b.tables, strict=True))


@pytest.mark.parametrize("solver", ["cfr+", "cfr-br", "hedge"])
def test_until_is_the_exploitability_of_every_gadget(leduc, solver):
    options = {"payoffs": "distributional", "spread": 1.0} if solver in RULES else {}
    report = tj.subgame.solve_all(*leduc, "resolve", solver=solver, until=1e-2, **options).report
    assert report.stopped == "until"
    for cut in report.cuts:
        assert cut.gadget_exploitability == cut.gadget_gap / 2 <= 1e-2
        assert cut.stopped == "until"


def test_iterations_and_exact_say_so(leduc):
    assert tj.subgame.solve_all(*leduc, "resolve", solver="cfr+", iterations=3).stopped == "iterations"
    assert tj.subgame.solve_all(*leduc, "resolve").stopped == "exact"


def test_an_event_set_before_keeps_the_whole_blueprint(leduc):
    event = threading.Event()
    event.set()
    result = tj.subgame.solve_all(*leduc, stop=event)
    assert result.stopped == "cancelled"
    assert same(result.strategy, leduc[1])
    assert len(result.report.cuts) == len(leduc[2])
    for cut in result.report.cuts:
        assert cut.note == "not solved (cancelled); the blueprint is kept"


@pytest.mark.parametrize("threads", [1, 2])
def test_stopped_half_way_the_rest_keeps_the_blueprint(leduc, threads, monkeypatch):
    """The fourth linear program takes for ever, as a large one would; when three are done, the end is asked for."""
    game, blueprint, cuts = leduc
    whole = tj.subgame.solve_all(game, blueprint, cuts)
    event, release, begun, seen = threading.Event(), threading.Event(), [], []
    exact = gadget.exact_equilibrium

    def slow(flat):
        begun.append(flat)
        if len(begun) >= 4:
            release.wait(300)
        return exact(flat)

    monkeypatch.setattr(gadget, "exact_equilibrium", slow)

    def progress(report):
        seen.append(report)
        if report.done == 3:
            event.set()

    result = tj.subgame.solve_all(game, blueprint, cuts, stop=event, progress=progress, threads=threads)
    release.set()
    assert result.stopped == "cancelled"
    assert {(report.total, report.unit) for report in seen} <= {(len(cuts), "subgames")}
    notes = [bool(cut.note) for cut in result.report.cuts]
    assert notes.count(False) == 3
    for cut, full in zip(result.report.cuts, whole.report.cuts, strict=True):
        if not cut.note:  # what was solved is what an unbroken run finds
            np.testing.assert_array_equal(cut.cbv_resolved, full.cbv_resolved)
    assert tj.nash_conv(game, result.strategy) == pytest.approx(result.report.nash_conv, abs=1e-12)


def test_a_callback_that_answers_false_stops(leduc):
    assert tj.subgame.solve_all(*leduc, progress=lambda report: False).stopped == "cancelled"
    found = tj.subgame.compare(*leduc, rows=["resolve", "maxmargin"], progress=lambda r: r.done < 1)
    assert (len(found), found.stopped) == (1, "cancelled")


def test_seconds_end_the_work(leduc):
    result = tj.subgame.solve_all(*leduc, "resolve", solver="cfr+", until=1e-15, seconds=1e-3)
    assert result.stopped == "seconds"
    assert tj.nash_conv(leduc[0], result.strategy) == pytest.approx(result.report.nash_conv, abs=1e-12)
    assert any(cut.stopped == "seconds" or cut.note for cut in result.report.cuts)


def test_a_gadget_cut_off_too_early_keeps_the_blueprint(leduc):
    """Uniform play after no iteration at all would be worse than the blueprint."""
    game, blueprint, cuts = leduc
    asked = []

    def stop():  # the first question is asked before a gadget iterates
        asked.append(1)
        return len(asked) > 4

    result = tj.subgame.solve_all(game, blueprint, cuts, "resolve", solver="cfr+", until=1e-15, stop=stop)
    assert result.stopped == "cancelled"
    for cut in result.report.cuts:
        assert cut.note or cut.cf_reach @ cut.reach_margin >= 0


def test_threads_do_not_change_the_result(leduc):
    for options in (
        {"technique": "reach-maxmargin"},
        {"technique": "resolve", "solver": "cfr+", "iterations": 50},
    ):
        one, two = (tj.subgame.solve_all(*leduc, **options, threads=n) for n in (1, 2))
        assert same(one.strategy, two.strategy)
        assert one.report.loss_after == two.report.loss_after


def test_results_pickle_and_are_json(leduc):
    result = tj.subgame.solve_all(*leduc, "maxmargin")
    again = pickle.loads(pickle.dumps(result))
    assert same(again.strategy, result.strategy)
    assert again.to_dict() == result.to_dict()
    assert json.loads(result.to_json())["loss_after"] == result.report.loss_after
    assert "maxmargin" in tj.subgame.compare(*leduc, rows=["maxmargin"])._repr_html_()
    data = result.report.to_dict()
    assert data["exploitability"] == data["nash_conv"] / 2 == tj.exploitability(leduc[0], result.strategy)
    assert data["loss_after"] == result.report.exploitability_after  # the older name


def test_nested_play_stops_and_goes_on(nested):
    large, small, blueprint = nested
    event = threading.Event()
    policy = tj.subgame.NestedPlayer(
        large, small, blueprint, technique="maxmargin", stop=event, progress=lambda report: event.set()
    )
    report = policy.report()
    assert report.stopped == "cancelled"
    assert tj.nash_conv(large, policy.strategy()) == pytest.approx(report.nash_conv, abs=1e-12)
    event.clear()
    policy.progress = None
    done = policy.report()
    assert done.stopped == "exact"
    assert done.subgames > report.subgames
    fresh = tj.subgame.NestedPlayer(large, small, blueprint, technique="maxmargin", threads=2)
    assert fresh.report().loss == done.loss
    assert json.loads(done.to_json())["exploitability"] == done.exploitability
    assert pickle.loads(pickle.dumps(done)) == done


def test_nested_play_takes_a_value_and_a_target(nested):
    large, small, blueprint = nested
    technique = tj.subgame.Technique("maxmargin", gifts="split", solver="cfr+")
    policy = tj.subgame.NestedPlayer(large, small, blueprint, technique=technique, until=1e-2)
    report = policy.report()
    assert report.technique == "reach-maxmargin"
    assert report.gadget_gap > 0
    assert math.isfinite(report.loss)


@pytest.mark.parametrize("rule", RULES)
def test_a_restored_run_on_random_payoffs_ends_where_an_unbroken_one_does(leduc, rule):
    game, blueprint, cuts = leduc
    trunk = Trunk(game, blueprint, 1)
    frame = build_frame(trunk.flat, trunk.nodes, cuts[0].roots, 1, trunk.plans[1])
    mean = frame.best_values(frame.plan(1, trunk.vectors[1]))
    spread = np.full(len(mean), 0.5)
    whole, first, second = (RandomPayoffRunner(frame, mean, spread, rule) for _ in range(3))
    drive(whole, Limits(iterations=40))
    drive(first, Limits(iterations=15))
    second.restore(*first.tensors())
    drive(second, Limits(iterations=40))
    np.testing.assert_array_equal(whole.answer()[0], second.answer()[0])
    assert whole.answer()[1:] == second.answer()[1:]
