"""Result: what every answer of the library can do, whatever was asked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from typing import Any


class Result:
    """An answer: plain values by `to_dict`, JSON, a table in a notebook; it pickles, and may have `save`.

    A dataclass whose fields say it all needs nothing more (those without repr are left out); others have their own
    `to_dict`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Answer(Result):
    ...     value: float
    ...     counts: tuple[int, ...]
    >>> Answer(float("nan"), (1, 2)).to_json()
    '{"value": null, "counts": [1, 2]}'
    """

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values, ready for JSON: what the command line prints with `--json`."""
        if not is_dataclass(self):
            raise NotImplementedError(f"{type(self).__name__} is no dataclass; it needs a to_dict of its own")
        return {field.name: plain(getattr(self, field.name)) for field in fields(self) if field.repr}

    def to_json(self) -> str:
        """One line of strict JSON; numbers that are not finite become null."""
        return json.dumps(finite(self.to_dict()), ensure_ascii=False, allow_nan=False)

    def facts(self) -> list[tuple[str, object]]:
        """The main figures with their names, in the order a reader wants them."""
        return [(k, v) for k, v in self.to_dict().items() if isinstance(v, (str, int, float)) and v != ""]

    def _repr_html_(self) -> str:
        """A notebook's view."""
        rows = self.facts() or [(k, f"{json.dumps(finite(v)):.200}") for k, v in self.to_dict().items()]
        return html_table((), rows, caption=type(self).__name__)


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


def rows_html(rows: Sequence[Mapping[str, object]], caption: str = "") -> str:
    """Records with the same keys as one table; a mix of actions reads `fold 25.0%, call 75.0%`.

    >>> "<td>p 50.0%, b 50.0%</td>" in rows_html([{"infoset": "K", "plays": {"p": 0.5, "b": 0.5}}])
    True
    """
    return html_table(list(rows[0]) if rows else (), [list(row.values()) for row in rows], caption)


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return escape(", ".join(f"{action} {100 * share:.1f}%" for action, share in value.items()))
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else escape(str(value))


def plain(value: Any) -> Any:
    """A value as JSON can hold it: arrays and tuples are lists, results their dictionaries, the rest is text.

    >>> from fractions import Fraction
    >>> plain({"x": (1, Fraction(1, 3))}), plain(Fraction(4, 2))
    ({'x': [1, '1/3']}, '2')
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if hasattr(value, "tolist"):  # NumPy arrays and scalars
        return plain(value.tolist())
    return (
        [plain(item) for item in value] if isinstance(value, (list, tuple, set, frozenset)) else _text(value)
    )


def _text(value: Any) -> str:
    try:
        return str(value)
    except ValueError:  # a fraction: Python writes no whole number of more than 4,300 digits
        return f"≈{float(value):.6g}"


def finite(value: Any) -> Any:
    """The same plain values with None for every number that is not finite: what strict JSON can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, (list, tuple)) else value
