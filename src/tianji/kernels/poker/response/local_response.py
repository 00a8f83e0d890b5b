"""Win shares of one hand against every other over all run-outs: the guess of local best response."""

import numpy as np
from numba import njit

from tianji.kernels.poker.ranks import FLUSH_BITS, START, _plain_class


@njit(cache=True, nogil=True)
def rank_all(dealt, hands, word, displacement, value, flush_value, rank):
    """Rank classes of every pair of hole cards on every completion of a board; 0 where they share a card.

    dealt: `[m]` uint8, 3 to 5 cards. hands: `[1326, 2]` uint8. rank: `[N, 1326]` uint16, N completions in the order of
    the cards, overwritten.
    """
    m = dealt.size
    used = np.zeros(52, dtype=np.bool_)
    for card in dealt:
        used[card] = True
    deck = np.array([c for c in range(52) if not used[c]], dtype=np.int64)
    missing = 5 - m
    wheel = np.arange(missing)
    masks = np.empty(4, dtype=np.int64)
    for n in range(rank.shape[0]):
        total = START
        masks[:] = 0
        for k in range(m):
            total += word[dealt[k]]
            masks[dealt[k] & 3] |= np.int64(1) << np.int64(dealt[k] >> 2)
        for k in range(missing):
            card = deck[wheel[k]]
            total += word[card]
            masks[card & 3] |= np.int64(1) << (card >> 2)
            used[card] = True
        for h in range(hands.shape[0]):
            a, b = np.int64(hands[h, 0]), np.int64(hands[h, 1])
            if used[a] or used[b]:
                rank[n, h] = 0
                continue
            both = total + word[a] + word[b]
            if both & FLUSH_BITS:
                suit = 0
                while not (both >> np.uint64(35 + 4 * suit)) & np.uint64(1):
                    suit += 1
                mask = masks[suit]
                if a & 3 == suit:
                    mask |= np.int64(1) << (a >> 2)
                if b & 3 == suit:
                    mask |= np.int64(1) << (b >> 2)
                rank[n, h] = flush_value[mask]
            else:
                rank[n, h] = _plain_class(both, displacement, value)
        for k in range(missing):
            used[deck[wheel[k]]] = False
        k = missing - 1
        while k >= 0 and wheel[k] >= deck.size - missing + k:
            k -= 1
        if k < 0:
            break
        wheel[k] += 1
        for j in range(k + 1, missing):
            wheel[j] = wheel[j - 1] + 1


@njit(cache=True, nogil=True)
def win_shares(rank, own, score, share):
    """The share of the pot that the hand `own` wins against every other, over the completions that suit both.

    rank: as `rank_all` leaves it. score: `[2, 1326]` int32, scratch. share: `[1326]`, overwritten; 0.5 where no
    completion suits both hands.
    """
    score[:] = 0
    for n in range(rank.shape[0]):
        mine = rank[n, own]
        if mine == 0:
            continue
        for h in range(rank.shape[1]):
            his = rank[n, h]
            score[0, h] += np.int32(mine < his) + np.int32(mine < his) + np.int32(mine == his)
            score[1, h] += np.int32(his != 0)
    for h in range(rank.shape[1]):
        share[h] = 0.5 if score[1, h] == 0 else 0.5 * score[0, h] / score[1, h]


@njit(cache=True, nogil=True)
def sort_all(rank, order, size):
    """Hands of every completion from the weakest to the strongest.

    rank: as `rank_all` leaves it. order: `[N, 1326]` int16, size: `[N]` int64, how many of them fit; overwritten.
    """
    place = np.empty(7464, dtype=np.int64)
    for n in range(rank.shape[0]):
        place[:] = 0
        for h in range(rank.shape[1]):
            if rank[n, h]:
                place[7463 - rank[n, h]] += 1
        at = 0
        for c in range(place.size):
            at, place[c] = at + place[c], at
        size[n] = at
        for h in range(rank.shape[1]):
            if rank[n, h]:
                c = 7463 - rank[n, h]
                order[n, place[c]] = h
                place[c] += 1


@njit(cache=True, nogil=True)
def ranges_met(hands, reach, meets):
    """meets(h) = Σ_g reach(g), g sharing no card with h: for every column of `reach` at once.

    hands: `[1326, 2]` uint8. reach: `[1326, C]`, 0 where a hand meets the board. meets: the same shape, overwritten.
    """
    columns = reach.shape[1]
    total, by_card = np.zeros(columns), np.zeros((52, columns))
    for h in range(reach.shape[0]):
        a, b = hands[h, 0], hands[h, 1]
        for c in range(columns):
            x = reach[h, c]
            total[c] += x
            by_card[a, c] += x
            by_card[b, c] += x
    for h in range(reach.shape[0]):
        a, b = hands[h, 0], hands[h, 1]
        for c in range(columns):
            meets[h, c] = total[c] - by_card[a, c] - by_card[b, c] + reach[h, c]


@njit(cache=True, nogil=True)
def ranges_beaten(rank, order, size, hands, reach, beats):
    """Σ over completions of what is weaker than each hand, plus what is weaker or equal, for all hands and columns.

        beats(h) = Σ_n [ Σ_{g < h} reach(g) + Σ_{g ≤ h} reach(g) ] − N(h) · reach(h),   g sharing no card with h

    N(h): the completions that fit h. What the other might hold of the hand's own cards is not told apart while cards
    are summed; the caller adds it. rank, order, size: of `rank_all` and `sort_all`. reach: `[1326, C]`. beats: the same
    shape, overwritten.
    """
    columns = reach.shape[1]
    total, by_card = np.empty(columns), np.empty((52, columns))
    beats[:] = 0.0
    for n in range(rank.shape[0]):
        total[:] = 0.0
        by_card[:] = 0.0
        lo, many = 0, size[n]
        while lo < many:
            kind, hi = rank[n, order[n, lo]], lo
            while hi < many and rank[n, order[n, hi]] == kind:
                h = order[n, hi]
                a, b = hands[h, 0], hands[h, 1]
                for c in range(columns):
                    beats[h, c] += total[c] - by_card[a, c] - by_card[b, c]
                hi += 1
            for j in range(lo, hi):
                h = order[n, j]
                a, b = hands[h, 0], hands[h, 1]
                for c in range(columns):
                    x = reach[h, c]
                    total[c] += x
                    by_card[a, c] += x
                    by_card[b, c] += x
            for j in range(lo, hi):
                h = order[n, j]
                a, b = hands[h, 0], hands[h, 1]
                for c in range(columns):
                    beats[h, c] += total[c] - by_card[a, c] - by_card[b, c]
            lo = hi
