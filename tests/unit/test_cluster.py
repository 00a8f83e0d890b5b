"""on="ray": a real cluster of two nodes on this machine, whose workers, nodes and drivers die at random moments.

Needs the extra ray: `pytest -n 0 -m ray tests/unit/test_cluster.py`.
"""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

import tianji as tj
from tianji.arena import holdem_match, match
from tianji.cfr.bench import benchmark
from tianji.cfr.blocks import solve_blocks
from tianji.cfr.seeds import solve_seeds
from tianji.holdem.rounds.tables import reproduce
from tianji.parallel import RayExecutor, make_items, run_batch
from tianji.parallel import cluster as here

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]
JOBS = textwrap.dedent("""
    import os, signal, time
    from pathlib import Path
    import numpy as np

    def work(args, shared):
        time.sleep(float(Path(args["pace"]).read_text()) if "pace" in args else 0)
        x = args["x"]
        row = np.random.default_rng(x).normal(size=args.get("size", 7))
        return {"row": row, "table": shared["table"] * x if shared else np.zeros((0, 2), np.int8)}, {"x": x}

    def hurt(args, shared):
        how, mark = args["how"], Path(args["mark"])
        if how == "raises":
            raise ValueError("no such spot")
        if how == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "exits once" and not mark.exists():
            mark.touch()
            os._exit(7)
        if how == "writes":
            shared["table"][0] = 1
        return {}, {"threads": os.environ["NUMBA_NUM_THREADS"]}

    def sees(args, shared):
        return {}, {"sum": float(shared["table"].sum()), "owns": bool(shared["table"].flags.owndata)}

    def endless(args, shared):
        Path(args["mark"]).touch()
        time.sleep(600)
        return {}, {}
""")
JOB = "cluster_jobs:work"
USERS = ("subgames", "report", "match", "holdem match", "seeds", "blocks", "tables", "bench")
NODE = {
    "num_cpus": 1,
    "object_store_memory": 100 * 2**20,
    "include_dashboard": False,
    "include_log_monitor": False,
}


def begun(kind, tries=3):
    """A cluster; Ray gives a node 30 s to begin, which a machine that is busy may not keep."""
    found = kind()
    try:
        found.add_node(**NODE)
        found.add_node(**NODE)
    except Exception:
        found.shutdown()
        if tries == 1:
            raise
        return begun(kind, tries - 1)
    return found


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A head and one node of one CPU each; this process joins it, and finds the jobs."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    place = tmp_path_factory.mktemp("jobs")
    (place / "cluster_jobs.py").write_text(JOBS)
    paths = [str(place), *(path for path in sys.path if path)]
    settings = {
        "PYTHONPATH": os.pathsep.join(paths), "RAY_USAGE_STATS_ENABLED": "0", "RAY_memory_monitor_refresh_ms": "0",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    }  # fmt: skip
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    sys.path.insert(0, str(place))
    found = begun(Cluster)
    try:
        ray.init(address=found.address, log_to_driver=False, logging_level="error")
        found.place = place
        yield found
    finally:
        ray.shutdown()
        found.shutdown()
        sys.path.remove(str(place))
        sys.modules.pop("cluster_jobs", None)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@pytest.fixture(scope="module")
def wanted(cluster, tmp_path_factory):
    """What a run without harm gives, by file; the runs of tests after that take their time."""
    folder = tmp_path_factory.mktemp("wanted") / "b"
    pace = cluster.place / "pace"
    pace.write_text("0")
    run_batch(folder, JOB, some(pace=str(pace)))
    pace.write_text("0.15")
    return files(folder)


def files(folder):
    found = (Path(folder) / "items").rglob("*.safetensors")
    return {path.name: path.read_bytes() for path in found}


def some(count=60, **more):
    return [{"x": x, **more} for x in range(count)]


