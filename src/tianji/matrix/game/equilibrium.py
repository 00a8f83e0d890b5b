"""What solvers return: equilibria that carry their own proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import lcm, prod
from operator import mul
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result, html_table, plain
from tianji.matrix.game.profile import as_profile

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm
    from tianji.matrix.nash.components import NashSubset

NONE, ONE = Fraction(0), Fraction(1)
Number = Fraction | float
Profile = tuple[tuple[Number, ...], ...]
Item = TypeVar("Item", bound=Any)


@dataclass(frozen=True)
class Equilibrium(Result):
    """A strategy profile with its values and the most that any player could gain by deviating.

        regret = max_i max_a u_i(a, x_−i) − u_i(x),    nash_conv = Σ_i of the same

    `profile` has one tuple of probabilities a player. `exact` says that everything is in fractions, so that
    a regret of 0 is a proof; otherwise the numbers are floats and the regret says how far off they are.
    `stopped` says why it is no more than the best so far: "seconds", "nodes", "interrupted" or "cancelled".
    """

    profile: Profile
    values: tuple[Number, ...]
    regret: Number
    exact: bool
    method: str = field(default="", compare=False)
    nash_conv: Number = field(default=Fraction(0), compare=False)
    stopped: str = field(default="", compare=False)

    def __getattr__(self, name: str) -> Any:
        """`profile` and `values` of `of_wholes`, written out when one of them is first read."""
        if name not in ("profile", "values") or "_wholes" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        row, m, (unit_a, unit_b) = self.__dict__["_wholes"]
        x, y = row[:m], row[m:-2]
        (rows, total_x), (columns, total_y) = _shares(x), _shares(y)
        values = Fraction(row[-2], total_y * unit_a), Fraction(row[-1], total_x * unit_b)
        self.__dict__.update(profile=(rows, columns), values=values)
        return self.__dict__[name]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def exploitability(self) -> Number:
        """NashConv / players."""
        return self.nash_conv / len(self.profile)

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
        """Every field, and exploitability."""
        return {**super().to_dict(), "exploitability": plain(self.exploitability)}


def _shares(weights: Sequence[int]) -> tuple[tuple[Fraction, ...], int]:
    """The mixed strategy of whole numbers, and their sum."""
    total = sum(weights)
    return tuple([Fraction(w, total) if 0 < w < total else ONE if w else NONE for w in weights]), total


def of_wholes(row: list[int], m: int, units: tuple[int, int], method: str) -> Equilibrium:
    """A proved equilibrium of two players as a kernel leaves it, without a fraction made.

    row: x, y, what the best of the m rows pays times the sum of y and units[0], the best column times that of x and
    units[1], all in whole numbers.

    >>> print(of_wholes([1, 2, 1, 1, 3, 6], 2, (1, 2), "by hand"))
    (1/3, 2/3) (1/2, 1/2) values (3/2, 1)
    """
    e = object.__new__(Equilibrium)
    e.__dict__.update(_wholes=(row, m, units), regret=NONE, exact=True, method=method)
    return e


def of_floats(row: list[float], m: int, method: str) -> Equilibrium:
    """The same in floats, not proved: x, y, both values, both regrets."""
    first, second = row[-2:]
    profile = tuple(row[:m]), tuple(row[m:-4])
    return Equilibrium(profile, tuple(row[-4:-2]), max(first, second), False, method, first + second)


class Several(tuple[Item, ...]):
    """The answers found, a tuple with more to say: what lists of results have besides `Result`.

    `complete` says that these are all; `stopped` what ended the search early: "seconds", "nodes", "interrupted",
    "cancelled", or "limit" when as many as were asked for are found; `note` what the method cannot promise.
    """

    complete: bool
    stopped: str
    note: str
    about: dict[str, Any]

    def __new__(  # noqa: D102 - the class says it
        cls, items: Iterable[Item], *, complete: bool, stopped: str = "", note: str = "", **about: Any
    ) -> Self:
        self = super().__new__(cls, tuple(items))
        self.complete, self.stopped, self.note, self.about = complete, stopped, note, about
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        known = {"complete": self.complete, "stopped": self.stopped, "note": self.note}
        return (tuple(self),), known | self.about

    def to_dict(self) -> dict[str, Any]:
        """The list, and what is known of it."""
        listed = [plain(item) for item in self]
        return {"equilibria": listed, "complete": self.complete, "stopped": self.stopped, "note": self.note}

    def _repr_html_(self) -> str:
        """A notebook's view: one row an answer, with its strategies where they are few."""
        rows = [
            [" ".join(show_number(p) for p in row) for row in getattr(e, "profile", ())]
            + [", ".join(show_number(v) for v in e.values), show_number(e.regret)]
            for e in self
        ]
        players = len(rows[0]) - 2 if rows else 0
        return html_table([*(f"player {p}" for p in range(players)), "values", "regret"], rows, repr(self))

    def __repr__(self) -> str:
        why = self.stopped or self.note or "no proof that these are all"
        by = f" by {self.about['method']}" if "method" in self.about else ""
        return f"<{len(self)} equilibria{by}, {'complete' if self.complete else f'incomplete: {why}'}>"


