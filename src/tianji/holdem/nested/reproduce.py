"""reproduce_nested: table 4 as `tianji.holdem.rounds.tables.reproduce` gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Unpack

from tianji.errors import ParameterError, UnknownNameError, quote, suggest
from tianji.holdem.nested.table import METHOD, NestedTable, small_game
from tianji.holdem.rounds.asked import TableOptions, ask
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import NESTED_PRINTED, TRANSLATION, nested_holds
from tianji.holdem.rounds.tables import (
    NESTED,
    TableReport,
    TableRow,
    describe,
    known,
    margin_shares,
    pairs,
)
from tianji.run.clock import OutOfBudget


@dataclass(frozen=True)
class NestedScale:
    """Iterations by scale: of the blueprint, of each solve, of the big game whose value tells the seats apart."""

    blueprint: int
    iterations: int
    value: int


SCALES = {
    "ci": NestedScale(500, 150, 400),
    "short": NestedScale(1_000, 300, 800),
    "full": NestedScale(1_000, 500, 0),
}


def reproduce_nested(
    game: RoundGame,
    scale: str,
    *,
    columns: Sequence[int] | None = None,
    techniques: Sequence[str] | None = None,
    **options: Unpack[TableOptions],
) -> TableReport:
    """Table 4: what a player of the small game loses to one who bets three quarters of the pot as well, by technique.

    game: the big game. techniques: rows. The rest as `tables.reproduce`; there are no buckets and no columns.

    >>> from tianji.holdem.rounds.tables import reproduce
    >>> report = reproduce(4, techniques=["translation"], blueprint_iterations=20, value_iterations=0)
    >>> [(row.technique, row.ratio, row.paper) for row in report.rows]
    [('translation', 1.0, 1465.0)]
    """
    for name, given in (
        ("columns", columns),
        ("buckets", options.get("buckets")),
        ("seed", options.get("seed")),
    ):
        if given:
            raise ParameterError(f"{name}={quote(given)}: table 4 has no buckets; leave {name} out")
    size = SCALES[scale]
    asked = ask(options, size.blueprint, size.iterations, size.value, "table 4", METHOD)
    rows = _chosen(techniques)
    home = asked.home(f"table{NESTED}-{scale}")
    value: tuple[list[float], float] | None = None
    with asked.working() as work:
        table = NestedTable(game, small_game(game), asked.settings, home, work, rows)
        try:
            value = asked.value(game, home, work)
            table.run()
        except OutOfBudget:
            pass
        return _report(table, scale, value)


def _chosen(techniques: Sequence[str] | None) -> list[str]:
    """The rows asked for, in the table's order; all where none are named."""
    for name in techniques or ():
        if name not in NESTED_PRINTED:
            raise UnknownNameError(
                f"no technique {quote(name)} in table 4; {suggest(str(name)[:80], list(NESTED_PRINTED))}"
            )
    return [name for name in NESTED_PRINTED if not techniques or name in techniques]


def _report(table: NestedTable, scale: str, value: tuple[list[float], float] | None) -> TableReport:
    """What there is; value: of the big game to both seats, and how exactly it is known."""
    game, settings, clock = table.big, table.settings, table.work.clock
    found = [_row(table, None if value is None else value[0], name) for name in table.techniques]
    claims = nested_holds({row.technique: row.mean for row in found if row.mean is not None})
    return TableReport(
        NESTED, scale, tuple(found), claims,
        {claim: (int(bool(held)), int(held is not None)) for claim, held in claims.items()},
        describe(game), pairs(game), settings.iterations, settings.blueprint_iterations,
        None if value is None else value[0][0] * game.mbb, None if value is None else value[1] * game.mbb,
        sum(row.done for row in table.rows.values()), len(found) * 2 * table.flops,
        seconds=clock.seconds, stopped=clock.stopped, method=METHOD,
    )  # fmt: skip


def _row(table: NestedTable, values: list[float] | None, name: str) -> TableRow:
    """One technique; losses of seats only where the big game's value is known."""
    mbb = table.big.mbb
    seats = [table.rows.get((name, seat)) for seat in (0, 1)]
    best = [nan if row is None or not row.is_done else row.response for row in seats]
    first = [row.response if (row := table.rows.get((TRANSLATION, s))) else nan for s in (0, 1)]
    losses = [nan, nan] if values is None else [best[s] - values[1 - s] for s in (0, 1)]
    done = [row for row in seats if row is not None and row.is_done]
    slack, shares = nan, None
    if name != TRANSLATION and len(done) == 2:
        shares = margin_shares(done) if all(row.margins.any() for row in done) else None  # unsafe has none
        slack = sum(table.slack(name, seat) for seat in (0, 1)) / 2
    margins = [row.margin * mbb for row in done]
    ratio = sum(best) / sum(first) if sum(first) else nan
    return TableRow(
        name, 0, known(losses[0] * mbb), known(losses[1] * mbb), known(sum(best) / 2 * mbb), known(ratio),
        NESTED_PRINTED[name], NESTED_PRINTED[name] / NESTED_PRINTED[TRANSLATION], known(slack * mbb),
        known(min(margins, default=nan)), sum(row.seconds for row in seats if row is not None), shares,
        known(best[0] * mbb), known(best[1] * mbb),
    )  # fmt: skip
