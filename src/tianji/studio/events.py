"""Server-sent events: whoever watches a run is told its past from the journal, then what happens, in order.

States, points and messages have numbers and are never left out; progress has none, and a reader who is slow gets only
the newest. A reader who comes back names the last number seen (`Last-Event-ID`, or `after` in the query).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from tianji.studio.runs import Run

BEAT_S = 15.0  # between two signs of life
WATCHERS = 200
BACKLOG = 5000  # events that a reader may be behind


def frame(event: str, data: dict[str, Any], number: str = "") -> bytes:
    r"""An event as it is sent.

    >>> frame("run.state", {"state": "done"}, "abc:7")
    b'id: abc:7\nevent: run.state\ndata: {"state": "done"}\n\n'
    """
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {event}\ndata: {json.dumps(data)}\n\n".encode()


def row_frame(run: Run, row: dict[str, Any]) -> bytes:
    """A row of a run's journal as it is sent."""
    return frame(row["event"], {"run": run.id, **row}, f"{run.id}:{row['seq']}")


class Watcher:
    """One reader: events in order; of each run's progress the newest alone."""

    def __init__(self, run: str | None) -> None:
        self.run = run  # None: the list of all
        self.frames: list[bytes] = []
        self.latest: dict[str, bytes] = {}
        self.is_lost = False
        self.news = asyncio.Event()

    def tell(self, data: bytes) -> None:
        """Something that must arrive; a reader too far behind is cut off, and comes back with its last number."""
        self.is_lost = self.is_lost or len(self.frames) >= BACKLOG
        self.frames.append(data)
        self.news.set()

    def hint(self, run: str, data: bytes) -> None:
        """Something that the next of its kind replaces."""
        self.latest[run] = data
        self.news.set()

    def take(self) -> bytes:
        """All that is to be sent now."""
        self.news.clear()
        parts = [*self.frames, *self.latest.values()]
        self.frames, self.latest = [], {}
        return b"".join(parts)


class Hub:
    """Who watches what."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self.watchers: set[Watcher] = set()
        self.files = files or {}  # of games that are watched, with what changes when they are saved

    def saved(self, files: dict[str, str]) -> None:
        """Files of games were saved, came or went."""
        self.files = files
        for watcher in self.watchers:
            if watcher.run is None:
                watcher.hint("games", frame("games.changed", {"files": files}))

    def tell(self, run: Run, rows: list[dict[str, Any]]) -> None:
        """New rows of a run's journal, to whom they concern."""
        frames = [row_frame(run, row) for row in rows]
        summary = frame("runs.run", run.summary())
        for watcher in self.watchers:
            if watcher.run == run.id:
                for data in frames:
                    watcher.tell(data)
            elif watcher.run is None:
                watcher.hint(run.id, summary)

    def hint(self, run: Run) -> None:
        """Where a run stands."""
        data = frame("run.progress", {"run": run.id, **(run.progress or {})})
        for watcher in self.watchers:
            if watcher.run in (run.id, None):
                watcher.hint(run.id if watcher.run else f"progress {run.id}", data)

    def gone(self, run: Run) -> None:
        """A run is in the trash."""
        for watcher in self.watchers:
            if watcher.run in (run.id, None):
                watcher.tell(frame("runs.gone", {"run": run.id}))

    async def stream(self, run: Run | None, runs: list[Run], after: int) -> AsyncIterator[bytes]:
        """What a reader is sent: the past, then the present, until one of us goes."""
        watcher = Watcher(None if run is None else run.id)
        if run is None:
            listed = frame("runs.list", {"items": [each.summary() for each in runs]})
            watcher.tell(listed + frame("games.changed", {"files": self.files}))
        else:
            past = [row for row in run.events if row["seq"] > after]
            watcher.tell(frame("run.summary", run.summary()) + b"".join(row_frame(run, row) for row in past))
        self.watchers.add(watcher)
        try:
            while not watcher.is_lost:
                try:
                    async with asyncio.timeout(BEAT_S):
                        await watcher.news.wait()
                    yield watcher.take()
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self.watchers.discard(watcher)
