"""Locks: strategies that a user fixes, for a whole range or hand by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError, StrategyError, quote
from tianji.holdem.spot.lines import Place, choose, find_line
from tianji.holdem.spot.tree import BettingTree
from tianji.poker.cards import NUM_HANDS
from tianji.poker.ranges import Range

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lock:
    """A fixed strategy: probabilities `[A, 1326]` and which hands they bind `[1326]`."""

    line: str
    given: Mapping[str, Any]
    place: Place
    probabilities: FloatArray
    hands: npt.NDArray[np.bool_]

    @property
    def is_particular(self) -> bool:
        """Whether it concerns single hands or single cards, so that suits are no longer alike."""
        return bool(self.place.cards) or not self.hands.all()


def read_lock(tree: BettingTree, line: str, given: Mapping[str, Any]) -> Lock:
    """Check a lock against the tree."""
    place = find_line(tree, line)
    node = tree.nodes[place.node]
    if node.kind != "act":
        raise ParameterError(
            f"lock {quote(line)}: nobody acts there ({node.kind}); give a line that ends before a decision"
        )
    if not isinstance(given, Mapping) or not given:
        raise StrategyError(
            f"lock {quote(line)}: {quote(given)}; expected probabilities by action, such as {{'check': 1}}"
        )
    probabilities = np.zeros((len(node.actions), NUM_HANDS))
    hands = np.zeros(NUM_HANDS, dtype=bool)
    by_hand = {k: v for k, v in given.items() if isinstance(v, Mapping)}
    if by_hand and len(by_hand) != len(given):
        raise StrategyError(
            f"lock {quote(line)} mixes hands and actions; give all of it by hand, or all by action"
        )
    for text, mix in by_hand.items() if by_hand else [("random", given)]:
        bound = Range.parse(text, f"lock {quote(line)}").weights > 0
        hands |= bound
        probabilities[:, bound] = _mix(tree, place, mix, line)[:, None]
    return Lock(line, dict(given), place, probabilities, hands)


def check_held(lock: Lock, weights: FloatArray, where: str = "") -> None:
    """Refuse a lock of hands that its player never holds: it would bind nothing, without a word."""
    by_hand = [k for k, v in lock.given.items() if isinstance(v, Mapping)]
    for text in by_hand:
        if not weights[Range.parse(text).weights > 0].any():
            raise ParameterError(
                f"{where}lock {quote(lock.line or 'start')}: the player who acts there never holds {quote(text, 60)}; "
                "expected hands of his range that do not meet the board"
            )


def _mix(tree: BettingTree, place: Place, given: Mapping[str, Any], line: str) -> FloatArray:
    node = tree.nodes[place.node]
    mix = np.zeros(len(node.actions))
    for word, share in given.items():
        is_number = isinstance(share, (int, float)) and not isinstance(share, bool)
        if not is_number or not 0 <= share <= 1 + 1e-6:
            raise StrategyError(
                f"lock {quote(line)}: {quote(word)} has probability {quote(share)}; expected a number from 0 to 1"
            )
        mix[choose(tree, node, node.actions, str(word), line)] += share
    if abs(mix.sum() - 1) > 1e-6:
        raise StrategyError(
            f"lock {quote(line or 'start')}: the probabilities {quote(dict(given))} sum to {mix.sum():g}; expected 1"
        )
    shares: FloatArray = mix / mix.sum()
    return shares
