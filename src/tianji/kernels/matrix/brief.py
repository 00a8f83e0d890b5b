"""Small matrix games in one call: a search in floats, and where the payoffs are whole numbers a proof in them.

Whoever calls has made what depends on the game alone; LOST stands for whatever is too large, too close or too rare for
a short answer, and sends the question the usual way.
"""

import numpy as np
from numba import njit

from tianji.kernels.matrix.path import judge, whole_solution
from tianji.kernels.matrix.simplex import simplex
from tianji.kernels.matrix.support import enumerate_supports
from tianji.kernels.matrix.vertices import DONE, points, walk
from tianji.kernels.matrix.whole import LOST, insert, prove, reduce
from tianji.kernels.matrix.whole import extreme as extreme
from tianji.kernels.matrix.whole import optimum as optimum

ROOM = 256  # bases that there is room for


@njit(cache=True)
def optimal_basis(start, rows, columns, x, y):
    """The optimum of a tableau of `simplex`: constraints and variables in use, k of both, and solutions; or LOST.

    start: `[m + 1, n + 1]`; rows: `[m]`, columns: `[n]`; x: `[m]`, y: `[n]`, the dual and the primal one.
    """
    T, m, n = start.copy(), rows.size, columns.size
    basis, cobasis = np.arange(n, n + m), np.arange(n)
    if simplex(T, basis, cobasis, np.zeros(1, np.int64), 50 * (m + n)) != 1:
        return LOST
    k = 0
    for j in range(n):
        y[j] = 0.0
        for i in range(m):
            if basis[i] == j:
                columns[k], y[j] = j, max(T[i, n], 0.0)
                k += 1
    a = 0
    for i in range(m):
        x[i] = 0.0
        for j in range(n):
            if cobasis[j] == n + i:
                rows[a], x[i] = i, max(T[m, j], 0.0)
                a += 1
    return k


@njit(cache=True)
def solve_whole(M, rows, columns, k, out):
    """The mixture z ∝ M[rows, columns]⁻¹ 1 in whole numbers into `out`; whether it was found. M: positive floats."""
    for j in range(out.size):
        out[j] = 0
    if whole_solution(M, 1.0, rows, columns, k, out) == 0:
        return False
    reduce(out)
    return True


@njit(cache=True)
def positive(tables, player):
    """The player's payoffs from 1 up, as floats: his actions by the other's."""
    _, m, n = tables.shape
    low = tables[player, 0, 0]
    for i in range(m):
        for j in range(n):
            low = min(low, tables[player, i, j])
    M = np.empty((m, n) if player == 0 else (n, m))
    for i in range(m):
        for j in range(n):
            value = tables[player, i, j] + 1 - low
            if player == 0:
                M[i, j] = value
            else:
                M[j, i] = value
    return M


@njit(cache=True)
def rate(payoffs, found):
    """x and y made to sum to one, and values and regrets behind them. found: `[m + n + 4]`."""
    _, m, n = payoffs.shape
    x, y = found[:m], found[m : m + n]
    for row in (x, y):
        total = 0.0
        for p in row:
            total += p
        for i in range(row.size):
            row[i] /= total
    judge(payoffs[0], x, y, found, m + n)
    judge(payoffs[1].T, y, x, found, m + n + 1)


@njit(cache=True, nogil=True)
def saddle(start, tables, payoffs, exact, wholes, found):
    """An optimal pair of a constant-sum game: 1, or LOST.

    start: `[m + 1, n + 1]`, the tableau of the simplex method; tables: `[2, m, n]`, the payoffs in whole numbers if
    `exact`; payoffs: the same in floats. wholes: `[m + n + 2]`, as of `whole.prove`, if `exact`; found: `[m + n + 4]`,
    both strategies, values and regrets if not; overwritten.
    """
    _, m, n = payoffs.shape
    rows, columns = np.empty(m, np.int64), np.empty(n, np.int64)
    k = optimal_basis(start, rows, columns, found[:m], found[m : m + n])
    if k == LOST:
        return LOST
    if not exact:
        rate(payoffs, found)
        rate(payoffs, found)  # as often as it is done in the usual way, to the last digit
        return 1
    M = positive(tables, 0)
    Mt = np.empty((n, m))
    for i in range(m):
        for j in range(n):
            Mt[j, i] = M[i, j]
    if not solve_whole(Mt, columns, rows, k, wholes[:m]) or not solve_whole(
        M, rows, columns, k, wholes[m : m + n]
    ):
        return LOST
    return 1 if prove(tables, wholes) else LOST


@njit(cache=True)
def best_floats(payoffs, found):
    """How many best responses both players have, to 1e-9 of the largest payoff."""
    _, m, n = payoffs.shape
    count = 0
    for player in range(2):
        size, others, other = (m, n, m) if player == 0 else (n, m, 0)
        largest, best = 0.0, -np.inf
        gains = np.zeros(size)
        for a in range(size):
            for b in range(others):
                payoff = payoffs[0, a, b] if player == 0 else payoffs[1, b, a]
                gains[a] += payoff * found[other + b]
                largest = max(largest, abs(payoff))
            best = max(best, gains[a])
        for a in range(size):
            count += gains[a] >= best - 1e-9 * largest
    return count


@njit(cache=True)
def where_positive(row, out):
    """The places of what is positive, in order, into the beginning of `out`."""
    a = 0
    for i in range(row.size):
        if row[i] > 0.0:
            out[a] = i
            a += 1


