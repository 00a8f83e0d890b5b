"""The learning rules themselves: each advances by iterations and shows what it plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.matrix.game.equilibrium import deviation_values
from tianji.matrix.game.payoffs import FloatArray

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm
    from tianji.matrix.learning.rules import RegretRule

TOLERANCES = {"rtol": 1e-11, "atol": 1e-13}  # of the replicator's path, an iteration


class Learner(ABC):
    """One rule followed by every player; floats, or fractions when `exact`.

    current[i]: `[m_i]`, played last. total[i]: `[m_i]`, the weighted sum of all play. regret[i]: `[m_i]`, cumulative;
    an empty list where the rule keeps none. prior: the first strategies, or None. `STATE` names all that a run
    has to remember.
    """

    STATE: tuple[str, ...] = ("total", "current")

    def __init__(self, game: NormalForm, prior: list[Any] | None = None, exact: bool = False) -> None:
        self.game, self.exact = game, exact
        kind: Any = object if exact else float
        self.zero: list[Any] = [np.full(m, Fraction(0) if exact else 0.0, dtype=kind) for m in game.shape]
        self.total: list[Any] = [z.copy() for z in self.zero]
        self.regret: list[Any] = []
        self.current: list[Any] = [uniform(z) for z in self.zero] if prior is None else prior

    @abstractmethod
    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""

    @abstractmethod
    def following(self) -> list[Any]:
        """What would be played next."""

    def payoffs(self, strategies: list[Any]) -> list[Any]:
        """u_i(·, x_−i) for every player."""
        return deviation_values(self.game.fractions if self.exact else self.game.payoffs, strategies)

    def state(self) -> dict[str, list[Any]]:
        """All that a run has to remember, as arrays."""
        return {name: getattr(self, name) for name in self.STATE}

    def restore(self, done: int, state: dict[str, list[Any]]) -> None:
        """Continue after `done` iterations from what `state` gave."""
        for name, arrays in state.items():
            setattr(self, name, arrays)

    def averages(self) -> list[Any]:
        """The weighted mean of all play; before the first iteration, the first strategies."""
        return [s / s.sum() if s.sum() else x for s, x in zip(self.total, self.current, strict=True)]

    def judge(self, profile: list[Any]) -> tuple[list[Any], Any]:
        """Every player's value, and NashConv: Σ_i (best response value − value)."""
        gains = self.payoffs(profile)
        values = [x @ g for x, g in zip(profile, gains, strict=True)]
        return values, sum(g.max() for g in gains) - sum(values)


def uniform(like: Any) -> Any:
    """All actions alike, in the kind of number that `like` holds."""
    return like * 0 + (Fraction(1, like.size) if like.dtype == object else 1.0 / like.size)


def matched(regret: Any) -> Any:
    """The strategy in proportion to the positive regrets; uniform when there are none."""
    positive = np.maximum(regret, 0)
    total = positive.sum()
    return positive / total if total > 0 else uniform(regret)


class Regret(Learner):
    """Regret matching written out: any number of players, floats or fractions. The kernel's reference."""

    STATE = ("total", "current", "regret")

    def __init__(self, game: NormalForm, rule: RegretRule, prior: list[Any] | None, exact: bool) -> None:
        super().__init__(game, prior, exact)
        self.rule = rule
        # A prior is given as the regrets that produce it, in place of what the rule starts with.
        self.regret = [z + rule.start if prior is None else z + p * max(rule.start, 1)
                       for z, p in zip(self.zero, self.current, strict=True)]  # fmt: skip
        self.current = self.following()

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        for t in range(done + 1, done + count + 1):
            self.current = self.following()
            gains = self.payoffs(self.current)
            weight: Any = t ** int(self.rule.power) if self.exact else float(t) ** self.rule.power
            for i, (x, u) in enumerate(zip(self.current, gains, strict=True)):
                self.total[i] = self.total[i] + weight * x
                gain = u - x @ u
                total = self.regret[i] + (np.maximum(gain, 0) if self.rule.clip_gain else gain)
                self.regret[i] = np.maximum(total, 0) if self.rule.clip_sum else total

    def following(self) -> list[Any]:
        """What would be played next."""
        return [matched(r) for r in self.regret]


class CompiledRegret(Regret):
    """The same for two players in float64, compiled."""

    def __init__(self, game: NormalForm, rule: RegretRule, prior: list[Any] | None, exact: bool) -> None:
        self.At = np.ascontiguousarray(game.payoffs[0].T)
        self.B = np.ascontiguousarray(game.payoffs[1])
        self.scratch = [np.empty(m) for m in game.shape] + [np.empty(m, dtype=np.int64) for m in game.shape]
        super().__init__(game, rule, prior, exact)

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        from tianji.kernels.matrix.dynamics import regret_matching

        rule = self.rule
        arrays = (self.At, self.B, *self.current, *self.regret, *self.total, *self.scratch)
        regret_matching(*(*arrays, done, count, rule.clip_gain, rule.clip_sum, rule.power))

    def payoffs(self, strategies: list[Any]) -> list[Any]:
        """With the same kernel: a threaded BLAS is far slower on a busy machine."""
        from tianji.kernels.matrix.dynamics import mix_rows

        x, y = strategies
        u, v, ix, iy = self.scratch
        mix_rows(self.At, y, iy, u)
        mix_rows(self.B, x, ix, v)
        return [u, v]


