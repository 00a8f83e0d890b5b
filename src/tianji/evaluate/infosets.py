"""Counterfactual values and counterfactual best values, infoset by infoset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tianji.core.arguments import checked
from tianji.core.game import Game
from tianji.core.result import Result, rows_html
from tianji.core.strategy import FloatArray, Strategy
from tianji.errors import ParameterError, quote
from tianji.evaluate.response import plans, require_player, respond, terminal_cfv
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame
from tianji.flat.treeplex import Treeplex

SHOWN = 50  # infosets in a notebook's view


@dataclass(frozen=True, eq=False)
class InfosetValues(Result):
    """One player's values at each of his infosets, for a fixed strategy of everybody.

    own_reach: `[I]` π_i(I), the player's own probability of getting there.
    cf_reach: `[I]` π_{−i}(I), everyone else's, chance included.
    cfv, action_cfv: `[I]`, `[Q]` counterfactual values v_i(I), v_i(I, a), weighted by π_{−i}.
    cbv, action_cbv: the same when the player best-responds from there on (counterfactual best values).

    Divide by `cf_reach` for the expected chips given that the infoset is reached: `value(i)`, `best_value(i)`.
    """

    tree: Treeplex
    own_reach: FloatArray
    cf_reach: FloatArray
    cfv: FloatArray
    action_cfv: FloatArray
    cbv: FloatArray
    action_cbv: FloatArray

    @checked
    def value(self, i: int) -> float:
        """Expected chips at infoset i: cfv / cf_reach; nan where the others never let it happen."""
        return self._normal(self.cfv, i)

    @checked
    def best_value(self, i: int) -> float:
        """Normalised counterfactual best value CBV(I) of Brown & Sandholm (2017), section 3."""
        return self._normal(self.cbv, i)

    def _normal(self, values: FloatArray, i: int) -> float:
        self._require(i)
        return float(values[i] / self.cf_reach[i]) if self.cf_reach[i] > 0 else float("nan")

    def _require(self, i: int) -> None:
        if not 0 <= i < self.tree.num_infosets:
            raise ParameterError(
                f"infoset {quote(i)}; expected a whole number from 0 to {self.tree.num_infosets - 1}"
            )

    @checked
    def action_values(self, i: int) -> FloatArray:
        """Expected chips of each action at infoset i."""
        self._require(i)
        tree = self.tree
        scaled: FloatArray = self.action_cfv[tree.first_slot[i] : tree.first_slot[i + 1]] / self.cf_reach[i]
        return scaled

    def to_dict(self) -> dict[str, Any]:
        """A row an infoset: reach, value and best value."""
        own, others = self.own_reach.tolist(), self.cf_reach.tolist()
        rows = [
            {
                "infoset": text,
                "own_reach": own[i],
                "cf_reach": others[i],
                "value": self.value(i),
                "best_value": self.best_value(i),
            }
            for i, text in enumerate(self.tree.labels)
        ]
        return {"infosets": rows}

    def _repr_html_(self) -> str:
        return rows_html(self.to_dict()["infosets"][:SHOWN])


@checked
def infoset_values(game: Game[Any, Any] | FlatGame, strategy: Strategy, player: int) -> InfosetValues:
    """Reach, counterfactual values and counterfactual best values of every infoset of one player.

        v_i(I) = Σ_{h ∈ I} π_{−i}(h) Σ_z π(h, z) u_i(z)

    >>> import tianji as tj
    >>> game = tj.load("kuhn")
    >>> worth = infoset_values(game, tj.uniform(game), 0)
    >>> round(worth.value(worth.tree.index[2, "pb"]), 6)  # a king, after check and bet: half folds 1, half wins 2
    0.5
    """
    flat = as_flat(game)
    require_player(flat, player)
    vectors = flat.from_strategy(strategy)
    reach = plans(flat, vectors)
    tree = flat.trees[player]
    action_cfv = tree.backward(vectors[player], terminal_cfv(flat, reach, player))
    _, action_cbv, choice = respond(flat, reach, player)
    return InfosetValues(
        tree=tree,
        own_reach=reach[player][tree.parent_slot],
        cf_reach=cf_reach(flat, reach, player),
        cfv=tree.totals(vectors[player] * action_cfv),
        action_cfv=action_cfv,
        cbv=action_cbv[choice],
        action_cbv=action_cbv,
    )


def cf_reach(flat: FlatGame, reach: list[FloatArray], player: int) -> FloatArray:
    """`[I]`: π_{−i}(I) = Σ_{h ∈ I} Π of the others' and chance's probabilities on the way to h.

    Found without the tree: under any own strategy the terminals below an infoset carry all of its probability, so
    the backward pass with chance in the place of the payoff gives it.
    """
    mass = terminal_cfv(flat, reach, player, flat.chance_entries[player])
    tree = flat.trees[player]
    own = tree.uniform()
    return tree.totals(own * tree.backward(own, mass))
