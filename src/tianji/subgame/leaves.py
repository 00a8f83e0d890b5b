"""Leaves: a game cut off at a level, where each player still chooses one of a few ways to play on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from tianji.core.game import TERMINAL
from tianji.core.strategy import FloatArray, IntArray, label
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.evaluate.response import in_proportion
from tianji.flat.nodes import NodeTable, remember_nodes
from tianji.flat.order import merge_terminals, preorder
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.subgame.carve import Cut, Trunk, as_cut, cuts, default_level, overlapping
from tianji.subgame.frame import BoolArray

At = str | int | Cut | Sequence[str | int | Cut] | None


@dataclass(frozen=True, eq=False)
class Continuations:
    """The ways in which a player may play on below the leaves: full strategies, of which only that part counts.

    names: `[k]`. vectors: `[k]` slot vectors `[Q]` of the whole game.
    """

    names: list[str]
    vectors: list[FloatArray]

    def with_one(self, name: str, vector: FloatArray) -> Continuations:
        """One more."""
        return Continuations([*self.names, name], [*self.vectors, vector])

    def __len__(self) -> int:
        return len(self.names)


def kind(action: object) -> str:
    """What an action is called without its size: its leading letters, or all of it where there are none.

    >>> kind("b50"), kind("bet 200"), kind("fold"), kind(3)
    ('b', 'bet', 'fold', '3')
    """
    text = label(action) if not isinstance(action, str) else action
    length = next((k for k, c in enumerate(text) if not c.isalpha()), len(text))
    return text[:length] or text


def kinds_below(tree: Treeplex, is_below: BoolArray) -> list[str]:
    """The kinds of actions at a player's infosets below the leaves, those of most infosets first."""
    count: dict[str, int] = {}
    for i in np.flatnonzero(is_below[tree.first_slot[:-1]]).tolist():
        for name in dict.fromkeys(map(kind, tree.menus[i])):
            count[name] = count.get(name, 0) + 1
    return sorted(count, key=lambda name: -count[name])


def biased(tree: Treeplex, vector: FloatArray, towards: str, factor: float) -> FloatArray:
    r"""`[Q]`: the strategy with every action of a kind made `factor` times as likely, and all scaled to sum to 1.

        σ_b(I, a) ∝ σ(I, a) · factor if a is of the kind, σ(I, a) else

    Brown, Sandholm & Amos (2018), the "bias approach"; Brown & Sandholm (2019) use the factor 5.
    """
    likes = np.array([False, *(kind(a) == towards for menu in tree.menus for a in menu)])
    return in_proportion(tree, np.where(likes, factor * vector, vector))