class Fictitious(Learner):
    """Best responses to the empirical mixture; ties go to the first action. Brown (1951), simultaneous."""

    STATE = ("total", "current", "scores")

    def __init__(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> None:
        super().__init__(game, prior, exact)
        self.prior = self.current
        self.scores = [np.ascontiguousarray(u + 0) for u in self.payoffs(self.prior)]
        self.tables = [np.ascontiguousarray(t) for t in (game.payoffs[0].T, game.payoffs[-1])]

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        if len(self.game.shape) == 2 and not self.exact and count > 1:
            from tianji.kernels.matrix.dynamics import fictitious_play

            fictitious_play(*(*self.tables, *self.total, *self.scores, count - 1))
            done, count = done + count - 1, 1  # the last round is written out: it is the one recorded
        for t in range(done + 1, done + count + 1):
            self.current = self.following()
            self.total = [s + x for s, x in zip(self.total, self.current, strict=True)]
            if len(self.game.shape) == 2:  # payoffs are linear in the opponent's play: add them up
                self.scores = [s + u for s, u in zip(self.scores, self.payoffs(self.current), strict=True)]
            else:  # the empirical mixtures are independent: payoffs against their product
                beliefs = [(c + p) / (t + 1) for c, p in zip(self.total, self.prior, strict=True)]
                self.scores = self.payoffs(beliefs)

    def following(self) -> list[Any]:
        """What would be played next."""
        out = [z.copy() for z in self.zero]
        for row, s in zip(out, self.scores, strict=True):
            row[int(np.flatnonzero(s == s.max())[0])] += 1
        return out


class Hedge(Learner):
    """x ∝ exp(η_t · cumulative payoff): multiplicative weights. Freund & Schapire (1999)."""

    STATE = ("total", "current", "cum")

    def __init__(self, game: NormalForm, prior: list[Any] | None, rate: float | None) -> None:
        super().__init__(game, prior)
        self.rate = rate
        self.spread = [float(np.ptp(t)) or 1.0 for t in game.payoffs]
        self.base: list[FloatArray] = [np.log(np.maximum(p, 1e-300)) for p in self.current]
        self.cum = [z.copy() for z in self.zero]
        self.t = 1  # the iteration to be played next
        self.current = self.following()

    def following(self) -> list[Any]:
        """What would be played next."""
        out = []
        for base, cum, spread in zip(self.base, self.cum, self.spread, strict=True):
            eta = self.rate or np.sqrt(8 * np.log(max(cum.size, 2)) / self.t) / spread
            score = base + eta * cum
            x = np.exp(score - score.max())
            out.append(x / x.sum())
        return out

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        for t in range(done + 1, done + count + 1):
            self.t = t
            self.current = self.following()
            for i, u in enumerate(self.payoffs(self.current)):
                self.cum[i] += u
                self.total[i] += self.current[i]
        self.t = done + count + 1

    def restore(self, done: int, state: dict[str, list[Any]]) -> None:
        """Continue after `done` iterations from what `state` gave."""
        super().restore(done, state)
        self.t = done + 1


class Replicator(Learner):
    """ẋ_i(a) = x_i(a) [u_i(a, x_−i) − u_i(x)], one population a player. Taylor & Jonker (1978).

    Followed in the exponents, x ∝ x₀ exp(c) with ċ = u − u(x), which keeps x a distribution. An iteration is `step`
    units of time; an eighth-order Runge–Kutta method with steps of its own follows the flow, so that neither the
    iterations nor their recording change the path.
    """

    STATE = ("total", "current", "begin")

    def __init__(self, game: NormalForm, prior: list[Any] | None, step: float) -> None:
        # Uniform play is a rest point of many games: tilt the default start a little, the same way for all.
        tilt = [1.0 + 0.1 * np.arange(m) / max(m - 1, 1) for m in game.shape]
        super().__init__(game, [t / t.sum() for t in tilt] if prior is None else prior)
        self.prior = self.current
        self.step, self.done = step, 0
        self.cuts = np.cumsum(game.shape)[:-1]
        # The solver's last step began at this time and point, with this length; it can be taken again from there.
        self.begin = [np.zeros(1), np.zeros(sum(game.shape)), np.zeros(1)]
        self._follow()

    def _follow(self) -> None:
        from scipy.integrate import DOP853

        time, point, length = self.begin
        first = {"first_step": float(length[0])} if length[0] else {}
        self.solver = DOP853(self._flow, float(time[0]), point, np.inf, **TOLERANCES, **first)
        self.path: Any = None  # the solver's last step as a function of time

    def _shares(self, exponents: FloatArray) -> list[FloatArray]:
        weights = [
            p * np.exp(c - c[p > 0].max())
            for p, c in zip(self.prior, np.split(exponents, self.cuts), strict=True)
        ]
        return [w / w.sum() for w in weights]

    def _flow(self, _: float, exponents: FloatArray) -> FloatArray:
        x = self._shares(exponents)
        return np.concatenate([u - p @ u for p, u in zip(x, self.payoffs(x), strict=True)])

    def _at(self, time: float) -> list[Any]:
        while self.path is None or self.solver.t < time:
            begin = [np.array([self.solver.t]), self.solver.y.copy()]
            self.solver.step()
            self.begin = [*begin, np.array([self.solver.step_size])]
            self.path = self.solver.dense_output()
        return self._shares(self.path(time))

    def restore(self, done: int, state: dict[str, list[Any]]) -> None:
        """Continue after `done` iterations from what `state` gave."""
        super().restore(done, state)
        self.done = done
        self._follow()

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        for t in range(done + 1, done + count + 1):
            self.current = self._at(t * self.step)
            self.total = [s + p for s, p in zip(self.total, self.current, strict=True)]
        self.done = done + count

    def following(self) -> list[Any]:
        """What would be played next."""
        return self._at((self.done + 1) * self.step)
