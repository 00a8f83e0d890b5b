"""All that a NormalForm can be made of: arrays, data frames, .nfg files, typed tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tianji.core.storage import read_bytes
from tianji.errors import FileFormatError, GameRuleError, quote
from tianji.matrix.game.nfg import NfgFile, parse_nfg
from tianji.matrix.game.payoffs import as_array
from tianji.matrix.game.text import parse_table, parse_text


def read_source(tables: tuple[Any, ...]) -> NfgFile:
    """Every accepted form of input → arrays and the labels that come with it."""
    first = tables[0]
    if len(tables) == 1 and isinstance(first, NfgFile):
        return first
    if len(tables) == 1 and isinstance(first, (str, Path)):
        return _from_text(first)
    found = _frame_labels(first, len(tables))
    if len(tables) == 1 and hasattr(first, "to_numpy"):
        first = _split_cells(first)
    arrays = [as_array(table, chr(65 + p) if len(tables) < 27 else f"payoffs[{p}]") for p, table in
              enumerate((first, *tables[1:]) if len(tables) > 1 else (first,))]  # fmt: skip
    if len(arrays) == 1:
        return _single(arrays[0], found)
    players = [str(p) for p in range(len(arrays))]
    return NfgFile("", "", players, found or _numbered(arrays[0].shape), arrays)


def _single(array: Any, labels: list[list[str]] | None) -> NfgFile:
    if array.ndim == 2:
        return NfgFile("", "", ["0", "1"], labels or _numbered(array.shape), [array, -array], True)
    if array.ndim >= 2 and array.shape[-1] == array.ndim - 1:
        payoffs = [array[..., p] for p in range(array.shape[-1])]
        names = [str(p) for p in range(len(payoffs))]
        return NfgFile("", "", names, labels or _numbered(array.shape[:-1]), payoffs)
    raise GameRuleError(
        f"one array of shape {array.shape!r} is no game: pass a matrix (two players, zero sum), one array a "
        f"player, or one array whose last axis has length {array.ndim - 1}, the number of players"
    )


def _from_text(source: str | Path) -> NfgFile:
    text = str(source)
    if isinstance(source, str) and text.lstrip().startswith("NFG"):
        return parse_nfg(text)
    if isinstance(source, Path) or text.strip().lower().endswith((".nfg", ".txt", ".csv", ".tsv")):
        try:
            content = read_bytes(source).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise FileFormatError(
                f"{quote(text)} is not a text file ({error.reason}); pass a .nfg file"
            ) from None
        if content.lstrip().startswith("NFG") or text.lower().endswith(".nfg"):
            return parse_nfg(content, text)
        tables = parse_table(content, text.strip().lower()[-4:])
    else:
        tables = parse_text(text)
    matrices = [as_array(table, chr(65 + p)) for p, table in enumerate(tables)]
    if len(matrices) == 1:
        return _single(matrices[0], None)
    return NfgFile("", "", [str(p) for p in range(len(matrices))], _numbered(matrices[0].shape), matrices)


def _numbered(shape: Sequence[int]) -> list[list[str]]:
    return [[str(k + 1) for k in range(size)] for size in shape]


def _frame_labels(frame: Any, tables: int) -> list[list[str]] | None:
    """Row and column names of a DataFrame, unless they are the default numbers."""
    if not (hasattr(frame, "to_numpy") and hasattr(frame, "columns") and hasattr(frame, "index")):
        return None
    names = [[str(k) for k in frame.index], [str(k) for k in frame.columns]]
    default = all(row == [str(k) for k in range(len(row))] for row in names)
    return None if default or tables > 2 else names


def _split_cells(frame: Any) -> Any:
    """A DataFrame of cells "3,5" or (3, 5) as nested lists of both payoffs; other frames unchanged."""
    cells = frame.to_numpy().tolist()
    corner = cells[0][0] if cells and cells[0] else None
    if isinstance(corner, str) and "," in corner:
        return [[str(cell).strip("()[] ").split(",") for cell in row] for row in cells]
    return cells if isinstance(corner, (tuple, list)) else frame
