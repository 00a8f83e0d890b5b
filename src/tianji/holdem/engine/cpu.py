"""Engine: a spot in memory, and the passes over it: iterate, value, best response."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.layout import level_arrays, make_forest
from tianji.holdem.spot.tree import Tree
from tianji.kernels.constants import BLOCK, CHUNK, RESPONSE, SOLVE, VALUE

FloatArray = npt.NDArray[np.float64]
STORAGE = {"float32": np.float32, "float64": np.float64, "int16": np.int16}
TASKS = (
    16  # a turn spot's rivers are cut into this many parts, whatever the threads: sums come in a fixed order
)


class Engine:
    """The arrays of a spot (levels, one a street) and the compiled passes over them.

    `ranges[p]` is `[H]`, the weights of player p's hands on the first board; `cards_left[s]` is how many cards can come
    after street s once both hands are known.
    """

    def __init__(
        self,
        tree: Tree,
        boards: list[list[Any]],
        ranges: tuple[FloatArray, FloatArray],
        cards_left: list[int],
        *,
        rake: tuple[float, float] = (0.0, 0.0),
        storage: str = "float32",
        is_predictive: bool = False,
        threads: int = 1,
    ) -> None:
        self.tree, self.boards, self.ranges, self.cards_left = tree, boards, ranges, cards_left
        self.storage, self.threads = storage, threads
        self.real = np.float64 if storage == "float64" else np.float32
        self.forests = [make_forest(tree, tree.street + k, rake) for k in range(len(boards))]
        self.levels = [self._level(k, is_predictive) for k in range(len(boards))]
        self._scratches: list[SimpleQueue[Any]] = []
        self._sums: dict[
            tuple[int, int, int], FloatArray
        ] = {}  # room for the tasks' values, kept between passes
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._make_scratch()
        self.norm = self._norm()

    def _level(self, k: int, is_predictive: bool) -> Any:
        from tianji.kernels.poker.vector import Level

        arrays = level_arrays(self.forests[k], self.boards[k])
        rows = int(arrays.pop("rows"))
        kind = STORAGE[self.storage]
        is_integer = self.storage == "int16"
        return Level(
            **arrays,
            regret=np.zeros(rows * BLOCK, dtype=kind),
            average=np.zeros(rows * BLOCK, dtype=kind),
            prediction=np.zeros(rows * BLOCK if is_predictive else 0, dtype=self.real),
            scales=np.ones((2, rows if is_integer else 1), dtype=np.float32),
            locks=np.zeros(0, dtype=np.uint8),
        )

    def _make_scratch(self) -> None:
        """One set of work space a thread and street, handed out through a queue."""
        for k in range(len(self.levels)):
            queue: SimpleQueue[Any] = SimpleQueue()
            for _ in range(self.threads + 2):
                queue.put(self._scratch(k))
            self._scratches.append(queue)

    def _scratch(self, k: int) -> tuple[Any, FloatArray, FloatArray]:
        from tianji.kernels.poker.vector import Scratch

        level, real = self.levels[k], self.real
        slots, chunks = int(level.sizes[:, 2].max()), int(level.sizes[:, 3].max())
        hands, leaves = int(level.boards[:, :, 1].max()), int(level.sizes[0, 6])
        actions = int(level.infosets[:, :, 2].max(initial=1))
        parts = [np.zeros((chunks, -(-hands // 8) * 8, CHUNK), dtype=real) for _ in range(3)]
        work: Any = Scratch(
            np.zeros((slots + 1) * BLOCK, dtype=real), np.zeros(slots * BLOCK, dtype=real),
            np.zeros(actions * BLOCK, dtype=real), np.zeros(2 * BLOCK, dtype=real),
            np.zeros((8, BLOCK), dtype=real), parts[0], parts[1], parts[2], np.zeros((53, CHUNK), dtype=real),
        )  # fmt: skip
        return work, np.zeros((leaves, hands), dtype=real), np.zeros((leaves, hands))

    def _norm(self) -> float:
        """Σ of the product of the players' weights over pairs of hands that share no card."""
        board = self.boards[0][0]
        cards = [board.hand_cards(p).astype(np.int64) for p in (0, 1)]
        by_card = np.bincount(cards[1].ravel(), np.repeat(self.ranges[1], 2), 52)
        meets = self.ranges[1].sum() - by_card[cards[0]].sum(axis=1)
        same = board.same(0)
        meets += np.where(same >= 0, self.ranges[1][same], 0.0)
        return float(self.ranges[0] @ meets)

    def iterate(self, schedule: FloatArray) -> None:
        """Run an iteration of CFR for every row of the schedule, players in turn."""
        if len(self.levels) == 1:
            self._walk(0, 0, 1, 0, 2, schedule, SOLVE, *self._ends())
            return
        for row in schedule:
            for player in (0, 1):
                self.run(player, SOLVE, row)

    def _ends(self) -> tuple[Any, Any, FloatArray, FloatArray]:
        """Both ranges as rows, and room for both players' values."""
        rows = [self.ranges[p][None].astype(self.real) for p in (0, 1)]
        return rows[0], rows[1], np.zeros(rows[0].shape), np.zeros(rows[1].shape)

    def run(self, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """One player's pass: `[H]`, his counterfactual values by hand at the start."""
        from tianji.kernels.poker.vector import backward, forward, terminals

        if len(self.levels) == 1:
            ends = self._ends()
            self._walk(0, 0, 1, player, 1, coefficients[None], mode, *ends)
            found: FloatArray = ends[2 + player][0]
            return found
        level, other = self.levels[0], 1 - player
        start = self.ranges[other][None].astype(self.real)
        out = np.zeros((1, len(self.ranges[player])))
        work, reach, value = self._scratches[0].get()
        forward(level, 0, other, start, coefficients, mode, work, reach)
        total = self.below(0, 0, player, mode, coefficients, reach[:, : len(self.ranges[other])])
        terminals(level, 0, player, work)
        backward(level, 0, player, total, 1 / self.cards_left[0], coefficients, mode, work, out)
        self._scratches[0].put((work, reach, value))
        values: FloatArray = out[0]
        return values

    def _walk(
        self, k: int, lo: int, hi: int, first: int, players: int, schedule: FloatArray, mode: int,
        rows_0: Any, rows_1: Any, out_0: Any, out_1: Any,
    ) -> None:  # fmt: skip
        """Passes over boards lo … hi of street k and all below them (`kernels.poker.vector.walk`)."""
        from tianji.kernels.poker.vector import walk

        last = len(self.levels) - 1
        assert k >= last - 1, "a walk reaches one street down"
        work, reach, value = self._scratches[k].get()
        below = self._scratches[last].get()
        walk(
            self.levels[k], self.levels[last], lo, hi, first, players, rows_0, rows_1, 1 / max(1, self.cards_left[k]),
            schedule, mode, work, below[0], reach, value, below[1], below[2], out_0, out_1,
        )  # fmt: skip
        self._scratches[k].put((work, reach, value))
        self._scratches[last].put(below)

    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any
    ) -> FloatArray:
        """`[C, H]`: values at the chance leaves of board b of street k, summed over the next cards.

        reach: `[C, H']`, the opponent's reach there.
        """
        level = self.levels[k]
        lo, hi = int(level.spans[b, 2]), int(level.spans[b, 3])
        hands = int(level.boards[b, player, 1])
        tasks = hi - lo if k + 3 == len(self.levels) else min(hi - lo, TASKS)
        edges = np.linspace(lo, hi, tasks + 1).astype(int)
        outs = self._sums.get((k, hands, tasks))
        if outs is None:
            outs = self._sums[k, hands, tasks] = np.empty((tasks, reach.shape[0], hands))
        outs[:] = 0
        given = np.ascontiguousarray(reach, dtype=self.real)
        none, nothing = np.zeros((0, 0), dtype=self.real), np.zeros((0, 0))
        rows = (none, given) if player == 0 else (given, none)

        def task(j: int) -> None:
            out = (outs[j], nothing) if player == 0 else (nothing, outs[j])
            self._walk(
                k + 1, int(edges[j]), int(edges[j + 1]), player, 1, coefficients[None], mode, *rows, *out
            )

        self._spread(task, tasks)
        total: FloatArray = outs.sum(axis=0)
        return total

    def _spread(self, task: Callable[[int], None], tasks: int) -> None:
        """Run the tasks on all threads, this one included; each takes the next that is left."""
        left = iter(range(tasks))

        def work() -> None:
            for j in left:
                task(j)

        if self._pool is None:
            work()
            return
        helpers = [self._pool.submit(work) for _ in range(min(self.threads, tasks) - 1)]
        work()
        for helper in helpers:
            helper.result()

    def rows(self, k: int, b: int, player: int, name: str) -> FloatArray:
        """`[rows, H]`: a board's part of `regret`, `average` or `locks`, one row an action."""
        level = self.levels[k]
        _, hands, blocks, base = (int(x) for x in level.boards[b, player, :4])
        count = self.forests[k].rows[player]
        flat = getattr(level, name)[base * BLOCK : (base + blocks * count) * BLOCK].astype(np.float64)
        if self.storage == "int16" and name != "locks":
            flat = flat * np.repeat(level.scales[int(name == "average")][base : base + blocks * count], BLOCK)
        part: FloatArray = flat.reshape(blocks, count, BLOCK).transpose(1, 0, 2).reshape(count, -1)[:, :hands]
        return part

    def set_row(self, k: int, b: int, player: int, name: str, row: int, values: npt.NDArray[Any]) -> None:
        """Write one action's `[H]` into a board's part of `regret`, `average` or `locks`."""
        level = self.levels[k]
        _, hands, blocks, base = (int(x) for x in level.boards[b, player, :4])
        count = self.forests[k].rows[player]
        padded = np.zeros(blocks * BLOCK)
        padded[:hands] = values
        for block in range(blocks):
            at = base + block * count + row
            part = padded[block * BLOCK : (block + 1) * BLOCK]
            if self.storage == "int16" and name != "locks":
                level.scales[int(name == "average"), at] = 1 / 32767
                part = np.rint(part * 32767)
            getattr(level, name)[at * BLOCK : (at + 1) * BLOCK] = part

    def add_locks(self) -> None:
        """Make room for locked strategies."""
        self.levels = [
            level._replace(locks=np.zeros(level.regret.size, dtype=np.uint8))
            if not level.locks.size
            else level
            for level in self.levels
        ]

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def values(self, mode: int = VALUE) -> list[float]:
        """Each player's value of the average strategies, or of a best response to them, relative to half the pot."""
        row = np.zeros(6)
        return [float(self.ranges[p] @ self.run(p, mode, row)) / self.norm for p in (0, 1)]

    def exploitability(self, values: list[float] | None = None) -> float:
        """The mean of both players' best-response gains, in chips; without rake the players' values cancel."""
        best = self.values(RESPONSE)
        return max(0.0, (sum(best) - (sum(values) if values is not None else 0.0)) / 2)

    def evaluate(self) -> tuple[list[float], list[float]]:
        """Values of the average strategies and of a best response to them."""
        return self.values(VALUE), self.values(RESPONSE)
