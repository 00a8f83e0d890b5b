"""Search in games with perfect information. The package is callable: `tianji.search(game, state, "mtdf")`."""

import sys
from typing import Any, cast

from tianji._package import Package
from tianji.search.api import methods as methods
from tianji.search.api import search as search
from tianji.search.result import SearchResult as SearchResult
from tianji.search.result import Stats as Stats
from tianji.search.trace import Trace as Trace

__all__ = ["SearchResult", "Stats", "Trace", "methods", "search"]


class SearchPackage(Package):
    """What `tianji.search` is: this package, and its main function; type checkers see both."""

    __call__ = staticmethod(search)
    search = staticmethod(search)
    methods = staticmethod(methods)
    SearchResult = SearchResult
    Stats = Stats
    Trace = Trace


cast(Any, sys.modules[__name__]).__class__ = SearchPackage
