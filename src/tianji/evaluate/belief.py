"""belief: what the others may hold, from what one player knows alone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.lawful import lawful
from tianji.core.result import Result
from tianji.core.strategy import Strategy, label
from tianji.core.walk import Walk
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
    own, found = dict(past), dict[tuple[str | None, ...], float]()
    with Walk(game, 1.0, limit=max_histories) as walk:
        for who, moves, (state, depth, reach) in walk.steps():
            key = rules.information(state, who) if who >= 0 else None
            if who == player and key == infoset:
                others = _others(rules, state, player)
                found[others] = found.get(others, 0.0) + reach
            elif who == player:
                for a in moves:
                    if not own or (key in own and own[key] == a):
                        walk.push((rules.result(state, a), depth + 1, reach))
            else:
                for a, p in moves if who < 0 else mixed(strategy, who, key, moves):
                    if p > 0:
                        walk.push((rules.result(state, a), depth + 1, reach * p))
    if not walk.complete:
        raise TooLargeError(
            f"belief: over {max_histories:,} histories of {rules.spec} agree with what is known; give past=, "
            "or use smaller parameters"
        )
    return _ranked(found)


def _others(rules: Game[Any, Any], state: Any, player: int) -> tuple[str | None, ...]:
    return tuple(None if p == player else label(rules.information(state, p)) for p in range(rules.players))


def _ranked(found: dict[tuple[str | None, ...], float]) -> list[Belief]:
    total = sum(found.values())
    rows = [Belief(others, p / total) for others, p in found.items() if total > 0]
    return sorted(rows, key=lambda row: (-row.probability, str(row.others)))


def mixed(strategy: Strategy, player: int, key: Hashable, menu: Sequence[Any]) -> list[tuple[Any, float]]:
    """The actions of a menu and how often the strategy plays each; evenly where it is so at what was not visited."""
    if label(key) not in strategy.tables[player].index and strategy.unvisited == "uniform":
        return [(a, 1 / len(menu)) for a in menu]
    odds = strategy.at(player, key)
    return [(a, odds.get(label(a), 0.0)) for a in menu]
