"""One more card for all boards: ranges go down to the boards that it makes, values come up, cards equal by suit too."""

import torch


class NextCards:
    """The ways between some boards, with H hands each, and those that follow, which `tables` has.

    above: `[B′]`, the board that each of these follows. children: `[B, N]`, the board that each of the N cards that may
    come makes, or one equal to it by suit; places: `[B, N, H]`, where the hands are there (past the last: nowhere).
    """

    def __init__(self, tables, above, children, places) -> None:
        self.tables, self.above = tables, tables.put(above).long()
        self.children, self.places = tables.put(children).int(), tables.put(places).int()

    def down(self, rows):
        """`[B′, L, H′]` from `[B, L, H]`."""
        line = torch.arange(rows.shape[1], device=rows.device)[:, None]
        return rows[self.above[:, None, None], line, self.tables.parents[:, None]]

    def up(self, values):
        """`[B, L, H]` in float64: Σ over the cards that may come of values, `[B′, L, H′]`."""
        padded = torch.nn.functional.pad(values, (0, 1))
        line = torch.arange(values.shape[1], device=values.device)[:, None]
        found = padded[self.children.long()[:, :, None, None], line, self.places.long()[:, :, None]]
        return found.sum(1, dtype=torch.float64)
