"""The front door: one verified equilibrium of any finite game, or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import prod

from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, verified, verified_rows, verified_weights
from tianji.matrix.game.normal_form import NormalForm
from tianji.matrix.nash.brief import UNEQUAL
from tianji.matrix.nash.components import nash_components
from tianji.matrix.nash.dominance import undominated_actions
from tianji.matrix.nash.extreme import extreme_pairs
from tianji.matrix.nash.lemke_howson import follow_path
from tianji.matrix.nash.lp import EXACT_LIMIT, optimal_pair, require_constant_sum, walk_faces
from tianji.matrix.nash.method import Method
from tianji.matrix.nash.select import select_equilibrium
from tianji.matrix.nash.support import enumerate_pairs
from tianji.matrix.nash.vertex import grace
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop

Enumerator = Callable[[NormalForm, Clock, bool, list[Equilibrium]], str]


def solved(
    game: NormalForm, method: Method, limits: Limits, progress: Progress | None, stop: Stop
) -> Equilibrium:
    """One equilibrium: what `NormalForm.solve` does."""
    method.require(game, limits)
    with clocked(limits, stop, progress, "solve", "steps") as clock:
        if method.select is not None:
            return select_equilibrium(game, method.select, find_all(game, method, clock))
        return find_one(game, method, clock)


def find_one(game: NormalForm, method: Method, clock: Clock) -> Equilibrium:
    """The same on a clock of the caller's; an approximation when it has run out."""
    exact = method.is_exact(game)
    try:
        clock.check()
        chosen = _choose(game) if method.name == "auto" else method.name
        if chosen == "lp":
            certify = exact and (method.exact is True or min(game.shape) <= EXACT_LIMIT)
            return verified(game, optimal_pair(game, certify, clock), "lp", exact=certify)
        if chosen == "lemke-howson":
            return follow_path(game, method.label or 0, exact, clock)
        if chosen == "logit":
            from tianji.matrix.nash.logit import settle

            e = settle(game, clock)
            return e if method.exact is None else _to_float(game, e)
        found = find_all(game, method if method.name == chosen else replace(method, name=chosen), clock)
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


def listed(
    game: NormalForm, method: Method, limits: Limits, progress: Progress | None, stop: Stop
) -> Equilibria:
    """All equilibria: what `NormalForm.equilibria` does."""
    method.require(game, limits)
    if method.select is not None:
        raise ParameterError(
            f"equilibria() lists all, and select={quote(method.select)} picks one; call solve()"
        )
    with clocked(limits, stop, progress, "enumerate", "steps") as clock:
        return find_all(game, method, clock)


def find_all(game: NormalForm, method: Method, clock: Clock) -> Equilibria:
    """The same on a clock of the caller's."""
    chosen = method.name
    if method.label is not None:
        raise ParameterError(
            f"all equilibria are asked for, from every label; leave label={method.label} out"
        )
    if len(game.shape) != 2 and chosen in ("auto", "support"):
        from tianji.matrix.nash.polynomial import many_player_equilibria

        if method.exact:
            raise ParameterError(
                "exact=True is for two players: equilibria of more are irrational in general"
            )
        several = many_player_equilibria(game, clock)
        return several if method.exact is None else several.mapped(lambda e: _to_float(game, e))
    if chosen == "auto":
        chosen = "lp" if game.is_constant_sum else "vertex"
    if chosen not in ENUMERATORS:
        raise NotApplicableError(
            f"the method {chosen!r} finds one equilibrium; call solve({chosen!r}) instead"
        )
    found: list[Equilibrium] = []
    groups, note = [], ""
    try:
        clock.check()
        note = ENUMERATORS[chosen](game, clock, method.is_exact(game), found)
        found.sort(key=lambda e: e.profile, reverse=True)
        groups = [] if note or clock.stopped else nash_components(found, clock)
    except OutOfBudget:
        found.sort(key=lambda e: e.profile, reverse=True)
    complete = not note and not clock.stopped
    return Equilibria(
        found, complete=complete, method=chosen, stopped=clock.stopped, note=note, components=groups
    )


def _two_by_two(game: NormalForm) -> list[list[list[int]]] | None:
    """All equilibria of a 2 × 2 game without ties, as whole weights: a cell each, or one where both mix.

    Without a tie the gains u(0, j) − u(1, j) are never 0: every pure strategy has one best answer, and both mix
    exactly where each player's gains have two signs. None where there is a tie.
    """
    A, B = (game.integers(player)[0].tolist() for player in (0, 1))
    rows = [A[0][0] - A[1][0], A[0][1] - A[1][1]]  # what row 0 gains on row 1, by column
    columns = [B[0][0] - B[0][1], B[1][0] - B[1][1]]  # what column 0 gains on column 1, by row
    if 0 in rows or 0 in columns:
        return None
    found = [
        [[1 - i, i], [1 - j, j]]
        for i in (0, 1)
        for j in (0, 1)
        if (rows[j] < 0) == i and (columns[i] < 0) == j
    ]
    if (rows[0] < 0) != (rows[1] < 0) and (columns[0] < 0) != (columns[1] < 0):
        found.append([[abs(columns[1]), abs(columns[0])], [abs(rows[1]), abs(rows[0])]])
    return found


def _by_vertices(game: NormalForm, clock: Clock, exact: bool, found: list[Equilibrium]) -> str:
    small = _two_by_two(game) if exact and game.shape == (2, 2) else None
    if small is not None:
        found += [verified_weights(game, weights, "vertex") for weights in small]
        return ""
    kept = undominated_actions(game)  # no equilibrium uses what is gone: smaller polytopes
    P, Q, pairs = extreme_pairs(game, kept, clock)
    left = grace(clock)
    sides = list(zip((P, Q), pairs.T, kept, game.shape, strict=True))
    if not exact:
        found += verified_rows(
            game, [side.strategies(vs, own, size) for side, vs, own, size in sides], "vertex"
        )
        return ""
    known: list[dict[int, list[int]]] = [{}, {}]
    for pair in pairs.tolist():
        if left.is_over():
            break
        for v, weights, (side, _, own, size) in zip(pair, known, sides, strict=True):
            if v not in weights:
                weights[v] = side.weights(v, own, size)
        found.append(verified_weights(game, [known[0][pair[0]], known[1][pair[1]]], "vertex"))
    return ""


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
    return "" if complete else UNEQUAL


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


ENUMERATORS: dict[str, Enumerator] = {
    "lp": _by_faces,
    "lemke-howson": _by_labels,
    "support": _by_supports,
    "vertex": _by_vertices,
    "pure": _by_cells,
}

solve = NormalForm.solve
equilibria = NormalForm.equilibria
