"""Names of games, and `load`: the one way from text to a game."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tianji.core.game import Game
from tianji.errors import (
    GameRuleError,
    NotApplicableError,
    ParameterError,
    TianjiError,
    UnknownNameError,
    quote,
    suggest,
)
from tianji.games.spec import split_spec

# To add a game: one line here. Modules are imported when their game is first loaded.
REGISTERED: dict[str, tuple[str, str]] = {
    "breakthrough": ("tianji.games.breakthrough", "Breakthrough"),
    "chess": ("tianji.games.chess", "Chess"),
    "chess_ending": ("tianji.games.chess_ending", "ChessEnding"),
    "coin_toss": ("tianji.games.coin_toss", "CoinToss"),
    "connect_four": ("tianji.games.connect_four", "ConnectFour"),
    "domineering": ("tianji.games.domineering", "Domineering"),
    "flop_holdem": ("tianji.holdem.rounds.as_game", "FlopHoldem"),
    "gomoku": ("tianji.games.gomoku", "Gomoku"),
    "goofspiel": ("tianji.games.goofspiel", "Goofspiel"),
    "hex": ("tianji.games.hexgame", "Hex"),
    "inspection": ("tianji.games.inspection", "Inspection"),
    "kalah": ("tianji.games.kalah", "Kalah"),
    "kuhn": ("tianji.games.kuhn", "Kuhn"),
    "leduc": ("tianji.games.leduc", "Leduc"),
    "leduc_bets": ("tianji.games.leduc_bets", "LeducBets"),
    "liars_dice": ("tianji.games.liars_dice", "LiarsDice"),
    "matching_pennies": ("tianji.games.matching_pennies", "MatchingPennies"),
    "mnk": ("tianji.games.mnk", "MNK"),
    "nim": ("tianji.games.nim", "Nim"),
    "othello": ("tianji.games.othello", "Othello"),
    "prisoners_dilemma": ("tianji.games.prisoners_dilemma", "PrisonersDilemma"),
    "random_game": ("tianji.games.random_game", "RandomGame"),
    "rock_paper_scissors": ("tianji.games.rock_paper_scissors", "RockPaperScissors"),
    "three_lines": ("tianji.games.three_lines", "ThreeLines"),
    "tian_ji": ("tianji.games.tian_ji", "TianJi"),
    "tic_tac_toe": ("tianji.games.mnk", "TicTacToe"),
    "turn_holdem": ("tianji.holdem.rounds.as_game", "TurnHoldem"),
}
_USERS: dict[str, type[Game[Any, Any]]] = {}

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)


def names() -> list[str]:
    """The registered names, sorted.

    >>> "kuhn" in names()
    True
    """
    return sorted([*REGISTERED, *_USERS])


def register(name: str, cls: type[Game[Any, Any]]) -> None:
    """Make `load(name)` find the class `cls`, in this process.

    >>> from tianji.games.kuhn import Kuhn
    >>> class Three(Kuhn): "Kuhn poker under another name."
    >>> register("house_cards", Three)
    >>> load("house_cards(players=3)").spec
    'house_cards(players=3)'
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ParameterError(
            f"register: name {name!r}; expected letters, digits and underscores, as in 'my_game'"
        )
    if not (isinstance(cls, type) and issubclass(cls, Game)):
        raise ParameterError(
            f"register: {quote(cls)} is not a subclass of tianji.Game; pass the class itself"
        )
    taken = name in REGISTERED or (name in _USERS and _USERS[name] is not cls)
    if taken:
        raise ParameterError(f"register: the name {name!r} is taken; choose another")
    _USERS[name] = cls
    cls.registered_name = name  # type: ignore[attr-defined]


def load(spec: str | Game[Any, Any] | type[Game[Any, Any]], *, builtin_only: bool = False) -> Game[Any, Any]:
    """The game that `spec` names.

    A spec is a registered name, `name(parameter=value, ...)`, a path ending in `.efg`,
    `package.module:Class` with or without parameters, or `openspiel:name(...)`. A `Game` is passed through; a
    subclass of `Game` is instantiated. `builtin_only` is for servers, where the text is somebody else's: registered
    names with parameters and nothing else, so that no file is opened and no module imported on their word.

    >>> load("kuhn").players, load("liars_dice(dice=1, faces=3)").spec
    (2, 'liars_dice(faces=3)')
    >>> load("ledcu")
    Traceback (most recent call last):
    tianji.errors.UnknownNameError: no game is called 'ledcu'; did you mean 'leduc'?
    """
    if isinstance(spec, Game):
        return spec
    if isinstance(spec, type) and issubclass(spec, Game):
        return _build(spec, {}, spec.__name__)
    if not isinstance(spec, str):
        raise ParameterError(
            f"load: {quote(spec)} is a {type(spec).__name__}; expected a game spec such as 'leduc'"
        )
    text = spec.strip()
    if builtin_only and not _NAME.fullmatch(text.partition("(")[0].rstrip()):
        raise ParameterError(
            f"load: {quote(text)} is no registered game, and only those are allowed here; known: {', '.join(names())}"
        )
    if text.lower().endswith(".efg"):
        from tianji.games.efg import load_efg

        return load_efg(text)
    if text.startswith("openspiel:"):
        from tianji.games.openspiel import load_openspiel

        return load_openspiel(text.removeprefix("openspiel:"))
    head, parameters = split_spec(text)
    if ":" in head:
        return _build(_users_class(head), parameters, head)
    return _build(_registered_class(head), parameters, head)


