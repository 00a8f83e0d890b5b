"""Stopping a hold'em solve from outside, checkpoints, pickles: what a caller in another thread or process relies on."""

import json
import pickle
import threading
from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.core import storage
from tianji.errors import FileAccessError, FileFormatError, ParameterError, UnknownNameError
from tianji.holdem.answer.solve import run
from tianji.holdem.engine import runner
from tianji.holdem.engine.backend import make_backend, measure
from tianji.holdem.engine.methods import METHODS, method_schedule
from tianji.holdem.engine.runner import KIND
from tianji.poker.cards import show_card
from tianji.run.limits import Limits

RIVER = {"board": "Ks7h2dJc5s", "pot": 60, "stack": 200, "oop": "JJ-22,AJs-A2s", "ip": "22+,A2s+",
         "bets": "50%,allin", "raises": "60%"}  # fmt: skip
TURN = {"board": "Ks7h2dJc", "pot": 60, "stack": 90, "oop": "JJ-88,AJs", "ip": "99+,AQs",
        "bets": "50%", "raises": "allin"}  # fmt: skip
FLOP = {
    "board": "KsKh2d",
    "pot": 60,
    "stack": 60,
    "oop": "QQ,JTs",
    "ip": "AA,98s",
    "bets": "100%",
    "raises": "",
}


class Left:
    """Says that the work is over after so many questions."""

    def __init__(self, after):
        self.after = after

    def __call__(self):
        self.after -= 1
        return self.after < 0


ROWS = METHODS["dcfr(3)"].rows(1, 4)


@cache
def unbroken(board, storage_kind, is_long):
    """A spot, and its backend after three iterations that nobody left."""
    spot = tj.holdem.Spot(**(FLOP if board == FLOP["board"] else TURN))
    backend = make_backend(spot, storage=storage_kind)
    if is_long:
        backend.add_residues()
    backend.iterate(ROWS)
    return spot, backend


# `after` boards each: of a flop there are hundreds, and every other pause makes a new backend
@pytest.mark.parametrize(
    ("fields", "is_long", "after"), [(TURN, False, 5), (TURN, True, 5), (FLOP, False, 61)]
)
@pytest.mark.parametrize("storage_kind", ["float32", "int16"])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_iteration_left_early_is_taken_up_bit_for_bit(fields, storage_kind, threads, is_long, after):
    """Left between any two boards and taken up again, in memory or from its tensors: the same numbers."""
    spot, whole = unbroken(fields["board"], storage_kind, is_long)
    cut = make_backend(spot, storage=storage_kind, threads=threads)
    if is_long:
        cut.add_residues()
    done = pauses = 0
    while done < len(ROWS):
        cut.heed(Left(after))
        done += cut.iterate(ROWS[done:])
        pauses += 1
        cut.heed(None)
        cut.values()  # a look at the answer on the way does not disturb it
        if fields is FLOP and pauses % 2 == 0 and done < len(ROWS):
            continue  # in memory
        other = make_backend(spot, storage=storage_kind, threads=threads)
        other.use(cut.tensors(is_resumable=True), is_resumable=True)
        cut.close()
        cut = other
    assert pauses > 3 or threads > 1  # how often two threads are asked depends on which is quicker
    for a, b in zip(whole.levels, cut.levels, strict=True):
        assert np.array_equal(a.regret, b.regret)
        assert np.array_equal(a.average, b.average)
        assert np.array_equal(a.residue, b.residue) and a.residue.any() == is_long
    cut.close()


def test_event_from_another_thread_stops_amid_a_flop(monkeypatch):
    """An iteration is cut short; the answer is a strategy, and its exploitability is found when it is asked for."""
    monkeypatch.setattr(runner, "LAST_SECONDS", 1e-9)  # as on a flop whose evaluation takes longer
    spot, event = tj.holdem.Spot(**FLOP), threading.Event()
    backend = make_backend(spot)
    asked, plain = [0], backend._walk

    def walk(*args):
        asked[0] += 1
        if asked[0] == 700:  # amid the eighth iteration; evaluated are the fourth and the sixth
            event.set()
        plain(*args)

    backend._walk = walk
    found = run(spot, backend, "dcfr(3)", METHODS["dcfr(3)"], Limits(until=1e-9), stop=event)
    assert found.stopped == "cancelled"
    assert asked[0] <= 701  # not one board more, but for a try at the last evaluation
    assert backend._pause is not None
    assert all(c.iterations < found.iterations for c in found.checks)
    assert found.exploitability == measure(backend, spot).exploitability > 0
    assert found.strategy("").data.sum(axis=1) == pytest.approx(1)


