"""Memory: the arrays of a spot, one `Level` a street; rows in and out, and what files keep of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.schema import Array, Schema
from tianji.errors import FileFormatError
from tianji.holdem.engine.layout import level_arrays, make_forest
from tianji.holdem.spot.tree import BettingTree
from tianji.kernels.constants import BLOCK

FloatArray = npt.NDArray[np.float64]
Verify = Callable[[str, int, int], None]  # tensor, first and last number
STORAGE = {"float32": np.float32, "float64": np.float64, "int16": np.int16}
LINE = 64  # bytes
TASKS = (
    16  # a turn spot's rivers are cut into this many parts, whatever the threads: sums come in a fixed order
)


def on_lines(shape: tuple[int, ...], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros that begin with a cache line: a vector that lies across two takes twice as long to read, and more to write.

    >>> on_lines((3, 5), np.float32).__array_interface__["data"][0] % LINE
    0
    """
    size = prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + LINE, dtype=np.uint8)
    first = -int(room.__array_interface__["data"][0]) % LINE
    return room[first : first + size].view(kind).reshape(shape)


@dataclass
class Pause:
    """An iteration left half-done, in the pass of `player`: which tasks are done, and what they found, `[tasks, C, H]`.

    Until the tasks are done nothing of the first street has been learned, so that the pass can be taken up again.
    """

    player: int
    done: npt.NDArray[np.bool_]
    found: FloatArray


