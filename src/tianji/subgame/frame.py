"""Frame: one subgame as arrays, seen by the player who solves it again; every gadget is put around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress

import numpy as np
import numpy.typing as npt

from tianji.core.game import TERMINAL
from tianji.core.strategy import FloatArray, IntArray, label
from tianji.errors import NotApplicableError
from tianji.flat.nodes import NodeTable
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex

BoolArray = npt.NDArray[np.bool_]

FORGOTTEN = -2


@dataclass(frozen=True, eq=False)
class SlotPatch:
    """New probabilities `[R]` at some slots `[R]` of one player: the answer of a subgame in sequence form.

    It says nothing of where it was found, so it can be pickled and applied elsewhere, in any order with others.

    >>> patch = SlotPatch(1, np.array([1, 2]), np.array([0.25, 0.75]))
    >>> [vector.tolist() for vector in patch.apply([np.ones(2), np.array([1.0, 0.5, 0.5])])]
    [[1.0, 1.0], [1.0, 0.25, 0.75]]
    """

    player: int
    slots: IntArray
    probs: FloatArray

    def apply(self, strategy: Sequence[FloatArray]) -> list[FloatArray]:
        """The strategy, `[Q]` a player, with this in it; what was given is not changed."""
        vectors = list(strategy)
        vectors[self.player] = vectors[self.player].copy()
        vectors[self.player][self.slots] = self.probs
        return vectors


@dataclass(frozen=True, eq=False)
class Frame:
    """A subgame S with the trunk's reach folded in.

    The *opponent* enters S through K infosets ("entries"), the infosets of S_top as he sees them, whether or not
    he acts there. His treeplex starts with one made-up infoset whose K slots `1 .. K` are those entries; S's own
    infosets follow, entry by entry. The *resolver*'s treeplex holds his infosets in S and nothing else.

    cf_reach: `[K]`, π_{−opponent}(I): chance and the resolver's blueprint. Entries that the resolver never lets
    happen (reach zero) are left out, with everything below them.
    entry_slot: `[K]`, the opponent's last slot in the trunk. names: `[K]`, texts of his infosets.
    above: `[I − 1]`, the entry above each of his infosets in S.
    inside: the nodes of S, ascending.
    trees: both treeplexes, in player order. old_slot: per player `[Q]`, the slot of the whole game (0: made up).
    slots: `[N, 2]`, the terminals of S. weight: `[N]`, their chance × the resolver's reach of S_top.
    gain: `[N]`, the opponent's utility. top: `[N]`, the place in `roots` of the node of S_top above.
    roots: `[T]`, S_top. top_reach: `[T]`, π_{−opponent} of each. top_entry: `[T]`, the entry it belongs to.
    """

    flat: FlatGame = field(repr=False)
    resolver: int
    trees: tuple[Treeplex, Treeplex]
    old_slot: tuple[IntArray, IntArray]
    slots: IntArray
    weight: FloatArray
    gain: FloatArray
    top: IntArray
    roots: IntArray
    top_reach: FloatArray
    top_entry: IntArray
    cf_reach: FloatArray
    entry_slot: IntArray
    names: list[str]
    above: IntArray
    inside: IntArray
    nodes: NodeTable = field(repr=False)

    @property
    def opponent(self) -> int:
        """The other player."""
        return 1 - self.resolver

    @property
    def num_entries(self) -> int:
        """K: how many infosets the opponent enters through."""
        return len(self.cf_reach)

    def plan(self, player: int, vector: FloatArray) -> FloatArray:
        """`[Q]`: a player's reach inside S when he plays the full strategy `vector`; entries all count as 1."""
        strategy = vector[self.old_slot[player]]
        if player == self.opponent:
            strategy[1 : self.num_entries + 1] = 1.0
        return self.trees[player].forward(strategy)

    def slot_values(self, resolver_plan: FloatArray) -> FloatArray:
        """`[Q]`: what the terminals right after the opponent's slots are worth to him, weighted by π_{−opponent}."""
        own, other = self.slots[:, self.opponent], self.slots[:, self.resolver]
        return sums(own, self.weight * self.gain * resolver_plan[other], self.trees[self.opponent].num_slots)

    def best_values(self, resolver_plan: FloatArray) -> FloatArray:
        r"""`[K]`: counterfactual best value of every entry, normalised.

            CBV^{σ}(I) = max_{σ′} Σ_{h ∈ I} π_{−i}(h) u_i(σ′, σ | h) / π_{−i}(I)

        the opponent playing best everywhere below I, not one step only. Brown & Sandholm (2017), section 3.
        """
        values = self.slot_values(resolver_plan)
        self.trees[self.opponent].best_response(values)
        return values[1 : self.num_entries + 1] / self.cf_reach

    def action_values(self, resolver_plan: FloatArray) -> tuple[FloatArray, FloatArray]:
        """`[Q]` the opponent's counterfactual best values of his slots, `[I]` π_{−opponent} of his infosets."""
        tree = self.trees[self.opponent]
        values = self.slot_values(resolver_plan)
        tree.best_response(values)
        own, other = self.slots[:, self.opponent], self.slots[:, self.resolver]
        mass = sums(own, self.weight * resolver_plan[other], tree.num_slots)
        even = tree.uniform()
        return values, tree.totals(even * tree.backward(even, mass))

    def fixed_values(self, resolver_plan: FloatArray, opponent_vector: FloatArray) -> FloatArray:
        """`[K]`: the same with the opponent's play below given by a full strategy."""
        strategy = opponent_vector[self.old_slot[self.opponent]]
        values = self.trees[self.opponent].backward(strategy, self.slot_values(resolver_plan))
        return values[1 : self.num_entries + 1] / self.cf_reach

    def patch(self, player: int, local: FloatArray) -> SlotPatch:
        """A strategy of S, `[Q]` of this frame, as a patch of the whole game's.

        Infosets that the resolver's blueprint never reaches are not in the frame and keep what they have.
        """
        real = np.flatnonzero(self.old_slot[player] > 0)
        return SlotPatch(player, self.old_slot[player][real], local[real])


