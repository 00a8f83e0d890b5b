"""Restricted: a game with a smaller menu of actions; everything else as it was."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from tianji.core.contract import Contract
from tianji.core.game import Game
from tianji.errors import ParameterError, quote


@dataclass(frozen=True)
class Restricted(Game[Any, Any]):
    """The game `whole` with only the actions in `menu`; states, infosets and payoffs are those of `whole`.

    Chance is not restricted. A menu that leaves a player nothing to do is refused where that happens.

    >>> from tianji.games import load
    >>> small = load("leduc_bets").restrict(["f", "c", "b50", "b100"])
    >>> small.spec
    "leduc_bets restricted to ['b100', 'b50', 'c', 'f']"
    """

    whole: Game[Any, Any]
    menu: frozenset[Any] | Callable[[Any], bool]

    def __post_init__(self) -> None:
        if not callable(self.menu) and not self.menu:
            raise ParameterError(f"{self.whole}: an empty menu; keep at least one action")

    @property
    def players(self) -> int:  # type: ignore[override]
        """As many as in the whole game."""
        return self.whole.players

    def keeps(self, action: Any) -> bool:
        """Whether the action is on the menu."""
        return bool(self.menu(action)) if callable(self.menu) else action in self.menu

    @property
    def spec(self) -> str:
        """The whole game's spec and the menu."""
        shown = (
            getattr(self.menu, "__name__", "a test") if callable(self.menu) else sorted(map(str, self.menu))
        )
        return f"{self.whole.spec} restricted to {shown}"

    def initial(self) -> Any:
        """As in the whole game."""
        return self.whole.initial()

    def player(self, s: Any) -> int:
        """As in the whole game."""
        return self.whole.player(s)

    def actions(self, s: Any) -> Sequence[Any]:
        """The actions on the menu."""
        legal = Contract(self.whole).listed(s, "actions", self.whole.actions(s))
        kept = tuple(a for a in legal if self.keeps(a))
        if legal and not kept:
            raise ParameterError(
                f"{self.spec}: nothing on the menu at {quote(self.whole.show(s))}, where {quote(legal)} are legal; "
                "keep at least one of them"
            )
        return kept

    def chances(self, s: Any) -> Sequence[tuple[Any, float]]:
        """As in the whole game."""
        return self.whole.chances(s)

    def result(self, s: Any, a: Any) -> Any:
        """As in the whole game."""
        return self.whole.result(s, a)

    def utility(self, s: Any) -> Sequence[float]:
        """As in the whole game."""
        return self.whole.utility(s)

    def information(self, s: Any, player: int) -> Hashable:
        """As in the whole game."""
        return self.whole.information(s, player)

    def public(self, s: Any) -> Hashable:
        """As in the whole game."""
        return self.whole.public(s)

    def stage(self, s: Any) -> str | None:
        """As in the whole game."""
        return self.whole.stage(s)

    def show(self, s: Any) -> str:
        """As in the whole game."""
        return self.whole.show(s)

    def describe(self, s: Any, a: Any) -> str:
        """As in the whole game."""
        return self.whole.describe(s, a)
