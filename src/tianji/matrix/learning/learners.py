"""The learning rules themselves: each advances by iterations and shows what it plays.

A learner has `advance(done, count)`, `strategies()` (played last), `averages()`, `following()`
(played next) and `regrets()` (empty where the rule keeps none).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import ParameterError
from tianji.matrix.game.payoffs import FloatArray

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


@dataclass(frozen=True)
class RegretRule:
    """Regret matching as four constants.

        R ← clip_sum[ R + clip_gain[ u(a) − u(σ) ] ],    σ ∝ R⁺,    average weight of iteration t: t^power

    `start` is the regret before the first iteration. A clip takes the positive part.
    """

    start: int = 0
    clip_gain: bool = False
    clip_sum: bool = False
    power: float = 0.0


def payoffs_against(game: NormalForm, strategies: list[Any], exact: bool) -> list[Any]:
    """u_i(·, x_−i) for every player."""
    out = []
    for i, table in enumerate(game.fractions if exact else game.payoffs):
        for j in range(len(strategies) - 1, -1, -1):
            if j != i:
                table = np.tensordot(table, strategies[j], axes=(j, 0))
        out.append(table)
    return out


def nash_conv(game: NormalForm, strategies: list[Any], exact: bool) -> Any:
    """Σ_i (best response value − value) of a profile."""
    gains = payoffs_against(game, strategies, exact)
    return sum(g.max() - x @ g for g, x in zip(gains, strategies, strict=True))


def matched(regret: Any) -> Any:
    """The strategy in proportion to the positive regrets; uniform when there are none."""
    positive = np.maximum(regret, 0)
    total = positive.sum()
    if total > 0:
        return positive / total
    return np.full(
        regret.shape, Fraction(1, regret.size) if regret.dtype == object else 1.0 / regret.size, regret.dtype
    )


class Regret:
    """Regret matching written out: any number of players, floats or fractions. The kernel's reference."""

    def __init__(self, game: NormalForm, rule: RegretRule, prior: list[Any] | None, exact: bool) -> None:
        self.game, self.rule, self.exact = game, rule, exact
        kind: Any = object if exact else float
        zero: Any = Fraction(0) if exact else 0.0
        # A prior is given as the regrets that produce it, on top of what the rule starts with.
        self.regret = [np.full(m, zero + rule.start, dtype=kind) for m in game.shape]
        if prior is not None:
            self.regret = [r * 0 + p * max(rule.start, 1) for r, p in zip(self.regret, prior, strict=True)]
        self.current: list[Any] = [matched(r) for r in self.regret]
        self.total = [np.full(m, zero, dtype=kind) for m in game.shape]

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        for t in range(done + 1, done + count + 1):
            self.current = [matched(r) for r in self.regret]
            gains = payoffs_against(self.game, self.current, self.exact)
            weight: Any = t ** int(self.rule.power) if self.exact else float(t) ** self.rule.power
            for i, (x, u) in enumerate(zip(self.current, gains, strict=True)):
                self.total[i] = self.total[i] + weight * x
                gain = u - x @ u
                total = self.regret[i] + (np.maximum(gain, 0) if self.rule.clip_gain else gain)
                self.regret[i] = np.maximum(total, 0) if self.rule.clip_sum else total

    def strategies(self) -> list[Any]:
        """What was played last."""
        return self.current

    def averages(self) -> list[Any]:
        """The weighted mean of all play."""
        return [s / s.sum() for s in self.total]

    def regrets(self) -> list[Any]:
        """Cumulative regrets, if the rule keeps them."""
        return self.regret

    def following(self) -> list[Any]:
        """What would be played next."""
        return [matched(r) for r in self.regret]


