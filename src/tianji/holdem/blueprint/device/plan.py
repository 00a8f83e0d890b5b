"""The passes of `kernels/gpu/boards.h` over a betting tree: what each launch takes, and where numbers stand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.memory import size_text
from tianji.errors import TooLargeError
from tianji.holdem.blueprint.tree import LAST, SHOWDOWN, FlatTree
from tianji.kernels.gpu.boards import ENDS, FOLDED, LEFT_OUT, NODE, ROW, SHOWN

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rows:
    """Where a decision's rows of regrets stand on the device: padded to 2, 4 or 8 numbers: one access takes all.

    first: `[N + 1]`; wide: `[N]`, numbers of a row. offsets, counts: the same without padding, and rows, by decision.
    """

    first: IntArray
    wide: IntArray
    offsets: IntArray
    counts: IntArray

    @staticmethod
    def of(tree: FlatTree, counts: IntArray) -> Rows:
        """For a tree with so many buckets by street."""
        wide = np.select([tree.actions <= 2, tree.actions <= 4], [2, 4], 8).astype(np.int64)
        rows = np.asarray(counts, dtype=np.int64)[tree.street]
        sizes = (wide * rows + 3) & ~np.int64(3)
        return Rows(
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            wide,
            tree.offsets(counts.tolist()),
            rows,
        )

    @property
    def entries(self) -> int:
        """Numbers in all, with padding."""
        return int(self.first[-1])

    def put(self, given: npt.NDArray[np.floating], into: npt.NDArray[np.floating]) -> None:
        """Numbers end to end → padded; what pads is left as it is."""
        for n, (rows, wide) in enumerate(zip(self.counts.tolist(), self.wide.tolist(), strict=True)):
            part = given[self.offsets[n] : self.offsets[n + 1]].reshape(rows, -1)
            into[self.first[n] : self.first[n] + rows * wide].reshape(rows, wide)[:, : part.shape[1]] = part

    def take(self, given: npt.NDArray[np.floating], into: npt.NDArray[np.floating]) -> None:
        """Padded numbers → end to end."""
        for n, (rows, wide) in enumerate(zip(self.counts.tolist(), self.wide.tolist(), strict=True)):
            part = into[self.offsets[n] : self.offsets[n + 1]].reshape(rows, -1)
            part[:] = given[self.first[n] : self.first[n] + rows * wide].reshape(rows, wide)[
                :, : part.shape[1]
            ]


@dataclass(frozen=True)
class Level:
    """Decisions of one launch: `first` … `first + count` of the pass's, of one street and at most so many actions."""

    first: int
    count: int
    street: int
    actions: int


@dataclass(frozen=True, eq=False)
class Pass:
    """A player's pass. down: levels of the opponent's decisions from the blinds on; up: of his own, the last first.

    nodes: `[M, NODE]`, sources: `[S, 2]` int32, as `boards.h` has them. reaches: vectors of reach; vectors: all.
    """

    down: tuple[Level, ...]
    up: tuple[Level, ...]
    nodes: npt.NDArray[np.int32]
    sources: npt.NDArray[np.int32]
    reaches: int
    vectors: int


class PassPlaces:
    """Where every decision's reach and values stand, in a player's pass, and when they are known.

    above: the vector of reach that leads to a decision, `reach` the one it reads: another at the first decision of a
    river, where `rivers` are walked by themselves; then best: the number of a river's decision among its player's.
    """

    def __init__(self, tree: FlatTree, player: int, rivers: bool = False) -> None:
        size = len(tree)
        self.tree, self.player, self.rivers = tree, player, rivers
        self.links = [tree.child[tree.first[n] : tree.first[n + 1]].tolist() for n in range(size)]
        self.own = (tree.player == player).tolist()
        self.reach, self.depth = [0] * size, [0] * size  # his own actions leave the opponent's reach as it is
        self.above, self.reaches, on_river = [0] * size, 1, (tree.street == LAST).tolist()
        ranks = [np.cumsum((tree.street == LAST) & (tree.player == p)) for p in (0, 1)]
        self.best = np.maximum(np.where(tree.player == 0, *ranks) - 1, 0).tolist()
        for n, links in enumerate(self.links):
            for c in links:
                if c < 0:
                    continue
                self.reach[c], self.depth[c] = self.reach[n], self.depth[n]
                if not self.own[n]:
                    self.reach[c], self.depth[c] = self.reaches, self.depth[n] + 1
                    self.reaches += 1
                self.above[c] = self.reach[c]
                if rivers and on_river[c] and not on_river[n]:
                    self.reach[c] = self.reaches
                    self.reaches += 1
        self.value, self.vectors = [-1] * size, self.reaches
        for n, links in enumerate(self.links):
            if (self.own[n] or min(links) < 0) and (on_river[n] or not rivers):
                self.value[n] = self.vectors
                self.vectors += 1
        self.height = [0] * size
        self.below: list[list[tuple[int, int]]] = [[] for _ in range(size)]  # what adds up to its values
        for n in reversed(range(size)):
            inner = [c for c in self.links[n] if c >= 0]
            self.height[n] = max((self.height[c] for c in inner), default=0) + self.own[n]
            if self.value[n] >= 0:
                self.below[n].append((self.value[n], self.reach[n]))
            if not self.own[n]:
                for c in inner:
                    self.below[n] += self.below[c]


