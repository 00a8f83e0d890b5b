"""Dominated actions and their iterated elimination, security levels, and potentials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.matrix.exact.integer import NO_CLOCK
from tianji.matrix.exact.simplex import exact_lp, float_lp
from tianji.matrix.game.equilibrium import Number, as_number, show_number, spread
from tianji.matrix.game.payoffs import FloatArray, exponent
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import require_one

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


@dataclass(frozen=True)
class Dominated(Result):
    """An action that never does better than `by`, a mixture over the player's actions.

    `strict`: worse against every profile of the others; otherwise worse against some and never better.
    """

    player: int
    action: int
    by: tuple[Number, ...]
    strict: bool

    @property
    def is_pure(self) -> bool:
        """Whether a single action dominates."""
        return sum(1 for p in self.by if p) == 1


@dataclass(frozen=True)
class Elimination(Result):
    """The outcome of iterated elimination: what was removed, in order, and the game that is left.

    `steps` name actions of the original game; `kept[i]` are the surviving actions of player i. `stopped` says what
    ended it early: every step is right, but there may be more.
    """

    game: NormalForm = field(repr=False)
    kept: tuple[tuple[int, ...], ...]
    steps: tuple[Dominated, ...]
    stopped: str = ""

    @checked
    def explain(self, game: NormalForm) -> list[str]:
        """One sentence a step, with the original game's names."""
        lines = []
        for step in self.steps:
            names = game.actions[step.player]
            by = " + ".join(
                (show_number(p) + " " if p != 1 else "") + names[a] for a, p in enumerate(step.by) if p
            )
            kind = "strictly" if step.strict else "weakly"
            lines.append(f"{game.called(step.player)}: {names[step.action]} is {kind} dominated by {by}")
        return lines


def _rows(table: Any, player: int, kept: Sequence[Sequence[int]]) -> Any:
    """The player's payoffs as `[own actions, profiles of the others]`, restricted."""
    return np.moveaxis(table[np.ix_(*kept)], player, 0).reshape(len(kept[player]), -1)


@checked
def dominated(
    game: NormalForm, *, strict: bool = True, mixed: bool = True, kept: Sequence[Sequence[int]] | None = None
) -> list[Dominated]:
    """Every dominated action with a strategy that dominates it.

    `strict` asks for strict dominance, False for weak. With `mixed`, mixtures may dominate: a linear program
    an action, in fractions for rational payoffs. `kept` restricts the players to some of their actions.

    >>> from tianji.matrix import NormalForm
    >>> g = NormalForm([[3, 0], [0, 3], [1, 1]])
    >>> [(d.player, d.action, d.is_pure) for d in dominated(g)]
    [(0, 2, False)]
    """
    inside = [list(range(m)) for m in game.shape] if kept is None else [list(k) for k in kept]
    if len(inside) != len(game.shape) or any(
        not own or not all(0 <= a < m for a in own) for own, m in zip(inside, game.shape, strict=True)
    ):
        raise ParameterError(
            f"kept={quote(kept)}; expected some actions of every player, of {quote(game.shape)}"
        )
    return list(_dominated(game, strict, mixed, inside, NO_CLOCK))


def _dominated(
    game: NormalForm, strict: bool, mixed: bool, kept: Sequence[Sequence[int]], clock: Clock
) -> Iterator[Dominated]:
    for player in range(len(game.shape)):
        # Integers in proportion to the payoffs: fractions compare ten times slower.
        rows = _rows(game.integers(player)[0] if game.rational else game.payoffs[player], player, kept)
        for k, action in enumerate(kept[player]):
            clock.step()
            by = _dominator(rows, k, strict, mixed, game.rational, clock)
            if by is not None:
                yield Dominated(player, action, tuple(spread(by, kept[player], game.shape[player])), strict)


def _dominator(
    rows: Any, k: int, strict: bool, mixed: bool, exact: bool, clock: Clock
) -> list[Number] | None:
    own = rows[k]
    better = ((rows > own) if strict else (rows >= own)).astype(bool).all(axis=1)
    if not strict:
        better &= (rows > own).astype(bool).any(axis=1)
    if better.any():
        first = int(np.flatnonzero(better)[0])
        return [Fraction(int(j == first)) for j in range(len(rows))]
    if not mixed or len(rows) < 3:
        return None
    others = [j for j in range(len(rows)) if j != k]
    gains = rows[others] - own
    if not exact:
        gains = np.ldexp(gains, -exponent(float(np.abs(gains).max())))
    solution, gain = _mixture(gains, strict, exact, clock)
    if gain <= (0 if exact else 1e-9):
        return None
    weights: list[Number] = [Fraction(0) if exact else 0.0] * len(rows)
    for j, p in zip(others, solution, strict=True):
        weights[j] = p
    return weights


