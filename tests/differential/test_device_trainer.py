"""Boards by the GPU's kernels, built by the host's compiler, against the CPU's trainer."""

import shutil
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.errors import NotApplicableError, ParameterError, TooLargeError, UnknownNameError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import full_dealer, make_dealer
from tianji.holdem.blueprint.device.runner import DeviceTrainer, batch_end
from tianji.holdem.blueprint.exact import round_runner
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.runner import NO_PIECE, PublicRunner
from tianji.holdem.blueprint.store import shipped_buckets
from tianji.holdem.blueprint.tree import menu_tree
from tianji.holdem.engine import machines
from tianji.holdem.pushfold.pushfold import payoffs
from tianji.kernels.gpu.machine import HostMachine
from tianji.kernels.poker.public_chance import HANDS, WHOLE, learn_board, seat_board
from tianji.poker.preflop import class_of_hands

pytestmark = pytest.mark.skipif(
    not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")),
    reason="the kernels' text is built by a C++ compiler, which is not here",
)
MENU = Menu(("100|a", "75|a", "75|a", "75|a"), name="small")
WIDE = Menu(("50,100,200,a|100|a", "a", "a", "33,60,a|a"), name="wide")  # five actions, and six


@cache
def dealt(menu):
    """A tree, its buckets by street, and boards of one flop."""
    buckets = shipped_buckets()
    return menu_tree(menu), [169, 50, 50, 50], full_dealer(buckets, Work(threads=1), flops=1)


@cache
def flop_game():
    game = tj.holdem.RoundGame(ranks=5, bets=("100%", "50%,100%"), most_bets=(1, 2), stack=1000)
    runner = round_runner(game, tj.holdem.make_buckets("flop", "all", deck=20), method="public")
    return runner.tree, runner.counts.tolist(), runner.dealer


def pair(tree, counts, dealer, real=np.float64, t=0, **options):
    """The CPU's trainer and the device's, with the same regrets and averages, so that no two actions tie."""
    cpu = PublicRunner(tree, counts, dealer, seed=3)
    rng = np.random.default_rng(1)
    cpu.regret, cpu.average = (
        rng.uniform(low, 1e4, cpu.entries).astype(np.float32).astype(real) for low in (-1e4, 0)
    )
    cpu._t = t
    device = DeviceTrainer(tree, counts, dealer, seed=3, machine=HostMachine(), real=real, **options)
    kept = {"regret": cpu.regret.astype(np.float32), "average": cpu.average.astype(np.float32)}
    device.restore(kept, {"t": t, "visits": 0, "saturated": 0})
    return cpu, device


def one_by_one(cpu, first, stop):
    """What a batch is to come to: each board alone, from the same regrets; first for one player, then for the other."""
    table, ones, none = cpu.tables[0], np.ones(HANDS), np.zeros((0, 0))
    for player in (0, 1):
        before, gain = cpu.regret.copy(), np.zeros(cpu.entries)
        for t in range(first, stop):
            seat_board(cpu.dealer, cpu.seed, t, table)
            now, start = before.copy(), ones[: table.sizes[0]]
            learn_board(
                cpu.betting, now, cpu.average, t + 1.0, player, table, cpu.seen[0], 0, start, NO_PIECE, WHOLE, none,
                none,
            )  # fmt: skip
            gain += now - before
        cpu.regret = (before + gain).astype(before.dtype)


def require_same(cpu, device, within):
    device.tensors()
    for name in ("regret", "average"):
        mine, there = getattr(cpu, name).astype(np.float64), getattr(device, name).astype(np.float64)
        assert np.abs(mine - there).max() <= within * np.abs(mine).max(), name
    assert device.visits == cpu.visits > 0


@pytest.mark.parametrize(("real", "within"), [(np.float64, 1e-10), (np.float32, 1e-4)])
@pytest.mark.parametrize("case", ["small", "wide", "flop"])
def test_a_batch_is_the_sum_of_its_boards_by_the_cpu(case, real, within):
    cpu, device = pair(
        *(flop_game() if case == "flop" else dealt(MENU if case == "small" else WIDE)), real, 64, last=67
    )
    before = cpu.regret.copy()
    device.advance(3)
    assert device.t == 67
    one_by_one(cpu, 64, 67)
    require_same(cpu, device, within)
    assert np.abs(cpu.regret - before).max() > 1e4


def test_with_one_board_a_batch_it_is_the_cpus_trainer():
    cpu, device = pair(*flop_game(), t=32, most=1)
    for runner in (cpu, device):
        runner.advance(5)
    require_same(cpu, device, 1e-10)


