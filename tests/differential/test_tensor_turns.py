"""Turn hold'em in tensors, some flops at a time, against the compiled kernels: blueprints, values, every technique.

Subgames are solved in tensors, and by the generated kernels, which the host's compiler builds here.
"""

import shutil

import numpy as np
import pytest

pytest.importorskip("torch", reason="the optional extra torch is not installed")
import torch

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import TooLargeError
from tianji.holdem.abstraction.buckets import make_buckets
from tianji.holdem.rounds.bucketed import BucketBackend
from tianji.holdem.rounds.device import TensorBackend, TensorGame
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.gpu import turns
from tianji.holdem.rounds.gpu.forecast import table_forecast
from tianji.holdem.rounds.gpu.turn_solver import TurnSolver
from tianji.holdem.rounds.sizes import tables_of
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.holdem.rounds.tables import MENUS, reproduce
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.kernels.gpu.machine import HostMachine
from tianji.kernels.gpu.street import Street
from tianji.kernels.gpu.tables import Tables
from tianji.run.stopping import Cancelled

SCHEDULE = SCHEDULES["cfr+"].rows(1, 6)
BUCKETS = 6
SOME = 16  # flops
IS_BUILT = any(map(shutil.which, ("c++", "g++", "clang++")))
PIECE = 4e7  # bytes: the flops of 16 cards in several pieces

pytestmark = pytest.mark.torch


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Small tensors are slower on several."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def game():
    return RoundGame(ranks=4, **MENUS[3])


@pytest.fixture(scope="module")
def tables(game):
    """All hands of the flop, those of the turn in buckets, those before by class."""
    return tables_of(make_buckets("turn", BUCKETS, deck=len(game.deck), rounds=1, sample=500), game, 1)


@pytest.fixture(scope="module")
def backends(game, tables):
    """The same blueprint by compiled kernels, in tensors, and by generated kernels where there is a compiler."""
    found = [BucketBackend(game, tables, storage="float64")]
    found += [TensorBackend(game, tables, storage="float64", piece=PIECE) for _ in range(1 + IS_BUILT)]
    assert len(found[1].turns.pieces) > 2
    if IS_BUILT:
        found[2].machine = HostMachine()
    for backend in found:
        assert backend.iterate(SCHEDULE) == len(SCHEDULE)
    return found


def near(found, wanted, share=1e-9):
    """Equal but for so much of the largest."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).max(initial=0) <= share * np.abs(wanted).max(initial=0)


def test_blueprints_are_equal(backends):
    compiled, *others = backends
    for other in others:
        for k in range(3):
            for p in (0, 1):
                near(other.regret[k][p], compiled.regret[k][p])
                near(other.average[k][p], compiled.average[k][p])
        for mode in (VALUE, RESPONSE):
            near(other.values(mode), compiled.values(mode))
        for p in (0, 1):
            best = [b.bucket_response(p, b.normalised(b.average)) for b in (other, compiled)]
            for mine, theirs in zip(*best, strict=True):
                near(mine[p], theirs[p])


def test_the_game_without_buckets(game):
    compiled, tensors = game.backend(storage="float64"), TensorGame(game, storage="float64", piece=PIECE)
    for backend in (compiled, tensors):  # later the last digit of a sum decides between equals
        assert backend.iterate(SCHEDULE[:2]) == 2
    for mode in (VALUE, RESPONSE):
        near(tensors.values(mode), compiled.values(mode))


@pytest.fixture(scope="module")
def solvers(game, tables):
    """By seat, compiled, in tensors and by generated kernels where there is a compiler, of a blueprint at random, with
    gifts before the flop: 16 cards have none.
    """
    rng, backends, found = np.random.default_rng(0), [], []
    for make, more in (
        (BucketBackend, {}),
        (TensorBackend, {"piece": PIECE}),
        (TensorBackend, {"piece": PIECE}),
    ):
        backends.append(make(game, tables, storage="float64", **more))
    if IS_BUILT:
        backends[2].machine = HostMachine()
    for parts in zip(*(backend.average for backend in backends), strict=True):
        for p in (0, 1):
            given = rng.random(parts[0][p].size)
            for part in parts:
                part[p][:] = given
    for seat in (0, 1):
        found.append([SubgameSolver(backends[0], seat), *(TurnSolver(b, seat) for b in backends[1:])])
        gifts = rng.random((2, game.classes.max() + 1))[:, game.classes]
        for solver in found[-1]:
            assert solver.gifts.shape == gifts.shape and not solver.gifts.any()
            vars(solver)["gifts"] = gifts
    return found


def cells_of(solver, row, iterations, most=10**9):
    """What flops come to, piece by piece: so many, or all."""
    answers = []
    while len(answers) < min(most, len(solver.copies)):
        flops = solver.next_flops(len(answers))
        answers += solver.solve_many(flops, ROWS[row], iterations, alone, bool)
    return answers


def alone(items, run):
    """On no threads."""
    return [run(b) for b in items]


def are_near(solvers, row, iterations):
    """Every number of a row's cells is on some flops, two pieces of them, in both seats."""
    for compiled, *others in solvers:
        wanted = cells_of(compiled, row, iterations, SOME)
        for other in others:
            found = cells_of(other, row, iterations, SOME)
            assert SOME <= len(found) < 48
            for name in ("cbv", "slack", "margin", "margins"):
                near([getattr(a, name) for a in found], [getattr(a, name) for a in wanted[: len(found)]])


