"""DeviceStreet: one street of a spot on a machine: hand tables, kernels by shape, work space, launches."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.layout import Forest
from tianji.holdem.engine.units import Units, units_of
from tianji.kernels.constants import AVERAGE, BLOCK, FLOOR, INSTANT, LOOKAHEAD, NEGATIVE, POSITIVE, PREDICTION
from tianji.kernels.gpu.hand_tables import NONE, count_lists, fill_tables, invert_parents
from tianji.kernels.gpu.machine import KernelText
from tianji.kernels.gpu.shapes import Sizes, columns_of
from tianji.kernels.gpu.source import Flags, head, kernel

FloatArray = npt.NDArray[np.float64]
TWO_BLOCKS = 112 << 10  # bytes of shared memory: so much, and two blocks run side by side


def _structure(fields: str, real: Any) -> type[ctypes.Structure]:
    """A C structure from `name:kind` words: p pointer, l 64 bits, i 32 bits, r a number."""
    kinds = {"p": ctypes.c_void_p, "l": ctypes.c_int64, "i": ctypes.c_int32}
    kinds["r"] = ctypes.c_float if real is np.float32 else ctypes.c_double
    pairs = [(name, kinds[kind]) for name, kind in (word.split(":") for word in fields.split())]
    return type("Structure", (ctypes.Structure,), {"_fields_": pairs})


ARGUMENTS = """boards:p opponent:p own:p edges:p counts:p lines:p amounts:p reach:p leaves:p out:p regret:p average:p
    residue:p prediction:p locks:p own_words:l opponent_words:l num_boards:i num_above:i width:i width_above:i units:i
    rows_0:i rows_1:i player:i positive:r negative:r floor:r weight:r share:r ahead:r instant:r chance:r"""
SUMS = "source:p to:p places:p spans:p children:p leaves:i num_boards:i width:i num_below:i width_below:i"
BOARD = np.dtype(
    [("hands", "2i4"), ("base", "2i4"), ("table", "2i4"), ("above", "i4"), ("edges", "2i4"), ("edge_count", "2i4"),
     ("copies", "i4")]
)  # fmt: skip


class DeviceStreet:
    """One street of a spot: what its kernels read, and the arrays that they hand to each other.

    reach: `[leaves, boards, width]`, the opponent's at the chance leaves; value: the player's there, summed over the
    next cards; out: `[roots, boards, width]`, his at the roots.
    """

    def __init__(
        self, machine: Any, forest: Forest, level: Any, boards: list[Any], real: Any, width_above: int | None
    ) -> None:
        self.machine, self.forest, self.level, self.real = machine, forest, level, real
        self.num_boards = len(boards)
        self.above = np.array([board.above for board in boards], dtype=np.int64)
        self.num_above = int(self.above.max()) + 1
        warps = max(1, int(level.boards[:, :, 2].max()))
        self.width = warps * BLOCK
        self.width_above = self.width if width_above is None else width_above
        cards, most, edges = count_lists(level.boards, level.cards, level.spans, level.groups)
        size = np.dtype(real).itemsize
        room = (
            machine.room if machine.kind == "host" else min(machine.room, machine.per_processor // 2 - 1024)
        )
        # rounded up, so that boards of one betting tree share kernels; odd, so that lists begin in different banks
        stride, edges = (
            (int(most) // 4 * 4 + 5) if most % 4 != 2 else int(most) + 1,
            -(-int(edges) // 32) * 32,
        )
        self.sizes = Sizes(warps, int(cards), stride, edges, size, int(room))
        self.units: list[list[Units]] = [units_of(forest, p) for p in (0, 1)]
        self._send_tables()
        leaves = int(level.sizes[0, 6])
        self.reach = machine.zeros(max(1, leaves * self.num_boards * self.width), real)
        self.value = machine.zeros(max(1, leaves * self.num_boards * self.width), real)
        self.out = machine.zeros(forest.roots * self.num_boards * self.width, real)
        self.started: Any = None
        self._starts: dict[int, Any] = {}
        self._functions: dict[Any, Any] = {}
        self._prepared: dict[tuple[str, int], list[tuple[Any, int]]] = {}
        self._prepared_for: Any = None
        self._gathers: dict[int, Any] = {}
        self._arguments = _structure(ARGUMENTS, real)
        self._sum = _structure(SUMS, real)

    def _send_tables(self) -> None:
        level, sizes, machine = self.level, self.sizes, self.machine
        blocks = level.boards[:, :, 2]
        flat = np.concatenate([[0], np.cumsum(blocks.ravel())[:-1]]) * BLOCK
        table = flat.reshape(blocks.shape)
        total = max(BLOCK, int(blocks.sum()) * BLOCK)
        opponent = np.zeros((2, total), dtype=np.uint32)
        own = np.zeros((5, total), dtype=np.uint32)
        opponent[1] = NONE
        own[3], own[4] = NONE << 16, NONE
        edges = np.zeros(2 * (len(level.groups) + 2 * self.num_boards), dtype=np.uint16)
        edge_at = np.zeros((self.num_boards, 2), dtype=np.int64)
        edge_count = np.zeros((self.num_boards, 2), dtype=np.int64)
        counts = np.zeros((self.num_boards, 2, sizes.cards), dtype=np.uint8)
        fill_tables(
            level.boards, level.cards, level.same, level.parents, level.spans, level.groups, sizes.stride, table,
            opponent, own, edges, edge_at, edge_count, counts,
        )  # fmt: skip
        boards = np.zeros(self.num_boards, dtype=BOARD)
        boards["hands"], boards["base"], boards["table"] = level.boards[:, :, 1], level.boards[:, :, 3], table
        boards["above"], boards["edges"], boards["edge_count"] = self.above, edge_at, edge_count
        boards["copies"] = level.copies
        self._words = total
        given = {
            "boards": boards.view(np.int32), "opponent": opponent, "own": own, "edges": edges, "counts": counts,
        }  # fmt: skip
        self._tables = {name: machine.array(array) for name, array in given.items()}
        self._lines = [
            [tuple(map(machine.array, u.arrays(self.real))) for u in self.units[p]] for p in (0, 1)
        ]

    def functions(self, mode: int, flags: Flags, steps: list[str]) -> dict[tuple[str, int], list[Any]]:
        """Kernels by step and player, one a shape."""
        key = (mode, flags, *steps)
        if key not in self._functions:
            places = [(step, p, u) for step in steps for p in (0, 1) for u in range(len(self.units[p]))]
            made: dict[Any, KernelText] = {}
            for step, p, u in places:
                shape = self.units[p][u].shape
                made.setdefault(
                    (step, shape), self._kernel(f"{step}_{mode}_{len(made)}", shape, step, mode, flags)
                )
            built = dict(zip(made, self.machine.build(list(made.values())), strict=True))
            self._functions[key] = {
                (step, p): [built[step, u.shape] for u in self.units[p]] for step in steps for p in (0, 1)
            }
        return self._functions[key]  # type: ignore[no-any-return]

    def _kernel(self, name: str, shape: Any, step: str, mode: int, flags: Flags) -> KernelText:
        sizes = self.sizes
        shared = columns_of(shape, sizes, step).shared
        return KernelText(
            name, head(sizes, flags), kernel(name, shape, sizes, step, mode, flags), sizes.warps * 32, shared
        )

    def launch(
        self, functions: Any, step: str, player: int, row: FloatArray, kept: dict[str, Any], reach: Any, leaves: Any,
        chance: float = 0.0,
    ) -> None:  # fmt: skip
        """One step of a pass, all shapes."""
        if self._prepared_for is not kept:
            self._prepared, self._prepared_for = {}, kept
        if (step, player) not in self._prepared:
            self._prepared[step, player] = self._prepare(step, player, kept, leaves, chance)
        start = self.machine.pointer(reach)
        numbers = [
            float(row[column]) for column in (POSITIVE, NEGATIVE, FLOOR, AVERAGE, PREDICTION, LOOKAHEAD)
        ]
        for function, (given, blocks) in zip(
            functions[step, player], self._prepared[step, player], strict=True
        ):
            given.reach = start
            given.instant = float(row[INSTANT]) if len(row) > INSTANT else 0.0
            given.positive, given.negative, given.floor, given.weight, given.share, given.ahead = numbers
            self.machine.launch(function, blocks, given)

    def _prepare(
        self, step: str, player: int, kept: dict[str, Any], leaves: Any, chance: float
    ) -> list[tuple[Any, int]]:
        """Arguments and blocks of every shape; what changes from pass to pass is left to `launch`."""
        pointer = self.machine.pointer
        found = []
        for lines, amounts in self._lines[player]:
            given = self._arguments(
                **{name: pointer(array) for name, array in {**self._tables, **kept}.items()},
                lines=pointer(lines), amounts=pointer(amounts), units=len(lines),
                leaves=0 if leaves is None else pointer(leaves), out=pointer(self.out),
                own_words=self._words, opponent_words=self._words, num_boards=self.num_boards,
                num_above=self.num_above, width=self.width, width_above=self.width_above, player=player,
                rows_0=self.forest.rows[0], rows_1=self.forest.rows[1], chance=chance,
            )  # fmt: skip
            found.append((given, self.num_boards * len(lines)))
        return found

    # the first street
    def start(self, weights: FloatArray, player: int, is_range: bool) -> Any:
        """The opponent's weights where the kernels of the first street look for them, with room for both players."""
        if not is_range or player not in self._starts:
            row = np.zeros(self.width, dtype=self.real)
            row[: len(weights)] = weights
            self.started = self.machine.array(row)
            if is_range:
                self._starts[player] = self.started
        else:
            self.started = self._starts[player]
        return self.started

    def found(self, player: int, hands: int) -> FloatArray:
        """`[H]`: values at the first street's root, hands in the order of the range."""
        row = np.zeros(self.width, dtype=self.real)
        self.machine.fetch(self.out[: self.width], row)
        values = np.zeros(hands)
        at, count = int(self.level.boards[0, player, 4]), int(self.level.boards[0, player, 1])
        values[self.level.parents[at : at + count]] = row[:count]
        return values

    # from a street to the one before
    def gather(self, player: int, below: DeviceStreet) -> None:
        """Sum the values of the street below over its boards, into `value`."""
        if player not in self._gathers:
            self._gathers[player] = self._gather(player, below)
        function, given = self._gathers[player][:2]
        self.machine.launch(function, int(self.level.sizes[0, 6]) * self.num_boards, given)

    def _gather(self, player: int, below: DeviceStreet) -> tuple[Any, Any, Any]:
        members = below.level.boards[:, player, 5]
        entries = np.bincount(below.above, members, self.num_boards).astype(np.int64)
        first = np.concatenate([[0], np.cumsum(entries)])
        places = np.full((int(first[-1]), self.width), NONE, dtype=np.uint16)
        children = np.zeros(int(first[-1]), dtype=np.int32)
        invert_parents(
            below.level.boards, below.level.parents, below.above, player, self.width, first, places, children
        )
        arrays = [self.machine.array(a) for a in (places, first.astype(np.int32), children)]
        text = "#define SUMS\n" + head(self.sizes, Flags())
        function = self.machine.build([KernelText("sum_boards", text, "", self.width // 4)])[0]
        pointer = self.machine.pointer
        given = self._sum(
            source=pointer(below.out), to=pointer(self.value), places=pointer(arrays[0]), spans=pointer(arrays[1]),
            children=pointer(arrays[2]), leaves=int(self.level.sizes[0, 6]), num_boards=self.num_boards,
            width=self.width, num_below=below.num_boards, width_below=below.width,
        )  # fmt: skip
        return function, given, arrays
