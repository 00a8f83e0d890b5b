"""External and outcome sampling over native rules: no compiled tree, no Python on the way, infosets in a hash table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from tianji.cfr import mccfr
from tianji.cfr.runners import SampledRunner
from tianji.core import schema
from tianji.core.game import Game
from tianji.core.lawful import unwatched
from tianji.core.memory import free_bytes, size_text
from tianji.core.schema import Array, Schema
from tianji.core.strategy import FloatArray, IntArray, Strategy, StrategyTable, label
from tianji.errors import FileFormatError, NotApplicableError, TianjiError, TooLargeError, quote
from tianji.native.twin import Twin, twin_of
from tianji.run.checkpoint import Tensors

VARIANTS = ("external", "outcome")
HEEDED = ("weighting", "epsilon", "memory")
LEAST = 1 << 10  # places in the table at first
SPARE = 64  # numbers of a key beyond what was promised: the kernel then says so
SLICE = 400_000  # moves between looks at the clock
_ARRAYS = Schema({"states": Array("int"), "cum_regret": Array(), "cum_strategy": Array(low=0)})
_FIELDS = Schema(fields={"game": schema.text(), "native": schema.whole(1, 1), "t": schema.whole()})


def native_twin(game: Game[Any, Any], variant: str, options: Mapping[str, Any] | None) -> Twin | None:
    """The twin that can run the method, with these options, on the game; None: the class does."""
    if variant not in VARIANTS or game.players != 2 or any(name not in HEEDED for name in options or ()):
        return None
    twin = twin_of(game)
    if twin is None or twin.own.key is None or twin.decode is None:
        return None
    return twin if twin.position(game.initial()) is not None else None


class TableNamedLater(StrategyTable):
    """A player's strategy whose infosets are named when they are first read: that takes longer than to train it."""

    def __init__(
        self,
        first_slot: IntArray,
        probs: FloatArray,
        names: Callable[[], list[tuple[int, str, tuple[str, ...]]]],
    ) -> None:
        for name, value in (("first_slot", first_slot), ("probs", probs), ("_names", names)):
            object.__setattr__(self, name, value)

    @cached_property
    def _named(self) -> list[tuple[int, str, tuple[str, ...]]]:
        return self._names()  # type: ignore[attr-defined,no-any-return]

    @cached_property
    def labels(self) -> list[str]:
        """`[I]`: texts of the infosets."""
        return [text for _, text, _ in self._named]

    @cached_property
    def actions(self) -> list[tuple[str, ...]]:
        """`[I]`: their actions."""
        return [actions for _, _, actions in self._named]

    def __reduce__(self) -> tuple[Any, ...]:
        return StrategyTable, (self.labels, self.actions, self.first_slot, self.probs)


