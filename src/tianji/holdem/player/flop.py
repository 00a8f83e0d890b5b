"""A flop, solved for its own decisions on drawn run-outs: exact hands on the flop, buckets of like hands after it.

All 49 turns and a few rivers of each are laid out once. An iteration walks a few of the turns, others each time, and
counts them for all: public chance sampling (Johanson et al. 2012, "Efficient Nash Equilibrium Approximation through
Monte Carlo Counterfactual Regret Minimization"). What is found for turn and river is what a player of buckets would do
there; the flop's own strategy is all that is used, and later streets are solved anew with exact cards.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.holdem.engine.gated import GatedSpot
from tianji.holdem.player.belief import live
from tianji.holdem.spot.boards import Board, next_boards, root_board, strength
from tianji.holdem.spot.gate import Behind
from tianji.holdem.spot.spot import Spot
from tianji.kernels.constants import AVERAGE, SOLVE
from tianji.poker.cards import hand_cards
from tianji.poker.equity import equities
from tianji.run.stopping import Cancelled

RIVERS = 4  # of a turn; they count for all 48, so that it divides them
BATCH = (
    2  # turns an iteration, of 49: with 7 the same exactness takes twice the time, with 1 a thread is idle
)
TURN_BUCKETS, RIVER_BUCKETS = 100, 100
Cells = list[tuple[FloatArray, FloatArray]]  # of turn and river, by player: `[slots − roots, K]`


def draw_boards(
    cards: list[int], weights: tuple[FloatArray, FloatArray], rivers: int, rng: random.Random
) -> list[list[Board]]:
    """The flop, its turns in any order, and so many drawn rivers of each, which count for all of them."""
    flop, alone = root_board(cards, weights), [(0, 1, 2, 3)]
    if np.array_equal(flop.combos[0], flop.combos[1]):  # one list for both: half the work
        flop.combos, flop.parents = (flop.combos[0],) * 2, (flop.parents[0],) * 2
    turns = next_boards([flop], [alone], deck=rng.sample(range(52), 52))[0]
    last: list[Board] = []
    for number, turn in enumerate(turns):
        unseen = [card for card in range(52) if card not in turn.cards]
        drawn = next_boards([turn], [alone], deck=rng.sample(unseen, rivers))[0]
        turn.below = (len(last), len(last) + len(drawn))
        for board in drawn:
            board.above, board.copies = number, len(unseen) // rivers
        last += drawn
    return [[flop], turns, last]


def buckets_of(board: list[int]) -> npt.NDArray[np.int32]:
    """`[1326]`: hands of like strength on a river, of like equity on a turn, apart where four of a suit wait for more.

    Buckets hold equally many hands; what meets the board has bucket 0, and is never asked for.
    """
    free = live(tuple(board))
    if len(board) == 5:
        return _quantiles(strength(board).astype(np.float64), free, RIVER_BUCKETS)
    beats, meets = equities(board, free.astype(np.float64))
    equity = np.where(meets > 0, beats / np.maximum(meets, 1.0), 0.0)
    suits = np.bincount(np.array(board) % 4, minlength=4)
    held = (hand_cards().astype(np.int64) % 4)[:, :, None] == np.arange(4)
    is_drawing = ((held.sum(axis=1) + suits) == 4).any(axis=1)
    return np.asarray(2 * _quantiles(equity, free, TURN_BUCKETS // 2) + is_drawing, dtype=np.int32)


def _quantiles(values: FloatArray, free: npt.NDArray[np.bool_], count: int) -> npt.NDArray[np.int32]:
    """`[1326]`: by how many of the live hands are lower, equal values alike."""
    lower = np.searchsorted(np.sort(values[free]), values, "left")
    found = np.where(free, lower * count // max(1, int(free.sum())), 0)
    return np.minimum(found, count - 1).astype(np.int32)


class FlopBackend(GatedSpot):
    """A flop in memory, behind a gate; turn and river strategies are cells, as in `rounds.bucketed`."""

    def __init__(self, behind: Behind, *args: Any, **options: Any) -> None:
        super().__init__(behind, *args, **options)
        sizes = (TURN_BUCKETS, RIVER_BUCKETS)
        self.counts = [0, *sizes]
        self.buckets = [np.zeros(0, dtype=np.int32)]
        for level in self.boards[1:]:
            rows = [buckets_of(board.cards) for board in level]
            pairs = [row[board.combos[p]] for row, board in zip(rows, level, strict=True) for p in (0, 1)]
            self.buckets.append(np.concatenate(pairs))
        self.regret, self.sums_below = self._cells(), self._cells()
        self.strategy = self._matched(self.regret)
        self._next = 0  # turns walked so far

    def _level(self, k: int, is_predictive: bool) -> Any:
        return super()._level(k, is_predictive) if k == 0 else self._bare_level(k)

    def _cells(self) -> Cells:
        sizes = [[forest.rows[p] * self.counts[k] for p in (0, 1)] for k, forest in enumerate(self.forests)]
        return [(np.zeros(a), np.zeros(b)) for a, b in sizes]

    def _infosets(self, k: int, player: int) -> tuple[Any, int, int, int]:
        level = self.levels[k]
        return level.infosets[player], int(level.sizes[player, 1]), self.forests[k].roots, self.counts[k]

    def _matched(self, weights: Cells) -> Cells:
        """Strategies in proportion to regrets or averages."""
        from tianji.kernels.poker.bucketed import match

        out = self._cells()
        for k in (1, 2):
            for p in (0, 1):
                match(*self._infosets(k, p), weights[k][p], out[k][p])
        return out

    def _warm(self) -> None:
        empty = np.zeros((int(self.levels[0].sizes[0, 6]), len(self.ranges[self.opponent])), dtype=self.real)
        self._walked(self.resolver, self.strategy, [0], empty, is_learning=False)
        super()._warm()

    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any
    ) -> FloatArray:
        """`[C, H]`: values at the end of the flop, summed over turns: all of them, or the next few where it learns."""
        assert k == 0, "turns have no strategy by hand"
        turns = len(self.boards[1])
        is_learning = mode == SOLVE
        boards = list(range(turns))
        if is_learning:
            boards = [(self._next + j) % turns for j in range(min(BATCH, turns))]
            self._next += len(boards) * (player == self.resolver)  # both players see the same
        cells = self.strategy if is_learning else self._matched(self.sums_below)
        given = np.ascontiguousarray(reach, dtype=self.real)
        out, values, plans = self._walked(player, cells, boards, given, is_learning)
        if is_learning:
            self._learn(player, coefficients, values, plans)
        return out * (turns / len(boards))

    def _walked(
        self, player: int, cells: Cells, boards: list[int], reach: Any, is_learning: bool
    ) -> tuple[FloatArray, list[FloatArray], list[FloatArray]]:
        """A player's values at the flop's leaves, and as cells; and the plans of the other. Each board is a task."""
        from tianji.kernels.poker.bucketed import walk

        other = 1 - player
        outs = np.zeros((len(boards), reach.shape[0], len(self.ranges[player])))
        every = [
            [[np.zeros(cells[k][p].size * is_learning) for k in (1, 2)] for p in (player, other)]
            for _ in boards
        ]
        done = np.zeros(len(boards), dtype=np.bool_)

        def task(j: int) -> None:
            values, plans = every[j]
            work, mid, value = self._scratches[1].get()
            below = self._scratches[2].get()
            walk(
                self.levels[1], self.levels[2], boards[j], boards[j] + 1, player,
                self.buckets[1], self.counts[1], *cells[1], plans[0], values[0],
                self.buckets[2], self.counts[2], *cells[2], plans[1], values[1],
                reach, 1 / self.cards_left[1], False, work, below[0], mid, value, below[1], below[2], outs[j],
            )  # fmt: skip
            self._scratches[1].put((work, mid, value))
            self._scratches[2].put(below)
            done[j] = True

        self._spread(task, list(range(len(boards))))
        if not done.all():
            raise Cancelled
        sums = [[np.sum([pair[which][k] for pair in every], axis=0) for k in (0, 1)] for which in (0, 1)]
        return outs.sum(axis=0), sums[0], sums[1]

    def _learn(self, player: int, row: FloatArray, values: list[FloatArray], plans: list[FloatArray]) -> None:
        from tianji.kernels.poker.bucketed import add, learn, match

        for k in (1, 2):
            about = self._infosets(k, player)
            learn(*about, row, values[k - 1], self.strategy[k][player], self.regret[k][player])
            add(plans[k - 1], row[AVERAGE], self.sums_below[k][1 - player])
            match(*about, self.regret[k][player], self.strategy[k][player])


def flop_backend(spot: Spot, behind: Behind, threads: int, rivers: int | None = None) -> FlopBackend:
    """A flop laid out behind its gate; the run-outs drawn follow from the board."""
    rivers = RIVERS if rivers is None else rivers
    rng = random.Random(f"{sorted(spot.cards)}:{rivers}")
    boards: list[list[Any]] = list(draw_boards(spot.cards, behind.weights(spot), rivers, rng))
    first = boards[0][0]
    ranges = (spot.weights[0][first.combos[0]], spot.weights[1][first.combos[1]])
    return FlopBackend(behind, spot.tree(), boards, ranges, [45, 44, 43], threads=threads)
