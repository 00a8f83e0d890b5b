"""The compile walk on native rules: the same sequence form as `flat.build` makes of the class, at machine speed."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

import numpy as np

from tianji.core.contract import MAX_PAYOFF
from tianji.core.game import Game
from tianji.core.lawful import unwatched
from tianji.core.memory import free_bytes
from tianji.core.strategy import IntArray
from tianji.errors import TooLargeError
from tianji.flat.forecast import require_fit
from tianji.flat.order import merge_terminals, preorder
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.native.twin import Encoded, Twin, twin_of

SLICE = 200_000  # histories between looks at the clock
PLANNED = (
    4_000_000  # histories that are walked before anybody asks how many there are: an estimate takes as long
)
LEAST, LEVELS = 1 << 11, 32  # terminals and infosets, and levels of the line, at first
SPARE = 64


class NamedLater(Treeplex):
    """A treeplex whose keys and menus are asked of the class when they are first read.

    The walk knows an infoset by numbers; to name one takes longer than to walk to it.
    """

    def __init__(self, first_slot: IntArray, parent_slot: IntArray, names: Callable[[], list[Any]]) -> None:
        for name, value in (("first_slot", first_slot), ("parent_slot", parent_slot), ("_names", names)):
            object.__setattr__(self, name, value)

    @cached_property
    def _named(self) -> list[tuple[Hashable, tuple[Any, ...]]]:
        return self._names()  # type: ignore[attr-defined,no-any-return]

    @cached_property
    def keys(self) -> list[Hashable]:
        """`[I]`: the game's own infoset keys."""
        return [key for key, _ in self._named]

    @cached_property
    def menus(self) -> list[tuple[Any, ...]]:
        """`[I]`: the actions."""
        return [menu for _, menu in self._named]

    def __reduce__(self) -> tuple[Any, ...]:
        return Treeplex, (self.first_slot, self.parent_slot, self.keys, self.menus)


