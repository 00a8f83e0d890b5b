"""TurnWalk: the turns of a piece by the kernels that are generated for spots, in cells or each behind gates of its own.

They read a regret and what is added to an average once, and keep what is between them in a block's shared memory, where
a pass in tensors reads and writes every reach and value in the device's. Hands are padded to rows of 128, and come root
by root: `[C, turns, width]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.device import NOW, PARTS, schedule_steps
from tianji.holdem.engine.gpu.gate import GATE, gate_kernel
from tianji.holdem.engine.layout import Forest
from tianji.holdem.engine.street import DeviceStreet
from tianji.holdem.spot.boards import Board
from tianji.kernels.constants import BLOCK, RESPONSE, SOLVE, VALUE
from tianji.kernels.gpu.machine import structure
from tianji.kernels.gpu.shapes import WALK
from tianji.kernels.gpu.source import Flags

FloatArray = npt.NDArray[np.float64]
FLAGS, IN_CELLS = Flags(), Flags(is_shared=True)
THREADS = 128  # of a block of gates: sums over all of them are added up by each
ASKED = 8  # iterations between two looks at whether to go on
TABLES = 2 * 7 * 4  # bytes that a hand's tables take, of both players


def walk_bytes(forest: Forest, hands: int) -> int:
    """What a turn takes all the time; solving it takes less than in tensors."""
    return -(-hands // BLOCK) * BLOCK * (TABLES + 4 * forest.roots)


class _Alone(NamedTuple):
    """A turn that stands for itself: what it follows is its own ranges."""

    above: int
    cards: list[int]


class FoundTurns(NamedTuple):
    """What solving came to, `[turns, C, H]` in float64, as `kernels.gpu.gates.Answers` has it."""

    cbv: Any
    entries: Any
    reply: Any


class TurnWalk:
    """Turns boards[turns] on a machine; level: of all turns (`kernels.poker.vector.Level`), of which they are a part.

    tables, cells: of the same turns in tensors, for their sizes and buckets.
    """

    def __init__(
        self, machine: Any, forest: Forest, level: Any, boards: Sequence[Board], turns: range, tables: Any, cells: Any
    ) -> None:  # fmt: skip
        self.machine, self.forest, self.xp, self.cells = machine, forest, tables.xp, cells
        self.device, self.hands = tables.device, tables.hands
        self.real: Any = np.float64 if tables.is_double else np.float32
        part = level.boards[turns.start : turns.stop].copy()
        blocks = part[:, 0, 2]
        part[:, 0, 3] = np.cumsum(blocks) * sum(forest.rows) - blocks * sum(forest.rows)
        part[:, 1, 3] = part[:, 0, 3] + blocks * forest.rows[0]
        part[:, :, 4:] = 0, 1  # places on the board before: its own
        alone = level._replace(
            boards=part, parents=np.arange(self.hands, dtype=np.int16), copies=np.ones(len(part)),
            spans=np.ascontiguousarray(level.spans[turns.start : turns.stop]),
        )  # fmt: skip
        given: list[Any] = [_Alone(b, boards[t].cards) for b, t in enumerate(turns)]
        self.street = DeviceStreet(machine, forest, alone, given, self.real, None)
        self.rows = int(blocks.sum()) * sum(forest.rows)
        self.now = machine.zeros(NOW, self.real)
        padded = self.xp.nn.functional.pad(cells.buckets, (0, self.street.width - self.hands))
        self._buckets = self._there(padded.flatten())

    def in_cells(
        self, player: int, start: Any, sigma: Sequence[Any], is_best: bool, is_counted: bool
    ) -> tuple[Any, list[Any]]:
        """`[turns, C, H]`: a player's values at the roots where both play cells sigma, `[rows, K]`, or he his best.

        start: the opponent's reach there. Where counted, also sums of the opponent's plans and of the player's values:
        `[rows, K]` in float64.
        """
        assert not (is_best and is_counted)
        street, mode = self.street, RESPONSE if is_best else SOLVE if is_counted else VALUE
        kept = self._kept(0) | {"buckets": self._buckets, "num_cells": self.cells.count}
        tables = [
            self._there(sigma[p].to(self._kind(self.real)).contiguous().flatten())
            for p in (1 - player, player)
        ]
        sizes = [self.forest.rows[p] for p in (1 - player, player)] if is_counted else []
        written = [
            self.xp.empty(
                rows, street.num_boards, street.width, dtype=self._kind(self.real), device=self.device
            )
            for rows in sizes
        ]
        kept |= {
            name: self._there(rows.view(-1))
            for name, rows in zip(("average", "regret"), written, strict=False)
        }
        functions, reach = street.functions(mode, IN_CELLS, [WALK]), self._laid(start, self.real)
        given = functions, WALK, player, self.now, kept, reach, None
        self.machine.launch(*street.launches(*given, cells=(tables[0], tables[1])))
        street.forget()
        sums = [self.cells.sums_of(rows.transpose(0, 1)[:, :, : self.hands]) for rows in written]
        return self._back(self.xp.as_tensor(street.out)), sums

    def solve(
        self,
        resolver: int,
        gate: Any,
        ours: Any,
        schedule: FloatArray,
        goes_on: Callable[[int], bool],
    ) -> FoundTurns | None:
        """As `kernels.gpu.gates.solve`: every root of every turn behind its gate; ours: `[turns, C, H]`."""
        try:
            return self._solve(resolver, gate, ours, schedule, goes_on)
        finally:
            self.street.forget()

    def _solve(
        self, resolver: int, gate: Any, ours: Any, schedule: FloatArray, goes_on: Callable[[int], bool]
    ) -> FoundTurns | None:
        machine, street, opponent = self.machine, self.street, 1 - resolver
        kept = self._kept(self.rows * BLOCK)
        functions = street.functions(SOLVE, FLAGS, [WALK])
        start, gates = self._laid(ours, self.real), _Gates(self, gate)

        def walk(by: Any, player: int, reach: Any) -> None:
            machine.launch(*street.launches(by, WALK, player, self.now, kept, reach, None))

        steps, mark = schedule_steps(schedule, 1.0, is_discounted=False), None
        rows = machine.array(np.stack([row for row, _, _ in steps]).astype(self.real))
        for t, (_, factor, _) in enumerate(steps, 1):
            if t % ASKED == 0:
                if mark is not None:
                    mark()
                if not goes_on(t):
                    return None
                mark = machine.mark()
            if factor != 1:
                kept["average"] *= factor
            machine.copy(rows[t - 1], self.now)
            walk(functions, opponent, start)
            machine.launch(gates.launch)
            walk(functions, resolver, gates.start)
        best, found = street.functions(RESPONSE, FLAGS, [WALK]), []
        entries = gates.entries()
        for player, reach in ((opponent, start), (resolver, self._there(entries.to(self._kind(self.real))))):
            walk(best, player, reach)
            found.append(self._back(self.xp.as_tensor(street.out).double().clone()))
        machine.wait()
        return FoundTurns(found[0], self._back(entries), found[1])

    def _kept(self, size: int) -> dict[str, Any]:
        """Room for so many regrets and averages, all zeros, and nothing for what spots keep beside them."""
        zeros, real = self.machine.zeros, self.real
        none = {name: zeros(1, np.uint8 if name == "locks" else real) for name in PARTS}
        return {**none, **({name: zeros(size, real) for name in ("regret", "average")} if size else {})}

    def _kind(self, real: Any) -> Any:
        return getattr(self.xp, np.dtype(real).name)

    def _there(self, tensor: Any) -> Any:
        """A tensor as the machine's arrays are."""
        return tensor if self.machine.kind == "cuda" else tensor.numpy()

    def _laid(self, rows: Any, real: Any) -> Any:
        """`[C · turns · width]` from `[turns, C, H]`, 0 beside the hands."""
        padded = self.xp.nn.functional.pad(
            rows.to(self._kind(real)).transpose(0, 1), (0, self.street.width - self.hands)
        )
        return self._there(padded.contiguous().flatten())

    def _back(self, flat: Any) -> Any:
        """The reverse."""
        rows = flat.view(self.forest.roots, self.street.num_boards, self.street.width)
        return rows[:, :, : self.hands].transpose(0, 1).contiguous()


