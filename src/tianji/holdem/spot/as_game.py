"""A spot as a `Game`, for the generic solvers: the proof of the special one, and the door to every other method."""

from __future__ import annotations

from array import array
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
    _strength: dict[tuple[int, ...], array[int]]
    _texts: dict[int, tuple[str, ...]]
    _payoffs: dict[int, tuple[tuple[float, float], tuple[float, float]]]
    _players: list[int]  # by node: who acts there once hands are dealt

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
        held = [frozenset(two) for two in hand_cards().tolist()]
        for a in board.combos[0].tolist():
            for b in board.combos[1].tolist():
                if held[a].isdisjoint(held[b]):
                    pairs.append(((a, b), float(weights[0][a] * weights[1][b])))
        total = sum(weight for _, weight in pairs)
        acts = {"deal": CHANCE, "act": None}
        players = [
            node.player if (who := acts.get(node.kind, TERMINAL)) is None else who for node in tree.nodes
        ]
        vars(self).update(  # a frozen dataclass may be built on it
            tree=tree, cards=cards, rake=rake, deck=deck, _strength={}, _texts={}, _payoffs={}, _players=players,
            pairs=[(pair, weight / total) for pair, weight in pairs],
        )  # fmt: skip

    def initial(self) -> SpotState:
        """Before the deal."""
        return SpotState()

    def player(self, s: SpotState) -> int:
        """Who acts."""
        return self._players[s.node] if s.hands else CHANCE

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
        hands, number, cards = s
        if not hands:
            return SpotState(action, number, cards)
        children = self.tree.nodes[number].children
        if self._players[number] == CHANCE:
            return SpotState(hands, children[0], (*cards, *action))
        return SpotState(hands, children[self.texts(number).index(action)], cards)

    def texts(self, number: int) -> tuple[str, ...]:
        """The actions of a betting node, as they are called."""
        found = self._texts.get(number)
        if found is None:
            found = self._texts[number] = tuple(self.called(self.tree.nodes[number]))
        return found

    def called(self, node: BettingNode) -> list[str]:
        """What the actions of a node are called: "bet 200"."""
        return [str(a) for a in node.actions]

    def utility(self, s: SpotState) -> tuple[float, float]:
        """Chips back less chips put in, less half the starting pot."""
        node = self.tree.nodes[s.node]
        payoffs = self._payoffs.get(s.node)
        if payoffs is None:
            payoffs = self._payoffs[s.node] = self.tree.payoff(node, self.rake)
        (win_0, lose_0), (win_1, lose_1) = payoffs
        if node.kind == "fold":
            return (lose_0, win_1) if node.player == 0 else (win_0, lose_1)
        by_hand = self._strength.get(s.cards)
        if by_hand is None:  # Python's own numbers: quicker to compare than NumPy's
            by_hand = self._strength[s.cards] = array("q", strength([*self.cards, *s.cards]).tobytes())
        first, second = by_hand[s.hands[0]], by_hand[s.hands[1]]
        if first == second:
            return (win_0 + lose_0) / 2, (win_1 + lose_1) / 2
        return (win_0, lose_1) if first > second else (lose_0, win_1)

    def information(self, s: SpotState, player: int) -> tuple[Any, ...]:
        """A player's own hand, the betting and the board."""
        hand = hand_names()[s.hands[player]] if s.hands else ""
        return hand, s.node, s.cards

    def stage(self, s: SpotState) -> str | None:
        """The street's name right after its cards."""
        node = self.tree.nodes[s.node]
        is_dealt = bool(s.hands) and node.parent >= 0 and self.tree.nodes[node.parent].kind == "deal"
        return STREETS[len(self.cards) + len(s.cards)] if is_dealt else None

    def describe(self, s: SpotState, action: Any) -> str:
        """Who gets which hand; the cards of a street; checks, calls, folds, bets or raises to how much."""
        if not s.hands:
            return "; ".join(f"player {p} is dealt {hand_names()[h]}" for p, h in enumerate(action))
        if self._players[s.node] == CHANCE:
            street = STREETS[len(self.cards) + len(s.cards) + len(action)]
            return f"the {street} is {show_cards(action)}"
        move = self.tree.nodes[s.node].actions[self.texts(s.node).index(action)]
        return f"{move.verb}s{' to' * (move.verb == 'raise')}{f' {move.total:g}' if move.total else ''}"

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
