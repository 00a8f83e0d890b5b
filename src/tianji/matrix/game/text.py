"""Payoff tables typed or pasted as text: `0 -1 3; 1 0 -1; -1 1 0`, or cells `3,3 0,5; 5,0 1,1`."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

from tianji.errors import GameRuleError, quote
from tianji.matrix.game.payoffs import number

Table = list[list[Fraction | float]]


def parse_text(text: str) -> list[Table]:
    """One matrix a player from text; a single matrix means zero sum.

    Rows end with `;` or a new line. Entries are separated by blanks or tabs; `a,b` is a cell with both
    players' payoffs; matrices one after the other are separated by `|`. Brackets around cells are ignored.
    A row without blanks is a comma-separated row of single payoffs.

    >>> parse_text("3,3 0,5; 5,0 1,1")[1]
    [[Fraction(3, 1), Fraction(5, 1)], [Fraction(0, 1), Fraction(1, 1)]]
    >>> parse_text("1,2;3,4") == parse_text("1 2\\n3 4")
    True
    """
    if text.count("|") > 1:
        raise GameRuleError(
            f"{text.count('|') + 1} matrices with | between them; typed tables are for two players"
        )
    if "|" in text:
        return [_single(part, f"matrix {k + 1}") for k, part in enumerate(text.split("|"))]
    return _tables(_rows(text, "the table"))


def parse_table(text: str, suffix: str) -> list[Table]:
    """The same from a file: .csv and .tsv by the rules of such files, so that a quoted cell may hold both payoffs.

    A file whose fields hold blanks or semicolons is a typed table.

    >>> parse_table('"3,3","0,5"\\n"5,0","1,1"\\n', ".csv") == parse_text("3,3 0,5; 5,0 1,1")
    True
    """
    separator = {".csv": ",", ".tsv": "\t"}.get(suffix)
    if separator is not None and "|" not in text:
        try:
            lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
            rows = [[cell.strip("()[]{} \t") for cell in line] for line in lines if any(map(str.strip, line))]
        except csv.Error as error:
            raise GameRuleError(f"the table is no {suffix} file: {error!s:.120}; mend its quotes") from None
        cells = [cell for row in rows for cell in row]
        if cells and not any(re.search(r"[\s;]", re.sub(r"\s*,\s*", ",", cell)) for cell in cells):
            return _tables([[re.sub(r"\s+", "", cell) for cell in row] for row in rows])
    return parse_text(text)


def _tables(rows: list[list[str]]) -> list[Table]:
    """Rows of cells, `a` or `a,b`, as one matrix or two."""
    if not any("," in cell for row in rows for cell in row):
        return [_numbers(rows, "the table")]
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if cell.count(",") != 1:
                raise GameRuleError(
                    f"row {i + 1}, column {j + 1}: cell {quote(cell)} has {cell.count(',') + 1} payoffs, expected 2; "
                    "write cells as a,b without blanks inside, or one matrix after the other with |"
                )
    return [_numbers([[cell.split(",")[p] for cell in row] for row in rows], "the table") for p in (0, 1)]


def _rows(text: str, name: str) -> list[list[str]]:
    bare = re.sub(r"[()\[\]{}]", " ", re.sub(r"\s*,\s*", ",", text))
    lines = [line.strip(" \t,") for line in re.split(r"[;\n\r]+", bare)]
    rows = [line.split() for line in lines if line]
    if not rows:
        raise GameRuleError(f"{name}: no payoffs in {quote(text, 60)}; write rows like '0 -1 3; 1 0 -1'")
    if all(len(row) == 1 for row in rows) and any("," in row[0] for row in rows):
        rows = [row[0].split(",") for row in rows]  # no blanks at all: commas separate single payoffs
    return rows


def _check_rows(rows: list[list[str]], name: str) -> None:
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise GameRuleError(
                f"{name}, row {i + 1}: {len(row)} entries where row 1 has {len(rows[0])}; "
                "make all rows equally long"
            )


def _numbers(rows: list[list[str]], name: str) -> Table:
    _check_rows(rows, name)
    return [
        [number(cell, f"{name}, row {i + 1}, column {j + 1}") for j, cell in enumerate(row)]
        for i, row in enumerate(rows)
    ]


def _single(text: str, name: str) -> Table:
    rows = _rows(text, name)
    return _numbers([[part for cell in row for part in cell.split(",")] for row in rows], name)
