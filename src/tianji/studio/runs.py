"""A run is a folder: what was asked (run.json), what happened (events.jsonl), where it stands, what came of it.

    RUN/  run.json  events.jsonl  progress.json  checkpoint.tianji  result.safetensors  result.json  log.txt  lock  stop

Whoever holds the lock may write events; a worker holds it while it works. The state follows from the folder alone: the
last state told, and whether the lock is held: "running" without a holder is a run that was lost, and is queued again.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, TypeGuard

from tianji.studio.files import read_line, read_whole, signed_line, write_whole

ID = re.compile(r"[a-z0-9]{10}")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
FINAL = frozenset({"done", "stopped", "paused", "failed"})
FILES = {
    "result.safetensors": "application/octet-stream",
    "result.tianji": "application/octet-stream",
    "report.csv": "text/csv",
    "result.json": "application/json",
    "events.jsonl": "application/x-ndjson",
    "log.txt": "text/plain",
}
TRIES = 3  # times a lost run is started again at the same point
# What is read of a file must be there: somebody may have edited it.
EVENTS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "run.state": {"state": str},
    "run.point": {"iterations": int, "seconds": (int, float), "exploitability": (int, float)},
}
ABOUT: dict[str, type | tuple[type, ...]] = {
    "kind": str,
    "name": str,
    "created": str,
    "note": str,
    "tags": list,
}
LONGEST_LINE = 64 * 1024  # bytes of an event


def new_id() -> str:
    """An opaque name of a run.

    >>> bool(ID.fullmatch(new_id()))
    True
    """
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def now() -> str:
    """The time of day, for display alone: durations are measured by a clock nobody sets."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def held(folder: Path) -> Iterator[bool]:
    """The folder's lock, where nobody else holds it: whether it is ours in this block."""
    with (folder / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def is_held(folder: Path) -> bool:
    """Whether a living process holds the folder's lock."""
    try:
        with held(folder) as ours:
            return not ours
    except OSError:  # no such folder any more
        return False


class Journal:
    """A run's events, one JSON line each, numbered from 1; for the holder of the lock.

    A line that a kill has torn is cut off when the journal is opened. Where the disk is full, points and messages wait
    for the next that can be written: they must not cost the run. States do not wait.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "events.jsonl"
        self.file: IO[bytes] = self.path.open("ab", buffering=0)
        self.waiting = b""
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            self.file.truncate(whole)
        self.size, self.seq = whole, text[:whole].count(b"\n")

    def tell(self, event: str, /, **data: Any) -> None:
        """Append an event; a state reaches the disk before this returns."""
        self.seq += 1
        row = {"seq": self.seq, "at": now(), "event": event, **data}
        self.waiting += signed_line(row)
        try:
            left = self.waiting
            while left:
                left = left[self.file.write(left) or 0 :]
        except OSError:
            self.file.truncate(self.size)
            if event == "run.state":
                raise
            return
        self.size, self.waiting = self.size + len(self.waiting), b""
        if event == "run.state":
            os.fsync(self.file.fileno())

    def rows(self, event: str) -> list[dict[str, Any]]:
        """What was told of that kind so far."""
        found = map(read_line, self.path.read_bytes().splitlines())
        return [row for row in found if _is_event(row) and row["event"] == event]

    def close(self) -> None:
        """No more is to be told."""
        self.file.close()


Points = dict[int, tuple[float, float]]


@dataclass
class Run:
    """What the server knows of a run: read from its folder, and kept up to date by reading on.

    Of its events only the states are kept, and of a run that has ended not even its curve: a workspace of 2,000 runs
    would take hundreds of megabytes. What is not kept is read again when somebody asks.
    """

    folder: Path
    about: dict[str, Any]
    state: str = "queued"
    detail: dict[str, Any] = field(default_factory=dict)  # of the last state
    seq: int = 0  # of the last event
    states: list[dict[str, Any]] = field(default_factory=list)
    _points: Points | None = field(default_factory=dict)  # None: to be read
    _outline: tuple[dict[str, Any] | None, list[Any]] = (None, [])  # the last point, and a few of all
    progress: dict[str, Any] | None = None
    offset: int = 0
    _progress_at: int = 0

    @property
    def id(self) -> str:
        """Its name."""
        return self.folder.name

    @classmethod
    def open(cls, folder: Path) -> Run | None:
        """The run in that folder, or None where there is none that can be read."""
        about = read_whole(folder / "run.json")
        if about is None or not isinstance(about.get("body"), dict):
            return None
        if not _has(about, {name: kind for name, kind in ABOUT.items() if name in about}):
            return None
        run = cls(folder, about)
        run.read_on()
        return run

    def read_on(self) -> list[dict[str, Any]]:
        """The events since the last look; a line still being written waits for the next."""
        fresh, end = self._read(self.offset)
        if fresh:
            points = self.points
            for row in fresh:
                self._heed(row, points)
            last = max(points.items(), default=None)
            at = None if last is None else _point(last)
            self._outline = at, [(t, points[t][1]) for t in thinned(sorted(points), 40)]
            self._points = None if self.state in FINAL else points
        self.offset = end
        return fresh

    def _read(self, start: int, end: int | None = None) -> tuple[list[dict[str, Any]], int]:
        """The events between two places of the journal, and where the last whole line ends."""
        try:
            with (self.folder / "events.jsonl").open("rb") as file:
                file.seek(start)
                text = file.read() if end is None else file.read(end - start)
        except OSError:
            return [], start
        whole = text.rfind(b"\n") + 1
        return [row for row in map(read_line, text[:whole].splitlines()) if _is_event(row)], start + whole

    @property
    def events(self) -> list[dict[str, Any]]:
        """All that was told up to the last look."""
        return self._read(0, self.offset)[0]

    @property
    def points(self) -> Points:
        """The curve: iterations → seconds, exploitability."""
        if self._points is not None:
            return self._points
        rows = [row for row in self.events if row["event"] == "run.point"]
        return {row["iterations"]: (row["seconds"], row["exploitability"]) for row in rows}

    def _heed(self, row: dict[str, Any], points: Points) -> None:
        self.seq = row["seq"]
        if row["event"] == "run.state":
            self.state, self.detail = row["state"], row
            self.states.append({name: row[name] for name in ("why", "checkpoint") if name in row})
        elif row["event"] == "run.point":
            points[row["iterations"]] = (row["seconds"], row["exploitability"])

    def read_progress(self) -> bool:
        """Whether the worker has told something new since the last look."""
        path = self.folder / "progress.json"
        try:
            at = path.stat().st_mtime_ns
        except OSError:
            return False
        if at == self._progress_at:
            return False
        self._progress_at, self.progress = at, read_whole(path)
        return self.progress is not None

    def lost(self) -> int:
        """How often it was lost where it stands, since somebody asked for it: with the checkpoint that is there now."""
        count = 0
        for row in reversed(self.states):
            if row.get("why") in ("asked", "resumed"):
                break
            count += row.get("why") == "lost" and row.get("checkpoint") == self.saved_at()
        return count

    def saved_at(self) -> int:
        """When the checkpoint was written; 0 where there is none."""
        try:
            return (self.folder / "checkpoint.tianji").stat().st_mtime_ns
        except OSError:
            return 0

    def summary(self) -> dict[str, Any]:
        """What a list shows."""
        last, spark = self._outline
        found = self.detail.get("result") or {}
        return {
            "id": self.id,
            "kind": self.about.get("kind", "solve"),
            "name": self.about.get("name", ""),
            "tags": self.about.get("tags", []),
            "note": self.about.get("note", ""),
            "created": self.about.get("created", ""),
            "body": self.about["body"],
            "state": self.state,
            "changed": self.detail.get("at", ""),
            "why": self.detail.get("why", ""),
            "problem": self.detail.get("problem"),
            "result": found or None,
            "last": last,
            "progress": self.progress if self.state == "running" else None,
            "parent": self.about.get("parent"),
            "spark": spark,
            "seq": self.seq,
        }


def _point(point: tuple[int, tuple[float, float]]) -> dict[str, Any]:
    """A point of the curve as it is sent."""
    return {"iterations": point[0], "seconds": point[1][0], "exploitability": point[1][1]}


def _has(row: dict[str, Any], wanted: dict[str, type | tuple[type, ...]]) -> bool:
    return all(isinstance(row.get(name), kind) for name, kind in wanted.items())


def _is_event(row: dict[str, Any] | None) -> TypeGuard[dict[str, Any]]:
    """Whether a line of a journal is an event that can be read.

    >>> _is_event({"seq": 1, "event": "run.state", "state": "queued"}), _is_event({"seq": 2, "event": "run.state"})
    (True, False)
    """
    if row is None or not _has(row, {"seq": int, "event": str}):
        return False
    return _has(row, EVENTS.get(row["event"], {}))


def thinned(rows: list[Any], most: int) -> list[Any]:
    """At most so many of the rows, evenly, the last among them.

    >>> thinned(list(range(10)), 4)
    [0, 3, 6, 9]
    """
    if len(rows) <= most:
        return rows
    return [rows[round(i * (len(rows) - 1) / (most - 1))] for i in range(most)]


def create(folder: Path, about: dict[str, Any], fill: Callable[[Path, Journal], None] | None = None) -> Run:
    """A new run in the queue: its folder is made aside and renamed, so that half of one is never seen.

    fill: what else is written there before anybody sees it, such as the answer of a run that is done already.
    """
    aside = folder.with_name(f".{folder.name}")
    aside.mkdir(parents=True)
    write_whole(aside / "run.json", {**about, "created": now()})
    journal = Journal(aside)
    journal.tell("run.state", state="queued", why="asked")
    if fill is not None:
        fill(aside, journal)
    journal.close()
    aside.rename(folder)
    run = Run.open(folder)
    assert run is not None
    return run


def requeue(run: Run, why: str) -> bool:
    """Put a run that nobody works on into the queue again; False where somebody does."""
    with held(run.folder) as ours:
        if ours:
            (run.folder / "stop").unlink(missing_ok=True)
            journal = Journal(run.folder)
            journal.tell("run.state", state="queued", why=why, checkpoint=run.saved_at())
            journal.close()
    return ours


def give_up(run: Run, code: str, detail: str) -> bool:
    """Say that a run that nobody works on has ended without an answer; False where somebody does."""
    with held(run.folder) as ours:
        if ours:
            journal = Journal(run.folder)
            journal.tell("run.state", state="failed", why="lost", problem={"code": code, "detail": detail})
            journal.close()
    return ours


def end_queued(run: Run, state: str = "stopped") -> bool:
    """Take a run out of the queue before it began; False where it has begun."""
    with held(run.folder) as ours:
        if ours:
            journal = Journal(run.folder)
            journal.tell("run.state", state=state, why="asked")
            journal.close()
    return ours


def ask_to_stop(run: Run, state: str = "stopped") -> None:
    """Leave word for the worker: the best answer so far is wanted, and what its state is then to be."""
    beside = run.folder / ".stop"
    beside.write_text(state)
    beside.replace(run.folder / "stop")


def asked_state(folder: Path) -> str:
    """The state that somebody who stopped a run has asked for.

    A file without a word in it, such as a script makes, means "stopped".
    """
    try:
        return "paused" if (folder / "stop").read_text().strip() == "paused" else "stopped"
    except OSError:
        return "stopped"


def tail(path: Path, lines: int = 50, most: int = 64 * 1024) -> str:
    """The last lines of a text file that may be long."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - most))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-lines:])
