"""Player: a player of hold'em asked decision by decision, hand by hand."""

from __future__ import annotations

import random
from importlib import resources
from typing import Any

from tianji.arena.acpc import MatchState
from tianji.arena.baselines import HandAgent, hand_agent
from tianji.arena.rows import ranges_at, require_rows, rows_of, table_note
from tianji.core.arguments import checked, checked_init
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.player.spots import with_hand
from tianji.holdem.player.thought import (
    WHOSE,
    HandDecision,
    HoldingAgent,
    Thinker,
    decision,
    mix_table,
    plain_thought,
    range_table,
)
from tianji.poker.cards import hand_index, parse_cards, show_cards
from tianji.poker.hand import STREETS, HandState
from tianji.poker.rules import BOARD_CARDS, HandRules
from tianji.run.clock import Clock
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

RULES = {
    "call": "It checks and calls, whatever it holds: anybody who bets good cards beats it.",
    "fold": "It folds to every bet: it loses 750 mbb/h to anybody who bets.",
    "allin": "It goes all-in with anything: wait for good cards.",
    "random": "It rolls dice: it folds, calls and raises equally often, whatever it holds.",
}


def default_player() -> str:
    """Who sits at the table when nobody is named: the blueprint that comes with the package, else a baseline."""
    with resources.as_file(resources.files("tianji.holdem.blueprint").joinpath("tiny.blueprint")) as path:
        return str(path) if path.is_file() else "call"


@checked_init
class Player:
    """Somebody who plays hold'em: a blueprint file, a search over one, a baseline, a program, or an object of yours.

    who: as `arena.hand_agent` reads it. seconds: for one decision of a player that thinks; a blueprint that is given
    them searches from the turn on, as `FILE:search:5` does. rules: the table, 200 big blinds and blinds of 50 and 100
    unless given. All that is random follows from the seed, the hand and the betting.

    >>> player = Player("call")
    >>> hand = player.new_hand(seat=1, cards="AhKd")
    >>> hand.act("c").opponent("r300").decide().action
    'c'
    """

    def __init__(
        self,
        who: str | HandAgent = "call",
        *,
        seconds: float | None = None,
        rules: HandRules | None = None,
        seed: int = 0,
    ) -> None:
        Limits(seconds=seconds)
        self.rules = HandRules() if rules is None else rules
        if self.rules.seats != 2 or self.rules.raise_sizes:
            raise NotApplicableError(f"a Player plays no-limit hold'em for two; this table is {self.rules}")
        self.agent = _searching(hand_agent(who), seconds)
        if seconds is not None and not isinstance(self.agent, Thinker):
            raise ParameterError(
                f"seconds={seconds}: {quote(self.name)} answers at once and takes no time to think; leave it out"
            )
        self.note = table_note(self.agent, self.rules)
        self.seconds, self.seed, self.hands = seconds, seed, 0

    @property
    def name(self) -> str:
        """What the player is called."""
        return str(self.agent.name)

    @property
    def facts(self) -> dict[str, Any]:
        """What the player says of itself: how it was made, how good it is."""
        return dict(getattr(self.agent, "facts", {}))

    @property
    def strength(self) -> str:
        """How good the player is, in a sentence: by its own figures, by its rule, or that nobody knows."""
        if self.name in RULES:
            return RULES[self.name]
        facts = self.facts
        if "base" in facts:
            return (
                f"It solves what is in front of it from the turn on; before it, it plays as {facts['base']}."
            )
        if "entries" not in facts:
            return f"How strong {self.name} is has not been measured."
        size = f"{self.name} knows {facts['entries']:,} probabilities"
        if "visits_per_infoset" in facts:
            size += f", seen {facts['visits_per_infoset']:,.0f} times each in training"
        lost = facts.get("lbr")
        if lost is None:
            return f"{size}; how much a best response wins against it has not been measured."
        return f"{size}; a local best response wins {lost:,.0f} mbb/h against it, who folds always loses 750."

    @checked
    def new_hand(self, seat: int, cards: str = "", *, hand: int | None = None) -> Hand:
        """A hand in which the player sits in `seat` (0 the big blind, 1 the button, who acts first before the flop)."""
        if seat not in (0, 1):
            raise ParameterError(f"seat={quote(seat)}; expected 0 (big blind) or 1 (button, the small blind)")
        if hand is not None and hand < 0:
            raise ParameterError(f"hand={quote(hand)}; expected a number from 0 up")
        number = self.hands if hand is None else hand
        self.hands = number + 1
        made = Hand(self, seat, number)
        return made.hold(cards) if cards else made

    def close(self) -> None:
        """Send a program home."""
        close = getattr(self.agent, "close", None)
        if close is not None:
            close()

    def __repr__(self) -> str:
        return f"Player({self.name}, {self.rules})"


def _searching(agent: HandAgent, seconds: float | None) -> HandAgent:
    """The player itself; a blueprint that has time behind a search."""
    if seconds is None:
        return agent
    from tianji.holdem.blueprint.agent import BlueprintAgent
    from tianji.holdem.player.agent import SearchAgent

    if not isinstance(agent, BlueprintAgent):
        return agent
    found = SearchAgent(agent, seconds=seconds)
    found.warm()
    return found


