"""Frames: what a driver and its workers say to each other, JSON and the bytes of arrays; nothing is pickled."""

from __future__ import annotations

import hashlib
import json
import os
import select
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from tianji._version import __version__
from tianji.core.storage import DTYPES
from tianji.parallel.items import Tensors

CHUNK = 2**20
HEAD = 2**28  # bytes of JSON, at most
STALL_S = 60.0  # seconds without a byte in the middle of a frame, after which the other side counts as gone
_CODES = set(DTYPES.values())


class FrameError(Exception):
    """What came is no frame: the other side is not what it should be."""


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
    """The next frame; None where the other side is gone; `FrameError` for what is none.

    Memory is taken as bytes arrive, never by what a length or a shape says.
    """
    size = _read(handle, 8, None)
    if size is None:
        return None
    length = int.from_bytes(size, "little")
    if length > HEAD:
        raise FrameError(f"a head of {length} bytes")
    text = _read(handle, length, STALL_S)
    if text is None:
        return None
    head, table = _parsed(bytes(text))
    tensors: Tensors = {}
    for name, dtype, shape in table:
        data = _read(handle, prod(shape) * dtype.itemsize, STALL_S)
        if data is None:
            return None
        tensors[name] = np.frombuffer(data, dtype=dtype).reshape(shape)
    return head, tensors


def _parsed(text: bytes) -> tuple[dict[str, Any], list[tuple[str, np.dtype[Any], tuple[int, ...]]]]:
    """A head, and the name, type and shape of every array that follows it."""
    try:
        head = json.loads(text)
        table = []
        for name, (code, shape) in head.pop("tensors").items():
            if (
                code not in _CODES
                or not all(type(n) is int and 0 <= n < 2**48 for n in shape)
                or len(shape) > 32
            ):
                raise FrameError(f"an array of type {code!r:.40} and shape {shape!r:.60}")
            table.append((name, np.dtype(code), tuple(shape)))
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise FrameError(f"{type(error).__name__}: {error!s:.100}") from None
    return head, table


def _write(handle: int, data: bytes | memoryview) -> None:
    rest = memoryview(data)
    while len(rest):
        rest = rest[os.write(handle, rest[:CHUNK]) :]


def _read(handle: int, size: int, patience: float | None) -> bytearray | None:
    found = bytearray()
    while len(found) < size:
        if patience is not None and not select.select([handle], [], [], patience)[0]:
            return None
        part = os.read(handle, min(size - len(found), CHUNK))
        if not part:
            return None
        found += part
    return found
