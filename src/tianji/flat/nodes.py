"""NodeTable: every history of a game as a row of arrays; what carving a subgame needs and the sequence form forgot."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import FloatArray, IntArray
from tianji.core.walk import Walk, successors
from tianji.errors import NotApplicableError
from tianji.flat.sequence import FlatGame


@dataclass(frozen=True, eq=False)
class NodeTable:
    """The histories of a game in preorder: the descendants of node h are `h + 1 .. end[h] − 1`.

    parent, move: `[H]`, the node before (−1 at the root) and which of its actions or outcomes led here.
    player: `[H]`, who acts: a player, CHANCE or TERMINAL. depth: `[H]`, moves since the root.
    chance: `[H]`, product of the chance probabilities on the way.
    slots: `[H, P]`, each player's last slot in the FlatGame. infoset: `[H]`, the acting player's infoset, else −1.
    key: `[H, P]`, number of what player p knows at h (`known[p][number]` is the key itself), acting or not.
    utility: `[H, P]`, zero but at terminals.
    told: `[H]`, number of the game's own `public(s)`, or None when the game does not say.
    stages: `{node: name}` where `stage(s)` gives one.
    """

    game: Game[Any, Any] = field(repr=False)
    parent: IntArray
    move: IntArray
    player: npt.NDArray[np.int8]
    chance: FloatArray
    slots: IntArray
    infoset: IntArray
    key: IntArray
    known: tuple[list[Hashable], ...] = field(repr=False)
    utility: FloatArray
    told: IntArray | None
    stages: dict[int, str] = field(repr=False)

    @property
    def num_nodes(self) -> int:
        """How many histories."""
        return len(self.parent)

    @cached_property
    def end(self) -> IntArray:
        """`[H]`: nodes `h .. end[h] − 1` are the subtree of h."""
        end = np.arange(1, self.num_nodes + 1, dtype=np.int32)
        last = end.tolist()
        parent = self.parent.tolist()
        for h in range(self.num_nodes - 1, 0, -1):
            if last[h] > last[parent[h]]:
                last[parent[h]] = last[h]
        return np.array(last, dtype=np.int32)

    @cached_property
    def depth(self) -> IntArray:
        """`[H]`: moves since the root."""
        depth = [0] * self.num_nodes
        for h, p in enumerate(self.parent.tolist()):
            if p >= 0:
                depth[h] = depth[p] + 1
        return np.array(depth, dtype=np.int32)

    @cached_property
    def key_count(self) -> tuple[IntArray, ...]:
        """Per player `[K]`: in how many non-terminal nodes he knows exactly this."""
        open_nodes = self.player != TERMINAL
        return tuple(
            np.bincount(self.key[open_nodes, p], minlength=len(known)).astype(np.int32)
            for p, known in enumerate(self.known)
        )

    @cached_property
    def public_state(self) -> IntArray:
        """`[H]`: number of the public state of a node, −1 at terminals.

        The game's own word where it gives one; else the connected components of "some player cannot tell these
        two apart": the finest partition that everybody can follow (Brown & Sandholm 2017, section 3).
        """
        open_nodes = np.flatnonzero(self.player != TERMINAL)
        result = np.full(self.num_nodes, -1, dtype=np.int32)
        if self.told is not None:
            result[open_nodes] = self.told[open_nodes]
            return result
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components

        size, rows, cols = len(open_nodes), [], []
        for p, known in enumerate(self.known):
            rows.append(np.arange(len(open_nodes)))
            cols.append(size + self.key[open_nodes, p])
            size += len(known)
        row, col = np.concatenate(rows), np.concatenate(cols)
        links = coo_matrix((np.ones(len(row), dtype=np.int8), (row, col)), shape=(size, size))
        result[open_nodes] = connected_components(links, directed=False)[1][: len(open_nodes)]
        return result

    @cached_property
    def public_branching(self) -> dict[int, int]:
        """For the public state of a chance node: how many public states its outcomes lead to (terminals as one)."""
        child = np.flatnonzero((self.parent >= 0) & (self.player[self.parent] == CHANCE))
        pairs = np.unique(
            np.stack([self.public_state[self.parent[child]], self.public_state[child]], axis=1), axis=0
        )
        state, count = np.unique(pairs[:, 0], return_counts=True)
        return dict(zip(state.tolist(), count.tolist(), strict=True))

    @cached_property
    def is_last_slot(self) -> tuple[npt.NDArray[np.bool_], ...]:
        """Per player `[Q]`: whether the slot's action ends the game at once, wherever it is taken."""
        result = []
        for p in range(self.slots.shape[1]):
            child = np.flatnonzero((self.parent >= 0) & (self.player[self.parent] == p))
            goes_on = child[self.player[child] != TERMINAL]
            ends = np.zeros(int(self.slots[:, p].max()) + 1, dtype=bool)
            ends[self.slots[child, p]] = True
            ends[self.slots[goes_on, p]] = False
            result.append(ends)
        return tuple(result)

    def subtree(self, roots: IntArray) -> tuple[IntArray, IntArray]:
        """All nodes at or below the roots (disjoint subtrees, ascending), and for each its place in `roots`."""
        size = self.end[roots] - roots
        root = np.repeat(np.arange(len(roots), dtype=np.int32), size)
        offset = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
        return (roots[root] + offset).astype(np.int32), root

    def state(self, h: int) -> Any:
        """The state of node h, replayed from the start."""
        path = []
        while h > 0:
            path.append((int(self.player[self.parent[h]]), int(self.move[h])))
            h = int(self.parent[h])
        s = self.game.initial()
        for who, move in reversed(path):
            s = self.game.result(s, successors(self.game, s, who)[move][0])
        return s


