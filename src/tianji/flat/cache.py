"""as_flat: every public function takes a Game or a FlatGame; a Game is compiled once and remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from tianji.core.game import Game
from tianji.core.lawful import unwatched
from tianji.flat.build import compile_game
from tianji.flat.merge import merge_lossless
from tianji.flat.sequence import FlatGame
from tianji.run.report import Progress
from tianji.run.stopping import Stop

KEEP = 4
_compiled: OrderedDict[Hashable, FlatGame] = OrderedDict()


def as_flat(
    game: Game[Any, Any] | FlatGame,
    *,
    merge: bool = False,
    progress: Progress | None = None,
    stop: Stop = None,
) -> FlatGame:
    """The game itself when compiled already, else its compiled form; the last few are kept.

    A FlatGame is taken as it is: whether it is merged was decided when it was compiled.
    """
    if isinstance(game, FlatGame):
        return game
    rules: Game[Any, Any] = unwatched(game)
    flat = _remembered(rules, False)
    if flat is None:
        flat = _remember(rules, False, compile_game(rules, progress=progress, stop=stop))
    if not merge:
        return flat
    merged = _remembered(rules, True)
    return merged if merged is not None else _remember(rules, True, merge_lossless(flat))


def _key(game: Game[Any, Any], merge: bool) -> Hashable:
    """Equal games may go by other names: a FlatGame carries those of its own."""
    return game, game.spec, getattr(game, "names", None), merge


def _remembered(game: Game[Any, Any], merge: bool) -> FlatGame | None:
    try:
        flat = _compiled.get(_key(game, merge))
    except TypeError:  # a game with unhashable parameters is compiled anew
        return None
    if flat is not None:
        _compiled.move_to_end(_key(game, merge))
    return flat


def _remember(game: Game[Any, Any], merge: bool, flat: FlatGame) -> FlatGame:
    try:
        _compiled[_key(game, merge)] = flat
    except TypeError:
        return flat
    while len(_compiled) > 2 * KEEP:
        _compiled.popitem(last=False)
    return flat
