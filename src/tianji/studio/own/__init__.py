"""Games of one's own: Python files named with --allow when the studio is started, read anew whenever they are saved.

A request names a game as `file:Class`; which files there are was said on the command line, and nothing a request says
adds one. Their code runs in a clerk or a worker, never in the server.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tianji.errors import (
    FileAccessError,
    GameRuleError,
    ParameterError,
    TianjiError,
    quote,
)
from tianji.studio.own.gambit import gambit_game, gambit_path
from tianji.studio.own.shelf import STEM, OwnFiles, stamp

if TYPE_CHECKING:
    from tianji.core.game import Game

BYTES = 2**20  # of a file
MEMORY = 2**30  # bytes that reading and checking a game may take beside what there is
SECONDS = 5.0  # of a check
_read: dict[str, tuple[str, ModuleType]] = {}  # stem → stamp, module


class NotAllowed(ParameterError):  # noqa: N818 - the name that programs read
    """A file that was not named on the command line."""


def load_game(spec: str) -> Game[Any, Any]:
    """The game that a request names: a registered one, one of an allowed file, or an .efg file of the workspace.

    >>> load_game("kuhn").spec
    'kuhn'
    >>> load_game("my_game:Mine")
    Traceback (most recent call last):
    tianji.studio.own.NotAllowed: 'my_game:Mine' is in no file that this studio may read; start it with: tianji studio --allow my_game.py
    """  # noqa: E501 - one sentence
    import tianji

    if spec.strip().lower().endswith(".efg"):
        with _limited():
            return gambit_game(spec.strip())
    stem, colon, _ = spec.strip().partition(":")
    if not colon or not STEM.fullmatch(stem) or stem == "openspiel":
        return tianji.load(spec, builtin_only=True)
    path = OwnFiles.inherited().files().get(stem)
    if path is None:
        raise NotAllowed(
            f"{quote(spec)} is in no file that this studio may read; "
            f"start it with: tianji studio --allow {stem[:60]}.py"
        )
    with _limited():
        _module(stem, path)
        return tianji.load(spec)


def seen(spec: str) -> str:
    """What changes when the file of this game is saved; empty for a registered one."""
    if spec.strip().lower().endswith(".efg"):
        stat = gambit_path(spec.strip()).stat()
        return f"{stat.st_mtime_ns:x}-{stat.st_size:x}"
    stem, colon, _ = spec.partition(":")
    path = OwnFiles.inherited().files().get(stem) if colon else None
    return "" if path is None else stamp(path)


def _module(stem: str, path: Path) -> ModuleType:
    """The file's module as it is saved now; what it imports from beside it is read anew with it."""
    now = stamp(path)
    if stem in _read and _read[stem][0] == now:
        return _read[stem][1]
    if _is_taken(stem, path):
        raise NotAllowed(f"{path.name}: a module called {quote(stem)} is there already; rename the file")
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and Path(file).parent == path.parent and "." not in name and name != "__main__":
            del sys.modules[name]
    module = ModuleType(stem)
    module.__file__ = str(path)
    try:
        text = path.read_bytes()
        if len(text) > BYTES:
            raise GameRuleError(f"{path.name} has {len(text)} bytes; a game's file has at most {BYTES}")
        sys.modules[stem] = module
        with _beside(path.parent):
            exec(compile(text, str(path), "exec"), module.__dict__)
    except OSError as error:
        raise FileAccessError(f"{path.name} cannot be read: {error.strerror}") from None
    except (Exception, SystemExit) as error:
        sys.modules.pop(stem, None)
        if isinstance(error, GameRuleError):
            raise
        raise GameRuleError(f"{path.name}{_line(error, path)}: {_sentence(error)}") from None
    _read[stem] = (now, module)
    return module


def _is_taken(stem: str, path: Path) -> bool:
    """Whether another module has that name: one of Python's own, say, which the library needs."""
    there = sys.modules.get(stem)
    origin = (
        getattr(there, "__file__", None) if there is not None else getattr(find_spec(stem), "origin", None)
    )
    is_there = there is not None or find_spec(stem) is not None
    return is_there and (origin is None or not Path(origin).exists() or not path.samefile(origin))


@contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """A file may import those beside it, without leaving compiled ones there."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = before


@contextmanager
def _limited() -> Iterator[None]:
    """At most so much more memory in this block, where the system says how much there is now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/self/status").read_text().splitlines()
        now = 1024 * int(next(line for line in lines if line.startswith("VmData:")).split()[1])
        most = now + MEMORY if soft == resource.RLIM_INFINITY else min(soft, now + MEMORY)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _line(error: BaseException, path: Path) -> str:
    """Where in the file it went wrong."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f" line {error.lineno}"
    found, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            found = f" line {trace.tb_lineno}"
        trace = trace.tb_next
    return found


def _sentence(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {quote(text, 200)}" if text else type(error).__name__


def own_games(file: str) -> Any:
    """The games of a file, each with what `check_game` says of it."""
    import tianji

    path = OwnFiles.inherited().files().get(file)
    if path is None:
        raise NotAllowed(
            f"no file {quote(file)} was allowed; start with: tianji studio --allow {file[:60]}.py"
        )
    with _limited():
        module = _module(file, path)
        classes = [
            name
            for name, each in vars(module).items()
            if isinstance(each, type) and issubclass(each, tianji.Game) and each.__module__ == file
        ]
        return {"file": path.name, "games": [_checked(f"{file}:{name}") for name in classes]}


def _checked(spec: str) -> dict[str, Any]:
    import tianji
    from tianji.core.lawful import forgets_information

    try:
        game = tianji.load(spec)
        found = tianji.check_game(game, seconds=SECONDS)
    except TianjiError as error:
        return {"spec": spec, "check": None, "problem": {"code": type(error).__name__, "detail": str(error)}}
    is_open = forgets_information(game)
    return {
        "spec": spec, "check": found.to_dict(), "problem": None, "players": game.players, "hidden": not is_open,
    }  # fmt: skip


QUESTIONS: dict[str, Callable[..., Any]] = {"own_games": own_games}