def test_event_stops_a_solve_that_runs_in_a_thread():
    event, begun, found = threading.Event(), threading.Event(), []

    def progress(report):
        if report.phase == "solve":
            begun.set()
            assert event.wait(300)  # it cannot be done before it is stopped

    def solve():
        found.append(tj.holdem.Spot(**TURN).solve(until=1e-9, threads=1, stop=event, progress=progress))

    worker = threading.Thread(target=solve)
    worker.start()
    assert begun.wait(300)
    event.set()
    worker.join()
    assert found[0].stopped == "cancelled"


def test_callback_stops_and_preparation_reports_its_steps():
    seen = []

    def progress(report):
        seen.append(report)
        return report.done < 40 or report.phase == "prepare"

    found = tj.holdem.Spot(**RIVER).solve(until=1e-9, threads=1, progress=progress)
    assert found.stopped == "cancelled"
    assert [(r.done, r.total) for r in seen if r.phase == "prepare"] == [(0, 3), (1, 3), (2, 3)]
    assert {r.gap_of for r in seen if r.phase == "solve"} == {60.0}


def test_stop_before_the_first_iteration_gives_the_uniform_strategy():
    event = threading.Event()
    event.set()
    found = tj.holdem.Spot(**RIVER).solve(threads=1, stop=event)
    assert (found.stopped, found.iterations) == ("cancelled", 0)
    assert np.ptp(found.strategy("").data) == 0


def test_first_checkpoint_comes_at_once_and_a_bad_path_before_the_work(tmp_path):
    path, seen = tmp_path / "run.tianji", []

    def progress(report):
        if report.phase == "solve":
            seen.append(path.exists())
        return not seen

    tj.holdem.Spot(**TURN).solve(until=1e-9, threads=1, checkpoint=str(path), progress=progress)
    assert seen == [True]
    with pytest.raises(FileAccessError, match="cannot write"):
        tj.holdem.Spot(**TURN).solve(
            iterations=5, threads=1, checkpoint=str(tmp_path / "no" / "x"),
            progress=lambda r: pytest.fail("worked") if r.phase == "solve" else None,
        )  # fmt: skip


def test_a_full_disk_does_not_cost_the_answer(tmp_path, monkeypatch):
    plain, written = storage.save, []

    def save(path, *args):
        if written:
            raise FileAccessError(f"cannot write {path!r}: No space left on device")
        written.append(path)
        plain(path, *args)

    monkeypatch.setattr(storage, "save", save)
    with pytest.warns(RuntimeWarning, match="No space left"):
        found = tj.holdem.Spot(**RIVER).solve(
            iterations=20, threads=1, checkpoint=str(tmp_path / "run.tianji"), checkpoint_every=0.0
        )
    assert found.iterations == 20
    assert "No space left" in found.unsaved


def test_paused_run_resumes_from_its_file(tmp_path):
    """Cancelled amid an iteration, saved, resumed by a new process's worth of objects: as if never stopped."""
    path, asked = str(tmp_path / "run.tianji"), Left(150)
    first = tj.holdem.Spot(**TURN).solve(iterations=9, threads=1, checkpoint=path, stop=asked)
    assert first.stopped == "cancelled"
    rest = tj.holdem.Spot(**TURN).solve(iterations=9, threads=1, checkpoint=path, resume=True)
    whole = tj.holdem.Spot(**TURN).solve(iterations=9, threads=1)
    for a, b in zip(whole.backend.levels, rest.backend.levels, strict=True):
        assert np.array_equal(a.regret, b.regret)
        assert np.array_equal(a.average, b.average)


def test_old_run_files_still_load_and_go_on(tmp_path):
    """The layout of run and solve files before `run.checkpoint` wrote them: a spot without its chip, three columns."""
    path = str(tmp_path / "old.tianji")
    spot = tj.holdem.Spot(**RIVER, chip=1.0)
    half = spot.solve(iterations=9, threads=1)
    old = {k: v for k, v in spot.to_dict().items() if k != "chip"}
    fields = {
        "spot": json.loads(json.dumps(old)), "method": half.method, "storage": "float32", "is_resumable": True,
        "run": {"iterations": 9, "seconds": 0.5, "history": [[9, 0.5, half.exploitability]], "stopped": "iterations"},
    }  # fmt: skip
    storage.save(path, KIND, half.backend.tensors(is_resumable=True), fields)
    again = tj.holdem.Solution.load(path)
    assert (again.iterations, again.stopped, again.exploitability) == (9, "iterations", half.exploitability)
    assert again.values == pytest.approx(half.values)
    rest = spot.solve(iterations=20, threads=1, checkpoint=path, resume=True)
    whole = spot.solve(iterations=20, threads=1)
    assert rest.history[0] == (9, 0.5, half.exploitability)
    assert np.array_equal(rest.backend.levels[0].average, whole.backend.levels[0].average)


