"""The shelf: files of games of one's own that were named with --allow, and what the server knows of them unread.

A folder stands for every Python file right in it, also those that come later.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tianji.errors import FileAccessError, ParameterError, quote, quote_path

ALLOWED = "TIANJI_STUDIO_ALLOW"  # how clerks and workers know the files: they inherit it from the server
FILES = "TIANJI_STUDIO_FILES"  # likewise the workspace's folder `files`, with games that Gambit has written
STEM = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def _is_watchable(place: Path) -> bool:
    """A folder, or a Python file; a name that is too long for the system is neither."""
    try:
        return place.is_dir() or (place.is_file() and place.suffix == ".py")
    except OSError:
        return False


class OwnFiles:
    """The files that were allowed."""

    def __init__(self, places: Iterable[str]) -> None:
        self.places = [Path(place).absolute() for place in places]

    @classmethod
    def inherited(cls) -> OwnFiles:
        """As the server was told."""
        return cls(filter(None, os.environ.get(ALLOWED, "").split(os.pathsep)))

    def check(self) -> None:
        """Refuse what cannot be watched, before anything is opened."""
        for place in self.places:
            if not _is_watchable(place):
                raise FileAccessError(f"--allow {quote_path(place)}: no Python file and no folder is there")
            if os.pathsep in str(place):
                raise ParameterError(
                    f"--allow {quote_path(place)}: a path with {quote(os.pathsep)} cannot be used"
                )
        seen: dict[str, Path] = {}
        for path in self._paths():
            if path.stem in seen:
                raise ParameterError(
                    f"--allow: {quote_path(seen[path.stem])} and {quote_path(path)} have one name; rename one"
                )
            seen[path.stem] = path
            if path in self.places and not STEM.fullmatch(path.stem):
                raise ParameterError(
                    f"--allow {quote_path(path)}: expected a name of letters, digits and underscores, as in my_game.py"
                )

    def _paths(self) -> list[Path]:
        found: list[Path] = []
        for place in self.places:
            with suppress(OSError):
                found += sorted(place.glob("*.py")) if place.is_dir() else [place]
        return found

    def files(self) -> dict[str, Path]:
        """Module name → file."""
        return {path.stem: path for path in self._paths() if STEM.fullmatch(path.stem)}

    def stamps(self) -> dict[str, str]:
        """Module name → what changes when it, or a Python file beside it, is saved."""
        return {stem: stamp(path) for stem, path in self.files().items()}


def stamp(path: Path) -> str:
    """When the file and those beside it were last changed; it may import them."""
    latest, size = 0, 0
    for each in (*path.parent.glob("*.py"), path):
        with suppress(OSError):
            found = each.stat()
            latest, size = max(latest, found.st_mtime_ns), size + found.st_size
    return f"{latest:x}-{size:x}"
