"""Trunk: the first round of a blueprint as one seat's subgames see it: reach, values of all hands, and gifts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.cpu import class_means
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.spot.tree import BettingTree
from tianji.poker.cards import hand_cards

FloatArray = npt.NDArray[np.float64]


def meets(cards: npt.NDArray[np.uint8], reach: FloatArray) -> FloatArray:
    """`[…, H]`: how much of a range `[…, H]` over the same hands each hand can meet: Σ reach, sharing no card."""
    holds = (cards[:, :, None] == np.arange(52)).any(axis=1).astype(np.float64)
    by_card = np.einsum(
        "...h,hc->...c", reach, holds
    )  # a product of matrices would wake up threads of its own
    found: FloatArray = (
        reach.sum(axis=-1, keepdims=True) - by_card[..., cards[:, 0]] - by_card[..., cards[:, 1]] + reach
    )
    return np.maximum(found, 0.0)


Choice = Callable[
    [int, int], FloatArray
]  # node before the flop, place of an action: its probability by hand, `[H]`


def best_values(
    tree: BettingTree,
    seat: int,
    cards: npt.NDArray[np.uint8],
    row: Choice,
    at_line: Mapping[int, FloatArray],
) -> dict[int, FloatArray]:
    """By node before the flop: what it is worth to an opponent of `seat` who plays best, weighted by the seat's reach.

    cards: `[H, 2]`. row: how the seat plays. at_line: what the lines to the flop are worth to him, `[H]` each.
    """
    found: dict[int, FloatArray] = {}
    opponent = 1 - seat

    def value(n: int, reach: FloatArray) -> FloatArray:
        node = tree.nodes[n]
        if node.kind == "deal":
            found[n] = at_line[n]
        elif node.kind == "fold":
            win, lose = tree.payoff(node, (0.0, 0.0))[opponent]
            found[n] = (lose if node.player == opponent else win) * meets(cards, reach)
        elif node.player == opponent:
            found[n] = np.max([value(child, reach) for child in node.children], axis=0)
        else:
            parts = [value(child, reach * row(n, a)) for a, child in enumerate(node.children)]
            found[n] = np.sum(parts, axis=0)
        return found[n]

    value(0, np.ones(len(cards)))
    return found


def line_gifts(
    tree: BettingTree,
    seat: int,
    cards: npt.NDArray[np.uint8],
    row: Choice,
    values: Mapping[int, FloatArray],
    lines: Sequence[int],
) -> FloatArray:
    """`[C, H]`: what the opponent gave up on his way to each line (see `Trunk.gifts`); values: of `best_values`."""
    rows = []
    for line in lines:
        gift, reach = np.zeros(len(cards)), np.ones(len(cards))
        for above, below in pairwise(tree.path(line)):
            node = tree.nodes[above]
            if node.player == seat:
                reach = reach * row(above, node.children.index(below))
                continue
            ends = [values[c] for c in node.children if tree.nodes[c].kind == "fold"]
            best = np.max([values[below], *ends], axis=0)
            weight = meets(cards, reach)
            gift += np.where(weight > 0, (best - values[below]) / np.maximum(weight, 1e-300), 0.0)
        rows.append(gift)
    return np.array(rows)


@dataclass(frozen=True, eq=False)
class Trunk:
    """A blueprint before the flop, for the seat that solves its subgames again, `seat`; the other is the opponent.

    Values are the opponent's, by *line* (a way to reach the flop) and by hand, `[C, H]`.
    """

    blueprint: BucketBackend
    cells: Cells
    seat: int

    @property
    def opponent(self) -> int:
        """The other seat."""
        return 1 - self.seat

    @cached_property
    def _cards(self) -> npt.NDArray[np.uint8]:
        return hand_cards()[self.blueprint.game.hands]

    @cached_property
    def lines(self) -> list[int]:
        """`[C]`: the betting nodes at which a flop is dealt, in the order of the kernels' chance leaves."""
        tree = self.blueprint.tree
        return [n for n in tree.street_nodes(0) if tree.nodes[n].kind == "deal"]

    def _row(self, node: int, a: int) -> FloatArray:
        """`[H]`: the probability of action a at a node before the flop, by hand."""
        backend = self.blueprint
        forest, p = backend.forests[0], backend.tree.nodes[node].player
        row = forest.action_slot[node] + a - forest.roots
        cells = self.cells[0][p].reshape(-1, backend.cells[0])[row]
        count = len(backend.ranges[0])
        found: FloatArray = cells[backend.buckets[0][p * count : (p + 1) * count]]
        return found

    @cached_property
    def reach(self) -> tuple[FloatArray, FloatArray]:
        """`[C, H]` a seat: his own reach of each line."""
        tree, found = self.blueprint.tree, []
        for p in (0, 1):
            rows = []
            for line in self.lines:
                reach = self.blueprint.ranges[p].copy()
                path = tree.path(line)
                for above, below in pairwise(path):
                    if tree.nodes[above].player == p and tree.nodes[above].kind == "act":
                        reach *= self._row(above, tree.nodes[above].children.index(below))
                rows.append(reach)
            found.append(np.array(rows))
        return found[0], found[1]

    def best_values(self, leaves: FloatArray) -> dict[int, FloatArray]:
        """By node before the flop: what it is worth to an opponent who plays best, `[H]`, weighted by the seat's reach.

        leaves: `[C, H]`, Σ over all flops of his values there.
        """
        backend = self.blueprint
        assert backend.classes is not None
        shared = class_means(leaves, backend.classes) / backend.cards_left[0]
        return best_values(
            backend.tree, self.seat, self._cards, self._row, dict(zip(self.lines, shared, strict=True))
        )

    def response(self, leaves: FloatArray) -> float:
        """What a best response is worth to the opponent in the whole game, in chips."""
        total = self.blueprint.ranges[self.opponent] @ self.best_values(leaves)[0]
        return float(total) / self.blueprint.norm

    def gifts(self, leaves: FloatArray) -> FloatArray:
        r"""`[C, H]`: Σ over the opponent's decisions I′·a′ on the way of ⌊g⌋(I′, a′) (Brown & Sandholm 2017, 5):

            ⌊g⌋(I′, a′) = max_{a ∈ A_z or a = a′} CBV(I′, a) − CBV(I′, a′)

        with A_z the actions that end the hand at once: folds. Normalised by the weight of the hand at I′.
        """
        values = self.best_values(leaves)
        return line_gifts(self.blueprint.tree, self.seat, self._cards, self._row, values, self.lines)

    def flop_values(self, cells: Cells, is_best: bool) -> FloatArray:
        """`[B, C, H]`: the opponent's values on each flop: under cells, or playing his best with real cards."""
        return self.blueprint.board_values(self.opponent, cells, is_best, self.reach[self.seat])
