"""AIVAT: what a hand was worth once the luck of known chances is taken out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import FloatArray, IntArray, Strategy
from tianji.core.walk import successors
from tianji.errors import ParameterError, quote
from tianji.evaluate.response import plans
from tianji.flat.cache import as_flat
from tianji.flat.nodes import NodeTable, node_table
from tianji.flat.sequence import FlatGame


class Aivat:
    """The estimate of a player's value from single hands, without bias whatever the others do.

        u(z) = U(g_z) + Σ_{g → g′ on the way, chance or a known player acts} [ Σ_{g″} P(g″ | g) V(g″) − V(g′) ]

    A group g is a set of histories that look alike to the players whose strategy is not known; each counts by the
    probability w that chance and the known players go there. U and V are w-means over a group of the payoff and of a
    value v: the expected payoff if all play the known strategies and, where none is known, `model` (uniform unless
    given). Any v leaves the mean right; a good one takes the noise away. The others' actions are never corrected: that
    would need their strategy, and a guess of it would bias the result.

    Burch, Schmid, Moravčík, Morrill, Bowling (2018), "AIVAT: A New Variance Reduction Technique for Agent Evaluation in
    Imperfect Information Games". Ours sums over histories instead of products of ranges, so that any game is taken.
    Not yet reproduced: its figures are for hold'em.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> luckless = Aivat(game, {0: tj.uniform(game)}, player=0)
    >>> luckless.estimate([2, 0, "b", "p"])  # a king bets and a jack folds: one chip won, and more than that by luck
    -0.375
    """

    def __init__(
        self, game: Game[Any, Any], known: Mapping[int, Strategy], player: int, model: Strategy | None = None
    ) -> None:
        for p in (player, *known):
            if not isinstance(p, int) or not 0 <= p < game.players:
                raise ParameterError(f"player {quote(p)} of {game.spec}; expected 0..{game.players - 1}")
        self.game = game
        flat = as_flat(game)
        self.nodes = node_table(flat)
        reach = _reach(flat, self.nodes, known)
        value = node_values(flat, self.nodes, known, model, player)
        self._children = children_of(self.nodes)
        #: `[H]` the estimate at terminals
        self.values = _estimates(self.nodes, set(known), reach, value)

    def estimate(self, moves: Sequence[Any]) -> float:
        """The estimate of a hand that went so: every action and outcome from the start to the end."""
        node, state = 0, self.game.initial()
        for move in moves:
            options = [a for a, _ in successors(self.game, state, self.game.player(state))]
            if move not in options:
                raise ParameterError(
                    f"{quote(move)} after {quote(self.game.show(state))}; expected a move of the game"
                )
            node = self._children[node][options.index(move)]
            state = self.game.result(state, move)
        if self.nodes.player[node] != TERMINAL:
            raise ParameterError(f"{len(moves)} moves do not end the game; give all of them")
        return float(self.values[node])


def children_of(nodes: NodeTable) -> list[list[int]]:
    """`[H]`: the histories one move after each, in the order of the moves."""
    children: list[list[int]] = [[] for _ in range(nodes.num_nodes)]
    for h in range(1, nodes.num_nodes):
        children[nodes.parent[h]].append(h)
    return children


def _vectors(flat: FlatGame, known: Mapping[int, Strategy], model: Strategy | None) -> list[FloatArray]:
    """One `[Q]` behaviour vector a player: known, modelled or uniform."""
    rest = flat.uniform() if model is None else flat.from_strategy(model)
    return [flat.from_strategy(known[p])[p] if p in known else rest[p] for p in range(flat.players)]


def _reach(flat: FlatGame, nodes: NodeTable, known: Mapping[int, Strategy]) -> FloatArray:
    """`[H]`: the probability that chance and the known players let a history happen."""
    own = plans(flat, _vectors(flat, known, None))
    reach = nodes.chance.copy()
    for p in known:
        reach *= own[p][nodes.slots[:, p]]
    return reach


def move_odds(nodes: NodeTable, vectors: Sequence[FloatArray]) -> FloatArray:
    """`[H]`: how likely the last move of a history is where it was made, by chance or by the mover's vector."""
    above = nodes.parent.clip(0)
    who = nodes.player[above]
    odds = nodes.chance / nodes.chance[above]
    for p, vector in enumerate(vectors):
        odds = np.where(who == p, vector[nodes.slots[:, p]], odds)
    return np.asarray(odds)


def by_depth(nodes: NodeTable) -> list[IntArray]:
    """The histories of every depth, the start first."""
    order = np.argsort(nodes.depth, kind="stable").astype(np.int32)
    return np.split(order, np.flatnonzero(np.diff(nodes.depth[order])) + 1)


def node_values(
    flat: FlatGame, nodes: NodeTable, known: Mapping[int, Strategy], model: Strategy | None, player: int
) -> FloatArray:
    """`[H]`: the player's expected payoff from every history when all play the vectors."""
    odds = move_odds(nodes, _vectors(flat, known, model))
    value = nodes.utility[:, player].copy()
    for level in by_depth(nodes)[:0:-1]:
        np.add.at(value, nodes.parent[level], odds[level] * value[level])
    return value


def _groups(nodes: NodeTable, known: set[int]) -> tuple[IntArray, IntArray]:
    """`[H]` the group of every history, and `[G]` the group before each (−1 for the first); earlier groups first."""
    others = [p for p in range(nodes.slots.shape[1]) if p not in known]
    group = np.zeros(nodes.num_nodes, dtype=np.int32)
    before = [np.array([-1], dtype=np.int32)]
    count = 1
    for level in by_depth(nodes)[1:]:
        who, parent = nodes.player[level], nodes.parent[level]
        # His own move, who acts, and at the end every move: finer groups than he can tell apart are right as well.
        is_end = who == TERMINAL
        is_told = is_end | np.isin(nodes.player[parent], others)
        columns = [group[parent], np.where(is_told, nodes.move[level], -1)]
        columns.append(np.where(is_end | np.isin(who, others), who, CHANCE))
        columns += [np.where(is_end, -1, nodes.key[level, p]) for p in others]
        rows, number = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
        group[level] = count + number.reshape(-1)
        before.append(rows[:, 0].astype(np.int32))
        count += len(rows)
    return group, np.concatenate(before)


def _estimates(nodes: NodeTable, known: set[int], reach: FloatArray, value: FloatArray) -> FloatArray:
    group, before = _groups(nodes, known)
    count = len(before)
    weight = np.bincount(group, reach, count)
    total = np.bincount(group, reach * value, count)
    mean = np.divide(total, weight, out=np.zeros(count), where=weight > 0)
    acts = np.full(count, CHANCE, dtype=np.int64)
    acts[group] = nodes.player
    is_known = np.array([int(p) == CHANCE or int(p) in known for p in acts])
    ahead = np.bincount(before[1:], (weight * mean)[1:], count)  # Σ over the groups after each
    expected = np.divide(ahead, weight, out=np.zeros(count), where=weight > 0)
    luck = np.zeros(count)  # what was corrected on the way to a group
    for g in range(1, count):
        above = before[g]
        luck[g] = luck[above] + (expected[above] - mean[g] if is_known[above] else 0.0)
    result = np.where(nodes.player == TERMINAL, (mean + luck)[group], 0.0)
    return result.astype(np.float64)
