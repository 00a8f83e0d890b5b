"""The betting tree of a spot, without cards: who may bet what, and where the hand ends.

Nodes are numbered in the order in which a street is walked, roots of a street first, the actions of a node side by
side; node 0 is the start. A line that goes all-in before the river runs on through `deal` nodes to its showdown.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Literal

from tianji.errors import ParameterError, TooLargeError
from tianji.poker.betting import BetRules, Size, bet_amounts

Kind = Literal["act", "fold", "showdown", "deal"]
STREETS = ("flop", "turn", "river")
PLAYERS = ("oop", "ip")
MAX_NODES = 300_000
SMALL, MOST_RIVERS = 2_000, 32  # nodes of a tree that is kept for the next spot, and how many are


@dataclass(frozen=True)
class Action:
    """What a player does: check, call, fold, bet, raise or allin, with his total on this street."""

    verb: str
    total: float = 0.0

    def __str__(self) -> str:
        return f"{self.verb} {self.total:g}" if self.total else self.verb


@dataclass
class BettingNode:
    """A point of the betting: `player` acts (or has folded); `matched` chips of each player before this street.

    totals: what each player has put in on this street. last: the action that led here; raises: on this street;
    aggressor: who bet last on the street before.
    """

    kind: Kind
    street: int
    matched: float
    totals: tuple[float, float] = (0.0, 0.0)
    player: int = 0
    parent: int = -1
    action: Action | None = None
    actions: list[Action] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    bets: int = 0
    least_raise: float = 0.0
    aggressor: int = -1
    last_bettor: int = -1


@dataclass(frozen=True)
class Menus:
    """Sizes by street (0 flop … 2 river) and player: `bets`, `raises`, and `donks` where they differ from bets."""

    bets: tuple[tuple[tuple[Size, ...], tuple[Size, ...]], ...]
    raises: tuple[tuple[tuple[Size, ...], tuple[Size, ...]], ...]
    donks: tuple[tuple[Size, ...] | None, ...] = (None, None, None)


@dataclass
class BettingTree:
    """Nodes by number, the pot and stack they start from, and the first street (0 flop, 1 turn, 2 river).

    last: the street after which hands are shown.
    """

    nodes: list[BettingNode]
    pot: float
    stack: float
    street: int
    last: int = 2

    def invested(self, node: BettingNode) -> tuple[float, float]:
        """Chips each player has put in since the start of the spot."""
        return node.matched + node.totals[0], node.matched + node.totals[1]

    def stake(self, number: int, player: int) -> float:
        """What a player's utility lacks to be chips from a node on: half the pot, and what he has put in."""
        return self.pot / 2 + self.invested(self.nodes[number])[player]

    def path(self, number: int) -> list[int]:
        """BettingNode numbers from the start to a node."""
        path = [number]
        while self.nodes[path[-1]].parent >= 0:
            path.append(self.nodes[path[-1]].parent)
        return path[::-1]

    def line(self, number: int) -> str:
        """The actions that lead to a node; `deal` stands for a card."""
        names = [self.nodes[n].action for n in self.path(number)[1:]]
        return ", ".join("deal" if a is None else str(a) for a in names)

    def street_nodes(self, street: int) -> list[int]:
        """The nodes of a street, in walking order."""
        return [n for n, node in enumerate(self.nodes) if node.street == street]

    def payoff(
        self, node: BettingNode, rake: tuple[float, float]
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """What winning and losing at a terminal is worth to each player: ((win, lose) of OOP, (win, lose) of IP).

        Chips back less chips put in, less half the starting pot, so that the two players' sums to minus the rake.
        """
        put = min(self.invested(node))
        final = self.pot + 2 * put
        pays = final - min(rake[0] * final, rake[1]) - put - self.pot / 2, -put - self.pot / 2
        return pays, pays


_rivers: OrderedDict[Hashable, BettingTree] = OrderedDict()


def build_tree(
    pot: float,
    stack: float,
    street: int,
    menus: Menus,
    limits: BetRules,
    *,
    hook: Callable[[BettingTree, int, list[Action]], list[Action]] | None = None,
    max_nodes: int = MAX_NODES,
    start: BettingNode | None = None,
    last: int = 2,
) -> BettingTree:
    """Walk the betting street by street, breadth first inside a street; `hook` may edit the actions of a node.

    start: the first decision, where it is not player 0's with nothing bet.
    """
    tree = BettingTree([], pot, stack, street, last)
    roots = [BettingNode("act", street, 0.0) if start is None else start]
    while roots:
        level = [(len(tree.nodes) + k) for k in range(len(roots))]
        tree.nodes += roots
        roots = []
        while level:
            below: list[int] = []
            for number in level:
                below += _expand(tree, number, menus, limits, hook)
                if len(tree.nodes) > max_nodes:
                    raise TooLargeError(
                        f"the betting tree has more than {max_nodes:,} nodes before any card is dealt; "
                        "offer fewer sizes, or set max_raises"
                    )
            level = below
        for number, node in enumerate(tree.nodes):
            if node.kind == "deal" and not node.children:
                roots.append(_next_street(tree, number))
        first = len(tree.nodes)
        waiting = [n for n, node in enumerate(tree.nodes) if node.kind == "deal" and not node.children]
        for k, number in enumerate(waiting):
            tree.nodes[number].children = [first + k]
    return tree


def river_tree(pot: float, stack: float, menus: Menus, limits: BetRules) -> BettingTree:
    """The tree of a river from its start; the last small ones are kept: many spots differ in cards and hands alone."""
    key = (pot, stack, menus.bets[2], menus.raises[2], limits)  # nobody bet before it: no donks
    tree = _rivers.pop(key, None)
    if tree is None:
        tree = build_tree(pot, stack, 2, menus, limits)
    if len(tree.nodes) <= SMALL:
        _rivers[key] = tree
        if len(_rivers) > MOST_RIVERS:
            _rivers.popitem(last=False)
    return tree


def _next_street(tree: BettingTree, number: int) -> BettingNode:
    node = tree.nodes[number]
    matched = node.matched + node.totals[0]
    street = node.street + 1
    is_allin = matched >= tree.stack
    kind: Kind = "act" if not is_allin else ("showdown" if street == tree.last else "deal")
    return BettingNode(kind, street, matched, parent=number, aggressor=node.last_bettor)


def menu_of(tree: BettingTree, node: BettingNode, menus: Menus) -> tuple[Size, ...]:
    """The sizes offered at a decision."""
    me = node.player
    if node.totals[1 - me] > 0:  # blinds count: who has paid one raises
        return menus.raises[node.street][me]
    donks = menus.donks[node.street]
    if me == 0 and node.aggressor == 1 and donks is not None:
        return donks
    return menus.bets[node.street][me]


def legal_actions(tree: BettingTree, node: BettingNode, menus: Menus, limits: BetRules) -> list[Action]:
    """Check or fold and call first, then bets by size, all-in last."""
    me = node.player
    faced, mine = node.totals[1 - me], node.totals[me]
    stack = tree.stack - node.matched
    actions = [Action("fold"), Action("call")] if faced > mine else [Action("check")]
    is_capped = limits.max_raises is not None and node.bets > limits.max_raises
    if faced >= stack or is_capped:
        return actions
    pot = tree.pot + 2 * node.matched
    sizes = menu_of(tree, node, menus)
    streets = tree.last + 1 - node.street
    verb = "raise" if faced > 0 else "bet"
    totals = bet_amounts(sizes, pot, faced, node.least_raise, stack, streets, limits)
    if limits.allin_share:
        near = limits.allin_share * tree.stack
        totals = sorted({stack if node.matched + total >= near else total for total in totals})
    return actions + [Action("allin" if total >= stack else verb, total) for total in totals]


def _expand(
    tree: BettingTree,
    number: int,
    menus: Menus,
    limits: BetRules,
    hook: Callable[[BettingTree, int, list[Action]], list[Action]] | None,
) -> list[int]:
    """Give a decision its actions and children; return the children that are decisions."""
    node = tree.nodes[number]
    if node.kind != "act":
        return []
    node.actions = legal_actions(tree, node, menus, limits)
    if hook is not None:
        node.actions = hook(tree, number, node.actions)
    acting: list[int] = []
    for action in node.actions:
        child = child_of(tree, node, number, action)
        node.children.append(len(tree.nodes))
        if child.kind == "act":
            acting.append(len(tree.nodes))
        tree.nodes.append(child)
    return acting


def child_of(tree: BettingTree, node: BettingNode, number: int, action: Action) -> BettingNode:
    """The node after an action at a node of this number."""
    me, other = node.player, 1 - node.player
    totals = list(node.totals)
    child = BettingNode("act", node.street, node.matched, node.totals, other, number, action, bets=node.bets)
    child.aggressor, child.last_bettor, child.least_raise = node.aggressor, node.last_bettor, node.least_raise
    if action.verb == "fold":
        child.kind, child.player = "fold", me
    elif action.verb in ("check", "call"):
        totals[me] = totals[other]
        child.totals = (totals[0], totals[1])
        is_first = node.action is None  # on this street
        if not is_first or node.bets:  # a check, or a call of the blind, by the first to act ends nothing
            child.kind = "showdown" if node.street == tree.last else "deal"
    else:
        totals[me] = action.total
        child.totals = (totals[0], totals[1])
        child.bets, child.last_bettor = node.bets + 1, me
        child.least_raise = max(
            node.least_raise, action.total - node.totals[other]
        )  # a short all-in adds less
    return child


def check_sizes(sizes: tuple[Size, ...], stack: float, where: str) -> None:
    """Refuse chip sizes above the stack."""
    for size in sizes:
        if size.unit == "c" and size.amount > stack:
            raise ParameterError(
                f"{where}: a bet of {size.amount:g} chips is over the stack of {stack:g}; use allin, or a smaller bet"
            )
