"""The end of a Lemke–Howson path in one call: followed in float64, proved in whole numbers where they fit a word."""

import numpy as np
from numba import njit

from tianji.kernels.matrix.simplex import lemke_howson

LOST, FLOATS, PROVED = 0, 1, 2
LARGEST = 2.0**50  # determinants up to here are known to the unit from floats
WORD = 2.0**62


@njit(cache=True)
def strategy(T, basis, low, high, out):
    """The mixture at a basis: the variables low … high − 1, normalised; False when there is none."""
    out[:] = 0.0
    for i in range(basis.size):
        if low <= basis[i] < high:
            out[basis[i] - low] = max(T[i, T.shape[1] - 1], 0.0)
    total = out.sum()
    if total > 0.0:
        out /= total
    return total > 0.0


@njit(cache=True)
def judge(payoff, own, other, found, at):
    """Value and regret of `own` against `other` into found[at], found[at + 2]. payoff: `[own, other]`."""
    value, best = 0.0, -np.inf
    for i in range(own.size):
        gain = 0.0
        for j in range(other.size):
            gain += payoff[i, j] * other[j]
        value += own[i] * gain
        best = max(best, gain)
    found[at], found[at + 2] = value, max(best - value, 0.0)


@njit(cache=True)
def whole_solution(M, unit, rows, columns, k, out):
    """The numerators of the solution of unit · M[rows, columns] z = 1 into `out`, and the denominator; 0: do not fit.

    unit · M: `[m, n]` of whole numbers as floats. The determinant is rounded; the caller checks what comes out.
    """
    W = np.empty((k, k + 1))
    for a in range(k):
        for b in range(k):
            W[a, b] = unit * M[rows[a], columns[b]]
        W[a, k] = 1.0
    det = 1.0
    for c in range(k):
        r = c
        for i in range(c + 1, k):
            if abs(W[i, c]) > abs(W[r, c]):
                r = i
        det *= W[r, c] if r == c else -W[r, c]
        if det == 0.0:
            return 0
        for j in range(c, k + 1):
            W[c, j], W[r, j] = W[r, j], W[c, j]
        for i in range(k):
            f = W[i, c] / W[c, c]
            if i != c and f != 0.0:
                for j in range(c, k + 1):
                    W[i, j] -= f * W[c, j]
    if not abs(det) < LARGEST:
        return 0
    whole = np.int64(np.rint(abs(det)))
    for a in range(k):
        size = np.rint(W[a, k] / W[a, a] * abs(det))
        if not 0.0 <= size < LARGEST:
            return 0
        out[columns[a]] = np.int64(size)
    return whole


@njit(cache=True)
def prove(M, unit, basis, low, high, out):
    """The mixture at a basis in whole numbers into `out`, and the payoff of best responses times their sum; or 0.

    unit · M: `[r, c]`, positive whole numbers as floats; basis: `[r]`, the variables low … high − 1 being those of
    `out`, `[c]`, the others the slacks of the rows, in order. Proved: unit · M · out ≤ D in every row, equal
    where no slack is.
    """
    r = basis.size
    rows, columns, k = np.empty(r, np.int64), np.empty(r, np.int64), 0
    tight = np.ones(r, np.bool_)
    for i in range(r):
        if low <= basis[i] < high:
            columns[k] = basis[i] - low
            k += 1
        else:
            tight[basis[i] if basis[i] < low else basis[i] - high] = False
    a = 0
    for i in range(r):
        if tight[i]:
            rows[a] = i
            a += 1
    out[:] = 0
    whole = whole_solution(M, unit, rows, columns, k, out)
    if whole == 0 or not unit * LARGEST < WORD / (k + 1):  # entries of M are at most 1
        return 0
    for i in range(r):
        total = 0
        for b in range(k):
            total += np.int64(unit * M[i, columns[b]]) * out[columns[b]]
        if total > whole or (tight[i] and total != whole):
            return 0
    return whole


@njit(cache=True, nogil=True)
def end_of_path(starts, payoffs, units, label, most, exact, found, wholes):
    """LOST, or the equilibrium at the end of the path that drops `label`, in FLOATS, and PROVED in whole numbers.

    The labels of the end are complementary by construction, so a proof of both strategies is one of the equilibrium.
    starts: as of `lemke_howson_tableaux`, entries at most 1; units: what makes both players' whole, if `exact`;
    payoffs: `[2, m, n]`; most: pivots. found: `[m + n + 4]`, overwritten with x, y, both values, both regrets. wholes:
    `[2 (m + n + 1)]`, overwritten with the bases of both tableaux, `[n + m]`, then x, y and what a best response to y
    and to x pays, times its sum.
    """
    first, second = starts[0].copy(), starts[1].copy()
    m, n = second.shape[0], first.shape[0]
    columns, rows, proof = wholes[:n], wholes[n : n + m], wholes[n + m :]
    for i in range(n):
        columns[i] = m + i
    for i in range(m):
        rows[i] = i
    entering = np.array([label, 1 if label < m else 0])
    if lemke_howson(first, second, columns, rows, label, entering, most) != 1:
        return LOST
    x, y = found[:m], found[m : m + n]
    if not (strategy(first, columns, 0, m, x) and strategy(second, rows, m, m + n, y)):
        return LOST
    if not exact:
        judge(payoffs[0], x, y, found, m + n)
        judge(payoffs[1].T, y, x, found, m + n + 1)
        return FLOATS
    proof[m + n] = prove(starts[1][:, m : m + n], units[0], rows, m, m + n, proof[m : m + n])
    proof[m + n + 1] = prove(starts[0][:, :m], units[1], columns, 0, m, proof[:m])
    return PROVED if proof[m + n] and proof[m + n + 1] else FLOATS
