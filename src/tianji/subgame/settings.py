"""Settings: how subgames are solved, checked before any work starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tianji.cfr.schedule import SCHEDULES
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, suggest
from tianji.subgame.distributional import RULES
from tianji.subgame.estimates import PAYOFFS
from tianji.subgame.gifts import as_gifts

TECHNIQUES = ("unsafe", "resolve", "maxmargin", "reach-resolve", "reach-maxmargin")
BOUNDS = ("terminal", "full", "estimate")


@dataclass(frozen=True, eq=False)
class Settings:
    """How subgames are solved: the arguments of `solve`, checked."""

    technique: str
    payoffs: str
    gifts: str | float
    gift_bound: str
    solver: str
    refine: str | None
    keep_blueprint_safety: bool
    spread: float | Mapping[Any, float] | None
    iterations: int | None
    until: float | None

    @property
    def is_maxmargin(self) -> bool:
        """Whether the gadget compares margins."""
        return self.technique.endswith("maxmargin")

    @property
    def is_safe(self) -> bool:
        """Whether the theory promises no more exploitability than the blueprint's, up to the gap."""
        if self.technique == "unsafe" or self.gifts == "not-split":
            return False
        if isinstance(self.gifts, float) and self.gifts > 1.0:
            return False
        if self.gifts != "none" and self.gift_bound == "estimate":
            return False
        return self.keep_blueprint_safety or self.payoffs == "exact"


def check_settings(
    technique: str,
    *,
    payoffs: str = "exact",
    has_estimate: bool = False,
    gifts: str | float | None = None,
    gift_bound: str = "terminal",
    solver: str = "auto",
    refine: str | None = None,
    keep_blueprint_safety: bool = False,
    spread: float | Mapping[Any, float] | None = None,
    iterations: int | None = None,
    until: float | None = None,
) -> Settings:
    """Check the options against one another before any work starts."""
    name = str(technique).strip().lower().replace("_", "-").replace(" ", "-")
    if name not in TECHNIQUES:
        raise UnknownNameError(f"no technique {technique!r}; {suggest(name, list(TECHNIQUES))}")
    if payoffs not in PAYOFFS:
        raise UnknownNameError(f"no payoffs {payoffs!r}; {suggest(str(payoffs), list(PAYOFFS))}")
    if gift_bound not in BOUNDS:
        raise UnknownNameError(f"no gift_bound {gift_bound!r}; {suggest(str(gift_bound), list(BOUNDS))}")
    random = payoffs == "distributional"
    known = ["auto", "lp", *(RULES if random else SCHEDULES)]
    if solver not in known:
        raise UnknownNameError(f"no solver {solver!r} for {payoffs} payoffs; {suggest(str(solver), known)}")
    settings = Settings(
        name, payoffs, as_gifts(gifts, name.startswith("reach-"), name), gift_bound, solver, refine,
        keep_blueprint_safety, spread, iterations, until,
    )  # fmt: skip
    if has_estimate and payoffs == "exact" and gift_bound != "estimate":
        raise ParameterError(
            "estimate= means nothing to exact payoffs; say payoffs='estimate' or 'distributional'"
        )
    if spread is not None and not random:
        raise ParameterError(f"spread={spread!r:.60} belongs to random payoffs; say payoffs='distributional'")
    plain = payoffs == "exact" and refine is None and not keep_blueprint_safety
    if name == "unsafe" and not plain:
        raise NotApplicableError(
            f"technique 'unsafe' has no alternative payoffs: payoffs={payoffs!r}, refine={refine!r} and "
            f"keep_blueprint_safety={keep_blueprint_safety!r} mean nothing to it; use 'resolve' or 'maxmargin'"
        )
    if random and (settings.is_maxmargin or refine is not None or keep_blueprint_safety):
        raise NotApplicableError(
            f"random payoffs belong to the resolve gadget, without refine or keep_blueprint_safety, not to {name!r} "
            f"with refine={refine!r}; use technique='resolve' or 'reach-resolve'"
        )
    if (refine is not None or keep_blueprint_safety) and solver not in ("auto", "lp"):
        raise ParameterError(
            f"refine= and keep_blueprint_safety= are linear programs; use solver='lp', not {solver!r}"
        )
    return settings
