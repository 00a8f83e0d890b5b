"""Blueprints that a paper prints, to start from."""

from __future__ import annotations

from typing import Any

from tianji.core.game import Game
from tianji.core.strategy import Strategy
from tianji.errors import NotApplicableError
from tianji.games.coin_toss import CoinToss


def coin_toss_blueprint(game: Game[Any, Any]) -> Strategy:
    """The blueprint of Coin Toss that Brown & Sandholm (2017) improve: figure 2, and figure 4 with several subgames.

    Player 0 plays with 3/4 on Heads and 1/2 on Tails. Player 1 answers Heads 1/2, Tails 1/4, Forfeit 1/4; where
    there is no Forfeit, Heads 1/2, Tails 1/2.
    """
    if not isinstance(game, CoinToss):
        raise NotApplicableError(
            f"{game} is not coin_toss; solve it for a blueprint, e.g. tj.solve(game, 'cfr+', iterations=20)"
        )
    first = {"Heads": {"Sell": 0.25, "Play": 0.75}, "Tails": {"Sell": 0.5, "Play": 0.5}}
    guess = (0.5, 0.25, 0.25) if len(game.actions(("Heads", "Play", "S1"))) == 3 else (0.5, 0.5)
    names = [f"? Play S{i + 1}" for i in range(game.subgames)] if game.subgames > 1 else ["? Play"]
    sides = ("Heads", "Tails", "Forfeit")
    second = {name: dict(zip(sides, guess, strict=False)) for name in names}
    return Strategy.from_dict(game.spec, [first, second])
