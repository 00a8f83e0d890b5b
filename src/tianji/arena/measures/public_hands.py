"""holdem_public_match: two players of hold'em, range against range: the way to a street is drawn, the rest is exact."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tianji.arena.baselines import HandAgent, hand_agent
from tianji.arena.matches import run_deals, seated_hands
from tianji.arena.rows import card_holders, met, require_rows, rows_of, sized, table_note
from tianji.arena.stats import Estimate, Scored
from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.poker.cards import NUM_HANDS, blocked
from tianji.poker.equity import equities
from tianji.poker.hand import STREETS, HandState
from tianji.poker.rules import BOARD_CARDS, HandRules
from tianji.run.report import Progress
from tianji.run.stopping import Stop

LEVELS = ("turn", "river")


@dataclass(frozen=True)
class HoldemPublicMatch(Scored):
    """What A wins a hand against B in mbb/h, by the exact values of the public states that play came to.

    roots: deals that came to the street; the others ended before it, and count by what both may have held there.
    """

    unit = "mbb_h"

    a: str
    b: str
    level: str
    hands: int
    roots: int
    score: Estimate
    seed: int
    stopped: str


@dataclass
class _Walk:
    """Two players at one deal: agents by seat, the board as far as it is drawn, and where the drawing ends."""

    agents: Sequence[HandAgent]
    board: tuple[int, ...]
    street: int
    rivers: tuple[int, ...] | None
    rng: random.Random
    came: bool = False

    def value(self, state: HandState, reach: list[FloatArray]) -> float:
        """What seat 0 wins in the mean from a state on: drawn as far as the street, exact from there on."""
        while not state.is_over and state.street < self.street:
            if state.cards_due:
                state = state.deal(self.board[len(state.board) : BOARD_CARDS[state.street]])
            p = state.player
            rows = rows_of(self.agents[p], state)
            weight = reach[p] * met(reach[1 - p])
            action = self.rng.choices(list(rows), [float(weight @ row) for row in rows.values()])[0]
            reach[p] = reach[p] * rows[action]
            reach[p] /= reach[p].max()
            state = state.act(sized(action, state, self.rng))
        total = float(reach[0] @ met(reach[1]))
        if not state.is_over:
            self.came = True
            state = state.deal(self.board[len(state.board) :])
            return self.exact(state, reach) / total
        if state.is_showdown:
            beats = equities(list(self.board), reach[1])[0]
            runs = _run_outs(len(self.board))
            return float(reach[0] @ beats) / runs * min(state.spent) / total
        return float(state.payoffs()[0])

    def exact(self, state: HandState, reach: list[FloatArray]) -> float:
        """Σ over pairs of hands of reach · reach · what seat 0 wins, over all that can still happen."""
        if not (reach[0].any() and reach[1].any()):
            return 0.0
        if state.is_over and not state.is_showdown:
            return float(state.payoffs()[0]) * float(reach[0] @ met(reach[1]))
        if state.is_over:
            beats = equities(list(state.board), reach[1])[0]
            return float(reach[0] @ beats) / _run_outs(len(state.board)) * min(state.spent)
        if state.cards_due:
            return self._rivers(state, reach)
        p = state.player
        found = 0.0
        for action, row in rows_of(self.agents[p], state).items():
            after = [r * row if k == p else r for k, r in enumerate(reach)]
            if after[p].any():
                found += self.exact(state.act(sized(action, state, self.rng)), after)
        return found

    def _rivers(self, state: HandState, reach: list[FloatArray]) -> float:
        """The mean over rivers: all of them, or those that were drawn."""
        unseen = [c for c in range(52) if c not in state.board]
        cards = unseen if self.rivers is None else self.rivers
        share = len(unseen) / len(cards) / (len(unseen) - 4)
        found = 0.0
        for card in cards:
            free = ~card_holders()[card].astype(np.bool_)
            found += self.exact(state.deal((card,)), [r * free for r in reach])
        return share * found


def _run_outs(cards: int) -> int:
    """How many completions two hands can see."""
    return {5: 1, 4: 44, 3: 990}[cards]


@checked
def holdem_public_match(
    a: str | HandAgent,
    b: str | HandAgent,
    level: str = "turn",
    *,
    hands: int = 400,
    rivers: int | None = None,
    seed: int = 0,
    rules: HandRules | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> HoldemPublicMatch:
    """What `a` wins a hand against `b`, both with `rows`, each deal drawn only as far as the turn or the river.

    Board and actions before it are drawn, each action as often as all hands together play it; from there on all pairs
    of hands, all actions and all rivers (or `rivers` of them, drawn) are counted. Without bias, and with a fraction
    of the noise of hands: this is how a change late in the hand is measured. Every board is seen from both seats.

    >>> holdem_public_match("allin", "fold", hands=4).score.mean
    750.0
    """
    rules = HandRules() if rules is None else rules
    if level not in LEVELS:
        raise ParameterError(f"level={quote(level)}; expected {' or '.join(LEVELS)}")
    if rivers is not None and (rivers < 1 or rivers > 48 or level != "turn"):
        raise ParameterError(
            f"rivers={quote(rivers)}; expected 1 … 48 of them after the turn, or None for all"
        )
    if rules.seats != 2 or rules.raise_sizes or any(rules.antes):
        raise NotApplicableError(
            f"a match of public states is for two players, no limit and no antes, not {rules}"
        )
    sides = [hand_agent(who) for who in (a, b)]
    for side in sides:
        require_rows(side, "a match of public states")
        table_note(side, rules)
    street, roots = STREETS.index(level), [0]
    start = HandState.start(rules)

    def play(k: int, asked: object) -> float:
        rng = random.Random(f"{seed}:{k}")
        deck = rng.sample(range(52), 52)
        size = BOARD_CARDS[street]
        drawn = None if rivers is None else tuple(deck[size : size + rivers])
        won = 0.0
        for seat in (0, 1):
            luck = random.Random(f"{seed}:{k}:luck")  # the same: like players come to like states
            agents = (sides[seat], sides[1 - seat])
            walk = _Walk(agents, tuple(deck[:size]), street, drawn, luck)
            free = np.where(blocked(deck[:size]), 0.0, np.ones(NUM_HANDS))
            value = walk.value(start, [free, free.copy()])
            won += value if seat == 0 else -value
            roots[0] += walk.came
        return won / 2

    found, stopped = run_deals(play, seated_hands(hands, 2, True), seconds, progress, stop)
    score = Estimate.of(1000 * won / rules.big_blind for won in found)
    return HoldemPublicMatch(
        sides[0].name, sides[1].name, level, 2 * len(found), roots[0], score, seed, stopped
    )
