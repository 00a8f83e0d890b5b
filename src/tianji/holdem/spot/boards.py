"""The boards of a spot, street by street: who can hold what, in which order, and which cards are equal by suit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.poker.cards import NUM_HANDS, blocked, hand_cards
from tianji.poker.isomorphism import Renaming, classes_of_cards, rename, rename_hands, symmetries
from tianji.poker.ranks import tables

IntArray = npt.NDArray[np.int64]
ShortArray = npt.NDArray[np.int16]  # hand numbers and places stay below 1,326: thousands of boards keep them
FloatArray = npt.NDArray[np.float64]


@dataclass(eq=False)
class Board:
    """One board: `combos[p]` numbers player p's hands, `[H]`, sorted by strength where the board is complete.

    parents[p]: `[members, H]`, each hand's place on the board before, once for every card that is equal by suit.
    groups: `[G, 4]`, hands of equal strength (kernels.poker.showdown), empty before the last street. members: the
    cards this board stands for, with the renamings that lead to them. above: the number of the board before.
    copies: how many boards it stands for whose values are not told apart (`parents` has one member then).
    """

    cards: list[int]
    combos: tuple[ShortArray, ShortArray]
    parents: tuple[ShortArray, ShortArray]
    groups: ShortArray
    members: list[tuple[int, Renaming]] = field(default_factory=list)
    above: int = 0
    below: tuple[int, int] = (0, 0)
    copies: int = 1

    def hand_cards(self, player: int) -> npt.NDArray[np.uint8]:
        """`[H, 2]`: the cards of the hands."""
        return hand_cards()[self.combos[player]]

    def same(self, player: int) -> ShortArray:
        """`[H]`: the opponent's number of the same two cards, −1 where he cannot hold them."""
        places = np.full(NUM_HANDS, -1, dtype=np.int16)
        other = self.combos[1 - player]
        places[other] = np.arange(len(other))
        return places[self.combos[player]]


def strength(board: list[int], hands: Any = slice(None)) -> IntArray:
    """`[H]`: 7463 − rank class with a board of three to five cards; 7463 where the hand meets the board.

    hands: which of the 1,326, all where not given.
    """
    return _strength(board, hands).astype(np.int64)


def _strength(board: list[int], hands: Any) -> npt.NDArray[np.uint16]:
    """The same in 16 bits, which NumPy sorts by counting."""
    from tianji.kernels.poker.ranks import rank_runouts

    held = hand_cards()[hands].copy()  # of one type, whichever they are: the kernel is compiled once
    out = np.empty(len(held), dtype=np.uint16)
    cards = np.empty((len(held), len(board) + 2), dtype=np.uint8)
    rank_runouts(np.array(board, dtype=np.uint8), held, *tables(len(board) + 2), cards, out)
    found: npt.NDArray[np.uint16] = np.uint16(7463) - out
    return found


def merge_groups(first: npt.NDArray[np.integer[Any]], second: npt.NDArray[np.integer[Any]]) -> IntArray:
    """`[G, 4]` bounds of equal strength in two ascending lists; neighbours that only one player holds are joined.

    >>> merge_groups(np.array([1, 2, 5]), np.array([5, 7])).tolist()
    [[0, 2, 0, 0], [2, 3, 0, 1], [3, 3, 1, 2]]
    """
    if first is second and len(first):  # one range for both: nothing is to be joined
        edges = np.concatenate([[0], np.flatnonzero(np.diff(first)) + 1, [len(first)]])
        return np.stack([edges[:-1], edges[1:], edges[:-1], edges[1:]], axis=1)
    if not len(first) + len(second):
        return np.zeros((0, 4), dtype=np.int64)
    held = np.zeros(max(int(x[-1]) for x in (first, second) if len(x)) + 1, dtype=np.uint8)
    held[first] = 1
    held[second] += 2
    levels = np.flatnonzero(held)
    kind = held[levels]
    is_first = np.empty(len(levels), dtype=np.bool_)
    is_first[0] = True
    is_first[1:] = (kind[1:] != kind[:-1]) | (kind[1:] == 3)
    starts = levels[is_first]
    bounds = np.empty((len(starts) + 1, 2), dtype=np.int64)
    bounds[:-1, 0], bounds[:-1, 1] = first.searchsorted(starts), second.searchsorted(starts)
    bounds[-1] = len(first), len(second)
    return np.stack([bounds[:-1, 0], bounds[1:, 0], bounds[:-1, 1], bounds[1:, 1]], axis=1)


