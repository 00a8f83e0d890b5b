"""What a player of hold'em does with every hand it could hold: rows by action, and the ranges they leave."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

import numpy as np

from tianji.arena.baselines import HandAgent
from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError, quote
from tianji.poker.cards import NUM_HANDS, blocked, holders
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

NEAR = 0.05  # of a stack in big blinds: so far off a player still knows its way


@runtime_checkable
class RowAgent(Protocol):
    """A player who can say what it does with every hand it could hold: what local best response needs to know."""

    def rows(self, state: HandState) -> Mapping[str, FloatArray]:
        """Action → `[1326]` probabilities of it by hand, for the player to act at `state`; they sum to 1 a hand.

        The action `r` stands for raises of any legal size, all alike.
        """


def has_rows(agent: HandAgent) -> bool:
    """Whether a player says what it does with every hand."""
    return isinstance(agent, RowAgent)


def require_rows(agent: HandAgent, needed_for: str) -> None:
    """Refuse a player that does not say what it does with every hand."""
    if not has_rows(agent):
        raise NotApplicableError(
            f"{quote(agent.name)} does not say what it does with every hand; {needed_for} needs rows()"
        )


def rows_of(agent: HandAgent, state: HandState) -> Mapping[str, FloatArray]:
    """The rows of a player who has them."""
    found: Mapping[str, FloatArray] = agent.rows(state)  # type: ignore[attr-defined] # isinstance takes 40 µs
    return found


def row_of(rows: Mapping[str, FloatArray], action: str) -> FloatArray:
    """`[1326]`: how likely an action is by hand; a raise of a size that is not named counts as `r`, if there is one."""
    row = rows.get(action)
    if row is None:
        row = rows.get(action[0])
    return np.zeros(NUM_HANDS) if row is None else row


def sized(action: str, state: HandState, rng: random.Random) -> str:
    """An action of a row as it is played: `r` becomes a raise of any legal size."""
    if action != "r" or state.rules.raise_sizes:
        return action
    legal = state.legal()
    return f"r{rng.randint(legal.least or 0, legal.most or 0)}"


@lru_cache(maxsize=1)
def card_holders() -> FloatArray:
    """`[52, 1326]`: 1 where a hand holds a card."""
    return holders().astype(np.float64)


def met(reach: FloatArray) -> FloatArray:
    """`[1326]`: how much of a range each hand can meet: what shares no card with it."""
    by_card = card_holders() @ reach
    found: FloatArray = reach.sum() - by_card @ card_holders() + reach
    return found


def ranges_at(agents: Sequence[HandAgent], state: HandState) -> list[FloatArray]:
    """`[seats, 1326]`: how likely each seat's player comes here with each hand, scaled to at most 1 after every action.

        reach(hand) ∝ Π over the seat's actions of P(action | hand)

    What no hand would do tells nothing: the range stays as it was.
    """
    found = [np.ones(NUM_HANDS) for _ in agents]
    for at, action in state.steps():
        seat = at.player
        after = found[seat] * row_of(rows_of(agents[seat], at), action)
        after = np.where(blocked(at.board), 0.0, after)
        if (most := float(after.max())) > 0:
            found[seat] = after / most
    return [np.where(blocked(state.board), 0.0, reach) for reach in found]


def table_note(agent: HandAgent, rules: HandRules) -> str:
    """What is to be said when a player sits down at a table; one it cannot play at is refused.

    A player that was made for one table names it in `rules`: the same blinds, stacks within 5 % in big blinds. With
    unequal stacks the smaller counts.
    """
    made: Any = getattr(agent, "rules", None)
    if not isinstance(made, HandRules):
        return ""
    who = quote(agent.name)
    if rules.seats != 2 or rules.raise_sizes or any(rules.antes):
        raise NotApplicableError(f"{who} plays no-limit for two without antes; this table is {rules}")
    deep, has = (min(table.stacks) / table.big_blind for table in (made, rules))
    small, posts = (min(table.blinds) / table.big_blind for table in (made, rules))
    low, high = (1 - NEAR) * deep, (1 + NEAR) * deep
    if abs(small - posts) > 1e-9 or not low - 1e-9 <= has <= high + 1e-9:
        raise NotApplicableError(
            f"{who} is made for {deep:g} big blinds with blinds {made.blinds[1]}/{made.blinds[0]}; this table has "
            f"{has:g} with {rules.blinds[1]}/{rules.blinds[0]}; stacks from {low:g} to {high:g} big blinds fit"
        )
    return "" if has == deep else f"{agent.name} is made for {deep:g} big blinds, here are {has:g}"


def fallback_note(agent: HandAgent) -> str:
    """What is to be said after a match of a player who counts the decisions for which he had no answer of his own."""
    counts: Any = getattr(agent, "counts", None)
    found = {k: n for k, n in counts.items() if k.startswith("fallback")} if isinstance(counts, dict) else {}
    if not any(found.values()):
        return ""
    which = ", ".join(f"{k.removeprefix('fallback').strip()} {n}" for k, n in found.items() if n)
    return f"{agent.name} had no solve for {sum(found.values())} decisions and fell back: {which}"
