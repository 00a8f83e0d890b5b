"""Cooperative games: what coalitions are worth, and how to share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np

from tianji.core.arguments import checked, checked_init
from tianji.core.result import Result
from tianji.errors import GameRuleError, InfeasibleError, ParameterError, TooLargeError, quote
from tianji.matrix.exact.integer import NO_CLOCK, rank
from tianji.matrix.exact.simplex import exact_lp, feasible, float_lp
from tianji.matrix.game.equilibrium import Number
from tianji.matrix.game.payoffs import exponent, number
from tianji.matrix.nash.vertex import walk_bases

PLAYERS = 20  # 2^20 coalitions
Worth = Mapping[Any, Any] | Callable[[frozenset[int]], Any] | Iterable[Any]
EXACT_PLAYERS = 6  # nucleolus and core by exact linear programs up to here


@checked_init
class CoalitionalGame:
    """A characteristic function v: coalition → worth, with v(∅) = 0.

    Coalitions are bit masks: player i is bit i. `worth` may be a mapping from coalitions (iterables of
    players) to numbers, where missing ones are worth 0, a sequence of length 2ⁿ, or a function of
    a frozenset.

    >>> glove = CoalitionalGame(3, lambda s: 0 in s and bool(s & {1, 2}))
    >>> shapley(glove)
    (Fraction(2, 3), Fraction(1, 6), Fraction(1, 6))
    """

    def __init__(self, players: int, worth: Worth) -> None:
        if not 1 <= players <= PLAYERS:
            raise TooLargeError(
                f"{quote(players)} players: 1 to {PLAYERS} are possible (2^{PLAYERS} coalitions)"
            )
        self.players = players
        size = 1 << players
        values: list[Any] = [Fraction(0)] * size
        if isinstance(worth, Mapping):
            for coalition, value in worth.items():
                values[self.mask(coalition)] = number(value, f"worth of {quote(coalition)}")
        elif callable(worth):
            for s in range(1, size):
                value = worth(frozenset(i for i in range(players) if s >> i & 1))
                values[s] = number(
                    int(value) if isinstance(value, bool) else value, f"worth of coalition {s:b}"
                )
        else:
            given = list(worth)
            if len(given) != size:
                raise GameRuleError(f"worth has {len(given)} entries, expected 2^{players} = {size}")
            values = [number(v, f"worth[{s}]") for s, v in enumerate(given)]
        if values[0] != 0:
            raise GameRuleError(f"the empty coalition is worth {values[0]!s:.80}, expected 0")
        self.exact = all(isinstance(v, Fraction) for v in values)
        self.worth: list[Any] = values if self.exact else [float(v) for v in values]
        self.scale = max(abs(float(v)) for v in values)  # what small means here

    @checked
    def mask(self, coalition: int | Iterable[int]) -> int:
        """The bit mask of a coalition given as players."""
        if isinstance(coalition, int):
            if not 0 <= coalition < 1 << self.players:
                raise GameRuleError(f"coalition {quote(coalition)} is no bit mask of {self.players} players")
            return coalition
        members = list(coalition)
        if any(not isinstance(i, int) or not 0 <= i < self.players for i in members):
            raise GameRuleError(f"coalition {quote(members)}: players are 0 to {self.players - 1}")
        return sum(1 << i for i in set(members))

    def v(self, *players: int) -> Number:
        """The worth of the coalition of these players."""
        value: Number = self.worth[self.mask(players)]
        return value

    @property
    def is_superadditive(self) -> bool:
        """Whether disjoint coalitions never lose by joining."""
        full = len(self.worth)
        return all(
            self.worth[s | t] >= self.worth[s] + self.worth[t]
            for s in range(full)
            for t in _submasks(full - 1 & ~s)
        )

    @property
    def is_convex(self) -> bool:
        """Whether a player adds more to larger coalitions: v(S + T) + v(S ∩ T) ≥ v(S) + v(T)."""
        for s in range(len(self.worth)):
            outside = [i for i in range(self.players) if not s >> i & 1]
            for i, j in combinations(outside, 2):
                a, b = 1 << i, 1 << j
                if self.worth[s | a | b] - self.worth[s | b] < self.worth[s | a] - self.worth[s]:
                    return False
        return True


def _submasks(mask: int) -> Iterable[int]:
    sub = mask
    while sub:
        yield sub
        sub = (sub - 1) & mask


@checked
def weighted_voting(quota: int, weights: Sequence[int]) -> CoalitionalGame:
    """A coalition wins (worth 1) when its votes reach the quota.

    >>> banzhaf(weighted_voting(3, [2, 1, 1]))
    (Fraction(3, 4), Fraction(1, 4), Fraction(1, 4))
    """
    return CoalitionalGame(len(weights), lambda s: int(sum(weights[i] for i in s) >= quota))


@checked
def shapley(game: CoalitionalGame) -> tuple[Number, ...]:
    """Each player's average contribution over all orders of arrival.

        φ_i = Σ_{S ∌ i} |S|! (n − |S| − 1)! / n! · [v(S + i) − v(S)]

    Shapley (1953).
    """
    n = game.players
    weight = [Fraction(factorial(k) * factorial(n - k - 1), factorial(n)) for k in range(n)]
    scaled = [w if game.exact else float(w) for w in weight]
    return _contributions(game, lambda k: scaled[k])


@checked
def banzhaf(game: CoalitionalGame, *, normalised: bool = False) -> tuple[Number, ...]:
    """Each player's average contribution over all coalitions of the others; `normalised` sums to one.

        β_i = 2^(1−n) Σ_{S ∌ i} [v(S + i) − v(S)]

    Banzhaf (1965); Penrose (1946).
    """
    share: Any = Fraction(1, 1 << (game.players - 1))
    raw = _contributions(game, lambda k: share if game.exact else float(share))
    if not normalised:
        return raw
    total = sum(raw)
    if total == 0:
        raise ParameterError("the Banzhaf values sum to 0 and cannot be normalised; use normalised=False")
    return tuple(b / total for b in raw)


def _contributions(game: CoalitionalGame, weight: Callable[[int], Any]) -> tuple[Number, ...]:
    # Sums by coalition size first: one multiplication a size instead of one a coalition.
    kind: Any = object if game.exact else float
    worth = np.array(game.worth, dtype=kind)
    masks = np.arange(len(worth))
    sizes = np.array([int(s).bit_count() for s in masks])
    out: list[Any] = []
    for i in range(game.players):
        without = masks[(masks >> i & 1) == 0]
        gain = worth[without | (1 << i)] - worth[without]
        total: Any = Fraction(0) if game.exact else 0.0
        for k in range(game.players):
            part = gain[sizes[without] == k]
            total += weight(k) * (part.sum() if part.size else 0)
        out.append(total if game.exact else float(total))
    return tuple(out)


@dataclass(frozen=True)
class Core(Result):
    """The allocations that no coalition can improve upon: x(S) ≥ v(S) for all S, x(N) = v(N).

    `point` is one of them, or None when the core is empty. `excess` is the least ε for which the ε-core
    { x(S) ≥ v(S) − ε } is not empty (the least core): at most 0 exactly when the core is not empty.
    """

    point: tuple[Number, ...] | None
    excess: Number
    exact: bool

    @property
    def is_empty(self) -> bool:
        """Whether every allocation leaves some coalition wanting."""
        return self.point is None


@checked
def core(game: CoalitionalGame) -> Core:
    """Whether the core is empty, by one linear program. Gillies (1959); Bondareva (1963), Shapley (1967).

    >>> core(CoalitionalGame(3, lambda s: len(s) >= 2)).is_empty
    True
    """
    x, excess = _least_excess(game, {}, _proper(game))
    exact = game.exact and game.players <= EXACT_PLAYERS
    inside = excess <= (0 if exact else 1e-9 * game.scale)
    return Core(x if inside else None, excess, exact)


def _proper(game: CoalitionalGame) -> list[int]:
    return list(range(1, len(game.worth) - 1))


def _members(game: CoalitionalGame, s: int) -> list[int]:
    return [s >> i & 1 for i in range(game.players)]


def _least_excess(
    game: CoalitionalGame, fixed: Mapping[int, Any], open_: Sequence[int]
) -> tuple[tuple[Number, ...], Number]:
    """min ε with x(S) ≥ v(S) − ε for open S, x(S) = given for fixed S and x(N) = v(N)."""
    n = game.players
    above = [[-m for m in _members(game, s)] + [-1] for s in open_]
    limits = [-game.worth[s] for s in open_]
    equal = [[*_members(game, s), 0] for s in fixed] + [[1] * n + [0]]
    right = [*fixed.values(), game.worth[-1]]
    if not open_:
        above, limits = [[0] * n + [-1]], [Fraction(0)]
    free = list(range(n + 1)) if open_ else list(range(n))
    x, value = _maximise([0] * n + [-1], above, limits, equal, right, free, game)
    return tuple(x[:n]), -value


def _maximise(
    objective: list[Any], above: list[Any], limits: list[Any], equal: list[Any], right: list[Any],
    free: list[int], game: CoalitionalGame,
) -> tuple[list[Number], Number]:  # fmt: skip
    if game.exact and game.players <= EXACT_PLAYERS:
        solution, value = exact_lp(objective, above, limits, equal, right, free)
        return list(solution), value
    # Shares around 1, as HiGHS' tolerances are absolute.
    unit = exponent(game.scale)
    goal, G, g, E, e = (np.array(part, dtype=float) for part in (objective, above, limits, equal, right))
    point, best = float_lp(goal, G, np.ldexp(g, -unit), E, np.ldexp(e, -unit), free)
    return np.ldexp(point, unit).tolist(), float(np.ldexp(best, unit))


@checked
def nucleolus(game: CoalitionalGame) -> tuple[Number, ...]:
    """The allocation that makes the unhappiest coalition as happy as possible, then the next, and so on.

    It minimises the excesses v(S) − x(S) lexicographically. A sequence of linear programs: after each, the
    coalitions whose excess is the same at every optimum are fixed, until x is determined.
    Schmeidler (1969); Maschler, Peleg & Shapley (1979). Exact for rational games of up to 6 players.

    >>> claims, estate = [100, 200, 300], 200  # the Talmud's bankruptcy: Aumann & Maschler (1985)
    >>> left = lambda s: estate - sum(c for i, c in enumerate(claims) if i not in s)
    >>> talmud = CoalitionalGame(3, lambda s: max(0, left(s)))
    >>> [int(share) for share in nucleolus(talmud)]
    [50, 75, 75]
    """
    if game.players == 1:
        return (game.worth[1],)
    exact = game.exact and game.players <= EXACT_PLAYERS
    slack = 0 if exact else 1e-9 * game.scale
    fixed: dict[int, Any] = {}
    open_ = _proper(game)
    while True:
        x, excess = _least_excess(game, fixed, open_)
        rows = [_members(game, s) for s in fixed] + [[1] * game.players]
        tight = [s for s in open_ if abs(sum(_pick(x, game, s)) - game.worth[s] + excess) <= slack]
        for s in tight:
            if rank([*rows, _members(game, s)]) == rank(rows):
                fixed[s] = game.worth[s] - excess  # x(S) follows from what is fixed already
                continue
            if _most(game, fixed, open_, excess, s) <= game.worth[s] - excess + slack:
                fixed[s] = game.worth[s] - excess
                rows.append(_members(game, s))
        if rank(rows) == game.players:
            return x
        determined = [s for s in open_ if s in fixed or rank([*rows, _members(game, s)]) == rank(rows)]
        open_ = [s for s in open_ if s not in set(determined)]
        if not open_:
            return x


def _pick(x: Sequence[Any], game: CoalitionalGame, s: int) -> list[Any]:
    return [x[i] for i in range(game.players) if s >> i & 1]


def _most(game: CoalitionalGame, fixed: Mapping[int, Any], open_: Sequence[int], excess: Any, s: int) -> Any:
    """The most that coalition s can get while all excesses stay at their optimum."""
    above = [[-m for m in _members(game, t)] for t in open_]
    limits = [excess - game.worth[t] for t in open_]
    if not (game.exact and game.players <= EXACT_PLAYERS):
        limits = [v + 1e-10 * game.scale for v in limits]  # leave the float program some room
    equal = [_members(game, t) for t in fixed] + [[1] * game.players]
    right = [*fixed.values(), game.worth[-1]]
    try:
        return _maximise(_members(game, s), above, limits, equal, right, list(range(game.players)), game)[1]
    except InfeasibleError:
        return game.worth[s] - excess


@checked
def core_vertices(game: CoalitionalGame) -> list[tuple[Fraction, ...]]:
    """The corners of the core of a rational game with up to 5 players; empty when the core is.

    What each player gets beyond its own worth is a point of a polytope; its vertices are walked.

    >>> core_vertices(CoalitionalGame(2, {(0,): 1, (0, 1): 3}))
    [(Fraction(1, 1), Fraction(2, 1)), (Fraction(3, 1), Fraction(0, 1))]
    """
    if game.players > 5 or not game.exact:
        raise TooLargeError(f"core_vertices needs a rational game of at most 5 players, got {game.players}")
    alone = [game.worth[1 << i] for i in range(game.players)]
    beyond = [w - sum(_pick(alone, game, s)) for s, w in enumerate(game.worth)]
    coalitions = _proper(game)
    above = [[-m for m in _members(game, s)] for s in coalitions]
    try:
        start = feasible(above, [-beyond[s] for s in coalitions], [[1] * game.players], [beyond[-1]])
    except InfeasibleError:
        return []
    return sorted(
        tuple(Fraction(z, b.det) + own for z, own in zip(b.point(), alone, strict=True))
        for _, b in walk_bases(start, NO_CLOCK)
    )
