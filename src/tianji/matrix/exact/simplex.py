"""Linear programs with fractions in and out, and the same by HiGHS in floats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from tianji.errors import InfeasibleError, NotApplicableError
from tianji.matrix.exact.integer import NO_CLOCK, Tableau
from tianji.run.clock import Clock

INFEASIBLE = "the linear program has no feasible point; its constraints contradict each other"
EXACT_CELLS = 40_000  # rows × columns up to which an exact simplex is used by default

Row = Sequence[Any]


def maximise(tableau: Tableau, clock: Clock = NO_CLOCK) -> None:
    """Pivot from a feasible basis until no cobasic variable would raise the objective row `cost`.

    The most negative reduced cost enters; lexicographic ties make it finite, whatever the degeneracy.
    """
    while True:
        clock.check()
        enter = min(range(len(tableau.cobasis)), key=tableau.cost.__getitem__, default=-1)
        if enter < 0 or tableau.cost[enter] >= 0:
            return
        leave = tableau.leaving_row(enter)
        if leave < 0:
            raise NotApplicableError("the linear program is unbounded: its objective grows without limit")
        tableau.pivot(leave, enter)


def price(tableau: Tableau, value: Mapping[int, int]) -> None:
    """Give the tableau the objective Σ value[v] · v to maximise, expressed in the cobasic variables."""
    row = [-value.get(j, 0) * tableau.det for j in tableau.cobasis] + [0]
    for lead, variable in zip(tableau.rows, tableau.basis, strict=True):
        f = value.get(variable, 0)
        if f:
            row = [x + f * y for x, y in zip(row, lead, strict=True)]
    tableau.cost = row


def feasible(
    above: Sequence[Row], above_limit: Row, equal: Sequence[Row], equal_limit: Row, clock: Clock = NO_CLOCK
) -> Tableau:
    """A feasible basis of above · z ≤ above_limit, equal · z = equal_limit, z ≥ 0; raises when there is none.

    Equations are solved for a variable each. Then one more variable, added to every basic one, makes the rest
    feasible, and is minimised.
    """
    whole = [
        whole_row([*row, b]) for row, b in zip((*above, *equal), (*above_limit, *equal_limit), strict=True)
    ]
    tableau = Tableau([row[:-1] for row in whole], [row[-1] for row in whole])
    for r in range(len(whole) - 1, len(above) - 1, -1):
        if not tableau.eliminate(r, clock):
            if tableau.rows[r][-1]:
                raise InfeasibleError(INFEASIBLE)
            del tableau.rows[r], tableau.basis[r]  # it follows from the others
    worst = min(range(len(tableau.rows)), key=lambda r: tableau.rows[r][-1], default=-1)
    if worst >= 0 and tableau.rows[worst][-1] < 0:
        _repair(tableau, worst, clock)
    tableau.order = tableau.basis[:]
    return tableau


def _repair(tableau: Tableau, worst: int, clock: Clock) -> None:
    """From a basis with negative right-hand sides, the least at row `worst`, to a feasible one."""
    extra = tableau.num_columns + len(tableau.rows) + len(tableau.cobasis)  # a number nobody has
    tableau.cobasis.append(extra)
    for row in tableau.rows:
        row.insert(-1, -tableau.det)
    tableau.pivot(worst, len(tableau.cobasis) - 1)
    tableau.order = tableau.basis[:]
    price(tableau, {extra: -1})
    maximise(tableau, clock)
    if tableau.cost[-1]:
        raise InfeasibleError(INFEASIBLE)
    if extra in tableau.basis:
        r = tableau.basis.index(extra)
        tableau.pivot(r, next(j for j, entry in enumerate(tableau.rows[r][:-1]) if entry))
    tableau.drop(tableau.cobasis.index(extra))
    tableau.cost = []


def exact_lp(
    objective: Row,
    above: Sequence[Row] = (),
    above_limit: Row = (),
    equal: Sequence[Row] = (),
    equal_limit: Row = (),
    free: Sequence[int] = (),
    clock: Clock = NO_CLOCK,
) -> tuple[list[Fraction], Fraction]:
    """Maximise objective · z subject to above · z ≤ above_limit, equal · z = equal_limit, z ≥ 0, exactly.

    Variables listed in `free` may be negative: each is the difference of two. Two-phase simplex in integers.

    >>> exact_lp([1, 1], [[1, 2], [3, 1]], [4, 6])
    ([Fraction(8, 5), Fraction(6, 5)], Fraction(14, 5))
    """

    def split(row: Row) -> list[Any]:
        return [*row, *(-row[j] for j in free)]

    n = len(objective)
    tableau = feasible(
        [split(row) for row in above], above_limit, [split(row) for row in equal], equal_limit, clock
    )
    price(tableau, dict(enumerate(whole_row(split(objective)))))
    maximise(tableau, clock)
    point = [Fraction(z, tableau.det) for z in tableau.point()]
    solution = point[:n]
    for k, j in enumerate(free):
        solution[j] -= point[n + k]
    value = sum((Fraction(c) * z for c, z in zip(objective, solution, strict=True)), Fraction(0))
    return solution, value


def whole_row(row: Sequence[Any]) -> list[int]:
    """The row times the least common denominator of its entries."""
    exact = [Fraction(v) for v in row]
    scale = lcm(*(v.denominator for v in exact))
    return [int(v * scale) for v in exact]


def float_lp(
    objective: Any,
    above: Any = None,
    above_limit: Any = None,
    equal: Any = None,
    equal_limit: Any = None,
    free: Sequence[int] = (),
) -> tuple[Any, float]:
    """The same program in floats by HiGHS (SciPy); matrices may be sparse."""
    from scipy.optimize import linprog

    n = len(objective)
    bounds = [(None, None) if j in set(free) else (0, None) for j in range(n)]
    result = linprog(
        -np.asarray(objective, dtype=float),
        A_ub=above, b_ub=above_limit, A_eq=equal, b_eq=equal_limit, bounds=bounds, method="highs",
    )  # fmt: skip
    if result.status == 2:
        raise InfeasibleError(INFEASIBLE)
    if result.status == 3:
        raise NotApplicableError("the linear program is unbounded: its objective grows without limit")
    if result.status != 0:
        raise NotApplicableError(f"the linear program was not solved: {result.message}")
    best: Any = result.fun
    return result.x, -float(best)
