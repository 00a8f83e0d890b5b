"""Cards, boards and two-card hands: text in, small integers out.

A card is rank · 4 + suit with ranks 2…A = 0…12 and suits c, d, h, s = 0…3, so 0 is 2c and 51 is As. The 1,326
hands are numbered by their cards: with hi > lo, index = hi · (hi − 1) / 2 + lo, so 2d2c is 0 and AsAh is 1325. This
order is stable and is the order of every `[1326]` vector in Tianji.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError, quote

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_SUITS = SUITS + "♣♦♥♠"
NUM_HANDS = 1326
ByteArray = npt.NDArray[np.uint8]


def parse_cards(text: str, where: str = "cards") -> list[int]:
    """The cards of a text such as `AsKh`, `Td9d 6h`, `Qs,Jh,2h` or `10♠ 9♥`, in the order written.

    >>> parse_cards("2c As"), parse_cards("10♦")
    ([0, 51], [33])
    """
    if not isinstance(text, str):
        raise ParameterError(f"{where}={quote(text)}; expected a text of cards such as 'AsKh'")
    cards: list[int] = []
    k = 0
    while k < len(text):
        if text[k] in " ,\t/":
            k += 1
            continue
        size = 2 if text[k : k + 2] == "10" else 1  # letters of the rank
        rank = RANKS.find("T" if size == 2 else text[k].upper())
        suit = _SUITS.find(text[k + size : k + size + 1].lower() or "?") % 4
        if rank < 0 or text[k + size : k + size + 1].lower() not in tuple(_SUITS):
            raise ParameterError(
                f"{where}: column {k + 1} of {quote(text)} reads {quote(text[k : k + size + 1])}; expected a card, "
                "a rank of 23456789TJQKA then a suit of cdhs, such as Td"
            )
        card = rank * 4 + suit
        if card in cards:
            raise ParameterError(
                f"{where}: {show_card(card)} comes twice in {quote(text)} (column {k + 1}); write every card once"
            )
        cards.append(card)
        k += size + 1
    return cards


def parse_board(text: str, sizes: tuple[int, ...] = (3, 4, 5), where: str = "board") -> list[int]:
    """A board of an allowed number of cards.

    >>> show_cards(parse_board("ks 7H 2d"))
    'Ks7h2d'
    """
    cards = parse_cards(text, where)
    if len(cards) not in sizes:
        wanted = " or ".join(str(n) for n in sizes)
        raise ParameterError(
            f"{where}: {quote(text)} has {len(cards)} card{'s' * (len(cards) != 1)}; expected {wanted}, such as Ks7h2d"
        )
    return cards


def show_card(card: int) -> str:
    """`As` for 51."""
    return RANKS[card >> 2] + SUITS[card & 3]


def show_cards(cards: list[int] | tuple[int, ...]) -> str:
    """Cards run together: `Ks7h2d`."""
    return "".join(show_card(c) for c in cards)


def hand_index(a: int, b: int) -> int:
    """The number of the hand that holds cards a and b.

    >>> hand_index(0, 1), hand_index(51, 50)
    (0, 1325)
    """
    hi, lo = max(a, b), min(a, b)
    return hi * (hi - 1) // 2 + lo


@lru_cache(maxsize=1)
def hand_cards() -> ByteArray:
    """`[1326, 2]`: the higher and the lower card of every hand."""
    table = np.array([(hi, lo) for hi in range(52) for lo in range(hi)], dtype=np.uint8)
    table.flags.writeable = False
    return table


@lru_cache(maxsize=1)
def holders() -> npt.NDArray[np.bool_]:
    """`[52, 1326]`: whether a hand holds a card."""
    table = np.asarray((hand_cards()[None] == np.arange(52)[:, None, None]).any(axis=2))
    table.flags.writeable = False
    return table


def blocked(cards: Sequence[int]) -> npt.NDArray[np.bool_]:
    """`[1326]`: whether a hand holds one of the cards.

    >>> int(blocked([0, 1]).sum())
    101
    """
    return _blocked(tuple(map(int, cards)))


@lru_cache(maxsize=256)  # a solve asks several times of one board
def _blocked(cards: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    table = np.asarray(holders()[list(cards)].any(axis=0)) if cards else np.zeros(NUM_HANDS, dtype=np.bool_)
    table.flags.writeable = False
    return table


@lru_cache(maxsize=1)
def hand_names() -> tuple[str, ...]:
    """The hands as text, higher card first: `AsKh`."""
    return tuple(show_card(int(hi)) + show_card(int(lo)) for hi, lo in hand_cards())


def parse_hand(text: str, where: str = "hand") -> int:
    """The number of a hand such as `AhKd`.

    >>> hand_names()[parse_hand("KdAh")]
    'AhKd'
    """
    cards = parse_cards(text, where)
    if len(cards) != 2:
        raise ParameterError(
            f"{where}: {quote(text)} has {len(cards)} card{'s' * (len(cards) != 1)}; expected two, such as AhKd"
        )
    return hand_index(cards[0], cards[1])


def hand_class(index: int) -> str:
    """The class of a hand on the 13×13 grid: `AKs`, `AKo`, `77`.

    >>> hand_class(parse_hand("AhKd")), hand_class(parse_hand("7c7s"))
    ('AKo', '77')
    """
    hi, lo = (int(c) for c in hand_cards()[index])
    ranks = RANKS[hi >> 2] + RANKS[lo >> 2]
    if ranks[0] == ranks[1]:
        return ranks
    return ranks + ("s" if hi & 3 == lo & 3 else "o")


def cell_names() -> list[list[str]]:
    """The 13×13 grid of classes: pairs on the diagonal, suited above, offsuit below; aces first."""
    ranks = RANKS[::-1]
    return [
        [a + b if i == j else (a + b + "s" if i < j else b + a + "o") for j, b in enumerate(ranks)]
        for i, a in enumerate(ranks)
    ]


# The hand order of the Libratus endgames: 2s2h, 2s2d, 2s2c, 2s3s, …; suits s, h, d, c, ranks 2…A.
@lru_cache(maxsize=1)
def libratus_order() -> npt.NDArray[np.int64]:
    """`[1326]`: our number of the k-th hand of a Libratus file."""
    cards = [rank * 4 + (3 - suit) for rank in range(13) for suit in range(4)]
    return np.array(
        [hand_index(cards[i], cards[j]) for i in range(52) for j in range(i + 1, 52)], dtype=np.int64
    )
