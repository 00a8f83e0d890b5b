"""Hold'em of two or three rounds as a `Game`, for the generic solvers: small decks only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tianji.errors import UnknownNameError, quote, suggest
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.spot.as_game import BettingGame
from tianji.holdem.spot.tree import BettingNode
from tianji.poker.cards import NUM_HANDS

BET_NAMES = ("chips", "pot")


@dataclass(frozen=True)
class FlopHoldem(BettingGame):
    """No-limit hold'em whose hands are shown on the flop, with a deck small enough for the generic solvers.

    Parameters as in `tianji.holdem.RoundGame`, which solves it with all 52 cards. bet_names: "chips" calls a bet by
    what it comes to ("bet 200"), "pot" by its share of the pot after calling ("b50"), the same on every street and
    after every line: what menus with sizes left out (`game.restrict`) and translation need.

    >>> import tianji as tj
    >>> game = tj.load("flop_holdem")
    >>> round(tj.solve(game, "lp").values[0], 6)
    -3.392857
    """

    ranks: int = 4
    suits: int = 2
    stack: float = 600
    blinds: tuple[float, float] = (50, 100)
    bets: tuple[str, ...] = ("100%", "100%")
    most_bets: tuple[int, ...] = (1, 1)
    bet_names: str = "chips"

    registered_name: ClassVar[str] = "flop_holdem"
    last: ClassVar[str] = "flop"

    def __post_init__(self) -> None:
        if self.bet_names not in BET_NAMES:
            raise UnknownNameError(
                f"{self.registered_name}: no bet_names {quote(self.bet_names)}; "
                f"{suggest(self.bet_names, list(BET_NAMES))}"
            )
        game = self.rules
        weights = np.zeros(NUM_HANDS)
        weights[game.hands] = 1.0
        BettingGame.__init__(self, game.tree(), [], (weights, weights), deck=game.deck)

    @property
    def rules(self) -> RoundGame:
        """The same game for the vector engine."""
        return RoundGame(
            self.last, self.ranks, self.suits, self.stack, self.blinds, self.bets, None, self.most_bets
        )

    def called(self, node: BettingNode) -> list[str]:
        """What the actions of a node are called, by `bet_names`."""
        if self.bet_names == "chips":
            return super().called(node)
        faced = node.totals[1 - node.player]
        pot = 2 * (node.matched + faced)
        return [f"b{100 * (a.total - faced) / pot:.4g}" if a.total else a.verb for a in node.actions]

    def bet_size(self, action: str) -> float | None:
        """A bet as a fraction of the pot, where its name says it."""
        is_named = self.bet_names == "pot" and action[:1] == "b"
        return float(action[1:]) / 100 if is_named else None


@dataclass(frozen=True)
class TurnHoldem(FlopHoldem):
    """No-limit hold'em whose hands are shown on the turn: three betting rounds, six cards to make a hand of.

    Parameters as in `tianji.holdem.RoundGame`, one entry of `bets` and `most_bets` a round.
    """

    bets: tuple[str, ...] = ("100%", "100%", "100%")
    most_bets: tuple[int, ...] = (1, 1, 1)

    registered_name: ClassVar[str] = "turn_holdem"
    last: ClassVar[str] = "turn"
