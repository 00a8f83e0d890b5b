"""tianji convert."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tianji.cli.shared import options, output

if TYPE_CHECKING:
    from tianji.games.convert import Conversion

PAGES = (".html", ".htm")


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="a game, a strategy or a hold'em solve", show_default=False)
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help="the file to write", show_default=False)],
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a game as a Gambit file, a strategy in another format, or either as a page; OUT's suffix says which.

    A game (NAME, 'NAME(parameter=value)', FILE.efg, module:Class, openspiel:NAME) becomes .efg; a strategy
    (.safetensors or .json) becomes .safetensors, .json or .csv. Each of them, and a hold'em solve (.tianji), becomes
    .html: one page to look around in, which opens in any browser without Tianji and without a network.

    \b
    Examples:
      tianji convert kuhn kuhn.efg
      tianji convert leduc.safetensors leduc.csv
      tianji convert kuhn.safetensors kuhn.html

    --json prints from, to, kind (game, strategy or solve) and bytes.
    """
    from tianji.games.convert import convert as converted

    found = _page(source, target) if target.lower().endswith(PAGES) else converted(source, target)
    text = f"{found.kind} {source} written to {target}, {found.size:,} bytes"
    output.show(found.to_dict(), lambda _: text, json)


def _page(source: str, target: str) -> Conversion:
    """A game's tree, with a strategy where there is one, or the grids of a hold'em solve."""
    from tianji import widgets
    from tianji.core.storage import require_writable
    from tianji.core.strategy import SUFFIXES, Strategy
    from tianji.games.convert import Conversion
    from tianji.games.registry import load

    require_writable(target)
    suffix = Path(source).suffix.lower()
    if _is_solve(source):
        from tianji.holdem import Solution

        kind, page = "solve", widgets.grid(Solution.load(source))
    elif suffix in SUFFIXES:
        strategy = Strategy.load(source)
        kind, page = "strategy", widgets.tree(load(strategy.game), strategy)
    else:
        kind, page = "game", widgets.tree(load(source))
    page.save(target)
    return Conversion(source, target, kind, Path(target).stat().st_size)


def _is_solve(source: str) -> bool:
    """Whether a hold'em solve is meant: by what the file says it is, or by its name where there is none."""
    from tianji.core.storage import peek
    from tianji.errors import TianjiError

    try:
        return bool(peek(source)["kind"] == "holdem-solve")
    except TianjiError:
        return source.lower().endswith(".tianji")
