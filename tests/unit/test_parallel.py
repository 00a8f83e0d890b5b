"""tianji.parallel: the same bytes wherever items run, and after any death of a worker or of the driver."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

import tianji as tj
from tianji.parallel import Processes, Serial, make_executor, make_items, run_batch
from tianji.parallel import frames as wire

JOBS = textwrap.dedent("""
    import os, signal, time
    from pathlib import Path
    import numpy as np

    def work(args, shared):
        time.sleep(args.get("sleep", 0))
        x = args["x"]
        row = np.random.default_rng(x).normal(size=args.get("size", 7))
        return {"row": row, "table": shared["table"] * x if shared else np.zeros((0, 2), np.int8)}, {"x": x}

    def waits(args, shared):
        while not Path(args["mark"]).exists():
            time.sleep(0.005)
        return {}, {}

    def noisy(args, shared):
        print("not a frame")
        os.write(1, b"nor is this")
        return {}, {"x": args["x"], "threads": os.environ["OMP_NUM_THREADS"]}

    def hurt(args, shared):
        how, mark = args["how"], Path(args["mark"])
        if how == "raises":
            raise ValueError("no such spot")
        if how == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "dies once" and not mark.exists():
            mark.touch()
            os._exit(7)
        return {}, {"how": how}

    def text(args, shared):
        return {"names": np.array(["a"], dtype=object)}, {}

    def writes(args, shared):
        shared["table"][0] = 1
        return {}, {}

    version = 3
    work.version = 2
