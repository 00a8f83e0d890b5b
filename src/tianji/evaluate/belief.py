"""belief: what the others may hold, from what one player knows alone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import lawful
from tianji.core.result import Result
from tianji.core.strategy import Strategy, label
from tianji.errors import ParameterError, TooLargeError, quote


@dataclass(frozen=True)
class Belief(Result):
    """Something that the others may know, one text a player (None: the one who believes), and how likely it is."""

    others: tuple[str | None, ...]
    probability: float


@checked
def belief(
    game: Game[Any, Any],
    strategy: Strategy,
    player: int,
    infoset: Hashable,
    *,
    past: Sequence[tuple[Hashable, Any]] = (),
    max_histories: int = 200_000,
) -> list[Belief]:
    r"""What the others know at an infoset, the likeliest first, if they play the strategy.

        P(o | I) = Σ_{h ∈ I, o_{−i}(h) = o} π_{−i}(h) / π_{−i}(I)

    past: the player's own (infoset key, action) pairs on the way, where they are known: only histories that agree with
    them are looked at. Empty where the others never let the infoset happen.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> [(row.others, round(row.probability, 3)) for row in belief(game, tj.uniform(game), 0, (1, ""))]
    [((None, "(0, '')"), 0.5), ((None, "(2, '')"), 0.5)]
    """
    rules = lawful(game)
    if not 0 <= player < rules.players:
        raise ParameterError(f"player {quote(player)} of {rules.spec}; expected 0..{rules.players - 1}")
    own, found, seen = dict(past), dict[tuple[str | None, ...], float](), 0
    open_: list[tuple[Any, float]] = [(rules.initial(), 1.0)]
    while open_:
        state, reach = open_.pop()
        seen += 1
        if seen > max_histories:
            raise TooLargeError(
                f"belief: over {max_histories:,} histories of {rules.spec} agree with what is known; give past=, "
                "or use smaller parameters"
            )
        who = rules.player(state)
        if who == TERMINAL:
            continue
        if who == CHANCE:
            open_ += [(rules.result(state, a), reach * p) for a, p in rules.chances(state) if p > 0]
            continue
        key = rules.information(state, who)
        if who != player:
            mix = _mix(strategy, who, key, rules.actions(state))
            open_ += [(rules.result(state, a), reach * p) for a, p in mix if p > 0]
        elif key == infoset:
            others = _others(rules, state, player)
            found[others] = found.get(others, 0.0) + reach
        else:
            menu = [a for a in rules.actions(state) if not own or (key in own and own[key] == a)]
            open_ += [(rules.result(state, a), reach) for a in menu]
    return _ranked(found)


def _others(rules: Game[Any, Any], state: Any, player: int) -> tuple[str | None, ...]:
    return tuple(None if p == player else label(rules.information(state, p)) for p in range(rules.players))


def _ranked(found: dict[tuple[str | None, ...], float]) -> list[Belief]:
    total = sum(found.values())
    rows = [Belief(others, p / total) for others, p in found.items() if total > 0]
    return sorted(rows, key=lambda row: (-row.probability, str(row.others)))


def _mix(strategy: Strategy, player: int, key: Hashable, menu: Sequence[Any]) -> list[tuple[Any, float]]:
    if label(key) not in strategy.tables[player].index and strategy.unvisited == "uniform":
        return [(a, 1 / len(menu)) for a in menu]
    odds = strategy.at(player, key)
    return [(a, odds.get(label(a), 0.0)) for a in menu]
