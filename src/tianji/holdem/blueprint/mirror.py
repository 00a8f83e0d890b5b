"""A tree seen through another: which decision of the one stands for each of the other's, and what is done there.

This is translation laid out in advance: a bet stands for the prepared one it is likeliest taken for, an own bet is the
same share of the pot. Where the prepared tree ends, the player is taken to call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.reading import taken_for
from tianji.holdem.blueprint.tree import FOLD, FlatTree

Rows = Callable[[int], FloatArray]


class Mirror:
    """Every decision of a tree with the one of `base` that stands for it, −1 for none, and both levels there.

    start: the decision of base that stands for the tree's first one; levels: what has to be matched there, in base and
    in the tree.
    """

    def __init__(
        self, base: FlatTree, tree: FlatTree, start: int, levels: tuple[int, int], stack: int
    ) -> None:
        self.base, self.tree, self.stack = base, tree, stack
        self.nodes: npt.NDArray[np.int64] = np.full(len(tree), -1, dtype=np.int64)
        self.levels = np.zeros((len(tree), 2), dtype=np.int64)
        waiting = [(0, start, *levels)]
        while waiting:
            node, there, level, own = waiting.pop()
            if there >= 0 and not (
                base.player[there] == tree.player[node] and base.street[there] == tree.street[node]
            ):
                there = -1
            self.nodes[node], self.levels[node] = there, (level, own)
            for place, total in enumerate(tree.menu(node)):
                after = tree.after(node, place)
                if after >= 0:
                    onward, up = self._after(there, level, own, total)
                    waiting.append((after, onward, up, max(own, total)))

    def _after(self, there: int, level: int, own: int, total: int) -> tuple[int, int]:
        """The decision of base after an action of the tree, and the level there."""
        if there < 0:
            return -1, level
        totals = self.base.menu(there)
        if total <= own:
            place = totals.index(level) if level in totals else -1
        else:
            bet = (total - own) / (2 * own)
            chances, _ = taken_for(totals, level, self.stack, bet, total >= self.stack, False)
            place = chances[0][0] if chances else -1
        after = -1 if place < 0 else self.base.after(there, place)
        return (-1, level) if after < 0 else (after, max(level, totals[place]))

    def weights(self, rows: Rows, counts: Sequence[int], players: tuple[int, ...] = (0, 1)) -> FloatArray:
        """`[E]`: what players who know `rows` of base (a decision's `[K, A]`) do in the tree; 0 for the others."""
        offsets = self.tree.offsets(counts)
        found = np.zeros(int(offsets[-1]))
        for node in range(len(self.tree)):
            if int(self.tree.player[node]) in players:
                part = found[offsets[node] : offsets[node + 1]].reshape(-1, int(self.tree.actions[node]))
                self._fill(part, node, rows)
        return found

    def _fill(self, out: FloatArray, node: int, rows: Rows) -> None:
        totals, there = self.tree.menu(node), int(self.nodes[node])
        level, own = (int(n) for n in self.levels[node])
        call = totals.index(own) if own in totals else len(totals) - 1
        if there < 0:
            out[:, call] = 1.0
            return
        raises = [k for k, total in enumerate(totals) if total > own]
        for k, total in enumerate(self.base.menu(there)):
            place = call
            if total == FOLD and FOLD in totals:
                place = totals.index(FOLD)
            elif total > level and raises:
                wanted = self.stack if total >= self.stack else own + (total - level) / (2 * level) * 2 * own
                place = min(raises, key=lambda j: abs(totals[j] - wanted))
            out[:, place] += rows(there)[:, k]
