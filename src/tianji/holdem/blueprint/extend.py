"""Branches added to a blueprint, and taken out again: a bet it did not know at a decision, and what to do after it.

The new decisions stand behind the old ones, so that old numbers stay what they were, and the bet has probability 0 in
the blueprint's own play: it is the opponent's. Taking the last branch out gives the version before, to the last bit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tianji.errors import FileFormatError, NotApplicableError, ParameterError, TooLargeError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.menu import MOST_ACTIONS, Menu
from tianji.holdem.blueprint.store import Blueprint
from tianji.holdem.blueprint.tree import Added, Edit, FlatTree, betting_tree, flatten, menu_tree, pack_steps
from tianji.holdem.blueprint.values import Places, Values, make_values
from tianji.holdem.spot.tree import Action, BettingNode, BettingTree
from tianji.poker.boards import boards
from tianji.run.clock import OutOfBudget

if TYPE_CHECKING:
    from tianji.kernels.poker.deals import Dealer

MOST_BOARDS = 100  # for the values of a branch
Mask = npt.NDArray[np.bool_]
Steps = npt.NDArray[np.uint8]
Build = Callable[[Edit], BettingTree]


def path_to(tree: FlatTree, node: int) -> list[tuple[int, int]]:
    """The way to a decision: (decision, place of the action taken) from the first one on."""
    found = []
    while int(tree.parent[node]) >= 0:
        link = int(tree.parent[node])
        node = int(np.searchsorted(tree.first, link, side="right")) - 1
        found.append((node, link - int(tree.first[node])))
    return found[::-1]


def level_at(tree: FlatTree, node: int, blind: int) -> int:
    """What has to be matched at a decision, in chips of the whole hand."""
    return max([blind, *(tree.menu(n)[place] for n, place in path_to(tree, node))])


def line_to(tree: FlatTree, node: int, blind: int) -> str:
    """The betting that leads to a decision, as the ACPC writes it: `r300c/cr450`."""
    words, level, street = [], blind, 0
    for n, place in path_to(tree, node):
        if tree.street[n] > street:
            words.append("/" * int(tree.street[n] - street))
            street = int(tree.street[n])
        total = tree.menu(n)[place]
        words.append("c" if total <= level else f"r{total}")
        level = max(level, total)
    return "".join(words) + "/" * int(tree.street[node] - street)


def subtree(tree: FlatTree, node: int) -> tuple[FlatTree, npt.NDArray[np.int64]]:
    """The decisions from one on as a tree of their own, and their numbers in the whole."""
    numbers, waiting = [], [node]
    while waiting:
        n = waiting.pop()
        numbers.append(n)
        links = tree.child[tree.first[n] : tree.first[n + 1]]
        waiting += links[links >= 0].tolist()
    kept = np.array(sorted(numbers), dtype=np.int64)
    slots = np.concatenate([np.arange(tree.first[n], tree.first[n + 1]) for n in kept])
    place = np.full(len(tree), -1, dtype=np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    links = tree.child[slots]
    child = np.where(links >= 0, place[np.maximum(links, 0)], links).astype(np.int32)
    return FlatTree(tree.street[kept], tree.player[kept], tree.actions[kept], child, tree.total[slots]), kept


def branch_tree(build: Build, tree: FlatTree, node: int, total: int, blind: int) -> FlatTree:
    """The betting after a bet to `total` at a decision that does not have it, with the menus of `build`."""
    way = [tree.menu(n)[place] for n, place in path_to(tree, node)] + [total]
    at: dict[int, int] = {0: 0}

    def edit(betting: BettingTree, number: int, actions: list[Action]) -> list[Action]:
        above = betting.nodes[number].parent
        while above >= 0 and betting.nodes[above].kind == "deal":
            above = betting.nodes[above].parent
        if above in at and at[above] < len(way):
            at[number] = at[above] + 1
        if at.get(number, len(way)) >= len(way):
            return actions
        return [_action(betting, betting.nodes[number], way[at[number]], blind)]

    found, _ = subtree(whole := flatten(build(edit)), len(way))
    if len(found) + len(way) != len(whole):
        raise NotApplicableError(f"a bet to {total} ends the hand: there is nothing to prepare")
    return found


def _action(betting: BettingTree, node: BettingNode, spent: int, blind: int) -> Action:
    """The action that brings a player's chips to `spent`."""
    faced, mine, total = node.totals[1 - node.player], node.totals[node.player], spent - node.matched
    if total <= faced:
        return Action("call" if faced > mine else "check")
    stack = betting.stack - node.matched
    least = min(faced + max(node.least_raise, blind), stack)
    if not least <= total <= stack or faced >= stack:
        raise ParameterError(
            f"a bet to {spent} chips in the hand; expected {node.matched + least:g} to {betting.stack:g}"
        )
    return Action("allin" if total >= stack else "raise" if faced > 0 else "bet", total)


