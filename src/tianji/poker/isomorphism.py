"""Suits are names: cards that differ only by a renaming of suits are the same problem.

A renaming is a permutation of (c, d, h, s). Those that leave a board and both ranges as they are make some of the next
cards equal; solving one card of each class is enough.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import comb

import numpy as np
import numpy.typing as npt

from tianji.poker.cards import hand_cards

Renaming = tuple[int, int, int, int]
RENAMINGS: tuple[Renaming, ...] = tuple((p[0], p[1], p[2], p[3]) for p in permutations(range(4)))


def rename(card: int, renaming: Renaming) -> int:
    """The card with its suit renamed."""
    return card & ~3 | renaming[card & 3]


@lru_cache(maxsize=24)
def rename_hands(renaming: Renaming) -> npt.NDArray[np.int64]:
    """`[1326]`: the number each hand gets when suits are renamed."""
    cards = hand_cards().astype(np.int64)
    new = (cards & ~3) | np.array(renaming)[cards & 3]
    hi, lo = new.max(axis=1), new.min(axis=1)
    numbers: npt.NDArray[np.int64] = hi * (hi - 1) // 2 + lo
    numbers.flags.writeable = False
    return numbers


def symmetries(board: list[int], weights: list[npt.NDArray[np.float64]]) -> list[Renaming]:
    """The renamings that keep a board (as a set) and every range.

    >>> len(symmetries([48, 49, 50], []))  # Ac Ad Ah: any renaming of c, d, h
    6
    """
    ranks = [{c >> 2 for c in board if c & 3 == suit} for suit in range(4)]
    same = [[here == there for there in ranks] for here in ranks]
    kept = []
    for renaming in RENAMINGS:
        if all(same[suit][renaming[suit]] for suit in range(4)):
            to = rename_hands(renaming)
            if renaming == RENAMINGS[0] or all(np.array_equal(w[to], w) for w in weights):
                kept.append(renaming)
    return kept


def classes_of_cards(cards: list[int], group: list[Renaming]) -> list[tuple[int, list[tuple[int, Renaming]]]]:
    """The cards by class: the least card of each, and every member with a renaming that leads to it.

    >>> group = symmetries([48, 49, 50], [])
    >>> [(c, len(members)) for c, members in classes_of_cards([44, 45, 46, 47], group)]
    [(44, 3), (47, 1)]
    """
    seen: set[int] = set()
    found = []
    for card in cards:
        if card in seen:
            continue
        members: dict[int, Renaming] = {}
        for renaming in group:
            members.setdefault(rename(card, renaming), renaming)
        members[card] = (0, 1, 2, 3)
        seen |= set(members)
        found.append((card, sorted(members.items(), key=lambda m: (m[0] != card, m[0]))))
    return found


def canonical(*groups: list[int]) -> tuple[tuple[int, ...], ...]:
    """The least way to write groups of cards (hole cards, flop, turn, …; unordered inside) over all renamings.

    >>> canonical([51, 47]) == canonical([48, 44])  # AsKs, AcKc
    True
    """
    return min(tuple(tuple(sorted(rename(c, r) for c in g)) for g in groups) for r in RENAMINGS)


def count_classes(*sizes: int) -> int:
    """How many classes there are of dealing groups of `sizes` cards one after the other (Burnside's lemma).

    >>> count_classes(2), count_classes(2, 3), count_classes(2, 3, 1), count_classes(2, 3, 1, 1)
    (169, 1286792, 55190538, 2428287420)
    """
    return sum(_fixed(_cycles(r), sizes) for r in RENAMINGS) // len(RENAMINGS)


def _cycles(renaming: Renaming) -> dict[int, int]:
    """How many orbits of cards of each length a renaming has."""
    lengths: dict[int, int] = {}
    seen: set[int] = set()
    for suit in range(4):
        length = 0
        while suit not in seen:
            seen.add(suit)
            suit = renaming[suit]
            length += 1
        if length:
            lengths[length] = lengths.get(length, 0) + 13
    return lengths


def _fixed(free: dict[int, int], sizes: tuple[int, ...]) -> int:
    """Ways to fill the groups one after the other with whole orbits."""
    if not sizes:
        return 1
    total = 0
    for used, ways in _fillings(dict(free), sizes[0]):
        left = {n: free[n] - used.get(n, 0) for n in free}
        total += ways * _fixed(left, sizes[1:])
    return total


def _fillings(free: dict[int, int], size: int) -> list[tuple[dict[int, int], int]]:
    if not free:
        return [({}, 1)] if size == 0 else []
    length, count = free.popitem()
    found = []
    for k in range(min(count, size // length) + 1):
        for used, ways in _fillings(dict(free), size - k * length):
            found.append(({**used, length: k}, ways * comb(count, k)))
    return found
