"""Packages that import their names on first use, and packages that are also a function (`tianji.search(...)`)."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # type checkers take it for True; the one of `typing` would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Callable

    class Package:
        """A package as type checkers see it: what its class lists, and nothing else (a module would answer Any)."""
else:

    class Package(ModuleType):
        """A package that is also a function; `dir` and Tab list its public names alone."""

        def __dir__(self) -> list[str]:
            return sorted(self.__all__)


def names_of(package: str) -> Callable[[], list[str]]:
    """What `dir` and Tab list of a package: its names, not the modules they live in."""

    def listed() -> list[str]:
        own = vars(sys.modules[package])
        return sorted(n for n, v in own.items() if not (n.startswith("_") or isinstance(v, ModuleType)))

    return listed


def make_lazy(package: str, homes: dict[str, str]) -> None:
    """Have a package import its public names on first use; homes: name → where it lives, "module" or "module:name".

    A module of the package may be called like a function of it (`tianji.subgame.solve`): the name stays the function's.
    """

    class Lazy(ModuleType):
        """A package that knows where its names live."""

        def __getattr__(self, name: str) -> object:
            if name not in homes:
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            module, _, attribute = homes[name].partition(":")
            value: object = getattr(import_module(module), attribute or name)
            super().__setattr__(name, value)
            return value

        def __setattr__(self, name: str, value: object) -> None:
            if not (name in homes and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            return sorted(homes)

    sys.modules[package].__class__ = Lazy