def grown(tree: FlatTree, node: int, total: int, branch: FlatTree) -> tuple[FlatTree, int]:
    """The tree with a branch behind a new bet of a decision, and the bet's place among its actions."""
    totals = tree.menu(node)
    place = bisect_left(totals, total)
    if total in totals:
        raise ParameterError(f"a bet to {total} is there already")
    if len(totals) >= MOST_ACTIONS:
        raise NotApplicableError(f"the decision has {len(totals)} actions, and no room for another")
    at, size = int(tree.first[node]) + place, len(tree)
    actions = tree.actions.copy()
    actions[node] += 1
    links = np.where(branch.child >= 0, branch.child + size, branch.child)
    return FlatTree(
        np.concatenate([tree.street, branch.street]), np.concatenate([tree.player, branch.player]),
        np.concatenate([actions, branch.actions]),
        np.concatenate([np.insert(tree.child, at, size), links]).astype(np.int32),
        np.concatenate([np.insert(tree.total, at, total), branch.total]).astype(np.int32),
    ), place  # fmt: skip


def cut(tree: FlatTree, added: Added) -> FlatTree:
    """The tree without the branch that was added last."""
    place = tree.menu(added.node).index(added.total)
    at, actions = int(tree.first[added.node]) + place, tree.actions[: added.first].copy()
    actions[added.node] -= 1
    slots = int(tree.first[added.first])
    return FlatTree(
        tree.street[: added.first], tree.player[: added.first], actions,
        np.delete(tree.child[:slots], at), np.delete(tree.total[:slots], at),
    )  # fmt: skip


def grown_steps(
    tree: FlatTree, counts: Sequence[int], steps: Steps, node: int, place: int, branch: Steps
) -> Steps:
    """Probabilities of the tree with a branch: the new bet has none, the branch its own."""
    offsets = tree.offsets(counts)
    low, high = int(offsets[node]), int(offsets[node + 1])
    rows = np.insert(steps[low:high].reshape(-1, int(tree.actions[node])), place, 0, axis=1)
    return np.concatenate([steps[:low], rows.reshape(-1), steps[high:], branch])


def cut_steps(tree: FlatTree, counts: Sequence[int], steps: Steps, added: Added) -> Steps:
    """Probabilities of the tree without the branch that was added last."""
    offsets = tree.offsets(counts)
    low, high = int(offsets[added.node]), int(offsets[added.node + 1])
    place = tree.menu(added.node).index(added.total)
    rows = np.delete(steps[low:high].reshape(-1, int(tree.actions[added.node])), place, axis=1)
    return np.concatenate([steps[:low], rows.reshape(-1), steps[high : int(offsets[added.first])]])


def quantised(tree: FlatTree, counts: Sequence[int], weights: npt.NDArray[np.floating], most: int) -> Steps:
    """Weights `[E]` as whole steps that add up to `most` in every infoset."""
    from tianji.kernels.poker.external import quantise

    offsets = tree.offsets(counts)
    found = np.empty(int(offsets[-1]), dtype=np.uint8)
    quantise(offsets, tree.actions, weights.astype(np.float32), most, found)
    return found


def extended(
    blueprint: Blueprint, node: int, total: int, branch: FlatTree, steps: Steps, gain: tuple[float, float]
) -> Blueprint:
    """The next version of a blueprint, with a branch; gain: what the bet won from translation and wins from now on."""
    tree, place = grown(blueprint.tree, node, total, branch)
    kept = grown_steps(blueprint.tree, blueprint.counts, blueprint.steps(), node, place, steps)
    added = Added(node, total, len(blueprint.tree), blueprint.digest, *gain)
    return replace(
        blueprint, tree=tree, shares=pack_steps(kept, blueprint.bits), branches=(*blueprint.branches, added),
        worth=None if blueprint.worth is None else _grown_values(blueprint.worth, tree, blueprint.counts, added),
        _digest="", _file=None, _kept={}, _readings={},
    )  # fmt: skip


def _is_old(tree: FlatTree, counts: Sequence[int], added: Added) -> tuple[Mask, Mask]:
    """Which of a tree's kept actions, and of their values, were there before its last branch."""
    before = np.arange(len(tree.child)) < int(tree.first[added.first])
    before[int(tree.first[added.node]) + tree.menu(added.node).index(added.total)] = False
    kept = Places.of(tree, counts).slot >= 0
    street = np.repeat(tree.street, tree.actions)[kept]
    return before[kept], np.repeat(before[kept], np.asarray(counts)[street])


