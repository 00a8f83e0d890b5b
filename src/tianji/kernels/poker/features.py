"""What a hand is worth on a board whose later cards are not dealt: equities and their quantiles, all hands at once.

Everything is counted in whole numbers before it is divided, so hands that are equal by suit get the same bits. Counts
against any hand and against up to eight groups of them are kept side by side, three to a word of 64 bits:

| word | bits 0–20 | 21–41 | 42–63 |
|---|---|---|---|
| 0 | group 0 | group 1 | any hand |
| 1 | group 2 | group 3 | group 4 |
| 2 | group 5 | group 6 | group 7 |

Two cards before the end a group of at most 960 hands fits: 2 · 960 wins, or 1 a tie, on each of 1,081 run-outs.
"""

import numpy as np
from numba import njit

from tianji.kernels.poker.ranks import FLUSH_BITS, START, _plain_class

BINS = 1024  # of the equity, where a thousand run-outs are too many to sort
LANES, LARGEST = 9, 960
NO_CARD = np.uint8(255)


@njit(cache=True)
def _unpack(words, counts):
    """The counts of the lanes: 0 is any hand, 1…8 are groups."""
    low, middle, high = np.uint64(0x1FFFFF), np.uint64(21), np.uint64(42)
    counts[0], counts[1], counts[2] = words[0] >> high, words[0] & low, (words[0] >> middle) & low
    counts[3], counts[4], counts[5] = words[1] & low, (words[1] >> middle) & low, words[1] >> high
    counts[6], counts[7], counts[8] = words[2] & low, (words[2] >> middle) & low, words[2] >> high


@njit(cache=True)
def _take_live(board, hands, kind, word, one, sums, seats):
    """The hands that can be held: numbers, cards, groups, what their cards add to a rank, whom they meet; how many."""
    live, first, second, group, adds, meets = seats
    size = 0
    sums[:] = 0
    for h in range(hands.shape[0]):
        a, b = hands[h, 0], hands[h, 1]
        fits = kind[h] >= 0
        for card in board:
            fits &= card != a and card != b
        if fits:
            live[size], first[size], second[size], group[size] = h, a, b, kind[h]
            adds[size] = word[a] + word[b]
            for x in range(3):
                sums[a, x] += one[kind[h], x]
                sums[b, x] += one[kind[h], x]
                sums[52, x] += one[kind[h], x]
            size += 1
    for i in range(size):
        for x in range(3):  # the hand itself is taken off twice
            meets[i, x] = sums[52, x] - sums[first[i], x] - sums[second[i], x] + one[group[i], x]
    return size


@njit(cache=True)
def _rank_and_sort(size, seats, x, y, total, masks, tables, rank, counts, order):
    """Rank classes of the hands, 0 where they hold the card x or y, and places by falling class: weakest first."""
    first, second, adds = seats[1], seats[2], seats[4]
    counts[:] = 0
    for i in range(size):
        a, b = first[i], second[i]
        if (a == x) | (b == x) | (a == y) | (b == y):
            rank[i] = 0
            continue
        both = total + adds[i]
        if both & FLUSH_BITS:
            suit = 0
            while not (both >> np.uint64(35 + 4 * suit)) & np.uint64(1):
                suit += 1
            mask = masks[suit]
            if a & 3 == suit:
                mask |= np.int64(1) << np.int64(a >> 2)
            if b & 3 == suit:
                mask |= np.int64(1) << np.int64(b >> 2)
            rank[i] = tables[3][mask]
        else:
            rank[i] = _plain_class(both, tables[1], tables[2])
        counts[rank[i]] += 1
    at = np.int32(0)
    for c in range(counts.size - 1, 0, -1):
        here = counts[c]
        counts[c] = at
        at += here
    for i in range(size):
        c = rank[i]
        if c > 0:
            order[counts[c]] = i
            counts[c] += 1
    return at


@njit(cache=True)
def _sweep(size, order, rank, seats, one, sums, wins, all_wins):
    """2 for each hand beaten and 1 for each tie of every lane, added to all_wins; the first word alone in `wins`.

    Before and after those of equal rank are let in, a hand beats who is in and meets it; itself it takes off twice.
    """
    first, second, group = seats[1], seats[2], seats[3]
    sums[:] = 0
    t0, t1, t2 = np.uint64(0), np.uint64(0), np.uint64(0)
    lo = 0
    while lo < size:
        hi = lo
        while hi < size and rank[order[hi]] == rank[order[lo]]:
            i = order[hi]
            a, b = first[i], second[i]
            wins[i] = t0 - sums[a, 0] - sums[b, 0]
            all_wins[i, 1] += t1 - sums[a, 1] - sums[b, 1]
            all_wins[i, 2] += t2 - sums[a, 2] - sums[b, 2]
            hi += 1
        for j in range(lo, hi):
            i = order[j]
            a, b, g = first[i], second[i], group[i]
            u0, u1, u2 = one[g, 0], one[g, 1], one[g, 2]
            t0 += u0
            t1 += u1
            t2 += u2
            sums[a, 0] += u0
            sums[a, 1] += u1
            sums[a, 2] += u2
            sums[b, 0] += u0
            sums[b, 1] += u1
            sums[b, 2] += u2
        for j in range(lo, hi):
            i = order[j]
            a, b, g = first[i], second[i], group[i]
            wins[i] += t0 - sums[a, 0] - sums[b, 0] + one[g, 0]
            all_wins[i, 0] += wins[i]
            all_wins[i, 1] += t1 - sums[a, 1] - sums[b, 1] + one[g, 1]
            all_wins[i, 2] += t2 - sums[a, 2] - sums[b, 2] + one[g, 2]
        lo = hi


