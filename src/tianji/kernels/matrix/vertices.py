"""The vertices of { z ≥ 0 : M z ≤ 1 }: walked in float64, every basis certified; and pairs of them by their labels.

Right-hand sides are 1 + ε · tilt with an infinitesimal ε > 0 and a generic tilt, so that every vertex of what is walked
is simple. A set of feasible bases in which each has a neighbour across each of its n edges is all of them, as the
graph of a polytope is connected: so it is enough to prove that every basis met is feasible. How z was computed does
not matter; the proof starts from M. With the rows I and the columns J of the basis, C = M[I, J], R ≈ C⁻¹ and z ≈ C⁻¹ 1:

    |C⁻¹ 1 − z| ≤ ‖R‖ ‖1 − C z‖ / (1 − ‖1 − R C‖)        in the maximum norm, roundings added (Rump 2010, section 10)

What lies farther from zero than its error has its sign. What does not is a fraction of determinants: it is zero when
its numerator, a whole number, is zero modulo primes whose product exceeds a bound on its size.
"""

import numpy as np
from numba import njit

from tianji.kernels.matrix.modular import power_mod
from tianji.kernels.matrix.simplex import pivot

DONE, PAUSED, FULL, DOUBT = 1, 0, 2, -1
UNIT = 2.0**-53
NEAR = 1e-8  # ratios as near as this are a tie, which the tilt breaks; a mistake is seen by the proof
GOOD = 1e-10  # ‖1 − R C‖ of a tableau that may be pivoted further
MOST_PIVOTS = 64  # from one tableau to the next before it is made afresh from M
ONE = np.uint64(1)


@njit(cache=True)
def place(seen, mask):
    """Where a mask is in an open table, or would be. seen: `[2^k]` uint64, 0 is empty."""
    last = np.uint64(seen.size - 1)
    low, high = mask & np.uint64(0xFFFFFFFF), mask >> np.uint64(32)
    at = (low * np.uint64(0x9E3779B1) ^ high * np.uint64(0x85EBCA6B)) >> np.uint64(12) & last
    while seen[at] != 0 and seen[at] != mask:
        at = (at + ONE) & last
    return at


@njit(cache=True)
def refill(seen, masks):
    """Put all masks, `[N]` uint64, into an empty table."""
    for mask in masks:
        seen[place(seen, mask)] = mask


@njit(cache=True)
def rebuild(M, tilt, mask, T, basis, cobasis):
    """The tableau of a basis from M by pivots on the largest entries: as good as it gets. False: singular.

    M: `[m, n]`; tilt: `[m]`; mask: basic variables as bits, z first, then slacks. T: `[m, n + 2]`, the cobasic columns,
    1 and tilt; basis: `[m]`; cobasis: `[n]`; all overwritten.
    """
    m, n = M.shape
    T[:, :n] = M
    T[:, n] = 1.0
    T[:, n + 1] = tilt
    for i in range(m):
        basis[i] = n + i
    for j in range(n):
        cobasis[j] = j
    while True:
        r, c, best = -1, -1, 0.0
        for j in range(n):
            if cobasis[j] < n and (mask >> np.uint64(j)) & ONE:
                for i in range(m):
                    if basis[i] >= n and not (mask >> np.uint64(n + i)) & ONE and abs(T[i, j]) > best:
                        r, c, best = i, j, abs(T[i, j])
                if c < 0:
                    return False
        if c < 0:
            return True
        if best < 1e-13:
            return False
        pivot(T, r, c)
        basis[r], cobasis[c] = c, n + r


@njit(cache=True)
def gather(M, basis, cobasis, rows, columns, C):
    """The rows of the tableau with a z and its columns with a slack, and C, `[k, k]`, in their order; returns k."""
    m, n = M.shape
    k = 0
    for r in range(m):
        if basis[r] < n:
            rows[k] = r
            k += 1
    b = 0
    for c in range(n):
        i = cobasis[c] - n
        if i >= 0:
            columns[b] = c
            for a in range(k):
                C[b, a] = M[i, basis[rows[a]]]
            b += 1
    return k


