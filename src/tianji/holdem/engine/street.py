"""DeviceStreet: one street of a spot on a machine: hand tables, kernels by shape, work space, launches."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.allin import AllIns, CardsToCome
from tianji.holdem.engine.layout import Forest
from tianji.holdem.engine.units import Units, units_of
from tianji.kernels.constants import BLOCK
from tianji.kernels.gpu.hand_tables import NONE, count_lists, fill_tables
from tianji.kernels.gpu.machine import KernelText, structure
from tianji.kernels.gpu.shapes import ALONE, columns_of, shared_sizes
from tianji.kernels.gpu.source import Flags, head, kernel

FloatArray = npt.NDArray[np.float64]
PART, MOST_SUMS = 8, 528  # boards that a block sums at least; blocks beyond which no more parts are made


ARGUMENTS = """boards:p opponent:p own:p edges:p counts:p lines:p amounts:p reach:p leaves:p out:p regret:p average:p
    residue:p prediction:p locks:p scales:p own_words:l opponent_words:l unit_rows:l now:p num_boards:i num_above:i
    width:i width_above:i units:i rows_0:i rows_1:i player:i chance:r opponent_cells:p own_cells:p buckets:p
    num_cells:i"""
FOLD = "source:p to:p order:p first:p list:p parts:i num_boards:i width:i classes:i"
SUMS = "source:p to:p places:p spans:p children:p list:p num_boards:i width:i num_below:i width_below:i"
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
        # two blocks a processor; one where a block has warps enough to keep it busy, and needs so much for one round
        half = (
            machine.room if machine.kind == "host" else min(machine.room, machine.per_processor // 2 - 1024)
        )
        room = machine.room if warps >= ALONE else half
        self.sizes = shared_sizes(
            warps, int(cards), int(most), int(edges), size, int(room), len(boards[0].cards)
        )
        self.all_ins: AllIns | None = (
            None  # lines of the street below that are all-in, once `meet_below` found them
        )
        self.skipped: list[int] = []  # roots that the street above looks after
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
        self._entries: dict[int, CardsToCome] = {}
        self._arguments = structure(ARGUMENTS, real)
        self._sum, self._fold = structure(SUMS, real), structure(FOLD, real)

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
        self.words = total
        given = {
            "boards": boards.view(np.int32), "opponent": opponent, "own": own, "edges": edges, "counts": counts,
        }  # fmt: skip
        self.tables = {name: machine.array(array) for name, array in given.items()}

    @cached_property
    def units(self) -> list[list[Units]]:
        """By player."""
        return [units_of(self.forest, p, self.skipped) for p in (0, 1)]

    @cached_property
    def _lines(self) -> list[list[tuple[Any, Any]]]:
        """Lines and amounts of the units, by player."""
        send = self.machine.array
        return [[tuple(map(send, u.arrays(self.real))) for u in self.units[p]] for p in (0, 1)]

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

    def launches(
        self, functions: Any, step: str, player: int, now: Any, kept: dict[str, Any], reach: Any, leaves: Any,
        chance: float = 0.0, beside: Any = (), cells: tuple[Any, Any] | None = None,
    ) -> list[Any]:  # fmt: skip
        """One step of a pass, all shapes and what is `beside` them at once; now: the row of the schedule, there.

        cells: strategies of buckets, `[rows, K]`, the opponent's and the player's; `kept` has `buckets`, `num_cells`.
        """
        if self._prepared_for is not kept:
            self._prepared, self._prepared_for = {}, kept
        if (step, player) not in self._prepared:
            self._prepared[step, player] = self._prepare(step, player, now, kept, leaves, chance)
        start = self.machine.pointer(reach)
        launches = list(beside)
        for function, (given, blocks) in zip(
            functions[step, player], self._prepared[step, player], strict=True
        ):
            given.reach = start
            if cells is not None:
                given.opponent_cells, given.own_cells = map(self.machine.pointer, cells)
            launches.append((function, blocks, given))
        return launches

    def forget(self) -> None:
        """Let go of what the last launches read and wrote."""
        self._prepared, self._prepared_for = {}, None

    def _prepare(
        self, step: str, player: int, now: Any, kept: dict[str, Any], leaves: Any, chance: float
    ) -> list[tuple[Any, int]]:
        """Arguments and blocks of every shape; what changes from pass to pass is left to `launch`."""
        pointer = self.machine.pointer
        found = []
        for lines, amounts in self._lines[player]:
            given = self._arguments(
                **{name: pointer(array) for name, array in {**self.tables, **kept}.items() if name != "num_cells"},
                num_cells=kept.get("num_cells", 0),
                lines=pointer(lines), amounts=pointer(amounts), units=len(lines), now=pointer(now),
                leaves=0 if leaves is None else pointer(leaves), out=pointer(self.out),
                own_words=self.words, opponent_words=self.words, unit_rows=self.level.scales.shape[1],
                num_boards=self.num_boards,
                num_above=self.num_above, width=self.width, width_above=self.width_above, player=player,
                rows_0=self.forest.rows[0], rows_1=self.forest.rows[1], chance=chance,
            )  # fmt: skip
            found.append((given, self.num_boards * len(lines)))
        return found

    # the first street
    def start(self, weights: FloatArray, player: int, is_range: bool, there: Any = None) -> Any:
        """The opponent's weights where the kernels of the first street look for them, with room for both players.

        there: an array of the machine's that has them already.
        """
        if there is not None:
            self.started = there
            return there
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
    def meet_below(self, below: DeviceStreet) -> None:
        """Take the all-in lines of the last street over, where one matrix a board can tell their showdowns."""
        self.all_ins = AllIns.of(self, below)
        below.skipped = [] if self.all_ins is None else self.all_ins.roots

    def gathers(
        self, player: int, below: DeviceStreet, classes: npt.NDArray[np.int64] | None = None
    ) -> list[Any]:
        """Launches, one after the other, that sum the values of the street below over its boards, into `value`.

        classes: see `CpuBackend`.
        """
        if player not in self._gathers:
            self._gathers[player] = self._gather(player, below, classes)
        found: list[Any] = self._gathers[player][0]
        return found

    def entries(self, player: int, below: DeviceStreet) -> CardsToCome:
        """The cards that may come after each board, and where its hands are then."""
        if player not in self._entries:
            self._entries[player] = CardsToCome.of(self, player, below)
        return self._entries[player]

    def _gather(
        self, player: int, below: DeviceStreet, classes: npt.NDArray[np.int64] | None
    ) -> tuple[list[Any], list[Any]]:
        """The launches that do it, and the arrays they read. Where few blocks would sum much, many sum parts of it."""
        machine, pointer, count = self.machine, self.machine.pointer, int(self.level.sizes[0, 6])
        leaves = [leaf for leaf in range(count) if leaf not in below.skipped]
        if not leaves:
            return [], []
        entries = self.entries(player, below)
        parts = max(1, min(entries.most // PART, MOST_SUMS // (len(leaves) * self.num_boards)))
        threads, is_whole = self.width // 4, parts == 1 and classes is None
        text = "#define SUMS\n" + head(self.sizes, Flags())
        kernels = [
            KernelText("sum_boards", text, "", threads),
            KernelText("fold_parts", text, "", threads, self.width * self.sizes.bytes),
        ]
        sums, fold = machine.build(kernels)
        spans, listed = machine.array(entries.spans(parts)), machine.array(np.array(leaves, dtype=np.int32))
        to = (
            self.value if is_whole else machine.zeros(count * self.num_boards * parts * self.width, self.real)
        )
        given = self._sum(
            source=pointer(below.out), to=pointer(to), places=pointer(entries.places), spans=pointer(spans),
            children=pointer(entries.children), list=pointer(listed), num_boards=self.num_boards * parts,
            width=self.width, num_below=below.num_boards, width_below=below.width,
        )  # fmt: skip
        launches, arrays = [(sums, len(leaves) * self.num_boards * parts, given)], [spans, listed, to]
        if not is_whole:
            order = np.zeros(1) if classes is None else np.argsort(classes, kind="stable")
            edges = np.zeros(1) if classes is None else np.append(0, np.cumsum(np.bincount(classes)))
            arrays += [machine.array(a.astype(np.int32)) for a in (order, edges)]
            folded = self._fold(
                source=pointer(to), to=pointer(self.value), order=pointer(arrays[3]), first=pointer(arrays[4]),
                list=pointer(listed), parts=parts, num_boards=self.num_boards, width=self.width,
                classes=len(edges) - 1,
            )  # fmt: skip
            launches.append((fold, len(leaves) * self.num_boards, folded))
        return launches, arrays
