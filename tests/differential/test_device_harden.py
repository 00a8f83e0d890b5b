"""Rivers hardened by the GPU's kernels, built by the host's compiler, against the CPU's."""

import shutil
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.errors import NotApplicableError, TooLargeError, UnknownNameError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.river import harden, learner
from tianji.holdem.blueprint.river.device import DeviceHardening
from tianji.holdem.blueprint.river.learner import Hardening, river_roots
from tianji.holdem.blueprint.store import shipped
from tianji.kernels.gpu.machine import HostMachine
from tianji.kernels.poker.public_chance import seat_board
from tianji.kernels.poker.response.hardening import harden_board

pytestmark = pytest.mark.skipif(
    not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")),
    reason="the kernels' text is built by a C++ compiler, which is not here",
)


@cache
def dealer():
    return full_dealer(shipped().buckets, Work(threads=1), flops=1, seed=0)


def pair(groups=None, real=np.float64, **options):
    """The CPU's and the device's, from the same seed."""
    given = shipped(), dealer(), 5, 1, groups
    cpu = Hardening(*given, sure=options.get("sure", learner.SURE))
    device = DeviceHardening(*given, machine=HostMachine(), real=real, **{"sure": cpu.sure, **options})
    return cpu, device


def require_same(cpu, device, within):
    device.tensors()
    assert cpu.t == device.t and np.array_equal(cpu.walks, device.walks) and cpu.walks.sum() > 0
    for name in ("regret", "average"):
        mine, there = getattr(cpu, name), getattr(device, name)
        assert np.linalg.norm(there - mine) <= within * np.linalg.norm(mine), name
    assert np.abs(device.weights() - cpu.weights()).max() <= within


@pytest.mark.parametrize("groups", [None, 10])
def test_with_one_board_a_batch_it_is_the_cpus(groups):
    cpu, device = pair(groups, most=1)
    before = cpu.regret.copy()
    for run in (cpu, device):
        run.advance(6)
    require_same(cpu, device, 1e-6)
    assert np.linalg.norm(cpu.regret - before) > np.linalg.norm(before)


def test_float32_differs_where_two_answers_are_as_good():
    cpu, device = pair(10, np.float32, most=1)
    for run in (cpu, device):
        run.advance(6)
    require_same(cpu, device, 0.05)


def test_a_batch_is_the_sum_of_its_boards():
    cpu, device = pair(most=4)
    for run in (cpu, device):
        run.advance(64 if run is cpu else 1)
    device.restore({name: array.copy() for name, array in cpu.tensors()[0].items()}, cpu.tensors()[1])
    device.advance(4)
    before, gain = cpu.regret.copy(), np.zeros(cpu.regret.size)
    share, most, table, below, best, counts = cpu._parts[0]
    for t in range(64, 68):
        seat_board(cpu.dealer, cpu.seed, t, table)
        now, state = before.copy(), mixed_state(cpu.seed, t)
        harden_board(
            cpu.betting, cpu.steps, now, cpu.average, t + 1.0, state, share, most, table, below, best, counts
        )
        gain += now - before
    cpu.regret, cpu.t = (before + gain).astype(np.float32), 68
    require_same(cpu, device, 1e-5)
    assert len(np.unique(counts[river_roots(cpu.tree)])) > 3


def mixed_state(seed, t):
    from tianji.kernels.poker.deals import mixed

    return np.uint64(int(mixed(np.uint64(~int(seed) % 2**64 ^ int(mixed(np.uint64(t)))))))


def test_groups_become_finer_there_too(monkeypatch):
    monkeypatch.setattr(learner, "STAGES", ((0, 10), (3, 25), (5, 2**16)))
    cpu, device = pair(most=1)
    for run in (cpu, device):
        run.advance(7)
    assert device.counts[-1] == 50
    require_same(cpu, device, 1e-6)


def test_a_run_goes_on_on_either_device(monkeypatch):
    monkeypatch.setattr(learner, "STAGES", ((0, 10), (3, 2**16)))
    cpu, device = pair(most=1)
    device.advance(4)
    tensors, fields = device.tensors()
    cpu.restore({name: array.copy() for name, array in tensors.items()}, fields)
    again = pair(most=1)[1]
    again.restore({name: array.copy() for name, array in tensors.items()}, fields)
    for run in (cpu, again):
        run.advance(3)
    require_same(cpu, again, 1e-6)


def test_a_river_is_walked_as_often_as_it_is_worth():
    few, many = (pair(most=1, sure=sure)[1] for sure in (2.0, 0.01))
    for run in (few, many):
        run.advance(8)
    assert 0 < few.walks.sum() < 0.7 * many.walks.sum()


def test_the_library_takes_the_machine_that_is_asked_for(monkeypatch):
    monkeypatch.setattr(harden, "open_machine", HostMachine)
    given = {"flops": 1, "boards": 5, "threads": 1}
    found = tj.holdem.harden(shipped(), device="cuda", **given)
    assert found.about["hardened"]["device"] == "host" and found.about["hardened"]["boards"] == 5

    def none():
        raise NotApplicableError("no GPU here")

    monkeypatch.setattr(harden, "open_machine", none)
    assert tj.holdem.harden(shipped(), device="auto", **given).about["hardened"]["device"] == "cpu"
    with pytest.raises(NotApplicableError, match="no GPU here"):
        tj.holdem.harden(shipped(), device="cuda", **given)
    with pytest.raises(UnknownNameError, match="device='gpu'; expected one of: cpu, cuda, auto"):
        tj.holdem.harden(shipped(), device="gpu", **given)


def test_boards_of_a_batch_are_as_many_as_there_is_room_for():
    _, device = pair(most=64)
    assert device.most == 64
    need = device._plan.bytes(8, np.dtype(np.float64))

    class Small(HostMachine):
        def free_bytes(self):
            return need * 10 // 9 + 1024

    given = shipped(), dealer(), 5, 1, None
    assert 1 <= DeviceHardening(*given, machine=Small(), real=np.float64).most <= 8
    need = 1 << 20
    with pytest.raises(TooLargeError, match="on the GPU"):
        DeviceHardening(*given, machine=Small())
