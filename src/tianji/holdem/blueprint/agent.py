"""BlueprintAgent: a blueprint at the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tianji.arena.acpc import MatchState
from tianji.core.arguments import checked
from tianji.core.strategy import FloatArray
from tianji.holdem.blueprint.store import Blueprint, shipped
from tianji.poker.cards import hand_index, show_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

SUFFIX = ".blueprint"
TINY = "tiny"  # the name of the blueprint that comes with the package


class BlueprintAgent:
    """Plays a blueprint, hand by hand: a `HandAgent`, and a `RowAgent` for those who measure it.

    Bets that the tree does not know are drawn for a neighbour once a hand, from the hand's number and the cards held.
    """

    @checked
    def __init__(self, blueprint: Blueprint, name: str = "") -> None:
        self.blueprint = blueprint
        self.name = name or blueprint.name
        if blueprint.worth is not None:  # what takes luck out of its matches
            self.values = blueprint.values
            self.action_values = blueprint.action_values
            self.value_error = blueprint.worth.error

    @property
    def rules(self) -> HandRules:
        """The table it was made for."""
        return self.blueprint.menu.rules

    @property
    def facts(self) -> dict[str, Any]:
        """How it came about, and how large it is."""
        return self.blueprint.to_dict()

    def node_of(self, state: HandState) -> tuple[int, bool]:
        """The decision of its tree that a hand has come to, and whether a bet was translated on the way."""
        return self.blueprint.node_of(state)

    def rows(self, state: HandState) -> dict[str, FloatArray]:
        """Action → `[1326]` probabilities by hand, bets taken for the nearest that the tree knows."""
        return self.blueprint.rows(state)

    def rows_on(self, state: HandState, boards: Sequence[tuple[int, ...]]) -> list[dict[str, FloatArray]]:
        """The rows after one betting on several boards."""
        return self.blueprint.rows_on(state, boards)

    def act(self, told: MatchState, rng: random.Random) -> str:
        """An action drawn from the row of the hand held."""
        held = told.state.hole[told.seat]
        rows = self.blueprint.rows(told.state, f"{told.hand}:{show_cards(held)}")
        hand = hand_index(*held)
        return rng.choices(list(rows), [float(row[hand]) for row in rows.values()])[0]


def read_player(text: str) -> BlueprintAgent | None:
    """`tiny`, which comes with the package, or the player in a blueprint's file; None where the text names neither."""
    if text != TINY and Path(text).suffix != SUFFIX:
        return None
    return BlueprintAgent(read_blueprint(text), Path(text).stem)


def read_blueprint(text: str) -> Blueprint:
    """The blueprint that every command means by a text: `tiny`, which comes with the package, or a file.

    >>> read_blueprint("tiny").entries
    58763
    """
    return shipped() if text == TINY else Blueprint.load(text)
