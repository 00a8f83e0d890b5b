"""Deals by the GPU's kernels, built by the host's compiler, against the CPU's trainer: the same bits."""

import shutil
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.errors import ParameterError, TooLargeError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import full_dealer, make_dealer
from tianji.holdem.blueprint.device.deals import HALVED, DealTrainer, deal_batch_end, deepest, largest_batch
from tianji.holdem.blueprint.exact import round_runner
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.runner import EXPLORE, ExternalRunner
from tianji.holdem.blueprint.store import shipped_buckets
from tianji.holdem.blueprint.tree import menu_tree
from tianji.holdem.engine import machines
from tianji.holdem.pushfold.pushfold import payoffs
from tianji.kernels.gpu.machine import HostMachine
from tianji.kernels.poker.deals import GOLD, S11, draw, mixed
from tianji.kernels.poker.external import FULL, REAL, frames, traverse
from tianji.poker.preflop import class_of_hands

pytestmark = pytest.mark.skipif(
    not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")),
    reason="the kernels' text is built by a C++ compiler, which is not here",
)
MENU = Menu(("100|a", "75|a", "75|a", "75|a"), name="small")
WIDE = Menu(("50,100,200,a|100|a", "a", "a", "33,60,a|a"), name="wide")  # five actions, and six
LEAST = -(2**31) + 1  # nothing is pruned


@cache
def dealt(menu):
    """A tree, its buckets by street, and boards of one flop."""
    buckets = shipped_buckets()
    return menu_tree(menu), [169, 50, 50, 50], full_dealer(buckets, Work(threads=1), flops=1)


@cache
def turn_game():
    """Two streets of cards that are drawn from the deck and looked up by board."""
    game = tj.holdem.RoundGame(ranks=5, bets=("100%", "50%,100%"), most_bets=(1, 2), stack=1000)
    runner = round_runner(game, tj.holdem.make_buckets("flop", "all", deck=20), method="external")
    return runner.tree, runner.counts.tolist(), runner.dealer


def case(name):
    return turn_game() if name == "flop" else dealt(MENU if name == "small" else WIDE)


def random_cpu(name, t=0, least=-5_000, **options):
    """The CPU's trainer, one deal after the other, with random averages, and regrets from `least` on."""
    tree, counts, dealer = case(name)
    cpu = ExternalRunner(tree, counts, dealer, seed=3, races=True, **options)
    rng = np.random.default_rng(1)
    cpu.table[:] = rng.integers(0, 10_000, cpu.table.size)
    for n in range(len(tree)):
        size = int(tree.actions[n])
        rows = cpu.table[2 * tree.offsets(counts)[n] : 2 * tree.offsets(counts)[n + 1]].reshape(-1, 2, size)
        rows[:, 0] += least
    cpu._t = t
    return cpu


def device_of(cpu, most, **options):
    device = DealTrainer(
        cpu.tree, cpu.counts.tolist(), cpu.dealer, seed=3, machine=HostMachine(), real=np.float64, prune=cpu.prune,
        period=cpu.period, most=most, **options,
    )  # fmt: skip
    waiting = np.zeros(len(device.tensors()[0]["waiting"]), dtype=np.int64)
    device.restore({"table": cpu.table.copy(), "waiting": waiting}, {"t": cpu.t, "visits": 0, "saturated": 0})
    return device


def one_by_one(cpu, first, stop):
    """What a batch is to come to: each deal alone, from the same regrets; first for one player, then for the other."""
    work, (line, floor), seen = frames(), cpu._bounds(first), cpu.seen[0]
    deals = []
    for t in range(first, stop):
        begun = np.uint64(int(cpu.seed) ^ int(mixed(np.uint64(t))))
        state, sign = draw(cpu.dealer, np.uint64(int(mixed(begun))), work)
        state = np.uint64((int(state) + int(GOLD)) % 2**64)
        is_wide = (int(mixed(state)) >> int(S11)) * REAL < EXPLORE
        deals.append([work.buckets.copy(), sign, LEAST - 1 if is_wide else line, state])
    for player in (0, 1):
        before, gain = cpu.table.copy(), np.zeros(cpu.table.size, dtype=np.int64)
        for deal in deals:
            now = before.copy()
            work.buckets[:] = deal[0]
            sign = np.float64(-deal[1] if player else deal[1])
            state = np.uint64(int(deal[3]))
            deal[3], _ = traverse(cpu.betting, now, 0, player, sign, deal[2], LEAST, state, work, seen)
            gain += now.astype(np.int64) - before
        cpu.table[:] = np.maximum(before + gain, np.where(gain != 0, floor, LEAST))
    cpu._t = stop


