"""The studio's limits, measured on this machine: `python benchmarks/studio.py paint|viewers|kills|restart|fresh|soak`.

Each prints what it measured beside the limit. The tests of tests/unit/test_studio_*.py and tests/browser assert the
same in small, without a clock; here is the clock.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from studio_bench import CHROMIUM, Studio  # noqa: E402

RUN = {"game": "leduc", "method": "cfr", "iterations": 12_000}
END = ("done", "stopped", "failed")
SCREENS = ["/", "/games", "/games/kuhn", "/solve/leduc", "/runs"]
PAINT = """new Promise((done) => {
  const found = performance.getEntriesByName('first-contentful-paint')[0];
  if (found) return done(found.startTime);
  new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({type: 'paint', buffered: true});
})"""


def paint(work: Path, args: argparse.Namespace) -> None:
    """First contentful paint and time until a key is answered, cold cache, median of five."""
    from playwright.sync_api import sync_playwright

    studio = Studio(work / "space")
    print(
        f"address after {studio.seconds_to_address:.2f} s (limit 1.0), server {_resident(studio.process.pid):.0f} MB"
    )
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM)
        for screen in SCREENS:
            paints, keys = [], []
            for _ in range(5):
                context = browser.new_context()
                page = context.new_page()
                page.goto(studio.ask("/links", "POST", {})[1]["address"])
                page.wait_for_selector(".rail")
                session = context.new_cdp_session(page)
                session.send("Network.setCacheDisabled", {"cacheDisabled": True})
                page.goto(studio.address + screen)
                paints.append(page.evaluate(PAINT))
                page.wait_for_selector(".rail")
                begun = time.perf_counter()
                page.keyboard.press("Control+k")
                page.wait_for_selector("dialog[open]")
                keys.append((time.perf_counter() - begun) * 1000)
                context.close()
            print(f"{screen:14} first paint {statistics.median(paints):4.0f} ms (limit 300), "
                  f"a key answered in {statistics.median(keys):4.0f} ms (limit 500)")  # fmt: skip
        browser.close()
    studio.end()


def viewers(work: Path, args: argparse.Namespace) -> None:
    """So many readers of one run, one of which does not read: the server's CPU, the delay, what was missed."""
    studio = Studio(work / "space")
    run = studio.solve(game="leduc", method="cfr", iterations=100_000_000)
    studio.wait(run, ("running",))
    delays: list[float] = []
    seen: list[list[int]] = [[] for _ in range(args.count - 1)]
    threads = [
        threading.Thread(target=_view, args=(studio, run, numbers, delays), daemon=True) for numbers in seen
    ]
    stalled = _connect(studio, run)  # its buffer fills, and nobody else is to notice
    for thread in threads:
        thread.start()
    time.sleep(2)
    before, begun = _cpu(studio.process.pid), time.perf_counter()
    time.sleep(args.seconds)
    share = (_cpu(studio.process.pid) - before) / (time.perf_counter() - begun)
    studio.ask(f"/runs/{run}/stop", "POST", {})
    end = studio.wait(run)
    for thread in threads:
        thread.join(20)
    last = end["seq"]
    whole = sum(numbers == list(range(1, last + 1)) for numbers in seen)
    stalled.close()
    p99 = statistics.quantiles(delays, n=100)[98] * 1000 if len(delays) > 100 else float("nan")
    print(f"{args.count} viewers: {share:.1%} of a core (limit 25 %), delay p99 {p99:.0f} ms (limit 200), "
          f"{whole} of {len(seen)} readers have every one of {last} events")  # fmt: skip
    studio.end()


def _connect(studio: Studio, run: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=120)
    connection.request(
        "GET", f"/api/v1/events?run={run}", headers={"Authorization": f"Bearer {studio.bearer}"}
    )
    return connection


def _view(studio: Studio, run: str, numbers: list[int], delays: list[float]) -> None:
    from datetime import UTC, datetime

    answer = _connect(studio, run).getresponse()
    began = datetime.now(UTC)
    while line := answer.readline():
        if line.startswith(b"id: "):
            numbers.append(int(line.split(b":")[2]))
        elif line.startswith(b"data: "):
            data = json.loads(line[6:])
            at = datetime.fromisoformat(data["at"]) if "at" in data else None
            if at is not None and at > began:
                delays.append((datetime.now(UTC) - at).total_seconds())
            if data.get("event") == "run.state" and data.get("state") in END:
                return


