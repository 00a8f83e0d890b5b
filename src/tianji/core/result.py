"""Result: what every answer of the library can do, whatever was asked."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


class Result(ABC):
    """An answer: plain values by `to_dict`, JSON, a table in a notebook; it pickles, and may have `save`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values, ready for JSON: what the command line prints with `--json`."""

    def to_json(self) -> str:
        """One line of strict JSON; numbers that are not finite become null."""
        return json.dumps(finite(self.to_dict()), ensure_ascii=False, allow_nan=False)

    def facts(self) -> list[tuple[str, object]]:
        """The main figures with their names, in the order a reader wants them."""
        return [(k, v) for k, v in self.to_dict().items() if isinstance(v, (str, int, float)) and v != ""]

    def _repr_html_(self) -> str:
        """A notebook's view."""
        return html_table((), self.facts(), caption=type(self).__name__)


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table as HTML; numbers with six digits, everything escaped.

    >>> html_table(("game",), [("kuhn",)])
    '<table><thead><tr><th>game</th></tr></thead><tbody><tr><td>kuhn</td></tr></tbody></table>'
    """
    top = f"<caption>{escape(caption)}</caption>" if caption else ""
    if head:
        top += "<thead><tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr></thead>"
    body = "".join("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in rows)
    return f"<table>{top}<tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))


def finite(value: Any) -> Any:
    """The same plain values with None for every number that is not finite: what strict JSON can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, (list, tuple)) else value
