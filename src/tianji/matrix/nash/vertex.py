"""The vertices of a polytope by exact pivots: every lexicographically feasible basis is walked over."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tianji.matrix.exact.integer import Tableau
from tianji.matrix.game.payoffs import ObjectArray
from tianji.run.clock import Clock
from tianji.run.limits import Limits

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

SMALL = 10_000  # multiplications a basis, up to which the clock is not looked at every time
FEW_LABELS = 14  # actions of both players; see `is_quicker_without`
GRACE = 0.1  # seconds to gather what was found, after a stop


class Vertex(NamedTuple):
    """A mixed strategy, and the set of binding inequalities as bits: variables first, then slacks."""

    strategy: tuple[Fraction, ...]
    zeros: int


def normalised(point: Sequence[int] | Sequence[Fraction]) -> list[Fraction]:
    """The mixed strategy in these proportions."""
    total = sum(point)
    return [Fraction(z, total) for z in point]


def positive_integers(game: NormalForm, player: int) -> ObjectArray:
    """The player's payoffs as positive integers: the same game up to a positive affine map."""
    return np.array(positive_rows(game, player), dtype=object)


def positive_rows(game: NormalForm, player: int) -> list[list[int]]:
    """The same as lists."""
    rows: list[list[int]] = game.integers(player)[0].tolist()
    up = 1 - min(map(min, rows))
    return [[value + up for value in row] for row in rows]


def walk_bases(
    start: Tableau, clock: Clock, columns: Iterable[int] | None = None
) -> Iterator[tuple[int, Tableau]]:
    """One basis for every vertex of the polytope of `start` that pivoting can reach, with its zeros as bits.

    The graph of lexicographically feasible bases of a bounded polytope is connected, and every vertex has at
    least one such basis, so walking over all of them finds all vertices, degenerate or not. With `columns`
    only those variables may enter: the walk stays on a face.
    """
    allowed = None if columns is None else set(columns)
    seen = {_mask(start.basis)}
    stack = [start]
    found: set[int] = set()
    is_small = len(start.rows) * len(start.cobasis) ** 2 <= SMALL
    while stack:
        if is_small:
            clock.tick()
        else:
            clock.step()
        here = stack.pop()
        zeros = here.zero_mask()
        if zeros not in found:
            found.add(zeros)
            yield zeros, here
        basis = _mask(here.basis)
        for c, variable in enumerate(here.cobasis):
            if allowed is not None and variable not in allowed:
                continue
            r = here.leaving_row(c)
            if r < 0:
                continue
            key = basis ^ (1 << variable) ^ (1 << here.basis[r])
            if key not in seen:
                seen.add(key)
                there = here.copy()
                there.pivot(r, c)
                stack.append(there)


def walk_vertices(start: Tableau, clock: Clock, columns: Iterable[int] | None = None) -> Iterator[Vertex]:
    """The vertices as mixed strategies, without the origin."""
    for zeros, basis in walk_bases(start, clock, columns):
        point = basis.point()
        if any(point):
            yield Vertex(tuple(normalised(point)), zeros)


def _mask(variables: Iterable[int]) -> int:
    mask = 0
    for variable in variables:
        mask |= 1 << variable
    return mask


def best_response_polytope(payoff: ObjectArray) -> Tableau:
    """{ z ≥ 0 : payoff · z ≤ 1 } for a matrix of positive integers: bounded, with the origin as start."""
    return Tableau(payoff.tolist(), [1] * payoff.shape[0])


def basic_point(table: Sequence[Sequence[int]], rows: Sequence[int], columns: Sequence[int]) -> list[int]:
    """The solution z of table[rows, columns] · z = 1 in whole numbers, times the determinant; [] when that is 0.

    >>> basic_point([[1, 2], [2, 1]], [0, 1], [0, 1])
    [1, 1]
    """
    tableau = Tableau([[table[i][j] for j in columns] for i in rows], [1] * len(rows))
    return tableau.point() if all(tableau.eliminate(r) for r in range(len(rows))) else []


def is_quicker_without(labels: int, kernel: str) -> bool:
    """Whether a game is so small that exact pivots are done before the kernel is loaded; once it is, it is used."""
    return labels <= FEW_LABELS and kernel not in sys.modules


def grace(clock: Clock) -> Clock:
    """The clock itself, or once it has run out a moment more to hand over what was found."""
    return Clock(Limits(seconds=GRACE)) if clock.stopped else clock
