"""What a hand is worth on a board whose later cards are not dealt: equities and their quantiles, all hands at once.

Everything is counted in whole numbers before it is divided, so hands that are equal by suit get the same bits.
"""

import numpy as np
from numba import njit

from tianji.kernels.poker.preflop import _weakest_first
from tianji.kernels.poker.ranks import rank_hands

BINS = 1024  # of the equity, where a thousand run-outs are too many to sort


@njit(cache=True)
def _live_on(board, hands, kind, live, cards):
    """Numbers and cards, the board's included, of the hands that can be held; returns how many there are."""
    size = 0
    m = board.size
    for h in range(hands.shape[0]):
        fits = kind[h] >= 0
        for k in range(m):
            fits &= board[k] != hands[h, 0] and board[k] != hands[h, 1]
        if fits:
            live[size] = h
            for k in range(m):
                cards[size, k] = board[k]
            cards[size, m], cards[size, m + 1] = hands[h, 0], hands[h, 1]
            size += 1
    return size


@njit(cache=True)
def _sweep(order, live, rank, hands, kind, sums, beats, meets):
    """How many hands of each lane a hand beats less how many beat it, and how many it meets; W + E − C and C."""
    lanes = sums.shape[1]
    sums[:] = 0
    n = order.size
    lo = 0
    while lo < n:
        hi = lo
        while hi < n and rank[order[hi]] == rank[order[lo]]:
            hi += 1
        for j in range(lo, hi):
            h = live[order[j]]
            a, b = hands[h, 0], hands[h, 1]
            for x in range(lanes):
                beats[h, x] = sums[52, x] - sums[a, x] - sums[b, x]
        for j in range(lo, hi):
            h = live[order[j]]
            for x in (0, 1 + kind[h]):
                sums[52, x] += 1
                sums[hands[h, 0], x] += 1
                sums[hands[h, 1], x] += 1
        for j in range(lo, hi):
            h = live[order[j]]
            a, b = hands[h, 0], hands[h, 1]
            for x in range(lanes):
                beats[h, x] += sums[52, x] - sums[a, x] - sums[b, x]
        lo = hi
    for j in range(n):
        h = live[order[j]]
        a, b = hands[h, 0], hands[h, 1]
        for x in range(lanes):
            meets[h, x] = sums[52, x] - sums[a, x] - sums[b, x]
            beats[h, x] -= meets[h, x]
        meets[h, 0] += 1  # the hand itself was taken off twice
        meets[h, 1 + kind[h]] += 1


@njit(cache=True)
def _show_down(board, hands, kind, tables, work, beats, meets):
    """Rank, sort and sweep the hands on a board on which the game ends; returns how many live hands are in `work`."""
    cards, live, rank, counts, order, sums = work
    size = _live_on(board, hands, kind, live, cards)
    rank_hands(cards[:size], tables[0], tables[1], tables[2], tables[3], rank[:size])
    _weakest_first(rank, size, counts, order)
    _sweep(order[:size], live, rank, hands, kind, sums, beats, meets)
    return size


@njit(cache=True)
def _scratch(hands, last, lanes):
    n = hands.shape[0]
    return (
        np.empty((n, last + 2), dtype=np.uint8), np.empty(n, dtype=np.int64), np.empty(n, dtype=np.uint16),
        np.empty(7463, dtype=np.int64), np.empty(n, dtype=np.int64), np.empty((53, lanes), dtype=np.int32),
    )  # fmt: skip


@njit(cache=True)
def _write_equities(beats, meets, h, out):
    """½ + ½ · beats / meets of every lane; a lane that the hand cannot meet counts as the first, which is everybody."""
    for x in range(beats.shape[1]):
        y = x if meets[h, x] > 0 else 0
        out[x] = 0.5 + 0.5 * beats[h, y] / meets[h, y] if meets[h, y] > 0 else 0.5


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


@njit(cache=True, nogil=True)
def at_the_end(boards, hands, kind, word, displacement, value, flush_value, out):
    """Equities of every hand on boards on which the game ends.

    boards: `[B, n]` uint8. hands: `[1326, 2]` uint8. kind: `[1326]` int8, the opponent's group 0…G − 1 that a hand
    belongs to, −1 where the deck does not have it. The tables are those of `rank_hands` for n + 2 cards. out:
    `[B, 1326, 1 + G]` float32: against any hand, then against each group; rows of live hands are overwritten.
    """
    tables = (word, displacement, value, flush_value)
    lanes = out.shape[2]
    work = _scratch(hands, boards.shape[1], lanes)
    beats = np.empty((hands.shape[0], lanes), dtype=np.int32)
    meets = np.empty((hands.shape[0], lanes), dtype=np.int32)
    for b in range(boards.shape[0]):
        size = _show_down(boards[b], hands, kind, tables, work, beats, meets)
        for j in range(size):
            _write_equities(beats, meets, work[1][j], out[b, work[1][j]])


