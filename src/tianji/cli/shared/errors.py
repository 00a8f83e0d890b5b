"""Errors of the library in the words of the command line: `--iterations -5`, not `iterations=-5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tianji.cli.shared.options import duration

VALUE = r"'[^']*'|\"[^\"]*\"|[^\s;,:()'\"]+"


def in_options(message: str, params: Iterable[Any], args: Sequence[str]) -> str:
    """The message with `name=value` as the option it came from, for the options that the command has.

    params: the command's parameters, as click describes them. args: what was typed. A parameter of a game is no
    option, even by the same name: it stands in brackets, or after the game's name with a value nobody typed.

    >>> from types import SimpleNamespace as Option
    >>> params = [Option(name="iterations", opts=["--iterations", "-n"]), Option(name="rows", opts=["--rows"])]
    >>> in_options("iterations=-5; expected at least 1", params, ["-n", "-5"])
    '--iterations -5: expected at least 1'
    >>> in_options("connect_four: rows=50; expected 1 to 9", params, ["connect_four(rows=50)"])
    'connect_four: rows=50; expected 1 to 9'
    """
    options = {}
    for param in params:
        longest = max((o for o in param.opts if o.startswith("--")), key=len, default=None)
        if longest is not None:
            options[longest[2:].replace("-", "_")] = (longest, _typed(param, args))
    for name in [
        *options
    ]:  # --blueprint-iterations is the solver's iterations, where there is no --iterations
        options.setdefault(name.rpartition("_")[2], options[name])
    for name, (option, typed) in options.items():
        pattern = rf"(?P<of>\w+: )?(?<![\w.(,'\"-]){name}=(?P<value>{VALUE})?(?P<then>; expected)?"
        message = re.sub(pattern, _option(message, option, typed), message)
    return message


def _option(message: str, option: str, typed: str | None) -> Callable[[re.Match[str]], str]:
    def written(found: re.Match[str]) -> str:
        of, value, then = found["of"] or "", found["value"] or "", found["then"] or ""
        is_typed = typed is not None and _same(typed, value)
        if _depth(message, found.start()) or (of and not is_typed):
            return found[0]
        shown = typed if is_typed else value if " " in value else value.strip("'\"")
        shown = "" if shown in ("True", "", None) else f" {shown}"
        return f"{option}{shown}{then.replace(';', ':')}"

    return written


def _depth(message: str, position: int) -> int:
    """How many brackets are open there."""
    before = message[:position]
    return before.count("(") - before.count(")")


def _typed(param: Any, args: Sequence[str]) -> str | None:
    """What was typed for a parameter, the last time; None if nothing was."""
    found = None
    for k, word in enumerate(args):
        for option in param.opts:
            if word == option:
                found = (
                    "True" if getattr(param, "is_flag", False) else (args[k + 1] if k + 1 < len(args) else "")
                )
            elif option.startswith("--") and word.startswith(f"{option}="):
                found = word[len(option) + 1 :]
            elif len(option) == 2 and word.startswith(option) and not word.startswith("--"):
                found = word[2:]
    return found


def _same(typed: str, value: str) -> bool:
    if typed == value.strip("'\""):
        return True
    try:
        return duration(typed) == float(value)
    except Exception:  # neither is a number
        return False
