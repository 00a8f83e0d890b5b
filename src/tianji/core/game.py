"""The rules of a game as pure functions over immutable states."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Generic, TypeVar, cast

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)

CHANCE = -1
TERMINAL = -2


class Game(ABC, Generic[S, A]):
    """A game ⟨N, H, P, f_c, u⟩ with information sets; the object holds parameters, never a position.

    States are immutable, hashable values. Write five methods for a deterministic game with perfect
    information (`initial`, `player`, `actions`, `result`, `utility`), one more for chance (`chances`) and
    one for hidden information (`information`, defined at every state for every player, acting or not).

    Make the subclass a frozen dataclass when it has parameters: its fields become the parameters that
    `load("name(field=value)")` accepts, and files record them.

    >>> class Pennies(Game):
    ...     '''Matching pennies: the second player does not see the first one's choice.'''
    ...     def initial(self): return ""
    ...     def player(self, s): return len(s) if len(s) < 2 else TERMINAL
    ...     def actions(self, s): return ("H", "T")
    ...     def result(self, s, a): return s + a
    ...     def utility(self, s): return (1, -1) if s[0] == s[1] else (-1, 1)
    ...     def information(self, s, player): return len(s)
    >>> Pennies().spec
    'pennies'
    """

    players: int = 2

    @abstractmethod
    def initial(self) -> S:
        """The state before anything has happened."""

    @abstractmethod
    def player(self, s: S) -> int:
        """Who acts: 0 .. players − 1, `CHANCE` or `TERMINAL`."""

    @abstractmethod
    def actions(self, s: S) -> Sequence[A]:
        """The legal actions of the player who acts, in a fixed order."""

    def chances(self, s: S) -> Sequence[tuple[A, float]]:
        """Outcomes of a chance node with their probabilities, which sum to one."""
        raise NotImplementedError(f"{type(self).__name__} has a chance node {s!r} but no chances() method")

    @abstractmethod
    def result(self, s: S, a: A) -> S:
        """The state after action or outcome `a`."""

    @abstractmethod
    def utility(self, s: S) -> Sequence[float]:
        """One payoff a player, at a terminal state."""

    def information(self, s: S, player: int) -> Hashable:
        """All that `player` knows at `s`; equal keys are one information set. Default: everything."""
        return s

    def public(self, s: S) -> Hashable:
        """What everybody knows at `s`, where the game can say so; None: found from the information sets."""
        return None

    def stage(self, s: S) -> str | None:
        """A name for this moment of the game, such as "board", by which people choose where to cut it."""
        return None

    def restrict(self, menu: Callable[[A], bool] | Collection[A]) -> Game[S, A]:
        """The same game with fewer actions: those in `menu`, or those it says yes to."""
        from tianji.core.restrict import Restricted

        return Restricted(self, menu if callable(menu) else frozenset(menu))

    def show(self, s: S) -> str:
        """The state, for people."""
        return str(s)

    def describe(self, s: S, a: A) -> str:
        """Action or outcome `a` at `s` in the game's own words, after the name of who acts: "bets 1", "e2e4".

        A deal to several players at once has a part for each, which is told to him alone: "player 0 is dealt QQ; player
        1 is dealt AK".
        """
        from tianji.core.strategy import label

        return label(cast(Hashable, a))

    def parse(self, text: str) -> S:
        """The state written in the game's usual notation, where there is one."""
        from tianji.errors import NotApplicableError

        raise NotApplicableError(f"{self.spec} has no text notation for positions; play moves from initial()")

    @property
    def name(self) -> str:
        """The registered name, or the class name in snake_case."""
        declared = self.__class__.__dict__.get("registered_name")
        if isinstance(declared, str):
            return declared
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def parameters(self) -> dict[str, Any]:
        """The game's parameters by name."""
        return {f.name: getattr(self, f.name) for f in fields(self)} if is_dataclass(self) else {}

    @property
    def spec(self) -> str:
        """The text that `load` turns back into this game: name, and the parameters that differ from default."""
        defaults: dict[str, Any] = {f.name: f.default for f in fields(self)} if is_dataclass(self) else {}
        changed = []
        for key, value in self.parameters.items():
            if defaults[key] is MISSING or value != defaults[key]:
                changed.append(f"{key}={value!r}" if isinstance(value, str) else f"{key}={value}")
        return f"{self.name}({','.join(changed)})" if changed else self.name

    def __str__(self) -> str:
        return self.spec