@njit(cache=True, nogil=True)
def one_card_before(boards, hands, kind, deck, word, displacement, value, flush_value, lanes, out):
    """Mean equities, then the quantiles over the last card of the equity against any hand.

    As `at_the_end`, but boards lack one card of `deck`, `[n]` uint8; out: `[B, 1326, lanes + m]`.
    """
    tables = (word, displacement, value, flush_value)
    n, m = hands.shape[0], boards.shape[1]
    work = _scratch(hands, m + 1, lanes)
    beats, meets = np.empty((n, lanes), dtype=np.int32), np.empty((n, lanes), dtype=np.int32)
    all_beats, all_meets = np.empty((n, lanes), dtype=np.int64), np.empty((n, lanes), dtype=np.int64)
    values = np.empty((n, deck.size), dtype=np.float32)
    count = np.empty(n, dtype=np.int64)
    full = np.empty(m + 1, dtype=np.uint8)
    for b in range(boards.shape[0]):
        all_beats[:] = 0
        all_meets[:] = 0
        count[:] = 0
        full[:m] = boards[b]
        for card in deck:
            if (boards[b] == card).any():
                continue
            full[m] = card
            size = _show_down(full, hands, kind, tables, work, beats, meets)
            for j in range(size):
                h = work[1][j]
                for x in range(lanes):
                    all_beats[h, x] += beats[h, x]
                    all_meets[h, x] += meets[h, x]
                values[h, count[h]] = 0.5 + 0.5 * beats[h, 0] / meets[h, 0] if meets[h, 0] > 0 else 0.5
                count[h] += 1
        for h in range(n):
            if count[h] > 0:
                _write_equities(all_beats, all_meets, h, out[b, h, :lanes])
                _write_quantiles(values[h, : count[h]], out[b, h, lanes:])


@njit(cache=True, nogil=True)
def two_cards_before(boards, hands, kind, deck, word, displacement, value, flush_value, lanes, out):
    """Mean equities, quantiles over both last cards, and quantiles over the next card of the mean over the last one.

    As `one_card_before`, but boards lack two cards; out: `[B, 1326, lanes + 2 · m]`.
    """
    tables = (word, displacement, value, flush_value)
    n, m = hands.shape[0], boards.shape[1]
    half = (out.shape[2] - lanes) // 2
    work = _scratch(hands, m + 2, lanes)
    beats, meets = np.empty((n, lanes), dtype=np.int32), np.empty((n, lanes), dtype=np.int32)
    all_beats, all_meets = np.empty((n, lanes), dtype=np.int64), np.empty((n, lanes), dtype=np.int64)
    counts = np.empty((n, BINS), dtype=np.uint16)
    by_card = np.empty((2, 52, n), dtype=np.int32)  # beats and meets after the next card
    full = np.empty(m + 2, dtype=np.uint8)
    values = np.empty(52, dtype=np.float32)
    for b in range(boards.shape[0]):
        all_beats[:] = 0
        all_meets[:] = 0
        counts[:] = 0
        by_card[:] = 0
        full[:m] = boards[b]
        for i in range(deck.size):
            for k in range(i):
                if (boards[b] == deck[i]).any() or (boards[b] == deck[k]).any():
                    continue
                full[m], full[m + 1] = deck[i], deck[k]
                size = _show_down(full, hands, kind, tables, work, beats, meets)
                _add_run_out(work[1][:size], full[m:], beats, meets, all_beats, all_meets, counts, by_card)
        for h in range(n):
            if all_meets[h, 0] > 0:
                _write_equities(all_beats, all_meets, h, out[b, h, :lanes])
                _write_quantiles_of_counts(counts[h], out[b, h, lanes : lanes + half])
                size = 0
                for card in deck:
                    if by_card[1, card, h] > 0:
                        values[size] = 0.5 + 0.5 * by_card[0, card, h] / by_card[1, card, h]
                        size += 1
                _write_quantiles(values[:size], out[b, h, lanes + half :])


@njit(cache=True)
def _add_run_out(live, dealt, beats, meets, all_beats, all_meets, counts, by_card):
    """Add one run-out to the sums of its hands, to their bins, and to what they are after either card."""
    for h in live:
        for x in range(beats.shape[1]):
            all_beats[h, x] += beats[h, x]
            all_meets[h, x] += meets[h, x]
        equity = 0.5 + 0.5 * beats[h, 0] / meets[h, 0] if meets[h, 0] > 0 else 0.5
        counts[h, min(np.int64(equity * BINS), BINS - 1)] += 1
        for card in dealt:
            by_card[0, card, h] += beats[h, 0]
            by_card[1, card, h] += meets[h, 0]


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
