"""Cells: strategies shared by buckets of hands, all boards at once: gathered on the way down, summed on the way up."""

import torch


class Cells:
    """The buckets of a `Street`'s hands, `[B, H]`, as a sorting: sums of a bucket are differences of running sums."""

    def __init__(self, street, buckets, count) -> None:
        self.street, self.count = street, count
        self.buckets = street._send(buckets).long()
        flat = self.buckets.flatten()
        self.order = torch.argsort(flat, stable=True)
        edges = torch.arange(count + 1, device=street.device)
        self.edges = torch.searchsorted(flat[self.order], edges)

    def sums(self, values):
        """`[rows, K]` in float64: Σ over boards and hands of copies · values, `[B, rows, H]`, bucket by bucket."""
        count = values.shape[1]
        found = torch.empty(count, self.count, device=self.street.device, dtype=torch.float64)
        for k in range(count):
            weighted = values[:, k].double() * self.street.copies[:, None]
            running = torch.nn.functional.pad(weighted.flatten()[self.order].cumsum(0), (1, 0))
            found[k] = running[self.edges].diff()
        return found

    def forward(self, player, start, sigma):
        """`[B, slots, H]`: a player's reach from start, `[B, L, H]`, under cells sigma, `[rows, K]`."""
        forest, reach = self.street.forest, self.street.room(self.street.forest.slots[player])
        reach[:, : forest.roots] = start
        for above, first, actions in forest.infosets[player].tolist():
            for slot in range(first, first + actions):
                torch.mul(reach[:, above], sigma[slot - forest.roots][self.buckets], out=reach[:, slot])
        return reach

    def value(self, player, cfv, sigma):
        """Values up to the roots where the player plays sigma, `[rows, K]`. cfv: `[B, slots, H]`, summed in place."""
        forest = self.street.forest
        for above, first, actions in reversed(forest.infosets[player].tolist()):
            for slot in range(first, first + actions):
                cfv[:, above].addcmul_(cfv[:, slot], sigma[slot - forest.roots][self.buckets])
        return cfv[:, : forest.roots]
