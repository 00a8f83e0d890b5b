"""Move ordering: the better the first move, the more alpha-beta skips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tianji.core.hooks import hooks


class Ordering:
    """Sorts actions: the table's move, killers of this ply, then history; ties keep the game's own order.

    Killers are the last two actions that caused a cutoff at the same ply (Huberman 1968); history counts, for
    every action, cutoffs weighted by the square of the depth they saved (Schaeffer 1983). A game adds its own
    knowledge with `order(s, actions)`, which returns the same actions, best first.
    """

    def __init__(self, game: Any, *, killers: bool = True, history: bool = True, hook: bool = True) -> None:
        self.own: Callable[[Any, Any], Sequence[Any]] | None = hooks(game).order if hook else None
        self.use_killers = killers
        self.use_history = history
        self.killers: dict[int, list[Any]] = {}
        self.history: dict[Any, float] = {}

    def sort(self, s: Any, actions: Sequence[Any], ply: int, first: Any = None) -> Sequence[Any]:
        """The actions, most promising first."""
        if len(actions) < 2:
            return actions
        if self.own is not None:
            actions = self.own(s, actions)
        killers = self.killers.get(ply, ()) if self.use_killers else ()
        history = self.history
        if not killers and not history and first is None:
            return actions

        def rank(a: Any) -> float:
            if a == first:
                return -3e300
            if a in killers:
                return -2e300
            return -history.get(a, 0.0)

        return sorted(actions, key=rank)

    def cutoff(self, action: Any, ply: int, depth: float) -> None:
        """Learn that `action` refuted a position at this ply."""
        if self.use_killers:
            row = self.killers.setdefault(ply, [])
            if action not in row:
                row.insert(0, action)
                del row[2:]
        if self.use_history:
            self.history[action] = self.history.get(action, 0.0) + min(depth, 64) ** 2