@njit(cache=True, nogil=True)
def supports(A, Bt, tables, payoffs, exact, wholes, found, state):
    """All equilibria with equally large supports, as of `enumerate_supports`; how many, or LOST.

    A: `[m, n]`, Bt: `[n, m]`, payoffs from 0 to 1; tables and payoffs as of `saddle`. wholes: `[K, m + n + 2]`, sorted
    and proved, if `exact`; found: `[K, m + n + 4]` if not. state: `[1]`, overwritten with the number of signs that
    these are not all: singular systems, and best responses that are not played.
    """
    m, n = A.shape
    capacity, count, state[0] = max(len(wholes), len(found)), 0, 0
    out_x, out_y, local = np.empty((capacity, m)), np.empty((capacity, n)), np.zeros(3, np.int64)
    rows, columns, row = np.empty(m, np.int64), np.empty(n, np.int64), np.empty(m + n + 2, np.int64)
    M, Mt = (positive(tables, 0), positive(tables, 1)) if exact else (A, Bt)
    for k in range(1, min(m, n) + 1):
        at = np.empty((2, k), np.int64)
        for a in range(k):
            at[0, a] = at[1, a] = a
        hits = enumerate_supports(A, Bt, k, 1e-10, at, 1 << 30, out_x, out_y, local)
        if local[0] == 0 or count + hits >= capacity:
            return LOST
        state[0] += local[1]
        for h in range(hits):
            if not exact:
                for i in range(m):
                    found[count, i] = out_x[h, i]
                for j in range(n):
                    found[count, m + j] = out_y[h, j]
                rate(payoffs, found[count])
                state[0] += best_floats(payoffs, found[count]) != 2 * k
                count += 1
                continue
            where_positive(out_x[h], rows)
            where_positive(out_y[h], columns)
            if not solve_whole(Mt, columns, rows, k, row[:m]) or not solve_whole(
                M, rows, columns, k, row[m : m + n]
            ):
                return LOST
            best = prove(tables, row)
            if best == 0:
                return LOST
            played = 0
            for i in range(m + n):
                played += row[i] > 0
            state[0] += best != played
            insert(row, wholes, count, m, n)
            count += 1
    return count


@njit(cache=True, nogil=True)
def to_floats(wholes, payoffs, found):
    """Equilibria of whole numbers in floats: found: `[K, m + n + 4]`, overwritten with strategies, values, regrets."""
    _, m, n = payoffs.shape
    for k in range(found.shape[0]):
        x, y = 0, 0
        for i in range(m):
            x += wholes[k, i]
        for j in range(n):
            y += wholes[k, m + j]
        for i in range(m + n):
            found[k, i] = wholes[k, i] / (x if i < m else y)
        rate(payoffs, found[k])


@njit(cache=True)
def corners(M, tilt, lengths, strategies, zeros):
    """The vertices of { z ≥ 0 : M z ≤ 1 } but the origin, simple ones all, as mixed strategies; how many, or LOST.

    M, tilt, lengths: as of `vertices.walk`; strategies: `[ROOM, n]`, zeros: `[ROOM]`, overwritten.
    """
    m, n = M.shape
    seen, found = np.zeros(4 * ROOM, np.uint64), np.empty((ROOM + 1, 2), np.uint64)
    stack, state = np.empty(4 * ROOM, np.uint64), np.array([0, 1])
    stack[0] = np.uint64(((1 << m) - 1) << n)
    residues, primes = np.empty((0, m, n), np.int64), np.empty(0, np.int64)
    if walk(M, tilt, lengths, residues, primes, seen, found, stack, state, ROOM) != DONE:
        return LOST
    bases, count = np.empty(state[0], np.uint64), 0
    origin = np.uint64((1 << n) - 1)
    for k in range(state[0]):
        if found[k, 1] & origin != origin:
            bases[count], zeros[count] = found[k, 0], np.int64(found[k, 1])
            count += 1
    points(M, bases[:count], np.arange(n), strategies)
    return count


@njit(cache=True, nogil=True)
def extreme_floats(first, second, payoffs, found):
    """All equilibria of a game without ties in floats; how many, or LOST.

    first, second: M, tilt and lengths of the polytopes { x : Bᵀx ≤ 1 } and { y : A y ≤ 1 }; found: `[K, m + n + 4]`,
    overwritten with both strategies, values and regrets.
    """
    _, m, n = payoffs.shape
    xs, ys = np.zeros((ROOM, m)), np.zeros((ROOM, n))
    x_zeros, y_zeros = np.empty(ROOM, np.int64), np.empty(ROOM, np.int64)
    num_x = corners(first[0], first[1], first[2], xs, x_zeros)
    num_y = corners(second[0], second[1], second[2], ys, y_zeros) if num_x != LOST else LOST
    if num_y == LOST:
        return LOST
    full, count = (1 << (m + n)) - 1, 0
    for b in range(num_y):
        mask = (y_zeros[b] >> n) | ((y_zeros[b] & ((1 << n) - 1)) << m)
        for a in range(num_x):
            if x_zeros[a] | mask != full:
                continue
            if count == found.shape[0]:
                return LOST
            for i in range(m):
                found[count, i] = xs[a, i]
            for j in range(n):
                found[count, m + j] = ys[b, j]
            judge(payoffs[0], found[count, :m], found[count, m : m + n], found[count], m + n)
            judge(payoffs[1].T, found[count, m : m + n], found[count, :m], found[count], m + n + 1)
            count += 1
    return count