class _Gates:
    """The gates of all turns and roots on the machine, and the launch of their choice; gate: `gates.DeviceGate`."""

    def __init__(self, walk: TurnWalk, gate: Any) -> None:
        machine, street, self._walk = walk.machine, walk.street, walk
        count, hands = walk.forest.roots * street.num_boards, street.width
        given = {
            name: walk._laid(getattr(gate, name), np.float64) for name in ("w", "alt", "spread", "theirs")
        }
        sizes = {"value": 1, "state": 2, "entry": 1, "sums": 1}
        moved = {name: machine.zeros(count * hands * size, np.float64) for name, size in sizes.items()}
        self._numbers, self._sums = machine.zeros(2 * count, np.float64), moved["sums"]
        self.start = machine.zeros(count * hands, walk.real)
        arrays = {
            **given, **moved, "values": street.out, "start": self.start, "numbers": self._numbers, "now": walk.now,
        }  # fmt: skip
        self._arrays = arrays  # what the launch points to
        pointers = {name: machine.pointer(array) for name, array in arrays.items()}
        fields = structure(GATE, walk.real)(
            **pointers, places=None, tremble=gate.tremble, hands=hands, kind=gate.kind
        )
        kernel = gate_kernel(street.sizes, THREADS)
        self.launch = (machine.build([kernel])[0], count, fields)

    def entries(self) -> Any:
        """`[C · turns · width]`: the average entry weights."""
        total = float(self._numbers[1])
        return self._walk.xp.as_tensor(self._sums) / total
