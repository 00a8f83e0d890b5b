"""Hand ranks: the class 1…7462 of five, six or seven cards, and its name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError, quote
from tianji.poker.cards import parse_cards

IntArray = npt.NDArray[np.int64]
CATEGORIES = (
    "straight flush", "four of a kind", "full house", "flush", "straight",
    "three of a kind", "two pair", "pair", "high card",
)  # fmt: skip
# The greedy sequence whose sums of up to seven terms, none more than four times, are all different.
KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
NUM_CLASSES = 7462


class RankTables(NamedTuple):
    """What `kernels.poker.ranks.rank_hands` looks up for hands of one size."""

    word: npt.NDArray[np.uint64]
    displacement: npt.NDArray[np.uint16]
    value: npt.NDArray[np.uint16]
    flush_value: npt.NDArray[np.uint16]


def rank(cards: npt.ArrayLike | str) -> Any:
    """Rank class of a hand or of `[N, n]` hands of 5, 6 or 7 cards: 1 (royal flush) … 7462 (7-5-4-3-2).

    >>> rank("AsKsQsJsTs"), rank("7c5d4h3s2c")
    (1, 7462)
    """
    from tianji.kernels.poker.ranks import rank_hands

    given = parse_cards(cards, "hand") if isinstance(cards, str) else cards
    array = np.atleast_2d(np.asarray(given))
    if array.ndim != 2 or array.shape[1] not in (5, 6, 7):
        raise ParameterError(f"hands of shape {array.shape}; expected [N, n] with n = 5, 6 or 7 cards")
    if array.size and (array.dtype.kind not in "iu" or int(array.min()) < 0 or int(array.max()) > 51):
        raise ParameterError(
            f"cards of type {array.dtype} and values {array.min()}…{array.max()}; expected 0…51"
        )
    out = np.empty(len(array), dtype=np.uint16)
    rank_hands(np.ascontiguousarray(array, dtype=np.uint8), *tables(array.shape[1]), out)
    return int(out[0]) if np.ndim(given) == 1 else out


def category(rank_class: int) -> str:
    """The name of a rank class.

    >>> category(1), category(10), category(11), category(7462)
    ('straight flush', 'straight flush', 'four of a kind', 'high card')
    """
    if not 1 <= rank_class <= NUM_CLASSES:
        raise ParameterError(f"rank class {quote(rank_class)}; expected 1…{NUM_CLASSES}")
    last = np.cumsum([10, 156, 156, 1277, 10, 858, 858, 2860, 1277])
    return CATEGORIES[int(np.searchsorted(last, rank_class))]


def rank_few(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """`[N]`: rank classes of `[N, n]` hands by NumPy alone, 1 µs each: for a process that ranks one board.

    `rank` takes 2 ns, but first needs its kernels and tables, some 60 ms.

    >>> rank_few(np.array([[51, 47, 43, 39, 35], [20, 12, 9, 6, 3]], dtype=np.uint8)).tolist()
    [1, 7462]
    """
    counts = np.zeros((len(hands), 13), dtype=np.int8)
    np.add.at(counts, (np.arange(len(hands))[:, None], hands >> 2), 1)
    best = _plain_scores(counts)
    suits = hands & 3
    for suit in range(4):
        flushes = np.flatnonzero((suits == suit).sum(axis=1) >= 5)
        if len(flushes):
            held = np.where(suits[flushes] == suit, 1 << (hands[flushes] >> 2).astype(np.int64), 0)
            best[flushes] = np.maximum(best[flushes], _flush_scores(held.sum(axis=1)))
    return _classes(best, _all_scores())


@lru_cache(maxsize=3)
def tables(n: int) -> RankTables:
    """The tables for hands of n cards, built once a process in some 50 ms."""
    from tianji.kernels.poker.ranks import BUCKET_SHIFT, PLACES, SPREAD, displace

    scores5 = _all_scores()
    counts = _multisets(n)
    hashes = (counts @ np.array(KEYS, dtype=np.int64)).astype(np.uint32) * SPREAD
    order = np.argsort(hashes)
    hashes = hashes[order]
    start = np.searchsorted(hashes >> BUCKET_SHIFT, np.arange((1 << (32 - int(BUCKET_SHIFT))) + 1))
    displacement = np.zeros(len(start) - 1, dtype=np.uint16)
    place = np.full(PLACES, -1, dtype=np.int32)
    displace(hashes, np.argsort(-np.diff(start), kind="stable"), start, displacement, place)
    value = np.where(place >= 0, _classes(_plain_scores(counts)[order], scores5)[place], 0).astype(np.uint16)
    flush_value = np.zeros(8192, dtype=np.uint16)
    masks = np.array([m for m in range(8192) if m.bit_count() >= 5])
    flush_value[masks] = _classes(_flush_scores(masks), scores5)
    word = np.zeros(64, dtype=np.uint64)
    word[:52] = [KEYS[c >> 2] + (1 << (32 + 4 * (c & 3))) for c in range(52)]
    return RankTables(word, displacement, value, flush_value)


@lru_cache(maxsize=1)
def _all_scores() -> IntArray:
    """The scores of the 7,462 classes, best first."""
    masks = np.array([m for m in range(8192) if m.bit_count() == 5])
    return -np.sort(-np.concatenate([_plain_scores(_multisets(5)), _flush_scores(masks)]))


def _classes(scores: IntArray, best_first: IntArray) -> npt.NDArray[np.uint16]:
    return (np.searchsorted(-best_first, -scores) + 1).astype(np.uint16)


def _multisets(n: int) -> npt.NDArray[np.int8]:
    """`[M, 13]`: how many cards of each rank, for every n-card rank multiset with at most four of a kind."""
    found: npt.NDArray[np.int8] = np.zeros((1, 13), dtype=np.int8)
    left = np.array([n], dtype=np.int8)
    for r in range(13):
        rest = left[:, None] - np.arange(5, dtype=np.int8)
        row, count = np.nonzero((rest >= 0) & (rest <= 4 * (12 - r)))
        found, left = found[row], rest[row, count].astype(np.int8)
        found[:, r] = count
    return found


def _score(kind: int, ranks: Sequence[npt.NDArray[Any]]) -> IntArray:
    """Kinds and then ranks, in order, as one number."""
    total = np.full(len(ranks[0]), kind, dtype=np.int64)
    for k in range(5):
        total = total * 14 + (ranks[k] + 1 if k < len(ranks) else 0)
    return total


def _straight_high(masks: IntArray) -> IntArray:
    """The highest rank of a straight in each mask of ranks (3 for the wheel), −1 where there is none."""
    wheel = (masks << 1) | (masks >> 12)  # the ace also below the two
    runs = wheel & (wheel >> 1) & (wheel >> 2) & (wheel >> 3) & (wheel >> 4)
    high = np.full(len(masks), -1, dtype=np.int64)
    for low in range(10):
        high[(runs >> low) & 1 == 1] = low + 3
    return high


def _plain_scores(counts: npt.NDArray[np.int8]) -> IntArray:
    """The score of the best five cards by rank alone."""
    ranks = np.arange(13, dtype=np.int8)
    best = np.sort(counts * np.int8(16) + ranks, axis=1)[:, :-6:-1]  # the most of a kind, then the highest
    r, c = [best[:, k] & 15 for k in range(5)], [best[:, k] >> 4 for k in range(5)]
    others = np.where((counts > 0) & (ranks != r[0][:, None]), ranks, np.int8(-1))
    kicker = others.max(axis=1)
    third = np.where(ranks != r[1][:, None], others, np.int8(-1)).max(axis=1)
    high = _straight_high((counts > 0) @ (1 << np.arange(13)))
    score = _score(0, r)
    score = np.where(c[0] == 2, _score(1, r[:4]), score)
    score = np.where((c[0] == 2) & (c[1] == 2), _score(2, [r[0], r[1], third]), score)
    score = np.where(c[0] == 3, _score(3, r[:3]), score)
    score = np.where(high >= 0, _score(4, [high]), score)
    score = np.where((c[0] == 3) & (c[1] >= 2), _score(6, r[:2]), score)
    return np.where(c[0] == 4, _score(7, [r[0], kicker]), score)


def _flush_scores(masks: IntArray) -> IntArray:
    """The score of the best five cards of one suit."""
    top = np.argsort(-(((masks[:, None] >> np.arange(13)) & 1) * 16 + np.arange(13)), axis=1)
    high = _straight_high(masks)
    return np.where(high >= 0, _score(8, [high]), _score(5, [top[:, k] for k in range(5)]))