class Equilibria(Several[Equilibrium], Result):
    """The equilibria found, with what is known about the set.

    `complete` says that the list is all of them: every isolated equilibrium and every extreme equilibrium,
    that is the vertices of all maximal Nash subsets. `subsets` are the maximal Nash
    subsets of a two-player game (each a product of polytopes) and `components` groups them into connected
    sets; both are lists of `NashSubset`.
    """

    @property
    def method(self) -> str:
        """What found them."""
        return str(self.about["method"])

    @property
    def components(self) -> tuple[tuple[NashSubset, ...], ...]:
        """The connected sets of equilibria, each in its maximal Nash subsets; some are found when first read."""
        groups = self.about.get("components", ())
        if groups is None:
            from tianji.matrix.nash.components import nash_components
            from tianji.run.clock import Clock

            groups = self.about["components"] = nash_components(self, Clock())
        return tuple(tuple(group) for group in groups)

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        _ = self.components  # found now if they were not
        return super().__getnewargs_ex__()

    @property
    def subsets(self) -> tuple[NashSubset, ...]:
        """All maximal Nash subsets."""
        return tuple(subset for group in self.components for subset in group)

    def to_dict(self) -> dict[str, Any]:
        """The list, the shape of the set (vertices of rows and columns a subset), and what is known of it."""
        shapes = [
            {
                "subsets": [[len(s.rows), len(s.columns)] for s in group],
                "is_point": len(group) == 1 and group[0].is_point,
            }
            for group in self.components
        ]
        return {**super().to_dict(), "components": shapes, "method": self.method}

    def mapped(self, change: Callable[[Equilibrium], Equilibrium]) -> Equilibria:
        """The same list with every equilibrium changed; the components, which hold the old ones, are dropped."""
        _, known = self.__getnewargs_ex__()
        return Equilibria(map(change, self), **{**known, "components": ()})

    @property
    def isolated(self) -> tuple[Equilibrium, ...]:
        """The equilibria that are components by themselves (two players)."""
        return tuple(g[0].equilibria()[0] for g in self.components if len(g) == 1 and g[0].is_point)


def as_number(value: Any) -> Number:
    """An entry of an array as a plain number: a fraction, or a float."""
    return Fraction(value) if isinstance(value, (Fraction, int)) else float(value)


def spread(weights: Sequence[Any], where: Sequence[int], size: int) -> list[Any]:
    """A strategy over all actions from the weights of some.

    >>> spread([Fraction(1)], [1], 2)
    [Fraction(0, 1), Fraction(1, 1)]
    """
    out: list[Any] = [Fraction(0)] * size
    for a, p in zip(where, weights, strict=True):
        out[a] = p
    return out


@checked
def show_number(value: Number) -> str:
    """A fraction as it is, unless it fills a line; a float, and what such a fraction is about, with six digits.

    >>> show_number(Fraction(2, 15)), show_number(0.13333333333), show_number(Fraction(10**60 + 1, 10**61))
    ('2/15', '0.133333', '≈0.1')
    """
    if not isinstance(value, (Fraction, int)):
        return f"{value:.6g}"
    digits = (value.numerator.bit_length() + value.denominator.bit_length()) // 3.3
    return str(value) if digits < 40 else f"≈{float(value):.6g}"


def contract(table: Any, strategies: Sequence[Any], keep: Sequence[int]) -> Any:
    """The expectation of a payoff array over all players but those in `keep`, whose axes stay in order.

    >>> contract(np.array([[1, 2], [3, 4]]), [np.array([1, 0]), np.array([0.5, 0.5])], [0]).tolist()
    [1.5, 3.5]
    """
    for j in range(len(strategies) - 1, -1, -1):
        if j in keep:
            continue
        if j == table.ndim - 1:  # a plain product is several times quicker than tensordot on small tables
            table = table @ strategies[j]
        elif j == table.ndim - 2 == 0:
            table = strategies[j] @ table
        else:
            table = np.tensordot(strategies[j], table, axes=(0, j))
    return table


def deviation_values(tables: Iterable[Any], strategies: Sequence[Any]) -> list[Any]:
    """What each action of each player pays against the others' strategies: u_i(a, x_−i), `[m_i]` each.

    tables: one payoff array a player, or an array of them. Floats, integers or fractions alike.
    """
    return [contract(table, strategies, [i]) for i, table in enumerate(tables)]


Weights = Sequence[Sequence[int]]
"""One row a player of whole numbers, in proportion to his probabilities."""


