"""Payoffs: what the opponent's entries are worth, what he gave up on his way to them, and who says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tianji.core.game import CHANCE
from tianji.core.strategy import FloatArray, Strategy, label
from tianji.errors import ParameterError, quote
from tianji.evaluate.response import terminal_cfv
from tianji.flat.nodes import NodeTable
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex
from tianji.subgame.abstraction import restricted_response
from tianji.subgame.carve import Trunk
from tianji.subgame.frame import BoolArray, Frame
from tianji.subgame.technique import Technique

Estimate = None | str | Mapping[Any, float] | Strategy | FlatGame
Spread = None | float | Mapping[Any, float]


@dataclass(frozen=True, eq=False)
class Payoffs:
    r"""The opponent's values of the K entries of a subgame, each `[K]` and normalised by π_{−opponent}.

        alt(I) = v(I) + Σ ⌊g⌋        ceiling(I) = CBV(I) + Σ ⌊g⌋

    cbv: CBV of the blueprint. estimate: v, what he is believed to have: the CBV itself for exact payoffs. gift: Σ of
    the gifts on his way. spread: standard deviations of random payoffs; by default |v − CBV|, as the paper measures.
    Brown & Sandholm (2017), section 5 and appendix C.

    >>> payoffs = Payoffs(np.array([0.0, 0.5]), np.array([0.1, 0.4]), np.array([0.5, 0.0]))
    >>> payoffs.alt.tolist(), payoffs.ceiling.tolist(), payoffs.spread.round(1).tolist()
    ([0.6, 0.4], [0.5, 0.5], [0.1, 0.1])
    """

    cbv: FloatArray
    estimate: FloatArray
    gift: FloatArray
    given_spread: FloatArray | None = None

    @property
    def alt(self) -> FloatArray:
        """`[K]`: the alternative payoffs, the opponent's choice when he does not enter."""
        return self.estimate + self.gift

    @property
    def ceiling(self) -> FloatArray:
        """`[K]`: values up to which an answer is as safe as the blueprint, whatever the estimates."""
        return self.cbv + self.gift

    @property
    def spread(self) -> FloatArray:
        """`[K]`: standard deviations of random payoffs."""
        return np.abs(self.estimate - self.cbv) if self.given_spread is None else self.given_spread

    def scaled(self, factor: float) -> Payoffs:
        """The same in another unit."""
        spread = None if self.given_spread is None else factor * self.given_spread
        return Payoffs(factor * self.cbv, factor * self.estimate, factor * self.gift, spread)


def margin(cbv_blueprint: FloatArray, cbv_resolved: FloatArray) -> FloatArray:
    r"""How much worse off the opponent is, per entry of the subgame.

        M(I) = CBV^{σ}(I) − CBV^{σ′}(I)

    σ is our blueprint, σ′ our re-solved strategy, both seen through the opponent's counterfactual best response.
    `min(M) ≥ 0` means σ′ loses no more than σ; maxmargin solving maximises that minimum. Both arrays are `[K]`, the
    opponent's values, divided by the entry's `cf_reach`. Moravčík et al. (2016).

    >>> margin(np.array([1.0, 0.5]), np.array([0.75, 0.5])).tolist()
    [0.25, 0.0]
    """
    return cbv_blueprint - cbv_resolved


def reach_margin(cbv_blueprint: FloatArray, cbv_resolved: FloatArray, gift: FloatArray) -> FloatArray:
    """M_r(I) = M(I) + Σ of the gifts on the way to I. Brown & Sandholm (2017), equation 1."""
    return margin(cbv_blueprint, cbv_resolved) + gift


# Gifts --------------------------------------------------------------------------------------------------------


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


# Estimates ----------------------------------------------------------------------------------------------------


