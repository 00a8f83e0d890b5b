"""The last round in tensors against the compiled kernels, and each Triton kernel against its twin."""

import os
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("torch", reason="the optional extra torch is not installed")
import torch

import tianji as tj
from tianji.cfr import device as cfr_device
from tianji.cfr import tables as cfr_tables
from tianji.cfr.schedule import SCHEDULES
from tianji.errors import TooLargeError
from tianji.holdem.abstraction.work import Work, working
from tianji.holdem.engine.gates import gate_kind, tremble_of
from tianji.holdem.nested.recipe import _Recipe
from tianji.holdem.nested.seat import NESTINGS
from tianji.holdem.nested.table import NestedTable, small_game
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.device import TensorBackend, TensorGame, TensorSolver
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import TRANSLATION
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver, gadget_slack
from tianji.holdem.rounds.tables import reproduce
from tianji.kernels.gpu.gates import Answers, DeviceGate, slacks
from tianji.kernels.gpu.sequence import SequenceCfr
from tianji.kernels.gpu.tables import Tables
from tianji.run.clock import OutOfBudget

ROWS_30 = SCHEDULES["cfr+"].rows(1, 31)
BUCKETS = 6

pytestmark = pytest.mark.torch


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Small tensors are slower on several; of the module, so that it comes before the fixtures that compute."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def game():
    # 20 cards: with fewer, regrets tie at 0, and the last digit of a sum decides between even and all
    return RoundGame(ranks=5, bets=("100%", "50%,100%"), most_bets=(1, 1))


def tables(game):
    """Hands of the flop in buckets by strength, those before it by class."""
    preflop = np.full((1, 1326), -1)
    preflop[0, game.hands] = game.classes
    flops = np.full((len(game.boards()[1]), 1326), -1)
    for row, board in zip(flops, game.boards()[1], strict=True):
        sizes = board.groups[:, 1] - board.groups[:, 0]
        row[board.combos[0]] = np.repeat(np.arange(len(sizes)) * BUCKETS // len(sizes), sizes)
    return [preflop, flops]


@pytest.fixture(scope="module")
def pair(game):
    """The same blueprint by compiled kernels and in tensors."""
    found = [make(game, tables(game), storage="float64") for make in (BucketBackend, TensorBackend)]
    for backend in found:
        assert backend.iterate(ROWS_30) == 30
    return found


def test_blueprints_are_equal(pair):
    compiled, tensors = pair
    for k in (0, 1):
        for p in (0, 1):
            scale = np.abs(compiled.average[k][p]).max()
            assert np.abs(compiled.average[k][p] - tensors.average[k][p]).max() < 1e-10 * scale
    for a, b in zip(compiled.evaluate(), tensors.evaluate(), strict=True):
        assert a == pytest.approx(b, abs=1e-9)


def test_float32_is_near(game, pair):
    single = TensorBackend(game, tables(game))
    single.iterate(ROWS_30)
    assert single.evaluate()[1] == pytest.approx(pair[0].evaluate()[1], rel=1e-4)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "row",
    [
        "unsafe",
        "resolve",
        "reach-maxmargin",
        "estimate + distributional",
        "combined",
        "refined resolve",
        "refined maxmargin",
    ],
)
def test_gates_are_equal(pair, row, seat):
    leaves = []
    for backend, make in zip(pair, (SubgameSolver, TensorSolver), strict=True):
        solver = make(backend, seat)
        answers = solver.solve_many(
            range(len(backend.boards[1])),
            ROWS[row],
            20,
            lambda items, run: [run(b) for b in items],
            lambda x: None,
        )
        leaves.append(
            solver.trunk.response(sum(a.cbv * n for a, n in zip(answers, solver.copies, strict=True)))
        )
    # resolve: where leaving is worth what entering is, the last digit of a sum decides for a while
    assert leaves[1] == pytest.approx(leaves[0], rel=5e-3 if row.endswith("resolve") else 1e-6)


@pytest.mark.parametrize("row", list(ROWS))
def test_gaps_are_equal(row):
    """What is left between best responses, on numbers drawn at random: two boards, three lines, eleven hands."""
    rng, gate = np.random.default_rng(5), ROWS[row]
    w, theirs, entries, spread = rng.random((4, 2, 3, 11))
    w, spread = np.where(w > 0.2, w, 0.0), np.where(spread > 0.5, spread, 0.0)
    ours, alt, cbv, reply = rng.normal(size=(4, 2, 3, 11))
    ours, cbv = np.abs(ours), cbv * w
    given = [torch.from_numpy(x) for x in (w, alt, spread, theirs)]
    kinds = DeviceGate(gate_kind(gate), *given, tremble_of(gate))
    parts = [torch.from_numpy(x) for x in (cbv, entries, reply)]
    found = slacks(kinds, torch.from_numpy(ours), Answers(*parts, None))
    each = [
        gadget_slack(gate, *(x[b] for x in (ours, theirs, w, alt, spread, entries, cbv, reply)))
        for b in (0, 1)
    ]
    assert found.tolist() == pytest.approx(each, rel=1e-9)


