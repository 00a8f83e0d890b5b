"""The exact solution of a two-player zero-sum game: the sequence-form linear program, by HiGHS."""

from __future__ import annotations

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, TianjiError
from tianji.evaluate.response import deviation_gains, in_proportion
from tianji.flat.sequence import FlatGame, Treeplex


class TimeUpError(TianjiError):
    """The seconds ended before the linear program was solved."""


USUAL = (0.01, 1000.0)  # payoffs of this size suit HiGHS as they are
EXACT = 1e-7  # of the payoffs' size: an answer that its best responses beat by more is not called exact


def solve_lp(flat: FlatGame, seconds: float | None = None) -> tuple[list[FloatArray], float]:
    r"""An exact equilibrium and player 0's value, the oracle for every approximate solver.

        max_{x, v}  v_∅   subject to   E x = e,  x ≥ 0,   Fᵀ v ≤ Aᵀ x

    x is player 0's realisation plan, v the value of each infoset of player 1 under his best response; E and F say
    that a plan's slots add up to their parent slot. Player 1's plan is the dual solution of the inequalities.
    Returns one `[Q]` behaviour strategy a player; infosets that are never reached play uniformly.

    HiGHS judges by absolute tolerances, so payoffs of unusual size are divided by the largest first; and the answer
    is called exact only after both best responses to it were tried. Payoffs may sum to any constant: player 1 then
    still wants what player 0 does not. seconds: the time HiGHS is given; a `TimeUpError` says that it was not enough.

    Koller, Megiddo & von Stengel (1996); von Stengel (1996), theorem 3.1.
    """
    from scipy.optimize import linprog
    from scipy.sparse import bmat, csr_matrix

    require_two_player_zero_sum(flat, "the LP", constant=True)
    size = flat.utility_scale
    scale = 1.0 if USUAL[0] <= size <= USUAL[1] or size == 0 else size
    mine, other = flat.trees
    num_x, num_v = mine.num_slots, other.num_infosets + 1
    payoff = csr_matrix(
        (flat.payoff[:, 0] / scale, (flat.slots[:, 1], flat.slots[:, 0])), shape=(other.num_slots, num_x)
    )
    objective = np.zeros(num_x + num_v)
    objective[num_x] = -1.0
    e = np.zeros(mine.num_infosets + 1)
    e[0] = 1.0
    answer = linprog(
        objective,
        A_ub=bmat([[-payoff, constraints(other).T]]),
        b_ub=np.zeros(other.num_slots),
        A_eq=bmat([[constraints(mine), csr_matrix((mine.num_infosets + 1, num_v))]]),
        b_eq=e,
        bounds=[(0, None)] * num_x + [(None, None)] * num_v,
        method="highs",
        options={
            "primal_feasibility_tolerance": 1e-10,
            "dual_feasibility_tolerance": 1e-10,
            "time_limit": seconds,
        },
    )
    if answer.status == 1 and seconds is not None:
        raise TimeUpError(f"the LP of {flat.spec} was not solved in {seconds:g} seconds; give it more")
    if answer.status != 0 or answer.x is None or answer.fun is None:
        raise TianjiError(
            f"the LP of {flat.spec} was not solved (HiGHS: {answer.message}); use an iterative method such as 'dcfr'"
        )
    plans = [answer.x[:num_x], -answer.ineqlin.marginals]
    clean = [np.where(plan > 1e-12, plan, 0.0) for plan in plans]
    vectors = [in_proportion(tree, x) for tree, x in zip(flat.trees, clean, strict=True)]
    gap = sum(deviation_gains(flat, vectors)[1])
    if not gap <= EXACT * size:
        raise TianjiError(
            f"the LP of {flat.spec} gave a strategy that can be beaten by {gap:.3g} in all, of payoffs up to "
            f"{size:.3g}: its payoffs or probabilities differ too much in size for floating point; use an iterative "
            "method such as 'dcfr'"
        )
    return vectors, -float(answer.fun) * scale


def require_two_player_zero_sum(flat: FlatGame, what: str, constant: bool = False) -> None:
    """Raise unless the game has two players whose payoffs cancel; `constant`: or sum to a constant."""
    if flat.players != 2:
        raise NotApplicableError(
            f"{what} needs two players, {flat.spec} has {flat.players}; use a CFR method (no guarantee there)"
        )
    if not flat.is_zero_sum and not (constant and flat.constant_sum is not None):
        raise NotApplicableError(
            f"{what} needs a zero-sum game, the payoffs of {flat.spec} do not cancel; "
            "use a CFR method (no guarantee there)"
        )


def constraints(tree: Treeplex):  # type: ignore[no-untyped-def]
    """The matrix `[I + 1, Q]` of the treeplex: row 0 picks the empty sequence, row i + 1 says Σ slots − parent = 0."""
    from scipy.sparse import csr_matrix

    infosets = np.arange(1, tree.num_infosets + 1)
    rows = np.concatenate([[0], np.repeat(infosets, np.diff(tree.first_slot)), infosets])
    cols = np.concatenate([np.arange(tree.num_slots), tree.parent_slot])
    data = np.concatenate([np.ones(tree.num_slots), -np.ones(tree.num_infosets)])
    return csr_matrix((data, (rows, cols)), shape=(tree.num_infosets + 1, tree.num_slots))