def _weights(profile: Profile) -> list[list[int]]:
    """Fractions by their common denominator: a fraction a term would spend its time in greatest common divisors."""
    found: list[list[int]] = []
    for row in profile:
        pairs = [p.as_integer_ratio() for p in row]
        scale = lcm(*[bottom for _, bottom in pairs])
        found.append([top * (scale // bottom) for top, bottom in pairs])
    return found


def _in_integers(game: NormalForm, weights: Weights) -> Iterator[tuple[int, list[int], int]]:
    """(d, u, e) a player, in whole numbers: d the sum of his weights and u_i(a, x_−i) = u[a] / e."""
    scales = [sum(row) for row in weights]
    tables, units = zip(*[game.integers(i) for i in range(len(weights))], strict=True)
    whole = prod(scales)
    if len(weights) == 2:  # lists: most games are small, and arrays of objects are slow to make
        (x, y), (rows, columns) = weights, (tables[0].tolist(), zip(*tables[1].tolist(), strict=True))
        values_of = [
            [sum(map(mul, row, y)) for row in rows],
            [sum(map(mul, x, column)) for column in columns],
        ]
    else:
        arrays = [np.array(row, dtype=object) for row in weights]
        values_of = [list(gains) for gains in deviation_values(tables, arrays)]
    for scale, gains, unit in zip(scales, values_of, units, strict=True):
        yield scale, gains, unit * whole // scale


def deviations(game: NormalForm, profile: Profile, exact: bool) -> list[list[Number]]:
    """`deviation_values` of a checked profile, as plain numbers."""
    if exact:
        return [
            [Fraction(u, unit) for u in gains] for _, gains, unit in _in_integers(game, _weights(profile))
        ]
    strategies = [np.array([float(p) for p in row]) for row in profile]
    return [gains.tolist() for gains in deviation_values(game.payoffs, strategies)]


def verified(
    game: NormalForm, profile: Iterable[Iterable[Any]], method: str = "", exact: bool | None = None
) -> Equilibrium:
    """The profile with values and regret computed afresh from the payoffs; floats are renormalised."""
    rows, rational = as_profile(game, profile)
    exact = rational and game.rational if exact is None else exact and rational and game.rational
    if exact:
        return _judged(game, rows, _weights(rows), method)
    values: list[Number] = []
    regrets: list[Number] = []
    clean = [np.clip(np.array(row, dtype=float), 0.0, None) for row in rows]
    strategies = [row / row.sum() for row in clean]
    for strategy, gains in zip(strategies, deviation_values(game.payoffs, strategies), strict=True):
        values.append(float(strategy @ gains))
        regrets.append(max(0.0, float(gains.max()) - values[-1]))
    played = tuple(tuple(row.tolist()) for row in strategies)
    return Equilibrium(played, tuple(values), max(regrets), exact, method, sum(regrets, 0.0))


def verified_rows(game: NormalForm, strategies: Sequence[Any], method: str) -> list[Equilibrium]:
    """Many profiles of two players at once, in floats. strategies: `[P, m]` and `[P, n]`, distributions.

    >>> from tianji.matrix import chicken
    >>> print(*verified_rows(chicken(), [np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]])], "by hand"))
    (0.5, 0.5) (1, 0) values (1, 3.5)
    """
    X, Y = strategies
    A, B = game.payoffs
    gains = Y @ A.T, X @ B
    values = [(rows * gain).sum(axis=1) for rows, gain in zip(strategies, gains, strict=True)]
    regrets = [np.maximum(gain.max(axis=1) - own, 0.0) for gain, own in zip(gains, values, strict=True)]
    columns = [np.column_stack(pair).tolist() for pair in (values, regrets)]
    return [
        Equilibrium((tuple(x), tuple(y)), tuple(value), max(regret), False, method, sum(regret))
        for x, y, value, regret in zip(X.tolist(), Y.tolist(), *columns, strict=True)
    ]


def verified_weights(game: NormalForm, weights: Weights, method: str) -> Equilibrium:
    """The same in fractions, of strategies as pivots leave them: distributions by construction.

    >>> from tianji.matrix import chicken
    >>> print(verified_weights(chicken(), [[1, 2], [2, 4]], "by hand"))
    (1/3, 2/3) (1/3, 2/3) values (14/3, 14/3)
    """
    rows = []
    for row in weights:
        total = sum(row)
        rows.append(tuple([Fraction(z, total) for z in row]))
    return _judged(game, tuple(rows), weights, method)


def _judged(game: NormalForm, profile: Profile, weights: Weights, method: str) -> Equilibrium:
    values: list[Number] = []
    regrets: list[Number] = []
    for row, (scale, gains, unit) in zip(weights, _in_integers(game, weights), strict=True):
        value, best = sum(map(mul, row, gains)), max(gains) * scale
        values.append(Fraction(value, scale * unit))
        regrets.append(NONE if best == value else Fraction(best - value, scale * unit))
    worst = max(regrets)
    return Equilibrium(profile, tuple(values), worst, True, method, sum(regrets, NONE) if worst else NONE)
