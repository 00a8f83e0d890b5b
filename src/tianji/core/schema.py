"""Schema: what a file must hold — names, kinds, shapes and ranges of its tensors and fields — checked in one place.

A right checksum says that a file is as it was written, not that it was written by us or for this game. So nothing of
a file is used before its schema is checked:

    Schema({"cum_regret.0": Array(shape=(12,))}, {"t": whole()}).check(tensors, fields, "'run.safetensors'")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tianji.errors import FileFormatError, quote

LARGE = 1e300  # larger numbers would overflow when a few of them are added
WHOLE = 10**15  # counts above this were never counted; exact in float64

Expects = Callable[[object], str]
"""A check of one plain value: "" where it is fine, else what was expected."""


def whole(low: int = 0, high: int = WHOLE) -> Expects:
    """A whole number from low to high.

    >>> whole()(-5), whole()(True), whole()(3)
    ('a whole number from 0 to 1000000000000000', 'a whole number from 0 to 1000000000000000', '')
    """

    def expects(value: object) -> str:
        is_fine = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if is_fine else f"a whole number from {low} to {high}"

    return expects


def number(low: float = -inf, high: float = inf) -> Expects:
    """A finite number from low to high."""

    def expects(value: object) -> str:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        try:
            is_fine = is_number and isfinite(value) and low <= value <= high  # type: ignore[arg-type,operator]
        except OverflowError:
            is_fine = False
        return "" if is_fine else "a finite number" + (f" of at least {low:g}" if low > -inf else "")

    return expects


def text(*choices: str) -> Expects:
    """A text, one of the choices where there are any."""

    def expects(value: object) -> str:
        is_fine = isinstance(value, str) and (not choices or value in choices)
        return "" if is_fine else f"one of {', '.join(map(repr, choices))}" if choices else "a text"

    return expects


def flag(value: object) -> str:
    """True or false."""
    return "" if isinstance(value, bool) else "true or false"


def table(value: object) -> str:
    """A table of names and values, whatever they are."""
    return "" if isinstance(value, dict) else "a table"


def rows(*columns: Expects) -> Expects:
    """A list of rows with these columns.

    >>> rows(whole(), number())([[1, 0.5], [2, "x"]])
    'rows of 2 values, the value 1 of row 1 a finite number'
    """

    def expects(value: object) -> str:
        if not isinstance(value, list):
            return f"a list of rows of {len(columns)} values"
        for i, row in enumerate(value):
            if not isinstance(row, list) or len(row) != len(columns):
                return f"rows of {len(columns)} values, which row {i} is not"
            for j, (column, item) in enumerate(zip(columns, row, strict=True)):
                wanted = column(item)
                if wanted:
                    return f"rows of {len(columns)} values, the value {j} of row {i} {wanted}"
        return ""

    return expects


def listed(item: Expects) -> Expects:
    """A list of such values."""

    def expects(value: object) -> str:
        if not isinstance(value, list):
            return "a list"
        wanted = next(filter(None, map(item, value)), "")
        return wanted and f"a list of values, each {wanted}"

    return expects


def maybe(item: Expects) -> Expects:
    """Such a value, or nothing."""
    return lambda value: "" if value is None else item(value)


@dataclass(frozen=True)
class Array:
    """What a tensor must be.

    kind: "float", "int" or "bytes" (one byte each). shape: a length an axis; None for any length, a word for a length
    that all axes of that name share. low, high: the range of its numbers, so that sums of them stay finite. dtype: the
    exact type, where the kind is not enough. is_optional: may be missing.
    """

    kind: str = "float"
    shape: tuple[int | str | None, ...] = (None,)
    low: float = -LARGE
    high: float = LARGE
    dtype: npt.DTypeLike | None = None
    is_optional: bool = False

    def form(self, dtype: np.dtype[Any], shape: tuple[int, ...], lengths: dict[str, int]) -> str:
        """ "" where type and shape fit, else what was expected; lengths: what the words of shapes stand for so far."""
        fits = {
            "float": dtype.kind == "f",
            "int": dtype.kind in "iu",
            "bytes": dtype == np.uint8,
        }[self.kind]
        if not fits or (self.dtype is not None and dtype != np.dtype(self.dtype)):
            return f"type {np.dtype(self.dtype) if self.dtype is not None else self.kind}"
        wanted = [lengths.get(n, n) if isinstance(n, str) else n for n in self.shape]
        if len(wanted) != len(shape) or any(
            isinstance(n, int) and n != length for n, length in zip(wanted, shape, strict=True)
        ):
            return f"shape ({', '.join('any' if n is None else str(n) for n in wanted)})"
        lengths.update({n: length for n, length in zip(self.shape, shape, strict=True) if isinstance(n, str)})
        return ""

    def content(self, array: npt.NDArray[Any]) -> str:
        """ "" where all numbers are finite and in range, else what was expected."""
        if self.kind == "bytes" or array.size == 0:
            return ""
        # NaN, if there is one, is both; Python's numbers, as 1e300 has no float32
        least, most = array.min().item(), array.max().item()
        if not (np.isfinite(least) and np.isfinite(most)):
            return "finite numbers"
        if float(least) < self.low or float(most) > self.high:
            return f"numbers from {self.low:g} to {self.high:g}"
        return ""


class Form(Protocol):
    """What can be told of a tensor before it is read."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of its numbers."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of every axis."""


@dataclass(frozen=True)
class Schema:
    """What a kind of file holds: exactly these tensors, and at least these fields.

    `optional` fields are checked where they are given. Fields that are not named are left alone: they belong to
    whoever wrote them.
    """

    tensors: Mapping[str, Array] = field(default_factory=dict)
    fields: Mapping[str, Expects] = field(default_factory=dict)
    optional: Mapping[str, Expects] = field(default_factory=dict)

    def check(self, tensors: Mapping[str, npt.NDArray[Any]], fields: Mapping[str, Any], where: str) -> None:
        """Raise a `FileFormatError` at the first thing that is not as it should be."""
        self.check_fields(fields, where)
        self.check_forms(tensors, where)
        for name, array in tensors.items():
            require_content(self.tensors[name], array, name, where)

    def check_fields(self, fields: Mapping[str, Any], where: str) -> None:
        """The fields alone."""
        for name, expects in {**self.fields, **self.optional}.items():
            if name not in fields:
                if name in self.fields:
                    raise FileFormatError(f"{where}: it lacks the field {name!r}; restore it from a copy")
                continue
            wanted = expects(fields[name])
            if wanted:
                raise FileFormatError(
                    f"{where}: the field {name!r} is {quote(fields[name])}, expected {wanted}; restore it from a copy"
                )

    def check_forms(self, tensors: Mapping[str, Form], where: str) -> None:
        """Names, types and shapes alone: what is known before a byte of a tensor is read."""
        for name in tensors:
            if name not in self.tensors:
                raise FileFormatError(
                    f"{where}: it holds a tensor {quote(name)} that does not belong there; restore it from a copy"
                )
        lengths: dict[str, int] = {}
        for name, array in self.tensors.items():
            if name not in tensors:
                if array.is_optional:
                    continue
                raise FileFormatError(f"{where}: it lacks the tensor {name!r}; restore it from a copy")
            found = tensors[name]
            wanted = array.form(found.dtype, found.shape, lengths)
            if wanted:
                raise FileFormatError(
                    f"{where}: the tensor {name!r} has type {found.dtype} and shape {found.shape}, expected {wanted}; "
                    "it belongs to another game, or restore it from a copy"
                )


def require_content(array: Array, numbers: npt.NDArray[Any], name: str, where: str) -> None:
    """Raise a `FileFormatError` unless the numbers of a tensor are finite and in range."""
    wanted = array.content(numbers)
    if wanted:
        raise FileFormatError(
            f"{where}: the tensor {name!r} holds other than {wanted}; restore it from a copy"
        )


def require_version(where: str, version: object, newest: int) -> None:
    """Refuse what a newer Tianji wrote, and what is no version."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise FileFormatError(f"{where} has damaged Tianji metadata; restore it from a copy")
    if version > newest:
        raise FileFormatError(
            f"{where} has format version {quote(version)}, this Tianji reads up to {newest}; upgrade Tianji"
        )
