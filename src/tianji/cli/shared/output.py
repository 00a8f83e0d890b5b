"""Printing: one JSON object, or text; both from the same data."""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from tianji.cli.shared import layout
from tianji.cli.shared.streams import write_out
from tianji.core.result import finite
from tianji.errors import FileAccessError, TianjiError, quote_path


def show(data: dict[str, Any], as_text: Callable[[dict[str, Any]], str], as_json: bool) -> None:
    """Print the data of a command, as JSON or as its text."""
    text = to_json(data) if as_json else layout.within(as_text(data), layout.columns(sys.stdout))
    write_out(text + "\n")


def to_json(data: Any) -> str:
    """One line of strict JSON; numbers that are not finite become null."""
    return json.dumps(finite(data), ensure_ascii=False, allow_nan=False)


class Saving:
    """Files that are written when the work is done: one that cannot be is told after the answer, and never costs it."""

    def __init__(self) -> None:
        self.saved: list[str] = []
        self.faults: list[TianjiError] = []

    def write(self, path: str | None, save: Callable[[str], object]) -> None:
        """Write one, if it was asked for; what finds no room there goes to the folder of temporary files."""
        if path is None:
            return
        try:
            save(path)
            self.saved.append(path)
        except FileAccessError as error:
            self.faults.append(FileAccessError(f"{error}{_rescue(path, save)}"))
        except TianjiError as error:
            self.faults.append(error)

    def checkpoint(self, path: str | None, unsaved: str) -> None:
        """Count a checkpoint among the files, or tell why its last writing failed."""
        if unsaved:
            self.faults.append(FileAccessError(unsaved))
        elif path is not None:
            self.saved.append(path)

    def end(self, quiet: bool = False) -> None:
        """Say what was saved; raise what could not be."""
        if self.saved:
            note(f"saved {', '.join(self.saved)}", quiet)
        for fault in self.faults[:-1]:
            note(f"error: {fault}")
        if self.faults:
            raise self.faults[-1]


def _rescue(path: str, save: Callable[[str], object]) -> str:
    """Write elsewhere what hours of work may have gone into, and say where; nothing where that fails too."""
    try:
        other = Path(tempfile.mkdtemp(prefix="tianji-")) / (Path(path).name[:100] or "answer")
        save(str(other))
    except (OSError, TianjiError):
        return ""
    return f"; it is in {quote_path(other)} instead"


def note(text: str, quiet: bool = False) -> None:
    """A line about the run, on standard error; a terminal gets it broken between words."""
    if not quiet:
        line = layout.within(f"tianji: {text}", layout.columns(sys.stderr))
        print(line, file=sys.stderr, flush=True)


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Collection[int] = (),
    wrap: Collection[int] = (),
) -> str:
    """Columns with a header, as `layout.layout` fits them to the terminal; one row a line where there is none."""
    return layout.layout(head, rows, right, wrap, layout.columns(sys.stdout), is_bold=is_terminal())


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Names with what is to be said about each, one below the other."""
    return table(("", ""), rows)


def prose(text: str) -> str:
    """Paragraphs as wide as the terminal; as they were written where there is none."""
    return layout.reflowed(text, layout.columns(sys.stdout))


def is_terminal() -> bool:
    """Whether a person reads along."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


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


def clock(seconds: float, whole: bool = False) -> str:
    """A time as people say it; whole: without fractions of a second.

    >>> clock(0.0312), clock(95), clock(7300), clock(3, whole=True)
    ('0.03 s', '1 min 35 s', '2 h 1 min', '3 s')
    """
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 and not whole else f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
