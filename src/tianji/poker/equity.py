"""Equity: the share of the pot a hand or range wins when all cards are dealt and nobody folds. Exact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.poker.cards import hand_cards, hand_names, parse_board, show_card
from tianji.poker.isomorphism import RENAMINGS, rename_hands
from tianji.poker.ranges import Range
from tianji.poker.ranks import tables

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Equity(Result):
    """Shares of the pot of both sides, and the first side's chances to win, tie and lose (None for wide ranges)."""

    first: float
    second: float
    win: float | None = None
    tie: float | None = None
    lose: float | None = None

    def to_dict(self) -> dict[str, float | None]:
        """The shares, and the chances where they are known."""
        return {
            "equity_first": self.first, "equity_second": self.second, "win": self.win, "tie": self.tie,
            "lose": self.lose,
        }  # fmt: skip


@checked
def equity(first: str | Range, second: str | Range, board: str = "") -> Equity:
    """Exact equity of two hands or ranges, over every completion of the board.

    >>> result = equity("AhKh", "QdQc", "Qh7h2s")
    >>> round(result.first, 4)
    0.2556
    """
    cards = parse_board(board, (0, 3, 4, 5))
    sides = [
        Range.of(r, name).without(cards) for r, name in ((first, "first range"), (second, "second range"))
    ]
    for side, given in zip(sides, (first, second), strict=True):
        if side.combos <= 0:
            raise ParameterError(
                f"{quote(str(given))} has no hand left on the board {quote(board)}; give hands without its cards"
            )
    hands = [np.flatnonzero(s.weights) for s in sides]
    if len(hands[0]) * len(hands[1]) <= 64:
        return _by_pairs(sides, hands, cards)
    beats, meets = equities(cards, sides[1].weights)
    weights = sides[0].weights
    total = float(weights @ meets)
    if total <= 0:
        raise ParameterError(
            f"{first!s} and {second!s} share a card in every pair of hands; give hands that can meet"
        )
    share = 0.5 + 0.5 * float(weights @ beats) / total
    return Equity(share, 1 - share)


def equities(cards: list[int], opponent: FloatArray) -> tuple[FloatArray, FloatArray]:
    """`[1326]` each: how much of the opponent's range a hand beats less how much beats it, and how much it meets.

    The hand's equity is ½ + ½ · beats / meets.
    """
    from tianji.kernels.poker.equity import run_out

    beats, meets = np.zeros(1326), np.zeros(1326)
    is_symmetric = not cards and all(np.array_equal(opponent[rename_hands(r)], opponent) for r in RENAMINGS)
    run_out(
        np.array(cards, dtype=np.uint8), hand_cards(), np.asarray(opponent, dtype=np.float64), *tables(7), is_symmetric,
        beats, meets,
    )  # fmt: skip
    if is_symmetric:  # a canonical board counts for its renamings: so do the hands on it
        maps = [rename_hands(r) for r in RENAMINGS]
        beats = np.mean([beats[m] for m in maps], axis=0)
        meets = np.mean([meets[m] for m in maps], axis=0)
    return beats, meets


class RunOutOrder:
    """Some hands in the order of strength on every completion of a flop, turn or river, sorted once.

    `equities` then costs a sweep for each range: on a flop a tenth of what sorting costs. hands: `[N]` hand numbers.
    """

    def __init__(self, cards: list[int], hands: npt.NDArray[np.int64]) -> None:
        from tianji.kernels.poker.equity import sort_run_outs

        self.hands, self._cards = hands, hand_cards()[hands]
        self._shape = ({3: 49 * 48 // 2, 4: 48, 5: 1}[len(cards)], len(hands))
        self._rank, self._order = (np.zeros(self._shape, dtype=np.uint16) for _ in range(2))
        self._sizes = np.zeros(self._shape[0], dtype=np.int64)
        dealt = np.array(cards, dtype=np.uint8)
        sort_run_outs(dealt, self._cards, *tables(7), self._rank, self._order, self._sizes)

    @property
    def bytes(self) -> int:
        """What it takes in memory."""
        return self._rank.nbytes + self._order.nbytes

    def equities(self, opponent: FloatArray) -> tuple[FloatArray, FloatArray]:
        """As the function of this name, of the hands here alone, `[N]` each; opponent: `[N]`, too."""
        from tianji.kernels.poker.equity import sweep_run_outs

        beats, meets = np.zeros(len(self.hands)), np.zeros(len(self.hands))
        sweep_run_outs(self._rank, self._order, self._sizes, self._cards, opponent, beats, meets)
        return beats, meets


def matchup(first: int, second: int, cards: list[int]) -> tuple[int, int, int]:
    """Wins, ties and losses of one hand against another, over every completion of the board."""
    from tianji.kernels.poker.equity import match

    hole = np.concatenate([hand_cards()[first], hand_cards()[second]])
    if len(set(hole.tolist()) | set(cards)) != 4 + len(cards):
        names = hand_names()
        raise ParameterError(
            f"{names[first]} and {names[second]} on {''.join(map(show_card, cards)) or 'no board'} share a card; "
            "write every card once"
        )
    counts = np.zeros(3, dtype=np.int64)
    match(np.array(cards, dtype=np.uint8), hole, *tables(7), counts)
    return int(counts[0]), int(counts[1]), int(counts[2])


def _by_pairs(sides: list[Range], hands: list[npt.NDArray[np.int64]], cards: list[int]) -> Equity:
    sums = np.zeros(3)
    for a in hands[0]:
        for b in hands[1]:
            if len({*hand_cards()[a].tolist(), *hand_cards()[b].tolist()}) == 4:
                weight = sides[0].weights[a] * sides[1].weights[b]
                sums += weight * np.array(matchup(int(a), int(b), cards))
    if sums.sum() <= 0:
        raise ParameterError(
            f"{sides[0]} and {sides[1]} share a card in every pair of hands; give hands that can meet"
        )
    win, tie, lose = (float(x) for x in sums / sums.sum())
    return Equity(win + tie / 2, lose + tie / 2, win, tie, lose)
