"""Margins, and the linear program over a subgame's strategies in which they are variables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import TianjiError
from tianji.evaluate.lp import constraints
from tianji.kernels.flat import sequence as kernel
from tianji.subgame.frame import Frame


def margin(cbv_blueprint: FloatArray, cbv_resolved: FloatArray) -> FloatArray:
    r"""How much worse off the opponent is, per entry of the subgame.

        M(I) = CBV^{σ}(I) − CBV^{σ′}(I)

    σ is our blueprint, σ′ our re-solved strategy, both seen through the opponent's counterfactual best response.
    `min(M) ≥ 0` means σ′ is no more exploitable than σ; maxmargin solving maximises that minimum. Both arrays are
    `[K]`, the opponent's values, divided by the entry's `cf_reach`. Moravčík et al. (2016).

    >>> margin(np.array([1.0, 0.5]), np.array([0.75, 0.5])).tolist()
    [0.25, 0.0]
    """
    return cbv_blueprint - cbv_resolved


def reach_margin(cbv_blueprint: FloatArray, cbv_resolved: FloatArray, gift: FloatArray) -> FloatArray:
    """M_r(I) = M(I) + Σ of the gifts on the way to I. Brown & Sandholm (2017), equation 1."""
    return margin(cbv_blueprint, cbv_resolved) + gift


class InfeasibleError(TianjiError):
    """No strategy satisfies the rows of a `Program`."""


@dataclass(frozen=True, eq=False)
class Answer:
    """An optimum of a `Program`: the resolver's strategy `[Q]` of the frame, the extra variables, value and prices.

    price: `[R]`, how much the optimum would change with each row's right-hand side (≤ 0).
    """

    strategy: FloatArray
    extra: FloatArray
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
    def _base(self) -> tuple[Any, Any, FloatArray]:
        from scipy.sparse import bmat, csr_matrix, hstack

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
        upper = csr_matrix(hstack([payoff, values]))[1:]
        equal = bmat([[constraints(mine), csr_matrix((mine.num_infosets + 1, num))]], format="csr")
        e = np.zeros(mine.num_infosets + 1)
        e[0] = 1.0
        return upper, equal, e

    def minimise(
        self, cost: FloatArray, rows: FloatArray, bound: FloatArray, is_free: FloatArray | None = None
    ) -> Answer:
        """Minimise cost · (V, extra) subject to rows · (V, extra) ≤ bound; extra ≥ 0 but where `is_free`."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_matrix, hstack, vstack

        upper, equal, e = self._base
        f = self.frame
        num_x, k = f.trees[f.resolver].num_slots, f.num_entries
        num_extra = len(cost) - k
        num_u = upper.shape[1] - num_x - k
        objective = np.concatenate([np.zeros(num_x), cost[:k], np.zeros(num_u), cost[k:]])
        blocks = [
            csr_matrix((len(bound), num_x)),
            csr_matrix(rows[:, :k]),
            csr_matrix((len(bound), num_u)),
            csr_matrix(rows[:, k:]),
        ]
        padded = hstack([upper, csr_matrix((upper.shape[0], num_extra))])
        below = vstack([padded, hstack(blocks)], format="csr")
        free = np.zeros(num_extra, dtype=bool) if is_free is None else is_free.astype(bool)
        bounds = [(0, None)] * num_x + [(None, None)] * (k + num_u) + [(None if x else 0, None) for x in free]
        answer: Any = linprog(
            objective,
            A_ub=below,
            b_ub=np.concatenate([np.zeros(upper.shape[0]), bound]),
            A_eq=hstack([equal, csr_matrix((equal.shape[0], num_extra))], format="csr"),
            b_eq=e,
            bounds=bounds,
            method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if answer.status != 0:
            raise (InfeasibleError if answer.status == 2 else TianjiError)(
                f"the LP of {f.flat.spec}'s subgame was not solved (HiGHS: {answer.message}); "
                "use an iterative solver such as solver='cfr+' without refine or keep_blueprint_safety"
            )
        strategy = np.empty(num_x)
        plan = np.where(answer.x[:num_x] > 1e-12, answer.x[:num_x], 0.0)
        kernel.normalise(f.trees[f.resolver].first_slot, plan, strategy)
        extra = answer.x[len(objective) - num_extra :]
        return Answer(strategy, extra, float(answer.fun), answer.ineqlin.marginals[upper.shape[0] :])


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
