"""Kernel: a game, or a kind of question about one, that compiled code answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import numpy as np

from tianji.run.limits import Limits
from tianji.run.stopping import CANCELLED, INTERRUPTED
from tianji.search.options import AlphaBetaOptions, Exact
from tianji.search.readable.alphabeta import Searcher
from tianji.search.readable.drivers import deepen, full_window
from tianji.search.result import Answer
from tianji.search.table import check_memory
from tianji.search.task import Task

NOTHING: frozenset[str] = frozenset()
SOLVE = frozenset({"table", "scores"})
PLAIN = Exact()  # what a kernel goes by where the method has no such options


class Kernel(ABC):
    """methods: those it answers, each with the options it heeds. limits: those it keeps to. threads: it uses several.

    `solve` proves a value to the end of the game, `look` finds a move within the limits; either may answer None: then
    the readable method runs.
    """

    methods: Mapping[str, frozenset[str]]
    limits: frozenset[str] = frozenset({"seconds"})
    threads = False

    @abstractmethod
    def fits(self, game: Any, s: Any) -> bool:
        """Whether the kernel knows this game and can hold this position."""

    def warm(self, threads: int) -> object:
        """Load or compile the code before a clock starts."""
        return None

    def solve(self, task: Task, options: Any) -> Answer | None:
        """The value, and a move that reaches it."""
        return None

    def look(self, task: Task, options: Any) -> Answer | None:
        """The best move that the limits allow."""
        return self.solve(task, options)


def entries_bits(table: int | None, default: int, least: int = 14) -> int:
    """Log2 of a table's size, from the entries asked for."""
    return default if table is None else max(least, int(table).bit_length() - 1)


class Pool:
    """Tables kept between searches: their entries are facts about positions, true for ever.

    At most `most` arrays, the one unused for longest goes first; memory is asked for before it is taken. Whoever has
    taken one may keep it for the same question while `epoch` stays the same.
    """

    def __init__(self, most: int = 16) -> None:
        self.most, self.epoch = most, 0
        self.arrays: OrderedDict[tuple[Any, ...], np.ndarray] = OrderedDict()

    def take(self, what: str, *key: int | bool, words: int) -> np.ndarray:
        """The table of that name and key, `[words]` uint64, zeros when it is new."""
        name = (what, *key, words)
        found = self.arrays.pop(name, None)
        if found is None:
            while self.arrays and len(self.arrays) >= self.most:
                self.arrays.popitem(last=False)
            check_memory(f"{what} table", words, 8 * words)
            self.epoch += 1
            found = np.zeros(words, dtype=np.uint64)
        self.arrays[name] = found
        return found

    def clear(self) -> None:
        """Forget everything: the next search begins with nothing."""
        self.arrays.clear()
        self.epoch += 1


POOL = Pool()
MOMENT = 0.1  # seconds that a search which was told to stop may still think


def glance(task: Task, stopped: str) -> Answer:
    """What the readable search sees in the time that is left, where the kernel has proved nothing in its share."""
    is_told = stopped in (INTERRUPTED, CANCELLED) or task.limits.seconds is None
    limits = Limits(seconds=MOMENT if is_told else max(task.clock.left, MOMENT / 5))
    looked = Task(task.game, task.state, task.player, task.method, limits, None if is_told else task.stopper)
    searcher = Searcher(task.game, AlphaBetaOptions(), looked.clock, looked.stats)
    answer = deepen(looked, searcher, full_window, True)
    answer.stats.extra.update(task.stats.extra)
    answer.stats.nodes, answer.stats.seconds = looked.clock.nodes + task.clock.nodes, task.clock.seconds
    if not answer.stats.complete:
        answer.stats.stopped = stopped
    return answer
