"""A betting tree and its boards as the arrays that the kernels walk (`kernels.poker.vector.Level`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.spot.tree import SMALL, BettingNode, BettingTree
from tianji.kernels.constants import BLOCK, CHUNK

BEATS, MEETS = 0, 1
IntArray = npt.NDArray[np.int64]


@dataclass
class Forest:
    """One street's betting as a sequence form a player: see `kernels.poker.vector` for the axes.

    node_slots: `[nodes, 2]`, each player's last slot at a node of the street; action_slot: by node, where
    the actions of the one who acts begin.
    """

    numbers: list[int]
    roots: int
    slots: list[int]
    infosets: list[IntArray]
    infoset_nodes: list[list[int]]
    columns: list[IntArray]
    showdown_chunks: list[int]
    is_met: list[npt.NDArray[np.uint8]]
    terms: list[IntArray]
    amounts: list[npt.NDArray[np.float64]]
    chances: list[IntArray]
    node_slots: dict[int, tuple[int, int]]
    action_slot: dict[int, int]

    @property
    def rows(self) -> list[int]:
        """Rows of storage a block of hands needs, for each player: one an action."""
        return [slots - self.roots for slots in self.slots]

    @cached_property
    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What of a `Level` does not depend on the boards."""
        sizes = [
            [
                self.roots, len(self.infosets[p]), self.slots[p], len(self.columns[p]) // CHUNK,
                self.showdown_chunks[p], len(self.terms[p]), len(self.chances[p]),
            ]
            for p in (0, 1)
        ]  # fmt: skip
        return {
            "sizes": np.array(sizes, dtype=np.int64),
            "infosets": _stack(list(self.infosets), np.int32),
            "columns": _stack([np.where(c < 0, max(self.slots), c) for c in self.columns], np.uint64),
            "is_met": _stack(list(self.is_met), np.int8),
            "terms": _stack(list(self.terms), np.int32),
            "amounts": _stack(list(self.amounts), np.float64),
            "chances": _stack(list(self.chances), np.int32),
        }


def make_forest(tree: BettingTree, street: int, rake: tuple[float, float] = (0.0, 0.0)) -> Forest:
    """The sequence form of one street, over all lines that lead to it; that of a small tree is kept with it."""
    if len(tree.nodes) > SMALL:
        return _forest(tree, street, rake)
    kept = vars(tree).setdefault("_forests", {})
    key = (street, *rake)
    if key not in kept:
        kept[key] = _forest(tree, street, rake)
    found: Forest = kept[key]
    return found


def _forest(tree: BettingTree, street: int, rake: tuple[float, float]) -> Forest:
    numbers = tree.street_nodes(street)
    is_root = [n == 0 or tree.nodes[tree.nodes[n].parent].street != street for n in numbers]
    roots = sum(is_root)
    slots = [roots, roots]
    infosets: list[list[tuple[int, int, int]]] = [[], []]
    infoset_nodes: list[list[int]] = [[], []]
    terms: list[list[tuple[int, int, int, float]]] = [[], []]
    chances: list[list[int]] = [[], []]
    at: dict[int, tuple[int, int]] = {
        n: (k, k) for k, n in enumerate(n for n, r in zip(numbers, is_root, strict=False) if r)
    }
    action_slot: dict[int, int] = {}
    for n in numbers:
        node = tree.nodes[n]
        if node.kind == "act":
            p = node.player
            infosets[p].append((at[n][p], slots[p], len(node.actions)))
            infoset_nodes[p].append(n)
            action_slot[n] = slots[p]
            for child in node.children:
                at[child] = (slots[0], at[n][1]) if p == 0 else (at[n][0], slots[1])
                slots[p] += 1
        elif node.kind == "deal":
            for p in (0, 1):
                chances[p].append(at[n][p])
        else:
            pays = tree.payoff(node, rake)
            for p in (0, 1):
                terms[p] += _terms(node, p, at[n], pays[p])
    columns, showdown_chunks, is_met = zip(*(_columns(terms[1 - p]) for p in (0, 1)), strict=True)
    places = [{s: k for k, s in enumerate(c.tolist()) if s >= 0} for c in columns]
    # by chunk and kind, the order in which the kernel loads them
    placed = [
        sorted(((s, k, places[1 - p][c], a) for s, k, c, a in terms[p]), key=_load_order) for p in (0, 1)
    ]
    return Forest(
        numbers, roots, slots,
        [np.array(rows, dtype=np.int64).reshape(-1, 3) for rows in infosets], infoset_nodes,
        list(columns), list(showdown_chunks), list(is_met),
        [np.array([t[:3] for t in placed[p]], dtype=np.int64).reshape(-1, 3) for p in (0, 1)],
        [np.array([t[3] for t in placed[p]]) for p in (0, 1)],
        [np.array(c, dtype=np.int64) for c in chances], at, action_slot,
    )  # fmt: skip


