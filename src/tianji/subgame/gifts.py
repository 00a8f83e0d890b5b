"""Gifts: what the opponent gave up on his way into a subgame, and how much of it may be spent there."""

from __future__ import annotations

import numpy as np

from tianji.core.game import CHANCE
from tianji.core.strategy import FloatArray
from tianji.errors import ParameterError
from tianji.flat.nodes import NodeTable
from tianji.flat.sequence import Treeplex
from tianji.subgame.frame import BoolArray, Frame

GIFTS = ("none", "split", "not-split")


def slot_gifts(
    tree: Treeplex, action_cbv: FloatArray, cf_reach: FloatArray, counts: BoolArray | None
) -> FloatArray:
    r"""`[Q]`: a lower bound on what each action gives away, per unit of reach of its infoset.

        ⌊g⌋(I′, a′) = max_a CBV(I′, a) − CBV(I′, a′),   a in A_z(I′) or equal to a′

    action_cbv: `[Q]`, weighted by π_{−i}; cf_reach: `[I]`. counts: `[Q]`, the actions A_z whose value is certain
    whatever is solved again elsewhere (those that end the game at once); None counts every action, which keeps
    the strategy safe but is no lower bound any more once other subgames change. Brown & Sandholm (2017), section 5.

    >>> tree = Treeplex(np.array([1, 3]), np.array([0]), ["I"], [("fold", "call")])
    >>> cbv = np.array([0.0, -0.5, -0.75])
    >>> slot_gifts(tree, cbv, np.array([0.5]), np.array([False, True, False])).tolist()
    [0.0, 0.0, 0.5]
    """
    gift = np.zeros(tree.num_slots)
    if tree.num_infosets == 0:
        return gift
    eligible = action_cbv if counts is None else np.where(counts, action_cbv, -np.inf)
    best = np.maximum.reduceat(eligible, tree.first_slot[:-1])
    owner = tree.infoset_of[1:]
    reach = cf_reach[owner]
    raw = np.maximum(best[owner] - action_cbv[1:], 0.0)
    gift[1:] = np.divide(raw, reach, out=np.zeros_like(raw), where=reach > 0)
    return gift


def entry_gifts(frame: Frame, gift: FloatArray, gifts: str | float) -> FloatArray:
    """`[K]`: the gifts on the way to each entry, summed; what is added to its alternative payoff.

    "split" gives every chance branch the gift in full: the branches' increases, weighted by their probabilities,
    then come to the gift and no more. "not-split" multiplies a gift by the number of public outcomes of every
    chance move after it, as if the branch at hand were the only one solved again: that may overspend. A number
    multiplies "split" by itself (appendix D of Brown & Sandholm 2017).
    """
    if gifts == "none":
        return np.zeros(frame.num_entries)
    first = np.unique(frame.top_entry, return_index=True)[1]
    scale = gifts if isinstance(gifts, float) else 1.0
    spread = gifts == "not-split"
    return np.array(
        [scale * _path(frame.nodes, int(h), frame.opponent, gift, spread) for h in frame.roots[first]]
    )


def _path(nodes: NodeTable, h: int, opponent: int, gift: FloatArray, spread: bool) -> float:
    total, factor = 0.0, 1
    while h > 0:
        before = int(nodes.parent[h])
        who = int(nodes.player[before])
        if who == CHANCE and spread:
            factor *= nodes.public_branching[int(nodes.public_state[before])]
        elif who == opponent:
            total += factor * float(gift[nodes.slots[h, opponent]])
        h = before
    return total


def as_gifts(gifts: str | float | None, is_reach: bool, technique: str) -> str | float:
    """The gifts mode of a technique; a mode that contradicts it is refused."""
    if gifts is None:
        return "split" if is_reach else "none"
    if isinstance(gifts, (int, float)) and not isinstance(gifts, bool):
        if not (np.isfinite(gifts) and gifts >= 0):
            raise ParameterError(f"gifts={gifts!r}; expected a factor of at least 0")
        gifts = float(gifts)
    elif gifts not in GIFTS:
        raise ParameterError(f"gifts={gifts!r}; expected 'none', 'split', 'not-split' or a factor")
    if is_reach and gifts == "none":
        raise ParameterError(
            f"technique {technique!r} counts gifts; say {technique.removeprefix('reach-')!r} without them"
        )
    if not is_reach and gifts != "none":
        raise ParameterError(
            f"technique {technique!r} counts no gifts; say {'reach-' + technique!r} with gifts={gifts!r}"
        )
    return gifts
