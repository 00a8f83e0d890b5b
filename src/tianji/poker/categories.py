"""Categories: what a hand is on a board, in players' words: its made hand and its draw."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.poker.cards import NUM_HANDS, hand_cards, hand_names, parse_board

MADE = (
    "straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair",
    "top pair", "second pair", "low pair", "ace high", "nothing",
)  # fmt: skip
DRAWS = ("combo draw", "flush draw", "open-ended", "gutshot", "backdoor flush", "no draw")
NO_HAND = 255  # a hand that shares a card with the board
_STRAIGHTS = np.array([0b1000000001111] + [0b11111 << low for low in range(9)])  # rank masks, the wheel first

ByteArray = npt.NDArray[np.uint8]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


@checked
def categories(board: str) -> dict[str, tuple[str, str]]:
    """The made hand and the draw of every hand on a board of three to five cards, as in `MADE` and `DRAWS`.

    Pairs are named by the board's ranks: a pair of the highest is top pair; a pocket pair between the two highest
    counts as second pair. What the board alone makes (trips, a pair) does not count below a straight.

    >>> found = categories("Ks7h2h")
    >>> found["AhQh"], found["KdQd"], found["7d7c"]
    (('ace high', 'flush draw'), ('top pair', 'no draw'), ('set', 'no draw'))
    """
    made, draw = category_numbers(tuple(parse_board(board)))
    return {
        name: (MADE[made[k]], DRAWS[draw[k]]) for k, name in enumerate(hand_names()) if made[k] != NO_HAND
    }


@lru_cache(maxsize=64)
def category_numbers(board: tuple[int, ...]) -> tuple[ByteArray, ByteArray]:
    """`[1326]` each: places in `MADE` and `DRAWS`; `NO_HAND` for hands that meet the board."""
    holes = hand_cards().astype(np.int64)
    is_there = ~np.isin(holes, board).any(axis=1)
    holes = holes[is_there]
    small = _made(holes, np.array(board))
    made = np.full(NUM_HANDS, NO_HAND, dtype=np.uint8)
    draw = made.copy()
    made[is_there], draw[is_there] = small, _draw(holes, np.array(board), small)
    for array in (made, draw):
        array.flags.writeable = False
    return made, draw


def _masks(cards: IntArray) -> IntArray:
    """The ranks of each row of cards as bits."""
    return np.asarray(np.bitwise_or.reduce(1 << (cards >> 2), axis=1))


def _has_straight(masks: IntArray) -> BoolArray:
    return np.asarray(((masks[:, None] & _STRAIGHTS) == _STRAIGHTS).any(axis=1))


def _made(holes: IntArray, board: IntArray) -> ByteArray:
    """The best name of each hand: tried from the highest down."""
    cards = np.hstack([holes, np.tile(board, (len(holes), 1))])
    counts = (cards[:, :, None] >> 2 == np.arange(13)).sum(axis=1)
    is_flush, is_straight_flush = np.zeros((2, len(holes)), dtype=bool)
    for suit in range(4):
        is_suit = cards & 3 == suit
        suited = is_suit.sum(axis=1) >= 5
        masks = np.bitwise_or.reduce(np.where(is_suit, 1 << (cards >> 2), 0), axis=1)
        is_flush |= suited
        is_straight_flush |= suited & _has_straight(masks)
    threes = (counts == 3).sum(axis=1)
    best = [
        is_straight_flush, (counts == 4).any(axis=1), (threes > 1) | ((threes == 1) & (counts == 2).any(axis=1)),
        is_flush, _has_straight(_masks(cards)),
    ]  # fmt: skip
    return np.select(best, range(len(best)), _pairs(holes >> 2, board >> 2)).astype(np.uint8)


def _pairs(ranks: IntArray, board: IntArray) -> IntArray:
    """Below a straight: what the player's own two cards make of the board."""
    high, low = ranks.max(axis=1), ranks.min(axis=1)
    met = np.stack([(board == each[:, None]).sum(axis=1) for each in (high, low)], axis=1)
    paired = np.where(met[:, 0] > 0, high, low)  # the rank that is compared with the board's
    above = (np.unique(board) > paired[:, None]).sum(axis=1)
    is_pocket, is_met = high == low, met.any(axis=1)
    names = [
        (is_pocket & is_met, "set"), (~is_pocket & (met == 2).any(axis=1), "trips"),
        (~is_pocket & met.all(axis=1), "two pair"), (is_pocket & (above == 0), "overpair"),
        (~is_pocket & is_met & (above == 0), "top pair"), ((is_pocket | is_met) & (above == 1), "second pair"),
        (is_pocket | is_met, "low pair"), (high == 12, "ace high"),
    ]  # fmt: skip
    return np.select(
        [mask for mask, _ in names], [MADE.index(name) for _, name in names], MADE.index("nothing")
    )


def _draw(holes: IntArray, board: IntArray, made: ByteArray) -> ByteArray:
    """What one more card may make of it with a card of his own; nothing on the river, or once there is a flush."""
    if len(board) == 5:
        return np.full(len(holes), DRAWS.index("no draw"), dtype=np.uint8)
    held = np.stack(
        [(holes & 3 == suit).sum(axis=1) + (board & 3 == suit).sum() for suit in range(4)], axis=1
    )
    own = np.take_along_axis(held, holes & 3, axis=1)
    outs = np.where(made == MADE.index("straight"), 0, _straight_outs(holes, board))
    is_flush = (own == 4).any(axis=1)
    names = [
        (made <= MADE.index("flush"), "no draw"), (is_flush & (outs > 0), "combo draw"), (is_flush, "flush draw"),
        (outs > 1, "open-ended"), (outs == 1, "gutshot"),
        ((own == 3).any(axis=1) & (len(board) == 3), "backdoor flush"),
    ]  # fmt: skip
    return np.select(
        [mask for mask, _ in names], [DRAWS.index(name) for _, name in names], DRAWS.index("no draw")
    ).astype(np.uint8)


def _straight_outs(holes: IntArray, board: IntArray) -> IntArray:
    """Ranks that complete a straight in which a card of the player's own counts."""
    shared = int(np.bitwise_or.reduce(1 << (board >> 2)))
    masks = _masks(holes) | shared
    count = np.zeros(len(holes), dtype=np.int64)
    for card in 1 << np.arange(13):
        fives = _STRAIGHTS[(shared | card) & _STRAIGHTS != _STRAIGHTS]  # those that need one of his own
        completed = (((masks | card)[:, None] & fives) == fives).any(axis=1)
        count += completed & (masks & card == 0)
    return count
