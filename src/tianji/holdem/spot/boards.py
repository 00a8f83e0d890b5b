"""The boards of a spot, street by street: who can hold what, in which order, and which cards are equal by suit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.poker.cards import NUM_HANDS, blocked, hand_cards
from tianji.poker.isomorphism import Renaming, classes_of_cards, rename, rename_hands, symmetries
from tianji.poker.ranks import NUM_CLASSES, rank_few, tables

IntArray = npt.NDArray[np.int64]
ShortArray = npt.NDArray[np.int16]  # hand numbers and places stay below 1,326: thousands of boards keep them
FloatArray = npt.NDArray[np.float64]
LEVEL_BITS = 13  # a strength is below 2^13


@dataclass(eq=False)
class Board:
    """One board: `combos[p]` numbers player p's hands, `[H]`, sorted by strength where the board is complete.

    parents[p]: `[members, H]`, each hand's place on the board before, once for every card that is equal by suit.
    groups: `[G, 4]`, hands of equal strength (kernels.poker.lanes), empty before the last street. members: the
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
    found: IntArray = _strengths([board], hands)[0].astype(np.int64)
    return found


def _strengths(boards: list[list[int]], hands: Any) -> npt.NDArray[np.uint16]:
    """`[C, H]`: the same on several boards of as many cards, in 16 bits, which NumPy sorts by counting."""
    held = hand_cards()[hands].copy()  # of one type, whichever they are: the kernel is compiled once
    if len(boards) == 1 and _few.take(len(held)):
        return _strengths_of_few(boards[0], held)[None]
    from tianji.kernels.poker.ranks import rank_runouts

    out = np.empty((len(boards), len(held)), dtype=np.uint16)
    n = len(boards[0]) + 2
    cards = np.empty((len(held), n), dtype=np.uint8)
    rank_runouts(np.array(boards, dtype=np.uint8), held, *tables(n), cards, out)
    found: npt.NDArray[np.uint16] = np.uint16(7463) - out
    return found


@dataclass
class _Few:
    """How many hands this process may still rank without kernels and tables, which take as long as 50,000 of them.

    A board's worth: who solves more than one is not to wait a millisecond longer for each of the next fifty.
    """

    left: int = 2 * NUM_HANDS

    def take(self, count: int) -> bool:
        self.left -= count
        return self.left >= 0


_few = _Few()