""")
JOB = "batch_jobs:work"


@pytest.fixture(autouse=True)
def jobs(tmp_path, monkeypatch):
    place = tmp_path / "jobs"
    place.mkdir()
    (place / "batch_jobs.py").write_text(JOBS)
    monkeypatch.syspath_prepend(place)
    yield
    sys.modules.pop("batch_jobs", None)


def files(folder):
    """Every file of results, by its bytes."""
    found = (Path(folder) / "items").rglob("*.safetensors")
    return {path.name: path.read_bytes() for path in found}


def some(count=12, **more):
    return [{"x": x, **more} for x in range(count)]


def test_serial_and_processes_give_the_same_bytes(tmp_path):
    table = {"table": np.arange(6.0).reshape(2, 3)}
    for on in ("serial", "processes(2)"):
        batch = run_batch(tmp_path / on, JOB, some(), on=on, shared=table)
        assert (batch.done, batch.failed, batch.lost, batch.stopped) == (12, 0, 0, "")
        assert [outcome.fields["x"] for outcome in batch.outcomes()] == list(range(12))
    assert files(tmp_path / "serial") == files(tmp_path / "processes(2)")
    last = list(batch.outcomes())[-1]
    assert (last.tensors["table"] == 11 * table["table"]).all() and last.tensors["row"].shape == (7,)
    assert json.loads(batch.to_json())["done"] == 12
    manifest = json.loads((tmp_path / "serial" / "manifest.json").read_text())
    assert manifest["job"] == JOB and manifest["job_version"] == 2 and manifest["count"] == 12


def test_large_results_and_a_job_that_prints(tmp_path):
    with Processes(2) as executor:
        items = make_items(JOB, some(3, size=2**17))
        sizes = [outcome.tensors["row"].nbytes for outcome in executor.run(JOB, items)]
        assert sizes == [2**20] * 3
        items = make_items("batch_jobs:noisy", some(4), cpus=1)
        found = list(executor.run("batch_jobs:noisy", items))  # the same workers
        assert sorted(outcome.fields["x"] for outcome in found) == [0, 1, 2, 3]
        assert {outcome.fields["threads"] for outcome in found} == {"1"}
        assert len({outcome.where for outcome in found}) <= 2


def test_one_that_raises_one_that_kills_and_one_that_recovers(tmp_path):
    args = [{"how": how, "mark": str(tmp_path / "mark")} for how in ("fine", "raises", "dies", "dies once")]
    batch = run_batch(tmp_path / "b", "batch_jobs:hurt", args, on="processes(2)")
    assert (batch.total, batch.done, batch.failed, batch.lost, batch.stopped) == (4, 2, 1, 1, "")
    failed, lost = batch.faults
    assert failed["status"] == "failed" and failed["error"] == "ValueError: no such spot"
    assert lost["status"] == "lost" and "died 3 times, the last time by signal 9" in lost["error"]
    rows = [json.loads(line) for line in (tmp_path / "b" / "log.jsonl").read_text().splitlines()]
    assert sorted((row["status"], row["attempts"]) for row in rows) == [
        ("done", 1), ("done", 2), ("failed", 1), ("lost", 3),
    ]  # fmt: skip
    again = run_batch(tmp_path / "b", "batch_jobs:hurt", args, on="processes(2)")  # in quarantine: not tried
    assert again.lost == 1 and "delete" in again.faults[1]["error"]
    log = (tmp_path / "b" / "log.jsonl").read_text().splitlines()
    assert len(log) == len(rows) + 1  # what failed is tried once more in another run
    next((tmp_path / "b" / "lost").iterdir()).unlink()
    third = run_batch(tmp_path / "b", "batch_jobs:hurt", args, on="processes(1)", attempts=1)
    assert third.lost == 1 and "died 1 times" in third.faults[1]["error"]


@pytest.mark.parametrize("seed", range(5))
def test_workers_killed_at_random_moments(tmp_path, seed):
    """SIGKILL whichever worker there is, three times: the folder ends complete and identical."""
    draw, stop = Random(seed), threading.Event()
    executor = Processes(2)
    args = some(16, sleep=0.02)
    run_batch(tmp_path / "a", JOB, some(16, sleep=0.02))

    def kill():
        for _ in range(3):
            stop.wait(draw.uniform(0, 0.3))
            workers = list(executor._workers)
            if workers:
                draw.choice(workers).process.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    with executor:
        items = make_items(JOB, args)
        found = {outcome.key: outcome for outcome in executor.run(JOB, items, attempts=10)}
    stop.set()
    killer.join()
    assert set(found) == {item.key for item in items} and all(o.status == "done" for o in found.values())
    batch = run_batch(tmp_path / "a", JOB, args)
    for outcome in batch.outcomes():
        assert (found[outcome.key].tensors["row"] == outcome.tensors["row"]).all()


@pytest.mark.parametrize("seed", range(3))
def test_a_driver_killed_at_a_random_moment_goes_on(tmp_path, seed):
    """The driver of a batch, with its two workers, dies by SIGKILL; the next one ends with the same files."""
    command = (
        "from tianji.parallel import run_batch; import sys; sys.path.insert(0, sys.argv[2]); "
        "run_batch(sys.argv[1], 'batch_jobs:work', [{'x': x, 'sleep': 0.02} for x in range(16)], on='processes(2)')"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    folder = tmp_path / "b"
    process = subprocess.Popen([sys.executable, "-c", command, str(folder), str(tmp_path / "jobs")], env=env)
    wanted = Random(seed).randrange(0, 9)  # results that may be there before the end
    while process.poll() is None and len(files(folder)) < wanted:
        time.sleep(0.003)
    process.send_signal(signal.SIGKILL)
    process.wait()
    left = files(folder)
    args = some(16, sleep=0.02)
    batch = run_batch(folder, JOB, args, on="processes(2)")
    assert batch.done == 16 and batch.stopped == ""
    assert left.items() <= files(folder).items()
    run_batch(tmp_path / "a", JOB, args)
    assert files(folder) == files(tmp_path / "a")


def test_a_worker_ends_when_its_driver_is_gone():
    executor = Processes(1)
    items = make_items(JOB, some(1, sleep=60))
    running = executor.run(JOB, items, stop=lambda: "cancelled" if executor._busy() else "")
    assert list(running) == []  # cancelled at once, and the worker is gone
    assert executor._workers == []
    executor._begin(1)
    worker = executor._workers[0]
    assert wire.read_frame(worker.handle)[0] == wire.hello()
    wire.write_frame(
        worker.process.stdin.fileno(), {"job": JOB, "key": "k", "args": {"x": 1, "sleep": 60}, "shared": {}}
    )
    worker.process.stdin.close()
    assert worker.process.wait(300) == 0
    executor.close()


def test_stopped_it_goes_on(tmp_path):
    event = threading.Event()

    def said(report):
        assert report.total == 12 and report.unit == "items"
        return report.done < 3

    first = run_batch(tmp_path / "b", JOB, some(), progress=said)
    assert first.stopped == "cancelled" and first.done == 3
    event.set()
    assert run_batch(tmp_path / "b", JOB, some(), stop=event, on="processes(2)").done == 3
    assert run_batch(tmp_path / "b", JOB, some(), seconds=1e-9).stopped == "seconds"
    whole = run_batch(tmp_path / "b", JOB, some())
    assert whole.done == 12 and whole.stopped == ""
    assert run_batch(tmp_path / "b", JOB, some(14)).done == 14  # more of the same is taken in


def test_the_first_interrupt_lets_running_items_finish(tmp_path):
    mark, job = tmp_path / "mark", "batch_jobs:waits"
    with Processes(1) as executor:

        def stop():  # while the first item runs, which ends after that alone
            if executor._busy():
                mark.touch()
            return "interrupted" if mark.exists() else ""

        items = make_items(job, some(8, mark=str(mark)))
        assert [outcome.status for outcome in executor.run(job, items, stop=stop)] == ["done"]
    one = Serial().run(job, items, stop=lambda: "interrupted")
    assert list(one) == []


def test_a_damaged_result_is_made_again_and_files_of_others_are_refused(tmp_path, caplog):
    batch = run_batch(tmp_path / "b", JOB, some(3))
    before = files(tmp_path / "b")
    victim = next((tmp_path / "b" / "items").rglob("*.safetensors"))
    victim.write_bytes(victim.read_bytes()[:-5])
    assert run_batch(tmp_path / "b", JOB, some(3)).done == batch.done and files(tmp_path / "b") == before
    with pytest.raises(
        tj.errors.ParameterError, match=r"holds a batch of job='batch_jobs:work', this one has job="
    ):
        run_batch(tmp_path / "b", "batch_jobs:noisy", some(3))
    import batch_jobs

    batch_jobs.work.version = 4
    with pytest.raises(tj.errors.ParameterError, match="job_version=2, this one has job_version=4"):
        run_batch(tmp_path / "b", JOB, some(3))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x.txt").write_text("x")
    with pytest.raises(tj.errors.ParameterError, match="has files, but no batch"):
        run_batch(tmp_path / "other", JOB, some(3))
    manifest = tmp_path / "b" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"count": 3', '"count": 7'))
    with pytest.raises(tj.errors.FileFormatError, match="fails its checksum"):
        run_batch(tmp_path / "b", JOB, some(3))
    manifest.write_text("[]")
    with pytest.raises(tj.errors.FileFormatError, match="is no manifest of a batch"):
        run_batch(tmp_path / "b", JOB, some(3))
    with pytest.raises(tj.errors.FileAccessError, match="cannot be made"):
        run_batch("/dev/null/x", JOB, some(3))


BARE = [sys.executable, "-I", "-S", "-c"]  # what imports nothing of ours begins in no time
GREETS = """
import json, os, time
hello = json.dumps({**%r, "tensors": {}}).encode()
os.write(1, len(hello).to_bytes(8, "little") + hello)
"""
EVIL = """
head = json.loads(os.read(0, int.from_bytes(os.read(0, 8), "little")))
right = dict(key=head["key"], status="done", fields={}, seconds=0.0, where="", error="")
def frame(**changed):
    text = json.dumps({**right, "tensors": {}, **changed}).encode()
    os.write(1, len(text).to_bytes(8, "little") + text)
