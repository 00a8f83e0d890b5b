r"""The last betting round on all boards at once, as tensors `[boards, slots, hands]`, on a GPU or on the CPU.

The same sequence form as `kernels.poker.vector`, with every board beside the other in place of one after the other.
`tables` has the boards, `ends` what hands come to there. Names as in `kernels.poker.vector`; rows and coefficients as
in `kernels.constants`.
"""

import torch

from tianji.kernels.constants import AVERAGE, FLOOR, NEGATIVE, POSITIVE
from tianji.kernels.gpu.ends import add_ends

TINY = 1e-30  # below every sum of positive regrets that is not 0
CHUNK = 48  # ranges a product


def matched(weights):
    """σ(a) ∝ max(weights(a), 0), even where all are 0; `[B, A, H]`."""
    positive = weights.clamp(min=0)
    total = positive.sum(dim=1, keepdim=True)
    return torch.where(total > 0, positive / total.clamp(min=TINY), 1 / weights.shape[1])


def carry(infosets, roots, weights, average, reach, factor):
    """Infoset by infoset, reach(first + a) = reach(above) · σ(a), σ by weights; average ← factor · average + reach."""
    for above, first, actions in infosets.tolist():
        rows = slice(first - roots, first - roots + actions)
        found = matched(weights[:, rows]) * reach[:, above : above + 1]
        reach[:, first : first + actions] = found
        if average is not None:
            average[:, rows] = factor * average[:, rows] + found


def learn(infosets, roots, regret, cfv, positive, negative, floor):
    r"""From the last infoset to the first, v = Σ_a σ(a) · cfv(a) is added to cfv(above), and

    R(a) ← max(d · R(a) + cfv(a) − v, floor),   d by the sign of R(a)
    """
    for above, first, actions in reversed(infosets.tolist()):
        rows = slice(first - roots, first - roots + actions)
        old, below = regret[:, rows], cfv[:, first : first + actions]
        value = (matched(old) * below).sum(dim=1, keepdim=True)
        new = torch.where(old > 0, positive, negative) * old + below - value
        regret[:, rows] = new.clamp(min=floor)
        cfv[:, above] += value[:, 0]


class Street:
    """The betting of a street on all of its boards, and its passes; forest: `holdem.engine.layout.Forest`.

    The first player's tables are the second's.
    """

    def __init__(self, tables, forest) -> None:
        self.tables, self.forest = tables, forest
        self.device, self.real = tables.device, tables.real
        self.infosets = [tables.put(rows).int().contiguous() for rows in forest.infosets]
        self._terms = [self._lists(p) for p in (0, 1)]
        self._steps = (carry, learn, add_ends)
        if tables.is_fast:
            from tianji.kernels.gpu import fused

            self._steps = (fused.carry, fused.learn, fused.add_ends)

    def _lists(self, player):
        """Terms by kind: slots of the opponent, slots of the player, chips; in lists that name no slot of his twice."""
        columns, found = self.forest.columns[1 - player], []
        for (slot, kind, column), chips in zip(
            self.forest.terms[player].tolist(), self.forest.amounts[player], strict=True
        ):
            row = (int(columns[column]), slot, float(chips))
            fits = (r for k, r in found if k == kind and len(r) < CHUNK and slot not in [x[1] for x in r])
            rows = next(fits, None)
            if rows is None:
                found.append((kind, [row]))
            else:
                rows.append(row)
        return [
            (kind, *(torch.tensor(part, device=self.device, dtype=t) for part, t in zip(
                zip(*rows, strict=True), (torch.long, torch.long, self.real), strict=True
            )))
            for kind, rows in found
        ]  # fmt: skip

    def pass_bytes(self):
        """What a pass takes while it runs: one player's reach and the other's values."""
        return sum(self.forest.slots) * self.tables.row_bytes

    def kept_bytes(self):
        """What regrets and averages of both players take."""
        return 2 * (sum(self.forest.slots) - 2 * self.forest.roots) * self.tables.row_bytes

    def empty(self, player):
        """Room for a player's regrets or averages."""
        return self.tables.room(self.forest.slots[player] - self.forest.roots).zero_()

    def forward(self, player, start, weights, average=None, factor=0.0):
        """`[B, slots, H]`: a player's reach from start `[B, L, H]`, his strategy by weights, `[B, rows, H]`.

        average, factor: then the reach is added to the average.
        """
        forest, reach, step = self.forest, self.tables.room(self.forest.slots[player]), self._steps[0]
        reach[:, : forest.roots] = start
        step(self.infosets[player], forest.roots, weights, average, reach, factor)
        return reach

    def terminals(self, player, reach):
        """`[B, slots, H]`: a player's values where betting ends, by the slot they follow; reach: the opponent's."""
        cfv = self.tables.room(self.forest.slots[player]).zero_()
        for kind, others, slots, amounts in self._terms[player]:
            self._steps[2](self.tables.ends, kind == 0, reach, others, amounts, slots, cfv)
        return cfv

    def learn(self, player, cfv, regret, row):
        """Values up to the roots, `[B, L, H]`; regrets move in place, by a row of a schedule. cfv: overwritten."""
        roots, step = self.forest.roots, self._steps[1]
        factors = float(row[POSITIVE]), float(row[NEGATIVE]), float(row[FLOOR])
        step(self.infosets[player], roots, regret, cfv, *factors)
        return cfv[:, :roots]

    def value(self, player, cfv, weights):
        """Values up to the roots where the player plays by weights, or with None each hand's best. cfv: overwritten."""
        roots = self.forest.roots
        for above, first, actions in reversed(self.forest.infosets[player].tolist()):
            below = cfv[:, first : first + actions]
            if weights is None:
                cfv[:, above] += below.amax(dim=1)
            else:
                rows = weights[:, first - roots : first - roots + actions]
                cfv[:, above] += (matched(rows) * below).sum(dim=1)
        return cfv[:, :roots]

    def iterate(self, player, start, regret, average, row):
        """`[B, L, H]`: one player's pass of CFR against start, the opponent's range at the roots."""
        other = 1 - player
        reach = self.forward(other, start, regret[other], average[other], float(row[AVERAGE]))
        return self.learn(player, self.terminals(player, reach), regret[player], row)
