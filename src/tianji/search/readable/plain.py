"""Minimax and negamax without pruning: the definitions that every other search must agree with."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import NotApplicableError
from tianji.search.clock import Clock
from tianji.search.readable.alphabeta import payoff
from tianji.search.readable.path import Path
from tianji.search.result import Stats


def minimax(
    game: Game[Any, Any],
    s: Any,
    depth: float = inf,
    evaluate: Callable[[Any], float] | None = None,
    clock: Clock | None = None,
    stats: Stats | None = None,
    path: Path | None = None,
) -> float:
    """The value of `s` for player 0 when both play best: player 0 maximises, player 1 minimises.

        v(s) = u₀(s) at the end;   max_a v(result(s, a)) for player 0;   min_a v(result(s, a)) for player 1

    At depth 0, `evaluate` (for the player to move) stands in. von Neumann (1928); Shannon (1950).
    """
    mover = game.player(s)
    if clock is not None:
        clock.tick()
    if mover == TERMINAL:
        return payoff(game, s, 0)
    if mover == CHANCE:
        raise NotApplicableError(f"{game}: chance moves at {s!r}; minimax needs none, use 'expectiminimax'")
    if depth <= 0:
        if stats is not None:
            stats.horizon += 1
        value = evaluate(s) if evaluate is not None else 0.0
        return float(value) if mover == 0 else -float(value)
    path = path or Path(game)
    path.enter(s, depth)
    better, best = (max, -inf) if mover == 0 else (min, inf)
    for a in game.actions(s):
        best = better(best, minimax(game, game.result(s, a), depth - 1, evaluate, clock, stats, path))
    path.leave(s, depth)
    return best


def negamax(
    game: Game[Any, Any],
    s: Any,
    depth: float = inf,
    evaluate: Callable[[Any], float] | None = None,
    clock: Clock | None = None,
    stats: Stats | None = None,
    path: Path | None = None,
) -> float:
    """The value of `s` for the player to move; what is good for one is as bad for the other.

        v(s) = max_a −v(result(s, a)),   without the minus when the same player moves again

    At a terminal there is no player to move, so its parent reads the payoff.
    """
    mover = game.player(s)
    if clock is not None:
        clock.tick()
    if depth <= 0:
        if stats is not None:
            stats.horizon += 1
        return float(evaluate(s)) if evaluate is not None else 0.0
    path = path or Path(game)
    path.enter(s, depth)
    best = -inf
    for a in game.actions(s):
        child = game.result(s, a)
        turn = game.player(child)
        if turn == TERMINAL:
            if clock is not None:
                clock.tick()
            value = payoff(game, child, mover)
        elif turn == CHANCE:
            raise NotApplicableError(
                f"{game}: chance moves at {child!r}; negamax needs none, use 'expectiminimax'"
            )
        else:
            value = negamax(game, child, depth - 1, evaluate, clock, stats, path)
            value = value if turn == mover else -value
        best = max(best, value)
    path.leave(s, depth)
    return best
