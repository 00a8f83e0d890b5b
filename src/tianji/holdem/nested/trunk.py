"""SeatTrunk: both seats before the flop, off-tree bets and all: reach, best values, gifts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tianji.holdem.engine.cpu import class_means
from tianji.holdem.nested.prepared import Prepared
from tianji.holdem.nested.tree import SeatTree
from tianji.holdem.rounds.column import pairs_of_hands
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.trunk import Weight, best_values, line_gifts, meets
from tianji.poker.cards import hand_cards

FloatArray = npt.NDArray[np.float64]
Odds = dict[int, FloatArray]  # by node before the flop: how likely the move that leads to it is, by hand


class SeatTrunk:
    """The rounds before the flop of a `SeatTree`; how the seats move there is given as `Odds`."""

    def __init__(self, game: RoundGame, betting: SeatTree) -> None:
        self.game, self.betting, self.seat = game, betting, betting.seat

    @cached_property
    def cards(self) -> npt.NDArray[np.uint8]:
        """`[H, 2]`: the cards of all hands."""
        found: npt.NDArray[np.uint8] = hand_cards()[self.game.hands]
        return found

    def odds(self, blueprint: Prepared, solves: Mapping[int, Prepared]) -> Odds:
        """How both seats move before the flop: by the blueprint, and by the solves after off-tree bets."""
        tree, names = self.betting.tree, self.betting.names
        found: Odds = {}
        for n in tree.street_nodes(0):
            node = tree.nodes[n]
            if node.kind != "act":
                continue
            off = self.betting.line_off(n)
            source = blueprint if off < 0 else solves.get(off)
            known = [c for c in node.children if self.betting.on_tree(c)]
            for c in node.children:
                if source is None:  # nothing was solved there (yet)
                    found[c] = np.full(len(self.cards), 1.0 / len(known))
                elif c in known:
                    found[c] = source.preflop(node.player, names[n], len(known))[known.index(c)]
                else:
                    found[c] = solves[c].odds if c in solves else np.zeros(len(self.cards))
        return found

    def translated_odds(self, blueprint: Prepared) -> Odds:
        """The same where off-tree bets are taken for bets on the tree."""
        found = self.odds(blueprint, {})
        for n in list(found):
            if self.betting.line_off(self.betting.tree.nodes[n].parent) >= 0:
                found[n] = sum(
                    (p * found[m] for m, p in self.betting.readings[n]), start=np.zeros(len(self.cards))
                )
        return found

    def reach(self, odds: Odds, player: int, n: int) -> FloatArray:
        """`[H]`: a player's own reach of a node before the flop."""
        tree, found = self.betting.tree, np.ones(len(self.cards))
        for above, below in pairwise(tree.path(n)):
            if tree.nodes[above].player == player:
                found = found * odds[below]
        return found

    def line_reach(self, odds: Odds) -> tuple[FloatArray, FloatArray]:
        """`[C, H]` a player."""
        first, second = ([self.reach(odds, p, n) for n in self.betting.lines] for p in (0, 1))
        return np.array(first), np.array(second)

    def values(self, odds: Odds, leaves: FloatArray) -> dict[int, FloatArray]:
        """By node before the flop: its worth to an opponent who plays best; leaves: `[C, H]`, summed over flops."""
        at_line = class_means(leaves, self.game.classes) / self.game.cards_left[0]
        tree = self.betting.tree
        lines = dict(zip(self.betting.lines, at_line, strict=True))
        return best_values(tree, tree.street_nodes(0), self.seat, self._weight(odds), lines)

    def _weight(self, odds: Odds) -> Weight:
        return lambda n: meets(self.cards, self.reach(odds, self.seat, n))

    def response(self, odds: Odds, leaves: FloatArray) -> float:
        """What the opponent's best response is worth to him, in chips a hand."""
        return self.worth(self.values(odds, leaves))

    def worth(self, values: Mapping[int, FloatArray]) -> float:
        """The same by what the first node is worth, `[H]`."""
        return float(values[0].sum()) / pairs_of_hands(self.game)

    def gifts(self, odds: Odds, leaves: FloatArray) -> FloatArray:
        """`[C, H]`: what the opponent gave up before the flop; leaves: his best values on the tree."""
        tree = self.betting.tree
        values = self.values(odds, leaves)
        nodes = tree.street_nodes(0)
        return line_gifts(tree, nodes, self.seat, self._weight(odds), values, self.betting.lines)
