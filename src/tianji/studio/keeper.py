"""The keeper: knows every run of the workspace, starts the next one, sees which were lost, and passes on what happens.

All it knows it has read from the folders, so that a server that starts again knows the same. When nothing runs and
nothing waits, it sleeps.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
from pathlib import Path
from typing import Any

from tianji.run.child import child
from tianji.studio import runs
from tianji.studio.events import Hub
from tianji.studio.files import write_whole
from tianji.studio.patience import patient
from tianji.studio.problems import Problem, writing
from tianji.studio.runs import Run

LOOK_S = 0.05
ENDING_S = patient(5.0)  # for a process to end that has said how its run did
AT_ONCE = 1  # runs: each may use all cores
QUEUE = 100
MOST = 2000  # runs in a workspace
log = logging.getLogger("tianji.studio")


def _place(run: Run) -> tuple[int, str, str]:
    """What comes first: clocks are set back, so runs are numbered; those of before numbers stood first."""
    number = run.about.get("number", 0)
    return number if isinstance(number, int) else 0, str(run.about.get("created", "")), run.id


class Keeper:
    """The runs of a workspace."""

    def __init__(self, folder: Path, trash: Path, hub: Hub, *, is_readonly: bool = False) -> None:
        self.folder, self.trash, self.hub, self.is_readonly = folder, trash, hub, is_readonly
        self.runs: dict[str, Run] = {}
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self.killed: dict[str, bool] = {}  # whether it was killed, of workers that have ended
        self.news = asyncio.Event()
        self.unread: list[str] = []  # folders that are no runs, or no longer
        for path in sorted(folder.iterdir()):
            if runs.ID.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
                run = Run.open(path)
                if run is None:
                    log.warning("%s is no run that can be read; it is left alone", path)
                    self.unread.append(path.name)
                else:
                    self.runs[run.id] = run

    def newest(self) -> list[Run]:
        """All runs, the newest first."""
        return sorted(self.runs.values(), key=_place, reverse=True)

    def find(self, name: str) -> Run:
        """The run of that name, also one that was put into the folder since (`tianji.studio.open`)."""
        if name not in self.runs:
            self._meet(name)
        if name not in self.runs:
            raise Problem(404, f"there is no run {name[:20]!r}", "NoRun")
        return self.runs[name]

    def _meet(self, name: str) -> None:
        path = self.folder / name
        if runs.ID.fullmatch(name) and path.is_dir() and not path.is_symlink() and len(self.runs) < MOST:
            run = Run.open(path)
            if run is not None:
                self.runs[name] = run
                self.hub.tell(run, [])
                self.news.set()

    def add(self, about: dict[str, Any]) -> Run:
        """Put a new run into the queue; the same key gives the same run."""
        key = about.get("key")
        same = next((run for run in self.runs.values() if key and run.about.get("key") == key), None)
        if same is not None:
            if same.about["body"] != about["body"]:
                raise Problem(409, "this Idempotency-Key was used for another question", "KeyUsed")
            return same
        waiting = sum(run.state == "queued" for run in self.runs.values())
        if waiting >= QUEUE:
            raise Problem(429, f"{waiting} runs are waiting already", "QueueFull", retry_s=30)
        if len(self.runs) >= MOST:
            raise Problem(409, f"the workspace holds {MOST} runs; delete some first", "WorkspaceFull")
        number = 1 + max((_place(run)[0] for run in self.runs.values()), default=0)
        with writing():
            run = runs.create(self.folder / runs.new_id(), {**about, "number": number})
        self.runs[run.id] = run
        self.hub.tell(run, [])
        self.news.set()
        return run

    def stop(self, run: Run, state: str = "stopped") -> None:
        """Ask for the best answer so far; "paused" is the same with the promise to go on."""
        if run.state in runs.FINAL:
            raise Problem(409, f"this run is {run.state}; there is nothing to stop", "NotRunning")
        with writing():
            if run.state == "queued" and run.id not in self.workers and runs.end_queued(run, state):
                self._read(run)
            else:
                runs.ask_to_stop(run, state)

    async def settle(self, run: Run) -> None:
        """Wait for the process that has said how its run ended: until it is gone, the folder is its own."""
        for _ in range(round(ENDING_S / LOOK_S)):
            if run.state not in runs.FINAL or not (run.id in self.workers or runs.is_held(run.folder)):
                return
            await asyncio.sleep(LOOK_S)

    def resume(self, run: Run, *, is_damaged: bool = False) -> None:
        """Continue a run that was stopped or has failed, from its last checkpoint; or one whose result is damaged."""
        if run.state not in ("stopped", "paused", "failed") and not (run.state == "done" and is_damaged):
            raise Problem(
                409,
                f"this run is {run.state}; only one that was stopped or failed is continued",
                "NotStopped",
            )
        with writing():
            is_queued = runs.requeue(run, "resumed")
        if not is_queued:
            raise Problem(
                409, "its process has not ended yet; try again in a moment", "StillEnding", retry_s=1
            )
        self._read(run)
        self.news.set()

    def change(self, run: Run, changes: dict[str, Any]) -> None:
        """Another name, other tags, another note."""
        about = {**run.about, **changes}
        with writing():
            write_whole(run.folder / "run.json", about)
        run.about = about
        self.hub.tell(run, [])

    def remove(self, run: Run) -> None:
        """Move a run that nobody works on to the trash."""
        worker = self.workers.get(run.id)
        if run.state == "running" or (
            worker is not None and worker.poll() is None and runs.is_held(run.folder)
        ):
            raise Problem(409, "this run is running; stop it first", "Running")
        with writing():
            run.folder.rename(self.trash / f"{run.id}-{runs.new_id()}")
        del self.runs[run.id]
        self.killed.pop(run.id, None)
        self.hub.gone(run)

    async def keep(self) -> None:
        """Look after the runs, for ever."""
        while True:
            try:
                is_busy = self.look()
            except OSError as error:  # a full disk, say: told in the log, tried again
                log.warning("runs: %s", error)
                is_busy = True
            if is_busy:
                await asyncio.sleep(LOOK_S)
            else:
                self.news.clear()
                await self.news.wait()

    def look(self) -> bool:
        """One look at all that is not ended; whether there is anything to look at again."""
        if self.is_readonly:
            return False
        for name, worker in [each for each in self.workers.items() if each[1].poll() is not None]:
            del self.workers[name]
            if name in self.runs:
                self.killed[name] = worker.poll() == -signal.SIGKILL
                self._read(self.runs[name])
                if self.runs[name].state == "queued":  # it ended before it began
                    self._recover(self.runs[name])
        active = [run for run in self.runs.values() if run.state not in runs.FINAL]
        for run in active:
            self._read(run)
            if run.state == "running" and run.id not in self.workers and not runs.is_held(run.folder):
                self._read(run)  # it may have ended between the two looks
                if run.state == "running":
                    self._recover(run)
        self._start_next()
        return bool(self.workers) or any(run.state not in runs.FINAL for run in active)

    def _read(self, run: Run) -> None:
        rows = run.read_on()
        if rows:
            self.hub.tell(run, rows)
        if run.state == "running" and run.read_progress():
            self.hub.hint(run)

    def _recover(self, run: Run) -> None:
        """Its worker was killed: start it again from its checkpoint, but not for ever."""
        if run.lost() >= runs.TRIES:
            last = runs.tail(run.folder / "log.txt", 1)
            how = (
                "killed by the system, as when memory runs out: it"
                if self.killed.get(run.id)
                else "its process"
            )
            is_spot = run.about.get("kind") == "holdem"
            ways = (
                "one size less, a smaller range or int16"
                if is_spot
                else "smaller parameters or a sampling method"
            )
            runs.give_up(
                run, "Lost", f"{how} ended {runs.TRIES + 1} times at the same point; use {ways}, or continue from the "
                f"checkpoint with more memory free{'; the log ends in: ' + last if last else ''}"
            )  # fmt: skip
        else:
            runs.requeue(run, "lost")
        self._read(run)

    def _start_next(self) -> None:
        busy = len(set(self.workers) | {run.id for run in self.runs.values() if run.state == "running"})
        waiting = [
            run for run in reversed(self.newest()) if run.state == "queued" and run.id not in self.workers
        ]
        for run in waiting[: max(0, AT_ONCE - busy)]:
            command, environment = child("tianji.studio.worker", str(run.folder))
            with (run.folder / "log.txt").open("ab") as out:
                self.workers[run.id] = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, env=environment,
                )  # fmt: skip
