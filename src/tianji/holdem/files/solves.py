"""Files: solves on disk, spots from TOML, TexasSolver command files and Libratus endgames.

A solve file is safetensors with Tianji's header (`core.storage`), kind `holdem-solve`: tensors `average/k` by street
(`regret/k`, `prediction/k` where the run can go on; `scales/k` with integer storage), fields as `run.checkpoint` writes
them, with the spot, method and storage under `config`; a checkpoint is such a file. It is opened lazily: the header is
checked, the arrays are mapped, pages are read when they are asked for.
The checksum is compared where that takes no time, in files up to 64 MiB, and whenever a run goes on from one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.errors import FileAccessError, FileFormatError, ParameterError
from tianji.holdem.answer.solution import Solution
from tianji.holdem.engine.runner import KIND
from tianji.holdem.spot.spot import Spot

CHECKED = 64 * 2**20  # bytes: smaller files are read as a whole once and compared with their checksum
_DTYPES = {"F32": np.float32, "F64": np.float64, "I16": np.int16}


spot_from_dict = Spot.from_dict


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
            f"{str(path)!r} is not a text file; expected TOML, TexasSolver commands or a Libratus endgame"
        ) from None
    from tianji.holdem.files import readers

    start = text.lstrip()
    if start.startswith(("-round", "-board")):
        return readers.libratus(text, str(path)), {}
    if any(line.split()[:1] and line.split()[0].startswith("set_") for line in text.splitlines()):
        return readers.texas_solver(text, str(path))
    return readers.toml(text, str(path))


def save_solution(path: str | Path, solution: Solution, is_resumable: bool) -> None:
    """Write a solve."""
    if is_resumable and not solution.is_resumable:
        raise ParameterError(
            f"cannot save {str(path)!r} to go on from: this solve was loaded without its regrets, or its last strategy "
            "was not its best; solve with checkpoint=FILE instead"
        )
    storage.save(path, KIND, *solution.pack(is_resumable))


def load_solution(path: str | Path) -> Solution:
    """Open a solve, or a run in progress, lazily."""
    header, offset = _open(path)
    if Path(path).stat().st_size <= CHECKED:
        storage.load(path, KIND)
    names = [name for name in header["table"] if name.startswith(("average/", "scales/"))]
    tensors = {name: _mapped(path, header, offset, name) for name in names}
    return Solution.unpack(tensors, header["fields"], str(path))


def _open(path: str | Path) -> tuple[dict[str, Any], int]:
    """The header of a solve file with its tensor table, and where the data begins; length checked, nothing loaded."""
    try:
        size = Path(path).stat().st_size
        with Path(path).open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            head = file.read(length) if 0 < length <= min(size, 100_000_000) else b""
    except OSError as error:
        raise FileAccessError(
            f"cannot read {str(path)!r}: {error.strerror or error}; check the path"
        ) from None
    try:
        table = json.loads(head)
        header = json.loads(table.pop("__metadata__")["tianji"])
        end = max((int(entry["data_offsets"][1]) for entry in table.values()), default=0)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FileFormatError(
            f"{str(path)!r} is not a Tianji solve, or is truncated ({size} bytes); pass a file that Tianji wrote"
        ) from None
    if not isinstance(header, dict) or header.get("kind") != KIND:
        found = header.get("kind") if isinstance(header, dict) else None
        raise FileFormatError(f"{str(path)!r} holds a {found!r}, expected a {KIND!r}; pass a solve file")
    if int(header.get("version", 0)) > storage.VERSION:
        raise FileFormatError(
            f"{str(path)!r} has format version {header['version']}, this Tianji reads "
            f"up to {storage.VERSION}; upgrade Tianji"
        )
    if not isinstance(header.get("fields"), dict) or size != 8 + length + end:
        raise FileFormatError(
            f"{str(path)!r} is truncated or damaged: {size} bytes, expected {8 + length + end}; restore it from a copy"
        )
    header["table"] = table
    return header, 8 + length


def _mapped(path: str | Path, header: dict[str, Any], offset: int, name: str) -> npt.NDArray[Any]:
    try:
        entry = header["table"][name]
        kind, shape = np.dtype(_DTYPES[entry["dtype"]]), tuple(int(n) for n in entry["shape"])
        first, last = (int(x) for x in entry["data_offsets"])
        is_whole = first >= 0 and min(shape) >= 0 and last - first == int(np.prod(shape)) * kind.itemsize
    except (KeyError, TypeError, ValueError):
        is_whole = False
    if not is_whole:
        raise FileFormatError(f"{str(path)!r} has a damaged tensor {name!r}; restore it from a copy")
    return np.asarray(np.memmap(path, dtype=kind, mode="c", offset=offset + first, shape=shape))
