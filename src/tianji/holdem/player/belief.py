"""Belief: what both players may hold as a hand goes on, from how they would have played every hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import log

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError, quote
from tianji.poker.cards import NUM_HANDS, blocked
from tianji.poker.hand import HandState
from tianji.poker.rules import BOARD_CARDS

THEIR_FLOOR = 1e-6  # of the likeliest hand: what the opponent may hold however unlikely his play was with it
OUR_FLOOR = 1e-9  # likewise for us: every hand stays in the solve, so that its strategy is found
STRAY = 1e-4  # of the likeliest hand: a hand below it, held all the same, has no say in averages of 16 bits
STRAYS = 0.01  # of the range: what all hands together are given where a stray one is held


def public(state: HandState) -> HandState:
    """The same state without hole cards, and with the board of its street alone."""
    return replace(state, hole=((),) * state.rules.seats, board=state.board[: BOARD_CARDS[state.street]])


def live(board: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """`[1326]`: whether a hand holds no card of the board."""
    return ~blocked(board)


def likelihood(rows: Mapping[str, FloatArray], action: str) -> FloatArray | None:
    """`[1326]`: how likely an action was by hand; None where the rows do not know it, or are no numbers.

    The row of `r` stands for raises of any size.
    """
    row = rows.get(action, rows.get(action[0]))
    if row is None or np.shape(row) != (NUM_HANDS,) or not np.isfinite(row).all():
        return None
    return np.clip(row, 0.0, None)


@dataclass(frozen=True, eq=False)
class HandBelief:
    """What both seats may hold: `reach[seat]`, `[1326]`, products of the probabilities of all past actions by hand.

    They are kept at scale 1 (the likeliest hand has weight 1), and `logs` their logarithms of scale, so that no line is
    too long for them. notes: what could not be taken as it came. is_open: stray hands were let in.

    >>> belief = HandBelief()
    >>> rows = {"c": np.full(1326, 1e-200), "f": 1 - np.full(1326, 1e-200)}
    >>> for _ in range(4):
    ...     belief = belief.after(0, rows, "c")
    >>> float(belief.reach[0].max()), round(belief.logs[0] / np.log(10))
    (1.0, -800)
    """

    reach: tuple[FloatArray, FloatArray] = field(
        default_factory=lambda: (np.ones(NUM_HANDS), np.ones(NUM_HANDS))
    )
    logs: tuple[float, float] = (0.0, 0.0)
    notes: tuple[str, ...] = ()
    is_open: bool = False

    def after(self, seat: int, rows: Mapping[str, FloatArray], action: str) -> HandBelief:
        """After an action of a seat that plays these rows.

        An action the rows do not know says nothing, since its likelihood is not known. One that no hand would have
        taken says that the rows are wrong: the seat may then hold anything.
        """
        row = likelihood(rows, action)
        if row is None:
            is_bad = action in rows or action[0] in rows
            return (
                self.noted(f"seat {seat}: the row of {action} is no row of probabilities") if is_bad else self
            )
        return self.times(seat, row, action)

    def times(self, seat: int, row: FloatArray, what: str = "") -> HandBelief:
        """With one seat's reach multiplied by hand."""
        if np.shape(row) != (NUM_HANDS,) or not np.isfinite(row).all():
            raise ParameterError(
                f"the row of seat {seat} is {quote(row)}; expected {NUM_HANDS} finite numbers"
            )
        found = self.reach[seat] * row
        most = float(found.max())
        if not most > 0:
            note = f"seat {seat}: no hand would have played {what}; it may hold anything from here on"
            return self._with(seat, np.ones(NUM_HANDS), 0.0).noted(note)
        return self._with(seat, found / most, self.logs[seat] + log(most))

    def dealt(self, board: tuple[int, ...]) -> HandBelief:
        """With the hands that meet the board left out."""
        free, found = live(board), self
        for seat in (0, 1):
            kept = np.where(free, found.reach[seat], 0.0)
            if kept.any():
                found = found._with(seat, kept, found.logs[seat])
            else:
                note = f"seat {seat}: no hand that was left fits the board; it may hold anything from here on"
                found = found._with(seat, free.astype(np.float64), 0.0).noted(note)
        return found

    def range_of(self, seat: int, board: tuple[int, ...], floor: float) -> FloatArray:
        """`[1326]` at scale 1, hands that meet the board at 0, all others at least at `floor`."""
        free = live(board)
        kept = np.where(free, self.reach[seat], 0.0)
        most = float(kept.max())
        if not most > 0:
            return free.astype(np.float64)
        return np.where(free, np.maximum(kept / most, floor), 0.0)

    def is_stray(self, seat: int, hand: int, board: tuple[int, ...]) -> bool:
        """Whether a hand would hardly ever have come here: somebody else has chosen the actions."""
        return bool(self.range_of(seat, board, 0.0)[hand] < STRAY)

    def opened(self, seat: int, board: tuple[int, ...]) -> HandBelief:
        """With a hundredth of the range spread evenly over all hands, so that a stray one gets a strategy, too."""
        found, free = self.range_of(seat, board, 0.0), live(board)
        let_in = found + np.where(free, STRAYS * found.sum() / free.sum(), 0.0)
        note = f"seat {seat}: the hand held would not have come here; a hundredth of its range is any hand"
        return replace(self._with(seat, let_in / let_in.max(), self.logs[seat]).noted(note), is_open=True)

    def noted(self, note: str) -> HandBelief:
        """With a note, once."""
        return self if note in self.notes else replace(self, notes=(*self.notes, note))

    def _with(self, seat: int, reach: FloatArray, scale: float) -> HandBelief:
        pair, logs = list(self.reach), list(self.logs)
        pair[seat], logs[seat] = reach, scale
        return replace(self, reach=(pair[0], pair[1]), logs=(logs[0], logs[1]))
