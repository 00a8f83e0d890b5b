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

# Seconds an iteration takes for a pair, a board and a hand. In tensors the flop games of tables 1 and 2 took 35 and
# 38 ps on an H200 (benchmarks/results/rounds-gpu.json). By generated kernels spots take 9.2 ps (engine.gpu.plan); a
# gate is 90 bytes a root and hand, which is 1.7 ps a pair at 3 TB/s; in buckets reaches and values are written and
# summed, by reading a sector of 32 bytes for each: 72 bytes a pair at 4 TB/s.
PLAIN, IN_BUCKETS, GATED = 37e-12, 28e-12, 11e-12
BESIDE = 8  # iterations' worth of a blueprint: best responses and values, before and after
AROUND = 4  # iterations' worth in tensors of a row in a seat: what its gates are told, and what it came to
UNITS = (1, "s"), (60, "minutes"), (3600, "hours")


@dataclass(frozen=True)
class DeviceForecast:
    """Bytes of the device for the rows of a table of three rounds, and for its game's value; seconds as on an H200.

    Reckoned from the times of games of two rounds and of spots: no GPU has walked turns yet.
    """

    bytes: float
    value_bytes: float
    seconds: float

    def __str__(self) -> str:
        unit, name = next(u for u in UNITS if self.seconds < 90 * u[0] or u is UNITS[-1])
        value = f", {size_text(self.value_bytes)} for the value of the game" if self.value_bytes else ""
        return (
            f"of the device about {size_text(self.bytes)}{value}; about {self.seconds / unit:.3g} {name} of an H200, "
            "going by what flops and spots took there (turns were not timed), buckets and boards not counted"
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
    of the device about 20.6 GiB; about 49.8 s of an H200, going by what flops and spots took there ...
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
