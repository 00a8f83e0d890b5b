"""Cells: strategies shared by buckets of hands, all boards at once: gathered on the way down, summed on the way up."""

from typing import Any

import torch

from tianji.kernels.constants import AVERAGE, FLOOR, NEGATIVE, POSITIVE


def carry_cells(infosets, roots, sigma, buckets, reach) -> None:
    """Infoset by infoset, reach(first + a) = reach(above) · σ(a, bucket); sigma: `[rows, K]`, buckets: `[B, H]`."""
    for above, first, actions in infosets.tolist():
        for slot in range(first, first + actions):
            torch.mul(reach[:, above], sigma[slot - roots][buckets.long()], out=reach[:, slot])


def value_cells(infosets, roots, sigma, buckets, cfv):
    """From the last infoset to the first, cfv(above) += Σ_a σ(a, bucket) · cfv(first + a)."""
    for above, first, actions in reversed(infosets.tolist()):
        for slot in range(first, first + actions):
            cfv[:, above].addcmul_(cfv[:, slot], sigma[slot - roots][buckets.long()])


def sum_cells(cells, values):
    """`[rows, K]` in float64: Σ over boards and hands of copies · values, `[B, rows, H]`, by bucket."""
    found = torch.empty(values.shape[1], cells.count, device=values.device, dtype=torch.float64)
    for k in range(len(found)):
        weighted = values[:, k].double() * cells.copies[:, None]
        running = torch.nn.functional.pad(weighted.flatten()[cells.order.long()].cumsum(0), (1, 0))
        found[k] = running[cells.edges.long()].diff()
    return found


def pinned(size) -> Any:
    """An array of zeros in memory that a GPU reads and writes at full speed."""
    return torch.zeros(size, dtype=torch.float64, pin_memory=True).numpy()


class Cells:
    """The buckets of a `Street`'s hands, `[B, H]`, also sorted: `order`, bucket k from edges[k] to edges[k + 1]."""

    def __init__(self, street, buckets, count) -> None:
        tables = street.tables
        self.street, self.count, self.copies = street, count, tables.copies
        self.buckets = tables.put(buckets).int().contiguous()
        flat = self.buckets.flatten()
        self.order = torch.argsort(flat, stable=True).int()
        edges = torch.arange(count + 1, device=street.device, dtype=torch.int32)
        self.edges = torch.searchsorted(flat[self.order.long()], edges).int()
        self._steps = (carry_cells, value_cells, sum_cells)
        if tables.is_fast:
            from tianji.kernels.gpu import fused

            self._steps = (fused.carry_cells, fused.value_cells, fused.sum_cells)

    def sums(self, values):
        """`[rows, K]` in float64: Σ over boards and hands of copies · values, `[B, slots, H]`, roots left out."""
        return self.sums_of(values[:, self.street.forest.roots :])

    def sums_of(self, rows):
        """The same of rows, `[B, rows, H]`, in any order but with hands beside each other."""
        return self._steps[2](self, rows)

    def forward(self, player, start, sigma):
        """`[B, slots, H]`: a player's reach from start, `[B, L, H]`, under cells sigma, `[rows, K]`."""
        street = self.street
        reach = street.tables.room(street.forest.slots[player])
        reach[:, : street.forest.roots] = start
        self._steps[0](
            street.infosets[player], street.forest.roots, sigma.to(street.real), self.buckets, reach
        )
        return reach

    def value(self, player, cfv, sigma):
        """Values up to the roots where the player plays sigma, `[rows, K]`. cfv: `[B, slots, H]`, summed in place."""
        street = self.street
        self._steps[1](street.infosets[player], street.forest.roots, sigma.to(street.real), self.buckets, cfv)
        return cfv[:, : street.forest.roots]


class CellMemory:
    """What a `BucketBackend` keeps of a street, while it iterates: regret, average, strategy, `[rows, K]` a player."""

    def __init__(self, street, count) -> None:
        self.street, self.count = street, count
        self._menus = [self._menu(p) for p in (0, 1)]

    def _menu(self, player):
        """`[I, A]`, the rows of each infoset (past the last: none); `[rows]`, each row's infoset; `[I]`, actions."""
        infosets, roots = self.street.infosets[player].long(), self.street.forest.roots
        rows = self.street.forest.slots[player] - roots
        a = torch.arange(max(1, int(infosets[:, 2].max())), device=self.street.device)
        menu = torch.where(a < infosets[:, 2:], infosets[:, 1:2] - roots + a, rows)
        of = torch.empty(rows + 1, dtype=torch.long, device=self.street.device)
        of[menu] = torch.arange(len(infosets), device=self.street.device)[:, None].expand_as(menu)
        return menu, of[:rows], infosets[:, 2]

    def _by_infoset(self, player, values):
        """`[rows, K]`: the sum over the actions of each row's infoset."""
        menu, of, _ = self._menus[player]
        padded = torch.cat([values, torch.zeros_like(values[:1])])
        total = padded[menu[:, 0]]
        for a in range(1, menu.shape[1]):
            total += padded[menu[:, a]]
        return total[of]

    def load(self, regret, average, strategy) -> None:
        """Take what a backend has learned: a pair of arrays each."""

        def send(pair):
            return [self.street.tables.put(array.reshape(-1, self.count)).double().clone() for array in pair]

        self.regret, self.average, self.strategy = send(regret), send(average), send(strategy)

    def save(self, regret, average, strategy) -> None:
        """Give it back."""
        kept = (self.regret, regret), (self.average, average), (self.strategy, strategy)
        for tensors, arrays in kept:
            for tensor, array in zip(tensors, arrays, strict=True):
                torch.from_numpy(array).copy_(tensor.flatten())

    def learn(self, player, plans, values, row) -> None:
        """A pass's lesson, `[rows, K]` each: the opponent's plans go to his average, values to the player's regrets."""
        other = 1 - player
        self.average[other].mul_(float(row[AVERAGE])).add_(plans)
        regret, sigma = self.regret[player], self.strategy[player]
        gain = values - self._by_infoset(player, sigma * values)
        factor = torch.where(regret > 0, float(row[POSITIVE]), float(row[NEGATIVE]))
        torch.clamp(factor * regret + gain, min=float(row[FLOOR]), out=regret)
        positive = regret.clamp(min=0)
        total = self._by_infoset(player, positive)
        even = (1 / self._menus[player][2].double())[self._menus[player][1]][:, None]
        self.strategy[player] = torch.where(total > 0, positive / total.clamp(min=1e-300), even)
