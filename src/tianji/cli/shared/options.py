"""Options that several commands share, and readers for their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from tianji.core.paths import is_there
from tianji.errors import ParameterError, quote

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}


def whole(text: str | int) -> int:  # Typer sends defaults through as well
    """A whole number as people write it.

    >>> whole("1_000"), whole("2e6"), whole("-3")
    (1000, 2000000, -3)
    """
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
        if number == int(number):
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise typer.BadParameter(f"{quote(text)} is not a whole number, such as 1000 or 1e6")


def count(text: str | int) -> int:
    """A whole number from 0 up.

    >>> count("20")
    20
    """
    number = whole(text)
    if number < 0:
        raise typer.BadParameter(f"{quote(text)} is not a count; expected 0 or more")
    return number


def duration(text: str | float) -> float:
    """Seconds, from a number with or without a unit.

    >>> duration("90"), duration("1.5m"), duration("2h")
    (90.0, 90.0, 7200.0)
    """
    text = str(text)
    unit = UNITS.get(text[-1:].lower())
    try:
        return float(text[:-1]) * unit if unit else float(text)
    except ValueError:
        raise typer.BadParameter(f"{quote(text)} is not a time, such as 30, 30s, 5m or 2h") from None


def refuse(context: typer.Context, names: Iterable[str], why: str) -> None:
    """Refuse those of these options that were typed: what would do nothing is never passed over in silence."""
    for param in context.command.params:
        source = context.get_parameter_source(str(param.name))
        if param.name in names and source is not None and source.name == "COMMANDLINE":
            raise ParameterError(f"{max(param.opts, key=len)} {why}; leave it out")


CheckpointEvery = Annotated[
    float, typer.Option(metavar="TIME", parser=duration, help="time between two checkpoints")
]


def check_checkpoint(checkpoint: str | None, resume: bool) -> None:
    """Refuse to go on without a file, and to write over one that is there."""
    if resume and checkpoint is None:
        raise ParameterError("--resume needs --checkpoint FILE, the file to continue from")
    if checkpoint is not None and not resume and is_there(checkpoint):
        raise ParameterError(
            f"--checkpoint {quote(checkpoint)} exists; continue that run with --resume, or delete it to start anew"
        )


def opt(metavar: str, text: str, *names: str, parser: Callable[..., Any] | None = None) -> Any:
    """An option that may be left out; `names` where they are not the parameter's own."""
    return typer.Option(*names, metavar=metavar, help=text, parser=parser, show_default=False)


GAME_HELP = "NAME, 'NAME(parameter=value)', FILE.efg, module:Class or openspiel:NAME"

GameSpec = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, show_default=False)]
Method = Annotated[
    str, typer.Option("--method", "-m", metavar="NAME", help="solver; 'tianji solve --help' lists them")
]
Iterations = Annotated[int | None, opt("N", "stop after so many", "--iterations", "-n", parser=whole)]
Until = Annotated[float | None, opt("X", "stop at this exploitability (NashConv / players)", "--until")]
Seconds = Annotated[
    float | None, opt("TIME", "stop after this time: 30, 5m, 2h", "--seconds", parser=duration)
]
Rows = Annotated[
    int, typer.Option("--rows", metavar="N", parser=count, help="infosets to show, most reached first")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", parser=whole, help="seed of all that is random")]
SeedOfMethod = Annotated[
    int | None, opt("N", "seed of a method that draws; default 0", "--seed", parser=whole)
]
UnusedSeed = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", parser=whole, help="the same seed, the same answer; nothing is drawn here"
    ),
]
On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="WHERE",
        help="serial (in this process), processes(N), ray (the cluster here), ray(HOST:PORT); docs/batch.md",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object", show_default=False)]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="no progress on standard error", show_default=False)
]
