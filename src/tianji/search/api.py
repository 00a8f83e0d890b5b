"""`tianji.search(game, state, method, ...)`: one call for every method."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, TypeVar

from tianji.core.arguments import checked
from tianji.core.blame import blamed, recurse, require_lawful
from tianji.core.game import Game
from tianji.core.lawful import lawful
from tianji.errors import (
    GameRuleError,
    NotApplicableError,
    ParameterError,
    TianjiError,
    UnknownNameError,
    quote,
    suggest,
)
from tianji.run.limits import Limits
from tianji.run.report import Progress
from tianji.run.stopping import Stop, Stopper
from tianji.search import native
from tianji.search import options as of
from tianji.search.check import check_game
from tianji.search.result import Answer, SearchResult
from tianji.search.task import UNLIMITED, Task

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True)
class SearchMethod:
    """A row of the table of methods: its options, where its text is, for how many players, and what it can do.

    chance: it averages over chance. depth: it can look so many plies ahead. A method's text is loaded when it is asked.
    """

    about: str
    options: type[of.Options]
    text: str
    players: int | None = 2
    chance: bool = False
    depth: bool = True

    @cached_property
    def usual(self) -> of.Options:
        """Its options as they are when nobody says otherwise; frozen, so made once."""
        return self.options()

    def run(self, task: Task, options: of.Options) -> Answer:
        """The kernel's answer where one fits, else the readable method's."""
        answer = native.answer(task, options)
        if answer is not None:
            return answer
        if task.threads > 1:
            raise ParameterError(
                f"search: threads={task.threads}, but {task.method!r} runs on one thread for {task.game}; "
                "only 'solve' and 'mtdf' of connect four and othello run on several"
            )
        if task.limits.depth is not None and not self.depth:
            raise ParameterError(
                f"search: {task.method!r} has no depth, got depth={quote(task.limits.depth)}; give nodes= or seconds="
            )
        module, name = self.text.split(":")
        run: Callable[[Task, Any], Answer] = getattr(import_module(f"tianji.search.readable.{module}"), name)
        with deep_recursion():
            try:
                return run(task, options)
            except RecursionError as error:
                if recurse(task.game, error):
                    raise
                raise NotApplicableError(
                    f"{task.game}: play can go on for more than {DEEPEST} moves; give a depth= or a budget"
                ) from None

    @property
    def draws(self) -> bool:
        """Whether anything is random in it."""
        return "seed" in of.defaults(self.options)

    def check_names(self, method: str, given: dict[str, Any]) -> None:
        """Refuse, by name, an option that the method does not take."""
        known = list(of.defaults(self.options))
        for name in given:
            if name == "seed" and name not in known:
                raise ParameterError(
                    f"search: seed={quote(given[name])}: method {method!r} draws nothing; leave seed= out, or use one "
                    f"that does: {', '.join(m for m, row in METHODS.items() if row.draws)}"
                )
            if name not in known:
                hint = suggest(name, known) if known else "it takes none"
                raise ParameterError(f"search: method {method!r} has no option {quote(name)}; {hint}")


METHODS: dict[str, SearchMethod] = {
    "minimax": SearchMethod("full tree, player 0 maximises", of.Plain, "plain:run_minimax"),
    "negamax": SearchMethod("full tree, one formula for both", of.Plain, "plain:run_negamax"),
    "alphabeta": SearchMethod("skips what cannot matter", of.Window, "drivers:run_window"),
    "pvs": SearchMethod("alpha-beta with null windows after the first move", of.Scout, "drivers:run_window"),
    "aspiration": SearchMethod("a narrow window around a guess", of.Aspiration, "drivers:run_window"),
    "mtdf": SearchMethod("null windows and a table", of.NullWindows, "drivers:run_window"),
    "probcut": SearchMethod("forward pruning by shallow searches", of.Probing, "drivers:run_window"),
    "beam": SearchMethod("only the most promising moves", of.Thinned, "beam:run_beam"),
    "expectiminimax": SearchMethod(
        "averages over chance", of.Averaged, "chance:run_expectiminimax", chance=True
    ),
    "maxn": SearchMethod("every player for himself", of.Options, "multi:run_maxn", players=None),
    "paranoid": SearchMethod("all others against me", of.Options, "multi:run_paranoid", players=None),
    "solve": SearchMethod("the exact value and a winning line", of.Exact, "drivers:run_solve", depth=False),
    "dfpn": SearchMethod("win or not, by proof numbers", of.Proving, "proof:run_dfpn", depth=False),
    "pns": SearchMethod("proof-number search in memory", of.Growing, "proof:run_pns", depth=False),
    "mcts": SearchMethod(
        "UCT: sampled play", of.Sampled, "mcts:run_mcts", players=None, chance=True, depth=False
    ),
    "puct": SearchMethod(
        "UCT with prior probabilities", of.Guided, "mcts:run_mcts", players=None, chance=True, depth=False
    ),
}  # fmt: skip


EXACTLY = ("mtdf", "solve")  # methods that give the exact value where nothing limits them


@checked
def search(
    game: Game[S, A],
    state: S | None = None,
    method: str = "mtdf",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    stop: Stop = None,
    **options: Any,
) -> SearchResult[A]:
    """The best action at `state` (default: the beginning), with its value for the player to move.

    depth: plies to look ahead; without it, to the end of the game. nodes, seconds: budgets; with one of them the
    search deepens step by step and answers in time with the best it knows. threads: where a kernel divides the work.
    progress: called with a `Report` of depth, nodes and rate. stop: an Event, or a callable that says whether to end;
    then, and at Ctrl-C, the best answer so far is returned, and `stopped` says why. `methods()` lists the methods;
    options differ by method, e.g. `evaluate=`, `table=`, `quiescence=`, `trace=True`, `seed=`.

    >>> from tianji.games.mnk import TicTacToe
    >>> r = search(TicTacToe(), method="alphabeta")
    >>> r.value, r.bound, r.verdict, r.stopped, len(r.line)
    (0.0, 'exact', 'draw', 'exact', 9)
    """
    if depth is None and nodes is None and seconds is None and type(threads) is int and threads == 1:
        limits = UNLIMITED
        ask = native.AT_ONCE.get(type(game))
        if ask is not None and not options and progress is None and stop is None and method in EXACTLY:
            answer = ask(game, state, method)
            if answer is not None:
                return answer
    else:
        try:
            limits = _limits(depth, nodes, seconds, threads)
        except TypeError:  # what cannot be hashed is no limit: told in words
            limits = Limits(depth=depth, nodes=nodes, seconds=seconds, threads=threads)
    found = METHODS.get(method) if isinstance(method, str) else None
    if found is None:
        raise UnknownNameError(f"search: no method {quote(method)}; {suggest(method, list(METHODS))}")
    if options:
        found.check_names(method, options)
    try:
        game = lawful(game)
        s: Any = game.initial() if state is None else state
        player = _player(game, s, method, found, is_given=state is not None)
        values = of.made(found.options, options) if options else found.usual
        with Stopper(stop) as stopper:
            return found.run(Task(game, s, player, method, limits, stopper, progress), values)
    except TianjiError:
        raise
    except (Exception, SystemExit) as error:
        raise blamed(game, error) from error


@lru_cache(maxsize=256, typed=True)
def _limits(depth: Any, nodes: Any, seconds: Any, threads: Any) -> Limits:
    """Limits that were asked for before are not checked again."""
    return Limits(depth=depth, nodes=nodes, seconds=seconds, threads=threads)


NO_STATE = (TypeError, AttributeError, IndexError)  # what rules raise when asked about something else


def _player(game: Game[Any, Any], s: Any, method: str, found: SearchMethod, is_given: bool) -> int:
    """Who moves, where the method can be asked."""
    try:
        require_lawful(game, s)
        return check_game(game, s, method, players=found.players, chance=found.chance)
    except (*NO_STATE, GameRuleError) as error:
        if not is_given or not isinstance(
            error if isinstance(error, NO_STATE) else error.__cause__, NO_STATE
        ):
            raise
        raise ParameterError(
            f"search: state {quote(s)} is no state of {game} ({error}); use game.initial(), result() or parse()"
        ) from None


def methods() -> dict[str, str]:
    """The methods of `search`, with a word on each."""
    return {name: row.about for name, row in METHODS.items()}


DEEPEST = 12_000
_deep = threading.Lock()
_searches, _limit_before = 0, 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow games of some thousand moves; Python frames live on the heap, so this is safe.

    The limit belongs to the process: the first search raises it, the last one to end lowers it again.
    """
    global _searches, _limit_before
    with _deep:
        if _searches == 0:
            _limit_before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_limit_before, 4 * DEEPEST))
        _searches += 1
    try:
        yield
    finally:
        with _deep:
            _searches -= 1
            if _searches == 0:
                sys.setrecursionlimit(_limit_before)
