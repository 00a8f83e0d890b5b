"""Decisions before the flop, priced by the values of a blueprint: no solve reaches that far."""

from __future__ import annotations

from math import sqrt

import numpy as np

from tianji.arena.baselines import HandAgent
from tianji.arena.record import RecordedHand
from tianji.arena.rows import ranges_at, rows_of
from tianji.holdem.player.reviewed import Reviewed
from tianji.holdem.player.spots import taken_for
from tianji.holdem.player.thought import mix_table
from tianji.poker.cards import hand_index, show_cards
from tianji.poker.hand import STREETS, HandState
from tianji.poker.words import show_action

NEAREST = "before the flop, by the values of the base; sizes it does not know count as the nearest it has"


def knows_values(base: HandAgent) -> bool:
    """Whether a player says what its actions are worth, and how exactly."""
    return hasattr(base, "action_values") and hasattr(base, "value_error")


def price_preflop(record: RecordedHand, base: HandAgent, seats: list[int]) -> tuple[list[Reviewed], int]:
    """The decisions of some seats before the flop, and how many the base knows nothing about.

        loss = max_a v(a) − v(taken),   v: the base's values of the hand held, if both play as the base does afterwards

    No action is worth less than the chips it puts in: one can fold the rest. A loss below the error of a difference of
    two values counts as 0.
    """
    found, unknown = [], 0
    for at, action in record.state.steps():
        if at.street > 0 or at.player not in seats:
            continue
        row = _priced(record, base, at, action)
        unknown += row is None
        found += [] if row is None else [row]
    return found, unknown


def _priced(record: RecordedHand, base: HandAgent, at: HandState, action: str) -> Reviewed | None:
    seat, hole = at.player, record.state.hole[at.player]
    if len(hole) != 2 or base.node_of(at)[0] < 0:  # type: ignore[attr-defined] # a blueprint's
        return None
    hand, rows = hand_index(*hole), rows_of(base, at)
    worth = base.action_values(at)  # type: ignore[attr-defined]
    taken = taken_for(action, list(worth), at)
    if taken is None:
        return None
    names = {name: show_action(at, name) for name in worth}
    evs = {names[name]: float(values[hand]) + at.spent[seat] for name, values in worth.items()}
    evs[names[taken]] = max(evs[names[taken]], float(at.spent[seat] - at.act(action).spent[seat]))
    plays = {names[name]: float(rows[name][hand]) for name in worth}
    best = max(evs, key=lambda name: evs[name])
    lost = evs[best] - evs[names[taken]]
    unit = at.rules.big_blind / base.rules.big_blind  # type: ignore[attr-defined]
    error = sqrt(2) * unit * base.value_error[0]  # type: ignore[attr-defined]
    loss, pot = (lost if lost > error else 0.0), float(at.pot)
    ours, theirs = (ranges_at([base, base], at)[k] for k in (seat, 1 - seat))
    grid = mix_table(rows, at, np.maximum(ours, 1e-9), theirs) if loss > 0 else None
    return Reviewed(
        record.name, record.names[seat], "oop" if seat == 0 else "ip", STREETS[0], show_cards(hole), "",
        at.betting_text, names[taken], best, pot, loss, loss / at.rules.big_blind, 100 * loss / pot, error, evs, plays,
        grid,
    )  # fmt: skip