def test_value_without_buckets(game):
    compiled, tensors = game.backend(storage="float64"), TensorGame(game, storage="float64")
    for backend in (compiled, tensors):
        backend.iterate(ROWS_30[:3])
    for p in (0, 1):
        rows = np.stack([compiled.rows(1, b, p, "average") for b in range(len(compiled.boards[1]))])
        assert tensors.flop_rows(p).numpy() == pytest.approx(rows, abs=1e-9)
    for backend in (compiled, tensors):  # from here on the last digit of a sum decides between equals
        backend.iterate(ROWS_30[3:])
    assert tensors.evaluate()[1] == pytest.approx(compiled.evaluate()[1], rel=1e-3)


def test_a_table_in_tensors():
    same = {
        "columns": [4],
        "techniques": ["resolve"],
        "iterations": 4,
        "blueprint_iterations": 6,
        "value_iterations": 6,
    }
    ours, theirs = (reproduce(1, "ci", device=device, threads=1, **same) for device in ("tensors", "cpu"))
    for a, b in zip(ours.rows, theirs.rows, strict=True):
        assert a.mean == pytest.approx(b.mean, rel=1e-3) and a.seat0 == pytest.approx(b.seat0, rel=1e-2)


@pytest.fixture(scope="module")
def nested():
    """Table 4 on nine cards by compiled kernels and in tensors, with the same blueprint of random odds.

    One iteration: then whole tables agree to the last digit but for gates, whose choice between equals follows it.
    """
    big = RoundGame(ranks=3, suits=3, bets=("50%,75%,100%",) * 2, most_bets=(1, 2))
    found = {}
    for device in ("cpu", "tensors"):
        table = nested_table(big, device, 1)
        table.given = blueprint = drawn(table)
        if device == "tensors":
            blueprint.send(table.walk.tables)
        table.run()
        found[device] = table
    return found


def nested_table(big, device, iterations, folder=None, work=None, techniques=(TRANSLATION, *NESTINGS)):
    return NestedTable(
        big, small_game(big), Settings(6, iterations, device=device), folder, work or Work(threads=1), techniques,
        storage="float64",
    )  # fmt: skip


def drawn(table):
    """A blueprint at random, in which hands of a class are alike before the flop."""
    tree, rng = table.small.tree(), np.random.default_rng(0)
    names = [tree.line(n) for n in range(len(tree.nodes))]
    found = table.walk.prepared(
        tree=tree, names=names, nodes=range(len(names)), boards=table.boards, config={}
    )
    classes = table.big.classes
    for (k, _), rows in found.rows.items():
        rows[:] = rng.random(rows.shape) if k else rng.random((len(rows), classes.max() + 1))[:, classes]
    return found


@pytest.mark.parametrize("name", [TRANSLATION, *NESTINGS])
def test_table_4_is_equal(nested, name):
    for seat in (0, 1):
        ours, theirs = (nested[device].rows[name, seat] for device in ("tensors", "cpu"))
        assert ours.response == pytest.approx(theirs.response, rel=1e-9) and ours.is_done
        assert ours.leaves == pytest.approx(theirs.leaves, rel=1e-6, abs=1e-6 * np.abs(theirs.leaves).max())
        assert ours.margin == pytest.approx(theirs.margin, rel=1e-9, nan_ok=True)
        assert ours.margins.sum() == pytest.approx(theirs.margins.sum(), rel=1e-9)
        assert ours.margins == pytest.approx(
            theirs.margins, abs=1e-2 * theirs.margins.sum()
        )  # some are on edges
        assert ours.slack == pytest.approx(theirs.slack, rel=0.05)


def test_solves_of_table_4_stay_near(nested):
    """After some iterations, too: ties are settled by the last digit of a sum, and no loss moves by much."""
    names = ("reach-maxmargin (inexpensive)", "unsafe (expensive)")
    found = []
    for device in ("cpu", "tensors"):
        table = nested_table(nested["cpu"].big, device, 8, techniques=names)
        table.given = nested[device].given
        table.run()
        found.append([row.response for row in table.rows.values()])
    assert found[1] == pytest.approx(found[0], rel=2e-3)


