"""One readable file a game. The package is callable: `tianji.games()` lists the registered names."""

import sys
from types import ModuleType

from tianji.games.registry import load as load
from tianji.games.registry import names as names


class _Games(ModuleType):
    """Lets `tianji.games` be both the package of games and the function that lists them."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
