"""Deals of hold'em drawn at random: both hands, the board, their buckets on every street, and who wins.

Without reference counts, as `external` says.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from tianji.kernels.poker.ranks import BUCKET_SHIFT, FLUSH_BITS, LOW, SPREAD, START

GOLD = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
ONE, S11, S27, S30, S31, S32 = (np.uint64(n) for n in (1, 11, 27, 30, 31, 32))


class Dealer(NamedTuple):
    """Where deals come from. deck: `[D]` uint8. sizes: `[2]` int64: cards on the last board, streets with buckets.

    classes: `[1326]` uint16, buckets before the flop. flop, turn, river: `[B, 1326]` uint16 each, by canonical board.
    keys_*: `[B]` uint64 keys of those boards; places_*: `[2ⁿ]` int32, a hash of them (`place_keys`), −1 where free.
    maps: `[24, 1326]` int16 and renamings: `[256]` uint8, as `tianji.poker.boards`. listed: `[M, 5]` uint8, boards to
    draw from instead of all, and rows: `[M, 3]` int32, their rows in the tables; empty to draw from the deck.
    word, displacement, value, flush: hand ranks (`kernels.poker.ranks`) of as many cards as are shown.
    """

    deck: np.ndarray
    sizes: np.ndarray
    classes: np.ndarray
    flop: np.ndarray
    turn: np.ndarray
    river: np.ndarray
    keys_flop: np.ndarray
    keys_turn: np.ndarray
    keys_river: np.ndarray
    places_flop: np.ndarray
    places_turn: np.ndarray
    places_river: np.ndarray
    maps: np.ndarray
    renamings: np.ndarray
    listed: np.ndarray
    rows: np.ndarray
    word: np.ndarray
    displacement: np.ndarray
    value: np.ndarray
    flush: np.ndarray


@njit(cache=True, _nrt=False)
def mixed(x):
    """The finaliser of SplitMix64: neighbouring numbers become unrelated ones."""
    x = (x ^ (x >> S30)) * MIX_1
    x = (x ^ (x >> S27)) * MIX_2
    return x ^ (x >> S31)


@njit(cache=True, _nrt=False)
def place_keys(keys, places):
    """Hash keys to their numbers: linear probing in a table of 2ⁿ places, on entry −1."""
    size = np.uint64(places.size - 1)
    for number in range(keys.size):
        at = mixed(keys[number]) & size
        while places[at] >= 0:
            at = (at + np.uint64(1)) & size
        places[at] = number


@njit(cache=True, _nrt=False)
def _find(keys, places, key):
    size = np.uint64(places.size - 1)
    at = mixed(key) & size
    while keys[np.uint64(places[at])] != key:
        at = (at + np.uint64(1)) & size
    return np.int64(places[at])


@njit(cache=True, _nrt=False)
def _canonical(ranks):
    """The key of a board and its renaming's place by suits; ranks: 16 bits a suit, those it holds.

    The suits' masks, each with its suit below it, go through a sorting network; equal masks keep their order.
    """
    a = ((ranks & 0x1FFF) << 2) | 3
    b = (((ranks >> 16) & 0x1FFF) << 2) | 2
    c = (((ranks >> 32) & 0x1FFF) << 2) | 1
    d = ((ranks >> 48) & 0x1FFF) << 2
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    key = ((a >> 2) << 39) | ((b >> 2) << 26) | ((c >> 2) << 13) | (d >> 2)
    return np.uint64(key), np.uint64(255 - ((a & 3) | ((b & 3) << 2) | ((c & 3) << 4) | ((d & 3) << 6)))


@njit(cache=True, _nrt=False)
def _hand(a, b):
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@njit(cache=True, _nrt=False)
def _rank(word, displacement, value, flush, board, cards, player, shown):
    """The rank class of a player's hand with the board, whose cards add up to `board`; the least is the best."""
    one, two = cards[2 * player], cards[2 * player + 1]
    total = board + word[np.uint64(one)] + word[np.uint64(two)]
    if total & FLUSH_BITS:
        suit = 0
        while not (total >> np.uint64(35 + 4 * suit)) & np.uint64(1):
            suit += 1
        mask = (1 << (one >> 2) if one & 3 == suit else 0) | (1 << (two >> 2) if two & 3 == suit else 0)
        for k in range(4, 4 + shown):
            if cards[k] & 3 == suit:
                mask |= 1 << (cards[k] >> 2)
        return np.int64(flush[mask])
    spread = ((total & LOW) * np.uint64(SPREAD)) & LOW
    return np.int64(
        value[(spread & np.uint64(0xFFFF)) ^ np.uint64(displacement[spread >> np.uint64(BUCKET_SHIFT)])]
    )