def test_table_4_goes_on_from_a_folder(tmp_path):
    big = RoundGame(ranks=4, suits=2, bets=("50%,75%,100%",) * 2, most_bets=(1, 1))
    name = "maxmargin (inexpensive)"
    whole = nested_table(big, "tensors", 4, techniques=[name])
    whole.run()

    def until_the_flops(report):
        return "seat 1" not in report.phase

    with working(None, 1, until_the_flops) as work, pytest.raises(OutOfBudget):
        part = nested_table(big, "tensors", 4, tmp_path, work, [name])
        work.report_at = -1e9
        part.run()
        raise AssertionError("nobody heard")
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"blueprint.safetensors", "seat0-maxmargin-inexpensive.safetensors"}
    again = nested_table(big, "tensors", 4, tmp_path, techniques=[name])
    again.run()
    assert [row.response for row in again.rows.values()] == [row.response for row in whole.rows.values()]
    compiled = nested_table(big, "cpu", 4, tmp_path, techniques=[name])  # rows that are done are done
    compiled.run()
    assert [row.response for row in compiled.rows.values()] == [row.response for row in whole.rows.values()]
    half = compiled.rows[name, 0]
    half.done -= 1
    half.save(tmp_path / "seat0-maxmargin-inexpensive.safetensors")
    with pytest.raises(tj.errors.NotApplicableError, match="all flops at once; begin this row anew"):
        nested_table(big, "tensors", 4, tmp_path, techniques=[name]).run()


def test_the_recipe_in_tensors(tmp_path):
    """Blueprint in buckets, flop subgames and nested solving; so few iterations that nothing ties."""
    big = RoundGame(ranks=3, bets=("50%,75%,100%",) * 2, most_bets=(1, 1))
    found = []
    for device, folder in (("cpu", None), ("tensors", None), ("tensors", tmp_path), ("tensors", tmp_path)):
        run = _Recipe(big, 4, Settings(2, 1, device=device), folder, Work(threads=1))
        run.run()
        found.append([*run.responses.values(), *run.on_menu.values()])
    assert found[1] == pytest.approx(found[0], rel=1e-4)
    assert found[3] == found[2] == found[1]  # the second time from the folder


def test_a_device_too_small_is_refused_before_anything_is_taken(game, pair, nested, monkeypatch):
    """In one sentence with the way out: blueprints, the game without buckets, subgames, and table 4."""
    solver, table = TensorSolver(pair[1], 0), nested["tensors"]
    solver.prepare()
    unit = tables_of(game).row_bytes

    def taken(self, rows):
        raise AssertionError(f"{rows} rows were taken")

    def refused(free, call):
        monkeypatch.setattr(Tables, "free", lambda self: free)
        monkeypatch.setattr(Tables, "room", taken)
        with pytest.raises(
            tj.errors.TooLargeError, match=r"on the device needs about .*; use device='cpu'"
        ) as error:
            call()
        assert "\n" not in str(error.value)
        monkeypatch.undo()

    refused(3 * unit, lambda: TensorBackend(game, tables(game)))
    refused(40 * unit, lambda: TensorGame(game))
    boards = range(len(pair[1].boards[1]))
    refused(40 * unit, lambda: solver.solve_many(boards, ROWS["resolve"], 2, map, lambda x: None))
    again = nested_table(table.big, "tensors", 1)
    refused(10**4, lambda: again.blueprint)
    again.given = table.given
    refused(10**4, again.run)


def tables_of(game):
    return TensorGame(game).street.tables


def test_ended_from_outside(game):
    backend = TensorBackend(game, tables(game))
    backend.heed(lambda: True)
    assert backend.iterate(ROWS_30) == 0


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_no_gpu_here():
    with pytest.raises(tj.errors.NotApplicableError, match="sees no GPU"):
        reproduce(1, "ci", device="cuda")


