"""Tianji solves games: rules → compiled form → solver → strategy → proof.

>>> import tianji as tj
>>> solution = tj.solve(tj.load("kuhn"), "cfr+", iterations=1000)
>>> round(solution.values[0], 3), solution.exploitability < 1e-3
(-0.056, True)
"""

from importlib import import_module

from tianji._version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for True; the one of `typing` would be half of this import
if TYPE_CHECKING:
    from tianji import arena as arena
    from tianji import holdem as holdem
    from tianji import matrix as matrix
    from tianji import parallel as parallel
    from tianji import studio as studio
    from tianji import subgame as subgame
    from tianji import widgets as widgets
    from tianji.cfr.solve import Solution as Solution
    from tianji.cfr.solve import solve as solve
    from tianji.core.check import check_game as check_game
    from tianji.core.game import CHANCE as CHANCE
    from tianji.core.game import TERMINAL as TERMINAL
    from tianji.core.game import Game as Game
    from tianji.core.strategy import Strategy as Strategy
    from tianji.errors import TianjiError as TianjiError
    from tianji.evaluate.compare import compare as compare
    from tianji.evaluate.infosets import infoset_values as infoset_values
    from tianji.evaluate.response import best_response as best_response
    from tianji.evaluate.response import exploitability as exploitability
    from tianji.evaluate.response import nash_conv as nash_conv
    from tianji.evaluate.response import uniform as uniform
    from tianji.evaluate.response import values as values
    from tianji.flat.build import compile_game
    from tianji.flat.describe import describe as describe
    from tianji.flat.forecast import plan as plan
    from tianji.flat.sequence import FlatGame as FlatGame
    from tianji.games import GamesPackage
    from tianji.games.registry import load as load
    from tianji.native.game import NativeGame as NativeGame
    from tianji.run.stopping import interrupts as interrupts
    from tianji.search import SearchPackage

    compile = compile_game
    games: GamesPackage
    search: SearchPackage

# name → where it lives; imported on first use, so that `import tianji` costs nothing
_HOME = {
    "CHANCE": "tianji.core.game",
    "FlatGame": "tianji.flat.sequence",
    "Game": "tianji.core.game",
    "NativeGame": "tianji.native.game",
    "Solution": "tianji.cfr.solve",
    "Strategy": "tianji.core.strategy",
    "TERMINAL": "tianji.core.game",
    "TianjiError": "tianji.errors",
    "best_response": "tianji.evaluate.response",
    "check_game": "tianji.core.check",
    "compare": "tianji.evaluate.compare",
    "compile": "tianji.flat.build:compile_game",
    "describe": "tianji.flat.describe",
    "exploitability": "tianji.evaluate.response",
    "infoset_values": "tianji.evaluate.infosets",
    "interrupts": "tianji.run.stopping",
    "load": "tianji.games.registry",
    "nash_conv": "tianji.evaluate.response",
    "plan": "tianji.flat.forecast",
    "solve": "tianji.cfr.solve",
    "uniform": "tianji.evaluate.response",
    "values": "tianji.evaluate.response",
}
_PACKAGES = ("arena", "games", "holdem", "matrix", "parallel", "search", "studio", "subgame", "widgets")

__all__ = [*sorted([*_HOME, *_PACKAGES])]


if not TYPE_CHECKING:  # where types are checked, a name that does not exist is an error, not Any

    def __getattr__(name):
        if name in _PACKAGES:
            return import_module(f"tianji.{name}")
        if name not in _HOME:
            raise AttributeError(f"module 'tianji' has no attribute {name!r}")
        module, _, attribute = _HOME[name].partition(":")
        value = getattr(import_module(module), attribute or name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