def build_frame(
    flat: FlatGame,
    nodes: NodeTable,
    roots: IntArray,
    resolver: int,
    plan: FloatArray,
    keep: tuple[BoolArray, BoolArray] | None = None,
) -> Frame | None:
    """The frame of the subgame below `roots`; None when the resolver's plan never gets there.

    plan: `[Q]`, the resolver's realisation plan in the whole game. keep: per player `[Q]`, the slots that exist in
    S (all by default): with it S is solved with a smaller menu of actions. Reads arrays only, never the rules.
    """
    opponent = 1 - resolver
    top_reach = nodes.chance[roots] * plan[nodes.slots[roots, resolver]]
    roots, top_reach = roots[top_reach > 0], top_reach[top_reach > 0]
    if not len(roots):
        return None
    inside, place = nodes.subtree(roots)
    if keep is not None:
        alive = _alive(nodes, inside, place, roots, keep)
        inside, place = inside[alive], place[alive]
    keys, first, top_entry = _entries(nodes, roots, opponent)
    entry_slot, entry = nodes.slots[roots[first], opponent], top_entry[place]
    above = _entry_of_infosets(nodes, inside, entry, opponent)
    if (above == FORGOTTEN).any() or (entry_slot[top_entry] != nodes.slots[roots, opponent]).any():
        raise NotApplicableError(
            f"{flat.spec}: player {opponent} forgets inside the subgame what information() told at its start; "
            "make information(s, player) remember at every state, also where the player does not act"
        )
    parts = [
        _subtree(
            tree, _infosets(nodes, inside, p), above if p == opponent else None, keep and keep[p], len(first)
        )
        for p, tree in enumerate(flat.trees)
    ]
    ends = np.flatnonzero(nodes.player[inside] == TERMINAL)
    z, top = inside[ends], place[ends]
    slots = np.stack([part[2][nodes.slots[z, p]] for p, part in enumerate(parts)], axis=1)
    slots[:, opponent] = np.where(slots[:, opponent] > 0, slots[:, opponent], 1 + entry[ends])
    return Frame(
        flat, resolver, (parts[0][0], parts[1][0]), (parts[0][1], parts[1][1]),
        slots=np.maximum(slots, 0), weight=nodes.chance[z] * plan[nodes.slots[roots, resolver]][top],
        gain=nodes.utility[z, opponent], top=top, roots=roots, top_reach=top_reach, top_entry=top_entry,
        cf_reach=sums(top_entry, top_reach, len(first)), entry_slot=entry_slot,
        names=[label(nodes.known[opponent][k]) for k in keys], above=np.sort(above), inside=inside, nodes=nodes,
    )  # fmt: skip