KERNELS = """
from types import SimpleNamespace
import torch
from tianji.kernels.gpu import cells, ends, fused, street
torch.manual_seed(0)
B, H = 3, 37
weights, average, reach, cfv = torch.randn(B, 7, H), torch.rand(B, 7, H), torch.rand(B, 9, H), torch.randn(B, 9, H)
weights[:, :3, :5] = -1.0  # nothing positive: even
columns, rows, amounts = torch.tensor([2, 4, 5]), torch.tensor([1, 0, 6]), torch.tensor([2.0, -3.0, 100.0])
deck = torch.combinations(torch.arange(10))
held = torch.stack([deck[torch.randperm(45)[:H]] for _ in range(B)])
group = torch.randint(0, 9, (B, H)).sort(1)[0]
tables = {name: ends.Ends(held, group, name == "fused") for name in ("fused", "plain")}
share = (held[:, :, None, :, None] == held[:, None, :, None, :]).any(4).any(3)
beats = torch.where(share, 0.0, (group[:, :, None] - group[:, None, :]).sign().float())
meets = (~share).float()

def off(name, *args, twin=street):
    given = [[x.clone() if torch.is_tensor(x) else x for x in args] for _ in range(2)]
    getattr(fused, name)(*given[0])
    getattr(twin, name)(*given[1])
    changed = [(a, b) for a, b in zip(*given) if torch.is_tensor(a)]
    return max(float((a - b).abs().max() / b.abs().max()) for a, b in changed)

infosets = torch.tensor([[1, 2, 3], [3, 5, 4]], dtype=torch.int32)
print(off("carry", infosets, 2, weights, average, reach, 0.7))
print(off("carry", infosets, 2, weights, None, reach, 0.0))
print(off("learn", infosets, 2, weights, cfv, 0.9, 0.5, float("-inf")))
print(off("learn", infosets, 2, weights, cfv, 1.0, 1.0, 0.0))
buckets = torch.randint(0, 4, (B, H), dtype=torch.int32)
sigma = torch.rand(7, 4)
print(off("carry_cells", infosets, 2, sigma, buckets, reach, twin=cells))
print(off("value_cells", infosets, 2, sigma, buckets, cfv, twin=cells))
order = torch.argsort(buckets.flatten(), stable=True).int()
edges = torch.searchsorted(buckets.flatten()[order.long()], torch.arange(5, dtype=torch.int32)).int()
kept = SimpleNamespace(count=4, order=order, edges=edges, copies=torch.rand(B).double())
a, b = fused.sum_cells(kept, reach[:, 2:]), cells.sum_cells(kept, reach[:, 2:])
print(float((a - b).abs().max() / b.abs().max()))
for is_shown, matrix in ((True, beats), (False, meets)):
    wanted, made = cfv.clone(), {name: cfv.clone() for name in tables}
    wanted[:, rows] += torch.einsum("bkg,bhg->bkh", reach[:, columns], matrix) * amounts[:, None]
    for module, name in ((fused, "fused"), (ends, "plain")):
        module.add_ends(tables[name], is_shown, reach, columns, amounts, rows, made[name])
        print(float((made[name] - wanted).abs().max() / wanted.abs().max()))
"""


def test_triton_kernels_equal_their_twins():
    pytest.importorskip("triton", reason="the package 'triton' is not installed")
    found = subprocess.run(
        [sys.executable, "-c", KERNELS],
        env={**os.environ, "TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr[-2000:]
    errors = [float(line) for line in found.stdout.split()]
    assert len(errors) == 11 and max(errors) < 1e-6


@pytest.mark.parametrize("method", ["dcfr", "pcfr+", "cfr"])
def test_sequence_forms_are_the_kernels(method):

    schedule = SCHEDULES[method]
    for game in ("kuhn", "leduc", "liars_dice(dice=1,faces=4)"):
        flat = tj.compile(tj.load(game))
        state = cfr_tables.RegretState.start(flat)
        cfr_tables.run(flat, state, schedule, 3, None)  # away from the start, where actions tie
        games = [(tree.first_slot, tree.parent_slot, *flat.entries[p]) for p, tree in enumerate(flat.trees)]
        there = SequenceCfr(games, schedule.is_alternating, "cpu")
        for p in (0, 1):
            there.send(p, cfr_tables.memory_of(state, p))
        rows = schedule.rows(4, 12, None)
        there.run(rows)
        cfr_tables.run(flat, state, schedule, 8, None)
        for p, tree in enumerate(flat.trees):
            found = [np.zeros(tree.num_slots) for _ in range(4)]
            there.fetch(p, found)
            for mine, wanted in zip(found, cfr_tables.memory_of(state, p), strict=True):
                assert np.abs(mine - wanted).max() <= 1e-12 * max(1.0, np.abs(wanted).max())


def test_a_game_is_solved_and_goes_on_by_tensors(tmp_path, monkeypatch):

    monkeypatch.setattr(cfr_device, "open_device", lambda: ("cpu", 1 << 30))
    game, file = tj.load("leduc"), str(tmp_path / "run.tianji")
    found = tj.solve(game, "cfr+", until=1e-3, device="cuda")
    assert found.stopped == "until" and found.exploitability <= 1e-3
    assert found.values[0] == pytest.approx(-0.0856, abs=2e-3)
    whole = tj.solve(game, "cfr+", iterations=60)
    tj.solve(game, "cfr+", iterations=20, device="cuda", checkpoint=file)
    last = tj.solve(game, "cfr+", iterations=60, checkpoint=file, resume=True)
    assert last.exploitability == pytest.approx(whole.exploitability, rel=1e-6)
    last = tj.solve(game, "cfr+", iterations=80, device="cuda", checkpoint=file, resume=True)
    assert last.exploitability == pytest.approx(
        tj.solve(game, "cfr+", iterations=80).exploitability, rel=1e-6
    )
    monkeypatch.setattr(cfr_device, "open_device", lambda: ("cpu", 1 << 10))
    with pytest.raises(TooLargeError, match=r"leduc.* needs .* on the GPU, 1 KiB are free"):
        tj.solve(game, device="cuda", iterations=1)