def walkable(game: Game[Any, Any]) -> tuple[Twin, Encoded] | None:
    """The twin that can walk the game, and the first position; None: the class does."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):  # uncompiled, the class is faster
        return None
    twin = twin_of(game)
    if twin is None or twin.own.key is None or twin.decode is None:
        return None
    position = twin.position(game.initial())
    return None if position is None else (twin, position)


class NativeWalk:
    """What one walk over all histories leaves behind, as `kernels.native.unfold` lays it out."""

    def __init__(
        self, game: Game[Any, Any], twin: Twin, root: Encoded, look: Callable[[int], None], is_planned: bool
    ) -> None:
        from tianji.kernels.native import unfold

        self.game, self.twin, self.kernel, self.look, self.is_planned = game, twin, unfold, look, is_planned
        self.words, self.most, self.players = root.words.size, root.most, game.players
        self.wide = self.words + self.most + unfold.LEVEL + self.players
        self.control, self.slots_of = np.zeros(unfold.CONTROL, np.int64), np.ones(self.players, np.int64)
        self.stack, self.reals = np.zeros(LEVELS * self.wide, np.int64), np.zeros(LEVELS * (self.most + 1))
        self.stack[: self.words], self.reals[self.most] = root.words, 1.0
        self.known, self.pay = np.zeros(twin.key_words + 1 + SPARE, np.int64), np.zeros(self.players)
        self.index, self.keys = np.zeros(2 * LEAST, np.int32), np.zeros(0, np.int64)
        self.states, self.about = np.zeros(0, np.int64), np.zeros(0, np.int32)
        self._infosets(LEAST)
        self.slots, self.reach = np.zeros(LEAST * self.players, np.int32), np.zeros(LEAST)
        self.utility = np.zeros(LEAST * self.players)

    def _infosets(self, count: int) -> None:
        """Room for so many infosets."""
        from tianji.kernels.native.sampling import rehash

        size = self.twin.key_words
        self.keys, self.states, self.about = (
            _longer(a, count * n)
            for a, n in ((self.keys, size + 1), (self.states, self.words), (self.about, 3))
        )
        self.index = np.zeros(2 * count, np.int32)
        rehash(int(self.control[self.kernel.INFOSETS]), size, self.keys, self.index)

    def run(self) -> bool:
        """Walk every history once; False where the rules do something that the class will name."""
        kernel, twin, control = self.kernel, self.twin, self.control
        why = kernel.PAUSED
        while why != kernel.DONE:
            why = kernel.run(
                twin.at, twin.g, self.words, self.most, self.players, twin.key_words, SLICE, control, self.slots_of,
                self.stack, self.reals, self.index, self.keys, self.states, self.about, self.slots, self.reach,
                self.utility, self.known, self.pay,
            )  # fmt: skip
            if why == kernel.TROUBLE:
                return False
            if why == kernel.FULL:
                self._grow()
            if not self.is_planned and control[kernel.HISTORIES] > PLANNED:
                self.is_planned = True
                require_fit(self.game)
            self.look(int(control[kernel.HISTORIES]))
        terminals = int(control[kernel.TERMINALS])
        return bool(np.abs(self.utility[: terminals * self.players]).max() <= MAX_PAYOFF)

    def _grow(self) -> None:
        kernel, control = self.kernel, self.control
        arrays = (self.keys, self.states, self.about, self.slots, self.reach, self.utility, self.stack)
        if sum(a.nbytes for a in arrays) > free_bytes() // 3:
            raise TooLargeError(
                f"{self.game.spec}: after {int(control[kernel.HISTORIES]):,} histories the memory is full; use smaller "
                "parameters or a sampling method (external)"
            )
        if control[kernel.DEPTH] + 1 >= self.stack.size // self.wide:
            self.stack, self.reals = (
                _longer(self.stack, 2 * self.stack.size),
                _longer(self.reals, 2 * self.reals.size),
            )
        if control[kernel.INFOSETS] >= self.index.size // 2:
            self._infosets(self.index.size)
        if control[kernel.TERMINALS] >= self.reach.size:
            self.slots, self.reach, self.utility = (
                _longer(a, 2 * a.size) for a in (self.slots, self.reach, self.utility)
            )

    def flat(self) -> FlatGame:
        """Renumber in preorder, fold chance in, merge equal slot tuples."""
        kernel, control, players = self.kernel, self.control.tolist(), self.players
        terminals, infosets, size = control[kernel.TERMINALS], control[kernel.INFOSETS], self.twin.key_words
        who = self.keys[: infosets * (size + 1) : size + 1]
        about = self.about[: 3 * infosets].reshape(-1, 3)
        slots = self.slots[: terminals * players].reshape(-1, players)
        utility, reach = self.utility[: terminals * players].reshape(-1, players), self.reach[:terminals]
        trees: list[Treeplex] = []
        new = np.empty_like(slots)
        for p in range(players):
            mine = np.flatnonzero(who == p)
            first = np.append(about[mine, 0], np.int32(self.slots_of[p])).astype(np.int32)
            numbered: list[Hashable] = list(range(len(mine)))
            tree, new_slot, _ = preorder(Treeplex(first, about[mine, 1].copy(), numbered, [()] * len(mine)))
            trees.append(NamedLater(tree.first_slot, tree.parent_slot, self._names(p, mine[tree.keys])))  # type: ignore[index]
            new[:, p] = new_slot[slots[:, p]]
        paid = (
            utility * reach[:, None] + 0.0
        )  # no negative zeros: the class has none, and a digest tells them apart
        merged, payoff, chance = merge_terminals(new, paid, reach, trees)
        return FlatGame(
            spec=self.game.spec,
            trees=tuple(trees),
            slots=merged,
            payoff=payoff,
            chance=chance,
            histories=control[kernel.HISTORIES],
            terminals=terminals,
            chance_nodes=control[kernel.CHANCES],
            utility_range=(float(utility.min()), float(utility.max())),
            game=self.game,
        )

    def _names(self, player: int, infosets: np.ndarray) -> Callable[[], list[Any]]:
        """What names a player's infosets: a position of each, read by the class."""
        game, decode, words = unwatched(self.game), self.twin.decode, self.words
        assert decode is not None
        states = self.states.reshape(-1, words)[infosets]

        def names() -> list[Any]:
            found = []
            for row in states.tolist():
                state = decode(row)
                found.append((game.information(state, player), tuple(game.actions(state))))
            return found

        return names


def _longer(array: np.ndarray, size: int) -> np.ndarray:
    """The array with zeros after it."""
    out = np.zeros(size, array.dtype)
    out[: array.size] = array
    return out
