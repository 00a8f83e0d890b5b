"""Learning rules as values: each has its own options and no others; the named ones are rows of a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from tianji.errors import ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.matrix.learning.learners import CompiledRegret, Fictitious, Hedge, Learner, Regret, Replicator

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm


@dataclass(frozen=True)
class LearningRule(ABC):
    """What every player does from iteration to iteration: one checked value a rule, whose fields are its options.

    slope: ε falls about as t^−slope, for estimates of the time left. is_rational: whether it can run in fractions.
    """

    slope, is_rational = 0.5, False

    def __post_init__(self) -> None:
        for field in fields(self):
            value, zero = getattr(self, field.name), field.name in ("start", "power")
            if isinstance(field.default, bool) or (value is None and field.default is None):
                continue
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and value <= 1e300
            if not is_number or value < 0 or (value == 0 and not zero):
                least = "a number of at least 0" if zero else "positive"
                raise ParameterError(f"{field.name} must be {least}, got {quote(value)}")

    @abstractmethod
    def learner(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> Learner:
        """The rule at work; prior: the first strategies, or None."""


@dataclass(frozen=True)
class RegretRule(LearningRule):
    """Regret matching as four constants.

        R ← clip_sum[ R + clip_gain[ u(a) − u(σ) ] ],    σ ∝ R⁺,    average weight of iteration t: t^power

    `start` is the regret before the first iteration. A clip takes the positive part.
    """

    start: int = 0
    clip_gain: bool = False
    clip_sum: bool = False
    power: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "slope", 1.0 if self.clip_sum else 0.5)
        object.__setattr__(self, "is_rational", self.power % 1 == 0 and isinstance(self.start, int))

    def learner(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> Learner:
        """Compiled for two players in floats."""
        return (CompiledRegret if len(game.shape) == 2 and not exact else Regret)(game, self, prior, exact)


@dataclass(frozen=True)
class FictitiousRule(LearningRule):
    """Best responses to the empirical mixture. Brown (1951)."""

    is_rational = True

    def learner(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> Learner:
        """Compiled for two players in floats."""
        return Fictitious(game, prior, exact)


@dataclass(frozen=True)
class HedgeRule(LearningRule):
    """Multiplicative weights; `rate` is η, or √(8 ln m / t) / range when None. Freund & Schapire (1999)."""

    rate: float | None = None

    def learner(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> Learner:
        """In floats."""
        return Hedge(game, prior, self.rate)


@dataclass(frozen=True)
class ReplicatorRule(LearningRule):
    """Replicator dynamics, `step` units of time an iteration. Taylor & Jonker (1978)."""

    slope = 1.0
    step: float = 0.05

    def learner(self, game: NormalForm, prior: list[Any] | None, exact: bool) -> Learner:
        """In floats."""
        return Replicator(game, prior, self.step)


RULES: dict[str, LearningRule] = {
    "regret-matching": RegretRule(),  # Hart & Mas-Colell (2000), with expected payoffs
    "lecture": RegretRule(start=1, clip_gain=True),  # regrets start at one and never fall
    "regret-matching+": RegretRule(clip_sum=True, power=1.0),  # Tammelin (2014), linear averaging
    "fictitious-play": FictitiousRule(),
    "multiplicative-weights": HedgeRule(),
    "replicator": ReplicatorRule(),
}
ALIASES = {
    "rm": "regret-matching",
    "rm+": "regret-matching+",
    "regret-matching-lecture": "lecture",
    "fp": "fictitious-play",
    "hedge": "multiplicative-weights",
    "mwu": "multiplicative-weights",
}


def as_rule(given: LearningRule | str, options: Mapping[str, Any]) -> tuple[str, LearningRule]:
    """The name and the value of a rule, with the options that are not None; one it does not take is refused.

    >>> as_rule("hedge", {"rate": 0.1, "step": None})
    ('multiplicative-weights', HedgeRule(rate=0.1))
    """
    if isinstance(given, LearningRule):
        name, rule = next((name for name, known in RULES.items() if known == given), repr(given)), given
    else:
        name = text_of(given).lower().replace("_", "-")
        name = ALIASES.get(name, name)
        if name not in RULES:
            raise UnknownNameError(f"no learning rule {quote(given)}; {suggest(name, list(RULES))}")
        rule = RULES[name]
    chosen = {option: value for option, value in options.items() if value is not None}
    for option, value in chosen.items():
        if option not in {field.name for field in fields(rule)}:
            raise ParameterError(f"the rule {name!r} takes no {option}=, got {quote(value)}; leave it out")
    return name, replace(rule, **chosen)
