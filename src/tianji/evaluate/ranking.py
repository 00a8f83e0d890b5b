"""Which infosets matter: those that play comes to most often."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import numpy as np

from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import Strategy, label
from tianji.errors import ParameterError, quote
from tianji.evaluate.infosets import infoset_values
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame


@dataclass(frozen=True)
class Reached(Result):
    """An infoset as play meets it.

    reach: π(I), the probability that play comes here when all follow the strategy. value: expected chips of
    the player from here; nan where the others never let it happen. actions: action → probability. count: how
    many infosets of the original game it stands for, when those that are strategically identical are merged;
    reach is then the sum over them.
    """

    player: int
    infoset: str
    count: int
    reach: float
    value: float
    actions: dict[str, float]


def most_reached(game: Game[Any, Any] | FlatGame, strategy: Strategy, limit: int = 20) -> list[Reached]:
    """The infosets with the largest probability of being reached under the strategy, largest first.

        π(I) = π_i(I) · π_{−i}(I)

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> [(row.player, row.infoset, round(row.reach, 3)) for row in most_reached(game, tj.uniform(game), 2)]
    [(0, "(0, '')", 0.333), (0, "(1, '')", 0.333)]
    """
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
        raise ParameterError(f"limit={quote(limit)}; expected a whole number from 0 up")
    flat = as_flat(game)
    vectors = flat.from_strategy(strategy)
    rows: list[Reached] = []
    for player, tree in enumerate(flat.trees):
        worth = infoset_values(flat, strategy, player)
        reach = worth.own_reach * worth.cf_reach
        merged = None if flat.merge is None else np.bincount(flat.merge.infoset[player], minlength=len(reach))
        for i in np.argsort(-reach, kind="stable")[:limit].tolist():
            probs = vectors[player][tree.first_slot[i] : tree.first_slot[i + 1]].tolist()
            actions = dict(zip(map(label, tree.menus[i]), probs, strict=True))
            count = 1 if merged is None else int(merged[i])
            rows.append(Reached(player, tree.labels[i], count, float(reach[i]), worth.value(i), actions))
    return sorted(rows, key=lambda row: -row.reach)[:limit]


def strategy_rows(flat: FlatGame | None, strategy: Strategy, limit: int) -> list[dict[str, Any]]:
    """The infosets reached most often as plain values; without a compiled game, the first ones as listed."""
    if flat is not None:
        return [asdict(row) for row in most_reached(flat, strategy, limit)]
    return [
        {"player": player, "infoset": text, "count": 1, "reach": None, "value": None, "actions": actions}
        for player, text, actions in islice(strategy.items(), limit)
    ]
