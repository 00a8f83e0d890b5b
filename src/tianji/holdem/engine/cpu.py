"""CpuBackend: a spot in memory, and the passes over it by compiled kernels: the `Backend` for CPUs."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.memory import Memory, Pause, on_lines
from tianji.holdem.engine.shelf import Shelf
from tianji.holdem.spot.tree import BettingTree
from tianji.kernels.constants import BLOCK, BOTH_WAYS, CHUNK, COUNTERS, DOWN, PEEK, RESPONSE, SOLVE, UP, VALUE
from tianji.run.stopping import Cancelled

FloatArray = npt.NDArray[np.float64]
WARM: set[tuple[type, str, int]] = set()  # backends whose kernels this process has loaded
# Entries times iterations a thread in one call of a crew, some 20 ms: between two calls it is asked whether to leave.
CREW_WORK = 7_000_000
NO_CREW = (np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, 0, 0)), 0, 1)


def class_means(values: FloatArray, classes: npt.NDArray[np.int64]) -> FloatArray:
    """`[C, H]`: every hand's value replaced by the mean of its class; classes: `[H]`, numbered from 0.

    >>> class_means(np.array([[1.0, 3.0, 5.0]]), np.array([0, 0, 1])).tolist()
    [[2.0, 2.0, 5.0]]
    """
    sizes = np.bincount(classes)
    means = np.stack([np.bincount(classes, row) / sizes for row in values]) if len(values) else values
    found: FloatArray = means.take(classes, axis=1)  # in C order, which is what the passes are compiled for
    return found


def make_scratch(slots: int, actions: int, chunks: int, hands: int, real: Any) -> Any:
    """Work space for one task on a street (`kernels.poker.vector.Scratch`)."""
    from tianji.kernels.poker.vector import Scratch

    flat = [(rows * BLOCK,) for rows in (slots + 1, slots, actions, 4)]
    columns = (chunks, -(-hands // 8) * 8, CHUNK)
    shapes = [*flat, (8, BLOCK), columns, columns, columns, (53, CHUNK)]  # each fills whole lines
    ends = list(accumulate(prod(shape) for shape in shapes))
    room = on_lines((ends[-1],), real)
    return Scratch(
        *(room[end - prod(shape) : end].reshape(shape) for shape, end in zip(shapes, ends, strict=True))
    )


class Spaces:
    """Work space for one street, handed out to any thread that asks; made where none is free."""

    def __init__(self, level: Any, real: Any) -> None:
        one, two = level.sizes.tolist()
        self._real, self._leaves = real, one[6]
        self._slots, self._chunks = max(one[2], two[2]), max(one[3], two[3])
        self._hands = int(level.boards[:, :, 1].max())
        self._actions = int(level.infosets[:, :, 2].max(initial=1))
        self._free: list[tuple[Any, FloatArray, FloatArray]] = []
        self.put = self._free.append

    def get(self) -> tuple[Any, FloatArray, FloatArray]:
        """A piece that nobody else has; `put` gives it back."""
        try:
            return self._free.pop()
        except IndexError:
            return self._make()

    def _make(self) -> tuple[Any, FloatArray, FloatArray]:
        hands, leaves, real = self._hands, self._leaves, self._real
        work = make_scratch(self._slots, self._actions, self._chunks, hands, real)
        return work, np.zeros((leaves, hands), dtype=real), np.zeros((leaves, hands))


class CpuBackend(Memory):
    """The compiled passes over a spot in memory, on so many threads; the order of sums does not depend on them.

    classes: `[H]`, hands of the first board that are equal by suit, where the boards below it stand for all that are
    equal to them (`Board.copies`): a sum over one board of each class is right on the mean of a class of hands.
    """

    device = "cpu"

    def __init__(
        self,
        tree: BettingTree,
        boards: list[list[Any]],
        ranges: tuple[FloatArray, FloatArray],
        cards_left: list[int],
        *,
        rake: tuple[float, float] = (0.0, 0.0),
        storage: str = "float32",
        is_predictive: bool = False,
        threads: int = 1,
        classes: npt.NDArray[np.int64] | None = None,
    ) -> None:
        super().__init__(tree, boards, ranges, cards_left, rake, storage, is_predictive)
        self.classes = classes
        self.threads = threads
        self._scratches = [Spaces(level, self.real) for level in self.levels]
        self._sums: dict[
            tuple[int, int, int], FloatArray
        ] = {}  # room for the tasks' values, kept between passes
        is_shared = threads > 1 and len(boards) > 1  # one river is one thread's
        self._pool = ThreadPoolExecutor(threads - 1) if is_shared else None
        self._is_over: Callable[[], bool] | None = None

    def make_shelf(self, take: Callable[[int], bool], folder: str | os.PathLike[str] | None = None) -> Shelf:
        """Room for a copy of the averages, in memory where `take` grants it."""
        return Shelf(self.average_bytes, take, folder)

    def heed(self, is_over: Callable[[], bool] | None) -> None:
        """Ask this between the tasks of a pass, on the calling thread, and leave early when it says so."""
        self._is_over = is_over

    def warm(self) -> None:
        """Have the kernels compiled or loaded, without any work on the spot's memory; once a process is enough."""
        kind = (type(self), self.storage, len(self.levels))
        if kind not in WARM:
            self._warm()
            WARM.add(kind)

    def _warm(self) -> None:
        last, row = len(self.levels) - 1, np.zeros(6)
        self._walk(last, 0, 0, 0, 1, row[None], VALUE, *self._ends())

    def iterate(self, schedule: FloatArray) -> int:
        """Run an iteration of CFR for every row of the schedule, players in turn; how many were finished.

        Told to leave early it stops between two boards; the next call must begin with the row that was left.
        """
        if len(self.levels) == 1:
            self._walk(0, 0, 1, 0, 2, schedule, SOLVE, *self._ends())
            return len(schedule)
        if self._is_crewed():
            return self._march(schedule)
        for done, row in enumerate(schedule):
            if done and self._is_asked_to_leave():
                return done
            first = self._pause.player if self._pause is not None else 0
            for player in range(first, 2):
                try:
                    self.run(player, SOLVE, row)
                except Cancelled:
                    return done
        return len(schedule)

    def _is_asked_to_leave(self) -> bool:
        return self._is_over is not None and self._is_over()

    def _is_crewed(self, passes: int = 2) -> bool:
        """Whether threads share out boards among themselves: on turns where so many passes are too short to stop."""
        is_apt = self.threads > 1 and len(self.levels) == 2 and type(self).below is CpuBackend.below
        if not is_apt or self._pause is not None or self.classes is not None:
            return False
        return bool(passes * sum(level.regret.size for level in self.levels) <= 2 * CREW_WORK * self.threads)

    def _march(self, schedule: FloatArray) -> int:
        """Iterations by all threads, a batch in one call; asked between batches whether to leave."""
        entries = sum(level.regret.size for level in self.levels)
        batch, done = max(1, CREW_WORK * self.threads // max(1, entries)), 0
        while done < len(schedule):
            if done and self._is_asked_to_leave():
                break
            rows = np.ascontiguousarray(schedule[done : done + batch])
            self._all_hands(rows, SOLVE)
            done += len(rows)
        return done

    def _all_hands(
        self,
        schedule: FloatArray,
        mode: int,
        first: int = 0,
        players: int = 2,
        theirs: FloatArray | None = None,
    ) -> list[FloatArray]:
        """Passes for every row, on all threads (`kernels.poker.vector.walk`), of both players, or of one against other
        weights than the range's; their values, `[H]` each.
        """
        self._require_checked(0, 0, 1)
        level, tasks = self.levels[0], self._tasks(0, 0)
        edges = np.linspace(int(level.spans[0, 2]), int(level.spans[0, 3]), tasks + 1).astype(np.int64)
        hands = max(len(held) for held in self.ranges)
        parts = self._sums.setdefault((-1, hands, tasks), np.empty((tasks, int(level.sizes[0, 6]), hands)))
        crew, ends = np.zeros(COUNTERS + max(parts.shape[:2]), dtype=np.int64), self._ends(theirs, 1 - first)
        space = self._scratches[0].get()
        belows = [self._scratches[1].get() for _ in range(self.threads)]

        def work(j: int) -> None:
            its = (edges, crew, parts, j, self.threads)
            self._into(0, 0, 1, first, players, schedule, mode, *ends, space, belows[j], its)

        helpers = [self._pool.submit(work, j) for j in range(1, self.threads)] if self._pool else []
        work(0)
        for helper in helpers:
            helper.result()
        self._scratches[0].put(space)
        for below in belows:
            self._scratches[1].put(below)
        return [out[0] for out in ends[2:]]

    def _ends(
        self, reach: FloatArray | None = None, player: int = 0
    ) -> tuple[Any, Any, FloatArray, FloatArray]:
        """Both ranges as rows, one player's replaced by `reach`, and room for both players' values."""
        rows = list(self._rows_in)
        if reach is not None:
            rows[player] = reach[None].astype(self.real)
        return rows[0], rows[1], np.zeros(rows[0].shape), np.zeros(rows[1].shape)

    @cached_property
    def _rows_in(self) -> list[npt.NDArray[Any]]:
        return [weights[None].astype(self.real) for weights in self.ranges]

    def run(self, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """One player's pass: `[H]`, his counterfactual values by hand at the start; raises `Cancelled` to leave."""
        return self.run_against(self.ranges[1 - player], player, mode, coefficients)

    def run_against(self, theirs: FloatArray, player: int, mode: int, coefficients: FloatArray) -> FloatArray:
        """The same when the opponent comes with other weights than his range's, `[H']`."""
        self._require_checked(0, 0, 1)
        if len(self.levels) == 1:
            ends = self._ends(theirs, 1 - player)
            self._walk(0, 0, 1, player, 1, coefficients[None], mode, *ends)
            found: FloatArray = ends[2 + player][0]
            return found
        if self._is_crewed(passes=1):
            if mode != SOLVE and self._is_asked_to_leave():  # an iteration is finished
                raise Cancelled
            return self._all_hands(coefficients[None], mode, player, 1, theirs)[player]
        other = 1 - player
        ends = self._ends(theirs, other)
        work, reach, _ = space = self._scratches[0].get()
        below = self._scratches[-1].get()  # not used: the kernel wants one
        call = (0, 0, 1, player, 1, coefficients[None])
        try:
            is_taken_up = mode == SOLVE and self._pause is not None  # his reach is in the average already
            self._into(*call, PEEK if is_taken_up else mode, *ends, space, below, NO_CREW, DOWN)
            total = self.below(0, 0, player, mode, coefficients, reach[:, : len(self.ranges[other])])
            self._into(*call, mode, *ends, (work, reach, total), below, NO_CREW, UP)
        finally:
            self._scratches[0].put(space)
            self._scratches[-1].put(below)
        values: FloatArray = ends[2 + player][0]
        return values

    def _walk(
        self, k: int, lo: int, hi: int, first: int, players: int, schedule: FloatArray, mode: int,
        rows_0: Any, rows_1: Any, out_0: Any, out_1: Any,
    ) -> None:  # fmt: skip
        """Passes over boards lo … hi of street k and all below them (`kernels.poker.vector.walk`), by one thread."""
        last = len(self.levels) - 1
        assert k >= last - 1, "a walk reaches one street down"
        space = self._scratches[k].get()
        below = space if k == last else self._scratches[last].get()  # not used on the last street
        ends = rows_0, rows_1, out_0, out_1
        self._into(k, lo, hi, first, players, schedule, mode, *ends, space, below, NO_CREW)
        self._scratches[k].put(space)
        if k < last:
            self._scratches[last].put(below)

    def _into(
        self, k: int, lo: int, hi: int, first: int, players: int, schedule: FloatArray, mode: int,
        rows_0: Any, rows_1: Any, out_0: Any, out_1: Any, space: Any, below: Any, crew: Any, way: int = BOTH_WAYS,
    ) -> None:  # fmt: skip
        """Into the kernel, with work space for the street and for the one below."""
        from tianji.kernels.poker.vector import walk

        work, reach, value = space
        walk(
            self.levels[k], self.levels[-1], lo, hi, first, players, rows_0, rows_1, 1 / max(1, self.cards_left[k]),
            schedule, mode, work, below[0], reach, value, below[1], below[2], out_0, out_1, *crew, way,
        )  # fmt: skip

    def below(
        self, k: int, b: int, player: int, mode: int, coefficients: FloatArray, reach: Any
    ) -> FloatArray:
        """`[C, H]`: values at the chance leaves of board b of street k, summed over the next cards.

        reach: `[C, H']`, the opponent's reach there.
        """
        level = self.levels[k]
        lo, hi = int(level.spans[b, 2]), int(level.spans[b, 3])
        self._require_checked(k + 1, lo, hi)
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
        return total if self.classes is None or k else class_means(total, self.classes)

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
            if self._is_asked_to_leave():
                is_left = True
                break
        for helper in helpers:
            helper.result()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def values(self, mode: int = VALUE) -> list[float]:
        """Each player's value of the average strategies, or of a best response to them, relative to half the pot."""
        row = np.zeros(6)
        if self._is_crewed():
            found = self._all_hands(row[None], mode)
        elif len(self.levels) > 1:
            found = [self.run(p, mode, row) for p in (0, 1)]
        else:  # both in one call: a river is evaluated in less time than it takes to ask
            self._require_checked(0, 0, 1)
            ends = self._ends()
            self._walk(0, 0, 1, 0, 2, row[None], mode, *ends)
            found = [out[0] for out in ends[2:]]
        return [float(self.ranges[p] @ found[p]) / self.norm for p in (0, 1)]

    def exploitability(self, values: list[float] | None = None) -> float:
        """The mean of both players' best-response gains, in chips; without rake the players' values cancel."""
        best = self.values(RESPONSE)
        return max(0.0, (sum(best) - (sum(values) if values is not None else 0.0)) / 2)

    def evaluate(self) -> tuple[list[float], list[float]]:
        """Values of the average strategies and of a best response to them."""
        return self.values(VALUE), self.values(RESPONSE)
