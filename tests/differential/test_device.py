"""The text of the GPU's kernels, built by the host's compiler, against the compiled passes of the CPU."""

import shutil

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.errors import MissingExtraError, TooLargeError, UnknownNameError
from tianji.holdem.engine import machines
from tianji.holdem.engine.backend import make_backend, set_locks
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.engine.device import DeviceBackend
from tianji.holdem.engine.methods import METHODS
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.kernels.gpu.machine import HostMachine
from tianji.kernels.gpu.shapes import WALK, Shape, Sizes, columns_of, parts_of

pytestmark = pytest.mark.skipif(
    not (shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")),
    reason="the kernels' text is built by a C++ compiler, which is not here",
)
OOP, IP = "AA,QQ:0.5,AKs,87s,55", "JJ,99,AQs,KQs:0.25,76s,AA"
RIVER = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 200,
    "oop": OOP,
    "ip": IP,
    "bets": "50%,100%",
    "raises": "60%",
}
TURN = {
    "board": "Ks7s2sJc",
    "pot": 60,
    "stack": 100,
    "oop": OOP,
    "ip": IP,
    "bets": "100%,allin",
    "raises": "",
}


def pair(spot, storage="float64", is_predictive=False, room=1 << 30):
    """The spot on the CPU and by the generated kernels, with the same regrets and averages; no two of them tie."""
    machine = HostMachine()
    machine.room = room
    found = [
        make_backend(spot, storage=storage, is_predictive=is_predictive, machine=m) for m in (None, machine)
    ]
    rng = np.random.default_rng(1)
    cpu, device = found
    for k, b, p in places(cpu):
        shape = cpu.rows(k, b, p, "regret").shape
        cpu.set_rows(k, b, p, "regret", rng.normal(size=shape) * 30)
        cpu.set_rows(k, b, p, "average", rng.random(shape))
        if is_predictive:
            cpu.set_rows(k, b, p, "prediction", rng.normal(size=shape))
    if spot.locks:
        set_locks(cpu, spot, "regret")
    device.use(cpu.tensors(is_resumable=True), is_resumable=True)
    return found


def places(backend):
    return [(k, b, p) for k, boards in enumerate(backend.boards) for b in range(len(boards)) for p in (0, 1)]


def worst(cpu, device, *names):
    """The largest difference of a hand's number, as a share of the largest number."""
    found = 0.0
    for name in names:
        pairs = [(cpu.rows(*at, name), device.rows(*at, name)) for at in places(cpu)]
        found = max(found, max(abs(a - b).max() for a, b in pairs) / max(abs(a).max() for a, _ in pairs))
    return found


def gaps(cpu, device):
    pairs = [(cpu.values(mode), device.values(mode)) for mode in (VALUE, RESPONSE)]
    return max(abs(x - y) for a, b in pairs for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("fields", "lock", "room"),
    [
        (RIVER, None, 1 << 30),
        ({**RIVER, "rake": (0.05, 3)}, ("check", {"AA": {"bet 50%": 1}, "JJ": {"check": 1}}), 1 << 30),
        (RIVER, None, 9000),  # several rounds of columns
        (TURN, None, 1 << 30),
    ],
    ids=["river", "rake and lock", "rounds", "turn"],
)
def test_an_iteration_is_the_cpus(fields, lock, room):
    spot = tj.holdem.Spot(**fields)
    if lock:
        spot = spot.locked(*lock)
    cpu, device = pair(spot, room=room)
    assert fields is not TURN or device.streets[0].all_ins is not None
    assert gaps(cpu, device) < 1e-11
    rows = METHODS["half-instant" if lock or room < 1 << 20 else "dcfr(1.3,0.3,4)"].rows(7, 8)
    assert cpu.iterate(rows) == device.iterate(rows) == 1
    assert worst(cpu, device, "regret", "average") < 1e-12
    assert gaps(cpu, device) < 1e-11


