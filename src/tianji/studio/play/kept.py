"""The tables of a workspace: a folder each, with the moves that were made; played through by `tables` at the desk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tianji.studio import runs
from tianji.studio.files import read_whole, write_whole
from tianji.studio.problems import Problem, writing

MOST = 500  # tables in a workspace


class KeptTables:
    """The tables of a workspace: a folder each, with the moves that were made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.locks: dict[str, asyncio.Lock] = {}

    def list(self) -> list[dict[str, Any]]:
        """What is kept of every table, the newest first."""
        if not self.folder.is_dir():
            return []
        names = [path.name for path in self.folder.iterdir() if runs.ID.fullmatch(path.name)]
        kept = [(name, read_whole(self.folder / name / "table.json")) for name in names]
        found = [{**about, "id": name} for name, about in kept if about is not None]
        return sorted(found, key=lambda each: str(each.get("created", "")), reverse=True)

    def read(self, name: str) -> dict[str, Any]:
        """What is kept of a table."""
        about = read_whole(self.folder / name / "table.json") if runs.ID.fullmatch(name) else None
        if about is None:
            raise Problem(404, f"there is no table {name[:20]!r}", "NoTable")
        return about

    def write(self, name: str, about: dict[str, Any]) -> None:
        """Keep a table."""
        self.make(name)
        with writing():
            write_whole(self.folder / name / "table.json", about)

    def make(self, name: str) -> None:
        """A folder for a table."""
        with writing():
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def remove(self, name: str, trash: Path) -> None:
        """Move a table to the trash."""
        self.read(name)  # one that is not there is told here
        with writing():
            trash.mkdir(exist_ok=True)
            (self.folder / name).rename(trash / f"table-{name}")
        self.locks.pop(name, None)

    def lock(self, name: str) -> asyncio.Lock:
        """One change at a time."""
        return self.locks.setdefault(name, asyncio.Lock())
