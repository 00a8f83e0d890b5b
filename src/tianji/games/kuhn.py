"""Kuhn poker: one card each, one bet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tianji.core.game import CHANCE, TERMINAL, Game

PASS, BET = "p", "b"  # facing a bet, PASS folds and BET calls
FINISHED = {"pp", "bp", "bb", "pbp", "pbb"}


class KuhnState(NamedTuple):
    """Cards dealt so far and the betting line."""

    cards: tuple[int, ...] = ()
    line: str = ""


@dataclass(frozen=True)
class Kuhn(Game[KuhnState, str | int]):
    """Two-player Kuhn poker; the first player loses 1/18 chip per hand."""

    def initial(self) -> KuhnState:
        """No card dealt."""
        return KuhnState()

    def player(self, s: KuhnState) -> int:
        """Chance deals two cards, then the players alternate."""
        if len(s.cards) < 2:
            return CHANCE
        return TERMINAL if s.line in FINISHED else len(s.line) % 2

    def chances(self, s: KuhnState) -> list[tuple[str | int, float]]:
        """Any card not yet dealt."""
        left = [c for c in range(3) if c not in s.cards]
        return [(c, 1 / len(left)) for c in left]

    def actions(self, s: KuhnState) -> tuple[str, str]:
        """Pass or bet."""
        return PASS, BET

    def result(self, s: KuhnState, a: str | int) -> KuhnState:
        """Deal a card or extend the line."""
        return KuhnState((*s.cards, a), s.line) if isinstance(a, int) else KuhnState(s.cards, s.line + a)

    def utility(self, s: KuhnState) -> tuple[float, float]:
        """The winner takes the loser's stake."""
        folded = s.line.endswith("bp")
        winner = len(s.line) % 2 if folded else int(s.cards[1] > s.cards[0])
        chips = 2.0 if s.line.endswith("bb") else 1.0
        return (chips, -chips) if winner == 0 else (-chips, chips)

    def information(self, s: KuhnState, player: int) -> tuple[int | None, str]:
        """The own card and the line."""
        return s.cards[player] if player < len(s.cards) else None, s.line
