r"""Where betting ends: what ranges `[B, K, H]` come to for every hand, by running sums over hands in order of strength.

With X(n) the sum over the n weakest hands of a board and X_c(n) that over the n weakest that hold card c,

    beats(h) = X(lo) + X(hi) − X(H) − Σ_{c ∈ h} [X_c(lo_c) + X_c(hi_c) − X_c(all)]
    meets(h) = X(H) − Σ_{c ∈ h} X_c(all) + x(h)

where lo hands are weaker than h, hi are no stronger, and lo_c, hi_c count those among them that hold c: whoever h
beats less whoever beats it, and whoever it can meet, hands that share a card left out.
"""

import torch

CARDS = 64  # rows of the tables by card, a power of two that holds the deck


class Ends:
    """The tables: where each board's hands stand, by strength and card by card.

    held: `[B, H, 2]`, cards of hands in order of strength; group: `[B, H]`, equal where strengths are. width: a power
    of two above the hands that hold a card. members: `[B, CARDS · width]`, the hands that hold a card in order, the
    first place free (H: nobody). lo, hi: `[B, H]`; low, high: `[B, 2, H]`, places in members; cards: `[B, 2, H]`.
    """

    def __init__(self, held, group, is_short) -> None:
        boards, hands, _ = held.shape
        held, group, kind = held.long(), group.long().contiguous(), torch.int16 if is_short else torch.long
        lo, hi = torch.searchsorted(group, group), torch.searchsorted(group, group, right=True)
        holds = torch.zeros(boards, hands, CARDS, device=held.device, dtype=torch.int16).scatter_(2, held, 1)
        before = torch.nn.functional.pad(
            holds.cumsum(1, dtype=torch.int16), (0, 0, 1, 0)
        )  # [B, H + 1, CARDS]
        self.width = 1 << int(before[:, -1].max()).bit_length()
        members = torch.full((boards, CARDS, self.width), hands, device=held.device)
        board, hand, card = holds.nonzero(as_tuple=True)
        members[board, card, before[board, hand + 1, card].long()] = hand

        def places(ends):  # how many hands that hold each of two cards come before, as places in members
            rows = before.gather(1, ends[:, :, None].expand(-1, -1, CARDS)).gather(2, held).long()
            return (rows + held * self.width).transpose(1, 2).contiguous().to(kind)

        self.low, self.high = places(lo), places(hi)
        self.members = members.flatten(1).to(kind)
        self.lo, self.hi = lo.to(kind), hi.to(kind)
        self.cards = held.transpose(1, 2).contiguous().to(kind)


def _of(table, values):
    """values, `[B, K, ·]`, at the places of a table, `[B, H]`."""
    return values.gather(2, table[:, None].expand(-1, values.shape[1], -1))


def _by_card(ends, x):
    """`[B, K, CARDS, width]`: ranges hand by hand, card after card."""
    padded = torch.nn.functional.pad(x, (0, 1))
    return _of(ends.members.long(), padded).view(*x.shape[:2], CARDS, -1)


def meets(ends, x, by_card=None):
    """`[B, K, H]`: how much of ranges `[B, K, H]` each hand can meet."""
    totals = (_by_card(ends, x) if by_card is None else by_card).sum(3)
    found = x.sum(2, keepdim=True) + x
    for c in (0, 1):
        found = found - _of(ends.cards[:, c].long(), totals)
    return found


def add_ends(ends, is_shown, reach, columns, amounts, rows, cfv):
    """cfv(rows) += amounts · beats of reach(columns), or meets where nobody shows; rows must differ."""
    x = reach[:, columns]
    by_card = _by_card(ends, x)
    found = meets(ends, x, by_card)
    if is_shown:
        running = torch.nn.functional.pad(x.cumsum(2), (1, 0))
        running_by_card = by_card.cumsum(3).flatten(2)
        found = _of(ends.lo, running) + _of(ends.hi, running) + x - found
        for c in (0, 1):
            found = found - _of(ends.low[:, c], running_by_card) - _of(ends.high[:, c], running_by_card)
    cfv[:, rows] += found * amounts[:, None]
