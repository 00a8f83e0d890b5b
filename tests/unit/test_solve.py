"""solve: stops, history, checkpoints, resuming, bad input."""

from itertools import pairwise

import numpy as np
import pytest

import tianji as tj
from tianji.cfr import SCHEDULES, Schedule, methods
from tianji.cfr.mccfr import SAMPLERS
from tianji.core import storage
from tianji.errors import FileAccessError, FileFormatError, ParameterError, UnknownNameError


@pytest.fixture(scope="module")
def kuhn():
    return tj.load("kuhn")


def same_bits(a, b):
    return all(np.array_equal(x.probs, y.probs) for x, y in zip(a.tables, b.tables, strict=True))


def test_stops_say_why(kuhn):
    assert tj.solve(kuhn, "cfr+", iterations=10).stopped == "iterations"
    assert tj.solve(kuhn, "cfr+", until=1e-2).stopped == "until"
    assert tj.solve(kuhn, "cfr", seconds=0.05).stopped == "seconds"
    assert tj.solve(kuhn, "lp").stopped == "exact"
    default = tj.solve(kuhn)
    assert default.stopped == "until"
    assert default.exploitability <= 1e-4


def test_iterations_are_exact_and_chunking_changes_nothing(kuhn):
    flat = tj.compile(kuhn)
    whole = tj.solve(flat, "dcfr", iterations=1000)
    assert whole.iterations == 1000
    from tianji.cfr.tables import RegretState, run

    state = RegretState.start(flat)
    for count in (1, 9, 490, 500):
        run(flat, state, SCHEDULES["dcfr"], count, None)
    assert same_bits(flat.to_strategy(state.average(flat)), whole.strategy)


@pytest.mark.parametrize("method", ["cfr+", "pdcfr+", "hs-dcfr(30)", "fp", "external", "vr"])
def test_a_resumed_run_ends_in_the_same_place(kuhn, method, tmp_path):
    drawn = {"seed": 5} if method in SAMPLERS else {}
    whole = tj.solve(kuhn, method, iterations=600, **drawn)
    path = str(tmp_path / "run.safetensors")

    def stop(report):
        if report.phase == "solve" and report.done >= 100:
            raise RuntimeError("pulled the plug")

    with pytest.raises(RuntimeError, match="pulled the plug"):
        tj.solve(kuhn, method, iterations=600, checkpoint=path, checkpoint_every=0, progress=stop, **drawn)
    resumed = tj.solve(kuhn, method, iterations=600, checkpoint=path, resume=True, **drawn)
    assert resumed.iterations == 600
    assert same_bits(whole.strategy, resumed.strategy)
    assert resumed.nash_conv == whole.nash_conv


def test_resuming_with_until_stops_where_the_unbroken_run_does(kuhn, tmp_path):
    whole = tj.solve(tj.load("leduc"), "cfr+", until=1e-3)
    path = str(tmp_path / "run.safetensors")
    first = tj.solve(tj.load("leduc"), "cfr+", until=1e-2, checkpoint=path)
    assert first.iterations < whole.iterations
    resumed = tj.solve(tj.load("leduc"), "cfr+", until=1e-3, checkpoint=path, resume=True)
    assert resumed.iterations == whole.iterations
    assert same_bits(whole.strategy, resumed.strategy)


@pytest.mark.parametrize("method", sorted(set(methods()) - set(SAMPLERS)))
def test_a_method_that_draws_nothing_keeps_what_a_seed_promises(kuhn, method):
    stops = {} if method == "lp" else {"iterations": 5}
    answers = [tj.solve(kuhn, method, seed=seed, **stops) for seed in (None, 3, 4)]
    assert [found.seed for found in answers] == [None, 3, 4]
    assert all(same_bits(answers[0].strategy, found.strategy) for found in answers[1:])


def test_the_answer_says_its_seed_where_there_is_one(kuhn, tmp_path):
    assert tj.solve(kuhn, "external", iterations=5).seed == 0
    exact = tj.solve(kuhn, "lp")
    assert exact.seed is None and exact.to_dict()["seed"] is None
    exact.save(tmp_path / "exact.json")
    tj.Strategy.load(tmp_path / "exact.json", kuhn)


def test_a_checkpoint_of_a_version_that_gave_every_method_a_seed_is_continued(kuhn, tmp_path):
    path = str(tmp_path / "run")
    tj.solve(kuhn, "cfr+", iterations=10, checkpoint=path)
    file = storage.open_file(path, "checkpoint")
    file.fields["config"]["seed"] = 3
    storage.save(path, "checkpoint", {name: t[:] for name, t in file.tensors.items()}, file.fields)
    assert tj.solve(kuhn, "cfr+", iterations=20, checkpoint=path, resume=True).iterations == 20


