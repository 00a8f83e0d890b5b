"""Mixed equilibria of games with three and more players: one polynomial system a support profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise
from math import inf, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, contract, deviation_values, spread
from tianji.matrix.game.payoffs import FloatArray, unit_range
from tianji.matrix.nash.dominance import undominated_game
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.limits import Limits

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

SUPPORTS = 20_000  # support profiles tried when the caller sets no budget
STARTS = 12  # Newton starts a support profile
NOTE = "mixed equilibria of three and more players are searched for, not proved complete"

Strategies = list[FloatArray]


def regret_of(tables: FloatArray, strategies: Strategies) -> float:
    """The largest gain of any player from a pure deviation."""
    gains = deviation_values(tables, strategies)
    return max(0.0, *(float(g.max() - x @ g) for x, g in zip(strategies, gains, strict=True)))


def indifference(tables: Iterable[FloatArray], x: Strategies) -> tuple[FloatArray, FloatArray]:
    """u_i(a, x_−i) − u_i(a₀, x_−i) for all actions side by side, `[Σ m]`, and its slopes in all x, `[Σ m, Σ m]`."""
    at = np.concatenate([[0], np.cumsum([row.size for row in x])])
    parts = [slice(*pair) for pair in pairwise(at)]
    gains, slopes = np.empty(at[-1]), np.zeros((at[-1], at[-1]))
    for i, table in enumerate(tables):
        own = contract(table, x, [i])
        gains[parts[i]] = own - own[0]
        for j in range(len(x)):
            if j != i:
                block = contract(table, x, [i, j])
                block = block if i < j else block.T
                slopes[parts[i], parts[j]] = block - block[0]
    return gains, slopes


def newton(
    tables: Sequence[FloatArray], start: Strategies, *, isolated: bool = True, rounds: int = 25
) -> Strategies | None:
    """A point near `start` at which every player is indifferent among all actions of these tables.

        u_i(a, x_−i) = u_i(a₀, x_−i) for all a,   Σ_a x_i(a) = 1

    Newton steps on the square polynomial system; None when they do not converge. With `isolated` a solution
    at which the system is singular is refused; without, least-squares steps lead to the nearest one.
    """
    sizes = [x.size for x in start]
    offset = np.concatenate([[0], np.cumsum(sizes)])
    point = np.concatenate(start)
    for _ in range(rounds):
        residual, jacobian = indifference(tables, np.split(point, offset[1:-1]))
        residual[offset[:-1]] = np.add.reduceat(point, offset[:-1]) - 1.0
        for first, after in pairwise(offset):
            jacobian[first, first:after] = 1.0
        try:
            step = np.linalg.solve(jacobian, residual) if isolated else _least_squares(jacobian, residual)
        except np.linalg.LinAlgError:
            return None
        point = point - step
        if not np.isfinite(point).all() or np.abs(point).max() > 1e6:
            return None
        if np.abs(step).max() < 1e-14 * max(1.0, float(np.abs(point).max())):
            break
    else:
        if np.abs(residual).max() > 1e-11:
            return None
    if isolated and np.linalg.cond(jacobian) > 1e10:
        return None
    return [point[offset[i] : offset[i + 1]].copy() for i in range(len(sizes))]


def _least_squares(jacobian: FloatArray, residual: FloatArray) -> FloatArray:
    step: FloatArray = np.asarray(np.linalg.lstsq(jacobian, residual, rcond=1e-9)[0], dtype=np.float64)
    return step


def on_support(
    tables: FloatArray, support: Sequence[Sequence[int]], start: Strategies, *, isolated: bool = True
) -> Strategies | None:
    """An equilibrium with exactly this support, from Newton's method started at `start` (restricted).

    tables: payoffs from 0 to 1.
    """
    where = np.ix_(*support)
    found = newton([table[where] for table in tables], start, isolated=isolated)
    if found is None or min(float(x.min()) for x in found) < 1e-10:
        return None
    full = []
    for size, own, x in zip(tables.shape[1:], support, found, strict=True):
        row = np.zeros(size)
        row[list(own)] = x / x.sum()
        full.append(row)
    return full if regret_of(tables, full) <= 1e-9 else None


def as_equilibrium(game: NormalForm, strategies: Strategies, method: str) -> Equilibrium:
    """The profile in fractions where small denominators nearby make it exact, else in floats; verified."""
    if game.rational:
        for limit in (100, 10_000, 1_000_000):
            guess = [[Fraction(float(p)).limit_denominator(limit) for p in row] for row in strategies]
            pairs = zip(guess, strategies, strict=True)
            if all(sum(row) == 1 and np.allclose(np.array(row, dtype=float), x, 0, 1e-7) for row, x in pairs):
                exact = game.verify(guess, method)
                if exact.regret == 0:
                    return exact
    return game.verify([row.tolist() for row in strategies], method)


def _supports(shape: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Support profiles, smallest total size first; made one by one, as there may be 2^(Σ m)."""
    for total in range(len(shape), sum(shape) + 1):
        yield from _of_size(shape, total)


