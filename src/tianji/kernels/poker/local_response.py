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
