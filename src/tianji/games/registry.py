"""Names of games, and `load`: the one way from text to a game."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tianji.core.game import Game

REGISTERED = {
    "kuhn": ("tianji.games.kuhn", "Kuhn"),
}


def names() -> list[str]:
    """The registered names, sorted."""
    return sorted(REGISTERED)


def load(spec: str | Game[Any, Any]) -> Game[Any, Any]:
    """The game that `spec` names."""
    if isinstance(spec, Game):
        return spec
    module, cls = REGISTERED[spec]
    game: Game[Any, Any] = getattr(import_module(module), cls)()
    return game
