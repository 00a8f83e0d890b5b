"""Runs are folders: what a kill leaves behind is read, cut, continued or told."""

from __future__ import annotations

import asyncio
import gc
import json
import tracemalloc

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from tianji.studio import runs
from tianji.studio.events import BACKLOG, Hub, Watcher
from tianji.studio.files import read_whole, write_whole
from tianji.studio.keeper import MOST, QUEUE, Keeper
from tianji.studio.problems import Problem
from tianji.studio.runs import Journal, Run

KUHN = {"kind": "solve", "body": {"game": "kuhn", "method": "dcfr", "seed": 0}}


@pytest.fixture
def keeper(tmp_path):
    for part in ("runs", "trash"):
        (tmp_path / part).mkdir()
    return Keeper(tmp_path / "runs", tmp_path / "trash", Hub())


def tell(run, *events):
    journal = Journal(run.folder)
    for name, data in events:
        journal.tell(name, **data)
    journal.close()


def test_a_torn_line_is_not_read_and_is_cut_off_by_the_next_writer(keeper):
    run = keeper.add(KUHN)
    path = run.folder / "events.jsonl"
    with path.open("ab") as file:
        file.write(b'{"seq": 2, "event": "run.st')
    assert run.read_on() == []
    tell(run, ("run.point", {"iterations": 1, "seconds": 0.1, "exploitability": 0.5}))
    assert [json.loads(line)["seq"] for line in path.read_bytes().splitlines()] == [1, 2]
    assert [row["seq"] for row in run.read_on()] == [2]


def test_lines_that_are_no_events_are_passed_over(keeper):
    run = keeper.add(KUHN)
    odd = [
        {"event": "run.state"}, {"event": "run.state", "state": 5}, {"event": "run.point", "iterations": "9"},
        {"event": "run.point", "iterations": 9, "seconds": None, "exploitability": 1}, {"event": []}, [], 5, None,
    ]  # fmt: skip
    with (run.folder / "events.jsonl").open("a") as file:
        for k, row in enumerate(odd):
            file.write(json.dumps({"seq": 2 + k, **row} if isinstance(row, dict) else row) + "\n")
        file.write(json.dumps({"event": "run.state", "state": "done"}) + "\n")  # without a number
    again = Run.open(run.folder)
    assert (again.state, again.points, len(again.events)) == ("queued", {}, 1)
    assert again.summary()["seq"] == 1


def test_a_run_that_has_ended_takes_no_more_memory_for_a_longer_curve(keeper):
    taken = []
    for count in (100, 2000):
        run = keeper.add(KUHN)
        rows = [{"iterations": t, "seconds": t / 7, "exploitability": 1 / t} for t in range(1, count + 1)]
        tell(run, *(("run.point", row) for row in rows), ("run.state", {"state": "done", "why": "until"}))
        tracemalloc.start()
        again = Run.open(run.folder)
        gc.collect()  # and what Python keeps for the next tuples
        taken.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert len(again.points) == count
        assert again.points[count] == (count / 7, 1 / count)
        assert [row["seq"] for row in again.events] == list(range(1, count + 3))
        assert again.summary()["last"] == rows[-1]
        tell(
            run,
            ("run.state", {"state": "queued", "why": "resumed"}),
            ("run.point", {**rows[0], "iterations": 9999}),
        )
        again.read_on()
        assert len(again.points) == count + 1
        assert len(again.summary()["spark"]) == 40
    assert taken[1] - taken[0] < 1900 * 20  # bytes a point: one that is kept takes 800


def test_the_state_follows_from_the_folder_alone(keeper):
    run = keeper.add(KUHN)
    tell(
        run,
        ("run.state", {"state": "running", "why": ""}),
        ("run.point", {"iterations": 10, "seconds": 0.1, "exploitability": 0.5}),
        ("run.point", {"iterations": 20, "seconds": 0.2, "exploitability": 0.25}),
        ("run.point", {"iterations": 20, "seconds": 0.3, "exploitability": 0.25}),  # told again after a kill
    )
    again = Run.open(run.folder)
    assert again is not None
    assert (again.state, again.points) == ("running", {10: (0.1, 0.5), 20: (0.3, 0.25)})
    assert Keeper(keeper.folder, keeper.trash, Hub()).runs[run.id].summary()["last"]["iterations"] == 20


