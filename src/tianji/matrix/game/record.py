"""Record: the results of this package as plain values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tianji.core.result import Result


def written(value: Fraction | int, most: int = 4_000) -> str:
    """A fraction as text, or ≈ and six digits of it where that takes more than `most` characters.

    Python itself refuses to write whole numbers of more than 4,300 digits.
    """
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return str(value) if bits < 3.3 * most else f"≈{float(value):.6g}"


def plain(value: Any) -> Any:
    """Ready for JSON: fractions as text, so that nothing is lost; arrays as lists; records as dictionaries.

    >>> plain((Fraction(1, 3), np.float64(0.5), np.array([1, 2])))
    ['1/3', 0.5, [1, 2]]
    """
    if isinstance(value, Fraction):
        return written(value)
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


class Record(Result):
    """A dataclass whose fields are its answer; those without repr are left out."""

    def to_dict(self) -> dict[str, Any]:
        """Every field, as plain values."""
        assert is_dataclass(self)
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.repr}
