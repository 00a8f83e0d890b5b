"""Gates: the techniques in vector form, and what they are told about the boards on which subgames begin."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tianji.errors import UnknownNameError, quote, suggest
from tianji.holdem.rounds.trunk import Trunk, meets
from tianji.kernels.constants import COMBINED, DISTRIBUTIONAL, MAXMARGIN, RESOLVE, UNSAFE

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Gate:
    """A technique in vector form: the gadget, whose payoffs it takes, and how often gifts are added to them.

    gadget: unsafe, resolve, maxmargin, distributional or combined. payoffs: "cbv", the best response's values with real
    cards, or "estimate", those of the response within the buckets. gifts: 0 leaves them out, 1 splits them over the
    flops, the number of flops does not (Brown & Sandholm 2017, sections 4–6).
    """

    gadget: str
    payoffs: str = "cbv"
    gifts: float = 0.0

    @property
    def kind(self) -> int:
        """Its number in the kernels."""
        return KINDS[self.gadget]


KINDS = {
    "unsafe": UNSAFE, "resolve": RESOLVE, "maxmargin": MAXMARGIN, "distributional": DISTRIBUTIONAL,
    "combined": COMBINED,
}  # fmt: skip
NOT_SPLIT = -1.0  # as often as boards may follow, whatever that is in the game at hand

# The rows of tables 1 to 3 of the paper, and one of our own at the end.
ROWS: dict[str, Gate] = {
    "unsafe": Gate("unsafe"),
    "resolve": Gate("resolve"),
    "maxmargin": Gate("maxmargin"),
    "reach-maxmargin": Gate("maxmargin", gifts=1),
    "reach-maxmargin (not split)": Gate("maxmargin", gifts=NOT_SPLIT),
    "estimate": Gate("resolve", "estimate"),
    "estimate + distributional": Gate("distributional", "estimate"),
    "reach-estimate + distributional": Gate("distributional", "estimate", 1),
    "reach-estimate + distributional (not split)": Gate("distributional", "estimate", NOT_SPLIT),
    "combined": Gate("combined", "estimate"),
}


_SCALED = re.compile(r"(reach-[^()]+) \(gifts x(\d{1,12}(?:\.\d{1,6})?)\)")


def gate_of(row: str) -> Gate:
    """The gate of a row of `ROWS`, or of one of its reach rows with gifts multiplied by a factor.

    >>> gate_of("reach-maxmargin (gifts x10)")
    Gate(gadget='maxmargin', payoffs='cbv', gifts=10.0)
    """
    if row in ROWS:
        return ROWS[row]
    found = _SCALED.fullmatch(row) if isinstance(row, str) else None
    if found is None or found[1] not in ROWS:
        raise UnknownNameError(f"no technique {quote(row)}; {suggest(str(row)[:80], list(ROWS))}")
    return replace(ROWS[found[1]], gifts=float(found[2]))


@dataclass(frozen=True, eq=False)
class Entries:
    """What the subgames on the boards that follow a trunk share: values `[boards, C, H]`, gifts `[C, H]` by round.

    branches: by round, how many boards may follow one of its decisions, down to the subgames.
    """

    trunk: Trunk
    cbv: FloatArray
    estimate: FloatArray
    gifts: list[FloatArray]
    branches: list[int]

    def gift(self, times: float) -> FloatArray:
        """`[C, H]`: what is added to the payoffs: gifts so often, or as often as boards may follow (`NOT_SPLIT`)."""
        factors = self.branches if times == NOT_SPLIT else [times] * len(self.gifts)
        found: FloatArray = np.sum([f * g for f, g in zip(factors, self.gifts, strict=True)], axis=0)
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
        w[w < 1e-9 * np.maximum(w.max(axis=(-2, -1), keepdims=True), 1e-300)] = 0.0
        return ours, theirs, w

    def payoffs(self, j: int | slice, gate: Gate, w: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Alternative payoffs and their spread, `[…, C, H]` each, normalised by the hands' weight."""
        shared = np.where(w > 0, 1 / np.where(w > 0, w, 1.0), 0.0)
        cbv = self.cbv[j] * shared
        estimate = self.estimate[j] * shared if gate.payoffs == "estimate" else cbv
        alt = estimate + self.gift(gate.gifts) if gate.gifts else estimate
        return alt, np.abs(estimate - cbv)
