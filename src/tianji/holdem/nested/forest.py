"""FlopForest: betting lines on one flop at a time, by the kernels: reaches, best values, gadgets; rows are `[R, H]`.

`tensors` has the same for all flops at once, with an axis for the flops before the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.cpu import make_scratch
from tianji.holdem.engine.gates import gate_kind, tremble_of
from tianji.holdem.engine.layout import level_arrays, make_forest
from tianji.holdem.engine.memory import on_lines
from tianji.holdem.nested.tree import Carved
from tianji.holdem.rounds.entries import Entries
from tianji.holdem.rounds.subgames import gadget_slack, margin_counts
from tianji.holdem.rounds.trunk import meets
from tianji.holdem.spot.boards import Board
from tianji.kernels.constants import BLOCK, CHUNK, VALUE
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]  # `[R, H]`, one an action, of any floating type


def bare(board: Board) -> Board:
    """The same flop by itself: ranges come in the order of its hands, and it stands for itself alone."""
    count = len(board.combos[0])
    whole = np.arange(count, dtype=np.int16)[None]
    return Board(board.cards, board.combos, (whole, whole), board.groups)


class Flop:
    """One flop, where a `FlopForest` is walked; arrays of a flop's hands are `[…, H′]`, of all hands `[…, H]`."""

    xp: Any = np  # what arrays are made by

    def __init__(self, board: Board) -> None:
        self.board, self.hands = bare(board), len(board.combos[0])
        self._at: IntArray = board.parents[0][0].astype(np.int64)
        self._cards = board.hand_cards(0)

    def begin(self, part: int, parts: int) -> None:
        """Told which part of a solve begins; one flop is soon done."""

    def down(self, rows: FloatArray) -> FloatArray:
        """`[C, H′]` of `[C, H]`."""
        return rows[:, self._at]

    def given(self, entries: Entries, b: int, gate: Technique) -> Sequence[FloatArray]:
        """What a gate on flop b is told by the trunk: ours, theirs, w, alt, spread, `[C, H′]` each."""
        ours, theirs, w = entries.entrants(b)
        return [self.down(part) for part in (ours, theirs, w, *entries.payoffs(b, gate, w))]

    def meets(self, reach: FloatArray) -> FloatArray:
        """`[L, H′]`: how much of a range each hand can meet."""
        return meets(self._cards, reach)

    def wide(self, rows: Rows) -> FloatArray:
        """In float64."""
        return rows.astype(np.float64)

    def send(self, matrix: FloatArray) -> FloatArray:
        """A matrix to multiply rows by."""
        return matrix

    def total(self, values: FloatArray, hands: int) -> FloatArray:
        """`[C, H]` of `[C, H′]`: summed over the flops that are walked at once, here one."""
        found = np.zeros((len(values), hands))
        found[:, self._at] = values
        return found

    def counts(self, margins: FloatArray, w: FloatArray) -> FloatArray:
        """The weight of the hands by the bins of `MARGIN_EDGES`; likewise summed."""
        return margin_counts(margins[w > 0], w[w > 0])


@dataclass(frozen=True, eq=False)
class SolvedForest:
    """What solving the roots of a forest gave: average rows a player; values `[L, H′]` (see `gates.solve_board`).

    slack: what the gadgets' gaps come to, in units of reach.
    """

    rows: tuple[Rows, Rows]
    entries: FloatArray
    cbv: FloatArray
    reply: FloatArray
    slack: float


