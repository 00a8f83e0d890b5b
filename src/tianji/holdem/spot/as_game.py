"""A spot as a `Game`, for the generic solvers: the proof of the special one, and the door to every other method."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.holdem.spot.boards import root_board, strength
from tianji.holdem.spot.spot import Spot
from tianji.holdem.spot.tree import BettingNode, BettingTree
from tianji.poker.cards import hand_cards, hand_names, show_cards

STREETS = {3: "flop", 4: "turn", 5: "river"}  # by cards on the board

FloatArray = npt.NDArray[np.float64]


class SpotState(NamedTuple):
    """Hands of both players (none before the deal), the betting node, the cards dealt since the start."""

    hands: tuple[int, ...] = ()
    node: int = 0
    cards: tuple[int, ...] = ()


class BettingGame(Game[SpotState, Any]):
    """A betting tree with both hands dealt by chance, and cards at its deals; base of the games below.

    cards: on the board from the start; weights: `[1326]` a player; deck: what can be dealt.
    """

    tree: BettingTree
    cards: list[int]
    rake: tuple[float, float]
    deck: Sequence[int]
    pairs: list[tuple[tuple[int, int], float]]
    _strength: dict[tuple[int, ...], Any]
    _texts: dict[int, list[str]]

    def __init__(
        self,
        tree: BettingTree,
        cards: list[int],
        weights: Sequence[FloatArray],
        rake: tuple[float, float] = (0.0, 0.0),
        deck: Sequence[int] = range(52),
    ) -> None:
        board = root_board(cards, (weights[0], weights[1]))
        pairs: list[tuple[tuple[int, int], float]] = []
        for a in board.combos[0]:
            for b in board.combos[1]:
                if len({*hand_cards()[a].tolist(), *hand_cards()[b].tolist()}) == 4:
                    pairs.append(((int(a), int(b)), float(weights[0][a] * weights[1][b])))
        total = sum(weight for _, weight in pairs)
        vars(self).update(  # a frozen dataclass may be built on it
            tree=tree, cards=cards, rake=rake, deck=deck, _strength={}, _texts={},
            pairs=[(pair, weight / total) for pair, weight in pairs],
        )  # fmt: skip

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
        return self.texts(s.node)

    def chances(self, s: SpotState) -> Sequence[tuple[Any, float]]:
        """Pairs of hands, then a flop, or a single card."""
        if not s.hands:
            return self.pairs
        used = {*self.cards, *s.cards, *(c for h in s.hands for c in hand_cards()[h].tolist())}
        left = [c for c in self.deck if c not in used]
        deals = list(combinations(left, 1 if self.cards or s.cards else 3))
        return [(deal, 1 / len(deals)) for deal in deals]

    def result(self, s: SpotState, action: Any) -> SpotState:
        """The state after an action or a deal."""
        if not s.hands:
            return s._replace(hands=action)
        node = self.tree.nodes[s.node]
        if node.kind == "deal":
            return s._replace(node=node.children[0], cards=(*s.cards, *action))
        return s._replace(node=node.children[self.texts(s.node).index(action)])

    def texts(self, number: int) -> list[str]:
        """The actions of a betting node, as they are called."""
        if number not in self._texts:
            self._texts[number] = self.called(self.tree.nodes[number])
        return self._texts[number]

    def called(self, node: BettingNode) -> list[str]:
        """What the actions of a node are called: "bet 200"."""
        return [str(a) for a in node.actions]

    def utility(self, s: SpotState) -> tuple[float, float]:
        """Chips back less chips put in, less half the starting pot."""
        node = self.tree.nodes[s.node]
        (win_0, lose_0), (win_1, lose_1) = self.tree.payoff(node, self.rake)
        if node.kind == "fold":
            return (lose_0, win_1) if node.player == 0 else (win_0, lose_1)
        board = (*self.cards, *s.cards)
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

    def stage(self, s: SpotState) -> str | None:
        """The street's name right after its cards."""
        node = self.tree.nodes[s.node]
        is_dealt = bool(s.hands) and node.parent >= 0 and self.tree.nodes[node.parent].kind == "deal"
        return STREETS[len(self.cards) + len(s.cards)] if is_dealt else None

    def show(self, s: SpotState) -> str:
        """Hands, board and line."""
        hands = " ".join(hand_names()[h] for h in s.hands)
        return f"{hands} | {show_cards([*self.cards, *s.cards])} | {self.tree.line(s.node)}"


class SpotGame(BettingGame):
    """A spot with its hands dealt by chance; only for small ranges, or later streets.

    >>> import tianji as tj
    >>> spot = Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AcAh,QcJd", ip="KhKc", bets="100%", raises="")
    >>> solution = tj.solve(SpotGame(spot), "lp")
    >>> [round(value + 50, 4) for value in solution.values]
    [75.0, 25.0]
    """

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        super().__init__(spot.tree(), spot.cards, spot.weights, spot.rake)

    @property
    def spec(self) -> str:
        """The name it is shown and saved under."""
        return f"holdem({self.spot.board})"
