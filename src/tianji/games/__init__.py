"""One readable file a game. The package is callable: `tianji.games()` lists the registered names."""

import sys
from typing import Any, cast

from tianji._package import Package
from tianji.games.registry import load as load
from tianji.games.registry import names as names

__all__ = ["load", "names"]


class GamesPackage(Package):
    """What `tianji.games` is: the package of games, and the function that lists them; type checkers see both."""

    __call__ = staticmethod(names)
    names = staticmethod(names)
    load = staticmethod(load)


cast(Any, sys.modules[__name__]).__class__ = GamesPackage
