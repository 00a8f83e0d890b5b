"""Every subgame of one seat on the last round, solved again behind a gate, and what it then loses with real cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan

import numpy as np
import numpy.typing as npt

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import UnknownNameError, quote, suggest
from tianji.holdem.engine.gates import gadget_bounds, gate_kind, tremble_of
from tianji.holdem.engine.memory import on_lines
from tianji.holdem.rounds.bucketed import BucketBackend, Cells
from tianji.holdem.rounds.entries import Entries
from tianji.holdem.rounds.trunk import RoundTrunk
from tianji.holdem.spot.gate import TREMBLE
from tianji.kernels.constants import BLOCK, MAXMARGIN
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]


# Margins are counted by these edges, in mbb; a bin below the first, between two neighbours, and above the last.
_UP = (*(step * 10**k for k in range(5) for step in (1.0, 1.8, 3.2, 5.6)), 1e5)
MARGIN_EDGES = (*(-x for x in reversed(_UP)), *_UP)
KEEP = 2**29  # bytes of turns' values that a seat keeps from row to row

# The rows of tables 1 to 3 of the paper, and those of our own at the end.
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
    "refined resolve": Technique("resolve", refine=TREMBLE),
    "refined maxmargin": Technique("maxmargin", refine=TREMBLE),
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
    """What solving the subgames of one board gave: the opponent's best values afterwards, `[C, H]`, weighted by reach.

    slack: how much the seat's loss may rise because the gadgets were not solved to the end. margin: the smallest of
    blueprint's CBV − new CBV over hands, normalised. margins: the weight of the hands in each bin of `MARGIN_EDGES`.
    """

    cbv: FloatArray
    slack: float
    margin: float
    margins: FloatArray


Spread = Callable[[Sequence[int], Callable[[int], BoardAnswer]], list[BoardAnswer]]


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

    piece = 48  # flops that are solved between two savings

    def __init__(self, blueprint: BucketBackend, seat: int) -> None:
        self.blueprint, self.seat = blueprint, seat
        self.cells: Cells = blueprint.normalised(blueprint.average)
        self.trunk = RoundTrunk(blueprint, self.cells, seat)
        self._kept: dict[int, Entries] = {}
        self._room = KEEP

    def next_flops(self, done: int) -> range:
        """The flops that are solved next, where so many are done."""
        return range(done, min(done + self.piece, len(self.copies)))

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

    @cached_property
    def _flops(self) -> Entries:
        return Entries(self.trunk, self.cbv, self.estimate, [self.gifts], [len(self.copies)])

    def entries(self, b: int) -> Entries:
        """Where the subgames after flop b begin: on the flop itself, or on its turns."""
        if self.blueprint.game.rounds == 2:
            return self._flops
        found = self._kept.get(b)
        if found is None:
            flop = RoundTrunk(self.blueprint, self.cells, self.seat, 1, b, self.trunk)
            cbv = flop.values_below(self.cells, is_best=True)
            before = self.gifts[:, self.blueprint.boards[1][b].parents[0][0]][flop.origins]
            found = Entries(
                flop, cbv, flop.values_below(self.response, is_best=False),
                [before, flop.gifts(flop.add_up(cbv))], [len(self.copies) * len(cbv), len(cbv)],
            )  # fmt: skip
            room = 2 * cbv.nbytes
            if self._room >= room:
                self._kept[b] = found
                self._room -= room
        return found

    def solve_many(
        self,
        boards: Sequence[int],
        gate: Technique,
        iterations: int,
        spread: Spread,
        tell: Callable[[float], None],
        method: str = "cfr+",
    ) -> list[BoardAnswer]:
        """`solve` for some flops; spread maps a function over them, on threads. tell: the share that is done."""
        return spread(boards, lambda b: self.solve(b, gate, iterations, method))

    def solve(self, b: int, gate: Technique, iterations: int, method: str = "cfr+") -> BoardAnswer:
        """Solve all subgames after flop b again, each behind its gate, with so many iterations of CFR."""
        entries, backend = self.entries(b), self.blueprint
        if backend.game.rounds == 2:
            return self.solve_board(entries, b, gate, iterations, method)
        flop = entries.trunk
        found = [self.solve_board(entries, j, gate, iterations, method) for j in range(len(flop.below))]
        times = np.array([len(backend.boards[2][t].members) for t in flop.below])
        return BoardAnswer(
            flop.root_values(flop.add_up(np.array([answer.cbv for answer in found]))),
            float(times @ [answer.slack for answer in found]) / backend.cards_left[1],
            float(np.fmin.reduce([answer.margin for answer in found])),
            times @ [answer.margins for answer in found] / backend.cards_left[1],
        )

    def solve_board(
        self, entries: Entries, j: int, gate: Technique, iterations: int, method: str = "cfr+"
    ) -> BoardAnswer:
        """Solve all lines of the j-th board of the entries."""
        from tianji.kernels.poker.gates import solve_board

        backend, b = self.blueprint, entries.trunk.below[j]
        ours, theirs, w = entries.entrants(j)
        alt, spread = entries.payoffs(j, gate, w)
        level, rows = backend.local(b)
        level = level._replace(
            regret=on_lines((rows * BLOCK,), backend.real), average=on_lines((rows * BLOCK,), backend.real)
        )
        schedule = SCHEDULES[method].rows(1, iterations + 1)
        entered, cbv, reply = np.zeros(w.shape), np.zeros(w.shape), np.zeros(w.shape)
        work, no_reach, no_value = backend._scratches[-1].get()
        try:
            solve_board(
                level, b, self.seat, gate_kind(gate), ours.astype(backend.real), theirs, w, alt, spread,
                tremble_of(gate), schedule, work, no_reach, no_value, np.zeros((2, *w.shape)),
                np.zeros(w.shape, backend.real), entered, 0, 0.0, True, cbv, reply,
            )  # fmt: skip
        finally:
            backend._scratches[-1].put((work, no_reach, no_value))
        return answer(entries, j, gate, (ours, theirs, w, alt, spread), (entered, cbv, reply))


def answer(
    entries: Entries,
    j: int,
    gate: Technique,
    given: tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray],
    found: tuple[FloatArray, FloatArray, FloatArray],
) -> BoardAnswer:
    """What the j-th board came to; given: ours, theirs, w, alt, spread; found: entries, cbv, reply: `[C, H]` each."""
    w, cbv = given[2], found[1]
    live = w > 0
    margins = (entries.cbv[j][live] - cbv[live]) / w[live]
    counts = margin_counts(margins * entries.trunk.blueprint.game.mbb, w[live])
    least = float(margins.min()) if margins.size else nan
    return BoardAnswer(cbv, gadget_slack(gate, *given, *found), least, counts)


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
    spread: FloatArray,
    entries: FloatArray,
    cbv: FloatArray,
    reply: FloatArray,
) -> float:
    """Σ over lines of what is left between both players' best responses in the gadget, in units of reach."""
    kind, under = gate_kind(gate), -(ours * reply).sum(axis=1)
    # Estimates have a spread, too, that only some gates use.
    drawn = spread if gate.is_random else np.zeros(w.shape)
    best, least, unit = gadget_bounds(kind, w, alt, drawn, theirs, entries, cbv, under, tremble_of(gate))
    met = (w > 0).any(axis=1)  # lines that the seat plays at all
    reach = w.sum(axis=1) if kind == MAXMARGIN else unit
    return float(((best - least)[met] * reach[met]).sum())


def losses(responses: Sequence[float]) -> float:
    """The mean of both seats' losses: best responses' values add up to twice it, for the game's value cancels."""
    return sum(responses) / 2
