"""Payoff tables typed or pasted as text: `0 -1 3; 1 0 -1; -1 1 0`, or cells `3,3 0,5; 5,0 1,1`."""

from __future__ import annotations

import re
from fractions import Fraction

from tianji.errors import GameRuleError
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
    if "|" in text:
        return [_single(part, f"matrix {k + 1}") for k, part in enumerate(text.split("|"))]
    rows = _rows(text, "the table")
    if not any("," in cell for row in rows for cell in row):
        return [_numbers(rows, "the table")]
    players = len(rows[0][0].split(","))
    tables: list[Table] = [[] for _ in range(players)]
    for i, row in enumerate(rows):
        for table in tables:
            table.append([])
        for j, cell in enumerate(row):
            parts = cell.split(",")
            if len(parts) != players or players != 2:
                raise GameRuleError(
                    f"row {i + 1}, column {j + 1}: cell {cell!r} has {len(parts)} payoffs, expected 2; "
                    "write cells as a,b without blanks inside, or one matrix after the other with |"
                )
            for table, part in zip(tables, parts, strict=True):
                table[i].append(number(part, f"row {i + 1}, column {j + 1}"))
    _check_rows(rows, "the table")
    return tables


def _rows(text: str, name: str) -> list[list[str]]:
    bare = re.sub(r"[()\[\]{}]", " ", re.sub(r"\s*,\s*", ",", text))
    lines = [line.strip(" \t,") for line in re.split(r"[;\n\r]+", bare)]
    rows = [line.split() for line in lines if line]
    if not rows:
        raise GameRuleError(f"{name}: no payoffs in {text!r:.60}; write rows like '0 -1 3; 1 0 -1'")
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
