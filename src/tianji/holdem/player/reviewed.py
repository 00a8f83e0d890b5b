"""Review: what a player's decisions cost, as tables, CSV and worst cases; `review` makes it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tianji.core.result import Result, rows_html
from tianji.errors import UnknownNameError, quote, suggest
from tianji.holdem.answer.tables import HandTable
from tianji.poker.cards import hand_class, parse_hand

WORST = 10  # decisions that are shown with a grid
ASSUMES = (
    "losses are counted against an opponent who plays an equilibrium; "
    "against one who makes mistakes another action may win more"
)
COLUMNS = (
    "hand", "player", "position", "street", "cards", "board", "line", "action", "best", "pot", "loss", "loss_bb",
    "loss_pct", "error",
)  # fmt: skip


@dataclass(frozen=True)
class Reviewed(Result):
    """A decision and what it cost: max over actions of EV less the EV of the one taken, for the hand that was held.

    loss: in chips, 0 where it is below `error`: the exploitability of the solve, at the root or from here on, whichever
    is more. loss_bb: in big blinds; loss_pct: in percent of the pot. evs, plays: by action, expected chips from here
    on, and how often the solve takes it.
    """

    hand: str
    player: str
    position: str
    street: str
    cards: str
    board: str
    line: str
    action: str
    best: str
    pot: float
    loss: float
    loss_bb: float
    loss_pct: float
    error: float
    evs: dict[str, float]
    plays: dict[str, float]
    grid: HandTable | None = field(repr=False, default=None)


@dataclass
class Review(Result):
    """What a player's decisions cost, hand by hand.

    hands: of the player in the file; left_out: decisions that were not priced, by reason; refused: hands that could not
    be reviewed, by name, with the reason. `note` says what the figures rest on.
    """

    file: str
    me: str | None
    hands: int = 0
    decisions: list[Reviewed] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    seconds: float = 0.0
    stopped: str = "hands"
    note: str = ASSUMES

    @property
    def loss_bb(self) -> float:
        """All losses together, in big blinds."""
        return sum(row.loss_bb for row in self.decisions)

    def worst(self, count: int = WORST) -> list[Reviewed]:
        """The dearest decisions, the worst first; none that cost nothing."""
        return sorted((row for row in self.decisions if row.loss > 0), key=lambda row: -row.loss_bb)[:count]

    def by(self, key: str) -> list[dict[str, Any]]:
        """Decisions, mistakes and losses by "street", "position" or "hand" (the class of the cards), dearest first."""
        keys: dict[str, Callable[[Reviewed], str]] = {
            "street": lambda row: row.street, "position": lambda row: row.position,
            "hand": lambda row: hand_class(parse_hand(row.cards)),
        }  # fmt: skip
        if key not in keys:
            raise UnknownNameError(f"no table by {quote(key)}; {suggest(key, list(keys))}")
        groups: dict[str, list[Reviewed]] = {}
        for row in self.decisions:
            groups.setdefault(keys[key](row), []).append(row)
        found = [
            {
                key: name, "decisions": len(rows), "mistakes": sum(row.loss > 0 for row in rows),
                "loss_bb": sum(row.loss_bb for row in rows),
            }
            for name, rows in groups.items()
        ]  # fmt: skip
        return sorted(found, key=lambda row: (-float(str(row["loss_bb"])), str(row[key])))

    def to_dict(self) -> dict[str, Any]:
        """The sums, the tables, and every decision."""
        count = len(self.decisions)
        return {
            "file": self.file, "me": self.me, "hands": self.hands, "decisions": count, "loss_bb": self.loss_bb,
            "bb_per_decision": self.loss_bb / count if count else None,
            **{f"by_{key}": self.by(key) for key in ("street", "position", "hand")},
            "rows": [row.to_dict() for row in self.decisions], "left_out": self.left_out, "refused": self.refused,
            "seconds": self.seconds, "stopped": self.stopped, "note": self.note,
        }  # fmt: skip

    def to_csv(self) -> str:
        """One line a decision."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(COLUMNS)
        for row in self.decisions:
            values = [getattr(row, name) for name in COLUMNS]
            rows.writerow([f"{v:.6g}" if isinstance(v, float) else v for v in values])
        return out.getvalue()

    def _repr_html_(self) -> str:
        shown = [{name: getattr(row, name) for name in COLUMNS} for row in self.worst()]
        whose = f"{len(self.decisions)} decisions of {self.me or 'everybody'}"
        head = f"{whose} cost {self.loss_bb:.4g} big blinds; {self.note}"
        return rows_html(shown, head) + "".join(row.grid._repr_html_() for row in self.worst() if row.grid)
