"""A search as data: who looked where, with which window, and why branches were left out."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Visit:
    """One visit of a position.

    `parent` is the index of the visit it was made from (−1 at the root), `window` the (alpha, beta) it was
    searched with, seen by the player to move. `cause` says how it ended: "searched", "terminal", "horizon",
    "table", "cutoff", "probcut" or "stopped". At a cutoff, `pruned` lists the actions left out; `cut_by` is the
    window at that moment.
    """

    index: int
    parent: int
    ply: int
    action: str
    player: int
    window: tuple[float, float]
    value: float | None = None
    cause: str = "searched"
    pruned: list[str] = field(default_factory=list)
    cut_by: tuple[float, float] | None = None


class Trace:
    """A record of a search; pass one as `trace=`, or `trace=True` and read `result.trace`.

    `limit` bounds the number of visits kept, so that a long search does not fill the memory.
    """

    def __init__(self, limit: int = 100_000) -> None:
        self.visits: list[Visit] = []
        self.limit = limit
        self.dropped = 0
        self._path: list[int] = [-1]

    def enter(self, action: Any, player: int, alpha: float, beta: float) -> Visit | None:
        """Begin a visit below the one that is open."""
        if len(self.visits) >= self.limit:
            self.dropped += 1
            self._path.append(self._path[-1])
            return None
        label = "" if action is None else str(action)
        visit = Visit(len(self.visits), self._path[-1], len(self._path) - 1, label, player, (alpha, beta))
        self.visits.append(visit)
        self._path.append(visit.index)
        return visit

    def leave(self, visit: Visit | None, value: float, cause: str) -> None:
        """End the open visit."""
        self._path.pop()
        if visit is not None:
            visit.value = value
            visit.cause = cause

    def cut(self, visit: Visit | None, pruned: list[Any], alpha: float, beta: float) -> None:
        """Note the actions that the open visit left out."""
        if visit is not None:
            visit.pruned = [str(a) for a in pruned]
            visit.cut_by = (alpha, beta)

    def rewind(self) -> None:
        """Close every open visit (after an interruption)."""
        for index in self._path[1:]:
            if index >= 0 and self.visits[index].value is None:
                self.visits[index].cause = "stopped"
        del self._path[1:]

    def to_dict(self) -> dict[str, Any]:
        """JSON-able: replay the visits in order to watch the search."""
        return {"visits": [asdict(v) for v in self.visits], "dropped": self.dropped}

    def to_json(self) -> str:
        """The record as JSON; infinite window sides are the strings "inf" and "-inf"."""

        def plain(x: Any) -> Any:
            if isinstance(x, float) and x in (float("inf"), float("-inf")):
                return "inf" if x > 0 else "-inf"
            if isinstance(x, dict):
                return {k: plain(v) for k, v in x.items()}
            return [plain(v) for v in x] if isinstance(x, (list, tuple)) else x

        return json.dumps(plain(self.to_dict()))

    def text(self, width: int = 100) -> str:
        """The tree with its windows; ✂ marks branches left out and the window that cut them."""
        children: dict[int, list[Visit]] = {}
        for visit in self.visits:
            children.setdefault(visit.parent, []).append(visit)
        rows: list[str] = []

        def draw(visit: Visit, indent: str, last: bool, root: bool) -> None:
            branch = "" if root else ("└─ " if last else "├─ ")
            rows.append((indent + branch + _line(visit))[:width])
            inner = indent if root else indent + ("   " if last else "│  ")
            below = children.get(visit.index, [])
            for k, child in enumerate(below):
                draw(child, inner, k == len(below) - 1 and not visit.pruned, False)
            if visit.pruned and visit.cut_by is not None:
                low, high = visit.cut_by
                rows.append(
                    (f"{inner}└─ ✂ {', '.join(visit.pruned)}  (alpha {low + 0.0:g} ≥ beta {high + 0.0:g})")[
                        :width
                    ]
                )

        for k, visit in enumerate(children.get(-1, [])):
            if k:
                rows.append("")
            draw(visit, "", True, True)
        if self.dropped:
            rows.append(f"... {self.dropped} more visits were not kept")
        return "\n".join(rows)


def _line(visit: Visit) -> str:
    name = visit.action or "root"
    value = "?" if visit.value is None else f"{visit.value + 0.0:g}"
    low, high = visit.window
    note = "" if visit.cause in ("searched", "cutoff") else f" [{visit.cause}]"
    who = f"  player {visit.player}" if visit.player >= 0 else ""
    return f"{name} = {value}{note}{who}  window ({low + 0.0:g}, {high + 0.0:g})"
