"""The front door: one verified equilibrium of any finite game, or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, suggest
from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, verified
from tianji.matrix.nash.components import nash_components
from tianji.matrix.nash.lemke_howson import check_label, follow_path
from tianji.matrix.nash.lp import EXACT_LIMIT, optimal_pair, require_constant_sum, walk_faces
from tianji.matrix.nash.polynomial import undominated
from tianji.matrix.nash.support import enumerate_pairs
from tianji.matrix.nash.vertex import extreme_pairs, grace
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

Enumerator = Callable[["NormalForm", Clock, bool, list[Equilibrium]], str]


@dataclass(frozen=True)
class Method:
    """What a method can do and which options it takes; `enumerate` is None where it finds one equilibrium only."""

    takes: tuple[str, ...]
    enumerate: Enumerator | None = None
    two_players: bool = True


def check_method(name: str | None, game: NormalForm, **options: object) -> str | None:
    """The method of that name, which must be for this game and take the options that are given."""
    if name is None:
        return None
    key = name.lower().replace("_", "-").replace("–", "-")
    if key not in METHODS:
        raise UnknownNameError(f"no method {name!r:.120} here; {suggest(key, list(METHODS))}")
    if METHODS[key].two_players and len(game.shape) != 2:
        raise NotApplicableError(f"the method {key!r} is for two players, {game!r} has {len(game.shape)}")
    takes = METHODS[key].takes
    for option, value in options.items():
        if value is not None and option not in takes:
            others = f"it takes {', '.join(o + '=' for o in takes)}" if takes else "it takes no options"
            raise ParameterError(f"the method {key!r} takes no {option}=, got {value!r:.80}; {others}")
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
    label: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Equilibrium:
    """One verified equilibrium of any finite game.

    The method is chosen by the game: linear programming for two-player constant-sum games, Lemke–Howson (`label`: the
    label to drop) for other two-player games, for more players a pure equilibrium where there is one and otherwise the
    logit path. `select` ("payoff-dominant", "risk-dominant", "max-entropy", "welfare") picks from all equilibria.
    `exact` asks for fractions, or with False for floats; the default is fractions for rational payoffs.
    The result carries its own regret; nothing is returned unverified. When `seconds` or `nodes` (pivots, bases,
    supports, points of the path) run out, on Ctrl-C, and when `stop` or the callback asks for it, the best profile that
    a moment of learning finds is returned: its regret is then not 0, and `method` and `stopped` say so.

    >>> from tianji.matrix import NormalForm
    >>> solve(NormalForm("2,1 0,0; 0,0 1,2"), "lemke-howson", label=1).profile[0]
    (Fraction(0, 1), Fraction(1, 1))
    """
    chosen = check_method(method, game, select=select, exact=exact, label=label)
    if label is not None and chosen is None:
        raise ParameterError(
            f"label={label!r:.80} goes with the method 'lemke-howson'; name it, or leave label out"
        )
    _exactness(game, exact)
    with clocked(Limits(seconds=seconds, nodes=nodes), stop, progress, "solve", "steps") as clock:
        if select is not None:
            from tianji.matrix.nash.select import select_equilibrium

            return select_equilibrium(game, select, find_all(game, chosen, exact, clock))
        return find_one(game, chosen, exact, clock, label or 0)


def find_one(
    game: NormalForm, chosen: str | None, exact: bool | None, clock: Clock, label: int = 0
) -> Equilibrium:
    """`solve` on a clock of the caller's; an approximation when it has run out."""
    wanted = _exactness(game, exact)
    try:
        clock.check()
        chosen = _choose(game) if chosen is None else chosen
        if chosen == "lp":
            certify = wanted and (exact is True or min(game.shape) <= EXACT_LIMIT)
            return verified(game, optimal_pair(game, certify, clock), "lp", exact=certify)
        if chosen == "lemke-howson":
            check_label(game, label)
            return follow_path(game, label, wanted, clock)
        if chosen == "logit":
            from tianji.matrix.nash.logit import settle

            if exact:
                raise ParameterError("exact=True: the logit path is followed in floats; leave exact out")
            e = settle(game, clock)
            return e if exact is None else _to_float(game, e)
        found = find_all(game, chosen, exact, clock)
    except OutOfBudget:
        return _approximate(game, clock.stopped)
    if found:
        return found[0]
    if found.stopped:
        return _approximate(game, found.stopped)
    if chosen == "pure":
        raise NotApplicableError(f"{game!r} has no equilibrium in pure strategies; leave the method out")
    raise NotApplicableError(
        f"{game!r}: {chosen} enumeration found nothing ({found!r}); leave the method out"
    )


def _choose(game: NormalForm) -> str:
    if len(game.shape) == 2:
        return "lp" if game.is_constant_sum else "lemke-howson"
    return "pure" if game.pure_equilibria() else "logit"


def _approximate(game: NormalForm, stopped: str) -> Equilibrium:
    """The best of a moment of learning, when the clock has run out: its regret says how good it is."""
    from tianji.matrix.learning.dynamics import learn

    run = learn(game, "regret-matching+", seconds=1.0 if stopped in ("seconds", "nodes") else 0.1)
    pure = game.pure_equilibria() if prod(game.shape) <= 10_000 else []
    best = min((run.average, run.last, *pure), key=lambda e: float(e.regret))
    return replace(best, method=f"{best.method}, budget spent", stopped=stopped)


