"""Shapes of betting that kernels are generated for, and which of the opponent's reaches their terminals look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tianji.kernels.constants import BLOCK

WALK, FORWARD, BACKWARD = "walk", "forward", "backward"  # a last street; the way down and up of one before it
BEATS, MEETS = 0, 1
ALONE = 10  # warps of a block that may have a processor for itself
MOST_PARTS = 12  # columns that a sum may be made of
Infosets = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Shape:
    """The betting of a unit: infosets as (slot above, actions), parents first; slots count roots, then actions.

    terms: (own slot, beats or meets, opponent's slot); leaves: (own slot, opponent's slot) where a card comes.
    """

    roots: int
    opponent: Infosets
    own: Infosets
    terms: tuple[tuple[int, int, int], ...]
    leaves: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Sizes:
    """What a street's boards need: warps a block, cards that hands hold, places a card's list, edges; bytes a number.

    room: bytes of shared memory that a block may take.
    """

    warps: int
    cards: int
    stride: int
    edges: int
    bytes: int = 4
    room: int = 110 << 10

    @property
    def column(self) -> int:
        """Numbers a column takes."""
        return self.cards * self.stride + self.edges + self.warps

    @property
    def sum(self) -> int:
        """Numbers a column takes that is others' sum."""
        return self.warps * BLOCK + self.cards + 1


def shared_sizes(warps: int, cards: int, hands: int, edges: int, size: int, room: int, board: int) -> Sizes:
    """Sizes for boards of so many cards, rounded up so that the boards of one betting tree share kernels.

    hands: most of a player with one card. The stride is odd, so that lists begin in different banks of memory.
    """
    most = 51 - board if 51 - board - hands < 12 else -(-hands // 8) * 8
    known = 52 - board if 52 - board - cards < 12 else -(-cards // 8) * 8
    return Sizes(
        warps, known, most // 2 * 2 + 1 + 2 * (most % 2), 32 if edges <= 32 else max(160, -(-edges // 64) * 64),
        size, room,
    )  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """Which of the opponent's slots are columns, round by round; sums: slots that are sums of columns `(slot, ±1)`."""

    rounds: tuple[tuple[int, ...], ...]
    sums: dict[int, tuple[tuple[int, int], ...]]
    shared: int


def children(infosets: Infosets, roots: int) -> tuple[dict[int, list[int]], list[int]]:
    """Infosets below each slot, and the first slot of each infoset."""
    below: dict[int, list[int]] = {}
    first, slot = [], roots
    for i, (above, actions) in enumerate(infosets):
        below.setdefault(above, []).append(i)
        first.append(slot)
        slot += actions
    return below, first


@cache
def columns_of(shape: Shape, sizes: Sizes, step: str) -> Columns:
    """Where the terms' columns go: sums where all fit at once, else columns alone in as many rounds as room allows."""
    if step == FORWARD:
        return Columns(((),), {}, 0)
    beaten = sorted({c for _, kind, c in shape.terms if kind == BEATS})
    met = sorted({c for _, kind, c in shape.terms if kind == MEETS} - set(beaten))
    made = {c: parts for c in met if (parts := parts_of(shape, c, frozenset(beaten)))}
    plain = [*beaten, *(c for c in met if c not in made)]
    size = (len(plain) * sizes.column + len(made) * sizes.sum) * sizes.bytes
    if size <= sizes.room or (len(plain) <= 1 and not made):
        return Columns((tuple(plain),), made, size)
    every = sorted({*beaten, *met})
    most = max(1, sizes.room // (sizes.column * sizes.bytes))
    rounds = tuple(tuple(every[i : i + most]) for i in range(0, len(every), most))
    return Columns(rounds, {}, most * sizes.column * sizes.bytes)


def parts_of(shape: Shape, slot: int, known: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """A slot's reach as a sum of known ones, for Σ reach(actions) = reach(above); nothing where no short one is."""
    below, first = children(shape.opponent, shape.roots)

    def down(s: int, but: int = -1) -> dict[int, int] | None:
        if s in known:
            return {s: 1}
        for i in below.get(s, []):
            if i != but and (found := added([down(first[i] + a) for a in range(shape.opponent[i][1])])):
                return found
        return None

    def added(parts: list[dict[int, int] | None], signs: list[int] | None = None) -> dict[int, int] | None:
        total: dict[int, int] = {}
        for k, part in enumerate(parts):
            if part is None:
                return None
            for s, count in part.items():
                total[s] = total.get(s, 0) + count * (signs[k] if signs else 1)
        return {s: n for s, n in total.items() if n}

    def whole(s: int, but: int = -1) -> dict[int, int] | None:
        if (found := down(s, but)) is not None or s < shape.roots:
            return found
        i = next(i for i, f in enumerate(first) if f <= s < f + shape.opponent[i][1])
        siblings = [first[i] + a for a in range(shape.opponent[i][1]) if first[i] + a != s]
        parts = [whole(shape.opponent[i][0], i), *(down(t) for t in siblings)]
        return added(parts, [1, *([-1] * len(siblings))])

    found = whole(slot) or {}
    return tuple(sorted(found.items())) if len(found) <= MOST_PARTS else ()
