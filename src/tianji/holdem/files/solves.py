"""Files: solves on disk, spots from TOML, TexasSolver command files and Libratus endgames.

A solve file is safetensors with Tianji's header (`core.storage`), kind `holdem-solve`: tensors `average/k` by street
(`regret/k`, `prediction/k` where the run can go on; `scales/k` with integer storage), fields `spot`, `run`, `method`,
`storage`. It is opened lazily: the header is checked, the arrays are mapped, pages are read when they are asked for.
The checksum is compared where that takes no time, in files up to 64 MiB, and whenever a run goes on from one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.errors import FileAccessError, FileFormatError, ParameterError, UnknownNameError, suggest
from tianji.holdem.spot.spot import FIELDS, Spot

if TYPE_CHECKING:
    from tianji.holdem.answer.solution import Solution
    from tianji.holdem.engine.cpu import Engine
    from tianji.holdem.engine.solve import Run

KIND = "holdem-solve"
CHECKED = 64 * 2**20  # bytes: smaller files are read as a whole once and compared with their checksum
_DTYPES = {"F32": np.float32, "F64": np.float64, "I16": np.int16}


def spot_from_dict(data: Mapping[str, Any], where: str = "spot") -> Spot:
    """A spot from plain values; unknown fields are refused by name."""
    known = [*FIELDS, "locks"]
    for key in data:
        if key not in known:
            raise UnknownNameError(f"{where}: no field {key!r}; {suggest(key, known)}")
    for key in ("board", "pot", "stack", "oop", "ip"):
        if key not in data:
            raise ParameterError(
                f"{where}: the field {key!r} is missing; expected at least board, pot, stack, oop and ip"
            )
    given = {k: v for k, v in data.items() if k != "locks"}
    if isinstance(given.get("rake"), list):
        given["rake"] = tuple(given["rake"])
    if not isinstance(given["board"], str):
        raise ParameterError(f"{where}: board={given['board']!r}; expected a text such as 'Ks7h2d'")
    spot = Spot(**given)
    locks = data.get("locks", [])
    if not isinstance(locks, list):
        raise ParameterError(f"{where}: locks={locks!r}; expected a list of tables with line and strategy")
    for lock in locks:
        if not isinstance(lock, Mapping) or set(lock) != {"line", "strategy"}:
            raise ParameterError(f"{where}: lock {lock!r}; expected a table with line and strategy")
        spot.lock(lock["line"], lock["strategy"])
    return spot


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


def _tensors(engine: Engine, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
    names = ["average", *(["regret", "prediction"] if is_resumable else [])]
    tensors = {f"{name}/{k}": getattr(level, name) for k, level in enumerate(engine.levels) for name in names}
    if engine.storage == "int16":
        tensors.update({f"scales/{k}": level.scales for k, level in enumerate(engine.levels)})
    return {name: array for name, array in tensors.items() if array.size}


def _fields(spot: Spot, engine: Engine, run: Run, method: str, is_resumable: bool) -> dict[str, Any]:
    return {
        "spot": json.loads(json.dumps(spot.to_dict())),
        "run": {
            "iterations": run.iterations,
            "seconds": run.seconds,
            "history": run.history,
            "stopped": run.stopped,
        },
        "method": method,
        "storage": engine.storage,
        "is_resumable": is_resumable,
    }


def save_solution(path: str | Path, solution: Solution, is_resumable: bool) -> None:
    """Write a solve."""
    if is_resumable and not solution.engine.levels[0].regret.any():
        raise ParameterError(
            f"cannot save {str(path)!r} to go on from: this solve was loaded without its regrets"
        )
    fields = _fields(solution.spot, solution.engine, solution.run, solution.method, is_resumable)
    fields["values"] = solution.values
    storage.save(path, KIND, _tensors(solution.engine, is_resumable), fields)


def save_run(path: str | Path, spot: Spot, engine: Engine, run: Run, method: str) -> None:
    """Write a solve in progress, atomically."""
    storage.save(path, KIND, _tensors(engine, True), _fields(spot, engine, run, method, True))


def load_run(path: str | Path, spot: Spot, engine: Engine, method: str) -> Run:
    """Continue a solve: restore its memory into the engine; refuse another spot, method or storage."""
    from tianji.holdem.engine.solve import Run

    tensors, fields = storage.load(path, KIND)
    if not fields.get("is_resumable"):
        raise FileFormatError(
            f"{str(path)!r} was saved without its regrets and cannot go on; solve with checkpoint="
        )
    wanted = {"spot": json.loads(json.dumps(spot.to_dict())), "method": method, "storage": engine.storage}
    for key, value in wanted.items():
        if fields.get(key) != value:
            raise ParameterError(
                f"{str(path)!r} was made with another {key}; use the same, or start without resuming"
            )
    for name, array in _tensors(engine, True).items():
        if name not in tensors or tensors[name].shape != array.shape:
            raise FileFormatError(
                f"{str(path)!r} lacks the tensor {name!r} of this solve; start without resuming"
            )
        array[:] = tensors[name]
    return _run(fields, path, Run)


def _run(fields: dict[str, Any], path: str | Path, make: type[Run]) -> Run:
    try:
        run = fields["run"]
        history = [(int(t), float(s), float(e)) for t, s, e in run["history"]]
        return make(int(run["iterations"]), float(run["seconds"]), history, "")
    except (KeyError, TypeError, ValueError) as error:
        raise FileFormatError(
            f"{str(path)!r} is not a complete solve ({error!r}); restore it from a copy"
        ) from None


def load_solution(path: str | Path) -> Solution:
    """Open a solve lazily."""
    from tianji.holdem.answer.solution import Solution
    from tianji.holdem.engine.solve import Run, make_engine, set_locks

    header, offset = _open(path)
    if Path(path).stat().st_size <= CHECKED:
        storage.load(path, KIND)
    fields = header["fields"]
    saved = _table(fields, "spot", path)
    spot = spot_from_dict({"chip": _old_chip(saved), **saved}, str(path))
    kind = str(fields.get("storage", "float32"))
    engine = make_engine(spot, storage=kind, threads=1)
    for k, level in enumerate(engine.levels):
        parts = (
            {"average": _mapped(path, header, offset, f"average/{k}", level.average.size)}
            if level.average.size
            else {}
        )
        if kind == "int16" and level.average.size:
            parts["scales"] = _mapped(path, header, offset, f"scales/{k}", level.scales.size).reshape(2, -1)
        engine.levels[k] = level._replace(**parts)
    if spot.locks:
        set_locks(engine, spot, "average")
    run = _run(fields, path, Run)
    run.stopped = str(_table(fields, "run", path).get("stopped", ""))
    solution = Solution(spot, engine, run, str(fields.get("method", "")))
    if isinstance(fields.get("values"), list):
        solution._values = [float(v) for v in fields["values"]]
    return solution


def _old_chip(saved: Mapping[str, Any]) -> float:
    """The chip of a solve that does not name it: older files rounded to whole chips where pot and stack were."""
    whole = all(float(saved.get(name, 0.5)).is_integer() for name in ("pot", "stack"))
    return 1.0 if whole else 0.01


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


def _table(fields: dict[str, Any], key: str, path: str | Path) -> dict[str, Any]:
    found = fields.get(key)
    if not isinstance(found, dict):
        raise FileFormatError(f"{str(path)!r} is not a complete solve (no {key!r}); restore it from a copy")
    return found


def _mapped(path: str | Path, header: dict[str, Any], offset: int, name: str, size: int) -> npt.NDArray[Any]:
    try:
        entry = header["table"][name]
        is_whole = int(np.prod(entry["shape"])) == size and entry["dtype"] in _DTYPES
        first, last = (int(x) for x in entry["data_offsets"])
        is_whole = (
            is_whole and first >= 0 and last - first == size * np.dtype(_DTYPES[entry["dtype"]]).itemsize
        )
    except (KeyError, TypeError, ValueError):
        is_whole = False
    if not is_whole:
        raise FileFormatError(f"{str(path)!r} lacks the tensor {name!r} of its spot; restore it from a copy")
    start = offset + first
    mapped = np.memmap(path, dtype=_DTYPES[entry["dtype"]], mode="c", offset=start, shape=(size,))
    return np.asarray(mapped)
