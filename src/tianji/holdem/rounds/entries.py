"""Entries: what the gates are told about the boards on which the subgames after a trunk begin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.gates import gift_factor
from tianji.holdem.rounds.trunk import RoundTrunk, meets
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]
# Hands of the opponent that meet less than this share of what another hand of the same line meets are not asked at the
# gate. Sums in float32 are off by some 2⁻²³ of the largest weight w, so that what a hand of a small w is said to win,
# v / w, is noise, of a 256th of the pot at this share; maxmargin gives every hand the same say, and would play against
# noise alone. The same in float64, or rows would depend on the storage. At most this share of the pot is lost to them.
LEAST_WEIGHT = 256 * 2.0**-23


@dataclass(frozen=True, eq=False)
class Entries:
    """What the subgames on the boards that follow a trunk share: values `[boards, C, H]`, gifts `[C, H]` by round.

    branches: by round, how many boards may follow one of its decisions, down to the subgames.
    """

    trunk: RoundTrunk
    cbv: FloatArray
    estimate: FloatArray
    gifts: list[FloatArray]
    branches: list[int]

    def gift(self, gate: Technique) -> FloatArray:
        """`[C, H]`: what is added to payoffs, all rounds together; "not-split": times the boards that may follow."""
        parts = zip(self.gifts, self.branches, strict=True)
        found: FloatArray = np.sum([gift_factor(gate, count) * gift for gift, count in parts], axis=0)
        return found

    @cached_property
    def _free(self) -> npt.NDArray[np.bool_]:
        """`[boards, H]`: which hands do not meet a board."""
        trunk = self.trunk
        boards = [trunk.blueprint.boards[trunk.k + 1][b] for b in trunk.below]
        return np.stack([~np.isin(trunk.cards, board.cards).any(axis=1) for board in boards])

    def entrants(self, j: int | slice) -> tuple[FloatArray, FloatArray, FloatArray]:
        """`[…, C, H]` on a board, or on all: the seat's reach, the other's scaled to at most 1, his hands' weights."""
        trunk, free = self.trunk, self._free[j][..., None, :]
        ours, theirs = (np.where(free, trunk.reach[p], 0.0) for p in (trunk.seat, trunk.opponent))
        theirs = theirs / np.maximum(theirs.max(axis=-1, keepdims=True), 1e-300)
        w = np.where(free, meets(trunk.cards, ours), 0.0)
        w[w < LEAST_WEIGHT * w.max(axis=-1, keepdims=True)] = 0.0
        return ours, theirs, w

    def payoffs(self, j: int | slice, gate: Technique, w: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Alternative payoffs and their spread, `[…, C, H]` each, normalised by the hands' weight."""
        shared = np.where(w > 0, 1 / np.where(w > 0, w, 1.0), 0.0)
        cbv = self.cbv[j] * shared
        estimate = cbv if gate.payoffs == "exact" else self.estimate[j] * shared
        return estimate + self.gift(gate), np.abs(estimate - cbv)
