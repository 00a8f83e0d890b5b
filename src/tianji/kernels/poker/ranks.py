"""Hand ranks by addition and one hashed look-up: the rank class of many hands in one call.

A card adds one 64-bit word: its rank's key in the low 32 bits and its suit's counter in a nibble above them. The
keys are such that the sums of 5, 6 or 7 cards tell the rank multisets apart. A nibble starts at 3, so that its
high bit is set exactly when five cards share the suit.

| bits | content |
|---|---|
| 0–31 | Σ key(rank) |
| 32–47 | four nibbles, 3 + cards of the suit |
"""

import numpy as np
from numba import njit

FLUSH_BITS = np.uint64(0x8888 << 32)
START = np.uint64(0x3333 << 32)
LOW = np.uint64(0xFFFFFFFF)
SPREAD = np.uint32(
    2654435769
)  # 2^32 / golden ratio: the top bits of key · SPREAD choose the bucket, the low the place
BUCKET_SHIFT = np.uint32(19)
PLACES = 1 << 16


@njit(cache=True, _nrt=False)
def displace(keys, bucket_order, bucket_start, displacement, place):
    """Place every bucket of keys into one table without a collision: hash and displace.

    keys: `[M]` uint32 hashes, sorted. bucket_order: `[B]`, largest buckets first. bucket_start: `[B + 1]`, into keys.
    displacement: `[B]` uint16, overwritten. place: `[PLACES]` int32, on entry −1; then the number of the key there.
    """
    for bucket in bucket_order:
        lo, hi = bucket_start[bucket], bucket_start[bucket + 1]
        shift = 0
        while True:
            size = lo
            while size < hi and place[(keys[size] & 0xFFFF) ^ shift] < 0:
                place[(keys[size] & 0xFFFF) ^ shift] = size
                size += 1
            if size == hi:
                break
            for k in range(lo, size):
                place[(keys[k] & 0xFFFF) ^ shift] = -1
            shift += 1
        displacement[bucket] = shift


@njit(cache=True, _nrt=False)
def _flush_class(cards, i, total, flush_value):
    suit = 0
    while not (total >> np.uint64(35 + 4 * suit)) & np.uint64(1):
        suit += 1
    mask = 0
    for k in range(cards.shape[1]):
        if cards[i, k] & 3 == suit:
            mask |= 1 << np.int64(cards[i, k] >> 2)  # uncompiled, 1 << uint8 is a uint8
    return flush_value[mask]


@njit(cache=True, _nrt=False)
def _plain_class(total, displacement, value):
    # 64-bit arithmetic, so that the uncompiled source multiplies without overflow too
    spread = ((total & LOW) * np.uint64(SPREAD)) & LOW
    return value[(spread & np.uint64(0xFFFF)) ^ np.uint64(displacement[spread >> np.uint64(BUCKET_SHIFT)])]


@njit(cache=True, _nrt=False)
def rank_hands(cards, word, displacement, value, flush_value, out):
    """Rank class of every hand: 1 is a royal flush, 7462 is 7-5-4-3-2.

    cards: `[N, n]` uint8, n cards of 0..51 (rank · 4 + suit). word: `[64]` uint64, what a card adds; displacement:
    `[8192]` uint16 and value: `[65536]` uint16, the hash for n cards; flush_value: `[8192]` uint16 by the suit's
    ranks. out: `[N]` uint16, overwritten.
    """
    n = np.uint64(cards.shape[1])
    for i in range(np.uint64(cards.shape[0])):
        total = START
        if n == 7:  # the same loop with a constant bound, unrolled: 3.5 times as fast
            for k in range(np.uint64(7)):
                total += word[np.uint64(cards[i, k])]
        else:
            for k in range(n):
                total += word[np.uint64(cards[i, k])]
        if total & FLUSH_BITS:
            out[i] = _flush_class(cards, i, total, flush_value)
        else:
            out[i] = _plain_class(total, displacement, value)


@njit(cache=True, _nrt=False)
def rank_runouts(boards, hands, word, displacement, value, flush_value, both, out):
    """Rank class of every pair of hole cards with each board; 0 where they share a card.

    boards: `[C, n]` uint8, 3 to 5 cards each. hands: `[H, 2]` uint8. The tables are those of `rank_hands` for n + 2
    cards. both: `[H, n + 2]` uint8, scratch. out: `[C, H]` uint16, overwritten.
    """
    n = boards.shape[1]
    for h in range(hands.shape[0]):
        both[h, n], both[h, n + 1] = hands[h, 0], hands[h, 1]
    for c in range(boards.shape[0]):
        for h in range(hands.shape[0]):
            for k in range(n):
                both[h, k] = boards[c, k]
        rank_hands(both, word, displacement, value, flush_value, out[c])
        for h in range(hands.shape[0]):
            for k in range(n):
                if boards[c, k] == hands[h, 0] or boards[c, k] == hands[h, 1]:
                    out[c, h] = 0


@njit(cache=True)
def count_classes(n, word, displacement, value, flush_value, counts):
    """How often each rank class occurs over all n-card hands (n = 5, 6 or 7).

    counts: `[7463]` int64, accumulated. An odometer over the first n − 1 cards, the last card in an inner loop.
    """
    cards = np.arange(n)
    batch = np.empty((52, n), dtype=np.uint8)
    ranks = np.empty(52, dtype=np.uint16)
    while True:
        size = 0
        for last in range(cards[n - 2] + 1, 52):
            for k in range(n - 1):
                batch[size, k] = cards[k]
            batch[size, n - 1] = last
            size += 1
        rank_hands(batch[:size], word, displacement, value, flush_value, ranks)
        for j in range(size):
            counts[ranks[j]] += 1
        k = n - 2
        while k >= 0 and cards[k] >= 52 - n + k:
            k -= 1
        if k < 0:
            return
        cards[k] += 1
        for j in range(k + 1, n):
            cards[j] = cards[j - 1] + 1
