"""Which equilibrium? Payoff dominance, risk dominance, maximum entropy, welfare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.core.arguments import checked
from tianji.errors import NotApplicableError, UnknownNameError, quote, suggest, text_of
from tianji.matrix.game.equilibrium import Equilibria, Equilibrium, Number
from tianji.matrix.game.payoffs import FloatArray
from tianji.matrix.nash.polynomial import as_equilibrium

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


def selection(rule: str) -> str:
    """The name of a selection rule as `SELECTIONS` has it.

    >>> selection("payoff_dominance")
    'payoff-dominant'
    """
    key = text_of(rule).lower().replace("_", "-").removesuffix("-dominance")
    key = {"payoff": "payoff-dominant", "risk": "risk-dominant", "entropy": "max-entropy"}.get(key, key)
    if key not in SELECTIONS:
        raise UnknownNameError(f"no selection rule {quote(rule)}; {suggest(key, list(SELECTIONS))}")
    return key


def select_equilibrium(game: NormalForm, rule: str, found: Equilibria) -> Equilibrium:
    """The equilibrium that a rule picks among those found; `stopped` when these were not all."""
    if not found:
        raise NotApplicableError(f"{game!r}: no equilibrium was found ({found.stopped or found.note})")
    return replace(SELECTIONS[rule](game, found), stopped=found.stopped)


@checked
def payoff_dominant(game: NormalForm, found: Equilibria) -> Equilibrium:
    """The equilibrium that no player would trade for another one.

        u_i(x*) ≥ u_i(x) for all players i and all equilibria x

    Harsanyi & Selten (1988), section 3.6. Values on a Nash subset lie between those at its vertices only for
    the opponent's mixtures, so comparing extreme equilibria is enough: payoffs are bilinear there.

    >>> from tianji.matrix import NormalForm
    >>> NormalForm("4,4 0,3; 3,0 3,3").solve(select="payoff-dominant").values
    (Fraction(4, 1), Fraction(4, 1))
    """
    for e in found:
        slack = 0 if e.exact else 1e-9 * game.scale
        if all(v + slack >= w for f in found for v, w in zip(e.values, f.values, strict=True)):
            return e
    raise NotApplicableError(
        f"{game!r} has no payoff-dominant equilibrium: players prefer different ones; use select='welfare'"
    )


@checked
def risk_dominant(game: NormalForm, found: Equilibria) -> Equilibrium:
    """The strict pure equilibrium that costs most to leave: it beats every other pairwise.

        Π_i [u_i(s) − u_i(t_i, s_−i)]  >  Π_i [u_i(t) − u_i(s_i, t_−i)]

    over the players whose actions differ. Harsanyi & Selten (1988), section 3.9: for 2 × 2 games this is
    their definition; in larger games we compare each pair of strict equilibria in the game restricted to
    the actions of the two. A single equilibrium is its own choice.

    >>> from tianji.matrix import NormalForm
    >>> NormalForm("4,4 0,3; 3,0 3,3").solve(select="risk-dominant").values
    (Fraction(3, 1), Fraction(3, 1))
    """
    if len(found) == 1 and found.complete:
        return found[0]
    cells = {tuple(a[0] for a in e.support): e for e in found if e.is_pure}
    table = game.fractions

    def loss(here: tuple[int, ...], there: tuple[int, ...]) -> Any:
        total: Any = Fraction(1)
        for i, (a, b) in enumerate(zip(here, there, strict=True)):
            if a != b:
                total *= table[(i, *here)] - table[(i, *here[:i], b, *here[i + 1 :])]
        return total

    for s, e in cells.items():
        if all(loss(s, t) > loss(t, s) for t in cells if t != s):
            return e
    raise NotApplicableError(
        f"{game!r} has no risk-dominant equilibrium: among its {len(cells)} pure equilibria none beats all "
        "others; use select='max-entropy' or 'welfare'"
    )


def welfare(game: NormalForm, found: Equilibria) -> Equilibrium:
    """The equilibrium with the largest sum of payoffs; the first of equals."""
    return max(found, key=lambda e: float(sum(e.values)))


@checked
def max_entropy(game: NormalForm, found: Equilibria) -> Equilibrium:
    """The equilibrium that assumes least: the largest sum of the players' entropies.

    Within a maximal Nash subset the row and the column polytope are searched separately (entropy is concave
    and the subset a product), so points inside a component count. Across subsets the best is taken.

    >>> from tianji.matrix import NormalForm
    >>> NormalForm([[0, 0], [0, 0]]).solve(select="max-entropy").profile[0]
    (Fraction(1, 2), Fraction(1, 2))
    """
    best = max(found, key=lambda e: sum(entropy(row) for row in e.profile))
    best_value = sum(entropy(row) for row in best.profile)
    for subset in found.subsets:
        if subset.is_point:
            continue
        profile = [_widest(subset.rows), _widest(subset.columns)]
        value = sum(entropy(row) for row in profile)
        if value > best_value + 1e-12:
            best, best_value = as_equilibrium(game, profile, "max-entropy"), value
    return best


SELECTIONS: dict[str, Callable[[NormalForm, Equilibria], Equilibrium]] = {
    "payoff-dominant": payoff_dominant,
    "risk-dominant": risk_dominant,
    "max-entropy": max_entropy,
    "welfare": welfare,
}


def entropy(strategy: Sequence[Number] | FloatArray) -> float:
    """−Σ p log p in nats.

    >>> round(entropy([0.5, 0.5]), 6)
    0.693147
    """
    p = np.array(strategy, dtype=float)
    p = p[p > 0]
    return float(-(p * np.log(p)).sum()) + 0.0


def _widest(vertices: tuple[tuple[Number, ...], ...]) -> FloatArray:
    """The point of largest entropy in the convex hull."""
    points = np.array(vertices, dtype=float)
    return np.asarray(points.T @ _entropy_weights(points))


def _entropy_weights(points: FloatArray) -> FloatArray:
    """The weights w on the simplex that maximise the entropy of Σ w_k points_k: a concave program (SLSQP)."""
    from scipy.optimize import minimize

    def loss(w: FloatArray) -> tuple[float, FloatArray]:
        p = np.maximum(points.T @ w, 1e-300)
        return float(p @ np.log(p)), points @ (np.log(p) + 1.0)

    start = np.full(len(points), 1.0 / len(points))
    total = {"type": "eq", "fun": lambda w: w.sum() - 1.0, "jac": np.ones_like}
    options = {"ftol": 1e-16, "maxiter": 1_000}
    found = minimize(
        loss,
        start,
        jac=True,
        method="SLSQP",
        bounds=[(0.0, 1.0)] * len(points),
        constraints=total,
        options=options,
    )
    best = np.clip(found.x, 0.0, None)
    return np.asarray(best / best.sum() if loss(best)[0] <= loss(start)[0] else start, dtype=np.float64)


@checked
def pareto_undominated(found: Sequence[Equilibrium]) -> list[Equilibrium]:
    """The equilibria that no other one improves on for all players at once."""
    return [
        e
        for e in found
        if not any(
            all(w >= v for v, w in zip(e.values, f.values, strict=True)) and f.values != e.values
            for f in found
        )
    ]
