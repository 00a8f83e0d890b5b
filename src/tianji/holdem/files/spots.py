"""Spots from files: our TOML, TexasSolver command files and Libratus endgames, told apart by what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tianji.core import storage
from tianji.core.arguments import checked
from tianji.errors import FileFormatError, quote_path, short_path
from tianji.holdem.files import readers
from tianji.holdem.spot.spot import Spot


@checked
def load_spot(path: str | Path) -> Spot:
    """A spot from our TOML, a TexasSolver command file or a Libratus endgame, told apart by what they hold."""
    return load_job(path)[0]


def load_job(path: str | Path) -> tuple[Spot, dict[str, Any]]:
    """A spot and the options of `solve` that its file gives (TOML's `[solve]` table, TexasSolver's accuracy)."""
    raw = storage.read_bytes(path)
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise FileFormatError(
            f"{quote_path(path)} is not a text file; expected TOML, TexasSolver commands or a Libratus endgame"
        ) from None
    start = text.lstrip()
    if start.startswith(("-round", "-board")):
        return readers.libratus(text, short_path(path)), {}
    if any(line.split()[:1] and line.split()[0].startswith("set_") for line in text.splitlines()):
        return readers.texas_solver(text, short_path(path))
    return readers.toml(text, short_path(path))
