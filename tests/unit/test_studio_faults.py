"""The table of faults: what a user is told when something breaks, one test a row.

Rows that a page shows are in tests/browser/test_faults.py; those of kills, ports and torn lines in test_studio_server
and test_studio_runs.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji.studio
from studio_bench import ENVIRONMENT, PATIENCE
from tianji.core import storage
from tianji.studio import runs
from tianji.studio.command import show_page
from tianji.studio.desk import Desk
from tianji.studio.events import Hub
from tianji.studio.files import read_whole
from tianji.studio.keeper import Keeper
from tianji.studio.problems import Problem

KUHN = {"kind": "solve", "body": {"game": "kuhn", "method": "dcfr"}}
SPOT = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 60,
    "oop": "QQ,AJs",
    "ip": "TT,AKs",
    "bets": "75%",
    "raises": "",
}


@pytest.fixture
def keeper(tmp_path):
    for part in ("runs", "trash"):
        (tmp_path / part).mkdir()
    return Keeper(tmp_path / "runs", tmp_path / "trash", Hub())


@pytest.mark.parametrize(("kind", "way"), [("solve", "sampling method"), ("holdem", "int16")])
def test_a_run_killed_for_memory_is_told_with_a_way_out_and_goes_on(keeper, monkeypatch, kind, way):
    class Killed:
        def __init__(self, *args, **kwargs):
            pass

        def poll(self):
            return -signal.SIGKILL

    monkeypatch.setattr("tianji.studio.keeper.subprocess.Popen", Killed)
    run = keeper.add({**KUHN, "kind": kind})
    for _ in range(10):
        keeper.look()
    problem = run.detail["problem"]
    assert (run.state, problem["code"]) == ("failed", "Lost")
    assert "killed by the system" in problem["detail"] and "memory" in problem["detail"]
    assert way in problem["detail"] and "from the checkpoint" in problem["detail"]
    keeper.resume(run)
    assert run.state == "queued"


WORK = """
import resource, sys, threading, time
from pathlib import Path
from tianji.studio import worker

worker.SAVE_S = 0.1

def fill():
    while not Path(sys.argv[1], "checkpoint.tianji").exists():
        time.sleep(0.01)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))

