"""What a search answers: an action, a value with its bound, the line that shows it, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeVar

from tianji.core.result import Result
from tianji.search.trace import Growth, Trace

EXACT, LOWER, UPPER, ESTIMATE = "exact", "lower", "upper", "estimate"
A = TypeVar("A")


@dataclass
class Stats:
    """What the search did.

    `nodes` counts visited positions, `depth` the deepest finished iteration, `cutoffs` the nodes left early,
    `table_hits` the positions answered by the transposition table, `horizon` the leaves that were evaluated
    rather than finished. `complete` is true when no leaf was, and `interrupted` when something ended the search
    early; `stopped` says what: "exact" (nothing was left to search), "depth", "nodes", "seconds", "memory",
    "interrupted" (Ctrl-C) or "cancelled".
    """

    method: str = ""
    nodes: int = 0
    seconds: float = 0.0
    depth: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    table_stores: int = 0
    horizon: int = 0
    passes: int = 0
    complete: bool = False
    interrupted: bool = False
    stopped: str = ""
    extra: dict[str, Any] = field(init=False)

    def later(self, make: Callable[[], dict[str, Any]]) -> None:
        """Have `extra` made when it is first read: most callers want the move alone."""
        self.__dict__["_make"] = make

    def __getattr__(self, name: str) -> Any:
        if name != "extra":
            raise AttributeError(name)
        make = self.__dict__.pop("_make", dict)
        self.extra = make()
        return self.extra

    def __getstate__(self) -> dict[str, Any]:
        return {**asdict(self)}

    @property
    def nodes_per_second(self) -> float:
        """Visited positions a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {**asdict(self), "nodes_per_second": self.nodes_per_second}


class SearchResult(Result, Generic[A]):
    """The answer of a search.

    action: the move to play. value: for the player to move. bound: how `value` relates to the true value v of
    the game: `"exact"` (value = v), `"lower"` (v ≥ value), `"upper"` (v ≤ value) or `"estimate"` (a horizon or
    chance of error lies between). line: the actions that lead to the value, `action` first. values: one number a
    player, where the method keeps them. scores: value of each root action, where the method computes them.
    """

    def __init__(
        self,
        action: A | None,
        value: float,
        bound: str,
        line: Sequence[A] | Callable[[], Sequence[A]] = (),
        stats: Stats | None = None,
        *,
        values: tuple[float, ...] | None = None,
        scores: dict[A, float] | Callable[[], dict[A, float]] | None = None,
        trace: Trace | None = None,
        growth: Growth | None = None,
    ) -> None:
        self.action = action
        self.value = value + 0.0  # no negative zero
        self.bound = bound
        self.stats = stats if stats is not None else Stats()
        self.values = values
        self._scores = scores
        self.trace, self.growth = trace, growth
        self._line = line

    @property
    def line(self) -> tuple[A, ...]:
        """The principal variation; solvers that find it by further search do so when it is first read."""
        if callable(self._line):
            self._line = tuple(self._line())
        return tuple(self._line)

    @property
    def scores(self) -> dict[A, float]:
        """The value of each root action, where the method computes them; counted together when they are first read."""
        if not isinstance(self._scores, dict):
            self._scores = self._scores() if self._scores is not None else {}
        return self._scores

    @property
    def stopped(self) -> str:
        """Why the search ended: "exact", "depth", "nodes", "seconds", "memory", "interrupted" or "cancelled"."""
        return self.stats.stopped

    @property
    def verdict(self) -> str:
        """Zermelo's word on the position: "win", "draw" or "loss" for the player to move, if known.

        A bound can be enough: a lower bound above zero is a win.
        """
        if self.value > 0 and self.bound in (EXACT, LOWER):
            return "win"
        if self.value < 0 and self.bound in (EXACT, UPPER):
            return "loss"
        return "draw" if self.bound == EXACT else "unknown"

    def to_dict(self) -> dict[str, Any]:
        """JSON-able; actions as text."""
        out: dict[str, Any] = {
            "action": None if self.action is None else str(self.action),
            "value": self.value,
            "bound": self.bound,
            "verdict": self.verdict,
            "stopped": self.stopped,
            "line": [str(a) for a in self.line],
            "stats": self.stats.to_dict(),
        }
        if self.values is not None:
            out["values"] = list(self.values)
        if self.scores:
            out["scores"] = {str(a): v for a, v in self.scores.items()}
        if self.trace is not None:
            out["trace"] = self.trace.to_dict()
        if self.growth is not None:
            out["growth"] = self.growth.to_dict()
        return out

    def facts(self) -> list[tuple[str, object]]:
        """The main figures, for a notebook."""
        stats = self.stats
        return [
            ("action", self.action), ("value", self.value), ("bound", self.bound), ("verdict", self.verdict),
            ("line", " ".join(map(str, self.line))), ("stopped", self.stopped), ("depth", stats.depth),
            ("nodes", stats.nodes), ("seconds", stats.seconds),
        ]  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        return {
            **self.__dict__,
            "_line": self.line,
            "_scores": self.scores,
        }  # what is still to be found is found now

    def __repr__(self) -> str:
        return (
            f"SearchResult(action={self.action!r}, value={self.value!r}, bound={self.bound!r}, "
            f"stopped={self.stopped!r}, nodes={self.stats.nodes})"
        )


Answer = SearchResult[Any]
"""A result whose actions are of some kind: what the methods give, whatever the game."""