def root_board(cards: list[int], weights: tuple[FloatArray, FloatArray]) -> Board:
    """The board the spot starts on, with the hands of weight above 0 that do not meet it."""
    free = ~blocked(cards)
    combos = [np.flatnonzero((w > 0) & free).astype(np.int16) for w in weights]
    places = [np.arange(len(c), dtype=np.int16)[None] for c in combos]
    board = show_order(cards, combos, places, len(cards) == 5)
    board.parents = (places[0], places[1])  # ranges come in this order
    return board


def show_order(cards: list[int], combos: list[ShortArray], parents: list[ShortArray], is_last: bool) -> Board:
    """A board of these hands, on the last street sorted by strength, as `showdown.sweep` wants them.

    combos, parents: of both players, or one for both.
    """
    groups = np.empty((0, 4), dtype=np.int16)
    if is_last:
        levels = [_strength(cards, c) for c in combos]
        orders = [level.argsort(kind="stable") for level in levels]
        combos = [c[o] for c, o in zip(combos, orders, strict=True)]
        parents = [p[:, o] for p, o in zip(parents, orders, strict=True)]
        levels = [level[o] for level, o in zip(levels, orders, strict=True)]
        groups = merge_groups(levels[0], levels[-1]).astype(np.int16)
    return Board(cards, (combos[0], combos[-1]), (parents[0], parents[-1]), groups)


def next_boards(
    boards: list[Board],
    groups: list[list[Renaming]],
    tick: Callable[[], None] | None = None,
    deck: Sequence[int] = range(52),
    last: int = 5,
) -> tuple[list[Board], list[list[Renaming]]]:
    """Deal one card to every board, one board for each class of cards; `groups[b]` are board b's symmetries.

    tick: called before each board; what it raises ends the work. last: how many cards the last board has.
    """
    dealt: list[Board] = []
    kept: list[list[Renaming]] = []
    maps = {r: rename_hands(r) for group in groups for r in group}
    maps[(0, 1, 2, 3)] = np.arange(NUM_HANDS)
    for number, (board, group) in enumerate(zip(boards, groups, strict=True)):
        if tick is not None:
            tick()
        first = len(dealt)
        ranges = board.combos[:1] if board.combos[0] is board.combos[1] else board.combos
        places = []
        for held in ranges:
            place = np.full(NUM_HANDS, -1, dtype=np.int16)
            place[held] = np.arange(len(held))
            places.append(place)
        holds = [hand_cards()[c] for c in ranges]
        for card, members in classes_of_cards([c for c in deck if c not in board.cards], group):
            combos = [c[(h[:, 0] != card) & (h[:, 1] != card)] for c, h in zip(ranges, holds, strict=True)]
            parents = [
                np.stack([place[maps[r][c]] for _, r in members])
                for c, place in zip(combos, places, strict=True)
            ]
            child = show_order([*board.cards, card], combos, parents, len(board.cards) + 1 == last)
            child.members, child.above = members, number
            dealt.append(child)
            kept.append([r for r in group if rename(card, r) == card])
        board.below = (first, len(dealt))
    return dealt, kept


def all_boards(
    cards: list[int],
    weights: tuple[FloatArray, FloatArray],
    is_merged: bool = True,
    tick: Callable[[], None] | None = None,
    marks: Sequence[FloatArray] = (),
) -> list[list[Board]]:
    """The boards of every street from the start to the river; `is_merged` uses suit isomorphism.

    marks: `[1326]` each, what suits must have in common besides the weights to be alike.
    """
    levels = [[root_board(cards, weights)]]
    is_asked = is_merged and len(cards) < 5  # whether a card is to come that may be like another
    groups = [symmetries(cards, [*weights, *marks]) if is_asked else [(0, 1, 2, 3)]]
    while len(levels[-1][0].cards) < 5:
        dealt, groups = next_boards(levels[-1], groups, tick)
        levels.append(dealt)
    return levels
