"""Engine: a spot in memory, and the passes over it: iterate, value, best response."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.layout import BLOCK, CHUNK, level_arrays, make_forest
from tianji.holdem.tree import Tree

FloatArray = npt.NDArray[np.float64]
SOLVE, VALUE, RESPONSE = 0, 1, 2  # kernels.vector
STORAGE = {"float32": np.float32, "float64": np.float64, "int16": np.int16}
TASKS = 16  # a turn spot's rivers are cut into this many parts, whatever the threads: sums come in a fixed order


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
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._make_scratch()
        self.norm = self._norm()

    def _level(self, k: int, is_predictive: bool) -> Any:
        from tianji.kernels.vector import Level

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
            for _ in range(self.threads + 1):
                queue.put(self._scratch(k))
            self._scratches.append(queue)

    def _scratch(self, k: int) -> tuple[Any, FloatArray, FloatArray]:
        from tianji.kernels.vector import Scratch

        level, real = self.levels[k], self.real
        slots, chunks = int(level.sizes[:, 2].max()), int(level.sizes[:, 3].max())
        hands, leaves = int(level.boards[:, :, 1].max()), int(level.sizes[0, 6])
        actions = int(level.infosets[:, :, 2].max(initial=1))
        parts = [np.zeros((chunks, hands, CHUNK), dtype=real) for _ in range(3)]
        work = Scratch(
            np.zeros((slots + 1) * BLOCK, dtype=real), np.zeros(slots * BLOCK, dtype=real),
            np.zeros(actions * BLOCK, dtype=real), np.zeros(2 * BLOCK, dtype=real),
            np.zeros((CHUNK, BLOCK), dtype=real), *parts, np.zeros(CHUNK), np.zeros((52, CHUNK)),
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
            from tianji.kernels.vector import iterate

            rows = [self.ranges[p][None].astype(self.real) for p in (0, 1)]
            work, reach, value = self._scratches[0].get()
            hands = max(len(r) for r in self.ranges)
            iterate(self.levels[0], rows[0], rows[1], schedule, work, reach, value, np.zeros((1, hands)))
            self._scratches[0].put((work, reach, value))
            return
        for row in schedule:
            for player in (0, 1):
                self.run(player, SOLVE, row)

    def run(self, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """One player's pass: `[H]`, his counterfactual values by hand at the start."""
        from tianji.kernels.vector import backward, forward, last_boards, terminals

        other = 1 - player
        start = self.ranges[other][None].astype(self.real)
        out = np.zeros((1, len(self.ranges[player])))
        work, reach, value = self._scratches[0].get()
        if len(self.levels) == 1:
            last_boards(self.levels[0], 0, 1, player, start, coefficients, mode, work, reach, value, out)
        else:
            level = self.levels[0]
            forward(level, 0, other, start, coefficients, mode, work, reach)
            total = self.below(0, 0, player, mode, coefficients, reach)
            terminals(level, 0, player, work)
            backward(level, 0, player, total, 1 / self.cards_left[0], coefficients, mode, work, out)
        self._scratches[0].put((work, reach, value))
        return out[0]

    def below(self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any) -> FloatArray:
        """`[C, H]`: values at the chance leaves of board b of street k, summed over the next cards.

        reach: `[C, H']`, the opponent's reach there.
        """
        level = self.levels[k]
        lo, hi = int(level.spans[b, 2]), int(level.spans[b, 3])
        hands = int(level.boards[b, player, 1])
        tasks = hi - lo if k + 3 == len(self.levels) else min(hi - lo, TASKS)
        edges = np.linspace(lo, hi, tasks + 1).astype(int)
        outs = np.zeros((tasks, reach.shape[0], hands))
        given = np.ascontiguousarray(reach, dtype=self.real)
        jobs = [(k + 1, int(edges[j]), int(edges[j + 1]), player, mode, coefficients, given, outs[j]) for j in range(tasks)]
        if self._pool is None:
            for job in jobs:
                self._task(*job)
        else:
            list(self._pool.map(lambda job: self._task(*job), jobs))
        total: FloatArray = outs.sum(axis=0)
        return total

    def _task(
        self, k: int, lo: int, hi: int, player: int, mode: int, coefficients: FloatArray, reach: Any, out: Any
    ) -> None:
        """Boards lo … hi of street k and all below them."""
        from tianji.kernels.vector import inner_boards, last_boards

        final = self._scratches[-1].get()
        if k == len(self.levels) - 1:
            last_boards(self.levels[k], lo, hi, player, reach, coefficients, mode, *final, out)
        else:
            inner = self._scratches[k].get()
            inner_boards(
                self.levels[k], self.levels[k + 1], lo, hi, player, reach, 1 / self.cards_left[k], coefficients, mode,
                inner[0], final[0], inner[1], inner[2], final[1], final[2], out,
            )  # fmt: skip
            self._scratches[k].put(inner)
        self._scratches[-1].put(final)

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
            level._replace(locks=np.zeros(level.regret.size, dtype=np.uint8)) if not level.locks.size else level
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
