"""Walking a game's rules: every history, their number by depth, and one line of play as text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.strategy import label


class Visit(NamedTuple):
    """One history met on a walk: the state, who acts there, how deep it is, and the chance of getting there.

    `chance_reach` is the product of chance probabilities on the way, the players' own choices left out.
    """

    state: Any
    player: int
    depth: int
    chance_reach: float


def successors(game: Game[Any, Any], state: Any, player: int) -> list[tuple[Any, float]]:
    """Actions or outcomes at `state` with their chance probabilities; 1 for a player's actions."""
    if player == CHANCE:
        return list(game.chances(state))
    return [] if player == TERMINAL else [(a, 1.0) for a in game.actions(state)]


def histories(game: Game[Any, Any], max_depth: int | None = None) -> Iterator[Visit]:
    """Every history once, depth first, actions in their order.

    >>> from tianji.games import load
    >>> sum(1 for _ in histories(load("kuhn")))
    58
    """
    stack = [(game.initial(), 0, 1.0)]
    while stack:
        state, depth, reach = stack.pop()
        player = game.player(state)
        yield Visit(state, player, depth, reach)
        if max_depth is None or depth < max_depth:
            for action, p in reversed(successors(game, state, player)):
                stack.append((game.result(state, action), depth + 1, reach * p))


def perft(game: Game[Any, Any], max_depth: int | None = None) -> list[int]:
    """The number of histories at each depth: the quickest check that two sets of rules agree.

    >>> from tianji.games import load
    >>> perft(load("kuhn"))  # two cards dealt, then pass or bet
    [1, 3, 6, 12, 24, 12]
    """
    counts: list[int] = []
    for visit in histories(game, max_depth):
        if visit.depth == len(counts):
            counts.append(0)
        counts[visit.depth] += 1
    return counts


def playthrough(game: Game[Any, Any], seed: int = 0, max_depth: int = 1000) -> str:
    """One line of play, step by step, as text: what is known, what is legal, what was picked.

    The picks are random but fixed by `seed`, so that the text can be kept and compared.

    >>> from tianji.games import load
    >>> print(playthrough(load("matching_pennies"), seed=1))
    matching_pennies, seed 1
    0. nobody has chosen
       player 0 sees chooses, player 1 sees waits
       player 0 of heads, tails picks heads
    1. heads
       player 0 sees chose heads, player 1 sees chooses
       player 1 of heads, tails picks heads
    2. heads against heads
       player 0 sees heads against heads, player 1 sees heads against heads
       the end: 1, -1
    """
    rng = random.Random(seed)
    lines = [f"{game.spec}, seed {seed}"]
    state = game.initial()
    for depth in range(max_depth + 1):
        player = game.player(state)
        lines.append(f"{depth}. {game.show(state)}")
        seen = (f"player {i} sees {label(game.information(state, i))}" for i in range(game.players))
        lines.append("   " + ", ".join(seen))
        if player == TERMINAL:
            lines.append("   the end: " + ", ".join(f"{float(u):g}" for u in game.utility(state)))
            break
        moves = successors(game, state, player)
        action = rng.choice(moves)[0]
        if player == CHANCE:
            shown = ", ".join(f"{label(a)} ({p:.4g})" for a, p in moves)
            lines.append(f"   chance of {shown} picks {label(action)}")
        else:
            lines.append(
                f"   player {player} of {', '.join(label(a) for a, _ in moves)} picks {label(action)}"
            )
        state = game.result(state, action)
    return "\n".join(lines)
