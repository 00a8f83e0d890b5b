"""A file of the reader's own comes into WORKSPACE/files, piece by piece: the guard lets through no larger body.

A piece is texts in base64; it is written where the one before it ended, into a file that nobody reads before it is
whole. So memory stays small, and the limits on what a request may be hold for files too.
"""

from __future__ import annotations

import base64
import binascii
import filecmp
import re
from pathlib import Path
from typing import Any

from tianji.studio.problems import Problem, writing

SUFFIXES = {".efg", ".nfg", ".tianji", ".safetensors"}
MOST = 200  # files
NAME = re.compile(r"[\w+-][\w .+-]{0,90}")
BYTES = 2 * 2**30  # of a file: a flop of a few sizes has one


def put_piece(workspace: Path, name: str, size: int, at: int, parts: list[str]) -> dict[str, Any]:
    """Write a piece; of the last one, the name under which the whole file is kept."""
    path = _checked(workspace, name)
    if size > BYTES:
        told = (
            f"a file of at most {BYTES // 2**30} GiB is taken here; put it into the workspace's folder files"
        )
        raise Problem(413, told, "TooLarge")
    try:
        data = b"".join(base64.b64decode(part, validate=True) for part in parts)
    except (binascii.Error, ValueError):
        raise Problem(422, "a piece of a file is written in base64", "ParameterError", "/parts") from None
    with writing():
        path.parent.mkdir(exist_ok=True)
        beside = path.with_name(f".{path.name}.part")
        there = beside.stat().st_size if at and beside.is_file() and not beside.is_symlink() else 0
        if at != there:
            raise Problem(
                409, f"this piece begins at {at}, but {there} bytes are there; send the file anew", "Piece"
            )
        if at + len(data) > size:
            raise Problem(
                422, f"this piece goes beyond the {size} bytes of the file", "ParameterError", "/parts"
            )
        with beside.open("ab" if at else "wb") as file:
            file.write(data)
        done = at + len(data)
        return {"name": _settled(beside, path) if done == size else None, "bytes": done}


def kept_file(workspace: Path, name: str) -> Path:
    """The file of that name; a link, a path, or a file of another kind is none."""
    path = workspace / "files" / name
    is_plain = path.name == name and path.suffix.lower() in SUFFIXES
    if not is_plain or path.parent.is_symlink() or not _is_there(path):
        raise Problem(404, f"there is no file {name[:60]!r} in the workspace's folder files", "NoFile")
    return path


def _is_there(path: Path) -> bool:
    """Whether a file of its own is there; where no file can be called so, none is."""
    try:
        return path.is_file() and not path.is_symlink()
    except (OSError, ValueError):
        return False


def remove_file(workspace: Path, name: str, trash: Path) -> None:
    """Move a file to the trash."""
    path = kept_file(workspace, name)
    with writing():
        trash.mkdir(exist_ok=True)
        path.rename(_free(trash / f"file-{name}"))


def _checked(workspace: Path, name: str) -> Path:
    path = workspace / "files" / name
    if not NAME.fullmatch(name) or path.suffix.lower() not in SUFFIXES:
        told = f"{name[:60]!r} is no name of a file that is kept here; expected letters, digits, spaces, . + - _ and "
        raise Problem(422, f"{told}one of {', '.join(sorted(SUFFIXES))}", "ParameterError", "/name")
    if path.parent.is_symlink():
        raise Problem(409, "a link stands where the folder files should be", "Link")
    return path


def _settled(beside: Path, path: Path) -> str:
    """Give a whole file its name; the same file twice is one, another of the same name gets a number."""
    if path.is_file() and not path.is_symlink() and filecmp.cmp(beside, path, shallow=False):
        beside.unlink()
        return path.name
    if not path.exists() and sum(1 for _ in path.parent.iterdir()) > 2 * MOST:
        raise Problem(409, f"the folder files holds {MOST} files; delete some", "TooMany")
    found = _free(path)
    beside.rename(found)
    return found.name


def _free(path: Path) -> Path:
    """The path, or with the first number at which nothing is there."""
    tried, number = path, 1
    while tried.exists() or tried.is_symlink():
        number += 1
        tried = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return tried
