"""The exact solution of a two-player zero-sum game: the sequence-form linear program, by HiGHS."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.errors import InfeasibleError, NotApplicableError, TianjiError
from tianji.evaluate.response import deviation_gains, in_proportion
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.run.limits import Limits


class TimeUpError(TianjiError):
    """The seconds ended before the linear program was solved."""


class LpEquilibrium(NamedTuple):
    """An exact answer, and what its verification found.

    vectors: one `[Q]` behaviour strategy a player. value: player 0's, by the program. values, gains: `[players]`, what
    each gets by the strategies themselves, and how much more his best response would.
    """

    vectors: list[FloatArray]
    value: float
    values: list[float]
    gains: list[float]


USUAL = (0.01, 1000.0)  # payoffs of this size suit HiGHS as they are
COMMON = 0.1  # of the largest payoff: where payoffs differ by less, what they have in common is left out
EXACT = 1e-7  # of the payoffs' size: an answer that its best responses beat by more is not called exact


@checked
def solve_lp(flat: FlatGame, seconds: float | None = None) -> tuple[list[FloatArray], float]:
    """The strategies and the value of `exact_equilibrium`."""
    found = exact_equilibrium(flat, Limits(seconds=seconds).seconds)
    return found.vectors, found.value


def exact_equilibrium(flat: FlatGame, seconds: float | None = None) -> LpEquilibrium:
    r"""An exact equilibrium and player 0's value, the oracle for every approximate solver.

        max_{x, v}  v_∅   subject to   E x = e,  x ≥ 0,   Fᵀ v ≤ Aᵀ x

    x is player 0's realisation plan, v the value of each infoset of player 1 under his best response; E and F say
    that a plan's slots add up to their parent slot. Player 1's plan is the dual solution of the inequalities.
    Infosets that are never reached play uniformly.

    HiGHS judges by absolute tolerances, so payoffs of unusual size are divided by the largest first, after what they
    have in common was left out; and the answer is called exact only after both best responses to it were tried.
    Payoffs may sum to any constant: player 1 then still wants what player 0 does not. seconds: the time HiGHS is given;
    a `TimeUpError` says that it was not enough.

    Koller, Megiddo & von Stengel (1996); von Stengel (1996), theorem 3.1.
    """
    from scipy.sparse import csr_matrix, hstack

    require_two_player_zero_sum(flat, "the LP", constant=True)
    flat, offsets = _centred(flat)
    size = flat.utility_scale
    scale = 1.0 if USUAL[0] <= size <= USUAL[1] or size == 0 else size
    mine, other = flat.trees
    num_x, num_v = mine.num_slots, other.num_infosets + 1
    payoff = csr_matrix(
        (flat.payoff[:, 0] / scale, (flat.slots[:, 1], flat.slots[:, 0])), shape=(other.num_slots, num_x)
    )
    objective = np.zeros(num_x + num_v)
    objective[num_x] = -1.0
    upper = hstack([-payoff, constraints(other).T], format="csr")
    answer = minimise(
        objective,
        upper,
        np.zeros(other.num_slots),
        constraints(mine, num_x + num_v),
        np.arange(num_x + num_v) >= num_x,
        what=flat.spec,
        instead="an iterative method such as 'dcfr'",
        seconds=seconds,
    )
    vectors = [as_strategy(mine, answer.x[:num_x]), as_strategy(other, -answer.ineqlin.marginals)]
    values, gains = deviation_gains(flat, vectors, once=True)
    if not sum(gains) <= EXACT * size:
        raise TianjiError(
            f"the LP of {flat.spec} gave a strategy that can be beaten by {sum(gains):.3g} in all, of payoffs up to "
            f"{size:.3g}: its payoffs or probabilities differ too much in size for floating point; use an iterative "
            "method such as 'dcfr'"
        )
    values = [value + offset for value, offset in zip(values, offsets, strict=True)]
    return LpEquilibrium(vectors, -float(answer.fun) * scale + offsets[0], values, gains)


def _centred(flat: FlatGame) -> tuple[FlatGame, tuple[float, float]]:
    """The game without what payoffs have in common, and that, by player; as it is where they have little in common.

    A million paid to both hides what is played for from every tolerance. Payoffs are taken from the player who has less
    of it, and are the other's loss.
    """
    share = np.where(flat.chance > 0, flat.chance, 1.0)
    paid = flat.payoff / share[:, None]
    p = int(np.abs(paid).max(axis=0).argmin())
    low, high = float(paid[:, p].min()), float(paid[:, p].max())
    offset, half = (low + high) / 2, (high - low) / 2
    if half > COMMON * flat.utility_scale:
        return flat, (0.0, 0.0)
    mine = flat.payoff[:, p] - offset * flat.chance
    other = float(flat.constant_sum or 0.0) - offset
    payoff = np.stack([mine, -mine] if p == 0 else [-mine, mine], axis=1)
    offsets = (offset, other) if p == 0 else (other, offset)
    return replace(flat, payoff=payoff, utility_range=(-half, half)), offsets


def minimise(
    cost: FloatArray, upper: Any, bound: FloatArray, equal: Any, is_free: npt.NDArray[np.bool_],
    *, what: str, instead: str, seconds: float | None = None,
) -> Any:  # fmt: skip
    """HiGHS' answer to: minimise cost · x subject to upper x ≤ bound, equal x = (1, 0, …), x ≥ 0 but where free.

    what, instead: for the error.
    """
    from scipy.optimize import linprog

    answer: Any = linprog(
        cost,
        A_ub=upper,
        b_ub=bound,
        A_eq=equal,
        b_eq=np.arange(equal.shape[0]) == 0,
        bounds=np.stack([np.where(is_free, -np.inf, 0.0), np.full(len(cost), np.inf)], axis=1),
        method="highs",
        options={
            "primal_feasibility_tolerance": 1e-10,
            "dual_feasibility_tolerance": 1e-10,
            "time_limit": seconds,
        },
    )
    if answer.status == 1 and seconds is not None:
        raise TimeUpError(f"the LP of {what} was not solved in {seconds:g} seconds; give it more")
    if answer.status != 0 or answer.x is None or answer.fun is None:
        raise (InfeasibleError if answer.status == 2 else TianjiError)(
            f"the LP of {what} was not solved (HiGHS: {answer.message}); use {instead}"
        )
    return answer


def as_strategy(tree: Treeplex, plan: FloatArray) -> FloatArray:
    """`[Q]`: the strategy of a realisation plan as HiGHS gives it, noise taken for zero."""
    return in_proportion(tree, np.where(plan > 1e-12, plan, 0.0))


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


def constraints(tree: Treeplex, width: int | None = None) -> Any:
    """The matrix `[I + 1, Q]` of the treeplex: row 0 picks the empty sequence, row i + 1 says Σ slots − parent = 0.

    width: of the matrix, where more variables follow that the treeplex does not have.
    """
    from scipy.sparse import csr_matrix

    infosets = np.arange(1, tree.num_infosets + 1)
    rows = np.concatenate([[0], np.repeat(infosets, np.diff(tree.first_slot)), infosets])
    cols = np.concatenate([np.arange(tree.num_slots), tree.parent_slot])
    data = np.concatenate([np.ones(tree.num_slots), -np.ones(tree.num_infosets)])
    return csr_matrix((data, (rows, cols)), shape=(tree.num_infosets + 1, width or tree.num_slots))
