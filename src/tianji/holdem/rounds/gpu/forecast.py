"""What table 3 will take of a GPU, reckoned before anything is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from tianji.core.memory import size_text
from tianji.holdem.engine.layout import make_forest
from tianji.holdem.rounds.config import value_count
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.gpu.turns import PIECE, table_bytes, turn_bytes
from tianji.holdem.rounds.gpu.walk import walk_bytes
from tianji.holdem.rounds.sizes import last_boards, pairs
from tianji.holdem.rounds.subgames import ROWS
from tianji.holdem.rounds.tables import SCALES, scale_of, table_game

# Seconds an iteration takes for a pair, a board and a hand. IN_BUCKETS, GATED: of the column with 200 buckets that an
# H200 worked out (benchmarks/results/rounds-gpu-turns.json; kernels compiled meanwhile). Its blueprint took 60.5 s and
# its twelve rows 171.6 s; how much of a row lies around its iterations was not timed: PLAIN is what the flop games of
# tables 1 and 2 took in tensors (benchmarks/results/rounds-gpu.json), as is what the value of the game takes.
PLAIN, IN_BUCKETS, GATED = 37e-12, 39e-12, 10.5e-12
BESIDE = 8  # iterations' worth of a blueprint: best responses and values, before and after
AROUND = 4  # iterations' worth in tensors of a row in a seat: what its gates are told, and what it came to
UNITS = (1, "s"), (60, "minutes"), (3600, "hours")


@dataclass(frozen=True)
class DeviceForecast:
    """Bytes of the device for the rows of a table of three rounds, and for its game's value; seconds as on an H200.

    By what one column took there. The value of the game was not timed: it goes by games of two rounds.
    """

    bytes: float
    value_bytes: float
    seconds: float

    def __str__(self) -> str:
        unit, name = next(u for u in UNITS if self.seconds < 90 * u[0] or u is UNITS[-1])
        value = f", and {size_text(self.value_bytes)} for the value of the game" if self.value_bytes else ""
        untimed = " (that value by what flops took)" if self.value_bytes else ""
        return (
            f"of the device about {size_text(self.bytes)}, or more where there is more{value}; about "
            f"{self.seconds / unit:.3g} {name} of an H200, going by a column that it worked out{untimed}, buckets and "
            "boards not counted"
        )


def device_forecast(
    game: RoundGame,
    columns: int,
    rows: int,
    blueprint_iterations: int,
    iterations: int,
    value_iterations: int,
) -> DeviceForecast:
    """For so many columns, rows in each (in both seats) and iterations.

    >>> print(device_forecast(table_game(3, "full"), 1, 1, 200, 100, 0))  # doctest: +ELLIPSIS
    of the device about 20.6 GiB, or more where there is more; about 62.9 s of an H200, going by a column ...
    """
    turns, deck = last_boards(game), len(game.deck)
    hands, above = comb(deck - 4, 2), comb(deck - 3, 2)
    forest = make_forest(game.tree(), 2)
    tables, unit = float(turns * table_bytes(hands, above, is_fast=True)), float(turns * hands)
    row, blueprint = GATED * iterations + PLAIN * AROUND, IN_BUCKETS * (blueprint_iterations + BESIDE)
    seconds = unit * pairs(game) * (columns * (2 * rows * row + blueprint) + PLAIN * value_iterations)
    piece = min(PIECE, float(turns * turn_bytes(forest, hands, 4)))
    value = tables + 4 * unit * 2 * sum(forest.rows) + piece if value_iterations else 0.0
    return DeviceForecast(tables + piece + turns * walk_bytes(forest, hands), value, seconds)


def table_forecast(
    scale: str,
    columns: Sequence[int] | None,
    techniques: Sequence[str] | None,
    blueprint_iterations: int | None,
    iterations: int | None,
    value_iterations: int | None,
) -> DeviceForecast | None:
    """Of table 3 on a GPU, what is not given by its scale; None for a scale that there is not."""
    if scale not in SCALES:
        return None
    size = scale_of(3, scale)
    return device_forecast(
        table_game(3, scale), len(set(columns or size.buckets)), len(set(techniques or ROWS)),
        blueprint_iterations or size.blueprint, iterations or size.iterations,
        value_count(value_iterations, size.value, "cuda"),
    )  # fmt: skip
