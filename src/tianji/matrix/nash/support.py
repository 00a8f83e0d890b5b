"""Equilibria of two-player games by their supports: guess who plays what, solve, check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError
from tianji.matrix.exact.integer import NO_CLOCK, solve_integer
from tianji.matrix.game.equilibrium import Equilibrium, Number, spread
from tianji.matrix.game.payoffs import FloatArray, unit_range
from tianji.run.clock import Clock
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import check_threads, each

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

BATCH = 200_000  # support pairs between two looks at the clock, at most
OPERATIONS = 40_000_000  # and multiplications, about: some hundredths of a second
FEW = 8  # batches below which more threads do not pay, and that each thread gets at a time


def from_support(
    game: NormalForm, support: Sequence[Sequence[int]], method: str = "support", clock: Clock = NO_CLOCK
) -> Equilibrium | None:
    """The exact profile on these supports at which each player is indifferent; None if it is not unique.

    The supports must be equally large. The result is verified: look at its regret.
    """
    rows, columns = list(support[0]), list(support[1])
    if len(rows) != len(columns) or not rows:
        return None
    A, _ = game.integers(0)
    B, _ = game.integers(1)
    y = _indifferent(A[np.ix_(rows, columns)].tolist(), clock)
    x = _indifferent(B[np.ix_(rows, columns)].T.tolist(), clock)
    if x is None or y is None or min(x) < 0 or min(y) < 0:
        return None
    return game.verify([spread(x, rows, game.shape[0]), spread(y, columns, game.shape[1])], method)


def _indifferent(payoff: list[list[int]], clock: Clock) -> list[Fraction] | None:
    """Weights w with payoff · w constant and Σ w = 1."""
    k = len(payoff)
    system = [[*row, -1] for row in payoff] + [[1] * k + [0]]
    solution = solve_integer(system, [0] * k + [1], clock)
    return None if solution is None else solution[:k]


@checked
def support_enumeration(
    game: NormalForm,
    *,
    exact: bool | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> tuple[list[Equilibrium], bool]:
    """Every equilibrium whose two supports are equally large, and whether that is known to be all of them.

    In a nondegenerate game all equilibria have equally large supports. A singular system or a tie outside
    the support is the mark of a degenerate game: the second result is then False and vertex enumeration is
    the method to use. Supports are tried in float64; each hit is solved again in fractions when `exact`.
    Porter, Nudelman & Shoham (2008) order the search in the same way, from small supports up. `nodes` counts batches
    of support pairs, which are tried on as many `threads` as there are cores unless given; they change nothing else.

    >>> from tianji.matrix import NormalForm
    >>> found, complete = support_enumeration(NormalForm("2,1 0,0; 0,0 1,2"))
    >>> len(found), complete
    (3, True)
    """
    if len(game.shape) != 2:
        raise NotApplicableError(f"support enumeration needs two players, {game!r} has {len(game.shape)}")
    found = game.equilibria(
        "support",
        exact=exact,
        seconds=seconds,
        nodes=nodes,
        threads=threads,
        progress=progress,
        stop=stop,
    )
    return list(found), found.complete


def enumerate_pairs(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> bool:
    """Add every equilibrium with equally large supports to `found`; whether these are known to be all."""
    tables = unit_range(game.payoffs)
    A, Bt = np.ascontiguousarray(tables[0]), np.ascontiguousarray(tables[1].T)
    singular = 0
    for hits, failures in _tried(lambda batch: _try(A, Bt, batch), _batches(game.shape), clock):
        singular += failures
        for x, y in hits:
            _keep(game, x, y, exact, found)
    return not singular and not any(_has_ties(game, e) for e in found)


Batch = tuple[int, int, int]  # size of the supports, number of the first pair of that size, pairs
Tried = tuple[list[tuple[list[Number], list[Number]]], int]  # equilibria, singular systems


def _batches(shape: tuple[int, ...]) -> Iterator[Batch]:
    """All pairs of equally large supports, small ones first, in the order of their numbers."""
    for k in range(1, min(shape) + 1):
        pairs = comb(shape[0], k) * comb(shape[1], k)
        size = min(BATCH, OPERATIONS // (k + 1) ** 3)
        for first in range(0, pairs, size):
            yield k, first, min(size, pairs - first)


def subset(number: int, k: int, n: int) -> list[int]:
    """The k-subset of 0 … n − 1 with that number in lexicographic order.

    >>> [subset(i, 2, 3) for i in range(3)]
    [[0, 1], [0, 2], [1, 2]]
    """
    out: list[int] = []
    for a in range(n):
        if len(out) == k:
            break
        begin_so = comb(n - a - 1, k - len(out) - 1)
        if number < begin_so:
            out.append(a)
        else:
            number -= begin_so
    return out


def _try(A: FloatArray, Bt: FloatArray, batch: Batch) -> Tried:
    """The equilibria on the support pairs of one batch; the kernel releases the interpreter's lock."""
    from tianji.kernels.matrix.support import enumerate_supports

    k, first, left = batch
    m, n = A.shape
    rows, columns = divmod(first, comb(n, k))
    at = np.array([subset(rows, k, m), subset(columns, k, n)])
    out_x, out_y, state = np.empty((256, m)), np.empty((256, n)), np.zeros(3, dtype=np.int64)
    hits: list[tuple[list[Number], list[Number]]] = []
    singular = 0
    while left:  # a call ends early when its output is full
        count = enumerate_supports(A, Bt, k, 1e-10, at, left, out_x, out_y, state)
        hits += zip(out_x[:count].tolist(), out_y[:count].tolist(), strict=True)
        singular += int(state[1])
        left -= int(state[2])
    return hits, singular


def _tried(work: Callable[[Batch], Tried], batches: Iterator[Batch], clock: Clock) -> Iterator[Tried]:
    """`work` of every batch in order, one step of the clock each; on several threads where there are many."""
    first = list(islice(batches, FEW))
    batches = chain(first, batches)
    threads = 1 if len(first) < FEW and clock.threads is None else check_threads(clock.threads)
    if threads == 1:
        for batch in batches:
            clock.step()
            yield work(batch)
        return
    while True:
        left = FEW * threads if clock.limit is None else min(FEW * threads, clock.limit - clock.nodes)
        some = list(islice(batches, max(left, 1)))
        if not some:
            return
        if left < 1:
            clock.step()  # one too many
        yield from _together(work, some, threads, clock)
        clock.check()


def _together(work: Callable[[Batch], Tried], some: list[Batch], threads: int, clock: Clock) -> list[Tried]:
    before = clock.nodes

    def told(done: int) -> None:
        clock.nodes = before + done

    return [tried for tried in each(some, work, threads, clock, told) if tried is not None]


def _keep(game: NormalForm, x: list[Number], y: list[Number], exact: bool, found: list[Equilibrium]) -> None:
    if not exact:
        found.append(game.verify([x, y], "support"))
        return
    support = [[a for a, p in enumerate(row) if p > 0] for row in (x, y)]
    certified = from_support(game, support)
    if certified is not None and certified.regret == 0:
        found.append(certified)


def _has_ties(game: NormalForm, equilibrium: Equilibrium) -> bool:
    """Whether some action outside the support is a best response too."""
    return any(
        len(game.best_responses(p, equilibrium.profile)[0]) != len(equilibrium.support[p]) for p in range(2)
    )
