"""One equilibrium of a bimatrix game by complementary pivoting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError
from tianji.matrix.exact.integer import Tableau
from tianji.matrix.game.equilibrium import Equilibrium, Number, verified, verified_weights
from tianji.matrix.game.payoffs import unit_range
from tianji.matrix.nash.lp import OPERATIONS
from tianji.matrix.nash.method import Method
from tianji.matrix.nash.polynomial import regret_of
from tianji.matrix.nash.support import from_support
from tianji.matrix.nash.vertex import normalised, positive_rows
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

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
    rational payoffs) all pivots are in integers. A path has no partial answer: stopped early, by `nodes` (pivots) or
    otherwise, it raises NotApplicableError; `solve` answers with an approximation instead.
    Lemke & Howson (1964); von Stengel (2002), section 2.6 on the lexicographic rule.

    >>> from tianji.matrix import NormalForm
    >>> print(lemke_howson(NormalForm("2,1 0,0; 0,0 1,2"), label=2))
    (1, 0) (1, 0) values (2, 1)
    """
    limits, method = (
        Limits(seconds=seconds, nodes=nodes, threads=threads),
        Method("lemke-howson", exact, label),
    )
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
