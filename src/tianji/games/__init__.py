"""One readable file a game. The package is callable: `tianji.games()` lists the registered names."""

import sys
from typing import Any, cast

from tianji._package import Package
from tianji.games.cards import Catalogue as Catalogue
from tianji.games.cards import GameCard as GameCard
from tianji.games.cards import catalogue as catalogue
from tianji.games.registry import load as load
from tianji.games.registry import names as names

__all__ = ["Catalogue", "GameCard", "catalogue", "load", "names"]


class GamesPackage(Package):
    """What `tianji.games` is: the package of games, and the function that lists them; type checkers see both."""

    __call__ = staticmethod(names)
    names = staticmethod(names)
    load = staticmethod(load)
    catalogue = staticmethod(catalogue)
    Catalogue = Catalogue
    GameCard = GameCard


cast(Any, sys.modules[__name__]).__class__ = GamesPackage
