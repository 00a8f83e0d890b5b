"""A spot as a `Game`, for the generic solvers: the proof of the special one, and the door to every other method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.holdem.spot.boards import root_board, strength
from tianji.holdem.spot.spot import Spot
from tianji.poker.cards import hand_cards, hand_names, show_cards


class SpotState(NamedTuple):
    """Hands of both players (none before the deal), the betting node, the cards dealt since the start."""

    hands: tuple[int, ...] = ()
    node: int = 0
    cards: tuple[int, ...] = ()


class SpotGame(Game[SpotState, Any]):
    """A spot with its hands dealt by chance; only for small ranges, or later streets.

    >>> import tianji as tj
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> solution = tj.solve(SpotGame(spot), "lp")
    >>> [round(value + 50, 4) for value in solution.values]
    [75.0, 25.0]
    """

    def __init__(self, spot: Spot) -> None:
        self.spot, self.tree = spot, spot.tree()
        board = root_board(spot.cards, spot.weights)
        pairs: list[tuple[tuple[int, int], float]] = []
        for a in board.combos[0]:
            for b in board.combos[1]:
                if len({*hand_cards()[a].tolist(), *hand_cards()[b].tolist()}) == 4:
                    pairs.append(((int(a), int(b)), float(spot.weights[0][a] * spot.weights[1][b])))
        total = sum(weight for _, weight in pairs)
        self.pairs = [(pair, weight / total) for pair, weight in pairs]
        self._strength: dict[tuple[int, ...], Any] = {}

    @property
    def spec(self) -> str:
        """The name it is shown and saved under."""
        return f"holdem({self.spot.board})"

    def initial(self) -> SpotState:
        """Before the deal."""
        return SpotState()

    def player(self, s: SpotState) -> int:
        """Who acts."""
        node = self.tree.nodes[s.node]
        if not s.hands or node.kind == "deal":
            return CHANCE
        return node.player if node.kind == "act" else TERMINAL

    def actions(self, s: SpotState) -> Sequence[Any]:
        """Actions of the betting node, by their text."""
        return [str(a) for a in self.tree.nodes[s.node].actions]

    def chances(self, s: SpotState) -> Sequence[tuple[Any, float]]:
        """Pairs of hands, then single cards."""
        if not s.hands:
            return self.pairs
        used = {*self.spot.cards, *s.cards, *(c for h in s.hands for c in hand_cards()[h].tolist())}
        left = [c for c in range(52) if c not in used]
        return [(c, 1 / len(left)) for c in left]

    def result(self, s: SpotState, action: Any) -> SpotState:
        """The state after an action or a deal."""
        if not s.hands:
            return s._replace(hands=action)
        node = self.tree.nodes[s.node]
        if node.kind == "deal":
            return s._replace(node=node.children[0], cards=(*s.cards, action))
        return s._replace(node=node.children[[str(a) for a in node.actions].index(action)])

    def utility(self, s: SpotState) -> tuple[float, float]:
        """Chips back less chips put in, less half the starting pot."""
        node = self.tree.nodes[s.node]
        (win_0, lose_0), (win_1, lose_1) = self.tree.payoff(node, self.spot.rake)
        if node.kind == "fold":
            return (lose_0, win_1) if node.player == 0 else (win_0, lose_1)
        board = (*self.spot.cards, *s.cards)
        if board not in self._strength:
            self._strength[board] = strength(list(board))
        order = int(np.sign(self._strength[board][s.hands[0]] - self._strength[board][s.hands[1]]))
        if order == 0:
            return (win_0 + lose_0) / 2, (win_1 + lose_1) / 2
        return (win_0, lose_1) if order > 0 else (lose_0, win_1)

    def information(self, s: SpotState, player: int) -> tuple[Any, ...]:
        """A player's own hand, the betting and the board."""
        hand = hand_names()[s.hands[player]] if s.hands else ""
        return hand, s.node, s.cards

    def show(self, s: SpotState) -> str:
        """Hands, board and line."""
        hands = " ".join(hand_names()[h] for h in s.hands)
        return f"{hands} | {self.spot.board}{show_cards(s.cards)} | {self.tree.line(s.node)}"
