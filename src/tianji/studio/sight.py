"""What is seen of a game and of a run, at the desk: a part of the tree, a run through time, one iteration of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tianji.studio.own import load_game, seen
from tianji.studio.patience import patient

if TYPE_CHECKING:
    from tianji.cfr.timeline import CfrTrace
    from tianji.core.draw import TreeNode
    from tianji.core.game import Game
    from tianji.core.strategy import Strategy

TRACED_S = patient(8.0)  # seconds that a run is followed again
MOST = 2000  # histories of a part of a tree
BELOW = 2000  # histories below a node that are counted
COUNTED = 40_000  # of all of them together
EXPORTED = 20_000  # histories of a game that is written as .efg: some 2 MB


def tree(
    spec: str,
    at: list[int],
    depth: int,
    strategy: str | None = None,
    overlay: str = "average",
    run: dict[str, Any] | None = None,
) -> Any:
    """A part of the tree; with a strategy, how often it takes each move, or another figure of each, of its run.

    overlay: "average"; "current" and "regret", of the last iteration, of a `run` followed again; "value", of each move.
    """
    import tianji

    game = load_game(spec)
    kept = None if strategy is None else tianji.Strategy.load(strategy, game)
    found = part(game, at, depth, kept)
    figures: dict[tuple[int, str], dict[str, float]] = {}
    if kept is not None and overlay == "value":
        figures = _values(game, kept)
    elif kept is not None and run is not None and overlay != "average":
        way = _trace(run["spec"], run["method"], run["iterations"], run["merge"], seen(run["spec"]))
        sets = {(node["player"], node["infoset"]) for node in found["nodes"] if node["infoset"] is not None}
        for player, text in sets:
            series = way.series(player, text)
            figures[player, text] = dict(zip(series["actions"], series[overlay][-1], strict=True))
        found["followed"] = way.iterations
    for node in found["nodes"]:
        node["figures"] = figures.get((node["player"], node["infoset"]))
    return found


def _values(game: Game[Any, Any], strategy: Strategy) -> dict[tuple[int, str], dict[str, float]]:
    """What each move is worth to who makes it, at every infoset that the others let happen."""
    from tianji.evaluate import infoset_values

    found = {}
    for player in range(game.players):
        worth = infoset_values(game, strategy, player)
        for i, text in enumerate(worth.tree.labels):
            if worth.cf_reach[i] > 0:
                values = worth.action_values(i).tolist()
                found[player, text] = dict(zip(worth.tree.actions[i], values, strict=True))
    return found


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
    below = _below(game, nodes, len(at) + depth)
    rows = [
        {
            **node.to_dict(), "path": list(node.path), "mix": mixes.get((node.player, node.infoset)),
            "below": below.get(node.path),
        }
        for node in nodes
    ]  # fmt: skip
    return {"game": game.spec, "players": game.players, "depth": depth, "nodes": rows}


def _below(game: Game[Any, Any], nodes: list[TreeNode], deepest: int) -> dict[tuple[int, ...], int]:
    """How many histories are below those at the end of a part; none of those of which there are too many."""
    from tianji.core.lawful import lawful
    from tianji.studio.looking import counted, menu

    rules, left = lawful(game), COUNTED
    states: dict[tuple[int, ...], Any] = {}
    found = {}
    for node in nodes:
        above = node.path[:-1]
        if above in states:
            moves = menu(rules, states[above])
            states[node.path] = rules.result(states[above], moves[node.path[-1]])
        else:  # the first one
            states[node.path] = rules.initial()
            for step in node.path:
                here = states[node.path]
                states[node.path] = rules.result(here, menu(rules, here)[step])
        if len(node.path) == deepest and node.children and left > 0:
            number = counted(rules, states[node.path], min(left, BELOW))
            left -= BELOW if number is None else number
            if number is not None:
                found[node.path] = number - 1
    return found


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


def words(spec: str, wanted: list[tuple[int, str]]) -> Any:
    """Of decisions: what was seen on the way there (`told`) and the actions (`texts`), in the game's own words.

    Where the game has none, or the walk did not come there, None.

    >>> words("kuhn", [(1, "(2, 'pb')"), (0, "nowhere")])[1]
    {'told': None, 'texts': None}
    >>> words("kuhn", [(0, "(2, 'pb')")])
    [{'told': 'player 0 is dealt K; player 0 passes; player 1 bets 1', 'texts': ['folds', 'calls']}]
    """
    import tianji
    from tianji.studio.play.words import decision_words

    game = load_game(spec)
    found: dict[tuple[int, str], dict[str, Any]] = {}
    if type(game).describe is not tianji.Game.describe:
        found = decision_words(game, {(who, text) for who, text in wanted})
    said = []
    for who, text in wanted:
        at = found.get((who, text))
        moves = [
            row["text"] if row["who"] < 0 else f"player {row['who']} {row['text'] or 'moves'}"
            for row in ([] if at is None else at["told"])
        ]
        said.append({"told": "; ".join(moves) or None, "texts": None if at is None else at["texts"]})
    return said


QUESTIONS: dict[str, Callable[..., Any]] = {
    "words": words,
    "tree": tree,
    "tree_file": tree_file,
    "snapshots": snapshots,
    "iteration": iteration,
}
