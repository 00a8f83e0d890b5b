"""A hand of a hold'em solve played through all its streets, at the desk: every decision graded where it is made.

Both hands are drawn from the ranges of the spot, the cards from what is left of the deck, and the other player acts by
the solve. What leaves this module before the hand has ended is a function of what the seat knows, as at a table.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tianji.errors import NotApplicableError, ParameterError

if TYPE_CHECKING:
    from tianji.holdem import Solution

RESULT = "result.tianji"
RARE = 0.01  # of a hand that the solve brings here less often its mixture says little
SEATS = ("oop", "ip")


def whole_hand(folder: str, seed: int, seat: int, moves: list[int]) -> Any:
    """The hand of that seed after one's own `moves`: what the seat sees, and every decision so far with its loss."""
    from tianji.studio.holdem.reader import opened

    path = Path(folder) / RESULT
    if not path.is_file():
        raise NotApplicableError("whole hands are played of a hold'em solve; this deck is of something else")
    return WholeHand(opened(str(path), path.stat().st_mtime_ns), seed, seat).play(moves)


class WholeHand:
    """One hand: cards that follow from its seed, and play that follows from the solve."""

    def __init__(self, solution: Solution, seed: int, seat: int) -> None:
        self.solution, self.tree, self.seed, self.seat = solution, solution.backend.tree, seed, seat
        self.cards = list(solution.spot.cards)
        self.hands = self._dealt()
        self.line: list[str] = []
        self.log: list[dict[str, Any]] = []
        self.decisions: list[dict[str, Any]] = []

    def _dealt(self) -> list[int]:
        """Both hands, each pair as often as the ranges hold it."""
        from tianji.poker.cards import hand_cards

        draw = random.Random(f"{self.seed}/hands")
        ranges = self.solution.node("", values=False).ranges
        first, second = (ranges[name] for name in SEATS)
        one = int(draw.choices(first.hands, first.weight.tolist())[0])
        mine = hand_cards()[one]
        meets = [not set(hand_cards()[hand]) & set(mine) for hand in second.hands]
        return [one, int(draw.choices(second.hands, (second.reach * meets).tolist())[0])]

    def play(self, moves: list[int]) -> dict[str, Any]:
        """Follow the moves; where they end the seat is to act, or the hand is over."""
        number, waiting = 0, list(moves)
        while (node := self.tree.nodes[number]).kind in ("act", "deal"):
            if node.kind == "deal":
                self._deal()
                number = node.children[0]
                continue
            is_mine = node.player == self.seat
            if is_mine and not waiting:
                return self._view(number)
            taken = self._mine(node, waiting.pop(0)) if is_mine else self._theirs(node)
            self.log.append({"who": node.player, "text": self._names(number)[taken]})
            self.line.append(str(node.actions[taken]))
            number = node.children[taken]
        if waiting:
            raise ParameterError("the hand is over; deal the next one")
        return self._view(number)

    def _deal(self) -> None:
        from tianji.poker.cards import hand_cards, show_card

        held = {int(card) for hand in self.hands for card in hand_cards()[hand]}
        left = [card for card in range(52) if card not in held and card not in self.cards]
        card = random.Random(f"{self.seed}/card {len(self.cards)}").choice(left)
        self.cards.append(card)
        self.line.append(show_card(card))
        self.log.append({"who": -1, "text": show_card(card)})

    def _names(self, number: int) -> list[str]:
        from tianji.holdem.spot.lines import show_action

        node = self.tree.nodes[number]
        return [show_action(self.tree, node, action) for action in node.actions]

    def _row(self, table: Any, player: int) -> int:
        return int((table.hands == self.hands[player]).argmax())

    def _theirs(self, node: Any) -> int:
        table = self.solution.strategy(", ".join(self.line))
        draw = random.Random(f"{self.seed}/act {len(self.line)}")
        return draw.choices(range(len(node.actions)), table.data[self._row(table, node.player)])[0]

    def _mine(self, node: Any, action: int) -> int:
        """A decision of one's own: what every action is worth, and how well the solve itself does there."""
        import numpy as np

        if not 0 <= action < len(node.actions):
            raise ParameterError(f"action {action}: expected 0 to {len(node.actions) - 1}")
        line = ", ".join(self.line)
        mix, worth = self.solution.strategy(line), self.solution.action_evs(line)
        shares, values = (
            table.data[self._row(table, self.seat)].astype(np.float64) for table in (mix, worth)
        )
        is_rare = bool(mix.reach[self._row(mix, self.seat)] < RARE)
        own = 0.0 if is_rare else float(values.max() - shares @ values)
        self.decisions.append({
            "line": line, "actions": worth.columns, "chosen": action, "shares": shares.tolist(),
            "values": values.tolist(), "loss": float(values.max() - values[action]), "rare": is_rare,
            "error": max(own, float(self.solution.exploitability)), "pot": self._pot(node),
        })  # fmt: skip
        return action

    def _pot(self, node: Any) -> float:
        return float(self.tree.pot + sum(self.tree.invested(node)))

    def _view(self, number: int) -> dict[str, Any]:
        from tianji.poker.cards import hand_names, show_cards

        node, me = self.tree.nodes[number], self.seat
        put, is_over = self.tree.invested(node), node.kind != "act"
        return {
            "seat": me, "cards": hand_names()[self.hands[me]], "start": len(self.solution.spot.cards),
            "board": show_cards(self.cards), "line": ", ".join(self.line), "log": self.log, "over": is_over,
            "pot": self._pot(node), "behind": [self.tree.stack - put[me], self.tree.stack - put[1 - me]],
            "to_call": max(0.0, put[1 - me] - put[me]), "actions": [] if is_over else self._names(number),
            "decisions": self.decisions, "end": self._end(node) if is_over else None,
        }  # fmt: skip

    def _end(self, node: Any) -> dict[str, Any]:
        """How a hand ended: chips won from here on as values tell them, the whole pot against what was put in."""
        from tianji.poker.cards import hand_cards, hand_names, show_cards
        from tianji.poker.ranks import rank

        me, half = self.seat, self.tree.pot / 2
        pays = self.tree.payoff(node, self.solution.spot.rake)[me]
        if node.kind == "fold":
            won = float(node.player != me)
            return {"how": "fold", "won": won, "theirs": None, "payoff": (pays[0] if won else pays[1]) + half}
        while len(self.cards) < 5:  # all chips are in
            self._deal()
        ranks = [
            rank(show_cards([*(int(card) for card in hand_cards()[hand]), *self.cards]))
            for hand in self.hands
        ]
        mine, other = ranks[me], ranks[1 - me]
        won = 0.5 if mine == other else float(mine < other)
        payoff = won * pays[0] + (1 - won) * pays[1] + half
        theirs = hand_names()[self.hands[1 - me]]
        return {
            "how": "showdown",
            "won": won,
            "theirs": theirs,
            "payoff": payoff,
            "board": show_cards(self.cards),
        }


QUESTIONS: dict[str, Callable[..., Any]] = {"whole_hand": whole_hand}