class Estimator:
    """Where alternative payoffs come from, for all subgames of one trunk.

    estimate None: the blueprint's own opponent, i.e. v^σ(I), as the paper does with the opponent's last iterate.
    A Strategy: the opponent plays it against our blueprint. A FlatGame made by `abstract`: his best response
    within that abstraction, CBV~ (Brown & Sandholm 2017, section 6). "exact": the counterfactual best value.
    A mapping: `{infoset: value}`, given.
    """

    def __init__(self, trunk: Trunk, technique: Technique, estimate: Estimate, spread: Spread = None) -> None:
        technique.require_inputs(estimate, spread)
        self.trunk, self.technique, self.spread = trunk, technique, spread
        self.response: FloatArray | None = None
        self.given: dict[str, float] | None = None
        o = trunk.opponent
        if estimate is None:
            self.response = trunk.vectors[o]
        elif isinstance(estimate, Strategy):
            self.response = trunk.flat.from_strategy(estimate)[o]
        elif isinstance(estimate, FlatGame):
            self.response = restricted_response(trunk.flat, estimate, trunk.plans, o)
        elif isinstance(estimate, Mapping):
            self.given = {label(key): float(value) for key, value in estimate.items()}
        elif estimate != "exact":
            raise ParameterError(
                f"estimate={quote(estimate)}; expected None, 'exact', a Strategy, an abstraction, or {{infoset: value}}"
            )
        self.gift = self._slot_gifts()

    @classmethod
    def of(
        cls, trunk: Trunk, technique: Technique, spread: Spread, response: FloatArray | None,
        given: dict[str, float] | None, gift: FloatArray,
    ) -> Estimator:  # fmt: skip
        """One by its parts, as another process found them."""
        found = cls.__new__(cls)
        found.trunk, found.technique, found.spread = trunk, technique, spread
        found.response, found.given, found.gift = response, given, gift
        return found

    def payoffs(self, frame: Frame) -> Payoffs:
        """What the technique offers at the entries of one subgame."""
        plan = frame.plan(frame.resolver, self.trunk.vectors[frame.resolver])
        cbv = frame.best_values(plan)
        estimate = cbv
        if self.technique.payoffs != "exact" and self.given is not None:
            estimate = _given(self.given, frame, "estimate")
        elif self.technique.payoffs != "exact" and self.response is not None:
            estimate = frame.fixed_values(plan, self.response)
        gift = entry_gifts(frame, self.gift, self.technique.gifts)
        return Payoffs(cbv, estimate, gift, _spreads(frame, self.spread))

    def _slot_gifts(self) -> FloatArray:
        """`[Q]`: gifts of the opponent's slots in the trunk."""
        trunk, technique = self.trunk, self.technique
        tree = trunk.flat.trees[trunk.opponent]
        if technique.gifts == "none":
            return np.zeros(tree.num_slots)
        counts = trunk.nodes.is_last_slot[trunk.opponent] if technique.gift_bound == "terminal" else None
        values = trunk.action_cbv
        if technique.gift_bound == "estimate" and self.response is not None:
            values = tree.backward(self.response, terminal_cfv(trunk.flat, trunk.plans, trunk.opponent))
        return slot_gifts(tree, values, trunk.cf_reach, counts)


def _spreads(frame: Frame, spread: Spread) -> FloatArray | None:
    """`[K]`: the standard deviations that were given, if any."""
    if spread is None:
        return None
    if isinstance(spread, Mapping):
        found = _given({label(key): float(value) for key, value in spread.items()}, frame, "spread")
    elif isinstance(spread, (int, float)) and not isinstance(spread, bool):
        found = np.full(frame.num_entries, float(spread))
    else:
        raise ParameterError(f"spread={quote(spread)}; expected None, a number or {{infoset: number}}")
    if not (np.isfinite(found).all() and (found >= 0).all()):
        raise ParameterError(f"spread={quote(spread)}; expected numbers of at least 0")
    return found


def _given(values: dict[str, float], frame: Frame, what: str) -> FloatArray:
    missing = [name for name in frame.names if name not in values]
    if missing:
        raise ParameterError(
            f"{what} has nothing for player {frame.opponent}'s infoset {quote(missing[0])}; "
            f"give a value for each of {quote(frame.names[:6])}"
        )
    return np.array([values[name] for name in frame.names])
