"""Zero-sum games: the minimax value, an optimal pair and the whole sets of optimal strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import NotApplicableError
from tianji.matrix.exact.integer import NO_CLOCK, Tableau, solve_integer
from tianji.matrix.exact.simplex import maximise, price
from tianji.matrix.game.equilibrium import Number, spread
from tianji.matrix.game.payoffs import FloatArray, ObjectArray, unit_range
from tianji.matrix.nash.vertex import best_response_polytope, normalised, positive_integers, walk_vertices
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import require_one

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

OPERATIONS = 20_000_000  # multiplications between two looks at the clock: some hundredths of a second
EXACT_LIMIT = 250  # largest min(m, n) certified in fractions by default; the cost grows with its fourth power


@dataclass(frozen=True)
class ZeroSum(Result):
    """The solution of a constant-sum game: its value to the row player and both optimal sets.

    `rows` and `columns` are the vertices of the sets of optimal strategies; any mixture of them is optimal.
    `complete` is False when the enumeration was stopped, and `stopped` says by what; `value` is None when even that
    was not known yet.
    """

    value: Number | None
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


def optimal_pair(
    game: NormalForm, exact: bool, clock: Clock = NO_CLOCK
) -> tuple[Sequence[Number], Sequence[Number]]:
    """Optimal strategies of both players: minimax and maximin.

        max_y Σ y  s.t. A y ≤ 1, y ≥ 0   (A > 0);   value = 1 / Σ y,  strategies = primal and dual solutions

    A float64 simplex finds the optimal basis; with `exact` that basis is solved in integers and its
    optimality checked in integers, and where rounding misled it the exact simplex takes over.
    Dantzig (1951); von Neumann (1928) for the theorem.
    """
    require_constant_sum(game)
    if exact and game.shape == (2, 2):
        mixed = _both_mixed(*game.fractions[0].ravel().tolist())
        if mixed is not None:
            return mixed
    table = unit_range(game.payoffs[:1])[0]
    basis, x, y = _float_simplex(table + 1.0, clock)
    if not exact:
        return (x, y) if basis is not None else _highs(table)
    M = positive_integers(game, 0)
    if basis is not None:
        certified = _certify(M, basis, clock)
        if certified is not None:
            return certified
    return _exact_pair(M, clock)


def _float_simplex(table: FloatArray, clock: Clock) -> tuple[list[int] | None, list[Number], list[Number]]:
    from tianji.kernels.matrix.simplex import simplex

    m, n = table.shape
    tableau = np.zeros((m + 1, n + 1))
    tableau[:m, :n] = table
    tableau[:m, n] = 1.0
    tableau[m, :n] = -1.0
    basis, cobasis = np.arange(n, n + m), np.arange(n)
    stalled, status = np.zeros(1, dtype=np.int64), 0
    chunk = max(1, OPERATIONS // tableau.size)
    for first in range(0, 50 * (m + n), chunk):
        clock.check()
        status = simplex(tableau, basis, cobasis, stalled, min(chunk, 50 * (m + n) - first))
        if status:
            break
    if status != 1:
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
    """Both linear programs by HiGHS, payoffs between 0 and 1: the way out when the dense simplex gives up.

    HiGHS cannot be interrupted.
    """
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


def _both_mixed(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction
) -> tuple[list[Fraction], list[Fraction]] | None:
    """The one optimal pair of [[a, b], [c, d]] where no cell is a saddle: each makes the other indifferent.

        x ∝ (d − c, a − b),   y ∝ (d − b, a − c)

    None where there is a saddle, or a tie that may be one.
    """
    x, y = (d - c, a - b), (d - b, a - c)
    if not (min(*x, *y) > 0 or max(*x, *y) < 0):
        return None
    total = x[0] + x[1]
    return [Fraction(v, total) for v in x], [Fraction(v, total) for v in y]


def _certify(M: ObjectArray, basis: list[int], clock: Clock) -> tuple[list[Fraction], list[Fraction]] | None:
    """Solve the float basis in integers; None when it is not exactly feasible and optimal."""
    m, n = M.shape
    columns = sorted(v for v in basis if v < n)
    rows = [i for i in range(m) if n + i not in set(basis)]
    core = M[np.ix_(rows, columns)]
    y_core = solve_integer(core, [1] * len(rows), clock)
    x_core = solve_integer(core.T, [1] * len(rows), clock)
    if y_core is None or x_core is None or min(y_core) < 0 or min(x_core) < 0:
        return None
    if not (_at_most_one(M[:, columns], y_core, 1) and _at_most_one(M[rows].T, x_core, -1)):
        return None
    return spread(normalised(x_core), rows, m), spread(normalised(y_core), columns, n)


def _at_most_one(matrix: ObjectArray, weights: list[Fraction], sign: int) -> bool:
    """sign · (matrix · weights − 1) ≤ 0 in every row; the weights share one denominator up to cancelling."""
    denominator = max(w.denominator for w in weights)
    for w in weights:
        if denominator % w.denominator:
            denominator = int(np.lcm.reduce(np.array([v.denominator for v in weights], dtype=object)))
            break
    whole = np.array([int(w * denominator) for w in weights], dtype=object)
    return all(sign * (total - denominator) <= 0 for total in matrix @ whole)


def exact_optimum(M: ObjectArray, clock: Clock = NO_CLOCK) -> Tableau:
    """The optimal tableau of max Σ y, M y ≤ 1, y ≥ 0 in integers; its `cost` are the reduced costs by column."""
    tableau = best_response_polytope(M)
    price(tableau, dict.fromkeys(range(M.shape[1]), 1))
    maximise(tableau, clock)
    return tableau


def _exact_pair(M: ObjectArray, clock: Clock) -> tuple[list[Fraction], list[Fraction]]:
    m, n = M.shape
    tableau = exact_optimum(M, clock)
    y = normalised(tableau.point())
    dual = [0] * m
    for c, variable in zip(tableau.cost, tableau.cobasis, strict=False):
        if variable >= n:
            dual[variable - n] = c
    return normalised(dual), y


@checked
def optimal_sets(
    game: NormalForm,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> ZeroSum:
    """The value and the vertices of both players' sets of optimal strategies, exactly.

    From the optimal tableau only variables with reduced cost 0 may enter: that walk covers the optimal face. `nodes`
    counts bases.

    >>> from tianji.matrix import NormalForm
    >>> optimal_sets(NormalForm([[0, 0], [0, 0]])).rows
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    require_constant_sum(game)
    require_one(threads, "the walk over an optimal face, in whole numbers of any size,")
    with clocked(Limits(seconds=seconds, nodes=nodes), stop, progress, "enumerate", "bases") as clock:
        return walk_faces(game, clock)


