"""Every solver against the exact LP, on every small game."""

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES

GAMES = [
    "kuhn", "coin_toss", "coin_toss(subgames=2)", "matching_pennies", "rock_paper_scissors",
    "rock_paper_scissors(biased=True)", "tian_ji", "liars_dice(faces=2)", "liars_dice(faces=3)", "goofspiel(cards=3)",
    "random_game(seed=1)", "random_game(seed=2)", "leduc",
]  # fmt: skip


@pytest.fixture(scope="module")
def exact():
    return {spec: tj.solve(tj.load(spec), "lp") for spec in GAMES}


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("method", SCHEDULES)
def test_schedules(exact, spec, method):
    span = np.ptp(exact[spec].flat.utility_range)
    solution = tj.solve(tj.load(spec), method, iterations=3000)
    # plain CFR is 1/sqrt(T): the others are held to a tighter bound
    bound = (0.02 if method in ("cfr", "lcfr") else 0.003) * span
    assert solution.nash_conv <= bound
    assert abs(solution.values[0] - exact[spec].values[0]) <= solution.nash_conv + 1e-9


@pytest.mark.parametrize("spec", [g for g in GAMES if g not in ("leduc", "tian_ji")])
@pytest.mark.parametrize("method", ["external", "outcome", "average-strategy", "vr", "fp"])
def test_sampling_and_fictitious_play(exact, spec, method):
    span = np.ptp(exact[spec].flat.utility_range)
    count = {"external": 3000, "average-strategy": 3000, "fp": 1500}.get(method, 12000)
    solution = tj.solve(tj.load(spec), method, iterations=count, **({} if method == "fp" else {"seed": 3}))
    assert solution.nash_conv <= 0.12 * span  # 1/sqrt(T) methods: loose, but far below uniform play's gap
    assert abs(solution.values[0] - exact[spec].values[0]) <= solution.nash_conv + 1e-9


def test_the_lp_refuses_what_it_cannot_solve():
    with pytest.raises(tj.TianjiError, match="two players"):
        tj.solve(tj.load("kuhn(players=3)"), "lp")
    with pytest.raises(tj.TianjiError, match="zero-sum"):
        tj.solve(tj.load("prisoners_dilemma"), "lp")
