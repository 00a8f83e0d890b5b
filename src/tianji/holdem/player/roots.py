"""Roots: a street of a real hand as a spot to solve, and actions carried from one to the other.

A street is solved from its start (`start_root`), with the bet that the opponent opened with in the tree, or from right
after a bet that the last tree did not know (`inside_root`). Pot, stacks, least raises and all-ins are those of the
hand; chips are whole. Only the bets of the menu are ours to choose.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError
from tianji.holdem.engine.counting import count_tree
from tianji.holdem.engine.forecast import NANOSECONDS, SERIAL
from tianji.holdem.player.belief import live
from tianji.holdem.spot.spot import Spot
from tianji.holdem.spot.tree import PLAYERS, Action, BettingNode
from tianji.kernels.constants import BLOCK
from tianji.poker.cards import show_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import BOARD_CARDS, HandRules

FLOP, TURN, RIVER = 1, 2, 3
NEVER_BELOW = 1.0  # stack over pot: below it the menu is check or all-in
SHARED: dict[str, Any] = {"chip": 1.0, "merge": 0.1, "allin_share": 0.67}


@dataclass(frozen=True)
class SearchMenu:
    """Bets and raises by street of a solve: the sizes of `poker.betting`, and how many raises follow a bet."""

    name: str
    bets: dict[str, str]
    raises: dict[str, str]
    max_raises: int = 3


# From the most detailed down; the clock takes the first that it can afford. All-in is offered everywhere: nothing is
# decided after it, so that it costs next to nothing.
MENUS: dict[int, tuple[SearchMenu, ...]] = {
    FLOP: (
        SearchMenu(
            "flop",
            {"flop": "50%,100%,allin", "turn": "75%", "river": "75%"},
            {"flop": "100%,allin", "turn": "allin", "river": "allin"},
            max_raises=1,
        ),
    ),
    TURN: (
        SearchMenu(
            "rich",
            {"turn": "50%,100%,200%,allin", "river": "50%,100%,allin"},
            {"turn": "100%,allin", "river": "allin"},
        ),
        SearchMenu(
            "plain",
            {"turn": "50%,100%,allin", "river": "50%,100%,allin"},
            {"turn": "100%,allin", "river": "allin"},
            max_raises=2,
        ),
        SearchMenu(
            "lean",
            {"turn": "100%,allin", "river": "75%,allin"},
            {"turn": "100%,allin", "river": "allin"},
            max_raises=1,
        ),
        SearchMenu(
            "least",
            {"turn": "100%,allin", "river": "100%"},
            {"turn": "allin", "river": "allin"},
            max_raises=1,
        ),
    ),
    RIVER: (
        SearchMenu(
            "dense", {"river": "33%,50%,75%,100%,150%,200%,allin"}, {"river": "50%,100%,allin"}, max_raises=2
        ),
        SearchMenu("plain", {"river": "50%,100%,200%,allin"}, {"river": "100%,allin"}, max_raises=2),
        SearchMenu("lean", {"river": "100%,allin"}, {"river": "allin"}, max_raises=1),
    ),
}


def require_table(rules: HandRules) -> None:
    """Refuse a game that the search does not know."""
    if rules.seats != 2 or rules.raise_sizes or rules.max_raises or rules.is_lenient:
        raise NotApplicableError(f"{rules}: the search plays no-limit hold'em for two; play without it")


@dataclass(frozen=True, eq=False)
class Root:
    """A spot that stands for what is left of a street: `state` is the hand where the spot begins.

    seat: who solves. spent: chips of each player before the street, as the hand counts them.

    >>> state = HandState.start().play("r300c/cc/").deal([0, 5, 22, 51])
    >>> import numpy as np
    >>> even = np.ones(1326)
    >>> root = start_root(state, 0, (even, even), MENUS[TURN][-1])
    >>> root.spot.pot, root.spot.stack, [root.real(a) for a in root.spot.tree().nodes[0].actions]
    (600.0, 19700.0, ['c', 'r900', 'r20000'])
    """

    state: HandState
    seat: int
    spot: Spot
    spent: int
    menu: SearchMenu

    @cached_property
    def most(self) -> int:
        """Chips of each player in the whole hand when the smaller stack is all-in."""
        return min(self.state.rules.live)

    def real(self, action: Action) -> str:
        """The action of the hand that an action of the tree stands for."""
        if action.verb == "fold":
            return "f"
        if action.verb in ("check", "call"):
            return "c"
        return f"r{self.spent + round(action.total)}"

    def place(self, node: BettingNode, action: str) -> int | None:
        """Which action of a node an action of the hand is; None where the tree does not have it."""
        names = [a.verb for a in node.actions]
        if action == "f":
            return names.index("fold") if "fold" in names else None
        if action == "c":
            return next((k for k, name in enumerate(names) if name in ("check", "call")), None)
        total = min(int(action[1:]), self.most) - self.spent
        for k, a in enumerate(node.actions):
            if a.total and round(a.total) == total and a.verb not in ("check", "call"):
                return k
        return None

    def opened(self, action: str) -> Root:
        """The same with the bet that the first to act opened with in the tree."""
        if not action.startswith("r") or self.place(self.spot.tree().nodes[0], action) is not None:
            return self
        total = min(int(action[1:]), self.most) - self.spent
        return replace(self, spot=self.spot.replace(add_lines=[f"bet {total}"]))

    def without(self, player: int, hands: npt.NDArray[np.bool_]) -> Root:
        """The same without some hands of a player's range."""
        weights = self.spot.weights[player]
        if not (weights[hands] > 0).any():
            return self
        name = PLAYERS[player]
        return replace(self, spot=self.spot.replace(**{name: np.where(hands, 0.0, weights)}))

    def actions(self, number: int, state: HandState) -> list[str]:
        """The actions of a node as the hand takes them at `state`.

        All-in is for the smaller stack's chips: where the rules ask the larger one for more, that comes back to him.
        """
        node = self.spot.tree().nodes[number]
        return [state.mended(self.real(a)) for a in node.actions]


