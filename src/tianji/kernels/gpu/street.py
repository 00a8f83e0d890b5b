r"""The last betting round on all boards at once, as tensors `[slots, boards, hands]`, on a GPU or on the CPU.

The same sequence form as `kernels.poker.vector`, with every board beside the other in place of one after the other.
Both players can hold every hand that the board leaves, sorted by strength, so all boards have H hands. Showdowns are
products with a matrix a board,

    beats(h) = Σ_g S(h, g) reach(g),   S(h, g) = sign(strength h − strength g) where h and g share no card, else 0

whose entries bfloat16 holds exactly: on a GPU the reach is cut into three such numbers, which is float32's precision,
and multiplied by the matrix units. Names as in `kernels.poker.vector`; rows and coefficients as in `kernels.constants`.
"""

import torch

from tianji.kernels.constants import AVERAGE, FLOOR, NEGATIVE, POSITIVE

TINY = 1e-30  # below every sum of positive regrets that is not 0


def matched(weights):
    """σ(a) ∝ max(weights(a), 0), even where all are 0; `[A, …]`."""
    positive = weights.clamp(min=0)
    total = positive.sum(dim=0, keepdim=True)
    return torch.where(total > 0, positive / total.clamp(min=TINY), 1 / weights.shape[0])


def carried(weights, reach):
    """reach(a) = reach · σ(a), with σ by the weights: `[A, …]`."""
    return matched(weights) * reach


def averaged(weights, reach, average, weight):
    """`carried`, added to the average in place: S ← weight · S + reach."""
    found = matched(weights) * reach
    average.copy_(weight * average + found)
    return found


def learned(regret, cfv, row):
    r"""v = Σ_a σ(a) · cfv(a), after R(a) ← max(d · R(a) + cfv(a) − v, floor) in place; d by the sign of R."""
    value = (matched(regret) * cfv).sum(dim=0)
    factor = torch.where(regret > 0, row[POSITIVE], row[NEGATIVE])
    regret.copy_(torch.maximum(factor * regret + cfv - value, row[FLOOR]))
    return value


def played(weights, cfv):
    """v = Σ_a σ(a) · cfv(a)."""
    return (matched(weights) * cfv).sum(dim=0)


