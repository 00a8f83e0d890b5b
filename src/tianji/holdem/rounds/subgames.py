"""Every subgame of one seat on the last round, solved again behind a gate, and what it then loses with real cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
import numpy.typing as npt

from tianji.cfr.schedule import SCHEDULES
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.trunk import Trunk, meets
from tianji.kernels.constants import BLOCK, COMBINED, DISTRIBUTIONAL, MAXMARGIN, RESOLVE, UNSAFE

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
KEEP = 2**29  # bytes of turns' values that a seat keeps from row to row

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


@dataclass(frozen=True, eq=False)
class BoardAnswer:
    """What solving the subgames of one board gave: the opponent's best values afterwards, `[C, H]`, weighted by reach.

    slack: how much the seat's loss may rise because the gadgets were not solved to the end, nan where that has no
    measure (distributional). margin: the smallest of blueprint's CBV − new CBV over hands, normalised.
    """

    cbv: FloatArray
    slack: float
    margin: float


@dataclass(frozen=True, eq=False)
class Entries:
    """What the subgames of the boards that follow a trunk share: values `[boards, C, H]`, gifts `[C, H]` by round.

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

    @property
    def nbytes(self) -> int:
        """Memory of the values."""
        return self.cbv.nbytes + self.estimate.nbytes


class SubgameSolver:
    """The subgames of a blueprint that begin with the last round's card, for the seat that solves them again.

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

    def __init__(self, blueprint: BucketBackend, seat: int) -> None:
        self.blueprint, self.seat = blueprint, seat
        self.cells: Cells = blueprint.normalised(blueprint.average)
        self.trunk = Trunk(blueprint, self.cells, seat)
        self._kept: dict[int, Entries] = {}
        self._room = KEEP

    @cached_property
    def cbv(self) -> FloatArray:
        """`[B, C, H]`: the opponent's best values on each flop with real cards, weighted by the seat's reach."""
        return self.trunk.values_below(self.cells, is_best=True)

    @cached_property
    def response(self) -> Cells:
        """The opponent's best response when he, too, must play the hands of a bucket alike."""
        return self.blueprint.bucket_response(self.trunk.opponent, self.cells)

    @cached_property
    def estimate(self) -> FloatArray:
        """`[B, C, H]`: his values under that response on each flop."""
        return self.trunk.values_below(self.response, is_best=False)

    @cached_property
    def copies(self) -> FloatArray:
        """`[B]`: how many flops each stands for."""
        return np.array([board.copies for board in self.blueprint.boards[1]], dtype=np.float64)

    @cached_property
    def blueprint_response(self) -> float:
        """What a best response to the blueprint is worth to the opponent, in chips."""
        return self.trunk.response(self.trunk.add_up(self.cbv))

    @cached_property
    def gifts(self) -> FloatArray:
        """`[C, H]`: what the opponent gave up before the flop."""
        return self.trunk.gifts(self.trunk.add_up(self.cbv))

    def prepare(self) -> None:
        """Work out what all subgames share, since threads will ask for it."""
        shared = [self.cbv, self.gifts, self.copies]
        shared += [self.estimate] if self.blueprint.game.rounds == 2 else self.response[-1]
        assert all(len(part) for part in shared)

    def entries(self, b: int) -> Entries:
        """Where the subgames after flop b begin: on the flop itself, or on its turns."""
        if self.blueprint.game.rounds == 2:
            return Entries(self.trunk, self.cbv, self.estimate, [self.gifts], [len(self.copies)])
        found = self._kept.get(b)
        if found is None:
            flop = Trunk(self.blueprint, self.cells, self.seat, 1, b, self.trunk)
            cbv = flop.values_below(self.cells, is_best=True)
            before = self.gifts[:, self.blueprint.boards[1][b].parents[0][0]][flop.origins]
            found = Entries(
                flop, cbv, flop.values_below(self.response, is_best=False),
                [before, flop.gifts(flop.add_up(cbv))], [len(self.copies) * len(cbv), len(cbv)],
            )  # fmt: skip
            if self._room >= found.nbytes:
                self._kept[b] = found
                self._room -= found.nbytes
        return found

    def solve(self, b: int, gate: Gate, iterations: int, method: str = "cfr+") -> BoardAnswer:
        """Solve all subgames after flop b again, each behind its gate, with so many iterations of CFR."""
        entries, backend = self.entries(b), self.blueprint
        if backend.game.rounds == 2:
            return self._solve(b, b, entries, gate, iterations, method)
        flop = entries.trunk
        answers = [self._solve(t, j, entries, gate, iterations, method) for j, t in enumerate(flop.below)]
        times = [len(backend.boards[2][t].members) for t in flop.below]
        slack = sum(n * answer.slack for n, answer in zip(times, answers, strict=True))
        leaves = flop.add_up(np.array([answer.cbv for answer in answers]))
        return BoardAnswer(
            flop.root_values(leaves), slack / backend.cards_left[1], min(answer.margin for answer in answers)
        )

    def _solve(
        self, b: int, j: int, entries: Entries, gate: Gate, iterations: int, method: str
    ) -> BoardAnswer:
        """Solve all lines of board b of the last round, the j-th of the entries."""
        from tianji.kernels.poker.gates import solve_board

        backend, trunk = self.blueprint, entries.trunk
        free = ~np.isin(trunk.cards, backend.boards[-1][b].cards).any(axis=1)
        ours = np.where(free, trunk.reach[self.seat], 0.0)
        theirs = np.where(free, trunk.reach[trunk.opponent], 0.0)
        theirs = theirs / np.maximum(theirs.max(axis=1, keepdims=True), 1e-300)
        w = np.where(free, meets(trunk.cards, ours), 0.0)
        w[w < 1e-9 * max(w.max(), 1e-300)] = 0.0
        alt, spread = _payoffs(entries, j, gate, w)
        level, rows = backend.local(b)
        level = level._replace(
            regret=np.zeros(rows * BLOCK, backend.real), average=np.zeros(rows * BLOCK, backend.real)
        )
        schedule = SCHEDULES[method].rows(1, iterations + 1)
        found, cbv, reply = np.zeros(w.shape), np.zeros(w.shape), np.zeros(w.shape)
        work, no_reach, no_value = backend._scratches[-1].get()
        try:
            solve_board(
                level, b, self.seat, gate.kind, ours.astype(backend.real), theirs, w, alt, spread,
                schedule, work, no_reach, no_value, np.zeros((2, *w.shape)),
                np.zeros(w.shape, backend.real), found, cbv, reply,
            )  # fmt: skip
        finally:
            backend._scratches[-1].put((work, no_reach, no_value))
        live = w > 0
        margins = (entries.cbv[j][live] - cbv[live]) / w[live]
        slack = _slack(gate, w, alt, ours, theirs, found, cbv, reply)
        return BoardAnswer(cbv, slack, float(margins.min()) if margins.size else nan)


