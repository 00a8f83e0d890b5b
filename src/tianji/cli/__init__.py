"""The `tianji` command: one table of verbs, each imported only when it is called; errors as one line.

Exit codes: 0 an answer; 1 a fault of ours; 2 bad input; 130 Ctrl-C (what was found so far is shown and
saved); 141 the reader of our output went away. `TIANJI_DEBUG=1` shows the traceback behind an error.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from tianji.cli.shared.layout import columns, within
from tianji.cli.shared.streams import prepare_streams, silence_out, write_out
from tianji.errors import StoppedError, TianjiError, suggest

# To add a verb: one line here. The target is a function with Typer annotations, or a Typer app of several.
COMMANDS: dict[str, tuple[str, str]] = {
    "solve": ("tianji.cli.solve:solve", "find a strategy, and how far from optimal it is"),
    "games": ("tianji.cli.games:games", "list the games that come with Tianji"),
    "show": ("tianji.cli.games:show", "a game's rules, parameters, size and, when tiny, its tree"),
    "eval": ("tianji.cli.evaluate:evaluate", "values, best responses and exploitability of a strategy"),
    "compare": ("tianji.cli.compare:compare", "two strategies: distance, who wins, where they differ"),
    "play": ("tianji.cli.play:play", "play against the solved strategy in the terminal"),
    "match": ("tianji.cli.match:match", "two agents against each other: who wins, by how much, how surely"),
    "subgame": (
        "tianji.cli.subgame:subgame",
        "solve subgames of a blueprint again: every technique, measured",
    ),
    "subgame depth-limited": (
        "tianji.cli.subgame_depth:depth_limited",
        "solve the top of a game, with leaves that adapt; then what is below",
    ),
    "subgame improve": (
        "tianji.cli.subgame_improve:improve",
        "prepare for the actions that hurt most, a branch at a time",
    ),
    "convert": (
        "tianji.cli.convert:convert",
        "games to .efg; strategies between .safetensors, .json and .csv",
    ),
    "search": ("tianji.cli.search:search", "the best move of a perfect-information game, with its bound"),
    "holdem": ("tianji.cli.holdem:app", "solve, show and compare poker spots; exact equities"),
    "reproduce": ("tianji.cli.reproduce:reproduce", "a paper's table anew, beside the printed one"),
    "matrix": ("tianji.cli.matrix:matrix", "every equilibrium of a matrix game"),
    "studio": ("tianji.cli.studio:studio", "a page on this machine on which games are solved and watched"),
    "bench": ("tianji.cli.bench:bench", "how fast this machine compiles and solves"),
}

USAGE = """\
Usage: tianji COMMAND [OPTIONS] ...

Solve games: from the rules to a strategy, with the proof of how good it is.

  tianji solve leduc            the first thing to try
  tianji COMMAND --help         options and an example of each command

Commands:
{commands}

Options:
  -h, --help  show this text
  --version   show the version

Results go to standard output, progress to standard error. Every command takes --json, --seed and --quiet.
Tables fit the terminal, whatever its width; in a pipe or a file every row is one line.
Exit codes: 0 an answer; 1 a fault of Tianji; 2 bad input; 130 Ctrl-C, what was found is shown and saved.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    if argv is None:
        # What imports make stays alive: looking for garbage among it costs a tenth of the start.
        gc.set_threshold(50_000, 20, 100)
        sys.unraisablehook = _unraisable
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        return _answer(args)
    except KeyboardInterrupt:  # another one, while the first was being answered
        return 130
    finally:
        if argv is None:  # else one more meets the interpreter as it closes down, and ends in a traceback
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)


_lost: list[object] = []


def _unraisable(found: Any) -> None:
    """A Ctrl-C that met a C callback, where nothing can be raised: no traceback; what it breaks ends as interrupted."""
    if found.exc_type is KeyboardInterrupt:
        _lost.append(found.exc_type)
    else:
        sys.__unraisablehook__(found)


