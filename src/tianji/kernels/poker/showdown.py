"""Terminal values of all hands at once, with card removal: one sorted sweep for many betting lines.

The opponent's reach at every betting line that ends a hand is one *column*; columns come in chunks of `CHUNK`, hands
outside, columns inside, so that each step of the sweep is one vector operation over a chunk (`lanes`). Eleven
nanoseconds a hand and line become less than one.
"""

from numba import njit

from tianji.kernels.poker.lanes import add_apart, add_hands, add_row, set_apart, settle


@njit(cache=True, _nrt=False)
def sweep(groups, cards, opponent_cards, reach, player, sums, beats, tiles):
    r"""W + E: how much of the opponent's range is weaker than each hand, plus how much is weaker or equal.

    `finish` makes of it how much of the range each hand beats, less how much beats it:

        beats(h) = Σ_{g < h} reach(g) − Σ_{g > h} reach(g) = W + E − C,   g sharing no card with h

    with C the sum over the whole range; the correction for the opponent holding h itself cancels between E and C. Both
    players' hands are sorted by strength.

    groups: `[G, 4]`, ascending strength: bounds of player 0's hands, then of player 1's. cards: `[H, 2]`.
    opponent_cards: `[H', 2]`. reach: `[H', CHUNK]`. sums: `[53, CHUNK]`, overwritten: the sums over the opponent's
    range by card, then of all. beats: `[H, CHUNK]`, overwritten. tiles: how many of the columns, as in `lanes`.
    """
    one = sums.dtype.type(1)
    two = sums.dtype.type(2)
    sums[:] = 0
    for g in range(groups.shape[0]):
        lo, hi = groups[g, 2 * player], groups[g, 2 * player + 1]
        from_, to = groups[g, 2 - 2 * player], groups[g, 3 - 2 * player]
        if from_ == to:
            set_apart(sums, cards, lo, hi, two, beats, tiles)
            continue
        set_apart(sums, cards, lo, hi, one, beats, tiles)
        add_hands(sums, opponent_cards, from_, to, reach, tiles)
        add_apart(sums, cards, lo, hi, one, beats, tiles)


@njit(cache=True, _nrt=False)
def add_up(opponent_cards, reach, sums, tiles):
    """The sums of `sweep` alone: `[53, CHUNK]`, overwritten."""
    sums[:] = 0
    add_hands(sums, opponent_cards, 0, opponent_cards.shape[0], reach, tiles)


@njit(cache=True, _nrt=False)
def finish(cards, same, reach, sums, is_swept, is_met, beats, meets, tiles):
    r"""Subtract C from `beats`, and write how much of the opponent's range each hand can meet.

        meets(h) = C(h) = Σ_g reach(g),   g sharing no card with h

    cards: `[H, 2]`. same: `[H]`, the opponent's number of the same two cards, or −1. reach: `[H', CHUNK]`, sums as
    `sweep` or `add_up` leaves them. beats: `[H, CHUNK]`, with is_swept; meets: `[H, CHUNK]`, overwritten with is_met.
    """
    one = sums.dtype.type(1)
    hands = cards.shape[0]
    if is_swept and is_met:
        settle(sums, cards, hands, beats, meets, tiles)
    elif is_swept:
        add_apart(sums, cards, 0, hands, -one, beats, tiles)
    else:
        set_apart(sums, cards, 0, hands, one, meets, tiles)
    if is_met:
        for h in range(hands):
            if same[h] >= 0:
                add_row(meets, h, reach, same[h], tiles)
