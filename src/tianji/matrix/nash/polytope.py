"""The best-response polytope of a player and its vertices: walked in floats with a proof, else in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.matrix.exact.integer import Tableau
from tianji.matrix.game.payoffs import FloatArray
from tianji.matrix.nash.vertex import Vertex, basic_point, is_quicker_without, walk_vertices
from tianji.run.clock import Clock

MOST_LABELS = 62  # that one machine word holds
OPERATIONS = 2_000_000  # multiplications between two looks at the clock: some milliseconds
KERNEL = "tianji.kernels.matrix.vertices"
ROOM = 1_024  # bases that there is room for at first

Words = npt.NDArray[np.uint64]


class Polytope:
    """{ z ≥ 0 : M z ≤ 1 }, M the payoffs (whole numbers, `[m][n]`) with a constant added that makes them positive.

    Its bases are walked in floats and proved feasible one by one, degenerate or not: see `kernels.matrix.vertices`.
    Where a proof fails, and with more labels than bits of a word, they are walked by exact pivots instead. `advance`
    goes on with it; the vertices found are numbered, and known by their `zeros`. The origin is left out.

    >>> square = Polytope([[0, 1], [1, 0]])
    >>> square.advance(Clock(), 100)
    >>> square.is_done, [square.weights(v, [0, 1], 2) for v in range(len(square.zeros()))]
    (True, [[0, 1], [1, 0], [1, 1]])
    """

    def __init__(self, payoffs: list[list[int]]) -> None:
        self.table = positive(payoffs)
        self.is_done = False
        self._exact: list[Vertex] = []
        self._walk: Iterator[Vertex] | None = None
        m, n = len(payoffs), len(payoffs[0])
        self._is_exact = m + n > MOST_LABELS or is_quicker_without(m + n, KERNEL)
        if self._is_exact:
            return
        self._floats, self._lengths = in_floats(self.table)
        self._primes, self._residues = np.empty(0, np.int64), np.empty((0, m, n), np.int64)
        self._state = np.array([0, 1])
        self._found: Words = np.empty((ROOM, 2), np.uint64)  # as many as fill half of what was seen
        self._stack: Words = np.empty(ROOM * 4, np.uint64)
        self._seen: Words = np.zeros(ROOM * 2, np.uint64)
        self._stack[0] = ((1 << m) - 1) << n

    @property
    def turn(self) -> int:
        """How many bases take some milliseconds."""
        m, n = len(self.table), len(self.table[0])
        return max(16, OPERATIONS // (m * n * min(m, n)))

    def advance(self, clock: Clock, most: int) -> None:
        """Walk on, over so many bases at most; the clock counts them."""
        if self._is_exact:
            self._advance_exactly(clock, most)
            return
        from tianji.kernels.matrix.vertices import DONE, DOUBT, FULL, walk

        before = int(self._state[0])
        while True:
            left = most + before - int(self._state[0])
            status = walk(
                self._floats, tilt(len(self.table)), self._lengths, self._residues, self._primes,
                self._seen, self._found, self._stack, self._state, left,
            )  # fmt: skip
            if status == FULL:
                self._grow()
            elif status == DOUBT and not len(self._primes):
                self._reduce()
            else:
                break
        clock.nodes += int(self._state[0]) - before
        self.is_done = status == DONE
        if status == DOUBT:
            self._is_exact = True
            self._advance_exactly(clock, most)

    def _advance_exactly(self, clock: Clock, most: int) -> None:
        if self._walk is None:
            self._walk = walk_vertices(Tableau(self.table, [1] * len(self.table)), clock)
        for _ in range(most):
            vertex = next(self._walk, None)
            if vertex is None:
                self.is_done = True
                return
            self._exact.append(vertex)

    def _grow(self) -> None:
        """More room wherever there is little left."""
        from tianji.kernels.matrix.vertices import refill

        count = int(self._state[0])
        if 2 * count >= len(self._found):
            self._found = np.concatenate([self._found, np.empty_like(self._found)])
            self._found = np.concatenate([self._found, np.empty_like(self._found)])
            self._seen = np.zeros(2 * len(self._found), np.uint64)
            refill(self._seen, self._found[:count, 0])
        if 2 * int(self._state[1]) >= len(self._stack):
            self._stack = np.concatenate([self._stack, np.empty_like(self._stack)])

    def _reduce(self) -> None:
        """The table modulo as many primes as the largest determinant needs."""
        bits = float(np.sort(self._lengths)[-len(self.table[0]) :].sum())
        chosen = primes(int(bits / 30) + 2)
        self._primes = np.array(chosen)
        self._residues = np.array([[[v % p for v in row] for row in self.table] for p in chosen])

    def zeros(self) -> npt.NDArray[Any]:
        """The binding inequalities of every vertex as bits, variables first, then slacks; sorted. It numbers them."""
        if self._is_exact:
            self._exact.sort(key=lambda vertex: vertex.zeros)
            kind = np.uint64 if len(self.table) + len(self.table[0]) <= MOST_LABELS else object
            return np.array([vertex.zeros for vertex in self._exact], dtype=kind)
        found = self._found[: self._state[0]]
        zeros, first = np.unique(found[:, 1], return_index=True)
        origin = np.uint64((1 << len(self.table[0])) - 1)
        kept = zeros & origin != origin
        self._bases = found[first[kept], 0]
        corners: Words = zeros[kept]
        return corners

    def weights(self, v: int, own: Sequence[int], size: int) -> list[int]:
        """The mixed strategy at vertex number v, exactly: whole numbers in its proportions, `[size]`.

        own: the number of every variable's action among all.
        """
        n, out = len(self.table[0]), [0] * size
        if self._is_exact:
            strategy = self._exact[v].strategy
            whole = lcm(*[p.denominator for p in strategy])
            for a, p in zip(own, strategy, strict=True):
                out[a] = p.numerator * (whole // p.denominator)
            return out
        basis = int(self._bases[v])
        columns = [j for j in range(n) if basis >> j & 1]
        rows = [i for i in range(len(self.table)) if not basis >> n + i & 1]
        for j, z in zip(columns, basic_point(self.table, rows, columns), strict=True):
            out[own[j]] = z
        return out

    def strategies(self, some: npt.NDArray[Any], own: Sequence[int], size: int) -> FloatArray:
        """The mixed strategies at some vertices in floats, `[P, size]`; action j is number own[j] of all."""
        out = np.zeros((len(some), size))
        if self._is_exact:
            for row, v in zip(out, some.tolist(), strict=True):
                row[own] = [float(p) for p in self._exact[v].strategy]
            return out
        from tianji.kernels.matrix.vertices import points

        points(self._floats, self._bases[some], np.array(own), out)
        return out


def positive(payoffs: list[list[int]]) -> list[list[int]]:
    """The same game, its payoffs of one size: none vanishes in floats beside another."""
    low, high = min(map(min, payoffs)), max(map(max, payoffs))
    up = max(high - low, 1) - low
    return [[value + up for value in row] for row in payoffs]


def in_floats(table: list[list[int]]) -> tuple[FloatArray, FloatArray]:
    """The table divided by a power of two, at most 1, and log2 of the lengths of its rows in whole numbers."""
    bits = max(map(max, table)).bit_length()
    floats: FloatArray = np.array([[v / (1 << bits) for v in row] for row in table])
    return floats, np.log2((floats**2).sum(axis=1)) / 2 + bits


@lru_cache(maxsize=64)
def tilt(m: int) -> FloatArray:
    """A generic direction: right-hand sides go there by an infinitesimal step, so that no two constraints tie."""
    return np.random.default_rng(m).uniform(0.5, 1.0, m)


@lru_cache(maxsize=64)
def primes(count: int) -> list[int]:
    """The largest primes below 2^31, all above 2^30.

    >>> primes(2)
    [2147483647, 2147483629]
    """
    found: list[int] = []
    number = 2**31 - 1
    while len(found) < count:
        if is_prime(number):
            found.append(number)
        number -= 2
    return found


def is_prime(number: int) -> bool:
    """Whether an odd number below 2^31 is prime: Miller and Rabin's test is a proof with these bases.

    >>> [number for number in range(1_000_001, 1_000_040, 2) if is_prime(number)]
    [1000003, 1000033, 1000037, 1000039]
    """
    twos = (number - 1 & 1 - number).bit_length() - 1
    for base in (2, 3, 5, 7):
        power = pow(base, number >> twos, number)
        if power != 1 and all(pow(power, 1 << s, number) != number - 1 for s in range(twos)):
            return False
    return True
