"""All-in before the flop, class against class: how often each of the 169 starting hands beats each other one. Exact.

The counts are integers over every disjoint pair of hands and every board, 2.1 · 10¹² deals in all. They come with the
package in `preflop.npz`; `python -m tianji.poker.preflop FILE` makes that file anew, in about half a minute.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.poker.cards import NUM_HANDS, cell_names, hand_cards, hand_class

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
NUM_CLASSES = 169
NUM_BOARDS = 1_712_304  # C(48, 5): completions once four cards are known


class Matchups(NamedTuple):
    """Class against class, `[169, 169]` each, in the order of `class_names`.

    pairs: how many pairs of hands share no card. wins: how often the row's hand wins, over all pairs and boards. ties:
    how often they share the pot; wins + winsᵀ + ties = pairs · 1,712,304.
    """

    pairs: IntArray
    wins: IntArray
    ties: IntArray

    @property
    def equity(self) -> FloatArray:
        """The row's share of the pot, ties counted half."""
        share: FloatArray = (self.wins + self.ties / 2) / (self.pairs * NUM_BOARDS)
        return share


@lru_cache(maxsize=1)
def class_names() -> tuple[str, ...]:
    """The 169 classes, the 13×13 grid row by row.

    >>> class_names()[:3], class_names()[13]
    (('AA', 'AKs', 'AQs'), 'AKo')
    """
    return tuple(name for row in cell_names() for name in row)


@lru_cache(maxsize=1)
def class_of_hands() -> IntArray:
    """`[1326]`: the place of every hand's class in `class_names`."""
    place = {name: k for k, name in enumerate(class_names())}
    return np.array([place[hand_class(h)] for h in range(NUM_HANDS)], dtype=np.int64)


@lru_cache(maxsize=1)
def disjoint_pairs() -> IntArray:
    """`[169, 169]`: pairs of hands of two classes that share no card.

    >>> pairs = disjoint_pairs()
    >>> int(pairs.sum()) == 1326 * 1225, int(pairs[0, 0])  # six ordered pairs of AA and AA
    (True, 6)
    """
    holds = np.zeros((NUM_HANDS, 52))  # floats: products of integers are slow, and these are exact
    holds[np.arange(NUM_HANDS)[:, None], hand_cards()] = 1
    member = np.eye(NUM_CLASSES)[class_of_hands()]
    pairs: IntArray = (member.T @ ((holds @ holds.T) == 0) @ member).astype(np.int64)
    return pairs


@lru_cache(maxsize=1)
def matchups() -> Matchups:
    """The counts that come with the package.

    >>> names, table = class_names(), matchups()
    >>> float(round(table.equity[names.index("AA"), names.index("KK")], 6))
    0.819461
    """
    with (
        resources.as_file(resources.files("tianji.poker").joinpath("preflop.npz")) as path,
        np.load(path) as stored,
    ):
        upper_wins, upper_ties = stored["wins"].astype(np.int64), stored["ties"].astype(np.int64)
    pairs, upper = disjoint_pairs(), np.triu_indices(NUM_CLASSES)
    wins, ties = np.zeros_like(pairs), np.zeros_like(pairs)
    ties[upper], ties.T[upper] = upper_ties, upper_ties
    wins.T[upper] = pairs[upper] * NUM_BOARDS - upper_wins - upper_ties
    wins[upper] = upper_wins
    for array in (pairs, wins, ties):
        array.flags.writeable = False
    return Matchups(pairs, wins, ties)


def count_matchups(boards: npt.NDArray[np.uint8] | None = None) -> tuple[IntArray, IntArray]:
    """Wins and ties, `[169, 169]` each, counted over `[B, 5]` boards (by default all 2,598,960).

    Only boards in canonical suit order are counted, each for all its renamings.
    """
    from tianji.kernels.poker.preflop import class_matchups
    from tianji.poker.ranks import tables

    if boards is None:
        flat = (card for board in combinations(range(52), 5) for card in board)
        boards = np.fromiter(flat, dtype=np.uint8).reshape(-1, 5)
    wins, ties = (np.zeros((NUM_CLASSES, NUM_CLASSES), dtype=np.int64) for _ in range(2))
    class_matchups(boards, hand_cards(), class_of_hands(), *tables(7), wins, ties)
    return wins, ties


def write_counts(path: str | Path) -> None:
    """Count all boards and write the file that `matchups` reads."""
    wins, ties = count_matchups()
    upper = np.triu_indices(NUM_CLASSES)
    np.savez_compressed(path, wins=wins[upper].astype(np.int32), ties=ties[upper].astype(np.int32))


if __name__ == "__main__":
    import sys

    if len(sys.argv) != 2:
        sys.exit("usage: python -m tianji.poker.preflop FILE.npz")
    write_counts(sys.argv[1])
