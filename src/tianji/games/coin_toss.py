"""Coin toss: the game in which a subgame cannot be solved on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.games._validate import flag, number, whole

HEADS, TAILS, SELL, PLAY, FORFEIT = "Heads", "Tails", "Sell", "Play", "Forfeit"

Path = tuple[str, ...]


@dataclass(frozen=True)
class CoinToss(Game[Path, str]):
    """Coin toss: player 0 sees a coin and sells it or plays; then player 1 guesses the side unseen.

    Sell ends the game and is worth `sell_heads` or `sell_tails` to player 0. After Play, player 0 loses 1 if
    player 1 names the side of the coin and wins 1 otherwise, also when player 1 forfeits. With `subgames`
    above 1 a public draw first picks one of several equal copies of the guess, S1, S2, ...; Forfeit is
    offered with one subgame and not with more, unless `forfeit` says otherwise.

    Player 1's best answer to Play depends on what Sell is worth, though Sell is not in that subgame: with the
    defaults Heads 1/4, Tails 3/4; with the two worths exchanged Heads 3/4, Tails 1/4. Value 0 either way.

    Brown & Sandholm (2017), "Safe and nested subgame solving for
    imperfect-information games", figures 1 and 4.

    >>> game = CoinToss()
    >>> game.actions(("Heads", "Play")), game.information(("Heads", "Play"), 1)
    (('Heads', 'Tails', 'Forfeit'), '? Play')
    """

    sell_heads: float = 0.5
    sell_tails: float = -0.5
    subgames: int = 1
    forfeit: bool | None = None

    registered_name: ClassVar[str] = "coin_toss"

    def __post_init__(self) -> None:
        number("coin_toss", "sell_heads", self.sell_heads)
        number("coin_toss", "sell_tails", self.sell_tails)
        whole("coin_toss", "subgames", self.subgames, 1, 100)
        if self.forfeit is not None:
            flag("coin_toss", "forfeit", self.forfeit)

    def initial(self) -> Path:
        """Before the toss. A state is the tuple of everything that has happened."""
        return ()

    def player(self, s: Path) -> int:
        """Toss, player 0, the draw of a subgame if there are several, player 1."""
        if not s:
            return CHANCE
        if len(s) == 1:
            return 0
        if s[1] == SELL:
            return TERMINAL
        draws = int(self.subgames > 1)
        if len(s) == 2 and draws:
            return CHANCE
        return 1 if len(s) == 2 + draws else TERMINAL

    def actions(self, s: Path) -> tuple[str, ...]:
        """Sell or play; name a side or forfeit."""
        if len(s) == 1:
            return SELL, PLAY
        offered = self.subgames == 1 if self.forfeit is None else self.forfeit
        return (HEADS, TAILS, FORFEIT) if offered else (HEADS, TAILS)

    def chances(self, s: Path) -> list[tuple[str, float]]:
        """A fair coin; a uniform public draw."""
        outcomes = [f"S{i + 1}" for i in range(self.subgames)] if s else [HEADS, TAILS]
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def result(self, s: Path, a: str) -> Path:
        """Note what happened."""
        return (*s, a)

    def utility(self, s: Path) -> tuple[float, float]:
        """Zero sum: what Sell is worth, or 1 for a wrong guess and −1 for a right one."""
        coin, move = s[:2]
        if move == SELL:
            won = float(self.sell_heads if coin == HEADS else self.sell_tails)
        else:
            won = -1.0 if s[-1] == coin else 1.0
        return won, -won

    def information(self, s: Path, player: int) -> str:
        """Player 0 sees everything, player 1 everything but the coin."""
        return " ".join(s if player == 0 or not s else ("?", *s[1:])) or "before the toss"

    def stage(self, s: Path) -> str | None:
        """ "play" where player 1 is about to guess; "draw" where a public draw picks the copy of the guess."""
        if len(s) < 2 or self.player(s) == TERMINAL:
            return None
        return "draw" if self.player(s) == CHANCE else "play"

    def describe(self, s: Path, a: str) -> str:
        """The toss, the sale, the guess."""
        if not s:
            return f"the coin shows {a}"
        if len(s) == 1:
            return "sells the coin" if a == SELL else "plays on"
        return (
            "forfeits" if a == FORFEIT else f"the draw is {a}" if self.player(s) == CHANCE else f"guesses {a}"
        )

    def show(self, s: Path) -> str:
        """What has happened."""
        return ", ".join(s) or "before the toss"
