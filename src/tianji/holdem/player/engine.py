"""A player of hold'em over JSON: one object a line in, one out."""

from __future__ import annotations

import json
from typing import Any

from tianji.arena.baselines import HandAgent, hand_agent
from tianji.core.result import finite
from tianji.errors import ParameterError, quote
from tianji.holdem.player.player import Hand, Player
from tianji.holdem.player.thought import cells
from tianji.poker.cards import show_cards
from tianji.poker.rules import HandRules
from tianji.run.report import Report
from tianji.run.stopping import Stop
from tianji.search.engines.json_lines import Commands, JsonLines
from tianji.search.engines.lines import Write


class HandEngine(JsonLines):
    """One JSON object a line in, one out; `id` is echoed, errors are answers, `stop` and `quit` are heard at any time.

    {"id": 1, "do": "new", "blinds": [50, 100], "stacks": [20000, 20000]}   → where the hand stands
    {"do": "cards", "seat": 1, "hole": "AhKd"}  {"do": "board", "cards": "Ks7h2d"}  {"do": "act", "action": "r300"}
    {"do": "think", "seconds": 3}     → {"partial": true, "iterations": …, "exploitability_pct": …} …, then the decision
    {"do": "ranges"}                  → us and them, 13 rows of 13
    {"do": "show"} {"do": "undo"} {"do": "stop"} {"do": "quit"}

    Blinds are small and big; stacks are by seat, 0 the big blind, 1 the button. Whoever is to act acts.
    """

    def __init__(
        self, who: str | HandAgent = "call", write: Write = lambda _: None, *, seed: int = 0
    ) -> None:
        super().__init__(write)
        self.player = Player(hand_agent(who), seed=seed)
        self.hand: Hand = self.player.new_hand(1)

    def commands(self) -> Commands:
        """The hand, and what the player makes of it."""
        return {
            "new": (self._new, ("blinds", "stacks", "hand")), "cards": (self._cards, ("seat", "hole")),
            "board": (self._board, ("cards",)), "act": (self._act, ("action",)), "undo": (self._undo, ()),
            "show": (self._state, ()), "ranges": (self._ranges, ()), "think": (self._think, None),
        }  # fmt: skip

    def _new(
        self, blinds: Any = (50, 100), stacks: Any = (20_000, 20_000), hand: Any = None
    ) -> dict[str, Any]:
        for name, value in (("blinds", blinds), ("stacks", stacks)):
            if not isinstance(value, (list, tuple)) or len(value) != 2:
                raise ParameterError(
                    f"engine: {name}={quote(value)}; expected two whole numbers, such as {[50, 100]}"
                )
        rules = HandRules(tuple(stacks), (blinds[1], blinds[0]))
        if not 0 < blinds[0] <= blinds[1] <= min(stacks):
            raise ParameterError(
                f"engine: blinds {quote(blinds)}, stacks {quote(stacks)}; expected small ≤ big ≤ stacks, above 0"
            )
        self.player = Player(self.player.agent, rules=rules, seed=self.player.seed)
        self.hand = self.player.new_hand(1, hand=self.hand.number + 1 if hand is None else hand)
        return self._state()

    def _cards(self, seat: Any = None, hole: Any = None) -> dict[str, Any]:
        made = self.player.new_hand(seat, hand=self.hand.number)
        made.states = self.hand.states
        self.hand = made.hold(hole)
        return self._state()

    def _board(self, cards: Any = None) -> dict[str, Any]:
        self.hand.deal(cards)
        return self._state()

    def _act(self, action: Any = None) -> dict[str, Any]:
        if self.hand.state.player == self.hand.seat and action is not None:
            self.hand.act(action)
        else:
            self.hand.opponent(action)
        return self._state()

    def _undo(self) -> dict[str, Any]:
        self.hand.undo()
        return self._state()

    def _ranges(self) -> dict[str, Any]:
        return {who: cells(self.hand.range(who)) for who in ("us", "them")}

    def _state(self) -> dict[str, Any]:
        hand, state = self.hand, self.hand.state
        out: dict[str, Any] = {
            "hand": hand.number, "seat": hand.seat, "hole": show_cards(state.hole[hand.seat]),
            "board": show_cards(state.board), "betting": state.betting_text, "pot": state.pot,
            "behind": list(state.behind), "player": state.player, "over": state.is_over, "cards_due": state.cards_due,
        }  # fmt: skip
        if not state.is_over:
            out["legal"] = dict(state.legal()._asdict())
        if self.player.note:
            out["note"] = self.player.note
        return out

    def _think(self, stop: Stop, request: dict[str, Any]) -> dict[str, Any]:
        name = request.pop("id", None)
        for field in request:
            if field != "seconds":
                raise ParameterError(f"engine: 'think' does not take {quote(field)}")

        def tell(report: Report) -> None:
            gap = None if report.gap is None or not report.gap_of else 100 * report.gap / report.gap_of
            row = {
                "partial": True,
                "iterations": report.done,
                "exploitability_pct": gap,
                "seconds": report.seconds,
            }
            self.write(json.dumps(finite(row if name is None else {"id": name, **row})))

        return self.hand.decide(seconds=request.get("seconds"), progress=tell, stop=stop).to_dict()
