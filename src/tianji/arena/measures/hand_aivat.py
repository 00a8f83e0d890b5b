"""AIVAT for hold'em: what a hand was worth to a player with known rows and values, less the luck of cards and dice."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from tianji.arena.baselines import HandAgent
from tianji.arena.measures.lbr import BoardFacts
from tianji.arena.rows import met, row_of, rows_of
from tianji.core.strategy import FloatArray
from tianji.poker.cards import NUM_HANDS, blocked, hand_cards, hand_index
from tianji.poker.hand import HandState
from tianji.poker.preflop import NUM_CLASSES, class_of_hands
from tianji.poker.rules import BOARD_CARDS

SAMPLES = (
    4,
    4,
    12,
    12,
)  # by street, other cards drawn at a deal: their mean stands for the expectation, without bias


@runtime_checkable
class ValueAgent(Protocol):
    """A player who knows, beside its rows, about what every hand is worth to it."""

    def rows(self, state: HandState) -> Mapping[str, FloatArray]:
        """Action → `[1326]` probabilities by hand, for the player to act."""

    def values(self, state: HandState) -> FloatArray:
        """`[1326]`: net chips since the start of the hand of the player to act, by hand, if both play as it does."""


class HandAivat:
    """The estimate of a hand's worth to `agents[seat]`, without bias whatever the other does.

        u = U(z) + Σ over deals of [ E V − V(seen) ] + Σ over known actions of [ Σ_a P(a) V(a) − V(taken) ]

    All is seen with the other's cards j known, the player's own spread over what it may hold, w(k) ∝ Π P(action | k);
    U is the mean of the payoff over w, and over all boards to come where nobody can bet any more. V is −values(j) where
    the other acts, after an action what `action_values` says of j if the player has them (what its hands are worth on
    average if not), the payoff where the hand ends. Any V keeps the mean right: the expectations are exact, or means
    over cards drawn as the real ones were. The other's actions are corrected only where `agents` has his rows too.
    After a bet that a player had to translate its mix is not known: from there on its own cards count, and from the
    start where `is_open` says that it never is.

    Burch, Schmid, Moravčík, Morrill, Bowling (2018), "AIVAT: A New Variance Reduction Technique for Agent Evaluation in
    Imperfect Information Games". Not yet reproduced.
    """

    def __init__(
        self, agents: Sequence[HandAgent], seat: int, *, knows_other: bool = False, is_open: bool = False,
        samples: int | None = None,
    ) -> None:  # fmt: skip
        self.seat, self.knows_other, self.is_open = seat, knows_other, is_open
        self.samples = SAMPLES if samples is None else (samples,) * len(SAMPLES)
        self.agents = agents
        agent = agents[seat]
        assert isinstance(agent, ValueAgent)
        self.values = agent.values
        self.action_values: Callable[[HandState, int], Mapping[str, FloatArray]] | None = getattr(
            agent, "action_values", None
        )
        self._known: tuple[HandState | None, Mapping[str, FloatArray]] = None, {}

    def estimate(self, over: HandState, key: str) -> float:
        """The estimate of a hand that is over, all cards known; what else might have been dealt follows from `key`."""
        mine, other = over.hole[self.seat], over.hole[1 - self.seat]
        held, hand = hand_index(*mine), hand_index(*other)
        reach = np.where(blocked(other), 0.0, 1.0)
        luck = self._first(HandState.start(over.rules), hand)
        at = HandState.start(over.rules)
        is_spread = True
        while True:
            if at.cards_due and not self._is_settled(at, reach, hand):
                at, gain = self._deal(at, over.board, reach, hand, key)
                reach = np.where(blocked(at.board), 0.0, reach)
                luck += gain
            if at.is_over:
                return luck + self._end(at, reach, hand)
            action = over.betting[at.street][len(at.betting[-1])]
            if at.player == self.seat and is_spread:
                if self.is_open or not self._is_exact(at):
                    luck += self._revealed(at, reach, held)
                    reach, is_spread = np.zeros(NUM_HANDS), False
                    reach[held] = 1.0
                else:
                    gain, reach = self._own(at, action, reach, hand)
                    luck += gain
            elif at.player != self.seat and self.knows_other and self._is_exact(at):
                luck += self._other(at, action, reach, hand)
            at = at.act(action)

    # The terms ----------------------------------------------------------------------------------------------

    def _first(self, start: HandState, hand: int) -> float:
        """E V − V of the other's cards: all 1,326 are alike before they are dealt."""
        values = self._by_other(start)
        return float(values.mean() - values[hand])

    def _by_other(self, start: HandState) -> FloatArray:
        """`[1326]`: V at the start by the other's cards."""
        if start.player != self.seat:
            return -self.values(start)
        every = met(np.ones(NUM_HANDS))
        found = np.zeros(NUM_HANDS)
        for action, row in rows_of(self.agents[self.seat], start).items():
            after = start.act(action)
            if after.is_over:
                worth = np.full(NUM_HANDS, float(after.payoffs()[self.seat]))
            elif after.player != self.seat:
                worth = -self.values(after)
            else:
                worth = np.zeros(NUM_HANDS)
            found += met(row) / every * worth
        return found

    def _deal(
        self, at: HandState, board: tuple[int, ...], reach: FloatArray, hand: int, key: str
    ) -> tuple[HandState, float]:
        """The next street as it was dealt, and the mean V over others less V of this one.

        The order in which other cards come follows from the key alone: the same deal from the other seat meets the
        same boards, whose buckets are known by then.
        """
        seen = at.deal(board[len(at.board) : BOARD_CARDS[at.street]])
        worth = [
            (weight, self._value(other, np.where(blocked(other.board), 0.0, reach), hand))
            for weight, other in self._draws(at, reach, hand, key)
        ]
        mean = sum(weight * value for weight, value in worth)
        return seen, mean - self._value(seen, np.where(blocked(seen.board), 0.0, reach), hand)

    def _draws(self, at: HandState, reach: FloatArray, hand: int, key: str) -> list[tuple[float, HandState]]:
        """Other cards, drawn as the real ones were: a hand of one's own by `reach`, then any that are left."""
        size, count = BOARD_CARDS[at.street], self.samples[at.street]
        rng = random.Random(f"{key}:{size}")
        held, taken = hand_cards(), {*at.board, *hand_cards()[hand].tolist()}
        found = []
        for k, own in enumerate(rng.choices(range(NUM_HANDS), reach.tolist(), k=count)):
            used = {*taken, *held[own].tolist()}
            order = random.Random(f"{key}:{size}:{k}").sample(range(52), 52)
            cards = [c for c in order if c not in used][: size - len(at.board)]
            found.append((1 / count, at.deal(cards)))
        return found

    def _own(self, at: HandState, action: str, reach: FloatArray, hand: int) -> tuple[float, FloatArray]:
        """Σ_a P(a) V(a) − V(taken) of an action of the player, and what it may hold after it."""
        rows = rows_of(self.agents[self.seat], at)
        total = float(reach.sum())
        expected, taken = 0.0, 0.0
        for name, row in rows.items():
            after = reach * row
            weight = float(after.sum())
            if weight > 0:
                value = self._after(at, name, after, hand)
                expected += weight / total * value
                taken = value if name == action else taken
        return expected - taken, reach * row_of(rows, action)

    def _other(self, at: HandState, action: str, reach: FloatArray, hand: int) -> float:
        """The same of an action of the other, whose cards are known."""
        rows = rows_of(self.agents[1 - self.seat], at)
        worth = {name: self._after(at, name, reach, hand) for name, row in rows.items() if row[hand] > 0}
        return sum(float(rows[name][hand]) * value for name, value in worth.items()) - worth[action]

    def _revealed(self, at: HandState, reach: FloatArray, held: int) -> float:
        """E V − V of the player's own cards, when they have to be looked at."""
        values = self.values(at)
        return float(reach @ values / reach.sum() - values[held])

    # Values -------------------------------------------------------------------------------------------------

    def _value(self, at: HandState, reach: FloatArray, hand: int) -> float:
        """V of a state with its board dealt."""
        if at.is_over:
            return self._end(at, reach, hand)
        if at.player != self.seat:
            return float(-self.values(at)[hand])
        total = float(reach.sum())
        parts = [
            (float(after.sum()), name, after)
            for name, row in rows_of(self.agents[self.seat], at).items()
            if (after := reach * row).any()
        ]
        return sum(weight / total * self._after(at, name, after, hand) for weight, name, after in parts)

    def _after(self, at: HandState, action: str, reach: FloatArray, hand: int) -> float:
        """V after an action: of the hand that ends, of the other's turn, or about what the hands are worth now."""
        after = at.act(action)
        if after.is_over:
            return self._end(after, reach, hand)
        worth = self._worths(at).get(action)
        if worth is not None:
            return float(-worth[hand])
        if not after.cards_due and after.player != self.seat:
            return float(-self.values(after)[hand])
        if at.player == self.seat:
            return float(reach @ self.values(at) / reach.sum())
        return float(-self.values(at)[hand])

    def _worths(self, at: HandState) -> Mapping[str, FloatArray]:
        """Action → `[1326]` what the other's hands are worth after it, where the player can say so."""
        if self.action_values is None:
            return {}
        if self._known[0] is not at:
            self._known = at, self.action_values(at, 1 - self.seat)
        return self._known[1]

    def _end(self, at: HandState, reach: FloatArray, hand: int) -> float:
        """The payoff of a hand that is over, over what the player may hold; cards to come at their chances."""
        if not at.is_showdown:
            return float(at.payoffs()[self.seat])
        share = 1 - BoardFacts(at.board).shares(hand, len(at.board))
        stake, antes = min(at.spent), at.rules.paid_antes
        won = float(reach @ share) / float(reach.sum())
        return won * (2 * stake + sum(antes)) - stake - antes[self.seat]

    def _is_settled(self, at: HandState, reach: FloatArray, hand: int) -> bool:
        """Whether nobody acts any more and `_end` counts every board to come: nothing need be dealt.

        Before the flop it knows hands by their class alone, which is exact where all of a class are alike in `reach`.
        """
        if not at.is_showdown or at.board:
            return at.is_showdown
        place = class_of_hands()[free := ~blocked(hand_cards()[hand].tolist())]
        by_class = np.zeros(NUM_CLASSES)
        by_class[place] = reach[free]
        return bool((by_class[place] == reach[free]).all())

    def _is_exact(self, at: HandState) -> bool:
        """Whether the player to act follows its rows here: not after a bet it had to translate."""
        node_of = getattr(self.agents[at.player], "node_of", None)
        return node_of is None or not node_of(at)[1]
