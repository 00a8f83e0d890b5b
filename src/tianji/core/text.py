"""Reading what people type."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

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

    if _DEEP_KEY.search(text):  # tomllib takes the square of their length
        raise ValueError("a key of more than 40 parts")
    return tomllib.loads(text, parse_float=number)