class Street:
    """The tables of a street's boards, and its passes.

    forest: `holdem.engine.layout.Forest`. hands, groups, parents: `[B, H]`, each board's hands (numbers into cards,
    `[·, 2]`) by strength, their group of equal strength, and their places on the board before, which has `above` hands.
    copies: `[B]`. The first player's tables are the second's.
    """

    def __init__(self, forest, hands, groups, parents, cards, copies, above, device, is_double=False) -> None:
        self.forest, self.device, self.above = forest, torch.device(device), above
        self.real = torch.float64 if is_double else torch.float32
        self.boards, self.hands = hands.shape
        held, group = self._send(cards[hands]).long(), self._send(groups).short()
        self.incidence = torch.zeros(self.boards, self.hands, 52, device=self.device, dtype=self.real)
        self.incidence.scatter_(2, held, 1)  # [B, H, 52] the cards of a hand
        self.signs = self._signs(held, group)  # [B, H, H]
        self.copies = self._send(copies).double()
        self.parents = self._send(parents).long()
        places = torch.full((self.boards, above), self.hands, device=self.device)  # H: not on this board
        places.scatter_(1, self.parents, torch.arange(self.hands, device=self.device).expand_as(self.parents))
        self.places = places
        self._terms = [self._lists(p) for p in (0, 1)]
        is_fused = self.device.type == "cuda"
        self._carried, self._averaged, self._learned, self._played = (
            torch.compile(f, dynamic=True) if is_fused else f for f in (carried, averaged, learned, played)
        )

    def _send(self, array):
        return torch.as_tensor(array).to(self.device)

    def _signs(self, held, group):
        kind = torch.bfloat16 if self.device.type == "cuda" and self.real is torch.float32 else self.real
        found = torch.empty(self.boards, self.hands, self.hands, device=self.device, dtype=kind)
        for lo in range(0, self.boards, 64):
            part, cards = group[lo : lo + 64], held[lo : lo + 64]
            meets = torch.zeros(len(part), self.hands, self.hands, device=self.device, dtype=torch.bool)
            for a in (0, 1):
                for b in (0, 1):
                    meets |= cards[:, :, None, a] == cards[:, None, :, b]
            sign = (part[:, :, None] - part[:, None, :]).sign()
            found[lo : lo + 64] = torch.where(meets, 0, sign).to(kind)
        return found

    def _lists(self, player):
        """Terms by kind: the opponent's slots that they look at, and what to add of them: (slot, place, chips)."""
        columns, found = self.forest.columns[1 - player], []
        for kind in (0, 1):
            rows = [
                (int(slot), int(columns[column]), float(amount))
                for (slot, k, column), amount in zip(
                    self.forest.terms[player].tolist(), self.forest.amounts[player], strict=True
                )
                if k == kind
            ]
            slots = sorted({other for _, other, _ in rows})
            at = {slot: i for i, slot in enumerate(slots)}
            found.append(
                (
                    torch.tensor(slots, device=self.device, dtype=torch.long),
                    [(s, at[o], x) for s, o, x in rows],
                )
            )
        return found

    def empty(self, player):
        """Room for a player's regrets or averages."""
        rows = self.forest.slots[player] - self.forest.roots
        return torch.zeros(rows, self.boards, self.hands, device=self.device, dtype=self.real)

    def down(self, reach):
        """`[L, B, H]` from `[L, H of the board before]`: a range at the roots, by board."""
        given = self._send(reach).to(self.real)
        return given[:, self.parents]

    def take(self, values):
        """`[L, B, H]` in float64 from `[B, L, H of the board before]`: the reverse of `up`."""
        given = self._send(values).double().transpose(0, 1)
        return given.gather(2, self.parents.expand(len(given), -1, -1))

    def up(self, values):
        """`[B, L, H of the board before]`, 0 where a hand meets the board, from `[L, B, H]`."""
        rows = torch.nn.functional.pad(values, (0, 1))
        found = rows.gather(2, self.places.expand(len(values), -1, -1))
        return found.transpose(0, 1)

    def total(self, values):
        """`[L, H of the board before]`: Σ over boards of copies · values, `[L, B, H]`; in float64."""
        found = [(self.up(row[None])[:, 0].double() * self.copies[:, None]).sum(dim=0) for row in values]
        return torch.stack(found)

    def beats(self, reach):
        """`[B, K, H]`: how much of each of `[K, B, H]` ranges a hand beats, less how much beats it."""
        x = reach.transpose(0, 1)
        if self.signs.dtype is self.real:
            return -torch.bmm(x, self.signs)  # the matrix is its own negative transposed
        found, count = torch.zeros(x.shape, device=self.device), len(reach)
        parts = torch.empty(self.boards, 3 * count, self.hands, device=self.device, dtype=torch.bfloat16)
        for k in range(3):
            cut = parts[:, k * count : (k + 1) * count]
            cut.copy_(x)
            x = x - cut.float()
        sums = torch.bmm(parts, self.signs, out_dtype=torch.float32)
        for k in range(3):
            found -= sums[:, k * count : (k + 1) * count]
        return found

    def meets(self, reach):
        """`[B, K, H]`: how much of each of `[K, B, H]` ranges a hand can meet, sharing no card with it."""
        x = reach.transpose(0, 1)
        cards = self.incidence.to(reach.dtype)
        by_card = torch.bmm(x, cards)
        return x.sum(dim=2, keepdim=True) - torch.bmm(by_card, cards.transpose(1, 2)) + x

    def forward(self, player, start, weights, average=None, weight=None):
        """`[slots, B, H]`: a player's reach from start `[L, B, H]`, his strategy by weights, `[rows, B, H]`.

        average, weight: then the reach is added to the average.
        """
        forest = self.forest
        reach = torch.empty(
            forest.slots[player], self.boards, self.hands, device=self.device, dtype=self.real
        )
        reach[: forest.roots] = start
        for above, first, actions in forest.infosets[player].tolist():
            rows = slice(first - forest.roots, first - forest.roots + actions)
            if average is None:
                found = self._carried(weights[rows], reach[above])
            else:
                found = self._averaged(weights[rows], reach[above], average[rows], weight)
            reach[first : first + actions] = found
        return reach

    def terminals(self, player, reach, chunk=64):
        """`[slots, B, H]`: a player's values where betting ends, by the slot they follow; reach: the opponent's."""
        cfv = torch.zeros(
            self.forest.slots[player], self.boards, self.hands, device=self.device, dtype=self.real
        )
        for (slots, terms), sums in zip(self._terms[player], (self.beats, self.meets), strict=True):
            for lo in range(0, len(slots), chunk):
                found = sums(reach[slots[lo : lo + chunk]])
                for slot, at, amount in terms:
                    if lo <= at < lo + chunk:
                        cfv[slot].add_(found[:, at - lo], alpha=amount)
        return cfv

    def learn(self, player, cfv, regret, row):
        """Values up to the roots, `[L, B, H]`; regrets move in place. cfv: overwritten."""
        roots = self.forest.roots
        for above, first, actions in reversed(self.forest.infosets[player].tolist()):
            rows = slice(first - roots, first - roots + actions)
            cfv[above] += self._learned(regret[rows], cfv[first : first + actions], row)
        return cfv[:roots]

    def value(self, player, cfv, weights):
        """Values up to the roots where the player plays by weights, or with None each hand's best. cfv: overwritten."""
        roots = self.forest.roots
        for above, first, actions in reversed(self.forest.infosets[player].tolist()):
            below = cfv[first : first + actions]
            if weights is None:
                cfv[above] += below.amax(dim=0)
            else:
                cfv[above] += self._played(weights[first - roots : first - roots + actions], below)
        return cfv[:roots]

    def row(self, row):
        """A row of a schedule where the passes want it; −inf where nothing is clipped."""
        return torch.as_tensor(row, dtype=self.real).to(self.device)

    def iterate(self, player, start, regret, average, row):
        """`[L, B, H]`: one player's pass of CFR against start, the opponent's range at the roots."""
        other = 1 - player
        reach = self.forward(other, start, regret[other], average[other], row[AVERAGE])
        return self.learn(player, self.terminals(player, reach), regret[player], row)