@pytest.mark.parametrize("name", ["small", "wide", "flop"])
def test_a_batch_is_the_sum_of_its_deals_by_the_cpu(name):
    cpu = random_cpu(name)
    device = device_of(cpu, 64, last=150)
    before = cpu.table.copy()
    device.advance(150)
    for first, stop in ((0, 64), (64, 128), (128, 150)):
        one_by_one(cpu, first, stop)
    assert device.t == 150 and np.abs(cpu.table - before).max() > 500
    assert np.array_equal(device.tensors()[0]["table"], cpu.table)
    assert device.visits == cpu.visits > 0


@pytest.mark.parametrize("name", ["small", "flop"])
def test_with_one_deal_a_batch_it_is_the_cpus_trainer_with_discounts_and_pruning(name):
    cpu = random_cpu(name, t=900, least=-2_050, period=100, prune=2_000)
    device = device_of(cpu, 1)
    visits = []
    for runner in (cpu, device):
        runner.advance(600)
        visits.append(runner.visits)
    assert np.array_equal(device.tensors()[0]["table"], cpu.table)
    assert visits[0] == visits[1]
    unpruned = random_cpu(name, t=900, least=-2_050, period=100)
    unpruned.advance(600)
    assert visits[0] < unpruned.visits, "nothing was pruned"


def test_pruned_deals_in_batches_are_those_of_the_cpu():
    cpu = random_cpu("small", t=2_000, least=-3_100, period=200, prune=3_000)
    device = device_of(cpu, 32)
    device.advance(96)
    while cpu.t < device.t:
        one_by_one(cpu, cpu.t, deal_batch_end(cpu.t, 200, 32))
    assert np.array_equal(device.tensors()[0]["table"], cpu.table)


def test_batches_end_where_they_do_however_a_run_is_cut():
    tree, counts, dealer = turn_game()

    def fresh():
        return DealTrainer(
            tree, counts, dealer, seed=3, machine=HostMachine(), period=3_000, most=1024, prune=300_000
        )

    whole, parts = fresh(), fresh()
    whole.advance(70_000)
    while parts.t < whole.t:
        parts.advance(min(7_001, whole.t - parts.t))
        tensors, fields = parts.tensors()
        assert parts.t == deal_batch_end(parts.t - 1, 3_000, 1024)
        parts = fresh()
        parts.restore({name: array.copy() for name, array in tensors.items()}, fields)
    assert (parts.t, parts.visits) == (whole.t, whole.visits)
    assert np.array_equal(parts.tensors()[0]["table"], whole.tensors()[0]["table"])


def test_push_or_fold_comes_to_the_linear_programs_answer():
    menu = Menu(("a",) * 4, stack=1000, limp=False)
    dealer = make_dealer(range(13), 5, class_of_hands(), [])
    runner = DealTrainer(menu_tree(menu), [169], dealer, seed=1, machine=HostMachine())
    runner.advance(3_000_000)
    game, shares = payoffs(10.0, 0.0), runner.weights().reshape(2, 169, 2).astype(float)
    push, call = (shares / shares.sum(axis=2, keepdims=True))[:, :, 1]
    worth = game.steal @ (1 - call) + game.called @ call
    best = float(np.maximum(worth, game.fold).sum())
    worst = float(np.minimum(push @ game.called, push @ game.steal).sum() + (1 - push) @ game.fold)
    assert 0 < (best - worst) / 2 * 1000 / 1326 < 3


