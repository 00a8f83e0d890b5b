"""Transposition table: what is known about positions already searched."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import Any, NamedTuple

from tianji.core.memory import free_bytes, require
from tianji.errors import ParameterError, quote
from tianji.run.clock import Clock, OutOfBudget
from tianji.search.result import EXACT, LOWER, UPPER

LITTLE = 1 << 26  # bytes
BYTES_AN_ENTRY = 250  # measured: one entry, its key and its share of the list


class TableEntry(NamedTuple):
    """value, and how it bounds the true value of the position searched `depth` plies deep.

    The window of the search is no part of the key: an entry states a fact, so any window may use it.
    """

    key: Hashable
    depth: float
    value: float
    bound: str
    action: Any


class Table:
    """A fixed number of slots in pairs: the deeper search keeps the first, the latest takes the second.

    Breuker, Uiterwijk, van den Herik (1994), scheme "TwoDeep".

    >>> table = Table(2)
    >>> table.store("a", 3, 1.0, "exact", None); table.store("b", 2, 0.0, "lower", None)
    >>> table.store("c", 1, 5.0, "upper", None)
    >>> table.probe("a").value, table.probe("b"), table.probe("c").value
    (1.0, None, 5.0)
    """

    def __init__(self, entries: int = 1 << 20) -> None:
        if not isinstance(entries, int) or entries < 2:
            raise ParameterError(
                f"transposition table: entries={quote(entries)}; expected a whole number of at least 2"
            )
        check_memory("transposition table", entries, entries * BYTES_AN_ENTRY)
        self.pairs = entries // 2
        self.slots: list[TableEntry | None] = [None] * (2 * self.pairs)

    def probe(self, key: Hashable) -> TableEntry | None:
        """What is known about `key`, if anything."""
        i = 2 * (hash(key) % self.pairs)
        entry = self.slots[i]
        if entry is not None and entry.key == key:
            return entry
        entry = self.slots[i + 1]
        return entry if entry is not None and entry.key == key else None

    def store(self, key: Hashable, depth: float, value: float, bound: str, action: Any) -> None:
        """Remember a fact; a shallower or older one may be forgotten for it."""
        entry = TableEntry(key, depth, value, bound, action)
        i = 2 * (hash(key) % self.pairs)
        deep = self.slots[i]
        if deep is None or deep.key == key or depth >= deep.depth:
            if deep is not None and deep.key != key:
                self.slots[i + 1] = deep
            self.slots[i] = entry
        else:
            self.slots[i + 1] = entry

    def clear(self) -> None:
        """Forget everything."""
        self.slots = [None] * (2 * self.pairs)

    def __len__(self) -> int:
        return sum(entry is not None for entry in self.slots)


class SearchRoom:
    """How much a tree or a memory that grows as it goes may hold; when that is full the search ends with what it knows.

    most: entries. Whatever it is, an eighth of the memory that was free at first stays free: asked once in `STRIDE`
    entries, since nobody knows how large a state is.

    >>> clock = Clock()
    >>> room = SearchRoom(clock, most=1)
    >>> room.grow()
    >>> try: room.grow()
    ... except OutOfBudget: clock.stopped
    'memory'
    """

    STRIDE = 4096

    def __init__(self, clock: Clock, most: float = inf) -> None:
        self.clock, self.most, self.held = clock, most, 0
        self.least = 0

    def grow(self) -> None:
        """One more entry is about to be made; raise `OutOfBudget` when there is no room for it."""
        self.held += 1
        full = self.held > self.most
        if self.held % self.STRIDE == 0:
            free = free_bytes()
            self.least = self.least or free // 8
            full = full or free < self.least
        if full:
            self.clock.stopped = "memory"
            raise OutOfBudget


def bound_of(value: float, alpha: float, beta: float) -> str:
    """How a fail-soft value returned for the window (alpha, beta) bounds the true one.

    >>> bound_of(2, 3, 5), bound_of(4, 3, 5), bound_of(6, 3, 5)
    ('upper', 'exact', 'lower')
    """
    return UPPER if value <= alpha else LOWER if value >= beta else EXACT


def check_memory(what: str, entries: int, size: int) -> None:
    """Refuse work of `size` bytes that the machine does not have; a little is not worth the question."""
    if size > LITTLE:
        require(f"{what} of {quote(entries)} entries", size, "ask for fewer entries with table=")
