"""Tian Ji's horse race: weaker horses, better order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from tianji.games._validate import whole
from tianji.games.one_shot import OneShot


@dataclass(frozen=True)
class TianJi(OneShot):
    """Tian Ji's horse race (田忌赛马): both secretly order their horses, which then race in pairs.

    Player 0 is Tian Ji, player 1 the king of Qi. Horses have classes 1 (best) to `horses`. A horse beats any
    of a lower class, and the king's horse beats Tian Ji's of the same class. The winner of each race gets 1
    from the loser. The order "312" sends horse 3, the worst, into the first race.

    Against a king who always sends 123, Tian Ji wins 2 races of 3 by 312 (Sima Qian, Records of the Grand
    Historian, chapter 65). Against a king who mixes, three horses are worth −1 to Tian Ji.

    >>> TianJi().utility(("312", "123"))
    (1.0, -1.0)
    """

    horses: int = 3

    registered_name: ClassVar[str] = "tian_ji"
    _orders: ClassVar[tuple[str, ...]]  # made from the parameter; ClassVar keeps it out of the fields

    def __post_init__(self) -> None:
        whole("tian_ji", "horses", self.horses, 1, 6)
        orders = tuple("".join(order) for order in permutations("123456"[: self.horses]))
        object.__setattr__(self, "_orders", orders)

    def menu(self, player: int) -> tuple[str, ...]:
        """Every order of the horses."""
        return self._orders

    def payoff(self, row: str, column: str) -> tuple[float, float]:
        """Races won by Tian Ji minus races won by the king."""
        lead = float(sum(1 if mine < kings else -1 for mine, kings in zip(row, column, strict=True)))
        return lead, -lead
