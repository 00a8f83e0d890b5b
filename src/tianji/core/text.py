"""Reading what people type."""

from __future__ import annotations


def whole_number(text: str) -> int | None:
    """The number that one to nine plain digits write, else None: `str.isdigit` also likes "²", `int` "٣" and "1_0".

    >>> whole_number("12"), whole_number("²"), whole_number("-1"), whole_number("9" * 5000), whole_number("")
    (12, None, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