@njit(cache=True)
def inverse_quality(T, rows, columns, k, C, line):
    """‖R‖, and ‖1 − R C‖ with its rounding, in the maximum norm; puts z = R 1 into the tableau. line: scratch `[k]`."""
    wide, left = 0.0, 0.0
    for a in range(k):
        size, off, z = 0.0, 0.0, 0.0
        line[:k] = 0.0
        for b in range(k):
            f = T[rows[a], columns[b]]
            size += abs(f)
            z += f
            for j in range(k):
                line[j] += f * C[b, j]
        line[a] -= 1.0
        for j in range(k):
            off += abs(line[j])
        wide, left = max(wide, size), max(left, off)
        T[rows[a], T.shape[1] - 2] = z
    return wide, left + (k + 4) * UNIT * (wide * k + 1.0)  # entries of M are at most 1


@njit(cache=True)
def error_of(T, column, rows, k, C, right, wide, left):
    """How far the z in that column of the tableau can be from C⁻¹ · right. right: `[k]`."""
    far = 0.0
    for b in range(k):
        total = right[b]
        size = abs(total)
        for a in range(k):
            term = C[b, a] * T[rows[a], column]
            total -= term
            size += abs(term)
        far = max(far, abs(total) + (k + 4) * UNIT * size)
    return 1.01 * wide * far / (1.0 - left)


@njit(cache=True)
def slack_of(M, i, basis, rows, k, T, column, right, error):
    """The slack of row i at z from that column of the tableau, and how far it can be from the truth."""
    total, size = right, abs(right)
    for a in range(k):
        term = M[i, basis[rows[a]]] * T[rows[a], column]
        total -= term
        size += abs(term)
    return total, k * error + (k + 4) * UNIT * size


@njit(cache=True)
def zeros_mod(residue, prime, basis, cobasis, rows, columns, k, suspects, W):
    """Whether all suspects, basic variables as bits, are zero modulo a prime. W: scratch `[k, k + 1]`.

    residue: `[m, n]`, M in whole numbers modulo the prime.
    """
    m, n = residue.shape
    for b in range(k):
        for a in range(k):
            W[b, a] = residue[cobasis[columns[b]] - n, basis[rows[a]]]
        W[b, k] = 1
    for c in range(k):
        r = c
        while r < k and W[r, c] == 0:
            r += 1
        if r == k:
            return False
        unit = power_mod(W[r, c], prime - 2, prime)  # Fermat's inverse
        for j in range(c, k + 1):
            W[r, j], W[c, j] = W[c, j], W[r, j] * unit % prime
        for i in range(k):
            f = W[i, c]
            if i != c and f:
                for j in range(c, k + 1):
                    W[i, j] = (W[i, j] + (prime - f) * W[c, j]) % prime
    for a in range(k):
        if (suspects >> np.uint64(basis[rows[a]])) & ONE and W[a, k]:
            return False
    for r in range(m):
        if basis[r] >= n and (suspects >> np.uint64(basis[r])) & ONE:
            total = 1
            for a in range(k):
                total = (total + (prime - W[a, k]) * residue[basis[r] - n, basis[rows[a]]]) % prime
            if total:
                return False
    return True


