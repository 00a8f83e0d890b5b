"""RiverWatch: while a blueprint is trained, about how much a best response on the river wins from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tianji.holdem.blueprint.evaluate import RIVER, BoardWalk
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.tree import FlatTree
from tianji.poker.cards import NUM_HANDS
from tianji.run.clock import Clock

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

BOARDS = 6  # always the same ones, so that what changes is the strategy
LEAST_SECONDS = 60.0  # between two looks
SHARE = 0.03  # of the time, at most

Seen = tuple[list[int], npt.NDArray[np.int64], list[npt.NDArray[np.int32]]]


class RiverWatch:
    """Looks at the strategy so far now and then; `mbb` is what it saw last, None before.

    A best response with real cards on the river, the blueprint before: a lower bound, on a few boards. It is no measure
    of progress: it grows while players learn to build pots, and says what there is to be won on the river.
    """

    def __init__(self, menu: Menu, tree: FlatTree, counts: list[int], dealer: Dealer) -> None:
        self.menu, self.tree, self.counts, self.dealer = menu, tree, counts, dealer
        self.mbb: float | None = None
        self.looks: list[tuple[float, float]] = []  # seconds of training, mbb/h
        self._next = LEAST_SECONDS
        self._boards: list[Seen] = []

    @property
    def is_possible(self) -> bool:
        """Whether there is a river to look at, with its buckets."""
        return int(self.tree.street.max()) >= RIVER and int(self.dealer.sizes[1]) > RIVER

    def look(self, seconds: float, weights: Callable[[], npt.NDArray[np.float32]]) -> None:
        """Look if it is time; weights(): the average strategies `[E]`."""
        if seconds < self._next or not self.is_possible:
            return
        clock = Clock()
        self._boards = self._boards or [self._board(k) for k in range(BOARDS)]
        walk = BoardWalk(self.tree, self.counts, self._steps(weights()))
        found = [sum(walk.values(board, hands, rows, RIVER)) for board, hands, rows in self._boards]
        self.mbb = float(np.mean(found)) / 2 * 1000 / self.menu.blinds[1]
        self.looks.append((seconds, self.mbb))
        self._next = seconds + max(LEAST_SECONDS, clock.seconds / SHARE)

    def _steps(self, weights: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
        from tianji.kernels.poker.external import quantise

        steps = np.empty(len(weights), dtype=np.uint8)
        quantise(self.tree.offsets(self.counts), self.tree.actions, weights, 255, steps)
        return steps

    def _board(self, k: int) -> Seen:
        """A board, its hands, and their buckets `[1326]` by street, as the trainer sees them."""
        from tianji.kernels.poker.public_chance import draw_board, find_buckets, make_table, seat_hands

        table = make_table()
        row = draw_board(self.dealer, np.uint64(7919 * (k + 1)), table)
        seat_hands(self.dealer, table)
        find_buckets(self.dealer, row, table)
        hands = table.hand[: int(table.sizes[0])]
        rows = []
        for street in range(RIVER + 1):
            found = np.zeros(NUM_HANDS, dtype=np.int32)
            found[hands] = table.bucket[street][table.place[street][: len(hands)]]
            rows.append(found)
        return table.drawn[4:9].tolist(), np.sort(hands), rows
