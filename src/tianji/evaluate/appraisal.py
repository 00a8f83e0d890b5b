"""appraise: how good a strategy is, player by player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result
from tianji.core.strategy import Strategy
from tianji.evaluate.ranking import strategy_rows
from tianji.evaluate.response import deviation_gains
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame


@dataclass(frozen=True, eq=False)
class Appraisal(Result):
    """A strategy's values, what a best response would win each player more, and its exploitability.

    values, gains: `[players]`. `gains[p] + values[p]` is the value of p's best response.
    """

    game: str
    values: list[float]
    gains: list[float]
    strategy: Strategy = field(repr=False)
    flat: FlatGame = field(repr=False)

    @property
    def nash_conv(self) -> float:
        """Σ_i of the gains."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """NashConv / players."""
        return self.nash_conv / len(self.gains)

    @checked
    def to_dict(self, rows: int = 20) -> dict[str, Any]:
        """What `tianji eval --json` prints; `rows` infosets, those reached most often."""
        return {
            "game": self.game,
            "players": [
                {"player": p, "value": value, "best_response": value + gain, "gain": gain}
                for p, (value, gain) in enumerate(zip(self.values, self.gains, strict=True))
            ],
            "nash_conv": self.nash_conv,
            "exploitability": self.exploitability,
            "infosets": strategy_rows(self.flat, self.strategy, rows),
        }


@checked
def appraise(game: Game[Any, Any] | FlatGame, strategy: Strategy) -> Appraisal:
    """Values, gains and exploitability of a strategy in one call.

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> found = appraise(game, tj.uniform(game))
    >>> [round(value, 3) for value in found.values], round(found.exploitability, 3)
    ([0.125, -0.125], 0.458)
    """
    flat = as_flat(game)
    values, gains = deviation_gains(flat, flat.from_strategy(strategy))
    return Appraisal(flat.spec, values, gains, strategy, flat)