threading.Thread(target=fill, daemon=True).start()
sys.exit(worker.main())
"""


def test_a_full_disk_costs_checkpoints_and_not_the_run(keeper):
    """A worker whose files may not grow any more after the first checkpoint: it goes on, and says since when."""
    run = keeper.add({**KUHN, "body": {"game": "leduc", "method": "cfr", "iterations": 100_000_000}})
    command = [sys.executable, "-c", WORK, str(run.folder)]
    worker = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    try:
        end, told = time.monotonic() + PATIENCE, {}
        while "since second" not in str(told.get("message")) and time.monotonic() < end:
            told = read_whole(run.folder / "progress.json") or {}
            time.sleep(0.02)
        assert "checkpoint.tianji" in told["message"] and "File too large" in told["message"]
        done = told["done"]
        while told["done"] <= done and time.monotonic() < end:
            told = read_whole(run.folder / "progress.json") or told
            time.sleep(0.02)
        assert told["done"] > done  # it goes on
        assert worker.poll() is None
    finally:
        worker.kill()
        worker.wait()


def test_a_damaged_result_is_the_librarys_sentence_and_is_made_again(studio):
    run = studio.solve(game="leduc", method="cfr", iterations=300)
    assert studio.wait(run)["state"] == "done"
    folder = studio.workspace / "runs" / run
    assert studio.ask(f"/runs/{run}/resume", "POST", {})[0] == 409  # nothing is wrong with it
    before = {name: (folder / name).read_bytes() for name in ("result.safetensors", "result.json")}
    for name, data in before.items():
        (folder / name).write_bytes(data[: len(data) // 2])
    status, problem = studio.ask(f"/runs/{run}/infosets")
    assert (status, problem["code"]) == (422, "FileFormatError")
    assert "start from the checkpoint" in problem["detail"]
    assert studio.ask(f"/runs/{run}/resume", "POST", {})[0] == 202
    assert studio.wait(run)["state"] == "done"
    assert (folder / "result.safetensors").read_bytes() == before["result.safetensors"]
    assert studio.ask(f"/runs/{run}/infosets")[0] == 200


def test_a_solve_that_is_damaged_newer_or_foreign_is_told(studio):
    status, run = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": SPOT, "iterations": 5}})
    assert status == 202, run
    assert studio.wait(run["id"])["state"] == "done"
    path = studio.workspace / "runs" / run["id"] / "result.tianji"
    good = path.read_bytes()
    storage.save(path.with_name("other"), "strategy", {}, {})
    sentences = {
        "checksum": good[:-3] + b"abc", "upgrade Tianji": good.replace(rb'\"version\": 2', rb'\"version\": 9', 1),
        "strategy": path.with_name("other").read_bytes(), "not a Tianji file": b"PK" + good, "truncated": good[:2],
    }  # fmt: skip
    for sentence, data in sentences.items():
        path.write_bytes(data)
        status, problem = studio.ask(f"/solves/{run['id']}/node")
        assert (status, problem["code"]) == (422, "FileFormatError")
        assert sentence in problem["detail"], problem
    assert studio.ask(f"/runs/{run['id']}/resume", "POST", {})[0] == 202
    assert studio.wait(run["id"])["state"] == "done"
    assert studio.ask(f"/solves/{run['id']}/node")[0] == 200


def test_what_cannot_be_read_of_the_workspace_is_left_alone_and_named(keeper):
    """There is no database to break: the folders are what there is, and each stands for itself."""
    good, broken = keeper.add(KUHN), keeper.add(KUHN)
    (broken.folder / "run.json").write_text("{")
    again = Keeper(keeper.folder, keeper.trash, Hub())
    assert list(again.runs) == [good.id]
    assert again.unread == [broken.id]
    assert broken.folder.exists()


def test_a_question_over_its_deadline_costs_the_clerk_and_nobody_else(tmp_path):
    async def ask():
        desk = Desk(tmp_path / "log", deadline_s=PATIENCE)
        try:
            await desk.ask("warm")
            first = [clerk.pid for clerk in desk.clerks if clerk is not None]
            os.kill(first[0], signal.SIGSTOP)  # it cannot answer in time, however fast it is
            desk.deadline_s = 0.001
            with pytest.raises(Problem) as late:
                await desk.ask("games")
            desk.deadline_s = PATIENCE
            answer = await desk.ask("methods")
            return first, [clerk.pid for clerk in desk.clerks if clerk is not None], late.value, answer
        finally:
            await desk.close()

    first, then, late, answer = asyncio.run(ask())
    assert (late.status, late.to_dict()["title"]) == (504, "Took too long")
    assert "smaller parameters, or start a run" in late.detail
    assert answer and not set(first) & set(then)
    with pytest.raises(ProcessLookupError):
        os.kill(first[0], 0)


def test_a_clock_set_back_changes_no_order(keeper, monkeypatch):
    times = iter(["2030-01-01T00:00:00.000+00:00"] * 2 + ["1999-01-01T00:00:00.000+00:00"] * 4)
    monkeypatch.setattr(runs, "now", lambda: next(times))
    order = [keeper.add(KUHN).id for _ in range(3)]
    assert [run.id for run in keeper.newest()] == order[::-1]
    again = Keeper(keeper.folder, keeper.trash, Hub())
    assert [run.id for run in again.newest()] == order[::-1]
    started = []
    monkeypatch.setattr(
        "tianji.studio.keeper.subprocess.Popen", lambda command, **how: started.append(command)
    )
    again._start_next()
    assert started[0][-1].endswith(order[0])


def test_nothing_that_is_measured_reads_the_clock_on_the_wall():
    """Durations come from a clock nobody sets; dates are for display, and for when a cookie ends."""
    folder = Path(tianji.studio.__file__).parent
    texts = {path.name: path.read_text() for path in folder.rglob("*.py")}
    assert [name for name, text in texts.items() if "time.time()" in text] == ["workspace.py"]


def test_a_remote_shell_is_told_the_tunnel_and_a_missing_browser_is_told(monkeypatch, capsys):
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.5 50000 10.0.0.9 22")
    show_page("http://127.0.0.1:8731/open#code", True)
    assert "ssh -L 8731:127.0.0.1:8731 10.0.0.9" in capsys.readouterr().err
    monkeypatch.delenv("SSH_CONNECTION")
    show_page("http://127.0.0.1:8731/open#code", True)
    assert "no browser was found" in capsys.readouterr().err
    show_page("http://127.0.0.1:8731/open#code", False)
    assert capsys.readouterr().err == ""


FIRST = """
import sys
from tianji.studio.command import serve

class Told(Exception):
    pass

def tell(address):
    print(sorted({"fastapi", "uvicorn", "pydantic", "numpy", "numba", "asyncio"} & set(sys.modules)))
    raise Told

try:
    serve(sys.argv[1], 0, tell, open_page=False)
except Told:
    pass
"""


def test_the_first_line_waits_for_no_package_of_the_server(tmp_path):
    """Limit 1: what the address does not need is imported after it was told."""
    command = [sys.executable, "-c", FIRST, str(tmp_path / "space")]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
    assert done.stdout == "[]\n", done.stderr


def test_a_number_stands_in_every_run(keeper):
    rows = [json.loads((keeper.add(KUHN).folder / "run.json").read_text())["number"] for _ in range(3)]
    assert rows == [1, 2, 3]