@pytest.mark.parametrize("row", list(ROWS))
def test_cells_are_equal(solvers, row):
    are_near(solvers, row, 1)


@pytest.mark.parametrize("row", ["unsafe", "combined", "refined resolve", "refined maxmargin"])
def test_solves_are_equal_where_no_actions_tie(solvers, row):
    """Other gates keep hands out, and what is played against nobody the last digit of a sum decides.

    So it does in seat 1: the compiled kernels are off as much when ranges are changed in their fifteenth digit.
    """
    are_near(solvers[:1], row, 5)


@pytest.mark.parametrize("row", ["resolve", "reach-maxmargin (not split)", "reach-estimate + distributional"])
def test_solves_stay_near(solvers, row):
    found = []
    for solver in solvers[1]:
        answers = zip(cells_of(solver, row, 4), solver.copies, strict=True)
        found.append(solver.trunk.response(sum(answer.cbv * n for answer, n in answers)))
    assert found[1:] == pytest.approx([found[0]] * (len(found) - 1), rel=1e-2)


@pytest.mark.parametrize("row", ["unsafe", "refined maxmargin"])
def test_averages_that_are_weighed_and_discounted(solvers, row):
    """The generated kernels weigh what is added, in place of a discount; the first row forgets what was before."""
    found = [solver.solve_many(range(2), ROWS[row], 5, alone, bool, "dcfr") for solver in solvers[0]]
    for other in found[1:]:
        near([a.cbv for a in other[:2]], [a.cbv for a in found[0]], 1e-7)


@pytest.mark.skipif(not IS_BUILT, reason="the kernels' text is built by a C++ compiler, which is not here")
def test_a_solve_by_generated_kernels_ends_when_told(solvers, monkeypatch):
    solver, asked = solvers[0][2], []
    monkeypatch.setattr(solver.blueprint, "is_left", lambda: len(asked) > 1)
    with pytest.raises(Cancelled):
        solver.solve_many(solver.next_flops(0), ROWS["unsafe"], 40, alone, asked.append)
    assert len(asked) == 2 and max(asked) < 1


def test_a_part_of_a_piece_is_the_same(solvers):
    solver = solvers[0][1]
    whole = cells_of(solver, "unsafe", 1)
    flops = solver.next_flops(3)
    assert flops.start == 3 and len(flops) > 1
    some = solver.solve_many(flops, ROWS["unsafe"], 1, alone, bool)
    assert [a.cbv.tobytes() for a in some] == [a.cbv.tobytes() for a in whole[3 : flops.stop]]


