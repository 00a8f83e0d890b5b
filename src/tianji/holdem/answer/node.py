"""One decision of a solve with all its parts, for both players; and what every next card does to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tianji.core.result import Result, html_table
from tianji.errors import ParameterError, quote
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.engine.places import follow
from tianji.holdem.spot.lines import find_line
from tianji.holdem.spot.tree import PLAYERS, STREETS
from tianji.poker.cards import show_card, show_cards

if TYPE_CHECKING:
    from tianji.holdem.answer.solution import SpotSolution


@dataclass(frozen=True)
class SpotNode(Result):
    """A decision: who acts, pot and stacks, what each action leads to, and every hand's numbers.

    actions: as tables show them; words: as lines take them; leads_to: "act", "deal", "fold" or "showdown" for each.
    ranges: by player, how much of each hand is left. action_evs, ev, equity: None or empty where no values were asked.
    """

    board: str
    line: str
    street: str
    player: str
    pot: float
    stacks: tuple[float, float]
    actions: list[str]
    words: list[str]
    leads_to: list[str]
    strategy: HandTable
    ranges: dict[str, HandTable]
    action_evs: HandTable | None = None
    ev: dict[str, HandTable] = field(default_factory=dict)
    equity: dict[str, HandTable] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The figures of the decision, and both players' means; hands are in the tables."""
        return {
            "board": self.board, "line": self.line, "street": self.street, "player": self.player, "pot": self.pot,
            "stacks": list(self.stacks), "actions": self.strategy.means, "leads_to": self.leads_to,
            "combos": {name: float(table.reach.sum()) for name, table in self.ranges.items()},
            "ev": {name: table.mean for name, table in self.ev.items()},
            "equity": {name: table.mean for name, table in self.equity.items()},
        }  # fmt: skip

    def _repr_html_(self) -> str:
        return self.strategy._repr_html_()


def spot_node(solution: SpotSolution, line: str, values: bool) -> SpotNode:
    """See `SpotSolution.node`."""
    strategy = solution.strategy(line)
    tree = solution.backend.tree
    node = tree.nodes[find_line(tree, line).node]
    put = tree.invested(node)
    ev, equity, by_action = {}, {}, None
    if values:
        by_action = solution.action_evs(line)
        ev = {name: solution.ev(line, name) for name in PLAYERS}
        equity = {name: solution.equity(line, name) for name in PLAYERS}
    return SpotNode(
        strategy.board, line, STREETS[node.street], strategy.player, tree.pot + sum(put),
        (tree.stack - put[0], tree.stack - put[1]), strategy.columns, [str(a) for a in node.actions],
        [tree.nodes[child].kind for child in node.children], strategy,
        {name: solution.range(line, name) for name in PLAYERS}, by_action, ev, equity,
    )  # fmt: skip


@dataclass(frozen=True)
class RunOuts(Result):
    """What every next card does after a line that ends where one is dealt.

    rows: by card, how often it comes, the frequencies of who acts on it, and both players' EV and equity.
    """

    board: str
    line: str
    player: str
    actions: list[str]
    rows: list[dict[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        return dict(vars(self))

    def _repr_html_(self) -> str:
        head = ("card", "comes", *self.actions, "ev oop", "ev ip", "equity oop", "equity ip")
        body = [
            (r["card"], f"{100 * r['share']:.1f} %", *(f"{100 * x:.1f} %" for x in r["frequencies"]),
             *(f"{x:.4g}" for x in r["ev"]), *(f"{100 * x:.1f} %" for x in r["equity"]))
            for r in self.rows
        ]  # fmt: skip
        return html_table(head, body, caption=f"{self.board} after “{self.line}”")


def run_outs(solution: SpotSolution, line: str) -> RunOuts:
    """See `SpotSolution.cards`. Cards that are equal by suit are worked out once."""
    tree = solution.backend.tree
    place = find_line(tree, line)
    node = tree.nodes[place.node]
    if node.kind != "deal":
        raise ParameterError(
            f"line {quote(line)} does not end where a card is dealt; end it with a call or check"
        )
    if tree.nodes[node.children[0]].kind != "act":
        raise ParameterError(f"after line {quote(line)} all chips are in; nobody acts on the next card")
    dealt = [*solution.spot.cards, *place.cards]
    known: dict[int, dict[str, Any]] = {}
    rows, player, actions = [], "", list[str]()
    for card in (c for c in range(51, -1, -1) if c not in dealt):
        number = follow(solution.backend.boards, (*place.cards, card))[0][-1]
        if number not in known:
            after = ", ".join(filter(None, (line.strip(), show_card(card))))
            found = solution.node(after)
            player, actions = found.player, found.actions
            known[number] = {
                "weight": float(found.strategy.weight.sum()),
                "frequencies": list(found.strategy.means.values()),
                "ev": [found.ev[name].mean for name in PLAYERS],
                "equity": [found.equity[name].mean for name in PLAYERS],
            }
        rows.append({"card": show_card(card), **known[number]})
    total = sum(row["weight"] for row in rows)
    for row in rows:
        weight = row.pop("weight")
        row["share"] = weight / total if total > 0 else 0.0
    return RunOuts(show_cards(dealt), line, player, actions, rows)
