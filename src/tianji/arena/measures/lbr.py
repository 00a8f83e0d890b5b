"""holdem_lbr: how much a local best response wins against a player of hold'em whose mix is known hand by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, inf
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.arena.baselines import HandAgent, SlowAgent, hand_agent
from tianji.arena.matches import run_deals, seated_hands
from tianji.arena.measures.lbr_boards import DrawnCards, ResponseWalk, bets_of
from tianji.arena.rows import RowAgent as RowAgent
from tianji.arena.rows import require_rows, rows_of, sized, table_note
from tianji.arena.stats import Estimate, Scored
from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.kernels.poker.response.local_response import rank_all, win_shares
from tianji.poker.cards import NUM_HANDS, blocked, hand_cards, hand_index
from tianji.poker.hand import HandState
from tianji.poker.preflop import class_of_hands, matchups
from tianji.poker.ranks import tables
from tianji.poker.rules import HandRules
from tianji.run.report import Progress
from tianji.run.stopping import Stop

# what is tried beside fold and call: bets in pots after calling, None for all-in
MENUS: dict[str, tuple[float | None, ...]] = {
    "fc": (),
    "fcpa": (1.0, None),
    "56bets": (*(0.05 * 1.15**k for k in range(55)), None),
}
HANDS = 1000  # unless another number is given
MOST_DEALS = 1000  # on one board
LIVE = 1081  # hands that a full board leaves
FIRST = 2  # the turn: before it the response only calls


@dataclass(frozen=True)
class LbrResult(Scored):
    """What a local best response wins against a player, in mbb/h: in the mean no more than the best response would."""

    unit = "mbb_h"

    player: str
    menu: str
    streets: list[int]
    hands: int
    score: Estimate
    seed: int
    stopped: str


class BoardFacts:
    """What is found once a board, for both seats and all deals on it: ranks street by street, the player's rows."""

    def __init__(self, board: Sequence[int]) -> None:
        self.board = tuple(board)
        self._rows: dict[str, Mapping[str, FloatArray]] = {}
        self._ranks: dict[int, npt.NDArray[np.uint16]] = {}
        self._score = np.empty((2, NUM_HANDS), dtype=np.int32)
        self._free: dict[int, FloatArray] = {}

    def free(self, count: int) -> FloatArray:
        """`[1326]`: 1 for hands that hold none of the first `count` board cards, else 0."""
        if count not in self._free:
            self._free[count] = np.where(blocked(self.board[:count]), 0.0, 1.0)
        return self._free[count]

    def shares(self, hand: int, count: int) -> FloatArray:
        """`[1326]`: the share of the pot that a hand wins against each other when the first `count` board cards lie.

        Over all cards to come; before the flop by class, over all suits.
        """
        if count == 0:
            place = class_of_hands()
            found: FloatArray = matchups().equity[place[hand]][place]
            return found
        if count not in self._ranks:
            missing = 5 - count
            rows = np.empty((comb(52 - count, missing), NUM_HANDS), dtype=np.uint16)
            rank_all(np.array(self.board[:count], dtype=np.uint8), hand_cards(), *tables(7), rows)
            self._ranks[count] = rows
        share = np.empty(NUM_HANDS)
        win_shares(self._ranks[count], hand, self._score, share)
        return share

    def rows(self, target: HandAgent, state: HandState) -> Mapping[str, FloatArray]:
        """The rows of a player at a public state of this board."""
        key = state.betting_text
        if key not in self._rows:
            self._rows[key] = rows_of(target, state)
        return self._rows[key]


