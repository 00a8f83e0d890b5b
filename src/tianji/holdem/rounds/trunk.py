"""Trunk: one round before the subgames as one seat sees it, on one board: reach, values of all hands, and gifts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.cpu import class_means
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.spot.tree import BettingTree

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


Weight = Callable[[int], FloatArray]  # node: what each hand of the opponent can meet there, `[H]`


def best_values(
    tree: BettingTree, nodes: Sequence[int], seat: int, weight: Weight, at_line: Mapping[int, FloatArray]
) -> dict[int, FloatArray]:
    """By node of a round: what it is worth to an opponent of `seat` who plays best, weighted by the seat's reach.

    nodes: those of the round, parents first. at_line: what the lines to the next deal are worth to him, `[H]` each.
    """
    found: dict[int, FloatArray] = {}
    opponent = 1 - seat
    for n in reversed(nodes):
        node = tree.nodes[n]
        if node.kind == "deal":
            found[n] = at_line[n]
        elif node.kind == "fold":
            win, lose = tree.payoff(node, (0.0, 0.0))[opponent]
            found[n] = (lose if node.player == opponent else win) * weight(n)
        else:
            parts = np.array([found[child] for child in node.children])
            found[n] = parts.max(axis=0) if node.player == opponent else parts.sum(axis=0)
    return found


def line_gifts(
    tree: BettingTree,
    nodes: Sequence[int],
    seat: int,
    weight: Weight,
    values: Mapping[int, FloatArray],
    lines: Sequence[int],
) -> FloatArray:
    """`[C, H]`: what the opponent gave up in a round on his way to each line (`RoundTrunk.gifts`); as `best_values`."""
    found: dict[int, FloatArray] = {}
    for n in nodes:
        node, before = tree.nodes[n], found.get(n, np.zeros_like(values[n]))
        found[n] = before
        ends = [values[c] for c in node.children if tree.nodes[c].kind == "fold"]
        for child in node.children if node.kind == "act" else ():
            found[child] = before
            if node.player != seat and ends:
                met, given = weight(n), np.max([values[child], *ends], axis=0) - values[child]
                found[child] = before + np.where(met > 0, given / np.maximum(met, 1e-300), 0.0)
    return np.array([found[line] for line in lines])


@dataclass(frozen=True, eq=False)
class RoundTrunk:
    """A round of a blueprint for the seat that solves subgames after it again, `seat`; the other is the opponent.

    k: the round, 0 before the flop; board: the number of its board; above: the trunk of the round before it. Values
    are the opponent's, by *line* (a way to reach the next deal) and by hand of this board, `[C, H]`.
    """

    blueprint: BucketBackend
    cells: Cells
    seat: int
    k: int = 0
    board: int = 0
    above: RoundTrunk | None = None

    @property
    def opponent(self) -> int:
        """The other seat."""
        return 1 - self.seat

    @cached_property
    def cards(self) -> npt.NDArray[np.uint8]:
        """`[H, 2]`: of the hands that can be held here."""
        found: npt.NDArray[np.uint8] = self.blueprint.boards[self.k][self.board].hand_cards(0)
        return found

    @cached_property
    def nodes(self) -> list[int]:
        """The betting nodes of the round."""
        return self.blueprint.tree.street_nodes(self.k)

    @cached_property
    def lines(self) -> list[int]:
        """`[C]`: the betting nodes at which the next cards are dealt, in the order of the kernels' chance leaves."""
        tree = self.blueprint.tree
        return [n for n in self.nodes if tree.nodes[n].kind == "deal"]

    @cached_property
    def origins(self) -> list[int]:
        """`[C]`: the root of this round that each line comes from."""
        tree, root = self.blueprint.tree, {n: c for c, n in enumerate(self.roots)}
        return [next(root[n] for n in tree.path(line) if n in root) for line in self.lines]

    @cached_property
    def roots(self) -> list[int]:
        """The nodes at which the round begins, one a line of the round before."""
        return (
            [0]
            if self.above is None
            else [self.blueprint.tree.nodes[n].children[0] for n in self.above.lines]
        )

    @cached_property
    def below(self) -> range:
        """The boards of the next round."""
        return range(*self.blueprint.boards[self.k][self.board].below)

    def _row(self, node: int, a: int) -> FloatArray:
        """`[H]`: the probability of action a at a node of this round, by hand."""
        backend, k = self.blueprint, self.k
        forest, p = backend.forests[k], backend.tree.nodes[node].player
        row = forest.action_slot[node] + a - forest.roots
        first, count = (int(x) for x in backend.levels[k].boards[self.board, p, :2])
        found: FloatArray = self.cells[k][p].reshape(-1, backend.cells[k])[
            row, backend.buckets[k][first : first + count]
        ]
        return found

    @cached_property
    def _reach(self) -> dict[int, tuple[FloatArray, FloatArray]]:
        """By node: both seats' own reach, `[H]` each."""
        tree = self.blueprint.tree
        if self.above is None:
            found = {0: (self.blueprint.ranges[0], self.blueprint.ranges[1])}
        else:
            places = self.blueprint.boards[self.k][self.board].parents[0][0]
            first, second = (self.above.reach[p][:, places] for p in (0, 1))
            found = {n: (first[c], second[c]) for c, n in enumerate(self.roots)}
        for n in self.nodes:
            node = tree.nodes[n]
            for a, child in enumerate(node.children if node.kind == "act" else ()):
                pair = list(found[n])
                pair[node.player] = pair[node.player] * self._row(n, a)
                found[child] = (pair[0], pair[1])
        return found

    @cached_property
    def reach(self) -> tuple[FloatArray, FloatArray]:
        """`[C, H]` a seat: his own reach of each line."""
        first, second = ([self._reach[line][p] for line in self.lines] for p in (0, 1))
        return np.array(first), np.array(second)

    def weight(self, node: int) -> FloatArray:
        """`[H]`: the weight of the opponent's hands at a node, his own reach left out: what they can meet."""
        return meets(self.cards, self._reach[node][self.seat])

    def best_values(self, leaves: FloatArray) -> dict[int, FloatArray]:
        """By node of the round: what it is worth to an opponent who plays best, `[H]`, weighted by the seat's reach.

        leaves: `[C, H]`, Σ over all boards that may follow of his values there.
        """
        backend = self.blueprint
        if self.above is None:  # boards stand for those that are equal by suit
            assert backend.classes is not None
            leaves = class_means(leaves, backend.classes)
        at_line = dict(zip(self.lines, leaves / backend.cards_left[self.k], strict=True))
        return best_values(backend.tree, self.nodes, self.seat, self.weight, at_line)

    def response(self, leaves: FloatArray) -> float:
        """What a best response is worth to the opponent in the whole game, in chips; of the first round's trunk."""
        total = self.blueprint.ranges[self.opponent] @ self.best_values(leaves)[0]
        return float(total) / self.blueprint.norm

    def root_values(self, leaves: FloatArray) -> FloatArray:
        """`[L, H of the round before]`: what the round's roots are worth to an opponent who plays best."""
        assert self.above is not None
        values = self.best_values(leaves)
        found = np.zeros((len(self.roots), len(self.above.cards)))
        found[:, self.blueprint.boards[self.k][self.board].parents[0][0]] = [values[n] for n in self.roots]
        return found

    def gifts(self, leaves: FloatArray) -> FloatArray:
        r"""`[C, H]`: Σ over the opponent's decisions I′·a′ of this round of ⌊g⌋(I′, a′) (Brown & Sandholm 2017, 5):

            ⌊g⌋(I′, a′) = max_{a ∈ A_z or a = a′} CBV(I′, a) − CBV(I′, a′)

        with A_z the actions that end the hand at once: folds. Normalised by the weight of the hand at I′.
        """
        tree, values = self.blueprint.tree, self.best_values(leaves)
        return line_gifts(tree, self.nodes, self.seat, self.weight, values, self.lines)

    def values_below(self, cells: Cells, is_best: bool) -> FloatArray:
        """`[boards, C, H]`: the opponent's values on each board that may follow, its copies not counted.

        Under cells, or playing his best with real cards.
        """
        backend, reach = self.blueprint, self.reach[self.seat]
        if self.above is None:
            return backend.board_values(self.opponent, cells, is_best, reach)
        out, reach = np.zeros((len(self.below), *reach.shape)), reach.astype(backend.real)
        for j, b in enumerate(self.below):  # threads are at work on other flops
            backend.walk_board(self.opponent, cells, is_best, self.k + 1, b, reach, out[j])
        return out

    def add_up(self, values: FloatArray) -> FloatArray:
        """`[C, H]`: Σ over all boards that may follow of values `[boards, C, H]`, those equal by suit included."""
        boards = [self.blueprint.boards[self.k + 1][b] for b in self.below]
        found: FloatArray = np.zeros(values.shape[1:])
        for board, value in zip(boards, values, strict=True):
            held = value[:, board.parents[0][0]]
            for places in board.parents[0]:
                found[:, places] += board.copies * held
        return found
