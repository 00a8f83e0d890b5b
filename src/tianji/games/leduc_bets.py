"""Leduc with several bet sizes: the smallest poker in which an opponent can bet what one has not prepared for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.games._validate import number, whole
from tianji.games.leduc import CALL, FOLD, RANKS, SUITS, BettingLine
from tianji.native.cards import CardLine, Deal, card_twin
from tianji.native.twin import Twin

DEALT = "/"


class LeducBetsState(NamedTuple):
    """Private cards of both players, the public card ("" before it is dealt), and the moves.

    ("c", "b50", "c", "/", "b100") reads: check, bet half the pot, call; the public card; bet the pot.
    """

    first: str = ""
    second: str = ""
    board: str = ""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeducBets(Game[LeducBetsState, str]):
    """Leduc hold'em with bets in fractions of the pot; `sizes` are the fractions offered everywhere.

    Both ante 1 and get one card; bet; a public card; bet again; pairing it wins, then the higher rank. A bet of
    size x first calls, then adds x times the pot. At most `bets[0]` bets in the first round and `bets[1]` in the
    second. Two games with different sizes share their rules: that is what nested subgame solving needs, after
    the no-limit flop hold'em of Brown & Sandholm (2017), section 8 (0.5, 0.75 and 1 pot, against 0.5 and 1).

    >>> game = LeducBets(sizes=(0.5, 1))
    >>> game.actions(LeducBetsState("Ka", "Qa", "", ("b50",))), game.bet_size("b50")
    (('f', 'c'), 0.5)
    """

    sizes: tuple[float, ...] = (0.5, 0.75, 1)
    ranks: int = 3
    suits: int = 2
    bets: tuple[int, int] = (1, 2)

    registered_name: ClassVar[str] = "leduc_bets"
    # Tables made from the parameters; ClassVar keeps them out of the dataclass fields.
    _lines: ClassVar[dict[tuple[str, ...], BettingLine]]
    _deck: ClassVar[tuple[str, ...]]
    _names: ClassVar[dict[str, float]]

    def __post_init__(self) -> None:
        whole("leduc_bets", "ranks", self.ranks, 2, len(RANKS) - 1)
        whole("leduc_bets", "suits", self.suits, 1, len(SUITS))
        if self.ranks * self.suits < 3:
            raise ParameterError(
                f"leduc_bets: ranks={self.ranks}, suits={self.suits}; expected at least three cards"
            )
        if not isinstance(self.sizes, tuple) or not self.sizes or list(self.sizes) != sorted(set(self.sizes)):
            raise ParameterError(
                f"leduc_bets: sizes={quote(self.sizes, 60)}; expected rising fractions of the pot, as in (0.5, 1)"
            )
        for size in self.sizes:
            number("leduc_bets", "sizes", size, 0.01, 100)
        # fractions print as Fraction(1, 2) inside a tuple, which load() does not read back
        plain = tuple(size if isinstance(size, int) else float(size) for size in self.sizes)
        object.__setattr__(self, "sizes", plain)
        if not isinstance(self.bets, tuple) or len(self.bets) != 2:
            raise ParameterError(
                f"leduc_bets: bets={quote(self.bets, 60)}; expected two numbers such as (1, 2)"
            )
        for bound in self.bets:
            whole("leduc_bets", "bets", bound, 0, 6)
        letters = RANKS[-1 - self.ranks : -1]
        object.__setattr__(self, "_deck", tuple(r + s for r in letters for s in SUITS[: self.suits]))
        object.__setattr__(self, "_names", {f"b{100 * float(x):g}": float(x) for x in self.sizes})
        object.__setattr__(self, "_lines", self._betting())

    def _betting(self) -> dict[tuple[str, ...], BettingLine]:
        """Every betting line of both rounds, built by playing them all."""
        lines: dict[tuple[str, ...], BettingLine] = {}
        todo: list[tuple[tuple[str, ...], tuple[float, float]]] = [((), (1.0, 1.0))]
        while todo:
            moves, paid = todo.pop()
            second = DEALT in moves
            current = moves[moves.index(DEALT) + 1 :] if second else moves
            is_closed = len(current) >= 2 and current[-1] == CALL
            if current[-1:] == (FOLD,) or (second and is_closed):
                lines[moves] = BettingLine(TERMINAL, (), paid)
            elif is_closed:
                lines[moves] = BettingLine(CHANCE, (), paid)
                todo.append(((*moves, DEALT), paid))
            else:
                player, made = len(current) % 2, sum(m[0] == "b" for m in current)
                menu = (FOLD,) * (paid[0] != paid[1]) + (CALL,)
                menu += tuple(self._names) if made < self.bets[second] else ()
                lines[moves] = BettingLine(player, menu, paid)
                todo += [((*moves, action), self._pay(paid, player, action)) for action in menu]
        return lines

    def _pay(self, paid: tuple[float, float], player: int, action: str) -> tuple[float, float]:
        """A call matches; a bet of size x matches and adds x times the pot that the call makes."""
        stake = paid[player] if action == FOLD else max(paid)
        if action in self._names:
            stake += self._names[action] * 2 * max(paid)
        return (stake, paid[1]) if player == 0 else (paid[0], stake)

    def bet_size(self, action: str) -> float | None:
        """A bet as a fraction of the pot; None for what is not a bet."""
        return self._names.get(action)

    def twin(self) -> Twin:
        """Cards by number and lines by number."""
        lines = {
            line: CardLine(
                row.player,
                [(*line, a) for a in row.actions or (DEALT,)] if row.player != TERMINAL else (),
                row.paid,
            )
            for line, row in self._lines.items()
        }
        number = {"": 0, **{card: i + 1 for i, card in enumerate(self._deck)}}
        names = ["", *self._deck]

        def deal_of(s: LeducBetsState) -> Deal:
            return Deal(number[s.first], number[s.second], number[s.board], s.moves)

        def state_of(deal: Deal) -> LeducBetsState:
            moves: Any = deal.line
            return LeducBetsState(names[deal.first], names[deal.second], names[deal.board], moves)

        return card_twin(len(self._deck), self.suits, lines, deal_of, state_of)

    def initial(self) -> LeducBetsState:
        """No card dealt."""
        return LeducBetsState()

    def player(self, s: LeducBetsState) -> int:
        """Chance deals; player 0 opens both rounds."""
        return self._lines[s.moves].player if s.second else CHANCE

    def actions(self, s: LeducBetsState) -> tuple[str, ...]:
        """Fold (facing a bet), call or check, and every size while bets are left."""
        return self._lines[s.moves].actions

    def chances(self, s: LeducBetsState) -> list[tuple[str, float]]:
        """Any card not yet dealt."""
        left = [c for c in self._deck if c not in s[:3]]
        return [(c, 1 / len(left)) for c in left]

    def result(self, s: LeducBetsState, a: str) -> LeducBetsState:
        """Extend the betting line, or deal a card: first, second, then the public one."""
        if not s.first:
            return LeducBetsState(a)
        if not s.second:
            return LeducBetsState(s.first, a)
        if self._lines[s.moves].player == CHANCE:
            return LeducBetsState(s.first, s.second, a, (*s.moves, DEALT))
        return s._replace(moves=(*s.moves, a))

    def utility(self, s: LeducBetsState) -> tuple[float, float]:
        """The loser's stake goes to the winner."""
        paid = self._lines[s.moves].paid
        if s.moves[-1] == FOLD:
            winner = int(paid[0] < paid[1])  # who folded has paid less
        else:
            mine, theirs, board = s.first[0], s.second[0], s.board[0]
            if mine == theirs:
                return 0.0, 0.0
            winner = int(theirs == board or (mine != board and RANKS.index(theirs) > RANKS.index(mine)))
        stake = paid[1 - winner]
        return (stake, -stake) if winner == 0 else (-stake, stake)

    def information(self, s: LeducBetsState, player: int) -> str:
        """The own card, the public card and the moves; while cards are dealt, who has one."""
        if s.second:
            return f"{s[player]}|{s.board}|{' '.join(s.moves)}"
        return f"{s[player]}|deal {int(s.first != '')}"

    def public(self, s: LeducBetsState) -> str:
        """The public card and the moves; while cards are dealt, how many are out."""
        return f"{s.board}|{' '.join(s.moves)}" if s.second else f"deal {int(s.first != '')}"

    def stage(self, s: LeducBetsState) -> str | None:
        """ "deal" before the first bet, "board" right after the public card."""
        if s.moves[-1:] == (DEALT,):
            return "board"
        return "deal" if s.second and not s.moves else None

    def describe(self, s: LeducBetsState, a: str) -> str:
        """Who gets which card; checks, calls, folds, bets or raises by how much."""
        if not s.second:
            return f"player {int(s.first != '')} is dealt {a}"
        line = self._lines[s.moves]
        if line.player == CHANCE:
            return f"the public card is {a}"
        faced = abs(line.paid[0] - line.paid[1])
        if a in self._names:
            added = self._names[a] * 2 * max(line.paid)
            return f"raises by {added:g}" if faced else f"bets {added:g}"
        return "folds" if a == FOLD else f"calls {faced:g}" if faced else "checks"

    def show(self, s: LeducBetsState) -> str:
        """Private cards, public card, moves."""
        cards = " ".join(c for c in (s.first, s.second) if c) + (f" [{s.board}]" if s.board else "")
        return f"{cards}, {' '.join(s.moves)}" if s.moves else cards or "no cards dealt"