def _to_float(game: NormalForm, equilibrium: Equilibrium) -> Equilibrium:
    return replace(
        verified(game, equilibrium.profile, equilibrium.method, exact=False), stopped=equilibrium.stopped
    )


def equilibria(
    game: NormalForm,
    method: str | None = None,
    *,
    exact: bool | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    steps: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Equilibria:
    """All isolated equilibria, and the extreme points of the components when there are infinitely many.

    Two players: exact vertex enumeration (the optimal faces for constant-sum games); the result also holds
    the maximal Nash subsets and connected components. More players: all pure equilibria and the mixed ones
    that support enumeration with polynomial solving finds; `complete` then says whether that is a proof.
    When `seconds` or `nodes` (bases, batches of supports; `steps` is the older name) run out, on Ctrl-C, and when
    `stop` or the callback asks for it, what was found is returned, with `complete` False and the reason in `stopped`.

    >>> from tianji.matrix import NormalForm
    >>> g = NormalForm([[1, 1], [0, 2]], [[1, 1], [0, 2]])
    >>> found = g.equilibria()
    >>> len(found), found.complete, [len(group) for group in found.components]
    (3, True, [1, 1])
    """
    chosen = check_method(method, game, exact=exact)
    limits = Limits(seconds=seconds, nodes=steps if nodes is None else nodes)
    with clocked(limits, stop, progress, "enumerate", "steps") as clock:
        return find_all(game, chosen, exact, clock)


def find_all(game: NormalForm, chosen: str | None, exact: bool | None, clock: Clock) -> Equilibria:
    """`equilibria` on a clock of the caller's."""
    wanted = _exactness(game, exact)
    if len(game.shape) != 2 and chosen in (None, "support"):
        from tianji.matrix.nash.polynomial import many_player_equilibria

        several = many_player_equilibria(game, clock)
        if exact:
            raise ParameterError(
                "exact=True is for two players: equilibria of more are irrational in general"
            )
        return several if exact is None else several.mapped(lambda e: _to_float(game, e))
    if chosen is None:
        chosen = "lp" if game.is_constant_sum else "vertex"
    search = METHODS[chosen].enumerate
    if search is None:
        raise NotApplicableError(
            f"the method {chosen!r} finds one equilibrium; call solve({chosen!r}) instead"
        )
    found: list[Equilibrium] = []
    groups, note = [], ""
    try:
        clock.check()
        note = search(game, clock, wanted, found)
        found.sort(key=lambda e: e.profile, reverse=True)
        groups = [] if note or clock.stopped else nash_components(found, clock)
    except OutOfBudget:
        found.sort(key=lambda e: e.profile, reverse=True)
    complete = not note and not clock.stopped
    return Equilibria(
        found, complete=complete, method=chosen, stopped=clock.stopped, note=note, components=groups
    )


def _by_vertices(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> str:
    reduced, kept = _without_dominated(game)
    pairs = extreme_pairs(reduced, clock)
    left = grace(clock)
    for x, y in pairs:
        if left.is_over():
            break
        profile = [_expand(x.strategy, kept[0], game.shape[0]), _expand(y.strategy, kept[1], game.shape[1])]
        found.append(verified(game, profile, "vertex", exact=exact))
    return ""


def _expand(strategy: tuple[Fraction, ...], kept: list[int], size: int) -> list[Fraction]:
    out = [Fraction(0)] * size
    for a, p in zip(kept, strategy, strict=True):
        out[a] = p
    return out


def _without_dominated(game: NormalForm) -> tuple[NormalForm, list[list[int]]]:
    """The game without strictly dominated actions, which no equilibrium uses: smaller polytopes."""
    kept = undominated(game)
    if all(len(k) == size for k, size in zip(kept, game.shape, strict=True)):
        return game, kept
    where = np.ix_(*kept)
    return type(game)(game.fractions[0][where], game.fractions[1][where]), kept


def _by_faces(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> str:
    require_constant_sum(game)
    sets = walk_faces(game, clock)
    left = grace(clock)
    for pair in product(sets.rows, sets.columns):
        if left.is_over():
            break
        found.append(verified(game, pair, "lp", exact=exact))
    return ""


def _by_supports(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> str:
    complete = enumerate_pairs(game, clock, exact, found)
    return "" if complete else "degenerate game: unequal supports were not tried, use 'vertex'"


def _by_labels(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> str:
    seen = set()
    for label in range(sum(game.shape)):
        clock.step()
        e = follow_path(game, label, exact, clock)
        key = tuple(tuple(round(float(p), 9) for p in row) for row in e.profile)
        if key not in seen:
            seen.add(key)
            found.append(e)
    return "Lemke–Howson from every label reaches some equilibria only"


def _by_cells(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> str:
    found += [e if exact else _to_float(game, e) for e in game.pure_equilibria()]
    return "only pure equilibria were asked for"


METHODS: dict[str, Method] = {
    "lp": Method(("exact", "select"), _by_faces),
    "lemke-howson": Method(("exact", "label"), _by_labels),
    "support": Method(("exact", "select"), _by_supports, two_players=False),
    "vertex": Method(("exact", "select"), _by_vertices),
    "pure": Method(("exact",), _by_cells, two_players=False),
    "logit": Method(("exact",), two_players=False),
}
