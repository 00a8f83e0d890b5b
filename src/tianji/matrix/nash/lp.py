"""Zero-sum games: the minimax value, an optimal pair and the whole sets of optimal strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import NotApplicableError
from tianji.matrix.budget import Budget
from tianji.matrix.exact.integer import NO_CLOCK, Tableau, solve_integer
from tianji.matrix.exact.simplex import maximise, price
from tianji.matrix.game.equilibrium import Number
from tianji.matrix.game.payoffs import FloatArray, ObjectArray
from tianji.matrix.nash.vertex import best_response_polytope, normalised, positive_integers, walk_vertices
from tianji.run.clock import Clock

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

EXACT_LIMIT = 250  # largest min(m, n) certified in fractions by default; the cost grows with its fourth power


@dataclass(frozen=True)
class ZeroSum:
    """The solution of a constant-sum game: its value to the row player and both optimal sets.

    `rows` and `columns` are the vertices of the sets of optimal strategies; any mixture of them is optimal.
    `complete` is False when the enumeration was stopped.
    """

    value: Number
    rows: tuple[tuple[Number, ...], ...]
    columns: tuple[tuple[Number, ...], ...]
    complete: bool
    stopped: str = ""


def require_constant_sum(game: NormalForm) -> None:
    """Raise unless the game is a two-player constant-sum game."""
    if not game.is_constant_sum:
        raise NotApplicableError(
            f"{game!r} is not a two-player constant-sum game; use solve() or equilibria() for general games"
        )


def optimal_pair(game: NormalForm, exact: bool) -> tuple[Sequence[Number], Sequence[Number]]:
    """Optimal strategies of both players: minimax and maximin.

        max_y Σ y  s.t. A y ≤ 1, y ≥ 0   (A > 0);   value = 1 / Σ y,  strategies = primal and dual solutions

    A float64 simplex finds the optimal basis; with `exact` that basis is solved in integers and its
    optimality checked in integers, and where rounding misled it the exact simplex takes over.
    Dantzig (1951); von Neumann (1928) for the theorem.
    """
    require_constant_sum(game)
    table = game.payoffs[0]
    low, high = float(table.min()), float(table.max())
    basis, x, y = _float_simplex((table - low) / ((high - low) or 1.0) + 1.0)
    if not exact:
        return (x, y) if basis is not None else _highs(table)
    M = positive_integers(game, 0)
    if basis is not None:
        certified = _certify(M, basis)
        if certified is not None:
            return certified
    return _exact_pair(M)


def _float_simplex(table: FloatArray) -> tuple[list[int] | None, list[Number], list[Number]]:
    from tianji.kernels.matrix.simplex import simplex

    m, n = table.shape
    tableau = np.zeros((m + 1, n + 1))
    tableau[:m, :n] = table
    tableau[:m, n] = 1.0
    tableau[m, :n] = -1.0
    basis, cobasis = np.arange(n, n + m), np.arange(n)
    if simplex(tableau, basis, cobasis, 50 * (m + n)) < 0:
        return None, [], []
    x, y = np.zeros(m), np.zeros(n)
    for i, variable in enumerate(basis):
        if variable < n:
            y[variable] = max(tableau[i, n], 0.0)
    for j, variable in enumerate(cobasis):
        if variable >= n:
            x[variable - n] = max(tableau[m, j], 0.0)
    return [int(v) for v in basis], (x / x.sum()).tolist(), (y / y.sum()).tolist()


def _highs(table: FloatArray) -> tuple[list[Number], list[Number]]:
    """Both linear programs by HiGHS: the way out when the dense simplex gives up."""
    from tianji.matrix.exact.simplex import float_lp

    def maximin(payoff: FloatArray) -> list[Number]:
        m, n = payoff.shape
        above = np.hstack([-payoff.T, np.ones((n, 1))])
        solution, _ = float_lp(
            np.append(np.zeros(m), 1.0),
            above,
            np.zeros(n),
            np.append(np.ones(m), 0.0)[None, :],
            np.ones(1),
            free=[m],
        )
        return [float(v) for v in solution[:m]]

    return maximin(table), maximin(-table.T)


def _certify(M: ObjectArray, basis: list[int]) -> tuple[list[Fraction], list[Fraction]] | None:
    """Solve the float basis in integers; None when it is not exactly feasible and optimal."""
    m, n = M.shape
    columns = sorted(v for v in basis if v < n)
    rows = [i for i in range(m) if n + i not in set(basis)]
    core = M[np.ix_(rows, columns)]
    y_core = solve_integer(core, [1] * len(rows))
    x_core = solve_integer(core.T, [1] * len(rows))
    if y_core is None or x_core is None or min(y_core) < 0 or min(x_core) < 0:
        return None
    if not (_at_most_one(M[:, columns], y_core, 1) and _at_most_one(M[rows].T, x_core, -1)):
        return None
    return _spread(x_core, rows, m), _spread(y_core, columns, n)


def _at_most_one(matrix: ObjectArray, weights: list[Fraction], sign: int) -> bool:
    """sign · (matrix · weights − 1) ≤ 0 in every row; the weights share one denominator up to cancelling."""
    denominator = max(w.denominator for w in weights)
    for w in weights:
        if denominator % w.denominator:
            denominator = int(np.lcm.reduce(np.array([v.denominator for v in weights], dtype=object)))
            break
    whole = np.array([int(w * denominator) for w in weights], dtype=object)
    return all(sign * (total - denominator) <= 0 for total in matrix @ whole)


def _spread(weights: list[Fraction], where: list[int], size: int) -> list[Fraction]:
    total = sum(weights)
    out = [Fraction(0)] * size
    for w, i in zip(weights, where, strict=True):
        out[i] = w / total
    return out


def exact_optimum(M: ObjectArray, clock: Clock = NO_CLOCK) -> Tableau:
    """The optimal tableau of max Σ y, M y ≤ 1, y ≥ 0 in integers; its `cost` are the reduced costs by column."""
    tableau = best_response_polytope(M)
    price(tableau, dict.fromkeys(range(M.shape[1]), 1))
    maximise(tableau, clock)
    return tableau


def _exact_pair(M: ObjectArray) -> tuple[list[Fraction], list[Fraction]]:
    m, n = M.shape
    tableau = exact_optimum(M)
    y = normalised(tableau.point())
    dual = [0] * m
    for c, variable in zip(tableau.cost, tableau.cobasis, strict=False):
        if variable >= n:
            dual[variable - n] = c
    return normalised(dual), y


def optimal_sets(game: NormalForm, budget: Budget | None = None) -> ZeroSum:
    """The value and the vertices of both players' sets of optimal strategies, exactly.

    From the optimal tableau only variables with reduced cost 0 may enter: that walk covers the optimal face.

    >>> from tianji.matrix import NormalForm
    >>> optimal_sets(NormalForm([[0, 0], [0, 0]])).rows
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    require_constant_sum(game)
    budget = budget or Budget()
    M = positive_integers(game, 0)
    mirrored = np.asarray(M.max() + 1 - M.T, dtype=object)
    rows, columns = _face(mirrored, budget), _face(M, budget)
    value: Any = min(
        sum(p * u for p, u in zip(rows[0], column, strict=True)) for column in game.fractions[0].T.tolist()
    )
    return ZeroSum(value, rows, columns, not budget.stopped, budget.stopped)


def _face(M: ObjectArray, budget: Budget) -> tuple[tuple[Fraction, ...], ...]:
    m, n = M.shape
    tableau = exact_optimum(M)
    costly = {variable for c, variable in zip(tableau.cost, tableau.cobasis, strict=False) if c > 0}
    found = walk_vertices(tableau.copy(), budget, set(range(m + n)) - costly)
    first = tuple(normalised(tableau.point()))
    rest = sorted((v.strategy for v in found), reverse=True)
    return tuple(dict.fromkeys(rest)) or (first,)