def test_a_run_whose_worker_is_gone_is_queued_again_but_not_for_ever(keeper, monkeypatch):
    monkeypatch.setattr(Keeper, "_start_next", lambda self: None)
    run = keeper.add(KUHN)
    for count in range(runs.TRIES + 1):
        tell(run, ("run.state", {"state": "running", "why": ""}))
        keeper.look()
        assert run.lost() == min(count + 1, runs.TRIES)
    assert run.state == "failed"
    assert "ended 4 times at the same point" in run.detail["problem"]["detail"]
    keeper.resume(run)
    assert (run.state, run.lost()) == ("queued", 0)


def test_a_checkpoint_that_moves_is_another_point(keeper, monkeypatch):
    monkeypatch.setattr(Keeper, "_start_next", lambda self: None)
    run = keeper.add(KUHN)
    for number in range(8):
        (run.folder / "checkpoint.tianji").write_text(str(number))
        import os

        os.utime(run.folder / "checkpoint.tianji", ns=(number + 1, number + 1))
        tell(run, ("run.state", {"state": "running", "why": ""}))
        keeper.look()
        assert (run.state, run.lost()) == ("queued", 1)


def test_a_worker_that_ends_before_it_begins_is_told(keeper, monkeypatch):
    class Dead:
        def __init__(self, *args, **kwargs):
            pass

        def poll(self):
            return 1

    monkeypatch.setattr("tianji.studio.keeper.subprocess.Popen", Dead)
    run = keeper.add(KUHN)
    for _ in range(10):
        keeper.look()
    assert run.state == "failed"
    assert run.detail["problem"]["code"] == "Lost"


def test_while_somebody_holds_the_lock_nobody_else_writes(keeper):
    run = keeper.add(KUHN)
    tell(run, ("run.state", {"state": "running", "why": ""}))
    run.read_on()
    with runs.held(run.folder) as ours:
        assert ours
        assert runs.is_held(run.folder)
        assert not runs.requeue(run, "lost")
        assert not runs.give_up(run, "Lost", "x")
        keeper.look()
        assert run.state == "running"
    assert not runs.is_held(run.folder)


def test_the_same_key_gives_the_same_run_and_another_question_is_refused(keeper):
    first = keeper.add({**KUHN, "key": "a"})
    assert keeper.add({**KUHN, "key": "a"}) is first
    assert keeper.add(KUHN) is not first
    with pytest.raises(Problem, match="another question"):
        keeper.add({**KUHN, "body": {"game": "leduc", "method": "dcfr"}, "key": "a"})


def test_the_queue_and_the_workspace_have_an_end(keeper, monkeypatch):
    monkeypatch.setattr("tianji.studio.keeper.QUEUE", 3)
    for _ in range(3):
        keeper.add(KUHN)
    with pytest.raises(Problem, match="waiting already") as refused:
        keeper.add(KUHN)
    assert (refused.value.status, refused.value.retry_s) == (429, 30)
    monkeypatch.setattr("tianji.studio.keeper.QUEUE", QUEUE)
    monkeypatch.setattr("tianji.studio.keeper.MOST", 3)
    with pytest.raises(Problem, match="delete some first"):
        keeper.add(KUHN)
    assert MOST > QUEUE


def test_a_run_goes_to_the_trash_but_not_while_it_runs(keeper):
    run = keeper.add(KUHN)
    tell(run, ("run.state", {"state": "running", "why": ""}))
    run.read_on()
    with pytest.raises(Problem, match="stop it first"):
        keeper.remove(run)
    tell(run, ("run.state", {"state": "done", "why": "until"}))
    run.read_on()
    with pytest.raises(Problem, match="nothing to stop"):
        keeper.stop(run)
    with pytest.raises(Problem, match="only one that was stopped"):
        keeper.resume(run)
    keeper.remove(run)
    assert not list(keeper.folder.iterdir())
    assert len(list(keeper.trash.iterdir())) == 1


def test_the_process_that_said_how_a_run_ended_is_waited_for(keeper):
    """Continue and Delete were refused in the moment between its last word and its end."""
    run = keeper.add(KUHN)
    tell(run, ("run.state", {"state": "stopped", "why": "cancelled"}))
    run.read_on()

    async def settle():
        with runs.held(run.folder) as ours:
            waiting = asyncio.ensure_future(keeper.settle(run))
            for _ in range(5):
                await asyncio.sleep(0)
            assert ours
            assert not waiting.done()
        await waiting

    asyncio.run(settle())
    keeper.resume(run)
    assert run.state == "queued"
    asyncio.run(keeper.settle(run))  # nobody has said how it ended: nothing to wait for


def test_a_run_is_taken_out_of_the_queue_before_it_begins(keeper):
    run = keeper.add(KUHN)
    keeper.stop(run)
    assert run.state == "stopped"


