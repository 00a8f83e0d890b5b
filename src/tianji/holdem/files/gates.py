"""Gates from files: TOML or JSON with the fields of `Gate`; a solve and a line may stand for the alternatives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tianji.core import storage
from tianji.errors import FileFormatError, ParameterError, quote, short_path
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.files.readers import parse_table
from tianji.holdem.spot.gate import Gate


def load_gate(path: str | Path) -> Gate:
    """A gate from a file: player, technique, gifts and spread, and alternatives or `solve` and `line`."""
    where = short_path(path)
    try:
        data = parse_table(storage.read_bytes(path).decode(), where, "player and alternatives")
    except UnicodeDecodeError:
        raise FileFormatError(f"{where!r} is not a text file; expected TOML or JSON with a gate") from None
    return Gate.from_dict(_with_alternatives(data, Path(path)), where)


def _with_alternatives(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """The alternatives of the solve that a file names, relative to its own folder."""
    if "solve" not in data and "line" not in data:
        return data
    solve, line = data.pop("solve", None), data.pop("line", "")
    if "alternatives" in data or not isinstance(solve, str):
        raise ParameterError(
            f"{short_path(path)}: solve={quote(solve)} and line={quote(line)}; expected the file of a solve to "
            "take alternatives from, or alternatives of its own"
        )
    if "player" not in data:
        raise ParameterError(
            f"{short_path(path)}: the field 'player' is missing; say who solves again, 'oop' or 'ip'"
        )
    table = SpotSolution.load(path.parent / solve).alternatives(data["player"], line)
    return {**data, "alternatives": dict(table)}
