"""Games in the workspace's folder `files`, as Gambit writes them: a request names one by its file's name alone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tianji.errors import FileFormatError, UnknownNameError, quote
from tianji.studio.own.shelf import FILES

if TYPE_CHECKING:
    from tianji.games.efg import EfgGame

NAME = re.compile(r"[\w+-][\w .+-]{0,90}\.efg", re.IGNORECASE)
BYTES = 8 * 2**20  # of a game's file


def gambit_path(name: str) -> Path:
    """The file of that name in the folder; anything else is no game."""
    folder = os.environ.get(FILES)
    path = Path(folder or os.curdir) / name
    try:
        is_there = folder is not None and NAME.fullmatch(name) and path.is_file() and not path.is_symlink()
    except OSError:  # no file can be called so
        is_there = False
    if not is_there:
        raise UnknownNameError(
            f"there is no game {quote(name)} in the workspace's folder files; drop the .efg file onto the page"
        )
    return path


def gambit_game(name: str) -> EfgGame:
    """The game of that file, called by its name."""
    from tianji.games._efg_read import parse_tree
    from tianji.games.efg import EfgGame

    data = gambit_path(name).read_bytes()
    if len(data) > BYTES:
        raise FileFormatError(f"{name} has {len(data)} bytes; a game's file has at most {BYTES}")
    try:
        return EfgGame(parse_tree(data.decode("utf-8-sig"), name), name)
    except UnicodeDecodeError as error:
        raise FileFormatError(
            f"{name} is not a text file in UTF-8 (byte {error.start}); save it as UTF-8"
        ) from None
