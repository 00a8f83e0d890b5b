"""All equilibria of a two-player game: the pairs of vertices of its best-response polytopes that carry all labels."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianji.matrix.nash.polytope import KERNEL, MOST_LABELS, Polytope
from tianji.matrix.nash.vertex import grace, is_quicker_without
from tianji.run.clock import Clock, OutOfBudget

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

PAIRS = 1 << 24  # comparisons between two looks at the clock: some hundredths of a second

Pairs = npt.NDArray[np.int64]


def extreme_pairs(
    game: NormalForm, kept: Sequence[Sequence[int]], clock: Clock
) -> tuple[Polytope, Polytope, Pairs]:
    """Both polytopes of the game with these actions, and the pairs of vertices that are its extreme equilibria.

        P = { x ≥ 0 : Bᵀx ≤ 1 },   Q = { y ≥ 0 : A y ≤ 1 }

    (x, y) is an equilibrium when each action of each player is either not played or a best response. The
    row player's actions are labels 0 … m − 1, the column player's m … m + n − 1, in both vertices. Both polytopes are
    walked in turn: a search that is stopped gives the pairs among what it has seen.
    Mangasarian (1964); Avis, Rosenberg, Savani & von Stengel (2010), sections 2 and 3.
    """
    A, B = (game.integers(p)[0][np.ix_(*kept)] for p in range(2))
    P, Q = Polytope(B.T.tolist()), Polytope(A.tolist())
    walks = deque([P, Q])
    try:
        while walks:
            polytope = walks.popleft()
            left = polytope.turn
            if clock.limit is not None:
                left = min(left, (clock.limit - clock.nodes + 1) // 2)
                if left < 1:
                    clock.step()  # one too many
            polytope.advance(clock, left)
            clock.check()
            if not polytope.is_done:
                walks.append(polytope)
    except OutOfBudget:
        pass
    m, n = A.shape
    ys = Q.zeros()
    ys = (ys >> n) | ((ys & ((1 << n) - 1)) << m)  # Q lists its variables, the columns, first
    return P, Q, match_labels(P.zeros(), ys, m, n, grace(clock))


def match_labels(xs: npt.NDArray[Any], ys: npt.NDArray[Any], m: int, n: int, clock: Clock) -> Pairs:
    """The pairs, by number, whose binding inequalities cover all labels. xs, ys: bits, as labels."""
    full = (1 << m + n) - 1
    found: list[tuple[int, int]] = []
    if m + n > MOST_LABELS or is_quicker_without(m + n, KERNEL):
        for i, x in enumerate(xs.tolist()):
            if clock.is_over():
                break
            found += [(i, j) for j in np.flatnonzero((ys | x) == full).tolist()]
        return np.array(found, np.int64).reshape(-1, 2)
    from tianji.kernels.matrix.vertices import match

    order = np.argsort(ys)
    ys = ys[order]
    stride, parts = max(1, PAIRS // max(len(ys), 1)), [np.empty((0, 2), np.int64)]
    for first in range(0, len(xs), stride):
        if clock.is_over():
            break
        some = xs[first : first + stride]
        out = np.empty((256, 2), np.int64)
        count = match(some, ys, np.uint64(full), n, out)
        if count > len(out):
            out = np.empty((count, 2), np.int64)
            match(some, ys, np.uint64(full), n, out)
        parts.append(np.column_stack([out[:count, 0] + first, order[out[:count, 1]]]))
    return np.concatenate(parts)
