"""The linear program over a subgame's strategies, and the steps by which one equilibrium of a gadget is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import InfeasibleError
from tianji.evaluate.lp import as_strategy, constraints, minimise
from tianji.subgame.frame import Frame
from tianji.subgame.payoffs import Payoffs
from tianji.subgame.technique import Technique

SLACK = (
    1e-10,
    1e-6,
)  # what later steps may give back of an earlier optimum, at first and at most: rounding only


@dataclass(frozen=True, eq=False)
class Optimum:
    """An optimum of a `Program`: the resolver's strategy `[Q]` of the frame, the value and the prices of the rows.

    price: `[R]`, how much the optimum would change with each row's right-hand side (≤ 0).
    """

    strategy: FloatArray
    value: float
    price: FloatArray


@dataclass(eq=False)
class Program:
    r"""A linear program over the resolver's strategies in S and the values V `[K]` that they leave the opponent.

        x ∈ treeplex,   V(I) ≥ CBV^x(I)

    The last line is linear with one variable an infoset of the opponent (Koller, Megiddo & von Stengel 1996):
    u(i) ≥ Σ payoffs of slot q under x + Σ u of the infosets behind q, for every slot q of i; rows are divided by
    the entry's reach, so that V is normalised. `minimise` adds any further variables and rows on (V, extra).
    """

    frame: Frame

    @cached_property
    def _base(self) -> Any:
        from scipy.sparse import csr_matrix, hstack

        f = self.frame
        mine, theirs, k = f.trees[f.resolver], f.trees[f.opponent], f.num_entries
        per_entry = 1.0 / f.cf_reach
        weight = f.weight * f.gain * per_entry[f.top_entry[f.top]]
        shape = (theirs.num_slots, mine.num_slots)
        payoff = csr_matrix((weight, (f.slots[:, f.opponent], f.slots[:, f.resolver])), shape=shape)
        # V and u together: variable j < k is V(j), variable k + i − 1 is u of infoset i ≥ 1
        num = k + theirs.num_infosets - 1
        owner = np.where(
            np.arange(theirs.num_slots) <= k, np.arange(theirs.num_slots) - 1, k - 1 + theirs.infoset_of
        )
        child = np.arange(1, theirs.num_infosets)
        rows = np.concatenate([np.arange(1, theirs.num_slots), theirs.parent_slot[1:]])
        cols = np.concatenate([owner[1:], k - 1 + child])
        data = np.concatenate([-np.ones(theirs.num_slots - 1), np.ones(len(child))])
        values = csr_matrix((data, (rows, cols)), shape=(theirs.num_slots, num))
        return csr_matrix(hstack([payoff, values]))[1:].tocoo()

    def minimise(
        self, cost: FloatArray, rows: FloatArray, bound: FloatArray, is_free: FloatArray | None = None
    ) -> Optimum:
        """Minimise cost · (V, extra) subject to rows · (V, extra) ≤ bound; extra ≥ 0 but where `is_free`."""
        from scipy.sparse import csr_matrix

        base, tree, k = self._base, self.frame.trees[self.frame.resolver], self.frame.num_entries
        num_x, width, num_extra = tree.num_slots, base.shape[1], len(cost) - k
        num_u = width - num_x - k
        row, col = rows.nonzero()
        column = np.where(col < k, num_x + col, width - k + col)  # V stands before u, extra after it
        upper = csr_matrix(
            (
                np.concatenate([base.data, rows[row, col]]),
                (np.concatenate([base.row, base.shape[0] + row]), np.concatenate([base.col, column])),
            ),
            shape=(base.shape[0] + len(bound), width + num_extra),
        )
        further = np.zeros(num_extra) if is_free is None else is_free
        answer = minimise(
            np.concatenate([np.zeros(num_x), cost[:k], np.zeros(num_u), cost[k:]]),
            upper,
            np.concatenate([np.zeros(base.shape[0]), bound]),
            constraints(tree, width + num_extra),
            np.concatenate([np.zeros(num_x), np.ones(k + num_u), further]) > 0,
            what=f"{self.frame.flat.spec}'s subgame",
            instead="an iterative solver: solver='cfr+' without refine or keep_blueprint_safety, 'hedge' where payoffs "
            "are distributional",
        )
        strategy = as_strategy(tree, answer.x[:num_x])
        return Optimum(strategy, float(answer.fun), answer.ineqlin.marginals[base.shape[0] :])


def largest_margin(frame: Frame, alt_value: FloatArray) -> tuple[FloatArray, float]:
    r"""The strategy with the largest smallest margin, and that margin: the LP form of maxmargin.

        max m   subject to   m ≤ alt_value(I) − V(I)   for every entry I

    The oracle for the maxmargin gadget.
    """
    k = frame.num_entries
    rows = np.concatenate([np.eye(k), np.ones((k, 1))], axis=1)
    cost = np.concatenate([np.zeros(k), [-1.0]])
    answer = Program(frame).minimise(cost, rows, alt_value, np.ones(1))
    return answer.strategy, -answer.value


def solve_by_program(frame: Frame, payoffs: Payoffs, technique: Technique) -> tuple[FloatArray, float, float]:
    r"""The gadget's answer as a linear program in steps that never undo one another: strategy `[Q]`, value, gap.

    1. The gadget itself: resolve minimises Σ_I π(I) [V(I) − alt(I)]⁺, maxmargin maximises min_I [alt(I) − V(I)].
       With `keep_blueprint_safety`, V(I) ≤ ceiling(I) at every entry while alt(I) are estimates
       (Brown & Sandholm 2017, footnote 6).
    2. `refine="tremble"`: the opponent enters everywhere with a small probability, in proportion to π_{−i}(I), so
       minimise Σ_I π(I) V(I) among the optima of step 1, the limit as the tremble goes to 0. Where it has a size ε,
       there is one step: 1 − ε times step 1's objective and ε times this one.
    3. `refine="leximin"`, and after a tremble: raise the smallest margin, then the next smallest, and so on; the
       margins are then unique.

    A gadget has a continuum of equilibria, and which one a solver lands on matters (Kubíček, Lisý & Sandholm
    2026). This is our own refinement in that spirit, not theirs. Reproduces: experiments/brown2017_small.
    """
    alt = payoffs.alt
    ceiling = payoffs.ceiling if technique.keep_blueprint_safety else None
    steps = Steps(frame, alt, ceiling)
    tremble = technique.refine if isinstance(technique.refine, float) else 0.0
    value = steps.maxmargin(tremble) if technique.is_maxmargin else steps.resolve(tremble)
    if technique.refine == "tremble":
        steps.tremble()
    if technique.refine is not None and not tremble:
        steps.leximin()
    found = frame.best_values(frame.trees[frame.resolver].forward(steps.strategy))
    share = frame.cf_reach / frame.cf_reach.sum()
    reached = (found - alt).max() if technique.is_maxmargin else share @ np.maximum(found, alt)
    entering = share @ (found - alt) if technique.is_maxmargin else share @ found
    reached = (1 - tremble) * reached + tremble * entering
    gap = max(0.0, float(reached) - value)
    if ceiling is not None:
        gap = max(gap, float(share @ np.maximum(found - ceiling, 0.0)))
    return steps.strategy, value, gap


class Steps:
    """Columns: V `[K]`, excess t `[K]` over alt_value, one margin m. Rows accumulate from step to step."""

    def __init__(self, frame: Frame, alt_value: FloatArray, ceiling: FloatArray | None) -> None:
        self.program = Program(frame)
        self.k = frame.num_entries
        self.alt = alt_value
        self.share = frame.cf_reach / frame.cf_reach.sum()
        self.fixed: list[tuple[FloatArray, FloatArray]] = []  # rows ≤ bounds that hold up to the slack
        self.slack = SLACK[0]
        if ceiling is not None:
            self.fixed.append((np.eye(self.k, 2 * self.k + 1), ceiling))
        self.strategy = np.empty(0)

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

    def resolve(self, tremble: float = 0.0) -> float:
        """Step 1 with the excess over alt weighed by reach: the gadget's value to the opponent."""
        cost = np.concatenate([tremble * self.share, (1 - tremble) * self.share, [0.0]])
        excess, _ = self._minimise(cost, *self._nothing())
        self.fixed.append((cost[None, :], np.array([excess])))
        return (1 - tremble) * float(self.share @ self.alt) + excess

    def maxmargin(self, tremble: float = 0.0) -> float:
        """Step 1 with the smallest margin: minus it."""
        cost = (1 - tremble) * self._margin()
        cost[: self.k] = tremble * self.share
        value, _ = self._minimise(cost, self._at_least(), self.alt)
        if not tremble:
            self.fixed.append((np.eye(self.k, 2 * self.k + 1), self.alt + value))
        return value - tremble * float(self.share @ self.alt)

    def tremble(self) -> None:
        """Step 2."""
        cost = np.concatenate([self.share, np.zeros(self.k + 1)])
        total, _ = self._minimise(cost, *self._nothing())
        self.fixed.append((cost[None, :], np.array([total])))

    def leximin(self) -> None:
        """Maximise the smallest margin, fix the entries that hold it down (those with a price), go on."""
        is_left = np.ones(self.k, dtype=bool)
        while is_left.any():
            value, price = self._minimise(self._margin(), self._at_least()[is_left], self.alt[is_left])
            binding = price < -1e-9
            if not binding.any():
                binding[:] = True
            fixed = np.flatnonzero(is_left)[binding]
            self.fixed.append((np.eye(self.k, 2 * self.k + 1)[fixed], self.alt[fixed] + value))
            is_left[fixed] = False

    def _nothing(self) -> tuple[FloatArray, FloatArray]:
        return np.empty((0, 2 * self.k + 1)), np.empty(0)

    def _margin(self) -> FloatArray:
        """Minimise −m."""
        return np.concatenate([np.zeros(2 * self.k), [-1.0]])

    def _at_least(self) -> FloatArray:
        """V + m ≤ alt."""
        return np.concatenate([np.eye(self.k), np.zeros((self.k, self.k)), np.ones((self.k, 1))], axis=1)
