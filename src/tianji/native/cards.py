"""Twins of the games with one private card each and lines of betting; see `kernels/native/rules/cards.py`."""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from tianji.core.game import CHANCE, TERMINAL
from tianji.native.twin import Twin


class CardLine(NamedTuple):
    """A betting line: who acts, the lines that follow (one an action, one after a deal), what both have paid."""

    player: int
    after: Sequence[Hashable]
    paid: tuple[float, float]


class Deal(NamedTuple):
    """A state: both cards and the public one, from 1 on, 0 where none is dealt; and the line."""

    first: int
    second: int
    board: int
    line: Hashable


def card_twin(
    cards: int,
    suits: int,
    lines: Mapping[Any, CardLine],
    deal_of: Callable[[Any], Deal],
    state_of: Callable[[Deal], Any],
) -> Twin:
    """The twin of a game of cards; the first line is the empty one."""
    number = {line: i for i, line in enumerate(lines)}
    names = list(lines)
    widest = max(len(row.after) for row in lines.values())
    numbers = [cards, suits, 5 + widest]
    for row in lines.values():
        paid = row.paid
        is_fold = row.player == TERMINAL and paid[0] != paid[1]
        bits = struct.unpack("<2q", struct.pack("<2d", *paid))
        actions = 0 if row.player in (CHANCE, TERMINAL) else len(row.after)
        after = [number[line] for line in row.after]
        numbers += [row.player, actions, int(paid[0] < paid[1]) if is_fold else -1, *bits]
        numbers += after + [0] * (widest - len(after))

    def encode(s: Any) -> tuple[int, ...]:
        first, second, board, line = deal_of(s)
        return first, second, board, number[line]

    def decode(position: Sequence[int]) -> Any:
        first, second, board, line = position
        return state_of(Deal(first, second, board, names[line]))

    return Twin("cards", numbers, encode, max(cards, widest), decode=decode, key_words=1)