class CompiledRegret(Regret):
    """The same for two players in float64, compiled."""

    def __init__(self, game: NormalForm, rule: RegretRule, prior: list[Any] | None, exact: bool) -> None:
        super().__init__(game, rule, prior, exact)
        self.At = np.ascontiguousarray(game.payoffs[0].T)
        self.B = np.ascontiguousarray(game.payoffs[1])
        self.scratch = [np.empty(m) for m in game.shape] + [np.empty(m, dtype=np.int64) for m in game.shape]

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        from tianji.kernels.matrix.dynamics import regret_matching

        rule = self.rule
        # Short bursts, so that Ctrl-C is answered: a compiled loop does not listen.
        cells = max(1, self.At.size)
        burst = max(1, 200_000_000 // cells)
        for first in range(0, count, burst):
            arrays = (self.At, self.B, *self.current, *self.regret, *self.total, *self.scratch)
            steps = (done + first, min(burst, count - first), rule.clip_gain, rule.clip_sum, rule.power)
            regret_matching(*(*arrays, *steps))

    def gap(self, averages: list[Any]) -> float:
        """NashConv with the same kernel: a threaded BLAS is far slower on a busy machine."""
        from tianji.kernels.matrix.dynamics import mix_rows

        x, y = averages
        u, v, ix, iy = self.scratch
        mix_rows(self.At, y, iy, u)
        mix_rows(self.B, x, ix, v)
        return float(u.max() - (u * x).sum() + v.max() - (v * y).sum())


class Fictitious:
    """Best responses to the empirical mixture; ties go to the first action. Brown (1951), simultaneous."""

    def __init__(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> None:
        self.game, self.exact = game, exact
        zero: Any = Fraction(0) if exact else 0.0
        kind: Any = object if exact else float
        self.count = [np.full(m, zero, dtype=kind) for m in game.shape]
        uniform = [np.full(m, Fraction(1, m) if exact else 1.0 / m, dtype=kind) for m in game.shape]
        self.prior = uniform if prior is None else prior
        self.current: list[Any] = self.prior
        self.scores = [u * 0 + u for u in payoffs_against(game, self.prior, exact)]

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        if len(self.game.shape) == 2 and not self.exact and count > 1:
            from tianji.kernels.matrix.dynamics import fictitious_play

            At, B = np.ascontiguousarray(self.game.payoffs[0].T), np.ascontiguousarray(self.game.payoffs[1])
            self.scores = [np.ascontiguousarray(s) for s in self.scores]
            fictitious_play(*(At, B, *self.count, *self.scores, count - 1))
            done, count = done + count - 1, 1  # the last round is written out: it is the one recorded
        for t in range(done + 1, done + count + 1):
            self.current = self._responses()
            for i, x in enumerate(self.current):
                self.count[i] = self.count[i] + x
            if len(self.game.shape) == 2:  # payoffs are linear in the opponent's play: add them up
                for i, u in enumerate(payoffs_against(self.game, self.current, self.exact)):
                    self.scores[i] = self.scores[i] + u
            else:  # the empirical mixtures are independent: payoffs against their product
                beliefs = [(c + p) / (t + 1) for c, p in zip(self.count, self.prior, strict=True)]
                self.scores = payoffs_against(self.game, beliefs, self.exact)

    def _responses(self) -> list[Any]:
        out = []
        for s in self.scores:
            best = int(np.flatnonzero(s == s.max())[0])
            row = s * 0
            row[best] = row[best] + 1
            out.append(row)
        return out

    def strategies(self) -> list[Any]:
        """What was played last."""
        return self.current

    def averages(self) -> list[Any]:
        """The weighted mean of all play."""
        return [c / c.sum() for c in self.count]

    def regrets(self) -> list[Any]:
        """Cumulative regrets, if the rule keeps them."""
        return []

    def following(self) -> list[Any]:
        """What would be played next."""
        return self._responses()


class Hedge:
    """x ∝ exp(η_t · cumulative payoff): multiplicative weights. Freund & Schapire (1999)."""

    def __init__(self, game: NormalForm, prior: list[Any] | None, rate: float | None) -> None:
        if rate is not None and not rate > 0:
            raise ParameterError(f"rate must be positive, got {rate!r}")
        self.game, self.rate = game, rate
        self.spread = [max(float(np.ptp(t)), 1e-300) for t in game.payoffs]
        base = [np.full(m, 1.0 / m) for m in game.shape] if prior is None else prior
        self.base: list[FloatArray] = [np.log(np.maximum(p, 1e-300)) for p in base]
        self.cum = [np.zeros(m) for m in game.shape]
        self.total = [np.zeros(m) for m in game.shape]
        self.t = 1
        self.current: list[Any] = self.following()

    def following(self) -> list[Any]:
        """What would be played next."""
        out = []
        for base, cum, spread in zip(self.base, self.cum, self.spread, strict=True):
            eta = (
                self.rate
                if self.rate is not None
                else np.sqrt(8 * np.log(max(cum.size, 2)) / self.t) / spread
            )
            score = base + eta * cum
            x = np.exp(score - score.max())
            out.append(x / x.sum())
        return out

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        for t in range(done + 1, done + count + 1):
            self.t = t
            self.current = self.following()
            for i, u in enumerate(payoffs_against(self.game, self.current, False)):
                self.cum[i] += u
                self.total[i] += self.current[i]
        self.t = done + count + 1

    def strategies(self) -> list[Any]:
        """What was played last."""
        return self.current

    def averages(self) -> list[Any]:
        """The weighted mean of all play."""
        return [s / s.sum() for s in self.total]

    def regrets(self) -> list[Any]:
        """Cumulative regrets, if the rule keeps them."""
        return []


class Replicator:
    """ẋ_i(a) = x_i(a) [u_i(a, x_−i) − u_i(x)], one population a player. Taylor & Jonker (1978)."""

    def __init__(self, game: NormalForm, prior: list[Any] | None, step: float) -> None:
        if not step > 0:
            raise ParameterError(f"step must be positive, got {step!r}")
        self.game, self.step = game, step
        # Uniform play is a rest point of many games: tilt the default start a little, the same way for all.
        tilt = [1.0 + 0.1 * np.arange(m) / max(m - 1, 1) for m in game.shape]
        self.current: list[Any] = [t / t.sum() for t in tilt] if prior is None else prior
        self.total = [np.zeros(m) for m in game.shape]

    def _flow(self, x: list[Any]) -> list[Any]:
        return [p * (u - p @ u) for p, u in zip(x, payoffs_against(self.game, x, False), strict=True)]

    def advance(self, done: int, count: int) -> None:
        """Play `count` iterations after the first `done`."""
        h = self.step
        for _ in range(count):
            x = self.current
            k1 = self._flow(x)
            k2 = self._flow([p + h / 2 * d for p, d in zip(x, k1, strict=True)])
            k3 = self._flow([p + h / 2 * d for p, d in zip(x, k2, strict=True)])
            k4 = self._flow([p + h * d for p, d in zip(x, k3, strict=True)])
            moved = [
                p + h / 6 * (a + 2 * b + 2 * c + d) for p, a, b, c, d in zip(x, k1, k2, k3, k4, strict=True)
            ]
            clean = [np.clip(p, 0.0, None) for p in moved]
            self.current = [p / p.sum() for p in clean]
            for i, p in enumerate(self.current):
                self.total[i] += p

    def strategies(self) -> list[Any]:
        """What was played last."""
        return self.current

    def averages(self) -> list[Any]:
        """The weighted mean of all play."""
        return [s / s.sum() for s in self.total]

    def regrets(self) -> list[Any]:
        """Cumulative regrets, if the rule keeps them."""
        return []

    def following(self) -> list[Any]:
        """What would be played next."""
        twin = Replicator(self.game, [np.array(p) for p in self.current], self.step)
        twin.advance(0, 1)
        return twin.current
