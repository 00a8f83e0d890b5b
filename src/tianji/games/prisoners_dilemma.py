"""The prisoner's dilemma: two who would both gain by trust, and each gains by breaking it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tianji.errors import ParameterError
from tianji.games._validate import number
from tianji.games.one_shot import OneShot


@dataclass(frozen=True)
class PrisonersDilemma(OneShot):
    """The prisoner's dilemma: both cooperate (stay silent) or defect (confess), at once. General sum.

    Both cooperating pays `reward` each, both defecting `punishment`; a lone defector gets `temptation`, the
    one betrayed `sucker`. The defaults are years in prison. temptation > reward > punishment > sucker, so
    that defecting is better whatever the other does, and the only equilibrium is worse for both than trust.

    Tucker (1950).

    >>> PrisonersDilemma().utility(("cooperate", "defect"))
    (-10.0, 0.0)
    """

    reward: float = -0.5
    temptation: float = 0
    sucker: float = -10
    punishment: float = -5

    registered_name: ClassVar[str] = "prisoners_dilemma"

    def __post_init__(self) -> None:
        for name in ("reward", "temptation", "sucker", "punishment"):
            number("prisoners_dilemma", name, getattr(self, name))
        if not self.temptation > self.reward > self.punishment > self.sucker:
            raise ParameterError(
                f"prisoners_dilemma: temptation={self.temptation}, reward={self.reward}, "
                f"punishment={self.punishment}, sucker={self.sucker}; expected each above the next"
            )

    def menu(self, player: int) -> tuple[str, ...]:
        """Cooperate or defect."""
        return "cooperate", "defect"

    def payoff(self, row: str, column: str) -> tuple[float, float]:
        """Symmetric in the players."""
        return self._pay(row, column), self._pay(column, row)

    def _pay(self, mine: str, theirs: str) -> float:
        if mine == "cooperate":
            return float(self.reward if theirs == "cooperate" else self.sucker)
        return float(self.temptation if theirs == "cooperate" else self.punishment)