def _grown_values(worth: Values, tree: FlatTree, counts: Sequence[int], added: Added) -> Values:
    """Values with room for those of a branch, which are 0 until `with_branch_values` finds them."""
    slots, codes = _is_old(tree, counts, added)
    low, step = np.zeros((2, 2, len(slots)), dtype=np.float32)
    low[:, slots], step[:, slots] = worth.low, worth.step
    every = np.zeros((2, len(codes)), dtype=np.uint8)
    every[:, codes] = worth.codes
    return replace(worth, low=low, step=step, codes=every)


def with_branch_values(blueprint: Blueprint, work: Work, dealer: Dealer, seed: int) -> Blueprint:
    """With the values of the last branch found as `make_values` does; all others stay as they are.

    Raises `OutOfBudget` when it was stopped meanwhile: a version is kept whole or not at all.
    """
    worth = blueprint.worth
    if worth is None:
        return blueprint
    slots, codes = _is_old(blueprint.tree, blueprint.counts, blueprint.branches[-1])
    found = make_values(blueprint, min(worth.boards, MOST_BOARDS), work, seed=seed, dealer=dealer)
    if found is None:
        raise OutOfBudget
    return replace(
        blueprint, worth=replace(
            worth, low=np.where(slots, worth.low, found.low), step=np.where(slots, worth.step, found.step),
            codes=np.where(codes, worth.codes, found.codes),
        ),
    )  # fmt: skip


def undo(blueprint: Blueprint) -> Blueprint:
    """The version before the last branch was added; what comes out must be what went in."""
    if not blueprint.branches:
        raise NotApplicableError(f"{blueprint.name} has no added branch; there is nothing to undo")
    added = blueprint.branches[-1]
    kept = cut_steps(blueprint.tree, blueprint.counts, blueprint.steps(), added)
    slots, codes = _is_old(blueprint.tree, blueprint.counts, added)
    worth = blueprint.worth
    if worth is not None:
        worth = replace(
            worth, low=worth.low[:, slots], step=worth.step[:, slots], codes=worth.codes[:, codes]
        )
    found = replace(
        blueprint, tree=cut(blueprint.tree, added), shares=pack_steps(kept, blueprint.bits),
        branches=blueprint.branches[:-1], worth=worth, _digest="", _file=None, _kept={}, _readings={},
    )  # fmt: skip
    if found.digest != added.parent:
        raise NotApplicableError(
            f"{blueprint.name} without its last branch is not {added.parent[:12]}, which it was made from"
        )
    return found


def require_tree(menu: Menu, tree: FlatTree, branches: Sequence[Added], where: str) -> None:
    """Refuse a tree that is not the one of its menu with the branches that were added to it."""
    most = len(tree) + 2 * len(tree.child) + 1  # with all deals: no more is built of a menu that offers more
    try:
        found = menu_tree(menu, most)
        for added in branches:
            branch = branch_tree(menu_build(menu), found, added.node, added.total, menu.blinds[1])
            found, _ = grown(found, added.node, added.total, branch)
        is_fine = found.digest == tree.digest
    except (TooLargeError, ParameterError, NotApplicableError, IndexError):
        is_fine = False
    if not is_fine:
        raise FileFormatError(f"{where}: its betting is not that of its menu; restore it from a copy")


def require_agreement(blueprint: Blueprint, digest: str, is_read: bool, where: str) -> None:
    """Refuse a file one part of which says other than another: tree and menu, digest and content, flops and centres.

    The digest is compared where all of the file is read already, and the buckets of one flop are looked up anew.
    """
    require_tree(blueprint.menu, blueprint.tree, blueprint.branches, where)
    if is_read and replace(blueprint, _digest="").digest != digest:
        raise FileFormatError(f"{where}: its digest is not that of what it holds; restore it from a copy")
    if blueprint.flop is not None:
        least, most, every = int(blueprint.flop.min()), int(blueprint.flop.max()), boards(3)
        if least < 0 or most >= blueprint.counts[1]:
            raise FileFormatError(
                f"{where}: hands on the flop are in buckets that are not there; restore it from a copy"
            )
        flop = tuple(every.cards[int(blueprint.buckets.digest[:8], 16) % len(every)].tolist())
        if not np.array_equal(blueprint.bucket_row(flop), blueprint.buckets.bucket_of(list(flop))):
            raise FileFormatError(
                f"{where}: hands on the flop are not in the buckets of their centres; restore it from a copy"
            )


def menu_build(menu: Menu) -> Build:
    """How the betting of a menu is built."""
    return lambda edit: betting_tree(menu, edit)