@njit(cache=True, _nrt=False)
def _look_up(street, ranks, keys, places, table, maps, renamings, one, two, buckets):
    """The buckets of both hands on a board whose suits hold `ranks`."""
    key, at = _canonical(ranks)
    row, renaming = _find(keys, places, key), np.uint64(renamings[at])
    buckets[2 * street] = table[row, np.uint64(maps[renaming, one])]
    buckets[2 * street + 1] = table[row, np.uint64(maps[renaming, two])]


@njit(cache=True, _nrt=False)
def _draw_cards(dealer, state, cards):
    """Four cards and a board of the last size; (the next random state, the row of a listed board)."""
    deck, listed, shown = dealer.deck, dealer.listed, dealer.sizes[0]
    used, first, row = np.uint64(0), 0, 0
    if listed.shape[0] > 0:
        state += GOLD
        row = np.int64(((mixed(state) >> S32) * np.uint64(listed.shape[0])) >> S32)
        for k in range(shown):
            cards[4 + k] = listed[row, k]
            used |= ONE << np.uint64(cards[4 + k])
        first = shown
    for k in range(4 + shown - first):
        while True:
            state += GOLD
            card = np.uint64(deck[((mixed(state) >> S32) * np.uint64(deck.size)) >> S32])
            if not (used >> card) & ONE:
                break
        used |= ONE << card
        cards[k] = card
    return state, row


@njit(cache=True, _nrt=False)
def draw(dealer, state, work):
    """Deal both hands and the board, look up their buckets; (the next random state, 1, 0 or −1 as hand 0 wins)."""
    cards, buckets = work.cards, work.buckets
    shown, streets = dealer.sizes[0], dealer.sizes[1]
    state, row = _draw_cards(dealer, state, cards)
    one, two = np.uint64(_hand(cards[0], cards[1])), np.uint64(_hand(cards[2], cards[3]))
    buckets[0], buckets[1] = dealer.classes[one], dealer.classes[two]
    if dealer.listed.shape[0] > 0:
        rows = dealer.rows
        buckets[2], buckets[3] = dealer.flop[rows[row, 0], one], dealer.flop[rows[row, 0], two]
        buckets[4], buckets[5] = dealer.turn[rows[row, 1], one], dealer.turn[rows[row, 1], two]
        buckets[6], buckets[7] = dealer.river[rows[row, 2], one], dealer.river[rows[row, 2], two]
    elif streets > 1:
        maps, renamings, ranks = dealer.maps, dealer.renamings, 0
        for k in range(4, 7):
            ranks |= 1 << (16 * (cards[k] & 3) + (cards[k] >> 2))
        _look_up(
            1, ranks, dealer.keys_flop, dealer.places_flop, dealer.flop, maps, renamings, one, two, buckets
        )
        if streets > 2:
            ranks |= 1 << (16 * (cards[7] & 3) + (cards[7] >> 2))
            _look_up(
                2,
                ranks,
                dealer.keys_turn,
                dealer.places_turn,
                dealer.turn,
                maps,
                renamings,
                one,
                two,
                buckets,
            )
        if streets > 3:
            ranks |= 1 << (16 * (cards[8] & 3) + (cards[8] >> 2))
            _look_up(
                3,
                ranks,
                dealer.keys_river,
                dealer.places_river,
                dealer.river,
                maps,
                renamings,
                one,
                two,
                buckets,
            )
    word, displacement, value, flush = dealer.word, dealer.displacement, dealer.value, dealer.flush
    board = START
    for k in range(4, 4 + shown):
        board += word[np.uint64(cards[k])]
    mine = _rank(word, displacement, value, flush, board, cards, 0, shown)
    theirs = _rank(word, displacement, value, flush, board, cards, 1, shown)
    return state, (1 if mine < theirs else 0 if mine == theirs else -1)