def test_files_without_regrets_do_not_go_on(tmp_path):
    path = str(tmp_path / "solve.tianji")
    spot = tj.holdem.Spot(**RIVER)
    spot.solve(iterations=3, threads=1).save(path)
    with pytest.raises(FileFormatError, match="without its regrets"):
        spot.solve(iterations=5, threads=1, checkpoint=path, resume=True)


@pytest.mark.parametrize("storage_kind", ["float32", "int16", "float64"])
def test_solutions_pickle_and_print(storage_kind):
    spot = tj.holdem.Spot(**TURN).locked("check", {"check": 1})
    found = spot.solve(iterations=12, threads=1, storage=storage_kind)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict()
    assert again.spot == spot and hash(again.spot) == hash(spot)
    line = "check, check, 5s"
    assert np.array_equal(again.ev(line).data, found.ev(line).data)
    plain = json.loads(found.to_json())
    assert plain["nash_conv"] == 2 * plain["exploitability"]
    assert plain["exploitability_pct"] == pytest.approx(100 * plain["exploitability"] / 60)
    assert "<table" in found._repr_html_()
    assert found.file_bytes == sum(level.average.nbytes for level in found.backend.levels) + (
        sum(level.scales.nbytes for level in found.backend.levels) if storage_kind == "int16" else 0
    )


def test_spots_are_values():
    spot = tj.holdem.Spot(**RIVER)
    locked = spot.locked("", {"check": 1})
    assert spot.locks == () and len(locked.locks) == 1
    assert locked != spot and tj.holdem.Spot(**RIVER) == spot
    assert pickle.loads(pickle.dumps(locked)) == locked
    with pytest.raises(AttributeError, match="does not change"):
        spot.pot = 5


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"remove_lines": ["chek, allin"]}, "remove_lines: line 'chek, allin': 'chek' is no action here"),
        ({"remove_lines": ["check, bet 90%"]}, "remove_lines: line 'check, bet 90%': 'bet 90%' is no action here"),
        ({"add_lines": ["bet 70%, raise 100"]}, "add_lines: line 'bet 70%, raise 100': 'bet 70%' is no action here"),
        ({"add_lines": ["check, check, bet 40%"]}, "nobody acts after the first 2 words"),
        ({"add_lines": ["check, 8h, bet 40%"]}, "'8h' is no action here"),
        ({"add_lines": ["check, cal"]}, "ends in 'cal'"),
    ],
)  # fmt: skip
def test_edits_with_a_typo_are_refused_by_name(changes, word):
    with pytest.raises((ParameterError, UnknownNameError), match=word):
        tj.holdem.Spot(**RIVER, **changes)


def test_edits_are_written_as_lines_are():
    one = tj.holdem.Spot(**RIVER, add_lines=["check, bet 25%"], remove_lines=["check, allin"])
    two = tj.holdem.Spot(**RIVER, add_lines=["x/b25%"], remove_lines=["x a"])
    assert [n.actions for n in one.tree().nodes] == [n.actions for n in two.tree().nodes]


