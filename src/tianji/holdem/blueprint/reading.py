"""Reading a real hand with a tree that knows a few bets: which decision it stands for, and what to do in it.

Only the history is translated. Pots, stacks and legal bets are those of the real hand; a bet of the tree becomes the
same share of the real pot.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tianji.core.strategy import FloatArray
from tianji.errors import NotApplicableError
from tianji.holdem.blueprint.menu import Menu
from tianji.holdem.blueprint.tree import FOLD, FlatTree
from tianji.poker.cards import NUM_HANDS, blocked
from tianji.poker.equity import equities
from tianji.poker.hand import HandState
from tianji.poker.preflop import class_of_hands, matchups
from tianji.poker.rules import HandRules
from tianji.subgame.abstraction import translation

NEAR = 0.05  # stacks within this share of the blueprint's are played as if they were its own
OVER = 2.0  # a bet of more than so many times the largest one the tree knows there is taken for none of them
ALIKE = 1e-9  # shares of the pot that differ by less are equal


class Reading(NamedTuple):
    """node: the decision, −1 where the tree has none; level: what has to be matched there, in the tree's chips."""

    node: int
    is_translated: bool
    level: int


def require_fit(menu: Menu, rules: HandRules) -> None:
    """Refuse a table that the blueprint was not made for; blinds may be in another unit."""
    small, big = menu.blinds
    deep = min(rules.stacks) / max(rules.big_blind, 1)
    wanted = menu.stack / big
    is_fine = rules.seats == 2 and not rules.raise_sizes and not any(rules.antes)
    is_fine = is_fine and rules.opener(0) == 1 and rules.opener(1) == 0
    low, high = wanted * (1 - NEAR), wanted * (1 + NEAR)
    is_fine = is_fine and low - ALIKE <= deep <= high + ALIKE
    if not is_fine or rules.blinds[1] * big != rules.blinds[0] * small:
        raise NotApplicableError(
            f"{rules}: this blueprint is for two players, no limit, no antes, blinds {small}/{big} or in that "
            f"proportion, and stacks of {low:g} to {high:g} big blinds; train another, or change the table"
        )


def walk(menu: Menu, tree: FlatTree, state: HandState, key: str | None) -> Reading:
    """Follow the betting of a hand through the tree.

    A bet between two sizes A < x < B of the tree, as shares of the pot after calling, is taken for A with probability
    (B − x)(1 + A) / ((B − A)(1 + x)), drawn from `key` and the betting before it, so that it stays what it was taken
    for; without a key for the likelier of the two.
    """
    require_fit(menu, state.rules)
    real = HandState.start(state.rules)
    node, is_translated, level = 0, False, menu.blinds[1]
    for street in state.betting:
        for action in street:
            if int(tree.player[node]) != real.player or int(tree.street[node]) != real.street:
                return Reading(-1, True, level)
            place, is_exact = _place(menu, tree, node, level, real, action, key)
            is_translated |= not is_exact
            after = -1 if place < 0 else tree.after(node, place)
            if after < 0:
                return Reading(-1, True, level)
            level = max(level, tree.menu(node)[place])
            node, real = after, real.act(action)
    is_there = not state.is_over and tree.player[node] == state.player and tree.street[node] == state.street
    return Reading(node if is_there else -1, is_translated or not is_there, level)


def _place(
    menu: Menu, tree: FlatTree, node: int, level: int, real: HandState, action: str, key: str | None
) -> tuple[int, bool]:
    """The action of the tree that a real one is taken for, −1 for none, and whether it is the very same."""
    totals = tree.menu(node)
    if action == "f":
        return -1, True
    if action == "c":
        return (totals.index(level), True) if level in totals else (-1, False)
    bet = (int(action[1:]) - real.level) / (2 * real.level)
    is_allin = int(action[1:]) >= min(real.rules.live)
    chances, is_exact = taken_for(totals, level, menu.stack, bet, is_allin, key is not None)
    drawn = 0.0 if key is None else random.Random(f"{key}:{real.betting_text}:{action}").random()
    for place, chance in chances:
        drawn -= chance
        if drawn < 0:
            return place, is_exact
    return (chances[-1][0] if chances else -1), is_exact


