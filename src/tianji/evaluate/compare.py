"""compare: how far apart two strategies are, who wins when they meet, and how good each is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import FloatArray, Strategy, label
from tianji.evaluate.infosets import cf_reach
from tianji.evaluate.response import Vectors, deviation_gains, expected_values, plans
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex


@dataclass(frozen=True)
class Difference(Result):
    """One infoset that two strategies play differently.

    reach: the probability that play comes here, the mean of both strategies'. distance: total variation,
    ½ Σ_a |σ_A(I, a) − σ_B(I, a)|, from 0 to 1. a, b: action → probability.
    """

    player: int
    infoset: str
    reach: float
    distance: float
    a: dict[str, float]
    b: dict[str, float]


@dataclass(frozen=True, eq=False)
class Comparison(Result):
    """Two strategies of one game side by side.

    distance: the total variation at an infoset, averaged over all infosets by reach: 0 when they play alike wherever
    they come, at most 1; distances: the same for each player's infosets alone. a_values[p]: what player p gets when he
    follows A and everybody else B; b_values[p] the other way round. differences: the infosets that add most to the
    distance, largest first.
    """

    game: str
    distance: float
    distances: list[float]
    a_values: list[float]
    b_values: list[float]
    a_exploitability: float
    b_exploitability: float
    differences: list[Difference]

    @property
    def a_mean(self) -> float:
        """What A wins against B, the mean over all seats."""
        return sum(self.a_values) / len(self.a_values)

    @property
    def b_mean(self) -> float:
        """What B wins against A, the mean over all seats."""
        return sum(self.b_values) / len(self.b_values)

    def to_dict(self) -> dict[str, Any]:
        """What `tianji compare --json` prints."""
        return {**super().to_dict(), "a_mean": self.a_mean, "b_mean": self.b_mean}


@checked
def compare(game: Game[Any, Any] | FlatGame, a: Strategy, b: Strategy, rows: int = 20) -> Comparison:
    """How far apart two strategies are, what they win against each other in every seat, and how good each is.

        distance = Σ_I π(I) · ½ Σ_x |σ_A(I, x) − σ_B(I, x)| / Σ_I π(I),   π the mean of both strategies' reach

    `rows` limits the list of differences.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> found = compare(game, tj.solve(game, "lp").strategy, tj.uniform(game))
    >>> found.a_mean > 0 > found.b_mean, found.a_exploitability < found.b_exploitability
    (True, True)
    """
    flat = as_flat(game)
    ours, theirs = flat.from_strategy(a), flat.from_strategy(b)
    found: list[Difference] = []
    apart: list[tuple[float, float]] = []  # a player: Σ π · distance, Σ π
    reach = [_reach(flat, vectors) for vectors in (ours, theirs)]
    for player, tree in enumerate(flat.trees):
        weight = (reach[0][player] + reach[1][player]) / 2
        distance = tree.totals(np.abs(ours[player] - theirs[player])) / 2
        apart.append((float((weight * distance).sum()), float(weight.sum())))
        order = np.argsort(-(weight * distance), kind="stable")[:rows]
        found += [
            Difference(player, tree.labels[i], float(weight[i]), float(distance[i]),
                       _mix(tree, ours[player], i), _mix(tree, theirs[player], i))
            for i in order.tolist() if distance[i] > 0
        ]  # fmt: skip
    found.sort(key=lambda row: -row.reach * row.distance)
    total = sum(mass for _, mass in apart)
    return Comparison(
        game=flat.spec,
        distance=sum(moved for moved, _ in apart) / total if total else 0.0,
        distances=[moved / mass if mass else 0.0 for moved, mass in apart],
        a_values=_seats(flat, ours, theirs),
        b_values=_seats(flat, theirs, ours),
        a_exploitability=sum(deviation_gains(flat, ours)[1]) / flat.players,
        b_exploitability=sum(deviation_gains(flat, theirs)[1]) / flat.players,
        differences=found[:rows],
    )


def _reach(flat: FlatGame, vectors: Vectors) -> list[FloatArray]:
    """`[I]` a player: π(I) = π_i(I) · π_{−i}(I)."""
    own = plans(flat, vectors)
    return [own[p][tree.parent_slot] * cf_reach(flat, own, p) for p, tree in enumerate(flat.trees)]


def _seats(flat: FlatGame, ours: Vectors, theirs: Vectors) -> list[float]:
    """What each seat is worth to us when everybody else plays theirs."""
    return [
        expected_values(flat, plans(flat, [ours[j] if j == p else theirs[j] for j in range(flat.players)]))[p]
        for p in range(flat.players)
    ]


def _mix(tree: Treeplex, strategy: FloatArray, i: int) -> dict[str, float]:
    probs = strategy[tree.first_slot[i] : tree.first_slot[i + 1]].tolist()
    return dict(zip(map(label, tree.menus[i]), probs, strict=True))
