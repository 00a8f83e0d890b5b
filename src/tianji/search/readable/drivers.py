"""Ways to drive alpha-beta: full window, aspiration, MTD(f), and deepening under a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf, nextafter
from typing import Any

from tianji.core.game import CHANCE
from tianji.run.clock import Clock, OutOfBudget
from tianji.run.limits import Limits
from tianji.search.options import AlphaBetaOptions, Aspiration, Exact, Probing, Window
from tianji.search.readable.alphabeta import Searcher, payoff
from tianji.search.result import ESTIMATE, EXACT, LOWER, UPPER, Answer
from tianji.search.task import Line, Task
from tianji.search.trace import Trace

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
        search.known = lower, upper
    return guess


DRIVERS: dict[str, Driver] = {"aspiration": aspiration, "mtdf": mtdf}


def run_window(task: Task, options: Window, kind: Callable[..., Any] = Searcher) -> Answer:
    """A method of the alpha-beta family. kind: what searches, by the readable text or by native rules."""
    drive: Driver = DRIVERS.get(task.method, full_window)
    if isinstance(options, Aspiration):
        drive = partial(aspiration, width=float(options.width))
    settings: AlphaBetaOptions = options
    if isinstance(options, Probing):
        settings = replace(options, probcut=options.parameters)
    stepwise = task.limits.is_clocked if options.deepen is None else options.deepen
    search = kind(task.game, settings, task.clock, task.stats)
    search.trace = Trace.of(options.trace, task.player)
    return deepen(task, search, drive, stepwise)


def run_solve(task: Task, options: Exact, kind: Callable[..., Any] = Searcher) -> Answer:
    """Search to the end of the game by PVS with a table: exact, or (under a budget) the best bound that was proved.

    Zermelo (1913): every finite two-player game of perfect information without chance is won for one side or drawn;
    `verdict` says which.
    """
    game, player = task.game, task.player
    size = (1 << 20) if options.table is None else options.table
    settings = AlphaBetaOptions(table=size, symmetry=options.symmetry, scout=True)
    answer = deepen(task, kind(game, settings, task.clock, task.stats), full_window, False)
    if options.scores and answer.bound == EXACT:
        for a in game.actions(task.state):
            child = game.result(task.state, a)
            mover = game.player(child)
            if mover < 0:
                answer.scores[a] = float(game.utility(child)[player])
                continue
            try:
                value = kind(game, settings, task.part(1.0)).root(child, mover, inf)
            except OutOfBudget:
                break
            answer.scores[a] = value + 0.0 if mover == player else 0.0 - value
    return answer


def deepen(task: Task, search: Searcher, drive: Driver, stepwise: bool) -> Answer:
    """Search depth 1, 2, ... while the budget lasts (`stepwise`), or the depth at once; answer with the best known.

    A request to stop, the clock and the node limit all end it the same way: with the last finished iteration, improved
    by the unfinished one where that already found a better move.
    """
    s, player, stats = task.state, task.player, task.stats
    action, value, done, bound = None, float(search.evaluate(s)), 0.0, ESTIMATE
    horizon = 0
    try:
        for d in range(1, 1_000_000) if stepwise else (task.depth,):
            horizon, search.known = stats.horizon, (-inf, inf)
            search.root_action = action
            value = drive(search, s, player, d, value)
            action, done = search.root_action, d
            stats.depth = task.clock.depth = int(done) if done < inf else 0
            stats.complete = stats.horizon == horizon
            if stats.complete or d >= task.depth:
                break
        bound = EXACT if stats.complete else ESTIMATE
    except OutOfBudget:
        if search.trace is not None:
            search.trace.rewind()
        action, value, bound = _unfinished(search, action, value, stats.horizon == horizon)
    if action is None:
        action = task.first
    line: Line = [action]
    if done or not task.clock.stopped:
        line = _line(task, search, action, value, done)
    return task.answer(action, value, bound, line, trace=search.trace)


def _unfinished(search: Searcher, action: Any, value: float, proved: bool) -> tuple[Any, float, str]:
    """The best of a search that was cut short; a bound where no leaf was a guess."""
    lower, upper = search.known
    if search.root_full and search.root_value > -inf:
        return search.root_action, search.root_value, LOWER if proved else ESTIMATE
    if proved and lower > -inf:
        return search.root_action, lower, LOWER
    if proved and upper < inf:
        return search.root_action, upper, UPPER
    return search.root_action if action is None else action, value, ESTIMATE


def _line(task: Task, search: Searcher, action: Any, value: float, depth: float) -> Line:
    """The moves that keep the value, found by narrow windows around it; the table answers most of them.

    Runs on a budget of its own (as many nodes as the search, at most a tenth of its time), and is cut short
    when that ends or where extensions make a value irreproducible. With native rules, it is found when it is read.
    """
    spare = None if task.limits.seconds is None else max(0.01, 0.1 * task.clock.seconds)
    limits = Limits(nodes=10_000 + task.clock.nodes, seconds=spare)
    if isinstance(search, Searcher):
        return _follow(task, search.helper(Clock(limits, task.stopper)), action, value, depth)
    return lambda: _follow(task, search.helper(Clock(limits)), action, value, depth)


def _follow(task: Task, helper: Searcher, action: Any, value: float, depth: float) -> list[Any]:
    """The line from an action on."""
    game, line, player = task.game, [action], task.player
    state = game.result(task.state, action)
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
    except OutOfBudget:
        pass
    return line


def _keeps(helper: Searcher, s: Any, player: int, value: float, depth: float) -> Any:
    game = helper.game
    for a in helper.sorted(s):
        child = game.result(s, a)
        mover = game.player(child)
        if mover == CHANCE:
            return None
        if mover < 0:
            got = payoff(game, child, player)
        else:
            sign = 1 if mover == player else -1
            at = sign * value
            got = sign * helper.narrow(child, mover, depth - 1, nextafter(at, -inf), nextafter(at, inf))
        if got == value:
            return a
    return None
