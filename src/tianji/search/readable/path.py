"""The way from the root: a position met twice on it means that play may be endless."""

from __future__ import annotations

from math import inf
from typing import Any

from tianji.errors import NotApplicableError, quote


class Path:
    """Positions from the root to here, kept where a search has no horizon to stop it.

    >>> path = Path("checkers")
    >>> path.enter("a", inf); path.enter("b", inf); path.leave("b", inf); path.enter("b", inf)
    >>> path.enter("a", inf)
    Traceback (most recent call last):
    tianji.errors.NotApplicableError: checkers: the position 'a' can repeat, so play may be endless; give a depth=, ...
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.seen: set[Any] = set()

    def enter(self, s: Any, depth: float) -> None:
        """Go to a position with `depth` plies left; nothing is kept below a horizon."""
        if depth < inf:
            return
        if s in self.seen:
            raise NotApplicableError(
                f"{self.game}: the position {quote(s)} can repeat, so play may be endless; "
                "give a depth=, or solve it with tianji.search.retrograde"
            )
        self.seen.add(s)

    def leave(self, s: Any, depth: float) -> None:
        """Go back. A search that raises is over and need not leave."""
        if depth == inf:
            self.seen.remove(s)
