"""Heuristic evaluation as a weighted sum of features: v(s) = Σ w_i · f_i(s)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

import numpy as np

from tianji.core.hooks import hooks
from tianji.errors import ParameterError, UnknownNameError, suggest

Feature = Callable[[Any], float]


class Weighted:
    """An evaluation to pass as `evaluate=`; `limit` keeps it below the payoff of a won game.

    >>> value = Weighted({"stones": lambda s: s.all.bit_count()}, {"stones": 0.5}, limit=3.0)
    >>> from tianji.games.connect_four import ConnectFour
    >>> value(ConnectFour().parse("44")), value(ConnectFour().parse("44444433"))
    (1.0, 3.0)
    """

    def __init__(
        self,
        features: Mapping[str, Feature],
        weights: Mapping[str, float] | None = None,
        limit: float | None = None,
    ) -> None:
        self.features = dict(features)
        self.weights = dict.fromkeys(features, 1.0) if weights is None else dict(weights)
        self.limit = limit
        for name in self.weights:
            if name not in self.features:
                raise UnknownNameError(
                    f"evaluation: no feature {name!r}; {suggest(name, list(self.features))}"
                )

    def __call__(self, s: Any) -> float:
        """The weighted sum at `s`, kept within the limit."""
        value = float(sum(w * self.features[name](s) for name, w in self.weights.items()))
        return value if self.limit is None else max(-self.limit, min(self.limit, value))

    @classmethod
    def of(cls, game: Any, weights: Mapping[str, float] | None = None) -> Weighted:
        """The game's own `features(s)` with its `weights`, or with others."""
        own = hooks(game)
        if own.features is None:
            raise ParameterError(f"{game} has no features(); pass functions to Weighted(...) instead")
        names = list(game.features(game.initial()))
        limit = 0.98 * own.value_range[1] if own.value_range[1] < inf else None
        return cls({n: _reader(game, n) for n in names}, weights or game.weights, limit)


def _reader(game: Any, name: str) -> Feature:
    return lambda s: float(game.features(s)[name])


def fit_weights(features: Mapping[str, Feature], states: Sequence[Any], values: Sequence[float]) -> Weighted:
    """Least-squares weights from positions with known values (for the player to move).

    w = argmin Σ_s (v(s) − Σ_i w_i f_i(s))²
    """
    if len(states) != len(values) or len(states) < len(features):
        raise ParameterError(
            f"fit_weights: {len(states)} positions and {len(values)} values for {len(features)} features; "
            "expected as many values as positions, and at least one position a feature"
        )
    matrix = np.array([[f(s) for f in features.values()] for s in states], dtype=float)
    weights, *_ = np.linalg.lstsq(matrix, np.asarray(values, dtype=float), rcond=None)
    return Weighted(features, {name: float(w) for name, w in zip(features, weights, strict=True)})