@njit(cache=True)
def zeros_at(M, tilt, lengths, residues, primes, T, basis, cobasis, scratch, most):
    """The variables that are zero at the vertex, as bits, when the basis is proved feasible; 0 when in doubt.

    lengths: `[m]`, log2 of the rows' lengths in whole numbers; their sum over I bounds |det C| (Hadamard). most: the
    largest ‖1 − R C‖ that will do, below 1.
    """
    rows, columns, C, line, W = scratch
    m, n = M.shape
    k = gather(M, basis, cobasis, rows, columns, C)
    wide, left = inverse_quality(T, rows, columns, k, C, line)
    if not left < most:
        return np.uint64(0)
    line[:k] = 1.0
    error = error_of(T, n, rows, k, C, line, wide, left)
    zeros, suspects, worst = np.uint64(0), np.uint64(0), 0.0
    for c in range(n):
        zeros |= ONE << np.uint64(cobasis[c])
    for r in range(m):
        bound = error
        if basis[r] >= n:
            T[r, n], bound = slack_of(M, basis[r] - n, basis, rows, k, T, n, 1.0, error)
        if T[r, n] > bound:
            continue
        if not T[r, n] >= -bound:
            return np.uint64(0)
        suspects |= ONE << np.uint64(basis[r])
        worst = max(worst, abs(T[r, n]) + bound)
    if suspects == 0:
        return zeros
    size = np.log2(worst) + 1.0
    for b in range(k):
        line[b] = tilt[cobasis[columns[b]] - n]
        size += lengths[cobasis[columns[b]] - n]
    count = max(0, int(np.ceil(size / 30.0)))  # primes between 2^30 and 2^31
    if count > primes.size:
        return np.uint64(0)
    for t in range(count):
        if not zeros_mod(residues[t], primes[t], basis, cobasis, rows, columns, k, suspects, W):
            return np.uint64(0)
    error = error_of(T, n + 1, rows, k, C, line, wide, left)
    for r in range(m):
        if (suspects >> np.uint64(basis[r])) & ONE:
            T[r, n] = 0.0
            value, bound = T[r, n + 1], error
            if basis[r] >= n:
                i = basis[r] - n
                value, bound = slack_of(M, i, basis, rows, k, T, n + 1, tilt[i], error)
            if not value > bound:
                return np.uint64(0)
    return zeros | suspects


@njit(cache=True)
def leaving(T, c):
    """The row that leaves when column c enters; near ties go by the tilt. −1: none."""
    m, n = T.shape[0], T.shape[1] - 2
    best, least = -1, 0.0
    for i in range(m):
        entry = T[i, c]
        if entry <= NEAR:
            continue
        ratio = T[i, n] / entry
        is_tied = best >= 0 and abs(ratio - least) <= NEAR * least + 1e-13
        if best < 0 or (T[i, n + 1] / entry < T[best, n + 1] / T[best, c] if is_tied else ratio < least):
            best, least = i, ratio
    return best


@njit(cache=True)
def waiting(seen, stack, state):
    """The next basis on the stack that was not met, 0 when there is none."""
    while state[1]:
        state[1] -= 1
        if seen[place(seen, stack[state[1]])] == 0:
            return stack[state[1]]
    return np.uint64(0)


@njit(cache=True)
def go_on(T, basis, cobasis, here, seen, stack, state):
    """Pivot to a neighbour that was not met, the others go on the stack. Its mask, 0: there is none; True: in doubt."""
    r, c, there = -1, -1, np.uint64(0)
    for j in range(cobasis.size):
        i = leaving(T, j)
        if i < 0:
            return there, True
        other = here ^ (ONE << np.uint64(cobasis[j])) ^ (ONE << np.uint64(basis[i]))
        if seen[place(seen, other)] == 0:
            if there:
                stack[state[1]] = there
                state[1] += 1
            r, c, there = i, j, other
    if there:
        pivot(T, r, c)
        basis[r], cobasis[c] = cobasis[c], basis[r]
    return there, False


