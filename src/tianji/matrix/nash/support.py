"""Equilibria of two-player games by their supports: guess who plays what, solve, check."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from tianji.errors import NotApplicableError
from tianji.matrix.exact.integer import NO_CLOCK, solve_integer
from tianji.matrix.game.equilibrium import Equilibrium, Number
from tianji.matrix.game.payoffs import unit_range
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

BATCH = 200_000  # support pairs between two looks at the clock, at most
OPERATIONS = 40_000_000  # and multiplications, about: some hundredths of a second


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
    profile = [[Fraction(0)] * size for size in game.shape]
    for a, p in zip(rows, x, strict=True):
        profile[0][a] = p
    for a, p in zip(columns, y, strict=True):
        profile[1][a] = p
    return game.verify(profile, method)


def _indifferent(payoff: list[list[int]], clock: Clock) -> list[Fraction] | None:
    """Weights w with payoff · w constant and Σ w = 1."""
    k = len(payoff)
    system = [[*row, -1] for row in payoff] + [[1] * k + [0]]
    solution = solve_integer(system, [0] * k + [1], clock)
    return None if solution is None else solution[:k]


def support_enumeration(
    game: NormalForm,
    *,
    exact: bool | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> tuple[list[Equilibrium], bool]:
    """Every equilibrium whose two supports are equally large, and whether that is known to be all of them.

    In a nondegenerate game all equilibria have equally large supports. A singular system or a tie outside
    the support is the mark of a degenerate game: the second result is then False and vertex enumeration is
    the method to use. Supports are tried in float64; each hit is solved again in fractions when `exact`.
    Porter, Nudelman & Shoham (2008) order the search in the same way, from small supports up. `nodes` counts batches
    of support pairs.

    >>> from tianji.matrix import NormalForm
    >>> found, complete = support_enumeration(NormalForm("2,1 0,0; 0,0 1,2"))
    >>> len(found), complete
    (3, True)
    """
    if len(game.shape) != 2:
        raise NotApplicableError(f"support enumeration needs two players, {game!r} has {len(game.shape)}")
    exact = game.rational if exact is None else exact and game.rational
    found: list[Equilibrium] = []
    with clocked(Limits(seconds=seconds, nodes=nodes), stop, progress, "enumerate", "batches") as clock:
        try:
            return found, enumerate_pairs(game, clock, exact, found)
        except OutOfBudget:
            return found, False


def enumerate_pairs(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> bool:
    """Add every equilibrium with equally large supports to `found`; whether these are known to be all."""
    from tianji.kernels.matrix.support import enumerate_supports

    tables = unit_range(game.payoffs)
    A, Bt = np.ascontiguousarray(tables[0]), np.ascontiguousarray(tables[1].T)
    singular = 0
    out_x, out_y = np.empty((256, game.shape[0])), np.empty((256, game.shape[1]))
    state = np.zeros(3, dtype=np.int64)
    for k in range(1, min(game.shape) + 1):
        start = np.vstack([np.arange(k), np.arange(k)])
        state[0] = 0
        batch = min(BATCH, OPERATIONS // (k + 1) ** 3)
        while not state[0]:
            clock.step()
            hits = enumerate_supports(A, Bt, k, 1e-10, start, batch, out_x, out_y, state)
            singular += int(state[1])
            for x, y in zip(out_x[:hits], out_y[:hits], strict=True):
                _keep(game, x.tolist(), y.tolist(), exact, found)
    return not singular and not any(_has_ties(game, e) for e in found)


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
