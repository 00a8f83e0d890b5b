"""Profiles as users write them: checked against the game, in fractions where they are rational."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf, isfinite, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import StrategyError, quote
from tianji.matrix.game.payoffs import rational

if TYPE_CHECKING:
    from tianji.matrix.game.equilibrium import Number, Profile
    from tianji.matrix.game.normal_form import NormalForm


def as_profile(game: NormalForm, profile: Iterable[Iterable[Any]]) -> tuple[Profile, bool]:
    """The profile checked against the game, and whether all its numbers are rational."""
    rows: list[tuple[Number, ...]] = []
    if not hasattr(profile, "__iter__"):
        raise StrategyError(f"profile={quote(profile)}; expected a list of probabilities for every player")
    for p, row in enumerate(profile):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__iter__"):
            raise StrategyError(f"player {p}: expected a list of probabilities, got {quote(row)}")
        plain = tuple(row)
        if any(type(value) is not Fraction and type(value) is not float for value in plain):
            plain = tuple(_probability(value, p) for value in plain)
        rows.append(plain)
    if len(rows) != len(game.shape):
        raise StrategyError(f"the profile has {len(rows)} strategies, the game {len(game.shape)} players")
    exact = True
    for p, (row, size) in enumerate(zip(rows, game.shape, strict=True)):
        if len(row) != size:
            raise StrategyError(f"player {p}: {len(row)} probabilities where the game has {size} actions")
        fractions = set(map(type, row)) == {Fraction}
        exact = exact and fractions
        if fractions and _is_distribution(row):
            continue
        try:
            total: Any = sum(row)
        except OverflowError:  # a float and a fraction that no float can stand for
            total = inf
        if isinstance(total, float) and not isfinite(total):
            row = tuple(_probability(value, p) for value in row)  # says which
        if not min(row) >= -1e-9 or not abs(total - 1) <= (1e-6 if isinstance(total, float) else 0):
            shown = [float(v) if -1e9 < v < 1e9 else inf for v in row]
            raise StrategyError(
                f"player {p}: {quote(shown)} is no distribution; probabilities ≥ 0 must sum to 1"
            )
    return tuple(rows), exact


def _is_distribution(row: Sequence[Any]) -> bool:
    """Whether fractions are at least 0 and sum to 1, in whole numbers: sums of fractions take ten times as long."""
    pairs = [value.as_integer_ratio() for value in row]
    unit = lcm(*[bottom for _, bottom in pairs])
    tops = [top * (unit // bottom) for top, bottom in pairs]
    return bool(tops) and min(tops) >= 0 and sum(tops) == unit


def _probability(value: Any, player: int) -> Number:
    try:
        if isinstance(value, (Fraction, int, np.integer)):
            return value if isinstance(value, Fraction) else Fraction(int(value))
        if isinstance(value, str):
            return rational(value.strip())
        real = float(value)
    except (TypeError, ValueError, OverflowError):
        real = float("nan")
    if not np.isfinite(real):
        shown = f"{quote(value)}" if isinstance(value, (str, float)) else type(value).__name__
        raise StrategyError(f"player {player}: probability {shown} is not a number from 0 to 1")
    return real
