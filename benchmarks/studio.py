"""The studio's limits, measured on this machine: `python benchmarks/studio.py clicks`; the others: --help.

Each prints what it measured beside the limit; the soak is `benchmarks/studio_soak.py`. The tests of
tests/unit/test_studio_*.py and tests/browser assert the same in small, without a clock; here is the clock.
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
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from studio_bench import CHROMIUM, Studio  # noqa: E402

RUN = {"game": "leduc", "method": "cfr", "iterations": 12_000}
END = ("done", "stopped", "failed")
SCREENS = [
    "/", "/games", "/games/kuhn", "/solve/leduc", "/runs", "/play", "/holdem", "/holdem/pushfold", "/train", "/matrix",
    "/subgame/coin_toss", "/search", "/tree/kuhn",
]  # fmt: skip
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


SPOT = {
    "pot": 60, "stack": 180, "tree": "simple", "oop": "99-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,AQo-ATo,KJo+",
    "ip": "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,ATo+,KTo+,QJo",
}  # fmt: skip
# From an input to the end of the frame that shows what it did; what the event itself says is rounded to 8 ms.
STOPWATCH = """() => {
  window.times = [];
  window.news = [];
  const painted = (begun, list) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => list.push(performance.now() - begun);
    channel.port2.postMessage(0);
  });
  const here = () => document.querySelector(".linebar")?.innerText;
  const isWhole = () => !document.querySelector("[data-fact=ev-oop]")?.innerText.includes("…");
  addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-cell]");
    requestAnimationFrame(() => cell.ariaSelected === "true" || window.times.push(Infinity));
    painted(event.timeStamp, window.times);
  }, {capture: true});
  addEventListener("keydown", (event) => {
    const [before, found] = [here(), []];
    window.news.push(found);
    const watch = new MutationObserver(() => {
      if (found.asked === undefined && here() !== before) { found.asked = 1; painted(event.timeStamp, found); }
      if (found.asked === 1 && isWhole()) { found.asked = 2; painted(event.timeStamp, found); watch.disconnect(); }
    });
    watch.observe(document.body, {subtree: true, childList: true, characterData: true});
  }, {capture: true});
}"""


def clicks(work: Path, args: argparse.Namespace) -> None:
    """A cell of the grid clicked, a decision seen before, one never asked for: until it is painted; CPU of the page."""
    from playwright.sync_api import sync_playwright

    studio = Studio(work / "space")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto(studio.link)
        page.wait_for_selector(".rail")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for street, board in (("flop", "Ks7h2d"), ("turn", "Ks7h2d5c"), ("river", "Ks7h2d5c9s")):
            body = {"holdem": {"spot": {**SPOT, "board": board}, "iterations": 4}}
            run = studio.ask("/holdem/runs", "POST", body)[1]["id"]
            assert studio.wait(run)["state"] == "done"
            page.goto(f"{studio.address}/holdem/{run}?hand=AA")
            page.locator("[data-fact=ev-oop]").filter(has_not_text="…").wait_for(timeout=60_000)
            page.evaluate(STOPWATCH)
            _report(street, "a cell clicked", *_clicked(page, session, args.count), "50 ms at p95")
            news = [_walked(page, key) for key in ("1", "2")]
            for _ in news:
                _walked(page, "Backspace")
            before = _used(session)
            known = [_walked(page, key)[0] for key in ["1", "Backspace"] * 10]
            _report(street, "a decision seen before", known, (_used(session) - before) / len(known), "50 ms")
            told = ", ".join(f"strategy {a:.0f}, values {b:.0f} ms" for a, b in news)
            print(
                f"{street:6} decisions never asked for: {told} (limit 100, then {900 if street == 'flop' else 250})"
            )
        browser.close()
    studio.end()


def _clicked(page: Any, session: Any, count: int) -> tuple[list[float], float]:
    """Milliseconds until each of so many clicks was painted, and of CPU a click."""
    cells = page.locator(".grid13 [role=gridcell]:not(.none)").all()
    for cell in cells[:5]:
        cell.click()
    page.wait_for_timeout(400)
    page.evaluate("window.times = []")
    before = _used(session)
    chance = random.Random(1)
    for _ in range(count):
        box = chance.choice(cells).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(60)
    return page.evaluate("window.times"), (_used(session) - before) / count


def _walked(page: Any, key: str) -> tuple[float, float]:
    """Milliseconds from a key until another decision is painted, and until its values are."""
    page.evaluate("window.news = []")
    page.keyboard.press(key)
    page.wait_for_function("() => window.news[0]?.length === 2")
    page.wait_for_timeout(50)
    first, whole = page.evaluate("window.news[0]")
    return first, whole


def _used(session: Any) -> float:
    """Milliseconds of CPU that the page's thread has taken for tasks."""
    rows = session.send("Performance.getMetrics")["metrics"]
    return 1e3 * next(row["value"] for row in rows if row["name"] == "TaskDuration")


def _report(street: str, what: str, times: list[float], cpu: float, limit: str) -> None:
    times = sorted(times)
    p95 = times[int(0.95 * (len(times) - 1))]
    print(f"{street:6} {what}: median {statistics.median(times):.0f} ms, p95 {p95:.0f} (limit {limit}), "
          f"{cpu:.1f} ms of CPU each, {len(times)} measured")  # fmt: skip


