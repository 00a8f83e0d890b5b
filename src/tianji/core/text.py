"""Text: what people type, and JSON that says when it was altered."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

LONGEST = 1_000_000  # characters of a line of TOML: reading a hundred million takes ten seconds
_DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++\s*+\.\s*+){40}""")


def whole_number(text: str) -> int | None:
    """The number that one to nine plain digits write, else None: `str.isdigit` also likes "²", `int` "٣" and "1_0".

    >>> whole_number("12"), whole_number("²"), whole_number("-1"), whole_number("9" * 5000), whole_number("")
    (12, None, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def read_toml(text: str, number: Callable[[str], object] = float) -> dict[str, Any]:
    """The values of a TOML text, fractions read by `number`; raises a ValueError that says where it goes wrong.

    >>> read_toml("a = 1.5")
    {'a': 1.5}
    """
    import tomllib

    if max(map(len, text.split("\n"))) > LONGEST:
        raise ValueError(f"a line of more than {LONGEST:,} characters")
    if _DEEP_KEY.search(text):  # tomllib takes the square of their length
        raise ValueError("a key of more than 40 parts")
    return tomllib.loads(text, parse_float=number)


def to_toml(fields: dict[str, Any]) -> str:
    """Fields as TOML, a line each."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_toml(v) for v in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(k))} = {_toml(v)}" for k, v in value.items()) + "}"
    return str(value)


def signed(data: dict[str, Any]) -> dict[str, Any]:
    """A JSON object, all its names texts, with the checksum of all that it holds: for files that are JSON.

    >>> is_intact(signed({"t": 5})), is_intact({**signed({"t": 5}), "t": 4}), is_intact({"t": 4})
    (True, False, True)
    """
    return {"sha256": _digest(data), **data}


def is_intact(data: dict[str, Any]) -> bool:
    """Whether a JSON object is as it was signed; one without a checksum was written by hand."""
    return "sha256" not in data or data["sha256"] == _digest(data)


def _digest(data: dict[str, Any]) -> str:
    """SHA-256 of everything but the checksum, with sorted keys."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()
