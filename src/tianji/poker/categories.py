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
_STRAIGHTS = tuple([0b1000000001111] + [0b11111 << low for low in range(9)])  # rank masks, the wheel first

ByteArray = npt.NDArray[np.uint8]


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
    made = np.full(NUM_HANDS, NO_HAND, dtype=np.uint8)
    draw = made.copy()
    for number, (hi, lo) in enumerate(hand_cards().tolist()):
        if hi not in board and lo not in board:
            made[number] = MADE.index(_made((hi, lo), board))
            draw[number] = DRAWS.index(_draw((hi, lo), board, MADE[made[number]]))
    for array in (made, draw):
        array.flags.writeable = False
    return made, draw


def _ranks(cards: tuple[int, ...]) -> int:
    """The ranks as bits."""
    mask = 0
    for card in cards:
        mask |= 1 << (card >> 2)
    return mask


def _has_straight(mask: int) -> bool:
    return any(mask & five == five for five in _STRAIGHTS)


def _made(hole: tuple[int, int], board: tuple[int, ...]) -> str:
    cards = (*hole, *board)
    suited = [tuple(c for c in cards if c & 3 == suit) for suit in range(4)]
    flush = next((group for group in suited if len(group) >= 5), ())
    if flush and _has_straight(_ranks(flush)):
        return "straight flush"
    counts = [0] * 13
    for card in cards:
        counts[card >> 2] += 1
    if 4 in counts:
        return "four of a kind"
    if 3 in counts and (counts.count(3) > 1 or 2 in counts):
        return "full house"
    if flush:
        return "flush"
    if _has_straight(_ranks(cards)):
        return "straight"
    return _pairs(hole[0] >> 2, hole[1] >> 2, [card >> 2 for card in board])


def _pairs(high: int, low: int, board: list[int]) -> str:
    """Below a straight: what the player's own two cards make of the board."""
    if high == low:
        if high in board:
            return "set"
        above = len({rank for rank in board if rank > high})
        return ("overpair", "second pair")[above] if above < 2 else "low pair"
    met = [rank for rank in (high, low) if rank in board]
    if any(board.count(rank) == 2 for rank in met):
        return "trips"
    if len(met) == 2:
        return "two pair"
    if met:
        above = len({rank for rank in board if rank > met[0]})
        return ("top pair", "second pair")[above] if above < 2 else "low pair"
    return "ace high" if high == 12 else "nothing"


def _draw(hole: tuple[int, int], board: tuple[int, ...], made: str) -> str:
    """What one more card may make of it with a card of his own; nothing on the river, or once there is a flush."""
    if len(board) == 5 or MADE.index(made) <= MADE.index("flush"):
        return "no draw"
    held = [sum(card & 3 == suit for card in (*hole, *board)) for suit in range(4)]
    own = {card & 3 for card in hole}
    is_flush = any(held[suit] == 4 for suit in own)
    outs = 0 if made == "straight" else _straight_outs(_ranks(hole), _ranks(board))
    if is_flush:
        return "combo draw" if outs else "flush draw"
    if outs:
        return "open-ended" if outs > 1 else "gutshot"
    is_backdoor = len(board) == 3 and any(held[suit] == 3 for suit in own)
    return "backdoor flush" if is_backdoor else "no draw"


def _straight_outs(hole: int, board: int) -> int:
    """Ranks that complete a straight in which a card of the player's own counts."""
    count = 0
    for rank in range(13):
        card = 1 << rank
        if (hole | board) & card:
            continue
        mask, shared = hole | board | card, board | card
        count += any(mask & five == five and shared & five != five for five in _STRAIGHTS)
    return count
