"""Search in games with perfect information. The package is callable: `tianji.search(game, state, "mtdf")`."""

import sys
from typing import Any, cast

from tianji._package import Package
from tianji.search.api import methods as methods
from tianji.search.api import search as search
from tianji.search.book import Book as Book
from tianji.search.book import build_book as build_book
from tianji.search.native.connect4 import solve_many as solve_many
from tianji.search.native.endings import ending_table as ending_table
from tianji.search.readable.probcut import ProbCut as ProbCut
from tianji.search.readable.probcut import fit_probcut as fit_probcut
from tianji.search.result import SearchResult as SearchResult
from tianji.search.result import Stats as Stats
from tianji.search.trace import Trace as Trace

__all__ = [
    "Book", "ProbCut", "SearchResult", "Stats", "Trace", "build_book", "ending_table", "fit_probcut", "methods",
    "search", "solve_many",
]  # fmt: skip


class SearchPackage(Package):
    """What `tianji.search` is: this package, and its main function; type checkers see both."""

    __call__ = staticmethod(search)
    search = staticmethod(search)
    methods = staticmethod(methods)
    build_book = staticmethod(build_book)
    ending_table = staticmethod(ending_table)
    fit_probcut = staticmethod(fit_probcut)
    solve_many = staticmethod(solve_many)
    Book = Book
    ProbCut = ProbCut
    SearchResult = SearchResult
    Stats = Stats
    Trace = Trace


cast(Any, sys.modules[__name__]).__class__ = SearchPackage