@pytest.mark.parametrize("is_built", [False, True] if IS_BUILT else [False])
def test_float32_is_near(game, tables, backends, is_built):
    single = TensorBackend(game, tables, piece=PIECE)
    single.machine = HostMachine() if is_built else None
    single.iterate(SCHEDULE)
    assert single.values(RESPONSE) == pytest.approx(backends[0].values(RESPONSE), rel=1e-4)


TABLE = {
    "columns": [4],
    "techniques": ["reach-maxmargin"],
    "iterations": 2,
    "blueprint_iterations": 3,
    "threads": 1,
}


def figures(report):
    return [(r.technique, r.mean, r.gap, r.margin, r.margins) for r in report.rows]


def test_a_table_stopped_and_taken_up(tmp_path, monkeypatch):
    """In the blueprint and after a piece of a row, to the bits of a run in one go; near what the kernels come to."""
    monkeypatch.setattr(turns, "PIECE", PIECE)
    table = {**TABLE, "device": "tensors", "value_iterations": 0}
    whole = reproduce(3, "ci", **{**table, "value_iterations": 2})
    compiled = reproduce(3, "ci", **{**table, "value_iterations": 2, "device": "cpu"})
    for ours, theirs in zip(whole.rows, compiled.rows, strict=True):
        assert ours.mean == pytest.approx(theirs.mean, rel=1e-3)
        assert ours.seat0 == pytest.approx(theirs.seat0, rel=1e-2)
    for name in ("blueprint", "seat0"):
        part = reproduce(
            3, "ci", folder=tmp_path, stop=lambda name=name: any(tmp_path.rglob(name + "*")), **table
        )
        assert part.stopped == "cancelled"
    assert 0 < part.done < part.flops == 2 * 48
    ended = reproduce(3, "ci", folder=tmp_path, **table)
    assert figures(ended) == figures(whole)


def test_a_row_begun_on_the_cpu_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(turns, "PIECE", PIECE)
    same = {**TABLE, "techniques": ["unsafe"], "folder": tmp_path, "value_iterations": 0}
    reproduce(3, "ci", **same)
    row = tmp_path / "table3-ci" / "4" / "seat0-unsafe.safetensors"
    whole = row.read_bytes()
    row.unlink()
    assert reproduce(3, "ci", device="tensors", **same).stopped == ""
    assert row.read_bytes() != whole  # in another order of sums


def test_what_does_not_fit_is_refused_before_anything_is_taken(game, tables, monkeypatch):
    """In one sentence with the way out: turns, and the game without buckets."""
    monkeypatch.setattr(turns, "PIECE", PIECE)
    fits = TensorGame(game).street.pass_bytes() + 10**9

    def refused(free, words, call):
        monkeypatch.setattr(Tables, "free", lambda self: free)
        with pytest.raises(TooLargeError, match=words) as error:
            call()
        assert "\n" not in str(error.value)

    refused(
        10**7,
        r"436 turns on the device needs about .*; use device='cpu'",
        lambda: TensorBackend(game, tables),
    )
    monkeypatch.setattr(Street, "kept_bytes", lambda self: fits)
    refused(fits, "the game on the device needs about .*; leave its value out", lambda: TensorGame(game))


def test_the_forecast_bounds_what_is_asked_for(monkeypatch):
    """It is the sum that `Turns` asks for, in float32 on a GPU, of a whole deck: within a GPU of 24 GiB."""
    found = table_forecast("full", [200], ["unsafe"], 200, 100, None)
    assert 12 * 2**30 < found.bytes < 22 * 2**30 < found.value_bytes < 80 * 2**30
    assert 40 < found.seconds < 600
    assert table_forecast("full", [200], ["unsafe"], 200, 100, 0).value_bytes == 0
    assert table_forecast("other", None, None, None, None, None) is None
