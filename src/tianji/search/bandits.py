"""Bandits: which arm to pull next, and what learning it cost.

Pseudo-regret after T pulls, with μ* the best mean and μ_a the mean of an arm:

    ρ_T = T·μ* − Σ_t μ_{a_t}
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.errors import ParameterError, UnknownNameError, quote, suggest

FloatArray = npt.NDArray[np.float64]


class Bandit(ABC):
    """Keeps counts and means of the arms; a policy chooses by `choose`."""

    def __init__(self, arms: int, rng: np.random.Generator) -> None:
        self.arms, self.rng = arms, rng
        self.pulls = np.zeros(arms, dtype=np.int64)
        self.means = np.zeros(arms)
        self.time = 0

    @abstractmethod
    def choose(self) -> int:
        """The next arm."""

    def learn(self, arm: int, reward: float) -> None:
        """Take note of a reward."""
        self.time += 1
        self.pulls[arm] += 1
        self.means[arm] += (reward - self.means[arm]) / self.pulls[arm]


class Greedy(Bandit):
    """The best mean so far; every arm once first. Its regret can grow linearly."""

    def choose(self) -> int:
        """Unpulled arms, then the best mean."""
        fresh = np.flatnonzero(self.pulls == 0)
        return int(fresh[0]) if fresh.size else int(np.argmax(self.means))


class EpsilonGreedy(Greedy):
    """A random arm with probability ε, else the best mean."""

    def __init__(self, arms: int, rng: np.random.Generator, epsilon: float = 0.1) -> None:
        super().__init__(arms, rng)
        if not 0 <= epsilon <= 1:
            raise ParameterError(f"bandit: epsilon={quote(epsilon)}; expected a number from 0 to 1")
        self.epsilon = epsilon

    def choose(self) -> int:
        """Explore or exploit."""
        return int(self.rng.integers(self.arms)) if self.rng.random() < self.epsilon else super().choose()


class Ucb1(Bandit):
    """Mean plus C·√(ln t / n): regret grows like log T for rewards in [0, 1]. Auer et al. (2002)."""

    def __init__(self, arms: int, rng: np.random.Generator, c: float = sqrt(2)) -> None:
        super().__init__(arms, rng)
        self.c = c

    def bounds(self) -> FloatArray:
        """The upper confidence bound of every arm; infinite before its first pull."""
        out = np.full(self.arms, inf)
        tried = self.pulls > 0
        out[tried] = self.means[tried] + self.c * np.sqrt(log(max(self.time, 1)) / self.pulls[tried])
        return out

    def choose(self) -> int:
        """The greatest bound."""
        return int(np.argmax(self.bounds()))


class Thompson(Bandit):
    """Draw a mean for every arm from its Beta posterior, pull the best draw. Thompson (1933). Rewards in [0, 1]."""

    def __init__(self, arms: int, rng: np.random.Generator) -> None:
        super().__init__(arms, rng)
        self.good, self.bad = np.ones(arms), np.ones(arms)

    def choose(self) -> int:
        """The best draw."""
        return int(np.argmax(self.rng.beta(self.good, self.bad)))

    def learn(self, arm: int, reward: float) -> None:
        """A reward between 0 and 1 counts as a success with that probability."""
        super().learn(arm, reward)
        success = self.rng.random() < reward
        self.good[arm] += success
        self.bad[arm] += not success


class Exp3(Bandit):
    """Exponential weights with exploration γ: regret O(√(T·K·ln K)) against any rewards. Auer et al. (2002b).

    p_a = (1 − γ)·w_a / Σw + γ/K,     w_a ← w_a·exp(γ·r / (p_a·K))
    """

    def __init__(self, arms: int, rng: np.random.Generator, gamma: float = 0.1) -> None:
        super().__init__(arms, rng)
        if not 0 < gamma <= 1:
            raise ParameterError(f"bandit: gamma={quote(gamma)}; expected a number above 0, up to 1")
        self.gamma = gamma
        self.logs = np.zeros(arms)

    def probabilities(self) -> FloatArray:
        """How likely each arm is."""
        weights = np.exp(self.logs - self.logs.max())
        out: FloatArray = (1 - self.gamma) * weights / weights.sum() + self.gamma / self.arms
        return out

    def choose(self) -> int:
        """A random arm."""
        return int(self.rng.choice(self.arms, p=self.probabilities()))

    def learn(self, arm: int, reward: float) -> None:
        """Importance-weighted update."""
        super().learn(arm, reward)
        self.logs[arm] += self.gamma * reward / (self.probabilities()[arm] * self.arms)


POLICIES: dict[str, Callable[..., Bandit]] = {
    "greedy": Greedy,
    "epsilon_greedy": EpsilonGreedy,
    "ucb1": Ucb1,
    "thompson": Thompson,
    "exp3": Exp3,
}


@dataclass(frozen=True)
class BanditRun:
    """pulls: `[K]`. regret: `[T]`, the pseudo-regret curve. reward: the sum collected."""

    pulls: npt.NDArray[np.int64]
    regret: FloatArray
    reward: float


def play_bandit(
    means: Sequence[float], policy: str = "ucb1", *, pulls: int = 1000, seed: int | None = 0, **options: Any
) -> BanditRun:
    """Pull Bernoulli arms with the given means; the regret curve says what the policy lost by learning.

    >>> run = play_bandit([0.2, 0.8], "ucb1", pulls=500)
    >>> int(run.pulls.sum()), bool(run.pulls[1] > run.pulls[0]), bool(run.regret[-1] < 60)
    (500, True, True)
    """
    mu = np.asarray(means, dtype=float)
    if mu.ndim != 1 or mu.size < 1 or not ((mu >= 0) & (mu <= 1)).all():
        raise ParameterError(f"bandit: means={quote(means)}; expected at least one number from 0 to 1")
    if not isinstance(pulls, int) or pulls < 1:
        raise ParameterError(f"bandit: pulls={quote(pulls)}; expected a whole number of at least 1")
    if policy not in POLICIES:
        raise UnknownNameError(f"bandit: no policy {quote(policy)}; {suggest(policy, list(POLICIES))}")
    rng = np.random.default_rng(seed)
    try:
        bandit = POLICIES[policy](mu.size, rng, **options)
    except TypeError:
        raise ParameterError(f"bandit: policy {policy!r} does not take {quote(sorted(options))}") from None
    lost, reward = np.zeros(pulls), 0.0
    for t in range(pulls):
        arm = bandit.choose()
        got = float(rng.random() < mu[arm])
        bandit.learn(arm, got)
        reward += got
        lost[t] = mu.max() - mu[arm]
    return BanditRun(bandit.pulls, np.cumsum(lost), reward)


def regret_bound_ucb1(means: Sequence[float], pulls: int) -> float:
    """Auer et al.'s Theorem 1: 8·Σ ln T / Δ_a + (1 + π²/3)·Σ Δ_a."""
    best = max(means)
    gaps = [best - m for m in means if m < best]
    return 8 * sum(log(pulls) / g for g in gaps) + (1 + np.pi**2 / 3) * sum(gaps)
