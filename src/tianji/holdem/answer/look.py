"""Looking into a solve: one decision with all its numbers, and the lines of a street."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result, html_table
from tianji.errors import ParameterError, quote
from tianji.holdem.answer.gate import GateReport
from tianji.holdem.answer.solution import SpotSolution
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.spot.lines import find_line, show_action
from tianji.holdem.spot.tree import PLAYERS, STREETS
from tianji.poker.ranges import Range

GRIDS = ("strategy", "ev", "equity", "range")


@dataclass(frozen=True)
class Look(Result):
    """What a solve says after a line: the strategy of who acts; EV, equity and range of `player`.

    gate: at the start of a solve behind a gate, what it promises.
    """

    board: str
    line: str
    player: str
    strategy: HandTable
    ev: HandTable
    equity: HandTable
    gate: GateReport | None = None

    @checked
    def grid(self, kind: str = "strategy") -> HandTable:
        """The table behind one of the grids: strategy, ev, equity or range."""
        if kind not in GRIDS:
            raise ParameterError(f"grid={quote(kind)}; expected one of: {', '.join(GRIDS)}")
        found: HandTable = self.equity.range() if kind == "range" else getattr(self, kind)
        return found

    @checked
    def rows(self, hands: Range | str | None = None) -> list[dict[str, Any]]:
        """One dict a hand of `player`: weight, probabilities where he acts, EV, equity; of some hands, or of all."""
        if isinstance(hands, str) and hands.strip().lower() == "all":
            hands = None
        parts = [self.strategy] if self.strategy.player == self.player else []
        tables = [t if hands is None else t.only(hands) for t in [*parts, self.ev, self.equity]]
        return [
            {k: v for row in rows for k, v in row.items()}
            for rows in zip(*(t.rows() for t in tables), strict=True)
        ]

    @checked
    def hand(self, hand: str) -> dict[str, Any]:
        """One hand, or the mean of a class: `AhKd`, `AKs`."""
        return {
            "hand": hand, "strategy": self.strategy[hand] if self.strategy.player == self.player else {},
            "ev": self.ev[hand], "equity": self.equity[hand],
        }  # fmt: skip

    @checked
    def to_dict(self, hands: Range | str | None = "all", hand: str | None = None) -> dict[str, Any]:
        """The means of the range, and every hand: all of them, some, or none (None), or one hand or class alone."""
        found = {
            "board": self.board, "line": self.line, "to_act": self.strategy.player, "player": self.player,
            "frequencies": self.strategy.means, "ev": self.ev.mean, "equity": self.equity.mean,
            **({} if self.gate is None else {"gate": self.gate.to_dict()}),
        }  # fmt: skip
        if hand is not None:
            return {**found, "hand": self.hand(hand)}
        return found if hands is None else {**found, "hands": self.rows(hands)}

    def _repr_html_(self) -> str:
        return self.strategy._repr_html_() + self.ev._repr_html_() + self.equity._repr_html_()


@checked
def look(solution: SpotSolution, line: str = "", player: str | int | None = None) -> Look:
    """One decision of a solve with all its numbers; EV, equity and range are those of who acts, or of `player`.

    >>> from tianji.holdem import Spot
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> look(spot.solve(iterations=10), "check").player
    'ip'
    """
    strategy, ev = solution.strategy(line), solution.ev(line, player)
    gate = None if line.strip() else solution.gate
    return Look(strategy.board, line, ev.player, strategy, ev, solution.equity(line, player), gate)


@dataclass(frozen=True)
class LineRow:
    """A line of a street: who acts after it (`card`: the next one is dealt), how often it is played, the pot."""

    line: str
    player: str
    frequency: float
    pot: float
    actions: dict[str, float]


@dataclass(frozen=True)
class Lines(Result):
    """The lines of one street from a point on, each with how often it is played once that point is reached."""

    board: str
    line: str
    street: str
    rows: list[LineRow]

    def to_dict(self) -> dict[str, Any]:
        """One dict a line."""
        return {
            "board": self.board,
            "line": self.line,
            "street": self.street,
            "lines": [vars(r) for r in self.rows],
        }

    def _repr_html_(self) -> str:
        body = [
            (row.line or "start", row.player, f"{100 * row.frequency:.2f} %", f"{row.pot:g}",
             ", ".join(f"{name} {100 * share:.1f} %" for name, share in row.actions.items()))
            for row in self.rows
        ]  # fmt: skip
        return html_table(
            ("line", "to act", "reached", "pot", "plays"), body, caption=f"{self.street} {self.board}"
        )


@checked
def lines(solution: SpotSolution, line: str = "") -> Lines:
    """The lines of the street that `line` leads to, in the order of the tree; to go on after a card, add one.

    >>> from tianji.holdem import Spot
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> [row.line for row in lines(spot.solve(iterations=10)).rows]
    ['', 'check', 'check, allin 100', 'allin 100']
    """
    tree = solution.spot.tree()
    start = solution.strategy(line)
    street = tree.nodes[find_line(tree, line).node].street
    total = start.weight.sum()
    found: list[LineRow] = []

    def walk(at: str, number: int) -> None:
        node = tree.nodes[number]
        table = solution.strategy(at)
        share = float(table.weight.sum() / total) if total > 0 else 0.0
        pot = tree.pot + sum(tree.invested(node))
        found.append(LineRow(at, PLAYERS[node.player], share, pot, table.means))
        for action, child in zip(node.actions, node.children, strict=True):
            name = ", ".join(filter(None, (at, str(action))))
            below = tree.nodes[child]
            if below.kind == "act":
                walk(name, child)
            elif below.kind == "deal":
                mean = table.means[show_action(tree, node, action)]
                played = share * mean if share > 0 else 0.0
                found.append(LineRow(name, "card", played, tree.pot + sum(tree.invested(below)), {}))

    walk(line.strip(), find_line(tree, line).node)
    return Lines(start.board, line, STREETS[street], found)
