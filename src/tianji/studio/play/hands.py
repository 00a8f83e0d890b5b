"""A table of hold'em: hands of one reader against a `holdem.Player`, as betting; the cards follow from its seed.

Like `tables`, of which it is the twin for a game too large for a tree: what leaves this module before a hand has ended
is a function of what the seat knows, and what is shown after it is what a table shows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tianji.errors import NotApplicableError, ParameterError, TianjiError
from tianji.studio.play.players import BUILT_IN, STACK

if TYPE_CHECKING:
    from tianji.holdem import Player
    from tianji.holdem.player.player import Hand
    from tianji.poker.hand import HandState

GAME = "holdem"
BLINDS = (100, 50)  # of the big blind and of the button
SHARES = (33, 50, 75, 100, 150)  # of the pot: sizes that have a button; any other is written
NAMES = ("you", "player")  # in a file of hands


def list_players(own: dict[str, str]) -> Any:
    """Who can be sat against, each with what it says of its own strength; a file that is none says why."""
    from tianji.holdem.player.thought import Thinker

    found = []
    for name, who in {**{name: name for name in BUILT_IN}, **own}.items():
        try:
            player = _player(who, None, STACK, 0)
        except TianjiError as error:
            found.append({"name": name, "strength": "", "thinks": False, "wrong": str(error)})
            continue
        thinks = isinstance(player.agent, Thinker)
        found.append({"name": name, "strength": player.strength, "thinks": thinks, "wrong": ""})
    return found


class HoldemSeat:
    """One table of hold'em played through: the player, and the hand that is open."""

    def __init__(self, about: dict[str, Any], player: str) -> None:
        who = about["opponent"]
        self.about = about
        self.rounds: list[dict[str, Any]] = [
            dict(each, moves=list(each["moves"])) for each in about["rounds"]
        ]
        self.player = _player(player, who.get("seconds"), about["stack"], about["seed"])

    @property
    def seat(self) -> int:
        """Of the hand that is open."""
        return int(self.rounds[-1]["seat"])

    def hand(self, seat: int, number: int = -1) -> Hand:
        """A hand as one of its seats knows it, told action by action and card by card."""
        from tianji.holdem.player.session import cards_next, dealt
        from tianji.poker.cards import show_cards

        number %= len(self.rounds)
        hole, board = dealt(self.about["seed"], number)
        hand = self.player.new_hand(seat, show_cards(hole[seat]), hand=number)
        for move in [*self.rounds[number]["moves"], None]:
            while hand.state.cards_due:
                hand.deal(show_cards(cards_next(hand.state, board)))
            if move is not None:
                (hand.act if hand.state.player == seat else hand.opponent)(move)
        return hand

    def state(self, number: int = -1) -> HandState:
        """Where a hand stands with the cards of both: for this process alone, until `seen_by` has cut it."""
        from dataclasses import replace

        from tianji.holdem.player.session import dealt

        hole, _ = dealt(self.about["seed"], number % len(self.rounds))
        return replace(self.hand(0, number).state, hole=hole)

    def deal(self, seat: int | None = None) -> None:
        """Begin a hand: the seat is fixed, or changes, or is asked for."""
        if self.rounds:  # an ended hand is not played through again
            ended = self.rounds[-1]
            ended["payoff"] = float(self.state().payoffs()[ended["seat"]])
        asked = self.about["seat"] if seat is None else seat
        if asked not in (None, 0, 1):
            raise ParameterError(f"seat {asked}; expected 0 (big blind), 1 (button), or null to change")
        self.rounds.append({"seat": (1 + len(self.rounds)) % 2 if asked is None else asked, "moves": []})
        self.go_on()

    def go_on(self) -> None:
        """The player's actions, until the reader is to act or the hand ends."""
        hand = self.hand(1 - self.seat)
        while not hand.state.is_over and hand.state.player != self.seat:
            self.rounds[-1]["moves"].append(hand.decide().action)
            hand = self.hand(1 - self.seat)

    def act(self, text: str) -> None:
        """The reader's action in the words of a table: f, k, c, b 50%, r 900, a."""
        from tianji.poker.words import read_action

        state = self.hand(self.seat).state
        if state.is_over:
            raise ParameterError("the hand is over; deal the next one")
        self.rounds[-1]["moves"].append(read_action(state, text))
        self.go_on()

    def undo(self) -> None:
        """Take back the last own decision, and all that came of it."""
        mine = [k for k, (at, _) in enumerate(self.hand(self.seat).state.steps()) if at.player == self.seat]
        if not mine:
            raise ParameterError("there is nothing of yours to take back in this hand")
        del self.rounds[-1]["moves"][mine[-1] :]

    @property
    def is_over(self) -> bool:
        """Whether the hand that was dealt last has ended."""
        return self.hand(self.seat).state.is_over

    def view(self) -> dict[str, Any]:
        """What the reader is shown: his cards, the board, the chips; the player's cards after a showdown alone."""
        from tianji.poker.cards import show_cards

        whole = self.state()
        state, me = whole.seen_by(self.seat), self.seat
        payoffs = [float(chips) for chips in whole.payoffs()] if state.is_over else None
        theirs = show_cards(state.hole[1 - me])
        return {
            "game": GAME, "players": 2, "hidden": True, "opponent": self.about["opponent"],
            "round": len(self.rounds), "seat": me, "over": state.is_over, "knows": None, "shows": None,
            "log": hand_log(state), "actions": [] if state.is_over else _menu(state), "payoffs": payoffs,
            "turn": sum(at.player == me for at, _ in state.steps()), "results": self._results(payoffs),
            "hand": {
                "cards": show_cards(state.hole[me]), "theirs": theirs or None, "board": show_cards(state.board),
                "pot": state.pot, "behind": [state.behind[me], state.behind[1 - me]], **_sizes(state),
                "street": min(state.street, len(state.board) and len(state.board) - 2), "big_blind": BLINDS[0],
            },
            "strength": self.player.strength, "note": self.player.note,
        }  # fmt: skip

    def _results(self, last: list[float] | None) -> list[dict[str, Any]]:
        """Seat and chips of every hand that has ended."""
        done = [{"seat": each["seat"], "payoff": each["payoff"]} for each in self.rounds[:-1]]
        return [*done, {"seat": self.seat, "payoff": last[self.seat]}] if last is not None else done

    def odds(self) -> dict[str, Any]:
        """What the player would do in the reader's place, what it finds that worth, and what it takes both to hold."""
        from tianji.arena.rows import has_rows
        from tianji.poker.words import show_action

        hand = self.hand(self.seat)
        if hand.state.is_over:
            raise ParameterError("the hand is over; there is nothing to weigh")
        found = hand.decide()
        values = found.ev or {}
        rows = [
            {"name": show_action(hand.state, action), "probability": share, "value": values.get(action)}
            for action, share in found.probabilities.items()
        ]
        told, sizes = found.to_dict(), _sizes(hand.state)
        is_told = has_rows(self.player.agent)
        return {
            "actions": rows, "bound": "estimate" if values else "", "belief": [], "outcomes": [],
            "them": told["them"] if is_told else None, "us": told["us"] if is_told else None,
            "equity": showdown_share(hand.state, self.seat, found.them), "call": sizes["call"], "pot": hand.state.pot,
            "source": found.source, "exploitability_pct": found.exploitability_pct, "note": found.note,
        }  # fmt: skip

    def review(self) -> dict[str, Any]:
        """Not here: pricing a hand takes solves, which are a run."""
        raise NotApplicableError(
            "decisions of hold'em are priced by solving: take the hands of this table and start a review"
        )

    def file(self, last: int) -> dict[str, Any]:
        """The hands that have ended as PHH, the last so many, the player's cards where they were shown."""
        from tianji.arena.phh import HandRecord, phh_text

        records = []
        for k, each in enumerate(self.rounds):
            state, seat = self.state(k), each["seat"]
            if state.is_over:
                names = list(NAMES) if seat == 0 else list(reversed(NAMES))
                records.append(HandRecord.from_state(state.seen_by(seat), names, k + 1))
        return {"name": "hands.phhs", "text": phh_text(records[-last:]), "hands": len(records)}


