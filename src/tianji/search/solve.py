"""Exhaustive solving: the exact value, Zermelo's verdict and a line that shows it."""

from __future__ import annotations

from math import inf
from typing import Any

from tianji.search.clock import Clock
from tianji.search.readable import drivers
from tianji.search.readable.alphabeta import Searcher, Settings
from tianji.search.result import SearchResult, Stats


def run_solve(
    game: Any,
    s: Any,
    player: int,
    budget: dict[str, Any],
    *,
    native: bool = True,
    threads: int = 1,
    table: int | None = None,
    symmetry: bool = True,
    scores: bool = False,
) -> SearchResult:
    """Search to the end of the game: exact, or (under a budget) the best bound that was proved.

    Boards with a kernel run at native speed; any other game by PVS with a table. Zermelo (1913): every finite
    two-player game of perfect information without chance is won for one side or drawn; `verdict` says which.
    """
    if native:
        from tianji.search import native as fast

        answer = fast.solve(game, s, budget, threads=threads, table=table, scores=scores)
        if answer is not None:
            return answer
    settings = Settings(table=(1 << 20) if table is None else table, symmetry=symmetry, scout=True)
    search = Searcher(game, settings, Clock(budget["nodes"], budget["seconds"]), Stats(method="solve"))
    answer = drivers.deepen(search, s, player, drivers.full_window, inf, stepwise=False)
    if scores and answer.bound == "exact":
        answer.scores = {a: root_score(game, settings, s, player, a) for a in game.actions(s)}
    return answer


def root_score(game: Any, settings: Settings, s: Any, player: int, a: Any) -> float:
    """The exact value of one root action for the player who plays it."""
    child = game.result(s, a)
    mover = game.player(child)
    if mover < 0:
        return float(game.utility(child)[player])
    value = Searcher(game, settings).root(child, mover, inf)
    return value + 0.0 if mover == player else 0.0 - value