def workers():
    """Processes that run items; those of other clusters are not named after this job."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if path.read_bytes().startswith(b"ray::cluster_jobs:work"):
                found.append(int(path.parent.name))
    return found


def during(harm, folder, cluster, attempts=30):
    """A batch on the cluster on a thread of its own, and `harm(over)` beside it until one of them has ended."""
    over, found = threading.Event(), []

    def work():
        try:
            found.append(
                run_batch(folder, JOB, some(pace=str(cluster.place / "pace")), on="ray", attempts=attempts)
            )
        finally:
            over.set()

    beside = threading.Thread(target=work)
    beside.start()
    harm(over)  # nodes are begun on the main thread alone
    beside.join()
    return found[0]


def test_the_same_bytes_as_anywhere(cluster, tmp_path):
    table = {"table": np.arange(6.0).reshape(2, 3)}
    for on in ("serial", "processes(2)", "ray", f"ray({cluster.address})"):
        batch = run_batch(tmp_path / on.replace(":", " "), JOB, some(30), on=on, shared=table)
        assert (batch.done, batch.failed, batch.lost, batch.stopped) == (30, 0, 0, "")
    assert files(tmp_path / "serial") == files(tmp_path / "processes(2)") == files(tmp_path / "ray")
    assert {outcome.status for outcome in batch.outcomes()} == {"done"}


def users(on):
    """What is asked of a batch, in small: every command and function that takes `on`, and what it answers."""
    leduc = tj.load("leduc")
    blueprint = tj.solve(leduc, "cfr+", iterations=20).strategy
    rivers = ["Ks7h2dJc5s", "As7h2dJc5d"]
    spot = tj.holdem.Spot(board=rivers[0], pot=60, stack=200, oop="JJ-22", ip="22+", bets="50%", raises="")

    def subgames():
        found = tj.subgame.solve_all(leduc, blueprint, tj.subgame.cuts(leduc, "board")[:4], on=on)
        return found.report.loss_after, [table.probs.tobytes() for table in found.strategy.tables]

    def tables():
        given = {"columns": [4], "iterations": 2, "blueprint_iterations": 2, "value_iterations": 2}
        found = reproduce(1, "ci", techniques=["resolve"], threads=1, **given, on=on).to_dict()
        return [[row[name] for name in ("technique", "seat0", "seat1")] for row in found["rows"]]

    def blocks():
        found = solve_blocks(leduc, blocks=2, walks=100, seed=2, on=on)
        return [table.probs.tobytes() for table in found.strategy.tables]

    return {
        "subgames": subgames,
        "report": lambda: tj.holdem.report(spot, rivers, iterations=10, on=on).rows,
        "match": lambda: match(tj.load("kuhn"), "dcfr", "uniform", hands=150, seed=3, on=on).to_dict(),
        "holdem match": lambda: holdem_match("call", "random", hands=60, seed=1, on=on).to_dict(),
        "seeds": lambda: solve_seeds(leduc, iterations=60, seeds=3, seed=5, on=on).each,
        "blocks": blocks,
        "tables": tables,
        "bench": lambda: len(benchmark(0.001, on=on).results),  # times differ
    }


@pytest.mark.parametrize("user", USERS)
def test_every_user_of_the_batch_gets_what_one_process_gives(cluster, user):
    assert users("ray")[user]() == users("serial")[user]()


def test_one_that_raises_one_that_kills_and_one_that_recovers(cluster, tmp_path):
    hows = ("fine", "raises", "dies", "exits once", "writes")
    args = [{"how": how, "mark": str(tmp_path / "mark")} for how in hows]
    table = {"table": np.zeros(3)}
    batch = run_batch(tmp_path / "b", "cluster_jobs:hurt", args, on="ray", shared=table, cpus=1)
    assert (batch.total, batch.done, batch.failed, batch.lost, batch.stopped) == (5, 2, 2, 1, "")
    said = {fault["status"]: fault["error"] for fault in batch.faults}
    assert (
        "died 3 times, the last time by WorkerCrashedError" in said["lost"] and "read-only" in said["failed"]
    )
    assert {outcome.fields["threads"] for outcome in batch.outcomes()} == {"1"}
    rows = [json.loads(line) for line in (tmp_path / "b" / "log.jsonl").read_text().splitlines()]
    assert sorted(row["attempts"] for row in rows) == [1, 1, 1, 2, 3]
    again = run_batch(tmp_path / "b", "cluster_jobs:hurt", args, on="ray", shared=table)  # in quarantine
    assert again.lost == 1 and "delete" in next(f["error"] for f in again.faults if f["status"] == "lost")


def test_a_poison_item_among_short_ones_takes_nobody_with_it(cluster):
    """Short items travel together; after a death they are tried one by one."""
    args = [{"how": "dies" if k == 40 else "fine", "mark": "", "k": k} for k in range(80)]
    items = make_items("cluster_jobs:hurt", args)
    with RayExecutor() as executor:
        executor._mean = 1e-4
        found = {outcome.key: outcome for outcome in executor.run("cluster_jobs:hurt", items)}
    assert [found[item.key].status for item in items].count("done") == 79
    assert found[items[40].key].status == "lost" and found[items[40].key].attempts == 3


def test_a_shared_array_is_in_the_store_once_and_a_large_result_comes_back(cluster):
    table = {"table": np.ones(2**22)}  # 32 MiB: four copies would not fit
    items = make_items("cluster_jobs:sees", [{"x": x} for x in range(12)])
    with RayExecutor() as executor:
        found = list(executor.run("cluster_jobs:sees", items, table))
        assert {o.fields["sum"] for o in found} == {2.0**22} and not any(o.fields["owns"] for o in found)
        large = list(executor.run(JOB, make_items(JOB, [{"x": 1, "size": 2**17}])))
        assert large[0].tensors["row"].nbytes == 2**20


def test_another_version_is_refused_by_name(cluster, monkeypatch):
    monkeypatch.setattr(here, "hello", lambda: {"version": "9.9", "kernels": "k"})
    monkeypatch.setattr("tianji.parallel.tries.hello", lambda: {"version": "9.9", "kernels": "k"})
    with pytest.raises(tj.errors.NotApplicableError, match=r"a worker has Tianji .* this is '9\.9' with 'k'"):
        list(RayExecutor().run(JOB, make_items(JOB, some(2))))


def test_what_cannot_be(cluster, tmp_path):
    with pytest.raises(tj.errors.ParameterError, match="expected HOST:PORT"):
        RayExecutor("nowhere")
    with pytest.raises(tj.errors.NotApplicableError, match=r"this process is in the cluster"):
        list(RayExecutor("127.0.0.1:1").run(JOB, make_items(JOB, some(1))))
    with pytest.raises(tj.errors.NotApplicableError, match=r"no node of the Ray cluster has 64 CPUs"):
        list(RayExecutor(patience=0.1).run(JOB, make_items(JOB, some(1), cpus=64)))


def test_cancelled_what_runs_is_ended(cluster, tmp_path):
    mark = tmp_path / "mark"
    items = make_items("cluster_jobs:endless", [{"mark": str(mark)}])
    stop = lambda: "cancelled" if mark.exists() else ""  # noqa: E731
    assert list(RayExecutor().run("cluster_jobs:endless", items, stop=stop)) == []


def test_workers_killed_at_ten_random_moments(cluster, tmp_path, wanted):
    draw, killed, runs = Random(1), [], 0

    def harm(over):
        while len(killed) < 10 and not over.is_set():
            over.wait(draw.uniform(0.05, 0.4))
            if (alive := workers()) and not over.is_set():
                killed.append(draw.choice(alive))
                with suppress(ProcessLookupError):
                    os.kill(killed[-1], signal.SIGKILL)

    while len(killed) < 10:
        runs += 1
        batch = during(harm, tmp_path / f"{runs}", cluster)
        assert batch.done == batch.total and files(tmp_path / f"{runs}") == wanted


def test_raylets_killed_at_ten_random_moments(cluster, tmp_path, wanted):
    """A node joins, and some time later it is gone: ten times, while batches run."""
    draw, killed, runs = Random(2), [], 0

    def harm(over):
        while len(killed) < 10 and not over.is_set():
            try:
                node = cluster.add_node(**NODE)
            except Exception:  # as `begun` says: it may join later, and live
                continue
            over.wait(draw.uniform(0.0, 1.0))
            raylet = node.all_processes["raylet"][0].process
            killed.extend([raylet.pid] * (not over.is_set()))
            raylet.kill()
            raylet.wait()
            cluster.remove_node(node, allow_graceful=False)

    while len(killed) < 10:
        runs += 1
        assert runs <= 10, f"{len(killed)} nodes died while a batch ran"
        batch = during(harm, tmp_path / f"{runs}", cluster)
        assert batch.done == batch.total and files(tmp_path / f"{runs}") == wanted


def test_drivers_killed_at_ten_random_moments(cluster, tmp_path, wanted):
    command = (
        "import sys; from tianji.parallel import run_batch; args = [{'x': x, 'pace': sys.argv[3]} for x in range(60)]; "
        "run_batch(sys.argv[1], 'cluster_jobs:work', args, on=sys.argv[2])"
    )
    draw, folder, pace = Random(3), tmp_path / "b", str(cluster.place / "pace")
    words = [sys.executable, "-c", command, str(folder), f"ray({cluster.address})", pace]
    for _ in range(10):
        more = len(files(folder)) + draw.randrange(0, 6)
        process = subprocess.Popen(words)
        while process.poll() is None and len(files(folder)) < more:
            time.sleep(0.01)
        time.sleep(draw.uniform(0, 0.1))
        assert process.poll() is None
        process.kill()
        process.wait()
    left = files(folder)
    assert len(left) < 60 and left.items() <= wanted.items()
    batch = run_batch(folder, JOB, some(pace=pace), on="ray")
    assert batch.done == batch.total and files(folder) == wanted
