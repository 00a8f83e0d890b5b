"""The common part of games in which both players choose once, at the same time."""

from __future__ import annotations

from abc import abstractmethod

from tianji.core.game import TERMINAL, Game

Choices = tuple[str, ...]


class OneShot(Game[Choices, str]):
    """A bimatrix game in extensive form: player 0 chooses in secret, then player 1, then both pay.

    The state is the tuple of choices made. A subclass says what each player may choose and what a pair of
    choices pays.
    """

    @abstractmethod
    def menu(self, player: int) -> tuple[str, ...]:
        """What `player` may choose."""

    @abstractmethod
    def payoff(self, row: str, column: str) -> tuple[float, float]:
        """What both get when player 0 chooses `row` and player 1 `column`."""

    def initial(self) -> Choices:
        """Nobody has chosen."""
        return ()

    def player(self, s: Choices) -> int:
        """Player 0, player 1, end."""
        return len(s) if len(s) < 2 else TERMINAL

    def actions(self, s: Choices) -> tuple[str, ...]:
        """The menu of the player who chooses."""
        return self.menu(len(s))

    def result(self, s: Choices, a: str) -> Choices:
        """Note the choice."""
        return (*s, a)

    def utility(self, s: Choices) -> tuple[float, float]:
        """The payoff of the two choices."""
        return self.payoff(*s)

    def information(self, s: Choices, player: int) -> str:
        """The own choice; both choices at the end.

        >>> from tianji.games.matching_pennies import MatchingPennies
        >>> game = MatchingPennies()
        >>> [game.information(("heads",), player) for player in (0, 1)]
        ['chose heads', 'chooses']
        """
        if len(s) == 2:
            return f"{s[0]} against {s[1]}"
        if player < len(s):
            return f"chose {s[player]}"
        return "chooses" if player == len(s) else "waits"

    def show(self, s: Choices) -> str:
        """The choices, for people."""
        return " against ".join(s) if s else "nobody has chosen"
