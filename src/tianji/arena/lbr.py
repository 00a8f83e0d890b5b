"""holdem_lbr: how much a local best response wins against a player of hold'em whose mix is known hand by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from tianji.arena.baselines import BASELINES, HandAgent, SlowAgent, hand_agent
from tianji.arena.matches import run_deals, seated_hands
from tianji.arena.stats import Estimate
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.poker.cards import hand_cards, hand_index
from tianji.poker.equity import equities
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules
from tianji.run.report import Progress
from tianji.run.stopping import Cancelled, Stop

MENUS = {"fc": (), "fcpa": (1.0, None)}  # what is tried beside fold and call: bets in pots, None for all-in
FIRST = 2  # the turn: before it the response only calls


@runtime_checkable
class RowAgent(Protocol):
    """A player who can say what it does with every hand it could hold: what local best response needs to know."""

    def rows(self, state: HandState) -> Mapping[str, FloatArray]:
        """Action → `[1326]` probabilities of it by hand, for the player to act at `state`; they sum to 1 a hand.

        The action `r` stands for raises of any legal size, all alike.
        """


@dataclass(frozen=True)
class LbrResult(Result):
    """What a local best response wins against a player, in mbb/h: in the mean no more than the best response would."""

    player: str
    menu: str
    streets: list[int]
    hands: int
    score: Estimate
    seed: int
    stopped: str

    def to_dict(self) -> dict[str, Any]:
        """One flat record."""
        return {
            "player": self.player, "menu": self.menu, "streets": self.streets, "hands": self.hands,
            "mbb_h": self.score.mean, "stderr": self.score.stderr, "low": self.score.low, "high": self.score.high,
            "seed": self.seed, "stopped": self.stopped,
        }  # fmt: skip


def baseline_rows(name: str, state: HandState) -> dict[str, FloatArray]:
    """The rows of a baseline, which never looks at its cards."""
    if name != "random":
        return {BASELINES[name](state, random.Random(0)): np.ones(1326)}
    legal = state.legal()
    kinds = ["f"] * legal.fold + ["c"] + ["r"] * (legal.least is not None)
    return {kind: np.full(1326, 1 / len(kinds)) for kind in kinds}


@dataclass
class _Response:
    """The response in one hand: its cards, and what the other may hold."""

    target: HandAgent
    seat: int
    sizes: tuple[float | None, ...]
    first: int
    belief: FloatArray

    def rows(self, state: HandState) -> Mapping[str, FloatArray]:
        if isinstance(self.target, RowAgent):
            return self.target.rows(state)
        return baseline_rows(self.target.name, state)

    def watch(self, state: HandState, action: str) -> None:
        """Learn from an action of the other."""
        rows = self.rows(state)
        self.belief = self.belief * rows.get(action, rows.get(action[0], np.zeros(1326)))

    def choose(self, state: HandState) -> str:
        """The action of the greatest guess; before the first street of the response, check or call."""
        if state.street < self.first:
            return "c"
        self.belief = self.belief * ~_blocked(state.board)
        legal = state.legal()
        pot, ask = state.pot, legal.call
        worth = {"f": 0.0} if legal.fold else {}
        wins = self._wins(state, self.belief)
        worth["c"] = wins * pot - (1 - wins) * ask
        for action in self._bets(state):
            extra = int(action[1:]) - state.level
            worth[action] = self._bet_worth(state.act(action), pot, ask, extra)
        return max(worth, key=lambda action: worth[action])

    def _bets(self, state: HandState) -> list[str]:
        """Raises of the menu that are legal, brought to the nearest legal size."""
        legal = state.legal()
        if legal.least is None or legal.most is None:
            return []
        after = state.pot + legal.call
        wanted = [legal.most if size is None else state.level + round(size * after) for size in self.sizes]
        return [
            f"r{total}" for total in sorted({min(max(total, legal.least), legal.most) for total in wanted})
        ]

    def _bet_worth(self, after: HandState, pot: int, ask: int, extra: int) -> float:
        """fp · pot + (1 − fp) · [ wp′ · (pot + x) − (1 − wp′) · (ask + x) ]."""
        total = float(self.belief.sum())
        folds = self.belief * self.rows(after).get("f", np.zeros(1326))
        share = float(folds.sum()) / total if total > 0 else 0.0
        wins = self._wins(after, self.belief - folds)
        return share * pot + (1 - share) * (wins * (pot + extra) - (1 - wins) * (ask + extra))

    def _wins(self, state: HandState, belief: FloatArray) -> float:
        """The equity of the hand held against what the other may hold, over all cards to come."""
        beats, meets = equities(list(state.board), belief)
        hand = hand_index(*state.hole[self.seat])
        return 0.5 if meets[hand] <= 0 else float(0.5 + 0.5 * beats[hand] / meets[hand])


def _blocked(cards: tuple[int, ...]) -> Any:
    """`[1326]`: whether a hand holds one of the cards."""
    return np.isin(hand_cards(), np.array(cards, dtype=np.int64)).any(axis=1)


@checked
def holdem_lbr(
    player: str | HandAgent,
    *,
    hands: int = 1000,
    menu: str = "fcpa",
    first: int = FIRST,
    seed: int = 0,
    rules: HandRules | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> LbrResult:
    """What a local best response wins against a player that has `rows`, or against a baseline.

    It follows what the player may hold by its own mix, calls before street `first` (1 the flop, 2 the turn, 3 the
    river), and from there takes the best of fold, call and the bets of `menu` ("fcpa": pot and all-in; "fc": none) by
    the guess that everybody checks and calls after the answer. Every deal is played from both seats.

    Lisý & Bowling (2017), "Equilibrium Approximation Quality of Current No-Limit Poker Bots", section 3.

    >>> holdem_lbr("fold", hands=20).score.mean  # both blinds, without a fight
    750.0
    """
    rules = HandRules() if rules is None else rules
    target = hand_agent(player)
    if not isinstance(target, RowAgent) and target.name not in BASELINES:
        raise NotApplicableError(
            f"{quote(target.name)} does not say what it does with every hand; local best response needs rows()"
        )
    if menu not in MENUS:
        raise ParameterError(f"menu={quote(menu)}; expected {' or '.join(MENUS)}")
    if first not in (1, 2, 3):
        raise ParameterError(f"first={quote(first)}; expected 1 (flop), 2 (turn) or 3 (river)")
    if rules.seats != 2 or rules.raise_sizes:
        raise NotApplicableError("local best response is for two players and no limit")

    def play(k: int, asked: Any) -> float | None:
        if isinstance(target, SlowAgent):
            target.stop = asked
        try:
            return _deal(k)
        except Cancelled:
            return None

    def _deal(k: int) -> float:
        return sum(_play(target, rules, MENUS[menu], first, seed, k, seat) for seat in (0, 1)) / 2

    deals = seated_hands(hands, 2, True)
    played, stopped = run_deals(play, deals, seconds, progress, stop)
    found = [won for won in played if won is not None]
    score = Estimate.of(1000 * won / rules.big_blind for won in found)
    return LbrResult(target.name, menu, list(range(first, 4)), 2 * len(found), score, seed, stopped)


def _play(
    target: HandAgent,
    rules: HandRules,
    sizes: tuple[float | None, ...],
    first: int,
    seed: int,
    deal: int,
    seat: int,
) -> float:
    """What the response wins in one hand, sitting in `seat`."""
    deck = random.Random(f"{seed}:{deal}").sample(range(52), 9)
    state = HandState.start(rules, ((deck[0], deck[1]), (deck[2], deck[3])))
    rng = random.Random(f"{seed}:{deal}:{seat}")
    response = _Response(target, seat, sizes, first, np.where(_blocked(state.hole[seat]), 0.0, 1.0))
    held = hand_index(*state.hole[1 - seat])
    while True:
        if state.cards_due:
            state = state.deal(deck[4 + len(state.board) : 4 + len(state.board) + state.cards_due])
        if state.is_over:
            return float(state.payoffs()[seat])
        if state.player == seat:
            state = state.act(response.choose(state))
            continue
        rows = response.rows(state)
        action = rng.choices(list(rows), [float(row[held]) for row in rows.values()])[0]
        if action == "r":
            legal = state.legal()
            action = f"r{rng.randint(legal.least or 0, legal.most or 0)}"
        response.watch(state, action)
        state = state.act(action)
