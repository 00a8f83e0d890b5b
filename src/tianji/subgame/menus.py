"""Menus: a large game, a smaller one that shares its rules, and a blueprint of the smaller read in the larger."""

from __future__ import annotations

from typing import Any

import numpy as np

from tianji.core.game import Game
from tianji.core.restrict import Restricted
from tianji.core.strategy import FloatArray, Strategy, label
from tianji.errors import ParameterError, StrategyError
from tianji.evaluate.response import plans
from tianji.flat.cache import as_flat
from tianji.flat.sequence import FlatGame
from tianji.subgame.carve import parent_game
from tianji.subgame.frame import BoolArray, Frame, build_frame


class Menus:
    """What a player who knows only the small game knows in the large one.

    keep: per player `[Q]` of the large game, the slots whose action is on the small menu: by the restriction's own
    word, else the actions that occur anywhere in the small game.
    vectors: per player `[Q]`, the blueprint; actions off the menu have probability 0, infosets that the small game
    does not have play their menu uniformly.
    """

    def __init__(
        self,
        large: Game[Any, Any] | FlatGame,
        small: Game[Any, Any] | FlatGame,
        blueprint: Strategy,
        player: int,
    ) -> None:
        self.flat, self.nodes = parent_game(large)
        self.small = as_flat(small)
        if isinstance(player, bool) or player not in (0, 1):
            raise ParameterError(
                f"player={player!r}; expected 0 or 1, the player who knows the small game only"
            )
        if not isinstance(blueprint, Strategy):
            raise ParameterError(
                f"the blueprint is a {type(blueprint).__name__}; expected a Strategy of {self.small.spec}"
            )
        blueprint.require(self.small.spec, "the blueprint")
        self.resolver, self.opponent = player, 1 - player
        self.keep = self._keep(0), self._keep(1)
        self.vectors = [self._vector(p, blueprint) for p in (0, 1)]

    def _keep(self, player: int) -> BoolArray:
        tree, rules = self.flat.trees[player], self.small.game
        if isinstance(rules, Restricted):
            kept = [rules.keeps(a) for menu in tree.menus for a in menu]
        else:
            known = {label(a) for small in self.small.trees for menu in small.menus for a in menu}
            kept = [label(a) in known for menu in tree.menus for a in menu]
        return np.array([True, *kept], dtype=bool)

    def _vector(self, player: int, blueprint: Strategy) -> FloatArray:
        """The blueprint over the large game's slots."""
        tree, keep = self.flat.trees[player], self.keep[player]
        table = blueprint.tables[player]
        vector = np.ones(tree.num_slots)
        for i, text in enumerate(tree.labels):
            at = slice(int(tree.first_slot[i]), int(tree.first_slot[i + 1]))
            menu = tuple(label(a) for a in tree.menus[i])
            row = table.index.get(text)
            if row is None:
                vector[at] = keep[at] / max(int(keep[at].sum()), 1) if keep[at].any() else 1.0 / len(menu)
                continue
            given = dict(zip(table.actions[row], table.row(row).tolist(), strict=True))
            if set(given) - set(menu):
                raise StrategyError(
                    f"the games do not share rules: at player {player}'s infoset {text!r} the small one plays "
                    f"{table.actions[row]!r}, {self.flat.spec} offers {menu!r}; use game.restrict(menu)"
                )
            vector[at] = [given.get(a, 0.0) for a in menu]
        self._require_cover(player, blueprint)
        return vector

    def _require_cover(self, player: int, blueprint: Strategy) -> None:
        known = set(self.flat.trees[player].labels)
        missing = [text for text in blueprint.tables[player].labels if text not in known]
        if missing:
            raise StrategyError(
                f"the games do not share rules: {self.flat.spec} has no infoset {missing[0]!r} for player {player}; "
                "give the large game first, then the small one"
            )

    def plan(self, player: int) -> FloatArray:
        """`[Q]`: a player's realisation plan in the large game."""
        return plans(self.flat, self.vectors)[player]

    def whole(self) -> Frame:
        """The small game as a frame of the large one: the trunk that all off-tree subgames hang from."""
        ones = np.ones(self.flat.trees[self.resolver].num_slots)
        frame = build_frame(
            self.flat, self.nodes, np.zeros(1, dtype=np.int32), self.resolver, ones, self.keep
        )
        assert frame is not None
        return frame
