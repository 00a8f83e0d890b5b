"""Correlated and coarse correlated equilibria: linear programs over joint distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import NotApplicableError, ParameterError, TooLargeError, quote
from tianji.matrix.exact.plane import Point, hull
from tianji.matrix.exact.simplex import EXACT_CELLS, exact_lp, feasible, float_lp, whole_row
from tianji.matrix.game.equilibrium import NONE, Number, as_number
from tianji.matrix.game.payoffs import exponent
from tianji.matrix.game.profile import as_profile
from tianji.matrix.nash.brief import LARGEST, kernel, prepared
from tianji.matrix.nash.method import require_rational

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

CELLS = 2_000_000  # joint profiles × constraints that HiGHS is trusted with
OBJECTIVES = ("welfare", "anti-welfare", "egalitarian", "player k", "an array over profiles")


@dataclass(frozen=True)
class CorrelatedEquilibrium(Result):
    """A joint distribution that a mediator may draw from without anyone wanting to disobey.

    `joint` has the shape of the game. `regret` is the largest gain from disobeying: from a swap of one
    recommended action (correlated) or from a fixed action chosen in advance (`coarse`).
    """

    joint: Any
    values: tuple[Number, ...]
    regret: Number
    exact: bool
    coarse: bool
    objective: Number

    @checked
    def marginal(self, player: int) -> tuple[Number, ...]:
        """How often each action of the player is recommended."""
        if not 0 <= player < self.joint.ndim:
            raise ParameterError(f"player={player}; expected 0..{self.joint.ndim - 1}")
        axes = tuple(i for i in range(self.joint.ndim) if i != player)
        return tuple(as_number(p) for p in self.joint.sum(axis=axes))


@checked
def correlated_equilibrium(
    game: NormalForm, objective: Any = "welfare", *, coarse: bool = False, exact: bool | None = None
) -> CorrelatedEquilibrium:
    """The correlated equilibrium that is best for the objective.

        Σ_{a_−i} q(a_i, a_−i) [u_i(a_i, a_−i) − u_i(b_i, a_−i)] ≥ 0   for all i, a_i, b_i

    Objectives: "welfare" (sum of payoffs), "anti-welfare" (its minimum), "egalitarian" (the least well-off
    player), a player's number, or an array of weights over profiles. With `coarse` players must commit before
    the draw, so only the sum over a_i of these constraints has to hold.
    Aumann (1974, 1987); Moulin & Vial (1978).

    >>> from tianji.matrix import NormalForm
    >>> chicken = NormalForm([[0, 7], [2, 6]], [[0, 2], [7, 6]])
    >>> correlated_equilibrium(chicken).values
    (Fraction(21, 4), Fraction(21, 4))
    """
    return _at_once(game, objective, coarse, exact) or _by_program(game, objective, coarse, exact)


def _by_program(game: NormalForm, objective: Any, coarse: bool, exact: bool | None) -> CorrelatedEquilibrium:
    tables = [t.ravel() for t in (game.fractions if game.rational else game.payoffs)]
    cells = prod(game.shape)
    size = sum(m if coarse else m * (m - 1) for m in game.shape) * cells
    if size > CELLS:
        raise TooLargeError(f"{game!r}: the linear program would have {size:,} entries, more than {CELLS:,}")
    weights, floor = _objective(game, tables, objective)
    rows = _incentives(game, coarse)
    require_rational(game, exact)
    use_exact = game.rational and size <= EXACT_CELLS if exact is None else exact
    extra = 1 if floor else 0
    above = [[-v for v in row] + [0] * extra for row in rows]
    if floor:  # one more variable t ≤ every player's payoff
        above += [[-v for v in table] + [1] for table in tables]
    target = [*weights, 1] if floor else weights
    total = [[1] * cells + [0] * extra]
    free = [cells] if floor else []
    if use_exact:
        solution, best = exact_lp(target, above, [0] * len(above), total, [1], free)
        value: Number = best
        joint: Any = np.array(solution[:cells], dtype=object).reshape(game.shape)
    else:  # numbers around 1, as HiGHS' tolerances are absolute; it cannot be interrupted, hence CELLS
        reals = np.array([[float(v) for v in row] for row in above]).reshape(len(above), cells + extra)
        reals[:, :cells] = np.ldexp(reals[:, :cells], -exponent(game.scale))
        goal = np.array([float(v) for v in target])
        unit = exponent(game.scale if floor else float(np.abs(goal).max()))
        goal = goal if floor else np.ldexp(goal, -unit)
        point, best_found = float_lp(
            goal, reals, np.zeros(len(above)), np.array(total, dtype=float), np.ones(1), free
        )
        value = float(np.ldexp(best_found, unit))
        clean = np.clip(point[:cells], 0.0, None)
        joint = (clean / clean.sum()).reshape(game.shape)
    values, regret = judge(game, joint, coarse)
    return CorrelatedEquilibrium(joint, values, regret, bool(use_exact), coarse, value)


class _Program(NamedTuple):
    """The linear program of a small game at a feasible basis, as `kernels.matrix.whole.optimum` takes it."""

    start: Any
    basis: Any
    cobasis: Any
    det: int
    above: Any
    payoffs: list[list[int]]
    goals: dict[object, tuple[Any, list[int], int]]


def _at_once(
    game: NormalForm, objective: object, coarse: bool, exact: bool | None
) -> CorrelatedEquilibrium | None:
    """The same for a small game by one call of a kernel; None: in the usual way."""
    if type(objective) not in (str, int) or objective == "egalitarian" or not (exact is None or exact):
        return None
    given = prepared(game) if game.rational else None
    code = kernel() if given is not None else None
    if given is None or code is None:
        return None
    known: dict[bool, _Program | None] = game.__dict__.setdefault("_correlated", {})
    if coarse not in known:
        known[coarse] = _program(game, given.tables, coarse)
    program = known[coarse]
    if program is None:
        return None
    if objective not in program.goals:
        weights = _objective(game, [table.ravel() for table in game.fractions], objective)[0]
        goal = whole_row(weights)
        if max(map(abs, goal)) >= LARGEST:
            return None
        program.goals[objective] = np.array(goal), goal, lcm(*[Fraction(w).denominator for w in weights])
    start, basis, cobasis, det, above, payoffs, goals = program
    target, goal, scale = goals[objective]
    z = np.empty(len(goal), np.int64)
    det = code.optimum(start, basis, cobasis, det, target, above, z)
    if det == code.LOST:
        return None
    point = z.tolist()
    joint = np.array([Fraction(p, det) if p else NONE for p in point], dtype=object).reshape(game.shape)
    values = tuple(
        [
            Fraction(sum(map(mul, row, point)), det * unit)
            for row, unit in zip(payoffs, given.units, strict=True)
        ]
    )
    value = Fraction(sum(map(mul, goal, point)), det * scale)
    return CorrelatedEquilibrium(joint, values, NONE, True, coarse, value)


def _program(game: NormalForm, tables: Any, coarse: bool) -> _Program | None:
    """None where its numbers are too large, or nobody has a choice."""
    cells = prod(game.shape)
    above = [[-v for v in row] for row in _incentives(game, coarse)]
    at, rows = feasible(above, [0] * len(above), [[1] * cells], [1]), [whole_row(row) for row in above]
    if (
        not at.cobasis
        or not rows
        or max(abs(value) for row in (*at.rows, *rows) for value in row) >= 2 * LARGEST
    ):
        return None
    payoffs = [table.ravel().tolist() for table in tables]
    start, basis, cobasis = (
        np.array(at.rows, np.int64),
        np.array(at.basis, np.int64),
        np.array(at.cobasis, np.int64),
    )
    return _Program(start, basis, cobasis, at.det, np.array(rows, np.int64).reshape(-1, cells), payoffs, {})


@checked
def correlated_region(game: NormalForm, *, coarse: bool = False) -> tuple[tuple[Number, Number], ...]:
    """The corners of the payoffs that correlated equilibria of a two-player game give, counter-clockwise.

    The set is a convex polygon: from two points of its hull, the best equilibrium in the direction across their edge
    is a new corner, or shows that the edge is one of the polygon's: some two linear programs a corner.

    >>> from tianji.matrix import chicken
    >>> [tuple(map(str, corner)) for corner in correlated_region(chicken())]
    [('2', '7'), ('18/5', '18/5'), ('7', '2'), ('21/4', '21/4')]
    """
    if len(game.shape) != 2:
        raise NotApplicableError(f"{game!r}: the region is drawn for two players")
    tables = game.fractions if game.rational else game.payoffs

    def farthest(direction: Point) -> Point:
        weights = direction[0] * tables[0] + direction[1] * tables[1]
        x, y = correlated_equilibrium(game, weights, coarse=coarse).values
        return x, y

    slack = 0 if game.rational else 1e-9 * game.scale

    def between(p: Point, q: Point) -> list[Point]:
        """The corners after p and up to q, on the right of the way from p to q."""
        across = (q[1] - p[1], p[0] - q[0])
        if max(map(abs, across)) <= slack:
            return []
        found = farthest(across)
        if across[0] * (found[0] - p[0]) + across[1] * (found[1] - p[1]) <= slack * max(map(abs, across)):
            return [q]
        return [*between(p, found), *between(found, q)]

    sides = [farthest(direction) for direction in ((-1, 0), (0, -1), (1, 0), (0, 1))]
    found = [corner for p, q in zip(sides, sides[1:] + sides[:1], strict=True) for corner in between(p, q)]
    return hull([*sides, *found])


def _incentives(game: NormalForm, coarse: bool) -> list[Any]:
    """One row a constraint: what following gains over deviating, per unit of probability of each profile."""
    rows = []
    for i, table in enumerate(game.fractions if game.rational else game.payoffs):
        for b in range(game.shape[i]):
            loss = table - table.take([b], axis=i)
            if coarse:
                rows.append(loss.ravel())
                continue
            for a in range(game.shape[i]):
                if a != b:
                    row = np.zeros(game.shape, dtype=table.dtype)
                    where = (slice(None),) * i + (a,)
                    row[where] = loss[where]
                    rows.append(row.ravel())
    return rows


def _objective(game: NormalForm, tables: Sequence[Any], objective: Any) -> tuple[list[Any], bool]:
    if isinstance(objective, str):
        if objective == "welfare":
            return list(sum(tables[1:], tables[0])), False
        if objective == "anti-welfare":
            return list(-sum(tables[1:], tables[0])), False
        if objective == "egalitarian":
            return [0] * len(tables[0]), True
    elif isinstance(objective, (int, np.integer)) and 0 <= objective < len(tables):
        return list(tables[int(objective)]), False
    elif not isinstance(objective, (int, np.integer)):
        weights = np.array(objective, dtype=object)
        if weights.shape == game.shape:
            return [Fraction(w) if game.rational else float(w) for w in weights.ravel()], False
    raise ParameterError(
        f"objective {quote(objective, 60)} is not understood; use one of {', '.join(OBJECTIVES)}"
    )


def judge(game: NormalForm, joint: Any, coarse: bool = False) -> tuple[tuple[Number, ...], Number]:
    """Values of a joint distribution and the largest gain from disobeying it.

    For correlated equilibria the gain is that of the best swap a → b, weighted by how often a is drawn.
    """
    exact = game.rational and joint.dtype == object
    tables = game.fractions if exact else game.payoffs
    values = tuple(as_number((t * joint).sum()) for t in tables)
    worst: Any = Fraction(0) if exact else 0.0
    for i, table in enumerate(tables):
        for b in range(game.shape[i]):
            gain = (table.take([b], axis=i) - table) * joint
            axes = tuple(j for j in range(len(game.shape)) if coarse or j != i)
            worst = max(worst, as_number(np.max(gain.sum(axis=axes))))
    return values, worst


@checked
def joint_of(game: NormalForm, profile: Any) -> Any:
    """The joint distribution of independent mixed strategies: every equilibrium is a correlated one.

    >>> from tianji.matrix import NormalForm
    >>> g = NormalForm("1 -1; -1 1")
    >>> judge(g, joint_of(g, g.solve().profile))[1]
    Fraction(0, 1)
    """
    rows, exact = as_profile(game, profile)
    joint: Any = np.array(rows[0], dtype=object if exact else float)
    for row in rows[1:]:
        joint = np.multiply.outer(joint, np.array(row, dtype=object if exact else float))
    return joint
