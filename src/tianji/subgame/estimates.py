"""What the opponent's entries are worth: exactly, or as somebody's estimate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tianji.core.strategy import FloatArray, Strategy, label
from tianji.errors import ParameterError
from tianji.evaluate.response import terminal_cfv
from tianji.flat.sequence import FlatGame
from tianji.kernels.flat import sequence as kernel
from tianji.subgame.abstraction import restricted_response
from tianji.subgame.frame import Frame
from tianji.subgame.trunk import Trunk

PAYOFFS = ("exact", "estimate", "distributional")
Estimate = None | str | Mapping[Any, float] | Strategy | FlatGame


class Estimator:
    """Where estimated alternative payoffs come from.

    None: the blueprint's own opponent, i.e. v^σ(I), as the paper does with the opponent's last iterate.
    A Strategy: the opponent plays it against our blueprint. A FlatGame made by `abstract`: his best response
    within that abstraction, CBV~ (Brown & Sandholm 2017, section 6). "exact": the counterfactual best value.
    A mapping: `{infoset: value}`, given.
    """

    def __init__(self, trunk: Trunk, source: Estimate) -> None:
        self.trunk, self.source = trunk, source
        self.response: FloatArray | None = None
        self.given: dict[str, float] | None = None
        o = trunk.opponent
        if source is None:
            self.response = trunk.vectors[o]
        elif isinstance(source, Strategy):
            self.response = trunk.flat.from_strategy(source)[o]
        elif isinstance(source, FlatGame):
            self.response = restricted_response(trunk.flat, source, trunk.plans, o)
        elif isinstance(source, Mapping):
            self.given = {label(key): float(value) for key, value in source.items()}
        elif source != "exact":
            raise ParameterError(
                f"estimate={source!r:.80}; expected None, 'exact', a Strategy, an abstraction, or {{infoset: value}}"
            )

    def values(self, frame: Frame) -> FloatArray:
        """`[K]`: the estimate of every entry."""
        if self.given is not None:
            return _given(self.given, frame, "estimate")
        plan = frame.plan(frame.resolver, self.trunk.vectors[frame.resolver])
        if self.response is None:
            return frame.best_values(plan)
        return frame.fixed_values(plan, self.response)

    def action_values(self) -> FloatArray:
        """`[Q]`: what the opponent's actions are worth in the trunk by the same estimate, weighted by π_{−i}."""
        trunk = self.trunk
        if self.response is None:
            return trunk.action_cbv
        tree = trunk.flat.trees[trunk.opponent]
        values = terminal_cfv(trunk.flat, trunk.plans, trunk.opponent)
        kernel.backward(tree.first_slot, tree.parent_slot, self.response, values)
        return values


def spreads(
    frame: Frame, spread: float | Mapping[Any, float] | None, mean: FloatArray, exact: FloatArray
) -> FloatArray:
    """`[K]`: standard deviations of random payoffs: given, or measured as |estimate − exact CBV|."""
    if spread is None:
        return np.abs(mean - exact)
    if isinstance(spread, Mapping):
        found = _given({label(key): float(value) for key, value in spread.items()}, frame, "spread")
    elif isinstance(spread, (int, float)) and not isinstance(spread, bool):
        found = np.full(frame.num_entries, float(spread))
    else:
        raise ParameterError(f"spread={spread!r:.80}; expected None, a number or {{infoset: number}}")
    if not (np.isfinite(found).all() and (found >= 0).all()):
        raise ParameterError(f"spread={spread!r:.80}; expected numbers of at least 0")
    return found


def _given(values: dict[str, float], frame: Frame, what: str) -> FloatArray:
    missing = [name for name in frame.names if name not in values]
    if missing:
        raise ParameterError(
            f"{what} has nothing for player {frame.opponent}'s infoset {missing[0]!r}; "
            f"give a value for each of {frame.names[:6]!r}"
        )
    return np.array([values[name] for name in frame.names])
