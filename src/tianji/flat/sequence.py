"""FlatGame: one treeplex a player, and the terminals as one sparse payoff over tuples of slots."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.strategy import FloatArray, IntArray, Strategy, StrategyTable, label
from tianji.errors import GameRuleError, StrategyError, quote
from tianji.flat.rows import share_rows
from tianji.flat.treeplex import Treeplex

SUM_TOLERANCE = 1e-9  # of the payoffs' size


class SparsePayoff(NamedTuple):
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
        for text in () if "".join(texts).isascii() else texts:
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise GameRuleError(
                    f"{self.spec}: player {player}'s {quote(text)} holds half a character (a lone surrogate), which no "
                    "file can hold; use keys that are whole text"
                )
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
    def entries(self) -> tuple[SparsePayoff, ...]:
        """The payoff sorted by each player's own slots."""
        return tuple(self._entries(p, self.payoff[:, p]) for p in range(self.players))

    @cached_property
    def chance_entries(self) -> tuple[SparsePayoff, ...]:
        """The same with chance alone for the payoff: what gives counterfactual reach."""
        return tuple(self._entries(p, self.chance) for p in range(self.players))

    def _entries(self, player: int, weight: FloatArray) -> SparsePayoff:
        own = self.slots[:, player]
        order = np.argsort(own, kind="stable")
        length = np.bincount(own, minlength=self.trees[player].num_slots)
        others = np.delete(self.slots, player, axis=1)[order].astype(np.uint32)
        column_start, kept = share_rows(length, others)
        weight_start, kept_weight = share_rows(length, weight[order][:, None])
        rows = np.stack([column_start, weight_start, length], axis=1).astype(np.uint32)
        column = others[kept] if self.players != 2 else others[kept, 0]
        return SparsePayoff(
            rows, np.ascontiguousarray(column), np.ascontiguousarray(weight[order][kept_weight])
        )

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
