"""Equity by enumeration: every run-out, exactly."""

import numpy as np
from numba import njit

from tianji.kernels.poker.ranks import rank_hands


@njit(cache=True)
def _sweep(rank, order, hands, weights, scale, by_card, beats, meets):
    """Add one board to `beats` and `meets` of every hand: W + E − C and C as in showdown.sweep, for one range.

    rank: `[N]` classes, order: `[N]` hand numbers by falling class; both of the hands that fit the board.
    """
    by_card[:] = 0.0
    total = 0.0
    n = order.size
    lo = 0
    while lo < n:
        hi = lo
        while hi < n and rank[order[hi]] == rank[order[lo]]:
            hi += 1
        for j in range(lo, hi):
            h = order[j]
            beats[h] += scale * (total - by_card[hands[h, 0]] - by_card[hands[h, 1]])
        for j in range(lo, hi):
            h = order[j]
            total += weights[h]
            by_card[hands[h, 0]] += weights[h]
            by_card[hands[h, 1]] += weights[h]
        for j in range(lo, hi):
            h = order[j]
            beats[h] += scale * (total - by_card[hands[h, 0]] - by_card[hands[h, 1]])
        lo = hi
    for j in range(n):
        h = order[j]
        met = total - by_card[hands[h, 0]] - by_card[hands[h, 1]]
        beats[h] -= scale * met
        meets[h] += scale * (met + weights[h])


@njit(cache=True)
def rank_live(board, hands, tables, seven, live, rank):
    """Numbers and rank classes of the hands that share no card with a full board; returns how many there are."""
    size = 0
    for h in range(hands.shape[0]):
        fits = True
        for k in range(5):
            fits &= board[k] != hands[h, 0] and board[k] != hands[h, 1]
        if fits:
            live[size] = h
            for k in range(5):
                seven[size, k] = board[k]
            seven[size, 5], seven[size, 6] = hands[h, 0], hands[h, 1]
            size += 1
    rank_hands(seven[:size], tables[0], tables[1], tables[2], tables[3], rank[:size])
    return size


@njit(cache=True)
def _sort_board(board, hands, tables, seven, rank, counts, order, live):
    """Rank the hands that fit a full board and sort them by counting; returns how many there are.

    rank: `[N]`, of every hand that fits; order: `[N]` uint16, hand numbers by falling class.
    """
    size = rank_live(board, hands, tables, seven, live, order)
    counts[:] = 0
    for j in range(size):
        rank[live[j]] = order[j]
        counts[7462 - order[j]] += 1
    at = 0
    for c in range(counts.size):
        at, counts[c] = at + counts[c], at
    for j in range(size):
        c = 7462 - rank[live[j]]
        order[counts[c]] = live[j]
        counts[c] += 1
    return size


@njit(cache=True, nogil=True)
def sort_run_outs(dealt, hands, word, displacement, value, flush_value, rank, order, sizes):
    """Every completion of a board: the classes of some hands, and the hands in their order.

    dealt: `[m]` uint8, m = 3, 4 or 5. hands: `[N, 2]`. rank, order: `[B, N]` uint16, sizes: `[B]`, written; B is the
    number of completions. What `sweep_run_outs` needs of a board, whatever the ranges.
    """
    tables = (word, displacement, value, flush_value)
    seven = np.empty((hands.shape[0], 7), dtype=np.uint8)
    live = np.empty(hands.shape[0], dtype=np.int64)
    counts = np.empty(7463, dtype=np.int64)
    board = np.zeros(5, dtype=np.uint8)
    m = dealt.size
    for i in range(m):  # not a slice: numba would compile what words its complaint about shapes, 1.6 s
        board[i] = dealt[i]
    deck = np.array([c for c in range(52) if not (dealt == c).any()], dtype=np.uint8)
    b = 0
    for i in range(deck.size if m < 5 else 1):
        for j in range(i + 1, deck.size) if m == 3 else range(1):
            if m < 5:
                board[4] = deck[i]
            if m == 3:
                board[3] = deck[j]
            sizes[b] = _sort_board(board, hands, tables, seven, rank[b], counts, order[b], live)
            b += 1


