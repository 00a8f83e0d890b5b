"""Errors of the library in the words of the command line: `--iterations -5`, not `iterations=-5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tianji.cli.shared.options import duration
from tianji.errors import quote_path

Typed = tuple[str, str | None]  # an option and what was typed for it
VALUE = r"'[^'\s]*…(?!')|'[^']*'|\"[^\"]*\"|[^\s;,:()'\"]+"


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
    >>> in_options("cannot read 'no.toml'", [Option(name="spot", opts=["--spot"])], ["--spot", "no.toml"])
    "--spot: cannot read 'no.toml'"
    """
    options: dict[str, list[Typed]] = {}  # name in the library → options it may have come from, its own first
    for param in params:
        longest = max((o for o in param.opts if o.startswith("-")), key=len, default=None)
        if longest is not None:
            options.setdefault(longest.lstrip("-").replace("-", "_"), []).insert(
                0, (longest, _typed(param, args))
            )
            if param.name:  # --from is first= in the library
                options.setdefault(param.name, []).append((longest, _typed(param, args)))
            options.setdefault(longest.rpartition("-")[2], []).append((longest, _typed(param, args)))
            options.setdefault(f"{longest.lstrip('-')}s", []).append((longest, _typed(param, args)))
            options.setdefault(f"{longest.lstrip('-')}_seconds", []).append((longest, _typed(param, args)))
    for name, candidates in options.items():
        pattern = rf"(?P<of>\w+: )?(?<![\w.(,'\"-]){name}=(?P<value>{VALUE})?(?P<then>; expected)?"
        is_parameter = any(f"{name}=" in word for word in args if not word.startswith("-"))  # of the game
        message = re.sub(pattern, _option(message, candidates, is_parameter), message)
    return _headed(message, options, args)


def _headed(message: str, options: dict[str, list[Typed]], args: Sequence[str]) -> str:
    """The message after the option whose value it quotes, if it names none: `--out: cannot write 'x/y.json': …`."""
    known = {option: typed for candidates in options.values() for option, typed in candidates}
    if any(re.search(rf"(?<![\w-]){option}(?![\w-])", message) for option in known):
        return message
    quoted = []
    for option, typed in known.items():
        for said in () if typed is None else (typed, typed.partition("=")[0]):  # of NAME=VALUE, the name
            told = (repr(said)[:100], quote_path(said), f"{option[2:]} {said};") if said else ("''",)
            if args.count(said) <= 1 and any(text in message for text in told):
                quoted.append(option)
    if not quoted:
        return message
    # one value may have been typed for several: the option that the message is about
    named = [option for option in quoted if re.search(rf"\b{option.rpartition('-')[2]}\b", message)]
    option = (named or quoted)[0]
    return f"{option}: {message.removeprefix(f'{option[2:]}: ')}"


def _option(message: str, candidates: Sequence[Typed], is_parameter: bool) -> Callable[[re.Match[str]], str]:
    def written(found: re.Match[str]) -> str:
        of, value, then = found["of"] or "", found["value"] or "", found["then"] or ""
        same = [(option, typed) for option, typed in candidates if typed is not None and _same(typed, value)]
        if _depth(message, found.start()) or (of and (is_parameter or not same)):
            return found[0]
        option, typed = same[0] if same else candidates[0]
        shown = typed if same else value if " " in value else value.strip("'\"")
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
