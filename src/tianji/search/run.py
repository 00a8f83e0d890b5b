"""Runs the simpler methods under a budget and dresses their answers."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from tianji.core.game import CHANCE, TERMINAL
from tianji.errors import NotApplicableError, ParameterError
from tianji.search.clock import Clock, OutOfBudget
from tianji.search.readable import drivers
from tianji.search.readable.alphabeta import payoff
from tianji.search.readable.beam import Beam
from tianji.search.readable.chance import Expectiminimax
from tianji.search.readable.multi import MaxN, Paranoid
from tianji.search.readable.plain import minimax, negamax
from tianji.search.readable.probcut import ProbCut
from tianji.search.result import ESTIMATE, EXACT, LOWER, SearchResult, Stats

Step = Callable[[float], tuple[Any, float, tuple[Any, ...], tuple[float, ...] | None]]


def anytime(budget: dict[str, Any], clock: Clock, stats: Stats, step: Step, first: Any) -> SearchResult:
    """Deepen `step(depth)` while the budget lasts; it returns (action, value, line, values)."""
    limited = budget["nodes"] is not None or budget["seconds"] is not None
    top = inf if budget["depth"] is None else budget["depth"]
    answer: tuple[Any, float, tuple[Any, ...], tuple[float, ...] | None] = (first, 0.0, (first,), None)
    try:
        for d in range(1, 1_000_000) if limited else (top,):
            before = stats.horizon
            answer = step(d)
            stats.depth = int(d) if d < inf else len(answer[2])
            stats.complete = stats.horizon == before
            stats.passes += 1
            if stats.complete or d >= top:
                break
    except (OutOfBudget, KeyboardInterrupt):
        stats.interrupted = True
    stats.nodes, stats.seconds = clock.nodes, clock.seconds
    action, value, line, values = answer
    return SearchResult(action, value, EXACT if stats.complete else ESTIMATE, line, stats, values=values)


def _best(game: Any, s: Any, value_of: Callable[[Any], float]) -> tuple[Any, float, tuple[Any, ...], None]:
    """The action whose child is worth most; ties to the first."""
    best, action = -inf, None
    for a in game.actions(s):
        value = value_of(game.result(s, a))
        if value > best or action is None:
            best, action = value, a
    return action, best, (action,), None


def run_minimax(game: Any, s: Any, player: int, budget: dict[str, Any], evaluate: Any = None) -> SearchResult:
    """Plain minimax."""
    clock, stats = Clock(budget["nodes"], budget["seconds"]), Stats(method="minimax")
    evaluate = evaluate or getattr(game, "evaluate", None)
    sign = 1 if player == 0 else -1

    def step(depth: float) -> tuple[Any, float, tuple[Any, ...], None]:
        clock.tick()
        return _best(game, s, lambda c: sign * minimax(game, c, depth - 1, evaluate, clock, stats))

    return anytime(budget, clock, stats, step, game.actions(s)[0])


def run_negamax(game: Any, s: Any, player: int, budget: dict[str, Any], evaluate: Any = None) -> SearchResult:
    """Plain negamax."""
    clock, stats = Clock(budget["nodes"], budget["seconds"]), Stats(method="negamax")
    evaluate = evaluate or getattr(game, "evaluate", None)

    def step(depth: float) -> tuple[Any, float, tuple[Any, ...], None]:
        clock.tick()

        def value_of(child: Any) -> float:
            turn = game.player(child)
            if turn == TERMINAL:
                clock.tick()
                return payoff(game, child, player)
            if turn == CHANCE:
                raise NotApplicableError(
                    f"{game}: chance moves at {child!r}; negamax needs none, use 'expectiminimax'"
                )
            value = negamax(game, child, depth - 1, evaluate, clock, stats)
            return value if turn == player else -value

        return _best(game, s, value_of)

    return anytime(budget, clock, stats, step, game.actions(s)[0])


def run_maxn(game: Any, s: Any, player: int, budget: dict[str, Any]) -> SearchResult:
    """max^n."""
    clock, stats = Clock(budget["nodes"], budget["seconds"]), Stats(method="maxn")

    def step(depth: float) -> tuple[Any, float, tuple[Any, ...], tuple[float, ...]]:
        vector, line = MaxN(game, clock, stats).value(s, depth)
        return line[0], vector[player], line, vector

    return anytime(budget, clock, stats, step, game.actions(s)[0])


def run_paranoid(game: Any, s: Any, player: int, budget: dict[str, Any]) -> SearchResult:
    """Paranoid search; its value is what the player can be sure of, a lower bound with three or more players."""
    clock, stats = Clock(budget["nodes"], budget["seconds"]), Stats(method="paranoid")

    def step(depth: float) -> tuple[Any, float, tuple[Any, ...], None]:
        value, line = Paranoid(game, player, clock, stats).value(s, depth)
        return line[0], value, line, None

    answer = anytime(budget, clock, stats, step, game.actions(s)[0])
    if answer.bound == EXACT and game.players > 2:
        answer.bound = LOWER
    return answer


def run_expectiminimax(
    game: Any,
    s: Any,
    player: int,
    budget: dict[str, Any],
    evaluate: Any = None,
    bounds: tuple[float, float] | None = None,
    prune: bool = True,
) -> SearchResult:
    """Expectiminimax; at a chance node there is no action, and the value is player 0's."""
    clock, stats = Clock(budget["nodes"], budget["seconds"]), Stats(method="expectiminimax")
    limits: tuple[float, float] = getattr(game, "value_range", (-inf, inf)) if bounds is None else bounds
    viewer = max(player, 0)

    def step(depth: float) -> tuple[Any, float, tuple[Any, ...], None]:
        tree = Expectiminimax(game, viewer, clock, stats, evaluate, limits, prune)
        if player < 0:
            return None, tree.value(s, depth), (), None
        best, action = -inf, None
        for a in game.actions(s):
            value = tree.value(game.result(s, a), depth - 1, best if prune else -inf, inf)
            if value > best or action is None:
                best, action = value, a
        return action, best, (action,), None

    return anytime(budget, clock, stats, step, game.actions(s)[0] if player >= 0 else None)


def run_beam(
    game: Any, s: Any, player: int, budget: dict[str, Any], evaluate: Any = None, width: int = 8
) -> SearchResult:
    """Beam search."""
    if not isinstance(width, int) or width < 1:
        raise ParameterError(f"search: beam width={width!r}; expected a whole number of at least 1")
    clock, stats = Clock(budget["nodes"], budget["seconds"]), Stats(method="beam")

    def step(depth: float) -> tuple[Any, float, tuple[Any, ...], None]:
        value, line = Beam(game, clock, stats, width, evaluate).value(s, player, depth)
        return line[0], value, line, None

    return anytime(budget, clock, stats, step, game.actions(s)[0])


def run_probcut(
    game: Any, s: Any, player: int, budget: dict[str, Any], parameters: ProbCut | None = None, **options: Any
) -> SearchResult:
    """PVS with (multi-)ProbCut; `parameters` come from `fit_probcut`."""
    from tianji.search.api import _alphabeta

    if not isinstance(parameters, ProbCut):
        raise ParameterError(
            f"search: 'probcut' needs parameters=, got {parameters!r}; fit them with tianji.search.fit_probcut(game)"
        )
    options = {"scout": True, **options, "probcut": parameters}
    return _alphabeta(game, s, player, budget, drive=drivers.full_window, name="probcut", **options)
