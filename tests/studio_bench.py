"""The bench: a real server in a folder of its own, and the system's Chromium."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tianji.core import storage

ROOT = Path(__file__).resolve().parents[1]
# Seconds after which what a test waits for is lost. No limit is a claim about speed: machines that run tests are busy.
PATIENCE = float(os.environ.get("TIANJI_PATIENCE", "300"))
# Iterations of a run that is to be stopped or killed on its way: no machine is so fast that it ends before.
# In hold'em with storage="float64": a smaller one ends by itself, where its storage holds no better answer.
ENDLESS = 10**9
CHROMIUM = os.environ.get("TIANJI_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ENVIRONMENT = {
    **os.environ,
    "TIANJI_STUDIO_PATIENCE": "20",
    "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])),
}

VIOLATIONS = """axe.run({resultTypes: ['violations']})
    .then(found => found.violations.map(each => [each.id, each.nodes[0].html.slice(0, 120)]))"""


# What its own box cuts off: names of hands that are wider than their cells, labels that are wider than themselves.
CLIPPED = """() => {
  const cells = [...document.querySelectorAll(".grid13 [role=gridcell]")].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell.querySelector("b").firstChild);
    return text.getBoundingClientRect().right > cell.getBoundingClientRect().right;
  });
  const kinds = "button, .button, .tag, .badge, h1, h2, h3, dt, dd, th, summary, label > span, .tabs";
  const labels = [...document.querySelectorAll(`main :is(${kinds})`)].filter(
    (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline",
  );
  return [...cells, ...labels].map((each) => each.dataset.class ?? each.innerText.slice(0, 40)).slice(0, 5);
}"""


# Words left in English on a Chinese page. What is marked as English is meant to be: the library's sentences, names;
# and so are names that runs were given.
ENGLISH = """(names) => {
  const found = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    const isEnglish = /[a-z]{3,}[ ,;:]+[a-z]{3,}/i.test(data) && !/[\u4e00-\u9fff]/.test(data);
    if (!isEnglish || names.includes(data)) continue;
    if (!parent.closest("[lang=en], code, pre, kbd, textarea")) found.push(data);
  }
  return found.slice(0, 5);
}"""


STICKS = '''"""A game of sticks."""

from dataclasses import dataclass

import tianji as tj

STICKS = {sticks}


@dataclass(frozen=True)
class Sticks(tj.Game):
    """Take one stick or two; who takes the last one wins."""

    most: int = 2
    players = 2

    def initial(self):
        return ()

    def player(self, state):
        return len(state) % 2 if sum(state) < STICKS else tj.TERMINAL

    def actions(self, state):
        return list(range(1, min(self.most, STICKS - sum(state)) + 1))

    def result(self, state, action):
        return (*state, action)

    def utility(self, state):
        return {payoffs}
'''
WON = "(1.0, -1.0) if len(state) % 2 else (-1.0, 1.0)"


def write_sticks(path, sticks=3, payoffs=WON):
    """A game of somebody's own, as a file."""
    path.write_text(STICKS.replace("{sticks}", str(sticks)).replace("{payoffs}", payoffs))


def other_looks(looks):
    """Every language, theme and size of a page but these."""
    sizes = ((360, 740), (768, 1000), (1280, 800))
    every = [
        (language, theme, *size) for language in ("en", "zh") for theme in ("light", "dark") for size in sizes
    ]
    return [look for look in every if look not in looks]


def dress(page, language, theme, width, height):
    """Language, theme and size of what a page loads from now on."""
    page.context.add_init_script(
        f"localStorage.setItem('tianji.language', {language!r}); localStorage.setItem('tianji.theme', {theme!r});"
    )
    page.set_viewport_size({"width": width, "height": height})


def fixed(value: float, digits: int = 4) -> str:
    """A number as the page writes it.

    >>> fixed(-1.23456, 2), fixed(-0.00001)
    ('−1.23', '0.0000')
    """
    text = f"{value:.{digits}f}"
    return (text if float(text) else text.lstrip("-")).replace("-", "−")


def percent(share: float) -> str:
    """A share as the page writes it, in one piece."""
    return f"{100 * share:.{1 if 0.0005 <= share < 0.9995 else 0}f}\u00a0%"


