"""SeatTree: the betting between a seat that knows a small menu of bets and an opponent who has a larger one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tianji.errors import NotApplicableError
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.spot.tree import Action, BettingNode, BettingTree
from tianji.subgame.abstraction import translation

Reading = list[tuple[int, float]]  # nodes of the small menu that a node is taken for, with probabilities


@dataclass(frozen=True, eq=False)
class Carved:
    """Parts of a betting tree as a tree of its own; origin: by node, its number in the whole tree (−1: made up)."""

    tree: BettingTree
    origin: list[int]


def carve(tree: BettingTree, roots: Sequence[int], keep: Callable[[int, int], bool]) -> Carved:
    """What lies below some nodes of one street, each by itself even where they overlap.

    keep: whether a node belongs to the part below the k-th root, of its number and k.

    After the first street the roots hang from a node that is made up, so that they are roots of their street.
    """
    first = tree.nodes[roots[0]].street if roots else 1
    nodes, origin = ([BettingNode("deal", first - 1, 0.0)], [-1]) if first else ([], [])
    waiting = [(n, len(nodes) - 1, root) for root, n in enumerate(roots)]
    while waiting:
        level, waiting = waiting, []
        while level:
            below: list[tuple[int, int, int]] = []
            for n, above, root in level:
                node, number = tree.nodes[n], len(nodes)
                kept = [(c, k) for k, c in enumerate(node.children) if keep(c, root)]
                actions = [node.actions[k] for _, k in kept] if node.actions else []
                nodes.append(replace(node, parent=above, actions=actions, children=[]))
                origin.append(n)
                if above >= 0:
                    nodes[above].children.append(number)
                for child, _ in kept:
                    is_here = tree.nodes[child].street == node.street
                    (below if is_here else waiting).append((child, number, root))
            level = below
    return Carved(BettingTree(nodes, tree.pot, tree.stack, 0, tree.last), origin)


@dataclass(frozen=True, eq=False)
class SeatTree:
    """The betting in which `seat` bets as in `small`, and the opponent as in `big`.

    An *off-tree* node follows a bet of the opponent that the small game does not have; all others are *on the tree* of
    what was solved last: the small game, or the subgame after the off-tree bet before.

    >>> big, small = (RoundGame(ranks=5, bets=(b, b)) for b in ("50%,75%,100%", "50%,100%"))
    >>> tree = SeatTree(big, small, 0)
    >>> [tree.names[n] for n in tree.off if tree.tree.nodes[n].street == 0]
    ['raise 250']
    >>> [sum(tree.tier(n) == k for n in tree.off if tree.tree.nodes[n].street) for k in (1, 2)]
    [42, 12]
    """

    big: RoundGame
    small: RoundGame
    seat: int

    def __post_init__(self) -> None:
        if self.big.most_bets[0] > 1 or self.big.rounds != 2:
            raise NotApplicableError(
                "nested solving is for flop hold'em with at most one bet before the flop; set most_bets=(1, …)"
            )

    @property
    def opponent(self) -> int:
        """The seat with the larger menu."""
        return 1 - self.seat

    @cached_property
    def _built(self) -> tuple[BettingTree, list[int]]:
        extra: set[tuple[int, Action]] = set()

        def edit(tree: BettingTree, number: int, actions: list[Action]) -> list[Action]:
            known = self.small.offers(tree, number)
            off = [a for a in actions if a not in known]
            if tree.nodes[number].player == self.seat:
                return [a for a in actions if a not in off]
            extra.update((number, a) for a in off)
            return actions

        tree = self.big.tree(edit)
        off = [n for n, node in enumerate(tree.nodes) if node.action and (node.parent, node.action) in extra]
        return tree, off

    @property
    def tree(self) -> BettingTree:
        """All of it, from the blinds on."""
        return self._built[0]

    @property
    def off(self) -> list[int]:
        """Nodes right after an off-tree bet."""
        return self._built[1]

    @cached_property
    def is_off(self) -> frozenset[int]:
        """The same, to look up."""
        return frozenset(self.off)

    @cached_property
    def names(self) -> list[str]:
        """Lines by node: what the same node is found by in other trees."""
        return [self.tree.line(n) for n in range(len(self.tree.nodes))]

    def tier(self, n: int) -> int:
        """How many off-tree bets of the node's own round lead to it."""
        street = self.tree.nodes[n].street
        return sum(m in self.is_off and self.tree.nodes[m].street == street for m in self.tree.path(n))

    @cached_property
    def lines(self) -> list[int]:
        """`[C]`: nodes at which the flop is dealt."""
        return [n for n in self.tree.street_nodes(0) if self.tree.nodes[n].kind == "deal"]

    def line_off(self, line: int) -> int:
        """The off-tree node on the way to the flop, or −1."""
        found = [n for n in self.tree.path(line) if n in self.is_off]
        return found[-1] if found else -1

    def on_tree(self, n: int, root: int = 0) -> bool:
        """Whether no off-tree bet leads right here; also as `keep` of `carve`."""
        return n not in self.is_off

    def and_bets(self, offs: Sequence[int]) -> Callable[[int, int], bool]:
        """As `keep` of `carve`: what is on the tree, and below the k-th root the k-th off-tree bet."""
        return lambda n, root: n == offs[root] or n not in self.is_off

    @cached_property
    def readings(self) -> list[Reading]:
        """By node: what it is taken for when off-tree bets are translated by the randomised pseudo-harmonic mapping.

        What a bet was taken for is remembered for the rest of the hand. Ganzfried & Sandholm (2013).
        """
        nodes = self.tree.nodes
        found: list[Reading] = [[(0, 1.0)]]
        for n in range(1, len(nodes)):
            above = nodes[n].parent
            if self.on_tree(n):
                k = self._known(above).index(n)
                found.append([(self._known(m)[k], p) for m, p in found[above]])
                continue
            bets = [c for c in self._known(above) if self.share(c) > 0]
            taken = translation(self.share(n), [self.share(c) for c in bets])
            places = [(self._known(above).index(bets[i]), q) for i, q in taken]
            found.append([(self._known(m)[k], p * q) for k, q in places for m, p in found[above]])
        return found

    def _known(self, n: int) -> list[int]:
        return [c for c in self.tree.nodes[n].children if self.on_tree(c)]

    def share(self, n: int) -> float:
        """The size of the bet that led here, of the pot after calling; 0 where none did."""
        node = self.tree.nodes[n]
        above = self.tree.nodes[node.parent]
        if node.action is None or node.action.verb not in ("bet", "raise", "allin"):
            return 0.0
        faced = above.totals[1 - above.player]
        return (node.action.total - faced) / (self.tree.pot + 2 * (above.matched + faced))