def kills(work: Path, args: argparse.Namespace) -> None:
    """kill -9 at random moments of the worker, the server, or both: every run ends where an unbroken one does."""
    studio = Studio(work / "space")
    whole = studio.solve(**RUN)
    assert studio.wait(whole)["state"] == "done"
    answer = (studio.workspace / "runs" / whole / "result.safetensors").read_bytes()
    points = [row["iterations"] for row in studio.ask(f"/runs/{whole}")[1]["points"]]
    begun = time.perf_counter()
    whole = studio.solve(**RUN)
    studio.wait(whole)
    usual = time.perf_counter() - begun
    chance = random.Random(args.seed)
    for who in args.who.split(","):
        good = 0
        for _ in range(args.count):
            run = studio.solve(**RUN)
            time.sleep(chance.random() * usual * 1.1)
            if who != "server":
                _kill_worker(studio, run)
            if who != "worker":
                studio.kill()
                studio.start()
            found = studio.wait(run, seconds=300)
            folder = studio.workspace / "runs" / run
            rows = [json.loads(line) for line in (folder / "events.jsonl").read_bytes().splitlines()]
            is_same = (
                found["state"] == "done"
                and (folder / "result.safetensors").read_bytes() == answer
                and [row["iterations"] for row in found["points"]] == points
                and [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
            )
            good += is_same
            if not is_same:
                print(f"{who}: run {run} is {found['state']}: {found['problem']}")
        print(f"{who} killed: {good} of {args.count} runs ended bit for bit (limit: all)", flush=True)
        assert good == args.count
    studio.end()


def _kill_worker(studio: Studio, run: str) -> None:
    rows = (studio.workspace / "runs" / run / "events.jsonl").read_bytes().splitlines()
    pids = [json.loads(line).get("pid") for line in rows if b'"pid"' in line]
    if pids:
        with suppress(ProcessLookupError):  # it had ended
            os.kill(pids[-1], signal.SIGKILL)


def restart(work: Path, args: argparse.Namespace) -> None:
    """A server killed and started again while a page watches: how long until the page has noticed both."""
    from playwright.sync_api import sync_playwright

    studio = Studio(work / "space")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_context().new_page()
        page.goto(studio.link)
        page.wait_for_selector(".rail")
        run = studio.solve(game="leduc", method="cfr", iterations=100_000_000)
        page.goto(f"{studio.address}/runs/{run}")
        page.locator("path.series").wait_for(timeout=60_000)
        times = []
        for away in (0.5, 3.0, 8.0):
            studio.kill()
            page.get_by_text("The server does not answer").wait_for(timeout=60_000)
            time.sleep(away)
            studio.start()
            begun = time.perf_counter()
            page.get_by_text("The server does not answer").wait_for(state="detached", timeout=60_000)
            times.append(time.perf_counter() - begun)
        print(f"back after {', '.join(f'{t:.1f}' for t in times)} s of the new address (limit 3)")
        browser.close()
    studio.close()


def fresh(work: Path, args: argparse.Namespace) -> None:
    """A new environment, `pip install ".[studio]"`, the first screen: without Node."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "venv", str(work / "venv")], check=True)
    python = work / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "-q", f"{ROOT}[studio]"], check=True)
    clean = {"HOME": str(work), "PATH": f"{python.parent}:/usr/bin:/bin"}
    server = subprocess.Popen(
        [str(python), "-m", "tianji", "studio", str(work / "space"), "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE, text=True, env=clean,
    )  # fmt: skip
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1].partition("/open#")[0]
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    connection.request("GET", "/open")
    page = connection.getresponse().read()
    print(f"first screen ({len(page)} bytes) after {time.perf_counter() - begun:.0f} s (limit 120)")
    server.kill()
    server.wait()


def soak(work: Path, args: argparse.Namespace) -> None:
    """Random questions and runs for so many seconds: growth of memory and of open files, and the log."""
    studio = Studio(work / "space")
    chance = random.Random(args.seed)
    end, asked, faults = time.monotonic() + args.seconds, 0, 0
    marks: list[tuple[float, int]] = []
    while time.monotonic() < end:
        asked += 1
        faults += _ask_anything(studio, chance) >= 500
        if asked % 50 == 0:
            marks.append(
                (_resident(studio.process.pid), len(list(Path(f"/proc/{studio.process.pid}/fd").iterdir())))
            )
    settled = marks[len(marks) // 4 :]  # after the first quarter
    growth = settled[-1][0] / settled[0][0] - 1
    log = (studio.workspace / "server.log").read_text() if (studio.workspace / "server.log").exists() else ""
    print(f"{asked} questions in {args.seconds:g} s, {faults} answers of 500 and above; memory {growth:+.1%} "
          f"(limit 5 % in 8 h), open files {settled[0][1]} → {settled[-1][1]}, log {len(log)} bytes")  # fmt: skip
    studio.close()


def _ask_anything(studio: Studio, chance: random.Random) -> int:
    runs = [run["id"] for run in studio.ask("/runs?limit=20")[1]["items"]]
    any_run = chance.choice(runs) if runs else "aaaaaaaaaa"
    game = chance.choice(["kuhn", "leduc", "ledcu", "liars_dice(faces=3)", "tic_tac_toe", "goofspiel"])
    things: list[tuple[str, str, Any]] = [
        ("/games", "GET", None), (f"/games/{game}", "GET", None), ("/methods", "GET", None),
        ("/plans", "POST", {"game": game}), (f"/runs/{any_run}", "GET", None),
        (f"/runs/{any_run}/infosets", "GET", None), (f"/runs/{any_run}/files", "GET", None),
        (f"/runs/{any_run}/stop", "POST", {}), (f"/runs/{any_run}/resume", "POST", {}),
        ("/runs", "POST", {"solve": {"game": game, "iterations": chance.randrange(1, 2000)}}),
        (f"/runs/{any_run}", "DELETE", {}),
    ]  # fmt: skip
    path, method, body = chance.choice(things)
    return studio.ask(path, method, body)[0]


def _resident(pid: int) -> float:
    """Megabytes of memory in use."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu(pid: int) -> float:
    """Seconds of processor time so far."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["paint", "viewers", "kills", "restart", "fresh", "soak"])
    parser.add_argument("--count", type=int, default=None, help="viewers (100) or kills of each kind (50)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of viewers and soak")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--who", default="worker,server,both", help="of kills")
    args = parser.parse_args()
    if args.count is None:
        args.count = 100 if args.what == "viewers" else 50
    with tempfile.TemporaryDirectory() as work:
        globals()[args.what](Path(work), args)


if __name__ == "__main__":
    main()
