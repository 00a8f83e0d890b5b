"""Exact linear algebra over the integers: one tableau, whose fraction-free pivot is also the elimination.

Every number is a minor of the input, so that no greatest common divisor is ever taken and sizes stay
polynomial. Edmonds (1967), "Systems of distinct representatives and linear algebra"; Bareiss (1968).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tianji.run.clock import Clock

LIFT_FROM = 16  # elimination is quicker below: the lifting kernel has to be loaded first
PRIME = 2**31 - 1
NO_CLOCK = Clock()  # never ends anything


class Tableau:
    """The dictionary of M z + s = b, z ≥ 0, s ≥ 0 at one basis, in integers.

    Columns 0 … n − 1 are the variables z, n … n + m − 1 the slacks s. Row i reads

        det · basic_i + Σ_j rows[i][j] · cobasic_j = rows[i][-1]

    with det > 0. Only the cobasic columns are stored; a pivot swaps one basic with one cobasic variable. `cost`,
    where there is one, is a row of the same kind for an objective; it is pivoted along and never leaves.
    Ties in the ratio test are broken lexicographically, as if the right-hand sides at the basis `order` were
    b_i + ε^(i+1) for an infinitesimal ε: bases then never repeat and every basis visited is feasible for the
    perturbed system.
    """

    __slots__ = ("basis", "cobasis", "cost", "det", "num_columns", "order", "rows")

    def __init__(self, matrix: Sequence[Sequence[int]], right: Sequence[int]) -> None:
        m, n = len(matrix), len(matrix[0])
        self.num_columns = n
        self.rows = [[*map(int, row), int(b)] for row, b in zip(matrix, right, strict=True)]
        self.cost: list[int] = []
        self.basis = [n + i for i in range(m)]
        self.order = self.basis[:]
        self.cobasis = list(range(n))
        self.det = 1

    def copy(self) -> Tableau:
        """An independent copy, without the objective."""
        twin = object.__new__(Tableau)
        twin.num_columns = self.num_columns
        twin.rows = [row[:] for row in self.rows]
        twin.cost = []
        twin.basis = self.basis[:]
        twin.order = self.order
        twin.cobasis = self.cobasis[:]
        twin.det = self.det
        return twin

    def leaving_row(self, column: int) -> int:
        """The row that leaves when `column` enters: lexicographic minimum ratio; −1 if unbounded."""
        rows, best = self.rows, -1
        for i, row in enumerate(rows):
            entry = row[column]
            if entry <= 0:
                continue
            if best < 0:
                best = i
                continue
            lead = rows[best]
            difference = row[-1] * lead[column] - lead[-1] * entry
            if difference < 0 or (difference == 0 and self._lex_smaller(i, best, column)):
                best = i
        return best

    def _lex_smaller(self, i: int, k: int, column: int) -> bool:
        """Compare rows i and k of B⁻¹ (the columns of `order`), each divided by its pivot entry."""
        at_i, at_k = self.rows[i][column], self.rows[k][column]
        where = {variable: j for j, variable in enumerate(self.cobasis)}
        row_of = {variable: r for r, variable in enumerate(self.basis)}
        for variable in self.order:
            if variable in where:
                a, b = self.rows[i][where[variable]], self.rows[k][where[variable]]
            else:
                r = row_of[variable]
                a, b = (self.det if r == i else 0), (self.det if r == k else 0)
            difference = a * at_k - b * at_i
            if difference:
                return difference < 0
        raise AssertionError("two equal rows in a basis inverse")

    def pivot(self, r: int, c: int) -> None:
        """Swap the basic variable of row r with the cobasic variable of column c; rows[r][c] must not be 0."""
        rows, det = self.rows, self.det
        if self.cost:  # pivoted like the others
            rows.append(self.cost)
        lead = rows[r]
        p = lead[c]
        for i, row in enumerate(rows):
            if i == r:
                continue
            f = row[c]
            if f:
                new = [(x * p - f * y) // det for x, y in zip(row, lead, strict=True)]
                new[c] = -f
                rows[i] = new
            elif p != det:
                rows[i] = [x * p // det for x in row]
        if self.cost:
            self.cost = rows.pop()
        lead[c] = det
        self.det = p
        self.basis[r], self.cobasis[c] = self.cobasis[c], self.basis[r]
        if p < 0:
            self.det = -p
            self.rows = [[-x for x in row] for row in rows]
            self.cost = [-x for x in self.cost]

    def drop(self, c: int) -> None:
        """Forget the cobasic variable of column c: it stays 0."""
        for row in (*self.rows, self.cost) if self.cost else self.rows:
            del row[c]
        del self.cobasis[c]

    def eliminate(self, r: int, clock: Clock = NO_CLOCK) -> bool:
        """Solve row r for a variable of its own and forget its slack, which must be 0; False when the row is 0 = b.

        The fraction-free Gauss–Jordan step.
        """
        clock.check()
        c = next((j for j, entry in enumerate(self.rows[r][:-1]) if entry), -1)
        if c >= 0:
            self.pivot(r, c)
            self.drop(c)
        return c >= 0

    def zero_mask(self) -> int:
        """The set of variables that are zero here, as bits: it names the vertex."""
        mask = 0
        for variable in self.cobasis:
            mask |= 1 << variable
        for row, variable in zip(self.rows, self.basis, strict=True):
            if row[-1] == 0:
                mask |= 1 << variable
        return mask

    def point(self) -> list[int]:
        """The variables z at this vertex, times det."""
        z = [0] * self.num_columns
        for row, variable in zip(self.rows, self.basis, strict=True):
            if variable < self.num_columns:
                z[variable] = row[-1]
        return z


def rank(matrix: Sequence[Sequence[int]]) -> int:
    """The number of independent rows.

    >>> rank([[1, 2], [2, 4], [0, 1]])
    2
    """
    tableau = Tableau(matrix, [0] * len(matrix))
    return sum(tableau.eliminate(r) for r in range(len(matrix)))


def solve_integer(matrix: Any, right: Any, clock: Clock = NO_CLOCK) -> list[Fraction] | None:
    """The solution of a square integer system as fractions, or None when it is singular.

    matrix: `[k, k]`, right: `[k]`, of ints. Large systems with small entries are lifted p-adically, the
    others eliminated without fractions; both are exact.

    >>> solve_integer([[2, 1], [1, 3]], [1, 1])
    [Fraction(2, 5), Fraction(1, 5)]
    """
    entries, limits = np.array(matrix, dtype=object), np.array(right, dtype=object)
    if len(entries) >= LIFT_FROM and max(abs(entries).max(), abs(limits).max()) * len(entries) < 2**31:
        solution = _lifted(entries, limits, clock)
        if solution is not None:
            return solution
    return _eliminated(entries.tolist(), limits.tolist(), clock)


def _lifted(entries: Any, limits: Any, clock: Clock = NO_CLOCK) -> list[Fraction] | None:
    """Dixon's p-adic solution; None when the matrix is singular modulo the prime."""
    from tianji.kernels.matrix.modular import invert_mod, lift

    small = np.ascontiguousarray(entries.astype(np.int64))
    inverse = np.empty_like(small)
    if not invert_mod(small % PRIME, PRIME, inverse):
        return None
    # Hadamard: numerators and denominator are determinants, at most the product of the row lengths.
    lengths = [
        sum(v * v for v in row) + b * b for row, b in zip(entries.tolist(), limits.tolist(), strict=True)
    ]
    bits = sum((length.bit_length() + 1) // 2 for length in lengths) + 1
    digits = np.empty((2 * bits // 30 + 2, len(small)), dtype=np.int64)
    residual = limits.astype(np.int64)
    stride = max(1, 10_000_000 // small.size)  # digits between two looks at the clock
    for first in range(0, len(digits), stride):
        clock.check()
        lift(small, inverse, PRIME, residual, digits[first : first + stride])
    modulus = PRIME ** len(digits)
    bound = 1 << bits
    residues = [0] * len(small)
    for digit in digits[::-1].tolist():
        residues = [z * PRIME + d for z, d in zip(residues, digit, strict=True)]
    solution, denominator = [], 1
    for residue in residues:
        scaled = residue * denominator % modulus
        scaled = scaled - modulus if scaled > modulus // 2 else scaled
        if abs(scaled) > bound:  # a factor of the denominator is still missing
            scaled, factor = _reconstruct(residue * denominator % modulus, modulus, bound)
            denominator *= factor
        solution.append(Fraction(scaled, denominator))
    return solution


def _reconstruct(residue: int, modulus: int, bound: int) -> tuple[int, int]:
    """(a, b) with a ≡ residue · b, |a| ≤ bound and the smallest b > 0: half of Euclid's algorithm."""
    old, new, t_old, t_new = modulus, residue, 0, 1
    while new > bound:
        q = old // new
        old, new = new, old - q * new
        t_old, t_new = t_new, t_old - q * t_new
    return (new, t_new) if t_new > 0 else (-new, -t_new)


def _eliminated(
    entries: Sequence[Sequence[int]], limits: Sequence[int], clock: Clock = NO_CLOCK
) -> list[Fraction] | None:
    tableau = Tableau(entries, limits)
    if not all(tableau.eliminate(r, clock) for r in range(len(limits))):
        return None
    return [Fraction(z, tableau.det) for z in tableau.point()]
