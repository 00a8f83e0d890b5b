"""Files put into WORKSPACE/files: tablebases, books, strategies, solves, games; told by their headers alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tianji.errors import TianjiError
from tianji.studio.house.upload import MOST, SUFFIXES

HEAD = 400  # characters of a text file that are looked at
TITLE = re.compile(r'\s*(?:EFG 2|NFG 1) [RD] "((?:[^"\\]|\\.){0,120})"')


def shelf(folder: str) -> Any:
    """Every file by name with its bytes, what it is, and what its header says of it; `problem` where it is damaged."""
    root = Path(folder) / "files"
    if root.is_symlink() or not root.is_dir():
        return []
    paths = sorted(path for path in root.iterdir() if path.suffix.lower() in SUFFIXES)[:MOST]
    return [_told(path) for path in paths if path.is_file() and not path.is_symlink()]


def _told(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": path.name[:120],
        "kind": path.suffix.lower()[1:],
        "about": "",
        "problem": "",
    }
    try:
        found["bytes"] = path.stat().st_size
        if path.suffix.lower() in (".efg", ".nfg"):
            with path.open(errors="replace") as file:
                title = TITLE.match(file.read(HEAD))
            if title is None:
                found["problem"] = "the file does not begin as Gambit's do"
            else:
                found["about"] = title[1]
            return found
        from tianji.core import storage

        header = storage.peek(path)
        fields = header["fields"] if isinstance(header["fields"], dict) else {}
        about = next((fields[name] for name in ("game", "spec", "board", "pieces") if name in fields), "")
        found |= {"kind": header["kind"][:60], "about": about[:120] if isinstance(about, str) else ""}
    except TianjiError as error:
        found["problem"] = str(error)
    except OSError:
        found["problem"] = "the file cannot be read"
    return found


QUESTIONS: dict[str, Callable[..., Any]] = {"shelf": shelf}
