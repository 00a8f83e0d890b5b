"""Limits: when work ends and what it may use, one value, checked in one place."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property

from tianji.errors import ParameterError, quote
from tianji.run.threads import check_threads

MOST = 10**18  # of anything that is counted: it fits a machine word, and nobody lives to see it


@dataclass(frozen=True)
class Limits:
    """The first of these that is reached ends the work; None is no limit.

    iterations, nodes, depth: whole numbers from 1. until: an exploitability (NashConv / players), in the game's own
    units. seconds: of work, earlier sessions of a resumed run included. memory: bytes. threads: how many at once.

    >>> Limits(seconds=1.5, threads=2)
    Limits(iterations=None, until=None, seconds=1.5, nodes=None, depth=None, memory=None, threads=2)
    >>> Limits(iterations=0)
    Traceback (most recent call last):
        ...
    tianji.errors.ParameterError: iterations=0; expected a whole number of at least 1
    """

    iterations: int | None = None
    until: float | None = None
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    memory: int | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        counted = {
            "iterations": self.iterations,
            "nodes": self.nodes,
            "depth": self.depth,
            "memory": self.memory,
        }
        for name, value in counted.items():
            if value is None or (type(value) is int and 1 <= value <= MOST):
                continue
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                what = {"depth": "plies ", "memory": "bytes "}.get(name, "")
                raise ParameterError(
                    f"{name}={quote(value)}; expected a whole number {'of ' + what if what else ''}of at least 1"
                )
            if value > MOST:
                raise ParameterError(f"{name}={quote(value)}; expected a whole number of at most {MOST:.0e}")
        for name, measure in (("until", self.until), ("seconds", self.seconds)):
            if measure is not None and not _is_positive(measure):
                raise ParameterError(f"{name}={quote(measure)}; expected a number above 0")
        if self.threads is not None:
            check_threads(self.threads)

    @cached_property
    def looks(self) -> tuple[str, ...]:
        """Those of depth, nodes and seconds that are limits: not every kernel keeps to them."""
        return tuple(name for name in ("depth", "nodes", "seconds") if getattr(self, name) is not None)

    @property
    def is_open(self) -> bool:
        """Whether nothing says when to end."""
        return (self.iterations, self.until, self.seconds, self.nodes, self.depth) == (None,) * 5

    @property
    def is_clocked(self) -> bool:
        """Whether the end depends on nodes or seconds, so that an answer must be at hand at any time."""
        return self.nodes is not None or self.seconds is not None


def _is_positive(value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and 0 < value <= sys.float_info.max  # type: ignore[operator]


def read_until(until: str | float | None, pot: float | None = None) -> float | None:
    """An exploitability in the game's own units, from a number or, where there is a pot, a share of it.

    >>> read_until("0.5%", pot=60), read_until(1e-3)
    (0.3, 0.001)
    """
    if until is None:
        return None
    share = "" if pot is None else ", or a share of the pot such as '0.3%'"
    value = until
    if isinstance(until, str):
        text = until.strip()
        try:
            value = float(text[:-1]) / 100 * pot if text.endswith("%") and pot is not None else float(text)
        except ValueError:
            raise ParameterError(f"until={quote(until)}; expected a number above 0{share}") from None
    if not _is_positive(value):
        raise ParameterError(f"until={quote(until)}; expected a number above 0{share}")
    return float(value)
