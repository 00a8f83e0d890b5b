"""Cards of games: the name, the players, the rules in one line, the parameters."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from tianji.core.game import Game
from tianji.core.result import Result, plain, rows_html
from tianji.games.registry import load, names


@dataclass(frozen=True)
class GameCard(Result):
    """A game in brief; parameters: name → value, of a registered name its default."""

    name: str
    players: int
    summary: str
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Catalogue(Result):
    """The registered games: what `tianji games` lists."""

    games: tuple[GameCard, ...]

    def _repr_html_(self) -> str:
        rows = [card.to_dict() for card in self.games]
        return rows_html([{**row, "parameters": ", ".join(row["parameters"])} for row in rows], "games")


def catalogue() -> Catalogue:
    """A card of every registered game.

    >>> next(card for card in catalogue().games if card.name == "leduc").parameters
    {'ranks': 3, 'suits': 2, 'bets': [2, 4], 'raises': 2}
    """
    return Catalogue(tuple(game_card(load(name), name) for name in names()))


def game_card(game: Game[Any, Any], name: str | None = None) -> GameCard:
    """The card of one game, under the name it is registered by or its own."""
    parameters = {key: plain(value) for key, value in game.parameters.items()}
    return GameCard(name or game.name, game.players, rules_of(game).partition("\n")[0], parameters)


def rules_of(game: Game[Any, Any]) -> str:
    """The rules in brief: the docstring of the class, or of one it was made from, without its doctest."""
    own = next((c for c in type(game).__mro__ if c is Game or c.__dict__.get("__doc__")), Game)
    text = "(the class has no docstring)" if own is Game else inspect.getdoc(own) or ""
    return text.partition(">>>")[0].strip()
