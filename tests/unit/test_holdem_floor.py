"""What storage can hold: exploitability falls, then rises; the best strategy is returned, and the floor is told."""

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError
from tianji.holdem.engine.backend import measure
from tianji.holdem.engine.methods import FLOORS, choose_storage

TOY = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ-88,AJs,AQs", "ip": "99+,AQs,KQs",
       "bets": "50%,allin", "raises": "60%"}  # fmt: skip


@pytest.fixture(scope="module")
def floored():
    return tj.holdem.Spot(**TOY).solve(iterations=10**6, storage="int16", threads=1)


def test_the_floor_of_the_storage_ends_the_run_and_is_told(floored):
    assert floored.stopped == "floor"
    assert floored.iterations < 10**5
    assert "storage='float64' goes further" in floored.note
    assert floored.to_dict()["note"] == floored.note


def test_the_best_strategy_evaluated_is_returned(floored):
    """Its exploitability is the least of the history, and that of the strategy, measured anew."""
    least = min(floored.checks, key=lambda c: c.exploitability)
    assert least.exploitability < floored.checks[-1].exploitability
    assert (
        floored.exploitability == least.exploitability == measure(floored.engine, floored.spot).exploitability
    )
    assert f"iteration {least.iterations:,}" in floored.note
    with pytest.raises(ParameterError, match="not its best"):
        floored.save("never", is_resumable=True)


def test_the_best_strategy_survives_a_checkpoint(tmp_path):
    path, spot = str(tmp_path / "run.tianji"), tj.holdem.Spot(**TOY)
    whole = spot.solve(iterations=900, storage="int16", threads=1)
    assert whole.stopped == "iterations" and whole.exploitability < whole.checks[-1].exploitability
    spot.solve(iterations=700, storage="int16", threads=1, checkpoint=path)
    rest = spot.solve(iterations=900, threads=1, checkpoint=path, resume=True)  # storage as it was
    assert rest.exploitability == whole.exploitability
    assert np.array_equal(rest.strategy("").data, whole.strategy("").data)


def test_no_memory_to_spare_no_copy():
    spot = tj.holdem.Spot(**TOY)
    found = spot.solve(iterations=900, storage="int16", threads=1, memory=spot.plan("int16").bytes)
    assert found.exploitability == found.checks[-1].exploitability
    assert found.note == ""


def test_a_target_below_the_floor_takes_float64_by_itself_or_is_refused():
    spot = tj.holdem.Spot(**TOY)
    assert spot.solve(until=1e-9, iterations=3, threads=1).engine.storage == "float64"
    assert spot.solve(until="0.3%", threads=1).engine.storage == "float32"
    with pytest.raises(ParameterError, match="use storage='float64'"):
        spot.solve(until="0.0001%", storage="float32", iterations=3)
    with pytest.raises(ParameterError, match="use storage='float64'"):
        spot.solve(until="0.0001%", storage="int16", iterations=3)
    with pytest.raises(ParameterError, match="a larger until"):
        choose_storage("float64", 1e-15)
    with pytest.raises(ParameterError, match="storage='float16'"):
        spot.solve(storage="float16")


def test_float32_stays_near_its_floor():
    """After 100,000 iterations the answer is still within what float32 is said to reach, and the best is returned."""
    found = tj.holdem.Spot(**TOY).solve(iterations=10**5, storage="float32", threads=1)
    assert found.checks[-1].exploitability / 60 < FLOORS["float32"]
    assert found.exploitability == min(c.exploitability for c in found.checks)
