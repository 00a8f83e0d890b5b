"""Refined answers: among the many equilibria of a gadget, one that also does well where the gadget does not look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError
from tianji.subgame.frame import Frame
from tianji.subgame.margin import InfeasibleError, Program

REFINEMENTS = ("leximin", "tremble")
SLACK = (
    1e-10,
    1e-6,
)  # what later stages may give back of an earlier optimum, at first and at most: rounding only


@dataclass(frozen=True, eq=False)
class Refined:
    """A strategy `[Q]` of the frame, the gadget's value to the opponent at the optimum."""

    strategy: FloatArray
    value: float


def solve_by_program(
    frame: Frame,
    alt_value: FloatArray,
    *,
    is_maxmargin: bool,
    refine: str | None,
    ceiling: FloatArray | None = None,
) -> Refined:
    r"""The gadget's answer as a linear program, in stages that never undo one another.

    1. The gadget itself: resolve minimises Σ_I π(I) [V(I) − alt(I)]⁺, maxmargin maximises min_I [alt(I) − V(I)].
       With `ceiling`, V(I) ≤ ceiling(I) at every entry: blueprint safety kept while alt(I) are estimates
       (Brown & Sandholm 2017, footnote 6).
    2. `refine="tremble"`: the opponent enters everywhere with a small probability, in proportion to π_{−i}(I), so
       minimise Σ_I π(I) V(I) among the optima of stage 1, the limit as the tremble goes to 0.
    3. `refine="leximin"`, and after a tremble: raise the smallest margin, then the next smallest, and so on; the
       margins are then unique.

    A gadget has a continuum of equilibria, and which one a solver lands on matters (Kubíček, Lisý & Sandholm
    2026). This is our own refinement in that spirit, not theirs. Reproduces: experiments/brown2017_small.
    """
    if refine is not None and refine not in REFINEMENTS:
        raise ParameterError(f"refine={refine!r}; expected None, 'leximin' or 'tremble'")
    stages = _Stages(frame, alt_value, ceiling)
    value = stages.maxmargin() if is_maxmargin else stages.resolve()
    if refine == "tremble":
        stages.tremble()
    if refine is not None:
        stages.leximin()
    return Refined(stages.strategy, value)


class _Stages:
    """Columns: V `[K]`, excess t `[K]` over alt_value, one margin m. Rows accumulate from stage to stage."""

    def __init__(self, frame: Frame, alt_value: FloatArray, ceiling: FloatArray | None) -> None:
        self.program = Program(frame)
        self.k = frame.num_entries
        self.alt = alt_value
        self.share = frame.cf_reach / frame.cf_reach.sum()
        self.fixed: list[tuple[FloatArray, FloatArray]] = []  # rows ≤ bounds that hold up to the slack
        self.slack = SLACK[0]
        if ceiling is not None:
            self._fix(np.eye(self.k, 2 * self.k + 1), ceiling)
        self.strategy = np.empty(0)

    def _fix(self, rows: FloatArray, bound: FloatArray) -> None:
        self.fixed.append((rows, bound))

    def _minimise(self, cost: FloatArray, rows: FloatArray, bound: FloatArray) -> tuple[float, FloatArray]:
        """The optimum and the prices of the last rows; the slack grows tenfold while rounding leaves no room."""
        excess = np.concatenate(
            [np.eye(self.k), -np.eye(self.k), np.zeros((self.k, 1))], axis=1
        )  # V − t ≤ alt
        is_free = np.concatenate([np.zeros(self.k), np.ones(1)])
        every = np.concatenate([excess, *(rows for rows, _ in self.fixed), rows])
        while True:
            bounds = [b + self.slack * np.maximum(1.0, np.abs(b)) for _, b in self.fixed]
            try:
                answer = self.program.minimise(
                    cost, every, np.concatenate([self.alt, *bounds, bound]), is_free
                )
                break
            except InfeasibleError:
                if self.slack >= SLACK[1]:
                    raise
                self.slack *= 10
        self.strategy = answer.strategy
        return answer.value, answer.price[len(every) - len(bound) :]

    def resolve(self) -> float:
        cost = np.concatenate([np.zeros(self.k), self.share, [0.0]])
        excess, _ = self._minimise(cost, *self._nothing())
        self._fix(cost[None, :], np.array([excess]))
        return float(self.share @ self.alt) + excess

    def maxmargin(self) -> float:
        value, _ = self._minimise(self._margin(), self._at_least(), self.alt)
        self._fix(np.eye(self.k, 2 * self.k + 1), self.alt + value)
        return value

    def tremble(self) -> None:
        cost = np.concatenate([self.share, np.zeros(self.k + 1)])
        total, _ = self._minimise(cost, *self._nothing())
        self._fix(cost[None, :], np.array([total]))

    def leximin(self) -> None:
        """Maximise the smallest margin, fix the entries that hold it down (those with a price), go on."""
        is_left = np.ones(self.k, dtype=bool)
        while is_left.any():
            value, price = self._minimise(self._margin(), self._at_least()[is_left], self.alt[is_left])
            binding = price < -1e-9
            if not binding.any():
                binding[:] = True
            fixed = np.flatnonzero(is_left)[binding]
            self._fix(np.eye(self.k, 2 * self.k + 1)[fixed], self.alt[fixed] + value)
            is_left[fixed] = False

    def _nothing(self) -> tuple[FloatArray, FloatArray]:
        return np.empty((0, 2 * self.k + 1)), np.empty(0)

    def _margin(self) -> FloatArray:
        """Minimise −m."""
        return np.concatenate([np.zeros(2 * self.k), [-1.0]])

    def _at_least(self) -> FloatArray:
        """V + m ≤ alt."""
        return np.concatenate([np.eye(self.k), np.zeros((self.k, self.k)), np.ones((self.k, 1))], axis=1)
