"""BucketBackend: a game of rounds whose strategies are shared by buckets of hands, solved and measured exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError
from tianji.holdem.engine.cpu import CpuBackend, class_means
from tianji.holdem.engine.memory import TASKS
from tianji.holdem.rounds.game import RoundGame
from tianji.kernels.constants import AVERAGE, RESPONSE, SOLVE, VALUE
from tianji.run.stopping import Cancelled

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Cells = list[tuple[FloatArray, FloatArray]]  # by round and player: `[slots − roots, K]`


class BucketBackend(CpuBackend):
    """A `RoundGame` in which hands of one bucket must play alike; its regrets and averages are cells, not hands.

    tables: a round each, `[boards, 1326]`, the bucket of every hand on the boards of `game.boards()`; what cannot be
    held is not read. Infosets forget what the bucket does not tell (imperfect recall), so the average need not be an
    equilibrium of the abstract game; `values(RESPONSE)` measures it with real cards. storage: what passes reckon in,
    "float32" or "float64"; the cells are of the latter anyway.
    """

    def __init__(
        self,
        game: RoundGame,
        tables: Sequence[npt.NDArray[np.integer]],
        *,
        storage: str = "float32",
        threads: int = 1,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.game = game
        even = np.ones(len(game.hands))
        boards: list[list[Any]] = list(game.boards(tick))
        super().__init__(
            game.tree(), boards, (even, even), game.cards_left, storage=storage, threads=threads,
            classes=game.classes,
        )  # fmt: skip
        self.buckets = [self._gather(k, tables[k]) for k in range(game.rounds)]
        self.cells = [int(buckets.max()) + 1 for buckets in self.buckets]
        self.regret, self.average, self.strategy = self._empty(), self._empty(), self._empty()
        self.player = 0  # whose pass is next: an iteration may be left between the two
        self.renew()

    def renew(self) -> None:
        """Have the strategy that the regrets call for, as after they were read from a file."""
        for k in range(len(self.levels)):
            for p in (0, 1):
                self._match(k, p, self.regret, self.strategy)

    def _level(self, k: int, is_predictive: bool) -> Any:
        return self._bare_level(k)

    def _gather(self, k: int, table: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        """`[hands of all boards]`: buckets in the order of the kernels' `cards`."""
        if len(table) != len(self.boards[k]):
            raise ParameterError(
                f"buckets of {len(table):,} boards in round {k}; the game has {len(self.boards[k]):,} there"
            )
        rows = [table[b][board.combos[p]] for b, board in enumerate(self.boards[k]) for p in (0, 1)]
        found = np.concatenate(rows).astype(np.int32)
        if found.min() < 0:
            raise ParameterError(f"round {k}: some hands have no bucket; make the buckets for this deck")
        return found

    def _empty(self) -> Cells:
        sizes = [[forest.rows[p] * self.cells[k] for p in (0, 1)] for k, forest in enumerate(self.forests)]
        return [(np.zeros(a), np.zeros(b)) for a, b in sizes]

    def _tasks(self, k: int, b: int) -> int:
        """As in games of two rounds: a task has cells of its own to add to."""
        return min(int(self.levels[k].spans[b, 3] - self.levels[k].spans[b, 2]), TASKS)

    def _infosets(self, k: int, player: int) -> tuple[Any, int, int, int]:
        level = self.levels[k]
        return level.infosets[player], int(level.sizes[player, 1]), self.forests[k].roots, self.cells[k]

    def _match(self, k: int, player: int, weights: Cells, out: Cells) -> None:
        from tianji.kernels.poker.bucketed import match

        match(*self._infosets(k, player), weights[k][player], out[k][player])

    def normalised(self, weights: Cells) -> Cells:
        """Strategies in proportion to cells, such as the averages."""
        out = self._empty()
        for k in range(len(self.levels)):
            for p in (0, 1):
                self._match(k, p, weights, out)
        return out

    def iterate(self, schedule: FloatArray) -> int:
        """CFR for every row of the schedule, players in turn: regrets move once all boards have been summed."""
        for done, row in enumerate(schedule):
            for player in range(self.player, 2):
                self.player = player
                try:
                    self._pass(player, row)
                except Cancelled:
                    return done  # the half-done pass is dropped: nothing of it was learned
            self.player = 0
        return len(schedule)

    def _pass(self, player: int, row: FloatArray) -> None:
        """One player's pass, and what it teaches both."""
        _, values, plans = self.sweep(player, self.strategy, is_learning=True)
        for k in range(len(self.levels)):
            self._learn(k, player, row, values[k], plans[k])

    def _learn(self, k: int, player: int, row: FloatArray, values: FloatArray, plans: FloatArray) -> None:
        from tianji.kernels.poker.bucketed import add, learn

        learn(*self._infosets(k, player), row, values, self.strategy[k][player], self.regret[k][player])
        add(plans, row[AVERAGE], self.average[k][1 - player])
        self._match(k, player, self.regret, self.strategy)

    def run(self, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """`[H]`: a player's values by hand at the start, of the averages or of a best response with real cards."""
        if mode == SOLVE:
            raise AssertionError("use iterate")
        return self.sweep(player, self.normalised(self.average), is_best=mode == RESPONSE)[0]

    def sweep(
        self, player: int, cells: Cells, *, is_learning: bool = False, is_best: bool = False
    ) -> tuple[FloatArray, list[FloatArray], list[FloatArray]]:
        """One player's pass when both play `cells`, or he his best with real cards.

        Returns his values by hand at the start, `[H]`; with is_learning also the sums of his values and of the
        opponent's plan by round, as cells.
        """
        from tianji.kernels.poker.bucketed import backward, forward
        from tianji.kernels.poker.vector import terminals

        other, level = 1 - player, self.levels[0]
        values = [np.zeros(pair[player].size if is_learning else 0) for pair in cells]
        plans = [np.zeros(pair[other].size if is_learning else 0) for pair in cells]
        start, out = self.ranges[other][None].astype(self.real), np.zeros((1, len(self.ranges[player])))
        work, reach, value = self._scratches[0].get()
        try:
            forward(
                level, 0, other, 1.0, self.buckets[0], self.cells[0], cells[0][other], start, plans[0], work, reach
            )  # fmt: skip
            below = self._sweep_below(player, cells, is_best, reach, values, plans)
            terminals(level, 0, player, work)
            backward(
                level, 0, player, 1.0, self.buckets[0], self.cells[0], cells[0][player], below,
                1 / self.cards_left[0], is_best, values[0], work, out,
            )  # fmt: skip
        finally:
            self._scratches[0].put((work, reach, value))
        return out[0], values, plans

    def _sweep_below(
        self,
        player: int,
        cells: Cells,
        is_best: bool,
        reach: Any,
        values: list[FloatArray],
        plans: list[FloatArray],
    ) -> FloatArray:
        """`[C, H]`: values at the end of the first round; sums of the rounds below are added to values and plans."""
        tasks = self._tasks(0, 0)
        edges = np.linspace(0, len(self.boards[1]), tasks + 1).astype(int)
        outs = np.zeros((tasks, reach.shape[0], len(self.ranges[player])))
        sums = [
            [[np.zeros(part[k].size) for k in range(1, len(part))] for part in (values, plans)]
            for _ in range(tasks)
        ]
        done = np.zeros(tasks, dtype=bool)

        def task(j: int) -> None:
            self.walk_boards(
                player, cells, is_best, int(edges[j]), int(edges[j + 1]), reach, outs[j], *sums[j]
            )
            done[j] = True

        self._spread(task, list(range(tasks)))
        if not done.all():
            raise Cancelled
        for found in sums:
            for total, part in zip((values, plans), found, strict=True):
                for k, cell in enumerate(part, 1):
                    total[k] += cell
        assert self.classes is not None
        return class_means(outs.sum(axis=0), self.classes)

    def walk_boards(
        self,
        player: int,
        cells: Cells,
        is_best: bool,
        lo: int,
        hi: int,
        reach: Any,
        out: FloatArray,
        values: Sequence[FloatArray],
        plans: Sequence[FloatArray],
    ) -> None:
        """A pass over flops lo … hi; reach: `[C, H]`, the opponent's; out: `[C, H]`, his values, accumulated."""
        from tianji.kernels.poker.bucketed import walk

        last = len(self.levels) - 1
        work, mid, value = self._scratches[1].get()
        below = self._scratches[last].get()
        walk(
            self.levels[1], self.levels[last], lo, hi, player,
            self.buckets[1], self.cells[1], *cells[1], plans[0], values[0],
            self.buckets[last], self.cells[last], *cells[last], plans[-1], values[-1],
            reach, 1 / max(1, self.cards_left[1]), is_best, work, below[0], mid, value, below[1], below[2], out,
        )  # fmt: skip
        self._scratches[1].put((work, mid, value))
        self._scratches[last].put(below)

    @cached_property
    def _single(self) -> list[Any]:
        """The levels with every board standing for itself alone."""
        found = []
        for level in self.levels:
            boards = level.boards.copy()
            boards[:, :, 5] = 1
            found.append(level._replace(boards=boards, copies=np.ones(len(boards))))
        return found

    def local(self, b: int) -> tuple[Any, int]:
        """The last level with room for board b alone, its storage to be given, and the rows that takes."""
        return self._local, int(self._rows[b])

    @cached_property
    def _rows(self) -> IntArray:
        boards, rows = self.levels[-1].boards, self.forests[-1].rows
        found: IntArray = boards[:, 0, 2] * rows[0] + boards[:, 1, 2] * rows[1]
        return found

    @cached_property
    def _local(self) -> Any:
        boards = self._single[-1].boards.copy()
        boards[:, 0, 3] = 0
        boards[:, 1, 3] = boards[:, 0, 2] * self.forests[-1].rows[0]
        return self._single[-1]._replace(boards=boards)

    def walk_board(
        self, player: int, cells: Cells, is_best: bool, k: int, b: int, reach: Any, out: FloatArray
    ) -> None:
        """A pass over board b of round k alone and those below it, nothing learned; reach, out: `[C, H]`."""
        from tianji.kernels.poker.bucketed import walk

        last, none = len(self.levels) - 1, np.zeros(0)
        work, mid, value = self._scratches[k].get()
        below = self._scratches[last].get()
        walk(
            self._single[k], self.levels[last], b, b + 1, player, self.buckets[k], self.cells[k], *cells[k], none, none,
            self.buckets[last], self.cells[last], *cells[last], none, none,
            reach, 1 / max(1, self.cards_left[k]), is_best, work, below[0], mid, value, below[1], below[2], out,
        )  # fmt: skip
        self._scratches[k].put((work, mid, value))
        self._scratches[last].put(below)

    def board_values(self, player: int, cells: Cells, is_best: bool, reach: FloatArray) -> FloatArray:
        """`[B, C, H]`: a player's values on each flop, under cells or his best ones; reach: `[C, H]`, the other's."""
        out, start = np.zeros((len(self.boards[1]), *reach.shape)), reach.astype(self.real)
        self._spread(
            lambda b: self.walk_board(player, cells, is_best, 1, b, start, out[b]), list(range(len(out)))
        )
        return out

    def bucket_response(self, player: int, cells: Cells) -> Cells:
        r"""Cells in which a player best responds as far as buckets let him, the deepest decisions first: CBV~.

        A pass a depth of the betting: deeper decisions are fixed, and a bucket takes the action that is best for the
        sum of its hands, each weighted by chance and the opponent alone. The other player's cells are shared.
        """
        from tianji.kernels.poker.bucketed import respond

        found = [(pair[0].copy(), pair[1]) if player == 0 else (pair[0], pair[1].copy()) for pair in cells]
        for k in range(len(self.levels) - 1, -1, -1):
            infosets, num, roots, cells_of = self._infosets(k, player)
            depth = _depths(infosets[:num], roots)
            for d in range(depth.max(initial=-1), -1, -1):
                values = self.sweep(player, found, is_learning=True)[1]
                for i in np.flatnonzero(depth == d):
                    respond(infosets, i, i + 1, roots, cells_of, values[k], found[k][player])
        return found

    def evaluate(self) -> tuple[list[float], list[float]]:
        """Values of the averages, and of best responses with real cards to them."""
        return self.values(VALUE), self.values(RESPONSE)


def _depths(infosets: npt.NDArray[Any], roots: int) -> IntArray:
    """`[I]`: how many of a player's decisions of the round come before each of his infosets."""
    depth_of: dict[int, int] = dict.fromkeys(range(roots), 0)
    found = []
    for above, first, actions in infosets.tolist():
        found.append(depth_of[above])
        depth_of.update(dict.fromkeys(range(first, first + actions), depth_of[above] + 1))
    return np.array(found, dtype=np.int64)
