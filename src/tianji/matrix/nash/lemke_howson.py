"""One equilibrium of a bimatrix game by complementary pivoting."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError
from tianji.matrix.exact.integer import NO_CLOCK, Tableau
from tianji.matrix.game.equilibrium import Equilibrium, Number, of_wholes, verified, verified_weights
from tianji.matrix.game.payoffs import unit_range
from tianji.matrix.nash.lp import OPERATIONS
from tianji.matrix.nash.method import Method
from tianji.matrix.nash.polynomial import regret_of
from tianji.matrix.nash.support import from_support
from tianji.matrix.nash.vertex import FEW_LABELS, basic_point, normalised, positive_rows
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm, Shifts

KERNEL = "tianji.kernels.matrix.path"
BRIEF, BRIEF_CELLS = (
    1_000,
    10_000,
)  # pivots and cells that are no more than some milliseconds: nobody stops them
EXACT_LABELS = 40  # above this many actions in all, a float path is followed first and then certified


@checked
def lemke_howson(
    game: NormalForm,
    label: int = 0,
    *,
    exact: bool | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Equilibrium:
    """The equilibrium at the end of the Lemke–Howson path that drops `label`.

    Labels 0 … m − 1 are the row player's actions, m … m + n − 1 the column player's. Ties are broken
    lexicographically, so that the path ends in degenerate games too. With `exact` (the default for
    rational payoffs) the end is proved in whole numbers, and where that fails all pivots are made in them. A path has
    no partial answer: stopped early, by `nodes` (pivots) or otherwise, it raises NotApplicableError; `solve` answers
    with an approximation instead.
    Lemke & Howson (1964); von Stengel (2002), section 2.6 on the lexicographic rule.

    >>> from tianji.matrix import NormalForm
    >>> print(lemke_howson(NormalForm("2,1 0,0; 0,0 1,2"), label=2))
    (1, 0) (1, 0) values (2, 1)
    """
    is_open = seconds is None and nodes is None and threads is None and progress is None and stop is None
    if is_open and len(game.shape) == 2 and 0 <= label < sum(game.shape) and (game.rational or not exact):
        found = quick_end(game, int(label), game.rational if exact is None else bool(exact))
        if found is not None:
            return found
    method = Method("lemke-howson", exact, label)
    limits = Limits(seconds=seconds, nodes=nodes, threads=threads)
    method.require(game, limits)
    with clocked(limits, stop, progress, "follow", "pivots") as clock:
        try:
            return follow_path(game, label, method.is_exact(game), clock)
        except OutOfBudget:
            raise NotApplicableError(
                f"{game!r}: the Lemke–Howson path was not finished ({clock.stopped}); allow more"
            ) from None


def follow_path(game: NormalForm, label: int, exact: bool, clock: Clock) -> Equilibrium:
    """The end of the path; raises `OutOfBudget` when the clock says so first."""
    if clock.limit is None:
        clock.check()
        found = quick_end(game, label, exact)
        if found is not None:
            return found
    if not exact or sum(game.shape) > EXACT_LABELS:
        profile = _float_path(game, label, clock)
        if profile is not None:
            if not exact:
                return game.verify(profile, "lemke-howson")
            support = [[a for a, p in enumerate(row) if p > 1e-12] for row in profile]
            certified = from_support(game, support, "lemke-howson", clock)
            if certified is not None and certified.regret == 0:
                return certified
    weights = _exact_path(game, label, clock)
    if exact:
        return verified_weights(game, weights, "lemke-howson")
    return verified(game, map(normalised, weights), "lemke-howson", exact=False)


def quick_end(game: NormalForm, label: int, exact: bool) -> Equilibrium | None:
    """The end of a short path, by one call of the kernel where that is worth loading; None: long, or not proved."""
    m, n = game.shape
    kernel: Any = sys.modules.get(KERNEL)  # an import statement takes as long as a pivot
    if m * n > BRIEF_CELLS:
        return None
    if kernel is None and exact and m + n <= FEW_LABELS:  # done before it is loaded
        return verified_weights(game, _exact_path(game, label, NO_CLOCK), "lemke-howson")
    kernel = kernel or import_module(KERNEL)
    starts, units, shifts = game.path_starts
    if exact and not shifts:
        return None
    found, wholes = np.empty(m + n + 4), np.empty(2 * (m + n + 1), np.int64)
    status = kernel.end_of_path(starts, game.payoffs, units, label, BRIEF, exact, found, wholes)
    if status == kernel.LOST:
        return None
    if not exact:
        numbers = found.tolist()
        first, second = numbers[m + n + 2 :]
        if max(first, second) > 1e-9 * game.scale:
            return None
        profile = tuple(numbers[:m]), tuple(numbers[m : m + n])
        values, worst = tuple(numbers[m + n : m + n + 2]), max(first, second)
        return Equilibrium(profile, values, worst, False, "lemke-howson", first + second)
    basis = wholes.tolist()
    if status == kernel.PROVED:
        return _proved(m, n, basis[m + n :], shifts)
    table, turned = positive_rows(game, 0), [list(row) for row in zip(*positive_rows(game, 1), strict=True)]
    weights = [_at_basis(turned, basis[:n], 0, m), _at_basis(table, basis[n : n + m], m, n)]
    if min(min(row, default=-1) for row in weights) < 0:
        return None
    certified = verified_weights(game, weights, "lemke-howson")
    return certified if certified.regret == 0 else None


def _at_basis(table: list[list[int]], basis: list[int], low: int, count: int) -> list[int]:
    """The strategy at a basis of labels in whole numbers; low … low + count − 1 are its own. [] if there is none."""
    slacks = set(basis)
    columns = [v - low for v in basis if low <= v < low + count]
    others = [v for v in range(count + len(table)) if not low <= v < low + count]
    rows = [i for i, v in enumerate(others) if v not in slacks]
    point, out = basic_point(table, rows, columns), [0] * count
    for j, z in zip(columns, point, strict=bool(point)):
        out[j] = z
    return out if point else []


def _proved(m: int, n: int, wholes: list[int], shifts: Shifts) -> Equilibrium:
    """The equilibrium of the kernel's whole numbers: x, y, and D with D / Σ y what a best response to y pays."""
    total_x, total_y = sum(wholes[:m]), sum(wholes[m : m + n])
    (up_a, unit_a), (up_b, unit_b) = shifts
    best_a, best_b = wholes[m + n] - up_a * total_y, wholes[m + n + 1] - up_b * total_x
    return of_wholes([*wholes[: m + n], best_a, best_b], m, (unit_a, unit_b), "lemke-howson")


