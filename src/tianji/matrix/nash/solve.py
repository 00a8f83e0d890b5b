"""The front door: one verified equilibrium of any finite game, or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, suggest
from tianji.matrix.budget import Budget, BudgetSpentError
from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, verified
from tianji.matrix.nash.components import nash_components
from tianji.matrix.nash.lemke_howson import lemke_howson
from tianji.matrix.nash.lp import EXACT_LIMIT, optimal_pair, optimal_sets
from tianji.matrix.nash.support import support_enumeration
from tianji.matrix.nash.vertex import extreme_pairs

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

METHODS = ("lp", "lemke-howson", "support", "vertex", "pure", "logit")


def _method(name: str | None, allowed: tuple[str, ...]) -> str | None:
    if name is None:
        return None
    key = name.lower().replace("_", "-").replace("–", "-")
    if key not in allowed:
        raise UnknownNameError(f"no method {name!r} here; {suggest(key, list(allowed))}")
    return key


def _exactness(game: NormalForm, exact: bool | None) -> bool:
    if exact and not game.rational:
        raise ParameterError(
            "exact=True, but some payoffs are floats with more than six decimals; give them as integers, "
            "fractions or texts such as '1/3'"
        )
    return game.rational if exact is None else exact


def solve(
    game: NormalForm,
    method: str | None = None,
    *,
    select: str | None = None,
    exact: bool | None = None,
    seconds: float | None = None,
) -> Equilibrium:
    """One verified equilibrium of any finite game.

    The method is chosen by the game: linear programming for two-player constant-sum games, Lemke–Howson for
    other two-player games, for more players a pure equilibrium where there is one and otherwise the logit
    path. `select` ("payoff-dominant", "risk-dominant", "max-entropy", "welfare") picks from all equilibria.
    `exact` asks for fractions, or with False for floats; the default is fractions for rational payoffs.
    The result carries its own regret; nothing is returned unverified. When `seconds` run out on the way, the
    best profile that learning finds is returned: its regret is then not 0 and its `method` says so.
    """
    chosen = _method(method, METHODS)
    wanted = _exactness(game, exact)
    if select is not None:
        from tianji.matrix.nash.select import select_equilibrium

        return select_equilibrium(game, select, seconds=seconds)
    budget = Budget(seconds)
    if chosen is None:
        chosen = _choose(game)
    if chosen == "lp":
        certify = wanted and (exact is True or min(game.shape) <= EXACT_LIMIT)
        return verified(game, optimal_pair(game, certify), "lp", exact=certify)
    if chosen == "lemke-howson":
        try:
            return lemke_howson(game, exact=wanted, budget=budget)
        except BudgetSpentError:
            return _approximate(game)
    if chosen == "logit":
        from tianji.matrix.nash.logit import logit_equilibrium

        return logit_equilibrium(game, budget=budget)
    if chosen == "pure":
        pure = game.pure_equilibria()
        if not pure:
            raise NotApplicableError(f"{game!r} has no equilibrium in pure strategies; leave the method out")
        return pure[0] if wanted else _to_float(game, pure[0])
    found = equilibria(game, chosen, exact=exact, seconds=seconds)
    if not found:
        raise NotApplicableError(
            f"{game!r}: {chosen} enumeration found nothing ({found!r}); leave the method out"
        )
    return found[0]


def _choose(game: NormalForm) -> str:
    if len(game.shape) == 2:
        return "lp" if game.is_constant_sum else "lemke-howson"
    return "pure" if game.pure_equilibria() else "logit"


def _approximate(game: NormalForm) -> Equilibrium:
    """The best of a second of learning, when the budget is spent: its regret says how good it is."""
    from tianji.matrix.learning.dynamics import learn

    run = learn(game, "regret-matching+", 20_000, seconds=1.0)
    best = min((run.average, run.last, *game.pure_equilibria()), key=lambda e: float(e.regret))
    return replace(best, method=f"{best.method}, budget spent")


def _to_float(game: NormalForm, equilibrium: Equilibrium) -> Equilibrium:
    return verified(game, equilibrium.profile, equilibrium.method, exact=False)


def equilibria(
    game: NormalForm,
    method: str | None = None,
    *,
    exact: bool | None = None,
    seconds: float | None = None,
    steps: int | None = None,
) -> Equilibria:
    """All isolated equilibria, and the extreme points of the components when there are infinitely many.

    Two players: exact vertex enumeration (the optimal faces for constant-sum games); the result also holds
    the maximal Nash subsets and connected components. More players: all pure equilibria and the mixed ones
    that support enumeration with polynomial solving finds; `complete` then says whether that is a proof.
    A spent budget or Ctrl-C returns what was found, with `complete` False and the reason in `stopped`.

    >>> from tianji.matrix import NormalForm
    >>> g = NormalForm([[1, 1], [0, 2]], [[1, 1], [0, 2]])
    >>> found = g.equilibria()
    >>> len(found), found.complete, [len(group) for group in found.components]
    (3, True, [1, 1])
    """
    chosen = _method(method, METHODS)
    wanted = _exactness(game, exact)
    budget = Budget(seconds, steps)
    if chosen == "pure":
        pure = game.pure_equilibria()
        return Equilibria(pure, complete=False, method="pure", stopped="only pure equilibria were asked for")
    if len(game.shape) != 2:
        from tianji.matrix.nash.polynomial import many_player_equilibria

        return many_player_equilibria(game, budget)
    if chosen is None:
        chosen = "lp" if game.is_constant_sum else "vertex"
    if chosen not in ENUMERATORS:
        raise NotApplicableError(
            f"the method {chosen!r} finds one equilibrium; call solve({chosen!r}) instead"
        )
    found, complete, note = ENUMERATORS[chosen](game, budget, wanted)
    found.sort(key=lambda e: e.profile, reverse=True)
    groups = nash_components(found, budget) if complete and chosen in ("vertex", "lp", "support") else []
    return Equilibria(
        found,
        complete=complete and not budget.stopped,
        method=chosen,
        stopped=budget.stopped or note,
        components=groups,
    )


def _by_vertices(game: NormalForm, budget: Budget, exact: bool) -> tuple[list[Equilibrium], bool, str]:
    reduced, kept = _without_dominated(game)
    found = []
    for x, y in extreme_pairs(reduced, budget):
        profile = [_expand(x.strategy, kept[0], game.shape[0]), _expand(y.strategy, kept[1], game.shape[1])]
        found.append(verified(game, profile, "vertex", exact=exact))
    return found, not budget.stopped, ""


def _expand(strategy: tuple[Fraction, ...], kept: list[int], size: int) -> list[Fraction]:
    out = [Fraction(0)] * size
    for a, p in zip(kept, strategy, strict=True):
        out[a] = p
    return out


def _without_dominated(game: NormalForm) -> tuple[NormalForm, list[list[int]]]:
    """The game without strictly dominated actions, which no equilibrium uses: smaller polytopes."""
    kept = [list(range(size)) for size in game.shape]
    tables = [game.fractions[0], game.fractions[1].T]
    shrunk = True
    while shrunk:
        shrunk = False
        for p in (0, 1):
            sub = tables[p][np.ix_(kept[p], kept[1 - p])]
            better = (sub[:, None, :] > sub[None, :, :]).astype(bool).all(axis=2).any(axis=0)
            if better.any():
                kept[p] = [a for a, bad in zip(kept[p], better, strict=True) if not bad]
                shrunk = True
    if all(len(k) == size for k, size in zip(kept, game.shape, strict=True)):
        return game, kept
    where = np.ix_(*kept)
    return type(game)(game.fractions[0][where], game.fractions[1][where]), kept


def _by_faces(game: NormalForm, budget: Budget, exact: bool) -> tuple[list[Equilibrium], bool, str]:
    sets = optimal_sets(game, budget)
    found: list[Equilibrium] = []
    try:
        for pair in product(sets.rows, sets.columns):
            if found and not budget.spend():
                break
            found.append(verified(game, pair, "lp", exact=exact))
    except KeyboardInterrupt:
        budget.interrupt()
    return found, not budget.stopped, budget.stopped


def _by_supports(game: NormalForm, budget: Budget, exact: bool) -> tuple[list[Equilibrium], bool, str]:
    found, complete = support_enumeration(game, exact=exact, budget=budget)
    return (
        found,
        complete,
        "" if complete else "degenerate game: unequal supports were not tried, use 'vertex'",
    )


def _by_labels(game: NormalForm, budget: Budget, exact: bool) -> tuple[list[Equilibrium], bool, str]:
    found: dict[object, Equilibrium] = {}
    note = "Lemke–Howson from every label reaches some equilibria only"
    try:
        for label in range(sum(game.shape)):
            if not budget.spend():
                break
            try:
                e = lemke_howson(game, label, exact=exact, budget=budget)
            except BudgetSpentError:
                break
            found.setdefault(tuple(tuple(round(float(p), 9) for p in row) for row in e.profile), e)
    except KeyboardInterrupt:
        budget.interrupt()
    return list(found.values()), False, budget.stopped or note


ENUMERATORS: dict[str, Callable[[NormalForm, Budget, bool], tuple[list[Equilibrium], bool, str]]] = {
    "vertex": _by_vertices,
    "lp": _by_faces,
    "support": _by_supports,
    "lemke-howson": _by_labels,
}
