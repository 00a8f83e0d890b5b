"""Quantal response: the logit path from uniform play to an equilibrium, for any number of players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.matrix.game.equilibrium import Equilibrium
from tianji.matrix.game.payoffs import FloatArray, exponent, unit_range
from tianji.matrix.nash.polynomial import Strategies, as_equilibrium, indifference, on_support, regret_of
from tianji.run.clock import Clock, OutOfBudget, clocked
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop
from tianji.run.threads import require_one

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm

CROSSING = 1e-5  # a path that turns round within so little does not bend: another branch crosses it
SHAKES = 5  # perturbed games to try when the path of the game itself ends early


@dataclass(frozen=True, eq=False)
class LogitPath(Result):
    """The principal branch of the logit correspondence.

    lambdas: `[T]` precisions, in units of the game's payoffs. strategies: `[T, Σ m_i]`, players side by side.
    `regret` is that of the last point; `stopped` says what ended the path early: "seconds", "steps", or "branching"
    where several branches meet and none goes straight on.
    """

    lambdas: FloatArray
    strategies: FloatArray
    regret: float
    sizes: tuple[int, ...]
    stopped: str = ""

    @checked
    def profile(self, t: int = -1) -> list[list[float]]:
        """The strategies at one point of the path."""
        parts = np.split(self.strategies[t], np.cumsum(self.sizes)[:-1])
        return [[float(p) for p in part] for part in parts]


class _Homotopy:
    """H(z, λ) = 0 in log-probabilities z: Σ_a e^{z_ia} = 1, z_ia − z_i0 = λ (u_ia − u_i0). Turocy (2005)."""

    def __init__(self, tables: FloatArray) -> None:
        self.tables = tables
        self.sizes = tables.shape[1:]
        self.offset = np.concatenate([[0], np.cumsum(self.sizes)])
        self.size = int(self.offset[-1])

    def split(self, flat: FloatArray) -> Strategies:
        return [flat[self.offset[i] : self.offset[i + 1]] for i in range(len(self.sizes))]

    def at(self, point: FloatArray) -> tuple[FloatArray, FloatArray]:
        """H, `[Σ m]`, and its Jacobian in z and λ, `[Σ m, Σ m + 1]`."""
        z, flat, first = point[:-1], np.exp(point[:-1]), self.offset[:-1]
        gains, slopes = indifference(self.tables, self.split(flat))
        base = np.repeat(first, self.sizes)  # the first action of each action's player
        residual = z - z[base] - point[-1] * gains
        residual[first] = np.add.reduceat(flat, first) - 1.0
        jacobian = np.column_stack([np.eye(self.size) - point[-1] * slopes * flat, -gains])
        jacobian[np.arange(self.size), base] -= 1.0
        jacobian[first] = 0.0
        jacobian[base, np.arange(self.size)] = flat
        return residual, jacobian


def _tangent(jacobian: FloatArray, sign: float) -> FloatArray:
    """The unit vector in the kernel of the Jacobian, oriented so that det [J; t] keeps its sign on the path.

    Orientation by the angle to the last tangent would turn back at a sharp bend.
    Allgower & Georg (1990), section 2.1.
    """
    q, _ = np.linalg.qr(jacobian.T, mode="complete")
    t: FloatArray = q[:, -1]
    return t if np.linalg.slogdet(np.vstack([jacobian, t]))[0] == sign else -t


def _correct(path: _Homotopy, point: FloatArray, clock: Clock) -> FloatArray | None:
    """Newton back to the path along the normal space; None when it does not contract."""
    last = np.inf
    for _ in range(8):
        clock.check()
        residual, jacobian = path.at(point)
        step = np.linalg.lstsq(jacobian, residual, rcond=None)[0]
        size = float(np.abs(step).max())
        if not np.isfinite(size) or size > max(0.6 * last, 1e-9):
            return None
        point = point - step
        if size < 1e-9:
            return point
        last = size
    return None


def _is_jump(back: FloatArray, cosine: float, length: float) -> bool:
    return length > 1e-6 and (float(np.linalg.norm(back)) > 0.4 * length or cosine < 0.5)


@checked
def logit_path(
    game: NormalForm,
    *,
    max_lambda: float = 1e6,
    steps: int = 5_000,
    regret: float = 0.0,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> LogitPath:
    """Follow the quantal response equilibria from λ = 0 (uniform play) towards λ = ∞ (an equilibrium).

        x_i(a) ∝ exp(λ u_i(a, x_−i))

    A predictor–corrector method along the arc, so that turning points are passed. Where another branch crosses, as in
    symmetric games, the path goes straight on: det [J; t] then changes its sign between two points that are close
    together. Stops at `max_lambda`
    (times the range of the payoffs), when the regret falls below `regret`, after `steps` points, or when stopped.
    McKelvey & Palfrey (1995); Turocy (2005).

    >>> from tianji.matrix import NormalForm
    >>> logit_path(NormalForm("2,2 0,0; 0,0 1,1"), max_lambda=50).profile()[0][0] > 0.999
    True
    """
    if not max_lambda > 0:
        raise ParameterError(f"max_lambda must be positive, got {quote(max_lambda)}")
    Limits(iterations=steps)
    require_one(threads, "the logit path")
    with clocked(Limits(seconds=seconds), stop, progress, "follow", "points") as clock:
        return _follow(game, clock, min(max_lambda, 1e300), steps, regret)


def _follow(
    game: NormalForm, clock: Clock, max_lambda: float = 1e6, steps: int = 5_000, regret: float = 0.0
) -> LogitPath:
    shift = exponent(game.scale)
    near_one = np.ldexp(game.payoffs, -shift)
    spread = float(np.ptp(near_one)) or 1.0
    path = _Homotopy((near_one - near_one.min()) / spread)
    point = np.append(np.concatenate([np.full(m, -np.log(m)) for m in path.sizes]), 0.0)
    start = path.at(point)[1]
    sign = float(np.linalg.slogdet(start[:, :-1])[0])  # with t along +λ
    tangent = _tangent(start, sign)
    lambdas, kept = [0.0], [np.exp(point[:-1])]
    length, ended = 0.05, ""
    try:
        while point[-1] < max_lambda:
            if len(kept) >= steps:
                ended = "steps"
                break
            clock.step()
            guess = point + length * tangent
            fresh = _correct(path, guess, clock)
            ahead = None if fresh is None else _tangent(path.at(fresh)[1], sign)
            if ahead is not None and length < CROSSING and float(ahead @ tangent) < -0.9:
                sign, ahead, length = -sign, -ahead, 1e3 * CROSSING
            # A long way back to the path or a sharp bend: the step may have jumped to another branch.
            if fresh is None or ahead is None or _is_jump(fresh - guess, float(ahead @ tangent), length):
                length *= 0.5
                if length < 1e-9:
                    ended = "branching"
                    break
                continue
            point, tangent, length = fresh, ahead, min(length * 1.5, max(1.0, 0.3 * abs(point[-1])))
            lambdas.append(float(np.ldexp(point[-1] / spread, -shift)))
            kept.append(np.exp(point[:-1]))
            if regret_of(game.payoffs, path.split(kept[-1])) <= regret:
                break
    except OutOfBudget:
        pass
    gap = regret_of(game.payoffs, path.split(kept[-1]))
    sizes = tuple(int(m) for m in path.sizes)
    return LogitPath(np.array(lambdas), np.array(kept), gap, sizes, clock.stopped or ended)


@checked
def logit_equilibrium(
    game: NormalForm,
    *,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    stop: Stop = None,
) -> Equilibrium:
    """The equilibrium at the end of the logit path, polished and verified.

    Once the path has settled on a support, Newton's method finds the equilibrium on that support to full
    precision, and small fractions are tried for an exact one. Where the path of a degenerate game ends at a
    branching point, those of slightly shaken games are followed instead; the result is always an
    equilibrium of the game itself. If no polishing succeeds, or the search is stopped, the best point is returned: its
    regret says how good it is, and its `method` that it is not polished.
    """
    require_one(threads, "the logit path")
    with clocked(Limits(seconds=seconds), stop, progress, "follow", "points") as clock:
        return settle(game, clock)


def settle(game: NormalForm, clock: Clock) -> Equilibrium:
    """`logit_equilibrium` on a clock of the caller's."""
    best: list[Equilibrium] = []
    for attempt in range(1 + SHAKES):
        shaken = game if attempt == 0 else _shaken(game, attempt)
        found = _settle(game, shaken, clock)
        if found.regret <= 1e-9 * game.scale:
            return found
        best.append(found)
        if clock.stopped:
            break
    best += game.pure_equilibria()[:1]
    result = min(best, key=lambda e: float(e.regret))
    if result.regret <= 1e-9 * game.scale:
        return result
    return replace(result, method="logit, not polished", stopped=clock.stopped)