def test_a_checkpoint_of_another_run_is_refused(kuhn, tmp_path):
    path = str(tmp_path / "run.safetensors")
    tj.solve(kuhn, "cfr+", iterations=10, checkpoint=path)
    with pytest.raises(ParameterError, match=r"was made with method='cfr\+', this run has method='cfr'"):
        tj.solve(kuhn, "cfr", iterations=20, checkpoint=path, resume=True)
    with pytest.raises(ParameterError, match=r"was made with game='kuhn', this run has game='leduc'"):
        tj.solve(tj.load("leduc"), "cfr+", iterations=20, checkpoint=path, resume=True)
    with pytest.raises(ParameterError, match="resume=True needs checkpoint=FILE"):
        tj.solve(kuhn, "cfr+", iterations=20, resume=True)
    tj.uniform(kuhn).save(path)
    with pytest.raises(FileFormatError, match="holds a 'strategy', expected a 'checkpoint'"):
        tj.solve(kuhn, "cfr+", iterations=20, checkpoint=path, resume=True)
    with pytest.raises(FileAccessError, match="cannot read"):
        tj.solve(kuhn, "cfr+", iterations=20, checkpoint=str(tmp_path / "none"), resume=True)


BAD = [
    ({"method": "cfrr"}, UnknownNameError, r"no method 'cfrr'; did you mean 'cfr"),
    ({"iterations": -5}, ParameterError, r"iterations=-5; expected a whole number of at least 1"),
    ({"iterations": 2.5}, ParameterError, r"iterations=2.5"),
    ({"iterations": True}, ParameterError, r"iterations=True"),
    ({"until": 0}, ParameterError, r"until=0; expected a number above 0"),
    ({"until": float("nan")}, ParameterError, r"until=nan"),
    ({"seconds": -1}, ParameterError, r"seconds=-1"),
    ({"seed": "x"}, ParameterError, r"seed='x'; expected a whole number"),
    ({"threads": 0}, ParameterError, r"threads=0; expected a whole number from 1 to 256"),
    ({"method": "hs-dcfr", "until": 1e-3}, ParameterError, r"plans its discounts .* give iterations="),
    ({"options": {"epsilon": 0.1}}, ParameterError, r"method 'dcfr' takes none"),
    ({"method": "outcome", "options": {"epsilonn": 0.1}}, UnknownNameError, r"did you mean 'epsilon'"),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD, ids=[m for _, _, m in BAD])
def test_bad_input_gets_a_sentence(kuhn, options, error, message):
    with pytest.raises(error, match=message):
        tj.solve(kuhn, **options)


def test_history_grows_and_evaluation_is_sparse(kuhn):
    curve = tj.solve(kuhn, "cfr+", iterations=1000, curve=True).history
    assert curve[0].iterations == 1 and curve[-1].iterations == 1000
    assert all(a.iterations < b.iterations for a, b in pairwise(curve))
    plain = tj.solve(tj.load("liars_dice(faces=4)"), "cfr+", iterations=2000).history
    # at least 25 evaluations' worth of iterations lie between two checks: under 5 % of the run
    gaps = [b.iterations - a.iterations for a, b in pairwise(plain[:-1])]
    assert min(gaps) >= 25


def test_evaluations_are_planned_at_under_five_percent_of_a_run():
    """By the runner's own account of what a check costs in iterations, over a run of many checks."""
    from tianji.cfr.runners import ScheduleRunner
    from tianji.cfr.schedule import SCHEDULES

    runner = ScheduleRunner(tj.compile(tj.load("liars_dice(faces=5)")), SCHEDULES["cfr+"], None, 1)
    checks = 0
    while runner.t < 100_000:
        runner.state.t = runner.next_check([], None)
        checks += 1
    assert checks > 20 and checks * runner.check_cost < 0.05 * runner.t


def test_n_players_run_and_say_that_nothing_is_guaranteed():
    solution = tj.solve(tj.load("kuhn(players=3)"), "cfr+", iterations=300)
    assert "no guarantee" in solution.note
    assert sum(solution.values) == pytest.approx(0.0, abs=1e-12)
    assert tj.solve(tj.load("prisoners_dilemma"), "cfr", iterations=2000).values == pytest.approx(
        [-5, -5], abs=0.01
    )


def test_a_schedule_is_a_value(kuhn):
    own = Schedule(alpha=2, beta=0, gamma=3)
    assert tj.solve(kuhn, own, iterations=500).nash_conv < 0.01
    assert tj.solve(kuhn, SCHEDULES["dcfr"], iterations=5).method == "dcfr"
    assert set(SCHEDULES) < set(methods())


def test_seeds_decide_sampled_runs(kuhn):
    runs = [tj.solve(kuhn, "external", iterations=50, seed=s).strategy for s in (1, 1, 2)]
    assert same_bits(runs[0], runs[1])
    assert not same_bits(runs[0], runs[2])


def test_a_damaged_checkpoint_is_refused(kuhn, tmp_path):
    path = tmp_path / "run.safetensors"
    tj.solve(kuhn, "cfr+", iterations=10, checkpoint=str(path))
    data = bytearray(path.read_bytes())
    data[-9] ^= 1
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match="fails its checksum"):
        tj.solve(kuhn, "cfr+", iterations=20, checkpoint=str(path), resume=True)
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(FileFormatError, match="truncated"):
        tj.solve(kuhn, "cfr+", iterations=20, checkpoint=str(path), resume=True)
