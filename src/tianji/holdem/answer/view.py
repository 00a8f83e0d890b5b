"""What a solve says on one board: strategies, ranges and values of every betting line of a street.

Written in plain NumPy with the showdown as a matrix: slow for a whole tree, quick for one board, and independent of
the kernels that solved it.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.backend import Backend
from tianji.holdem.engine.layout import BEATS, MEETS
from tianji.holdem.engine.places import follow
from tianji.holdem.spot.boards import strength
from tianji.kernels.constants import RESPONSE, VALUE
from tianji.poker.cards import hand_cards
from tianji.poker.equity import RunOutOrder

FloatArray = npt.NDArray[np.float64]
KEPT_BYTES = 256 * 2**20  # of views a solve keeps


@lru_cache(maxsize=1)
def _apart() -> npt.NDArray[np.bool_]:
    """`[1326, 1326]`: whether two hands share no card."""
    cards = hand_cards()
    clash = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    return np.asarray(~clash)


class View:
    """One board of one street: level k, board number b, with both players' reach at the street's roots.

    roots[p]: `[L, H]` player p's reach at each root on this board.
    """

    def __init__(self, backend: Backend, k: int, b: int, roots: tuple[FloatArray, FloatArray]) -> None:
        self.backend, self.k, self.b, self.roots = backend, k, b, roots
        self.forest, self.board = backend.forests[k], backend.boards[k][b]
        self.strategies = [self._strategies(p) for p in (0, 1)]
        self.reaches = [self._reaches(p) for p in (0, 1)]
        self._values: dict[tuple[int, int], FloatArray] = {}
        self._met: dict[tuple[int, int], FloatArray] = {}

    def _strategies(self, p: int) -> FloatArray:
        """`[Q, H]`: the average strategy of every slot; the roots' rows are 1."""
        forest = self.forest
        sums = np.ones((forest.slots[p], len(self.board.combos[p])))
        sums[forest.roots :] = self.backend.rows(self.k, self.b, p, "average")
        for _, first, count in forest.infosets[p]:
            total = sums[first : first + count].sum(axis=0)
            with np.errstate(invalid="ignore", divide="ignore"):
                sums[first : first + count] = np.where(
                    total > 0, sums[first : first + count] / total, 1 / count
                )
        return sums

    def _reaches(self, p: int) -> FloatArray:
        """`[Q, H]`: reach of every slot."""
        rows = self.strategies[p].copy()
        rows[: self.forest.roots] = self.roots[p]
        for above, first, count in self.forest.infosets[p]:
            rows[first : first + count] *= rows[above]
        return rows

    @property
    def bytes(self) -> int:
        """What it takes in memory, values that were asked for included."""
        arrays = (*self.strategies, *self.reaches, *self._values.values(), *self._met.values())
        return sum(array.nbytes for array in arrays) + (
            self._run_outs.bytes if "_run_outs" in vars(self) else 0
        )

    def reach(self, p: int, node: int) -> FloatArray:
        """`[H]`: player p's reach at a node."""
        row: FloatArray = self.reaches[p][self.forest.node_slots[node][p]]
        return row

    def strategy(self, node: int) -> FloatArray:
        """`[A, H]`: the strategy of the player who acts at a node."""
        owner = self.backend.tree.nodes[node]
        first = self.forest.action_slot[node]
        rows: FloatArray = self.strategies[owner.player][first : first + len(owner.actions)]
        return rows

    def meets(self, p: int) -> FloatArray:
        """`[H, H']`: 1 where player p's hand and the opponent's share no card."""
        free: FloatArray = (self._meets if p == 0 else self._meets.T).astype(np.float64)
        return free

    def met(self, p: int, node: int) -> FloatArray:
        """`[H]`: how much of the opponent's range at a node each hand of player p can meet; kept."""
        if (p, node) not in self._met:
            self._met[p, node] = self.meets(p) @ self.reach(1 - p, node)
        return self._met[p, node]

    @cached_property
    def _meets(self) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = _apart()[self.board.combos[0]][:, self.board.combos[1]]
        return found

    @cached_property
    def _run_outs(self) -> RunOutOrder:
        """Both players' hands by strength on every completion of this board: behind the equity of every line."""
        return RunOutOrder(list(self.board.cards), np.union1d(*self.board.combos))

    def equity(self, p: int, node: int) -> FloatArray:
        """`[H]`: player p's equity against the opponent's range at a node; NaN where no hand of it fits."""
        mine, his = (np.searchsorted(self._run_outs.hands, self.board.combos[q]) for q in (p, 1 - p))
        opponent = np.zeros(len(self._run_outs.hands))
        opponent[his] = self.reach(1 - p, node)
        beats, meets = (found[mine] for found in self._run_outs.equities(opponent))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(meets > 0, 0.5 + 0.5 * beats / meets, np.nan)

    def beats(self, p: int) -> FloatArray:
        """`[H, H']`: 1 where player p wins at showdown, −1 where he loses, 0 on ties and impossible pairs."""
        by_hand = strength(self.board.cards)
        mine, his = by_hand[self.board.combos[p]], by_hand[self.board.combos[1 - p]]
        signs: FloatArray = np.sign(mine[:, None] - his[None]) * self.meets(p)
        return signs

    def slot_values(self, p: int, mode: int = VALUE) -> FloatArray:
        """`[Q, H]`: player p's counterfactual value of every slot against the opponent's average strategy.

        He plays his own average, or with mode RESPONSE his best as far as no lock binds him. Kept: a pass over all
        boards below is behind it.
        """
        if (p, mode) not in self._values:
            self._values[p, mode] = self._slot_values(p, mode)
        return self._values[p, mode]

    def _slot_values(self, p: int, mode: int) -> FloatArray:
        forest, reach = self.forest, self.reaches[1 - p]
        values = np.zeros((forest.slots[p], len(self.board.combos[p])))
        meets = self.meets(p)
        beats = self.beats(p) if len(self.board.cards) == 5 else meets
        for kind, matrix in ((BEATS, beats), (MEETS, meets)):
            terms = np.flatnonzero(forest.terms[p][:, 1] == kind)
            slots, columns = forest.terms[p][terms, 0], forest.terms[p][terms, 2]
            looked, back = np.unique(forest.columns[1 - p][columns], return_inverse=True)
            found = (reach[looked] @ matrix.T)[back]  # one product of matrices for all lines
            np.add.at(values, slots, forest.amounts[p][terms, None] * found)
        if len(forest.chances[p]):
            below = self._below(p, mode)
            for leaf, slot in enumerate(forest.chances[p]):
                values[slot] += below[leaf] / self.backend.cards_left[self.k]
        free = self._free(p) if mode == RESPONSE else None
        for above, first, count in forest.infosets[p][::-1]:
            rows = slice(first, first + count)
            chosen = (self.strategies[p][rows] * values[rows]).sum(axis=0)
            if free is not None:
                chosen = np.where(free[first - forest.roots], values[rows].max(axis=0), chosen)
            values[above] += chosen
        return values

    def _free(self, p: int) -> npt.NDArray[np.bool_]:
        """`[rows, H]`: where no lock binds player p."""
        return np.asarray(self.backend.rows(self.k, self.b, p, "locks") == 0)

    def _below(self, p: int, mode: int) -> FloatArray:
        reach = self.reaches[1 - p][self.forest.chances[1 - p]]
        return self.backend.below(self.k, self.b, p, mode, np.zeros(6), reach)

    def value(self, p: int, node: int) -> FloatArray:
        """`[H]`: player p's expected chips from a node on: chips back less chips still to put in, the pot's share in.

        NaN where the opponent cannot hold any hand that fits.
        """
        values = self.slot_values(p)
        tree = self.backend.tree
        owner = tree.nodes[node]
        if owner.kind == "act" and owner.player == p:
            first = self.forest.action_slot[node]
            rows = slice(first, first + len(owner.actions))
            total = (self.strategies[p][rows] * values[rows]).sum(axis=0)
        else:
            total = values[self.forest.node_slots[node][p]]
        return self._in_chips(total, p, node)

    def best_value(self, p: int, node: int) -> FloatArray:
        """`[H]`: player p's expected chips from a node on when he plays his best there and below: CBV; NaN as above."""
        values, owner = self.slot_values(p, RESPONSE), self.backend.tree.nodes[node]
        if owner.kind == "act" and owner.player == p:
            first = self.forest.action_slot[node]
            rows = slice(first, first + len(owner.actions))
            mean = (self.strategies[p][rows] * values[rows]).sum(axis=0)
            best = np.where(self._free(p)[first - self.forest.roots], values[rows].max(axis=0), mean)
            return self._in_chips(best, p, node)
        return self._in_chips(values[self.forest.node_slots[node][p]], p, node)

    def best_actions(self, node: int) -> FloatArray:
        """`[A, H]`: CBV of each action of the player who acts."""
        return self.action_values(node, RESPONSE)

    def action_values(self, node: int, mode: int = VALUE) -> FloatArray:
        """`[A, H]`: the value of each action to the player who acts, who goes on as mode says."""
        owner = self.backend.tree.nodes[node]
        values = self.slot_values(owner.player, mode)
        first = self.forest.action_slot[node]
        return np.stack(
            [self._in_chips(values[first + a], owner.player, node) for a in range(len(owner.actions))]
        )

    def _in_chips(self, cfv: FloatArray, p: int, node: int) -> FloatArray:
        tree = self.backend.tree
        met = self.met(p, node)
        with np.errstate(invalid="ignore", divide="ignore"):
            chips = np.where(met > 0, cfv / met, np.nan)
        return chips + tree.stake(node, p)

    def average(self, p: int, node: int, by_hand: FloatArray) -> float:
        """The mean of a `[H]` quantity over player p's range at a node, given the cards the opponent may hold."""
        weight = self.reach(p, node) * self.met(p, node)
        if not weight.sum() > 0:
            return float("nan")
        return float(np.nansum(weight * by_hand) / weight.sum())