def test_averages_are_halved_before_they_overflow():
    device = device_of(random_cpu("flop"), 64)
    average = device._kept["average"]
    average[:] = FULL - 2
    average[:2] = FULL + 5, 9
    wide = int(device._rows.wide[0])
    device._fade(1.0)
    first = [(FULL + 5) // 2, 4, *[(FULL - 2) // 2] * 6][:wide]
    assert average[:wide].tolist() == first and (average[wide:] == FULL - 2).all()
    assert deal_batch_end(HALVED - 1, 10**9) == HALVED, "however long a period is"


def test_no_batch_is_so_large_that_a_row_overflows():
    tree, counts, dealer = dealt(MENU)
    largest = largest_batch(dealer, 20_000)
    share = max(
        float(np.bincount(t[t < 65535]).max() / (t < 65535).sum())
        for t in (dealer.flop, dealer.turn, dealer.river)
    )
    assert largest >= 256 and largest * share * 40_000 < 2**30
    assert DealTrainer(tree, counts, dealer, machine=HostMachine()).most == largest
    one = dealer._replace(turn=np.zeros_like(dealer.turn))  # a street of one bucket
    assert largest_batch(one, 20_000) * 40_000 < 2**31


def test_regrets_stop_at_the_ceiling_and_are_counted():
    cpu = random_cpu("small")
    cpu.table[:] = np.where(cpu.table > 0, 1_999_999_990, cpu.table)
    device = device_of(cpu, 64)
    device.advance(64)
    assert device.saturated > 0 and device._kept["regret"].max() == 2_000_000_000


def test_the_deepest_line_has_room():
    tree = menu_tree(MENU)
    owner = np.repeat(np.arange(len(tree)), tree.actions)

    def depth(n):
        line = [n]
        while tree.parent[line[-1]] >= 0:
            line.append(int(owner[tree.parent[line[-1]]]))
        return max(sum(int(tree.player[m]) == p for m in line) for p in (0, 1))

    assert deepest(tree) == max(map(depth, range(len(tree))))


def small(**options):
    usual = {"menu": MENU, "boards": 1, "threads": 1, "iterations": 3_000, "value_boards": 0, "seed": 5}
    return tj.holdem.train(**{**usual, **options})


def test_training_on_a_device_and_going_on_on_the_other(tmp_path, monkeypatch):
    monkeypatch.setattr(machines, "_OPEN", [HostMachine()])
    told, path = [], tmp_path / "run"
    found = small(device="cuda", progress=told.append)
    assert (found.about["device"], found.about["iterations"], found.about["method"]) == (
        "host",
        3_000,
        "external",
    )
    assert told[-1].unit == "deals" and "visits an infoset" in told[-1].detail
    assert small(device="auto").digest == found.digest == small(device="cuda", threads=2).digest
    assert small(device="cpu").digest != found.digest  # it learns within a block, a batch does not
    small(device="cuda", iterations=1_024, checkpoint=path)
    assert small(device="cuda", checkpoint=path, resume=True).digest == found.digest
    onward = small(device="cpu", iterations=4_001, checkpoint=path, resume=True)
    assert (onward.about["device"], onward.about["iterations"]) == ("cpu", 4_001)
    back = small(device="cuda", iterations=9_000, checkpoint=path, resume=True)
    assert back.about["iterations"] == 9_000 and back.about["visits"] > onward.about["visits"]
    assert small(device="cuda", iterations=None, visits=0.1).about["stopped"] == "visits"
    assert small(device="cuda", stop=lambda: True).about["stopped"] == "cancelled"


def test_what_waits_on_the_cpu_is_learned_on_the_device():
    tree, counts, dealer = dealt(MENU)
    cpu = ExternalRunner(tree, counts, dealer, seed=5)
    cpu.advance(300)  # in the middle of a block
    tensors, fields = cpu.tensors()
    assert np.abs(tensors["waiting"]).max() > 0
    device = DealTrainer(tree, counts, dealer, seed=5, machine=HostMachine())
    device.restore({name: array.copy() for name, array in tensors.items()}, fields)
    table = device.tensors()[0]["table"]
    gained = table.astype(np.int64) - tensors["table"]
    assert gained[: 2 * 169 * int(tree.actions[0])].any()
    assert np.abs(gained).sum() == np.abs(tensors["waiting"]).sum()


def test_it_learns_as_well_as_the_cpu_deal_for_deal():
    tree, counts, dealer = turn_game()
    game = tj.holdem.RoundGame(ranks=5, bets=("100%", "50%,100%"), most_bets=(1, 2), stack=1000)
    buckets = tj.holdem.make_buckets("flop", "all", deck=20)
    cpu = round_runner(game, buckets, method="external", seed=2)
    cpu.advance(200_000)
    device = DealTrainer(tree, counts, dealer, seed=2, machine=HostMachine(), period=cpu.period)
    device.advance(200_000)
    mine, theirs = (cpu.measure(r.weights().astype(np.float64)).exploitability for r in (device, cpu))
    assert 0 < mine < 1.25 * theirs


def test_what_a_device_is_not_asked(monkeypatch):
    machine = HostMachine()
    monkeypatch.setattr(machines, "_OPEN", [machine])
    with pytest.raises(ParameterError, match="nobody adds without waiting; leave races= out"):
        small(device="cuda", races=True)
    monkeypatch.setattr(machine, "free_bytes", lambda: 2_000_000, raising=False)
    with pytest.raises(TooLargeError, match=r"needs .* on the GPU, 1.72 MiB are allowed; use device='cpu'"):
        small(device="cuda")
    assert small(device="auto").about["device"] == "cpu"
