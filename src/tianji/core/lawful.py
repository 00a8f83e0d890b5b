"""Lawful: rules that are asked through the contract of `Game`, at every state, as deep as anybody looks."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tianji.core.contract import Contract
from tianji.core.game import Game
from tianji.core.hooks import NAMES, hook
from tianji.core.restrict import Restricted
from tianji.errors import TianjiError, quote

PERFECT = "perfect information: nobody hides anything; simultaneous moves need information()"
ALIKE = (
    "information",
    "show",
    "describe",
    "parse",
    "public",
    "stage",
    "restrict",
)  # what is passed on as it is


class Lawful(Game[Any, Any]):
    """Somebody's game, every answer of whose rules is found lawful before it is used.

    A payoff that is no number would be taken for a value, a player who does not exist for the opponent, and a node of
    a thousand million actions for one that can be listed. What the rules raise, an exit included, is told as theirs.

    >>> from tianji.games import load
    >>> game = Lawful(load("kuhn"))
    >>> game.player(game.initial()), game.spec
    (-1, 'kuhn')
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.law = game, Contract(game)
        self.players = game.players
        self.value_range = hook(game, "value_range")
        for name in ALIKE:
            setattr(self, name, getattr(game, name))
        for name in EXPECTED:
            if (offered := hook(game, name)) is not None:
                setattr(self, name, self._watched(name, offered))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("game", "law"):  # not there yet: a copy is being made
            raise AttributeError(name)
        return hook(self.game, name) if name in NAMES else getattr(self.game, name)

    def __reduce__(self) -> tuple[type[Lawful], tuple[Game[Any, Any]]]:
        return Lawful, (self.game,)

    @property
    def name(self) -> str:
        """That of the game."""
        return self.game.name

    @property
    def parameters(self) -> dict[str, Any]:
        """Those of the game."""
        return self.game.parameters

    @property
    def spec(self) -> str:
        """That of the game."""
        return self.game.spec

    def initial(self) -> Any:
        """As in the game."""
        return self.game.initial()

    def player(self, s: Any) -> int:
        """Who acts: a player of the game, CHANCE or TERMINAL."""
        return self.law.player(s, self._ask("player", s))

    def actions(self, s: Any) -> tuple[Any, ...]:
        """The menu: not empty, not too long, all different."""
        menu = self.law.listed(s, "actions", self._ask("actions", s))
        try:
            is_lawful = 0 < len(set(menu)) == len(menu)
        except Exception:
            is_lawful = False
        return menu if is_lawful else self.law.menu(s, self.player(s), menu)

    def chances(self, s: Any) -> list[tuple[Any, float]]:
        """Outcomes with probabilities that sum to 1."""
        return self.law.outcomes(s, self._ask("chances", s))

    def result(self, s: Any, a: Any) -> Any:
        """As in the game."""
        return self._ask("result", s, a)

    def utility(self, s: Any) -> tuple[float, ...]:
        """One finite number a player, within the range that the game declares."""
        payoffs = self.law.payoffs(s, self._ask("utility", s))
        low, high = self.value_range
        if not low <= min(payoffs) <= max(payoffs) <= high:
            raise self.law.broken(
                s, f"utility() gives {quote(payoffs)}, outside the game's own value_range {low:g} to {high:g}"
            )
        return payoffs

    def _ask(self, rule: str, s: Any, *more: Any) -> Any:
        """What a rule gives; what it raises becomes a sentence."""
        try:
            return getattr(self.game, rule)(s, *more)
        except (TianjiError, RecursionError):  # that of a deep search is no fault of the rules
            raise
        except (Exception, SystemExit) as error:
            raise self.law.raised(error, s, rule, *more) from error

    def _watched(self, name: str, offered: Callable[..., Any]) -> Callable[..., Any]:
        """A hook whose answers are looked at before they are used."""
        expected, fits = EXPECTED[name]

        def ask(s: Any, *more: Any) -> Any:
            found = offered(s, *more)
            try:
                is_lawful = fits(self, found, s, *more)
            except (TypeError, ValueError, OverflowError):
                is_lawful = False
            if not is_lawful:
                raise self.law.broken(s, f"{name}() gives {quote(found)}; expected {expected}")
            return found

        return ask


def is_finite(found: Any) -> bool:
    """Whether it is a number one can compare others with."""
    try:
        return not isinstance(found, str) and math.isfinite(found)
    except (TypeError, ValueError, OverflowError):
        return False


Fits = Callable[..., bool]
"""(game, what a hook gives, state, what else it was given) → whether it can be used."""

EXPECTED: dict[str, tuple[str, Fits]] = {
    "evaluate": ("a finite number", lambda game, found, s: is_finite(found)),
    "evaluations": (
        "one finite number a player",
        lambda game, found, s: len(found) == game.players and all(map(is_finite, found)),
    ),
    "order": (
        "the same actions in another order",
        lambda game, found, s, menu: len(found) == len(menu) and set(found) == set(menu),
    ),
    "noisy": (
        "some of the actions at that state",
        lambda game, found, s: hasattr(found, "__len__") and set(found) <= set(game.actions(s)),
    ),
    "priors": (
        "a number of at least 0 for each action, not all of them 0",
        lambda game, found, s: (
            len(found) == len(game.actions(s))
            and all(is_finite(p) and p >= 0 for p in found)
            and math.fsum(found) > 0
        ),
    ),
    "canonical": ("a state that can be hashed", lambda game, found, s: isinstance(hash(found), int)),
}


def is_ours(game: Game[Any, Any]) -> bool:
    """Whether the rules come with Tianji, and are tested there."""
    while type(game) is Restricted:
        game = game.whole
    return _comes_with_us(type(game))


@lru_cache(maxsize=256)
def _comes_with_us(kind: type) -> bool:
    return kind.__module__.startswith("tianji.") and kind is not Lawful


def lawful(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game itself where its rules come with Tianji or are watched already, else the same game, watched."""
    return game if is_ours(game) or type(game) is Lawful else Lawful(game)


def unwatched(game: Any) -> Any:
    """The rules themselves, whether they are watched or not."""
    return game.game if type(game) is Lawful else game  # an abstract class is slow to ask


def forgets_information(game: object) -> bool:
    """Whether a game leaves `information` as it is: everybody then knows the whole state."""
    kind: type = type(unwatched(game))
    return _forgets(kind)


@lru_cache(maxsize=256)
def _forgets(kind: type) -> bool:  # an abstract class is slow to ask
    return issubclass(kind, Game) and kind.information is Game.information
