"""RoundGame: heads-up no-limit hold'em that begins with the blinds and shows hands after the flop, or the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.arguments import checked_init
from tianji.errors import ParameterError, quote
from tianji.games._validate import choice, number, whole
from tianji.holdem.engine.cpu import CpuBackend
from tianji.holdem.spot.boards import Board, next_boards, show_order
from tianji.holdem.spot.tree import Action, BettingNode, BettingTree, Menus, build_tree, legal_actions
from tianji.poker.betting import BetRules, Size, parse_sizes
from tianji.poker.boards import boards
from tianji.poker.cards import hand_cards, hand_class
from tianji.poker.isomorphism import Renaming, rename

IntArray = npt.NDArray[np.int64]
ROUNDS = ("preflop", "flop", "turn", "river")
BOARD_CARDS = (0, 3, 4, 5)
NAME = "RoundGame"
LIMITS = BetRules(chip=1.0)


@checked_init
@dataclass(frozen=True)
class RoundGame:
    """No-limit hold'em with betting before the flop and up to `last`, where hands are shown; seat 0 is the big blind.

    The small blind, seat 1, acts first before the flop, the big blind afterwards. bets: a menu a round
    (`poker.betting`), of the pot after calling, or two with a slash between them: seat 0's / seat 1's; raises:
    likewise, as bets where not given (before the flop all are raises). most_bets: bets and raises a round, the blinds
    not counted. ranks, suits: the deck, its highest ranks; hands are made as with 52 cards.

    >>> game = RoundGame(ranks=5, bets=("100%", "100%"), most_bets=(1, 2))
    >>> len(game.deck), len(game.boards()[1]), sum(board.copies for board in game.boards()[1])
    (20, 95, 1140)
    """

    last: str = "flop"
    ranks: int = 13
    suits: int = 4
    stack: float = 20_000
    blinds: tuple[float, float] = (50, 100)
    bets: tuple[str, ...] = ("100%", "50%,100%")
    raises: tuple[str, ...] | None = None
    most_bets: tuple[int, ...] = (1, 3)

    def __post_init__(self) -> None:
        choice(NAME, "last", self.last, ROUNDS[1:3])
        whole(NAME, "ranks", self.ranks, 3, 13)
        whole(NAME, "suits", self.suits, 1, 4)
        number(NAME, "stack", self.stack, 1e-6)
        small, big = self.blinds
        if not 0 < small <= big <= self.stack:
            raise ParameterError(
                f"{NAME}: blinds={quote(self.blinds)} of a stack of {self.stack:g}; "
                "expected (small, big), 0 < small <= big <= stack"
            )
        for name in ("bets", "raises", "most_bets"):
            given = getattr(self, name)
            if given is not None and len(given) != self.rounds:
                raise ParameterError(
                    f"{NAME}: {name}={quote(given)}; expected one a round, {self.rounds} in all"
                )
        for most in self.most_bets:
            whole(NAME, "most_bets", most, 0, 100)
        board = BOARD_CARDS[self.rounds - 1]
        if len(self.deck) < 4 + board:
            raise ParameterError(
                f"{NAME}: a deck of {len(self.deck)} cards is too small for two hands and a board of {board}; "
                "give more ranks or suits"
            )
        self._menus  # sizes that cannot be read are refused here  # noqa: B018

    @property
    def rounds(self) -> int:
        """How many betting rounds there are."""
        return ROUNDS.index(self.last) + 1

    @property
    def mbb(self) -> float:
        """What a chip is worth in thousandths of a big blind: exploitability × mbb is in mbb/h."""
        return 1000 / self.blinds[1]

    @property
    def cards_left(self) -> list[int]:
        """How many deals can follow each round, once both hands are known."""
        left = len(self.deck) - 4
        return [comb(left, 3), *(left - n for n in BOARD_CARDS[1 : self.rounds])]

    @cached_property
    def deck(self) -> list[int]:
        """The cards that can be dealt."""
        return [4 * rank + suit for rank in range(13 - self.ranks, 13) for suit in range(self.suits)]

    @cached_property
    def renamings(self) -> list[Renaming]:
        """The renamings of suits that keep the deck."""
        moved = permutations(range(self.suits))
        return [(*p, *range(self.suits, 4)) for p in moved]

    @cached_property
    def hands(self) -> IntArray:
        """`[H]`: the numbers of the two-card hands of the deck."""
        found: IntArray = np.flatnonzero(np.isin(hand_cards(), self.deck).all(axis=1))
        return found

    @cached_property
    def classes(self) -> IntArray:
        """`[H]`: the class (AA, AKs, AKo, …) of every hand, numbered from 0."""
        found: IntArray = np.unique([hand_class(h) for h in self.hands], return_inverse=True)[1]
        return found

    @cached_property
    def _menus(self) -> Menus:
        def read(texts: Sequence[str], name: str) -> tuple[tuple[tuple[Size, ...], tuple[Size, ...]], ...]:
            found = []
            for k, text in enumerate(texts):
                parts = text.split("/") if isinstance(text, str) and text.count("/") == 1 else [text]
                sizes = [parse_sizes(part, f"{name}[{ROUNDS[k]}]") for part in parts]
                found.append((sizes[0], sizes[-1]))
            return tuple(found)

        bets = read(self.bets, "bets")
        return Menus(
            bets, bets if self.raises is None else read(self.raises, "raises"), (None,) * self.rounds
        )

    def tree(
        self, edit: Callable[[BettingTree, int, list[Action]], list[Action]] | None = None
    ) -> BettingTree:
        """The betting from the blinds on; streets count from 0, before the flop. edit: the `hook` of `build_tree`."""

        def hook(tree: BettingTree, number: int, actions: list[Action]) -> list[Action]:
            actions = self.offers(tree, number)
            return actions if edit is None else edit(tree, number, actions)

        small, big = self.blinds
        start = BettingNode("act", 0, 0.0, (big, small), player=1, least_raise=big)
        return build_tree(
            0.0, self.stack, 0, self._menus, LIMITS, hook=hook, start=start, last=self.rounds - 1
        )

    def offers(self, tree: BettingTree, number: int) -> list[Action]:
        """What these rules let a player do at a node of a tree that may be of another menu."""
        node = tree.nodes[number]
        actions = legal_actions(tree, node, self._menus, LIMITS)
        if node.bets < self.most_bets[node.street]:
            return actions
        return [a for a in actions if a.verb in ("check", "call", "fold")]

    def boards(self, tick: Callable[[], None] | None = None) -> list[list[Board]]:
        """Boards round by round, one for each class of boards equal by suit."""
        hands = self.hands.astype(np.int16)
        whole_range = np.arange(len(hands), dtype=np.int16)[None]
        root = Board([], (hands, hands), (whole_range, whole_range), np.empty((0, 4), dtype=np.int16))
        flops, groups = self._flops(root, tick)
        root.below = (0, len(flops))
        levels = [[root], flops]
        while len(levels) < self.rounds:
            dealt, groups = next_boards(levels[-1], groups, tick, self.deck, BOARD_CARDS[self.rounds - 1])
            levels.append(dealt)
        return levels

    def _flops(
        self, root: Board, tick: Callable[[], None] | None
    ) -> tuple[list[Board], list[list[Renaming]]]:
        flops = []
        groups = []
        for row in boards(3, range(13 - self.ranks, 13)).cards.tolist():
            if max(card & 3 for card in row) >= self.suits:
                continue
            if tick is not None:
                tick()
            free = ~np.isin(hand_cards()[root.combos[0]], row).any(axis=1)
            held = root.combos[0][free]
            place = np.flatnonzero(free).astype(np.int16)[None]
            board = show_order(row, [held], [place], self.rounds == 2)
            group = [r for r in self.renamings if {rename(c, r) for c in row} == set(row)]
            board.copies = len(self.renamings) // len(group)
            flops.append(board)
            groups.append(group)
        return flops, groups

    def backend(
        self,
        *,
        storage: str = "float32",
        threads: int = 1,
        tick: Callable[[], None] | None = None,
        edit: Callable[[BettingTree, int, list[Action]], list[Action]] | None = None,
    ) -> CpuBackend:
        """The game without abstraction in memory, ready to iterate."""
        even = np.ones(len(self.hands))
        boards: list[list[Any]] = list(self.boards(tick))
        return CpuBackend(
            self.tree(edit),
            boards,
            (even, even),
            self.cards_left,
            storage=storage,
            threads=threads,
            classes=self.classes,
        )