def _answer(args: list[str]) -> int:
    prepare_streams()
    try:
        code = _run(args)
        write_out("")
        return code
    except BrokenPipeError:
        silence_out()
        return 141
    except KeyboardInterrupt as error:
        print(
            f"\ntianji: {error if str(error) else 'interrupted before there was an answer'}", file=sys.stderr
        )
        return 130
    except Exception as error:
        if not isinstance(error, TianjiError) and (_lost or _is_interrupt(error)):
            print("\ntianji: interrupted before there was an answer", file=sys.stderr)
            return 130
        return _explain(error)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether a Ctrl-C is behind an error: one that meets the making of a class, say, comes out as a RuntimeError."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _run(args: list[str]) -> int:
    if not args:
        sys.stderr.write(_usage())
        return 2
    words = 2 if " ".join(args[:2]) in COMMANDS else 1
    name, rest = " ".join(args[:words]), args[words:]
    if name in ("-h", "--help"):
        write_out(_usage())
        return 0
    if name == "--version":
        from tianji import __version__

        write_out(f"tianji {__version__}\n")
        return 0
    if name not in COMMANDS:
        what = "option" if name.startswith("-") else "command"
        raise _UsageError(f"no {what} {name!r}; {suggest(name, [*COMMANDS, '--help', '--version'])}")
    return _invoke(name, rest)


def _usage() -> str:
    return USAGE.format(commands="\n".join(f"  {name:23}{line}" for name, (_, line) in COMMANDS.items()))


@cache
def _command(name: str) -> Any:
    """The one command that was asked for; kept, as building a group takes longer than most of its commands."""
    import typer

    module, _, attribute = COMMANDS[name][0].partition(":")
    target = getattr(import_module(module), attribute)
    app = target
    if not isinstance(target, typer.Typer):
        # Without rich and completion Typer starts in half the time.
        app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        app.command(context_settings={"help_option_names": ["-h", "--help"]})(target)
    _put_off_conversion()
    return typer.main.get_command(app)


@cache
def _put_off_conversion() -> None:
    """Have Typer convert the options that somebody gave, and no others.

    Newer Typers convert with pydantic, whose import is a seventh of the time that a short command takes.
    """
    from contextlib import suppress

    from typer import core

    base: Any = getattr(core, "_TyperParameter", None)
    if not hasattr(base, "get_runtime_param"):  # an older Typer, without pydantic
        return
    make = base.get_runtime_param

    class AsGiven:
        def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
            """The value of `param`: what nobody gave needs no conversion, nor does text that stays text."""
            with suppress(AttributeError):  # another Typer, that has other names for them: then it converts
                about = param.type_descriptor
                is_one = not param.multiple and param.nargs == 1
                is_text = about.annotation is str and about.parameter_info.parser is None
                is_text = is_text and not (about.is_path or about.is_choice or about.is_file)
                if is_one and (
                    value is None or value is param.default or (is_text and isinstance(value, str))
                ):
                    return value
            return make(param).coerce(value, param=param, ctx=ctx)

    base.get_runtime_param = lambda param: (
        AsGiven() if getattr(param, "_runtime_param", 0) is None else make(param)
    )


def _invoke(name: str, args: list[str]) -> int:
    """Run the command that was asked for."""
    import typer

    command = _command(name)
    try:
        # Not command(args): that would catch Ctrl-C and broken pipes before we can.
        with command.make_context(f"tianji {name}", list(args)) as context:
            command.invoke(context)
    except typer.Exit as request:
        return int(request.exit_code)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _click_exception() as error:
        at = getattr(error, "ctx", None)  # the command within a group that did not understand
        path = name if at is None else at.command_path.removeprefix("tianji ")
        raise _UsageError(f"{error.format_message().rstrip('.')}; see 'tianji {path} --help'") from error
    except TianjiError as error:
        if isinstance(error, StoppedError) and error.stopped == "interrupted":
            raise KeyboardInterrupt(str(error)) from error
        from tianji.cli.shared.errors import in_options

        verb: Any = command
        for word in args:  # as deep as groups of commands go
            if word not in getattr(verb, "commands", {}):
                break
            verb = verb.commands[word]
        raise _UsageError(in_options(str(error).removeprefix(f"{name}: "), verb.params, args)) from error
    return 0


class _UsageError(TianjiError):
    """A command line that makes no sense."""


def _click_exception() -> Any:
    """The base of Typer's usage errors: a class of click, or of the copy of click that newer Typers carry."""
    import typer

    return typer.BadParameter.__mro__[2]


def _explain(error: Exception) -> int:
    """One line about an error, and its exit code."""
    from contextlib import suppress

    if os.environ.get("TIANJI_DEBUG"):
        import traceback

        traceback.print_exception(error)
    with suppress(OSError):  # what is done is printed, also when standard error is broken
        text = " ".join(str(error).split())
        if not isinstance(error, TianjiError):
            about = f"{type(error).__name__}: {text}" if text else type(error).__name__
            text = f"unexpected {about}; this is a fault in Tianji; TIANJI_DEBUG=1 shows where"
        print(within(f"tianji: error: {text}", columns(sys.stderr)), file=sys.stderr)
    return 2 if isinstance(error, TianjiError) else 1
