"""Boards that differ by more than the names of suits, with the number of boards each of them stands for.

A board is a set of cards. For each suit take the ranks it holds as a mask of 13 bits; the *canonical* board of a class
is the one whose masks fall from c to s, so finding it is one sort of four numbers, and its key is the four masks in a
row. Decks may be short: a list of ranks, such as T to A (20 cards). Hands keep their numbers 0…1325 everywhere; to
look a hand up on a canonical board, rename it as the board was renamed.

    >>> flops = boards(3)
    >>> len(flops), int(flops.weights.sum())
    (1755, 22100)
    >>> from tianji.poker.cards import hand_names, parse_cards, parse_hand, show_cards
    >>> number, renaming = flops.find(np.array(parse_cards("Ks7h2d")))
    >>> show_cards(flops.cards[number].tolist()), hand_names()[hand_maps()[renaming, parse_hand("AsAh")]]
    ('2h7dKc', 'AdAc')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError, quote
from tianji.poker.cards import NUM_HANDS, RANKS, hand_cards
from tianji.poker.isomorphism import RENAMINGS, Renaming, rename_hands

ByteArray = npt.NDArray[np.uint8]
IntArray = npt.NDArray[np.int64]
KeyArray = npt.NDArray[np.uint64]
LEAST_RANKS = 3  # a deck of 12 cards: a full board and two hands still leave three


def read_deck(deck: int | str | Sequence[int] = 52) -> tuple[int, ...]:
    """The ranks of a deck, 2…A = 0…12: from a number of cards (the highest ranks), a text of ranks, or ranks.

    >>> read_deck(20), read_deck("TJQKA"), len(read_deck())
    ((8, 9, 10, 11, 12), (8, 9, 10, 11, 12), 13)
    """
    ranks: list[int] = []
    if isinstance(deck, int) and not isinstance(deck, bool):
        ranks = list(range(13 - deck // 4, 13)) if deck % 4 == 0 and 0 < deck <= 52 else []
    elif isinstance(deck, str):
        ranks = [RANKS.find(letter) for letter in deck.upper()]
    elif isinstance(deck, Sequence):
        ranks = [r if isinstance(r, (int, np.integer)) and not isinstance(r, bool) else -1 for r in deck]
    is_fine = len(set(ranks)) == len(ranks) >= LEAST_RANKS and all(0 <= r < 13 for r in ranks)
    if not is_fine:
        raise ParameterError(
            f"deck={quote(deck)}; expected a number of cards such as 52, 28 or 20 (four of each of the highest ranks, "
            f"{LEAST_RANKS} ranks at least), or different ranks such as 'TJQKA'"
        )
    return tuple(sorted(int(r) for r in ranks))


@lru_cache(maxsize=1)
def hand_maps() -> npt.NDArray[np.int16]:
    """`[24, 1326]`: the number each hand gets under each of `RENAMINGS`."""
    maps = np.stack([rename_hands(r) for r in RENAMINGS]).astype(np.int16)
    maps.flags.writeable = False
    return maps


@lru_cache(maxsize=1)
def renaming_numbers() -> ByteArray:
    """`[256]`: the place in `RENAMINGS` of the renaming that puts suit `order[j]` at j, by Σ order[j] · 4ʲ."""
    numbers = np.zeros(256, dtype=np.uint8)
    for order in RENAMINGS:
        numbers[sum(suit << 2 * j for j, suit in enumerate(order))] = RENAMINGS.index(
            (order.index(0), order.index(1), order.index(2), order.index(3))
        )
    return numbers


def canonical_boards(cards: npt.NDArray[np.integer]) -> tuple[KeyArray, ByteArray]:
    """Keys of the canonical boards of `[N, k]` cards, and the renamings (places in `RENAMINGS`) that lead there.

    Suits that hold the same ranks keep their order, so a canonical board is renamed by the identity.
    """
    cards = np.asarray(cards).astype(np.int64)
    masks = np.zeros((*cards.shape[:-1], 4), dtype=np.int64)
    for k in range(cards.shape[-1]):
        card = cards[..., k, None]
        masks |= np.where((card & 3) == np.arange(4), 1 << (card >> 2), 0)
    order = np.argsort(-masks, axis=-1, kind="stable")
    falling = np.take_along_axis(masks, order, axis=-1)
    keys = (falling << np.array([39, 26, 13, 0])).sum(axis=-1).astype(np.uint64)
    renamings: ByteArray = renaming_numbers()[(order << np.array([0, 2, 4, 6])).sum(axis=-1)]
    return keys, renamings


def symmetry_group(kind: int) -> list[Renaming]:
    """The renamings that keep a canonical board of a kind: bit s is set where suits s and s + 1 hold the same ranks.

    >>> symmetry_group(0b110)  # d, h and s alike
    [(0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 1, 2), (0, 3, 2, 1)]
    """
    run = _runs(kind)
    return [r for r in RENAMINGS if all(run[r[suit]] == run[suit] for suit in range(4))]


def _runs(kind: int) -> tuple[int, int, int, int]:
    """The first suit of the run of equal suits that each suit belongs to."""
    run = [0, 0, 0, 0]
    for suit in range(1, 4):
        run[suit] = run[suit - 1] if kind >> (suit - 1) & 1 else suit
    return run[0], run[1], run[2], run[3]


@dataclass(frozen=True, eq=False)
class HandClasses:
    """Hands on boards up to the names of suits, numbered board by board.

    of: `[B, 1326]` int32, the class of each hand, −1 where it meets the board or is not in the deck. board: `[C]`
    int32 and hand: `[C]` int16, the least hand of each class. weights: `[C]` int64, how many (board, hand) deals the
    class holds in all.
    """

    of: npt.NDArray[np.int32]
    board: npt.NDArray[np.int32]
    hand: npt.NDArray[np.int16]
    weights: IntArray

    def __len__(self) -> int:
        return len(self.board)


@dataclass(frozen=True, eq=False)
class Deals:
    """One more card dealt to each board, cards that are equal by suit once, in the order of boards and cards.

    before: `[D]` int32, the board, whose suits keep their names. card: `[D]` uint8. alike: `[D]`, how many cards it
    stands for. weights: `[D]` int64, how many ordered deals it stands for. after: `[D]` int32, the number of the
    larger board; renaming: `[D]` uint8, the place in `RENAMINGS` of the renaming that leads to it.
    """

    before: npt.NDArray[np.int32]
    card: ByteArray
    alike: ByteArray
    weights: IntArray
    after: npt.NDArray[np.int32]
    renaming: ByteArray

    def __len__(self) -> int:
        return len(self.before)


@dataclass(frozen=True, eq=False)
class Boards:
    """The canonical boards of k cards.

    ranks: those of the deck. cards: `[B, k]` uint8, ascending in a row. keys: `[B]` uint64, ascending. weights: `[B]`
    int64, how many boards each stands for; they add up to C(cards of the deck, k).
    """

    ranks: tuple[int, ...]
    cards: ByteArray
    keys: KeyArray
    weights: IntArray

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def size(self) -> int:
        """Cards on a board."""
        return int(self.cards.shape[1])

    def find(self, cards: npt.ArrayLike) -> tuple[IntArray, ByteArray]:
        """Numbers of the boards of `[…, k]` cards, in any order and suits, and the renamings that lead there."""
        given = np.asarray(cards)
        if given.ndim < 1 or given.shape[-1] != self.size or given.dtype.kind not in "iu":
            raise ParameterError(
                f"boards of shape {given.shape} and type {given.dtype}; expected {self.size} cards 0…51 each"
            )
        keys, renamings = canonical_boards(np.clip(given, 0, 51))
        numbers = np.minimum(np.searchsorted(self.keys, keys), max(len(self) - 1, 0))
        is_known = (self.keys[numbers] == keys) & (given >= 0).all(axis=-1) & (given < 52).all(axis=-1)
        if not is_known.all():
            row = given.reshape(-1, self.size)[np.flatnonzero(~is_known.reshape(-1))[0]]
            raise ParameterError(
                f"the board {row.tolist()} is none of {self.size} different cards of the deck "
                f"{''.join(RANKS[r] for r in self.ranks)}; give cards rank · 4 + suit of that deck"
            )
        return numbers, renamings

    def take(self, rows: npt.NDArray[np.integer] | slice) -> Boards:
        """Some of these boards: rows ascending."""
        return Boards(self.ranks, self.cards[rows], self.keys[rows], self.weights[rows])

    @cached_property
    def kinds(self) -> ByteArray:
        """`[B]`: which neighbouring suits hold the same ranks, as `symmetry_group` reads it."""
        masks = (self.keys[:, None] >> np.array([39, 26, 13, 0], dtype=np.uint64)) & np.uint64(8191)
        kinds: ByteArray = ((masks[:, :-1] == masks[:, 1:]) << np.arange(3)).sum(axis=1).astype(np.uint8)
        return kinds

    @cached_property
    def unseen(self) -> npt.NDArray[np.bool_]:
        """`[B, 52]`: the cards of the deck that are not on the board."""
        unseen = np.tile(np.isin(np.arange(52) >> 2, self.ranks), (len(self), 1))
        unseen[np.arange(len(self))[:, None], self.cards] = False
        return unseen

    def live(self, first: int = 0, last: int | None = None) -> npt.NDArray[np.bool_]:
        """`[last − first, 1326]`: the hands that can be held on the boards from first to last."""
        hi, lo = hand_cards().T
        live: npt.NDArray[np.bool_] = self.unseen[first:last, hi] & self.unseen[first:last, lo]
        return live

    def hand_classes(self) -> HandClasses:
        """The classes of hands on all these boards: two hands share one where a symmetry of the board swaps them."""
        least, orbit = _hand_orbits()
        of = np.empty((len(self), NUM_HANDS), dtype=np.int32)
        is_first = self.live() & (least[self.kinds] == np.arange(NUM_HANDS))
        board, hand = np.nonzero(is_first)
        numbers = np.full((len(self), NUM_HANDS), -1, dtype=np.int32)
        numbers[board, hand] = np.arange(len(board))
        for kind in np.unique(self.kinds):
            rows = np.flatnonzero(self.kinds == kind)
            of[rows] = numbers[rows[:, None], least[kind]]
        weights = self.weights[board] * orbit[self.kinds[board], hand]
        return HandClasses(of, board.astype(np.int32), hand.astype(np.int16), weights)


@lru_cache(maxsize=1)
def _hand_orbits() -> tuple[npt.NDArray[np.int16], IntArray]:
    """`[8, 1326]` each, by kind of board: the least hand that is equal by suit, and how many are."""
    least = np.empty((8, NUM_HANDS), dtype=np.int16)
    orbit = np.empty((8, NUM_HANDS), dtype=np.int64)
    for kind in range(8):
        images = hand_maps()[[RENAMINGS.index(r) for r in symmetry_group(kind)]]
        least[kind] = images.min(axis=0)
        orbit[kind] = len(images) // (images == np.arange(NUM_HANDS)).sum(axis=0)
    return least, orbit


def boards(size: int, deck: int | str | Sequence[int] = 52) -> Boards:
    """The canonical boards of 0 to 5 cards of a deck, made once.

    >>> len(boards(4)), len(boards(3, deck=20)), int(boards(3, deck=20).weights.sum())
    (16432, 95, 1140)
    """
    if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size <= 5:
        raise ParameterError(f"boards of {quote(size)} cards; expected 0 to 5")
    return _boards(size, read_deck(deck))


@lru_cache(maxsize=32)
def _boards(size: int, ranks: tuple[int, ...]) -> Boards:
    """Deal one card to every smaller board, and keep one of each class."""
    if size == 0:
        return Boards(ranks, np.zeros((1, 0), np.uint8), np.zeros(1, np.uint64), np.ones(1, dtype=np.int64))
    before = _boards(size - 1, ranks)
    board, card = np.nonzero(before.unseen)
    keys = np.unique(canonical_boards(np.column_stack([before.cards[board], card]))[0])
    found = _with_keys(keys, size, ranks)
    for array in (found.cards, found.keys, found.weights):
        array.flags.writeable = False
    return found


@lru_cache(maxsize=1)
def _group_sizes() -> IntArray:
    """`[8]`: how many renamings keep a board, by its kind."""
    return np.array([prod(factorial(len(list(run))) for _, run in groupby(_runs(k))) for k in range(8)])


def _with_keys(keys: KeyArray, size: int, ranks: tuple[int, ...]) -> Boards:
    """The boards of these keys."""
    masks = (keys[:, None] >> np.array([39, 26, 13, 0], dtype=np.uint64)) & np.uint64(8191)
    held = (masks[:, None, :] >> np.arange(13, dtype=np.uint64)[:, None]) & np.uint64(1)
    cards = np.nonzero(held.reshape(len(keys), 52))[1].reshape(len(keys), size).astype(np.uint8)
    kinds = ((masks[:, :-1] == masks[:, 1:]) << np.arange(3)).sum(axis=1)
    return Boards(ranks, cards, keys, 24 // _group_sizes()[kinds])


def canonical_board(cards: Sequence[int], deck: int | str | Sequence[int] = 52) -> tuple[Boards, int]:
    """The canonical board of some cards, alone, and the place in `RENAMINGS` of the renaming that leads there.

    What `boards(k).find` and `take` give, without the list of all boards, which takes a second for five cards.

    >>> from tianji.poker.cards import parse_cards, show_cards
    >>> board, renaming = canonical_board(parse_cards("Ks7h2d"))
    >>> show_cards(board.cards[0].tolist()), int(board.weights[0])
    ('2h7dKc', 24)
    """
    ranks = read_deck(deck)
    given = cards if isinstance(cards, (list, tuple)) else np.asarray(cards).tolist()
    is_fine = isinstance(given, (list, tuple)) and len(given) <= 5
    if (
        not is_fine
        or not all(isinstance(c, (int, np.integer)) and 0 <= c < 52 for c in given)
        or (len(set(given)) < len(given) or any(c >> 2 not in ranks for c in given))
    ):
        raise ParameterError(
            f"the board {quote(cards)} is none of up to 5 different cards of the deck "
            f"{''.join(RANKS[r] for r in ranks)}; give cards rank · 4 + suit of that deck"
        )
    masks = [sum(1 << (c >> 2) for c in given if c & 3 == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: -masks[suit])
    key = sum(masks[suit] << 13 * (3 - place) for place, suit in enumerate(order))
    code = sum(suit << 2 * place for place, suit in enumerate(order))
    return _with_keys(np.array([key], dtype=np.uint64), len(given), ranks), int(renaming_numbers()[code])


def deals(before: Boards) -> Deals:
    """One more card on each board: what follows a flop where the order of cards matters.

    >>> turns = deals(boards(3))
    >>> len(turns), int(turns.weights.sum()) == 22100 * 49
    (63193, True)
    """
    after = _boards(before.size + 1, before.ranks) if before.size < 5 else None
    if after is None:
        raise ParameterError(
            "deals of boards of 5 cards; expected boards of 0 to 4 cards, which can get one more"
        )
    run = np.array([_runs(kind) for kind in range(8)])
    alike = (run[:, :, None] == run[:, None, :]).sum(axis=2)  # suits in the run of a suit
    suits = np.arange(52) & 3
    is_first = (run[:, suits] == suits)[before.kinds]
    board, card = np.nonzero(before.unseen & is_first)
    count = alike[before.kinds[board], suits[card]]
    number, renaming = after.find(np.column_stack([before.cards[board], card]))
    return Deals(
        board.astype(np.int32), card.astype(np.uint8), count.astype(np.uint8), before.weights[board] * count,
        number.astype(np.int32), renaming,
    )  # fmt: skip
