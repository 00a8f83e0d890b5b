"""What the kernels of `boards.h` want to know of every board, found on the host."""

import numpy as np
from numba import njit

from tianji.kernels.poker.public_chance import seat_board

PIECE = 8  # hands of a piece, at most


@njit(cache=True, nogil=True)
def seat_boards(dealer, seed, first, lo, hi, streets, table, words, order, pieces, counts):
    """Boards number first + lo … first + hi as kernels want them; the arrays' first axis is `hi` or more boards.

    table: `public_chance.make_table`, scratch. words: `[boards, 3, width]` uint32, order: `[boards, 4, width]` uint16,
    pieces: `[boards, 4, width]` uint32, counts: `[boards, 8]` int32: as `boards.h` says, overwritten.
    """
    for b in range(lo, hi):
        seat_board(dealer, seed, first + b, table)
        _find_places(dealer, table, words[b])
        for street in range(streets):
            counts[b, street] = _cut(table, street, order[b, street], pieces[b, street])
            counts[b, 4 + street] = table.sizes[2 + street]


@njit(cache=True, nogil=True)
def _find_places(dealer, table, words):
    """Where a hand stands among those with one of its cards, and among all."""
    slot, seen = np.full(52, -1, dtype=np.int64), np.zeros(52, dtype=np.int64)
    begun, of_group = np.zeros(52, dtype=np.int64), np.full(52, -1, dtype=np.int64)
    for k in range(dealer.sizes[0]):
        slot[table.drawn[4 + k]] = -2
    live = 0
    for k in range(dealer.deck.size):
        if slot[dealer.deck[k]] == -1:
            slot[dealer.deck[k]] = live
            live += 1
    groups, cards = table.groups, table.cards
    for g in range(table.sizes[1]):
        lo, hi = groups[g], groups[g + 1]
        for h in range(lo, hi):
            for k in range(2):
                c = cards[h, k]
                if of_group[c] != g:
                    of_group[c], begun[c] = g, seen[c]
                words[k, h] = slot[c] | seen[c] << 6 | begun[c] << 12
                seen[c] += 1
            words[2, h] = lo | hi << 11
        for h in range(lo, hi):
            for k in range(2):
                words[k, h] |= seen[cards[h, k]] << 18


@njit(cache=True, nogil=True)
def _cut(table, street, order, pieces):
    """Hands bucket by bucket, cut into pieces; how many."""
    hands, met, place = table.sizes[0], table.sizes[2 + street], table.place
    first = np.zeros(met + 1, dtype=np.int64)
    for h in range(hands):
        first[place[street, h] + 1] += 1
    for k in range(met):
        first[k + 1] += first[k]
    count = 0
    for k in range(met):
        for begin in range(first[k], first[k + 1], PIECE):
            size = min(PIECE, first[k + 1] - begin)
            pieces[count] = begin | (size - 1) << 11 | table.bucket[street, k] << 14
            count += 1
    for h in range(hands):
        k = place[street, h]
        order[first[k]] = h
        first[k] += 1
    return count
