"""One equilibrium of a bimatrix game by complementary pivoting."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tianji.errors import NotApplicableError, ParameterError
from tianji.matrix.budget import Budget, BudgetSpentError
from tianji.matrix.exact.integer import Tableau
from tianji.matrix.game.equilibrium import Equilibrium, Number
from tianji.matrix.nash.support import from_support
from tianji.matrix.nash.vertex import best_response_polytope, normalised, positive_integers

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

EXACT_LABELS = 40  # above this many actions in all, a float path is followed first and then certified


def lemke_howson(
    game: NormalForm, label: int = 0, *, exact: bool | None = None, budget: Budget | None = None
) -> Equilibrium:
    """The equilibrium at the end of the Lemke–Howson path that drops `label`.

    Labels 0 … m − 1 are the row player's actions, m … m + n − 1 the column player's. Ties are broken
    lexicographically, so that the path ends in degenerate games too. With `exact` (the default for
    rational payoffs) all pivots are in integers.
    Lemke & Howson (1964); von Stengel (2002), section 2.6 on the lexicographic rule.

    >>> from tianji.matrix import NormalForm
    >>> print(lemke_howson(NormalForm("2,1 0,0; 0,0 1,2"), label=2))
    (1, 0) (1, 0) values (2, 1)
    """
    if len(game.shape) != 2:
        raise NotApplicableError(
            f"Lemke–Howson needs two players, {game!r} has {len(game.shape)}; use solve()"
        )
    if not 0 <= label < sum(game.shape):
        raise ParameterError(f"label {label!r} is out of range; labels are 0 to {sum(game.shape) - 1}")
    exact = game.rational if exact is None else exact and game.rational
    budget = budget or Budget()
    if not exact or sum(game.shape) > EXACT_LABELS:
        profile = _float_path(game, label)
        if profile is not None:
            if not exact:
                return game.verify(profile, "lemke-howson")
            support = [[a for a, p in enumerate(row) if p > 1e-12] for row in profile]
            certified = from_support(game, support, "lemke-howson")
            if certified is not None and certified.regret == 0:
                return certified
    found = _exact_path(game, label, budget)
    if found is None:
        raise BudgetSpentError(
            f"{game!r}: the Lemke–Howson path was not finished ({budget.stopped}); allow more seconds"
        )
    result = game.verify(found, "lemke-howson")
    return result if exact else game.verify([[float(p) for p in row] for row in found], "lemke-howson")


def _exact_path(game: NormalForm, label: int, budget: Budget) -> list[list[Fraction]] | None:
    m, n = game.shape
    first = best_response_polytope(positive_integers(game, 1).T)  # variables x, slacks of the columns
    second = best_response_polytope(positive_integers(game, 0))  # variables y, slacks of the rows
    # In `first` variable v is label v; in `second` variables 0 … n − 1 are labels m …, slacks labels 0 ….
    entering, in_first = label, label < m
    while budget.spend():
        tableau: Tableau = first if in_first else second
        variable = entering if in_first else (entering - m if entering >= m else entering + n)
        column = tableau.cobasis.index(variable)
        row = tableau.leaving_row(column)
        leaving = tableau.basis[row]
        tableau.pivot(row, column)
        entering = leaving if in_first else (leaving + m if leaving < n else leaving - n)
        if entering == label:
            return [normalised(first.point()), normalised(second.point())]
        in_first = not in_first
    return None


def _float_path(game: NormalForm, label: int) -> list[list[Number]] | None:
    from tianji.kernels.matrix.simplex import lemke_howson as follow
    from tianji.kernels.matrix.simplex import lemke_howson_tableaux

    m, n = game.shape
    tables = [(t - t.min()) / (float(np.ptp(t)) or 1.0) + 1.0 for t in game.payoffs]
    first, second, basis_first, basis_second = lemke_howson_tableaux(*tables)  # type: ignore[no-untyped-call]
    if follow(first, second, basis_first, basis_second, label, 1_000 * (m + n)) < 0:
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
    regret = game.verify(profile).regret
    return profile if regret <= 1e-9 * max(1.0, float(np.abs(game.payoffs).max())) else None