def small(value: float) -> str:
    """A gap as the page writes it: four figures, or a power of ten.

    >>> small(0.0123456), small(1.3e-5), small(0)
    ('0.01235', '1.30\\xa0×\\xa010⁻⁵', '0')
    """
    if value == 0:
        return "0"
    if 0.001 <= abs(value) < 10_000:
        return f"{float(f'{value:.4g}'):g}"
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{mantissa}\u00a0×\u00a010{str(int(exponent)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


class Studio:
    """A server that can be killed and started again, and a script's way to it."""

    def __init__(self, workspace: Path, port: int = 0, *flags: str) -> None:
        self.workspace, self.port, self.flags = workspace, port, flags
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tianji", "studio", str(self.workspace), "--port", str(self.port)]
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, "--no-browser", *self.flags],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.workspace.parent,
            env=ENVIRONMENT,
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().split()[-1]
        self.seconds_to_address = time.perf_counter() - begun
        self.address = self.link.partition("/open#")[0]
        self.port = int(self.address.rpartition(":")[2])
        self.bearer = json.loads((self.workspace / "session.json").read_text())["bearer"]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.kill()

    def close(self) -> None:
        """Stop what runs, then end."""
        for run in self.ask("/runs")[1]["items"]:
            self.ask(f"/runs/{run['id']}/stop", "POST", {})
        self.end()

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer to a script that has the bearer token."""
        status, _, data = self.raw(
            f"/api/v1{path}",
            method,
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.bearer}", "X-Tianji": "1", "Content-Type": "application/json"}
            | headers,
        )
        return status, json.loads(data) if data else None

    def raw(
        self, path: str, method: str = "GET", body: bytes | None = None, headers: dict[str, str] | None = None
    ):
        """Status, headers and bytes of an answer, to whoever the headers say we are."""
        request = urllib.request.Request(self.address + path, data=body, method=method, headers=headers or {})
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
                request, timeout=PATIENCE
            ) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def solve(self, **body: Any) -> str:
        status, run = self.ask("/runs", "POST", {"solve": body})
        assert status == 202, run
        return run["id"]

    def cut_short(self, run: str, kind: str = "checkpoint", more: int = 3000) -> tuple[int, int]:
        """Freeze the process that works on a run, and have the run end soon: process, and iterations at its end.

        Soon after its checkpoint, from which it goes on, and after the last evaluation that it has told: what was
        told is the run's curve, and a run that ended before it would be no run that anybody asked for.
        """
        pid = self.worker_of(run)
        freeze(pid)
        saved = iterations_in(self.workspace / "runs" / run / "checkpoint.tianji", kind)
        told = [row["iterations"] for row in self.rows(run, "run.point")]
        goal = max(saved, *told, 0) + more
        self.end_at(run, goal)
        return pid, goal

    def end_at(self, run: str, iterations: int) -> None:
        """Have a run that nobody works on end there when it goes on: what was asked is in its folder."""
        path = self.workspace / "runs" / run / "run.json"
        about = json.loads(path.read_text())
        about["body"]["iterations"] = iterations
        about.pop("sha256", None)  # written by hand
        path.write_text(json.dumps(about))

    def rows(self, run: str, event: str) -> list[dict[str, Any]]:
        """What the worker has told of that kind so far; a line that is still being written is not there yet."""
        text = (self.workspace / "runs" / run / "events.jsonl").read_bytes()
        found = [json.loads(line) for line in text[: text.rfind(b"\n") + 1].splitlines()]
        return [row for row in found if row["event"] == event]

    def worker_of(self, run: str) -> int:
        """The process that works on it."""
        return [row["pid"] for row in self.rows(run, "run.state") if row["state"] == "running"][-1]

    def wait(
        self, run: str, states=("done", "stopped", "paused", "failed"), seconds: float = PATIENCE
    ) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.ask(f"/runs/{run}")[1]
            if found["state"] in states:
                return found
            time.sleep(0.05)
        raise AssertionError(f"run {run} is {found['state']} after {seconds} s, not {states}")


@contextmanager
def open_studio(folder: Path, *flags: str) -> Iterator[Studio]:
    """A server in a folder of its own; what runs there is stopped in the end."""
    server = Studio(folder / "space", 0, *flags)
    try:
        yield server
    finally:
        server.close()


def until(is_so: Callable[[], Any], what: str) -> Any:
    """What a function answers once it answers something; nothing is claimed about time."""
    end = time.monotonic() + PATIENCE
    while not (found := is_so()):
        if time.monotonic() > end:  # ends a hang; nothing is claimed about time
            raise TimeoutError(f"still waiting for {what}")
        time.sleep(0.02)
    return found


def freeze(pid: int) -> None:
    """Halt a process, and come back when every thread of it stands: what it writes can be read and changed then."""
    os.kill(pid, signal.SIGSTOP)

    def stands() -> bool:
        return all(
            path.read_text().rpartition(")")[2].split()[0] in "TtZX"
            for path in Path(f"/proc/{pid}/task").glob("*/stat")
        )

    until(stands, f"process {pid} to stand")


def iterations_in(checkpoint: Path, kind: str = "checkpoint") -> int:
    """How far the run is that this file continues."""
    return storage.load(checkpoint, kind)[1]["runner"]["t"]
