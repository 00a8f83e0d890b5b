"""Files: safetensors with metadata, a checksum, a version; written atomically, refused by name when wrong.

Layout of every file: tensors, plus one JSON object under the safetensors metadata key `tianji`:

    {"kind": "strategy", "version": 1, "sha256": "…", "fields": {…the caller's own…}}

The checksum covers the names, types, shapes and bytes of all tensors and the caller's fields. Nothing is
pickled.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tianji.errors import FileAccessError, FileFormatError

VERSION = 1


def _digest(tensors: dict[str, np.ndarray], fields: dict[str, Any]) -> str:
    sha = hashlib.sha256(json.dumps(fields, sort_keys=True).encode())
    for name in sorted(tensors):
        array = np.ascontiguousarray(tensors[name])
        sha.update(f"{name}|{array.dtype.str}|{array.shape}|".encode())
        sha.update(array.data if array.size else b"")
    return sha.hexdigest()


def write_atomic(path: str | Path, data: bytes) -> None:
    """Write `data` to a temporary file beside `path`, fsync it, rename it: never half a file."""
    target = Path(path)
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(target)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        raise _unwritable(path, error) from None


def require_writable(path: str | Path) -> None:
    """Raise the error `write_atomic` would, before hours of work; a probe file is made there and removed."""
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        os.close(handle)
        Path(temporary).unlink()
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: str | Path, error: OSError) -> FileAccessError:
    return FileAccessError(
        f"cannot write {str(path)!r}: {error.strerror or error}; "
        "choose a folder that exists, is writable and has space left"
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def save(path: str | Path, kind: str, tensors: dict[str, np.ndarray], fields: dict[str, Any]) -> None:
    """Write tensors and JSON-able fields as one checked file of the given kind."""
    from safetensors.numpy import save as to_bytes

    solid = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
    header = {"kind": kind, "version": VERSION, "sha256": _digest(solid, fields), "fields": fields}
    write_atomic(path, to_bytes(solid, metadata={"tianji": json.dumps(header)}))


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file, or one sentence about why not."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise FileAccessError(
            f"cannot read {str(path)!r}: {error.strerror or error}; check the path"
        ) from None


def load(path: str | Path, kind: str) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read a file written by `save`; refuse a truncated, foreign, newer, damaged or different one."""
    from safetensors.numpy import load as from_bytes

    data = read_bytes(path)
    header = _header(path, data)
    version = header.get("version")
    if not isinstance(version, int):
        raise FileFormatError(f"{str(path)!r} has damaged Tianji metadata; restore it from a copy")
    if version > VERSION:
        raise FileFormatError(
            f"{str(path)!r} has format version {version}, this Tianji reads up to {VERSION}; upgrade Tianji"
        )
    if header.get("kind") != kind:
        raise FileFormatError(
            f"{str(path)!r} holds a {header.get('kind')!r}, expected a {kind!r}; pass the right file"
        )
    try:
        tensors: dict[str, np.ndarray] = from_bytes(data)
    except Exception as error:
        raise FileFormatError(
            f"{str(path)!r} is truncated or damaged ({error}); restore it from a copy"
        ) from None
    fields = header["fields"]
    if _digest(tensors, fields) != header.get("sha256"):
        raise FileFormatError(
            f"{str(path)!r} fails its checksum: it was altered or damaged; restore it from a copy"
        )
    return tensors, fields


def _header(path: str | Path, data: bytes) -> dict[str, Any]:
    size = int.from_bytes(data[:8], "little") if len(data) >= 8 else -1
    if not 0 < size <= len(data) - 8:
        raise FileFormatError(
            f"{str(path)!r} is not a Tianji file, or is truncated ({len(data)} bytes); expected safetensors"
        )
    try:
        header = json.loads(json.loads(data[8 : 8 + size])["__metadata__"]["tianji"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileFormatError(
            f"{str(path)!r} is not a Tianji file: it has no Tianji metadata; pass a file that Tianji wrote"
        ) from None
    if not isinstance(header, dict) or not isinstance(header.get("fields"), dict):
        raise FileFormatError(f"{str(path)!r} has damaged Tianji metadata; restore it from a copy")
    return header


def pack_json(value: Any) -> np.ndarray:
    """A JSON value as a byte tensor: for lists too long for the metadata."""
    return np.frombuffer(json.dumps(value, ensure_ascii=False).encode(), dtype=np.uint8)


def unpack_json(array: np.ndarray) -> Any:
    """The value that `pack_json` packed."""
    return json.loads(array.tobytes().decode())