@dataclass
class _Response:
    """The response in one hand: its seat and cards, and how likely the other comes here with each of his.

    reach: `[1326]` by the other's own mix, whatever cards lie. shares: `[1326]` by how many board cards lie.
    """

    target: HandAgent
    seat: int
    hand: int
    sizes: tuple[float | None, ...]
    first: int
    boards: BoardFacts
    reach: FloatArray
    shares: dict[int, FloatArray] = field(default_factory=dict)

    def choose(self, state: HandState) -> str:
        """The action of the greatest guess; before the first street of the response, check or call."""
        if state.street < self.first:
            return "c"
        belief = self.reach * self.boards.free(len(state.board))
        share = self.share(len(state.board))
        legal = state.legal()
        pot, ask = state.pot, legal.call
        total = float(belief.sum())
        wins = float(belief @ share) / total if total > 0 else 0.5
        best, worth = ("f", 0.0) if legal.fold else ("c", -inf)
        if (value := wins * pot - (1 - wins) * ask) > worth:
            best, worth = "c", value
        for action in (f"r{total}" for total in bets_of(state, self.sizes)):
            value = self._bet_worth(state, action, belief, total, share, wins)
            if value > worth:
                best, worth = action, value
        return best

    def share(self, count: int) -> FloatArray:
        """The win shares of the hand held."""
        if count not in self.shares:
            self.shares[count] = self.boards.shares(self.hand, count)
        return self.shares[count]

    def _bet_worth(
        self, state: HandState, action: str, belief: FloatArray, total: float, share: FloatArray, wins: float
    ) -> float:
        """fp · pot + (1 − fp) · [ wp′ · (pot + x) − (1 − wp′) · (ask + x) ]; wins: wp′ where nobody folds."""
        to, pot = int(action[1:]), state.pot
        won, paid, quits = pot + to - state.level, to - state.spent[state.player], 0.0
        rows = self.boards.rows(self.target, state.act(action))
        if "f" in rows:
            folds = belief * rows["f"]
            gone = float(folds.sum())
            left = total - gone
            wins = float((belief - folds) @ share) / left if left > 1e-12 * max(total, 1e-300) else 0.5
            quits = gone / total if total > 0 else 0.0
        return quits * pot + (1 - quits) * (wins * won - (1 - wins) * paid)