def _of_size(shape: Sequence[int], total: int) -> Iterator[list[tuple[int, ...]]]:
    if not shape:
        yield []
        return
    most = total - len(shape) + 1  # the others need an action each
    least = max(1, total - sum(shape[1:]))
    for size in range(least, min(shape[0], most) + 1):
        for own in combinations(range(shape[0]), size):
            for rest in _of_size(shape[1:], total - size):
                yield [own, *rest]


def _possible(tables: FloatArray, support: Sequence[Sequence[int]]) -> bool:
    """False when no regular equilibrium can have this support: too few unknowns, or a dominated action."""
    free = [len(own) - 1 for own in support]
    if any(2 * k > sum(free) for k in free):
        return False  # more indifference conditions than the others have probabilities: nothing regular
    for i, table in enumerate(tables):
        where: list[Any] = list(support)
        where[i] = list(range(table.shape[i]))
        view = np.moveaxis(table[np.ix_(*where)], i, 0).reshape(table.shape[i], -1)
        for a in support[i]:
            if (view > view[a]).all(axis=1).any():
                return False
    return True


def many_player_equilibria(game: NormalForm, clock: Clock) -> Equilibria:
    """Pure equilibria, and one Newton search from several starts for every support profile that can be one.

    When iterated strict elimination leaves at most two players a choice, the exact two-player enumeration
    answers and is complete. Otherwise the list
    is not proved complete, and only regular (hence isolated) mixed equilibria are listed.
    Dickhaut & Kaplan (1991); Porter, Nudelman & Shoham (2008).
    """
    kept = [list(own) for own in undominated_game(game, mixed=False).kept]
    active = [i for i, own in enumerate(kept) if len(own) > 1]
    if len(active) <= 2:
        return _two_active(game, kept, active, clock)
    found = {_key(e): e for e in game.pure_equilibria()}
    try:
        for e in _mixed(game, kept, clock):
            found.setdefault(_key(e), e)
    except OutOfBudget:
        pass
    if not found:  # the supports are spent before the first: a path always leads somewhere
        from tianji.matrix.nash.logit import settle

        e = settle(game, Clock(Limits(seconds=1.0 if clock.stopped == "seconds" else None), clock.stopper))
        found = {_key(e): e} if e.regret <= 1e-9 * game.scale else {}
    ordered = sorted(
        found.values(), key=lambda e: tuple(tuple(map(float, row)) for row in e.profile), reverse=True
    )
    return Equilibria(ordered, complete=False, method="support", stopped=clock.stopped, note=NOTE)


def _mixed(game: NormalForm, kept: list[list[int]], clock: Clock) -> Iterator[Equilibrium]:
    """The equilibria found on the supports among `kept`, one step a support."""
    tables = unit_range(game.payoffs)
    rng = np.random.default_rng(0)
    most = None if clock.limit or clock.deadline < inf else SUPPORTS
    for support in islice(_supports([len(k) for k in kept]), most):
        clock.step()
        named = [[kept[i][a] for a in own] for i, own in enumerate(support)]
        if prod(len(own) for own in named) == 1 or not _possible(tables, named):
            continue
        for start in _starts(rng, [len(own) for own in named]):
            clock.check()
            strategies = on_support(tables, named, start)
            if strategies is not None:
                yield as_equilibrium(game, strategies, "support")


def _two_active(game: NormalForm, kept: list[list[int]], active: list[int], clock: Clock) -> Equilibria:
    """At most two players have a choice left: the exact two-player enumeration answers."""
    from tianji.matrix.nash.method import AUTO
    from tianji.matrix.nash.solve import find_all

    where = np.ix_(*kept)
    small = [(game.fractions if game.rational else game.payoffs)[i][where] for i in range(len(kept))]
    chosen = sorted((active + [i for i in range(len(kept)) if i not in active])[:2])
    shape = (*(len(kept[i]) for i in chosen), 1)[:2]
    pair = [small[i].reshape(shape) for i in chosen]
    if len(pair) == 1:
        pair.append(np.zeros(shape, dtype=object))

    def widened(e: Equilibrium) -> Equilibrium:
        profile: list[list[Any]] = [list(row) for row in game.pure([own[0] for own in kept])]
        for i, row in zip(chosen, e.profile, strict=False):
            profile[i] = spread(row, kept[i], game.shape[i])
        return game.verify(profile, e.method)

    return find_all(type(game)(*pair), AUTO, clock).mapped(widened)


def _starts(rng: np.random.Generator, sizes: Sequence[int]) -> Iterator[Strategies]:
    yield [np.full(k, 1.0 / k) for k in sizes]
    if sum(k > 1 for k in sizes) <= 2:
        return  # two players mix: the system is linear and Newton's first step solves it
    for _ in range(STARTS - 1):
        yield [rng.dirichlet(np.ones(k)) for k in sizes]


def _key(e: Equilibrium) -> tuple[float, ...]:
    return tuple(round(float(p), 7) + 0.0 for row in e.profile for p in row)
