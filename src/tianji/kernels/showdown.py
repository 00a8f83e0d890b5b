"""Terminal values of all hands at once, with card removal: one sorted sweep for many betting lines.

The opponent's reach at every betting line that ends a hand is one *column*; columns come in chunks of `CHUNK`, hands
outside, columns inside, so that each step of the sweep is one vector operation over a chunk. Eleven nanoseconds a
hand and line become about one and a half.
"""

from numba import njit

CHUNK = 32


@njit(cache=True)
def _add(reach, cards, lo, hi, total, by_card):
    """Add the opponent's hands lo:hi to the running sums."""
    for h in range(lo, hi):
        a, b = cards[h, 0], cards[h, 1]
        for k in range(total.size):
            x = reach[h, k]
            total[k] += x
            by_card[a, k] += x
            by_card[b, k] += x


@njit(cache=True)
def sweep(groups, cards, opponent_cards, reach, player, total, by_card, beats):
    r"""W + E: how much of the opponent's range is weaker than each hand, plus how much is weaker or equal.

    `finish` makes of it how much of the range each hand beats, less how much beats it:

        beats(h) = Σ_{g < h} reach(g) − Σ_{g > h} reach(g) = W + E − C,   g sharing no card with h

    with C the sum over the whole range; the correction for the opponent holding h itself cancels between E and C. Both
    players' hands are sorted by strength.

    groups: `[G, 4]`, ascending strength: bounds of player 0's hands, then of player 1's. cards: `[H, 2]`.
    opponent_cards: `[H', 2]`. reach: `[H', CHUNK]`. total: `[CHUNK]`, by_card: `[52, CHUNK]`, overwritten: the sums
    over the opponent's range. beats: `[H, CHUNK]`, overwritten.
    """
    total[:] = 0
    by_card[:] = 0
    for g in range(groups.shape[0]):
        lo, hi = groups[g, 2 * player], groups[g, 2 * player + 1]
        from_, to = groups[g, 2 - 2 * player], groups[g, 3 - 2 * player]
        if from_ == to:
            for h in range(lo, hi):
                a, b = cards[h, 0], cards[h, 1]
                for k in range(total.size):
                    beats[h, k] = 2 * (total[k] - by_card[a, k] - by_card[b, k])
            continue
        for h in range(lo, hi):
            a, b = cards[h, 0], cards[h, 1]
            for k in range(total.size):
                beats[h, k] = total[k] - by_card[a, k] - by_card[b, k]
        _add(reach, opponent_cards, from_, to, total, by_card)
        for h in range(lo, hi):
            a, b = cards[h, 0], cards[h, 1]
            for k in range(total.size):
                beats[h, k] += total[k] - by_card[a, k] - by_card[b, k]


@njit(cache=True)
def sums(opponent_cards, reach, total, by_card):
    """The sums of `sweep` alone: total `[CHUNK]` and by_card `[52, CHUNK]`, overwritten."""
    total[:] = 0
    by_card[:] = 0
    _add(reach, opponent_cards, 0, opponent_cards.shape[0], total, by_card)


@njit(cache=True)
def finish(cards, same, reach, total, by_card, is_swept, is_met, beats, meets):
    r"""Subtract C from `beats`, and write how much of the opponent's range each hand can meet.

        meets(h) = C(h) = Σ_g reach(g),   g sharing no card with h

    cards: `[H, 2]`. same: `[H]`, the opponent's number of the same two cards, or −1. reach: `[H', CHUNK]`, total and
    by_card as `sweep` or `sums` leaves them. beats: `[H, CHUNK]`, with is_swept; meets: `[H, CHUNK]`, overwritten with
    is_met.
    """
    for h in range(cards.shape[0]):
        a, b, twin = cards[h, 0], cards[h, 1], same[h]
        if is_swept and is_met:
            for k in range(total.size):
                x = total[k] - by_card[a, k] - by_card[b, k]
                beats[h, k] -= x
                meets[h, k] = x
        elif is_swept:
            for k in range(total.size):
                beats[h, k] -= total[k] - by_card[a, k] - by_card[b, k]
        else:
            for k in range(total.size):
                meets[h, k] = total[k] - by_card[a, k] - by_card[b, k]
        if is_met and twin >= 0:
            for k in range(total.size):
                meets[h, k] += reach[twin, k]
