"""Packing: lists and numbers as byte tensors of a file, and back, without more memory than they say they take."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import require
from tianji.errors import FileFormatError, quote

JSON_BYTES = 30  # the most memory that a byte of JSON takes when read: "[],"
ZLIB_RATIO = 1040  # the most that zlib can make of a byte is 1032
ZLIB_STEP = 4096  # bytes unpacked at a time, to 4 MiB at most


def solid(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array as files hold it: end to end, the lowest byte first."""
    array = np.asarray(array)
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).reshape(array.shape)


def pack_json(value: Any) -> npt.NDArray[np.uint8]:
    """A JSON value as a byte tensor: for lists too long for the metadata."""
    return np.frombuffer(json.dumps(value, ensure_ascii=False).encode(), dtype=np.uint8)


def unpack_json(array: npt.NDArray[Any]) -> Any:
    """The value that `pack_json` packed."""
    require("reading a list of names", JSON_BYTES * array.size, "pass a smaller file")
    try:
        return json.loads(array.tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise FileFormatError(
            f"a list of names is no JSON ({quote(str(error))}); restore it from a copy"
        ) from None


def unpack_names(array: npt.NDArray[Any], where: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """Infosets and the actions of each, packed as `[[infoset, …], [[action, …], …]]`; no name stands twice."""
    names = unpack_json(array)
    try:
        labels, menus = names
        texts = [*labels, *(action for menu in menus for action in menu)]
        is_fine = len(labels) == len(menus) and all(isinstance(name, str) for name in texts)
        is_fine = is_fine and all(isinstance(part, list) for part in (labels, menus, *menus))
        is_fine = is_fine and all(len(set(part)) == len(part) for part in (labels, *menus))
    except (TypeError, ValueError):
        is_fine = False
    if not is_fine:
        raise FileFormatError(
            f"{where}: expected names of infosets, all different, and of their actions, all different; "
            "restore it from a copy"
        )
    return labels, [tuple(menu) for menu in menus]


def pack_zlib(array: npt.NDArray[Any], level: int = 6) -> npt.NDArray[np.uint8]:
    """The bytes of an array, compressed, as a tensor."""
    return np.frombuffer(zlib.compress(solid(array).data, level), dtype=np.uint8)


def unpack_zlib(
    packed: npt.NDArray[Any], dtype: npt.DTypeLike, count: int, where: str, ratio: float = ZLIB_RATIO
) -> npt.NDArray[Any]:
    """The `count` numbers that `pack_zlib` packed; never unpacks more than that, and takes no other memory.

    ratio: the most that honest numbers of this kind can have been packed by; what claims more is refused unopened.

    >>> unpack_zlib(pack_zlib(np.zeros(1000)), np.float64, 1000, "'x'").sum()
    np.float64(0.0)
    """
    size = count * np.dtype(dtype).itemsize
    if size <= ratio * packed.size:
        require(f"unpacking {where}", size, "pass a smaller file")
        found = np.empty(count, dtype=dtype)
        if _unpacked(packed, found.view(np.uint8)):
            return found
    raise FileFormatError(f"{where} does not unpack to {count} numbers; restore it from a copy")


def _unpacked(packed: npt.NDArray[Any], room: npt.NDArray[np.uint8]) -> bool:
    """Whether what is packed fills the room exactly; unpacked a few KiB at a time."""
    unpacker = zlib.decompressobj()
    try:
        for at in range(0, packed.size, ZLIB_STEP):
            part = np.frombuffer(unpacker.decompress(packed[at : at + ZLIB_STEP].tobytes()), dtype=np.uint8)
            if len(part) > len(room):
                return False
            room[: len(part)] = part
            room = room[len(part) :]
    except zlib.error:
        return False
    return not len(room) and unpacker.eof and not unpacker.unused_data