def test_predictions_and_residues_are_the_cpus():
    cpu, device = pair(tj.holdem.Spot(**RIVER), "float32", is_predictive=True)
    for backend in (cpu, device):
        backend.add_residues()
        assert backend.iterate(SCHEDULES["pcfr+"].rows(3, 4)) == 1
    assert worst(cpu, device, "regret", "average", "prediction") < 1e-5
    for k, level in enumerate(cpu.levels):
        assert np.abs(device.tensors(True)[f"residue/{k}"]).max() < 1e-6 * level.average.max()


@pytest.mark.parametrize(
    ("fields", "lock", "is_long", "method"),
    [
        (TURN, None, False, "dcfr(1.3,0.3,4)"),
        (RIVER, ("check", {"AA": {"bet 50%": 1}}), True, "half-instant"),
        (RIVER, None, False, "pcfr+"),
    ],
    ids=["turn", "lock and residues", "predictive"],
)
def test_whole_numbers_of_16_bits_are_the_cpus(fields, lock, is_long, method):
    spot = tj.holdem.Spot(**fields)
    if lock:
        spot = spot.locked(*lock)
    exact, _ = pair(spot, "float32")
    cpu, device = (make_backend(spot, storage="int16", is_predictive="pcfr" in method, machine=m)
                   for m in (None, HostMachine()))  # fmt: skip
    for at in places(cpu):
        for name in ("regret", "average"):
            for row, values in enumerate(exact.rows(*at, name)):
                cpu.set_row(*at, name, row, values)
    for level in cpu.levels:  # numbers over 1 have been cut off: units of another size
        level.scales[:] *= np.random.default_rng(2).uniform(0.5, 50, level.scales.shape).astype(np.float32)
    device.use(cpu.tensors(is_resumable=True), is_resumable=True)
    schedule = SCHEDULES["pcfr+"] if "pcfr" in method else METHODS[method]
    assert gaps(cpu, device) < 1e-5
    for backend in (cpu, device):
        if is_long:
            backend.add_residues()
        assert backend.iterate(schedule.rows(7, 9)) == 2
    there = device.tensors(is_resumable=True)
    for name, mine in cpu.tensors(is_resumable=True).items():
        if name.startswith("scales"):
            assert there[name] == pytest.approx(mine, rel=1e-4)
        elif name.startswith(("regret", "average")):
            off = np.abs(there[name].astype(int) - mine)
            assert off.max() <= 1 and (off > 0).mean() < 0.02 and mine.any()
    assert gaps(cpu, device) < 1e-4
    shelf, best = device.make_shelf(lambda size: True), device.values(RESPONSE)
    assert shelf.keep(device) and device.iterate(schedule.rows(9, 10)) == 1
    assert device.values(RESPONSE) != pytest.approx(best)
    kept = shelf.views()
    shelf.give(device)
    assert device.values(RESPONSE) == pytest.approx(best, rel=1e-6)
    assert all((kept[f"average/{k}"] == there[f"average/{k}"]).all() for k in range(len(device.levels)))


@pytest.mark.parametrize(("storage", "near", "mean"), [("float64", 1e-6, 1e-9), ("int16", 0.05, 1e-3)])
def test_a_run_goes_on_elsewhere(tmp_path, monkeypatch, storage, near, mean):
    spot, file = tj.holdem.Spot(**RIVER), str(tmp_path / "run.tianji")
    whole = spot.solve(iterations=24, storage=storage)
    monkeypatch.setattr(machines, "_OPEN", [HostMachine()])
    first = spot.solve(iterations=10, storage=storage, device="cuda", checkpoint=file)
    assert (first.to_dict()["device"], first.iterations) == ("host", 10)
    last = spot.solve(iterations=24, storage=storage, checkpoint=file, resume=True)
    assert last.exploitability == pytest.approx(whole.exploitability, rel=near)
    assert first.strategy("check").means == pytest.approx(
        spot.solve(iterations=10, storage=storage).strategy("check").means, abs=mean
    )