def showdown_share(state: HandState, seat: int, them: Any) -> float | None:
    """The share of the pot that a hand has against a range, were there no more betting; None where they cannot meet.

    After the flop over every card that can come; before it class against class, as the counts that come with Tianji.
    """
    import numpy as np

    from tianji.poker.cards import blocked, hand_index
    from tianji.poker.equity import equities

    cards, board = [int(card) for card in state.hole[seat]], [int(card) for card in state.board]
    mine, weights = (
        hand_index(*cards),
        np.where(blocked(cards + board), 0.0, np.asarray(them, dtype=np.float64)),
    )
    if weights.sum() <= 0:
        return None
    if board:
        beats, meets = equities(board, weights)
        return float(0.5 + 0.5 * beats[mine] / meets[mine])
    from tianji.poker.preflop import class_of_hands, matchups

    return float(matchups().equity[class_of_hands()[mine]][class_of_hands()] @ weights / weights.sum())


def _menu(state: HandState) -> list[dict[str, str]]:
    """Fold, check or call, some sizes, all-in: each in the words that `read_action` takes, and as it is said."""
    from tianji.poker.words import read_action, show_action, street_base

    legal, base = state.legal(), street_base(state)
    found = [("f", "f")] if legal.call else []
    found.append(("c", "c"))
    if legal.least is not None:
        sized = [read_action(state, f"r {share}%") for share in SHARES]
        found += [
            (f"r {int(action[1:]) - base}", action)
            for action in dict.fromkeys(sized)
            if action != f"r{legal.most}"
        ]
        found.append(("a", f"r{legal.most}"))
    return [{"name": name, "text": show_action(state, action)} for name, action in found]


def _sizes(state: HandState) -> dict[str, Any]:
    """What a call costs; the least and the most that a bet goes to on this street, None where there is none."""
    from tianji.poker.words import street_base

    if state.is_over:
        return {"call": 0, "least": None, "most": None}
    legal, base = state.legal(), street_base(state)
    if legal.least is None or legal.most is None:
        return {"call": legal.call, "least": None, "most": None}
    return {"call": legal.call, "least": legal.least - base, "most": legal.most - base}


def hand_log(state: HandState) -> list[dict[str, Any]]:
    """What happened, street by street: −1 lays the cards."""
    from tianji.poker.cards import show_card
    from tianji.poker.words import show_action

    rows: list[dict[str, Any]] = []
    seen = 0
    for at, action in state.steps():
        if len(at.board) > seen:
            rows.append({"who": -1, "text": " ".join(map(show_card, at.board[seen:]))})
            seen = len(at.board)
        rows.append({"who": at.player, "text": show_action(at, action)})
    if len(state.board) > seen:
        rows.append({"who": -1, "text": " ".join(map(show_card, state.board[seen:]))})
    return rows


@lru_cache(maxsize=2)
def _player(who: str, seconds: float | None, stack: int, seed: int) -> Player:
    """The player of a table; kept, since one that searches keeps its solves until the hand is over."""
    from tianji.holdem import Player
    from tianji.poker.rules import HandRules

    rules = HandRules(stacks=(stack, stack), blinds=BLINDS)
    return Player(who, seconds=seconds, rules=rules, seed=seed)
