"""What solvers return: equilibria that carry their own proof."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import StrategyError

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm
    from tianji.matrix.nash.components import NashSubset

Number = Fraction | float
Profile = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Equilibrium:
    """A strategy profile with its values and the most that any player could gain by deviating.

        regret = max_i max_a u_i(a, x_−i) − u_i(x)

    `profile` has one tuple of probabilities a player. `exact` says that everything is in fractions, so that
    a regret of 0 is a proof; otherwise the numbers are floats and the regret says how far off they are.
    """

    profile: Profile
    values: tuple[Number, ...]
    regret: Number
    exact: bool
    method: str = field(default="", compare=False)

    @property
    def support(self) -> tuple[tuple[int, ...], ...]:
        """The actions played with positive probability, one tuple a player."""
        return tuple(tuple(a for a, p in enumerate(row) if p > 0) for row in self.profile)

    @property
    def is_pure(self) -> bool:
        """Whether every player plays one action."""
        return all(len(actions) == 1 for actions in self.support)

    def __str__(self) -> str:
        rows = " ".join("(" + ", ".join(show_number(p) for p in row) + ")" for row in self.profile)
        return f"{rows} values ({', '.join(show_number(v) for v in self.values)})"

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: fractions as text, floats as numbers."""
        return {
            "profile": [[_plain(p) for p in row] for row in self.profile],
            "values": [_plain(v) for v in self.values],
            "regret": _plain(self.regret),
            "exact": self.exact,
            "method": self.method,
        }


class Equilibria(tuple[Equilibrium, ...]):
    """The equilibria found, with what is known about the set.

    `complete` says that the list is all of them: every isolated equilibrium and every extreme equilibrium,
    that is the vertices of all maximal Nash subsets. `stopped` says why not. `subsets` are the maximal Nash
    subsets of a two-player game (each a product of polytopes) and `components` groups them into connected
    sets; both are lists of `NashSubset`.
    """

    complete: bool
    method: str
    stopped: str
    subsets: tuple[NashSubset, ...]
    components: tuple[tuple[NashSubset, ...], ...]

    def __new__(  # noqa: D102 - the class says it
        cls,
        items: Iterable[Equilibrium],
        *,
        complete: bool,
        method: str,
        stopped: str = "",
        components: Iterable[Iterable[NashSubset]] = (),
    ) -> Equilibria:
        self = super().__new__(cls, tuple(items))
        self.complete = complete
        self.method = method
        self.stopped = stopped
        self.components = tuple(tuple(group) for group in components)
        self.subsets = tuple(subset for group in self.components for subset in group)
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        state = {"complete": self.complete, "method": self.method, "stopped": self.stopped}
        return (tuple(self),), {**state, "components": self.components}

    @property
    def isolated(self) -> tuple[Equilibrium, ...]:
        """The equilibria that are components by themselves (two players)."""
        return tuple(g[0].equilibria()[0] for g in self.components if len(g) == 1 and g[0].is_point)

    def __repr__(self) -> str:
        state = (
            "complete" if self.complete else f"incomplete: {self.stopped or 'no proof that these are all'}"
        )
        return f"<{len(self)} equilibria by {self.method}, {state}>"


def show_number(value: Number) -> str:
    """A fraction as it is, a float with six digits.

    >>> show_number(Fraction(2, 15)), show_number(0.13333333333)
    ('2/15', '0.133333')
    """
    return str(value) if isinstance(value, (Fraction, int)) else f"{value:.6g}"


def _plain(value: Number) -> str | float:
    return str(value) if isinstance(value, (Fraction, int)) else float(value)


def as_profile(game: NormalForm, profile: Iterable[Iterable[Any]]) -> tuple[Profile, bool]:
    """The profile checked against the game, and whether all its numbers are rational."""
    rows: list[tuple[Number, ...]] = []
    for p, row in enumerate(profile):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__iter__"):
            raise StrategyError(f"player {p}: expected a list of probabilities, got {row!r}")
        rows.append(tuple(_probability(value, p) for value in row))
    if len(rows) != len(game.shape):
        raise StrategyError(f"the profile has {len(rows)} strategies, the game {len(game.shape)} players")
    exact = True
    for p, (row, size) in enumerate(zip(rows, game.shape, strict=True)):
        if len(row) != size:
            raise StrategyError(f"player {p}: {len(row)} probabilities where the game has {size} actions")
        exact = exact and all(isinstance(value, Fraction) for value in row)
        total: Any = sum(row, Fraction(0))
        if min(row) < -1e-9 or abs(total - 1) > (0 if isinstance(total, Fraction) else 1e-6):
            shown = [float(v) for v in row]
            raise StrategyError(
                f"player {p}: {shown!r:.120} is no distribution; probabilities ≥ 0 must sum to 1"
            )
    return tuple(rows), exact


def _probability(value: Any, player: int) -> Number:
    if isinstance(value, (Fraction, int, np.integer)):
        return Fraction(int(value)) if not isinstance(value, Fraction) else value
    if isinstance(value, str):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    try:
        real = float(value)
    except (TypeError, ValueError):
        real = float("nan")
    if not np.isfinite(real):
        raise StrategyError(f"player {player}: probability {value!r} is not a number from 0 to 1")
    return real


def deviation_values(game: NormalForm, profile: Profile, exact: bool) -> list[list[Number]]:
    """What each action of each player pays against the others' strategies: u_i(a, x_−i).

    Exact sums run over integers with one common denominator a player: a fraction a term would spend its
    time in greatest common divisors.
    """
    if not exact:
        strategies: list[Any] = [np.array([float(p) for p in row]) for row in profile]
        return [[float(v) for v in _contract(game.payoffs[i], strategies, i)] for i in range(len(profile))]
    scales = [lcm(*(Fraction(p).denominator for p in row)) for row in profile]
    strategies = [
        np.array([int(p * d) for p in row], dtype=object) for row, d in zip(profile, scales, strict=True)
    ]
    out: list[list[Number]] = []
    for i in range(len(profile)):
        table, denominator = game.integers(i)
        for j, d in enumerate(scales):
            denominator *= d if j != i else 1
        out.append([Fraction(int(v), denominator) for v in _contract(table, strategies, i)])
    return out


def _contract(table: Any, strategies: list[Any], player: int) -> Any:
    for j in range(len(strategies) - 1, -1, -1):
        if j > player:
            table = table @ strategies[j]
        elif j < player:
            table = np.tensordot(strategies[j], table, axes=(0, j))
    return table


def verified(
    game: NormalForm, profile: Iterable[Iterable[Any]], method: str = "", exact: bool | None = None
) -> Equilibrium:
    """The profile with values and regret computed afresh from the payoffs; floats are renormalised."""
    rows, rational = as_profile(game, profile)
    exact = rational and game.rational if exact is None else exact and rational and game.rational
    if not exact:
        clean = [np.clip([float(p) for p in row], 0.0, None) for row in rows]
        rows = tuple(tuple(float(p) for p in row / row.sum()) for row in clean)
    deviations = deviation_values(game, rows, exact)
    values: list[Number] = []
    regret: Number = Fraction(0) if exact else 0.0
    for row, gains in zip(rows, deviations, strict=True):
        value: Any = sum((p * u for p, u in zip(row, gains, strict=True) if p), Fraction(0) if exact else 0.0)
        values.append(value)
        regret = max(regret, max(gains) - value)
    return Equilibrium(rows, tuple(values), regret, exact, method)
