"""Reports: one spot on many boards, as one table and one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from tianji.core.storage import read_bytes, write_atomic
from tianji.errors import ParameterError
from tianji.holdem.answer.grids import html_grid
from tianji.holdem.answer.solution import Solution
from tianji.holdem.spot.spot import Spot
from tianji.poker.cards import parse_board, show_cards


@dataclass
class Report:
    """One row a board: exploitability, EVs, equities, and how often each action of the line is taken."""

    line: str
    columns: list[str]
    rows: list[list[Any]] = field(default_factory=list)
    grids: list[str] = field(default_factory=list)

    def to_csv(self) -> str:
        """The table, numbers with six digits; the last row is the mean over the boards."""
        lines = [",".join(self.columns)]
        for row in [*self.rows, self.mean_row()]:
            lines.append(",".join(v if isinstance(v, str) else f"{v:.6g}" for v in row))
        return "\n".join(lines) + "\n"

    def mean_row(self) -> list[Any]:
        """Means over the boards, equally weighted."""
        count = max(1, len(self.rows))
        return ["mean", *(sum(float(r[k]) for r in self.rows) / count for k in range(1, len(self.columns)))]

    def to_html(self) -> str:
        """A page of its own: the table, then a grid for every board."""
        head = "".join(f"<th>{escape(c)}</th>" for c in self.columns)
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(v) if isinstance(v, str) else f'{v:.4g}'}</td>" for v in row)
            + "</tr>"
            for row in [*self.rows, self.mean_row()]
        )
        style = "body{font:14px sans-serif;margin:2em}td,th{padding:2px 8px}figure{display:inline-block}"
        grids = "".join(f"<figure>{grid}</figure>" for grid in self.grids)
        title = f"{len(self.rows)} boards after “{escape(self.line) or 'start'}”"
        return (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{style}</style>'
            f"<h1>{title}</h1><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{grids}</html>"
        )

    def save(self, path: str | Path) -> None:
        """Write CSV or HTML, by the ending of the name."""
        text = self.to_html() if str(path).endswith((".html", ".htm")) else self.to_csv()
        write_atomic(path, text.encode())


def read_boards(path: str | Path) -> list[str]:
    """Boards from a text file, one a line; `#` begins a comment."""
    boards = []
    for number, line in enumerate(read_bytes(path).decode(errors="replace").splitlines(), 1):
        text = line.partition("#")[0].strip()
        if text:
            boards.append(show_cards(parse_board(text, where=f"{path}, line {number}")))
    if not boards:
        raise ParameterError(f"{str(path)!r} holds no boards; write one a line, such as Ks7h2d")
    return boards


def report(
    spot: Spot,
    boards: Iterable[str],
    line: str = "",
    *,
    each: Callable[[str, Solution], None] | None = None,
    **options: Any,
) -> Report:
    """Solve one spot on many boards, and tabulate what the player to act does after a line.

    `each` is called with every board and its solution, to save or show it; options are those of `solve`.
    """
    found: Report | None = None
    for board in boards:
        solution = spot.replace(board=board).solve(**options)
        table = solution.strategy(line)
        numbers = [
            solution.exploitability_pct, *solution.values,
            solution.equity(player="oop").mean, solution.equity(player="ip").mean, *table.means.values(),
        ]  # fmt: skip
        if found is None:
            names = [
                "board",
                "exploitability %",
                "ev oop",
                "ev ip",
                "equity oop",
                "equity ip",
                *table.columns,
            ]
            found = Report(line, names)
        found.rows.append([board, *numbers])
        found.grids.append(html_grid(table))
        if each is not None:
            each(board, solution)
    if found is None:
        raise ParameterError("boards is empty; give at least one board, such as ['Ks7h2d']")
    return found
