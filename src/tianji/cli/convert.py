"""tianji convert."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tianji.cli.shared import options, output
from tianji.errors import ParameterError


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="a game, or a strategy file", show_default=False)
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="the file to write", show_default=False)],
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a game as a Gambit file, or a strategy in another format; OUT's suffix says which.

    A game (NAME, 'NAME(parameter=value)', FILE.efg, module:Class, openspiel:NAME) becomes .efg; a strategy
    (.safetensors or .json) becomes .safetensors, .json or .csv.

    \b
    Examples:
      tianji convert kuhn kuhn.efg
      tianji convert leduc.safetensors leduc.csv

    --json prints from, to, kind (game or strategy) and bytes.
    """
    kind = _kind(source, target)
    if kind == "game":
        import tianji
        from tianji.core.storage import write_atomic
        from tianji.games.efg import write_efg

        write_atomic(target, write_efg(tianji.load(source)).encode())
    else:
        from tianji.core.strategy import Strategy

        Strategy.load(source).save(target)
    data = {"from": source, "to": target, "kind": kind, "bytes": Path(target).stat().st_size}
    output.show(data, lambda d: f"{d['kind']} {d['from']} written to {d['to']}, {d['bytes']:,} bytes", json)


def _kind(source: str, target: str) -> str:
    """What is converted; refuses pairs that make no sense before anything is read."""
    from tianji.core.strategy import SUFFIXES

    is_strategy = Path(source).suffix.lower() in SUFFIXES
    suffix = Path(target).suffix.lower()
    if is_strategy and suffix in SUFFIXES:
        return "strategy"
    if not is_strategy and suffix == ".efg":
        return "game"
    what, wanted = ("strategy", SUFFIXES) if is_strategy else ("game", (".efg",))
    raise ParameterError(
        f"cannot convert the {what} {source!r} to {target!r}; a {what} is written as {' or '.join(wanted)}"
    )
