"""Kuhn poker: one card each, one bet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.games._validate import whole
from tianji.native.cards import CardLine, Deal, card_twin
from tianji.native.twin import Twin

PASS, BET = "p", "b"  # facing a bet, PASS folds and BET calls
MENU = (PASS, BET)


class KuhnState(NamedTuple):
    """Cards dealt so far, by player, and the betting line."""

    cards: tuple[int, ...] = ()
    line: str = ""


@dataclass(frozen=True)
class Kuhn(Game[KuhnState, str | int]):
    """Kuhn poker: everyone antes 1 and gets one card; one bet of 1 may be made.

    In turn, a player passes or bets. After the first bet every other player answers once: b calls, p folds.
    The highest card among those who put in most wins the pot. Cards are numbered from 0, the lowest; with
    three cards 0, 1, 2 are jack, queen, king. The deck has one card more than players unless `cards` says
    otherwise.

    Kuhn (1950), "A simplified two-person poker"; more than two players as in OpenSpiel's kuhn_poker.

    >>> game = Kuhn()
    >>> game.show(KuhnState((2, 0), "pb")), game.information(KuhnState((2, 0), "pb"), 0)
    ('K J, pb', (2, 'pb'))
    """

    players: int = 2
    cards: int | None = None

    registered_name: ClassVar[str] = "kuhn"
    # Tables made from the parameters; ClassVar keeps them out of the dataclass fields.
    _turn: ClassVar[dict[str, int]]  # betting line → player to act or TERMINAL
    _deck: ClassVar[range]

    def __post_init__(self) -> None:
        whole("kuhn", "players", self.players, 2, 10)
        if self.cards is not None:
            whole("kuhn", "cards", self.cards, self.players, 1000)
        object.__setattr__(self, "_deck", range(self.cards or self.players + 1))
        object.__setattr__(self, "_turn", self._lines())

    def _lines(self) -> dict[str, int]:
        """Every betting line and who acts after it: the line ends when all have answered the first bet."""
        turn, todo = {}, [""]
        while todo:
            line = todo.pop()
            end = line.find(BET) + self.players if BET in line else self.players
            turn[line] = TERMINAL if len(line) == end else len(line) % self.players
            if turn[line] != TERMINAL:
                todo += [line + PASS, line + BET]
        return turn

    def initial(self) -> KuhnState:
        """No card dealt."""
        return KuhnState()

    def player(self, s: KuhnState) -> int:
        """Chance deals one card each, then the players act in turn."""
        return CHANCE if len(s.cards) < self.players else self._turn[s.line]

    def chances(self, s: KuhnState) -> list[tuple[str | int, float]]:
        """Any card not yet dealt."""
        left = [c for c in self._deck if c not in s.cards]
        return [(c, 1 / len(left)) for c in left]

    def actions(self, s: KuhnState) -> tuple[str, str]:
        """Pass or bet."""
        return MENU

    def result(self, s: KuhnState, a: str | int) -> KuhnState:
        """Deal a card or extend the line."""
        return KuhnState(s.cards, s.line + a) if isinstance(a, str) else KuhnState((*s.cards, a), s.line)

    def utility(self, s: KuhnState) -> tuple[float, ...]:
        """The highest card among those who bet, or among all if nobody did, takes the pot."""
        paid = [1.0] * self.players
        for i, action in enumerate(s.line):
            paid[i % self.players] += action == BET
        stake = max(paid)
        winner = max((card, i) for i, card in enumerate(s.cards) if paid[i] == stake)[1]
        pot = sum(paid)
        return tuple(pot - paid[i] if i == winner else -paid[i] for i in range(self.players))

    def information(self, s: KuhnState, player: int) -> tuple[int | None, str]:
        """The own card, the line, and while cards are dealt how many are out.

        Cards are not shown after the hand: nothing is decided then.
        """
        if len(s.cards) == self.players:
            return s.cards[player], s.line
        return s.cards[player] if player < len(s.cards) else None, f"deal {len(s.cards)}"

    def twin(self) -> Twin | None:
        """For two players."""
        if self.players != 2:
            return None
        lines = {
            line: CardLine(
                who,
                [line + a for a in MENU] if who >= 0 else (),
                (1.0 + (BET in line[::2]), 1.0 + (BET in line[1::2])),
            )
            for line, who in self._turn.items()
        }

        def deal_of(s: KuhnState) -> Deal:
            first, second = (*(card + 1 for card in s.cards), 0, 0)[:2]
            return Deal(first, second, 0, s.line)

        def state_of(deal: Deal) -> KuhnState:
            return KuhnState(tuple(card - 1 for card in deal[:2] if card), str(deal.line))

        return card_twin(len(self._deck), 1, lines, deal_of, state_of)

    def stage(self, s: KuhnState) -> str | None:
        """ "deal" before the first action, then "pass" or "bet" after the first one."""
        if len(s.cards) < self.players:
            return None
        return {"": "deal", PASS: "pass", BET: "bet"}.get(s.line)

    def _card(self, card: int) -> str:
        names = "23456789TJQK"[-len(self._deck) :] if len(self._deck) <= 12 else ""
        return names[card] if names else str(card)

    def describe(self, s: KuhnState, a: str | int) -> str:
        """Who gets which card; passes, bets, folds or calls."""
        if not isinstance(a, str):
            return f"player {len(s.cards)} is dealt {self._card(a)}"
        return {PASS: "folds", BET: "calls"}[a] if BET in s.line else {PASS: "passes", BET: "bets 1"}[a]

    def show(self, s: KuhnState) -> str:
        """Cards by player, then the line."""
        cards = " ".join(map(self._card, s.cards))
        return f"{cards}, {s.line}" if s.line else cards or "no cards dealt"
