"""Ways to drive alpha-beta: full window, aspiration, MTD(f), and deepening under a clock."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nextafter
from typing import Any

from tianji.core.game import CHANCE
from tianji.search.clock import Clock, OutOfBudget
from tianji.search.readable.alphabeta import Searcher, payoff
from tianji.search.result import ESTIMATE, EXACT, SearchResult

Driver = Callable[[Searcher, Any, int, float, float], float]


def full_window(search: Searcher, s: Any, player: int, depth: float, guess: float) -> float:
    """One search with the widest window: (−∞, ∞), or the game's own range of payoffs.

    Nothing lies outside that range, so a value at its end is exact, and a won position needs no better move.
    """
    search.stats.passes += 1
    low, high = search.limits
    return search.root(s, player, depth, low, high)


def aspiration(
    search: Searcher, s: Any, player: int, depth: float, guess: float, width: float = 1.0
) -> float:
    """Search a narrow window around a guess; on a failure open that side and search again.

    The side that failed opens by a factor of four a time, so the value is reached in O(log |v − guess|) passes.
    """
    below = above = width
    while True:
        alpha, beta = guess - below, guess + above
        search.stats.passes += 1
        value = search.root(s, player, depth, alpha, beta)
        if alpha < value < beta or (value in (inf, -inf)):
            return value
        if value <= alpha:
            below = 4 * below if below < 1e6 else inf
        else:
            above = 4 * above if above < 1e6 else inf


def mtdf(search: Searcher, s: Any, player: int, depth: float, guess: float) -> float:
    """Converge on the value by null windows alone, each answered mostly by the table.

        lower ≤ v ≤ upper;   ask "v ≥ g?" and set lower or upper to the fail-soft answer, until they meet.

    The window is one float wide (`nextafter`), so values need not be integers. Plaat et al. (1996).
    """
    lower, upper = -inf, inf
    while lower < upper:
        # "v ≥ g?" for g = guess, or for the next number above when v ≥ guess is known already
        beta = nextafter(guess, inf) if guess == lower else guess
        search.stats.passes += 1
        guess = search.root(s, player, depth, nextafter(beta, -inf), beta)
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return guess


def deepen(
    search: Searcher, s: Any, player: int, drive: Driver, depth: float, *, stepwise: bool
) -> SearchResult:
    """Search depth 1, 2, ... while the budget lasts (`stepwise`), or `depth` at once; answer with the best known.

    Ctrl-C, the clock and the node limit all end it the same way: with the last finished iteration, improved by
    the unfinished one where that already found a better move.
    """
    stats, clock = search.stats, search.clock
    action, value, done = None, float(search.evaluate(s)), 0.0
    steps = range(1, 1_000_000) if stepwise else (depth,)
    try:
        for d in steps:
            horizon = stats.horizon
            search.root_action = action
            value = drive(search, s, player, d, value)
            action, done = search.root_action, d
            stats.complete = stats.horizon == horizon
            if stats.complete or d >= depth:
                break
    except (OutOfBudget, KeyboardInterrupt):
        stats.interrupted = True
        if search.trace is not None:
            search.trace.rewind()
        if search.root_full and search.root_value > -inf:
            action, value = search.root_action, search.root_value
        elif action is None:
            action = search.root_action
    if action is None:
        action = search.game.actions(s)[0]
    stats.depth = int(done) if done < inf else 0
    stats.nodes, stats.seconds = clock.nodes, clock.seconds
    bound = EXACT if stats.complete else ESTIMATE
    line = [action] if stats.interrupted and not done else _line(search, s, action, value, done)
    return SearchResult(action, value, bound, line, stats, trace=search.trace)


def _line(search: Searcher, s: Any, action: Any, value: float, depth: float) -> list[Any]:
    """The moves that keep the value, found by narrow windows around it; the table answers most of them.

    Runs on a budget of its own (as many nodes as the search, at most a tenth of its time), and is cut short
    when that ends or where extensions make a value irreproducible.
    """
    game, line, player = search.game, [action], search.game.player(s)
    spare = None if search.clock.deadline is None else max(0.01, 0.1 * search.clock.seconds)
    helper = Searcher(game, search.settings, Clock(10_000 + search.clock.nodes, spare))
    helper.table, helper.ordering = search.table, search.ordering
    state = game.result(s, action)
    depth -= 1
    try:
        while game.player(state) >= 0 and depth > 0:
            mover = game.player(state)
            if mover != player:
                value, player = -value, mover
            found = _keeps(helper, state, player, value, depth)
            if found is None:
                break
            line.append(found)
            state = game.result(state, found)
            depth -= 1
    except (OutOfBudget, KeyboardInterrupt):
        pass
    return line


def _keeps(helper: Searcher, s: Any, player: int, value: float, depth: float) -> Any:
    game = helper.game
    entry = helper.table.probe(helper.key(s)) if helper.table is not None else None
    for a in helper.ordering.sort(s, game.actions(s), 0, entry.action if entry else None):
        child = game.result(s, a)
        mover = game.player(child)
        if mover == CHANCE:
            return None
        if mover < 0:
            got = payoff(game, child, player)
        else:
            sign = 1 if mover == player else -1
            at = sign * value
            helper.path = set() if depth == inf else None
            got = sign * helper._search(
                child, mover, depth - 1, nextafter(at, -inf), nextafter(at, inf), 1, a
            )
        if got == value:
            return a
    return None
