"""Engine: a spot in memory, and the passes over it by compiled kernels: the `Backend` for CPUs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.errors import FileFormatError
from tianji.holdem.engine.layout import level_arrays, make_forest
from tianji.holdem.spot.tree import Tree
from tianji.kernels.constants import BLOCK, CHUNK, PEEK, RESPONSE, SOLVE, VALUE
from tianji.run.stopping import Cancelled

FloatArray = npt.NDArray[np.float64]
STORAGE = {"float32": np.float32, "float64": np.float64, "int16": np.int16}
TASKS = (
    16  # a turn spot's rivers are cut into this many parts, whatever the threads: sums come in a fixed order
)


@dataclass
class Pause:
    """An iteration left half-done, in the pass of `player`: which tasks are done, and what they found, `[tasks, C, H]`.

    Until the tasks are done nothing of the first street has been learned, so that the pass can be taken up again.
    """

    player: int
    done: npt.NDArray[np.bool_]
    found: FloatArray


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
        self._is_over: Callable[[], bool] | None = None
        self._pause: Pause | None = None
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

    def heed(self, is_over: Callable[[], bool] | None) -> None:
        """Ask this between the tasks of a pass, on the calling thread, and leave early when it says so."""
        self._is_over = is_over

    def warm(self) -> None:
        """Have the kernels compiled or loaded, without any work on the spot's memory."""
        from tianji.kernels.poker.vector import backward, forward, terminals

        last, row = len(self.levels) - 1, np.zeros(6)
        self._walk(last, 0, 0, 0, 1, row[None], VALUE, *self._ends())
        if last > 0:
            self._walk(last - 1, 0, 0, 0, 1, row[None], VALUE, *self._ends())
            work, reach, value = self._scratches[0].get()
            rows, _, out, _ = self._ends()
            forward(self.levels[0], 0, 0, rows, row, VALUE, work, reach)
            terminals(self.levels[0], 0, 1, work)
            backward(self.levels[0], 0, 0, value, 0.0, row, VALUE, work, out)
            self._scratches[0].put((work, reach, value))

    def iterate(self, schedule: FloatArray) -> int:
        """Run an iteration of CFR for every row of the schedule, players in turn; how many were finished.

        Told to leave early it stops between two boards; the next call must begin with the row that was left.
        """
        if len(self.levels) == 1:
            self._walk(0, 0, 1, 0, 2, schedule, SOLVE, *self._ends())
            return len(schedule)
        for done, row in enumerate(schedule):
            first = self._pause.player if self._pause is not None else 0
            for player in range(first, 2):
                try:
                    self.run(player, SOLVE, row)
                except Cancelled:
                    return done
        return len(schedule)

    def _ends(self) -> tuple[Any, Any, FloatArray, FloatArray]:
        """Both ranges as rows, and room for both players' values."""
        rows = [self.ranges[p][None].astype(self.real) for p in (0, 1)]
        return rows[0], rows[1], np.zeros(rows[0].shape), np.zeros(rows[1].shape)

    def run(self, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """One player's pass: `[H]`, his counterfactual values by hand at the start; raises `Cancelled` to leave."""
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
        try:
            is_taken_up = mode == SOLVE and self._pause is not None  # its plan is in the average already
            forward(level, 0, other, start, coefficients, PEEK if is_taken_up else mode, work, reach)
            total = self.below(0, 0, player, mode, coefficients, reach[:, : len(self.ranges[other])])
            terminals(level, 0, player, work)
            backward(level, 0, player, total, 1 / self.cards_left[0], coefficients, mode, work, out)
        finally:
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
        tasks = self._tasks(k, b)
        edges = np.linspace(lo, hi, tasks + 1).astype(int)
        outs = self._sums.get((k, hands, tasks))
        if outs is None:
            outs = self._sums[k, hands, tasks] = np.empty((tasks, reach.shape[0], hands))
        outs[:] = 0
        done = np.zeros(tasks, dtype=bool)
        if mode == SOLVE and self._pause is not None:
            outs[:], done, self._pause = self._pause.found, self._pause.done, None
        given = np.ascontiguousarray(reach, dtype=self.real)
        none, nothing = np.zeros((0, 0), dtype=self.real), np.zeros((0, 0))
        rows = (none, given) if player == 0 else (given, none)

        def task(j: int) -> None:
            out = (outs[j], nothing) if player == 0 else (nothing, outs[j])
            self._walk(
                k + 1, int(edges[j]), int(edges[j + 1]), player, 1, coefficients[None], mode, *rows, *out
            )
            done[j] = True

        self._spread(task, np.flatnonzero(~done).tolist())
        if not done.all():
            if mode == SOLVE:
                self._pause = Pause(player, done, outs.copy())
            raise Cancelled
        total: FloatArray = outs.sum(axis=0)
        return total

    def _tasks(self, k: int, b: int) -> int:
        """Into how many parts the boards below a board are cut."""
        count = int(self.levels[k].spans[b, 3] - self.levels[k].spans[b, 2])
        return count if k + 3 == len(self.levels) else min(count, TASKS)

    def _spread(self, task: Callable[[int], None], tasks: list[int]) -> None:
        """Run the tasks on all threads, this one included; each takes the next that is left, until told to leave."""
        left = iter(tasks)
        is_left = False

        def work() -> None:
            for j in left:
                task(j)
                if is_left:
                    return

        if self._pool is None and self._is_over is None:
            work()
            return
        helpers = (
            [self._pool.submit(work) for _ in range(min(self.threads, len(tasks)) - 1)] if self._pool else []
        )
        for j in left:
            task(j)
            if self._is_over is not None and self._is_over():
                is_left = True
                break
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

    @property
    def average_bytes(self) -> int:
        """The size of a copy of the averages."""
        return sum(array.nbytes for array in self.tensors(False).values())

    def tensors(self, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
        """What a file keeps: `average/k` by street and what it needs to be read; all memory where a run is to go on."""
        names = ["average", *(["regret", "prediction"] if is_resumable else [])]
        found = {f"{name}/{k}": getattr(level, name) for k, level in enumerate(self.levels) for name in names}
        if self.storage == "int16":
            found.update({f"scales/{k}": level.scales for k, level in enumerate(self.levels)})
        if is_resumable and self._pause is not None:
            found.update({"pause/done": self._pause.done, "pause/found": self._pause.found})
            found["pause/player"] = np.array([self._pause.player])
        return {name: array for name, array in found.items() if array.size}

    def use(self, tensors: Mapping[str, npt.NDArray[Any]], is_resumable: bool = False) -> None:
        """Take what `tensors` gave as memory: the averages in place, without a copy; else a copy of everything."""
        wanted = self.tensors(is_resumable)
        for name, array in wanted.items():
            part, _, k = name.partition("/")
            if part == "pause":
                continue
            given = tensors.get(name)
            if given is None or given.size != array.size or given.dtype != array.dtype:
                what = "nothing" if given is None else f"{given.shape} of {given.dtype}"
                raise FileFormatError(
                    f"the tensor {name!r} of this solve has {array.shape} of {array.dtype}, the file holds {what}; "
                    "it was made with another spot or storage, or is damaged"
                )
            if is_resumable:
                array[:] = given.reshape(array.shape)
            else:
                self.levels[int(k)] = self.levels[int(k)]._replace(**{part: given.reshape(array.shape)})
        self._pause = self._saved_pause(tensors) if is_resumable else None

    def _saved_pause(self, tensors: Mapping[str, npt.NDArray[Any]]) -> Pause | None:
        if "pause/player" not in tensors:
            return None
        player = int(tensors["pause/player"][0])
        done, found = tensors["pause/done"].astype(bool), np.asarray(tensors["pause/found"], dtype=np.float64)
        tasks = self._tasks(0, 0)
        leaves, hands = int(self.levels[0].sizes[0, 6]), len(self.ranges[player]) if player in (0, 1) else -1
        if done.shape != (tasks,) or found.shape != (tasks, leaves, hands) or not np.isfinite(found).all():
            raise FileFormatError(
                "the half-done iteration in the file does not fit this solve; start without resuming"
            )
        return Pause(player, done, found)

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
