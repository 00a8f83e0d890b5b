"""Support enumeration in float64: solve the indifference system of every pair of equally large supports."""

import numpy as np
from numba import njit


@njit(cache=True)
def solve_indifference(payoff, rows, columns, k, work, weights):
    """The mixture of `columns` that makes all `rows` pay the same; False when the system is singular.

        Σ_j payoff[i, j] · w_j = v for i in rows,   Σ_j w_j = 1

    payoff: `[m, n]`. rows, columns: index arrays, first k entries used. work: `[K + 1, K + 2]` scratch.
    weights: `[K + 1]`, overwritten with w_0 … w_{k−1}, v.
    """
    size = k + 1
    for a in range(k):
        for b in range(k):
            work[a, b] = payoff[rows[a], columns[b]]
        work[a, k] = -1.0
        work[a, size] = 0.0
    for b in range(k):
        work[k, b] = 1.0
    work[k, k] = 0.0
    work[k, size] = 1.0
    for c in range(size):
        r = c
        for i in range(c + 1, size):
            if abs(work[i, c]) > abs(work[r, c]):
                r = i
        if abs(work[r, c]) < 1e-12:
            return False
        if r != c:
            for j in range(c, size + 1):
                work[c, j], work[r, j] = work[r, j], work[c, j]
        for i in range(c + 1, size):
            f = work[i, c] / work[c, c]
            if f != 0.0:
                for j in range(c, size + 1):
                    work[i, j] -= f * work[c, j]
    for c in range(size - 1, -1, -1):
        total = work[c, size]
        for j in range(c + 1, size):
            total -= work[c, j] * weights[j]
        weights[c] = total / work[c, c]
    return True


@njit(cache=True)
def is_best(payoff, columns, k, weights, value, tolerance):
    """Whether no row pays more than `value` + tolerance against the mixture."""
    for i in range(payoff.shape[0]):
        total = 0.0
        for b in range(k):
            total += payoff[i, columns[b]] * weights[b]
        if total > value + tolerance:
            return False
    return True


@njit(cache=True)
def next_subset(subset, k, n):
    """The lexicographically next k-subset of 0 … n − 1, in place; False after the last."""
    i = k - 1
    while i >= 0 and subset[i] == n - k + i:
        i -= 1
    if i < 0:
        return False
    subset[i] += 1
    for j in range(i + 1, k):
        subset[j] = subset[j - 1] + 1
    return True


@njit(cache=True, nogil=True)
def enumerate_supports(A, Bt, k, tolerance, start, max_pairs, out_x, out_y, state):
    """All equilibria whose supports both have size k, resumable.

    A: `[m, n]` row player's payoffs; Bt: `[n, m]` column player's, transposed. start: `[2, k]`, the row and
    column subsets to go on from, updated. max_pairs: pairs to try in this call. out_x: `[F, m]`, out_y:
    `[F, n]`, overwritten. state: `[3]`, overwritten with (finished, singular systems met, pairs tried).
    Returns the number of equilibria found; stops early, unfinished, when the output is full.
    """
    m, n = A.shape
    work, weights = np.empty((k + 1, k + 2)), np.empty(k + 1)
    x = np.empty(k + 1)
    rows, columns = start[0], start[1]
    found = 0
    state[0], state[1], state[2] = 0, 0, 0
    while state[2] < max_pairs and found < out_x.shape[0]:
        state[2] += 1
        if not solve_indifference(A, rows, columns, k, work, weights):
            state[1] += 1
        elif weights[:k].min() > tolerance and is_best(A, columns, k, weights, weights[k], tolerance):
            for a in range(
                k + 1
            ):  # not a slice: numba would compile what words its complaint about shapes, 1.6 s
                x[a] = weights[a]
            if not solve_indifference(Bt, columns, rows, k, work, weights):
                state[1] += 1
            elif weights[:k].min() > tolerance and is_best(Bt, rows, k, weights, weights[k], tolerance):
                out_x[found, :], out_y[found, :] = 0.0, 0.0
                for a in range(k):
                    out_x[found, rows[a]] = weights[a]
                    out_y[found, columns[a]] = x[a]
                found += 1
        if not next_subset(columns, k, n):
            for a in range(k):
                columns[a] = a
            if not next_subset(rows, k, m):
                state[0] = 1
                return found
    return found
