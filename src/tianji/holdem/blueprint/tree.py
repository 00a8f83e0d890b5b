"""FlatTree: the betting of a whole hand as flat arrays: decisions in depth-first order, terminals inside the links."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.result import Result
from tianji.core.schema import Schema, number, text, whole
from tianji.errors import FileFormatError, ParameterError
from tianji.holdem.blueprint.menu import MOST_ACTIONS, MOST_CHIPS, Menu
from tianji.holdem.spot.tree import Action, BettingNode, BettingTree, Menus, build_tree, legal_actions
from tianji.poker.betting import BetRules
from tianji.poker.betting import Size as Size

IntArray = npt.NDArray[np.int64]
Edit = Callable[[BettingTree, int, list[Action]], list[Action]]
SHOWDOWN = 2  # the code of a terminal where nobody folded; 0 and 1: that player did
FOLD = -1  # the total of a fold
LAST = 3  # the street after which hands are shown
MAX_NODES = 2_000_000
ARRAYS = {
    "street": np.int8,
    "player": np.int8,
    "actions": np.int8,
    "child": np.int32,
    "total": np.int32,
}
_ADDED = Schema(
    fields={
        "node": whole(), "total": whole(), "first": whole(), "parent": text(), "gain_before": number(-1e18),
        "gain_after": number(-1e18),
    }
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class FlatTree:
    """Decisions by number, a parent before its children; the actions of decision n are first[n] … first[n + 1].

    street, player, actions: `[N]` int8. child: `[C]` int32, the next decision, or where the hand ends
    ~(4 · chips + who): who folded (0, 1) or 2 for a showdown, and what the loser has put in. total: `[C]` int32, what
    the action brings the player's chips in the whole hand to; −1 for a fold. Cards dealt between two decisions are
    not there: the street says.
    """

    street: npt.NDArray[np.int8]
    player: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int8]
    child: npt.NDArray[np.int32]
    total: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.street)

    @cached_property
    def first(self) -> npt.NDArray[np.int32]:
        """`[N + 1]`: where the actions of each decision begin."""
        return np.concatenate([[0], np.cumsum(self.actions, dtype=np.int64)]).astype(np.int32)

    @cached_property
    def parent(self) -> npt.NDArray[np.int32]:
        """`[N]`: the action (a place in `child`) that leads to each decision, −1 for the first."""
        found = np.full(len(self), -1, dtype=np.int32)
        inner = np.flatnonzero(self.child >= 0)
        found[self.child[inner]] = inner
        return found

    def offsets(self, counts: Sequence[int]) -> IntArray:
        """`[N + 1]`: where the numbers of each decision begin, of counts[street] buckets with one an action each."""
        sizes = self.actions.astype(np.int64) * np.asarray(counts, dtype=np.int64)[self.street]
        return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)

    def menu(self, node: int) -> list[int]:
        """The totals of a decision's actions."""
        return [int(t) for t in self.total[self.first[node] : self.first[node + 1]]]

    def after(self, node: int, action: int) -> int:
        """The link of an action: a decision, or a terminal's code."""
        return int(self.child[self.first[node] + action])

    def counts(self) -> list[tuple[int, int]]:
        """By street: how many decisions, and how many actions they have in all."""
        return [
            (int((self.street == s).sum()), int(self.actions[self.street == s].sum()))
            for s in range(int(self.street.max()) + 1)
        ]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the arrays."""
        sha = hashlib.sha256()
        for name, kind in ARRAYS.items():
            sha.update(np.ascontiguousarray(getattr(self, name), np.dtype(kind).newbyteorder("<")).tobytes())
        return sha.hexdigest()

    def check(self, where: str) -> None:
        """Refuse arrays that are no tree, as a crafted file may hold."""
        size, links = len(self), self.child[self.child >= 0]
        is_fine = size > 0 and len(self.player) == size and len(self.actions) == size
        is_fine = is_fine and bool(((self.actions >= 1) & (self.actions <= MOST_ACTIONS)).all())
        is_fine = is_fine and len(self.child) == len(self.total) == int(self.actions.astype(np.int64).sum())
        is_fine = is_fine and bool(((self.street >= 0) & (self.street <= LAST)).all())
        is_fine = is_fine and bool(((self.player >= 0) & (self.player <= 1)).all())
        is_fine = is_fine and np.array_equal(np.sort(links), np.arange(1, size))
        if is_fine:
            owner = np.repeat(np.arange(size), self.actions)
            inner = self.child >= 0
            is_fine = bool((self.child[inner] > owner[inner]).all())
            is_fine &= bool((self.street[self.child[inner]] >= self.street[owner[inner]]).all())
            ends = ~self.child[~inner]
            is_fine &= bool(((ends & 3) <= SHOWDOWN).all()) and bool(((ends >> 2) <= MOST_CHIPS).all())
            is_fine &= bool(((self.total >= FOLD) & (self.total <= MOST_CHIPS)).all())
        if not is_fine:
            raise FileFormatError(f"{where}: its betting is no tree; restore it from a copy")


@dataclass(frozen=True)
class Added(Result):
    """A branch that was added to a blueprint: a bet of the opponent's, and decisions behind it (`extend`).

    node, total: the decision, and what the bet brings his chips in the hand to. first: the number of the branch's first
    decision. parent: the digest of the version before. gain_before, gain_after: chips that the bet won at most when it
    was translated, and since, each time it can be made.
    """

    node: int
    total: int
    first: int
    parent: str
    gain_before: float
    gain_after: float


def added_of(given: Any, tree: FlatTree, where: str) -> tuple[Added, ...]:
    """What a file says was added to its tree, held against the tree."""
    found, last = [], len(tree)
    try:
        for entry in given:
            _ADDED.check_fields(entry, where)
            found.append(Added(**{f.name: entry[f.name] for f in fields_of(Added)}))
        for added in reversed(found):
            place = tree.menu(added.node).index(added.total)
            if not added.node < added.first < last or tree.after(added.node, place) != added.first:
                raise ValueError
            last = added.first
    except (TypeError, ValueError, IndexError):
        raise FileFormatError(
            f"{where}: the branches it names are not in its tree; restore it from a copy"
        ) from None
    return tuple(found)


def digest_of(menu: Menu, tree: FlatTree, bits: int, buckets: str, shares: npt.NDArray[np.uint8]) -> str:
    """SHA-256 of a blueprint: its menu, betting, probabilities, and the digest of its buckets."""
    sha = hashlib.sha256(json.dumps([1, menu.to_dict(), bits], sort_keys=True).encode())
    sha.update(tree.digest.encode() + buckets.encode())
    sha.update(np.ascontiguousarray(shares).data)
    return sha.hexdigest()


def pack_steps(steps: npt.NDArray[np.uint8], bits: int) -> npt.NDArray[np.uint8]:
    """Steps of probabilities, a byte each, as a file keeps them: as they are, or two to a byte."""
    if bits == 8:
        return steps
    even = np.concatenate([steps, np.zeros(len(steps) % 2, dtype=np.uint8)])
    found: npt.NDArray[np.uint8] = even[0::2] | (even[1::2] << 4)
    return found


def unpack_steps(shares: npt.NDArray[np.uint8], bits: int, entries: int) -> npt.NDArray[np.uint8]:
    """The inverse of `pack_steps`."""
    if bits == 8:
        return np.ascontiguousarray(shares)
    both = np.stack([shares & 15, shares >> 4], axis=1).reshape(-1)
    return np.ascontiguousarray(both[:entries])


def betting_tree(menu: Menu, edit: Edit | None = None, max_nodes: int = MAX_NODES) -> BettingTree:
    """The betting of a menu from the blinds to the river, by the builder of all trees; edit: its `hook`."""
    tables = _tables(menu)
    limits = BetRules(merge=menu.merge, chip=1.0, allin_share=menu.allin_share)
    known: dict[tuple[Any, ...], list[Action]] = {}  # of 17,644 decisions of `night` 1,412 are different

    def offer(tree: BettingTree, number: int, actions: list[Action]) -> list[Action]:
        node = tree.nodes[number]
        key = node.street, node.matched, node.totals, node.player, node.bets, node.least_raise, number == 0
        found = known.get(key)
        if found is None:
            found = legal_actions(tree, node, tables[min(node.bets, len(tables) - 1)], limits)
            found = known[key] = _allowed(menu, tree, node, found)
        return list(found) if edit is None else edit(tree, number, list(found))

    small, big = menu.blinds
    start = BettingNode("act", 0, 0.0, (big, small), player=1, least_raise=big)
    return build_tree(
        0.0, menu.stack, 0, tables[-1], limits, hook=offer, start=start, last=LAST, max_nodes=max_nodes
    )


def _tables(menu: Menu) -> list[Menus]:
    """Menus by number of bets so far, the last one empty."""
    most = max(text.count("|") + 1 for text in menu.bets)
    found = []
    for bets in range(most + 1):
        rows = tuple((menu.sizes(s, bets), menu.sizes(s, bets)) for s in range(LAST + 1))
        found.append(Menus(rows, rows, (None,) * (LAST + 1)))
    return found


def _allowed(menu: Menu, tree: BettingTree, node: BettingNode, actions: list[Action]) -> list[Action]:
    """What the rules about stacks and pots leave of the actions."""
    if not menu.limp and node.parent < 0:
        actions = [a for a in actions if a.verb != "call"]
    if node.street == 0 or node.bets:
        return actions
    stack, pot = tree.stack - node.matched, 2 * node.matched
    passive = [a for a in actions if a.verb in ("check", "call", "fold")]
    bets = [a for a in actions if a not in passive and a.total >= min(menu.blinds[1], stack)]
    if stack < menu.push_spr * pot:
        return passive + ([Action("allin", stack)] if bets else [])
    if node.street < LAST and stack > menu.allin_spr * pot:
        bets = [a for a in bets if a.verb != "allin"]
    return passive + bets


def flatten(tree: BettingTree) -> FlatTree:
    """The arrays of a betting tree of whole chips that starts with the blinds."""
    numbers = depth_first(tree)
    place = {n: k for k, n in enumerate(numbers)}
    child: list[int] = []
    total: list[int] = []
    for n in numbers:
        node = tree.nodes[n]
        for action, below in zip(node.actions, node.children, strict=True):
            end = _skip_deals(tree, below)
            child.append(place[end] if end in place else _terminal(tree, end))
            spent = node.matched + (max(node.totals) if action.verb in ("check", "call") else action.total)
            total.append(FOLD if action.verb == "fold" else _whole(spent))
    nodes = [tree.nodes[n] for n in numbers]
    return FlatTree(
        np.array([node.street for node in nodes], dtype=np.int8),
        np.array([node.player for node in nodes], dtype=np.int8),
        np.array([len(node.actions) for node in nodes], dtype=np.int8),
        np.array(child, dtype=np.int32),
        np.array(total, dtype=np.int32),
    )


def depth_first(tree: BettingTree) -> list[int]:
    """The decisions of a tree, in the order of its `FlatTree`."""
    order, waiting = [], [0]
    while waiting:
        n = waiting.pop()
        if tree.nodes[n].kind == "act":
            order.append(n)
        waiting += reversed(tree.nodes[n].children)
    return order


def _skip_deals(tree: BettingTree, n: int) -> int:
    while tree.nodes[n].kind == "deal":
        n = tree.nodes[n].children[0]
    return n


def _terminal(tree: BettingTree, n: int) -> int:
    node = tree.nodes[n]
    chips = _whole(min(tree.invested(node)))
    return ~(4 * chips + (node.player if node.kind == "fold" else SHOWDOWN))


def _whole(chips: float) -> int:
    if chips != int(chips):
        raise ParameterError(
            f"a bet of {chips:g} chips; blueprints are made of whole chips: multiply blinds and stack"
        )
    return int(chips)


def menu_tree(menu: Menu, max_nodes: int = MAX_NODES) -> FlatTree:
    """The arrays of a menu's betting.

    >>> from tianji.holdem.blueprint.menu import PRESETS
    >>> menu_tree(PRESETS["tiny"]).counts()[0]
    (10, 27)
    """
    return flatten(betting_tree(menu, max_nodes=max_nodes))
