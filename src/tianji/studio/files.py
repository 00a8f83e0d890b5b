"""JSON files of a workspace: written whole or not at all, signed, and not read where they are damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tianji.core.text import is_intact, signed


def write_whole(path: Path, data: dict[str, Any], *, durable: bool = True) -> None:
    """Replace a JSON file in one step, signed: a reader sees the old one or the new one."""
    text = signed_line(data)  # once here, so that what cannot be written is known before anything is
    beside = path.with_name(f".{path.name}.new")  # a file has one writer: a killed one's is written over
    with beside.open("wb") as file:
        file.write(text)
        if durable:
            file.flush()
            os.fsync(file.fileno())
    beside.replace(path)


def read_whole(path: Path) -> dict[str, Any] | None:
    """A JSON object, or None where there is none to read, or its checksum is not that of what is there."""
    try:
        return read_line(path.read_bytes())
    except OSError:
        return None


def signed_line(data: dict[str, Any]) -> bytes:
    """A JSON object with its checksum, as one line."""
    plain = json.loads(json.dumps(data))  # names that are numbers are texts there, and sort as such
    return json.dumps(signed(plain)).encode() + b"\n"


def read_line(text: bytes) -> dict[str, Any] | None:
    """The JSON object of a line, without its checksum; None where it is damaged.

    >>> line = signed_line({"t": 5})
    >>> read_line(line), read_line(line.replace(b"5}", b"4}"))
    ({'t': 5}, None)
    """
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or not is_intact(data):
            return None
    except (ValueError, RecursionError):
        return None
    data.pop("sha256", None)
    return data
