"""Method: how equilibria are found. A method is a value; the named ones are rows of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tianji.core.arguments import checked_init
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, quote, suggest, text_of
from tianji.matrix.nash.select import selection
from tianji.run.threads import require_one

if TYPE_CHECKING:
    from tianji.matrix.game.normal_form import NormalForm
    from tianji.run.limits import Limits

TAKES = {
    "auto": ("exact", "select"),
    "lp": ("exact", "select"),
    "lemke-howson": ("exact", "label"),
    "support": ("exact", "select"),
    "vertex": ("exact", "select"),
    "pure": ("exact",),
    "logit": ("exact",),
}
TWO_PLAYERS = ("lp", "lemke-howson", "vertex")


@checked_init
@dataclass(frozen=True)
class Method:
    """One way to find equilibria, with the options that it takes.

    - name: "lp" (constant sum), "lemke-howson", "support", "vertex" (two players), "pure", "logit" (any number), or
      "auto", what suits the game.
    - exact: in fractions (True) or floats (False); None is fractions wherever the payoffs are rational.
    - label: the label that Lemke–Howson drops, 0 unless given.
    - select: the rule that picks one of all equilibria: "payoff-dominant", "risk-dominant", "max-entropy", "welfare".

    An option that the method does not take is refused by name. `METHODS` holds the named ones; `replace` makes others.

    >>> Method("lemke_howson", label=2)
    Method(name='lemke-howson', exact=None, label=2, select=None)
    >>> Method("pure", select="welfare")
    Traceback (most recent call last):
        ...
    tianji.errors.ParameterError: the method 'pure' takes no select=, got 'welfare'; it takes exact=
    """

    name: str = "auto"
    exact: bool | None = None
    label: int | None = None
    select: str | None = None

    def __post_init__(self) -> None:
        name = text_of(self.name).lower().replace("_", "-").replace("–", "-")
        if name not in TAKES:
            raise UnknownNameError(f"no method {quote(self.name)} here; {suggest(name, list(TAKES))}")
        object.__setattr__(self, "name", name)
        for option in ("label", "select"):
            value = getattr(self, option)
            if value is not None and option not in TAKES[name]:
                raise ParameterError(
                    f"label={quote(value)} goes with the method 'lemke-howson'; name it, or leave label out"
                    if name == "auto"
                    else f"the method {name!r} takes no {option}=, got {quote(value)}; "
                    f"it takes {', '.join(o + '=' for o in TAKES[name])}"
                )
        if self.exact not in (None, True, False):
            raise ParameterError(f"exact={quote(self.exact)}; expected True, False or None")
        if self.exact and name == "logit":
            raise ParameterError("exact=True: the logit path is followed in floats; leave exact out")
        if self.select is not None:
            object.__setattr__(self, "select", selection(self.select))

    def require(self, game: NormalForm, limits: Limits) -> None:
        """Raise where the method, or one of its options, is not for this game, or more threads are asked than it has.

        Only the kernel of support pairs lets several work at once: exact pivots and small matrices hold the
        interpreter's lock. Two threads walked two polytopes in 0.040 s, one in 0.034 s.
        """
        players = len(game.shape)
        if self.name != "support" or players != 2:
            require_one(limits.threads, f"the method {self.name!r} for {players} players")
        if players != 2 and self.name in TWO_PLAYERS:
            raise NotApplicableError(f"the method {self.name!r} is for two players, {game!r} has {players}")
        label, labels = self.label, sum(game.shape)
        if label is not None and (
            isinstance(label, bool) or not isinstance(label, int) or not 0 <= label < labels
        ):
            raise ParameterError(f"label {quote(label)} is out of range; labels are 0 to {labels - 1}")
        require_rational(game, self.exact)

    def is_exact(self, game: NormalForm) -> bool:
        """Whether the answer will be in fractions."""
        return game.rational if self.exact is None else self.exact


METHODS = {name: Method(name) for name in TAKES}
AUTO = METHODS["auto"]


def as_method(given: Method | str | None, **options: Any) -> Method:
    """The method that was named, or given as a value, with the options that were given besides."""
    options = {name: value for name, value in options.items() if value is not None}
    if isinstance(given, Method):
        return replace(given, **options) if options else given
    return Method("auto" if given is None else given, **options) if options or given else AUTO


def require_rational(game: NormalForm, exact: bool | None) -> None:
    """Refuse `exact` where the payoffs are not."""
    if exact and not game.rational:
        raise ParameterError(
            "exact=True, but some payoffs are floats with more than six decimals; give them as integers, "
            "fractions or texts such as '1/3'"
        )
