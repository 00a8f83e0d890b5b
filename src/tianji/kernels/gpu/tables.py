"""The boards of a street as tensors: what hands come to there, and the ways to the board before."""

from functools import cached_property

import torch

from tianji.kernels.gpu.ends import Ends, meets


class Tables:
    """What all passes over a street's boards share, whatever the betting (`street.Street`).

    hands, groups, parents: `[B, H]`, each board's hands (numbers into cards, `[·, 2]`) by strength, their group of
    equal strength, and their places on the board before, which has `above` hands. copies: `[B]`. Both players can hold
    every hand that the board leaves, so all boards have H hands.
    """

    def __init__(self, hands, groups, parents, cards, copies, above, device, is_double=False) -> None:
        self.xp, self.device = torch, torch.device(device)
        self.real = torch.float64 if is_double else torch.float32
        self.boards, self.hands = hands.shape
        self.is_double = is_double
        self.is_fast = self.device.type == "cuda" and not is_double
        self.ends = Ends(self.put(cards[hands]), self.put(groups), self.is_fast)
        self.copies = self.put(copies).double()
        self.parents, self._above = self.put(parents).long(), above

    @cached_property
    def places(self):
        """`[B, H of the board before]`: where its hands are on each board; H: nowhere."""
        places = torch.full((self.boards, self._above), self.hands, device=self.device)
        return places.scatter_(
            1, self.parents, torch.arange(self.hands, device=self.device).expand_as(self.parents)
        )

    def free(self):
        """Bytes that the device can still give; None where that is this machine's own memory."""
        if self.device.type != "cuda":
            return None
        kept = torch.cuda.memory_reserved(self.device) - torch.cuda.memory_allocated(self.device)
        return int(torch.cuda.mem_get_info(self.device)[0]) + kept

    @property
    def row_bytes(self):
        """Of one row of numbers on all boards."""
        return self.boards * self.hands * (8 if self.real == torch.float64 else 4)

    def put(self, array):
        """An array where the passes are, as it is."""
        return torch.as_tensor(array).to(self.device)

    def send(self, array):
        """The same in what the passes reckon in."""
        return torch.as_tensor(array, dtype=self.real).to(self.device)

    def room(self, rows):
        """`[B, rows, H]`, not written yet."""
        return torch.empty(self.boards, rows, self.hands, device=self.device, dtype=self.real)

    def down(self, reach):
        """`[B, L, H]` from `[L, H of the board before]`: a range at the roots, by board."""
        return self.put(reach).to(self.real)[:, self.parents].transpose(0, 1)

    def take(self, values):
        """`[B, L, H]` in float64 from `[B, L, H of the board before]`: the reverse of `up`."""
        given = self.put(values).double()
        return given.gather(2, self.parents[:, None].expand(-1, given.shape[1], -1))

    def up(self, values):
        """`[B, L, H of the board before]`, 0 where a hand meets the board, from `[B, L, H]`."""
        rows = torch.nn.functional.pad(values, (0, 1))
        return rows.gather(2, self.places[:, None].expand(-1, values.shape[1], -1))

    def total(self, values):
        """`[L, H of the board before]`: Σ over boards of copies · values, `[B, L, H]`; in float64."""
        return torch.einsum("b,blh->lh", self.copies, self.up(values).double())

    def meets(self, reach):
        """`[B, L, H]` in float64: how much of a range each hand can meet, sharing no card."""
        return meets(self.ends, reach.double()).clamp(min=0)
