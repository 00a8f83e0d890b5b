"""The exact solution of a two-player zero-sum game: the sequence-form linear program, by HiGHS."""

from __future__ import annotations

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, TianjiError
from tianji.evaluate.response import deviation_gains, in_proportion
from tianji.flat.sequence import FlatGame, Treeplex
from tianji.run.clock import OutOfBudget

GAP = 1e-6  # of the largest payoff: what a best response may gain against an answer that is called exact


def solve_lp(flat: FlatGame, seconds: float | None = None) -> tuple[list[FloatArray], float]:
    r"""An exact equilibrium and player 0's value, the oracle for every approximate solver.

        max_{x, v}  v_∅   subject to   E x = e,  x ≥ 0,   Fᵀ v ≤ Aᵀ x

    x is player 0's realisation plan, v the value of each infoset of player 1 under his best response; E and F say
    that a plan's slots add up to their parent slot. Player 1's plan is the dual solution of the inequalities.
    Returns one `[Q]` behaviour strategy a player; infosets that are never reached play uniformly.

    A is scaled to entries of at most 1, for HiGHS takes 1e-10 for zero and 1e20 for infinite. The answer is checked
    by its best responses, and refused when they gain more than `GAP` of the largest payoff. Payoffs may sum to any
    constant: minimising the other's payoff is then maximising one's own. seconds: HiGHS stops there (`OutOfBudget`).

    Koller, Megiddo & von Stengel (1996); von Stengel (1996), theorem 3.1.
    """
    require_two_player_constant_sum(flat, "the LP")
    scale = float(np.abs(flat.payoff[:, 0]).max(initial=0.0)) or 1.0
    said = ""
    for method in ("highs", "highs-ds", "highs-ipm"):
        answer = _program(flat, scale, method, seconds)
        if answer.status == 1 and seconds is not None:
            raise OutOfBudget
        if answer.status != 0 or answer.x is None or answer.fun is None:
            said = f"HiGHS says: {answer.message:.200}"
            continue
        plans = [answer.x[: flat.trees[0].num_slots], -answer.ineqlin.marginals]
        clean = [np.where(plan > 1e-12, plan, 0.0) for plan in plans]
        vectors = [in_proportion(tree, x) for tree, x in zip(flat.trees, clean, strict=True)]
        gap = sum(deviation_gains(flat, vectors)[1])
        allowed = GAP * flat.largest_payoff
        if gap <= allowed:
            return vectors, -float(answer.fun) * scale
        said = f"best responses gain {gap:.3g} against its answer, {allowed:.3g} at most were expected"
    raise TianjiError(
        f"the LP of {flat.spec} was not solved exactly ({said}); use an iterative method such as 'dcfr'"
    )


def _program(flat: FlatGame, scale: float, method: str, seconds: float | None):  # type: ignore[no-untyped-def]
    """HiGHS on the scaled program."""
    from scipy.optimize import linprog
    from scipy.sparse import bmat, csr_matrix

    mine, other = flat.trees
    num_x, num_v = mine.num_slots, other.num_infosets + 1
    payoff = csr_matrix(
        (flat.payoff[:, 0] / scale, (flat.slots[:, 1], flat.slots[:, 0])), shape=(other.num_slots, num_x)
    )
    objective = np.zeros(num_x + num_v)
    objective[num_x] = -1.0
    e = np.zeros(mine.num_infosets + 1)
    e[0] = 1.0
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    return linprog(
        objective,
        A_ub=bmat([[-payoff, constraints(other).T]]),
        b_ub=np.zeros(other.num_slots),
        A_eq=bmat([[constraints(mine), csr_matrix((mine.num_infosets + 1, num_v))]]),
        b_eq=e,
        bounds=[(0, None)] * num_x + [(None, None)] * num_v,
        method=method,
        options=options if seconds is None else {**options, "time_limit": seconds},
    )


def require_two_player_constant_sum(flat: FlatGame, what: str) -> None:
    """Raise unless the game has two players whose payoffs have the same sum wherever it ends."""
    if flat.players != 2:
        raise NotApplicableError(
            f"{what} needs two players, {flat.spec} has {flat.players}; use a CFR method (no guarantee there)"
        )
    if not flat.is_constant_sum:
        raise NotApplicableError(
            f"{what} needs a zero-sum (or constant-sum) game, the payoffs of {flat.spec} do not cancel; "
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
