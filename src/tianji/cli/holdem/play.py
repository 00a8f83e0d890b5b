"""tianji play holdem: a person at the table with a player of hold'em."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tianji.cli._table import Leave, Talk
from tianji.cli.holdem.text import grid_text
from tianji.cli.shared.output import facts
from tianji.errors import ParameterError, TianjiError

if TYPE_CHECKING:
    from tianji.holdem.player.player import Hand
    from tianji.holdem.player.session import Session
    from tianji.poker.hand import HandState

STREET = ("", "Flop", "Turn", "River")
HELP = (
    ("f", "fold"),
    ("k", "check"),
    ("c", "call (or check)"),
    ("b 50%", "bet half of the pot; r 50% raises by half of the pot after calling"),
    ("b 300", "bet 300; r 900 raises to 900 on this street"),
    ("a", "all-in"),
    ("m", "what the player would do in your place: its mix for your cards, and for all as a grid"),
    ("q", "leave the table"),
)


@dataclass
class Seat(Talk):
    """The person's side of a session: sees, is asked, is told what a hand brought."""

    session: Session
    to_stderr: bool
    hints: bool = False
    seat: int = 0

    def sit(self, seat: int | None, hands: int | None) -> bool:
        """Play hands until all are played or the person leaves; whether by Ctrl-C."""
        return self.go_on(
            self.session.hands,
            hands,
            lambda done: self.play_hand((1 + done) % 2 if seat is None else seat, hands),
        )

    def play_hand(self, seat: int, hands: int | None) -> None:
        """One hand, told from the cards to the chips."""
        rules = self.session.player.rules
        place = "button" if seat == 1 else "big blind"
        number = len(self.session.hands) + 1
        of = f" of {hands}" if hands is not None else ""
        self.say(f"\nHand {number}{of}. You are on the {place}, with {rules.stacks[seat]:,} chips.")
        found = self.session.play_hand(seat, self.ask, self.watch)
        won = f"{found.net:+,.0f}" if found.net == int(found.net) else f"{found.net:+,.1f}"
        self.say(f"You {'win' if found.net > 0 else 'lose' if found.net < 0 else 'split'}: {won}. "
                 f"Your score is {self.session.score:+,.0f}.")  # fmt: skip

    def watch(self, before: HandState, after: HandState) -> None:
        """Tell what happened, as far as the person may know it."""
        from tianji.poker.words import show_action

        if before == after:
            seat = self.seat = next(k for k, hand in enumerate(after.hole) if hand)
            posted = f"You post {after.spent[seat]:,}, the opponent {after.spent[1 - seat]:,}."
            self.say(f"Your cards: {spaced(after.hole[seat])}. {posted}")
        elif len(after.board) > len(before.board):
            street = STREET[{3: 1, 4: 2, 5: 3}[len(after.board)]]
            self.say(f"{street}: {spaced(after.board)}")
        else:
            said = show_action(before, after.betting[before.street][len(before.betting[-1])])
            said = said.replace("allin", "all-in")
            self.say(f"{'You' if before.player == self.seat else 'Opponent'}: {said}.")
        if after.is_showdown and not after.cards_due:
            me = self.seat
            self.say(f"Showdown on {spaced(after.board)}: you have {spaced(after.hole[me])}, the opponent "
                     f"{spaced(after.hole[1 - me])}.")  # fmt: skip

    def ask(self, hand: Hand) -> str:
        """The action a person chooses."""
        from tianji.poker.words import read_action

        state, seat = hand.state, hand.seat
        self.say(self._menu(state, seat))
        is_shown = False
        while True:
            self.say("> ", end="")
            line = sys.stdin.readline()
            answer = line.strip()
            if not line or answer.lower() in ("q", "quit"):
                raise Leave
            if answer in ("?", "h", "help"):
                self.say("\n" + facts(HELP))
            elif answer.lower() == "m":
                is_shown = True
                self.say(self.mix(hand))
            else:
                try:
                    action = read_action(state, answer)
                except ParameterError as error:
                    self.say(f"{error}; ? explains.")
                    continue
                if self.hints and not is_shown:
                    self.say(self.mix(hand))
                return action

    def _menu(self, state: HandState, seat: int) -> str:
        """Board, pot, stacks, and what may be done."""
        from tianji.poker.words import street_base

        legal, base = state.legal(), street_base(state)
        board = f"{spaced(state.board)} | " if state.board else ""
        where = f"{board}you hold {spaced(state.hole[seat])} | pot {state.pot:,} | you have {state.behind[seat]:,}, "
        where += f"opponent {state.behind[1 - seat]:,}"
        can = [f"f fold, c call {legal.call:,}"] if legal.call else ["k check"]
        if legal.least is not None and legal.most is not None:
            sign, verb = ("r", "raise to") if state.level > base or not state.street else ("b", "bet")
            can.append(f"{sign} SIZE {verb} {legal.least - base:,} … {legal.most - base:,}, a all-in")
        return f"{where}\n{', '.join(can)}; ? explains"

    def mix(self, hand: Hand) -> str:
        """What the player would do in the person's place, with this hand and with all."""
        from tianji.cli.shared.report import actions_text
        from tianji.poker.cards import show_cards

        try:
            table = hand.mix()
            mine = table[show_cards(hand.state.hole[hand.seat])]
        except TianjiError as error:
            return f"No hint: {error}"
        name = self.session.player.name
        return f"{name} would play here: {actions_text(mine)}\n\n{grid_text(table)}\n"


def spaced(cards: tuple[int, ...]) -> str:
    """Cards with a space between."""
    from tianji.poker.cards import show_card

    return " ".join(show_card(card) for card in cards)