class Hand:
    """A hand that a `Player` is in: told what happens, asked what to do. `state` is where it stands.

    Every call gives the hand itself, so that they can be written in a row.
    """

    def __init__(self, player: Player, seat: int, number: int) -> None:
        self.player, self.seat, self.number = player, seat, number
        self.states = [HandState.start(player.rules)]

    @property
    def state(self) -> HandState:
        """The hand as far as the player may know it."""
        return self.states[-1]

    @checked
    def hold(self, cards: str) -> Hand:
        """The player's own two cards."""
        held = parse_cards(cards, "hole cards")
        if len(held) != 2:
            raise ParameterError(f"hole cards {quote(cards)}; expected two cards, such as AhKd")
        hole = tuple(tuple(held) if k == self.seat else () for k in (0, 1))
        made = [HandState.start(self.player.rules, hole)]
        for at in self.states[1:]:  # the same hand again, with these cards
            before = made[-1]
            dealt = at.board[len(before.board) :]
            made.append(before.deal(dealt) if dealt else before.act(at_action(before, at)))
        self.states = made
        return self

    @checked
    def opponent(self, action: str) -> Hand:
        """The opponent's action: `f`, `c`, or `r300`, a raise to 300 chips of his own in the whole hand."""
        return self._play(1 - self.seat, action)

    @checked
    def act(self, action: str | None = None) -> Hand:
        """The player's own action; None plays what `decide` says."""
        return self._play(self.seat, self.decide().action if action is None else action)

    def _play(self, seat: int, action: str) -> Hand:
        state = self.state
        self._require_board()
        if not state.is_over and state.player != seat:
            who = "the opponent" if seat != self.seat else "the player"
            raise ParameterError(
                f"{quote(action)} of {who} after {quote(state.betting_text)}: it is the turn of seat {state.player}"
            )
        if state.is_over:
            raise ParameterError(f"the hand {quote(state.betting_text)} is over; nobody acts")
        self.states.append(state.act(action))
        return self

    def _require_board(self) -> None:
        due = self.state.cards_due
        if due:
            raise ParameterError(
                f"the {STREETS[self.state.street]} is not dealt yet: {due} card{'s' * (due > 1)} first"
            )

    @checked
    def deal(self, cards: str) -> Hand:
        """The board cards of the street: three, one, one; after an all-in also several streets at once."""
        dealt, state = parse_cards(cards, "board"), self.state
        due = state.cards_due
        wanted = BOARD_CARDS[state.street] - len(state.board)
        if not dealt or len(dealt) > due or (len(dealt) != wanted and not state.is_over):
            raise ParameterError(
                f"board cards {quote(cards)} after {quote(state.betting_text)}; expected "
                + (f"{due} card{'s' * (due != 1)}" if due else "none: the street is dealt")
            )
        self.states.append(state.deal(dealt))
        return self

    def undo(self) -> Hand:
        """The hand before the last action or card."""
        if len(self.states) == 1:
            raise ParameterError("nothing to undo; the hand has just begun")
        self.states.pop()
        return self

    @property
    def told(self) -> MatchState:
        """What the player is told."""
        return MatchState(self.seat, self.number, self.state.seen_by(self.seat))

    @checked
    def decide(
        self, *, seconds: float | None = None, progress: Progress | None = None, stop: Stop = None
    ) -> HandDecision:
        """What the player does here, with its mix, values, ranges and where they come from; nothing is played yet."""
        state, agent, player = self.state, self.player.agent, self.player
        if state.is_over or state.player != self.seat:
            whose = "nobody's" if state.is_over else f"seat {state.player}'s"
            raise ParameterError(
                f"after {quote(state.betting_text)} it is {whose} turn, not the player's (seat {self.seat})"
            )
        self._require_board()
        if not state.hole[self.seat]:
            raise ParameterError("the player holds no cards yet; give them with hold('AhKd')")
        Limits(seconds=seconds)
        if seconds is not None and not isinstance(agent, Thinker):
            raise ParameterError(f"seconds={seconds}: {quote(player.name)} answers at once; leave it out")
        time = player.seconds if seconds is None else seconds
        rng = random.Random(f"{player.seed}:{self.number}:{self.seat}:{state.betting_text}")
        clock = Clock()
        if isinstance(agent, Thinker):
            found = agent.think(self.told, rng, seconds=time, progress=progress, stop=stop)
        else:
            found = plain_thought(agent, self.told, rng)
        return decision(found, self.told, clock.seconds, player.note)

    @checked
    def range(self, who: str) -> HandTable:
        """What "us" or "them" may hold now by the player's own mix, as a table and 13×13 grid."""
        if who not in WHOSE:
            raise ParameterError(f"range of {quote(who)}; expected 'us' or 'them'")
        agent, state = self.player.agent, self.state
        require_rows(agent, "a range")
        reach = ranges_at([agent, agent], state)[self.seat if who == "us" else 1 - self.seat]
        return range_table(reach, who, state.betting_text, show_cards(state.board))

    def mix(self) -> HandTable:
        """What the player would do in the place of whoever is to act, hand by hand and as a 13×13 grid.

        The cards of who is to act, where they are known, are among the hands, whatever the player would have done.
        """
        agent, state = self.player.agent, self.state
        self._require_board()
        if state.is_over:
            raise ParameterError(f"the hand {quote(state.betting_text)} is over; nobody acts")
        require_rows(agent, "a mix")
        reach = ranges_at([agent, agent], state)
        hole = state.hole[state.player]
        rows = (
            agent.rows_holding(state, hand_index(*hole))
            if hole and isinstance(agent, HoldingAgent)
            else rows_of(agent, state)
        )
        return mix_table(rows, state, with_hand(reach[state.player], hole), reach[1 - state.player])

    def __repr__(self) -> str:
        return f"Hand({self.told})" if self.state.hole[self.seat] else f"Hand({self.state.betting_text!r})"


def at_action(before: HandState, after: HandState) -> str:
    """The action between two neighbouring states."""
    return after.betting[before.street][len(before.betting[-1])]