def test_the_best_strategy_is_kept_and_given_back():
    _, device = pair(tj.holdem.Spot(**RIVER))
    shelf = device.make_shelf(lambda size: True)
    device.iterate(METHODS["dcfr(3)"].rows(5, 6))
    before = device.values(RESPONSE)
    assert shelf.keep(device)
    device.iterate(METHODS["dcfr(3)"].rows(6, 9))
    assert device.values(RESPONSE) != pytest.approx(before)
    shelf.give(device)
    assert device.values(RESPONSE) == pytest.approx(before, rel=1e-12)
    assert np.allclose(shelf.views()["average/0"], device.tensors(False)["average/0"])


def test_columns_are_others_sums_and_come_in_rounds():
    # the opponent may fold, call or raise: fold = above - call - raise
    shape = Shape(1, ((0, 3),), (), ((0, 0, 0), (0, 1, 1), (0, 0, 2), (0, 0, 3)), ())
    assert parts_of(shape, 1, frozenset({0, 2, 3})) == ((0, 1), (2, -1), (3, -1))
    assert parts_of(shape, 1, frozenset({2, 3})) == ()
    sizes = Sizes(1, 47, 9, 32)
    assert columns_of(shape, sizes, WALK).rounds == ((0, 2, 3),)
    assert columns_of(shape, Sizes(1, 47, 9, 32, room=2 * 4 * sizes.column), WALK).rounds == ((0, 1), (2, 3))


def test_what_cannot_be_done_is_said(monkeypatch):
    spot = tj.holdem.Spot(**TURN)
    with pytest.raises(UnknownNameError, match="device='gpu'; expected one of: cpu, cuda, auto"):
        spot.solve(device="gpu")
    monkeypatch.setattr(machines, "_OPEN", [machine := HostMachine()])
    monkeypatch.setattr(machine, "free_bytes", lambda: 1 << 20)
    with pytest.raises(TooLargeError, match=r"on the GPU, .* are allowed; use device='cpu'"):
        spot.solve(device="cuda")
    assert spot.solve(iterations=1, device="auto").to_dict()["device"] == "cpu"  # no room there


def test_without_torch_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(machines, "_OPEN", [])
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tianji\[torch\]'"):
        tj.holdem.Spot(**RIVER).solve(device="cuda")
    assert tj.holdem.Spot(**TURN).solve(iterations=1, device="auto").to_dict()["device"] == "cpu"


def test_all_flops_of_a_game_of_two_rounds_are_one_batch():
    game = tj.holdem.RoundGame(ranks=3, suits=3, bets=("100%", "100%"), most_bets=(1, 1), stack=400)
    even = np.ones(len(game.hands))
    boards = [list(level) for level in game.boards()]
    settings = {"storage": "float64", "classes": game.classes}
    cpu = CpuBackend(game.tree(), boards, (even, even), game.cards_left, **settings)
    device = DeviceBackend(HostMachine(), game.tree(), boards, (even, even), game.cards_left, **settings)
    rows = METHODS["dcfr(1.3,0.3,4)"].rows(1, 4)
    assert cpu.iterate(rows) == device.iterate(rows) == 3
    assert worst(cpu, device, "regret", "average") < 1e-12
    assert gaps(cpu, device) < 1e-11


def test_a_report_is_the_cpus(monkeypatch):
    spot = tj.holdem.Spot(**RIVER)
    boards = [RIVER["board"], "Ks7h2dJc4s"]
    monkeypatch.setattr(machines, "_OPEN", [HostMachine()])
    found, exact = (
        tj.holdem.report(spot, boards, iterations=5, storage="float64", device=device)
        for device in ("cuda", "cpu")
    )
    assert [row[0] for row in found.rows] == boards
    for row, same in zip(found.rows, exact.rows, strict=True):
        assert row[1:] == pytest.approx(same[1:], abs=1e-6)
