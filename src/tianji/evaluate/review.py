"""review: what decisions cost against a strategy."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import Strategy, label
from tianji.errors import ParameterError, quote
from tianji.evaluate.infosets import InfosetValues, infoset_values
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame


@dataclass(frozen=True)
class Decision(Result):
    """One decision and its price.

    action: what was played. best: what was best against the others' strategy. value: expected chips of `action` for
    one who plays his best from there on; cost: how much more `best` was worth, never below 0.
    """

    player: int
    infoset: str
    action: str
    best: str
    value: float
    cost: float


@checked
def review(
    game: Game[Any, Any] | FlatGame, strategy: Strategy, decisions: Iterable[tuple[int, Hashable, Any]]
) -> list[Decision]:
    """What each decision (player, infoset key, action) gave away against the others' strategy.

        cost(I, a) = max_b CBV(I, b) − CBV(I, a),   divided by π_{−i}(I)

    with CBV(I, a) the counterfactual best value of an action: the player does his best after it, the others keep to the
    strategy. Where they never let the infoset happen, nothing is lost.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> (found,) = review(game, tj.uniform(game), [(1, (2, "b"), "p")])  # fold the king to a bet: −1 instead of +2
    >>> found.best, round(found.cost, 6)
    ('b', 3.0)
    """
    flat = as_flat(game)
    known: dict[int, InfosetValues] = {}
    found = []
    for player, key, action in decisions:
        if player not in known:
            known[player] = infoset_values(flat, strategy, player)
        found.append(_decision(known[player], player, key, action))
    return found


def _decision(worth: InfosetValues, player: int, key: Hashable, action: Any) -> Decision:
    tree = worth.tree
    i = tree.index.get(key)
    if i is None or action not in tree.menus[i]:
        raise ParameterError(
            f"player {player} has no {quote(action)} at {quote(key)}; give (player, infoset, action)"
        )
    menu = tree.menus[i]
    reach = float(worth.cf_reach[i])
    values = worth.action_cbv[tree.first_slot[i] : tree.first_slot[i + 1]] / (reach or 1.0)
    best = int(values.argmax())
    value = float(values[menu.index(action)])
    return Decision(player, label(key), label(action), label(menu[best]), value, float(values[best]) - value)
