"""The folk theorem: which payoffs patient players can sustain in the repeated game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.matrix.exact.plane import Point, hull, turn
from tianji.matrix.game.equilibrium import Number, as_number
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.nash.dominance import security


@dataclass(frozen=True)
class FolkRegion(Result):
    """Feasible and individually rational payoffs of a two-player game.

    `feasible`: corners of the convex hull of the payoffs, counter-clockwise. `minmax`: what each player can
    be held to. `region`: corners of the feasible payoffs that give both at least that; a point or a segment
    when it is that thin, empty never (a stage equilibrium lies in it).
    """

    feasible: tuple[Point, ...]
    minmax: tuple[Number, Number]
    region: tuple[Point, ...]

    @property
    def area(self) -> Number:
        """The area of the region, by the shoelace formula."""
        total: Any = Fraction(0)
        for (x1, y1), (x2, y2) in zip(self.region, self.region[1:] + self.region[:1], strict=True):
            total += x1 * y2 - x2 * y1
        area: Number = total / 2
        return area

    @checked
    def contains(self, point: Sequence[Number]) -> bool:
        """Whether a payoff pair is feasible and individually rational."""
        if len(point) != 2:
            raise ParameterError(f"point={quote(point)}; expected two numbers")
        x, y = point
        if x < self.minmax[0] or y < self.minmax[1]:
            return False
        corners = self.feasible
        if len(corners) == 1:
            return (x, y) == corners[0]
        if len(corners) == 2:
            return turn(corners[0], corners[1], (x, y)) == 0 and min(corners) <= (x, y) <= max(corners)
        return all(turn(p, q, (x, y)) >= 0 for p, q in zip(corners, corners[1:] + corners[:1], strict=True))


def _clip(polygon: list[Point], axis: int, least: Any) -> list[Point]:
    """The part of a convex polygon with coordinate `axis` at least `least`. Sutherland & Hodgman (1974)."""
    out: list[Point] = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if p[axis] >= least:
            out.append(p)
        if (p[axis] < least) != (q[axis] < least):
            t = (least - p[axis]) / (q[axis] - p[axis])
            out.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return list(dict.fromkeys(out))


@checked
def folk_region(game: NormalForm) -> FolkRegion:
    """The payoffs that the folk theorem offers patient players.

    Every point of the region above the minmax values strictly for both is an average payoff of an
    equilibrium of the repeated game for discount factors near one. Friedman (1971); Aumann & Shapley (1976);
    Fudenberg & Maskin (1986). Minmax values are in mixed strategies.

    >>> from tianji.matrix import prisoners_dilemma
    >>> [tuple(map(str, p)) for p in folk_region(prisoners_dilemma(3, 5, 0, 1)).region]
    [('1', '1'), ('13/3', '1'), ('3', '3'), ('1', '13/3')]
    """
    if len(game.shape) != 2:
        raise NotApplicableError(f"{game!r}: the region is drawn for two players")
    table = game.fractions if game.rational else game.payoffs
    cells = list(product(*map(range, game.shape)))
    points: list[Point] = [(as_number(table[(0, *c)]), as_number(table[(1, *c)])) for c in cells]
    feasible = hull(points)
    levels = (security(game, 0).value, security(game, 1).value)
    region = list(feasible)
    for axis, level in enumerate(levels):
        region = _clip(region, axis, level)
    return FolkRegion(feasible, levels, tuple(region) if len(region) < 3 else hull(region))


@checked
def critical_discount(
    game: NormalForm, cell: Sequence[int], punishment: Sequence[Number] | None = None
) -> Number | None:
    """The least discount factor at which grim trigger sustains the action profile `cell`; None if none does.

        δ_i = (d_i − u_i) / (d_i − p_i)

    u is the payoff of the profile, d the best deviation, p the payoff after a deviation: by default that of
    the stage equilibrium worst for the deviator, which makes the threat credible. Friedman (1971).

    >>> from tianji.matrix import prisoners_dilemma
    >>> critical_discount(prisoners_dilemma(3, 5, 0, 1), (0, 0))
    Fraction(1, 2)
    """
    table = game.fractions if game.rational else game.payoffs
    if len(cell) != len(game.shape) or not all(0 <= a < m for a, m in zip(cell, game.shape, strict=True)):
        raise ParameterError(f"cell={quote(cell)}; expected one action a player, of {quote(game.shape)}")
    if punishment is not None and len(punishment) != len(game.shape):
        raise ParameterError(f"punishment={quote(punishment)}; expected {len(game.shape)} numbers")
    found = [] if punishment is not None else list(game.equilibria())
    worst: Any = Fraction(0)
    for i in range(len(game.shape)):
        value = as_number(table[(i, *cell)])
        best = max(as_number(table[(i, *cell[:i], a, *cell[i + 1 :])]) for a in range(game.shape[i]))
        level = punishment[i] if punishment is not None else min(e.values[i] for e in found)
        if best <= value:
            continue
        if level >= value:
            return None
        worst = max(worst, (best - value) / (best - level))
    result: Number = worst
    return result
