"""Small games of whole numbers, exactly, one call a question: tableaux as of `matrix.exact.integer`, in machine words.

A tableau holds minors of its input. A pivot multiplies two of them and divides by a third, so while they stay below
2^31 in size nothing overflows; one that does not ends the work with LOST, and Python's own numbers take over.
"""

import numpy as np
from numba import njit

LOST = -1
WORD = 1 << 31  # entries stay below it in size
LIGHT = 1 << 28  # and weights below this
MOST = 256  # bases of a polytope that there is room for


@njit(cache=True)
def pivot(T, basis, cobasis, r, c, det):
    """Swap the basic variable of row r with the cobasic one of column c; the new determinant, 0 where one is too large.

    T: `[rows, columns + 1]`, right-hand sides last; rows beyond the basis, objectives, are pivoted along.
    """
    p = T[r, c]
    sign = 1 if p > 0 else -1
    for i in range(T.shape[0]):
        f = T[i, c]
        if i != r:
            for j in range(T.shape[1]):
                if j != c:
                    value = sign * ((T[i, j] * p - f * T[r, j]) // det)
                    if abs(value) >= WORD:
                        return 0
                    T[i, j] = value
            T[i, c] = -sign * f
    for j in range(T.shape[1]):
        T[r, j] *= sign
    T[r, c] = sign * det
    basis[r], cobasis[c] = cobasis[c], basis[r]
    return sign * p


@njit(cache=True)
def is_less(T, basis, cobasis, order, det, c, i, k):
    """Whether row i of the basis inverse, by its entry in column c, comes before row k: no two are equal."""
    for variable in order:
        a, b = 0, 0
        for j in range(cobasis.size):
            if cobasis[j] == variable:
                a, b = T[i, j], T[k, j]
        if basis[i] == variable:
            a = det
        elif basis[k] == variable:
            b = det
        difference = a * T[k, c] - b * T[i, c]
        if difference != 0:
            return difference < 0
    return False


@njit(cache=True)
def leaving_row(T, basis, cobasis, order, det, c):
    """The row that leaves when column c enters: lexicographic minimum ratio; −1 if unbounded."""
    best, last = -1, T.shape[1] - 1
    for i in range(basis.size):
        if T[i, c] <= 0:
            continue
        if best < 0:
            best = i
            continue
        difference = T[i, last] * T[best, c] - T[best, last] * T[i, c]
        if difference < 0 or (difference == 0 and is_less(T, basis, cobasis, order, det, c, i, best)):
            best = i
    return best


@njit(cache=True)
def maximise(T, basis, cobasis, order, det):
    """Pivot to the optimum of the objective in the last row: the most negative reduced cost enters. 0: lost."""
    cost = T.shape[0] - 1
    while cobasis.size > 0:
        enter = 0
        for j in range(1, cobasis.size):
            if T[cost, j] < T[cost, enter]:
                enter = j
        if T[cost, enter] >= 0:
            return det
        leave = leaving_row(T, basis, cobasis, order, det, enter)
        det = pivot(T, basis, cobasis, leave, enter, det) if leave >= 0 else 0
        if det == 0:
            return 0
    return det


@njit(cache=True)
def reduce(row):
    """Divide whole numbers by their greatest common divisor."""
    divisor = 0
    for i in range(row.size):
        a, b = divisor, row[i]
        while b != 0:
            a, b = b, a % b
        divisor = a
    for i in range(row.size):
        row[i] //= max(divisor, 1)


@njit(cache=True)
def copy_tableau(T, bases, cobases, at, to):
    """Tableau number `at` once more, as number `to`."""
    for i in range(T.shape[1]):
        bases[to, i] = bases[at, i]
        for j in range(T.shape[2]):
            T[to, i, j] = T[at, i, j]
    for j in range(cobases.shape[1]):
        cobases[to, j] = cobases[at, j]


@njit(cache=True)
def read_point(T, basis, z):
    """The variables at a basis, times the determinant."""
    for j in range(z.size):
        z[j] = 0
    for i in range(basis.size):
        if basis[i] < z.size:
            z[basis[i]] = T[i, T.shape[1] - 1]


@njit(cache=True)
def begin(M, transposed, T, basis, cobasis):
    """The tableau of { z ≥ 0 : M z ≤ 1 } at the origin, M made positive by adding to all; or of Mᵀ."""
    low = M[0, 0]
    for i in range(M.shape[0]):
        for j in range(M.shape[1]):
            low = min(low, M[i, j])
    m, n = basis.size, cobasis.size
    for i in range(m):
        for j in range(n):
            T[i, j] = 1 - low + (M[j, i] if transposed else M[i, j])
        T[i, n] = 1
        basis[i] = n + i
    for j in range(n):
        cobasis[j] = j


@njit(cache=True)
def vertices(M, transposed, points, zeros):
    """All vertices of { z ≥ 0 : M z ≤ 1 } but the origin, or of the same with Mᵀ; how many, or LOST.

    Every lexicographically feasible basis is walked over. M: `[m, n]`, made positive by adding to all. points: `[MOST,
    n]`, overwritten with whole numbers without a common divisor; zeros: `[MOST]`, overwritten with the binding
    inequalities as bits, variables first.
    """
    m, n = (M.shape[1], M.shape[0]) if transposed else M.shape
    T, bases = np.empty((MOST, m, n + 1), np.int64), np.empty((MOST, m), np.int64)
    cobases, masks = np.empty((MOST, n), np.int64), np.empty(MOST, np.int64)
    dets = np.empty(MOST, np.int64)
    begin(M, transposed, T[0], bases[0], cobases[0])
    order, dets[0], masks[0] = bases[0].copy(), 1, ((1 << m) - 1) << n
    count, found, at = 1, 0, 0
    while at < count:
        for c in range(n):
            r = leaving_row(T[at], bases[at], cobases[at], order, dets[at], c)
            if r < 0:
                continue
            mask, is_new = masks[at] ^ (1 << cobases[at, c]) ^ (1 << bases[at, r]), True
            for k in range(count):
                if masks[k] == mask:
                    is_new = False
                    break
            if is_new:
                if count == MOST:
                    return LOST
                copy_tableau(T, bases, cobases, at, count)
                masks[count] = mask
                dets[count] = pivot(T[count], bases[count], cobases[count], r, c, dets[at])
                if dets[count] == 0:
                    return LOST
                count += 1
        zero = ((1 << (m + n)) - 1) & ~masks[at]
        for i in range(m):
            if T[at, i, n] == 0:
                zero |= 1 << bases[at, i]
        is_new = zero & ((1 << n) - 1) != (1 << n) - 1
        for k in range(found):
            if zeros[k] == zero:
                is_new = False
        if is_new:
            zeros[found] = zero
            read_point(T[at], bases[at], points[found])
            reduce(points[found])
            found += 1
        at += 1
    return found


@njit(cache=True)
def is_before(row, other, m, n):
    """Whether a profile of whole numbers comes before another one: probabilities falling."""
    low = 0
    for high in (m, m + n):
        a, b = 0, 0
        for i in range(low, high):
            a, b = a + row[i], b + other[i]
        for i in range(low, high):
            difference = row[i] * b - other[i] * a
            if difference != 0:
                return difference > 0
        low = high
    return False


@njit(cache=True)
def insert(row, out, count, m, n):
    """The row put where it belongs among the first `count`, `[K, m + n + 2]`."""
    at = count
    while at > 0 and is_before(row, out[at - 1], m, n):
        for i in range(row.size):
            out[at, i] = out[at - 1, i]
        at -= 1
    for i in range(row.size):
        out[at, i] = row[i]


@njit(cache=True)
def prove(tables, row):
    """How many best responses both players have at a profile of whole numbers, 0 where it is no equilibrium.

    row: `[m + n + 2]`, x and y, and overwritten: what the best row pays, times the sum of y, the best column times that
    of x. Proved: what is played pays the most. Nothing overflows, payoffs being below 2^24 and weights below 2^28.
    """
    _, m, n = tables.shape
    count = 0
    for i in range(m + n):
        if not 0 <= row[i] < LIGHT:
            return 0
    for player in range(2):
        own, other, size, others = (0, m, m, n) if player == 0 else (m, 0, n, m)
        best, ties, is_played = -WORD * WORD, 0, False  # is_played: something with less than the best
        for a in range(size):
            gain = 0
            for b in range(others):
                gain += (tables[0, a, b] if player == 0 else tables[1, b, a]) * row[other + b]
            if gain > best:
                for earlier in range(a):
                    is_played |= row[own + earlier] > 0
                best, ties = gain, 0
            elif gain < best:
                is_played |= row[own + a] > 0
            ties += gain == best
        if is_played:
            return 0
        row[m + n + player] = best
        count += ties
    return count


@njit(cache=True, nogil=True)
def extreme(tables, out):
    """All extreme equilibria of a game of whole numbers, proved, probabilities falling; how many, or LOST.

    tables: `[2, m, n]`, below 2^24 in size, m + n ≤ 14; out: `[K, m + n + 2]`, overwritten as of `prove`. The pairs of
    vertices whose binding inequalities cover every action: Mangasarian (1964).
    """
    _, m, n = tables.shape
    xs, ys = np.empty((MOST, m), np.int64), np.empty((MOST, n), np.int64)
    x_zeros, y_zeros = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    num_x = vertices(tables[1], True, xs, x_zeros)
    num_y = vertices(tables[0], False, ys, y_zeros) if num_x != LOST else LOST
    if num_y == LOST:
        return LOST
    full, found = (1 << (m + n)) - 1, 0
    row = np.empty(m + n + 2, np.int64)
    for b in range(num_y):
        mask = (y_zeros[b] >> n) | ((y_zeros[b] & ((1 << n) - 1)) << m)  # the rows first, as in x
        for a in range(num_x):
            if x_zeros[a] | mask != full:
                continue
            for i in range(m):
                row[i] = xs[a, i]
            for j in range(n):
                row[m + j] = ys[b, j]
            if found == out.shape[0] or prove(tables, row) == 0:
                return LOST
            insert(row, out, found, m, n)
            found += 1
    return found


@njit(cache=True, nogil=True)
def optimum(start, basis, cobasis, det, goal, above, z):
    """The best point of a linear program from a feasible tableau: the determinant under `z`, proved feasible; or LOST.

    start: `[m, n + 1]`; goal: `[V]`, to maximise; above: `[R, V]`, above · z ≤ 0; z: `[V]`, overwritten with the point
    times the determinant.
    """
    m, n = basis.size, cobasis.size
    T, basis, cobasis = np.empty((m + 1, n + 1), np.int64), basis.copy(), cobasis.copy()
    order = basis.copy()
    for j in range(n + 1):
        cost = -goal[cobasis[j]] * det if j < n and cobasis[j] < goal.size else 0
        for i in range(m):
            T[i, j] = start[i, j]
            if basis[i] < goal.size:
                cost += goal[basis[i]] * T[i, j]
        if abs(cost) >= WORD:
            return LOST
        T[m, j] = cost
    det = maximise(T, basis, cobasis, order, det)
    if det == 0:
        return LOST
    read_point(T, basis, z)
    for r in range(above.shape[0]):
        total = 0
        for v in range(z.size):
            total += above[r, v] * z[v]
        if total > 0:
            return LOST
    return det
