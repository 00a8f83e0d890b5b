"""Leduc hold'em: one private card, one public card, two rounds of betting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from tianji.core.game import CHANCE, TERMINAL, Game
from tianji.errors import ParameterError, quote
from tianji.games._validate import number, whole
from tianji.native.cards import CardLine, Deal, card_twin
from tianji.native.twin import Twin

FOLD, CALL, RAISE = "f", "c", "r"  # CALL with nothing to call is a check; RAISE opens the betting, too
MOVES = frozenset((FOLD, CALL, RAISE))
RANKS = "23456789TJQKA"
SUITS = "abcdefgh"


class LeducState(NamedTuple):
    """Private cards of both players, the public card ("" before it is dealt), and the betting line.

    "crc/r" reads: check, raise, call; then "/" and the public card; then raise.
    """

    first: str = ""
    second: str = ""
    board: str = ""
    line: str = ""


class BettingLine(NamedTuple):
    """What a betting line means: who acts, what may be done, and what both have paid."""

    player: int
    actions: tuple[str, ...]
    paid: tuple[float, float]


@dataclass(frozen=True)
class Leduc(Game[LeducState, str]):
    """Leduc hold'em: both ante 1 and get one card; bet; a public card; bet again; pairing it wins.

    The deck has `ranks` × `suits` cards. A round ends when a bet is called or both check; at most `raises`
    raises a round, of size `bets[0]` in the first and `bets[1]` in the second. Folding is legal only when
    facing a bet. At showdown a pair with the public card wins, then the higher rank; equal ranks split.

    Southey et al. (2005), "Bayes' bluff: opponent modelling in poker"; defaults of OpenSpiel's leduc_poker.

    >>> game = Leduc()
    >>> game.actions(LeducState("Ka", "Qa", "", "r"))
    ('f', 'c', 'r')
    >>> game.information(LeducState("Ka", "Qa", "Jb", "cc/"), 0)
    'Ka|Jb|cc/'
    """

    ranks: int = 3
    suits: int = 2
    bets: tuple[float, float] = (2, 4)
    raises: int = 2

    registered_name: ClassVar[str] = "leduc"
    # Tables made from the parameters; ClassVar keeps them out of the dataclass fields.
    _lines: ClassVar[dict[str, BettingLine]]
    _deck: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        whole("leduc", "ranks", self.ranks, 2, len(RANKS))
        whole("leduc", "suits", self.suits, 1, len(SUITS))
        whole("leduc", "raises", self.raises, 0, 20)
        if self.ranks * self.suits < 3:
            raise ParameterError(
                f"leduc: ranks={self.ranks}, suits={self.suits}; expected at least three cards"
            )
        if not isinstance(self.bets, tuple) or len(self.bets) != 2:
            raise ParameterError(f"leduc: bets={quote(self.bets, 60)}; expected two sizes such as (2, 4)")
        for bet in self.bets:
            number("leduc", "bets", bet, 1e-6)
        # Three ranks are the classic J, Q, K; longer decks grow downwards, and the ace comes last.
        letters = RANKS if self.ranks == len(RANKS) else RANKS[-1 - self.ranks : -1]
        object.__setattr__(self, "_deck", tuple(r + s for r in letters for s in SUITS[: self.suits]))
        object.__setattr__(self, "_lines", self._betting())

    def _betting(self) -> dict[str, BettingLine]:
        """Every betting line of both rounds, built by playing them all."""
        lines: dict[str, BettingLine] = {}
        todo = [("", (1.0, 1.0))]
        while todo:
            line, paid = todo.pop()
            second, current = line.count("/"), line.rpartition("/")[2]
            player, behind = len(current) % 2, paid[0] != paid[1]
            if current.endswith(FOLD) or (second and self._closed(current)):
                lines[line] = BettingLine(TERMINAL, (), paid)
            elif self._closed(current):
                lines[line] = BettingLine(CHANCE, (), paid)
                todo.append((line + "/", paid))
            else:
                menu = (FOLD,) * behind + (CALL,) + (RAISE,) * (current.count(RAISE) < self.raises)
                lines[line] = BettingLine(player, menu, paid)
                for action in menu:
                    extra = float(self.bets[second]) if action == RAISE else 0.0
                    mine = paid[player] if action == FOLD else max(paid) + extra
                    todo.append((line + action, (mine, paid[1]) if player == 0 else (paid[0], mine)))
        return lines

    @staticmethod
    def _closed(current: str) -> bool:
        return len(current) >= 2 and current.endswith(CALL)

    def initial(self) -> LeducState:
        """No card dealt."""
        return LeducState()

    def player(self, s: LeducState) -> int:
        """Chance deals; player 0 opens both rounds."""
        return self._lines[s.line].player if s.second else CHANCE

    def actions(self, s: LeducState) -> tuple[str, ...]:
        """Fold (facing a bet), call or check, raise (below the cap)."""
        return self._lines[s.line].actions

    def chances(self, s: LeducState) -> list[tuple[str, float]]:
        """Any card not yet dealt."""
        left = [c for c in self._deck if c not in s]
        return [(c, 1 / len(left)) for c in left]

    def result(self, s: LeducState, a: str) -> LeducState:
        """Extend the betting line, or deal a card: first, second, then the public one."""
        first, second, board, line = s
        if a in MOVES:
            return LeducState(first, second, board, line + a)
        if not first:
            return LeducState(a)
        return LeducState(first, second, a, line + "/") if second else LeducState(first, a)

    def utility(self, s: LeducState) -> tuple[float, float]:
        """The loser's stake goes to the winner."""
        paid = self._lines[s.line].paid
        if s.line.endswith(FOLD):
            winner = int(paid[0] < paid[1])  # who folded has paid less
        else:
            mine, theirs, board = s.first[0], s.second[0], s.board[0]
            if mine == theirs:
                return 0.0, 0.0
            better = theirs == board or (mine != board and RANKS.index(theirs) > RANKS.index(mine))
            winner = int(better)
        stake = paid[1 - winner]
        return (stake, -stake) if winner == 0 else (-stake, stake)

    def information(self, s: LeducState, player: int) -> str:
        """The own card, the public card and the line; while cards are dealt, who has one.

        Cards are not shown after the hand: nothing is decided then.
        """
        if s.second:
            return f"{s[player]}|{s.board}|{s.line}"
        return f"{s[player]}|deal {int(s.first != '')}"

    def public(self, s: LeducState) -> str:
        """The public card and the line; while cards are dealt, how many are out."""
        return f"{s.board}|{s.line}" if s.second else f"deal {int(s.first != '')}"

    def twin(self) -> Twin:
        """Cards by number and lines by number."""
        lines = {
            line: CardLine(
                row.player, [line + a for a in row.actions or "/"] if row.player != TERMINAL else (), row.paid
            )
            for line, row in self._lines.items()
        }
        number = {"": 0, **{card: i + 1 for i, card in enumerate(self._deck)}}
        names = ["", *self._deck]

        def deal_of(s: LeducState) -> Deal:
            return Deal(number[s.first], number[s.second], number[s.board], s.line)

        def state_of(deal: Deal) -> LeducState:
            return LeducState(names[deal.first], names[deal.second], names[deal.board], str(deal.line))

        return card_twin(len(self._deck), self.suits, lines, deal_of, state_of)

    def stage(self, s: LeducState) -> str | None:
        """ "deal" before the first bet, "board" right after the public card."""
        if s.line.endswith("/"):
            return "board"
        return "deal" if s.second and not s.line else None

    def describe(self, s: LeducState, a: str) -> str:
        """Who gets which card; checks, calls, folds, bets or raises by how much."""
        if a not in MOVES:
            return f"player {int(s.first != '')} is dealt {a}" if not s.second else f"the public card is {a}"
        paid = self._lines[s.line].paid
        size = self.bets[s.line.count("/")]
        if paid[0] == paid[1]:
            return "checks" if a == CALL else f"bets {size:g}"
        return {FOLD: "folds", CALL: f"calls {abs(paid[0] - paid[1]):g}"}.get(a, f"raises by {size:g}")

    def show(self, s: LeducState) -> str:
        """Private cards, public card, line."""
        cards = " ".join(c for c in (s.first, s.second) if c) + (f" [{s.board}]" if s.board else "")
        return f"{cards}, {s.line}" if s.line else cards or "no cards dealt"