class Memory:
    """The arrays of a spot (levels, one a street), laid out for the kernels.

    `ranges[p]` is `[H]`, the weights of player p's hands on the first board; `cards_left[s]` is how many cards can come
    after street s once both hands are known.
    """

    def __init__(
        self,
        tree: BettingTree,
        boards: list[list[Any]],
        ranges: tuple[FloatArray, FloatArray],
        cards_left: list[int],
        rake: tuple[float, float],
        storage: str,
        is_predictive: bool,
    ) -> None:
        self.tree, self.boards, self.ranges, self.cards_left = tree, boards, ranges, cards_left
        self.storage = storage
        self.real = np.float64 if storage == "float64" else np.float32
        self.forests = [make_forest(tree, tree.street + k, rake) for k in range(len(boards))]
        self.levels = [self._level(k, is_predictive) for k in range(len(boards))]
        self._pause: Pause | None = None
        self._verify: Verify | None = None
        self.norm = float(self.ranges[0] @ self.met(0))  # over pairs of hands that share no card

    def _level(self, k: int, is_predictive: bool) -> Any:
        from tianji.kernels.poker.vector import Level

        arrays = level_arrays(self.forests[k], self.boards[k])
        rows = int(arrays.pop("rows"))
        kind = STORAGE[self.storage]
        is_integer = self.storage == "int16"
        return Level(
            **arrays,
            regret=on_lines((rows * BLOCK,), kind),
            average=on_lines((rows * BLOCK,), kind),
            residue=np.zeros(0, dtype=kind),
            prediction=np.zeros(rows * BLOCK if is_predictive else 0, dtype=self.real),
            scales=np.ones((2, rows if is_integer else 1), dtype=np.float32),
            locks=np.zeros(0, dtype=np.uint8),
        )

    def _bare_level(self, k: int) -> Any:
        """A street without storage: its strategies are kept elsewhere."""
        from tianji.kernels.poker.vector import Level

        arrays = level_arrays(self.forests[k], self.boards[k])
        arrays.pop("rows")
        none, nothing = np.zeros(0, dtype=self.real), np.zeros(0, dtype=np.uint8)
        return Level(
            **arrays, regret=none, average=none, residue=none, prediction=none,
            scales=np.ones((2, 1), dtype=np.float32), locks=nothing,
        )  # fmt: skip

    def met(self, player: int) -> FloatArray:
        """`[H]`: how much of the opponent's range each of the player's hands can meet: Σ weights, sharing no card."""
        level, theirs = self.levels[0], self.ranges[1 - player]
        mine, his = (
            slice(first, first + count) for first, count in level.boards[0, [player, 1 - player], :2]
        )
        one, two = level.cards[his].T
        by_card: Any = np.bincount(one, theirs, 52) + np.bincount(two, theirs, 52)
        one, two = level.cards[mine].T
        meets: FloatArray = theirs.sum() - (by_card[one] + by_card[two])
        same = level.same[mine]
        found: FloatArray = np.maximum(meets + np.append(theirs, 0.0)[same], 0.0)  # −1: the last
        return found

    def _tasks(self, k: int, b: int) -> int:
        """Into how many parts the boards below a board are cut."""
        count = int(self.levels[k].spans[b, 3] - self.levels[k].spans[b, 2])
        return count if k + 3 == len(self.levels) else min(count, TASKS)

    def rows(self, k: int, b: int, player: int, name: str) -> FloatArray:
        """`[rows, H]`: a board's part of `regret`, `average` or `locks`, one row an action."""
        level = self.levels[k]
        _, hands, blocks, base = (int(x) for x in level.boards[b, player, :4])
        count = self.forests[k].rows[player]
        if name == "locks" and not level.locks.size:
            return np.zeros((count, hands))
        if self._verify is not None and name == "average" and level.average.size:
            self._verify(f"average/{k}", base * BLOCK, (base + blocks * count) * BLOCK)
            if self.storage == "int16":
                self._verify(f"scales/{k}", 0, level.scales.size)
        flat = getattr(level, name)[base * BLOCK : (base + blocks * count) * BLOCK].astype(np.float64)
        if self.storage == "int16" and name != "locks":
            flat = flat * np.repeat(level.scales[int(name == "average")][base : base + blocks * count], BLOCK)
        whole = flat.reshape(blocks, count, BLOCK).transpose(1, 0, 2)
        part: FloatArray = whole.reshape(count, blocks * BLOCK)[:, :hands]
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

    def set_rows(self, k: int, b: int, player: int, name: str, values: npt.NDArray[Any]) -> None:
        """Write `[rows, H]`, a board's whole part of `regret` or `average`; not for integer storage."""
        assert self.storage != "int16", "integers have a scale a row: set_row"
        level, count = self.levels[k], self.forests[k].rows[player]
        _, hands, blocks, base = (int(x) for x in level.boards[b, player, :4])
        padded = np.zeros((count, blocks * BLOCK), dtype=self.real)
        padded[:, :hands] = values
        flat = padded.reshape(count, blocks, BLOCK).transpose(1, 0, 2).ravel()
        getattr(level, name)[base * BLOCK : (base + blocks * count) * BLOCK] = flat

    def add_locks(self) -> None:
        """Make room for locked strategies."""
        self.levels = [
            level._replace(locks=np.zeros(level.regret.size, dtype=np.uint8))
            if not level.locks.size
            else level
            for level in self.levels
        ]

    def add_residues(self) -> None:
        """Keep from now on what rounding takes from the averages, which float64 has no need of."""
        if self.storage != "float64":
            self.levels = [
                level if level.residue.size else level._replace(residue=np.zeros_like(level.average))
                for level in self.levels
            ]

    @property
    def average_bytes(self) -> int:
        """The size of a copy of the averages."""
        parts = [level.average for level in self.levels]
        parts += [level.scales for level in self.levels if self.storage == "int16"]
        return sum(part.nbytes for part in parts)

    def tensors(self, is_resumable: bool) -> dict[str, npt.NDArray[Any]]:
        """What a file keeps: `average/k` by street and what it needs to be read; all memory where a run is to go on."""
        self._require_checked(0, 0, 1)
        names = ["average", *(["regret", "residue", "prediction"] if is_resumable else [])]
        found = {f"{name}/{k}": getattr(level, name) for k, level in enumerate(self.levels) for name in names}
        if self.storage == "int16":
            found.update({f"scales/{k}": level.scales for k, level in enumerate(self.levels)})
        if is_resumable and self._pause is not None:
            found["pause/done"] = self._pause.done.astype(np.uint8)
            found["pause/found"], found["pause/player"] = self._pause.found, np.array([self._pause.player])
        return {name: array for name, array in found.items() if array.size}

    def schema(self, is_resumable: bool) -> Schema:
        """What those tensors must be."""
        found = {}
        for name, array in self.tensors(is_resumable).items():
            low = 0.0 if name.startswith(("average", "scales")) else -np.inf
            if not name.startswith("pause"):
                found[name] = Array(
                    "int" if array.dtype.kind == "i" else "float", array.shape, low, dtype=array.dtype
                )
        if is_resumable and len(self.levels) > 1:
            tasks, leaves = self._tasks(0, 0), int(self.levels[0].sizes[0, 6])
            found["pause/done"] = Array("bytes", (tasks,), is_optional=True)
            found["pause/found"] = Array("float", (tasks, leaves, None), is_optional=True)
            found["pause/player"] = Array("int", (1,), 0, 1, is_optional=True)
        return Schema(found)

    def use(
        self,
        tensors: Mapping[str, npt.NDArray[Any]],
        is_resumable: bool = False,
        where: str = "the file",
        verify: Verify | None = None,
    ) -> None:
        """Take what `tensors` gave as memory: the averages in place, as far as they can be written to; else a copy.

        verify: asked before any part of a tensor is used, where the bytes of a file have not been compared yet.
        """
        if is_resumable and any(name.startswith("residue/") for name in tensors):
            self.add_residues()
        schema = self.schema(is_resumable)
        if is_resumable:
            schema.check(tensors, {}, where)
        else:
            tensors = {name: tensors[name] for name in schema.tensors if name in tensors}
            schema.check_forms(tensors, where)
        for name, given in tensors.items():
            part, _, k = name.partition("/")
            if not k.isdigit():  # not of a street
                continue
            if is_resumable:
                getattr(self.levels[int(k)], part)[:] = given
            else:
                own = np.require(np.asarray(given), requirements="W")
                self.levels[int(k)] = self.levels[int(k)]._replace(**{part: own})
        self._verify = verify
        if is_resumable and "pause/player" in tensors:
            player, found = int(tensors["pause/player"][0]), tensors["pause/found"]
            if found.shape[2] != len(self.ranges[player]):
                raise FileFormatError(
                    f"{where}: the half-done iteration does not fit; start without resuming"
                )
            self._pause = Pause(player, tensors["pause/done"] > 0, found.astype(np.float64))

    def _require_checked(self, k: int, lo: int, hi: int) -> None:
        """Have the averages of boards lo … hi of street k, and of those below, compared with the file's checksums."""
        if self._verify is None or lo >= hi:
            return
        level = self.levels[k]
        if level.average.size:
            end = int(level.boards[hi - 1, 1, 3] + level.boards[hi - 1, 1, 2] * self.forests[k].rows[1])
            self._verify(f"average/{k}", int(level.boards[lo, 0, 3]) * BLOCK, end * BLOCK)
            if self.storage == "int16":
                self._verify(f"scales/{k}", 0, level.scales.size)
        self._require_checked(k + 1, int(level.spans[lo, 2]), int(level.spans[hi - 1, 3]))