def _mixture(gains: Any, strict: bool, exact: bool, clock: Clock) -> tuple[list[Number], Number]:
    """The mixture w with the best least gain (strict), or the best sum of gains that are all ≥ 0 (weak).

    The own action is always comparable with itself, so the weak program gets a slack action of gain 0.
    """
    n, cells = gains.shape
    if strict:  # max t: w·gains_c ≥ t for every cell, Σ w = 1
        objective = [0] * n + [1]
        above = [[-gains[j, c] for j in range(n)] + [1] for c in range(cells)]
        equal = [[1] * n + [0]]
        free = [n]
    else:  # max Σ_c w·gains_c with w·gains_c ≥ 0, Σ w + stay = 1
        objective = [sum(gains[j]) for j in range(n)] + [0]
        above = [[-gains[j, c] for j in range(n)] + [0] for c in range(cells)]
        equal = [[1] * (n + 1)]
        free = []
    if exact:
        solution, best = exact_lp(objective, above, [0] * cells, equal, [1], free, clock)
        value: Number = best
        weights: list[Any] = list(solution[:n])
    else:
        point, value = float_lp(objective, above, np.zeros(cells), equal, np.ones(1), free)
        weights = [float(p) for p in point[:n]]
    total = sum(weights)
    return [w / total for w in weights] if total else weights, value


