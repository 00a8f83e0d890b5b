"""Local best response on whole boards: all hands of both and all that they do are counted, only cards are drawn.

A deal of the sampled measure (`lbr`) is one hand of the response, one board, and one draw of every action of the
player's. Here the public tree of a board is walked once for all hands of the response: at each of its decisions they
part, every hand to the action that it likes best, and at each of the player's all actions are followed, weighed by how
likely he takes them. A unit is the mean of the sampled measure given its board, so that the mean stays what it is and
its variance is that of boards alone.

A street that hardly ever begins may cost a player who solves as much as one that does. With q = chance to come there ·
pot in big blinds / `thin`, where that is below 1, it is walked with chance q, and

    v = v̂ + [it is walked] · (v − v̂) / q,   v̂: what both get by checking from there to the end

has the same mean whatever v̂ is (Burch et al. 2018, "AIVAT", correct chances so).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from tianji.arena.baselines import HandAgent
from tianji.arena.rows import rows_of, sized
from tianji.core.strategy import FloatArray
from tianji.kernels.poker.response.local_response import ranges_beaten, ranges_met, rank_all, sort_all
from tianji.poker.cards import NUM_HANDS, blocked, hand_cards, holders
from tianji.poker.hand import HandState
from tianji.poker.preflop import class_of_hands, matchups
from tianji.poker.ranks import tables
from tianji.poker.rules import BOARD_CARDS

PAIRS = {
    size: comb(52 - size, 2) * comb(50 - size, 2) for size in BOARD_CARDS
}  # of hands, by cards on the board
RUN_OUTS = {size: comb(48 - size, 5 - size) for size in BOARD_CARDS}  # that a pair of hands may see
FITTING = {size: comb(50 - size, 5 - size) for size in BOARD_CARDS}  # that one hand may see
LATE = 2  # the turn: what checking down is worth before it takes a millisecond for every ten run-outs
LEAST = 1e-12  # of what a hand can meet: less is nothing


@lru_cache(maxsize=1)
def _before_the_flop() -> FloatArray:
    """`[1326, 1326]`: shares of the pot, hand against hand by class over all boards; 0 where they share a card."""
    held, place = holders().astype(np.float64), class_of_hands()
    found: FloatArray = np.where(held.T @ held == 0, matchups().equity[np.ix_(place, place)], 0.0)
    return found


class Showdowns:
    """Shares of the pot on a board of 0, 3, 4 or 5 cards, of every hand against ranges, over all cards to come."""

    def __init__(self, board: Sequence[int]) -> None:
        self.size = len(board)
        if self.size == 0:
            return
        count = comb(52 - self.size, 5 - self.size)
        self._rank: npt.NDArray[np.uint16] = np.empty((count, NUM_HANDS), dtype=np.uint16)
        rank_all(np.array(board, dtype=np.uint8), hand_cards(), *tables(7), self._rank)
        self._order: npt.NDArray[np.int16] = np.empty((count, NUM_HANDS), dtype=np.int16)
        self._many: npt.NDArray[np.int64] = np.empty(count, dtype=np.int64)
        sort_all(self._rank, self._order, self._many)

    def of(self, reach: FloatArray) -> tuple[FloatArray, FloatArray]:
        """`[1326, C]` each: how much of every range a hand meets, and how much of it its share of the pot is.

        reach: `[1326, C]`, ranges without the board's cards.
        """
        meets, beats = np.empty_like(reach), np.empty_like(reach)
        ranges_met(hand_cards(), reach, meets)
        if self.size == 0:
            return meets, _before_the_flop() @ reach
        ranges_beaten(self._rank, self._order, self._many, hand_cards(), reach, beats)
        return meets, 0.5 * (beats + FITTING[self.size] * reach) / RUN_OUTS[self.size]


class DrawnCards:
    """The cards of one unit: what is dealt street by street, and what is known once they lie.

    turn: the first four cards; rivers: those that are drawn to follow them.
    """

    def __init__(self, turn: Sequence[int], rivers: Sequence[int]) -> None:
        self.turn, self.rivers = tuple(turn), tuple(rivers)
        self._showdowns: dict[tuple[int, ...], Showdowns] = {}
        self._free: dict[tuple[int, ...], FloatArray] = {}

    def after(self, board: tuple[int, ...], due: int) -> list[tuple[int, ...]]:
        """The boards that come next."""
        if len(board) + due < 5:
            return [self.turn[: len(board) + due]]
        return [(*self.turn, river) for river in self.rivers]

    def showdowns(self, board: tuple[int, ...]) -> Showdowns:
        """What hands are worth on a board, found once."""
        if board not in self._showdowns:
            self._showdowns[board] = Showdowns(board)
        return self._showdowns[board]

    def free(self, board: tuple[int, ...]) -> FloatArray:
        """`[1326]`: 1 for hands that hold no card of the board."""
        if board not in self._free:
            self._free[board] = np.where(blocked(board), 0.0, 1.0)
        return self._free[board]


@dataclass
class ResponseWalk:
    """The response in one seat on the cards of one unit.

    mine, his: `[1326]`, how many of each hand of the response are here, and how likely the player comes here with each
    of his. Values are means over the pairs of hands on as many board cards as lie, in chips. thin: in big blinds; turns
    and rivers whose chance times pot is less are walked now and then, drawn so that the mean stays what it is.
    """

    target: HandAgent
    seat: int
    sizes: tuple[float | None, ...]
    first: int
    cards: DrawnCards
    thin: float
    rng: random.Random
    _rows: dict[tuple[tuple[int, ...], str], Mapping[str, FloatArray]] = field(default_factory=dict)

    def value(self, state: HandState, mine: FloatArray, his: FloatArray) -> float:
        """What the response wins from a state on."""
        if state.is_over and not state.is_showdown:
            return float(state.payoffs()[self.seat]) * self._mass(mine, his, len(state.board))
        if state.is_over:
            return self._checked_down(state, mine, his)
        if state.cards_due:
            return self._deal(state, mine, his)
        if state.player == self.seat:
            return self._own(state, mine, his)
        found = 0.0
        for action, row in self._rows_at(state).items():
            after = his * row
            if after.any():
                found += self.value(state.act(sized(action, state, self.rng)), mine, after)
        return found

    def _deal(self, state: HandState, mine: FloatArray, his: FloatArray) -> float:
        """The next street, on the cards that were drawn."""
        boards = self.cards.after(state.board, state.cards_due)
        found = 0.0
        for board in boards:
            free = self.cards.free(board)
            found += self._begin(state.deal(board[len(state.board) :]), mine * free, his * free)
        return found / len(boards)

    def _begin(self, state: HandState, mine: FloatArray, his: FloatArray) -> float:
        """A street from its start: always, or where it is rare and late now and then, in place of checking down."""
        if self.thin == 0 or state.street < LATE:
            return self.value(state, mine, his)
        kept = self._mass(mine, his, len(state.board)) * state.pot / state.rules.big_blind / self.thin
        if kept >= 1:
            return self.value(state, mine, his)
        found = self._checked_down(state, mine, his)
        if self.rng.random() < kept:
            found += (self.value(state, mine, his) - found) / kept
        return found

    def _own(self, state: HandState, mine: FloatArray, his: FloatArray) -> float:
        """Every hand of the response goes where it likes best."""
        if state.street < self.first:
            return self.value(state.act("c"), mine, his)
        actions, best = self._choices(state, his)
        found = 0.0
        for k, action in enumerate(actions):
            part = np.where(best == k, mine, 0.0)
            if part.any():
                found += self.value(state.act(action), part, his)
        return found

    def _choices(self, state: HandState, his: FloatArray) -> tuple[list[str], npt.NDArray[np.intp]]:
        """The actions that are tried, and `[1326]` which of them each hand takes.

        fold: 0,   call: wp · pot − (1 − wp) · ask
        bet x: fp · pot + (1 − fp) · [ wp′ · (pot + x) − (1 − wp′) · (ask + x) ]
        """
        legal, pot = state.legal(), state.pot
        bets: list[tuple[int, int]] = []  # raise to, and the column of what then stays in
        columns, known = [his], {b"": 0}
        for to in bets_of(state, self.sizes):
            rows = self._rows_at(state.act(f"r{to}"))
            row = rows.get("f")
            key = b"" if row is None else row.tobytes()
            if row is not None and key not in known:
                known[key] = len(columns)
                columns.append(his * (1 - row))
            bets.append((to, known[key]))
        meets, wins = self.cards.showdowns(state.board).of(np.stack(columns, axis=1))
        meets = np.maximum(meets, 0.0)  # differences of sums: what is nothing may come out just below
        share = np.divide(wins, meets, out=np.full_like(wins, 0.5), where=meets > LEAST * meets[:, :1])
        stays = np.divide(meets, meets[:, :1], out=np.zeros_like(meets), where=meets[:, :1] > 0)
        actions, worth = ["f"] * legal.fold, [np.zeros(NUM_HANDS)] * legal.fold
        actions.append("c")
        worth.append(share[:, 0] * pot - (1 - share[:, 0]) * legal.call)
        for to, k in bets:
            won, paid = pot + to - state.level, to - state.spent[self.seat]
            actions.append(f"r{to}")
            worth.append(
                (1 - stays[:, k]) * pot + stays[:, k] * (share[:, k] * won - (1 - share[:, k]) * paid)
            )
        return actions, np.argmax(worth, axis=0)

    def _rows_at(self, state: HandState) -> Mapping[str, FloatArray]:
        key = state.board, state.betting_text
        if key not in self._rows:
            self._rows[key] = rows_of(self.target, state)
        return self._rows[key]

    def _mass(self, mine: FloatArray, his: FloatArray, size: int) -> float:
        """How likely both come here."""
        meets = np.empty((NUM_HANDS, 1))
        ranges_met(hand_cards(), his[:, None], meets)
        return float(mine @ meets[:, 0]) / PAIRS[size]

    def _checked_down(self, state: HandState, mine: FloatArray, his: FloatArray) -> float:
        """What the response has at the end where nobody puts in more, over all cards to come."""
        meets, wins = self.cards.showdowns(state.board).of(his[:, None])
        stake, antes = min(state.spent), state.rules.paid_antes
        pot, paid = 2 * stake + sum(antes), stake + antes[self.seat]
        return float(mine @ (wins[:, 0] * pot - meets[:, 0] * paid)) / PAIRS[len(state.board)]


def bets_of(state: HandState, sizes: Sequence[float | None]) -> list[int]:
    """Raises of a menu that are legal, brought to the nearest legal size."""
    legal = state.legal()
    if legal.least is None or legal.most is None:
        return []
    after = state.pot + legal.call
    wanted = [legal.most if size is None else state.level + round(size * after) for size in sizes]
    return sorted({min(max(total, legal.least), legal.most) for total in wanted})
