"""The studio as it is used: a server, workers and clerks as processes of their own, and what `kill -9` does to them."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from studio_bench import ENDLESS, ENVIRONMENT, PATIENCE, ROOT, Studio, freeze, until
from tianji.studio.guard import ASKED

LEDUC = {"game": "leduc", "method": "cfr"}
ON = {**LEDUC, "iterations": ENDLESS}  # until somebody ends it


@pytest.fixture(scope="module")
def whole(studio):
    """The folder of a run that nobody disturbed."""
    run = studio.solve(**LEDUC, iterations=30_000)
    assert studio.wait(run)["state"] == "done"
    return studio.workspace / "runs" / run


def is_the_unbroken(studio, run, iterations, folder):
    """Whether a run ended where a solve that nobody disturbed does, bit for bit, with the same curve."""
    solution = tj.solve(tj.load("leduc"), "cfr", iterations=iterations, curve=True)
    solution.save(folder / "unbroken.safetensors")
    result = studio.workspace / "runs" / run / "result.safetensors"
    points = [point["iterations"] for point in studio.ask(f"/runs/{run}")[1]["points"]]
    return (folder / "unbroken.safetensors").read_bytes() == result.read_bytes() and points == [
        check.iterations for check in solution.history
    ]


@pytest.fixture
def own(tmp_path):
    """A server that a test may kill."""
    server = Studio(tmp_path / "space")
    yield server
    server.kill()
    for path in (tmp_path / "space" / "runs").iterdir():  # workers outlive their server; these are not to
        (path / "stop").touch()


def worker_of(studio, run):
    """The process that works on it, once there are evaluations."""
    until(lambda: len(studio.rows(run, "run.point")) > 3, "evaluations")
    return studio.worker_of(run)


def stream(studio, run, after=0, last_id=None, heed=lambda found: None):
    """Events of a run, as (name, number, data), until it ends; heed: is shown them after each."""

    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {studio.bearer}"}
    if last_id is not None:
        headers["Last-Event-ID"] = last_id
    connection.request("GET", f"/api/v1/events?run={run}&after={after}", headers=headers)
    answer, found, event = connection.getresponse(), [], {}
    assert answer.status == 200
    while line := answer.readline():
        text = line.decode().rstrip("\n")
        if text:
            key, _, value = text.partition(": ")
            event[key] = value
            continue
        if "event" in event:
            data = json.loads(event["data"])
            found.append((event["event"], int(event.get("id", ":0").partition(":")[2]), data))
            heed(found)
            if event["event"] == "run.state" and data["state"] in ("done", "stopped", "failed"):
                break
        event = {}
    connection.close()
    return found


def test_the_line_tells_the_address_and_a_code_that_opens(studio):
    assert studio.link.startswith("http://127.0.0.1:")
    assert len(studio.link.partition("/open#")[2]) >= 22
    assert (studio.workspace / "session.json").stat().st_mode & 0o077 == 0
    status, schema = studio.ask("/openapi.json")
    assert status == 200
    assert "/api/v1/runs/{name}/stop" in schema["paths"]
    assert studio.raw("/api/v1/openapi.json")[0] == 401


def test_a_second_studio_is_told_where_the_first_is(studio):
    command = [sys.executable, "-m", "tianji", "studio", str(studio.workspace), "--no-browser", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    address = json.loads(done.stdout)["address"]
    assert address.startswith(studio.address + "/open#")
    code = json.dumps({"code": address.partition("#")[2]}).encode()
    plain = {"X-Tianji": "1", "Content-Type": "application/json"}
    assert studio.raw("/api/v1/session", "POST", code, plain)[0] == 204


def test_games_methods_and_plans_come_from_the_library(studio):
    from tianji.cfr.solve import methods
    from tianji.games import catalogue

    games = studio.ask("/games")[1]["items"]
    assert [game["name"] for game in games] == [card["name"] for card in catalogue().to_dict()["games"]]
    assert next(game for game in games if game["name"] == "tic_tac_toe")["hidden"] is False
    assert {each["name"]: each["summary"] for each in studio.ask("/methods")[1]["items"]} == methods()
    sizes = {each["name"]: each["histories"] for each in studio.ask("/sizes")[1]["items"]}
    assert set(sizes) == {each["name"] for each in games}
    assert (sizes["kuhn"], sizes["leduc"], sizes["chess_ending"]) == (58, 9457, None)
    assert studio.ask("/games/leduc")[1]["check"]["infosets"] == [468, 468]
    plan = studio.ask("/plans", "POST", {"game": "liars_dice(faces=4)", "method": "external"})[1]
    assert (plan["spec"], plan["needs_tree"], plan["fits"]) == ("liars_dice(faces=4)", False, True)


WRONG = {
    "no game is called 'ledcu'; did you mean 'leduc'?": {"game": "ledcu"},
    "no method 'magic'": {"game": "kuhn", "method": "magic"},
    "until=-1.0; expected a number above 0": {"game": "kuhn", "until": -1.0},
    "iterations=3: method 'lp' is one exact step": {"game": "kuhn", "method": "lp", "iterations": 3},
    "needs a known": {"game": "kuhn", "method": "hs-dcfr(30)"},
    "too large to compile": {"game": "connect_four"},
    "is in no file that this studio may read": {"game": "os:path"},
    "in the workspace's folder files": {"game": "/etc/passwd.efg"},
    "only those are allowed": {"game": "openspiel:leduc_poker"},
}


@pytest.mark.parametrize("sentence", WRONG)
def test_what_the_library_refuses_is_refused_before_it_is_queued(studio, sentence):
    before = studio.ask("/meta")[1]["runs"]
    for path, body in (("/plans", WRONG[sentence]), ("/runs", {"solve": WRONG[sentence]})):
        status, problem = studio.ask(path, "POST", body)
        assert status == (403 if "no file" in sentence else 422)
        assert sentence.replace("needs a known", "over a known number of iterations") in problem["detail"]
    assert studio.ask("/meta")[1]["runs"] == before


def test_a_run_ends_as_the_library_does(studio):
    run = studio.solve(game="kuhn", method="dcfr", until=1e-4)
    found = studio.wait(run)
    mine = tj.solve(tj.load("kuhn"), "dcfr", until=1e-4, curve=True)
    assert found["state"] == "done"
    assert found["result"]["exploitability"] == mine.exploitability
    assert found["result"]["values"] == mine.values
    assert found["result"]["version"] == tj.__version__
    assert [point["iterations"] for point in found["points"]] == [check.iterations for check in mine.history]
    rows = studio.ask(f"/runs/{run}/infosets?player=1&q=b")[1]
    assert all(row["player"] == 1 and "b" in row["infoset"] for row in rows["items"])
    files = {file["name"] for file in studio.ask(f"/runs/{run}/files")[1]["items"]}
    assert {"result.safetensors", "result.json", "events.jsonl"} <= files
    bearer = {"Authorization": f"Bearer {studio.bearer}"}
    status, headers, data = studio.raw(f"/api/v1/runs/{run}/files/result.safetensors", headers=bearer)
    assert (status, len(data)) == (200, int(headers["content-length"]))
    (studio.workspace / "runs" / run / "log.txt").unlink()
    (studio.workspace / "runs" / run / "log.txt").symlink_to("/etc/passwd")
    for name in ("log.txt", "run.json", "checkpoint.tianji", "lock", "nothing"):
        assert studio.ask(f"/runs/{run}/files/{name}")[0] == 404


def test_events_are_told_once_and_again_from_where_a_reader_left(studio):
    run, asked = studio.solve(**ON), []

    def stop(found):
        is_enough = any(name == "run.progress" for name, _, _ in found) and max(n for _, n, _ in found) > 8
        if is_enough and not asked:
            asked.append(studio.ask(f"/runs/{run}/stop", "POST", {})[0])

    live = stream(studio, run, heed=stop)
    assert asked == [202]
    numbers = [number for name, number, _ in live if number]
    assert numbers == list(range(1, numbers[-1] + 1))
    later = stream(studio, run, after=5)
    assert [number for _, number, _ in later if number] == numbers[5:]
    assert [n for _, n, _ in stream(studio, run, last_id=f"{run}:7") if n] == numbers[7:]
    assert [n for _, n, _ in stream(studio, run, last_id="other:7") if n] == numbers
    assert [row for row in later if row[1]] == [row for row in live if row[1] > 5]


@pytest.mark.parametrize(("word", "state"), [("stop", "stopped"), ("pause", "paused")])
def test_stop_and_pause_keep_the_best_answer_and_resume_ends_where_an_unbroken_run_does(
    studio, tmp_path, word, state
):
    cut = studio.solve(**ON)
    worker_of(studio, cut)
    assert studio.ask(f"/runs/{cut}/{word}", "POST", {})[0] == 202
    found = studio.wait(cut)
    assert (found["state"], found["result"]["stopped"]) == (state, "cancelled")
    assert found["result"]["exploitability"] < 1
    assert studio.ask(f"/runs/{cut}/{word}", "POST", {})[0] == 409
    goal = found["result"]["iterations"] + 3000
    studio.end_at(cut, goal)
    assert studio.ask(f"/runs/{cut}/resume", "POST", {})[0] == 202
    assert studio.wait(cut, ("done", "failed"))["state"] == "done"
    assert [row["why"] for row in studio.rows(cut, "run.state") if row["state"] == "queued"] == [
        "asked",
        "resumed",
    ]
    assert is_the_unbroken(studio, cut, goal, tmp_path)


def test_a_run_is_paused_before_it_begins(studio):
    first, waiting = studio.solve(**ON), studio.solve(**ON)
    assert studio.ask(f"/runs/{waiting}/pause", "POST", {})[0] == 202
    assert studio.wait(waiting)["state"] == "paused"
    studio.ask(f"/runs/{first}/stop", "POST", {})
    assert studio.wait(first)["state"] == "stopped"


def test_a_copy_asks_the_same_with_changes_and_names_its_parent(studio):
    run = studio.solve(game="kuhn", method="external", iterations=50, seed=3)
    studio.wait(run)
    for method, drawn in (("outcome", {"seed": 3}), ("dcfr", {})):  # a seed is of the methods that draw
        status, copy = studio.ask(
            f"/runs/{run}/clone", "POST", {"solve": {"method": method}, "name": "again"}
        )
        assert status == 202
        found = studio.wait(copy["id"])
        assert (found["parent"], found["name"]) == (run, "again")
        assert found["body"] == {"game": "kuhn", "method": method, "iterations": 50, **drawn}
    assert studio.ask(f"/runs/{run}/clone", "POST", {"solve": {"game": "leduc"}})[0] == 422
    assert studio.ask(f"/runs/{run}/clone", "POST", {"solve": {"method": "magic"}})[0] == 422


def test_the_rows_of_a_curve_are_read_in_pieces(studio, whole):
    points = studio.ask(f"/runs/{whole.name}")[1]["points"]
    rows, after = [], 0
    while after is not None:
        page = studio.ask(f"/runs/{whole.name}/metrics?after={after}&limit=10")[1]
        rows, after = rows + page["items"], page["next"]
    assert rows == points
    assert studio.ask(f"/runs/{whole.name}/metrics?after={points[-1]['iterations']}")[1]["items"] == []


def test_a_studio_to_be_looked_at_runs_and_writes_nothing(tmp_path):
    own = Studio(tmp_path / "space")
    try:
        run = own.solve(game="kuhn", iterations=20)
        own.wait(run)
    finally:
        own.end()
    shown = Studio(tmp_path / "space", 0, "--readonly")
    try:
        before = sorted(path.name for path in (tmp_path / "space").rglob("*"))
        assert shown.ask("/meta")[1]["readonly"] is True
        assert shown.ask(f"/runs/{run}")[1]["state"] == "done"
        paths = shown.ask("/openapi.json")[1]["paths"]
        changes = [(path, way) for path, ways in paths.items() for way in ways if way != "get"]
        assert len(changes) > 8
        for path, way in changes:
            if not ASKED.fullmatch(path):
                place = path.removeprefix("/api/v1").replace("{name}", run)
                status, problem = shown.ask(place, way.upper(), {})
                assert (status, problem["code"]) == (403, "ReadOnly"), path
        assert shown.ask("/plans", "POST", {"game": "kuhn"})[0] == 200
        assert sorted(path.name for path in (tmp_path / "space").rglob("*")) == before
    finally:
        shown.end()


def test_a_new_link_is_of_the_studio_that_runs_and_of_no_other(studio, tmp_path):
    def ask(folder):
        command = [sys.executable, "-m", "tianji", "studio", str(folder), "--link"]
        return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)

    found = ask(studio.workspace)
    assert found.returncode == 0
    assert found.stdout.split()[-1].startswith(f"{studio.address}/open#")
    none = ask(tmp_path / "other")
    assert none.returncode == 2
    assert "no studio is running" in none.stderr


def test_a_killed_worker_is_replaced_and_the_answer_is_the_same_bit_for_bit(studio, tmp_path):
    killed = studio.solve(**ON)
    watched = []
    reader = threading.Thread(target=lambda: watched.extend(stream(studio, killed)))
    reader.start()
    worker_of(studio, killed)
    pid, goal = studio.cut_short(killed)
    os.kill(pid, signal.SIGKILL)
    assert studio.wait(killed)["state"] == "done"
    reader.join(PATIENCE)
    assert is_the_unbroken(studio, killed, goal, tmp_path)
    numbers = [number for _, number, _ in watched if number]
    assert numbers == list(range(1, numbers[-1] + 1))  # no event lost, none twice
    assert studio.worker_of(killed) != pid


def test_a_killed_server_costs_nothing_and_a_key_stays_a_key(own):
    code = json.dumps({"code": own.link.partition("#")[2]}).encode()
    plain = {"X-Tianji": "1", "Content-Type": "application/json"}
    _, headers, _ = own.raw("/api/v1/session", "POST", code, plain)
    cookie = {"Cookie": headers["set-cookie"].partition(";")[0]}
    run = own.solve(**ON)
    before = worker_of(own, run)
    own.kill()
    own.start()  # on the same port
    assert own.raw("/api/v1/meta", headers=cookie)[0] == 200
    told = len(own.rows(run, "run.point"))
    until(lambda: len(own.rows(run, "run.point")) > told, "the run to go on")
    assert own.ask(f"/runs/{run}/stop", "POST", {})[0] == 202
    assert own.wait(run)["state"] == "stopped"
    states = [row[2] for row in stream(own, run) if row[0] == "run.state"]
    assert [row["pid"] for row in states if row["state"] == "running"] == [
        before
    ]  # the worker went on by itself


@pytest.mark.slow
def test_server_and_worker_killed_together_lose_nothing(own, tmp_path):
    run = own.solve(**ON)
    # evaluations far beyond the checkpoint, which is of iteration 0 for its first five seconds
    until(lambda: any(row["iterations"] > 5000 for row in own.rows(run, "run.point")), "evaluations")
    pid, goal = own.cut_short(run)
    own.kill()
    os.kill(pid, signal.SIGKILL)
    own.start()
    assert own.wait(run)["state"] == "done"
    assert is_the_unbroken(own, run, goal, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("who", ["worker", "server", "both"])
def test_fifty_kills_at_random_moments_cost_nothing(who):
    """Limit 8 of the studio: benchmarks/studio.py fails where one run does not end bit for bit."""
    command = [sys.executable, str(ROOT / "benchmarks" / "studio.py"), "kills", "--who", who, "--count", "50"]
    assert subprocess.run(command, env=ENVIRONMENT, timeout=3600).returncode == 0


def test_a_damaged_checkpoint_is_told(studio):
    run = studio.solve(**ON)
    pid = worker_of(studio, run)
    freeze(pid)
    (studio.workspace / "runs" / run / "checkpoint.tianji").write_bytes(b"broken")
    os.kill(pid, signal.SIGKILL)
    found = studio.wait(run)
    assert found["state"] == "failed"
    assert found["problem"]["code"] == "FileFormatError"


def test_a_taken_port_is_passed_over(studio, tmp_path):
    other = Studio(tmp_path / "other", studio.port)
    try:
        assert studio.port < other.port < studio.port + 20
    finally:
        other.end()


def test_a_run_that_has_just_ended_can_be_deleted_and_its_process_is_not_kept(studio):
    run = studio.solve(game="kuhn", iterations=10)
    studio.wait(run)
    assert studio.ask(f"/runs/{run}", "DELETE")[0] == 204
    assert studio.ask(f"/runs/{run}")[0] == 404
    assert any(path.name.startswith(run) for path in (studio.workspace / "trash").iterdir())


def test_a_signal_before_the_server_is_there_ends_it(tmp_path):
    """The address is told before the rest is imported; an exception inside an import may be swallowed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        early = Studio(tmp_path / number.name)
        early.process.send_signal(number)
        try:
            assert early.process.wait(PATIENCE) == 0
        finally:
            early.kill()