@checked
def eliminate(
    game: NormalForm,
    *,
    strict: bool = True,
    mixed: bool = True,
    one_at_a_time: bool = False,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Elimination:
    """Remove dominated actions until none is left, and show the order.

    Strict elimination leads to the same game in any order and loses no equilibrium. Weak elimination depends
    on the order: each round removes all dominated actions of all players at once, or with `one_at_a_time`
    only the first. Gilboa, Kalai & Zemel (1990).

    >>> from tianji.matrix import NormalForm
    >>> done = eliminate(NormalForm([[3, 0], [5, 1]], [[3, 5], [0, 1]], actions=[["C", "D"], ["c", "d"]]))
    >>> done.kept, len(done.steps)
    (((1,), (1,)), 2)
    """
    require_one(threads, "elimination")
    with clocked(Limits(seconds=seconds), stop, progress, "eliminate", "actions") as clock:
        return undominated_game(game, clock, strict, mixed, one_at_a_time)


def undominated_game(
    game: NormalForm,
    clock: Clock = NO_CLOCK,
    strict: bool = True,
    mixed: bool = True,
    one_at_a_time: bool = False,
) -> Elimination:
    """`eliminate` on a clock of the caller's."""
    kept = [list(range(m)) for m in game.shape]
    steps: list[Dominated] = []
    try:
        while True:
            found = _dominated(game, strict, mixed, [list(own) for own in kept], clock)
            removed = 0
            for d in islice(found, 1) if one_at_a_time else found:
                # Two rows may each be weakly dominated by a mixture with the other: keep a dominator.
                if any(kept_by not in kept[d.player] for kept_by, p in enumerate(d.by) if p):
                    continue
                kept[d.player].remove(d.action)
                steps.append(d)
                removed += 1
            if not removed:
                break
    except OutOfBudget:
        pass
    left = game.restricted(kept) if steps else game
    return Elimination(left, tuple(tuple(own) for own in kept), tuple(steps), clock.stopped)


def undominated_actions(game: NormalForm) -> list[list[int]]:
    """What is left of two players' actions when those that another action strictly dominates are gone, again and again.

    In floats: rounding keeps the order of two numbers or makes them equal, so what goes is dominated indeed.

    >>> from tianji.matrix import prisoners_dilemma
    >>> undominated_actions(prisoners_dilemma())
    [[1], [1]]
    """
    A, B = game.payoffs
    sides: list[FloatArray] = [A, B.T]
    kept = [list(range(m)) for m in game.shape]
    while True:
        sizes = [len(own) for own in kept]
        for p in range(2):
            table = sides[p]
            is_worse = np.any(np.all(table[:, None, :] < table[None, :, :], axis=2), axis=1)
            if is_worse.any():
                kept[p] = [a for a, gone in zip(kept[p], is_worse.tolist(), strict=True) if not gone]
                sides[p], sides[1 - p] = table[~is_worse], sides[1 - p][:, ~is_worse]
        if sizes == [len(own) for own in kept]:
            return kept


@dataclass(frozen=True)
class Security(Result):
    """What a player can guarantee, and the strategy that does; `minmax` is what the others can hold it to.

        maxmin = max_{x_i} min_{a_−i} u_i(x_i, a_−i),    minmax = min_{q} max_{a_i} u_i(a_i, q)

    with q any (correlated) mixture over the others' profiles: the two are equal by linear programming
    duality. `pure_maxmin` and `pure_minmax` are the same with pure strategies only.
    """

    player: int
    value: Number
    strategy: tuple[Number, ...]
    punishment: tuple[Number, ...]
    pure_maxmin: Number
    pure_minmax: Number


@checked
def security(game: NormalForm, player: int) -> Security:
    """The security level of a player. `punishment` is over the others' profiles in the order of `np.ndindex`.

    >>> from tianji.matrix import NormalForm
    >>> security(NormalForm([[2, -1], [-1, 1]], [[0, 0], [0, 0]]), 0).value
    Fraction(1, 5)
    """
    if not 0 <= player < len(game.shape):
        raise ParameterError(f"player {quote(player)} does not exist; players are 0 to {len(game.shape) - 1}")
    table = (game.fractions if game.rational else game.payoffs)[player]
    rows = _rows(table, player, [range(m) for m in game.shape])
    against = type(game)(rows)
    e = against.solve("lp")
    return Security(
        player,
        e.values[0],
        e.profile[0],
        e.profile[1],
        as_number(rows.min(axis=1).max()),
        as_number(rows.max(axis=0).min()),
    )


@checked
def potential(game: NormalForm) -> Any:
    """An exact potential as an array over profiles, or None when the game has none.

        P(a) − P(b_i, a_−i) = u_i(a) − u_i(b_i, a_−i)  for every player i and deviation b_i

    Built along one path of deviations from the first profile and then checked everywhere, which is
    equivalent to the four-cycle condition. Monderer & Shapley (1996), theorem 2.8.

    >>> from tianji.matrix import NormalForm
    >>> potential(NormalForm([[3, 0], [5, 1]], [[3, 5], [0, 1]])).tolist()
    [[Fraction(0, 1), Fraction(2, 1)], [Fraction(2, 1), Fraction(3, 1)]]
    """
    tables = game.fractions if game.rational else game.payoffs
    total = np.zeros(game.shape, dtype=object if game.rational else float)
    for cell in product(*map(range, game.shape)):
        value: Any = Fraction(0) if game.rational else 0.0
        at = [0] * len(cell)
        for i, a in enumerate(cell):
            before = tables[(i, *at)]
            at[i] = a
            value += tables[(i, *at)] - before
        total[cell] = value
    slack = 0 if game.rational else 1e-9 * game.scale
    for i, table in enumerate(tables):
        # u_i − P must not depend on the player's own action.
        rest = table - total
        if (abs(rest - rest.take([0], axis=i)) > slack).any():
            return None
    return total


@checked
def is_ordinal_potential(game: NormalForm) -> bool:
    """Whether no sequence of strict improvements returns to where it began (generalised ordinal potential).

    Monderer & Shapley (1996), lemma 2.5: exactly then every improvement path is finite.

    >>> from tianji.matrix import NormalForm
    >>> is_ordinal_potential(NormalForm("1 -1; -1 1"))
    False
    """
    tables = game.fractions if game.rational else game.payoffs

    def improvements(cell: tuple[int, ...]) -> list[tuple[int, ...]]:
        others = ((i, (*cell[:i], a, *cell[i + 1 :])) for i, m in enumerate(game.shape) for a in range(m))
        return [other for i, other in others if tables[(i, *other)] > tables[(i, *cell)]]

    try:
        TopologicalSorter({cell: improvements(cell) for cell in np.ndindex(*game.shape)}).prepare()
    except CycleError:
        return False
    return True