@dataclass(frozen=True, eq=False)
class Limited:
    r"""A game cut off at leaves, as arrays that every part of subgame solving takes for a game.

    At a leaf, player 0 and then player 1 (who does not see it) chooses a continuation; then it ends with what the two
    chosen continuations come to from there:

              h, the top of a subgame
             /  …  \            player 0: one infoset for all he cannot tell apart
           /  …  \              player 1: likewise
        u(h | σ₀ʲ, σ₁ᵏ)

    flat, nodes: the limited game. node: `[H]` of the whole game, the node here (a leaf's own choice at its top, −1
    below). slot: per player `[Q]` of the whole game, the slot here; −1 below the leaves.
    leaf: per player `[I]` of the whole game, the infoset here in which he chose how to play on; −1 above the leaves.
    choice: per player `[T]`, that infoset of every leaf.
    """

    whole: FlatGame = field(repr=False)
    flat: FlatGame
    nodes: NodeTable = field(repr=False)
    continuations: tuple[Continuations, Continuations]
    node: IntArray = field(repr=False)
    slot: tuple[IntArray, IntArray] = field(repr=False)
    leaf: tuple[IntArray, IntArray] = field(repr=False)
    choice: tuple[IntArray, IntArray] = field(repr=False)

    def cut(self, cut: Cut) -> Cut:
        """A cut of the whole game above the leaves, here."""
        roots = self.node[cut.roots]
        return Cut(self.flat.spec, cut.level, cut.depth, cut.label, roots, self.nodes)

    def shorten(self, vectors: Sequence[FloatArray]) -> list[FloatArray]:
        """A strategy of the whole game, here: what it plays above the leaves, and the first continuation at them."""
        found = []
        for p, tree in enumerate(self.flat.trees):
            here = np.zeros(tree.num_slots)
            is_above = self.slot[p] >= 0
            here[self.slot[p][is_above]] = vectors[p][is_above]
            here[tree.first_slot[self.choice[p]]] = 1.0
            found.append(here)
        return found

    def extend(self, vectors: Sequence[FloatArray]) -> list[FloatArray]:
        r"""A strategy from here, in the whole game: below the leaves the mixture of continuations that was chosen.

        plan(q) = Σ_j λ_L(j) · plan_j(q),  L the leaf's infoset above q: a mixture of plans, not of probabilities.
        """
        return [self._extended(p, vector) for p, vector in enumerate(vectors)]

    def _extended(self, player: int, vector: FloatArray) -> FloatArray:
        whole, here = self.whole.trees[player], self.flat.trees[player]
        leaf = np.concatenate([[-1], np.repeat(self.leaf[player], np.diff(whole.first_slot))])
        is_below = leaf >= 0
        first = here.first_slot[np.maximum(leaf, 0)]
        mixed, mean = np.zeros(whole.num_slots), np.zeros(whole.num_slots)
        for j, own in enumerate(self.continuations[player].vectors):
            weight = vector[first + j]
            mixed += weight * whole.forward(np.where(is_below, own, 1.0))
            mean += weight * own
        reached = np.concatenate([[True], np.repeat(whole.totals(mixed) > 0, np.diff(whole.first_slot))])
        below = np.where(reached, in_proportion(whole, mixed), mean)
        return np.where(is_below, below, vector[np.maximum(self.slot[player], 0)])


def cut_off(
    flat: FlatGame, nodes: NodeTable, cuts: Sequence[Cut], continuations: tuple[Continuations, Continuations]
) -> Limited:
    """The game with leaves in place of the subgames; cuts: disjoint."""
    roots = np.sort(np.concatenate([cut.roots for cut in cuts])).astype(np.int32)
    inside, place = nodes.subtree(roots)
    worth = _worth(flat, nodes, inside, place, roots, continuations)
    trees = [_tree(flat, nodes, roots, inside, place, p, continuations[p].names) for p in (0, 1)]
    table, node = _nodes(nodes, roots, inside, worth, trees)
    ends = np.flatnonzero(table.player == TERMINAL)
    slots, chance = table.slots[ends], table.chance[ends]
    merged = merge_terminals(
        slots, chance[:, None] * table.utility[ends], chance, (trees[0].here, trees[1].here)
    )
    small = FlatGame(
        spec=f"{flat.spec} [{len(roots)} leaves]",
        trees=(trees[0].here, trees[1].here),
        slots=merged[0],
        payoff=merged[1],
        chance=merged[2],
        histories=table.num_nodes,
        terminals=len(ends),
        chance_nodes=flat.chance_nodes,
        utility_range=(float(table.utility.min(initial=0.0)), float(table.utility.max(initial=0.0))),
    )
    remember_nodes(small, table)
    return Limited(
        flat, small, table, continuations, node,
        (trees[0].slot, trees[1].slot), (trees[0].leaf, trees[1].leaf), (trees[0].choice, trees[1].choice),
    )  # fmt: skip


def below_slots(flat: FlatGame, nodes: NodeTable, inside: IntArray) -> tuple[BoolArray, BoolArray]:
    """Per player `[Q]`: the slots of infosets among the nodes."""
    found = []
    for p, tree in enumerate(flat.trees):
        is_below = np.zeros(tree.num_infosets, dtype=bool)
        is_below[nodes.infoset[inside[nodes.player[inside] == p]]] = True
        found.append(np.concatenate([[False], np.repeat(is_below, np.diff(tree.first_slot))]))
    return found[0], found[1]


