"""gift_curve: figure 8 of Brown & Sandholm (2017) anew: what Reach-Maxmargin loses when gifts are multiplied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from tianji.core.result import Result
from tianji.errors import ParameterError, quote
from tianji.holdem.rounds.asked import TableOptions
from tianji.holdem.rounds.paper import GIFT_SCALE, SOURCE
from tianji.holdem.rounds.tables import TableRow, reproduce, scale_of, table_game
from tianji.poker.boards import boards

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TABLE = 2  # whose game and whose last column it is


@dataclass(frozen=True)
class GiftPoint(Result):
    """One factor on gifts: losses in mbb/h; ratio, paper_ratio: to that without gifts. paper: in an unnamed unit."""

    factor: int
    seat0: float | None
    seat1: float | None
    mean: float | None
    ratio: float | None
    paper: float | None
    paper_ratio: float | None
    gap: float | None


@dataclass(frozen=True)
class GiftCurve(Result):
    """The scale of gifts against what Reach-Maxmargin loses; num_flops: the factor that does not split gifts."""

    scale: str
    column: int
    points: tuple[GiftPoint, ...]
    num_flops: int
    game: str
    pairs: int
    iterations: int
    blueprint_iterations: int
    done: int
    flops: int
    source: str = SOURCE
    seconds: float = 0.0
    stopped: str = ""

    def plot(self, width: int = 1200) -> Figure:
        """The curve beside the printed one; width in pixels."""
        from tianji.holdem.rounds.plot import plot_gifts

        return plot_gifts(self.to_dict(), width)


def gift_curve(
    scale: str = "ci",
    *,
    column: int | None = None,
    factors: Sequence[int] | None = None,
    **options: Unpack[TableOptions],
) -> GiftCurve:
    """Figure 8: table 2's game, its most buckets, gifts times 0 (Maxmargin), 1 (split), 10, … and the number of flops.

    Its options are those of `reproduce`, whose folder it shares: rows and blueprints that are there are not done
    again.

    >>> curve = gift_curve(column=4, factors=[0, 10], iterations=2, blueprint_iterations=2, value_iterations=0)
    >>> [point.factor for point in curve.points], curve.num_flops, curve.points[0].ratio
    ([0, 10], 95, 1.0)
    """
    ranks = table_game(TABLE, scale).ranks
    num_flops = len(boards(3, range(13 - ranks, 13)).cards)
    names = {factor: _row(factor, num_flops) for factor in _factors(factors, num_flops)}
    count = scale_of(TABLE, scale).buckets[-1] if column is None else column
    report = reproduce(TABLE, scale, columns=[count], techniques=list(names.values()), **options)
    rows = {row.technique: row for row in report.rows}
    return GiftCurve(
        scale, count, tuple(_point(factor, rows.get(name), rows.get(names[0])) for factor, name in names.items()),
        num_flops, report.game, report.pairs, report.iterations, report.blueprint_iterations, report.done, report.flops,
        seconds=report.seconds, stopped=report.stopped,
    )  # fmt: skip


def _factors(factors: Sequence[int] | None, num_flops: int) -> list[int]:
    """Those of the figure and the number of flops, or one's own with 0, in order."""
    for factor in factors or ():
        if isinstance(factor, bool) or not isinstance(factor, int) or not 0 <= factor <= 10**12:
            raise ParameterError(f"factors: {quote(factor)}; expected whole numbers from 0 to {10**12}")
    return sorted({0, *((*GIFT_SCALE, num_flops) if factors is None else factors)})


def _row(factor: int, num_flops: int) -> str:
    """The row of the table that a factor is, where it has one."""
    named = {0: "maxmargin", 1: "reach-maxmargin", num_flops: "reach-maxmargin (not split)"}
    return named.get(factor, f"reach-maxmargin (gifts x{factor})")


def _point(factor: int, row: TableRow | None, first: TableRow | None) -> GiftPoint:
    paper = GIFT_SCALE.get(factor)
    paper_ratio = None if paper is None else paper / GIFT_SCALE[0]
    if row is None:
        return GiftPoint(factor, None, None, None, None, paper, paper_ratio, None)
    is_known = row.mean is not None and first is not None and first.mean
    ratio = row.mean / first.mean if is_known else None  # type: ignore[union-attr,operator]
    return GiftPoint(factor, row.seat0, row.seat1, row.mean, ratio, paper, paper_ratio, row.gap)