def _entries(nodes: NodeTable, roots: IntArray, opponent: int) -> tuple[IntArray, IntArray, IntArray]:
    """The opponent's keys at S_top in the order they are met, the first root of each, and `[T]` the entry of a root."""
    keys, first, inverse = np.unique(nodes.key[roots, opponent], return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.argsort(order)
    return keys[order], first[order].astype(np.int32), rank[inverse].astype(np.int32)


def sums(group: IntArray, values: FloatArray, size: int) -> FloatArray:
    """Σ of the values of each group; zeros, not integers, where there is nothing to add."""
    return np.bincount(group, values, minlength=size).astype(np.float64)


def _alive(
    nodes: NodeTable, inside: IntArray, place: IntArray, roots: IntArray, keep: tuple[BoolArray, BoolArray]
) -> BoolArray:
    """Nodes of S that no action outside the menu leads to; the moves into the roots themselves do not count."""
    parent = nodes.parent[inside]
    who = nodes.player[parent]
    is_off = np.zeros(len(inside), dtype=bool)
    for p in (0, 1):
        moved = who == p
        is_off[moved] = ~keep[p][nodes.slots[inside[moved], p]]
    is_off[inside == roots[place]] = False
    change = np.zeros(nodes.num_nodes + 1, dtype=np.int32)
    off = inside[is_off]
    change[off] += 1
    np.subtract.at(change, nodes.end[off], 1)
    dead = np.cumsum(change) > 0
    return ~dead[inside]


def _infosets(nodes: NodeTable, inside: IntArray, player: int) -> IntArray:
    """The player's infosets in S, ascending: parents first."""
    return np.unique(nodes.infoset[inside[nodes.player[inside] == player]])


def _entry_of_infosets(nodes: NodeTable, inside: IntArray, entry: IntArray, player: int) -> IntArray:
    """`[I]` of S: the entry above each of the player's infosets; FORGOTTEN where there are several.

    What the opponent knows at S_top must be remembered below, else an entry has no value of its own.
    """
    acting = nodes.player[inside] == player
    infoset, entry = nodes.infoset[inside[acting]], entry[acting]
    found = np.full(int(infoset.max(initial=-1)) + 1, -1, dtype=np.int32)
    found[infoset] = entry
    found[infoset[found[infoset] != entry]] = FORGOTTEN
    above: IntArray = found[np.unique(infoset)]
    return above


def _subtree(
    tree: Treeplex, infosets: IntArray, entry: IntArray | None, keep: BoolArray | None, num_entries: int
) -> tuple[Treeplex, IntArray, IntArray]:
    """The treeplex of some infosets, the old slot of every new one, and the new slot of every old one (−1: none).

    With `entry` the tree begins with the made-up infoset of the entries, and infosets are sorted by entry.
    """
    if entry is None:
        num_entries = 0
    else:
        infosets = infosets[np.argsort(entry, kind="stable")]
        entry = np.sort(entry, kind="stable")
    full = np.diff(tree.first_slot)[infosets]
    start = tree.first_slot[infosets]
    old = np.repeat(start - (np.cumsum(full) - full), full) + np.arange(int(full.sum()))
    owner = np.repeat(np.arange(len(infosets)), full)
    if keep is not None:
        old, owner = old[keep[old]], owner[keep[old]]
    counts = np.bincount(owner, minlength=len(infosets))
    new_of_old = np.full(tree.num_slots, -1, dtype=np.int32)
    new_of_old[old] = 1 + num_entries + np.arange(len(old))
    parent = new_of_old[tree.parent_slot[infosets]]
    menus = [
        tree.menus[i]
        if keep is None
        else tuple(compress(tree.menus[i], keep[tree.first_slot[i] : tree.first_slot[i + 1]]))
        for i in infosets
    ]
    keys = [tree.keys[i] for i in infosets]
    if entry is None:
        first_slot = np.concatenate([[1], 1 + np.cumsum(counts)])
        parent = np.maximum(parent, 0)
    else:
        first_slot = np.concatenate([[1, 1 + num_entries], 1 + num_entries + np.cumsum(counts)])
        parent = np.concatenate([[0], np.where(parent > 0, parent, 1 + entry)])
        keys = [("enter",), *keys]
        menus = [tuple(range(num_entries)), *menus]
    old_slot = np.concatenate([np.zeros(1 + num_entries, dtype=np.int32), old]).astype(np.int32)
    return Treeplex(first_slot.astype(np.int32), parent.astype(np.int32), keys, menus), old_slot, new_of_old
