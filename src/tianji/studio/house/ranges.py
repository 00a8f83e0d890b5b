"""Ranges that are kept: plain text files, one folder deep, WORKSPACE/ranges/FOLDER/NAME.txt, for any editor."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tianji.studio.problems import Problem, writing

NAME = re.compile(r"[\w+-][\w .+-]{0,59}")
MOST = 500  # files
LONGEST = 64 * 1024  # bytes of one


def listed(workspace: Path) -> list[dict[str, str]]:
    """Every range with its folder ("" for none), by name; what is no such file is not there."""
    root = workspace / "ranges"
    files = sorted([*root.glob("*.txt"), *root.glob("*/*.txt")])[: 2 * MOST]
    return [
        {"folder": "" if path.parent == root else path.parent.name, "name": path.stem, "text": text}
        for path in files
        if _is_ours(root, path) and (text := _text(path)) is not None
    ]


def _is_ours(root: Path, path: Path) -> bool:
    names = path.relative_to(root).with_suffix("").parts
    return all(map(NAME.fullmatch, names)) and not path.is_symlink() and not path.parent.is_symlink()


def _text(path: Path) -> str | None:
    try:
        return path.read_text().strip() if path.stat().st_size <= LONGEST else None
    except (OSError, ValueError):
        return None


def _path(workspace: Path, folder: str, name: str) -> Path:
    for part in filter(None, (folder, name)):
        if not NAME.fullmatch(part) or part != part.strip():
            told = f"{part[:60]!r} is no name; expected up to 60 letters, digits, spaces and . + - _"
            raise Problem(422, told, "ParameterError", "/name")
    path = workspace / "ranges" / folder / f"{name}.txt"
    if path.is_symlink() or path.parent.is_symlink():
        raise Problem(409, "a link stands there; ranges are kept in files of the workspace alone", "Link")
    return path


def keep(workspace: Path, folder: str, name: str, text: str) -> None:
    """Write a range, over one of the same name."""
    path = _path(workspace, folder, name)
    if not path.exists() and len(listed(workspace)) >= MOST:
        raise Problem(409, f"{MOST} ranges are kept; throw some away first", "TooMany")
    with writing():
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(text.strip() + "\n")
        beside.replace(path)


def forget(workspace: Path, folder: str, name: str) -> dict[str, Any]:
    """Throw a range away."""
    path = _path(workspace, folder, name)
    if not path.is_file():
        raise Problem(404, f"there is no range {name[:60]!r} in this folder", "NoRange")
    with writing():
        path.unlink()
    return {"folder": folder, "name": name}