def plan_pass(places: PassPlaces, rows: Rows) -> Pass:
    """The pass of a player over a tree."""
    tree = places.tree
    street, actions = tree.street.tolist(), tree.actions.tolist()
    nodes: list[list[int]] = []
    sources: list[tuple[int, int]] = []

    def levels(own: bool, level: list[int]) -> tuple[Level, ...]:
        found = []
        some = sorted((level[n], street[n], n) for n in range(len(tree)) if places.own[n] == own)
        for (_, where), group in groupby(some, key=lambda key: key[:2]):
            part = [n for *_, n in group]
            found.append(Level(len(nodes), len(part), where, max(actions[n] for n in part)))
            nodes.extend(_record(places, rows, n, sources) for n in part)
        return tuple(found)

    down, up = levels(False, places.depth), levels(True, places.height)
    return Pass(
        down, up, np.array(nodes, dtype=np.int32).reshape(-1, NODE), np.array(sources or [(0, 0)], dtype=np.int32),
        places.reaches, places.vectors,
    )  # fmt: skip


def _record(places: PassPlaces, rows: Rows, n: int, sources: list[tuple[int, int]]) -> list[int]:
    """A decision as kernels read it."""
    kinds, numbers, is_end = [0] * 8, [0] * 8, False
    for a, link in enumerate(places.links[n]):
        if link < 0:
            chips, who = ~link >> 2, ~link & 3
            is_end = True
            kinds[a] = SHOWN if who == SHOWDOWN else FOLDED
            numbers[a] = -chips if who == places.player else chips
            if places.rivers and places.tree.street[n] < LAST:
                kinds[a] = LEFT_OUT
        elif not places.own[n]:
            kinds[a] = places.above[link]
        else:
            kinds[a], numbers[a] = len(sources), len(places.below[link])
            sources += places.below[link]
    size = len(places.links[n]) + (ENDS if is_end and places.own[n] else 0)
    first = int(rows.first[n]) // 4
    return [size, places.reach[n], places.value[n], first, *kinds, *numbers, places.best[n]]


class DevicePlan:
    """All that a machine is to hold for a tree with so many buckets by street, on boards that leave `cards` cards.

    hands: of a board; width: of a vector, whole rows of 128.
    """

    def __init__(self, tree: FlatTree, counts: IntArray, cards: int, rivers: bool = False) -> None:
        self.cards, self.hands = cards, cards * (cards - 1) // 2
        self.width = -(-self.hands // ROW) * ROW
        self.rows = Rows.of(tree, counts)
        self.places = [PassPlaces(tree, player, rivers) for player in (0, 1)]
        self.passes = [plan_pass(places, self.rows) for places in self.places]
        self.vectors = max(one.vectors for one in self.passes)
        self.reaches = max(one.reaches for one in self.passes)
        self.actions = int(tree.actions.max())

    def board_parts(self, most: int, real: np.dtype[Any]) -> dict[str, tuple[int, int]]:
        """What kernels are told of a batch's boards, in one piece of memory: where each part begins, and its bytes."""
        sizes = {
            "words": 3 * self.width * 4, "pieces": 4 * self.width * 4, "order": 4 * self.width * 2, "counts": 8 * 4,
            "weights": real.itemsize,
        }  # fmt: skip
        found, at = {}, 0
        for name, size in sizes.items():
            found[name] = at, most * size
            at += -(-most * size // 16) * 16
        return {**found, "live": (at, 4)}

    def bytes(self, most: int, real: np.dtype[Any]) -> int:
        """What batches of so many boards take of the machine's memory."""
        each = self.vectors * self.width * real.itemsize + 4 * self.reaches
        lists = sum(one.nodes.nbytes + one.sources.nbytes for one in self.passes)
        tables = 3 * self.rows.entries * real.itemsize
        return tables + most * each + lists + sum(self.board_parts(most, real)["live"])

    def fitting(self, most: int, room: int, real: Any = np.float32) -> int:
        """How many boards a batch may have, at most, in so many bytes; refused where there is no room for one."""
        real, found = np.dtype(real), most
        while found > 1 and self.bytes(found, real) > room:
            found //= 2
        if self.bytes(found, real) > room:
            raise TooLargeError(
                f"training {int(self.rows.offsets[-1]):,} entries needs {size_text(self.bytes(1, real))} on the GPU, "
                f"{size_text(room)} are allowed; use device='cpu', or take a smaller preset or fewer buckets"
            )
        return found
