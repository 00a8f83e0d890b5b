"""Dense pivoting in float64: the simplex method for matrix games and complementary pivoting."""

import numpy as np
from numba import njit

TOLERANCE = 1e-11


@njit(cache=True)
def pivot(tableau, r, c):
    """Exchange the basic variable of row r with the cobasic variable of column c.

    tableau: `[R, C]`, condensed (cobasic columns only), updated in place; `tableau[r, c]` must not be 0.
    """
    p = tableau[r, c]
    for j in range(tableau.shape[1]):
        tableau[r, j] /= p
    tableau[r, c] = 1.0 / p
    for i in range(tableau.shape[0]):
        if i == r or tableau[i, c] == 0.0:
            continue
        f = tableau[i, c]
        for j in range(tableau.shape[1]):
            tableau[i, j] -= f * tableau[r, j]
        tableau[i, c] = -f / p


@njit(cache=True)
def leaving_row(tableau, c, rows):
    """Minimum ratio row for entering column c; among ties the largest pivot. Returns −1 when unbounded."""
    best, best_ratio = -1, 0.0
    last = tableau.shape[1] - 1
    for i in range(rows):
        entry = tableau[i, c]
        if entry <= TOLERANCE:
            continue
        ratio = max(tableau[i, last], 0.0) / entry
        if best < 0 or ratio < best_ratio - TOLERANCE:
            best, best_ratio = i, ratio
        elif ratio <= best_ratio + TOLERANCE and entry > tableau[best, c]:
            best, best_ratio = i, min(ratio, best_ratio)
    return best


@njit(cache=True, nogil=True)
def simplex(tableau, basis, cobasis, stalled, max_pivots):
    """Maximise by Dantzig's rule from a feasible start; Bland's rule after a long run of null steps.

    tableau: `[m + 1, n + 1]`, constraints then the objective row (−c | 0), updated in place. basis: `[m]`,
    cobasis: `[n]`, updated. stalled: `[1]`, null steps in a row, carried from call to call. Returns 1 at the optimum,
    0 when `max_pivots` were not enough, −1 when the problem is unbounded.
    """
    m, n = basis.size, cobasis.size
    for _ in range(max_pivots):
        enter = -1
        for j in range(n):
            if tableau[m, j] >= -TOLERANCE:
                continue
            if enter < 0:
                enter = j
            elif stalled[0] > 2 * (m + n):
                if cobasis[j] < cobasis[enter]:
                    enter = j
            elif tableau[m, j] < tableau[m, enter]:
                enter = j
        if enter < 0:
            return 1
        r = leaving_row(tableau, enter, m)
        if r < 0:
            return -1
        stalled[0] = stalled[0] + 1 if tableau[r, n] <= TOLERANCE else 0
        pivot(tableau, r, enter)
        basis[r], cobasis[enter] = cobasis[enter], basis[r]
    return 0


@njit(cache=True)
def lex_leaving_row(tableau, c, slack):
    """Lexicographic minimum ratio over the columns (right-hand side, then `slack`, `slack` + 1, …).

    tableau: `[m, C + 1]` with all columns stored; `slack` is the first of the m columns of the basis inverse.
    """
    m, last = tableau.shape[0], tableau.shape[1] - 1
    best = -1
    for i in range(m):
        if tableau[i, c] <= TOLERANCE:
            continue
        if best < 0:
            best = i
            continue
        difference = tableau[i, last] / tableau[i, c] - tableau[best, last] / tableau[best, c]
        k = slack
        while abs(difference) <= TOLERANCE and k < slack + m:
            difference = tableau[i, k] / tableau[i, c] - tableau[best, k] / tableau[best, c]
            k += 1
        if difference < 0.0:
            best = i
    return best


@njit(cache=True)
def full_pivot(tableau, r, c):
    """Make column c the r-th unit vector. tableau: `[m, C + 1]`, all columns stored, updated in place."""
    p = tableau[r, c]
    for j in range(tableau.shape[1]):
        tableau[r, j] /= p
    for i in range(tableau.shape[0]):
        f = tableau[i, c]
        if i != r and f != 0.0:
            for j in range(tableau.shape[1]):
                tableau[i, j] -= f * tableau[r, j]


@njit(cache=True, nogil=True)
def lemke_howson(first, second, basis_first, basis_second, label, entering, max_pivots):
    """Follow the path that drops `label` until it is picked up again.

    Variables are labels 0 … m + n − 1 in both tableaux: the row player's actions first.
    first: `[n, m + n + 1]` for { x : Bᵀx ≤ 1 }, its slacks being the labels m … m + n − 1.
    second: `[m, m + n + 1]` for { y : A y ≤ 1 }, its slacks being the labels 0 … m − 1.
    basis_first: `[n]`, basis_second: `[m]`: the basic label of every row. entering: `[2]`, the label that enters next,
    and 1 when it enters `first`, 0 when `second`. All are updated in place, so that a call can go on where the last one
    ended. Returns 1 at the end of the path, 0 when `max_pivots` were not enough, −1 when rounding has lost the path.
    """
    m = basis_second.size
    for _ in range(max_pivots):
        variable = entering[0]
        if entering[1] == 1:
            r = lex_leaving_row(first, variable, m)
            if r < 0:
                return -1
            full_pivot(first, r, variable)
            leaving = basis_first[r]
            basis_first[r] = variable
        else:
            r = lex_leaving_row(second, variable, 0)
            if r < 0:
                return -1
            full_pivot(second, r, variable)
            leaving = basis_second[r]
            basis_second[r] = variable
        if leaving == label:
            return 1
        entering[0], entering[1] = leaving, 1 - entering[1]
    return 0


def lemke_howson_tableaux(A, B):
    """The starting tableaux and bases of `lemke_howson` for positive payoffs A, B: `[m, n]`."""
    m, n = A.shape
    first = np.hstack([B.T, np.eye(n), np.ones((n, 1))])
    second = np.hstack([np.eye(m), A, np.ones((m, 1))])
    return first, second, np.arange(m, m + n), np.arange(m)
