"""Frames: what a driver and its workers say to each other, JSON and the bytes of arrays; nothing is pickled."""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tianji._version import __version__
from tianji.parallel.items import Tensors

CHUNK = 2**20


@cache
def hello() -> dict[str, str]:
    """How a worker greets: its version of Tianji, and a digest of the kernels, on which results' last bits hang."""
    sha = hashlib.sha256()
    kernels = Path(__file__).parents[1] / "kernels"
    for path in sorted(kernels.rglob("*.py")):
        sha.update(path.relative_to(kernels).as_posix().encode() + path.read_bytes())
    return {"version": __version__, "kernels": sha.hexdigest()[:16]}


def write_frame(handle: int, head: dict[str, Any], tensors: Tensors | None = None) -> None:
    """Send a frame: its length, JSON with the table of arrays, and their bytes."""
    solid = {name: np.ascontiguousarray(array) for name, array in (tensors or {}).items()}
    table = {name: [array.dtype.str, list(np.shape(array))] for name, array in (tensors or {}).items()}
    text = json.dumps({**head, "tensors": table}).encode()
    _write(handle, len(text).to_bytes(8, "little") + text)
    for array in solid.values():
        if array.size:
            _write(handle, array.reshape(-1).view(np.uint8).data)


def read_frame(handle: int) -> tuple[dict[str, Any], Tensors] | None:
    """The next frame; None where the other side is gone."""
    size = _read(handle, 8)
    text = None if size is None else _read(handle, int.from_bytes(size, "little"))
    if text is None:
        return None
    head = json.loads(bytes(text))
    tensors: Tensors = {}
    for name, (code, shape) in head.pop("tensors").items():
        array = np.empty(shape, dtype=np.dtype(code))
        data = _read(handle, array.nbytes)
        if data is None:
            return None
        tensors[name] = np.frombuffer(data, dtype=array.dtype).reshape(shape)
    return head, tensors


def _write(handle: int, data: bytes | memoryview) -> None:
    rest = memoryview(data)
    while len(rest):
        rest = rest[os.write(handle, rest[:CHUNK]) :]


def _read(handle: int, size: int) -> bytearray | None:
    found = bytearray()
    while len(found) < size:
        part = os.read(handle, min(size - len(found), CHUNK))
        if not part:
            return None
        found += part
    return found
