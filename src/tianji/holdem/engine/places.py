"""Where dealt cards lead when suits are merged: the board that was solved in their stead."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError
from tianji.poker.cards import NUM_HANDS, show_card, show_cards
from tianji.poker.isomorphism import Renaming, rename, rename_hands


def _inverse(renaming: Renaming) -> Renaming:
    back = [0, 0, 0, 0]
    for suit, to in enumerate(renaming):
        back[to] = suit
    return back[0], back[1], back[2], back[3]


def follow(boards: list[list[Any]], cards: tuple[int, ...]) -> tuple[list[int], npt.NDArray[np.int64]]:
    """Board numbers street by street, and what each solved hand is called on the cards asked for, `[1326]`."""
    numbers: list[int] = []
    to = np.arange(NUM_HANDS)
    back: list[Renaming] = []  # renamings from the cards asked for to the cards solved
    b = 0
    for k, card in enumerate(cards):
        for renaming in back:
            card = rename(card, renaming)
        lo, hi = boards[k][b].below
        for number in range(lo, hi):
            board = boards[k + 1][number]
            found = [r for member, r in board.members if member == card]
            if found:
                b = number
                to = to[rename_hands(found[0])]
                back.append(_inverse(found[0]))
                break
        else:
            shown = show_cards(boards[0][0].cards)
            raise ParameterError(
                f"{show_card(cards[k])} cannot come on {shown}; deal a card that is not on the board"
            )
        numbers.append(b)
    return numbers, to