def taken_for(
    totals: Sequence[int], level: int, stack: int, bet: float, is_allin: bool, is_drawn: bool
) -> tuple[list[tuple[int, float]], bool]:
    """The raises of a decision that a bet stands for, with their chances, and whether it is the very same.

    totals: the decision's actions; level: what has to be matched there. bet: as a share of the pot after calling. None
    where the tree has nothing like it.
    """
    raises = [k for k, total in enumerate(totals) if total > level]
    if not raises:
        return [], False
    has_allin = totals[raises[-1]] >= stack
    if is_allin and has_allin:
        return [(raises[-1], 1.0)], True
    sizes = [(totals[k] - level) / (2 * level) for k in raises]
    if bet > OVER * sizes[-1] and not has_allin:
        return [], False
    for k, size in zip(raises, sizes, strict=True):
        if abs(size - bet) < ALIKE:
            return [(k, 1.0)], True
    return [(raises[k], chance) for k, chance in translation(bet, sizes, is_drawn)], False


def real_actions(menu: Menu, tree: FlatTree, reading: Reading, state: HandState) -> list[str]:
    """The actions of the tree's decision as they are legal in the real hand; two of them may be the same one."""
    legal = state.legal()
    found = []
    for total in tree.menu(reading.node):
        if total == FOLD:
            found.append("f" if legal.fold else "c")
        elif total <= reading.level or legal.least is None or legal.most is None:
            found.append("c")
        elif total >= menu.stack:
            found.append(f"r{legal.most}")
        else:
            share = (total - reading.level) / (2 * reading.level)
            wanted = state.level + round(share * 2 * state.level)
            found.append(f"r{min(max(wanted, legal.least), legal.most)}")
    return found


def real_rows(
    menu: Menu,
    tree: FlatTree,
    reading: Reading,
    state: HandState,
    shares: FloatArray,
    theirs: frozenset[int] = frozenset(),
) -> dict[str, FloatArray]:
    """The tree's probabilities `[1326, A]` as actions that are legal in the real hand.

    theirs: totals of added bets, which the blueprint is prepared for and does not make itself: how likely a hand makes
    them is not known, so they have no row.
    """
    found: dict[str, FloatArray] = {}
    actions, totals = real_actions(menu, tree, reading, state), tree.menu(reading.node)
    for k, action in enumerate(actions):
        if totals[k] in theirs:
            continue
        found[action] = found[action] + shares[:, k] if action in found else shares[:, k]
    return found


def fallback_rows(state: HandState) -> dict[str, FloatArray]:
    """What to do where the tree ends: call with hands whose equity against the better half of all hands pays for it."""
    legal = state.legal()
    weight = live_hands(state.board)
    if not legal.fold:
        return {"c": weight}
    calls = _against_the_better(state.board) * (state.pot + legal.call) >= legal.call
    return {"f": weight * ~calls, "c": weight * calls}


@lru_cache(maxsize=64)
def _against_the_better(board: tuple[int, ...]) -> FloatArray:
    """`[1326]`: the equity of each hand against the better half of all."""
    weight = live_hands(board)
    equity = _equity(list(board), weight)
    return _equity(list(board), weight * (equity >= np.median(equity[weight > 0])))


def live_hands(board: Sequence[int]) -> FloatArray:
    """`[1326]`: 1 for hands that can be held on a board, else 0."""
    return np.where(blocked(board), 0.0, 1.0)


def _equity(board: list[int], opponent: FloatArray) -> FloatArray:
    """`[1326]`: the share of the pot each hand wins against a range, on any board."""
    if board:
        beats, meets = equities(board, opponent)
        return np.where(meets > 0, 0.5 + 0.5 * beats / np.maximum(meets, 1e-300), 0.5)
    table, kind = matchups(), class_of_hands()
    classes = np.bincount(kind, opponent, 169) / np.bincount(kind, minlength=169)
    meets = (table.pairs * classes).sum(axis=1)
    share = (table.pairs * classes * table.equity).sum(axis=1) / np.maximum(meets, 1e-300)
    found: FloatArray = share[kind]
    assert len(found) == NUM_HANDS
    return found
