"""reproduce: tables 1 to 3 of Brown & Sandholm (2017) anew, beside the printed ones; resumable, on any deck.

What the paper leaves open is chosen here: menus of bets, iterations, whose seat is shown (both, and their mean).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite, nan
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from tianji.core.result import Result
from tianji.errors import ParameterError, UnknownNameError, quote, suggest
from tianji.holdem.abstraction.work import Work
from tianji.holdem.rounds.asked import TableOptions, ask, made_folder
from tianji.holdem.rounds.column import Column, Row, Settings
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import CLAIMS, PRINTED, SOURCE, TRUNK, holds
from tianji.holdem.rounds.sizes import pairs as pairs
from tianji.holdem.rounds.subgames import MARGIN_EDGES, ROWS, gate_of
from tianji.run.clock import OutOfBudget

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TABLES = (1, 2, 3, 4)
NESTED = 4  # has rows of its own, and no columns: tianji.holdem.nested
NESTED_RANKS = {"ci": 4, "short": 5, "full": 13}  # its subgames are many: smaller decks than the others'

# Small and large flop hold'em: one bet before the flop; two bets, or three, on it, of half the pot or the pot. That
# makes 114 and 430 (betting sequence, action) pairs on the flop; the sizes of its files let the paper's games have
# 107–115 and 389–417. Turn hold'em, for which they let one have 79–85, has one bet a round: of the pot before the turn
# (the big blind does not raise who just called), half the pot or the pot on it. That makes 84.
MENUS: dict[int, dict[str, Any]] = {
    1: {"bets": ("100%", "50%,100%"), "most_bets": (1, 2)},
    2: {"bets": ("50%,100%", "50%,100%"), "most_bets": (1, 3)},
    3: {"last": "turn", "bets": ("/100%", "100%", "50%,100%"), "most_bets": (1, 1, 1)},
    4: {"bets": ("50%,75%,100%", "50%,75%,100%"), "most_bets": (1, 3)},  # as printed
}


@dataclass(frozen=True)
class Scale:
    """How large the reproduction is: ranks of the deck, buckets by column, iterations.

    The columns of a smaller deck stand for the paper's in order; their shares of all hands are about the same. value:
    iterations of the whole game without abstraction, which only split a mean into seats; 0 leaves them out, but for a
    GPU (`config.value_count`).
    """

    ranks: int
    buckets: tuple[int, int, int]
    blueprint: int
    iterations: int
    value: int


SCALES = {
    "ci": Scale(5, (4, 16, 160), 200, 100, 200),
    "short": Scale(7, (10, 100, 1_000), 400, 200, 200),
    "full": Scale(13, (200, 2_000, 30_000), 1_000, 1_000, 0),
}
# Tables with more to do take fewer cards: large flop hold'em has four times the pairs, and turn hold'em five to
# thirty-six turns a flop.
OTHER_SCALES = {
    2: {
        "ci": SCALES["ci"],
        "short": Scale(6, (10, 100, 1_000), 300, 100, 150),
        "full": SCALES["full"],
    },
    3: {
        "ci": Scale(4, (4, 16, 160), 50, 25, 50),
        "short": Scale(5, (10, 100, 1_000), 200, 50, 100),
        "full": Scale(13, (200, 2_000, 20_000), 1_000, 1_000, 0),
    },
}


@dataclass(frozen=True)
class TableRow(Result):
    """One technique in one column, in mbb/h: what each seat loses and their mean, beside the printed number.

    ratio, paper_ratio: to the trunk of the same column. gap: how much the mean may be off because gadgets were not
    solved to the end. margin: the smallest of all hands; margins: their shares by the bins of `margin_edges` of the
    report, each hand weighing what the seat's play lets it meet. response0, response1: what a best response wins from
    each seat; less the game's value that is the seat's loss, so a value that comes later splits the mean as well. None
    where it is not known (yet).
    """

    technique: str
    column: int
    seat0: float | None
    seat1: float | None
    mean: float | None
    ratio: float | None
    paper: float | None
    paper_ratio: float | None
    gap: float | None
    margin: float | None = None
    seconds: float = 0.0
    margins: tuple[float, ...] | None = None
    response0: float | None = None
    response1: float | None = None


@dataclass(frozen=True)
class TableReport(Result):
    """A table of the paper and ours.

    claims: whether (a)–(e) hold in every column that has their rows, None where none has; counts: in how many of how
    many. value: of the game to seat 0 in mbb/h, and value_gap, how exactly it is known. stopped: "" where all is done.
    """

    table: int
    scale: str
    rows: tuple[TableRow, ...]
    claims: dict[str, bool | None]
    counts: dict[str, tuple[int, int]]
    game: str
    pairs: int
    iterations: int
    blueprint_iterations: int
    value: float | None
    value_gap: float | None
    done: int
    flops: int
    source: str = SOURCE
    seconds: float = 0.0
    stopped: str = ""
    margin_edges: tuple[float, ...] = MARGIN_EDGES
    method: str = "cfr+"

    def plot(self, kind: str = "ratios", width: int = 1200) -> Figure:
        """A picture: "ratios" beside the printed ones, "margins" of hands, or losses by "buckets"; width in pixels."""
        from tianji.holdem.rounds.plot import plot_table

        return plot_table(self.to_dict(), kind, width)


@dataclass
class _Run:
    """A table in the making."""

    table: int
    scale: str
    game: RoundGame
    settings: Settings
    columns: Sequence[int]
    techniques: Sequence[str]
    done: list[Column] = field(default_factory=list)
    values: list[float] | None = None
    value_gap: float | None = None

    def rows(self) -> list[TableRow]:
        """Every technique in every column."""
        return [self._row(column, name) for column in self.done for name in (TRUNK, *self.techniques)]

    def _row(self, column: Column, name: str) -> TableRow:
        mbb, seats = self.game.mbb, [column.rows.get((name, seat)) for seat in (0, 1)]
        best = [nan if row is None or not row.is_done else row.response for row in seats]
        mean = sum(best) / 2 * mbb
        losses = [nan, nan]
        if self.values is not None:
            losses = [(best[seat] - self.values[1 - seat]) * mbb for seat in (0, 1)]
        trunk = (
            sum(row.response if (row := column.rows.get((TRUNK, seat))) else nan for seat in (0, 1)) / 2 * mbb
        )
        place = scale_of(self.table, self.scale).buckets.index(column.count)
        printed = PRINTED[self.table].get(name)
        paper = None if printed is None else printed[place]
        gap = nan
        if name != TRUNK and isfinite(mean):
            gap = sum(column.slack(name, seat) for seat in (0, 1)) / 2 * mbb
        margins = [row.margin * mbb for row in seats if row is not None and row.is_done]
        return TableRow(
            name, column.count, known(losses[0]), known(losses[1]), known(mean), known(mean / trunk), paper,
            None if paper is None else paper / PRINTED[self.table][TRUNK][place], known(gap),
            known(min(margins, default=nan)), sum(row.seconds for row in seats if row is not None),
            margin_shares([row for row in seats if row is not None]) if name != TRUNK and isfinite(mean) else None,
            known(best[0] * mbb), known(best[1] * mbb),
        )  # fmt: skip

    def report(self, work: Work) -> TableReport:
        """What there is."""
        rows = self.rows()
        held: dict[str, list[bool]] = {claim: [] for claim in CLAIMS}
        for column in self.done:
            means = {r.technique: r.mean for r in rows if r.column == column.count and r.mean is not None}
            for claim, is_held in holds(means).items():
                held[claim] += [] if is_held is None else [is_held]
        parts = [row for column in self.done for (name, _), row in column.rows.items() if name != TRUNK]
        value = None if self.values is None else self.values[0] * self.game.mbb
        return TableReport(
            self.table, self.scale, tuple(rows),
            {claim: all(found) if found else None for claim, found in held.items()},
            {claim: (sum(found), len(found)) for claim, found in held.items()},
            describe(self.game), pairs(self.game), self.settings.iterations, self.settings.blueprint_iterations,
            value, self.value_gap, sum(row.done for row in parts), sum(row.flops for row in parts),
            seconds=work.clock.seconds, stopped=work.clock.stopped, method=self.settings.method,
        )  # fmt: skip


def margin_shares(seats: Sequence[Row]) -> tuple[float, ...] | None:
    """The part of the hands of both seats in each bin of margins; None where some were not counted."""
    counts = np.mean([row.margins / max(row.margins.sum(), 1e-300) for row in seats], axis=0)
    return tuple(counts.tolist()) if np.isfinite(counts).all() else None


def known(x: float) -> float | None:
    """A number, or None for what is not known."""
    return float(x) if isfinite(x) else None


def scale_of(table: int, scale: str) -> Scale:
    """How large a table is at a scale.

    >>> scale_of(1, "short").ranks, scale_of(3, "short").ranks
    (7, 5)
    """
    return OTHER_SCALES.get(table, SCALES)[scale]


def describe(game: RoundGame) -> str:
    """A game in a line."""
    bets = "; ".join(f"{b} x{n}" for b, n in zip(game.bets, game.most_bets, strict=True))
    return (
        f"{game.last} hold'em, {len(game.deck)} cards, blinds {game.blinds[0]:g}/{game.blinds[1]:g}, stacks "
        f"{game.stack:g}, bets {bets}"
    )


def table_game(table: int, scale: str) -> RoundGame:
    """The game of a table.

    >>> table_game(1, "short").ranks
    7
    """
    _check(table, scale)
    return RoundGame(
        ranks=NESTED_RANKS[scale] if table == NESTED else scale_of(table, scale).ranks, **MENUS[table]
    )


def _check(table: int, scale: str) -> None:
    if isinstance(table, bool) or table not in TABLES:
        raise UnknownNameError(f"no table {quote(table)}; the paper has tables 1 to 4")
    if scale not in SCALES:
        raise UnknownNameError(f"no scale {quote(scale)}; {suggest(str(scale)[:80], list(SCALES))}")


def reproduce(
    table: int = 1,
    scale: str = "ci",
    *,
    columns: Sequence[int] | None = None,
    techniques: Sequence[str] | None = None,
    **options: Unpack[TableOptions],
) -> TableReport:
    """Table 1, 2 or 3 of the paper: blueprints with few buckets, all subgames solved again, losses with real cards.

    columns: numbers of buckets, of those of the scale. techniques: rows, as `subgames.ROWS` has them, or a reach row
    with gifts of another scale, such as "reach-maxmargin (gifts x10)". options: see `TableOptions`; buckets are for one
    column.

    >>> report = reproduce(1, columns=[4], techniques=["resolve"], iterations=5, blueprint_iterations=5,
    ...     value_iterations=0)
    >>> [row.technique for row in report.rows], report.claims["a"] is None
    (['trunk', 'resolve'], True)
    """
    game = table_game(table, scale)
    if table == NESTED:
        from tianji.holdem.nested.reproduce import reproduce_nested

        return reproduce_nested(game, scale, columns=columns, techniques=techniques, **options)
    size = scale_of(table, scale)
    asked = ask(options, size.blueprint, size.iterations, size.value)
    run = _Run(table, scale, game, asked.settings, _chosen(columns, size, scale), _named(techniques))
    if run.settings.buckets is not None and len(run.columns) != 1:
        raise ParameterError(
            f"buckets={quote(run.settings.buckets)} are of one column; give columns= with one number"
        )
    home = asked.home(f"table{table}-{scale}")
    with asked.working() as work:
        try:
            if (value := asked.value(game, home, work)) is not None:
                run.values, run.value_gap = value[0], value[1] * game.mbb
            for number in run.columns:
                place = None if home is None else made_folder(home / str(number))
                column = Column(game, number, run.settings, place, work, run.techniques)
                run.done.append(column)
                column.run()
        except OutOfBudget:
            pass
        return run.report(work)


def _chosen(columns: Sequence[int] | None, size: Scale, scale: str) -> list[int]:
    for column in columns or ():
        if column not in size.buckets:
            known_columns = ", ".join(str(n) for n in size.buckets)
            raise ParameterError(
                f"column={quote(column)}: the scale {scale!r} has the columns {known_columns}; choose one of them"
            )
    return list(size.buckets if not columns else dict.fromkeys(columns))


def _named(techniques: Sequence[str] | None) -> list[str]:
    """Rows in the order of the table, those with gifts of another factor at the end."""
    for name in techniques or ():
        gate_of(name)
    given = list(dict.fromkeys(techniques or ROWS))
    return [row for row in ROWS if row in given] + [row for row in given if row not in ROWS]
