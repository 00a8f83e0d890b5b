"""What storage can hold: exploitability falls and stays; the best strategy is returned, and the floor is told."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.engine import runner, shelf
from tianji.holdem.engine.backend import make_backend, measure
from tianji.holdem.engine.methods import FLOORS, METHODS, choose_storage
from tianji.run.report import Check

TOY = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ-88,AJs,AQs", "ip": "99+,AQs,KQs",
       "bets": "50%,allin", "raises": "60%"}  # fmt: skip
WIDE = {**TOY, "oop": "JJ-22,AJs-A2s", "ip": "22+,A2s+"}


@pytest.fixture(scope="module")
def floored():
    plain = "dcfr(1.5,0,4)"  # the default takes longer to its floor
    return tj.holdem.Spot(**TOY).solve(iterations=10**6, storage="int16", threads=1, method=plain)


def test_the_floor_of_the_storage_ends_the_run_and_is_told(floored):
    assert floored.stopped == "floor"
    assert floored.iterations < 2 * 10**5
    assert "storage='float64' goes further" in floored.note
    assert floored.to_dict()["note"] == floored.note


def test_the_best_strategy_evaluated_is_returned(floored):
    """Its exploitability is the least of the history, and that of the strategy, measured anew."""
    least = min(floored.checks, key=lambda c: c.exploitability)
    assert least.exploitability < floored.checks[-1].exploitability
    assert (
        floored.exploitability
        == least.exploitability
        == measure(floored.backend, floored.spot).exploitability
    )
    assert f"iteration {least.iterations:,}" in floored.note
    with pytest.raises(ParameterError, match="not its best"):
        floored.save("never", is_resumable=True)


@pytest.mark.parametrize(
    ("fields", "kind", "last", "least"),
    [
        (TOY, "float32", 300_000, 3e-7),
        (WIDE, "float32", 300_000, 3e-7),
        (TOY, "int16", 30_000, 5e-6),
        (WIDE, "int16", 30_000, 5e-6),
    ],
)
def test_exploitability_does_not_rise_again(fields, kind, last, least):
    """As a share of the pot; rounded sums gave 1.3e-5 and 9e-6 in float32, 6e-4 and 7e-4 in int16, and rising."""
    spot, rows = tj.holdem.Spot(**fields), METHODS["dcfr(1.5,0,4)"].rows
    backend, t, gaps = make_backend(spot, storage=kind), 0, []
    for mark in (runner.LONG[kind], last // 30, last // 10, last // 3, last):
        backend.iterate(rows(t + 1, mark + 1))
        backend.add_residues()
        t = mark
        gaps.append(backend.exploitability() / spot.pot)
    assert gaps[-1] < least
    assert all(after < max(before, least) for before, after in pairwise(gaps[1:]))


@pytest.mark.parametrize(("kind", "cut", "end"), [("float32", 1500, 1600), ("int16", 300, 400)])
def test_a_long_run_goes_on_bit_for_bit(tmp_path, kind, cut, end):
    path, spot = str(tmp_path / "run.tianji"), tj.holdem.Spot(**TOY)
    whole = spot.solve(iterations=end, storage=kind, threads=1)
    spot.solve(iterations=cut, storage=kind, threads=1, checkpoint=path)
    rest = spot.solve(iterations=end, threads=1, checkpoint=path, resume=True)
    for name in ("average", "residue", "regret"):
        a, b = (getattr(found.backend.levels[0], name) for found in (whole, rest))
        assert a.any() and np.array_equal(a, b)


@pytest.fixture
def rounded(monkeypatch):
    """Nothing is kept of what rounding takes: exploitability rises soon in int16."""
    monkeypatch.setattr(runner, "LONG", dict.fromkeys(runner.LONG, np.inf))


@pytest.mark.parametrize("cut", [364, 400, 700])  # at the best evaluation, between two, after a worse one
def test_the_best_strategy_survives_a_checkpoint(tmp_path, rounded, cut):
    path, spot = str(tmp_path / "run.tianji"), tj.holdem.Spot(**TOY)
    whole = spot.solve(iterations=900, storage="int16", threads=1)
    best = min(whole.checks, key=lambda c: c.exploitability)
    assert best.iterations == 364 and whole.exploitability < whole.checks[-1].exploitability
    spot.solve(iterations=cut, storage="int16", threads=1, checkpoint=path)
    rest = spot.solve(iterations=900, threads=1, checkpoint=path, resume=True)  # storage as it was
    assert rest.exploitability == whole.exploitability
    assert np.array_equal(rest.strategy("").data, whole.strategy("").data)


@pytest.mark.parametrize("cut", [None, 364, 400, 700])
def test_without_memory_to_spare_the_best_strategy_is_kept_on_disk(tmp_path, cut):
    """Nothing was kept of it: the last strategy was returned, and the loss told."""
    path, spot = str(tmp_path / "run.tianji"), tj.holdem.Spot(**TOY)
    tight = {"storage": "int16", "threads": 1, "memory": spot.plan("int16").bytes}
    whole = spot.solve(iterations=900, **tight)
    best = min(whole.checks, key=lambda c: c.exploitability)
    assert whole.exploitability == best.exploitability < whole.checks[-1].exploitability
    assert f"the strategy is that of iteration {best.iterations}" in whole.note
    assert "no memory was left for what rounding takes" in whole.note
    if cut is not None:
        spot.solve(iterations=cut, checkpoint=path, **tight)
        rest = spot.solve(iterations=900, checkpoint=path, resume=True, **tight)
        assert rest.exploitability == whole.exploitability
        assert np.array_equal(rest.strategy("").data, whole.strategy("").data)
        assert [file.name for file in tmp_path.iterdir()] == ["run.tianji"]


def test_room_nowhere_is_told_before_the_work(monkeypatch):
    spot = tj.holdem.Spot(**TOY)
    monkeypatch.setattr(shelf.shutil, "disk_usage", lambda folder: SimpleNamespace(free=1000))
    with pytest.warns(RuntimeWarning, match=r"cannot be kept.* a copy takes 6\.7 KiB more memory, or disk"):
        found = spot.solve(
            iterations=900,
            storage="int16",
            threads=1,
            memory=spot.plan("int16").bytes,
        )
    assert found.exploitability == found.checks[-1].exploitability
    assert "that of iteration" in found.note and "was better" in found.note


def test_a_disk_that_fills_up_costs_the_copy_and_not_the_answer(monkeypatch):
    spot = tj.holdem.Spot(**TOY)

    def full(self, now):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf.Shelf, "_write", full)
    with pytest.warns(RuntimeWarning, match="No space left"):
        found = spot.solve(iterations=50, storage="int16", threads=1, memory=spot.plan("int16").bytes)
    assert found.iterations == 50


def test_a_copy_is_kept_however_large_and_whatever_the_target():
    """The best of a turn spot, with a target that it does not meet; its averages are large as toys go."""
    spot = tj.holdem.Spot(board="Ks7h2dJc", pot=60, stack=90, oop="JJ-88,AJs", ip="99+,AQs", bets="50%")
    plan = spot.plan("float32")
    backend = make_backend(spot)
    held = runner.SpotRunner(spot, backend, METHODS["dcfr(3)"], spare=plan.file_bytes)
    held.advance(20)
    held.evaluate()
    assert held.shelf.is_filled and not held.shelf.is_on_disk and held.spare == 0
    assert sum(array.nbytes for array in held.shelf.views().values()) == plan.file_bytes


def test_a_target_below_the_floor_takes_float64_by_itself_or_is_refused():
    spot = tj.holdem.Spot(**TOY)
    assert spot.solve(until=1e-9, iterations=3, threads=1).backend.storage == "float64"
    assert spot.solve(until="0.3%", threads=1).backend.storage == "float32"
    with pytest.raises(ParameterError, match="use storage='float64'"):
        spot.solve(until="0.0001%", storage="float32", iterations=3)
    with pytest.raises(ParameterError, match="use storage='float64'"):
        spot.solve(until="0.0001%", storage="int16", iterations=3)
    with pytest.raises(ParameterError, match="a larger until"):
        choose_storage("float64", 1e-15)
    with pytest.raises(ParameterError, match="storage='float16'"):
        spot.solve(storage="float16")


def test_the_answer_of_a_long_run_is_the_best_of_it():
    found = tj.holdem.Spot(**TOY).solve(iterations=10**5, storage="float32", threads=1)
    assert found.checks[-1].exploitability / 60 < FLOORS["float32"] / 10
    assert found.exploitability == min(c.exploitability for c in found.checks)


def test_a_solve_that_keeps_no_copy_is_evaluated_seldom(monkeypatch):
    """Up to three times the iterations done pass to its next evaluation; near the target both come as early."""
    spot = tj.holdem.Spot(**TOY)
    brief = runner.SpotRunner(spot, make_backend(spot), METHODS["dcfr(3)"])
    assert brief.is_brief and brief.next_check([], 0.2) == runner.LATER_CHECK
    assert brief.next_check([], 3.0) == brief.next_check([], None) == runner.FIRST_CHECK
    monkeypatch.setattr(runner, "BRIEF", 0)
    watched, unseen = (
        runner.SpotRunner(spot, make_backend(spot), METHODS["dcfr(3)"], keeps=keeps)
        for keeps in (True, False)
    )
    early = [Check(t, 0.0, 9.0, 18.0) for t in runner.EARLY_CHECKS]
    far, near = [*early, Check(16, 0.0, 4.0, 8.0)], [*early, Check(100, 0.0, 0.3, 0.6)]
    assert watched.next_check([], 0.2) == runner.EARLY_CHECKS[0]
    assert (watched.next_check(far, 0.2), unseen.next_check(far, 0.2)) == (32, 64)
    assert watched.next_check(near, 0.2) == unseen.next_check(near, 0.2) == 121