def _worth(
    flat: FlatGame, nodes: NodeTable, inside: IntArray, place: IntArray, roots: IntArray,
    continuations: tuple[Continuations, Continuations],
) -> FloatArray:  # fmt: skip
    """`[T, k₀, k₁]`: what player 0 gets from each leaf on, u₀(h | σ₀ʲ, σ₁ᵏ)."""
    ends = np.flatnonzero(nodes.player[inside] == TERMINAL)
    z, top = inside[ends], place[ends]
    odds = nodes.chance[z] / nodes.chance[roots][top] * nodes.utility[z, 0]
    is_below = below_slots(flat, nodes, inside)
    reach = [
        [tree.forward(np.where(below, vector, 1.0))[nodes.slots[z, p]] for vector in own.vectors]
        for p, (tree, own, below) in enumerate(zip(flat.trees, continuations, is_below, strict=True))
    ]
    worth = np.empty((len(roots), len(reach[0]), len(reach[1])))
    for j, mine in enumerate(reach[0]):
        for k, theirs in enumerate(reach[1]):
            worth[:, j, k] = np.bincount(top, odds * mine * theirs, minlength=len(roots))
    return worth


@dataclass(frozen=True, eq=False)
class _LimitedTree:
    """A player's treeplex of the limited game. slot, leaf: as in `Limited`. choice: `[T]`, a leaf's infoset;
    infoset: `[I]` of the whole game, the infoset here."""

    here: Treeplex
    slot: IntArray
    leaf: IntArray
    choice: IntArray
    infoset: IntArray


def _tree(
    flat: FlatGame, nodes: NodeTable, roots: IntArray, inside: IntArray, place: IntArray, player: int,
    names: list[str],
) -> _LimitedTree:  # fmt: skip
    """His infosets above the leaves, then one a leaf that he can tell apart, put in order."""
    tree = flat.trees[player]
    known, first, group = np.unique(nodes.key[roots, player], return_index=True, return_inverse=True)
    before = nodes.slots[roots[first], player]
    acting = np.flatnonzero(nodes.player[inside] == player)
    leaf = np.full(tree.num_infosets, -1, dtype=np.int32)
    leaf[nodes.infoset[inside[acting]]] = group[place[acting]]
    if (before[group] != nodes.slots[roots, player]).any() or (
        leaf[nodes.infoset[inside[acting]]] != group[place[acting]]
    ).any():
        raise NotApplicableError(
            f"{flat.spec}: player {player} forgets below the level what information() told at it; "
            "make information(s, player) remember at every state, also where the player does not act"
        )
    kept = np.flatnonzero(leaf < 0)
    counts = np.diff(tree.first_slot)
    is_kept = np.concatenate([[True], np.repeat(leaf < 0, counts)])
    slot = np.where(is_kept, np.cumsum(is_kept) - 1, -1)
    size = np.concatenate([counts[kept], np.full(len(known), len(names))])
    keys: list[Hashable] = [*(tree.keys[i] for i in kept), *(("leaf", nodes.known[player][k]) for k in known)]
    menus: list[tuple[Any, ...]] = [*(tree.menus[i] for i in kept), *(tuple(names) for _ in known)]
    rough = Treeplex(
        np.concatenate([[1], 1 + np.cumsum(size)]).astype(np.int32),
        slot[np.concatenate([tree.parent_slot[kept], before])].astype(np.int32),
        keys,
        menus,
    )
    here, new_slot, new_infoset = preorder(rough)
    infoset = np.full(tree.num_infosets, -1, dtype=np.int32)
    infoset[kept] = new_infoset[: len(kept)]
    choice = new_infoset[len(kept) :]
    return _LimitedTree(
        here,
        np.where(slot >= 0, new_slot[slot], -1).astype(np.int32),
        np.where(leaf >= 0, choice[leaf], -1).astype(np.int32),
        choice[group].astype(np.int32),
        infoset,
    )