def _shaken(game: NormalForm, seed: int) -> NormalForm:
    noise = np.random.default_rng(seed).normal(size=game.payoffs.shape)
    return type(game)(*(game.payoffs + 1e-3 * float(np.ptp(game.payoffs)) * noise))


def _settle(game: NormalForm, followed: NormalForm, clock: Clock) -> Equilibrium:
    """Follow the path of one game, further each time, until polishing on the other succeeds."""
    tables = unit_range(game.payoffs)
    target = 1e-2 * float(np.ptp(game.payoffs))
    best: Strategies | None = None
    for _ in range(6):
        path = _follow(followed, clock, regret=target)
        last = [np.array(row) for row in path.profile()]
        best = last if best is None or regret_of(tables, last) < regret_of(tables, best) else best
        if clock.stopped:
            break
        strategies = _polished(tables, last)
        if strategies is not None:
            return as_equilibrium(game, strategies, "logit")
        target *= 0.03
    assert best is not None
    return as_equilibrium(game, best, "logit")


def _polished(tables: FloatArray, last: Strategies) -> Strategies | None:
    for threshold in (1e-2, 1e-3, 1e-1, 1e-5):
        support = [np.flatnonzero(row > threshold).tolist() for row in last]
        if not all(support):
            continue
        start = [row[own] / row[own].sum() for row, own in zip(last, support, strict=True)]
        for isolated in (True, False):
            strategies = on_support(tables, support, start, isolated=isolated)
            if strategies is not None:
                return strategies
    return None
