"""Prepared: average strategies of a solved tree, hand by hand on every flop, found by betting line; kept in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core import storage
from tianji.core.schema import Array, Schema, number, table
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.config import check_config
from tianji.holdem.spot.boards import Board
from tianji.holdem.spot.tree import BettingTree

KIND = "nested-strategy"
FloatArray = npt.NDArray[np.float64]
Rows = npt.NDArray[Any]


class Prepared:
    """Rows of both players at some nodes of a tree: before the flop `[R, H]`, on it `[R, Σ H]`, flop after flop.

    names: lines by node of the tree, as the whole game has them. first: by round and player, line → its first row.
    edges: `[B + 1]`, where each flop's hands begin. odds: `[H]`, how likely the opponent makes the off-tree bet that
    this begins with, where the solve says so; else ones. gap: what was left of the solve.
    """

    def __init__(
        self,
        tree: BettingTree,
        names: Sequence[str],
        nodes: Sequence[int],
        boards: Sequence[Sequence[Board]],
        config: dict[str, Any],
        kind: npt.DTypeLike = np.float32,
    ) -> None:
        self.config = config
        hands = len(boards[0][0].combos[0])
        self.edges = np.cumsum([0, *(len(board.combos[0]) for board in boards[1])])
        self.odds, self.gap = np.ones(hands), 0.0
        self.nodes: dict[tuple[int, int], list[int]] = {}
        self.first: dict[tuple[int, int], dict[str, int]] = {}
        self.rows: dict[tuple[int, int], Rows] = {}
        for k, width in ((0, hands), (1, int(self.edges[-1]))):
            for p in (0, 1):
                acting = [n for n in nodes if (tree.nodes[n].street, tree.nodes[n].player) == (k, p)]
                acting = [n for n in acting if tree.nodes[n].kind == "act"]
                counts = np.cumsum([0, *(len(tree.nodes[n].actions) for n in acting)]).tolist()
                self.nodes[k, p] = acting
                self.first[k, p] = {names[n]: at for n, at in zip(acting, counts, strict=False)}
                self.rows[k, p] = np.zeros((counts[-1], width), dtype=kind)

    def take(self, backend: CpuBackend) -> None:
        """Fill it from a backend's averages; the nodes are those of the backend's own tree."""
        for (k, p), nodes in self.nodes.items():
            if not nodes:
                continue
            chosen = self._chosen(backend, k, nodes)
            edges = self.edges if k else np.array([0, len(self.odds)])
            for b in range(len(backend.boards[k])):
                self.rows[k, p][:, edges[b] : edges[b + 1]] = backend.rows(k, b, p, "average")[chosen]

    @staticmethod
    def _chosen(backend: CpuBackend, k: int, nodes: Sequence[int]) -> list[int]:
        """Which rows of a backend are those of some nodes of its tree."""
        forest, found = backend.forests[k], []
        for n in nodes:
            at = forest.action_slot[n] - forest.roots
            found += list(range(at, at + len(backend.tree.nodes[n].actions)))
        return found

    def take_cells(self, backend: BucketBackend, cells: Cells) -> None:
        """Fill it from a strategy that hands of a bucket share; the nodes are those of the backend's own tree."""
        for (k, p), nodes in self.nodes.items():
            table = cells[k][p].reshape(-1, backend.cells[k])[self._chosen(backend, k, nodes)]
            edges = self.edges if k else np.array([0, len(self.odds)])
            for b in range(len(backend.boards[k])):
                first, hands = (int(x) for x in backend.levels[k].boards[b, p, :2])
                own = backend.buckets[k][first : first + hands]
                self.rows[k, p][:, edges[b] : edges[b + 1]] = table[:, own]

    def preflop(self, player: int, line: str, count: int) -> FloatArray:
        """`[count, H]`: the probabilities of the actions after a line before the flop."""
        at = self.first[0, player][line]
        part = self.rows[0, player][at : at + count].astype(np.float64)
        total = part.sum(axis=0)
        found: FloatArray = np.where(total > 0, part / np.where(total > 0, total, 1.0), 1.0 / count)
        return found

    def flop(self, player: int, b: int) -> Rows:
        """`[R, H]`: a player's rows on a flop."""
        return self.rows[1, player][:, self.edges[b] : self.edges[b + 1]]

    def save(self, path: Path) -> None:
        """Write it down."""
        tensors = {f"{k}/{p}": rows for (k, p), rows in self.rows.items() if rows.size}
        storage.save(path, KIND, {**tensors, "odds": self.odds}, {"config": self.config, "gap": self.gap})

    def load(self, path: Path) -> None:
        """Take the rows of a file; one of something else is refused."""
        schema = {
            f"{k}/{p}": Array("float", rows.shape, 0.0, dtype=rows.dtype)
            for (k, p), rows in self.rows.items()
            if rows.size
        }
        schema["odds"] = Array("float", self.odds.shape, 0.0, dtype=np.float64)
        tensors, fields = storage.load(path, KIND, Schema(schema, {"config": table, "gap": number()}))
        check_config(path, fields["config"], self.config)
        for k, p in self.rows:
            self.rows[k, p] = tensors.get(f"{k}/{p}", self.rows[k, p])
        self.odds, self.gap = tensors["odds"], float(fields["gap"])