def _exact_path(game: NormalForm, label: int, clock: Clock) -> list[list[int]]:
    m, n = game.shape
    first = Tableau(
        [*zip(*positive_rows(game, 1), strict=True)], [1] * n
    )  # variables x, slacks of the columns
    second = Tableau(positive_rows(game, 0), [1] * m)  # variables y, slacks of the rows
    # In `first` variable v is label v; in `second` variables 0 … n − 1 are labels m …, slacks labels 0 ….
    entering, in_first = label, label < m
    while True:
        clock.step()
        tableau: Tableau = first if in_first else second
        variable = entering if in_first else (entering - m if entering >= m else entering + n)
        column = tableau.cobasis.index(variable)
        row = tableau.leaving_row(column)
        leaving = tableau.basis[row]
        tableau.pivot(row, column)
        entering = leaving if in_first else (leaving + m if leaving < n else leaving - n)
        if entering == label:
            return [first.point(), second.point()]
        in_first = not in_first


def _float_path(game: NormalForm, label: int, clock: Clock) -> list[list[Number]] | None:
    from tianji.kernels.matrix.simplex import lemke_howson as follow
    from tianji.kernels.matrix.simplex import lemke_howson_tableaux

    m, n = game.shape
    tables = unit_range(game.payoffs) + 1.0
    first, second, basis_first, basis_second = lemke_howson_tableaux(*tables)  # type: ignore[no-untyped-call]
    entering, status = np.array([label, int(label < m)]), 0
    chunk = max(1, OPERATIONS // (first.size + second.size))
    for _ in range(0, 1_000 * (m + n), chunk):
        clock.check()
        status = follow(first, second, basis_first, basis_second, label, entering, chunk)
        if status:
            break
    if status != 1:
        return None
    x, y = np.zeros(m), np.zeros(n)
    for i, variable in enumerate(basis_first):
        if variable < m:
            x[variable] = max(first[i, -1], 0.0)
    for i, variable in enumerate(basis_second):
        if variable >= m:
            y[variable - m] = max(second[i, -1], 0.0)
    if not (x.sum() > 0 and y.sum() > 0):
        return None
    profile: list[list[Number]] = [(x / x.sum()).tolist(), (y / y.sum()).tolist()]
    return profile if regret_of(game.payoffs, [x / x.sum(), y / y.sum()]) <= 1e-9 * game.scale else None
