"""Printing: one JSON object, or text; both from the same data."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tianji.cli._streams import write_out

WIDE = 100_000  # columns of an output that is no terminal: never fold or cut a table there


def show(data: dict[str, Any], as_text: Callable[[dict[str, Any]], str], as_json: bool) -> None:
    """Print the data of a command, as JSON or as its text."""
    write_out((to_json(data) if as_json else as_text(data)) + "\n")


def to_json(data: Any) -> str:
    """One line of strict JSON; numbers that are not finite become null."""
    return json.dumps(_finite(data), ensure_ascii=False, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value


def note(text: str, quiet: bool = False) -> None:
    """A line about the run, on standard error."""
    if not quiet:
        print(f"tianji: {text}", file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Columns with a header; those numbered in `right` are flush right. Fits a terminal, wide elsewhere."""
    from io import StringIO

    from rich.console import Console
    from rich.table import Table

    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold" if is_terminal else "")
    for k, name in enumerate(head):
        is_last = k == len(head) - 1
        grid.add_column(name, justify="right" if k in right else "left", overflow="fold", no_wrap=not is_last)
    for row in rows:
        grid.add_row(*row)
    file = StringIO()
    console = Console(
        file=file,
        force_terminal=is_terminal,
        width=None if is_terminal else WIDE,
        markup=False,
        highlight=False,
        emoji=False,
    )
    console.print(grid)
    return "\n".join(line.rstrip() for line in file.getvalue().rstrip("\n").split("\n"))


def number(x: float | None) -> str:
    """Six digits after the point, a sign only when negative; '-' for what is not known.

    >>> number(-1 / 18), number(0.5), number(-1e-9), number(None)
    ('-0.055556', '0.500000', '0.000000', '-')
    """
    if x is None or not math.isfinite(x):
        return "-"
    text = f"{x:.6f}"
    return text.removeprefix("-") if float(text) == 0 else text


def short(x: float | None) -> str:
    """Three significant digits, for progress; '-' for what is not known.

    >>> short(9.87654e-5), short(0.0), short(12345.6)
    ('9.88e-05', '0', '1.23e+04')
    """
    return "-" if x is None or not math.isfinite(x) else f"{x:.3g}"


def exact(x: float | None) -> str:
    """Six significant digits, for results; '-' for what is not known.

    >>> exact(11 / 12), exact(1.23456789e-5)
    ('0.916667', '1.23457e-05')
    """
    return "-" if x is None or not math.isfinite(x) else f"{x:.6g}"


def clock(seconds: float) -> str:
    """A time as people say it.

    >>> clock(0.0312), clock(95), clock(7300)
    ('0.03 s', '1 min 35 s', '2 h 1 min')
    """
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
