"""Solving: threads, storage, locks, checkpoints, files, tables, reports."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
import weakref

import numpy as np
import pytest

import tianji as tj
from tianji.core import storage
from tianji.errors import FileAccessError, FileFormatError, ParameterError, UnknownNameError
from tianji.poker.ranges import Range

RIVER = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 200,
    "oop": "JJ-22,AJs-A2s",
    "ip": "22+,A2s+",
    "bets": "50%,allin",
    "raises": "60%",
}
TURN = {"board": "Ks7h2dJc", "pot": 60, "stack": 90, "oop": "JJ-88,AJs", "ip": "99+,AQs",
        "bets": "50%", "raises": "allin"}  # fmt: skip


@pytest.fixture(scope="module")
def solution():
    return tj.holdem.Spot(**RIVER).solve(until="0.2%", threads=1)


def test_stops(solution):
    assert solution.stopped == "until"
    assert solution.exploitability_pct <= 0.2
    assert solution.history[-1][0] == solution.iterations
    assert tj.holdem.Spot(**RIVER).solve(iterations=7).iterations == 7
    assert tj.holdem.Spot(**RIVER).solve(seconds=0.01, until=1e-9).stopped == "seconds"
    assert sum(solution.values) == pytest.approx(60)


@pytest.mark.parametrize("fields", [RIVER, TURN])
def test_threads_do_not_change_the_result(fields):
    one = tj.holdem.Spot(**fields).solve(iterations=12, threads=1)
    three = tj.holdem.Spot(**fields).solve(iterations=12, threads=3)
    for a, b in zip(one.backend.levels, three.backend.levels, strict=True):
        assert np.array_equal(a.average, b.average)
        assert np.array_equal(a.regret, b.regret)


def test_integer_storage_halves_memory_and_agrees():
    spot = tj.holdem.Spot(**TURN)
    plain, packed = (spot.solve(iterations=150, threads=1, storage=s) for s in ("float32", "int16"))
    assert packed.backend.levels[1].average.nbytes * 2 == plain.backend.levels[1].average.nbytes
    assert packed.exploitability < 0.01 * 60
    assert packed.values == pytest.approx(plain.values, abs=0.06)


def test_views_agree_with_kernels():
    """EVs by hand from plain NumPy average to the values that the kernels found; a node's EV is its actions' mean."""
    found = tj.holdem.Spot(**TURN).solve(iterations=40, threads=1)
    for player, value in zip(("oop", "ip"), found.values, strict=True):
        assert found.ev(player=player).mean == pytest.approx(value, abs=1e-3)
    line = "check, check, 5s"
    node, parts = found.ev(line), found.action_evs(line)
    mixed = (found.strategy(line).data * np.nan_to_num(parts.data)).sum(axis=1)
    assert mixed == pytest.approx(np.nan_to_num(node.data[:, 0]), abs=1e-3)


def test_range_lock_is_kept_and_answered():
    spot = tj.holdem.Spot(**RIVER).lock("", {"check": 1})
    locked = spot.solve(until="0.2%", threads=1)
    assert locked.strategy("").means["check"] == pytest.approx(1)
    free = tj.holdem.Spot(**RIVER).solve(until="0.2%", threads=1)
    assert locked.values[0] <= free.values[0] + 0.3  # giving up a choice cannot help against best play


def test_hand_lock_binds_only_its_hands():
    lock = {"AsAd,JhJd": {"allin": 1}, "4h4d": {"check": 0.25, "bet 30": 0.75}}
    found = tj.holdem.Spot(**RIVER).lock("", lock).solve(iterations=80, threads=1)
    table = found.strategy("")
    assert table["JhJd"]["allin 200 (333%)"] == pytest.approx(1)
    assert table["4h4d"]["bet 30 (50%)"] == pytest.approx(0.75)
    assert table["JhJs"]["allin 200 (333%)"] < 0.9


def test_lock_after_a_card():
    spot = tj.holdem.Spot(**TURN).lock("check, check, 5s, check", {"check": 1})
    found = spot.solve(iterations=20, threads=1)
    assert found.strategy("check, check, 5s, check").means["check"] == pytest.approx(1)
    assert found.strategy("check, check, 5h, check").means["check"] < 0.999


def test_locked_best_response_respects_the_lock():
    """With everything locked nobody can gain: exploitability is 0."""
    spot = tj.holdem.Spot(**{**RIVER, "bets": "allin", "raises": ""})
    for line, mix in [("", {"check": 0.5, "allin": 0.5}), ("check", {"check": 0.3, "allin": 0.7}),
                      ("allin", {"fold": 0.5, "call": 0.5}), ("check, allin", {"fold": 0.9, "call": 0.1})]:  # fmt: skip
        spot = spot.locked(line, mix)
    assert spot.solve(iterations=3, threads=1).exploitability == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("storage", ["float32", "int16"])
def test_resumed_run_ends_where_an_unbroken_one_does(tmp_path, storage):
    path = str(tmp_path / "run.tianji")
    whole = tj.holdem.Spot(**TURN).solve(iterations=20, threads=1, storage=storage)
    tj.holdem.Spot(**TURN).solve(iterations=9, threads=1, storage=storage, checkpoint=path)
    rest = tj.holdem.Spot(**TURN).solve(
        iterations=20, threads=1, storage=storage, checkpoint=path, resume=True
    )
    for a, b in zip(whole.backend.levels, rest.backend.levels, strict=True):
        assert np.array_equal(a.average, b.average)
    assert rest.iterations == 20
    with pytest.raises(ParameterError, match="was made with spot="):
        tj.holdem.Spot(**{**TURN, "pot": 61}).solve(
            iterations=20, storage=storage, checkpoint=path, resume=True
        )


def test_finished_run_is_not_continued(tmp_path):
    """A run that has reached its goal stays as it is; a harder goal goes on from there, as an unbroken run would."""
    path = str(tmp_path / "run.tianji")
    first = tj.holdem.Spot(**RIVER).solve(until="0.3%", threads=1, checkpoint=path)
    again = tj.holdem.Spot(**RIVER).solve(until="0.3%", threads=1, checkpoint=path, resume=True)
    assert again.history == first.history
    harder = tj.holdem.Spot(**RIVER).solve(until="0.05%", threads=1, checkpoint=path, resume=True)
    assert harder.history[-1][0] > first.history[-1][0]
    assert harder.exploitability <= 0.0005 * RIVER["pot"] < first.exploitability


def test_evaluations_close_in_on_the_goal():
    """Evaluations are fewer than one in ten iterations, and close together near the end."""
    solution = tj.holdem.Spot(**RIVER).solve(until="0.02%", threads=1)
    at = [row[0] for row in solution.history]
    assert at[0] == 24 and at == sorted(set(at))
    assert len(at) < at[-1] / 10
    assert at[-1] - at[-2] <= max(5, 0.2 * at[-2])


def test_saved_solve_is_the_same(tmp_path, solution):
    path = tmp_path / "solve.tianji"
    solution.save(path)
    again = tj.holdem.Solution.load(path)
    assert again.values == solution.values
    assert again.exploitability == solution.exploitability
    line = "check, bet 50%"
    assert np.array_equal(again.strategy(line).data, solution.strategy(line).data)
    assert again.backend.exploitability() == pytest.approx(solution.exploitability, abs=1e-6)
    with pytest.raises(ParameterError, match="without its regrets"):
        again.save(tmp_path / "x.tianji", is_resumable=True)


def test_bad_files(tmp_path, solution):
    path = tmp_path / "solve.tianji"
    solution.save(path)
    data = path.read_bytes()
    for size in (0, 4, 60, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        with pytest.raises(FileFormatError):
            tj.holdem.Solution.load(path)
    path.write_bytes(b"not a solve at all" * 100)
    with pytest.raises(FileFormatError, match="not a Tianji file"):
        tj.holdem.Solution.load(path)
    tj.solve(tj.load("kuhn"), "cfr+", iterations=5).strategy.save(tmp_path / "kuhn.safetensors")
    with pytest.raises(FileFormatError, match="expected a 'holdem-solve'"):
        tj.holdem.Solution.load(tmp_path / "kuhn.safetensors")
    with pytest.raises(FileAccessError):
        tj.holdem.Solution.load(tmp_path / "none.tianji")


def test_interrupt_keeps_the_answer():
    def press(report):
        if report.phase == "solve" and report.done > 3:
            os.kill(os.getpid(), signal.SIGINT)

    found = tj.holdem.Spot(**TURN).solve(iterations=10**6, threads=1, progress=press)
    assert found.stopped == "interrupted"
    assert found.iterations > 0
    assert found.exploitability >= 0


def test_tables(solution):
    table = solution.strategy("check")
    assert set(table.means) == {"check", "bet 30 (50%)", "allin 200 (333%)"}
    assert sum(table.means.values()) == pytest.approx(1)
    assert table["AhAd"].keys() == table.means.keys()
    weight, means = table.grid()["AA"]
    assert 0 < weight <= 1
    assert sum(means) == pytest.approx(1)
    assert json.loads(table.to_json())["player"] == "ip"
    assert table.to_csv().splitlines()[0].startswith("hand,weight,check")
    assert "<table" in table._repr_html_()
    assert "AKs" in solution._repr_html_()
    with pytest.raises(UnknownNameError, match="not in the range"):
        table["3c2c"]
    with pytest.raises(ParameterError, match="two, such as"):
        table["AhKdQs"]


def test_questions_that_make_no_sense(solution):
    turn = tj.holdem.Spot(**TURN).solve(iterations=1, threads=1)
    with pytest.raises(ParameterError, match="where a card is dealt"):
        turn.strategy("check, check")
    with pytest.raises(ParameterError, match="on the board"):
        turn.strategy("check, check, Ks")
    with pytest.raises(ParameterError, match="ends the hand"):
        solution.strategy("check, check")
    with pytest.raises(ParameterError, match="'oop' or 'ip'"):
        solution.ev("", player="button")


def test_report(tmp_path):
    boards = ["Ks7h2dJc5s", "As7h2dJc5d"]
    seen = []
    found = tj.holdem.report(
        tj.holdem.Spot(**RIVER),
        boards,
        "check",
        until="1%",
        each=lambda board, _: seen.append(board),
        threads=1,
    )
    assert seen == boards
    assert [row[0] for row in found.rows] == boards
    found.save(tmp_path / "r.csv")
    found.save(tmp_path / "r.html")
    assert (tmp_path / "r.csv").read_text().splitlines()[-1].startswith("mean,")
    assert (tmp_path / "r.html").read_text().count("<figure>") == 2


# Endless: nothing but its killer ends it. It saves all the time, so that a kill may fall amid a save.
FOREVER = """
import sys
from pathlib import Path
import tianji as tj
tj.holdem.Spot(**{spot!r}).solve(
    iterations=10**9, storage="float64", threads=1, checkpoint=sys.argv[1], checkpoint_every=0.0,
    resume=Path(sys.argv[1]).exists(),
)
"""


def kill_after(path, iterations):
    """Start or continue the endless solve, and kill it once its file is so far: how far it is then."""
    process = subprocess.Popen([sys.executable, "-c", FOREVER.replace("{spot!r}", repr(TURN)), str(path)])
    deadline = time.monotonic() + 300
    while not path.exists() or (at := iterations_in(path)) < iterations:
        assert process.poll() is None, "it ended by itself"
        if time.monotonic() > deadline:  # ends a hang; nothing is claimed about time
            pytest.fail("no checkpoint was written")
        time.sleep(0.02)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert iterations_in(path) >= at
    return iterations_in(path)


def iterations_in(path):
    return storage.load(path, "holdem-solve")[1]["runner"]["t"]


def is_the_unbroken(path, iterations):
    """Whether a run goes on from this file to where one ends that nobody disturbed, bit for bit."""
    stops = {"iterations": iterations, "storage": "float64", "threads": 1}
    rest = tj.holdem.Spot(**TURN).solve(**stops, checkpoint=str(path), resume=True)
    whole = tj.holdem.Spot(**TURN).solve(**stops)
    return rest.iterations == whole.iterations == iterations and all(
        np.array_equal(a.regret, b.regret) and np.array_equal(a.average, b.average)
        for a, b in zip(whole.backend.levels, rest.backend.levels, strict=True)
    )


def test_killed_solve_resumes(tmp_path):
    """SIGKILL amid a run that saves all the time: the file is whole, and the end is that of an unbroken run."""
    done = kill_after(tmp_path / "run.tianji", 1)
    assert is_the_unbroken(tmp_path / "run.tianji", done + 5)


def test_solve_killed_again_and_again(tmp_path):
    """SIGKILL at several moments, in the start of the program too: each time the run goes on from what it had."""
    path, done = tmp_path / "run.tianji", 0
    for more in (0, 1, 3):
        early = subprocess.Popen(
            [sys.executable, "-c", FOREVER.replace("{spot!r}", repr(TURN)), str(path)],
        )
        time.sleep(0.1 * more)  # wherever that is: nothing is claimed
        early.kill()
        early.wait()
        done = kill_after(path, done + more)
    assert is_the_unbroken(path, done + 2)


def test_the_same_tree_and_board_are_remembered_and_answers_are_not():
    """A second spot shares tree and orders of hands with the first; ranges, pots and boards that differ do not leak."""
    spots = [
        tj.holdem.Spot(**{**RIVER, "board": board}) for board in ("Ks7h2dJc5s", "AsKd8h5c2s", "Ks7h2dJc5s")
    ]
    assert spots[0].tree() is spots[1].tree() is spots[2].tree()
    deeper = tj.holdem.Spot(**{**RIVER, "stack": RIVER["stack"] + 1})
    assert deeper.tree() is not spots[0].tree()
    ranges = [Range.parse("AA,KK:0.5") for _ in range(2)]
    ranges[0].weights[:] = 0
    assert ranges[1].combos == 9.0
    first, other, again = (spot.solve(iterations=30, threads=1) for spot in spots)
    assert again.values == first.values != other.values
    assert np.array_equal(again.strategy("").data, first.strategy("").data)


def test_memory_of_a_solve_is_free_when_its_answer_is():
    """Nothing of a solve refers to itself: the collector may be off, or late."""
    gc.collect()
    gc.disable()
    try:
        backend = weakref.ref(tj.holdem.Spot(**RIVER).solve(iterations=5, threads=1).backend)
        assert backend() is None
    finally:
        gc.enable()
