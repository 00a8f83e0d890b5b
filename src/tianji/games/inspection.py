"""The inspection game: an employer who may look, an employee who may shirk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tianji.games._validate import number
from tianji.games.one_shot import OneShot


@dataclass(frozen=True)
class Inspection(OneShot):
    """The inspection game: player 0, the employer, inspects or not; player 1, the employee, works or shirks.

    Work is worth `V` to the employer and costs the employee `H`; the wage is `W`; an inspection costs `C`; an
    employee caught shirking loses the wage and pays the fine `F`. Payoffs (employer, employee):

                    shirk           work
        inspect     −C + F, −F      V − W − C, W − H
        not         −W, W           V − W, W − H

    For 0 < H < W + F and 0 < C < W + F the only equilibrium inspects with probability H / (W + F) and shirks
    with C / (W + F); the employer gets V − W − CV / (W + F). General sum.

    >>> Inspection().utility(("inspect", "shirk"))
    (-1.0, 0.0)
    """

    V: float = 16
    W: float = 4
    H: float = 2
    C: float = 1
    F: float = 0

    registered_name: ClassVar[str] = "inspection"

    def __post_init__(self) -> None:
        for name in "VWHCF":
            number("inspection", name, getattr(self, name), 0)

    def menu(self, player: int) -> tuple[str, ...]:
        """Inspect or not; shirk or work."""
        return ("inspect", "not") if player == 0 else ("shirk", "work")

    def payoff(self, row: str, column: str) -> tuple[float, float]:
        """The table of the class docstring."""
        V, W, H, C, F = map(float, (self.V, self.W, self.H, self.C, self.F))
        if column == "work":
            return V - W - (C if row == "inspect" else 0.0), W - H
        return (F - C, 0.0 - F) if row == "inspect" else (0.0 - W, W)  # 0.0 − x, for −x would print −0.0
