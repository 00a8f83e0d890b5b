"""All-in results before the flop, class against class, by a pass over every board.

On one board only the order of the 1,081 live hands matters. Hands of one class and one rank are alike, so a group of
equal rank adds, for each class in it, its number of hands times the counts by class of all weaker hands. What that
counts too much, the pairs of hands that share a card, is taken off card by card.
"""

import numpy as np
from numba import njit

from tianji.kernels.poker.equity import _multiplicity, rank_live


@njit(cache=True)
def _weakest_first(rank, size, counts, order):
    """Places 0…size − 1 by falling rank class (7462 is the weakest), by counting."""
    counts[:] = 0
    for j in range(size):
        counts[7462 - rank[j]] += 1
    at = 0
    for c in range(counts.size):
        at, counts[c] = at + counts[c], at
    for j in range(size):
        c = 7462 - rank[j]
        order[counts[c]] = j
        counts[c] += 1


@njit(cache=True)
def _add_all(rank, order, kind, scale, below, group, members, wins, ties):
    """Count every ordered pair of live hands, those that share a card too.

    kind: `[N]` class of the hand at a place. below, group: `[169]` int32 and int64 scratch: hands by class that are
    weaker, and in the group at hand. members: `[169]` classes in the group.
    """
    below[:] = 0
    group[:] = 0
    n = order.size
    lo = 0
    while lo < n:
        hi, found = lo, 0
        while hi < n and rank[order[hi]] == rank[order[lo]]:
            c = kind[order[hi]]
            if group[c] == 0:
                members[found] = c
                found += 1
            group[c] += 1
            hi += 1
        for i in range(found):
            c = members[i]
            times = np.int32(scale * group[c])  # 32 bits each: products of 64 are slow
            for d in range(169):
                wins[c, d] += times * below[d]
            for j in range(found):
                ties[c, members[j]] += times * group[members[j]]
        for i in range(found):
            below[members[i]] += group[members[i]]
            group[members[i]] = 0
        lo = hi


@njit(cache=True)
def _take_off_shared(rank, order, kind, cards, scale, at_card, size_at, wins, ties):
    """Take off the pairs of hands with a card in common, and every hand's tie with itself.

    cards: `[N, 2]` of the hand at a place. at_card: `[52, 52, 3]`, size_at: `[52]`: scratch, by card, weakest first:
    class, rank and number of the hands that are alike.
    """
    size_at[:] = 0
    for j in order:
        ties[kind[j], kind[j]] -= scale
        for k in range(2):
            x = cards[j, k]
            i = size_at[x] - 1
            while i >= 0 and at_card[x, i, 1] == rank[j] and at_card[x, i, 0] != kind[j]:
                i -= 1
            if i < 0 or at_card[x, i, 1] != rank[j]:
                i = size_at[x]
                at_card[x, i, 0], at_card[x, i, 1], at_card[x, i, 2] = kind[j], rank[j], 0
                size_at[x] += 1
            at_card[x, i, 2] += 1
    for x in range(52):
        for i in range(size_at[x]):
            c, held, number = at_card[x, i]
            ties[c, c] -= scale * number * (number - 1)
            for j in range(i):
                d, lower, count = at_card[x, j]
                pairs = scale * number * count
                if held == lower:
                    ties[c, d] -= pairs
                    ties[d, c] -= pairs
                else:
                    wins[c, d] -= pairs


@njit(cache=True, nogil=True)
def class_matchups(boards, hands, classes, word, displacement, value, flush_value, wins, ties):
    """Count, over boards, how often a hand of one class beats or ties one of another, over all disjoint pairs.

    boards: `[B, 5]` uint8; those whose suits are not in canonical order are passed over, the others count for all their
    renamings. hands: `[1326, 2]` uint8. classes: `[1326]` int64, 0…168. The tables are those of `rank_hands` for 7
    cards. wins, ties: `[169, 169]` int64, accumulated; wins[c, d] is for c over d.
    """
    tables = (word, displacement, value, flush_value)
    seven = np.empty((hands.shape[0], 7), dtype=np.uint8)
    live = np.empty(hands.shape[0], dtype=np.int64)
    rank = np.empty(hands.shape[0], dtype=np.uint16)
    order = np.empty(hands.shape[0], dtype=np.int64)
    kind = np.empty(hands.shape[0], dtype=np.int64)
    cards = np.empty((hands.shape[0], 2), dtype=np.uint8)
    counts = np.empty(7463, dtype=np.int64)
    below, group, members = np.empty(169, np.int32), np.empty(169, np.int64), np.empty(169, np.int64)
    at_card, size_at = np.empty((52, 52, 3), dtype=np.int64), np.empty(52, dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    for b in range(boards.shape[0]):
        scale = np.int64(_multiplicity(boards[b], masks))
        if scale == 0:
            continue
        size = rank_live(boards[b], hands, tables, seven, live, rank)
        for j in range(size):
            kind[j] = classes[live[j]]
            cards[j] = hands[live[j]]
        _weakest_first(rank, size, counts, order)
        _add_all(rank, order[:size], kind, scale, below, group, members, wins, ties)
        _take_off_shared(rank, order[:size], kind, cards, scale, at_card, size_at, wins, ties)
