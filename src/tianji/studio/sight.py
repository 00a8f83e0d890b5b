"""What is seen of a game and of a run, at the desk: a part of the tree, a run through time, one iteration of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tianji.studio.own import load_game, seen
from tianji.studio.patience import patient

if TYPE_CHECKING:
    from tianji.cfr.timeline import CfrTrace
    from tianji.core.game import Game
    from tianji.core.strategy import Strategy

TRACED_S = patient(8.0)  # seconds that a run is followed again
MOST = 2000  # histories of a part of a tree
EXPORTED = 20_000  # histories of a game that is written as .efg: some 2 MB


def tree(spec: str, at: list[int], depth: int, strategy: str | None = None) -> Any:
    """A part of the tree; with a strategy, how often it takes each move."""
    import tianji

    game = load_game(spec)
    return part(game, at, depth, None if strategy is None else tianji.Strategy.load(strategy, game))


def part(game: Game[Any, Any], at: list[int], depth: int, strategy: Strategy | None) -> dict[str, Any]:
    """Nodes below one of a tree, as deep as so many of them allow."""
    from tianji.core.draw import branch
    from tianji.errors import TooLargeError

    while True:
        try:
            nodes = branch(game, at, depth, MOST)
            break
        except TooLargeError:
            if depth <= 1:
                raise
            depth -= 1
    mixes = _mixes(strategy, nodes) if strategy is not None else {}
    rows = [
        {**node.to_dict(), "path": list(node.path), "mix": mixes.get((node.player, node.infoset))}
        for node in nodes
    ]
    return {"game": game.spec, "players": game.players, "depth": depth, "nodes": rows}


def tree_file(spec: str, form: str) -> Any:
    """A game as the text of a file."""
    from tianji.core.draw import tikz_tree
    from tianji.games._efg_write import write_efg

    game = load_game(spec)
    name = "".join(letter if letter.isalnum() else "-" for letter in game.spec).strip("-")[:80]
    if form == "efg":
        return {"file": f"{name}.efg", "text": write_efg(game, EXPORTED)}
    return {"file": f"{name}.tex", "text": tikz_tree(game)}


def _mixes(strategy: Strategy, nodes: Any) -> dict[tuple[int, str | None], dict[str, float]]:
    wanted = {(node.player, node.infoset) for node in nodes if node.infoset is not None}
    return {
        (player, text): strategy.at(player, text)
        for player, text in wanted
        if text in strategy.tables[player].index
    }


@lru_cache(maxsize=2)
def _trace(spec: str, method: str, iterations: int, merge: bool, saved: str) -> CfrTrace:
    from tianji.cfr.timeline import trace
    from tianji.run.clock import Clock
    from tianji.run.limits import Limits

    clock = Clock(Limits(seconds=TRACED_S))
    return trace(load_game(spec), method, iterations=iterations, merge=merge, stop=clock.is_over)


def snapshots(spec: str, method: str, iterations: int, merge: bool, player: int, infoset: str) -> Any:
    """One infoset of a run through time; the run is followed again, for some seconds at most."""
    kept = _trace(spec, method, iterations, merge, seen(spec))
    return {**kept.series(player, infoset), "iterations": kept.iterations, "stopped": kept.stopped}


def iteration(spec: str, method: str, iterations: int, merge: bool, player: int, infoset: str, t: int) -> Any:
    """One iteration at an infoset, with every number of it."""
    from tianji.cfr.timeline import explain

    return explain(_trace(spec, method, iterations, merge, seen(spec)), t, player, infoset).to_dict()


QUESTIONS: dict[str, Callable[..., Any]] = {
    "tree": tree,
    "tree_file": tree_file,
    "snapshots": snapshots,
    "iteration": iteration,
}
