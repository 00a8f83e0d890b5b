"""Session: a person at the table with a `Player`, hand after hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tianji.arena.phh import HandRecord, read_phh, write_phh
from tianji.core.result import Result
from tianji.core.storage import require_writable
from tianji.holdem.player.player import Hand, Player
from tianji.poker.hand import Chips, HandState

Choose = Callable[[Hand], str]
"""Who sits opposite: asked with the hand as the person may know it, answers with an action."""
Watch = Callable[[HandState, HandState], None]
"""Told every action and every card: the hand before and after, as the person may know it."""


def dealt(seed: int, number: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], list[int]]:
    """The cards of a hand: what seat 0 and seat 1 hold, and the five of its board; they follow from seed and number."""
    deck = random.Random(f"{seed}:{number}").sample(range(52), 9)
    return ((deck[0], deck[1]), (deck[2], deck[3])), deck[4:]


def cards_next(state: HandState, board: list[int]) -> list[int]:
    """Of the board of a hand the cards that are laid now, street by street."""
    laid = len(state.board)
    return board[laid : laid + min(state.cards_due, 1 if laid else 3)]


@dataclass(frozen=True)
class SessionHand(Result):
    """One hand of a session: the person's seat, the betting and cards as the person saw them, and his net chips."""

    seat: int
    betting: str
    cards: str
    board: str
    net: float


@dataclass(eq=False)
class Session(Result):
    """Hands of a person against a player; stacks are those of the rules in every hand, the deck follows from the seed.

    log: a .phhs file that takes every hand at once, after those it holds; the other's cards where they were shown.
    """

    player: Player
    seed: int = 0
    name: str = "you"
    log: str | Path | None = None
    hands: list[SessionHand] = field(default_factory=list)
    records: list[HandRecord] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        if self.log is not None:
            require_writable(self.log)
            if Path(self.log).is_file():
                self.records = read_phh(self.log)

    @property
    def score(self) -> float:
        """The person's net chips in all hands."""
        return sum((hand.net for hand in self.hands), 0.0)

    @property
    def mbb_h(self) -> float | None:
        """The same in thousandths of a big blind a hand; None before the first."""
        return 1000 * self.score / self.player.rules.big_blind / len(self.hands) if self.hands else None

    def play_hand(self, seat: int, choose: Choose, watch: Watch = lambda before, after: None) -> SessionHand:
        """One hand from the blinds to the payoffs, the person in `seat`."""
        from tianji.poker.cards import show_cards

        number = len(self.hands)
        hole, board = dealt(self.seed, number)
        theirs = self.player.new_hand(1 - seat, show_cards(hole[1 - seat]), hand=number)
        mine = Hand(self.player, seat, number).hold(show_cards(hole[seat]))
        state = HandState.start(self.player.rules, hole)
        watch(state.seen_by(seat), state.seen_by(seat))
        while not state.is_over or state.cards_due:
            before = state
            if state.cards_due:
                cards = cards_next(state, board)
                state = state.deal(cards)
                for hand in (theirs, mine):
                    hand.states.append(hand.state.deal(cards))
            else:
                action = choose(mine) if state.player == seat else theirs.decide().action
                state = state.act(action)
                for hand in (theirs, mine):
                    hand.states.append(hand.state.act(action))
            watch(before.seen_by(seat), state.seen_by(seat))
        return self._settle(state, seat)

    def _settle(self, state: HandState, seat: int) -> SessionHand:
        from tianji.poker.cards import show_cards

        net: tuple[Chips, ...] = state.payoffs()
        played = SessionHand(
            seat,
            state.betting_text,
            show_cards(state.hole[seat]),
            show_cards(state.board),
            float(net[seat]),
        )
        self.hands.append(played)
        if self.log is not None:
            names = [self.name, self.player.name] if seat == 0 else [self.player.name, self.name]
            count = len(self.records) + 1
            self.records.append(HandRecord.from_state(state.seen_by(seat), names, count))
            write_phh(self.log, self.records)
        return played

    def to_dict(self) -> dict[str, Any]:
        """What `tianji play holdem --json` prints."""
        return {
            "player": self.player.name, "hands": [hand.to_dict() for hand in self.hands], "score": self.score,
            "mbb_h": self.mbb_h, "seed": self.seed, "note": self.player.note,
            "log": None if self.log is None else str(self.log),
        }  # fmt: skip