@pytest.mark.parametrize("storage_kind", ["float32", "int16"])
def test_large_files_are_compared_block_by_block_before_use(tmp_path, monkeypatch, storage_kind):
    """A flipped byte is never used: what lies in other blocks can be asked for, what lies in its own is refused."""
    monkeypatch.setattr(storage, "WHOLE", 1000)
    monkeypatch.setattr(storage, "BLOCK", 4096)
    path, spot = tmp_path / "solve.tianji", tj.holdem.Spot(**{**TURN, "oop": "22+,A2s+", "ip": "22+,A2s+"})
    found = spot.locked("check", {"check": 1}).solve(iterations=5, threads=1, storage=storage_kind)
    found.save(path)
    line = "check, check, 5s"
    assert np.array_equal(tj.holdem.Solution.load(path).strategy(line).data, found.strategy(line).data)
    data = bytearray(path.read_bytes())
    opened = storage.open_file(path, KIND)
    data[len(data) - len(opened.data) + opened["average/1"].last - 1000] ^= 1
    path.write_bytes(data)
    again = tj.holdem.Solution.load(path)
    assert again.values == found.values  # they are kept beside the arrays
    assert np.array_equal(again.strategy(line).data, found.strategy(line).data)
    last = "check, check, " + show_card(found.backend.boards[1][-1].cards[-1])
    for ask in (
        lambda: again.strategy(last),
        lambda: again.ev(""),
        again.backend.values,
        lambda: again.save(tmp_path / "y"),
    ):
        with pytest.raises(FileFormatError, match="fails its checksum"):
            ask()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda t, f: t.update({"regret/0": np.full_like(t["regret/0"], np.nan)}), "finite"),
        (lambda t, f: t.update({"average/0": t["average/0"][:-1]}), "shape"),
        (lambda t, f: t.update({"average/1": t["average/1"].astype(np.float64)}), "type"),
        (lambda t, f: t.update({"more": np.zeros(3)}), "does not belong"),
        (lambda t, f: f["runner"].update({"t": -5}), "whole number"),
        (lambda t, f: f.update({"checks": [[1, "x"]]}), "checks|checkpoint"),
        (lambda t, f: t.update({"pause/player": np.array([0]), "pause/done": np.zeros(16, dtype=np.uint8),
                                "pause/found": np.zeros((16, 3, 1))}), "pause/found|half-done"),
    ],
)  # fmt: skip
def test_crafted_run_files_are_refused(tmp_path, change, word):
    path = str(tmp_path / "run.tianji")
    tj.holdem.Spot(**TURN).solve(iterations=3, threads=1, checkpoint=path)
    tensors, fields = storage.load(path, KIND)
    tensors = dict(tensors)
    change(tensors, fields)
    storage.save(path, KIND, tensors, fields)
    with pytest.raises(FileFormatError, match=word):
        tj.holdem.Spot(**TURN).solve(iterations=5, threads=1, checkpoint=path, resume=True)


def test_the_default_method_follows_the_street_and_a_resumed_run_keeps_its_own(tmp_path):
    path = str(tmp_path / "run.tianji")
    assert tj.holdem.Spot(**RIVER).solve(iterations=1, threads=1).method == "half-instant"
    assert tj.holdem.Spot(**TURN).solve(iterations=1, threads=1).method == "half-instant-smooth"
    assert tj.holdem.Spot(**FLOP).solve(iterations=1, threads=1).method == "half-instant-smooth"
    spot = tj.holdem.Spot(**RIVER)
    spot.solve(iterations=2, threads=1, method="DCFR(1.5, 0, 3)", storage="int16", checkpoint=path)
    rest = spot.solve(iterations=4, threads=1, checkpoint=path, resume=True)
    assert (rest.method, rest.backend.storage) == ("dcfr(1.5,0,3)", "int16")
    assert METHODS["dcfr(3)"].rows(1, 9).tolist() == method_schedule("dcfr(1.5,0,3)")[1].rows(1, 9).tolist()
    with pytest.raises(ParameterError, match="was made with method="):
        spot.solve(iterations=4, threads=1, method="cfr+", checkpoint=path, resume=True)


def test_stop_while_the_boards_are_dealt():
    """Asked once a board: the answer comes without the rest of them, and is uniform when it is asked for."""
    asked = Left(3)
    found = tj.holdem.Spot(**FLOP).solve(threads=1, stop=asked)
    assert (found.stopped, found.iterations, found._backend) == ("cancelled", 0, None)
    assert -10 < asked.after < 0
    assert np.ptp(found.strategy("").data) == 0
    assert found.exploitability > 0


def test_a_run_file_of_nothing_is_refused(tmp_path):
    path = str(tmp_path / "run.tianji")
    for fields in ({}, {"run": 5, "spot": 3}, {"config": [1]}, {"config": {"method": 5}}):
        storage.save(path, KIND, {"regret/0": np.zeros(3)}, fields)
        with pytest.raises((FileFormatError, ParameterError, UnknownNameError)):
            tj.holdem.Spot(**RIVER).solve(iterations=3, threads=1, checkpoint=path, resume=True)
        with pytest.raises(FileFormatError):
            tj.holdem.Solution.load(path)


@pytest.mark.parametrize(
    "changes",
    [
        {"pot": "9" * 5000}, {"pot": 10**5000}, {"rake": "x" * 5000}, {"bets": "5" * 5000},
        {"bets": {"x" * 5000: "50%"}},
        {"board": "Ks7h2dJc5" + "x" * 5000}, {"max_raises": "1" * 5000}, {"add_lines": ["y" * 5000]},
        {"remove_lines": ["check, " + "z" * 5000]}, {"bets": 5.0 ** 50}, {"chip": 10**400},
    ],
)  # fmt: skip
def test_errors_quote_the_beginning_of_what_was_given(changes):
    with pytest.raises((ParameterError, UnknownNameError)) as caught:
        tj.holdem.Spot(**{**RIVER, **changes})
    assert len(str(caught.value)) < 700
