"""FlatGame: one treeplex a player, and the terminals as one sparse payoff over tuples of slots."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.strategy import FloatArray, IntArray, Strategy, StrategyTable, label
from tianji.errors import GameRuleError, StrategyError, quote
from tianji.flat.rows import share_rows

SUM_TOLERANCE = 1e-9  # of the payoffs' size


@cache
def _kernel() -> ModuleType:
    """The passes as compiled code, imported when they are first wanted: whoever only lists games needs no compiler."""
    from tianji.kernels.flat import sequence

    return sequence


@dataclass(frozen=True, eq=False)
class Treeplex:
    """One player's infosets and slots, parents first, every subtree a contiguous range (preorder).

    A *slot* is one infoset–action pair (a "sequence" in sequence-form texts); slot 0 is the empty sequence.

    first_slot: `[I + 1]`; the slots of infoset i are `first_slot[i]:first_slot[i + 1]`, and `first_slot[0] = 1`.
    parent_slot: `[I]`, the player's last slot before infoset i (0: none). Perfect recall makes it unique.
    keys, menus: `[I]`, the game's own infoset keys and actions.
    """

    first_slot: IntArray
    parent_slot: IntArray
    keys: list[Hashable]
    menus: list[tuple[Any, ...]]

    @cached_property
    def num_infosets(self) -> int:
        """How many infosets the player has."""
        return len(self.parent_slot)

    @cached_property
    def num_slots(self) -> int:
        """How many slots, the empty sequence included."""
        return int(self.first_slot[-1])

    @cached_property
    def infoset_of(self) -> IntArray:
        """`[Q]`: the infoset a slot belongs to; −1 for the empty sequence."""
        owner = np.repeat(np.arange(self.num_infosets, dtype=np.int32), np.diff(self.first_slot))
        return np.concatenate([np.array([-1], dtype=np.int32), owner])

    @cached_property
    def place_of(self) -> IntArray:
        """`[Q]`: which action of its infoset a slot is, from 0; 0 for the empty sequence."""
        place = np.zeros(self.num_slots, dtype=np.int32)
        place[1:] = np.arange(1, self.num_slots) - np.repeat(self.first_slot[:-1], np.diff(self.first_slot))
        return place

    @cached_property
    def end(self) -> IntArray:
        """`[I]`: infosets `i .. end[i] − 1` are the subtree of i."""
        end = np.arange(1, self.num_infosets + 1, dtype=np.int32)
        parent = self.infoset_of[self.parent_slot].tolist()
        for i in range(self.num_infosets - 1, -1, -1):  # children have larger indices
            if parent[i] >= 0:
                end[parent[i]] = max(end[parent[i]], end[i])
        return end

    def uniform(self) -> FloatArray:
        """`[Q]`: the strategy that plays every action equally often."""
        counts = np.diff(self.first_slot)
        return np.concatenate([[1.0], np.repeat(1.0 / counts, counts)])

    def totals(self, per_slot: FloatArray) -> FloatArray:
        """`[I]`: the sum over the actions of each infoset."""
        return np.add.reduceat(per_slot, self.first_slot[:-1]) if self.num_infosets else np.empty(0)

    def forward(self, strategy: FloatArray) -> FloatArray:
        r"""`[Q]`: the realisation plan of a behaviour strategy, plan(I, a) = plan(parent slot of I) · σ(I, a)."""
        plan = np.empty(self.num_slots)
        plan[0] = 1.0
        _kernel().forward(self.first_slot, self.parent_slot, strategy, 0, self.num_infosets, plan)
        return plan

    def backward(self, strategy: FloatArray, cfv: FloatArray) -> FloatArray:
        r"""cfv `[Q]`, accumulated: cfv(parent of I) += Σ_a σ(I, a) · cfv(I, a), children first; returned as well."""
        _kernel().backward(self.first_slot, self.parent_slot, strategy, cfv)
        return cfv

    def best_response(self, cfv: FloatArray) -> IntArray:
        r"""cfv `[Q]`, accumulated: cfv(parent of I) += max_a cfv(I, a), children first; returns `[I]` chosen slots."""
        choice = np.empty(self.num_infosets, dtype=np.int32)
        _kernel().best_response(self.first_slot, self.parent_slot, cfv, choice)
        return choice

    @cached_property
    def labels(self) -> list[str]:
        """`[I]`: stable texts of the infoset keys."""
        return [label(key) for key in self.keys]

    @cached_property
    def actions(self) -> list[tuple[str, ...]]:
        """`[I]`: stable texts of the actions."""
        return [tuple(map(label, menu)) for menu in self.menus]

    @cached_property
    def starts(self) -> IntArray:
        """`[I + 1]`: `first_slot` where the empty sequence does not count."""
        return self.first_slot - np.int32(1)

    @cached_property
    def index(self) -> dict[Hashable, int]:
        """From an infoset key to its number."""
        return {key: i for i, key in enumerate(self.keys)}


class Entries(NamedTuple):
    """One player's payoff as a sparse matrix with a row a slot of his own, equal rows stored once.

        payoff of slot q against plan y = Σ_{k < length} weight[b + k] · y[column[a + k]],   (a, b, length) = rows[q]

    rows: `[Q, 3]`. column: `[C]` opponent slots, or `[C, P − 1]` with more than two players, in player order.
    weight: `[W]`, chance probability × utility. Hands at one public state face the same opponent slots, and many
    face the same payoffs: sharing those lists shrinks liar's dice from 1.8 to 0.4 MB a player.
    """

    rows: npt.NDArray[np.uint32]
    column: npt.NDArray[np.uint32]
    weight: FloatArray


@dataclass(frozen=True, eq=False)
class Merge:
    """How a merged game maps back to the one it came from: `infoset[p][i]` is the class of infoset i.

    digest: of the game it came from.
    """

    original: tuple[Treeplex, ...]
    infoset: tuple[IntArray, ...]
    digest: str = ""


@dataclass(frozen=True, eq=False)
class FlatGame:
    """A game compiled to its sequence form: all that solving and evaluating need; the tree is gone.

    trees: one `Treeplex` a player. slots: `[N, P]`, the players' last slots at merged terminal n.
    payoff: `[N, P]`, Σ over the terminals merged into n of chance probability × utility.
    chance: `[N]`, Σ of their chance probabilities alone: what normalises counterfactual values.
    histories, terminals, chance_nodes: sizes of the tree it came from.

        u_p(σ) = Σ_n payoff[n, p] · Π_j plan_j[slots[n, j]]

    Koller, Megiddo & von Stengel (1996), "Efficient computation of equilibria for extensive two-person games".
    """

    spec: str
    trees: tuple[Treeplex, ...]
    slots: IntArray
    payoff: FloatArray
    chance: FloatArray
    histories: int
    terminals: int
    chance_nodes: int
    utility_range: tuple[float, float]
    game: Game[Any, Any] | None = field(default=None, repr=False)
    merge: Merge | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return (
            f"FlatGame({self.spec!r}, {self.histories:,} histories, {self.num_infosets:,} infosets, "
            f"{len(self.payoff):,} merged terminals)"
        )

    def __str__(self) -> str:
        return self.spec

    @property
    def players(self) -> int:
        """How many players."""
        return len(self.trees)

    @property
    def num_infosets(self) -> int:
        """Infosets of all players together, after merging."""
        return sum(tree.num_infosets for tree in self.trees)

    @property
    def size(self) -> dict[str, int]:
        """What was counted; the merged counts equal the others where nothing is merged."""
        original = self.trees if self.merge is None else self.merge.original
        return {
            "histories": self.histories,
            "infosets": sum(tree.num_infosets for tree in original),
            "merged_infosets": self.num_infosets,
            "terminals": self.terminals,
            "merged_terminals": len(self.payoff),
            "chance_nodes": self.chance_nodes,
        }

    @cached_property
    def is_zero_sum(self) -> bool:
        """Whether the players' payoffs cancel at every merged terminal."""
        return self.constant_sum is not None and abs(self.constant_sum) <= SUM_TOLERANCE * self.utility_scale

    @cached_property
    def constant_sum(self) -> float | None:
        """What the players' payoffs add up to at every merged terminal, None where that differs.

        A constant is as good as zero to a solver: it changes nobody's preferences. Judged relative to the payoffs, so
        that their unit does not matter.
        """
        scale = np.abs(self.payoff).sum(axis=1)
        total = self.payoff.sum(axis=1)
        mean = float(total.sum() / self.chance.sum()) if self.chance.sum() > 0 else 0.0
        scale = scale + abs(mean) * self.chance
        # what cancelled when terminals were merged leaves rounding of the size of the largest payoff, and no more
        rounding = SUM_TOLERANCE * scale + 1e-14 * self.utility_scale * self.chance
        return mean if bool((np.abs(total - mean * self.chance) <= rounding).all()) else None

    @cached_property
    def is_perfect_information(self) -> bool:
        """Whether whoever acts knows the whole history: every infoset is a single one."""
        trees = self.trees if self.merge is None else self.merge.original
        acting = self.histories - self.terminals - self.chance_nodes
        return acting == sum(tree.num_infosets for tree in trees)

    @property
    def utility_scale(self) -> float:
        """The largest payoff there is, by size."""
        return max(abs(u) for u in self.utility_range)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what the game is: infosets, actions and payoffs, whatever it is called; merging leaves it alone.

        >>> from tianji.games import load
        >>> from tianji.flat.build import compile_game
        >>> kuhn = load("kuhn")
        >>> compile_game(kuhn).digest == compile_game(kuhn, merge=True).digest != compile_game(load("leduc")).digest
        True
        """
        if self.merge is not None:
            return self.merge.digest
        self.require_texts()
        sha = hashlib.sha256()
        for tree in self.trees:
            sha.update(json.dumps([tree.labels, [[label(a) for a in menu] for menu in tree.menus]]).encode())
            sha.update(tree.parent_slot.tobytes())
        for array in (self.slots, self.payoff, self.chance):
            sha.update(np.ascontiguousarray(array).tobytes())
        return sha.hexdigest()

    def require_texts(self, quick: bool = False) -> None:
        """Raise where two infosets of a player, or two actions of an infoset, would be written alike.

        quick: look only where texts stand beside other keys, such as '1' beside 1; among plain keys of one kind nothing
        else can collide, and to write them all takes a sixth of the time of compiling. `digest` looks at all.
        """
        for player, tree in enumerate(self.trees):
            for keys in (tree.keys, *set(tree.menus)):
                kinds = set(map(type, keys))
                if not quick or (str in kinds and len(kinds) > 1):
                    self._one_text_each(
                        player, keys, tree.labels if keys is tree.keys else list(map(label, keys))
                    )

    def _one_text_each(self, player: int, keys: Sequence[Any], texts: list[str]) -> None:
        seen: dict[str, Any] = {}
        for text, key in zip(texts, keys, strict=True) if len(set(texts)) < len(texts) else ():
            if text in seen:
                raise GameRuleError(
                    f"{self.spec}: player {player}'s {quote(seen[text])} and {quote(key)} are different, yet "
                    f"both are written {quote(text)}, and a saved strategy could not tell them apart; use keys "
                    "of one type"
                )
            seen[text] = key

    @cached_property
    def entries(self) -> tuple[Entries, ...]:
        """The payoff sorted by each player's own slots."""
        return tuple(self._entries(p, self.payoff[:, p]) for p in range(self.players))

    @cached_property
    def chance_entries(self) -> tuple[Entries, ...]:
        """The same with chance alone for the payoff: what gives counterfactual reach."""
        return tuple(self._entries(p, self.chance) for p in range(self.players))

    def _entries(self, player: int, weight: FloatArray) -> Entries:
        own = self.slots[:, player]
        order = np.argsort(own, kind="stable")
        length = np.bincount(own, minlength=self.trees[player].num_slots)
        others = np.delete(self.slots, player, axis=1)[order].astype(np.uint32)
        column_start, kept = share_rows(length, others)
        weight_start, kept_weight = share_rows(length, weight[order][:, None])
        rows = np.stack([column_start, weight_start, length], axis=1).astype(np.uint32)
        column = others[kept] if self.players != 2 else others[kept, 0]
        return Entries(rows, np.ascontiguousarray(column), np.ascontiguousarray(weight[order][kept_weight]))

    @property
    def nbytes(self) -> int:
        """Bytes held by the arrays, solver entries included."""
        total = self.slots.nbytes + self.payoff.nbytes + self.chance.nbytes
        total += sum(t.first_slot.nbytes + t.parent_slot.nbytes for t in self.trees)
        return total + sum(a.nbytes for e in self.entries for a in e)

    # Between arrays and keys ----------------------------------------------------------------------------------

    def uniform(self) -> list[FloatArray]:
        """The strategy that plays every action equally often: one `[Q]` vector a player."""
        return [tree.uniform() for tree in self.trees]

    @checked
    def to_strategy(self, vectors: Sequence[FloatArray]) -> Strategy:
        """Slot vectors as a `Strategy` over the infosets of the original game."""
        tables = []
        for player, vector in enumerate(vectors):
            tree = self.trees[player] if self.merge is None else self.merge.original[player]
            probs = np.asarray(vector[1:], dtype=np.float64).copy()
            if self.merge is not None:
                probs = vector[self._lift(player)]
            tables.append(StrategyTable(tree.labels, tree.actions, tree.starts, probs))
        return Strategy(self.spec, tables, digest=self.digest)

    def _lift(self, player: int) -> IntArray:
        """`[Q′ − 1]`: for every slot of the original game but the empty one, its slot here."""
        assert self.merge is not None
        original, target = self.merge.original[player], self.merge.infoset[player]
        start = self.trees[player].first_slot[target]
        lifted: IntArray = np.repeat(start, np.diff(original.first_slot)) + original.place_of[1:]
        return lifted

    @checked
    def from_strategy(self, strategy: Strategy) -> list[FloatArray]:
        """A `Strategy` as one `[Q]` vector a player; refuses one that does not fit this game.

        On a merged game the infosets of one class must agree, else the strategy cannot be represented here.
        """
        strategy.require(self.spec, "the strategy", self.digest, self.game)
        if len(strategy.tables) != self.players:
            raise StrategyError(
                f"{self.spec} has {self.players} players, the strategy has {len(strategy.tables)}; "
                "give one table a player"
            )
        return [self._vector(player, strategy) for player in range(self.players)]

    def _vector(self, player: int, strategy: Strategy) -> FloatArray:
        tree = self.trees[player] if self.merge is None else self.merge.original[player]
        table = strategy.tables[player]
        if table.labels is tree.labels:
            probs = table.probs
        else:
            probs = self._match(tree, player, strategy)
        if self.merge is None:
            whole = np.empty(len(probs) + 1)
            whole[0], whole[1:] = 1.0, probs
            return whole
        vector = np.ones(self.trees[player].num_slots)
        lift = self._lift(player)
        vector[lift] = probs
        if np.abs(vector[lift] - probs).max(initial=0.0) > 1e-12:
            raise StrategyError(
                f"player {player}'s strategy treats infosets differently that are merged in this FlatGame; "
                "evaluate it on tj.compile(game) without merging"
            )
        return vector

    def _match(self, tree: Treeplex, player: int, strategy: Strategy) -> FloatArray:
        table = strategy.tables[player]
        probs = np.empty(tree.num_slots - 1)
        for i, text in enumerate(tree.labels):
            lo, hi = tree.first_slot[i] - 1, tree.first_slot[i + 1] - 1
            row = table.index.get(text)
            if row is None:
                if strategy.unvisited != "uniform":
                    raise StrategyError(
                        f"the strategy has nothing for player {player}'s infoset {quote(text)} of {self.spec}; "
                        "it must cover every infoset"
                    )
                probs[lo:hi] = 1.0 / (hi - lo)
                continue
            menu = tuple(label(a) for a in tree.menus[i])
            if table.actions[row] == menu:
                probs[lo:hi] = table.row(row)
                continue
            given = dict(zip(table.actions[row], table.row(row), strict=True))
            if set(given) - set(menu):
                raise StrategyError(
                    f"player {player}, infoset {quote(text)} of {self.spec}: the strategy plays "
                    f"{quote(table.actions[row])}, the game offers {quote(menu)}"
                )
            probs[lo:hi] = [given.get(a, 0.0) for a in menu]
        return probs
