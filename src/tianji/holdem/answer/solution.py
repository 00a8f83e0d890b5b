"""Solution: what a solve found, asked line by line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tianji.errors import ParameterError
from tianji.holdem.answer.tables import HandTable
from tianji.holdem.spot.lines import Place, find_line, show_action
from tianji.holdem.spot.tree import PLAYERS
from tianji.poker.cards import NUM_HANDS, show_cards
from tianji.poker.equity import equities

if TYPE_CHECKING:
    from tianji.holdem.answer.view import View
    from tianji.holdem.engine.cpu import Engine
    from tianji.holdem.engine.solve import Run
    from tianji.holdem.spot.spot import Spot


class Solution:
    """Strategies of both players, and the proof of how good they are.

    values: expected chips of OOP and IP at the start, their shares of the pot included. exploitability: the mean of
    both players' best-response gains, in chips; exploitability_pct: in percent of the pot. history: rows of
    (iteration, seconds, exploitability). Lines are written as in `holdem.spot.lines`.
    """

    def __init__(self, spot: Spot, engine: Engine, run: Run, method: str) -> None:
        self.spot, self.engine, self.run, self.method = spot, engine, run, method
        self.iterations, self.seconds, self.stopped = run.iterations, run.seconds, run.stopped
        self.history = list(run.history)
        self._values: list[float] | None = None

    @property
    def values(self) -> list[float]:
        """Expected chips of OOP and IP at the start."""
        if self._values is None:
            self._values = [v + self.spot.pot / 2 for v in self.engine.values()]
        return self._values

    @property
    def exploitability(self) -> float:
        """The mean of both players' best-response gains, in chips."""
        return self.history[-1][2]

    @property
    def exploitability_pct(self) -> float:
        """The same in percent of the pot."""
        return 100 * self.exploitability / self.spot.pot

    @property
    def nash_conv(self) -> float:
        """The sum of both players' best-response gains, in chips."""
        return 2 * self.exploitability

    def _at(self, line: str) -> tuple[Place, View, Any]:
        from tianji.holdem.engine.solve import view_of

        place = find_line(self.engine.tree, line)
        node = self.engine.tree.nodes[place.node]
        if node.kind == "deal":
            raise ParameterError(
                f"line {line!r} ends where a card is dealt; add a card, such as {line + ', ' if line else ''}8h"
            )
        clash = [c for c in place.cards if c in self.spot.cards]
        if clash:
            raise ParameterError(
                f"line {line!r} deals {show_cards(clash)}, which is on the board {self.spot.board}"
            )
        view, to = view_of(self.engine, place.cards)
        return place, view, to

    def _table(
        self, kind: str, line: str, player: int, place: Place, view: View, to: Any, names: Any, data: Any
    ) -> HandTable:
        board = [*self.spot.cards, *place.cards]
        reach = view.reach(player, place.node)
        weight = reach * (view.meets(player) @ view.reach(1 - player, place.node))
        return HandTable(
            kind, line, show_cards(board), PLAYERS[player], list(names),
            np.asarray(to[view.board.combos[player]]), reach, weight, np.asarray(data),
        )  # fmt: skip

    def _player(self, place: Place, player: str | int | None, line: str) -> int:
        if player is None:
            node = self.engine.tree.nodes[place.node]
            return node.player if node.kind == "act" else 0
        known = {"oop": 0, "ip": 1, "0": 0, "1": 1}
        name = str(player).strip().lower()
        if name not in known:
            raise ParameterError(f"player={player!r}; expected 'oop' or 'ip'")
        return known[name]

    def strategy(self, line: str = "") -> HandTable:
        """How the player to act plays each hand after a line: probabilities by action."""
        place, view, to = self._at(line)
        node = self.engine.tree.nodes[place.node]
        if node.kind != "act":
            raise ParameterError(
                f"line {line!r} ends the hand ({node.kind}); give a line that ends before a decision"
            )
        names = [show_action(self.engine.tree, node, a) for a in node.actions]
        return self._table("strategy", line, node.player, place, view, to, names, view.strategy(place.node).T)

    def ev(self, line: str = "", player: str | int | None = None) -> HandTable:
        """Expected chips of each hand from a line on, the share of the pot included.

        Chips already bet are not counted as lost. For the player to act unless `player` says "oop" or "ip".
        """
        place, view, to = self._at(line)
        who = self._player(place, player, line)
        return self._table("ev", line, who, place, view, to, ["ev"], view.value(who, place.node)[:, None])

    def action_evs(self, line: str = "") -> HandTable:
        """Expected chips of each action of each hand, for the player to act."""
        place, view, to = self._at(line)
        node = self.engine.tree.nodes[place.node]
        names = [show_action(self.engine.tree, node, a) for a in node.actions]
        return self._table(
            "action evs", line, node.player, place, view, to, names, view.action_values(place.node).T
        )

    def equity(self, line: str = "", player: str | int | None = None) -> HandTable:
        """Each hand's equity against the opponent's range after a line."""
        place, view, to = self._at(line)
        who = self._player(place, player, line)
        opponent = np.zeros(NUM_HANDS)
        opponent[view.board.combos[1 - who]] = view.reach(1 - who, place.node)
        beats, meets = (x[view.board.combos[who]] for x in equities(view.board.cards, opponent))
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(meets > 0, 0.5 + 0.5 * beats / meets, np.nan)
        return self._table("equity", line, who, place, view, to, ["equity"], share[:, None])

    def lines(self, line: str = "") -> list[str]:
        """The actions after a line, as words that can be appended to it."""
        node = self.engine.tree.nodes[find_line(self.engine.tree, line).node]
        return [str(a) for a in node.actions]

    def save(self, path: str | Path, *, is_resumable: bool = False) -> None:
        """Write the solve to a file; with `is_resumable` its regrets too, twice the size, so that it can go on."""
        from tianji.holdem.files.solves import save_solution

        save_solution(path, self, is_resumable)

    @staticmethod
    def load(path: str | Path) -> Solution:
        """A solve from a file; its arrays are read when they are asked for."""
        from tianji.holdem.files.solves import load_solution

        return load_solution(path)

    def __repr__(self) -> str:
        return (
            f"Solution({self.spot.board}, exploitability {self.exploitability_pct:.3g}% of pot, "
            f"values {self.values[0]:.4g} and {self.values[1]:.4g}, {self.iterations} iterations, {self.seconds:.3g} s)"
        )

    def _repr_html_(self) -> str:
        return f"<p>{self!r}</p>" + self.strategy("")._repr_html_()
