"""A search as data: who looked where, with which window, and why branches were left out."""

from __future__ import annotations

import json
import textwrap
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any

from tianji.core.arguments import checked, checked_init


@dataclass
class TraceVisit:
    """One visit of a position, seen by the player to move at the root.

    `parent` is the index of the visit it was made from (−1 at the root), `node` is "MAX" where the root's player
    moves, "MIN" where his opponent does, "END" where the game is over. `window` is the (alpha, beta) it was searched
    with, and `value` what it gave: both are the root player's. `cause` says how it ended: "searched", "terminal",
    "horizon", "table", "cutoff", "probcut" or "stopped". At a cutoff, `pruned` lists the actions left out; `cut_by` is
    the window at that moment.
    """

    index: int
    parent: int
    ply: int
    action: str
    node: str
    player: int
    window: tuple[float, float]
    value: float | None = None
    cause: str = "searched"
    pruned: list[str] = field(default_factory=list)
    cut_by: tuple[float, float] | None = None


@dataclass(frozen=True)
class GrowthStep:
    """One step of a tree that grows.

    path: the actions from the root to the node that was reached. is_new: whether it was added now. values: what the
    simulation gave each player (mcts, puct). proof, disproof: the node's numbers after the step, the root's in `root`
    (pns); infinity is None.
    """

    path: tuple[str, ...]
    is_new: bool = True
    values: tuple[float, ...] | None = None
    proof: float | None = None
    disproof: float | None = None
    root: tuple[float | None, float | None] | None = None


class Growth:
    """How a tree grew, step by step: the simulations of mcts and puct, the expansions of pns (`steps=True`).

    `limit` bounds the number of steps kept; `dropped` counts the rest. Replayed in order, the steps of mcts give the
    visits and means of every node, those of pns its proof numbers.
    """

    def __init__(self, limit: int = 100_000) -> None:
        self.steps: list[GrowthStep] = []
        self.limit, self.dropped = limit, 0

    def add(self, step: GrowthStep) -> None:
        """The next step."""
        if len(self.steps) < self.limit:
            self.steps.append(step)
        else:
            self.dropped += 1

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {"steps": [asdict(step) for step in self.steps], "dropped": self.dropped}


