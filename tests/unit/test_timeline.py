"""Time travel: snapshots are those of a run, and an iteration by hand is the kernel's."""

from __future__ import annotations

import numpy as np
import pytest

import tianji as tj
from tianji.cfr import SCHEDULES, explain, trace
from tianji.errors import ParameterError, TooLargeError, UnknownNameError


@pytest.mark.parametrize("method", SCHEDULES)
@pytest.mark.parametrize("spec", ["kuhn", "kuhn(players=3)"])
def test_an_iteration_by_hand_is_the_kernels(spec, method):
    kept = trace(tj.load(spec), method, iterations=40)
    for t in (1, 2, 11, 40):
        for player, infoset in kept.infosets()[::5]:
            step = explain(kept, t, player, infoset)
            assert step.difference <= 1e-12
            series = kept.series(player, infoset)
            if t in series["t"]:
                at = series["t"].index(t)
                assert np.allclose(step.regret, series["regret"][at], atol=1e-12, rtol=1e-12)
                assert np.allclose(step.next_strategy, series["current"][at], atol=1e-12, rtol=0)
                total = sum(step.summed) or 1.0
                assert (
                    np.allclose(np.divide(step.summed, total), series["average"][at], atol=1e-12)
                    or total == 1.0
                )


def test_merged_infosets_are_found_by_their_own_names():
    kept = trace(tj.load("leduc"), "dcfr", iterations=30)
    assert len(kept.infosets()) == 936
    assert kept.flat.num_infosets == 288
    player, infoset = kept.infosets()[-1]
    assert explain(kept, 30, player, infoset).difference <= 1e-12


def test_the_last_snapshot_is_the_answer_of_solve():
    solution = tj.solve(tj.load("kuhn"), "cfr+", iterations=77)
    kept = trace(tj.load("kuhn"), "cfr+", iterations=77)
    for player, infoset in kept.infosets():
        series = kept.series(player, infoset)
        mix = solution.strategy.at(player, infoset)
        assert [mix[name] for name in series["actions"]] == series["average"][-1]


def test_the_grid_is_logarithmic_and_fits():
    times = trace(tj.load("kuhn"), "cfr", iterations=1000).times
    assert times[:11] == list(range(11))
    assert 40 < len([t for t in times if t > 10]) <= 48
    few = trace(tj.load("kuhn"), "cfr", iterations=1000, max_bytes=30_000).times
    assert len(few) < len(times)
    with pytest.raises(TooLargeError, match="max_bytes"):
        trace(tj.load("kuhn"), "cfr", iterations=1000, max_bytes=100)


def test_what_is_not_there_is_told():
    kept = trace(tj.load("kuhn"), "cfr", iterations=5)
    with pytest.raises(UnknownNameError, match="no infoset 'x'"):
        kept.series(0, "x")
    with pytest.raises(ParameterError, match="from 1 to 5"):
        explain(kept, 6, 0, (0, ""))
    with pytest.raises(UnknownNameError, match="no method 'lp'"):
        trace(tj.load("kuhn"), "lp", iterations=5)
    stopped = trace(tj.load("kuhn"), "cfr", iterations=50, stop=lambda: True)
    assert (stopped.iterations, stopped.stopped) == (0, "cancelled")
