"""Technique: how a subgame is solved again. A technique is a value; the named ones are rows of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tianji.cfr.schedule import SCHEDULES
from tianji.core.arguments import checked_init
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.run.limits import Limits

GADGETS = ("unsafe", "resolve", "maxmargin", "combined")
PAYOFFS = ("exact", "estimate", "distributional")
GIFTS = ("none", "split", "not-split")
BOUNDS = ("terminal", "full", "estimate")
REFINEMENTS = ("leximin", "tremble")
RULES = ("cfr-br", "hedge")  # the iterative solvers of random payoffs


@checked_init
@dataclass(frozen=True)
class Technique:
    """One way to solve a subgame again: the gadget put around it, its payoffs, and how that is solved.

    - gadget: "unsafe" (chance deals as the blueprint would), "resolve" (the opponent may decline, section 4.2),
      "maxmargin" (the smallest margin is made as large as it can be, appendix A), or "combined", hold'em's own: the
      opponent's range, and a share of what would enter besides (`holdem.Gate`).
    - payoffs: the opponent's alternative is the "exact" CBV of the blueprint, an "estimate" (section 6), or
      "distributional": a random number around the estimate that only he sees (appendix C).
    - gifts: what he gave up on the way is added to it (section 5): "none", "split", "not-split", or a factor. With
      gifts a technique is called "reach-…". gift_bound: which gifts count: actions that end the game ("terminal"),
      all ("full"), or all by the estimate's values ("estimate").
    - refine: which of the gadget's equilibria: None, "leximin" or "tremble" (`program.solve_by_program`). A number ε
      is a tremble of that size: the opponent chooses with probability 1 − ε, else he enters with whatever he was dealt.
    - solver: "lp", a CFR method, "auto"; for random payoffs "lp", "cfr-br" or "hedge".
    - keep_blueprint_safety: estimates, but never above the blueprint's CBV (footnote 6).

    Brown & Sandholm (2017). The table `TECHNIQUES` holds the named ones; `replace` makes others.

    >>> TECHNIQUES["reach-maxmargin"]
    Technique(gadget='maxmargin', gifts='split')
    >>> TECHNIQUES["reach-maxmargin"] == Technique("maxmargin", gifts="split")
    True
    >>> print(Technique("resolve", payoffs="distributional", gifts="not-split"))
    reach-resolve (distributional, gifts not-split)
    """

    gadget: str = "maxmargin"
    payoffs: str = "exact"
    gifts: str | float = "none"
    gift_bound: str = "terminal"
    refine: str | float | None = None
    solver: str = "auto"
    keep_blueprint_safety: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "gifts", _as_gifts(self.gifts))
        known = {"gadget": GADGETS, "payoffs": PAYOFFS, "gift_bound": BOUNDS}
        for field, names in known.items():
            if (value := getattr(self, field)) not in names:
                raise UnknownNameError(f"no {field} {quote(value)}; {suggest(value, list(names))}")
        solvers = ["auto", "lp", *(RULES if self.is_random else SCHEDULES)]
        if self.solver not in solvers:
            raise UnknownNameError(
                f"no solver {quote(self.solver)} for {self.payoffs} payoffs; {suggest(self.solver, solvers)}"
            )
        is_size = isinstance(self.refine, float) and 0 < self.refine < 1
        if self.refine not in (None, *REFINEMENTS) and not is_size:
            raise ParameterError(
                f"refine={quote(self.refine)}; expected None, 'leximin' or 'tremble', or how often the opponent "
                "trembles, a number between 0 and 1"
            )
        self._check_together()

    def _check_together(self) -> None:
        """What is right by itself and means nothing together."""
        if self.gadget == "unsafe" and self.gifts != "none":
            raise ParameterError(
                f"technique 'unsafe' counts no gifts, and gifts={quote(self.gifts)}; "
                "say 'reach-resolve' or 'reach-maxmargin' with them"
            )
        if self.gadget == "unsafe" and (self.payoffs != "exact" or self.is_program):
            raise NotApplicableError(
                f"technique 'unsafe' has no alternative payoffs: payoffs={self.payoffs!r}, "
                f"refine={self.refine!r} and keep_blueprint_safety={quote(self.keep_blueprint_safety)} mean nothing "
                "to it; use 'resolve' or 'maxmargin'"
            )
        if self.gifts == "none" and self.gift_bound != "terminal":
            raise ParameterError(
                f"gift_bound={quote(self.gift_bound)} belongs to gifts, and technique {self.name!r} counts none; "
                "say 'reach-resolve' or 'reach-maxmargin'"
            )
        if self.is_random and (self.gadget != "resolve" or self.is_program):
            raise NotApplicableError(
                f"random payoffs belong to the resolve gadget, without refine or keep_blueprint_safety, not to "
                f"{self.name!r} with refine={quote(self.refine)}; use technique='resolve' or 'reach-resolve'"
            )
        if self.gadget == "combined" and (self.is_program or self.solver == "lp"):
            raise NotApplicableError(
                f"technique 'combined' is no game that a linear program could solve: solver={self.solver!r}, "
                f"refine={quote(self.refine)}; use 'resolve' or 'maxmargin'"
            )
        if self.is_program and self.solver not in ("auto", "lp"):
            raise ParameterError(
                f"refine= and keep_blueprint_safety= are linear programs; use solver='lp', not {self.solver!r}"
            )

    @property
    def name(self) -> str:
        """The name of the gadget, with "reach-" where gifts count."""
        return self.gadget if self.gifts == "none" else f"reach-{self.gadget}"

    @property
    def is_maxmargin(self) -> bool:
        """Whether the gadget compares margins."""
        return self.gadget == "maxmargin"

    @property
    def is_random(self) -> bool:
        """Whether alternative payoffs are random."""
        return self.payoffs == "distributional"

    @property
    def is_program(self) -> bool:
        """Whether the answer is a linear program of its own and not a gadget game."""
        return self.refine is not None or self.keep_blueprint_safety

    @property
    def is_safe(self) -> bool:
        """Whether the theory promises a loss no larger than the blueprint's, up to the gadgets' gap."""
        if self.gadget in ("unsafe", "combined") or self.gifts == "not-split":
            return False
        if isinstance(self.gifts, float) and self.gifts > 1.0:
            return False
        if (self.gifts != "none" and self.gift_bound == "estimate") or isinstance(self.refine, float):
            return False  # a tremble of size ε may give up ε times what the other entries gain
        return self.keep_blueprint_safety or self.payoffs == "exact"

    def require_limits(self, limits: Limits) -> None:
        """Refuse a number of iterations where nothing iterates."""
        if limits.iterations is not None and (self.solver == "lp" or self.is_program):
            what = "solver 'lp'" if self.solver == "lp" else "a refined or safety-keeping answer"
            raise ParameterError(
                f"iterations={limits.iterations}: {what} is one exact step; leave iterations= out, or use solver='cfr+'"
            )

    def require_inputs(self, estimate: object, spread: object) -> None:
        """Refuse an estimate or a spread that nothing would use."""
        if estimate is not None and self.payoffs == "exact" and self.gift_bound != "estimate":
            raise ParameterError(
                "estimate= means nothing to exact payoffs; say payoffs='estimate' or 'distributional'"
            )
        if spread is not None and not self.is_random:
            raise ParameterError(
                f"spread={quote(spread, 60)} belongs to random payoffs; say payoffs='distributional'"
            )

    def __repr__(self) -> str:
        given = {k: v for k, v in vars(self).items() if k == "gadget" or v != getattr(Technique, k)}
        return f"Technique({', '.join(f'{k}={v!r}' for k, v in given.items())})"

    def __str__(self) -> str:
        extra = [self.payoffs] if self.payoffs != "exact" else []
        extra += [f"gifts {self.gifts}"] if self.gifts not in ("none", "split") else []
        size = f"a tremble of {self.refine:g}" if isinstance(self.refine, float) else self.refine
        extra += [f"refined by {size}"] if self.refine else []
        extra += ["blueprint safety kept"] if self.keep_blueprint_safety else []
        return f"{self.name} ({', '.join(extra)})" if extra else self.name


def _as_gifts(gifts: object) -> str | float:
    if isinstance(gifts, (int, float)) and not isinstance(gifts, bool):
        if not 0 <= gifts <= 1e300:
            raise ParameterError(f"gifts={quote(gifts)}; expected a factor of at least 0")
        return float(gifts)
    if not isinstance(gifts, str) or gifts not in GIFTS:
        raise ParameterError(f"gifts={quote(gifts)}; expected 'none', 'split', 'not-split' or a factor")
    return gifts


TECHNIQUES: dict[str, Technique] = {
    "unsafe": Technique("unsafe"),
    "resolve": Technique("resolve"),
    "maxmargin": Technique("maxmargin"),
    "reach-resolve": Technique("resolve", gifts="split"),
    "reach-maxmargin": Technique("maxmargin", gifts="split"),
}


def as_technique(technique: str | Technique, **changes: object) -> Technique:
    """The technique of a name or a value, with the changes that are not None.

    A name says whether gifts count, and a change that contradicts it is refused.

    >>> as_technique("reach_resolve", gifts=2)
    Technique(gadget='resolve', gifts=2.0)
    """
    given = {field: value for field, value in changes.items() if value is not None}
    if isinstance(technique, Technique):
        if technique.gadget == "combined":
            raise NotApplicableError(
                "technique 'combined' belongs to hold'em's hands, tj.holdem.Spot.solve(gate=…); use 'resolve' here"
            )
        return replace(technique, **given)  # type: ignore[arg-type]
    name = text_of(technique).strip().lower().replace("_", "-").replace(" ", "-")
    if name not in TECHNIQUES:
        raise UnknownNameError(f"no technique {quote(technique)}; {suggest(name, list(TECHNIQUES))}")
    found = TECHNIQUES[name]
    gifts = _as_gifts(given.get("gifts", found.gifts))
    if (gifts == "none") != (found.gifts == "none") and found.gadget != "unsafe":
        counts, other = ("no gifts", f"reach-{name}") if gifts != "none" else ("gifts", found.gadget)
        how = f"with gifts={quote(gifts)}" if gifts != "none" else "without them"
        raise ParameterError(f"technique {name!r} counts {counts}; say {other!r} {how}")
    return replace(found, **given)  # type: ignore[arg-type]