def root_view(backend: Backend) -> View:
    """The first street's view."""
    return View(backend, 0, 0, (backend.ranges[0][None], backend.ranges[1][None]))


def next_view(view: View, b: int) -> View:
    """The view of a board of the next street."""
    board: Any = view.backend.boards[view.k + 1][b]
    roots = tuple(view.reaches[p][view.forest.chances[p]][:, board.parents[p][0]] for p in (0, 1))
    return View(view.backend, view.k + 1, b, (roots[0], roots[1]))


class Views:
    """The views of a solve that does not change any more, kept by the cards dealt: the newest, up to `most` bytes."""

    def __init__(self, backend: Backend, most: int = KEPT_BYTES) -> None:
        self.backend, self.most = backend, most
        self._kept: OrderedDict[tuple[int, ...], tuple[View, npt.NDArray[np.int64]]] = OrderedDict()

    def of(self, cards: tuple[int, ...]) -> tuple[View, npt.NDArray[np.int64]]:
        """As `view_of`; those of the streets before are kept too."""
        if cards in self._kept:
            self._kept.move_to_end(cards)
            return self._kept[cards]
        if cards:
            above, _ = self.of(cards[:-1])
            numbers, to = follow(self.backend.boards, cards)
            found = next_view(above, numbers[-1]), to
        else:
            found = root_view(self.backend), follow(self.backend.boards, ())[1]
        self._kept[cards] = found
        while len(self._kept) > 1 and sum(view.bytes for view, _ in self._kept.values()) > self.most:
            self._kept.popitem(last=False)
        return found


def view_of(backend: Backend, cards: tuple[int, ...]) -> tuple[View, npt.NDArray[np.int64]]:
    """The view of the board after dealt cards, and the renaming of hands `[1326]` from it to the cards asked for."""
    view = root_view(backend)
    numbers, to = follow(backend.boards, cards)
    for b in numbers:
        view = next_view(view, b)
    return view, to
