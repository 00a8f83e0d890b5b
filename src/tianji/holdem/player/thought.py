"""Thought: what a player found out about one decision; HandDecision: the same as an answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from tianji.arena.acpc import MatchState
from tianji.arena.baselines import HandAgent, RuleAgent
from tianji.arena.rows import has_rows, ranges_at, row_of, rows_of
from tianji.core.arguments import checked
from tianji.core.result import Result
from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError, quote
from tianji.holdem.answer.tables import HandTable
from tianji.poker.cards import NUM_HANDS, cell_names, hand_index, show_cards
from tianji.poker.equity import equities
from tianji.poker.hand import HandState
from tianji.poker.words import show_action
from tianji.run.report import Progress
from tianji.run.stopping import Stop

WHOSE = ("us", "them")


@dataclass(frozen=True)
class Thought:
    """What a player found out about one decision.

    probabilities: by action, of the hand held. ev: by action, expected chips of the hand held from here on, those in
    the pot not counted as lost; None where it is not known. source: "blueprint", "translated" (a blueprint, after a
    size it does not know), "search", "fallback" (what was left when neither had an answer), or "rule" (a baseline).
    exploitability_pct: of the solve, in percent of its pot; min_margin: the least margin of its gate, in chips.
    us, them: `[1326]` what both may hold, to scale 1.
    """

    action: str
    probabilities: dict[str, float]
    source: str
    us: FloatArray = field(repr=False)
    them: FloatArray = field(repr=False)
    ev: dict[str, float] | None = None
    exploitability_pct: float | None = None
    min_margin: float | None = None
    iterations: int = 0
    note: str = ""


@runtime_checkable
class Thinker(Protocol):
    """A player that takes its time over a decision, and can say how it came to it."""

    def think(
        self,
        told: MatchState,
        rng: random.Random,
        *,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop = None,
    ) -> Thought:
        """The decision at `told`; stopped early, with the best found so far."""


@runtime_checkable
class HoldingAgent(Protocol):
    """A player that has a mix for a hand with which it would not have come here."""

    def rows_holding(self, state: HandState, hand: int) -> Mapping[str, FloatArray]:
        """The rows at `state`, among them one for `hand`, whoever has chosen the actions so far."""


@dataclass(frozen=True)
class HandDecision(Result):
    """What a player does in one place of a hand, why, and how sure it is; see `Thought` for the fields."""

    action: str
    probabilities: dict[str, float]
    ev: dict[str, float] | None
    source: str
    exploitability_pct: float | None
    min_margin: float | None
    iterations: int
    seconds: float
    seat: int
    betting: str
    board: str
    note: str = ""
    us: FloatArray = field(repr=False, default_factory=lambda: np.ones(NUM_HANDS))
    them: FloatArray = field(repr=False, default_factory=lambda: np.ones(NUM_HANDS))

    @checked
    def range(self, who: str) -> HandTable:
        """What "us" or "them" may hold here, hand by hand and as a 13×13 grid: 1 for the likeliest hand."""
        if who not in WHOSE:
            raise ParameterError(f"range of {quote(who)}; expected 'us' or 'them'")
        return range_table(self.us if who == "us" else self.them, who, self.betting, self.board)

    def to_dict(self) -> dict[str, Any]:
        """The decision with both ranges as grids: 13 rows of 13, pairs on the diagonal, suited above it, aces first."""
        return {**super().to_dict(), "us": cells(self.range("us")), "them": cells(self.range("them"))}


def range_table(reach: FloatArray, who: str, betting: str, board: str) -> HandTable:
    """A range as a table of the hands in it."""
    held = np.flatnonzero(reach > 0)
    weight = reach[held] / (float(reach.max()) or 1.0)
    return HandTable(
        "range", betting, board, who, ["weight"], held, weight, np.ones(len(held)), weight[:, None]
    )


def mix_table(
    rows: Mapping[str, FloatArray], state: HandState, reach: FloatArray, other: FloatArray
) -> HandTable:
    """The rows of a decision as a table: one column an action, in the words of `poker.words`, the hands of `reach`."""
    held = np.flatnonzero(reach > 0)
    names = {action: show_action(state, action) for action in rows}
    data = np.stack([row[held] for row in rows.values()], axis=1)
    met = (
        equities(list(state.board), other)[1][held]
        if len(state.board) == 5
        else np.full(len(held), other.sum())
    )
    who = "button" if state.player == 1 else "big blind"
    board = show_cards(state.board) or "no board"
    return HandTable(
        "strategy", state.betting_text, board, who, list(names.values()), held, reach[held], reach[held] * met, data
    )  # fmt: skip


def cells(table: HandTable) -> list[list[float]]:
    """The weights of a range by class, as the grid is drawn."""
    grid = table.grid()
    return [[round(grid.get(name, (0.0, []))[0], 6) for name in names] for names in cell_names()]


def plain_thought(agent: HandAgent, told: MatchState, rng: random.Random) -> Thought:
    """The decision of a player that answers at once: its action, with its mix and ranges where it has rows."""
    action, state = agent.act(told, rng), told.state
    if not has_rows(agent):
        held = [np.ones(NUM_HANDS), np.ones(NUM_HANDS)]
        return Thought(action, {action: 1.0}, "rule", held[0], held[1], note=f"{agent.name} tells no mix")
    hand = hand_index(*state.hole[told.seat])
    rows = rows_of(agent, state)
    mix = {name: float(row[hand]) for name, row in rows.items() if row[hand] > 0}
    if action not in mix and action[:1] not in mix:
        mix[action] = float(row_of(rows, action)[hand])
    reach = ranges_at([agent, agent], state)
    source = "rule" if isinstance(agent, RuleAgent) else "blueprint"
    node_of = getattr(agent, "node_of", None)
    if node_of is not None and node_of(state)[1]:
        source = "translated"
    return Thought(action, mix, source, reach[told.seat], reach[1 - told.seat])


def decision(found: Thought, told: MatchState, seconds: float, note: str) -> HandDecision:
    """A thought as the answer that is shown; an action that is not legal is mended, and told."""
    state = told.state
    why = state.why_illegal(found.action)
    action, source = state.mended(found.action), "fallback" if why else found.source
    wrong = f"{quote(found.action)} is not legal: {why}; {action} instead" if why else ""
    return HandDecision(
        action, dict(found.probabilities), found.ev, source, found.exploitability_pct, found.min_margin,
        found.iterations, seconds, told.seat, state.betting_text, show_cards(state.board),
        "; ".join(filter(None, (wrong, found.note, note))), found.us, found.them,
    )  # fmt: skip