# One picture a step: the milliseconds between them, and what one step took of the page's own thread.
FRAMES = """async ([steps, move]) => {
  const step = eval(move), next = () => new Promise(requestAnimationFrame), times = [];
  let before = await next();
  for (let k = 0; k < steps; k++) {
    step(k);
    const now = await next();
    times.push(now - before);
    before = now;
  }
  return times;
}"""
SLIDE = """(k) => {
  const slider = document.querySelector("input[type=range]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(slider, STEP);
  slider.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def motion(work: Path, args: argparse.Namespace) -> None:
    """Time travel scrubbed, a trace of 100,000 visits stepped through, a tree of 2,000 nodes opened and panned."""
    from playwright.sync_api import sync_playwright

    studio = Studio(work / "space")
    run = studio.solve(game="leduc", method="cfr", iterations=20_000)
    assert studio.wait(run)["state"] == "done"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM)
        # eval is what our content policy forbids, and what hands the steps over
        page = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True).new_page()
        page.set_default_timeout(120_000)
        page.goto(studio.link)
        page.wait_for_selector(".rail")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        page.route("**/snapshots?*", lambda route: route.fulfill(json=_stretched(route.fetch().json(), 200)))
        page.goto(f"{studio.address}/runs/{run}/time")
        page.locator("[data-fact=difference]").wait_for()
        _frames(
            page, session, "200 snapshots of Leduc scrubbed", 199, SLIDE.replace("STEP", "k"), "p95 20 ms"
        )

        page.goto(f"{studio.address}/search/connect_four?method=alphabeta&depth=13")
        page.locator("table.trace").wait_for()
        visits = int(page.locator("input[type=range]").get_attribute("max")) + 1
        _frames(page, session, f"{visits:,} visits, step by step", 100, SLIDE.replace("STEP", "k"), "50 ms")
        jump = SLIDE.replace("STEP", f"(k * 7919) % {visits}")
        _frames(page, session, f"{visits:,} visits, jumps", 100, jump, "50 ms")

        begun = time.perf_counter()
        page.goto(f"{studio.address}/tree/leduc")
        page.locator("[data-node='0']").wait_for()
        print(f"tree of Leduc (9,457 histories) open after {time.perf_counter() - begun:.2f} s (limit 1)")
        page.route(
            "**/tree?*", lambda route: route.continue_(url=route.request.url.replace("depth=3", "depth=9"))
        )
        before, begun = _used(session), time.perf_counter()
        page.goto(f"{studio.address}/tree/kuhn(cards=15)")
        page.locator("[data-node='0.0.0.0']").wait_for()
        nodes = page.locator("[data-node]").count()
        print(
            f"{nodes:,} nodes drawn after {time.perf_counter() - begun:.2f} s, {_used(session) - before:.0f} ms of CPU"
        )
        pan = "(k) => document.querySelector('.treebox').scrollBy(k < 60 ? 40 : -40, k % 20 < 10 ? 5 : -5)"
        _frames(page, session, f"{nodes:,} nodes panned", 120, pan, "p95 33 ms")
        browser.close()
    studio.end()


def _stretched(series: dict[str, Any], size: int) -> dict[str, Any]:
    """A run through time with so many snapshots: those that there are, drawn out; a run of 10⁸ iterations has 200."""
    rows = len(series["t"])
    picks = [round(k * (rows - 1) / size) for k in range(size + 1)]
    drawn = {name: [series[name][k] for k in picks] for name in ("regret", "current", "average")}
    return {**series, **drawn, "t": [0, *range(1, size + 1)]}


def _frames(page: Any, session: Any, what: str, steps: int, move: str, limit: str) -> None:
    before = _used(session)
    times = sorted(page.evaluate(FRAMES, [steps, move]))
    cpu = (_used(session) - before) / steps
    p95 = times[int(0.95 * (len(times) - 1))]
    print(f"{what}: a picture every {statistics.median(times):.0f} ms, p95 {p95:.0f} (limit {limit}), "
          f"{cpu:.1f} ms of CPU a step")  # fmt: skip


def viewers(work: Path, args: argparse.Namespace) -> None:
    """So many readers of one run, one of which does not read: the server's CPU, the delay, what was missed."""
    studio = Studio(work / "space")
    run = studio.solve(game="leduc", method="cfr", iterations=100_000_000)
    studio.wait(run, ("running",))
    delays: list[float] = []
    seen: list[list[int]] = [[] for _ in range(args.count - 1)]
    threads = [
        threading.Thread(target=view_run, args=(studio, run, numbers, delays), daemon=True)
        for numbers in seen
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


def view_run(
    studio: Studio,
    run: str,
    numbers: list[int],
    delays: list[float],
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Read a run's events to its end: their numbers, and how late each came by the clock that stamps them."""
    connection = _connect(studio, run)
    answer = connection.getresponse()
    began = now()
    while line := answer.readline():
        if line.startswith(b"id: "):
            numbers.append(int(line.split(b":")[2]))
        elif line.startswith(b"data: "):
            data = json.loads(line[6:])
            at = datetime.fromisoformat(data["at"]) if "at" in data else None
            if at is not None and at > began:
                delays.append((now() - at).total_seconds())
            if "event" not in data and set(data) == {"run"}:  # it is in the trash
                break
            if data.get("event") == "run.state" and data.get("state") in END:
                break
    connection.close()


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


def _resident(pid: int) -> float:
    """Megabytes of memory in use."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu(pid: int) -> float:
    """Seconds of processor time so far."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["paint", "clicks", "motion", "viewers", "kills", "restart", "fresh"])
    parser.add_argument("--count", type=int, default=None, help="viewers (100) or kills of each kind (50)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of viewers")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--who", default="worker,server,both", help="of kills")
    args = parser.parse_args()
    if args.count is None:
        args.count = 100 if args.what in ("viewers", "clicks") else 50
    with tempfile.TemporaryDirectory() as work:
        globals()[args.what](Path(work), args)


if __name__ == "__main__":
    main()