@njit(cache=True, nogil=True)
def walk(M, tilt, lengths, residues, primes, seen, found, stack, state, max_bases):
    """Go on with the walk over all feasible bases: DONE, PAUSED after `max_bases`, FULL, or DOUBT.

    M: `[m, n]`, positive, at most 1, m + n ≤ 62; it stands for whole numbers times a power of two, to half a unit in
    the last place; residues: `[P, m, n]`, those modulo `primes`, `[P]`. seen: `[2^k]` uint64, the bases met; found:
    `[N, 2]` uint64, bases and zeros as bits, in the order of the walk; stack: `[S]` uint64, bases to be met. state:
    `[2]`, how many of both there are. After a path of pivots a basis from the stack is made afresh. FULL asks for
    larger arrays, DOUBT for primes where there are none, else for exact arithmetic.
    """
    m, n = M.shape
    T = np.empty((m, n + 2))
    basis, cobasis = np.empty(m, np.int64), np.empty(n, np.int64)
    scratch = (
        np.empty(m, np.int64), np.empty(n, np.int64), np.empty((n, m)), np.empty(n), np.empty((n, m + 1), np.int64)
    )  # fmt: skip
    here, pivots, answer, end = np.uint64(0), MOST_PIVOTS, DONE, state[0] + max_bases
    while True:
        if state[0] == end or 2 * state[0] >= seen.size or state[1] + n >= stack.size:
            answer = PAUSED if state[0] == end else FULL
            break
        if here == 0:
            here, pivots = waiting(seen, stack, state), MOST_PIVOTS
            if here == 0:
                return DONE
        is_sound = True
        if pivots == MOST_PIVOTS:
            pivots, is_sound = 0, rebuild(M, tilt, here, T, basis, cobasis)
        most = GOOD if pivots else 0.5
        zeros = zeros_at(M, tilt, lengths, residues, primes, T, basis, cobasis, scratch, most)
        if zeros == 0 and pivots:
            pivots = MOST_PIVOTS
            continue
        if zeros == 0 or not is_sound:
            answer = DOUBT
            break
        seen[place(seen, here)] = here
        found[state[0], 0], found[state[0], 1] = here, zeros
        state[0] += 1
        here, is_doubtful = go_on(T, basis, cobasis, here, seen, stack, state)
        if is_doubtful:
            answer = DOUBT
            break
        pivots += 1
    if here:
        stack[state[1]] = here
        state[1] += 1
    return answer


@njit(cache=True, nogil=True)
def points(M, masks, own, out):
    """The mixed strategies at bases given as bits, `[P]` uint64, in floats.

    own: `[n]`, the column of `out` of every variable; out: `[P, size]`, zeros, overwritten.
    """
    m, n = M.shape
    T, tilt = np.empty((m, n + 2)), np.ones(m)
    basis, cobasis = np.empty(m, np.int64), np.empty(n, np.int64)
    for p in range(masks.size):
        rebuild(M, tilt, masks[p], T, basis, cobasis)
        for r in range(m):
            if basis[r] < n:
                out[p, own[basis[r]]] = max(T[r, n], 0.0)
        out[p] /= out[p].sum()


@njit(cache=True)
def count_bits(mask):
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - ONE
        count += 1
    return count


@njit(cache=True, nogil=True)
def match(xs, ys, full, least, out):
    """The pairs of masks that together have all bits of `full`, by number; returns how many, at most as `out` holds.

    xs: `[X]`, ys: `[Y]` uint64, ys sorted, each with `least` bits or more: where so many are missing, one mask of just
    those is looked up, and those with more are tried one by one. out: `[F, 2]`.
    """
    many = np.empty(ys.size, np.int64)
    rich, found = 0, 0
    for j in range(ys.size):
        if count_bits(ys[j]) > least:
            many[rich] = j
            rich += 1
    for i in range(xs.size):
        rest = full & ~xs[i]
        plain = count_bits(rest) == least
        if plain:
            j = np.searchsorted(ys, rest)
            if j < ys.size and ys[j] == rest:
                if found < out.shape[0]:
                    out[found, 0], out[found, 1] = i, j
                found += 1
        for a in range(rich if plain else ys.size):
            j = many[a] if plain else a
            if rest & ~ys[j] == 0:
                if found < out.shape[0]:
                    out[found, 0], out[found, 1] = i, j
                found += 1
    return found
