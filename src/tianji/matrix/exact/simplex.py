"""Linear programs with fractions in and out, and the same by HiGHS in floats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from tianji.errors import NotApplicableError

EXACT_CELLS = 40_000  # rows × columns up to which an exact simplex is used by default

Row = Sequence[Any]


class InfeasibleError(NotApplicableError):
    """No point satisfies the constraints."""


class _Program:
    """A phase-two tableau in integers: rows `[…columns, right-hand side]`, one row per constraint."""

    def __init__(self, rows: list[list[int]], basis: list[int], num_columns: int) -> None:
        self.rows = rows
        self.basis = basis
        self.num_columns = num_columns
        self.det = 1

    def pivot(self, r: int, c: int) -> None:
        lead, det = self.rows[r], self.det
        p = lead[c]
        if p < 0:
            lead = self.rows[r] = [-v for v in lead]
            p = -p
        for i, row in enumerate(self.rows):
            f = row[c]
            if i != r and (f or p != det):
                self.rows[i] = [(x * p - f * y) // det for x, y in zip(row, lead, strict=True)]
        self.det = p
        self.basis[r] = c

    def minimise(self, allowed: int) -> None:
        """Pivot until no reduced cost in the last row is negative; Bland's rule, so it ends."""
        last = len(self.rows) - 1
        while True:
            cost = self.rows[last]
            enter = next((j for j in range(allowed) if cost[j] < 0), -1)
            if enter < 0:
                return
            leave = -1
            for i in range(last):
                entry = self.rows[i][enter]
                if entry <= 0:
                    continue
                if leave >= 0:
                    lead = self.rows[leave]
                    difference = self.rows[i][-1] * lead[enter] - lead[-1] * entry
                    if difference > 0 or (difference == 0 and self.basis[i] > self.basis[leave]):
                        continue
                leave = i
            if leave < 0:
                raise NotApplicableError("the linear program is unbounded: its objective grows without limit")
            self.pivot(leave, enter)


def exact_lp(
    objective: Row,
    above: Sequence[Row] = (),
    above_limit: Row = (),
    equal: Sequence[Row] = (),
    equal_limit: Row = (),
    free: Sequence[int] = (),
) -> tuple[list[Fraction], Fraction]:
    """Maximise objective · z subject to above · z ≤ above_limit, equal · z = equal_limit, z ≥ 0, exactly.

    Variables listed in `free` may be negative. Two-phase simplex in integers with Bland's rule.

    >>> exact_lp([1, 1], [[1, 2], [3, 1]], [4, 6])
    ([Fraction(8, 5), Fraction(6, 5)], Fraction(14, 5))
    """
    n, split, slacks = len(objective), list(free), len(above)
    width = n + len(split) + slacks
    rows = _constraints([*above, *equal], [*above_limit, *equal_limit], n, split, slacks)
    basis, artificial = [], 0
    for k, row in enumerate(rows):
        own = n + len(split) + k
        if k < slacks and row[own] > 0:
            basis.append(own)
        else:
            basis.append(width + artificial)
            artificial += 1
    wide = [[*row[:-1], *([0] * artificial), row[-1]] for row in rows]
    for row, variable in zip(wide, basis, strict=True):
        if variable >= width:
            row[variable] = 1
    program = _Program(wide, basis, width + artificial)
    _phase_one(program, width, artificial)
    cost = _whole([-c for c in objective] + [objective[j] for j in split])
    _price(program, [*cost, *([0] * (slacks + artificial)), 0])
    program.minimise(width)
    point = [Fraction(0)] * (width + artificial)
    for row, variable in zip(program.rows, program.basis, strict=False):
        point[variable] = Fraction(row[-1], program.det)
    solution = point[:n]
    for k, j in enumerate(split):
        solution[j] -= point[n + k]
    value = sum((Fraction(c) * z for c, z in zip(objective, solution, strict=True)), Fraction(0))
    return solution, value


def _constraints(
    matrix: Sequence[Row], limits: Row, n: int, split: list[int], slacks: int
) -> list[list[int]]:
    """Integer rows over (variables, negative parts of the free ones, slacks | limit), limits not negative."""
    rows: list[list[int]] = []
    for k, source in enumerate(matrix):
        row = _whole([*source, *(-source[j] for j in split), *([0] * slacks), limits[k]])
        if k < slacks:
            row[n + len(split) + k] = 1
        rows.append(row if row[-1] >= 0 else [-v for v in row])
    return rows


def _whole(row: Sequence[Any]) -> list[int]:
    scale = lcm(*(Fraction(v).denominator for v in row))
    return [int(Fraction(v) * scale) for v in row]


def _price(program: _Program, cost: list[int]) -> None:
    """Append the objective row, expressed in the cobasic variables."""
    row = [c * program.det for c in cost]
    for lead, variable in zip(program.rows, program.basis, strict=True):
        f = cost[variable]
        if f:
            row = [x - f * y for x, y in zip(row, lead, strict=True)]
    program.rows.append(row)


def _phase_one(program: _Program, width: int, artificial: int) -> None:
    if not artificial:
        return
    _price(program, [*([0] * width), *([1] * artificial), 0])
    program.minimise(width + artificial)
    if program.rows[-1][-1] != 0:
        raise InfeasibleError(
            "the linear program has no feasible point; its constraints contradict each other"
        )
    program.rows.pop()
    for i in range(len(program.rows) - 1, -1, -1):
        if program.basis[i] < width:
            continue
        column = next((j for j in range(width) if program.rows[i][j]), -1)
        if column < 0:  # a redundant equation
            del program.rows[i], program.basis[i]
        else:
            program.pivot(i, column)


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
        raise InfeasibleError(
            "the linear program has no feasible point; its constraints contradict each other"
        )
    if result.status == 3:
        raise NotApplicableError("the linear program is unbounded: its objective grows without limit")
    if result.status != 0:
        raise NotApplicableError(f"the linear program was not solved: {result.message}")
    best: Any = result.fun
    return result.x, -float(best)
