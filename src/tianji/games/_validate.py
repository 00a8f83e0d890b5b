"""Checks of game parameters: one sentence that says where, what was given and what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tianji.errors import ParameterError


def whole(game: str, name: str, value: object, low: int, high: int) -> None:
    """Raise unless `value` is an integer from `low` to `high`.

    >>> whole("kuhn", "players", 12, 2, 10)
    Traceback (most recent call last):
    tianji.errors.ParameterError: kuhn: players=12; expected a whole number from 2 to 10
    """
    if type(value) is not int or not low <= value <= high:
        raise ParameterError(f"{game}: {name}={_brief(value)}; expected a whole number from {low} to {high}")


def number(game: str, name: str, value: object, low: float = -1e12, high: float = 1e12) -> None:
    """Raise unless `value` is a finite number from `low` to `high`: an int, a float or a fraction."""
    fits = isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)
    if not fits or not low <= value <= high:  # type: ignore[operator]
        raise ParameterError(f"{game}: {name}={_brief(value)}; expected a number from {low:g} to {high:g}")


def flag(game: str, name: str, value: object) -> None:
    """Raise unless `value` is true or false."""
    if type(value) is not bool:
        raise ParameterError(f"{game}: {name}={_brief(value)}; expected true or false")


def choice(game: str, name: str, value: object, allowed: Sequence[str]) -> None:
    """Raise unless `value` is one of the allowed words."""
    if not isinstance(value, str) or value not in allowed:
        raise ParameterError(f"{game}: {name}={_brief(value)}; expected one of {', '.join(allowed)}")


def _brief(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python is willing to print
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."
