"""Packages that are also their main function: `tianji.search(...)`, `tianji.games()`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:

    class Package:
        """A package as type checkers see it: what its class lists, and nothing else (a module would answer Any)."""
else:
    from types import ModuleType as Package  # noqa: F401
