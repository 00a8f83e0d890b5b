"""Payoffs as users write them → arrays: numbers, nested lists, NumPy arrays, DataFrames."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Complex, Rational, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.errors import GameRuleError, quote

FloatArray = npt.NDArray[np.float64]
ObjectArray = npt.NDArray[np.object_]

NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?)", re.ASCII)
DECIMALS = 10**6  # a float is read as a decimal when it has at most six digits after the point
LONGEST = 1_000  # characters of a number
LARGEST = 10**300  # in size; smallest its inverse: both fit in floats, and so do sums and products with them
DEEPEST = 32  # axes of an array


def rational(text: str) -> Fraction:
    """The number that a text writes out: 3, -0.5, 1e-3 or 1/3; a ValueError says what is wrong with it.

    >>> rational("-2/6")
    Fraction(-1, 3)
    >>> rational("1/00")
    Traceback (most recent call last):
        ...
    ValueError: divides by zero
    """
    if len(text) > LONGEST:
        raise ValueError(f"has {len(text):,} characters; write numbers of at most {LONGEST:,}")
    if not NUMBER.fullmatch(text):
        raise ValueError("is not a number; write 3, -0.5 or 1/3")
    numerator, slash, denominator = text.partition("/")
    if slash and not denominator.strip("0"):
        raise ValueError("divides by zero")
    value = Fraction(int(numerator), int(denominator)) if slash else Fraction(numerator)
    if not is_in_range(value):
        raise ValueError(OUT_OF_RANGE)
    return value


OUT_OF_RANGE = "is out of range; numbers other than 0 lie between 1e-300 and 1e300 in size"


def is_in_range(value: Fraction | int) -> bool:
    """Whether floats can stand for the number."""
    top, bottom = abs(value.numerator), value.denominator
    return not top or bottom <= LARGEST * top <= LARGEST * LARGEST * bottom


def number(value: object, where: str) -> Fraction | float:
    """One payoff: a Fraction when it is rational as written, a float otherwise.

    Integers, fractions, decimals and texts are rational. A float counts as the decimal it prints as when
    that has at most six digits after the point (0.1 is 1/10); a longer one stays a float.

    >>> number("1/3", "a"), number(-0.5, "a"), number(2**0.5, "a")
    (Fraction(1, 3), Fraction(-1, 2), 1.4142135623730951)
    """
    try:
        if isinstance(value, str):
            return rational(value.strip())
        if isinstance(value, Decimal):
            if not value.is_finite():
                raise ValueError("is not finite; payoffs must be finite numbers")
            if value and abs(value.adjusted()) > 300:
                raise ValueError(OUT_OF_RANGE)
            return Fraction(value)
        if isinstance(value, (int, Rational, np.integer)):
            exact = Fraction(int(value)) if isinstance(value, np.integer) else Fraction(value)
            if not is_in_range(exact):
                raise ValueError(OUT_OF_RANGE)
            return exact
        if isinstance(value, Real):
            return _decimal(float(value))
        raise ValueError(
            "is complex; payoffs must be real numbers"
            if isinstance(value, Complex)
            else "is not a number; write 3, -0.5 or 1/3"
        )
    except ValueError as error:
        raise GameRuleError(f"{where}: payoff {_quoted(value)} {error}") from None


@lru_cache(maxsize=4096)
def whole(value: int) -> Fraction:
    """A whole number as a fraction; kept, as to make one takes longer than all else that is done with a payoff."""
    return Fraction(value)


def _decimal(real: float) -> Fraction | float:
    """The decimal with at most six digits after the point that a float is the nearest one to, or the float."""
    if not math.isfinite(real):
        raise ValueError("is not finite; payoffs must be finite numbers")
    if real and not 1 / LARGEST <= abs(real) <= LARGEST:
        raise ValueError(OUT_OF_RANGE)
    scaled = round(real * DECIMALS) if abs(real) < 2**53 / DECIMALS else None
    return Fraction(scaled, DECIMALS) if scaled is not None and scaled / DECIMALS == real else real


def _quoted(value: object) -> str:
    """At most 120 characters of the input; a whole number may be too long to be written at all."""
    try:
        return f"{quote(value)}"
    except ValueError:
        return f"(a {type(value).__name__})"


def place(name: str, index: Sequence[int]) -> str:
    """The name of one entry, as Python writes it: `A[1][0]`."""
    return name + "".join(f"[{i}]" for i in index)


def as_array(data: Any, name: str) -> FloatArray | ObjectArray:
    """A payoff array of finite numbers: float64 when some are not rational as written, else of exact numbers.

    Integer arrays come back as objects of ints, so that nothing overflows. Float arrays stay as they are; see
    `is_decimal`. Ragged, empty, non-finite and complex input is refused by place.
    """
    if hasattr(data, "to_numpy"):
        data = data.to_numpy()
    if isinstance(data, np.ndarray) and data.dtype != object and data.dtype.kind not in "USmM":
        return _from_ndarray(data, name)
    shape = _shape(data, name)
    if 0 in shape:
        raise GameRuleError(f"{name} is empty (shape {shape!r}); every player needs at least one action")
    flat: list[Fraction | float] = []
    _flatten(data, name, shape, [], flat)
    if any(isinstance(entry, float) for entry in flat):
        return np.array([float(entry) for entry in flat], dtype=np.float64).reshape(shape)
    return _objects(flat, shape)


def _objects(flat: Sequence[object], shape: tuple[int, ...]) -> ObjectArray:
    out = np.empty(len(flat), dtype=object)
    for i, entry in enumerate(flat):
        out[i] = entry
    return out.reshape(shape)


def _from_ndarray(data: npt.NDArray[Any], name: str) -> FloatArray | ObjectArray:
    if data.size == 0:
        raise GameRuleError(f"{name} is empty (shape {data.shape!r}); every player needs at least one action")
    if data.dtype.kind == "c":
        raise GameRuleError(f"{name} is complex ({data.dtype}); payoffs must be real numbers")
    if data.dtype.kind in "biu":
        return data.astype(object)
    if data.dtype.kind != "f":
        raise GameRuleError(f"{name} has type {data.dtype}; payoffs must be real numbers")
    real: FloatArray = data.astype(np.float64)
    size = np.abs(real)
    wrong = ~((size <= float(LARGEST)) & ((size >= 1 / LARGEST) | (size == 0)))
    if wrong.any():
        index = tuple(int(i) for i in np.argwhere(wrong)[0])
        number(float(real[index]), place(name, index))  # says what is wrong with it
    return real


def is_decimal(real: FloatArray) -> bool:
    """Whether every float is the nearest one to a decimal with at most six digits after the point."""
    if not np.abs(real).max() < 2**53 / DECIMALS:
        return False
    return bool((np.rint(real * DECIMALS) / DECIMALS == real).all())


def exponent(largest: float) -> int:
    """The power of two just above a number: dividing by it leaves numbers around 1, and every digit as it is.

    >>> exponent(3e-20), exponent(0.0)
    (-64, 0)
    """
    return math.frexp(largest)[1]


def unit_range(tables: FloatArray) -> FloatArray:
    """The same game with every player's payoffs from 0 to 1, so that 1e-12 and 1e200 are solved alike.

    tables: `[n, m_1, …, m_n]`.

    >>> unit_range(np.array([[[-3e300, 1e300]], [[1e-20, 2e-20]]])).tolist()
    [[[0.0, 1.0]], [[0.0, 1.0]]]
    """
    out = np.empty_like(tables)
    for p, table in enumerate(tables):
        low, high = float(table.min()), float(table.max())
        unit = 2.0 ** -exponent(max(-low, high))
        out[p] = (table * unit - low * unit) / (high * unit - low * unit or 1.0)
    return out


def decimals(real: FloatArray) -> ObjectArray:
    """The decimals that `is_decimal` floats stand for, as fractions."""
    scaled = np.rint(real * DECIMALS)
    return _objects([Fraction(int(v), DECIMALS) for v in scaled.ravel()], real.shape)


def _is_list(data: object) -> bool:
    return isinstance(data, (list, tuple, np.ndarray)) or (
        isinstance(data, Sequence) and not isinstance(data, (str, bytes))
    )


def _shape(data: Any, name: str) -> tuple[int, ...]:
    shape: list[int] = []
    while _is_list(data):
        if len(shape) == DEEPEST:
            raise GameRuleError(
                f"{name}: lists are nested more than {DEEPEST} deep; a game has one level a player"
            )
        shape.append(len(data))
        if len(data) == 0:
            break
        data = data[0]
    if not shape:
        raise GameRuleError(
            f"{name}: expected a table of payoffs (nested lists or an array), got {quote(data)}"
        )
    return tuple(shape)


def _flatten(
    data: Any, name: str, shape: tuple[int, ...], index: list[int], out: list[Fraction | float]
) -> None:
    depth = len(index)
    if depth == len(shape):
        if _is_list(data):
            raise GameRuleError(f"{place(name, index)}: a list {quote(data, 60)} where a number was expected")
        out.append(number(data, place(name, index)))
        return
    if not _is_list(data) or len(data) != shape[depth]:
        given = f"{len(data)} entries" if _is_list(data) else f"{quote(data, 60)}"
        raise GameRuleError(
            f"{place(name, index)}: ragged table, {given} where {place(name, [0] * depth)} has "
            f"{shape[depth]}; "
            "make all rows equally long"
        )
    is_last = depth + 1 == len(shape)
    for i, entry in enumerate(data):
        if (
            is_last and type(entry) is int and -LARGEST <= entry <= LARGEST
        ):  # most payoffs: nothing to say of them
            out.append(whole(entry))
        else:
            _flatten(entry, name, shape, [*index, i], out)
