"""Optional hooks of a game: what it may tell beyond its rules, declared once, read in one way.

A game offers a hook by having a method or attribute of that name; whoever wants one asks `hooks(game)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields
from math import inf
from typing import TYPE_CHECKING, Any

from tianji.core.game import Game
from tianji.core.restrict import Restricted

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True)
class Hooks:
    """The hooks a game offers; None, or the default, where it does not.

    evaluate(s): a guess at the payoff of the player to move, where a search must stop.
    evaluations(s): the same for every player, in games of three and more.
    order(s, actions): the actions with the most promising first.
    canonical(s): one representative for all positions that a symmetry makes the same.
    noisy(s): the actions that change much, such as captures; a search follows them to a quiet position.
    priors(s): how likely each action is to be good, in the order of `actions(s)`.
    features(s): numbers an evaluation weighs, by name.
    bet_size(action): a bet as a fraction of the pot; None for what is no bet.
    value_range: the least and the largest payoff of the player to move.
    perfect_information: whether nobody hides anything; None: found by looking.
    twin(): the rules as functions that kernels run, or None; see `tianji.native`.
    title, player_names: for files and tables. exact_utility(s), exact_chances(s): the numbers as fractions.

    >>> from tianji.games import load
    >>> hooks(load("connect_four")).value_range[1] > 0, hooks(load("kuhn")).evaluate is None
    (True, True)
    """

    evaluate: Callable[[Any], float] | None = None
    evaluations: Callable[[Any], Sequence[float]] | None = None
    order: Callable[[Any, list[Any]], list[Any]] | None = None
    canonical: Callable[[Any], Hashable] | None = None
    noisy: Callable[[Any], Sequence[Any]] | None = None
    priors: Callable[[Any], Sequence[float]] | None = None
    features: Callable[[Any], dict[str, float]] | None = None
    bet_size: Callable[[Any], float | None] | None = None
    value_range: tuple[float, float] = (-inf, inf)
    perfect_information: bool | None = None
    twin: Callable[[], Any] | None = None
    title: str | None = None
    player_names: Sequence[str] | None = None
    exact_utility: Callable[[Any], Sequence[Fraction]] | None = None
    exact_chances: Callable[[Any], Sequence[tuple[Any, Fraction]]] | None = None


NAMES = tuple(f.name for f in fields(Hooks))


def hooks(game: Game[Any, Any]) -> Hooks:
    """What the game offers; a restricted game offers what the whole one does, as far as it still holds."""
    if isinstance(game, Restricted):
        return _restricted(game, hooks(game.whole))
    return Hooks(**{name: getattr(game, name) for name in NAMES if getattr(game, name, None) is not None})


def hook(game: Game[Any, Any], name: str) -> Any:
    """One of the hooks, where looking at all of them would be felt: at every call of a search.

    >>> from tianji.games import load
    >>> hook(load("kuhn"), "evaluate") is None, hook(load("connect_four"), "order") is None
    (True, False)
    """
    if type(game) is Restricted:  # an abstract class is slow to ask
        return getattr(hooks(game), name)
    offered = getattr(game, name, None)
    return getattr(Hooks, name) if offered is None else offered


WRITTEN = ("initial", "player", "actions", "chances", "result", "utility", "information", "evaluate")


def declared_twin(game: Game[Any, Any]) -> Any:
    """What the game's `twin()` gives, if it still speaks for the game, else None.

    A subclass that writes one of the rules anew has a game that the twin does not know, and a restricted game has fewer
    moves: neither has one.
    """
    order = type(game).__mro__
    home = next((i for i, c in enumerate(order) if "twin" in c.__dict__), None)
    if (
        isinstance(game, Restricted)
        or home is None
        or any(n in c.__dict__ for c in order[:home] for n in WRITTEN)
    ):
        return None
    return game.twin()  # type: ignore[attr-defined]


def _restricted(game: Restricted, whole: Hooks) -> Hooks:
    """The hooks of the whole game that fewer actions leave true.

    Not `canonical`: two positions that mirror each other may keep different actions. `noisy` keeps the menu, `priors`
    give what was taken from the missing actions to the others.
    """
    noisy, priors = whole.noisy, whole.priors

    def kept_noisy(s: Any) -> Sequence[Any]:
        assert noisy is not None
        return [a for a in noisy(s) if game.keeps(a)]

    def kept_priors(s: Any) -> Sequence[float]:
        assert priors is not None
        kept = [p for a, p in zip(game.whole.actions(s), priors(s), strict=True) if game.keeps(a)]
        total = sum(kept)
        return [p / total for p in kept] if total > 0 else [1 / len(kept)] * len(kept)

    given = {
        name: getattr(whole, name)
        for name in NAMES
        if name not in ("canonical", "noisy", "priors", "title", "twin")
    }
    return Hooks(
        **given,
        noisy=kept_noisy if noisy is not None else None,
        priors=kept_priors if priors is not None else None,
    )
