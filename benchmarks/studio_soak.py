"""The studio soaked: random questions, runs and clicks; at quiet points memory, open files and late events.

    python benchmarks/studio_soak.py --hours 8 --record soak.jsonl   by the clock: one question a second
    python benchmarks/studio_soak.py --hours 8 --clock 12            by a clock of the studio's own, 12 times as fast
    python benchmarks/studio_soak.py --questions 6000                as fast as it goes; --rate: so many a second

At a quiet point no run works or waits, nobody watches, and at most thirty runs are kept: what has grown from one to
another is a leak, not work. The record has a line a quiet point, written as it is reached, and the verdict at its end:
a soak that is cut off has its record up to there. What a server imports and keeps at hand is there after the first
quarter; the verdict counts from then on, and says how fast it still grew over the second half.

With `--clock` the server and its processes live by a faster clock (`fast_clock.py`); who asks, the browser and the
lag of events stay on the wall's. What the server says of the time (the date of an answer) and when it gives its signs
of life (every 15 seconds by the clock of its waits) are in the record, and a clock that did not go as told is a miss.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from fast_clock import FastClock
from studio import CHROMIUM, SCREENS, Studio, view_run

from studio_bench import ENVIRONMENT
from tianji.studio.events import BEAT_S

PERIODS, QUIET_S = 20, 16.0  # quiet points, and how long each is by the studio's clock
LIMITS = {"memory": 0.05, "files": 0, "late_s": 1.0}


def soak(work: Path, args: argparse.Namespace, clock: FastClock) -> dict[str, Any]:
    """The whole of it; the verdict."""
    from playwright.sync_api import sync_playwright

    ENVIRONMENT.update(clock.environment)
    studio = Studio(work / "space")
    chance = random.Random(args.seed)
    begun, faults = time.monotonic(), 0
    first, due = _date(studio), begun
    marks: list[dict[str, float]] = []
    lags: list[float] = []
    said: list[str] = []
    share = args.questions // PERIODS
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM)
        for period in range(1, PERIODS + 1):
            page = browser.new_context().new_page()
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(studio.ask("/links", "POST", {})[1]["address"])
            page.wait_for_selector("h1")
            readers: list[threading.Thread] = []
            for k in range(share):
                if args.rate:
                    due = max(due + clock.seconds(1 / args.rate), time.monotonic() - 5)
                    time.sleep(max(0.0, due - time.monotonic()))
                status, run = _ask_anything(studio, chance)
                faults += status >= 500
                if status == 202 and run:
                    readers.append(
                        threading.Thread(
                            target=view_run, args=(studio, run, [], lags, clock.now), daemon=True
                        )
                    )
                    readers[-1].start()
                if k % 100 == 0:
                    _click(page, studio, chance)
            in_page = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
            page.context.close()
            kept = _quiet(studio, readers, clock)
            standing = _standing(studio.process.pid)  # before anybody asks for anything
            marks.append({"minutes": (time.monotonic() - begun) / 60, "studio_h": _date(studio) - first,
                          "questions": period * share, "runs": kept, **standing, "page MB": in_page})  # fmt: skip
            tell(args.record, marks[-1])
        browser.close()
    lags = [clock.seconds(lag) for lag in lags]
    pace = 3600 * marks[-1]["studio_h"] / (60 * marks[-1]["minutes"])
    log = studio.workspace / "server.log"
    found = {**verdict(marks), "answers of 500 and above": faults, "events": len(lags),
             "late_s": statistics.quantiles(lags, n=100)[98] if len(lags) > 100 else max(lags, default=None),
             "pace of its clock": pace, "sign of life_s": _sign_of_life(studio),
             "log bytes": log.stat().st_size if log.exists() else 0, "faults of the page": len(said)}  # fmt: skip
    studio.close()
    return found


def verdict(marks: list[dict[str, float]]) -> dict[str, float]:
    """What has grown since the first quarter, and how fast the server's own memory still grew over the second half."""
    settled, late = marks[len(marks) // 4 :], marks[len(marks) // 2 :]
    slope = statistics.linear_regression(
        [mark["questions"] / 1000 for mark in late], [mark["server own MB"] for mark in late]
    ).slope
    first, last = settled[0], settled[-1]
    return {
        "minutes": last["minutes"], "studio_h": last["studio_h"], "questions": last["questions"],
        "memory": last["server MB"] / first["server MB"] - 1, "own MB a thousand questions": slope,
        "files": last["server files"] - first["server files"],
    }  # fmt: skip


def tell(record: Path | None, row: dict[str, Any]) -> None:
    """Print a row, and keep it."""
    words = (
        f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in row.items()
    )
    print(", ".join(words), flush=True)
    if record is not None:
        with record.open("a") as file:
            file.write(json.dumps(row) + "\n")


def _click(page: Any, studio: Studio, chance: random.Random) -> None:
    """A screen, and three of those that its rail leads to."""
    page.goto(studio.address + chance.choice(SCREENS))
    page.wait_for_selector("h1")
    for link in chance.sample(page.locator("a.item").all(), 3):
        link.click()
        page.wait_for_selector("h1")


def _date(studio: Studio) -> float:
    """The hour in which the server believes to be: the date that it puts on an answer."""
    return parsedate_to_datetime(studio.raw("/open")[1]["date"]).timestamp() / 3600


def _sign_of_life(studio: Studio) -> float:
    """Seconds of the wall's clock between two signs of life to a reader to whom there is nothing to tell."""
    request = urllib.request.Request(
        f"{studio.address}/api/v1/events", headers={"Authorization": f"Bearer {studio.bearer}"}
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=120) as answer:
        times = []
        while len(times) < 4:
            if answer.readline().startswith(b": still here"):
                times.append(time.monotonic())
    return (times[-1] - times[0]) / 3


def _quiet(studio: Studio, readers: list[threading.Thread], clock: FastClock) -> int:
    """Stop what works or waits, let readers go, throw away all runs but thirty; how many are left."""
    while active := [run for run in _listed(studio) if run["state"] in ("queued", "running")]:
        for run in active:
            studio.ask(f"/runs/{run['id']}/stop", "POST", {})
        time.sleep(0.2)
    for reader in readers:
        reader.join(30)
    assert not any(reader.is_alive() for reader in readers), "a reader was not told that its run has ended"
    for run in _listed(studio)[30:]:
        studio.ask(f"/runs/{run['id']}", "DELETE", {})
    left = len(_listed(studio))
    time.sleep(clock.seconds(QUIET_S))
    return left


def _listed(studio: Studio) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = studio.ask("/runs?limit=500")[1]["items"]
    return items


def _standing(pid: int) -> dict[str, float]:
    """Memory and open files of the server and of the clerks that it has started; own: not mapped from files."""
    names = {pid: "server"}
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(OSError):
            if b"studio.clerk" in Path(f"/proc/{child}/cmdline").read_bytes():
                names[int(child)] = f"clerk {len(names)}"
    found = {}
    for number, name in names.items():
        pages = [int(field) for field in Path(f"/proc/{number}/statm").read_text().split()]
        found[f"{name} MB"] = pages[1] * os.sysconf("SC_PAGE_SIZE") / 1e6
        found[f"{name} own MB"] = (pages[1] - pages[2]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        found[f"{name} files"] = float(len(list(Path(f"/proc/{number}/fd").iterdir())))
    return found


def _ask_anything(studio: Studio, chance: random.Random) -> tuple[int, str]:
    """The status of an answer, and the run that it has started."""
    runs = [run["id"] for run in studio.ask("/runs?limit=20")[1]["items"]]
    any_run = chance.choice(runs) if runs else "aaaaaaaaaa"
    game = chance.choice(["kuhn", "leduc", "ledcu", "liars_dice(faces=3)", "tic_tac_toe", "goofspiel"])
    things: list[tuple[str, str, Any]] = [
        ("/games", "GET", None), (f"/games/{game}", "GET", None), ("/methods", "GET", None),
        ("/plans", "POST", {"game": game}), (f"/runs/{any_run}", "GET", None),
        (f"/runs/{any_run}/infosets", "GET", None), (f"/runs/{any_run}/files", "GET", None),
        (f"/runs/{any_run}/stop", "POST", {}), (f"/runs/{any_run}/resume", "POST", {}),
        ("/runs", "POST", {"solve": {"game": game, "iterations": chance.randrange(1, 2000)}}),
        (f"/runs/{any_run}", "DELETE", {}), ("/matrix/correlated", "POST", {"payoffs": "0,0 7,2; 2,7 6,6"}),
        ("/matches", "POST", {"game": "kuhn", "players": [{"kind": "uniform"}] * 2, "rounds": 5}),
        ("/library", "GET", None), (f"/games/{game}/tree?depth=3", "GET", None), ("/decks", "GET", None),
        ("/search", "POST", {"spec": "tic_tac_toe", "moves": ["4"], "method": "alphabeta", "depth": 3}),
    ]  # fmt: skip
    # a run is a process each
    weights = [0.3 if (path, method) == ("/runs", "POST") else 1 for path, method, _ in things]
    path, method, body = chance.choices(things, weights)[0]
    status, answer = studio.ask(path, method, body)
    return status, answer["id"] if (path, method) == ("/runs", "POST") and status == 202 else ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hours", type=float, default=None, help="by the clock, one question a second")
    parser.add_argument("--questions", type=int, default=28_800, help="as many as eight hours have seconds")
    parser.add_argument("--rate", type=float, default=0.0, help="questions a second; 0: as fast as it goes")
    parser.add_argument(
        "--record", type=Path, default=None, help="a file, to which every quiet point is written"
    )
    parser.add_argument(
        "--clock", type=float, default=1.0, help="times as fast as the wall's; of server and runs"
    )
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    if args.hours is not None:
        args.rate, args.questions = 1.0, max(PERIODS, round(3600 * args.hours))
    with tempfile.TemporaryDirectory() as work, FastClock(args.clock) as clock:
        found = soak(Path(work), args, clock)
    tell(args.record, found)
    misses = [name for name, limit in LIMITS.items() if (found[name] or 0) > limit]
    if not all(
        0.9 < pace / args.clock < 1.1
        for pace in (found["pace of its clock"], BEAT_S / found["sign of life_s"])
    ):
        misses.append("the pace of its clock")
    sys.exit(f"over its limit: {', '.join(misses)}" if misses else 0)


if __name__ == "__main__":
    main()