def _strengths_of_few(board: list[int], held: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """`[H]`: what the kernel finds on one board, by NumPy alone."""
    shown = np.array(board, dtype=np.uint8)
    is_met = (held[:, :, None] == shown).any(axis=(1, 2))
    found = np.zeros(len(held), dtype=np.uint16)
    free = held[~is_met]
    found[~is_met] = rank_few(np.hstack([free, np.broadcast_to(shown, (len(free), len(shown)))]))
    return np.uint16(NUM_CLASSES + 1) - found


def merge_groups(first: npt.NDArray[np.integer[Any]], second: npt.NDArray[np.integer[Any]]) -> IntArray:
    """`[G, 4]` bounds of equal strength in two ascending lists; neighbours that only one player holds are joined.

    >>> merge_groups(np.array([1, 2, 5]), np.array([5, 7])).tolist()
    [[0, 2, 0, 0], [2, 3, 0, 1], [3, 3, 1, 2]]
    """
    return _groups(first, second)[0]


def _groups(
    first: npt.NDArray[np.integer[Any]], second: npt.NDArray[np.integer[Any]]
) -> tuple[IntArray, IntArray]:
    """The same of several boards, whose numbers stand above the strengths' bits; and the board of each group, `[G]`."""
    if not len(first) + len(second):
        return np.zeros((0, 4), dtype=np.int64), np.zeros(0, dtype=np.int64)
    held = np.zeros(max(int(x[-1]) for x in (first, second) if len(x)) + 1, dtype=np.uint8)
    held[first] = 1
    held[second] |= 2
    levels = np.flatnonzero(held)
    kind, board = held[levels], levels >> LEVEL_BITS
    is_first = np.empty(len(levels), dtype=np.bool_)
    is_first[0] = True
    is_first[1:] = (kind[1:] != kind[:-1]) | (kind[1:] == 3) | (board[1:] != board[:-1])
    starts = levels[is_first]
    bounds = np.empty((len(starts) + 1, 2), dtype=np.int64)
    bounds[:-1, 0], bounds[:-1, 1] = first.searchsorted(starts), second.searchsorted(starts)
    bounds[-1] = len(first), len(second)
    found = np.stack([bounds[:-1, 0], bounds[1:, 0], bounds[:-1, 1], bounds[1:, 1]], axis=1)
    return found, board[is_first]


def root_board(cards: list[int], weights: tuple[FloatArray, FloatArray]) -> Board:
    """The board the spot starts on, with the hands of weight above 0 that do not meet it."""
    if len(cards) == 5:
        return _river_board(cards, weights)
    free = ~blocked(cards)
    combos = [np.flatnonzero((w > 0) & free).astype(np.int16) for w in weights]
    places = [np.arange(len(c), dtype=np.int16)[None] for c in combos]
    return Board(cards, (combos[0], combos[1]), (places[0], places[1]), np.empty((0, 4), dtype=np.int16))


def _river_board(cards: list[int], weights: tuple[FloatArray, FloatArray]) -> Board:
    """The same of a complete board, where hands come weakest first."""
    order, ranks = _by_strength(tuple(cards))
    combos, counts = [], np.empty((2, int(ranks[-1]) + 1), dtype=np.int64)
    for p, w in enumerate(weights):
        is_held = (w > 0)[order]
        combos.append(order[is_held])
        counts[p] = np.bincount(ranks[is_held], minlength=counts.shape[1])
    held = counts > 0
    kind = held[0] + 2 * held[1]
    levels = np.flatnonzero(kind)
    kind = kind[levels]
    is_first = np.append(True, (kind[1:] != kind[:-1]) | (kind[1:] == 3))[: len(levels)]
    bounds = np.zeros((2, int(np.count_nonzero(is_first)) + 1), dtype=np.int16)
    bounds[:, :-1] = (counts.cumsum(axis=1) - counts)[:, levels[is_first]]
    bounds[:, -1] = len(combos[0]), len(combos[1])
    groups = np.stack([bounds[0, :-1], bounds[0, 1:], bounds[1, :-1], bounds[1, 1:]], axis=1)
    places = [np.arange(len(c), dtype=np.int16)[None] for c in combos]  # ranges come in this order
    return Board(cards, (combos[0], combos[1]), (places[0], places[1]), groups)


@lru_cache(maxsize=64)  # five kilobytes each
def _by_strength(cards: tuple[int, ...]) -> tuple[ShortArray, ShortArray]:
    """`[1081]`: the hands that do not meet a complete board, weakest first; and which strength from below each has."""
    free = np.flatnonzero(~blocked(cards)).astype(np.int16)
    levels = _strengths([list(cards)], free)[0]
    order = levels.argsort(kind="stable")
    levels = levels[order]
    ranks = np.zeros(len(free), dtype=np.int16)
    np.cumsum(levels[1:] != levels[:-1], out=ranks[1:])
    return free[order], ranks


def show_order(cards: list[int], combos: list[ShortArray], parents: list[ShortArray], is_last: bool) -> Board:
    """A board of these hands, on the last street sorted by strength, as `showdown.sweep` wants them.

    combos, parents: of both players, or one for both.
    """
    if is_last:
        orders, groups = _showdowns([cards], combos)
        combos = [c[order[0]] for c, order in zip(combos, orders, strict=True)]
        parents = [p[:, order[0]] for p, order in zip(parents, orders, strict=True)]
        return Board(cards, (combos[0], combos[-1]), (parents[0], parents[-1]), groups[0])
    none = np.empty((0, 4), dtype=np.int16)
    return Board(cards, (combos[0], combos[-1]), (parents[0], parents[-1]), none)


def _showdowns(
    boards: list[list[int]], combos: Sequence[ShortArray]
) -> tuple[list[list[ShortArray]], list[ShortArray]]:
    """Of complete boards: by player, the places of the hands that do not meet a board, weakest first; and its groups.

    All boards at once: NumPy's calls take longer than their work on a few hundred hands.
    """
    orders, ends, keys = [], [], []
    above = np.arange(len(boards), dtype=np.int64)[:, None] << LEVEL_BITS
    for held in combos:
        levels = _strengths(boards, held)
        places = levels.argsort(axis=1, kind="stable").astype(np.int16)
        counts = (levels < NUM_CLASSES + 1).sum(axis=1)  # those that meet the board come last
        levels.sort(axis=1, kind="stable")
        keys.append((levels + above)[np.arange(len(held)) < counts[:, None]])
        orders.append([row[:count] for row, count in zip(places, counts.tolist(), strict=True)])
        ends.append(np.concatenate([[0], np.cumsum(counts)]))
    groups, owners = _groups(keys[0], keys[-1])
    cuts = np.searchsorted(owners, np.arange(len(boards) + 1)).tolist()
    groups -= np.stack([ends[0], ends[0], ends[-1], ends[-1]], axis=1)[owners]
    small = groups.astype(np.int16)
    return orders, [small[lo:hi] for lo, hi in pairwise(cuts)]


def _without(
    boards: list[list[int]], combos: Sequence[ShortArray]
) -> tuple[list[list[ShortArray]], list[ShortArray]]:
    """Of boards before the last street: by player, the places of the hands without its new card; and no groups."""
    orders = []
    for held in combos:
        low, high = hand_cards()[held].T
        orders.append([np.flatnonzero((low != b[-1]) & (high != b[-1])).astype(np.int16) for b in boards])
    return orders, [np.empty((0, 4), dtype=np.int16)] * len(boards)


def _moved(held: ShortArray, maps: dict[Renaming, IntArray]) -> dict[Renaming, ShortArray]:
    """By renaming, `[H]`: the place among the same hands of each one renamed."""
    places = np.full(NUM_HANDS, -1, dtype=np.int16)
    places[held] = np.arange(len(held))
    return {renaming: places[to[held]] for renaming, to in maps.items()}


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
        classes = classes_of_cards([c for c in deck if c not in board.cards], group)
        cards = [[*board.cards, card] for card, _ in classes]
        is_last = len(board.cards) + 1 == last
        orders, shown = _showdowns(cards, ranges) if is_last else _without(cards, ranges)
        moved = [_moved(held, {r: maps[r] for r in group}) for held in ranges]
        for j, (card, members) in enumerate(classes):
            combos = [held[order[j]] for held, order in zip(ranges, orders, strict=True)]
            parents = [
                np.stack([to[r][order[j]] for _, r in members]) if len(members) > 1 else order[j][None]
                for to, order in zip(moved, orders, strict=True)
            ]
            child = Board(cards[j], (combos[0], combos[-1]), (parents[0], parents[-1]), shown[j])
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
