"""A worker: one run, from the question in its folder to the answer; started as `python -m tianji.studio.worker RUN`.

It holds the folder's lock, so that nobody else works there, and the lock goes with the process, however that ends. It
saves through the library's `checkpoint=`; where there is one already, it continues it.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tianji._version import __version__
from tianji.errors import TianjiError, quote
from tianji.studio.files import read_whole, write_whole
from tianji.studio.holdem.work import report_spot, review_hands, solve_spot
from tianji.studio.house import heed as heed_settings
from tianji.studio.own import load_game
from tianji.studio.runs import Journal, asked_state, held

if TYPE_CHECKING:
    from tianji.cfr.solve import Solution
    from tianji.run.report import Report

STEP_S = 0.2  # between two words about progress
LOOK_S = 0.1  # between two looks for the file `stop`
SAVE_S = 5.0  # between two checkpoints
ROWS = 20_000  # infosets that are listed
JOBS = {"holdem": solve_spot, "report": report_spot, "review": review_hands}
ARGUMENTS = ("iterations", "until", "seconds", "seed", "threads", "merge")


def main() -> int:
    """Work on the run whose folder the command names."""
    folder = Path(sys.argv[1])
    with held(folder) as ours:
        if not ours:
            return 0
        os.nice(5)
        heed_settings(folder.parent.parent)
        journal = Journal(folder)
        try:
            _work(folder, journal)
        except TianjiError as error:
            _fail(journal, type(error).__name__, str(error))
        except MemoryError:
            _fail(
                journal,
                "TooLargeError",
                "the memory was not enough; use a sampling method, or smaller parameters",
            )
        except Exception as error:
            traceback.print_exc()
            _fail(
                journal,
                "Fault",
                f"unexpected {type(error).__name__}: {quote(str(error))}; the log shows where",
            )
        finally:
            journal.close()
    return 0


def _fail(journal: Journal, code: str, detail: str) -> None:
    journal.tell("run.state", state="failed", why="refused", problem={"code": code, "detail": detail})


def _work(folder: Path, journal: Journal) -> None:
    about = read_whole(folder / "run.json")
    if about is None:
        _fail(journal, "FileFormatError", "run.json cannot be read; start the run anew")
        return
    body = about["body"]
    journal.tell("run.state", state="running", why="", pid=os.getpid())
    stop = threading.Event()
    _heed(folder / "stop", stop)
    checkpoint = folder / "checkpoint.tianji"
    teller = Teller(folder, journal, resumed=checkpoint.exists())
    kind = about.get("kind", "solve")
    if kind in JOBS:
        JOBS[kind](folder, journal, body, stop, teller)
        return
    import tianji

    arguments = {name: body[name] for name in ARGUMENTS if body.get(name) is not None}
    if body["method"].strip().lower() != "lp":  # one exact step: nothing to save on the way
        arguments |= {
            "checkpoint": str(checkpoint), "checkpoint_every": SAVE_S, "resume": checkpoint.exists(), "curve": True,
        }  # fmt: skip
    game = load_game(body["game"])
    solution = tianji.solve(game, body["method"], progress=teller, stop=stop, **arguments)
    _finish(folder, journal, teller, solution)


def _heed(path: Path, stop: threading.Event) -> None:
    """Set the event when the file appears."""

    def look() -> None:
        while not path.exists():
            time.sleep(LOOK_S)
        stop.set()

    threading.Thread(target=look, daemon=True).start()


class Teller:
    """The progress callback: evaluations go to the journal, where the run stands into a file that is overwritten."""

    def __init__(self, folder: Path, journal: Journal, resumed: bool) -> None:
        self.path, self.journal = folder / "progress.json", journal
        self.gap: float | None = None
        self.is_fresh = not resumed
        self.told: set[int] = set()
        self.next = 0.0
        self.phase = self.message = ""
        self.extra: dict[str, Any] = {}  # what else there is to see
        self.seconds = 0.0

    def __call__(self, report: Report) -> None:
        """Tell what is new."""
        self.seconds = report.seconds
        if report.phase != self.phase or (report.message and report.message != self.message):
            self.phase, self.message = report.phase, report.message
            self.journal.tell("run.message", phase=report.phase, text=report.message)
        if report.gap is not None and report.gap != self.gap:
            # the first gap of a continued run is that of its checkpoint, told before it was lost
            if self.is_fresh or self.gap is not None:
                self.point(report.done, report.seconds, report.gap)
            self.gap = report.gap
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + STEP_S
            with suppress(OSError):  # a full disk must not cost the run; the next word says so
                write_whole(self.path, {**_standing(report), **self.extra}, durable=False)

    def point(self, iterations: int, seconds: float, gap: float) -> None:
        """An evaluation, once."""
        if iterations not in self.told:
            self.told.add(iterations)
            self.journal.tell("run.point", iterations=iterations, seconds=seconds, exploitability=gap)


def _standing(report: Report) -> dict[str, Any]:
    return {
        "phase": report.phase, "done": report.done, "total": report.total, "unit": report.unit,
        "seconds": report.seconds, "rate": report.rate,
        "eta_s": None if report.eta_range else report.eta, "eta_range_s": report.eta_range,
        "gap": report.gap, "message": report.message, "rss": _resident(),
    }  # fmt: skip


def _resident() -> int | None:
    """Bytes of memory in use, where the system says so."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


def _finish(folder: Path, journal: Journal, teller: Teller, solution: Solution) -> None:
    """Write the answer, then say that it is there: in this order, so that a kill between them costs nothing."""
    for check in solution.history:  # also those of before a kill that were not told
        teller.point(check.iterations, check.seconds, check.exploitability)
    brief = write_solution(folder, solution)
    state = asked_state(folder) if solution.stopped in ("cancelled", "interrupted") else "done"
    journal.tell("run.state", state=state, why=solution.stopped, result=brief)


def write_solution(folder: Path, solution: Solution) -> dict[str, Any]:
    """A solve's files, and its figures in brief."""
    data = solution.to_dict(ROWS)
    if solution.iterations or solution.stopped == "exact":
        solution.save(folder / "result.safetensors")
    write_whole(folder / "result.json", data)
    brief = {name: data[name] for name in data if name not in ("infosets", "history")}
    return {**brief, "unsaved": solution.unsaved, "version": __version__}


if __name__ == "__main__":
    sys.exit(main())