def _terms(
    node: BettingNode, p: int, at: tuple[int, int], pays: tuple[float, float]
) -> list[tuple[int, int, int, float]]:
    """What a terminal pays player p: (his slot, beats or meets, the opponent's slot, chips); pays: winner, loser."""
    win, lose = pays
    if node.kind == "fold":
        return [(at[p], MEETS, at[1 - p], lose if node.player == p else win)]
    found = [(at[p], BEATS, at[1 - p], (win - lose) / 2)]
    middle = (win + lose) / 2  # what a tie pays; 0 without rake
    return [*found, (at[p], MEETS, at[1 - p], middle)] if abs(middle) > 1e-12 * abs(win) else found


def _columns(terms: list[tuple[int, int, int, float]]) -> tuple[IntArray, int, npt.NDArray[np.uint8]]:
    """The opponent's slots that a player's terms look at, in chunks.

    Showdowns first, those that need both sums last among them; slots that only folds look at fill up their last chunk.
    """
    beats = {slot for _, kind, slot, _ in terms if kind == BEATS}
    meets = {slot for _, kind, slot, _ in terms if kind == MEETS}
    slots = sorted(beats - meets) + sorted(beats & meets) + sorted(meets - beats)
    table = np.array(slots + [-1] * (-len(slots) % CHUNK), dtype=np.int64)
    is_met = np.array([bool(set(row) & meets) for row in table.reshape(-1, CHUNK).tolist()], dtype=np.uint8)
    return table, -(-len(beats) // CHUNK), is_met


def _load_order(term: tuple[int, int, int, float]) -> tuple[int, int, int, int]:
    slot, kind, column, _ = term
    return column // 8, kind, column, slot


def _stack(parts: list[npt.NDArray[Any]], dtype: Any) -> npt.NDArray[Any]:
    """Two players' arrays under one leading axis, padded with zeros."""
    size = max(len(p) for p in parts)
    out = np.zeros((2, size, *parts[0].shape[1:]), dtype=dtype)
    for p in (0, 1):
        out[p, : len(parts[p])] = parts[p]
    return out


def level_arrays(forest: Forest, boards: list[Any]) -> dict[str, npt.NDArray[Any]]:
    """Everything of a `Level` but its storage; `base row` numbers the rows of storage, `rows` of them in all."""
    table = np.zeros((len(boards), 2, 6), dtype=np.int64)
    spans = np.zeros((len(boards), 4), dtype=np.int64)
    hands = rows = maps = groups = 0
    for b, board in enumerate(boards):
        for p in (0, 1):
            members, count = board.parents[p].shape
            blocks = -(-count // BLOCK)
            table[b, p] = hands, count, blocks, rows, maps, members
            hands += count
            maps += members * count
            rows += blocks * forest.rows[p]
        spans[b] = groups, groups + len(board.groups), *board.below
        groups += len(board.groups)
    pairs = [(board, p) for board in boards for p in (0, 1)]
    return {
        **forest.arrays,
        "boards": table,
        "copies": np.array([board.copies for board in boards], dtype=np.float64),
        "spans": spans,
        "cards": np.concatenate([b.hand_cards(p) for b, p in pairs], dtype=np.uint8, casting="unsafe"),
        "same": np.concatenate([b.same(p) for b, p in pairs], dtype=np.int16, casting="unsafe"),
        "parents": np.concatenate([b.parents[p].ravel() for b, p in pairs], dtype=np.int16, casting="unsafe"),
        "groups": np.concatenate([b.groups for b in boards], dtype=np.int32, casting="unsafe"),
        "rows": np.array(rows),
    }
