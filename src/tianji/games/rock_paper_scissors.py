"""Rock, paper, scissors, fair or biased."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tianji.errors import ParameterError, quote
from tianji.games._validate import flag, number
from tianji.games.one_shot import OneShot

HANDS = ("rock", "paper", "scissors")
FAIR = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))
BIASED = ((0, -1, 3), (1, 0, -1), (-1, 1, 0))  # player 0's rock breaks scissors for 3

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class RockPaperScissors(OneShot):
    """Rock, paper, scissors: both show a hand at once; the winner takes 1 from the loser.

    Rock beats scissors, scissors beat paper, paper beats rock. With `biased`, player 0's rock wins 3 against
    scissors; the equilibrium is then (1/5, 7/15, 1/3) against (1/3, 7/15, 1/5), worth 2/15 to player 0.
    `payoff_matrix`, three rows of three numbers, sets what player 0 gets; player 1 gets the negative.

    >>> RockPaperScissors(biased=True).utility(("rock", "scissors"))
    (3.0, -3.0)
    """

    biased: bool = False
    payoff_matrix: Matrix | None = None

    registered_name: ClassVar[str] = "rock_paper_scissors"

    def __post_init__(self) -> None:
        flag("rock_paper_scissors", "biased", self.biased)
        if self.payoff_matrix is None:
            return
        if self.biased:
            raise ParameterError("rock_paper_scissors: both biased and payoff_matrix are given; keep one")
        rows = self.payoff_matrix
        if not (
            isinstance(rows, tuple)
            and all(isinstance(r, tuple) for r in rows)
            and [*map(len, rows)] == [3] * 3
        ):
            raise ParameterError(
                f"rock_paper_scissors: payoff_matrix={quote(rows, 60)}; expected ((a,b,c),(d,e,f),(g,h,i))"
            )
        for row in rows:
            for value in row:
                number("rock_paper_scissors", "payoff_matrix", value)

    def menu(self, player: int) -> tuple[str, ...]:
        """Rock, paper or scissors."""
        return HANDS

    def payoff(self, row: str, column: str) -> tuple[float, float]:
        """Zero sum, from the matrix of player 0."""
        matrix = self.payoff_matrix or (BIASED if self.biased else FAIR)
        won = float(matrix[HANDS.index(row)][HANDS.index(column)])
        return won, -won
