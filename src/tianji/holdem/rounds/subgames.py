"""Every flop subgame of one seat, solved again behind a gate, and what the seat then loses, with real cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import NotApplicableError, UnknownNameError, quote, suggest
from tianji.holdem.engine.gates import gadget_bounds, gate_kind, gift_factor
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.trunk import Trunk, meets
from tianji.kernels.constants import BLOCK, MAXMARGIN, RESOLVE, UNSAFE
from tianji.poker.cards import hand_cards
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]


# Margins are counted by these edges, in mbb; a bin below the first, between two neighbours, and above the last.
_UP = (*(step * 10**k for k in range(5) for step in (1.0, 1.8, 3.2, 5.6)), 1e5)
MARGIN_EDGES = (*(-x for x in reversed(_UP)), *_UP)

# The rows of tables 1 to 3 of the paper, and one of our own at the end.
ROWS: dict[str, Technique] = {
    "unsafe": Technique("unsafe"),
    "resolve": Technique("resolve"),
    "maxmargin": Technique("maxmargin"),
    "reach-maxmargin": Technique("maxmargin", gifts="split"),
    "reach-maxmargin (not split)": Technique("maxmargin", gifts="not-split"),
    "estimate": Technique("resolve", "estimate"),
    "estimate + distributional": Technique("resolve", "distributional"),
    "reach-estimate + distributional": Technique("resolve", "distributional", "split"),
    "reach-estimate + distributional (not split)": Technique("resolve", "distributional", "not-split"),
    "combined": Technique("combined", "estimate"),
}

_SCALED = re.compile(r"(reach-[^()]+) \(gifts x(\d{1,12}(?:\.\d{1,6})?)\)")


def gate_of(row: str) -> Technique:
    """The technique of a row of `ROWS`, or of one of its reach rows with gifts multiplied by a factor.

    >>> gate_of("reach-maxmargin (gifts x10)")
    Technique(gadget='maxmargin', gifts=10.0)
    """
    if row in ROWS:
        return ROWS[row]
    found = _SCALED.fullmatch(row) if isinstance(row, str) else None
    if found is None or found[1] not in ROWS:
        raise UnknownNameError(f"no technique {quote(row)}; {suggest(str(row)[:80], list(ROWS))}")
    return replace(ROWS[found[1]], gifts="split" if float(found[2]) == 1 else float(found[2]))


@dataclass(frozen=True, eq=False)
class BoardAnswer:
    """What solving the subgames of one flop gave: the opponent's best values afterwards, `[C, H]`, weighted by reach.

    slack: how much the seat's loss may rise because the gadgets were not solved to the end, nan where that has no
    measure (distributional). margin: the smallest of blueprint's CBV − new CBV over hands, normalised. margins: the
    weight of the hands in each bin of `MARGIN_EDGES`.
    """

    cbv: FloatArray
    slack: float
    margin: float
    margins: FloatArray


Spread = Callable[[Sequence[int], Callable[[int], BoardAnswer]], list[BoardAnswer]]


class SubgameSolver:
    """The subgames of a blueprint after the flop, for the seat that solves them again.

    >>> import tianji as tj
    >>> game = tj.load("flop_holdem").rules
    >>> table = np.full((len(game.boards()[1]), 1326), 0)  # one bucket: nobody looks at his hand on the flop
    >>> preflop = np.full((1, 1326), -1)
    >>> preflop[0, game.hands] = game.classes
    >>> backend = BucketBackend(game, [preflop, table])
    >>> _ = backend.iterate(SCHEDULES["cfr+"].rows(1, 201))
    >>> solver = SubgameSolver(backend, seat=0)
    >>> leaves = sum(solver.solve(b, ROWS["resolve"], 200).cbv * f.copies for b, f in enumerate(backend.boards[1]))
    >>> solver.trunk.response(leaves) < solver.blueprint_response  # safe, and better than the blueprint
    True
    """

    piece = 48  # flops that are solved between two savings

    def __init__(self, blueprint: BucketBackend, seat: int) -> None:
        if blueprint.game.rounds != 2:
            raise NotApplicableError(
                f"subgames after the flop of a game that ends on the {blueprint.game.last}; use last='flop'"
            )
        self.blueprint, self.seat = blueprint, seat
        self.cells: Cells = blueprint.normalised(blueprint.average)
        self.trunk = Trunk(blueprint, self.cells, seat)
        self._cards = hand_cards()[blueprint.game.hands]

    @cached_property
    def cbv(self) -> FloatArray:
        """`[B, C, H]`: the opponent's best values with real cards, weighted by the seat's reach."""
        return self.trunk.flop_values(self.cells, is_best=True)

    @cached_property
    def estimate(self) -> FloatArray:
        """`[B, C, H]`: his values when his response, too, must play the hands of a bucket alike."""
        response = self.blueprint.bucket_response(self.trunk.opponent, self.cells)
        return self.trunk.flop_values(response, is_best=False)

    @cached_property
    def copies(self) -> FloatArray:
        """`[B]`: how many flops each stands for."""
        return np.array([board.copies for board in self.blueprint.boards[1]], dtype=np.float64)

    @cached_property
    def blueprint_response(self) -> float:
        """What a best response to the blueprint is worth to the opponent, in chips."""
        return self.trunk.response(np.einsum("b,bch->ch", self.copies, self.cbv))

    @cached_property
    def gifts(self) -> FloatArray:
        """`[C, H]`: what the opponent gave up before the flop."""
        return self.trunk.gifts(np.einsum("b,bch->ch", self.copies, self.cbv))

    @cached_property
    def _local(self) -> Any:
        """The last level with room for one board at a time."""
        level = self.blueprint.levels[-1]
        boards = level.boards.copy()
        boards[:, 0, 3] = 0
        boards[:, 1, 3] = boards[:, 0, 2] * self.blueprint.forests[-1].rows[0]
        return level._replace(boards=boards, copies=np.ones(len(boards)))

    def solve_many(
        self,
        boards: Sequence[int],
        gate: Technique,
        iterations: int,
        spread: Spread,
        tell: Callable[[float], None],
    ) -> list[BoardAnswer]:
        """`solve` for some flops; spread maps a function over them, on threads. tell: the share that is done."""
        return spread(boards, lambda b: self.solve(b, gate, iterations))

    def solve(self, b: int, gate: Technique, iterations: int, method: str = "cfr+") -> BoardAnswer:
        """Solve all lines of flop b again, each behind its gate, with so many iterations of CFR."""
        from tianji.kernels.poker.gates import solve_board

        backend = self.blueprint
        ours, theirs, w = self.entrants(b)
        alt, spread = self.payoffs(b, gate, w)
        forest, level = backend.forests[-1], self._local
        rows = sum(int(level.boards[b, p, 2]) * forest.rows[p] for p in (0, 1))
        level = level._replace(
            regret=np.zeros(rows * BLOCK, backend.real), average=np.zeros(rows * BLOCK, backend.real)
        )
        schedule = SCHEDULES[method].rows(1, iterations + 1)
        entries, cbv, reply = np.zeros(w.shape), np.zeros(w.shape), np.zeros(w.shape)
        work, no_reach, no_value = backend._scratches[-1].get()
        try:
            solve_board(
                level, b, self.seat, gate_kind(gate), ours.astype(backend.real), theirs, w, alt, spread,
                schedule, work, no_reach, no_value, np.zeros((2, *w.shape)),
                np.zeros(w.shape, backend.real), entries, cbv, reply,
            )  # fmt: skip
        finally:
            backend._scratches[-1].put((work, no_reach, no_value))
        return self.answer(b, gate, (ours, theirs, w, alt), (entries, cbv, reply))

    def entrants(self, b: int | slice) -> tuple[FloatArray, FloatArray, FloatArray]:
        """`[…, C, H]` on a flop, or on all: the seat's reach, the other's scaled to at most 1, his hands' weights."""
        trunk, free = self.trunk, self._free[b][..., None, :]
        ours, theirs = (np.where(free, trunk.reach[p], 0.0) for p in (self.seat, trunk.opponent))
        theirs = theirs / np.maximum(theirs.max(axis=-1, keepdims=True), 1e-300)
        w = np.where(free, meets(self._cards, ours), 0.0)
        w[w < 1e-9 * np.maximum(w.max(axis=(-2, -1), keepdims=True), 1e-300)] = 0.0
        return ours, theirs, w

    @cached_property
    def _free(self) -> npt.NDArray[np.bool_]:
        """`[B, H]`: which hands do not meet a flop."""
        return np.stack([~np.isin(self._cards, f.cards).any(axis=1) for f in self.blueprint.boards[1]])

    def answer(
        self,
        b: int,
        gate: Technique,
        given: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
        found: tuple[FloatArray, FloatArray, FloatArray],
    ) -> BoardAnswer:
        """What a flop came to; given: ours, theirs, w, alt; found: entries, cbv, reply: `[C, H]` each."""
        w, cbv = given[2], found[1]
        live = w > 0
        margins = (self.cbv[b][live] - cbv[live]) / w[live]
        counts = margin_counts(margins * self.blueprint.game.mbb, w[live])
        least = float(margins.min()) if margins.size else nan
        return BoardAnswer(cbv, gadget_slack(gate, *given, *found), least, counts)

    def payoffs(self, b: int | slice, gate: Technique, w: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Alternative payoffs and their spread, `[…, C, H]` each, normalised by the hands' weight."""
        shared = np.where(w > 0, 1 / np.where(w > 0, w, 1.0), 0.0)
        cbv = self.cbv[b] * shared
        estimate = cbv if gate.payoffs == "exact" else self.estimate[b] * shared
        factor = gift_factor(gate, self.copies.size)
        alt = estimate + factor * self.gifts if factor else estimate
        return alt, np.abs(estimate - cbv)


def margin_counts(margins: FloatArray, weight: FloatArray) -> FloatArray:
    """The weight of the hands whose margin, in mbb, is in each bin of `MARGIN_EDGES`."""
    bins = np.searchsorted(MARGIN_EDGES, margins, side="right")
    return np.bincount(bins, weight, minlength=len(MARGIN_EDGES) + 1).astype(np.float64)


def gadget_slack(
    gate: Technique,
    ours: FloatArray,
    theirs: FloatArray,
    w: FloatArray,
    alt: FloatArray,
    entries: FloatArray,
    cbv: FloatArray,
    reply: FloatArray,
) -> float:
    """Σ over lines of what is left between both players' best responses in the gadget, in units of reach."""
    kind = gate_kind(gate)
    if kind not in (UNSAFE, RESOLVE, MAXMARGIN):
        return nan
    under = -(ours * reply).sum(axis=1)
    best, least, unit = gadget_bounds(kind, w, alt, np.zeros(w.shape), theirs, entries, cbv, under)
    met = (w > 0).any(axis=1)  # lines that the seat plays at all
    reach = w.sum(axis=1) if kind == MAXMARGIN else unit
    return float(((best - least)[met] * reach[met]).sum())


def losses(responses: Sequence[float]) -> float:
    """The mean of both seats' losses: best responses' values add up to twice it, for the game's value cancels."""
    return sum(responses) / 2