_tables: WeakKeyDictionary[FlatGame, NodeTable] = WeakKeyDictionary()


def node_table(flat: FlatGame) -> NodeTable:
    """The node table of a compiled game: one walk of the rules, kept as long as the FlatGame itself.

    >>> import tianji as tj
    >>> table = node_table(tj.compile(tj.load("kuhn")))
    >>> table.num_nodes, table.game.show(table.state(5))
    (58, 'J Q, pb')
    """
    table = _tables.get(flat)
    if table is None:
        if flat.game is None or flat.merge is not None:
            raise NotApplicableError(
                f"{flat.spec}: a subgame is carved from the rules, and this FlatGame "
                f"{'has none' if flat.game is None else 'is merged'}; pass the Game itself"
            )
        table = _tables[flat] = _walk(flat, flat.game)
    return table


def remember_nodes(flat: FlatGame, table: NodeTable) -> None:
    """Give a FlatGame that was made of arrays, not of rules, the table of its histories."""
    _tables[flat] = table


def _walk(flat: FlatGame, game: Game[Any, Any]) -> NodeTable:
    players = range(game.players)
    says_public = type(game).public is not Game.public
    parent, move, player, infoset = array("i"), array("i"), array("b"), array("i")
    chance, slots, key, utility, told = array("d"), array("i"), array("i"), array("d"), array("i")
    numbers: list[dict[Hashable, int]] = [{} for _ in players]
    told_numbers: dict[Hashable, int] = {}
    stages: dict[int, str] = {}
    nothing = (0.0,) * game.players
    places = [(tree.index, tree.first_slot.tolist()) for tree in flat.trees]
    information, result = game.information, game.result
    with Walk(game, -1, 0, 1.0, (0,) * game.players) as walk:
        for who, moves, (state, depth, before, index, reach, last) in walk.steps():
            h = len(parent)
            parent.append(before)
            move.append(index)
            player.append(who)
            chance.append(reach)
            slots.extend(last)
            known = [information(state, p) for p in players]
            key.extend([number.setdefault(k, len(number)) for number, k in zip(numbers, known, strict=True)])
            utility.extend(game.utility(state) if who == TERMINAL else nothing)
            told.append(told_numbers.setdefault(game.public(state), len(told_numbers)) if says_public else 0)
            if who != TERMINAL and (name := game.stage(state)) is not None:
                stages[h] = name
            if who < 0:
                infoset.append(-1)
                for k in range(len(moves) - 1, -1, -1):
                    a, p = moves[k]
                    walk.push((result(state, a), depth + 1, h, k, reach * p, last))
            else:
                infosets, first_slot = places[who]
                infoset.append(i := infosets[known[who]])
                first, low, high = first_slot[i], last[:who], last[who + 1 :]
                for k in range(len(moves) - 1, -1, -1):
                    walk.push((result(state, moves[k]), depth + 1, h, k, reach, (*low, first + k, *high)))
    return NodeTable(
        game=game,
        parent=np.frombuffer(parent, dtype=np.int32),
        move=np.frombuffer(move, dtype=np.int32),
        player=np.frombuffer(player, dtype=np.int8),
        chance=np.frombuffer(chance, dtype=np.float64),
        slots=np.frombuffer(slots, dtype=np.int32).reshape(-1, game.players),
        infoset=np.frombuffer(infoset, dtype=np.int32),
        key=np.frombuffer(key, dtype=np.int32).reshape(-1, game.players),
        known=tuple(list(number) for number in numbers),
        utility=np.frombuffer(utility, dtype=np.float64).reshape(-1, game.players),
        told=np.frombuffer(told, dtype=np.int32) if says_public else None,
        stages=stages,
    )
