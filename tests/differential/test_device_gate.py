"""Gates by the GPU's kernels, built by the host's compiler, against the CPU's: the same choice, hand by hand."""

import shutil

import numpy as np
import pytest

import tianji as tj
from tianji.holdem.engine import machines
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.engine.gpu.gate import DeviceGatedSpot
from tianji.holdem.engine.methods import METHODS
from tianji.holdem.spot.gate import TECHNIQUES, Gate
from tianji.kernels.gpu.machine import HostMachine

pytestmark = pytest.mark.skipif(
    not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")),
    reason="the kernels' text is built by a C++ compiler, which is not here",
)
OOP, IP = "AA,QQ:0.5,AKs,87s,55", "JJ,99,AQs,KQs:0.25,76s,AA"
RIVER = tj.holdem.Spot(board="Ks7h2dJc5s", pot=60, stack=200, oop=OOP, ip=IP, bets="50%", raises="")
TURN = tj.holdem.Spot(board="Ks7s2sJc", pot=60, stack=100, oop=OOP, ip=IP, bets="100%,allin", raises="")
SOME = ["resolve", "reach-refined-maxmargin", "reach-distributional", "combined"]  # of every kind, on a turn


def gate(technique):
    more = {"gifts": "JJ: 3"} if technique.startswith("reach-") else {}
    more |= {"spread": "random: 8"} if technique.endswith("distributional") else {}
    alternatives = ",".join(
        f"{part.strip().split(':')[0]}: {20 + 5 * k}" for k, part in enumerate(f"{IP},TT".split(","))
    )
    return Gate("oop", alternatives, technique, **more)


def pair(spot, technique, storage="float64"):
    """By the CPU and by the generated kernels, with the same regrets, so that no two actions tie."""
    behind, rng = gate(technique).behind(spot), np.random.default_rng(1)
    cpu, device = (
        make_backend(spot, storage=storage, behind=behind, machine=m) for m in (None, HostMachine())
    )
    for k, level in enumerate(cpu.levels):
        for b in range(len(cpu.boards[k])):
            for p in (0, 1):
                for row in range(cpu.forests[k].rows[p]):
                    cpu.set_row(k, b, p, "regret", row, rng.uniform(-1, 1, int(level.boards[b, p, 1])))
    device.use(cpu.tensors(is_resumable=True), is_resumable=True)
    return cpu, device


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_every_gate_is_the_cpus(technique):
    spots = [RIVER, TURN] if technique in SOME else [RIVER]
    for spot in spots:
        cpu, device = pair(spot, technique)
        assert isinstance(device, DeviceGatedSpot)
        for first, last in ((7, 10), (10, 12)):  # the first row forgets what was before it
            rows = METHODS["dcfr(1.3,0.3,4)"].rows(first, last)
            assert cpu.iterate(rows) == device.iterate(rows) == last - first
        for name in ("state", "entry", "entries"):
            a, b = getattr(cpu, name), getattr(device, name)
            assert np.abs(a - b).max() <= 1e-11 * max(1.0, np.abs(a).max()), name
        assert (cpu.count, device.total) == (device.count, pytest.approx(cpu.total, rel=1e-12))
        assert cpu.entries.max() > 0
        a, b = cpu.figures(), device.figures()
        assert (b.value, b.gap) == (pytest.approx(a.value, abs=1e-9), pytest.approx(a.gap, abs=1e-9))
        for k, level in enumerate(cpu.levels):
            for name in ("average", "regret"):
                mine, there = getattr(level, name), device.tensors(is_resumable=True)[f"{name}/{k}"]
                assert np.abs(mine - there).max() < 1e-11 * np.abs(mine).max()


def test_a_copy_of_the_best_has_the_gates_averages():
    _, device = pair(TURN, "maxmargin", "int16")
    shelf = device.make_shelf(lambda size: True)
    device.iterate(METHODS["dcfr(3)"].rows(7, 12))
    gap, entries = device.figures().gap, device.entries
    assert shelf.keep(device)
    device.iterate(METHODS["dcfr(3)"].rows(12, 15))
    assert np.abs(device.entries - entries).max() > 1e-6
    assert (shelf.views()["gate/entries"] == entries).all()
    shelf.give(device)
    assert device.figures().gap == pytest.approx(gap, rel=1e-9)
    other = device.make_shelf(lambda size: True)
    assert other.put({name: np.array(array) for name, array in shelf.views().items()})
    other.give(device)
    assert device.figures().gap == pytest.approx(gap, rel=1e-9)


def test_a_solve_behind_a_gate_goes_on_elsewhere(tmp_path, monkeypatch):
    file, behind = str(tmp_path / "run.tianji"), gate("reach-maxmargin")
    given = {"storage": "float64", "gate": behind}
    whole = RIVER.solve(iterations=24, **given)
    monkeypatch.setattr(machines, "_OPEN", [HostMachine()])
    first = RIVER.solve(iterations=10, device="cuda", checkpoint=file, **given)
    assert (first.to_dict()["device"], first.gate.technique) == ("host", "reach-maxmargin")
    last = RIVER.solve(iterations=24, checkpoint=file, resume=True, **given)
    assert last.exploitability == pytest.approx(whole.exploitability, rel=1e-6)
    assert last.gate.least_margin == pytest.approx(whole.gate.least_margin, abs=1e-6)


def test_an_iteration_that_a_cpu_left_half_done_is_finished_first():
    whole, device = pair(TURN, "resolve")
    half, _ = pair(TURN, "resolve")
    rows = METHODS["dcfr(3)"].rows
    whole.iterate(rows(7, 11))
    half.iterate(rows(7, 9))
    half.heed(iter([False, True, *[True] * 40]).__next__)
    assert half.iterate(rows(9, 10)) == 0
    device.use(half.tensors(is_resumable=True), is_resumable=True)
    assert device.iterate(rows(9, 11)) == 2
    assert np.abs(device.entries - whole.entries).max() < 1e-12
    assert device.figures().gap == pytest.approx(whole.figures().gap, rel=1e-9)
