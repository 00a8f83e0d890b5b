"""tianji convert."""

from __future__ import annotations

from typing import Annotated

import typer

from tianji.cli.shared import options, output


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
    from tianji.games.convert import convert as converted

    found = converted(source, target)
    text = f"{found.kind} {source} written to {target}, {found.size:,} bytes"
    output.show(found.to_dict(), lambda _: text, json)