def test_batches_end_where_they_do_however_a_run_is_cut():
    tree, counts, dealer = flop_game()
    whole, parts = (
        DeviceTrainer(tree, counts, dealer, seed=3, machine=HostMachine(), most=8) for _ in range(2)
    )
    whole.advance(200)
    for count in (1, 12, 87, 41, 30, 10):
        parts.advance(count)
        tensors, fields = parts.tensors()
        assert parts.t == batch_end(parts.t - 1, 8)
        resumed = DeviceTrainer(tree, counts, dealer, seed=3, machine=HostMachine(), most=8)
        resumed.restore({name: array.copy() for name, array in tensors.items()}, fields)
        parts = resumed
    whole.advance(parts.t - whole.t) if parts.t > whole.t else parts.advance(whole.t - parts.t)
    assert parts.t == whole.t and parts.visits == whole.visits
    mine, there = whole.tensors()[0], parts.tensors()[0]
    assert all(np.array_equal(mine[name], there[name]) for name in ("regret", "average"))


def test_push_or_fold_comes_to_the_linear_programs_answer():
    menu = Menu(("a",) * 4, stack=1000, limp=False)
    dealer = make_dealer(range(13), 5, class_of_hands(), [])
    runner = DeviceTrainer(menu_tree(menu), [169], dealer, seed=1, machine=HostMachine())
    runner.advance(6_000)
    game, shares = payoffs(10.0, 0.0), runner.weights().reshape(2, 169, 2).astype(float)
    push, call = (shares / shares.sum(axis=2, keepdims=True))[:, :, 1]
    worth = game.steal @ (1 - call) + game.called @ call
    value = float(push @ worth + (1 - push) @ game.fold) * 1000 / 1326
    best = float(np.maximum(worth, game.fold).sum())
    worst = float(np.minimum(push @ game.called, push @ game.steal).sum() + (1 - push) @ game.fold)
    assert abs(value - 1000 * tj.holdem.push_fold(10).value) < 1  # mbb/h
    assert 0 < (best - worst) / 2 * 1000 / 1326 < 1.5


def small(**options):
    return tj.holdem.train(
        **{
            "menu": MENU,
            "method": "public",
            "boards": 1,
            "threads": 1,
            "iterations": 6,
            "value_boards": 0,
            **options,
        }
    )


def test_training_on_a_device_and_going_on_on_the_other(tmp_path, monkeypatch):
    monkeypatch.setattr(machines, "_OPEN", [HostMachine()])
    told, path = [], tmp_path / "run"
    found = small(device="cuda", progress=told.append)
    assert (found.about["device"], found.about["iterations"], found.about["stopped"]) == (
        "host",
        6,
        "iterations",
    )
    assert told[-1].unit == "boards" and "visits an infoset" in told[-1].detail
    assert small(device="auto").digest == found.digest == small(device="cuda", threads=2).digest
    small(device="cuda", iterations=3, checkpoint=path)
    assert small(device="cuda", checkpoint=path, resume=True).digest == found.digest
    onward = small(device="cpu", iterations=8, checkpoint=path, resume=True)
    assert (onward.about["device"], onward.about["iterations"]) == ("cpu", 8)
    back = small(device="cuda", iterations=9, checkpoint=path, resume=True)
    assert back.about["iterations"] == 9 and back.about["visits"] > onward.about["visits"]
    enough = small(device="cuda", iterations=None, visits=0.1)
    assert enough.about["stopped"] == "visits"
    assert small(device="cuda", iterations=None, seconds=1e-9).about["stopped"] == "seconds"
    assert small(device="cuda", stop=lambda: True).about["stopped"] == "cancelled"


def test_what_a_device_is_not_asked(monkeypatch):
    machine = HostMachine()
    monkeypatch.setattr(machines, "_OPEN", [machine])
    with pytest.raises(UnknownNameError, match="device='gpu'"):
        small(device="gpu")
    with pytest.raises(ParameterError, match="nobody adds without waiting; leave races= out"):
        small(device="cuda", races=True)
    monkeypatch.setattr(machine, "free_bytes", lambda: 2_000_000, raising=False)
    with pytest.raises(TooLargeError, match=r"needs .* on the GPU, 1.72 MiB are allowed; use device='cpu'"):
        small(device="cuda")
    assert small(device="auto").about["device"] == "cpu"


def test_batches_are_smaller_where_there_is_less_room():
    tree, counts, dealer = flop_game()
    machine = HostMachine()
    roomy = DeviceTrainer(tree, counts, dealer, machine=machine)
    plan, real = roomy._plan, np.dtype(np.float32)
    assert roomy.most == 64 == plan.fitting(64, plan.bytes(64, real))
    assert plan.fitting(64, plan.bytes(64, real) - 1) == 32
    held = sum(array.nbytes for array in roomy._kept.values())
    assert held == pytest.approx(plan.bytes(64, real), rel=0.01)


def test_without_a_gpu_a_sentence_says_what_is_missing(monkeypatch):
    def closed():
        raise NotApplicableError("device='cuda': PyTorch sees no GPU here")

    monkeypatch.setattr(machines, "_OPEN", [])
    monkeypatch.setattr("tianji.holdem.blueprint.device.choice.open_machine", closed)
    with pytest.raises(NotApplicableError, match="PyTorch sees no GPU here"):
        small(device="cuda")
    assert small(device="auto").about["device"] == "cpu"
