"""Whose fault an error is: rules that raise, or give what no game may, are told of in a sentence."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from random import Random
from types import FrameType
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from tianji.core.check import check_game
from tianji.core.contract import Contract
from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.core.lawful import is_ours, lawful, unwatched
from tianji.core.restrict import Restricted
from tianji.errors import TianjiError

Asked = ParamSpec("Asked")
Done = TypeVar("Done")

RULES = {"initial", "player", "actions", "chances", "result", "utility", "information"}
ENDLESS = 100  # calls of rules by rules
LOOKED_AT = 5000  # histories that are searched for a broken clause
STATES, LINES, PLIES = 300, 8, 300  # looked at before the work: the first states, and some lines of play
_lawful: WeakValueDictionary[int, Game[Any, Any]] = WeakValueDictionary()  # games that were looked at, by id


def asks_rules(work: Callable[Asked, Done]) -> Callable[Asked, Done]:
    """Work whose first argument is somebody's game: what its rules do wrong, at any state, is a `GameRuleError`."""

    @wraps(work)
    def run(*args: Asked.args, **kwargs: Asked.kwargs) -> Done:
        game = args[0] if args else kwargs.get("game")
        try:
            if not isinstance(game, Game):
                return work(*args, **kwargs)
            require_lawful(game)
            if args:
                return work(lawful(game), *args[1:], **kwargs)  # type: ignore[arg-type]
            return work(**{**kwargs, "game": lawful(game)})  # type: ignore[arg-type, call-arg]
        except TianjiError:
            raise
        except (Exception, SystemExit) as error:
            if not isinstance(game, Game):
                raise
            raise blamed(game, error) from error

    return run


def blamed(game: Game[Any, Any], error: BaseException) -> BaseException:
    """The error that tells what the rules did, or the error itself where they did nothing wrong.

    An error that was raised inside the rules names the method and the state. One that we raised over what they gave
    is looked for by the contract of `Game`.
    """
    game = unwatched(game)
    if is_ours(game):
        return error
    at = _inside(game, error)
    if at is not None:
        name, state = at
        return Contract(game).raised(error, state, "" if isinstance(error, MemoryError) else name)
    try:
        check_game(game, max_histories=LOOKED_AT, seconds=None)
    except TianjiError as found:
        return found
    return error


def require_lawful(game: Game[Any, Any], state: Any = None) -> None:
    """Refuse rules that break the contract of `Game` near `state`, or on a line of random play; once a game.

    Rules that come with Tianji are tested. Of others, a player who does not exist would be taken for the opponent,
    and a payoff that is no number for a value.
    """
    game = unwatched(game)
    if is_ours(game) or _lawful.get(id(game)) is game:
        return
    law, rng = Contract(game), Random(0)
    first = game.initial() if state is None else state
    todo, met = deque([first]), 0
    while todo and met < STATES:
        s = todo.popleft()
        met += 1
        todo.extend(game.result(s, a) for a in _moves(law, s)[: STATES - len(todo)])
    for _ in range(LINES):
        s, plies = first, 0
        while plies < PLIES and (moves := _moves(law, s)):
            s, plies = game.result(s, rng.choice(moves)), plies + 1
    with suppress(TypeError):  # of a class with __slots__ nothing can be remembered
        _lawful[id(game)] = game


def _moves(law: Contract, s: Any) -> tuple[Any, ...]:
    """What can be done at a state, once it has been found lawful; nothing at the end."""
    game = law.game
    try:
        hash(s)
    except TypeError as error:
        raise law.broken(s, f"it cannot be hashed ({error}); use tuples") from None
    who = law.player(s, game.player(s))
    if who == TERMINAL:
        law.payoffs(s, game.utility(s))
        return ()
    if who == CHANCE:
        return tuple(outcome for outcome, _ in law.chances(s))
    return law.menu(s, who, law.listed(s, "actions", game.actions(s)))


def recurse(game: Game[Any, Any], error: RecursionError) -> bool:
    """Whether the rules call themselves without end, and not we them."""
    return len(list(_calls(unwatched(game), error))) > ENDLESS


def _inside(game: Game[Any, Any], error: BaseException) -> tuple[str, Any] | None:
    """The method of the rules that an error came from, and the state it was asked about; the outermost such call."""
    for frame in _calls(game, error):
        asked = frame.f_code.co_varnames[1] if frame.f_code.co_argcount > 1 else ""
        return frame.f_code.co_name, frame.f_locals.get(asked, "before initial()")
    return None


def _calls(game: Game[Any, Any], error: BaseException) -> Iterator[FrameType]:
    """The calls of rules that an error came through, the outermost first."""
    rules = {id(game)}
    while isinstance(game, Restricted):
        game = game.whole
        rules.add(id(game))
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        names = frame.f_code.co_varnames
        if frame.f_code.co_name in RULES and names and id(frame.f_locals.get(names[0])) in rules:
            yield frame
        trace = trace.tb_next