def _nodes(
    nodes: NodeTable, roots: IntArray, inside: IntArray, worth: FloatArray, trees: list[_LimitedTree]
) -> tuple[NodeTable, IntArray]:
    """The node table of the limited game, and `[H]` the new number of every old node (−1 below the leaves)."""
    many = worth.shape[1:]
    size = np.ones(nodes.num_nodes, dtype=np.int64)
    size[inside] = 0
    size[roots] = 1 + many[0] * (1 + many[1])
    number = np.cumsum(size) - size
    old = np.repeat(np.arange(nodes.num_nodes), size)  # a leaf's nodes repeat its top
    first = number[roots]
    second = first[:, None] + 1 + np.arange(many[0]) * (1 + many[1])
    ends = second[:, :, None] + 1 + np.arange(many[1])
    parent, move = number[np.maximum(nodes.parent[old], 0)], nodes.move[old]
    parent[0] = -1
    parent[second], move[second] = first[:, None], np.arange(many[0])
    parent[ends], move[ends] = second[:, :, None], np.arange(many[1])
    player = nodes.player[old]
    player[first], player[second], player[ends] = 0, 1, TERMINAL
    infoset = np.full(len(old), -1, dtype=np.int32)
    for p, tree in enumerate(trees):
        infoset[player == p] = tree.infoset[np.maximum(nodes.infoset[old[player == p]], 0)]
    infoset[first], infoset[second] = trees[0].choice, trees[1].choice[:, None]
    slots = np.stack([tree.slot[nodes.slots[old, p]] for p, tree in enumerate(trees)], axis=1)
    chosen = [tree.here.first_slot[tree.choice] for tree in trees]
    slots[second, 0] = chosen[0][:, None] + np.arange(many[0])
    slots[ends, 0] = (chosen[0][:, None] + np.arange(many[0]))[:, :, None]
    slots[ends, 1] = chosen[1][:, None, None] + np.arange(many[1])
    utility = nodes.utility[old]
    utility[ends, 0], utility[ends, 1] = worth, -worth
    number[inside[size[inside] == 0]] = -1
    table = NodeTable(
        game=nodes.game, parent=parent.astype(np.int32), move=move, player=player, chance=nodes.chance[old],
        slots=slots, infoset=infoset, key=nodes.key[old], known=nodes.known, utility=utility,
        told=None if nodes.told is None else nodes.told[old],
        stages={int(number[h]): name for h, name in nodes.stages.items() if number[h] >= 0},
    )  # fmt: skip
    return table, number.astype(np.int32)


def levels_of(trunk: Trunk, at: At) -> list[list[Cut]]:
    """The cuts of every level, from the top down."""
    if at is None:
        every = cuts(trunk.flat)
        if not every:
            raise NotApplicableError(
                f"{trunk.flat.spec} has no level to cut it at; solve it whole with tj.solve"
            )
        at = default_level(every)
    asked = list(at) if isinstance(at, Sequence) and not isinstance(at, str) else [at]
    if not asked:
        raise ParameterError("at is empty; give a level of tj.subgame.cuts(game), or cuts")
    given = [one for one in asked if isinstance(one, Cut)]
    if given and len(given) < len(asked):
        raise ParameterError(f"at={quote(at)} mixes cuts and levels; give levels, or the cuts of one level")
    if given:
        levels = [[as_cut(trunk.flat, trunk.nodes, one) for one in given]]
    else:
        levels = [cuts(trunk.flat, one) for one in asked if not isinstance(one, Cut)]
    for level in levels:
        twice = overlapping(level)
        if twice is not None:
            raise ParameterError(
                f"{trunk.flat.spec}: the subgames {quote(twice[0].label)} and {quote(twice[1].label)} of one level "
                "share histories; choose another level"
            )
    for above, below in pairwise(levels):
        _require_below(trunk, above, below)
    return levels


def _require_below(trunk: Trunk, above: list[Cut], below: list[Cut]) -> None:
    """Refuse levels that do not follow one another."""
    inside = np.zeros(trunk.nodes.num_nodes, dtype=bool)
    for cut in above:
        inside[trunk.nodes.subtree(cut.roots)[0]] = True
        inside[cut.roots] = False
    for cut in below:
        if not inside[cut.roots].all():
            raise ParameterError(
                f"{trunk.flat.spec}: {quote(cut.label)} of level {quote(cut.level)} is not below level "
                f"{quote(above[0].level)}; give levels from the top down"
            )
