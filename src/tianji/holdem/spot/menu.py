"""What becomes of the sizes of a menu at a decision: what stands for no bet of its own is named, not dropped."""

from __future__ import annotations

from dataclasses import replace

from tianji.holdem.spot.tree import Action, BettingNode, BettingTree, Menus, legal_actions, menu_of
from tianji.poker.betting import BetRules, Size, bet_amounts, wanted_amount


def turned_sizes(
    tree: BettingTree, node: BettingNode, menus: Menus, limits: BetRules
) -> list[tuple[Size, Action]]:
    """Sizes of a decision's menu that are not bet as they are written, each with the action in its place.

    Two sizes may be one bet (rounded, the least raise, all-in), one may be within `merge` of a larger one, or all-in by
    `force_allin` or `allin_share`. Where no bet is allowed at all nothing is turned into another.
    """
    offered = [action for action in legal_actions(tree, node, menus, limits) if action.total]
    faced, stack = node.totals[1 - node.player], tree.stack - node.matched
    pot, streets = tree.pot + 2 * node.matched, tree.last + 1 - node.street
    found: list[tuple[Size, Action]] = []
    taken: set[float] = set()
    for size in menu_of(tree, node, menus) if offered else ():
        alone = replace(limits, merge=0.0, add_allin=0.0)
        total = bet_amounts((size,), pot, faced, node.least_raise, stack, streets, alone)[0]
        if limits.allin_share and node.matched + total >= limits.allin_share * tree.stack:
            total = stack
        # what was dropped is near a larger bet that stayed: see `poker.betting`
        action = next((each for each in offered if each.total >= total - 1e-9), offered[-1])
        wanted = wanted_amount(size, pot, faced, stack, streets)
        if abs(action.total - wanted) <= max(limits.chip, 1e-9) and action.total not in taken:
            taken.add(action.total)
        else:
            found.append((size, action))
    return found