@njit(cache=True)
def _equity(beats, meets):
    return 0.5 + 0.5 * beats / meets if meets > 0 else 0.5


@njit(cache=True)
def _write_equities(wins, meets, ways, lanes, counts, out):
    """½ + ½ · beats / meets of every lane; a lane that the hand cannot meet counts as the first, which is everybody."""
    _unpack(wins, counts[0])
    _unpack(meets, counts[1])
    for x in range(lanes):
        y = x if counts[1, x] > 0 else 0
        met = counts[1, y] * ways
        out[x] = _equity(counts[0, y] - met, met)


@njit(cache=True)
def _write_quantiles(values, out):
    """out[k] = F⁻¹((k + ½) / m) of the values, which are sorted here."""
    values.sort()
    for k in range(out.size):
        out[k] = values[((2 * k + 1) * values.size) // (2 * out.size)]


@njit(cache=True)
def _write_quantiles_of_counts(counts, out):
    """The same of counts by bin; a value is the middle of its bin."""
    n = np.int64(0)
    for c in range(counts.size):
        n += counts[c]
    at, seen = 0, np.int64(counts[0])
    for k in range(out.size):
        wanted = ((2 * k + 1) * n) // (2 * out.size)
        while seen <= wanted:
            at += 1
            seen += counts[at]
        out[k] = (at + 0.5) / counts.size


@njit(cache=True)
def _write_one_to_come(values, most, out):
    """The quantiles over the last card; values: `[outs]` int16, less `most` the beaten less those that beat."""
    values.sort()
    for k in range(out.size):
        out[k] = _equity(values[((2 * k + 1) * values.size) // (2 * out.size)], most)


@njit(cache=True)
def _write_two_to_come(values, means, most, bins, counts, out):
    """The quantiles over both last cards, then those over the next card of the mean over the last one."""
    half = out.size // 2
    counts[:] = 0
    for v in values:
        counts[bins[v + most]] += 1
    _write_quantiles_of_counts(counts, out[:half])
    _write_quantiles(means, out[half:])


@njit(cache=True)
def _take_means(i, seats, free, by_card, meets, means):
    """The mean equities of a hand after each card that can come next, which it does not hold; how many there are."""
    size = 0
    for k in range(free.size):
        if free[k] != seats[1][i] and free[k] != seats[2][i]:
            means[size] = _equity(by_card[k, i], meets)
            size += 1
    return size


@njit(cache=True)
def _choose(n, k):
    return 1 if k == 0 else n if k == 1 else n * (n - 1) // 2


@njit(cache=True)
def _ones(lanes):
    """`[G, 3]`: what a hand of each group adds to the counts."""
    one = np.zeros((lanes - 1, 3), dtype=np.uint64)
    for g in range(lanes - 1):
        slot = g if g < 2 else g + 1
        one[g, 0] = np.uint64(1) << np.uint64(42)
        one[g, slot // 3] += np.uint64(1) << np.uint64(21 * (slot % 3))
    return one


@njit(cache=True)
def _bins(most):
    """`[2 · most + 1]`: the bin of each equity, by the number of hands beaten less those that beat, plus `most`."""
    bins = np.empty(2 * most + 1, dtype=np.int64)
    for v in range(-most, most + 1):
        bins[v + most] = min(np.int64(_equity(v, most) * BINS), BINS - 1)
    return bins


@njit(cache=True)
def _run_out(board, free, to_come, size, seats, tables, one, most, scratch, all_wins, values, by_card):
    """Play the cards to come in every way: sums over all of them, values one by one, and sums by either card."""
    sums, wins, seen, masks, rank, counts, order = scratch
    all_wins[:] = 0
    seen[:] = 0
    by_card[:] = 0
    for i in range(free.size if to_come > 0 else 1):
        for k in range(i if to_come == 2 else 1):
            x = free[i] if to_come > 0 else NO_CARD
            y = free[k] if to_come == 2 else NO_CARD
            total = START
            masks[:] = 0
            for card in board:
                total += tables[0][card]
                masks[card & 3] |= np.int64(1) << np.int64(card >> 2)
            for card in (x, y):
                if card != NO_CARD:
                    total += tables[0][card]
                    masks[card & 3] |= np.int64(1) << np.int64(card >> 2)
            there = _rank_and_sort(size, seats, x, y, total, masks, tables, rank, counts, order)
            _sweep(there, order, rank, seats, one, sums, wins, all_wins)
            for j in range(size if to_come > 0 else 0):
                if rank[j] > 0:
                    value = np.int64(wins[j] >> np.uint64(42)) - most
                    values[j, seen[j]] = value
                    seen[j] += 1
                    if to_come == 2:
                        by_card[i, j] += value
                        by_card[k, j] += value


@njit(cache=True)
def _unseen(board, deck, free):
    """The cards of the deck that are not on the board; how many there are."""
    size = 0
    for card in deck:
        if not (board == card).any():
            free[size] = card
            size += 1
    return size


@njit(cache=True, nogil=True)
def features(boards, hands, kind, deck, word, displacement, value, flush_value, to_come, lanes, out):
    """Mean equities of every hand at the end, then the quantiles of the equity against any hand over the cards to come.

    boards: `[B, n]` uint8. hands: `[1326, 2]` uint8. kind: `[1326]` int8, the opponent's group 0…G − 1 that a hand
    belongs to, −1 where the deck does not have it. deck: `[D]` uint8, its cards. The tables are those of `rank_hands`
    for n + to_come + 2 cards. lanes: 1 + G: against any hand, then against each group. to_come: cards, 0, 1 or 2; with
    2 there are quantiles over both, then over the next card of the mean over the last one. out:
    `[B, 1326, lanes + to_come · m]` float32; rows of live hands are overwritten.
    """
    tables = (word, displacement, value, flush_value)
    n, left = hands.shape[0], deck.size - boards.shape[1] - 2  # cards that can come when one's own are known
    outs, ways = _choose(left, to_come), _choose(left - 2, to_come)
    most = _choose(left - to_come, 2)
    seats = (
        np.empty(n, np.int64), np.empty(n, np.uint8), np.empty(n, np.uint8), np.empty(n, np.uint8),
        np.empty(n, np.uint64), np.empty((n, 3), np.uint64),
    )  # fmt: skip
    scratch = (
        np.empty((53, 3), np.uint64), np.empty(n, np.uint64), np.empty(n, np.int64), np.empty(4, np.int64),
        np.empty(n, np.uint16), np.empty(7463, np.int32), np.empty(n, np.uint16),
    )  # fmt: skip
    one, free, all_wins = _ones(lanes), np.empty(deck.size, np.uint8), np.empty((n, 3), np.uint64)
    values = np.empty((n if to_come > 0 else 0, outs), np.int16)
    by_card = np.empty((deck.size if to_come == 2 else 0, n), np.int32)
    bins, counts, means = (
        _bins(most if to_come == 2 else 0),
        np.empty(BINS, np.int32),
        np.empty(52, np.float32),
    )
    lane_counts = np.empty((2, LANES), np.int64)
    for b in range(boards.shape[0]):
        size = _take_live(boards[b], hands, kind, word, one, scratch[0], seats)
        cards = free[: _unseen(boards[b], deck, free)]
        _run_out(
            boards[b], cards, to_come, size, seats, tables, one, most, scratch, all_wins, values, by_card
        )
        for i in range(size):
            row = out[b, seats[0][i]]
            _write_equities(all_wins[i], seats[5][i], ways, lanes, lane_counts, row[:lanes])
            if to_come == 1:
                _write_one_to_come(values[i], most, row[lanes:])
            elif to_come == 2:
                nexts = _take_means(i, seats, cards, by_card, np.int64(most) * (left - 1), means)
                _write_two_to_come(values[i], means[:nexts], most, bins, counts, row[lanes:])


@njit(cache=True, nogil=True)
def over_next_buckets(after, renaming, maps, buckets, places, live, quantiles, out):
    """Quantiles of where the next card leads, along each axis of the next street's clusters.

    after: `[B, 52]` int32, the number of the board after each card, −1 where it cannot come; renaming: `[B, 52]`
    uint8, how to rename hands for it by maps: `[24, 1326]` int16. buckets: `[B', 1326]` int32. places: `[K, L]`
    float32, where each cluster lies; its first axis is its mean equity, of which the mean is taken. live: `[B, 1326]`.
    out: `[B, 1326, 1 + (L − 1) · quantiles]` float32; rows of live hands are overwritten.
    """
    values = np.empty((places.shape[1], 52), dtype=np.float32)
    for b in range(after.shape[0]):
        for h in range(maps.shape[1]):
            if not live[b, h]:
                continue
            size = 0
            for card in range(52):
                if after[b, card] < 0:
                    continue
                bucket = buckets[after[b, card], maps[renaming[b, card], h]]
                if bucket >= 0:
                    for x in range(places.shape[1]):
                        values[x, size] = places[bucket, x]
                    size += 1
            for x in range(1, places.shape[1]):
                _write_quantiles(values[x, :size], out[b, h, 1 + (x - 1) * quantiles : 1 + x * quantiles])
            values[0, :size].sort()  # so that the sum does not depend on the order of the cards
            total = 0.0
            for j in range(size):
                total += values[0, j]
            out[b, h, 0] = total / size