def _payoffs(entries: Entries, j: int, gate: Gate, w: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Alternative payoffs and their spread on the j-th board, `[C, H]` each, normalised by the hands' weight."""
    shared = np.where(w > 0, 1 / np.where(w > 0, w, 1.0), 0.0)
    cbv = entries.cbv[j] * shared
    estimate = entries.estimate[j] * shared if gate.payoffs == "estimate" else cbv
    alt = estimate + entries.gift(gate.gifts) if gate.gifts else estimate
    return alt, np.abs(estimate - cbv)


def _slack(
    gate: Gate,
    w: FloatArray,
    alt: FloatArray,
    ours: FloatArray,
    theirs: FloatArray,
    entries: FloatArray,
    cbv: FloatArray,
    reply: FloatArray,
) -> float:
    """Σ over lines of what is left between both players' best responses in the gadget, in units of reach."""
    under = -(ours * reply).sum(
        axis=1
    )  # the opponent's value when the seat plays its best against his average
    live = w > 0
    if gate.kind == UNSAFE:
        return float(((theirs * cbv).sum(axis=1) - under).sum())
    if gate.kind == RESOLVE:
        best = np.where(live, np.maximum(cbv, alt * w), 0.0).sum(axis=1)
        return float((best - under - ((1 - entries) * alt * w).sum(axis=1)).sum())
    if gate.kind == MAXMARGIN:
        best = np.where(live, cbv / np.where(live, w, 1.0) - alt, -np.inf).max(axis=1, initial=-np.inf)
        gaps = best - under + (entries * w * alt).sum(axis=1)
        met = live.any(axis=1)  # lines that the seat plays at all
        return float((gaps[met] * w[met].sum(axis=1)).sum())
    return nan


def losses(responses: Sequence[float]) -> float:
    """The mean of both seats' losses: best responses' values add up to twice it, for the game's value cancels."""
    return sum(responses) / 2
