"""Files: safetensors with metadata, checksums, a version; written atomically, refused by name when wrong.

Layout of every file: tensors, plus one JSON object under the safetensors metadata key `tianji`:

    {"kind": "strategy", "version": 2, "fields": {…the caller's own…}, "blocks": "…", "sha256": "…"}

`blocks` are the SHA-256 of every MiB of the tensors' bytes, end to end; `sha256` covers kind, fields, the table of
tensors and `blocks`. So a file is checked whole, or block by block as it is read; version 1 had one checksum in all.
"""

from __future__ import annotations

import hashlib
import json
import os
import weakref
from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.packing import pack_json, pack_zlib, solid, unpack_json, unpack_names, unpack_zlib
from tianji.core.paths import read_bytes, require_writable, unreadable, write_atomic
from tianji.core.schema import Schema, require_content, require_version
from tianji.errors import FileFormatError, TianjiError, TooLargeError, quote, quote_path

__all__ = ["File", "Tensor", "load", "open_file", "pack_json", "pack_zlib", "peek", "read_bytes", "require_writable",
           "save", "unpack_json", "unpack_names", "unpack_zlib", "write_atomic"]  # fmt: skip

VERSION = 2
BLOCK = 2**20  # bytes a checksum
HEADER = 16 * 2**20  # bytes: no header of ours is longer; long lists go into tensors
WHOLE = 64 * 2**20  # bytes: smaller files are read and compared at once, larger ones block by block
DTYPES = {
    "F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "|i1", "U64": "<u8", "U32": "<u4",
    "U16": "<u2", "U8": "|u1", "BOOL": "|b1",
}  # fmt: skip
_NAMES = {np.dtype(code): name for name, code in DTYPES.items()}

Tensors = dict[str, npt.NDArray[Any]]


def save(
    path: str | Path, kind: str, tensors: Mapping[str, npt.NDArray[Any]], fields: dict[str, Any]
) -> None:
    """Write tensors and JSON-able fields as one checked file of the given kind; nothing is copied on the way."""
    whole = {name: solid(array) for name, array in tensors.items()}
    order = sorted(whole, key=lambda name: (-whole[name].itemsize, name))  # each begins at its own alignment
    entries, end = {}, 0
    for name in order:
        array = whole[name]
        entries[name] = {
            "dtype": _NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [end, end + array.nbytes],
        }  # fmt: skip
        end += array.nbytes
    about = {"kind": kind, "version": VERSION, "fields": fields, "blocks": _blocks(_parts(whole, order))}
    about["sha256"] = _signature(about, entries)
    header = json.dumps({"__metadata__": {"tianji": json.dumps(about)}, **entries}).encode()
    header += b" " * (-len(header) % 8)
    if len(header) > HEADER:
        raise TooLargeError(
            f"{quote_path(path)}: the facts beside the tensors take {len(header)} bytes, at most {HEADER} can be kept; "
            "save less with them"
        )
    write_atomic(path, [len(header).to_bytes(8, "little"), header, *_parts(whole, order)])


def _parts(tensors: Tensors, order: list[str]) -> Iterator[memoryview]:
    for name in order:
        if tensors[name].size:
            yield tensors[name].reshape(-1).view(np.uint8).data


def _blocks(parts: Iterator[memoryview]) -> str:
    """The checksums of the concatenation of `parts`, cut every `BLOCK` bytes."""
    sums, sha, room = [], hashlib.sha256(), BLOCK
    for part in parts:
        while len(part):
            sha.update(part[:room])
            taken, part = min(room, len(part)), part[room:]
            room -= taken
            if room == 0:
                sums.append(sha.hexdigest())
                sha, room = hashlib.sha256(), BLOCK
    if room < BLOCK:
        sums.append(sha.hexdigest())
    return "".join(sums)


def _signature(about: dict[str, Any], entries: dict[str, Any]) -> str:
    signed = [about["kind"], about["version"], about["fields"], about["blocks"], entries]
    return hashlib.sha256(json.dumps(signed, sort_keys=True).encode()).hexdigest()


def load(path: str | Path, kind: str, schema: Schema | None = None) -> tuple[Tensors, dict[str, Any]]:
    """Read a file written by `save`; refuse a truncated, foreign, newer, damaged or different one.

    With `schema` also one that holds other things than it should; without it the caller checks, before using them.
    """
    file = open_file(path, kind, schema)
    return {name: file[name][:] for name in file.tensors}, file.fields


def open_file(path: str | Path, kind: str, schema: Schema | None = None) -> File:
    """A file whose header is checked; large ones are read, and compared, as their tensors are asked for."""
    where = quote_path(path)
    try:
        if Path(path).stat().st_size > WHOLE:
            with Path(path).open("rb") as handle:
                data: npt.NDArray[np.uint8] = np.memmap(handle, dtype=np.uint8, mode="c")
                return File(where, kind, data, schema, handle.fileno())
    except (OSError, ValueError) as error:
        if isinstance(error, TianjiError):
            raise
        raise unreadable(path, error) from None
    return File(where, kind, np.frombuffer(read_bytes(path), dtype=np.uint8), schema)