"""
NONSENSE = {
    "of another item": "frame(key='0' * 64)",
    "lost by its own word": "frame(status='lost')",
    "with a field too many": "frame(attempts=1)",
    "without fields": "frame(fields=None)",
    "no JSON": "os.write(1, (5).to_bytes(8, 'little') + b'[[[[[')",
    "deep": "os.write(1, (10**5).to_bytes(8, 'little') + b'[' * 10**5)",
    "as long as the sea": "os.write(1, b'\\xff' * 8)",
    "a pickle": "frame(tensors={'x': ['|O', [1]]})",
    "an array of 2^62": "frame(tensors={'x': ['<f8', [2**62]]})",
    "an array of less than nothing": "frame(tensors={'x': ['<f8', [-1]]})",
    "twice": "frame(); frame()",
}


@pytest.mark.parametrize("how", NONSENSE)
def test_a_worker_that_talks_nonsense_is_ended_and_believed_nothing(how):
    """An outcome under another item's name was kept as that item's; the rest were tracebacks of the driver."""
    items = make_items("tianji.parallel.examples:square", [{"x": 2}])
    with Processes(1) as executor:
        executor.command = [*BARE, f"{GREETS % wire.hello()}{EVIL}{NONSENSE[how]}; time.sleep(300)"]
        found = list(executor.run("tianji.parallel.examples:square", items, attempts=1))
        assert [outcome.key for outcome in found] == [items[0].key]
        if how == "twice":
            assert found[0].status == "done"
        else:
            assert found[0].status == "lost" and "a message that is none" in found[0].error


def test_a_file_in_the_current_folder_is_not_run_by_workers(tmp_path, monkeypatch):
    """`python -m` looks there first: a `json.py` in a folder of downloads was run by every worker."""
    (tmp_path / "json.py").write_text("raise SystemExit('run by a worker')")
    monkeypatch.chdir(tmp_path)
    found = run_batch(tmp_path / "batch", "tianji.parallel.examples:square", [{"x": 2}], on="processes(1)")
    assert found.done == 1


def test_another_version_is_refused_by_name(monkeypatch):
    executor = Processes(1)
    said = f"{GREETS % {'version': '9.9', 'kernels': 'k'}}time.sleep(60)"
    executor.command = [*BARE, said]
    with pytest.raises(
        tj.errors.NotApplicableError, match=r"a worker has Tianji '9\.9' with kernels 'k', this is"
    ):
        list(executor.run(JOB, make_items(JOB, some(1))))
    assert executor._workers == []
    executor.command = [*BARE, "import nothing_of_that_name"]
    with pytest.raises(
        tj.errors.NotApplicableError, match=r"end before they begin \(exit code 1: ModuleNotFoundError"
    ):
        list(executor.run(JOB, make_items(JOB, some(1))))


@pytest.mark.parametrize(
    ("on", "said"),
    [
        ("ray", r"on='ray' needs the package 'ray'; install it with: pip install 'tianji\[ray\]'"),
        ("ray(10.0.0.1:6379)", "needs the package 'ray'"),
        ("processes(0)", "expected a whole number from 1"),
        ("processes(x)", "expected a number of processes"),
        ("proceses(2)", r"did you mean 'processes\(2\)'"),
        ("serial(2)", r"on='serial\(2\)'"),
        (2, "on=2"),
    ],
)
def test_executors_by_name(on, said, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)  # also where it is installed
    with pytest.raises(tj.errors.TianjiError, match=said):
        make_executor(on)
    assert isinstance(make_executor("serial"), Serial) and make_executor("processes(3)").count == 3


@pytest.mark.parametrize(
    ("job", "args", "said"),
    [
        ("nowhere", [{}], "expected 'module:function'"),
        ("__main__:f", [{}], "expected 'module:function'"),
        ("batch_jobs:nothing", [{}], "has no attribute 'nothing'"),
        ("no_such_module:f", [{}], "No module named 'no_such_module'"),
        ("batch_jobs:version", [{}], "is no function"),
        (JOB, [{"x": object()}], "expected what JSON can hold"),
        (JOB, [{"x": float("nan")}], "expected what JSON can hold"),
        (JOB, [3], "expected a list of mappings"),
    ],
)
def test_jobs_and_arguments_that_cannot_be(job, args, said, tmp_path):
    with pytest.raises(tj.errors.TianjiError, match=said):
        run_batch(tmp_path / "b", job, args)


@pytest.mark.parametrize("on", ["serial", "processes(1)"])
def test_a_job_that_breaks_the_rules_fails(on, tmp_path):
    batch = run_batch(tmp_path / "a", "batch_jobs:text", [{}], on=on)
    assert batch.failed == 1 and "expected arrays of numbers" in batch.faults[0]["error"]
    table = {"table": np.zeros(3)}
    batch = run_batch(tmp_path / "b", "batch_jobs:writes", [{}], on=on, shared=table)
    assert batch.failed == 1 and "read-only" in batch.faults[0]["error"] and not table["table"].any()


def test_a_full_disk_ends_the_batch_with_a_sentence(tmp_path, monkeypatch):
    from tianji.core import storage

    write = storage.write_atomic

    def full(path, data):
        if len(files(tmp_path / "b")) >= 2 and "items" in str(path):
            raise tj.errors.FileAccessError("cannot write: no space left on device")
        write(path, data)

    monkeypatch.setattr(storage, "write_atomic", full)
    with pytest.raises(tj.errors.FileAccessError, match="no space left"):
        run_batch(tmp_path / "b", JOB, some(6), on="processes(2)")
    monkeypatch.undo()
    sys.path.insert(0, str(tmp_path / "jobs"))
    assert len(files(tmp_path / "b")) == 2
    assert run_batch(tmp_path / "b", JOB, some(6)).done == 6


def test_items_that_take_memory_wait_for_each_other(monkeypatch):
    monkeypatch.setattr("tianji.parallel.processes.free_bytes", lambda: 100)
    most = 0
    with Processes(2) as executor:
        items = make_items(JOB, some(4, sleep=0.05), memory=60)
        for outcome in executor.run(JOB, items, stop=lambda: ""):
            most = max(most, len(executor._busy()))
            assert outcome.status == "done"
    assert most <= 1