def walk_faces(game: NormalForm, clock: Clock) -> ZeroSum:
    """Both optimal sets, as far as the clock allows."""
    M = positive_integers(game, 0)
    faces: list[list[tuple[Fraction, ...]]] = [[], []]
    try:
        for face, table in zip(faces, (np.asarray(M.max() + 1 - M.T, dtype=object), M), strict=True):
            _walk_face(table, face, clock)
    except OutOfBudget:
        pass
    rows, columns = (tuple(sorted(face, reverse=True)) for face in faces)
    value: Any = None
    if rows:
        against = game.fractions[0].T.tolist()
        value = min(sum(p * u for p, u in zip(rows[0], column, strict=True)) for column in against)
    return ZeroSum(value, rows, columns, not clock.stopped, clock.stopped)


def _walk_face(M: ObjectArray, face: list[tuple[Fraction, ...]], clock: Clock) -> None:
    """Add the vertices of the optimal face of max Σ y, M y ≤ 1 to `face`, the first as soon as it is known."""
    tableau = exact_optimum(M, clock)
    costly = {variable for c, variable in zip(tableau.cost, tableau.cobasis, strict=False) if c > 0}
    face.append(tuple(normalised(tableau.point())))
    for vertex in walk_vertices(tableau.copy(), clock, set(range(sum(M.shape))) - costly):
        if vertex.strategy != face[0]:
            face.append(vertex.strategy)
