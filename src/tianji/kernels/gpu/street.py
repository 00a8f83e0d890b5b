r"""The last betting round on all boards at once, as tensors `[boards, slots, hands]`, on a GPU or on the CPU.

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
CHUNK = 48  # ranges a product


def _added(x):
    """Σ over actions, the second axis; written out, so that a compiler makes one kernel of what is around it."""
    total = x[:, 0]
    for a in range(1, x.shape[1]):
        total = total + x[:, a]
    return total[:, None]


def matched(weights):
    """σ(a) ∝ max(weights(a), 0), even where all are 0; `[B, A, H]`."""
    positive = weights.clamp(min=0)
    total = _added(positive)
    return torch.where(total > 0, positive / total.clamp(min=TINY), 1 / weights.shape[1])


def carried(weights, reach, out):
    """reach(a) = reach · σ(a), with σ by the weights, into out: `[B, A, H]`; reach: `[B, 1, H]`."""
    out.copy_(matched(weights) * reach)


def averaged(weights, reach, average, weight, out):
    """`carried`, added to the average in place: S ← weight · S + reach."""
    found = matched(weights) * reach
    average.copy_(weight * average + found)
    out.copy_(found)


def learned(regret, cfv, row, above):
    r"""above += v = Σ_a σ(a) · cfv(a); R(a) ← max(d · R(a) + cfv(a) − v, floor), d by the sign of R; both in place."""
    value = _added(matched(regret) * cfv)
    factor = torch.where(regret > 0, row[POSITIVE], row[NEGATIVE])
    regret.copy_(torch.maximum(factor * regret + cfv - value, row[FLOOR]))
    above.add_(value)


def played(weights, cfv, above):
    """above += Σ_a σ(a) · cfv(a), in place."""
    above.add_(_added(matched(weights) * cfv))


def cut(x, out):
    """x as a sum of three numbers of eight bits each, `[B, K, H]` into `[B, 3, K, H]`."""
    first = x.to(out.dtype)
    rest = x - first.to(x.dtype)
    second = rest.to(out.dtype)
    out[:, 0].copy_(first)
    out[:, 1].copy_(second)
    out[:, 2].copy_(rest - second.to(x.dtype))


def joined(parts, amounts):
    """amounts · Σ of three products, `[B, 3, K, H]`."""
    return (parts[:, 0] + parts[:, 1] + parts[:, 2]) * amounts[:, None]


def met(x, total, by_card, first, second, amounts):
    """amounts · (total − the sums by either card + x); first, second: `[B, 1, H]`, the cards of the hands."""
    shape = x.shape
    found = total - by_card.gather(2, first.expand(shape)) - by_card.gather(2, second.expand(shape)) + x
    return found * amounts[:, None]


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
        self._cards = held.transpose(1, 2)[:, :, None].unbind(1)  # [B, 1, H] each
        is_fast = self.device.type == "cuda" and not is_double
        self.part = torch.bfloat16 if is_fast else self.real  # of which products are made
        self.incidence = torch.zeros(self.boards, self.hands, 52, device=self.device, dtype=self.part)
        self.incidence.scatter_(2, held, 1)  # [B, H, 52] the cards of a hand
        self.signs = self._signs(held, group)  # [B, H, H]
        self.copies = self._send(copies).double()
        self.parents = self._send(parents).long()
        places = torch.full((self.boards, above), self.hands, device=self.device)  # H: not on this board
        places.scatter_(1, self.parents, torch.arange(self.hands, device=self.device).expand_as(self.parents))
        self.places = places
        self._terms = [self._lists(p) for p in (0, 1)]
        parts = (carried, averaged, learned, played, cut, joined, met)
        self._carried, self._averaged, self._learned, self._played, self._cut, self._joined, self._met = (
            torch.compile(f, dynamic=True) if self.device.type == "cuda" else f for f in parts
        )

    def _send(self, array):
        return torch.as_tensor(array).to(self.device)

    def _signs(self, held, group):
        found = torch.empty(self.boards, self.hands, self.hands, device=self.device, dtype=self.part)
        for lo in range(0, self.boards, 64):
            part, cards = group[lo : lo + 64], held[lo : lo + 64]
            meets = torch.zeros(len(part), self.hands, self.hands, device=self.device, dtype=torch.bool)
            for a in (0, 1):
                for b in (0, 1):
                    meets |= cards[:, :, None, a] == cards[:, None, :, b]
            sign = (part[:, None, :] - part[:, :, None]).sign()  # S(g, h): the range comes from the left
            found[lo : lo + 64] = torch.where(meets, 0, sign).to(self.part)
        return found

    def _lists(self, player):
        """Terms by kind, beats and meets: slots of the opponent and of the player, and chips: `[T]` each."""
        columns, kinds = self.forest.columns[1 - player], self.forest.terms[player][:, 1]
        found = []
        for kind in (0, 1):
            terms = self.forest.terms[player][kinds == kind]
            amounts = self._send(self.forest.amounts[player][kinds == kind]).to(self.real)
            found.append((self._send(columns[terms[:, 2]]), self._send(terms[:, 0]), amounts))
        return found

    def empty(self, player):
        """Room for a player's regrets or averages."""
        return self.room(self.forest.slots[player] - self.forest.roots).zero_()

    def room(self, rows):
        """`[B, rows, H]`, not written yet."""
        return torch.empty(self.boards, rows, self.hands, device=self.device, dtype=self.real)

    def down(self, reach):
        """`[B, L, H]` from `[L, H of the board before]`: a range at the roots, by board."""
        return self._send(reach).to(self.real)[:, self.parents].transpose(0, 1)

    def take(self, values):
        """`[B, L, H]` in float64 from `[B, L, H of the board before]`: the reverse of `up`."""
        given = self._send(values).double()
        return given.gather(2, self.parents[:, None].expand(-1, given.shape[1], -1))

    def up(self, values):
        """`[B, L, H of the board before]`, 0 where a hand meets the board, from `[B, L, H]`."""
        rows = torch.nn.functional.pad(values, (0, 1))
        return rows.gather(2, self.places[:, None].expand(-1, values.shape[1], -1))

    def total(self, values):
        """`[L, H of the board before]`: Σ over boards of copies · values, `[B, L, H]`; in float64."""
        return torch.einsum("b,blh->lh", self.copies, self.up(values).double())

    def _products(self, x, matrix):
        """`[B, 3, K, ·]`: three parts of x, `[B, K, H]`, times a matrix a board; `[B, 1, …]` where x is not cut."""
        if self.part is self.real:
            return torch.bmm(x, matrix)[:, None]
        parts = torch.empty(len(x), 3, *x.shape[1:], device=self.device, dtype=self.part)
        self._cut(x, parts)
        found = torch.bmm(parts.flatten(1, 2), matrix, out_dtype=torch.float32)
        return found.view(len(x), 3, x.shape[1], -1)

    def beats(self, x, amounts):
        """`[B, K, H]`: how much of each of K ranges x a hand beats, less how much beats it; times amounts, `[K]`."""
        found = self._products(x, self.signs)
        return self._joined(found, amounts) if found.shape[1] == 3 else found[:, 0] * amounts[:, None]

    def meets(self, x, amounts):
        """`[B, K, H]`: how much of each of K ranges a hand can meet, sharing no card with it; times amounts, `[K]`."""
        by_card = self._products(x, self.incidence).sum(dim=1)
        return self._met(x, x.sum(dim=2, keepdim=True), by_card, *self._cards, amounts)

    def forward(self, player, start, weights, average=None, weight=None):
        """`[B, slots, H]`: a player's reach from start `[B, L, H]`, his strategy by weights, `[B, rows, H]`.

        average, weight: then the reach is added to the average.
        """
        forest, reach = self.forest, self.room(self.forest.slots[player])
        reach[:, : forest.roots] = start
        for above, first, actions in forest.infosets[player].tolist():
            rows, out = _rows(first - forest.roots, actions), reach[:, _rows(first, actions)]
            if average is None:
                self._carried(weights[:, rows], reach[:, above : above + 1], out)
            else:
                self._averaged(weights[:, rows], reach[:, above : above + 1], average[:, rows], weight, out)
        return reach

    def terminals(self, player, reach):
        """`[B, slots, H]`: a player's values where betting ends, by the slot they follow; reach: the opponent's."""
        cfv = self.room(self.forest.slots[player]).zero_()
        for terms, sums in zip(self._terms[player], (self.beats, self.meets), strict=True):
            for others, slots, amounts in zip(*(part.split(CHUNK) for part in terms), strict=True):
                cfv.index_add_(1, slots, sums(reach[:, others], amounts))
        return cfv

    def learn(self, player, cfv, regret, row):
        """Values up to the roots, `[B, L, H]`; regrets move in place. cfv: overwritten."""
        roots = self.forest.roots
        for above, first, actions in reversed(self.forest.infosets[player].tolist()):
            self._learned(
                regret[:, _rows(first - roots, actions)], cfv[:, _rows(first, actions)], row, cfv[:, above : above + 1]
            )  # fmt: skip
        return cfv[:, :roots]

    def value(self, player, cfv, weights):
        """Values up to the roots where the player plays by weights, or with None each hand's best. cfv: overwritten."""
        roots = self.forest.roots
        for above, first, actions in reversed(self.forest.infosets[player].tolist()):
            below = cfv[:, _rows(first, actions)]
            if weights is None:
                cfv[:, above] += below.amax(dim=1)
            else:
                self._played(weights[:, _rows(first - roots, actions)], below, cfv[:, above : above + 1])
        return cfv[:, :roots]

    def row(self, row):
        """A row of a schedule, or cells, where the passes want them."""
        return torch.as_tensor(row, dtype=self.real).to(self.device)

    def iterate(self, player, start, regret, average, row):
        """`[B, L, H]`: one player's pass of CFR against start, the opponent's range at the roots."""
        other = 1 - player
        reach = self.forward(other, start, regret[other], average[other], row[AVERAGE])
        return self.learn(player, self.terminals(player, reach), regret[player], row)


def _rows(first, count):
    return slice(first, first + count)