def menu_fields(menu: SearchMenu, pot: float, stack: float) -> dict[str, Any]:
    """The fields of a spot with this menu; with less than a pot behind there is all-in alone."""
    deep = stack / pot
    bets, raises = dict(menu.bets), dict(menu.raises)
    if deep < NEVER_BELOW:
        bets = dict.fromkeys(bets, "allin")
        raises = dict.fromkeys(raises, "allin")
    return {"bets": bets, "raises": raises, "max_raises": menu.max_raises, **SHARED}


def street_start(state: HandState) -> HandState:
    """The hand where the street of `state` began, with its board and without hole cards."""
    before = HandState.start(state.rules)
    for street in state.betting[:-1]:
        for action in street:
            before = before.act(action)
    return replace(before, board=state.board[: BOARD_CARDS[state.street]])


def _root(
    state: HandState, seat: int, ranges: tuple[FloatArray, FloatArray], menu: SearchMenu, **more: Any
) -> Root:
    rules, before = state.rules, street_start(state)
    require_table(rules)
    stack = float(min(rules.live) - before.spent[0])
    free = live(before.board)
    spot = Spot(
        board=show_cards(before.board), pot=float(before.pot), stack=stack, oop=ranges[0] * free, ip=ranges[1] * free,
        least_bet=min(float(rules.least_bet), stack), **menu_fields(menu, before.pot, stack), **more,
    )  # fmt: skip
    return Root(state, seat, spot, before.spent[0], menu)


def start_root(state: HandState, seat: int, ranges: tuple[FloatArray, FloatArray], menu: SearchMenu) -> Root:
    """The street of `state` from its start, nobody having acted; ranges: `[1326]` each, at scale 1."""
    return _root(state, seat, ranges, menu)


def inside_root(state: HandState, seat: int, ranges: tuple[FloatArray, FloatArray], menu: SearchMenu) -> Root:
    """What is left of a street after all that was bet on it: the spot begins with the player to act at `state`."""
    spent, most = street_start(state).spent[0], min(state.rules.live)
    words = [
        "check" if action == "c" else f"bet {min(int(action[1:]), most) - spent}"
        for action in state.betting[-1]
    ]
    return _root(state, seat, ranges, menu, start=", ".join(words))


def seconds_per_iteration(spot: Spot, threads: int) -> float:
    """What an iteration takes, as `Spot.plan` tells it, from the betting alone, with all hands in both ranges."""
    counts = count_tree(spot)
    entries, boards = 0.0, 1
    for k, rows in enumerate(counts.rows):
        cards = 3 + spot.street + k
        hands = (52 - cards) * (51 - cards) // 2
        entries += sum(rows) * boards * -(-hands // BLOCK) * BLOCK
        boards *= 52 - cards
    serial = SERIAL[spot.street]
    share = serial + (1 - serial) / threads
    return entries * NANOSECONDS[spot.street] * 1e-9 * share
