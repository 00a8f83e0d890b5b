"""outcomes: how a game may end from an infoset on, from what one player knows alone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from tianji.core.game import TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.strategy import Strategy
from tianji.core.walk import Walk
from tianji.errors import TooLargeError
from tianji.evaluate.belief import mixed


def outcomes(
    game: Game[Any, Any],
    strategy: Strategy,
    player: int,
    infoset: Hashable,
    past: Sequence[tuple[Hashable, Any]] = (),
    max_histories: int = 200_000,
) -> dict[float, float]:
    r"""The player's payoffs from an infoset on and how likely each is, if everybody plays the strategy.

        P(u | I) = Σ_{h ∈ I} π_{−i}(h) Σ_{z ⊒ h, u_i(z) = u} π(h, z) / π_{−i}(I)

    past: as `belief` takes it. Empty where the others never let the infoset happen.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> {u: round(p, 3) for u, p in outcomes(game, tj.uniform(game), 0, (1, "")).items()}
    {-2.0: 0.188, -1.0: 0.25, 1.0: 0.375, 2.0: 0.188}
    """
    rules = lawful(game)
    own, found = dict(past), dict[float, float]()
    with Walk(game, 1.0, False, limit=max_histories) as walk:
        for who, moves, (state, depth, reach, is_after) in walk.steps():
            if who == TERMINAL:
                if is_after:
                    payoff = float(rules.utility(state)[player])
                    found[payoff] = found.get(payoff, 0.0) + reach
                continue
            key = rules.information(state, who) if who >= 0 else None
            here = is_after or (who == player and key == infoset)
            if who == player and not here:
                odds = [(a, 1.0) for a in moves if not own or (key in own and own[key] == a)]
            else:
                odds = list(moves) if who < 0 else mixed(strategy, who, key, moves)
            for a, p in odds:
                if p > 0:
                    walk.push((rules.result(state, a), depth + 1, reach * p, here))
    if not walk.complete:
        raise TooLargeError(
            f"outcomes: over {max_histories:,} histories of {rules.spec}; use smaller parameters"
        )
    total = sum(found.values())
    return {payoff: found[payoff] / total for payoff in sorted(found) if total > 0}