class NativeSampledRunner(SampledRunner):
    """`SampledRunner` with its walks compiled; the same estimates, other random numbers.

    tables: index, keys, states, first, regret, average, as `kernels.native.sampling` lays them out.
    """

    def __post_init__(self) -> None:
        from tianji.kernels.native import sampling as kernel

        super().__post_init__()
        twin = twin_of(self.game)
        position = None if twin is None else twin.position(self.game.initial())
        assert twin is not None and position is not None
        chosen = mccfr.resolve_options(self.variant, self.options)
        self.twin, self.position, self.kernel = twin, position, kernel
        self.epsilon = float(chosen["epsilon"]) if self.variant == "outcome" else -1.0
        self.is_linear, self.memory = chosen["weighting"] == "linear", chosen["memory"]
        self.control, self.reals = np.zeros(6, np.int64), np.zeros(2)
        self.random = np.ones(1, np.uint64)
        words, most, size = position.words.size, position.most, twin.key_words
        self.scratch, self.floats = (
            np.zeros(words + most + size + 1 + SPARE, np.int64),
            np.zeros(2 * most + 2),
        )
        self.stack = np.zeros(kernel.DEEPEST * (words + most + 3), np.int64)
        self.values = np.zeros(kernel.DEEPEST * (2 * most + 2))
        self.is_full = False
        self.texts: list[tuple[int, str, tuple[str, ...]]] = []
        self.menus: dict[tuple[Any, ...], tuple[str, ...]] = {}
        self.tables: tuple[np.ndarray, ...] = ()
        self._resize(LEAST, 4 * LEAST)

    def _resize(self, places: int, slots: int) -> None:
        """Room for half as many infosets as places, and so many actions; what there is stays."""
        infosets, used = int(self.control[4]), int(self.control[5])
        size, words = self.twin.key_words, self.position.words.size
        old = self.tables
        if old and old[0].size == places:
            rows = [np.zeros(slots), np.zeros(slots)]
            for before, row in zip(old[4:], rows, strict=True):
                row[:used] = before[:used]
            self.tables = (*old[:4], *rows)
            return
        self.tables = (
            np.zeros(places, np.int32), np.zeros(places // 2 * (size + 1), np.int64), np.zeros(places // 2 * words,
            np.int64), np.zeros(places // 2 + 1, np.int64), np.zeros(slots), np.zeros(slots),
        )  # fmt: skip
        if old:
            counts = (0, infosets * (size + 1), infosets * words, infosets + 1, used, used)
            for before, after, count in zip(old, self.tables, counts, strict=True):
                after[:count] = before[:count]
        self.kernel.rehash(infosets, size, self.tables[1], self.tables[0])

    def _grow(self) -> bool:
        """Twice the room; False where there would be more than allowed, or than three quarters of what is free."""
        places, slots = self.tables[0].size, self.tables[4].size
        is_crowded = self.control[4] >= places // 2
        by_infoset, by_slot = self.tables[:4], self.tables[4:]
        new = 2 * sum(table.nbytes for table in (by_infoset if is_crowded else by_slot))
        kept = sum(table.nbytes for table in (by_slot if is_crowded else by_infoset))
        is_too_large = self.memory is not None and new + kept > self.memory
        if is_too_large or new + (kept if is_crowded else 0) > 0.75 * free_bytes() or 2 * places > 1 << 30:
            return False
        self._resize(2 * places if is_crowded else places, slots if is_crowded else 2 * slots)
        return True

    @property
    def t(self) -> int:
        """Whole iterations done."""
        return int(self.control[0])

    @property
    def check_cost(self) -> float:
        """Matching infosets by name costs as much as some hundred iterations, or ten for every infoset."""
        return 200.0 if self.flat is None else 200.0 + 10.0 * self.flat.num_infosets

    def advance(self, iterations: int) -> None:
        """Walk sampled histories; a walk that a clock interrupts is taken up again by the next call."""
        until, kernel = self.t + iterations, self.kernel
        while self.t < until and not self.is_full:
            why = kernel.run(
                self.twin.at, self.twin.g, self.position.words, self.position.most, self.twin.key_words, self.epsilon,
                self.is_linear, self.seed & (2**63 - 1), until, SLICE, self.control, self.reals, self.random,
                *self.tables, self.scratch, self.floats, self.stack, self.values,
            )  # fmt: skip
            if why == kernel.TOO_DEEP:
                raise NotApplicableError(
                    f"{self.game.spec}: a line has more than {kernel.DEEPEST} decisions of one player; "
                    "give native=False"
                )
            if why == kernel.FULL and not self._grow():
                self.is_full = True
                if self.t == 0:
                    raise TooLargeError(
                        f"{self.game.spec}: the first iteration of {self.variant} has met {int(self.control[4]):,} "
                        "infosets, and memory is full; use smaller parameters or the method outcome"
                    )
            if self._clock is not None and self.t < until and self._clock.is_over():
                return

    @property
    def told(self) -> str:
        """What there is to say when the table is full."""
        if not self.is_full:
            return ""
        size = size_text(sum(table.nbytes for table in self.tables))
        way = (
            "the memory that was free"
            if self.memory is None
            else f"the {size_text(self.memory)} that it may take"
        )
        return f"the table of {int(self.control[4]):,} infosets ({size}) has filled {way}: all others play uniformly"

    def finished(self) -> str:
        """When the table of all infosets met has filled the memory."""
        return "memory" if self.is_full else ""

    def _named(self, count: int) -> list[tuple[int, str, tuple[str, ...]]]:
        """(player, text, actions) of the first infosets met, asked of the class once each."""
        words, decode, menus = self.position.words.size, self.twin.decode, self.menus
        assert decode is not None
        rules = unwatched(self.game)
        for i in range(len(self.texts), count):
            state = decode(self.tables[2][i * words : (i + 1) * words].tolist())
            who = int(self.tables[1][i * (self.twin.key_words + 1)])
            menu = tuple(rules.actions(state))
            actions = menus.get(menu) or menus.setdefault(menu, tuple(map(label, menu)))
            self.texts.append((who, label(rules.information(state, who)), actions))
        return self.texts

    def strategy(self) -> Strategy:
        """The average strategy; infosets never met play uniformly, and those that were are named when somebody asks."""
        count, used = int(self.control[4]), int(self.control[5])
        first, average = self.tables[3][: count + 1], self.tables[5][:used]
        whose = self.tables[1][: count * (self.twin.key_words + 1) : self.twin.key_words + 1]
        sizes = np.diff(first)
        total = np.add.reduceat(average, first[:-1]) if count else np.zeros(0)
        share, is_met = np.repeat(np.where(total > 0, total, 1.0), sizes), np.repeat(total > 0, sizes)
        probs = np.where(is_met, average / share, np.repeat(1.0 / np.maximum(sizes, 1), sizes))
        tables: list[StrategyTable] = []
        for player in range(2):
            rows = np.flatnonzero(whose == player)
            ends = np.concatenate([[0], np.cumsum(sizes[rows])]).astype(np.int32)
            flat = probs[np.repeat(whose == player, sizes)]
            tables.append(TableNamedLater(ends, flat, partial(self._names, rows)))
        found = Strategy(self.game.spec, tables, unvisited="uniform")
        found.digest = self.digest
        return found

    def _names(self, rows: np.ndarray) -> list[tuple[int, str, tuple[str, ...]]]:
        named = self._named(int(rows[-1]) + 1 if rows.size else 0)
        return [named[i] for i in rows.tolist()]

    def tensors(self) -> tuple[Tensors, dict[str, Any]]:
        """The tables met so far; an iteration that a clock interrupted is finished first."""
        if self.control[1] or self.control[3]:
            clock, self._clock = self._clock, None
            self.advance(1)
            self._clock = clock
        infosets, used = int(self.control[4]), int(self.control[5])
        _, _, states, _, regret, average = self.tables
        kept = {
            "states": states[: infosets * self.position.words.size], "cum_regret": regret[:used],
            "cum_strategy": average[:used],
        }  # fmt: skip
        return kept, {"game": self.game.spec, "native": 1, "t": self.t}

    def restore(self, tensors: Tensors, fields: dict[str, Any]) -> None:
        """Read them back; positions are looked at with the class before a kernel sees them."""
        where = "not a complete state of native sampling CFR"
        _FIELDS.check_fields(fields, where)
        if fields["game"] != self.game.spec:
            raise FileFormatError(
                f"the checkpoint holds a state of {quote(fields['game'])}, not of {self.game.spec}; load that game"
            )
        _ARRAYS.check(tensors, fields, where)
        try:
            keys, sizes = self._read(tensors["states"])
        except (TianjiError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise FileFormatError(
                f"{where}: a position in it is none of {self.game.spec}; use a copy"
            ) from error
        used, infosets = sum(sizes), len(sizes)
        if (
            used != tensors["cum_regret"].size
            or used != tensors["cum_strategy"].size
            or len(set(keys)) != infosets
        ):
            raise FileFormatError(f"{where}: its arrays do not fit each other; restore the file from a copy")
        places, slots = LEAST, 4 * LEAST
        while places // 2 <= infosets:
            places *= 2
        while slots <= used:
            slots *= 2
        self.control[:] = fields["t"], 0, 0, 0, 0, 0
        self._resize(places, slots)
        rows = [word for key in keys for word in key]
        parts: tuple[Any, ...] = (
            rows,
            tensors["states"],
            np.cumsum([0, *sizes]),
            tensors["cum_regret"],
            tensors["cum_strategy"],
        )
        for array, part in zip(self.tables[1:], parts, strict=True):
            array[: len(part)] = part
        self.control[4:] = infosets, used
        self.kernel.rehash(infosets, self.twin.key_words, self.tables[1], self.tables[0])
        self.texts = []

    def _read(self, states: np.ndarray) -> tuple[list[tuple[int, ...]], list[int]]:
        """(player, key) and the number of actions of every stored position."""
        from tianji.kernels.native.ask import ask_key

        words, size, decode = self.position.words.size, self.twin.key_words, self.twin.decode
        assert decode is not None
        if states.size % words:
            raise ValueError(f"{states.size} numbers, {words} a position")
        keys, sizes = [], []
        for row in states.astype(np.int64).reshape(-1, words):
            state = decode(row.tolist())
            who, encoded = self.game.player(state), self.twin.position(state)
            if who not in (0, 1) or encoded is None or encoded.words.tolist() != row.tolist():
                raise ValueError(f"{quote(state)} is no decision")
            self.game.information(state, who)  # in Python, where an index out of range is an error
            sizes.append(len(self.game.actions(state)))
            out = np.zeros(size + SPARE, np.int64)
            ask_key(self.twin.at, self.twin.g, row, who, out)
            keys.append((who, *out[:size].tolist()))
        return keys, sizes