@njit(cache=True, nogil=True)
def sweep_run_outs(rank, order, sizes, hands, weights, beats, meets):
    """As `run_out`, of hands sorted before: weights, beats, meets: `[N]`, of those hands alone."""
    by_card = np.empty(52)
    for b in range(sizes.size):
        _sweep(rank[b], order[b, : sizes[b]], hands, weights, 1.0, by_card, beats, meets)


@njit(cache=True, nogil=True)
def run_out(dealt, hands, weights, word, displacement, value, flush_value, is_canonical, beats, meets):
    """Sum every completion of a board: how much of a range each hand beats less how much beats it; how much it meets.

    dealt: `[m]` uint8, m ≤ 5 cards. weights: `[1326]`, the opponent's range. With is_canonical only boards whose suits
    fall in order are ranked, each for all its renamings (m = 0, suit-symmetric ranges). beats, meets: `[1326]`,
    accumulated.
    """
    tables = (word, displacement, value, flush_value)
    seven = np.empty((hands.shape[0], 7), dtype=np.uint8)
    rank = np.empty(hands.shape[0], dtype=np.uint16)
    order = np.empty(hands.shape[0], dtype=np.uint16)
    live = np.empty(hands.shape[0], dtype=np.int64)
    counts = np.empty(7463, dtype=np.int64)
    by_card = np.empty(52)
    board = np.zeros(5, dtype=np.uint8)
    m = dealt.size
    for i in range(m):
        board[i] = dealt[i]
    deck = np.array([c for c in range(52) if not (dealt == c).any()], dtype=np.uint8)
    missing = 5 - m
    wheel = np.arange(missing)
    masks = np.empty(4, dtype=np.int64)
    while True:
        for k in range(missing):
            board[m + k] = deck[wheel[k]]
        scale = _multiplicity(board, masks) if is_canonical else 1.0
        if scale > 0:
            size = _sort_board(board, hands, tables, seven, rank, counts, order, live)
            _sweep(rank, order[:size], hands, weights, scale, by_card, beats, meets)
        k = missing - 1
        while k >= 0 and wheel[k] >= deck.size - missing + k:
            k -= 1
        if k < 0:
            return
        wheel[k] += 1
        for j in range(k + 1, missing):
            wheel[j] = wheel[j - 1] + 1


@njit(cache=True)
def _multiplicity(board, masks):
    """How many boards are renamings of this one if its suits' rank masks fall in order, else 0."""
    masks[:] = 0
    for k in range(5):
        card = np.int64(board[k])  # uncompiled, 1 << uint8 is a uint8
        masks[card & 3] |= 1 << (card >> 2)
    ways, run = 24, 1
    for suit in range(1, 4):
        if masks[suit] > masks[suit - 1]:
            return 0.0
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        ways //= run
    return float(ways)


@njit(cache=True, nogil=True)
def match(dealt, hole, word, displacement, value, flush_value, counts):
    """Wins, ties and losses of the first of two hands over every completion of a board.

    dealt: `[m]` uint8. hole: `[4]` uint8, two hands. counts: `[3]` int64, accumulated. Completions are ranked 1,024 at
    a time.
    """
    used = np.zeros(52, dtype=np.bool_)
    for card in dealt:
        used[card] = True
    for card in hole:
        used[card] = True
    deck = np.array([c for c in range(52) if not used[c]], dtype=np.uint8)
    m = dealt.size
    missing = 5 - m
    wheel = np.arange(missing)
    cards = np.empty((2, 1024, 7), dtype=np.uint8)
    ranks = np.empty((2, 1024), dtype=np.uint16)
    size = 0
    while True:
        for side in range(2):
            for k in range(m):
                cards[side, size, k] = dealt[k]
            for k in range(missing):
                cards[side, size, m + k] = deck[wheel[k]]
            cards[side, size, 5], cards[side, size, 6] = hole[2 * side], hole[2 * side + 1]
        size += 1
        k = missing - 1
        while k >= 0 and wheel[k] >= deck.size - missing + k:
            k -= 1
        if size == 1024 or k < 0:
            for side in range(2):
                rank_hands(cards[side, :size], word, displacement, value, flush_value, ranks[side, :size])
            for j in range(size):
                first, second = ranks[0, j], ranks[1, j]
                counts[0 if first < second else 1 if first == second else 2] += 1
            size = 0
        if k < 0:
            return
        wheel[k] += 1
        for j in range(k + 1, missing):
            wheel[j] = wheel[j - 1] + 1
