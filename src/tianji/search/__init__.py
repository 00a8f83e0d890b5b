"""Search in games with perfect information. The package is callable: `tianji.search(game, state, "mtdf")`."""

import sys
from types import ModuleType
from typing import Any

from tianji.search.api import methods as methods
from tianji.search.api import search as search
from tianji.search.result import SearchResult as SearchResult
from tianji.search.result import Stats as Stats
from tianji.search.trace import Trace as Trace


class _Search(ModuleType):
    """Lets `tianji.search` be both this package and its main function."""

    def __call__(self, *args: Any, **options: Any) -> SearchResult:
        return search(*args, **options)


sys.modules[__name__].__class__ = _Search