def peek(path: str | Path) -> dict[str, Any]:
    """What a file says it is, from its header alone: kind, version, fields, bytes, and its tensors' types and shapes.

    However large the file, a header is read, of 16 MiB at most; its own checksum is compared, the tensors' are not.
    """
    where = quote_path(path)
    try:
        with Path(path).open("rb") as file:
            length = os.fstat(file.fileno()).st_size
            first = file.read(8)
            size = int.from_bytes(first, "little")
            data = np.frombuffer(
                first + (file.read(size) if size <= min(length, HEADER) else b""), dtype=np.uint8
            )
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise unreadable(path, error) from None
    about, entries, start = _header(where, data)
    require_version(where, about.get("version"), VERSION)
    try:
        tensors = {name: (str(entry["dtype"]), tuple(entry["shape"])) for name, entry in entries.items()}
        end = max((entry["data_offsets"][1] for entry in entries.values()), default=0)
        is_right = about["version"] == 1 or _signature(about, entries) == about["sha256"]
        is_right = is_right and isinstance(about["kind"], str) and start + end == length
    except (KeyError, TypeError, ValueError, IndexError, RecursionError):
        is_right = False
    if not is_right:
        raise FileFormatError(f"{where} is truncated, or its header was altered; restore it from a copy")
    return {
        "kind": about["kind"], "version": about["version"], "fields": about["fields"], "bytes": length,
        "tensors": tensors,
    }  # fmt: skip


