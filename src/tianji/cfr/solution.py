"""Solution: a strategy and its proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tianji.core.arguments import checked
from tianji.core.result import Result, rows_html
from tianji.core.strategy import Strategy
from tianji.evaluate.ranking import strategy_rows
from tianji.flat.sequence import FlatGame
from tianji.run.report import Check


@dataclass(frozen=True, eq=False)
class Solution(Result):
    """A strategy and its proof.

    nash_conv is Σ_i of what player i could gain by deviating; exploitability is NashConv / players. Both are None
    only when nothing was evaluated: the game is too large (sampling methods), or the run was stopped before it began.
    `stopped` says why the run ended: "until", "iterations", "seconds", "interrupted" (Ctrl-C), "cancelled" (`stop=` or
    the callback), "memory" (the tables of a sampler have filled it) or "exact". `unsaved` says why the last checkpoint
    could not be written. `seed` is None where none was given and the method draws nothing.
    """

    game: str
    method: str
    strategy: Strategy = field(repr=False)
    values: list[float]
    nash_conv: float | None
    iterations: int
    seconds: float
    stopped: str
    history: list[Check] = field(repr=False)
    seed: int | None
    players: int
    config: dict[str, Any] = field(repr=False)
    note: str = ""
    unsaved: str = ""
    flat: FlatGame | None = field(default=None, repr=False)

    @property
    def exploitability(self) -> float | None:
        """NashConv / players."""
        return None if self.nash_conv is None else self.nash_conv / self.players

    @checked
    def to_dict(self, rows: int = 20) -> dict[str, Any]:
        """What `tianji solve --json` prints; `rows` infosets, those reached most often."""
        return {
            "game": self.game,
            "method": self.method,
            "size": None if self.flat is None else self.flat.size,
            "values": self.values,
            "nash_conv": self.nash_conv,
            "exploitability": self.exploitability,
            "players": self.players,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "seed": self.seed,
            "note": self.note,
            "infosets": strategy_rows(self.flat, self.strategy, rows),
            "history": [check._asdict() for check in self.history],
        }

    @checked
    def save(self, path: str | Path) -> None:
        """Write the strategy, as `Strategy.save` does, with what is known about it.

        Nothing in the file changes from run to run: that of a resumed run equals that of an unbroken one.
        """
        self.strategy.save(
            path, method=self.method, iterations=self.iterations, seed=self.seed, values=self.values,
            nash_conv=self.nash_conv,
        )  # fmt: skip

    def facts(self) -> list[tuple[str, object]]:
        """The main figures with their names."""
        return [
            ("game", self.game),
            ("method", self.method),
            *((f"value of player {p}", value) for p, value in enumerate(self.values)),
            ("NashConv", "not known" if self.nash_conv is None else self.nash_conv),
            ("exploitability", "not known" if self.exploitability is None else self.exploitability),
            ("iterations", self.iterations),
            ("seconds", self.seconds),
            ("stopped", self.stopped),
        ]

    def _repr_html_(self) -> str:
        return super()._repr_html_() + rows_html(strategy_rows(self.flat, self.strategy, 20))
