"""Who can be sat against at hold'em: names, and what `holdem.Player` is given for them; nothing is opened here."""

from __future__ import annotations

import re
from pathlib import Path

from tianji.errors import UnknownNameError, quote, suggest

STACK = 20_000  # chips of both in every hand, unless the table says otherwise
# Who can be sat against without a file of one's own; a search is asked for with ":search".
BUILT_IN = ("tiny", "tiny:search", "call", "random", "allin", "fold")
NAME = re.compile(r"[\w+-][\w.+-]{0,76}")
MOST = 50  # blueprints that are offered


def own_players(folder: Path) -> dict[str, str]:
    """The blueprints in the folder `players` of a workspace: what `holdem.Player` is given, by name."""
    found: dict[str, str] = {}
    if folder.is_dir():
        for path in sorted(folder.glob("*.blueprint"))[:MOST]:
            if NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                found |= {path.stem: str(path), f"{path.stem}:search": f"{path}:search"}
    return found


def player_of(name: str, own: dict[str, str]) -> str:
    """What `holdem.Player` is given for a name of the list; any other name is refused, and nothing is opened for it."""
    if name in BUILT_IN:
        return name
    if name not in own:
        raise UnknownNameError(
            f"no player of hold'em is called {quote(name)} here; {suggest(name, [*BUILT_IN, *own])}"
        )
    return own[name]