@checked_init
class Trace:
    """A record of a search; pass one as `trace=`, or `trace=True` and read `result.trace`.

    `limit` bounds the number of visits kept, so that a long search does not fill the memory. viewer: the player to
    move at the root, whose values are recorded.
    """

    def __init__(self, limit: int = 100_000) -> None:
        self.visits: list[TraceVisit] = []
        self.limit, self.viewer = limit, 0
        self.dropped = 0
        self._path: list[int] = [-1]

    @classmethod
    def of(cls, asked: bool | Trace, viewer: int) -> Trace | None:
        """The record that an option `trace=` asks for, if any."""
        trace = asked if isinstance(asked, Trace) else Trace() if asked else None
        if trace is not None:
            trace.viewer = viewer
        return trace

    def seen(self, value: float, player: int) -> float:
        """A value of `player` as the root's player sees it."""
        return value if player == self.viewer else 0.0 - value

    def between(self, alpha: float, beta: float, player: int) -> tuple[float, float]:
        """A window of `player` as the root's player sees it: it turns round with the player."""
        return (alpha, beta) if player == self.viewer else (0.0 - beta, 0.0 - alpha)

    def enter(self, action: Any, player: int, window: tuple[float, float] = (-inf, inf)) -> TraceVisit | None:
        """Begin a visit below the one that is open; the window is the root player's."""
        if len(self.visits) >= self.limit:
            self.dropped += 1
            self._path.append(self._path[-1])
            return None
        label = "" if action is None else str(action)
        node = "END" if player < 0 else "MAX" if player == self.viewer else "MIN"
        visit = TraceVisit(len(self.visits), self._path[-1], len(self._path) - 1, label, node, player, window)
        self.visits.append(visit)
        self._path.append(visit.index)
        return visit

    def leave(self, visit: TraceVisit | None, value: float, cause: str) -> None:
        """End the open visit; the value is the root player's."""
        self._path.pop()
        if visit is not None:
            visit.value = value
            visit.cause = cause

    def cut(self, pruned: list[Any], window: tuple[float, float]) -> None:
        """Note the actions that the open visit left out, and the window that cut them."""
        if self._path[-1] >= 0:
            visit = self.visits[self._path[-1]]
            visit.pruned, visit.cut_by = [str(a) for a in pruned], window

    def rewind(self) -> None:
        """Close every open visit (after an interruption)."""
        for index in self._path[1:]:
            if index >= 0 and self.visits[index].value is None:
                self.visits[index].cause = "stopped"
        del self._path[1:]

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: replay the visits in order to watch the search."""
        visits = [asdict(v) for v in self.visits]
        return {"viewer": self.viewer, "visits": visits, "dropped": self.dropped}

    def to_json(self) -> str:
        """The record as JSON; infinite window sides are the strings "inf" and "-inf"."""

        def plain(x: Any) -> Any:
            if isinstance(x, float) and x in (inf, -inf):
                return "inf" if x > 0 else "-inf"
            if isinstance(x, dict):
                return {k: plain(v) for k, v in x.items()}
            return [plain(v) for v in x] if isinstance(x, (list, tuple)) else x

        return json.dumps(plain(self.to_dict()))

    def legend(self) -> str:
        """How to read `text`."""
        windows = any(v.window != (-inf, inf) for v in self.visits)
        return (
            f"MAX is player {self.viewer}, to move at the root; MIN is his opponent. Every value"
            + (" and window (alpha, beta) is MAX's." if windows else " is MAX's.")
            + (" ✂ moves left out: alpha ≥ beta." if any(v.pruned for v in self.visits) else "")
        )

    @checked
    def text(self, width: int = 100) -> str:
        """The tree with its windows, below a legend; ✂ marks branches left out and the window that cut them."""
        children: dict[int, list[TraceVisit]] = {}
        for visit in self.visits:
            children.setdefault(visit.parent, []).append(visit)
        rows = [*textwrap.wrap(self.legend(), max(width, 20)), ""]
        for k, visit in enumerate(children.get(-1, [])):
            if k:
                rows.append("")
            _draw(visit, children, rows, "", True, True, width)
        if self.dropped:
            rows.append(f"... {self.dropped} more visits were not kept")
        return "\n".join(rows)


def _draw(
    visit: TraceVisit,
    children: dict[int, list[TraceVisit]],
    rows: list[str],
    indent: str,
    last: bool,
    root: bool,
    width: int,
) -> None:
    rows.append(indent + ("" if root else "└─ " if last else "├─ ") + _line(visit))
    inner = indent if root else indent + ("   " if last else "│  ")
    below = children.get(visit.index, [])
    for k, child in enumerate(below):
        _draw(child, children, rows, inner, k == len(below) - 1 and not visit.pruned, False, width)
    if visit.pruned and visit.cut_by is not None:
        low, high = visit.cut_by
        why = f"  (alpha {low + 0.0:g} ≥ beta {high + 0.0:g})"
        rows.append(f"{inner}└─ ✂ {_shortened(visit.pruned, width - len(inner) - 5 - len(why))}{why}")


def _shortened(names: list[str], width: int) -> str:
    """As many names as fit, and how many more there are; never half a name.

    >>> _shortened(["a1", "b1", "c1"], 20), _shortened(["a1", "b1", "c1"], 9)
    ('a1, b1, c1', 'a1 and 2 more')
    """
    kept = len(names)
    while kept > 1 and len(", ".join(names[:kept])) + 12 * (kept < len(names)) > width:
        kept -= 1
    more = f" and {len(names) - kept} more" if kept < len(names) else ""
    return ", ".join(names[:kept]) + more


def _line(visit: TraceVisit) -> str:
    value = "?" if visit.value is None else f"{visit.value + 0.0:g}"
    note = "" if visit.cause in ("searched", "cutoff", "terminal") else f" [{visit.cause}]"
    low, high = visit.window
    window = (
        "" if visit.window == (-inf, inf) or visit.node == "END" else f"  ({low + 0.0:g}, {high + 0.0:g})"
    )
    return f"{visit.node} {visit.action or 'root'} = {value}{note}{window}"
