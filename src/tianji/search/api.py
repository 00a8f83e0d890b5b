"""`tianji.search(game, state, method, ...)`: one call for every method."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from math import inf
from typing import Any

from tianji.core.game import Game
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError, suggest
from tianji.search.check import check_game, check_options
from tianji.search.clock import Clock, check_budget, check_depth
from tianji.search.readable import drivers
from tianji.search.readable.alphabeta import Searcher, Settings
from tianji.search.result import SearchResult, Stats
from tianji.search.trace import Trace

Budget = dict[str, Any]


@dataclass(frozen=True)
class Method:
    """A row of the table of methods: how to run it, for how many players, and whether chance may move."""

    run: Callable[..., SearchResult]
    about: str
    players: int | None = 2
    chance: bool = False
    options: tuple[str, ...] = ()


SETTINGS = tuple(f.name for f in fields(Settings))


def _alphabeta(
    game: Any, s: Any, player: int, budget: Budget, *, drive: drivers.Driver, name: str, **options: Any
) -> SearchResult:
    trace = options.pop("trace", None)
    stepwise = options.pop("deepen", None)
    if "width" in options:
        drive = partial(drivers.aspiration, width=float(options.pop("width")))
    trace = Trace() if trace is True else trace or None
    search = Searcher(
        game, Settings(**options), Clock(budget["nodes"], budget["seconds"]), Stats(method=name), trace
    )
    limited = budget["nodes"] is not None or budget["seconds"] is not None
    depth = inf if budget["depth"] is None else budget["depth"]
    return drivers.deepen(
        search, s, player, drive, depth, stepwise=limited if stepwise is None else bool(stepwise)
    )


def _lazy(module: str, function: str) -> Callable[..., SearchResult]:
    """Import a method only when it is asked for."""

    def run(*args: Any, **options: Any) -> SearchResult:
        from importlib import import_module

        result: SearchResult = getattr(import_module(module), function)(*args, **options)
        return result

    return run


def _window(drive: drivers.Driver, name: str, **fixed: Any) -> Callable[..., SearchResult]:
    """A method of the alpha-beta family; boards with a kernel run there when the budget is a clock or nodes."""

    def run(game: Any, s: Any, player: int, budget: Budget, **options: Any) -> SearchResult:
        plain = set(options) <= {"native", "threads", "quiescence"}
        native, threads = options.pop("native", plain), options.pop("threads", 1)
        if native:
            from tianji.search import native as fast

            answer = fast.look(game, s, budget, method=name, threads=threads)
            if answer is not None:
                return answer
        return _alphabeta(game, s, player, budget, drive=drive, name=name, **{**fixed, **options})

    return run


_AB = (*SETTINGS, "trace", "deepen", "native", "threads")
_RUN = "tianji.search.run"
_MCTS = ("seed", "exploration", "playout_depth", "evaluate", "solver", "priors", "native", "tree", "threads")

METHODS: dict[str, Method] = {
    "minimax": Method(_lazy(_RUN, "run_minimax"), "full tree, player 0 maximises", options=("evaluate",)),
    "negamax": Method(_lazy(_RUN, "run_negamax"), "full tree, one formula for both", options=("evaluate",)),
    "alphabeta": Method(_window(drivers.full_window, "alphabeta"), "skips what cannot matter", options=_AB),
    "pvs": Method(
        _window(drivers.full_window, "pvs", scout=True),
        "alpha-beta with null windows after the first move",
        options=_AB,
    ),
    "aspiration": Method(
        _window(drivers.aspiration, "aspiration", scout=True),
        "a narrow window around a guess",
        options=(*_AB, "width"),
    ),
    "mtdf": Method(_window(drivers.mtdf, "mtdf"), "null windows and a table", options=_AB),
    "probcut": Method(
        _lazy(_RUN, "run_probcut"), "forward pruning by shallow searches", options=(*_AB, "parameters")
    ),
    "beam": Method(_lazy(_RUN, "run_beam"), "only the most promising moves", options=("evaluate", "width")),
    "expectiminimax": Method(
        _lazy(_RUN, "run_expectiminimax"),
        "averages over chance",
        chance=True,
        options=("evaluate", "bounds", "prune"),
    ),
    "maxn": Method(_lazy(_RUN, "run_maxn"), "every player for himself", players=None),
    "paranoid": Method(_lazy(_RUN, "run_paranoid"), "all others against me", players=None),
    "solve": Method(
        _lazy("tianji.search.solve", "run_solve"),
        "the exact value and a winning line",
        options=("table", "symmetry", "threads", "native", "scores"),
    ),
    "dfpn": Method(
        _lazy("tianji.search.readable.proof", "run_dfpn"),
        "win or not, by proof numbers",
        options=("goal", "table"),
    ),
    "pns": Method(
        _lazy("tianji.search.readable.proof", "run_pns"), "proof-number search in memory", options=("goal",)
    ),
    "mcts": Method(
        _lazy("tianji.search.readable.mcts", "run_mcts"),
        "UCT: sampled play",
        players=None,
        chance=True,
        options=_MCTS,
    ),
    "puct": Method(
        _lazy("tianji.search.readable.mcts", "run_puct"),
        "UCT with prior probabilities",
        players=None,
        chance=True,
        options=_MCTS,
    ),
}


def search(
    game: Game[Any, Any],
    state: Any = None,
    method: str = "mtdf",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    **options: Any,
) -> SearchResult:
    """The best action at `state` (default: the beginning), with its value for the player to move.

    depth: plies to look ahead; without it, to the end of the game. nodes, seconds: budgets; with one of them the
    search deepens step by step and answers in time with the best it knows. `methods()` lists the methods;
    options differ by method, e.g. `evaluate=`, `table=`, `quiescence=`, `trace=True`, `seed=`.

    >>> from tianji.games.mnk import TicTacToe
    >>> r = search(TicTacToe(), method="alphabeta")
    >>> r.value, r.bound, r.verdict, len(r.line)
    (0.0, 'exact', 'draw', 9)
    """
    check_budget(nodes, seconds)
    check_depth(depth)
    found = METHODS.get(method)
    if found is None:
        raise UnknownNameError(f"search: no method {method!r}; {suggest(str(method), list(METHODS))}")
    unknown = [name for name in options if name not in found.options]
    if unknown:
        hint = suggest(unknown[0], list(found.options)) if found.options else "it takes none"
        raise ParameterError(f"search: method {method!r} has no option {unknown[0]!r}; {hint}")
    check_options(options)
    if not isinstance(game, Game):
        raise ParameterError(
            f"search: game={game!r}; expected a Game, for example tianji.load('tic_tac_toe')"
        )
    s = game.initial() if state is None else state
    try:
        player = check_game(game, s, method, players=found.players, chance=found.chance)
    except (TypeError, AttributeError, IndexError) as error:
        raise ParameterError(
            f"search: state {s!r:.200} is no state of {game} ({error}); use game.initial(), result() or parse()"
        ) from None
    budget = {"depth": depth, "nodes": nodes, "seconds": seconds}
    with deep_recursion():
        try:
            return found.run(game, s, player, budget, **options)
        except RecursionError:
            raise NotApplicableError(
                f"{game}: play can go on for more than {DEEPEST} moves; give a depth= or a budget"
            ) from None


def methods() -> dict[str, str]:
    """The methods of `search`, with a word on each."""
    return {name: row.about for name, row in METHODS.items()}


DEEPEST = 12_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow games of some thousand moves; Python frames live on the heap, so this is safe."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 4 * DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