def _header(where: str, data: npt.NDArray[np.uint8]) -> tuple[dict[str, Any], dict[str, Any], int]:
    """Our metadata, the table of tensors, and where the data begins."""
    size = int.from_bytes(data[:8].tobytes(), "little") if len(data) >= 8 else -1
    if not 0 < size <= min(len(data) - 8, HEADER):
        raise FileFormatError(
            f"{where} is not a Tianji file, or is truncated ({len(data)} bytes); expected safetensors"
        )
    try:
        entries = json.loads(data[8 : 8 + size].tobytes())
        about = json.loads(entries.pop("__metadata__")["tianji"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FileFormatError(
            f"{where} is not a Tianji file: it has no Tianji metadata; pass a file that Tianji wrote"
        ) from None
    if isinstance(about, dict) and isinstance(about.get("fields"), dict):
        return about, entries, 8 + size
    raise FileFormatError(f"{where} has damaged Tianji metadata; restore it from a copy")


def _require_kind(where: str, about: dict[str, Any], kind: str) -> None:
    require_version(where, about.get("version"), VERSION)
    if about.get("kind") != kind:
        raise FileFormatError(
            f"{where} holds a {quote(about.get('kind'))}, expected a {kind!r}; pass the right file"
        )


class File:
    """An open file: its fields, and its tensors by name.

    Names, types and shapes are checked when it is opened, and the bytes of files up to 64 MiB; those of larger ones,
    and the numbers of a tensor, when they are first asked for, a block at a time, so that a damaged byte is never
    used and an untouched gigabyte never read.
    """

    def __init__(
        self, where: str, kind: str, data: npt.NDArray[np.uint8], schema: Schema | None, handle: int | None = None
    ) -> None:  # fmt: skip
        about, entries, start = _header(where, data)
        _require_kind(where, about, kind)
        data = data[start:]
        self.where, self.data, self.fields, self.schema = where, data, about["fields"], schema
        self._handle = None if handle is None else os.dup(handle)
        if self._handle is not None:
            weakref.finalize(self, os.close, self._handle)
        self._stamp = self._stamp_now()
        self.tensors = _tensors(self, entries)
        try:
            if about["version"] == 1:
                is_right = _digest_1(self.tensors, self.fields) == about.get("sha256")
                self._sums, self._is_seen = "", bytearray(b"\x01" * (len(data) // BLOCK + 1))
            else:
                self._sums = about["blocks"]
                self._is_seen = bytearray(-(-len(data) // BLOCK))
                is_right = (
                    len(self._sums) == 64 * len(self._is_seen)
                    and _signature(about, entries) == about["sha256"]
                )
        except (KeyError, TypeError, ValueError, RecursionError):
            is_right = False
        if not is_right:
            raise self.damage()
        if len(data) <= WHOLE:
            for block in range(len(self._is_seen)):
                self.verify(block)
        if schema is not None:
            schema.check_fields(self.fields, where)
            schema.check_forms(self.tensors, where)

    def __getitem__(self, name: str) -> Tensor:
        return self.tensors[name]

    def damage(self, place: str = "") -> FileFormatError:
        """The error for bytes that are not what was written; place: where they are, if not everywhere."""
        return FileFormatError(
            f"{self.where} fails its checksum{place}: it was altered or damaged; restore it from a copy"
        )

    @property
    def is_verified(self) -> bool:
        """Whether all of it has been compared."""
        return all(self._is_seen)

    def verify(self, block: int) -> None:
        """Compare one block with its checksum, once."""
        if not self._is_seen[block]:
            found = hashlib.sha256(self.data[block * BLOCK : (block + 1) * BLOCK].data).hexdigest()
            if found != self._sums[64 * block : 64 * (block + 1)]:
                raise self.damage(f" in block {block + 1} of {len(self._is_seen)}")
            self._is_seen[block] = 1

    def require_unchanged(self) -> None:
        """Refuse a lazily read file that was written over in place: what was compared is there no more.

        A file that was replaced (`write_atomic`) stays what it was for those who have it open.
        """
        if self._stamp_now() != self._stamp:
            raise FileFormatError(f"{self.where} was changed since it was opened; load it again")

    def _stamp_now(self) -> tuple[int, int]:
        if self._handle is None:
            return 0, 0
        about = os.fstat(self._handle)
        return about.st_size, about.st_mtime_ns


class Tensor:
    """A tensor of an open file. `tensor[a:b]` is checked; `array` is the bare memory, to be used after `verify`."""

    def __init__(
        self, file: File, name: str, dtype: np.dtype[Any], shape: tuple[int, ...], first: int, last: int
    ) -> None:
        self.file, self.name, self.first, self.last = file, name, first, last
        self.array: npt.NDArray[Any] = file.data[first:last].view(dtype).reshape(shape)
        self._is_read = bytearray(-(-last // BLOCK) - first // BLOCK)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of its numbers."""
        return self.array.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of every axis."""
        return self.array.shape

    def verify(self, first: int = 0, last: int | None = None) -> None:
        """Compare the numbers from first to last, counted end to end, with their checksums and their schema."""
        last = self.array.size if last is None else min(last, self.array.size)
        if first >= last:
            return
        self.file.require_unchanged()
        size, base = self.array.itemsize, self.first // BLOCK
        low, high = self.first + first * size, self.first + last * size
        for block in range(low // BLOCK, -(-high // BLOCK)):
            if self._is_read[block - base]:
                continue
            self.file.verify(block)
            if (
                self.file.schema is not None
            ):  # a block ends between two numbers: its size is a multiple of theirs
                at = [min(max(b * BLOCK, self.first), self.last) - self.first for b in (block, block + 1)]
                numbers = self.array.reshape(-1)[at[0] // size : at[1] // size]
                require_content(self.file.schema.tensors[self.name], numbers, self.name, self.file.where)
            self._is_read[block - base] = 1

    def __getitem__(self, rows: slice) -> npt.NDArray[Any]:
        """Checked rows of the first axis; `[:]` is everything."""
        if self.array.ndim:
            first, last, _ = slice(rows.start, rows.stop).indices(len(self.array))
            row = self.array.size // max(1, len(self.array))
            self.verify(first * row, last * row)
            return self.array[rows]
        self.verify()
        return self.array


def _tensors(file: File, entries: dict[str, Any]) -> dict[str, Tensor]:
    """The tensors that the table names: known types, sizes that fit the shapes, end to end, to the last byte."""
    found, end = {}, 0
    try:
        for name, entry in sorted(entries.items(), key=lambda item: item[1]["data_offsets"]):
            dtype, shape = np.dtype(DTYPES[entry["dtype"]]), tuple(entry["shape"])
            first, last = entry["data_offsets"]
            is_whole = all(isinstance(n, int) and n >= 0 for n in (*shape, first, last))
            if (
                not is_whole
                or first != end
                or last - first != prod(shape) * dtype.itemsize
                or first % dtype.itemsize
            ):
                raise ValueError
            if last > len(file.data):
                break
            found[name] = Tensor(file, name, dtype, shape, first, last)
            end = last
    except (KeyError, TypeError, ValueError, OverflowError):
        raise FileFormatError(
            f"{file.where} has a damaged table of tensors; restore it from a copy"
        ) from None
    if end != len(file.data) or len(found) != len(entries):
        raise FileFormatError(
            f"{file.where} is truncated or damaged: its tensors do not fill it; restore it from a copy"
        )
    return found


def _digest_1(tensors: dict[str, Tensor], fields: dict[str, Any]) -> str:
    """The checksum of version 1."""
    sha = hashlib.sha256(json.dumps(fields, sort_keys=True).encode())
    for name in sorted(tensors):
        array = tensors[name].array
        sha.update(f"{name}|{array.dtype.str}|{array.shape}|".encode())
        sha.update(array.reshape(-1).view(np.uint8).data if array.size else b"")
    return sha.hexdigest()
