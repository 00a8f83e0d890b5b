"""Nim: take from one heap; who takes last wins (or loses, in misère play)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import NamedTuple

from tianji.core.game import TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.native.twin import Twin

MOST = 10_000  # stones: each is a move


class Heaps(NamedTuple):
    """Heap sizes and the player to move."""

    sizes: tuple[int, ...]
    mover: int = 0


def _room(position: Sequence[int]) -> int:
    """Moves are written sixteen at a time, also where a heap has fewer."""
    return position[2] + 15


@dataclass(frozen=True)
class Nim(Game[Heaps, tuple[int, int]]):
    """Heaps of stones; an action (heap, left) leaves `left` stones in a heap.

    Bouton (1901): the mover wins normal play exactly when the xor of the sizes is not zero.

    >>> game = Nim("3,4,5")
    >>> game.result(game.initial(), (0, 1)).sizes
    (1, 4, 5)
    """

    heaps: str = "3,4,5"
    misere: bool = False
    registered_name = "nim"

    def __post_init__(self) -> None:
        self.parse(str(self.heaps))

    def initial(self) -> Heaps:
        """All stones there."""
        return self.parse(str(self.heaps))

    def player(self, s: Heaps) -> int:
        """Alternating until the stones are gone."""
        return s.mover if any(s.sizes) else TERMINAL

    def actions(self, s: Heaps) -> list[tuple[int, int]]:
        """Any smaller size of any heap."""
        return [(i, left) for i, size in enumerate(s.sizes) for left in range(size)]

    def result(self, s: Heaps, a: tuple[int, int]) -> Heaps:
        """Take stones."""
        i, left = a
        if not 0 <= i < len(s.sizes) or not 0 <= left < s.sizes[i]:
            raise ParameterError(
                f"{self.spec}: move {quote(a)} at {s.sizes!r}; expected (heap, smaller size)"
            )
        return Heaps((*s.sizes[:i], left, *s.sizes[i + 1 :]), 1 - s.mover)

    def utility(self, s: Heaps) -> tuple[float, float]:
        """The player who took last wins, unless the game is misère."""
        pay = 1.0 if (s.mover == 1) != self.misere else -1.0
        return pay, -pay

    value_range = (-1.0, 1.0)

    def canonical(self, s: Heaps) -> tuple[int, ...]:
        """Heaps in order, without empty ones: neither order nor mover matters to the value."""
        return tuple(sorted(size for size in s.sizes if size))

    def order(self, s: Heaps, actions: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Moves that leave an xor of zero first; the search still has to prove them."""
        total = 0
        for size in s.sizes:
            total ^= size
        return sorted(actions, key=lambda a: total ^ s.sizes[a[0]] ^ a[1] != 0)

    def twin(self) -> Twin:
        """The mover, where the heaps end, all stones, the xor of the heaps, and the heaps."""

        def encode(s: Heaps) -> tuple[int, ...]:
            return (s.mover, 4 + len(s.sizes), sum(s.sizes), reduce(xor, s.sizes), *s.sizes)

        return Twin("nim", (int(self.misere),), encode, _room)

    def parse(self, text: str) -> Heaps:
        """Sizes separated by commas: `3,4,5`."""
        try:
            sizes = tuple(int(x) for x in text.split(","))
        except ValueError:
            sizes = (-1,)
        if min(sizes) < 0 or sum(sizes) > MOST:
            raise ParameterError(
                f"nim: heaps {quote(text)}; expected sizes separated by commas, {MOST:,} stones at most: 3,4,5"
            )
        return Heaps(sizes)

    def show(self, s: Heaps) -> str:
        """Sizes and the mover."""
        return ",".join(map(str, s.sizes)) + f"  (player {s.mover} to move)"
