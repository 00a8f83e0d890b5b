"""Search at the desk: a position by its moves, what a method says of it, and how it found out, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.studio.own import load_game
from tianji.studio.patience import patient

VISITS = 100_000  # of alpha-beta and its like that are sent, as columns
STEPS = 3000  # of a tree that grows
ROOT_MOVES = 12  # whose bounds are sent
NODES = 2_000_000
DEEPER_S = patient(0.5)  # for what is said at smaller depths
SECONDS = patient(5.0)
TRACED = ("minimax", "negamax", "alphabeta", "pvs", "aspiration", "mtdf")
GROWN = ("mcts", "puct", "pns")


def search_methods() -> Any:
    """Every method of search, with a line about it and whether it can be watched."""
    from tianji.search.api import METHODS

    return [
        {"name": name, "summary": row.about, "depth": row.depth, "trace": name in TRACED + GROWN}
        for name, row in METHODS.items()
        if name != "probcut"  # needs parameters that were fitted before
    ]


def position(spec: str, moves: list[str], pos: str = "") -> tuple[Any, Any]:
    """The game, and the state after moves by their names, from the beginning or from a position in its notation."""
    from tianji.core.lawful import forgets_information
    from tianji.core.strategy import label

    game = load_game(spec)
    if not forgets_information(game):
        raise NotApplicableError(
            f"{game.spec} hides information; search is for open games, solve this one instead"
        )
    state = game.parse(pos) if pos else game.initial()
    for number, text in enumerate(moves):
        action = next((a for a in menu(game, state) if label(a) == text), None)
        if action is None:
            raise ParameterError(f"move {number + 1}, {quote(text)}, cannot be played; take it back")
        state = game.result(state, action)
    return game, state


def menu(game: Any, state: Any) -> list[Any]:
    """What can happen at a state: actions, or outcomes of chance."""
    from tianji.core.game import CHANCE, TERMINAL

    who = game.player(state)
    if who == TERMINAL:
        return []
    return [a for a, _ in game.chances(state)] if who == CHANCE else list(game.actions(state))


def counted(game: Any, state: Any, most: int) -> int | None:
    """Histories from a state on, itself among them; None where there are more. The last of them are not made."""
    count, waiting = 1, deque([state])
    while waiting:
        here = waiting.popleft()
        moves = menu(game, here)
        count += len(moves)
        if count > most:
            return None
        waiting.extend(game.result(here, action) for action in moves)
    return count


def look(
    spec: str,
    moves: list[str],
    method: str = "",
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    goal: float | None = None,
    trace: bool = False,
    pos: str = "",
    file: str = "",
) -> Any:
    """A position, and with a method its answer; with `trace` every step that led there, as many as are sent.

    file: the path of a tablebase or book, and what that says of the position.
    """
    from tianji.core.game import TERMINAL
    from tianji.core.strategy import label

    game, state = position(spec, moves, pos)
    who = game.player(state)
    found: dict[str, Any] = {
        "game": game.spec, "players": game.players, "shows": game.show(state), "player": who, "pos": pos,
        "moves": moves,
        "actions": [{"name": label(a), "text": game.describe(state, a)} for a in menu(game, state)],
        "payoffs": [float(u) for u in game.utility(state)] if who == TERMINAL else None, "answer": None,
    }  # fmt: skip
    if file:
        from tianji.studio.house.opening import kept_answer

        found["kept"] = kept_answer(Path(file), game, state)
    if method and who >= 0:
        found["answer"] = _answer(game, state, method, (depth, nodes, seconds), goal, trace)
    return found


def _answer(
    game: Any,
    state: Any,
    method: str,
    limits: tuple[int | None, int | None, float | None],
    goal: float | None,
    trace: bool,
) -> dict[str, Any]:
    from tianji.search import Trace, search
    from tianji.search.api import METHODS

    depth, nodes, seconds = limits
    more: dict[str, Any] = {}
    kept = Trace(VISITS)
    if trace and method in TRACED:
        more["trace"] = kept
    elif trace and method in GROWN:
        more["steps"] = True
    elif trace:
        raise NotApplicableError(f"{method!r} cannot be watched; take one of {', '.join(TRACED + GROWN)}")
    if "trace" in more and depth is not None and method not in ("minimax", "negamax"):
        more["deepen"] = False  # one search to that depth, as books tell it
    if goal is not None and method in ("pns", "dfpn"):
        more["goal"] = goal
    clock = seconds or (SECONDS if nodes is None or depth is None else None)
    found = search(game, state, method, depth=depth, nodes=nodes or NODES, seconds=clock, **more)
    found.trace = None  # it travels as columns
    told = found.to_dict()
    told["stats"].pop("extra", None)
    if depth is not None and METHODS[method].depth:
        told["by_depth"] = _by_depth(game, state, method, depth)
    if trace and method in TRACED:
        told["trace"] = columns(kept)
    if "growth" in told:
        if method == "mcts":
            told["growth"]["bounds"] = bounds_of(game.player(state), found.growth)
        told["growth"]["dropped"] += max(0, len(told["growth"]["steps"]) - STEPS)
        told["growth"]["steps"] = told["growth"]["steps"][:STEPS]
    return told


def _by_depth(game: Any, state: Any, method: str, depth: int) -> list[dict[str, Any]]:
    """What the method says at every depth up to the one asked for, as far as half a second goes."""
    from tianji.run.clock import Clock
    from tianji.run.limits import Limits
    from tianji.search import search

    clock, rows = Clock(Limits(seconds=DEEPER_S)), []
    for k in range(1, depth + 1):
        found = search(game, state, method, depth=k, nodes=NODES, seconds=DEEPER_S)
        rows.append(
            {"depth": k, "action": str(found.action), "value": found.value, "nodes": found.stats.nodes}
        )
        if found.bound == "exact" or clock.is_over():
            break
    return rows


def bounds_of(player: int, growth: Any) -> list[dict[str, float]]:
    """After each simulation, as many as are sent, the bound by which the root chooses among its moves (`ucb1`)."""
    from tianji.search.readable.mcts import ucb1

    seen: dict[str, list[float]] = {}
    found = []
    for number, step in enumerate(growth.steps[:STEPS], 1):
        if step.path:
            visits_sum = seen.setdefault(step.path[0], [0, 0.0])
            visits_sum[0] += 1
            visits_sum[1] += step.values[player]
        rows = sorted(seen.items(), key=lambda row: -row[1][0])[:ROOT_MOVES]
        found.append({name: round(ucb1(total / n, int(n), number), 4) for name, (n, total) in rows})
    return found


def columns(trace: Any) -> dict[str, Any]:
    """Visits column by column: as rows, so many would be five times as long, and no page could step through them.

    actions, nodes, causes: the names that `action`, `node` and `cause` number. cuts: (visit, actions left out, window).
    """
    visits = trace.visits
    found: dict[str, Any] = {"viewer": trace.viewer, "dropped": trace.dropped}
    for name in ("action", "node", "cause"):
        names = {text: k for k, text in enumerate(dict.fromkeys(getattr(visit, name) for visit in visits))}
        found |= {f"{name}s": list(names), name: [names[getattr(visit, name)] for visit in visits]}
    return {
        **found, "parent": [visit.parent for visit in visits], "ply": [visit.ply for visit in visits],
        "alpha": [_side(visit.window[0]) for visit in visits], "beta": [_side(visit.window[1]) for visit in visits],
        "value": [visit.value for visit in visits],
        "cuts": [[visit.index, visit.pruned, [_side(x) for x in visit.cut_by]] for visit in visits if visit.pruned],
    }  # fmt: skip


def _side(x: float) -> float | str:
    """A side of a window; JSON has no infinity.

    >>> _side(float("-inf")), _side(1.0)
    ('-inf', 1.0)
    """
    return x if abs(x) != float("inf") else "inf" if x > 0 else "-inf"


QUESTIONS: dict[str, Callable[..., Any]] = {"look": look, "search_methods": search_methods}
