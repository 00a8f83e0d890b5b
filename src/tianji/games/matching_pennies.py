"""Matching pennies: one wants the coins to match, the other does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tianji.games.one_shot import OneShot

SIDES = ("heads", "tails")


@dataclass(frozen=True)
class MatchingPennies(OneShot):
    """Matching pennies: both lay a coin at once; player 0 wins 1 if they match, player 1 if they do not.

    The only equilibrium is to toss the coin: half heads, half tails; value 0.

    von Neumann & Morgenstern (1944), "Theory of games and economic behavior", chapter III.

    >>> MatchingPennies().utility(("heads", "tails"))
    (-1.0, 1.0)
    """

    registered_name: ClassVar[str] = "matching_pennies"

    def menu(self, player: int) -> tuple[str, ...]:
        """Heads or tails."""
        return SIDES

    def payoff(self, row: str, column: str) -> tuple[float, float]:
        """1 to player 0 for a match, else 1 to player 1."""
        return (1.0, -1.0) if row == column else (-1.0, 1.0)
