"""Plans for a GPU: a time near what was recorded on one, its memory, and ways out that fit there."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import tianji as tj
from tianji.errors import NotApplicableError, TooLargeError, UnknownNameError
from tianji.holdem.engine import machines
from tianji.holdem.engine.forecast import fit
from tianji.holdem.engine.gpu.plan import on_device, read_again
from tianji.kernels.gpu.machine import HostMachine

FOLDER = Path(__file__).parents[2] / "benchmarks"
RECORDED = json.loads((FOLDER / "results" / "gpu.json").read_text(encoding="utf-8"))["spots"]
LARGEST = {"flop, three sizes": 0.76, "flop, three sizes, int16": 0.67}  # takes longer than the model says


@pytest.fixture(scope="module")
def spots():
    spec = spec_from_file_location("gpu_benchmark", FOLDER / "gpu.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: row[0] for name, row in module.SPOTS.items() if name in RECORDED}


def test_the_time_is_near_what_was_recorded(spots):
    assert len(spots) >= 5
    for name, spot in spots.items():
        row = RECORDED[name]
        found = spot.plan(row.get("storage", "float32"), device="cuda")
        assert found.entries == row["entries"] and not found.estimate
        told = 1e3 * found.seconds_per_iteration / row["ms_per_iteration"]
        assert abs(told - LARGEST.get(name, 1)) < (0.03 if name in LARGEST else 0.08), name


def test_shapes_whose_columns_come_in_rounds_are_read_again(spots):
    assert read_again(spots["full flop"], spots["full flop"].plan()) == 0
    assert read_again(spots["flop"], spots["flop"].plan()) > 2e8


def test_memory_and_doubts(spots):
    spot = spots["full flop"]
    here, there, short = spot.plan(), spot.plan(device="cuda"), spot.plan("int16", device="cuda")
    assert there.device == "cuda" and 0 < there.bytes - here.bytes < 0.3 * here.bytes
    assert short.bytes < 0.6 * there.bytes and short.estimate == ""
    assert "float64 was not timed" in spot.plan("float64", device="cuda").estimate
    assert there.to_dict()["estimate"] == "" and there.cost.endswith("on an NVIDIA H200")
    assert spot.plan("float64", device="cuda").cost.endswith("(an estimate)")
    tiny = tj.holdem.Spot(board="Ks7h2dJc5s", pot=60, stack=200, oop="AA", ip="KK", bets="50%", raises="")
    assert "entries were timed" in tiny.plan(device="cuda").estimate
    assert tiny.plan(device="auto").device == "cpu"
    with pytest.raises(UnknownNameError, match="device='gpu'"):
        tiny.plan(device="gpu")


def test_trees_that_fit_are_of_that_memory(spots, monkeypatch):
    spot, room = spots["flop, three sizes"], 20 << 30
    found = fit(spot, spot.plan(device="cuda"), room)
    assert not found.fits and found.trees
    for offer in found.trees:
        assert offer.plan.device == "cuda" and offer.plan.bytes <= room
        assert offer.plan == on_device(
            spot.replace(**offer.changes), spot.replace(**offer.changes).plan(offer.plan.storage)
        )
    monkeypatch.setattr(machines, "_OPEN", [machine := HostMachine()])
    monkeypatch.setattr(machine, "free_bytes", lambda: room)
    assert fit(spot, spot.plan(device="cuda")).allowed_bytes == room * 9 // 10
    with pytest.raises(TooLargeError, match=r"a tree that fits: .* on an NVIDIA H200"):
        spot.solve(device="cuda")


def test_without_a_gpu_it_asks_for_the_memory_of_one(spots, monkeypatch):
    monkeypatch.setattr(machines, "_OPEN", [])
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(NotApplicableError, match="memory='80 GiB'"):
        fit(spots["turn"], spots["turn"].plan(device="cuda"))
    assert fit(spots["turn"], spots["turn"].plan(device="cuda"), "80 GiB").fits