def test_a_full_disk_is_a_sentence(keeper, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runs, "create", full)
    with pytest.raises(Problem, match="No space left") as refused:
        keeper.add(KUHN)
    assert refused.value.status == 507


def test_folders_that_are_no_runs_are_left_alone(keeper, tmp_path):
    (keeper.folder / "aaaaaaaaaa").mkdir()
    (keeper.folder / "bbbbbbbbbb").mkdir()
    (keeper.folder / "bbbbbbbbbb" / "run.json").write_text("[]")
    (keeper.folder / "cccccccccc").symlink_to(tmp_path)
    for k, about in enumerate([{"created": 5}, {"tags": "x"}, {"name": None}, {"body": []}]):
        (keeper.folder / f"eeeeeeeee{k}").mkdir()
        (keeper.folder / f"eeeeeeeee{k}" / "run.json").write_text(json.dumps({**KUHN, **about}))
    (keeper.folder / ".dddddddddd").mkdir()
    assert Keeper(keeper.folder, keeper.trash, Hub()).runs == {}


def test_a_slow_reader_loses_progress_and_no_state():
    watcher = Watcher("a")
    for number in range(10):
        watcher.hint("a", b"progress %d;" % number)
        watcher.tell(b"state %d;" % number)
    assert watcher.take() == b"".join(b"state %d;" % number for number in range(10)) + b"progress 9;"
    assert watcher.take() == b""
    for _ in range(BACKLOG + 1):
        watcher.tell(b"x")
    assert watcher.is_lost  # cut off: it comes back with its last number, and misses nothing


def test_on_a_full_disk_points_wait_and_a_state_is_refused(keeper, monkeypatch):
    run = keeper.add(KUHN)
    journal = Journal(run.folder)

    class Full:
        def __init__(self, file):
            self.file = file

        def write(self, data):
            if len(data) > 10:
                return self.file.write(data[:10])  # half of it, then no more
            raise OSError(28, "No space left on device")

        def __getattr__(self, name):
            return getattr(self.file, name)

    real, journal.file = journal.file, Full(journal.file)
    journal.tell("run.point", iterations=1, seconds=0.1, exploitability=0.5)
    with pytest.raises(OSError):
        journal.tell("run.state", state="done", why="until")
    assert run.read_on() == []  # nothing torn is left
    journal.file = real
    journal.tell("run.point", iterations=2, seconds=0.2, exploitability=0.4)
    journal.close()
    assert [row["seq"] for row in run.read_on()] == [2, 3, 4]


def flipped(data, at, bit):
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def test_a_flipped_bit_in_a_file_of_a_run_is_never_used(keeper):
    """A digit of a figure, a letter of a state: JSON that reads well and lies."""
    run = keeper.add(KUHN)
    tell(run, ("run.point", {"iterations": 12, "seconds": 0.5, "exploitability": 0.25}))
    told = {row["seq"]: row for row in Run.open(run.folder).events}
    about = Run.open(run.folder).about
    lines, file = (run.folder / "events.jsonl").read_bytes(), (run.folder / "run.json").read_bytes()
    for bit in range(7):
        for at in range(0, len(lines), 3):
            (run.folder / "events.jsonl").write_bytes(flipped(lines, at, bit))
            for row in Run.open(run.folder).events:
                assert {k: row.get(k) for k in told[row["seq"]]} == told[row["seq"]], (at, bit, row)
        for at in range(0, len(file), 3):
            (run.folder / "run.json").write_bytes(flipped(file, at, bit))
            found = read_whole(run.folder / "run.json")
            assert found is None or {k: found.get(k) for k in about} == about, (at, bit, found)
        (run.folder / "run.json").write_bytes(file)


def test_a_journal_with_a_damaged_line_is_read_without_it_by_the_worker_that_goes_on(keeper):
    run = keeper.add(KUHN)
    point = {"iterations": 12, "seconds": 0.5, "exploitability": 0.25}
    tell(run, ("run.point", point), ("run.point", {**point, "iterations": 24}))
    path = run.folder / "events.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"iterations": 12', b'"iterations": 13') + b"{\n[]\n")
    journal = Journal(run.folder)
    assert [row["iterations"] for row in journal.rows("run.point")] == [24]
    journal.close()


def test_what_a_killed_writer_left_is_taken_by_the_next(keeper):
    run = keeper.add(KUHN)
    before = set(run.folder.iterdir())
    (run.folder / ".run.json.new").write_bytes(b'{"half')
    write_whole(run.folder / "run.json", run.about)
    assert set(run.folder.iterdir()) == before and Run.open(run.folder).about == run.about