@checked
def holdem_lbr(
    player: str | HandAgent,
    *,
    hands: int = HANDS,
    menu: str = "fcpa",
    first: int = FIRST,
    per_board: int = 1,
    boards: int | None = None,
    rivers: int = 1,
    thin: float = 0.0,
    seed: int = 0,
    rules: HandRules | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> LbrResult:
    """What a local best response wins against a player that has `rows`, or against a baseline.

    It follows what the player may hold by its own mix, calls before street `first` (1 the flop, 2 the turn, 3 the
    river, 0 from the start), and from there takes the best of fold, call and the bets of `menu` ("fc": none; "fcpa":
    pot and all-in; "56bets": 55 sizes from 0.05 to 95 pots, and all-in) by the guess that everybody checks and calls
    after the answer. Every deal is played from both seats, and scored over all hands that the player may hold.
    per_board: deals on the same board, which then is the unit of the statistics: many where a board costs the player
    more than a hand, as it does a blueprint that has to find its buckets.

    boards: instead of hands, so many boards with all hands of both on each (`lbr_boards`): every action counted as
    often as it is taken, all-in pots over all cards to come, and what cards alone would have brought taken out. The
    same mean with a thousandth of the hands' variance a board. rivers: how many are drawn after each turn. thin: in big
    blinds, for players that solve: turns and rivers whose chance times pot is less are walked now and then and count
    for more, else by what checking down brings; no bias.

    Lisý & Bowling (2017), "Equilibrium Approximation Quality of Current No-Limit Poker Bots", section 3.

    >>> holdem_lbr("fold", hands=20).score.mean  # both blinds, without a fight
    750.0
    """
    rules = HandRules() if rules is None else rules
    target = hand_agent(player)
    require_rows(target, "local best response")
    if menu not in MENUS:
        raise ParameterError(f"menu={quote(menu)}; expected {' or '.join(MENUS)}")
    if first not in (0, 1, 2, 3):
        raise ParameterError(f"first={quote(first)}; expected 0 (start), 1 (flop), 2 (turn) or 3 (river)")
    if not 1 <= per_board <= MOST_DEALS:
        raise ParameterError(f"per_board={quote(per_board)}; expected 1 … {MOST_DEALS} deals on a board")
    if rules.seats != 2 or rules.raise_sizes:
        raise NotApplicableError("local best response is for two players and no limit")
    if not 1 <= rivers <= 48:
        raise ParameterError(f"rivers={quote(rivers)}; expected 1 … 48 of them after each turn")
    if not 0 <= thin < inf:
        raise ParameterError(f"thin={quote(thin)}; expected big blinds, 0 (every street is walked) or more")
    if boards is None and (rivers != 1 or thin):
        raise ParameterError("rivers and thin go with boards=, all hands on each; leave them out")
    if boards is not None and hands != HANDS:
        raise ParameterError("hands with boards=: all hands are played on each board; leave it out")
    if boards is not None and per_board != 1:
        raise ParameterError("per_board with boards=: all hands are played on each; leave it out")
    table_note(target, rules)

    slow = (
        target if isinstance(target, SlowAgent) else None
    )  # a question that takes as long as a tenth of a hand

    def play(k: int, asked: Any) -> float:
        if slow is not None:
            slow.stop = asked
        if boards is not None:
            return _play_board(target, rules, MENUS[menu], first, seed, k, rivers, thin)
        return _play(target, rules, MENUS[menu], first, seed, k, per_board)

    if boards is None:
        count = -(-seated_hands(hands, 2, True) // per_board)
    else:
        count, per_board = seated_hands(boards, 1, False), LIVE
    found, stopped = run_deals(play, count, seconds, progress, stop)
    score = Estimate.of(1000 * won / rules.big_blind for won in found)
    played = 2 * per_board * len(found)
    return LbrResult(target.name, menu, list(range(first, 4)), played, score, seed, stopped)


def _play(
    target: HandAgent, rules: HandRules, sizes: tuple[float | None, ...], first: int, seed: int, board: int,
    deals: int = 1,
) -> float:  # fmt: skip
    """What the response wins on one board, the mean of so many deals and both seats.

    The other holds no hand: with board B and the response's cards he comes to every action by

        P(a) ∝ Σ over hands of reach(hand) · P(a | hand),   hands that meet neither

    and at the end every hand counts as often as he comes there with it: an imaginary observation of all at once.
    """
    deck = random.Random(f"{seed}:{board}").sample(range(52), 9)
    boards, rest = BoardFacts(deck[4:]), [card for card in range(52) if card not in deck[4:]]
    won = 0.0
    for deal in range(deals):
        dealt = deck[:4] if deal == 0 else random.Random(f"{seed}:{board}:{deal}:cards").sample(rest, 4)
        for seat in (0, 1):
            rng = random.Random(f"{seed}:{board}:{seat}" + (f":{deal}" if deal else ""))
            cards = dealt[2 * seat : 2 * seat + 2]
            free = np.where(blocked(cards), 0.0, 1.0)
            response = _Response(target, seat, hand_index(*cards), sizes, first, boards, free)
            hole = tuple(tuple(cards) if k == seat else () for k in (0, 1))
            won += _play_seat(response, HandState.start(rules, hole), rng)
    return won / 2 / deals


def _play_board(
    target: HandAgent, rules: HandRules, sizes: tuple[float | None, ...], first: int, seed: int, board: int,
    rivers: int, thin: float,
) -> float:  # fmt: skip
    """What the response wins with all hands on one board, the mean of both seats."""
    deck = random.Random(f"{seed}:{board}").sample(range(52), 52)
    cards, every, won = DrawnCards(deck[:4], deck[4 : 4 + rivers]), np.ones(NUM_HANDS), 0.0
    for seat in (0, 1):
        rng = random.Random(f"{seed}:{board}:{seat}:luck")
        walk = ResponseWalk(target, seat, sizes, first, cards, thin, rng)
        won += walk.value(HandState.start(rules), every, every)
    return won / 2


def _play_seat(response: _Response, state: HandState, rng: random.Random) -> float:
    """What the response wins from its seat."""
    seat, board = response.seat, response.boards.board
    fits = response.boards.free(len(board))
    while True:
        if state.cards_due:
            state = state.deal(board[len(state.board) : len(state.board) + state.cards_due])
        if state.is_over:
            break
        if state.player == seat:
            state = state.act(response.choose(state))
            continue
        rows = response.boards.rows(response.target, state)
        if len(rows) == 1:  # nothing to draw, and nothing to learn
            (action,) = rows
        else:
            weights = response.reach * fits
            action = rng.choices(list(rows), [float(weights @ row) for row in rows.values()])[0]
            response.reach = response.reach * rows[action]
            response.reach /= response.reach.max()
        state = state.act(sized(action, state, rng))
    if not state.is_showdown:
        return float(state.payoffs()[seat])
    weights = response.reach * fits
    share = float(weights @ response.share(5)) / float(weights.sum())
    stake = min(state.spent)
    antes = state.rules.paid_antes
    return share * (2 * stake + sum(antes)) - stake - antes[seat]