def _registered_class(name: str) -> type[Game[Any, Any]]:
    if name in _USERS:
        return _USERS[name]
    if name not in REGISTERED:
        hint = suggest(name, names())
        raise UnknownNameError(f"no game is called {name[:60]!r}; {hint}")
    module, cls = REGISTERED[name]
    found: type[Game[Any, Any]] = getattr(import_module(module), cls)
    return found


def _users_class(head: str) -> type[Game[Any, Any]]:
    """The class behind `package.module:Class`; it is told its spec, so that files can name it."""
    path, _, name = head.partition(":")
    if not _DOTTED.fullmatch(path) or not _NAME.fullmatch(name):
        raise ParameterError(f"game spec {head[:80]!r}; expected package.module:Class, as in 'mygame:MyGame'")
    module = _users_module(path)
    cls = getattr(module, name, None)
    if isinstance(cls, type) and issubclass(cls, Game):
        if "registered_name" not in cls.__dict__:
            cls.registered_name = head  # type: ignore[attr-defined]
        return cls
    classes = [
        n for n, c in vars(module).items() if isinstance(c, type) and issubclass(c, Game) and c is not Game
    ]
    if cls is None:
        raise UnknownNameError(f"module {quote(path)} has no class {name!r}; {suggest(name, classes)}")
    raise ParameterError(
        f"{head}: {quote(cls, 60)} is not a subclass of tianji.Game; {suggest(name, classes)}"
    )


def _users_module(path: str) -> ModuleType:
    try:
        with _current_directory_importable():
            return import_module(path)
    except TianjiError:
        raise
    except ModuleNotFoundError as error:
        if error.name is not None and (path == error.name or path.startswith(error.name + ".")):
            raise UnknownNameError(
                f"no module {quote(path)} to import; expected {path.replace('.', '/')}.py in the current folder "
                "or an installed package"
            ) from None
        raise GameRuleError(f"module {quote(path)} cannot be imported: {_sentence(error)}") from error
    except (Exception, SystemExit) as error:
        raise GameRuleError(f"module {quote(path)} cannot be imported: {_sentence(error)}") from error


@contextmanager
def _current_directory_importable() -> Iterator[None]:
    """The `tianji` command, unlike `python -m`, does not look for modules in the current directory."""
    here = str(Path.cwd())
    if here in sys.path or "" in sys.path:
        yield
        return
    sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        if here in sys.path:
            sys.path.remove(here)


def _build(cls: type[Game[Any, Any]], parameters: dict[str, Any], head: str) -> Game[Any, Any]:
    """An instance of `cls`; whatever its constructor raises becomes a sentence."""
    if inspect.isabstract(cls):
        missing = ", ".join(sorted(cls.__abstractmethods__))
        raise GameRuleError(f"{head}: the class {cls.__name__} lacks {missing}; write these methods")
    try:
        known = _parameters(cls)
        for name in parameters:
            if known is not None and name not in known:
                hint = suggest(name, known) if known else "it takes no parameters"
                raise UnknownNameError(f"{head} has no parameter {name!r}; {hint}")
        return cls(**parameters)
    except TianjiError:
        raise
    except Exception as error:
        raise ParameterError(
            f"{head}: the game cannot be made from {quote(parameters)}: {_sentence(error)}"
        ) from error


def _parameters(cls: type[Game[Any, Any]]) -> list[str] | None:
    """Names that the constructor accepts; None when it accepts any."""
    accepted = list(inspect.signature(cls).parameters.values())
    if any(p.kind is p.VAR_KEYWORD for p in accepted):
        return None
    return [p.name for p in accepted if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]


def _sentence(error: BaseException) -> str:
    """An exception as one short line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__


def require_name(game: Game[Any, Any]) -> None:
    """Refuse a game that other processes cannot load by its name."""
    why = "it is another game there"
    try:
        if type(load(game.spec)) is type(game):
            return
    except TianjiError as error:
        why = str(error)
    raise NotApplicableError(
        f"other processes cannot load {quote(game.spec)} ({why}); use on='serial', or a game that has a name"
    )