class FlopForest:
    """The betting below L roots, all on the flop, in sequence form; slots and rows as in `kernels.poker.vector`.

    storage: the type that kernels reckon in.
    """

    def __init__(self, carved: Carved, storage: str = "float32") -> None:
        self.carved, self.forest = carved, make_forest(carved.tree, 1)
        self.real: Any = np.float64 if storage == "float64" else np.float32
        self.roots = self.forest.roots
        self.number = {n: k for k, n in enumerate(carved.origin) if n >= 0}

    def at(self, n: int, player: int) -> int:
        """A player's slot at a node of the whole tree."""
        return self.forest.node_slots[self.number[n]][player]

    def actions(self, n: int) -> range:
        """The slots of the actions of a node of the whole tree."""
        first = self.forest.action_slot[self.number[n]]
        return range(first, first + len(self.carved.tree.nodes[self.number[n]].actions))

    def rows_of(self, player: int) -> dict[int, range]:
        """By node of the whole tree: the rows of a player's actions there; the last copy where there are several."""
        forest, nodes = self.forest, self.carved.tree.nodes
        found = {}
        for n in forest.infoset_nodes[player]:
            first = forest.action_slot[n] - forest.roots
            found[self.carved.origin[n]] = range(first, first + len(nodes[n].actions))
        return found

    def empty(self, player: int, flop: Flop) -> Rows:
        """`[R, H′]` of zeros."""
        return np.zeros((self.forest.rows[player], flop.hands), dtype=self.real)

    def reach(self, player: int, rows: Rows, start: FloatArray) -> FloatArray:
        """`[Q, H]`: a player's reach of all slots; start: `[L, H]` at the roots."""
        forest = self.forest
        found = np.zeros((forest.slots[player], start.shape[1]))
        found[: forest.roots] = start
        for above, first, count in forest.infosets[player].tolist():
            part = rows[first - forest.roots : first - forest.roots + count].astype(np.float64)
            total = part.sum(axis=0)
            share = np.where(total > 0, part / np.where(total > 0, total, 1.0), 1.0 / count)
            found[first : first + count] = found[above] * share
        return found

    def best_values(self, flop: Flop, player: int, rows: Rows, start: FloatArray) -> FloatArray:
        """`[Q, H′]`: what each of a player's slots is worth when he plays his best after it; roots first.

        rows: the other player's average; start: `[L, H]`, his reach at the roots, which weighs the values.
        """
        from tianji.kernels.poker.vector import forward, terminals

        other, board = 1 - player, flop.board
        level, work = self._level(board), self._scratch(board)
        self._write(level, other, rows)
        none = np.zeros((0, 0), dtype=self.real)
        forward(level, 0, other, start.astype(self.real, order="C"), np.zeros(6), VALUE, work, none)
        terminals(level, 0, player, work)
        forest, hands = self.forest, start.shape[1]
        found = np.zeros((forest.slots[player], hands))
        sums = (work.beats, work.meets)
        for (slot, kind, column), amount in zip(
            forest.terms[player].tolist(), forest.amounts[player], strict=True
        ):
            found[slot] += amount * sums[kind][column // CHUNK, :hands, column % CHUNK]
        for above, first, count in forest.infosets[player][::-1].tolist():
            found[above] += found[first : first + count].max(axis=0)
        return found

    def solve(
        self,
        flop: Flop,
        seat: int,
        gate: Technique,
        ours: FloatArray,
        theirs: FloatArray,
        w: FloatArray,
        alt: FloatArray,
        schedule: FloatArray,
        spread: FloatArray | None = None,
    ) -> SolvedForest:
        """Every root behind its own gate (`kernels.poker.gates`), with so many iterations as the schedule has rows."""
        from tianji.kernels.poker.gates import solve_board

        board = flop.board
        level, work = self._level(board), self._scratch(board)
        none = np.zeros((0, 0), dtype=self.real), np.zeros((0, 0))
        entries, cbv, reply = np.zeros(w.shape), np.zeros(w.shape), np.zeros(w.shape)
        spread = np.zeros(w.shape) if spread is None else spread
        # rows first, whoever made them: another order of memory would be another kernel to compile
        given = [np.ascontiguousarray(x) for x in (ours.astype(self.real), theirs, w, alt, spread)]
        solve_board(
            level, 0, seat, gate_kind(gate), *given, tremble_of(gate), schedule, work, *none,
            np.zeros((2, *w.shape)), np.zeros(w.shape, self.real), entries, 0, 0.0, True, cbv, reply,
        )  # fmt: skip
        slack = gadget_slack(gate, ours, theirs, w, alt, spread, entries, cbv, reply)
        return SolvedForest((self._read(level, 0), self._read(level, 1)), entries, cbv, reply, slack)

    def _level(self, board: Board) -> Any:
        from tianji.kernels.poker.vector import Level

        arrays = level_arrays(self.forest, [board])
        size = int(arrays.pop("rows")) * BLOCK
        none = np.zeros(0, dtype=self.real)
        return Level(
            **arrays, regret=on_lines((size,), self.real), average=on_lines((size,), self.real), residue=none,
            prediction=none, scales=np.ones((2, 1), dtype=np.float32), locks=np.zeros(0, dtype=np.uint8),
        )  # fmt: skip

    def _scratch(self, board: Board) -> Any:
        forest = self.forest
        chunks = max(len(columns) // CHUNK for columns in forest.columns)
        actions = max((int(i[:, 2].max(initial=1)) for i in forest.infosets), default=1)
        return make_scratch(max(forest.slots), actions, chunks, len(board.combos[0]), self.real)

    def _part(self, level: Any, player: int) -> tuple[Any, int]:
        """A player's average as `[blocks, R, BLOCK]`, and how many hands he has."""
        _, hands, blocks, base = (int(x) for x in level.boards[0, player, :4])
        count = self.forest.rows[player]
        flat = level.average[base * BLOCK : (base + blocks * count) * BLOCK]
        return flat.reshape(blocks, count, BLOCK), hands

    def _write(self, level: Any, player: int, rows: Rows) -> None:
        part, hands = self._part(level, player)
        padded = np.zeros((rows.shape[0], part.shape[0] * BLOCK), dtype=self.real)
        padded[:, :hands] = rows
        part[:] = padded.reshape(len(rows), len(part), BLOCK).transpose(1, 0, 2)

    def _read(self, level: Any, player: int) -> Rows:
        part, hands = self._part(level, player)
        blocks, count, _ = part.shape
        rows: Rows = part.transpose(1, 0, 2).reshape(count, blocks * BLOCK)[:, :hands].copy()
        return rows
